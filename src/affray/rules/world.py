"""State, declared once: slotted objects, NumPy dtype, bytes and JSON from one class.

    @record
    class Creature(Record):
        wounds: int16 = field(rule="SK-10", headline=True)
        sealed: int8 = field(of=Stance, secret=True)

    @record
    class World(Record):
        round: int16 = field(clock=True)
        n: int8
        creatures: list[Creature] = many(8, count="n")

A field is `clock` when it is no part of a state's identity, `scratch` when every step writes
it before reading it (so neither is that), `secret` when other seats may not see it, `fixed`
when the encounter brought it and nothing changes it.
In bytes the changing fields come first and the fixed ones last, so that copying a
state is copying its front.
"""

from __future__ import annotations

import importlib
import inspect
import struct
from enum import IntEnum
from pathlib import Path
from typing import Annotated, Any, ClassVar, TypeVar, get_type_hints

from affray.rules.homemade import folder_of, import_folder
from affray.rules.layout import Field, Layout, Storage

int8 = Annotated[int, Storage("b", 1)]
int16 = Annotated[int, Storage("h", 2)]
int32 = Annotated[int, Storage("i", 4)]
int64 = Annotated[int, Storage("q", 8)]
Pool = Annotated[int, Storage("q", 8, is_pool=True)]
"""An int64 that holds dice; content files write it as '2d6+3'."""
Word = Annotated[int, Storage("Q", 8, is_word=True)]
"""64 bits without a sign, for generators; arithmetic on it is cut off with `& M64`."""


SAYINGS = "sayings"
"""As `of`: what people say in their own words. Files write the words, whatever they are."""


def field(
    default: int = 0,
    *,
    rule: str = "",
    of: type[IntEnum] | str | None = None,
    mask: type[IntEnum] | str | None = None,
    clock: bool = False,
    scratch: bool = False,
    secret: bool = False,
    fixed: bool = False,
    headline: bool = False,
    lasting: bool = False,
    low: int | None = None,
    high: int | None = None,
) -> Any:
    """Say more of a field than its type: its default, the rule it serves, its meaning.

    `low` and `high` are the least and greatest the rules know; no file, edit or fight has others.
    `of` names what its number stands for, an enum or one of the world's lists
    ('creatures'; -1 is nobody); `mask` the same for a set of bits. A `lasting` field of a
    creature, or of the world, is carried from one fight to the next.
    """
    return Field(
        default=default,
        rule=rule,
        of=of,
        mask=mask,
        clock=clock,
        scratch=scratch,
        secret=secret,
        fixed=fixed,
        headline=headline,
        lasting=lasting,
        low=low,
        high=high,
    )


def flag(default: int = 0, **said: Any) -> Any:
    """A field that is 1 where something holds and 0 where it does not; files write true."""
    return field(default, low=0, high=1, **said)


def many(
    capacity: int,
    *,
    count: str = "",
    content: str = "",
    default: int = 0,
    of: type[IntEnum] | str | None = None,
    mask: type[IntEnum] | str | None = None,
    by: type[IntEnum] | None = None,
    rule: str = "",
    clock: bool = False,
    scratch: bool = False,
    secret: bool = False,
    fixed: bool = False,
    lasting: bool = False,
    low: int | None = None,
    high: int | None = None,
) -> Any:
    """A list with room for `capacity`; `count` names the field that says how many there are.

    A list of records with a `content` name is filled from the [[content]] tables of
    the book, in order of first use; several kinds of table may fill one list, and tell
    a record's `kind`. A list `by` an enum has an element for each member, and files
    write it as a table: { slashing = 2 }.
    """
    return Field(
        capacity=capacity, count=count, content=tuple(content.split()), default=default,
        of=of, mask=mask, by=by, rule=rule, clock=clock, scratch=scratch, secret=secret,
        fixed=fixed, lasting=lasting, low=low, high=high,
    )  # fmt: skip


class Record:
    """Base of all records; `layout` is derived from the fields."""

    __slots__ = ()
    layout: ClassVar[Layout]

    def __reduce__(self) -> tuple[Any, ...]:
        cls = type(self)
        values = {name: getattr(self, name) for name in cls.layout.fields}
        return _blank, (folder_of(cls.__module__), cls.__module__, cls.__name__), (None, values)


def _blank(folder: Path | None, module: str, name: str) -> Record:
    """A record about to be filled by what was pickled."""
    if folder is not None:
        import_folder(folder)
    cls = getattr(importlib.import_module(module), name)
    blank: Record = cls.__new__(cls)
    return blank


R = TypeVar("R", bound=Record)


def record(cls: type[R]) -> type[R]:
    """Turn an annotated class into a slotted record with a layout."""
    names = list(inspect.get_annotations(cls))
    given = {name: cls.__dict__[name] for name in names if name in cls.__dict__}
    body = {k: v for k, v in cls.__dict__.items() if k not in {*names, "__dict__", "__weakref__"}}
    body["__slots__"] = tuple(names)
    made: Any = type(cls.__name__, cls.__bases__, body)
    hints = get_type_hints(cls, include_extras=True)
    made.layout = Layout(made, [_declare(cls, n, hints[n], given.get(n)) for n in names])
    made.__init__ = made.layout.compiled("fill")
    return made  # type: ignore[no-any-return]


def _declare(cls: type, name: str, hint: Any, given: Any) -> Field:
    said = given if isinstance(given, Field) else Field(default=given or 0)
    inner = hint.__args__[0] if getattr(hint, "__origin__", None) is list else hint
    storage = next((m for m in getattr(inner, "__metadata__", ()) if isinstance(m, Storage)), None)
    nested = inner if isinstance(inner, type) and issubclass(inner, Record) else None
    if storage is None and nested is None:
        raise TypeError(f"{cls.__name__}.{name}: expected int8 to int64, Pool or a record")
    if inner is not hint and not said.is_list:
        raise TypeError(f"{cls.__name__}.{name}: a list needs many(capacity)")
    _require_default(f"{cls.__name__}.{name}", said.default, storage)
    return Field(**{**said.__dict__, "name": name, "storage": storage, "record": nested})


def _require_default(name: str, default: Any, storage: Storage | None) -> None:
    """What a new record holds is kept like everything it ever holds."""
    low, high = (storage.low, storage.high) if storage else (0, 0)
    if not isinstance(default, int) or not low <= default <= high:
        raise TypeError(f"{name}: begins as {default!r}, expected {low} to {high}")
    if name.endswith(".layout"):
        raise TypeError(f"{name}: a record has its layout there; expected another name")


class OutOfRange(ValueError):
    """A value that does not fit the field it stands in, in a world of this module."""

    def __init__(self, problem: str, module: str) -> None:
        super().__init__(problem)
        self.module = module


def clone(w: R) -> R:
    """A copy that shares only what is fixed."""
    copy: R = type(w).layout.compiled("clone")(w)
    return copy


def beyond_limits(w: Record) -> str:
    """The first field that holds what the rules know nowhere, whose it is and its limits."""
    return "" if type(w).layout.compiled("within")(w) else _beyond(w, "")


def _beyond(w: Record, where: str) -> str:
    for f in type(w).layout.limited:
        held = getattr(w, f.name)
        if f.record:
            for k, inner in enumerate(held if f.is_list else [held]):
                place = f"{f.name.removesuffix('s')} {k}" if f.is_list else f.name
                found = _beyond(inner, f"{where}{place}: ")
                if found:
                    return found
        else:
            for value in held if f.is_list else [held]:
                if not f.holds(value):
                    return f"{where}{f.name} is {value}, expected {f.limits}"
    return ""


def clear(one: Record) -> None:
    """Back to what a new one is: every field that is not fixed, and all that lies in it."""
    for f in type(one).layout.fields.values():
        if f.fixed:
            continue
        if f.record:
            held = getattr(one, f.name)
            for inner in held if f.is_list else [held]:
                clear(inner)
        elif f.is_list:
            numbers = getattr(one, f.name)
            for k in range(f.capacity):
                numbers[k] = f.default
        else:
            setattr(one, f.name, f.default)


def key(w: Record) -> bytes:
    """What makes this state what it is: equal keys, equal futures."""
    try:
        return bytes(type(w).layout.compiled("key")(w))
    except struct.error:
        raise _out_of_range(w) from None


def pack(w: Record) -> bytes:
    """Every byte of the record as compiled code sees it."""
    try:
        data = bytes(type(w).layout.compiled("pack")(w))
    except struct.error:
        raise _out_of_range(w) from None
    if len(data) != type(w).layout.size:
        raise _out_of_range(w)
    return data


def _out_of_range(w: Record) -> OutOfRange:
    return OutOfRange(misfit(w) or "a value does not fit its field", type(w).__module__)


def misfit(w: Record) -> str:
    """The first thing in a world that could not be kept: a number, or how long a list is."""
    return _misfit(w, type(w).layout)


def _misfit(w: Record, layout: Layout) -> str:
    for f in layout.order:
        value = getattr(w, f.name)
        counted = getattr(w, f.count) if f.count and f.record else f.capacity
        wanted = min(counted, f.capacity)
        if f.is_list and len(value) != wanted:
            return f"{len(value)} {f.name}, expected {wanted}"
        for k, one in enumerate(value if f.is_list else [value]):
            where = f"{f.name}[{k}]" if f.is_list else f.name
            if f.storage is None:
                found = _misfit(one, f.layout)
                if found:
                    return f"{where}.{found}"
            elif not isinstance(one, int):
                return f"{where} = {one!r}, expected a whole number"
            elif not f.storage.low <= one <= f.storage.high:
                return f"{where} = {one}, expected {f.storage.low} to {f.storage.high}"
    return ""


def unpack(cls: type[R], data: bytes) -> R:
    """The record whose bytes these are."""
    made: R = cls.layout.compiled("unpack")(data)
    return made


def to_json(w: Record) -> dict[str, Any]:
    """Plain numbers, lists and dictionaries."""
    out: dict[str, Any] = {}
    for f in type(w).layout.fields.values():
        value = getattr(w, f.name)
        if f.record:
            out[f.name] = [to_json(x) for x in value] if f.is_list else to_json(value)
        else:
            out[f.name] = [int(x) for x in value] if f.is_list else int(value)
    return out


def from_json(cls: type[R], data: dict[str, Any]) -> R:
    """The record that `to_json` wrote."""
    out: R = cls.__new__(cls)
    for f in cls.layout.fields.values():
        value = data[f.name]
        if f.record:
            inner = f.record
            setattr(
                out,
                f.name,
                [from_json(inner, x) for x in value] if f.is_list else from_json(inner, value),
            )
        else:
            setattr(out, f.name, list(value) if f.is_list else value)
    return out
