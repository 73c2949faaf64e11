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

A field is `clock` when it is no part of a state's identity, `secret` when other
seats may not see it, `fixed` when the encounter brought it and nothing changes it.
In bytes the changing fields come first and the fixed ones last, so that copying a
state is copying its front.
"""

from __future__ import annotations

import inspect
import struct
from collections.abc import Callable
from dataclasses import dataclass
from enum import IntEnum
from functools import cached_property
from typing import TYPE_CHECKING, Annotated, Any, ClassVar, TypeVar, get_type_hints

if TYPE_CHECKING:
    import numpy as np


@dataclass(frozen=True)
class Storage:
    """How an integer is kept in bytes."""

    code: str
    size: int
    is_pool: bool = False

    @property
    def low(self) -> int:
        return -(1 << (8 * self.size - 1))

    @property
    def high(self) -> int:
        return (1 << (8 * self.size - 1)) - 1


int8 = Annotated[int, Storage("b", 1)]
int16 = Annotated[int, Storage("h", 2)]
int32 = Annotated[int, Storage("i", 4)]
int64 = Annotated[int, Storage("q", 8)]
Pool = Annotated[int, Storage("q", 8, is_pool=True)]
"""An int64 that holds dice; content files write it as '2d6+3'."""


@dataclass(frozen=True)
class Field:
    """One field of a record: what it holds and what may be done with it."""

    default: int = 0
    rule: str = ""
    of: type[IntEnum] | str | None = None
    mask: type[IntEnum] | str | None = None
    clock: bool = False
    secret: bool = False
    fixed: bool = False
    headline: bool = False
    capacity: int = 0
    count: str = ""
    content: str = ""
    name: str = ""
    storage: Storage | None = None
    record: type[Record] | None = None

    @property
    def is_list(self) -> bool:
        return self.capacity > 0

    @cached_property
    def align(self) -> int:
        return self.storage.size if self.storage else self.layout.align

    @cached_property
    def size(self) -> int:
        one = self.storage.size if self.storage else self.layout.size
        return one * max(1, self.capacity)

    @property
    def layout(self) -> Layout:
        assert self.record is not None
        return self.record.layout


def field(
    default: int = 0,
    *,
    rule: str = "",
    of: type[IntEnum] | str | None = None,
    mask: type[IntEnum] | str | None = None,
    clock: bool = False,
    secret: bool = False,
    fixed: bool = False,
    headline: bool = False,
) -> Any:
    """Say more of a field than its type: its default, the rule it serves, its meaning.

    `of` names what its number stands for, an enum or one of the world's lists
    ('creatures'; -1 is nobody); `mask` the same for a set of bits.
    """
    return Field(
        default=default,
        rule=rule,
        of=of,
        mask=mask,
        clock=clock,
        secret=secret,
        fixed=fixed,
        headline=headline,
    )


def many(
    capacity: int,
    *,
    count: str = "",
    content: str = "",
    rule: str = "",
    clock: bool = False,
    secret: bool = False,
    fixed: bool = False,
) -> Any:
    """A list with room for `capacity`; `count` names the field that says how many there are.

    A list of records with a `content` name is filled from the [[content]] tables of
    the book, in order of first use.
    """
    return Field(
        capacity=capacity,
        count=count,
        content=content,
        rule=rule,
        clock=clock,
        secret=secret,
        fixed=fixed,
    )


class Record:
    """Base of all records; `layout` is derived from the fields."""

    __slots__ = ()
    layout: ClassVar[Layout]


R = TypeVar("R", bound=Record)


def record(cls: type[R]) -> type[R]:
    """Turn an annotated class into a slotted record with a layout."""
    names = list(inspect.get_annotations(cls))
    given = {name: cls.__dict__[name] for name in names if name in cls.__dict__}
    body = {k: v for k, v in cls.__dict__.items() if k not in {*names, "__dict__", "__weakref__"}}
    body["__slots__"] = tuple(names)
    made: type[R] = type(cls)(cls.__name__, cls.__bases__, body)
    hints = get_type_hints(cls, include_extras=True)
    made.layout = Layout(made, [_declare(cls, n, hints[n], given.get(n)) for n in names])
    made.__init__ = made.layout.compiled("fill")  # type: ignore[method-assign]
    return made


def _declare(cls: type, name: str, hint: Any, given: Any) -> Field:
    said = given if isinstance(given, Field) else Field(default=given or 0)
    inner = hint.__args__[0] if getattr(hint, "__origin__", None) is list else hint
    storage = next((m for m in getattr(inner, "__metadata__", ()) if isinstance(m, Storage)), None)
    nested = inner if isinstance(inner, type) and issubclass(inner, Record) else None
    if storage is None and nested is None:
        raise TypeError(f"{cls.__name__}.{name}: expected int8 to int64, Pool or a record")
    if inner is not hint and not said.is_list:
        raise TypeError(f"{cls.__name__}.{name}: a list needs many(capacity)")
    return Field(**{**said.__dict__, "name": name, "storage": storage, "record": nested})


class OutOfRange(ValueError):
    """A value that does not fit the field it stands in."""


class Layout:
    """Where every field of a record stands in its bytes, and code that moves it about."""

    def __init__(self, cls: type[Record], fields: list[Field]) -> None:
        self.cls = cls
        self.name = cls.__name__
        self.fields = {f.name: f for f in fields}
        self.offsets: dict[str, int] = {}
        moving = [f for f in fields if not f.fixed]
        at = self._place(moving, 0)
        self.align = max([f.align for f in fields], default=1)
        self.state_size = _round_up(at, self.align)
        at = self._place([f for f in fields if f.fixed], self.state_size)
        self.size = _round_up(at, self.align)
        self.order = [self.fields[name] for name in self.offsets]
        self._code: dict[str, Callable[..., Any]] = {}
        for f in fields:
            if f.record and any(inner.fixed for inner in f.layout.fields.values()):
                raise TypeError(f"{self.name}.{f.name}: only a world's own fields may be fixed")

    def _place(self, fields: list[Field], at: int) -> int:
        for f in sorted(fields, key=lambda f: -f.align):
            at = _round_up(at, f.align)
            self.offsets[f.name] = at
            at += f.size
        return at

    def compiled(self, name: str) -> Callable[..., Any]:
        """One of the straight-line functions written for this record."""
        if not self._code:
            self._code = _write_code(self)
        return self._code[name]

    def dtype(self, tag: str = "") -> np.dtype[Any]:
        """The NumPy record; a tag makes two alike worlds different types."""
        import numpy as np

        names = list(self.offsets)
        formats: list[Any] = [_format(self.fields[n]) for n in names]
        offsets = [self.offsets[n] for n in names]
        size = self.size
        if tag:
            names, formats = [*names, f"_{tag}"], [*formats, "i8"]
            offsets = [*offsets, _round_up(size, 8)]
            size = _round_up(size, 8) + 8
        return np.dtype(
            {"names": names, "formats": formats, "offsets": offsets, "itemsize": size}, align=True
        )

    def identity_mask(self) -> bytes:
        """For every byte of the changing part, 255 where it makes a state what it is."""
        out = bytearray(self.state_size)
        for f in self.order:
            if not f.fixed and not f.clock:
                one = f.layout.identity_mask() if f.record else b"\xff" * f.align
                at = self.offsets[f.name]
                out[at : at + f.size] = one * max(1, f.capacity)
        return bytes(out)


def _round_up(n: int, to: int) -> int:
    return -(-n // to) * to


def _format(f: Field) -> Any:
    one: Any = f"<i{f.storage.size}" if f.storage else f.layout.dtype()
    return (one, (f.capacity,)) if f.is_list else one


def _write_code(layout: Layout) -> dict[str, Callable[..., Any]]:
    """Generate fill, clone, pack and key for one record, with no loop over its fields."""
    names: dict[str, Any] = {"cls": layout.cls, "new": layout.cls.__new__}
    fill, clone = ["def fill(o):"], ["def clone(a):", "  o = new(cls)"]
    for f in layout.order:
        if f.record:
            names[f"init_{f.name}"] = f.record
            names[f"clone_{f.name}"] = f.layout.compiled("clone")
        fill.append(f"  o.{f.name} = {_initial(f)}")
        clone.append(f"  o.{f.name} = {_copied(f)}")
    clone.append("  return o")
    source = [*fill, *clone]
    for how in ("pack", "key"):
        source += _writer(layout, how, names)
    exec("\n".join(source), names)  # as dataclasses do: one statement a field, no loop
    return {how: names[how] for how in ("fill", "clone", "pack", "key")}


def _initial(f: Field) -> str:
    if f.record:
        return "[]" if f.is_list and f.count else f"init_{f.name}()" if not f.is_list else (
            f"[init_{f.name}() for _ in range({f.capacity})]"
        )
    return f"[{f.default}] * {f.capacity}" if f.is_list else str(int(f.default))


def _copied(f: Field) -> str:
    if f.fixed:
        return f"a.{f.name}"
    if f.record:
        return f"[clone_{f.name}(x) for x in a.{f.name}]" if f.is_list else f"clone_{f.name}(a.{f.name})"
    return f"a.{f.name}[:]" if f.is_list else f"a.{f.name}"


def _writer(layout: Layout, how: str, names: dict[str, Any]) -> list[str]:
    """`pack` writes every byte; `key` only what makes a state what it is."""
    parts: list[str] = []
    run: list[Field] = []
    at = 0

    def flush() -> None:
        nonlocal at, run
        if not run:
            return
        code, values = "<", []
        for f in run:
            pad = layout.offsets[f.name] - at
            code += (f"{pad}x" if pad and how == "pack" else "") + _code(f)
            values.append(("*" if f.is_list else "") + f"a.{f.name}")
            at = layout.offsets[f.name] + f.size
        names[f"{how}{len(parts)}"] = struct.Struct(code).pack
        parts.append(f"{how}{len(parts)}({', '.join(values)})")
        run = []

    for f in layout.order:
        if how == "key" and (f.clock or f.fixed):
            continue
        if not f.record:
            run.append(f)
            continue
        flush()
        if how == "pack" and layout.offsets[f.name] > at:
            parts.append(repr(bytes(layout.offsets[f.name] - at)))
        names[f"{how}_{f.name}"] = f.layout.compiled(how)
        parts.append(_nested(f, how))
        at = layout.offsets[f.name] + f.size
    flush()
    if how == "pack" and at < layout.size:
        parts.append(repr(bytes(layout.size - at)))
    return [f"def {how}(a):", "  return " + (" + ".join(parts) or "b''")]


def _code(f: Field) -> str:
    assert f.storage is not None
    return f"{f.capacity}{f.storage.code}" if f.is_list else f.storage.code


def _nested(f: Field, how: str) -> str:
    if not f.is_list:
        return f"{how}_{f.name}(a.{f.name})"
    joined = f"b''.join([{how}_{f.name}(x) for x in a.{f.name}])"
    return joined + (f".ljust({f.size}, b'\\0')" if how == "pack" else "")


def clone(w: R) -> R:
    """A copy that shares only what is fixed."""
    copy: R = type(w).layout.compiled("clone")(w)
    return copy


def key(w: Record) -> bytes:
    """What makes this state what it is: equal keys, equal futures."""
    try:
        return bytes(type(w).layout.compiled("key")(w))
    except struct.error:
        raise OutOfRange(_misfit(w, type(w).layout) or "a value does not fit its field") from None


def pack(w: Record) -> bytes:
    """Every byte of the record as compiled code sees it."""
    try:
        data = bytes(type(w).layout.compiled("pack")(w))
    except struct.error:
        raise OutOfRange(_misfit(w, type(w).layout) or "a value does not fit its field") from None
    if len(data) != type(w).layout.size:
        raise OutOfRange(_overfull(w, type(w).layout))
    return data


def _overfull(w: Record, layout: Layout) -> str:
    found = ((f, len(getattr(w, f.name))) for f in layout.order if f.is_list)
    return "; ".join(f"{n} {f.name}, expected {f.capacity}" for f, n in found if n > f.capacity)


def _misfit(w: Record, layout: Layout) -> str:
    for f in layout.order:
        value = getattr(w, f.name)
        for k, one in enumerate(value if f.is_list else [value]):
            where = f"{f.name}[{k}]" if f.is_list else f.name
            if f.storage is None:
                found = _misfit(one, f.layout)
                if found:
                    return f"{where}.{found}"
            elif not f.storage.low <= one <= f.storage.high:
                return f"{where} = {one}, expected {f.storage.low} to {f.storage.high}"
    return ""


def unpack(cls: type[R], data: bytes) -> R:
    """The record whose bytes these are."""
    layout = cls.layout
    out: R = cls.__new__(cls)
    for f in layout.order:
        at = layout.offsets[f.name]
        if f.storage:
            values = struct.unpack_from("<" + _code(f), data, at)
            setattr(out, f.name, list(values) if f.is_list else values[0])
    for f in layout.order:
        if f.record:
            at, one = layout.offsets[f.name], f.layout.size
            parts = [
                unpack(f.record, data[at + k * one : at + (k + 1) * one])
                for k in range(_count(out, f))
            ]
            setattr(out, f.name, parts if f.is_list else parts[0])
    return out


def _count(w: Record, f: Field) -> int:
    return int(getattr(w, f.count)) if f.count else max(1, f.capacity)


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
            setattr(out, f.name, [from_json(inner, x) for x in value] if f.is_list else from_json(inner, value))
        else:
            setattr(out, f.name, list(value) if f.is_list else value)
    return out
