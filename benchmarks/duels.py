"""The reference duel with any number of wounds, and the same in icepool."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from time import process_time
from typing import Any

import icepool

from affray.book.encounter import Encounter, encounter_from
from affray.book.toml_tables import TomlTable
from affray.lab.solve import solve
from affray.rules import pools
from benchmarks import clock
from benchmarks.compiling import seats_of
from benchmarks.report import Row, below, row

LONG = 20
LAST_ROUND = 30
Wounds = tuple[int, int]
"""Of Ada and of Grim."""


def duel_of(toughness: int) -> Encounter:
    """Ada against Grim, each of whom takes so many wounds."""
    creatures = [
        {"name": name, "from": kind, "side": side, "at": at, "set": {"toughness": toughness}}
        for name, kind, side, at in (("Ada", "knight", "heroes", 1), ("Grim", "brute", "foes", 2))
    ]
    top = {"ruleset": "skirmish", "title": "A long duel", "creature": creatures}
    return encounter_from(TomlTable(top, "long"), "long")


def by_icepool(duel: Encounter) -> dict[str, Fraction]:
    """Who wins how often when both press: a die of wounds, led on a round thirty times."""
    ada, grim = duel.world().creatures[:2]
    blow, answer = _wounds(duel, 0, 1), _wounds(duel, 1, 0)

    def a_round(state: Wounds) -> Any:
        mine, theirs = state
        if mine >= ada.toughness or theirs >= grim.toughness:
            return state
        return blow.map(lambda hurt: _answered(mine, min(grim.toughness, theirs + hurt)))

    def _answered(mine: int, theirs: int) -> Any:
        if theirs >= grim.toughness:
            return (mine, theirs)
        return answer.map(lambda hurt: (min(ada.toughness, mine + hurt), theirs))

    found = icepool.Die([(0, 0)]).map(a_round, repeat=LAST_ROUND, star=False)
    foes = found.map(lambda state: state[0] >= ada.toughness, star=False).probability(True)
    heroes = found.map(lambda state: state[1] >= grim.toughness, star=False).probability(True)
    return {"heroes": heroes, "foes": foes, "none": 1 - heroes - foes}


def _wounds(duel: Encounter, i: int, j: int) -> Any:
    """What one blow does: two opposed pools, then armor."""
    w = duel.world()
    one, other = w.creatures[i], w.creatures[j]
    weapon = w.weapons[one.weapon]
    hit = (one.might + 1) @ icepool.d6 >= other.guard @ icepool.d6
    pierce = dice(weapon.bite) >= other.armor
    return (hit & pierce).map({True: weapon.wounds, False: 0})


def dice(pool: int) -> Any:
    """A pool as icepool writes it."""
    return sum((n @ icepool.d(sides) for n, sides in pools.counts(pool)), pools.bonus(pool))


def whole_duel(quick: bool) -> Iterator[Row]:
    """a whole duel exactly, and who wins it by icepool"""
    duel, repeats = duel_of(LONG), 5 if quick else 30
    seats = seats_of(duel)
    same = solve(duel, seats).wins() == by_icepool(duel)
    states = f"{solve(duel, seats).states:,} states"
    yield Row(f"a duel of {LONG} wounds, {states}", 1, "duel", "icepool says the same", same)
    ours = clock.best(lambda: solve(duel, seats).wins(), repeats, process_time)
    yield row("solved whole, as fractions", 1000 * ours, "ms", below(10))
    theirs = clock.best(lambda: by_icepool(duel), 2 if quick else 5, process_time)
    yield row("who wins it, in icepool", 1000 * theirs, "ms")
    yield row("solved whole against icepool's winner", theirs / ours, "times as fast")
