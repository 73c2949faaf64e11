"""Compile one oracle type of an encounter's ruleset in a process of its own."""

from __future__ import annotations

import os
import subprocess
import sys

from affray.book.encounter import Encounter, find_encounter
from affray.book.home import CACHE
from affray.compiler import build
from affray.compiler.build import DICE
from affray.compiler.engine import Engine, engine_of
from affray.compiler.llvm.machine import host
from affray.fight.players import usual_player

HEADLONG = "headlong"
"""Who always does the same in the reference fight: it is written by hand in C, NumPy and icepool,
and figures of before are held against it."""


def seats_of(encounter: Encounter) -> list[int]:
    """Who plays what is timed: the headlong where a game has them, elsewhere the usual."""
    ruleset = encounter.ruleset
    player = HEADLONG if HEADLONG in ruleset.temperaments else usual_player(ruleset)
    return [ruleset.temperament(player)] * len(encounter.entrants)


def apart(name: str, kind: str, cache: str = "", alone: bool = False) -> float:
    """The seconds it took there; afterwards the code is in the cache.

    That for this encounter `alone`, or that for all of its game's.
    """
    environment = {**os.environ, **({CACHE: cache} if cache else {})}
    command = [sys.executable, "-m", "benchmarks.compiling", name, kind, *["alone"] * alone]
    done = subprocess.run(command, check=True, env=environment, stdout=subprocess.PIPE, text=True)
    return float(done.stdout)


def engine_for(name: str, alone: bool) -> Engine:
    """The engine of an encounter's game, or of the encounter alone."""
    encounter = find_encounter(name)
    engine, world = engine_of(encounter.ruleset), encounter.world()
    if not alone:
        return engine
    facts = engine.recipe(DICE).known(world, seats_of(encounter))
    return engine_of(encounter.ruleset, facts=facts)


def main(name: str, kind: str, alone: str = "") -> None:
    """What compiling takes, without the second in which it is held against CPython; or what
    loading takes beyond the import of llvmlite."""
    host()
    engine = engine_for(name, bool(alone))
    found = build.from_cache(engine.recipe(kind))
    if found is None:
        found, keep = build.compiled(engine.recipe(kind))
        keep()
    print(found.seconds)


if __name__ == "__main__":
    main(*sys.argv[1:])
