"""Reading TOML so that every mistake can be named: the file, the field, found, expected."""

from __future__ import annotations

import os
import re
import stat
import tomllib
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from affray.book.errors import BadInput, unknown
from affray.book.plain import unprintable
from affray.book.toml_limits import FILE, TomlLimits, may_hold_controls, too_much
from affray.book.whole import is_bounded

_NAMES = {
    str: "text",
    bool: "true or false",
    int: "a whole number",
    float: "a number with a point",
    list: "a list",
    dict: "a table",
}
_REQUIRED = object()


def read_text(path: Path, most: int = FILE.size) -> str:
    """The text of a file, or one line that says why there is none."""
    try:
        return _read_bytes(path, most).decode("utf-8-sig")
    except FileNotFoundError:
        raise BadInput("no such file", file=path) from None
    except IsADirectoryError:
        raise BadInput("is a folder, expected a TOML file", file=path) from None
    except UnicodeDecodeError as bad:
        raise BadInput(
            f"is not text (byte {bad.start}), expected TOML in UTF-8", file=path
        ) from None
    except OSError as bad:
        raise BadInput(f"cannot be read ({bad.strerror})", file=path) from None
    except ValueError:  # a name with a NUL in it
        raise BadInput("no such file", file=path) from None


def _read_bytes(path: Path, most: int) -> bytes:
    """All of a file, if it is one: no pipe is waited for, no device read without end."""
    handle = os.open(path, os.O_RDONLY | getattr(os, "O_NONBLOCK", 0) | getattr(os, "O_BINARY", 0))
    with os.fdopen(handle, "rb") as file:
        found = os.fstat(handle)
        if not stat.S_ISREG(found.st_mode):
            raise BadInput("is no file, expected a TOML file", file=path)
        data = file.read(most + 1)
    if len(data) > most:
        size = max(found.st_size, len(data))
        raise BadInput(f"found {size:,} bytes, expected at most {most:,}", file=path)
    return data


def read_toml(path: Path) -> TomlTable:
    """A TOML file as a table that knows where it stands."""
    return parse_toml(read_text(path), path)


def parse_toml(text: str, file: Path | str, limits: TomlLimits = FILE) -> TomlTable:
    """A text as a table that knows where it stands."""
    top = TomlTable(_parsed(text, file, limits), file)
    if may_hold_controls(text):
        _require_printable(top)
    return top


def parse_entry(text: str, key: str, k: int, file: Path | str, before: int = 0) -> TomlTable:
    """The k-th [[key]] table of a file, out of its own lines alone; so many stand `before` it."""
    found = _parsed(text, file, FILE, before)
    data, *more = found.pop(key)
    entry = TomlTable(data, file, f"{key}[{k + 1}]")
    if more or found:
        other = key if more else next(iter(found))
        raise entry.bad("", f"found table {other!r} in it, expected a line [{other}] before it")
    if may_hold_controls(text):
        _require_printable(entry)
    return entry


def parse_row(line: str, where: str, file: Path | str, before: int) -> dict[str, Any]:
    """A table that is a line by itself, two blanks before it."""
    row = _parsed(f"x={line.removeprefix('  ')}", file, FILE, before)["x"]
    if may_hold_controls(line):
        _require_printable(TomlTable(row, file, where))
    return dict(row)


def _parsed(text: str, file: Path | str, limits: TomlLimits, before: int = 0) -> dict[str, Any]:
    """The one door for TOML: what could cost more than its reading is refused before that."""
    problem = too_much(text, limits, before)
    if problem:
        raise BadInput(problem, file=file)
    try:
        return tomllib.loads(text)
    except (ValueError, RecursionError) as bad:
        said = _LINE.sub(lambda at: f"(at line {before + int(at[1])}, ", str(bad))
        raise BadInput(f"is not TOML ({said})", file=file) from None


_LINE = re.compile(r"\(at line (\d+), (?=column \d+\)\Z)")
"""Where the parser says a mistake is."""


def _require_printable(top: TomlTable) -> None:
    """Names and texts are shown: none may hold what a terminal would obey."""
    left: list[tuple[str, Any]] = [(top.at(key), value) for key, value in top.data.items()]
    while left:
        where, value = left.pop()
        if isinstance(value, dict):
            left += [(f"{where}.{key}", one) for key, one in value.items()]
        elif isinstance(value, list):
            left += [(f"{where}[{k + 1}]", one) for k, one in enumerate(value)]
        text = f"{where}{value}" if isinstance(value, str) else where
        if unprintable(text):
            found = value if isinstance(value, str) and unprintable(value) else where
            expected = "text without control characters"
            raise BadInput(f"found {found!r}, expected {expected}", file=top.file, field=where)


def beside(top: TomlTable, key: str, name: str) -> Path:
    """A file that another names: it lies in the same folder or below it, and nowhere else."""
    folder = Path(top.file).parent
    path = folder / name
    if is_device(Path(name).name) or not path.resolve().is_relative_to(folder.resolve()):
        raise top.bad(key, f"found {name!r}, expected a file in the same folder or below it")
    return path


DEVICES = {
    "con",
    "prn",
    "aux",
    "nul",
    *(f"{port}{k}" for port in ("com", "lpt") for k in range(10)),
}


def is_device(name: str) -> bool:
    """What Windows takes for a device, whatever follows the point; on no system a file of ours."""
    return name.partition(".")[0].strip().lower() in DEVICES


def read_value(text: str) -> Any:
    """A value as a person types it: TOML where it is, else the text itself."""
    try:
        found = parse_toml(f"x = {text}", "").data["x"]
        return found if is_bounded(found) else text
    except (BadInput, KeyError):
        return text


def kind_of(value: Any) -> str:
    """What a TOML value is, in words."""
    return _NAMES.get(type(value), type(value).__name__)


def shown(value: Any) -> str:
    """A value and what it is, as a refusal says it."""
    return "nothing" if value is None else f"{value!r} ({kind_of(value)})"


class TomlTable:
    """A TOML table with its place; what was never asked for is an unknown field."""

    def __init__(self, data: dict[str, Any], file: Path | str, where: str = "") -> None:
        self.data = data
        self.file = file
        self.where = where
        self._seen: set[str] = set()

    def __contains__(self, key: str) -> bool:
        return key in self.data

    def __iter__(self) -> Iterator[str]:
        return iter(self.data)

    def at(self, key: str) -> str:
        return f"{self.where}.{key}" if self.where else key

    def bad(self, key: str, problem: str) -> BadInput:
        return BadInput(problem, file=self.file, field=self.at(key) if key else self.where)

    def raw(self, key: str, default: Any = _REQUIRED) -> Any:
        """The value as TOML gave it."""
        self._seen.add(key)
        if key in self.data:
            return self.data[key]
        if default is _REQUIRED:
            raise self.bad(key, "missing")
        return default

    def _typed(self, key: str, kind: type, default: Any) -> Any:
        value = self.raw(key, default)
        if value is default or type(value) is kind:
            return value
        raise self.bad(key, f"found {value!r}, expected {_NAMES[kind]}")

    def text(self, key: str, default: Any = _REQUIRED) -> str:
        return str(self._typed(key, str, default))

    def flag(self, key: str, default: bool = False) -> bool:
        return bool(self._typed(key, bool, default))

    def integer(self, key: str, default: Any = _REQUIRED, low: int = 0, high: int = 2**31) -> int:
        value = int(self._typed(key, int, default))
        if not low <= value <= high:
            raise self.bad(key, f"found {value}, expected {low} to {high}")
        return value

    def texts(self, key: str, default: Any = _REQUIRED) -> list[str]:
        value = self._typed(key, list, default)
        for one in value:
            if not isinstance(one, str):
                raise self.bad(key, f"found {one!r}, expected a list of texts")
        return list(value)

    def choice(self, key: str, known: list[str], kind: str, default: Any = _REQUIRED) -> str:
        if default is _REQUIRED and key not in self.data:
            raise self.bad(key, f"missing; expected one of {', '.join(known)}")
        value = self.text(key, default)
        if value not in known:
            raise self.bad(key, unknown(kind, value, known))
        return value

    def must_be_of(self, slug: str) -> None:
        """That a file is of this game; it need not say so."""
        found = self.text("ruleset", slug)
        if found != slug:
            raise self.bad("ruleset", f"found {found!r}, expected {slug!r}: it is of another game")

    def table(self, key: str) -> TomlTable:
        """A table below this one; empty when it is not there."""
        return TomlTable(self._typed(key, dict, {}), self.file, self.at(key))

    def tables(self, key: str) -> Iterator[TomlTable]:
        """The tables of an array, [[key]]."""
        value = self._typed(key, list, [])
        for k, one in enumerate(value):
            if not isinstance(one, dict):
                raise self.bad(key, f"found {kind_of(one)}, expected [[{key}]] tables")
            named = one.get("id") or one.get("name") or k + 1
            yield TomlTable(one, self.file, f"{self.at(key)}[{named}]")

    def finish(self, kind: str = "field") -> None:
        """Refuse what nobody asked for: a misspelt field is never passed over."""
        for key in self.data:
            if key not in self._seen:
                raise self.bad("", unknown(kind, key, sorted(self._seen)))
