"""The code that carries out a rule, as it stands in the ruleset's package now."""

from __future__ import annotations

import inspect
import io
import keyword
import linecache
import re
import tokenize
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from affray.book.ruleset import Ruleset
from affray.rules.world import Record

Piece = tuple[str, str]
"""Some text of the code, and what it is: 'word', 'text', 'remark', or '' for all else."""


@dataclass(frozen=True)
class Code:
    """One function or field: where it stands, what it is called, and its text in pieces."""

    file: str
    line: int
    name: str
    pieces: tuple[Piece, ...]

    @property
    def text(self) -> str:
        return "".join(text for _, text in self.pieces)


def code_of_rule(ruleset: Ruleset, rule_id: str) -> list[Code]:
    """The functions and fields that carry a rule's id."""
    functions = [f for f, ids in ruleset.functions().items() if rule_id in ids]
    found = [_code(ruleset, function, function.__qualname__) for function in functions]
    fields = [_field_code(ruleset, *one) for one in _fields(ruleset.world) if one[2] == rule_id]
    return [code for code in [*found, *fields] if code is not None]


def code_of_ruling(ruleset: Ruleset, name: str) -> list[Code]:
    """The functions of rules that read a switch."""
    reads = re.compile(rf"\brulings\.{re.escape(name)}\b")
    found = [_code(ruleset, f, f.__qualname__) for f in ruleset.functions()]
    return [code for code in found if code is not None and reads.search(code.text)]


def _code(ruleset: Ruleset, thing: Callable[..., Any], name: str) -> Code | None:
    """Its source, if that lies in the ruleset's own folder: nothing else is ever shown."""
    try:
        file = Path(inspect.getfile(thing)).resolve()
        linecache.checkcache(str(file))
        lines, first = inspect.getsourcelines(thing)
    except (OSError, TypeError):
        return None
    if not file.is_relative_to(ruleset.folder.resolve()):
        return None
    here = file.relative_to(ruleset.folder.resolve()).as_posix()
    return Code(here, first, name, tuple(_pieces("".join(lines))))


def _fields(record: type[Record]) -> Iterator[tuple[type[Record], str, str]]:
    for field in record.layout.fields.values():
        yield record, field.name, field.rule
        if field.record:
            yield from _fields(field.record)


def _field_code(ruleset: Ruleset, record: type[Record], field: str, _: str) -> Code | None:
    """The statement of a record's class that declares a field."""
    whole = _code(ruleset, record, f"{record.__name__}.{field}")
    lines = whole.text.splitlines(keepends=True) if whole else []
    at = next((k for k, line in enumerate(lines) if re.match(rf"\s+{field}\s*[:=]", line)), None)
    if whole is None or at is None:
        return None
    end = at + 1
    while end < len(lines) and _depth("".join(lines[at:end])) > 0:
        end += 1
    text = inspect.cleandoc("".join(lines[at:end]).rstrip("\n"))
    return Code(whole.file, whole.line + at, whole.name, tuple(_pieces(text + "\n")))


def _depth(text: str) -> int:
    return sum((mark in "([{") - (mark in ")]}") for mark in text)


def _pieces(text: str) -> Iterator[Piece]:
    """The text token by token, with what lies between them."""
    starts = [0]
    for line in text.splitlines(keepends=True):
        starts.append(starts[-1] + len(line))
    at = 0
    for token in tokenize.generate_tokens(io.StringIO(text).readline):
        kind = _kind(token)
        if not kind:
            continue
        (row, column), (end_row, end_column) = token.start, token.end
        first, last = starts[row - 1] + column, starts[end_row - 1] + end_column
        if first > at:
            yield "", text[at:first]
        yield kind, text[first:last]
        at = last
    yield "", text[at:]


def _kind(token: tokenize.TokenInfo) -> str:
    if token.type == tokenize.COMMENT:
        return "remark"
    if token.type == tokenize.STRING:
        return "text"
    return "word" if token.type == tokenize.NAME and keyword.iskeyword(token.string) else ""
