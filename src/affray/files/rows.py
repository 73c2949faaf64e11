"""A long list in a file, a table to each line: it is taken out before the rest is read, and read
line by line when all the rest is known to be right."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from affray.book.toml_tables import parse_row

_ROWS = r"\n{} = \[\n((?:  \{{.*\}},\n)++)\]\n"


@dataclass(frozen=True)
class UnreadRows:
    """The lines of such a list, and how many stand before them in their file."""

    key: str
    lines: list[str]
    file: Path | str
    before: int

    def __len__(self) -> int:
        return len(self.lines)

    def __iter__(self) -> Iterator[dict[str, Any]]:
        for n, line in enumerate(self.lines):
            yield parse_row(line[:-1], f"{self.key}[{n + 1}]", self.file, self.before + n)


def without_rows(text: str, key: str, file: Path | str, before: int = 0) -> tuple[str, UnreadRows]:
    """A text with empty lines in the place of a list's, and what stood there."""
    found = re.search(_ROWS.format(key), text)
    if found is None:
        return text, UnreadRows(key, [], file, before)
    start, end = found.span(1)
    lines = found[1].split("\n")[:-1]
    rows = UnreadRows(key, lines, file, before + text.count("\n", 0, start))
    return text[:start] + "\n" * len(lines) + text[end:], rows
