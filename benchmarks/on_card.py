"""Fights on a graphics card, as one said when it was last asked (`benchmarks/on_device.py`)."""

from __future__ import annotations

import json
from collections.abc import Iterator
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
