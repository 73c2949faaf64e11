"""The odds people wait for: every plan offered in the middle of every sample encounter."""

from __future__ import annotations

import time
from collections.abc import Iterator
from typing import NamedTuple

from affray.book.encounter import Encounter, find_encounter
from affray.book.shelf import SHELF
from affray.compiler.engine import engine_of
from affray.fight.fight import Fight, nobody
from affray.fight.plans import Offer, offers
from affray.odds.layers import NeverAsked
from affray.odds.of_plans import odds_of, position_of
from affray.oracles.watched import WatchedDice
from affray.rules.ask import ONGOING
from affray.rules.masks import is_single
from benchmarks.report import Row, below, row

POSITIONS = 20
MOST = {"plunder/bone-cellar": 500}
"""Milliseconds, where an encounter has a goal of its own."""
BOLD = 1


class Asked(NamedTuple):
    """One plan of one position, and how long its odds took."""

    encounter: str
    who: str
    plan: str
    seconds: float
    lines: int
    sampled: bool


def positions(encounter: Encounter, count: int, seed: int = 7) -> Iterator[Fight]:
    """A fight between the bold, looked at where somebody has a choice, evenly spread over it."""
    rules, w = encounter.ruleset, encounter.world()
    dice = WatchedDice(seed, 0, rules.decide, [BOLD] * w.n)
    if encounter.start_index < 0:
        rules.begin(dice, w)
    while rules.outcome(w) == ONGOING:
        rules.step(dice, w)
    open_at = [k for k, (q, _) in enumerate(dice.said) if not q.is_chance and not is_single(q.mask)]
    chosen = [open_at[k * len(open_at) // count] for k in range(min(count, len(open_at)))]
    for at in [open_at[0], *chosen]:
        fight = Fight(encounter, nobody)
        fight.live = [answer for _, answer in dice.said[:at]]
        fight.run()
        yield fight


def asked(fight: Fight, offer: Offer, patience: float) -> Asked | None:
    who = offer.who
    position = position_of(fight, who)
    started = time.perf_counter()
    try:
        odds = odds_of(position, offer, [BOLD] * len(fight.names), patience=patience)
    except NeverAsked:
        return None
    spent = time.perf_counter() - started
    name = fight.encounter.name
    return Asked(name, fight.names[who], offer.label, spent, odds.lines, odds.sampled is not None)


def every_plan(name: str, count: int, patience: float) -> list[Asked]:
    encounter = find_encounter(name)
    engine_of(encounter.ruleset).made("tape")
    found = [
        asked(fight, offer, patience)
        for fight in positions(encounter, count)
        for offer in offers(fight)
    ]
    return [one for one in found if one is not None]


def odds_of_plans(quick: bool) -> Iterator[Row]:
    """odds of every plan offered in the middle of every sample encounter, compiled"""
    everything: list[Asked] = []
    for ruleset in SHELF.all():
        for name in ruleset.encounter_files():
            found = every_plan(name, 3 if quick else POSITIONS, 0.5)
            everything += found
            worst = max(found, key=lambda one: one.seconds)
            sampled = sum(one.sampled for one in found)
            note = f", {sampled} of {len(found)} sampled" if sampled else ""
            said = f"{name}, worst plan: {worst.who}, {worst.plan}{note}"
            goal = below(MOST[name]) if name in MOST else None
            yield row(said, worst.seconds * 1000, "ms", goal)
    times = sorted(one.seconds for one in everything)
    yield row("95 of 100 plans' odds within", times[len(times) * 95 // 100] * 1000, "ms", below(50))
    yield row("the worst plan's odds", times[-1] * 1000, "ms", below(1000))
