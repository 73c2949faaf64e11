"""What a device's processors do in the midst of fights, by NVIDIA's `ncu`, where it is there.

    ncu ... python3 benchmarks/counters.py build/device NUMBER

plays one piece of code of `benchmarks/device.py` for so many steps that its fights are anywhere,
and then the few steps that are counted; `counted` does that and reads what `ncu` says.
"""

from __future__ import annotations

import csv
import json
import os
import shutil
import subprocess
import sys
import time
from collections.abc import Sequence
from functools import cache
from pathlib import Path
from typing import Any

STEPS = {
    "skirmish/bridge": (4000, 1000),
    "dungeoneers-tactics/bridge-brawl": (400, 40),
    "story-mode/coven": (1000, 40),
    "rpg-hell/wolf-road": (2000, 40),
}
"""What is counted, and after how many steps how many of them."""

SECTIONS = ("SpeedOfLight", "WarpStateStats", "SchedulerStats", "Occupancy", "LaunchStats",
            "MemoryWorkloadAnalysis", "MemoryWorkloadAnalysis_Tables")  # fmt: skip

METRICS = (
    "smsp__thread_inst_executed_per_inst_executed.ratio", "smsp__inst_executed.sum",
    "smsp__thread_inst_executed.sum", "sm__inst_executed.avg.per_cycle_active",
    "l1tex__t_sectors_pipe_lsu_mem_local_op_ld.sum",
    "l1tex__t_sectors_pipe_lsu_mem_local_op_ld_lookup_hit.sum",
    "l1tex__t_sectors_pipe_lsu_mem_local_op_st.sum",
    "l1tex__t_sectors_pipe_lsu_mem_local_op_st_lookup_hit.sum",
    "dram__bytes_read.sum", "dram__bytes_write.sum", "gpu__time_duration.sum",
)  # fmt: skip


WORKED_OUT = ("rate", "throughput", "pct", "ratio", "per_")
"""Names of what is no plain count."""


class Over(Exception):
    """The steps that are counted are done."""


def watch(folder: Path, number: int) -> None:
    """Two launches: steps that go before, and those that are counted."""
    from affray.compiler.card import BLOCK
    from benchmarks.on_device import code_for, crowd_for
    from benchmarks.plain import Plain

    item = json.loads((folder / "items.json").read_text())[number]
    before, then = STEPS[item["encounter"]]
    crowd = crowd_for(folder, item, Plain(code_for(folder, item, False), BLOCK, False))
    launch, done = crowd.device.launch, []

    def twice(threads: int, given: Sequence[Any]) -> None:
        launch(threads, given)
        done.append(threads)
        crowd.steps = then
        if len(done) == 2:
            raise Over

    crowd.device.launch = twice  # type: ignore[method-assign]
    crowd._pace = lambda spent: None  # type: ignore[method-assign]
    crowd.steps = before
    share = 256 if item["encounter"].startswith("skirmish/") else 1
    try:
        crowd.play(7, 1 << 33, share * (1 << 22), share)
    except Over:
        os._exit(0)


@cache
def _known(ncu: str) -> set[str]:
    """The names `ncu` has here; of instructions that were not at hand, too."""
    command = [ncu, "--query-metrics", "--chip", "gh100"]
    try:
        said = subprocess.run(command, capture_output=True, text=True, timeout=25, check=False)
    except (OSError, subprocess.SubprocessError):
        return set()
    return {line.split()[0] for line in said.stdout.splitlines() if "__" in line}


def _ncu() -> str:
    return shutil.which("ncu") or "/usr/local/cuda/bin/ncu"


def look_up() -> None:
    """Ask for the names before they are needed: it takes a while."""
    _known(_ncu())


def asked(ncu: str, fetched: bool) -> list[str]:
    """All that is asked for, as far as `ncu` knows it; if wanted, how code is fetched."""
    known = _known(ncu)
    found = [name for name in METRICS if not known or name.split(".")[0] in known]
    plain = [name for name in sorted(known) if not any(part in name for part in WORKED_OUT)]
    more = [f"{name}.sum" for name in plain if "__icc_" in name or "__gcc_" in name]
    return found + more if fetched else found


def counted(folder: Path, number: int, limit: float) -> dict[str, Any]:
    """What `ncu` counted, by its names; or why it did not."""
    ends = time.monotonic() + limit
    found = _counted(folder, number, limit, True)
    if "error" in found and ends - time.monotonic() > 8:
        again = _counted(folder, number, ends - time.monotonic(), False)
        return {**again, "first": found}
    return found


def _counted(folder: Path, number: int, limit: float, fetched: bool) -> dict[str, Any]:
    started, ncu = time.monotonic(), _ncu()
    metrics = ",".join(asked(ncu, fetched))
    command = [ncu, "--clock-control", "none", "--kernel-name", "fights", "--launch-skip", "1",
               "--launch-count", "1", "--page", "raw", "--csv", "--metrics", metrics,
               *(part for name in SECTIONS for part in ("--section", name)),
               sys.executable, __file__, str(folder), str(number)]  # fmt: skip
    try:
        done = subprocess.run(command, capture_output=True, text=True, timeout=limit, check=False)
    except (OSError, subprocess.SubprocessError) as broken:
        return {"error": str(broken)[-300:]}
    rows = list(csv.reader(line for line in done.stdout.splitlines() if line.startswith('"')))
    spent = round(time.monotonic() - started, 1)
    if len(rows) < 3:
        return {"error": (done.stdout + done.stderr)[-1500:], "wall": spent}
    names, units, values = rows[0], rows[1], rows[2]
    said = {n: f"{v} {u}".strip() for n, u, v in zip(names, units, values, strict=True)}
    return {"wall": spent, "counters": {n: v for n, v in said.items() if "__" in n}}


if __name__ == "__main__":
    watch(Path(sys.argv[1]), int(sys.argv[2]))
