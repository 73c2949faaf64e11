"""Compile one oracle type of an encounter's ruleset in a process of its own."""

from __future__ import annotations

import os
import subprocess
import sys

from affray.book.encounter import find_encounter
from affray.compiler import build
from affray.compiler.cache import VARIABLE
from affray.compiler.engine import engine_of


def apart(name: str, kind: str, cache: str = "") -> float:
    """The seconds it took there; afterwards the code is in the cache."""
    environment = {**os.environ, **({VARIABLE: cache} if cache else {})}
    command = [sys.executable, "-m", "benchmarks.compiling", name, kind]
    done = subprocess.run(command, check=True, env=environment, stdout=subprocess.PIPE, text=True)
    return float(done.stdout)


def main(name: str, kind: str) -> None:
    """What compiling takes, without the second in which it is held against CPython."""
    engine = engine_of(find_encounter(name).ruleset)
    found = build.from_cache(engine.recipe(kind))
    if found is None:
        found, keep = build.compiled(engine.recipe(kind))
        keep()
    print(found.seconds)


if __name__ == "__main__":
    main(*sys.argv[1:])
