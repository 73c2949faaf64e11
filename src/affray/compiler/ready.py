"""Making a game's compiled rules ready: compile, hold against CPython, only then keep.

What differs from CPython in a single byte is never used: the difference is remembered beside
where the code would lie, and the game stays in CPython until its rules or the compiler change.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from typing import Any

from affray.ask import ONGOING
from affray.compiler import build, cache
from affray.compiler.build import DICE, ORACLES
from affray.compiler.engine import Broken, Engine, Stepper, engine_of
from affray.compiler.machine import is_available
from affray.compiler.replay import Replayer
from affray.encounter import Encounter, read_encounter
from affray.errors import BadInput
from affray.oracles.watched import Watched
from affray.ruleset import Ruleset
from affray.world import OutOfRange, Record, pack, unpack

COMPARED = 1.0
"""Seconds of steps held against CPython before compiled code is used for the first time."""

MOST_FIGHTS = 1000

LOADING = 0.2
A_FUNCTION = 0.02
"""Seconds it takes to import and load what is compiled already, and to compile one function."""


class Differs(BadInput):
    """Compiled rules that do not play the same fight; a bug of ours, and nobody is to suffer it."""


class Unavailable(BadInput):
    """No compiler on this machine."""


def require_compiler() -> None:
    if not is_available():
        raise Unavailable(
            "no llvmlite for this machine, so no compiled rules; everything is played in CPython",
            field="native",
        )


def compile_oracle(engine: Engine, oracle: str) -> None:
    """Compile, compare, keep."""
    require_compiler()
    ruleset = engine.ruleset
    wanted = engine.recipe(oracle)
    mark = f"{wanted.key()}-differs"
    known = cache.load(ruleset.slug, mark)
    if known is not None:
        raise Differs(known[0]["problem"], file=ruleset.folder)
    made, store = build.compiled(wanted)
    engine.keep(oracle, made)
    try:
        compare(engine, oracle, COMPARED)
    except Differs as found:
        engine.drop(oracle)
        cache.store(ruleset.slug, mark, {"problem": str(found)}, b"")
        raise
    store()


def is_kept(ruleset: Ruleset, oracle: str) -> bool:
    """Whether an oracle's code is there already."""
    if not is_available():
        return False
    engine = engine_of(ruleset)
    return engine.is_loaded(oracle) or cache.has(ruleset.slug, engine.recipe(oracle).key())


def is_ready(ruleset: Ruleset) -> bool:
    """Whether a game's compiled rules are there, both oracles."""
    return all(is_kept(ruleset, oracle) for oracle in ORACLES)


def about_seconds(ruleset: Ruleset) -> float:
    """About how long compiling one oracle takes."""
    return COMPARED + A_FUNCTION * len(ruleset.functions())


def seconds_to_ready(ruleset: Ruleset) -> float | None:
    """About how long it takes until compiled fights can be played; None where they never can."""
    if not is_available():
        return None
    if is_kept(ruleset, DICE):
        return LOADING
    if cache.has(ruleset.slug, f"{engine_of(ruleset).recipe(DICE).key()}-differs"):
        return None
    return about_seconds(ruleset)


def prepare(ruleset: Ruleset) -> None:
    """Load both oracles, or compile them."""
    for oracle in ORACLES:
        engine_of(ruleset).made(oracle)


def compare(engine: Engine, oracle: str, seconds: float) -> int:
    """Hold compiled steps against CPython for that long; how many were the same."""
    until = time.monotonic() + seconds
    steps = 0
    for encounter, temperament, k in _fights(engine.ruleset):
        for _ in _same(engine, oracle, encounter, temperament, k):
            steps += 1
            if time.monotonic() > until:
                return steps
    return steps


def _fights(ruleset: Ruleset) -> Iterator[tuple[Encounter, int, int]]:
    """Fights of every encounter in turn, by everybody's temperament."""
    found = [read_encounter(path, name) for name, path in ruleset.encounter_files().items()]
    fights = [e for e in found if not e.is_between]
    for k in range(MOST_FIGHTS if fights else 0):
        for encounter in fights:
            yield encounter, k % len(ruleset.temperaments), k


def _same(
    engine: Engine, oracle: str, encounter: Encounter, temperament: int, k: int
) -> Iterator[None]:
    """One fight in both engines, compared after every step: by its dice, or by its answers."""
    ruleset = encounter.ruleset
    seats = [temperament] * len(encounter.entrants)
    w = encounter.world()
    dice = Watched(0, k, ruleset.decide, seats)
    played: Stepper | Replayer
    if oracle == DICE:
        played = Stepper(engine, pack(w), seats, 0, k)
    else:
        played = Replayer(engine, pack(w), dice.said)
    begun = encounter.start_index >= 0
    number = 0
    while not begun or ruleset.outcome(w) == ONGOING:
        dice.said.clear()
        (ruleset.step if begun else ruleset.begin)(dice, w)
        compiled = played.step if begun else played.begin
        _require_same(f"{encounter.name}, fight {k} of seed 0, step {number}", w, compiled, played)
        begun = True
        number += 1
        yield


def _require_same(
    where: str, w: Any, compiled: Callable[[], int], played: Stepper | Replayer
) -> None:
    try:
        compiled()
        wanted = pack(w)
    except (Broken, OutOfRange) as broken:
        raise Differs(f"{where}: {broken}") from None
    found = played.data()
    if found != wanted:
        raise Differs(f"{where}: {_first_difference(w, unpack(type(w), found))}")


def _first_difference(a: Record, b: Record, path: str = "") -> str:
    """The first field in which two records differ: CPython's value and the compiled one's."""
    for f in type(a).layout.fields.values():
        one, other = getattr(a, f.name), getattr(b, f.name)
        pairs = list(zip(one, other, strict=False)) if f.is_list else [(one, other)]
        for k, (x, y) in enumerate(pairs):
            name = f"{path}{f.name}" + (f"[{k}]" if f.is_list else "")
            if f.record:
                found = _first_difference(x, y, f"{name}.")
                if found:
                    return found
            elif x != y:
                return f"{name} is {int(x)} in CPython and {int(y)} compiled"
    return ""
