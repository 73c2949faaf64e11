"""Compile one oracle type of an encounter's ruleset in a process of its own."""

from __future__ import annotations

import os
import subprocess
import sys

from affray.encounter import find_encounter
from affray.oracles.native.cache import VARIABLE
from affray.oracles.native.engine import engine_of


def apart(name: str, kind: str, cache: str = "") -> float:
    """The seconds it took there; afterwards the code is in the cache."""
    environment = {**os.environ, **({VARIABLE: cache} if cache else {})}
    command = [sys.executable, "-m", "benchmarks.compiling", name, kind]
    done = subprocess.run(command, check=True, env=environment, stdout=subprocess.PIPE, text=True)
    return float(done.stdout)


def main(name: str, kind: str) -> None:
    encounter = find_encounter(name)
    print(engine_of(encounter.ruleset).compile(kind, encounter.world()))


if __name__ == "__main__":
    main(*sys.argv[1:])
