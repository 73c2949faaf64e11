"""Compile one oracle type of an encounter's ruleset in a process of its own."""

from __future__ import annotations

import os
import subprocess
import sys

from affray.book.encounter import find_encounter
from affray.book.home import CACHE
from affray.compiler import build
from affray.compiler.build import DICE
from affray.compiler.engine import Engine, engine_of
from affray.compiler.llvm.machine import host

BOLD = 1
"""The first temperament that thinks; 0 is random in every ruleset."""


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
    facts = engine.recipe(DICE).known(world, [BOLD] * world.n)
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
