"""The program as a person starts it: whole processes, watched from outside."""

from __future__ import annotations

import os
import resource
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path
from time import perf_counter

from benchmarks.compiling import HEADLONG
from benchmarks.engine import BRIDGE
from benchmarks.report import Row, below, row

AFFRAY = Path(sys.executable).with_name("affray")
SEATS = ("--seat", f"heroes={HEADLONG}", "--seat", f"foes={HEADLONG}")
SIM = ("sim", BRIDGE, *SEATS, "--seed", "7", "--engine", "native", "--json")
FEW, MANY = ("-n", "100000"), ("-n", "1000000")
MB = 1 << 20


def start(quick: bool) -> Iterator[Row]:
    """`affray --help`"""
    yield from _timed("affray --help", ("--help",), 0.15, 3 if quick else 20)


def sim(quick: bool) -> Iterator[Row]:
    """`affray sim`, rules compiled before"""
    what = f"affray sim {BRIDGE} -n 100000, warm"
    yield from _timed(what, (*SIM, *FEW), 0.5, 3 if quick else 10)
    most = _memory(*SIM, *MANY)
    yield row(f"affray sim {BRIDGE} -n 1000000, memory", most / MB, "MB", below(300, relative=True))


def _timed(what: str, words: tuple[str, ...], goal: float, repeats: int) -> Iterator[Row]:
    """By the clock on the wall, and by the processor's, which others on the machine move less."""
    _affray(*words)
    runs = []
    for _ in range(repeats):
        began = perf_counter()
        used = _affray(*words)
        runs.append((perf_counter() - began, used.ru_utime + used.ru_stime))
    yield row(what, min(wall for wall, _ in runs), "s", below(goal))
    spent = min(spent for _, spent in runs)
    yield row(f"{what}, processor time", spent, "s")


def installed(quick: bool) -> Iterator[Row]:
    """an environment with Affray and what it needs, and nothing else"""
    what, goal = "an environment with Affray installed", below(377, relative=True)
    size = None if quick else _environment()
    yield row(what, size and size / MB, "MB", goal)


def _affray(*words: str) -> resource.struct_rusage:
    """Run it; what it used. Its modules are kept compiled, as they are where it is installed."""
    unset = ("PYTHONDONTWRITEBYTECODE",)
    environment = {k: v for k, v in os.environ.items() if k not in unset}
    process = subprocess.Popen([str(AFFRAY), *words], stdout=subprocess.DEVNULL, env=environment)
    _, status, used = os.wait4(process.pid, 0)
    process.returncode = os.waitstatus_to_exitcode(status)
    assert process.returncode == 0, words
    return used


def _memory(*words: str) -> int:
    """The most it had at once, in bytes. Started from a small process: until a program begins, its
    memory is counted as that of whoever starts it."""
    watch = (
        "import resource, subprocess, sys\n"
        "subprocess.run(sys.argv[1:], stdout=subprocess.DEVNULL, check=True)\n"
        "print(resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss)"
    )
    command = [sys.executable, "-S", "-c", watch, str(AFFRAY), *words]
    return int(subprocess.run(command, stdout=subprocess.PIPE, check=True).stdout) * 1024


def _environment() -> int | None:
    """The room a fresh environment takes on the disk; None where nothing can be fetched."""
    here = Path(__file__).parents[1]
    shutil.rmtree(here / "build" / "lib", ignore_errors=True)  # or what was deleted is packed too
    with tempfile.TemporaryDirectory(prefix="affray-size-") as folder:
        subprocess.run([sys.executable, "-m", "venv", folder], check=True)
        install = [f"{folder}/bin/python", "-m", "pip", "install", "-q", str(here)]
        if subprocess.run(install, capture_output=True).returncode != 0:
            return None
        files = (path.lstat() for path in Path(folder).rglob("*"))
        return sum(512 * found.st_blocks for found in files)
