"""Compiled walkers, where a game's rules are compiled; a game that cannot be says why."""

from __future__ import annotations

from typing import TYPE_CHECKING

from affray.errors import BadInput
from affray.ruleset import Ruleset

if TYPE_CHECKING:
    from affray.compiler.walker import CompiledWalker
    from affray.oracles.walker import PythonWalker

TAPE = "tape"
_refused: dict[Ruleset, str] = {}


def is_loaded(ruleset: Ruleset) -> bool:
    """Whether this process has the game's compiled tape at hand."""
    from affray.compiler.engine import engine_of

    return engine_of(ruleset).is_loaded(TAPE)


def why_not(ruleset: Ruleset) -> str:
    """Why a game's odds stay in CPython, where they do."""
    return _refused.get(ruleset, "")


def compiled_walker(slow: PythonWalker, must: bool) -> CompiledWalker | None:
    """A compiled walker of the same plan; None where nothing is compiled, unless it must be."""
    from affray.compiler.engine import engine_of
    from affray.compiler.layer import Unfit
    from affray.compiler.walker import CompiledWalker

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
