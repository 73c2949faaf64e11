"""Reading TOML so that every mistake can be named: the file, the field, found, expected."""

from __future__ import annotations

import tomllib
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from affray.book.errors import BadInput, unknown
from affray.rules.whole import is_bounded

_NAMES = {
    str: "text",
    bool: "true or false",
    int: "a whole number",
    float: "a number with a point",
    list: "a list",
    dict: "a table",
}
_REQUIRED = object()


def read_text(path: Path) -> str:
    """The text of a file, or one line that says why there is none."""
    try:
        return path.read_bytes().decode("utf-8-sig")
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


def read_toml(path: Path) -> TomlTable:
    """A TOML file as a table that knows where it stands."""
    return parse_toml(read_text(path), path)


def parse_toml(text: str, file: Path | str) -> TomlTable:
    try:
        return TomlTable(tomllib.loads(text), file)
    except (ValueError, RecursionError) as bad:  # numbers too long and lists too deep, too
        raise BadInput(f"is not TOML ({bad})", file=file) from None


def read_value(text: str) -> Any:
    """A value as a person types it: TOML where it is, else the text itself."""
    try:
        found = tomllib.loads(f"x = {text}")["x"]
        return found if is_bounded(found) else text
    except (ValueError, RecursionError):
        return text


def kind_of(value: Any) -> str:
    """What a TOML value is, in words."""
    return _NAMES.get(type(value), type(value).__name__)


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
