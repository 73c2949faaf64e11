"""A table in a process of its own, and what it costs: memory and processor time."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from contextlib import suppress
from pathlib import Path

MEGABYTE = 1 << 20


class Served:
    """The program itself on a folder; closed when it is left."""

    def __init__(self, data: Path, compiles: bool = False) -> None:
        given = ["table", "--no-browser", "--data", str(data), "--port", "0"]
        command = [sys.executable, "-m", "affray", *given, *([] if compiles else ["--no-compile"])]
        environment = {**os.environ, "AFFRAY_HOME": str(data), "BROWSER": "true"}
        if not compiles:  # nor is what happens to lie compiled on this machine
            environment["AFFRAY_CACHE"] = str(data / "cache")
        self.process = subprocess.Popen(command, stdout=subprocess.PIPE, text=True, env=environment)
        assert self.process.stdout is not None
        line = self.process.stdout.readline()
        found = re.search(r"http://[^/]+", line)
        if not found:
            raise SystemExit(f"the table did not open: {line}")
        self.url = found[0]

    def __enter__(self) -> Served:
        return self

    def __exit__(self, *_: object) -> None:
        self.process.terminate()
        self.process.wait(timeout=30)
        assert self.process.stdout is not None
        self.process.stdout.close()

    def megabytes(self) -> float | None:
        """Of the server and all it started; None where the system does not tell."""
        if not Path("/proc/self/statm").exists():
            return None
        return sum(_resident(pid) for pid in _family(self.process.pid)) / MEGABYTE

    def seconds(self) -> float | None:
        """Processor time of the server alone: what a busy machine spoils least."""
        return _seconds(self.process.pid)

    def all_seconds(self) -> float | None:
        """The same with all it started."""
        found = [_seconds(pid) for pid in _family(self.process.pid)]
        return None if None in found else sum(one or 0.0 for one in found)


def _seconds(pid: int) -> float | None:
    try:
        fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    except OSError:
        return None
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def _family(pid: int) -> list[int]:
    out = [pid]
    for told in Path(f"/proc/{pid}/task").glob("*/children"):
        with suppress(OSError):  # one that has just ended
            out += [one for child in told.read_text().split() for one in _family(int(child))]
    return out


def _resident(pid: int) -> int:
    """What it holds of the machine's memory; of pages that several hold, its share, where the
    system tells: the server and its workers have libraries in common."""
    with suppress(OSError, IndexError):  # not everywhere; of one that has just ended it is empty
        told = Path(f"/proc/{pid}/smaps_rollup").read_text()
        return 1024 * int(told.partition("\nPss:")[2].split()[0])
    try:
        pages = int(Path(f"/proc/{pid}/statm").read_text().split()[1])
    except OSError:
        return 0
    return pages * os.sysconf("SC_PAGE_SIZE")
