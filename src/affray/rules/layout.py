"""Where every field of a record stands in its bytes, and the code that moves it about."""

from __future__ import annotations

import struct
from collections.abc import Callable
from dataclasses import dataclass
from enum import IntEnum
from functools import cached_property
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    import numpy as np


@dataclass(frozen=True)
class Storage:
    """How an integer is kept in bytes."""

    code: str
    size: int
    is_pool: bool = False
    is_word: bool = False
    """Unsigned, as the generators of dice need it; no rule does."""

    @property
    def low(self) -> int:
        return 0 if self.is_word else -(1 << (8 * self.size - 1))

    @property
    def high(self) -> int:
        return (1 << (8 * self.size - (0 if self.is_word else 1))) - 1


@dataclass(frozen=True)
class Field:
    """One field of a record: what it holds and what may be done with it."""

    default: int = 0
    rule: str = ""
    of: type[IntEnum] | str | None = None
    mask: type[IntEnum] | str | None = None
    clock: bool = False
    scratch: bool = False
    secret: bool = False
    fixed: bool = False
    headline: bool = False
    lasting: bool = False
    low: int | None = None
    high: int | None = None
    capacity: int = 0
    count: str = ""
    content: tuple[str, ...] = ()
    by: type[IntEnum] | None = None
    name: str = ""
    storage: Storage | None = None
    record: type[Any] | None = None

    @property
    def is_flag(self) -> bool:
        return (self.low, self.high) == (0, 1)

    @property
    def has_limits(self) -> bool:
        return self.low is not None or self.high is not None

    def holds(self, value: int) -> bool:
        """Whether the rules know such a number here."""
        return (self.low is None or value >= self.low) and (self.high is None or value <= self.high)

    @property
    def limits(self) -> str:
        """'0 to 6 (DT-3)', as a person is told."""
        cited = f" ({self.rule})" if self.rule else ""
        if self.high is None:
            return f"{self.low} or more{cited}"
        least = "at most" if self.low is None else f"{self.low} to"
        return f"{least} {self.high}{cited}"

    @property
    def is_list(self) -> bool:
        return self.capacity > 0

    @property
    def is_identity(self) -> bool:
        """Whether it makes a state what it is."""
        return not (self.clock or self.scratch or self.fixed)

    @cached_property
    def is_plain(self) -> bool:
        """Whether it is a number that stands for nothing else."""
        is_pool = self.storage is not None and self.storage.is_pool
        names_something = self.of is not None or self.mask is not None or self.by is not None
        return not (self.record or self.is_list or is_pool or names_something)

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
        found: Layout = self.record.layout
        return found


class Layout:
    """Where every field of a record stands in its bytes, and code that moves it about."""

    def __init__(self, cls: type[Any], fields: list[Field]) -> None:
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
            if f.count and (f.count not in self.fields or not self.fields[f.count].is_plain):
                found = f"found {f.count!r}, expected the name of a field that counts it"
                raise TypeError(f"{self.name}.{f.name}: {found}")
        self._require_bits(self)

    def _require_bits(self, of_all: Layout) -> None:
        """A set has a bit for everything it may hold: the sign is none."""
        for f in self.fields.values():
            if f.record:
                f.layout._require_bits(of_all)
            elif f.mask is not None and f.storage is not None:
                named = of_all.fields.get(f.mask) if isinstance(f.mask, str) else f.mask
                most = named.capacity if isinstance(named, Field) else max(named or [-1]) + 1
                if most > 8 * f.storage.size - 1:
                    found = f"found a set of {most} in {8 * f.storage.size} bits"
                    raise TypeError(f"{self.name}.{f.name}: {found}, expected a larger number")

    @cached_property
    def limited(self) -> list[Field]:
        """The fields with a least or a greatest number, and those in which some have one."""
        return [f for f in self.order if f.has_limits or (f.record and f.layout.limited)]

    @cached_property
    def counted(self) -> dict[str, int]:
        """The fields that say how long a list is, and how long it can be."""
        lists = [f for f in self.fields.values() if f.count and f.record]
        return {f.count: min(g.capacity for g in lists if g.count == f.count) for f in lists}

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
            if f.is_identity:
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
    """Generate what is done to one kind of record, with no loop over its fields."""
    names: dict[str, Any] = {"cls": layout.cls, "new": layout.cls.__new__}
    fill, clone = ["def fill(o):", "  pass"], ["def clone(a):", "  o = new(cls)"]
    for f in layout.order:
        if f.record:
            names[f"init_{f.name}"] = f.record
            names[f"clone_{f.name}"] = f.layout.compiled("clone")
        fill.append(f"  o.{f.name} = {_initial(f)}")
        clone.append(f"  o.{f.name} = {_copied(f)}")
    clone.append("  return o")
    source = [*fill, *clone, *_within(layout, names), *_reader(layout, names)]
    for how in ("pack", "key"):
        source += _writer(layout, how, names)
    exec("\n".join(source), names)  # as dataclasses do: one statement a field, no loop
    return {how: names[how] for how in ("fill", "clone", "pack", "unpack", "key", "within")}


def _within(layout: Layout, names: dict[str, Any]) -> list[str]:
    """Whether every number that has limits keeps to them: asked after every step of a test."""
    tests = ["True"]
    for f in layout.limited:
        if f.record:
            names[f"within_{f.name}"] = f.layout.compiled("within")
            each = f"all(map(within_{f.name}, a.{f.name}))"
            tests.append(each if f.is_list else f"within_{f.name}(a.{f.name})")
            continue
        least, greatest = (
            f"{side}(a.{f.name})" if f.is_list else f"a.{f.name}" for side in ("min", "max")
        )
        tests += [] if f.low is None else [f"{least} >= {f.low}"]
        tests += [] if f.high is None else [f"{greatest} <= {f.high}"]
    return ["def within(a):", f"  return {' and '.join(tests)}"]


def _initial(f: Field) -> str:
    if f.record:
        return (
            "[]"
            if f.is_list and f.count
            else f"init_{f.name}()"
            if not f.is_list
            else (f"[init_{f.name}() for _ in range({f.capacity})]")
        )
    return f"[{f.default}] * {f.capacity}" if f.is_list else str(int(f.default))


def _copied(f: Field) -> str:
    if f.fixed:
        return f"a.{f.name}"
    if f.record:
        return (
            f"[clone_{f.name}(x) for x in a.{f.name}]"
            if f.is_list
            else f"clone_{f.name}(a.{f.name})"
        )
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
            code += (f"{pad}x" if pad and how == "pack" else "") + struct_code(f)
            values.append(("*" if f.is_list else "") + f"a.{f.name}")
            at = layout.offsets[f.name] + f.size
        names[f"{how}{len(parts)}"] = struct.Struct(code).pack
        parts.append(f"{how}{len(parts)}({', '.join(values)})")
        run = []

    for f in layout.order:
        if how == "key" and not f.is_identity:
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


def _reader(layout: Layout, names: dict[str, Any]) -> list[str]:
    """`unpack` reads a record from its bytes, from a place on."""
    code, at, k = "<", 0, 0
    flat, nested = [], []
    for f in layout.order:
        here = layout.offsets[f.name]
        if f.record:
            names[f"unpack_{f.name}"] = f.layout.compiled("unpack")
            one = f"unpack_{f.name}(data, at + {here}"
            each = f"o.{f.count}" if f.count else f.capacity
            many = f"[{one} + {f.layout.size} * k) for k in range({each})]"
            nested.append(f"  o.{f.name} = {many if f.is_list else one + ')'}")
            continue
        count = f.capacity if f.is_list else 1
        flat.append(f"  o.{f.name} = " + (f"list(t[{k}:{k + count}])" if f.is_list else f"t[{k}]"))
        code += f"{here - at}x" + struct_code(f)
        at, k = here + f.size, k + count
    names["read"] = struct.Struct(code).unpack_from
    head = ["def unpack(data, at=0):", "  o = new(cls)", "  t = read(data, at)"]
    return [*head, *flat, *nested, "  return o"]


def struct_code(f: Field) -> str:
    assert f.storage is not None
    return f"{f.capacity}{f.storage.code}" if f.is_list else f.storage.code


def _nested(f: Field, how: str) -> str:
    if not f.is_list:
        return f"{how}_{f.name}(a.{f.name})"
    joined = f"b''.join([{how}_{f.name}(x) for x in a.{f.name}])"
    return joined + (f".ljust({f.size}, b'\\0')" if how == "pack" else "")
