"""The program as a person starts it: whole processes, timed from outside."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

from benchmarks import clock
from benchmarks.engine import BRIDGE
from benchmarks.report import Row, below, row

AFFRAY = Path(sys.executable).with_name("affray")
SIM = ("sim", BRIDGE, "-n", "100000", "--seed", "7", "--engine", "native", "--json")


def start(quick: bool) -> Iterator[Row]:
    """`affray --help`"""
    spent = clock.best(lambda: _affray("--help"), 3 if quick else 10)
    yield row("affray --help", spent, "s", below(0.3))


def sim(quick: bool) -> Iterator[Row]:
    """`affray sim`, rules compiled before"""
    _affray(*SIM)
    spent = clock.best(lambda: _affray(*SIM), 2 if quick else 5)
    yield row(f"affray sim {BRIDGE} -n 100000, warm", spent, "s", below(2))


def _affray(*words: str) -> None:
    subprocess.run([str(AFFRAY), *words], check=True, stdout=subprocess.DEVNULL)
