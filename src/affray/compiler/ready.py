"""Making a game's compiled rules ready: compile, hold against CPython, only then keep.

What differs from CPython in a single byte is never used: the difference is remembered beside
where the code would lie, and the game stays in CPython until its rules or the compiler change.
"""

from __future__ import annotations

from collections.abc import Sequence

from affray.book.encounter import Encounter
from affray.book.errors import BadInput
from affray.book.ruleset import Ruleset
from affray.compiler import build, cache
from affray.compiler.build import DICE, ORACLES, ORDINARY
from affray.compiler.compare import EnginesDiffer, compare
from affray.compiler.engine import Engine, engine_of
from affray.compiler.llvm.machine import is_available, why_not

COMPARED = 1.0
"""Seconds of steps held against CPython before compiled code is used for the first time."""

LOADING = 0.2
A_FUNCTION = 0.02
"""Seconds it takes to import and load what is compiled already, and to compile one function."""


class Unavailable(BadInput):
    """No compiler on this machine, or none that can be loaded."""


def require_compiler() -> None:
    if not is_available():
        raise Unavailable(
            f"{why_not()}, so no compiled rules; everything is played in CPython",
            field="native",
        )


def compile_oracle(engine: Engine, oracle: str, fights: Sequence[Encounter] = ()) -> None:
    """Compile, compare by these fights or all there are, keep."""
    require_compiler()
    ruleset = engine.ruleset
    wanted = engine.recipe(oracle)
    known = cache.load(wanted.shelf, build.mark(wanted))
    if known is not None:
        raise EnginesDiffer(known[0]["problem"], file=ruleset.folder)
    made, store = build.compiled(wanted)
    engine.keep(oracle, made)
    try:
        compare(engine, oracle, COMPARED, fights)
    except EnginesDiffer as found:
        remember(engine, oracle, found)
        raise
    except BaseException:  # a rule that goes wrong in CPython, or Ctrl-C: nothing was compared
        engine.drop(oracle)
        raise
    store()


def remember(engine: Engine, oracle: str, found: EnginesDiffer) -> None:
    """Use this code no more, now and later."""
    wanted = engine.recipe(oracle)
    cache.store(wanted.shelf, build.mark(wanted), {"problem": str(found)}, b"")
    engine.refuse(oracle, found)


def is_kept(ruleset: Ruleset, oracle: str, kind: str = ORDINARY) -> bool:
    """Whether an oracle's code is there already."""
    engine = engine_of(ruleset, kind)
    if engine.is_refused(oracle):
        return False
    return engine.is_loaded(oracle) or build.is_in_cache(engine.recipe(oracle))


def is_ready(ruleset: Ruleset) -> bool:
    """Whether a game's compiled rules are there, both oracles."""
    return all(is_kept(ruleset, oracle) for oracle in ORACLES)


def about_seconds(ruleset: Ruleset) -> float:
    """About how long compiling one oracle takes."""
    return COMPARED + A_FUNCTION * len(ruleset.functions())


def known_difference(ruleset: Ruleset, oracle: str = DICE, kind: str = ORDINARY) -> str:
    """What is known to be wrong with an oracle's compiled code, or nothing."""
    if not is_available():
        return ""
    found = cache.load(ruleset.slug, build.mark(engine_of(ruleset, kind).recipe(oracle)))
    return str(found[0]["problem"]) if found else ""


def seconds_to_ready(ruleset: Ruleset, oracle: str = DICE) -> float | None:
    """About how long it takes until compiled fights can be played; None where they never can."""
    if not is_available():
        return None
    if is_kept(ruleset, oracle):
        return LOADING
    engine = engine_of(ruleset)
    if engine.is_refused(oracle) or cache.has(ruleset.slug, build.mark(engine.recipe(oracle))):
        return None
    return about_seconds(ruleset)


def prepare(ruleset: Ruleset) -> None:
    """Load both oracles, or compile them."""
    for oracle in ORACLES:
        engine_of(ruleset).made(oracle)
