"""Compiled walkers, where a game's rules are compiled; a game that cannot be says why."""

from __future__ import annotations

from typing import TYPE_CHECKING

from affray.book.errors import BadInput
from affray.book.ruleset import Ruleset

if TYPE_CHECKING:
    from affray.odds.compiled.walker import CompiledWalker
    from affray.odds.walker import PythonWalker

TAPE = "tape"

AT_A_GLANCE = 0.5
WITHOUT_COMPILING = 4.0
"""Seconds a person at the table waits for exact odds: of compiled rules, and of CPython's."""

_refused: dict[Ruleset, str] = {}


def is_loaded(ruleset: Ruleset) -> bool:
    """Whether this process has the game's compiled tape at hand."""
    from affray.compiler.engine import engine_of

    return engine_of(ruleset).is_loaded(TAPE)


def is_at_hand(ruleset: Ruleset) -> bool:
    """The same, taken from the disk if it lies there."""
    from affray.compiler.engine import engine_of

    return engine_of(ruleset).load(TAPE)


def patience_with(ruleset: Ruleset) -> float:
    """How long exact odds may take at a table before lines are drawn by dice."""
    return AT_A_GLANCE if is_at_hand(ruleset) else WITHOUT_COMPILING


def load_or_say_why(ruleset: Ruleset) -> None:
    """Have the compiled tape at hand, or remember why that cannot be."""
    from affray.compiler.engine import engine_of

    try:
        engine_of(ruleset).made(TAPE)
    except BadInput as why:
        _refused[ruleset] = str(why)


def why_not(ruleset: Ruleset) -> str:
    """Why a game's odds stay in CPython, where they do."""
    return _refused.get(ruleset, "")


def compiled_walker(slow: PythonWalker, must: bool) -> CompiledWalker | None:
    """A compiled walker of the same plan; None where nothing is compiled, unless it must be."""
    from affray.compiler.engine import engine_of
    from affray.odds.compiled.walker import CompiledWalker
    from affray.odds.layers import Unfit

    ruleset = slow.ruleset
    engine = engine_of(ruleset)
    try:
        if must:
            engine.made(TAPE)
        elif ruleset in _refused or not engine.load(TAPE):
            return None
        return CompiledWalker(engine, slow)
    except Unfit:
        return None
    except BadInput as why:
        if must:
            raise
        _refused[ruleset] = str(why)
        return None
