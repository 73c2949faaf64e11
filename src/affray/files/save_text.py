"""A save as it is written: what stands before its tape, and the tape, entry by entry.

Every [[tape]] line begins an entry, which is read out of its own lines when somebody comes to it.
So a save is judged in the order it is played in, its head first and then answer by answer, and one
that is refused costs no more than what was right before that.
"""

from __future__ import annotations

import re
from array import array
from bisect import bisect_right
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import islice
from pathlib import Path
from typing import Any

from affray.book.errors import BadInput
from affray.book.toml_limits import TomlLimits
from affray.book.toml_tables import TomlTable, parse_entry, parse_toml
from affray.files.rows import without_rows
from affray.files.tapefile import entry_text, numbered

TAPE, TOLD = "tape", "told"
MOST_LETTERS = 32 << 20
"""A tape grows with the fight: five lines an answer, and a hundred letters."""

MOST_ENTRIES = 400_000

HEAD = TomlLimits(size=2 << 20, values=50_000)
"""An encounter's file with its library in it, and who plays whom: it does not grow."""

MOST_TAKEN_UP = 100
"""Versions of the rules that a fight went on under, one after the other."""

_ENTRY = re.compile(r"\n[ \t]*\[\[[ \t]*tape[ \t]*\]\]")
_OTHER = re.compile(r"\n\[(?!\[?[ \t]*tape[ \t]*[.\]])[^\[\]{}=,\n]*\]")
"""A table that is no part of an entry."""

_TAKEN_UP = re.compile(r"\n[ \t]*[\"']?rules\b")


Heed = Callable[[int, int], None]
"""Whoever hears, before an entry is read, how many were before it and how many there are; to show
it, or to end it there."""


def unheeded(done: int, total: int) -> None:
    """Nobody does."""


@dataclass(frozen=True)
class Tape:
    """The entries of a save from the `first` on that counts; in lists none has yet been read."""

    text: str
    """With an empty line before it, so that every entry begins behind a line's end."""
    file: Path | str
    starts: Sequence[int]
    """Where each begins: at that end."""
    given: Sequence[TomlTable] = ()
    """Those of a file that writes them as one list, which is read with its head."""
    is_at_end: bool = True
    first: int = 0
    heed: Heed = unheeded

    @property
    def at_end(self) -> str:
        """All from its first entry on, letter for letter."""
        return self.text[self.starts[0] :] if self.starts else ""

    @property
    def whole(self) -> int:
        """How many there are, with those that are read no more."""
        return len(self.given or self.starts)

    def __len__(self) -> int:
        return self.whole - self.first

    def __iter__(self) -> Iterator[TomlTable]:
        for n in range(len(self)):
            self.heed(n, len(self))
            yield self.entry(self.first + n)

    def entry(self, k: int) -> TomlTable:
        found = self.given[k] if self.given else self._read(k)
        if "position" in found and "rules" not in found:
            raise found.bad("", "is not whole; delete it to go on from before it")
        return found

    def sound(self) -> Tape:
        """The same, if it was not cut off where a version of the rules left off."""
        if self.whole:
            self.entry(self.whole - 1)
        return self

    def since(self, k: int) -> Tape:
        return replace(self, first=k)

    def heeded(self, heed: Heed) -> Tape:
        return replace(self, heed=heed)

    def taken_up(self) -> int | None:
        """The last entry with which other rules went on."""
        for k in reversed(range(self.whole) if self.given else self._with_rules()):
            if "rules" in self.entry(k):
                return k
        return None

    def texts(self) -> Iterator[str]:
        """The entries as a save has them, a text each."""
        for k in range(self.first, self.whole):
            written = entry_text(TAPE, self.given[k].data) if self.given else self._lines(k)
            yield "\n" + written.strip("\n") + "\n"

    def _lines(self, k: int) -> str:
        return self.text[self.starts[k] + 1 : self._end(k) + 1]

    def _end(self, k: int) -> int:
        return self.starts[k + 1] if k + 1 < len(self.starts) else len(self.text)

    def _read(self, k: int) -> TomlTable:
        lines, told = without_rows(self._lines(k), TOLD, self.file)
        try:
            entry = parse_entry(lines, TAPE, k, self.file)
        except BadInput:  # now it is worth counting its lines
            entry = parse_entry(lines, TAPE, k, self.file, self._before(k))
        if told and entry.raw(TOLD, None) == []:
            entry.data[TOLD] = [{} for _ in told.lines]
        return entry

    def _before(self, k: int) -> int:
        return self.text.count("\n", 0, self.starts[k])

    def told(self) -> Iterable[dict[str, Any]]:
        """What other rules had told up to the first entry, where that is a line each: in the entry
        these are blanks. It grows with the fight, is only shown, and so is read last."""
        if self.given or not self:
            return ()
        return without_rows(self._lines(self.first), TOLD, self.file, self._before(self.first))[1]

    def _with_rules(self) -> list[int]:
        """Entries that have a line of `rules`, or seem to."""
        found: list[int] = []
        at = self.starts[0] if self.starts else len(self.text)
        while line := _TAKEN_UP.search(self.text, at):
            k = bisect_right(self.starts, line.start()) - 1
            found.append(k)
            if len(found) > MOST_TAKEN_UP:
                problem = f"found more than {MOST_TAKEN_UP} entries with rules, expected at most"
                raise BadInput(f"{problem} so many", file=self.file, field=TAPE)
            at = self._end(k)
        return found


def parse_save(text: str, file: Path | str) -> tuple[TomlTable, Tape]:
    """What stands before the tape of a save, or beside it; and the tape, of which nothing is read
    yet."""
    if len(text) > MOST_LETTERS:
        problem = f"found {len(text):,} letters, expected at most {MOST_LETTERS:,}"
        raise BadInput(problem, file=file)
    text = "\n" + text.replace("\r\n", "\n")
    starts = _starts(text, file)
    head = text[: starts[0] + 1] if starts else text
    is_at_end = not starts or _OTHER.search(text, starts[0]) is None
    if not is_at_end:
        _require_few(text, starts[0], file)
        head, text = _apart(text, starts[0])
        starts = _starts(text, file)
    top = parse_toml(head[1:], file, HEAD)
    if TAPE not in top:
        return top, Tape(text, file, starts, is_at_end=is_at_end)
    if starts:
        raise top.bad(TAPE, "stands there twice")
    return top, Tape(text, file, starts, list(numbered(top, TAPE)), is_at_end=False)


def _starts(text: str, file: Path | str) -> array[int]:
    found = (entry.start() for entry in _ENTRY.finditer(text))
    starts = array("L", islice(found, MOST_ENTRIES + 1))
    if len(starts) > MOST_ENTRIES:
        problem = f"found more than {MOST_ENTRIES:,} [[tape]] entries, expected at most so many"
        raise BadInput(problem, file=file)
    return starts


def _require_few(text: str, first: int, file: Path | str) -> None:
    """That no more tables stand in the tape than a head may have."""
    if next(islice(_OTHER.finditer(text, first), HEAD.values, None), None):
        problem = f"found more than {HEAD.values:,} tables behind its tape"
        raise BadInput(f"{problem}, expected at most so many", file=file)


_TABLE = re.compile(f"(?P<other>{_OTHER.pattern})|{_ENTRY.pattern}")


def _apart(text: str, first: int) -> tuple[str, str]:
    """The tables of a file by whether they are the tape's: two texts, in each of which what is
    the other's are empty lines."""
    head, tape = [text[:first]], [_emptied(text[:first])]
    at, is_other = first, False
    tables = [(found.start(), bool(found["other"])) for found in _TABLE.finditer(text, first)]
    for start, is_next_other in [*tables, (len(text), not tables[-1][1])]:
        if is_next_other != is_other:
            part = text[at:start]
            head.append(part if is_other else _emptied(part))
            tape.append(_emptied(part) if is_other else part)
            at, is_other = start, is_next_other
    return "".join(head), "".join(tape)


def _emptied(text: str) -> str:
    return "\n" * text.count("\n")
