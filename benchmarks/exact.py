"""Exact answers: every line of play compiled and in CPython, one attack against icepool."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from typing import Any, cast

import icepool

from affray.book.encounter import Encounter, encounter_from, find_encounter
from affray.book.toml_tables import TomlTable
from affray.compiler.engine import Engine, engine_of
from affray.fight.plans import Offer, find_plan
from affray.odds.compiled.exact import Exact
from affray.odds.of_plans import Position, odds_of
from affray.oracles.tree import Tree, expand, lines
from affray.rules.world import pack
from benchmarks import clock
from benchmarks.compiling import apart, seats_of
from benchmarks.duels import dice
from benchmarks.engine import BRIDGE
from benchmarks.report import Row, at_least, below, row

RANDOM = 0


def eight() -> Encounter:
    """Four against four, side by side, so that every blow may find a helper."""
    kinds = ("knight", "ranger", "brute", "imp")
    line = [
        {"name": f"{side} {kind}", "from": kind, "side": side, "at": first + k}
        for side, first in (("heroes", 1), ("foes", 6))
        for k, kind in enumerate(kinds)
    ]
    top = {"ruleset": "skirmish", "title": "Eight in two lines", "creature": line}
    return encounter_from(TomlTable(top, "eight"), "eight")


def tree(quick: bool) -> Iterator[Row]:
    """lines of play, compiled and in CPython"""
    encounter, repeats = eight(), 5 if quick else 50
    worlds = [encounter.switched({}, name).world() for name in ("", "heroes knight")]
    inside, around = compiled_leaves(encounter, worlds, repeats)
    what = "8 at random, stances and a turn"
    yield row(f"tree, compiled walk ({what})", inside, "leaves/s", at_least(1_000_000))
    yield row("tree, compiled, with its fractions", around, "leaves/s")
    slow = python_leaves(encounter, worlds, 2 if quick else 10)
    yield row("tree, CPython, with its fractions", slow, "leaves/s")


def compiled_leaves(encounter: Encounter, worlds: list[Any], repeats: int) -> tuple[float, float]:
    """Leaves a second inside compiled code, and with all that Python does around it."""
    apart(BRIDGE, "tape")
    engine = engine_of(encounter.ruleset)
    packed = [pack(w) for w in worlds]
    exact = Exact(engine, [RANDOM] * worlds[0].n, packed[0])
    for data in packed:
        exact.expand(data)
    watch = clock.Stopwatch(engine.call)
    exact.leaves = 0
    exact.lines.engine = cast(Engine, Watched(engine, watch))
    spent = clock.seconds(lambda: [exact.expand(d) for _ in range(repeats) for d in packed])
    return exact.leaves / watch.spent, exact.leaves / spent


class Watched:
    """An engine whose calls are timed."""

    def __init__(self, engine: Engine, call: clock.Stopwatch) -> None:
        self.error, self.require, self.call = engine.error, engine.require, call


def python_leaves(encounter: Encounter, worlds: list[Any], repeats: int) -> float:
    rules = encounter.ruleset
    tree = Tree(rules.decide, [RANDOM] * worlds[0].n)
    leaves = sum(1 for w in worlds for _ in lines(tree, rules.step, w))
    return leaves / clock.best(lambda: [expand(tree, rules.step, w) for w in worlds], repeats)


def odds(quick: bool) -> Iterator[Row]:
    """the exact odds of one attack"""
    repeats = 200 if quick else 2000
    attack = Attack()
    same = attack.affray() == attack.icepool()
    yield Row(
        f"Ada strikes Grim: wounded {attack.affray()}", 1, "attack", "icepool says the same", same
    )
    ours, theirs = clock.by_turns([attack.ours, attack.theirs], repeats)
    yield row("exact odds of one attack, warm", 1000 / ours, "ms", below(1))
    yield row("the same two rolls in icepool", 1000 / theirs, "ms")


class Attack:
    """Ada strikes Grim, for whom Snick steps in; how likely is a wound?"""

    def __init__(self) -> None:
        self.encounter = find_encounter(BRIDGE).switched({}, start="Ada")
        self.world = self.encounter.world()
        names = self.encounter.names["creatures"]
        self.ada, self.grim, self.snick = (names.index(n) for n in ("Ada", "Grim", "Snick"))
        self.offer = self._strike()

    def _strike(self) -> Offer:
        plan = find_plan(self.encounter, "strike")
        assert plan is not None
        answers = plan.answers_for(self.world, self.ada, self.grim) or []
        return Offer(plan.name, plan.name, self.ada, tuple(answers), self.grim, plan)

    def affray(self) -> Fraction:
        position = Position(self.encounter, self.world)
        found = odds_of(position, self.offer, seats_of(self.encounter))
        return sum((o.p for o in found.outcomes if "wounded" in o.text), Fraction(0))

    def icepool(self) -> Fraction:
        w = self.world
        ada, grim, snick = (w.creatures[i] for i in (self.ada, self.grim, self.snick))
        hit = ada.might @ icepool.d6 >= grim.guard @ icepool.d6
        pierce = dice(w.weapons[ada.weapon].bite) >= snick.armor
        return Fraction(hit.map(lambda h: pierce if h else False).probability(True))

    def ours(self) -> int:
        self.affray()
        return 1

    def theirs(self) -> int:
        self.icepool()
        return 1
