"""Fights on a graphics card, as one said when it was last asked (`benchmarks/on_device.py`).

    python -m benchmarks.on_card OUT.json NOTE

adds what it has said now to what is kept, and says whether each fight had the winner it has here.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from benchmarks.report import RESULTS, Goal, Row, at_least, row

KEPT = RESULTS.with_name("device.json")

FIGHTS: dict[tuple[str, str], float] = {
    ("skirmish/bridge", "dice"): 2e9,
    ("skirmish/bridge", "collapsed"): 4e9,
    ("dungeoneers-tactics/bridge-brawl", "dice"): 1e8,
}
"""Fights a second that are wanted; of all others, so many times one core's:"""
TIMES = 200


def kept(quick: bool) -> Iterator[Row]:
    """fights on a graphics card, the best of each as they were kept"""
    for run in json.loads(KEPT.read_text())["runs"][-1:]:
        where = f"{run['machine']['device'].partition(',')[0]}, {run['when'][:10]}"
        for best in _best(run["timed"]):
            name, dice = best["encounter"], best["dice"]
            said = f"{name}{'' if dice == 'dice' else ', collapsed'}, {best['code']} ({where})"
            fights = FIGHTS.get((name, dice))
            yield row(said, best["fights_a_second"], "fights/s", _goal(fights))
            if fights is None and dice == "dice":
                yield row(f"{name}, times one core", best["times"], "x", _goal(TIMES))


def _goal(least: float | None) -> Goal | None:
    return None if least is None else at_least(least, relative=True)


def _best(timed: list[dict[str, Any]]) -> list[dict[str, Any]]:
    found: dict[tuple[str, str], dict[str, Any]] = {}
    for one in timed:
        key = one["encounter"], one["dice"]
        if one.get("fights_a_second", 0) > found.get(key, {}).get("fights_a_second", 0):
            found[key] = one
    return list(found.values())


# What it has said now


def keep(said: Path, note: str, kept: Path = KEPT) -> list[str]:
    """Add a run to those that are kept; whatever was not the same, or not compared, a line each."""
    told = json.loads(said.read_text())
    items = [_in_short(item) for item in told["items"]]
    run = {
        "when": told["when"], "machine": told["machine"], "note": note,
        "timed": [one for one in items if one["code"] != SAMPLE],
        "samples": [one for one in items if one["code"] == SAMPLE],
        "counters": {what: _looked_at(one) for what, one in told.get("counters", {}).items()},
    }  # fmt: skip
    before = json.loads(kept.read_text())
    kept.write_text(json.dumps({**before, "runs": [*before["runs"], run]}, indent=1) + "\n")
    return [f"{one['encounter']} {one['dice']} {one['code']}" for one in items if not _same(one)]


SAMPLE = "sample"
LOOKED_AT = (
    "dram__bytes",
    "gpu__time",
    "l1tex__t_sector",
    "lts__t_sector_hit",
    "sm__icc",
    "sm__inst_executed.avg",
    "sm__warps_active.avg",
    "smsp__average_warp",
    "smsp__thread_inst_executed_per",
)
"""Of a thousand counters, what docs/performance.md speaks of."""


def _looked_at(counted: dict[str, Any]) -> dict[str, Any]:
    return {
        name: value
        for name, value in counted.get("counters", {}).items()
        if name.startswith(LOOKED_AT)
    }


def _same(one: dict[str, Any]) -> bool:
    return bool(one.get("compared")) and not one["differ"] and one["counts_same"] is not False


def _in_short(item: dict[str, Any]) -> dict[str, Any]:
    """One piece of code: what it was compared in, and its best time."""
    found: dict[str, Any] = {"encounter": item["encounter"], "dice": item["dice"]}
    found |= {"code": item["shape"]}
    for line in item["said"]:
        known = ("ptx", "through", "compared", "missed", "differ", "counts_same", "error")
        found |= {key: line[key] for key in known if key in line}
    found |= {key: item["used"][key] for key in ("stack", "registers") if key in item["used"]}
    rates = [line for line in item["said"] if "rate" in line]
    if rates:
        best = max(rates, key=lambda line: float(line["rate"]))
        found |= {key: best[key] for key in ("block", "threads", "share", "fights", "seconds")}
        found |= {"fights_a_second": round(best["rate"]), "one_core": item["cpu_rate"]}
        found["times"] = round(best["rate"] / item["cpu_rate"], 1)
    return found


if __name__ == "__main__":
    others = keep(Path(sys.argv[1]), sys.argv[2])
    sys.exit("not the same, or not compared: " + ", ".join(others) if others else 0)
