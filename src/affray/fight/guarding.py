"""What compiled code refuses, found in CPython with its line: once more, with a guard."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from typing import Any

from affray.book.ruleset import Ruleset
from affray.rules.homemade import AGAIN, import_folder, is_homemade
from affray.rules.layout import Field
from affray.rules.world import OutOfRange, R, Record, clone, pack, unpack


def require_fit(w: Record, start: Record, again: Callable[[Any], Any]) -> None:
    """Refuse what rules of one's own have written that does not fit, by the line that did.

    Games that come with Affray are proved; `again` leads from the start to this world.
    """
    if is_homemade(type(w).__module__):
        try:
            pack(w)
        except OutOfRange:
            again(guarded(start))
            raise


def as_compiled(ruleset: Ruleset, w: Record) -> tuple[Ruleset, Any]:
    """These rules and a copy of this world that refuse what compiled code does, by its line."""
    strict = _from_front(ruleset)
    return strict, guarded(unpack(strict.world, pack(w)))


def _from_front(ruleset: Ruleset) -> Ruleset:
    """The same rules with indexes that count from the front, as all of one's own do."""
    if is_homemade(ruleset.package):
        return ruleset
    try:
        found = getattr(import_folder(ruleset.folder, AGAIN), "RULESET", None)
    except ImportError:  # a package that is laid out otherwise and cannot be loaded alone
        return ruleset
    return found if isinstance(found, Ruleset) else ruleset


def guarded(w: R) -> R:
    """A copy that refuses what does not fit a field where it is written, as compiled code does."""
    copy = clone(w)
    _guard(copy)
    return copy


def _guard(one: Any) -> None:
    for f in type(one).layout.fields.values():
        held = getattr(one, f.name)
        if f.fixed:
            continue  # which copies share
        if f.record:
            for inner in held if f.is_list else [held]:
                _guard(inner)
        elif f.is_list:
            setattr(one, f.name, _GuardedNumbers(type(one), f, held))
    kind: Any = type(one)
    one.__class__ = _guarding(kind)


@cache
def _guarding(cls: type[Any]) -> type[Any]:
    """The same record, with a look at what it is given."""

    def put(self: Record, name: str, value: Any) -> None:
        _require(cls, cls.layout.fields[name], value)
        object.__setattr__(self, name, value)

    body = {"__slots__": (), "__setattr__": put, "__module__": cls.__module__}
    made: type[Record] = type(cls.__name__, (cls,), body)
    return made


class _GuardedNumbers(list[int]):
    """The numbers of a list, with a look at those it is given."""

    def __init__(self, cls: type[Record], f: Field, held: list[int]) -> None:
        super().__init__(held)
        self.cls, self.field = cls, f

    def __setitem__(self, k: Any, value: Any) -> None:
        _require(self.cls, self.field, value)
        super().__setitem__(k, value)


def _require(cls: type[Record], f: Field, value: Any) -> None:
    kept = f.storage
    if kept is not None and isinstance(value, int) and not kept.low <= value <= kept.high:
        problem = f"{cls.__name__}.{f.name} = {value}, expected {kept.low} to {kept.high}"
        raise OutOfRange(problem, cls.__module__)
