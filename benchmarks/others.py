"""One duel in everything one might write it in, and fights of other programs beside ours."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator
from copy import deepcopy
from fractions import Fraction
from importlib import import_module
from importlib.util import find_spec
from time import process_time
from typing import Any

import numpy as np

from affray.book.encounter import find_encounter
from affray.fight.loop import play
from affray.lab.solve import solve
from affray.oracles.dice import Dice
from affray.rules import pools
from affray.rules.world import clone
from benchmarks import reference
from benchmarks.compiling import seats_of
from benchmarks.engine import SEED, Native
from benchmarks.exact import Attack
from benchmarks.report import Row, row

DUEL = "skirmish/duel"
LAST_ROUND = 30
Played = tuple[int, int]
"""Fights, and how many of them the first side won."""


def duels(quick: bool) -> Iterator[Row]:
    """one duel: compiled rules, C, NumPy, Python by hand, the rules in CPython"""
    seconds = 0.3 if quick else 3.0
    exact = _exact()
    native = 0.0
    for name, run in _runs():
        fights, wins, spent = _gathered(run, seconds)
        native = native or fights / spent
        error = abs(wins / fights - exact) / (exact * (1 - exact) / fights) ** 0.5
        yield row(f"{DUEL}, {name}", fights / spent, "fights/s")
        yield Row(f"{DUEL}, {name}, off by", error, "errors", "within 5 of the exact", error < 5)
        if name != "compiled rules":
            yield row(f"compiled rules against {name}", native / (fights / spent), "times")


def fights(quick: bool) -> Iterator[Row]:
    """a hero against an orc in other programs, and the odds of two rolls"""
    seconds = 0.5 if quick else 3.0
    theirs = _other("dnd_5e_core", _dnd, seconds)
    yield row("dnd-5e-core, a fighter and an orc", theirs, "fights/s")
    yield row("natural_20.py, a fighter and an orc (not on PyPI)", None, "fights/s")
    done, _, spent = _gathered(_native("plunder/regdar-and-the-orc", 2000), seconds)
    yield row("plunder/regdar-and-the-orc, compiled", done / spent, "fights/s")
    done, _, spent = _gathered(_cpython("plunder/regdar-and-the-orc", 1), seconds)
    yield row("plunder/regdar-and-the-orc, the rules in CPython", done / spent, "fights/s")
    yield row("the rules in CPython against dnd-5e-core", _times(done / spent, theirs), "times")
    yield from _two_rolls(20 if quick else 200)


def _two_rolls(n: int) -> Iterator[Row]:
    """Exact odds of a blow: to hit, then through the armor, and all that is told of it here."""
    attack = Attack()
    ours, icepool = _each(attack.affray, n), _each(attack.icepool, n)
    dyce = _each(lambda: _dyce(attack), n) if find_spec("dyce") else None
    if dyce is not None:
        same = attack.affray() == attack.icepool() == _dyce(attack)
        yield Row("exact odds of two rolls", 1, "blow", "icepool and dyce say the same", same)
    for name, spent in (("Affray", ours), ("icepool", icepool), ("dyce", dyce)):
        yield row(f"exact odds of two rolls, {name}", spent and 1000 * spent, "ms")
        if name != "Affray":
            yield row(f"Affray against {name}, two rolls", _times(spent, ours), "times as fast")


def _times(one: float | None, other: float | None) -> float | None:
    return one / other if one is not None and other is not None else None


def _each(run: Callable[[], object], n: int) -> float:
    began = process_time()
    for _ in range(n):
        run()
    return (process_time() - began) / n


def _gathered(run: Callable[[], Played], seconds: float) -> tuple[int, int, float]:
    """Fights, wins and the time they took; once before, for what is made once."""
    run()
    began, fights, wins = process_time(), 0, 0
    while (spent := process_time() - began) < seconds:
        more, won = run()
        fights, wins = fights + more, wins + won
    return fights, wins, spent


def _other(needs: str, made: Callable[[], Callable[[], Played]], seconds: float) -> float | None:
    if find_spec(needs) is None:
        return None
    fights, _, spent = _gathered(made(), seconds)
    return fights / spent


def _exact() -> float:
    """How often the first side wins, to the last fraction."""
    encounter = find_encounter(DUEL)
    solved = solve(encounter, seats_of(encounter))
    return float(solved.wins()[encounter.sides[0]])


def _runs() -> Iterator[tuple[str, Callable[[], Played]]]:
    yield "compiled rules", _native(DUEL, 20_000)
    if reference.compiler() is not None:
        yield "hand-written C", _c()
    yield "NumPy in lock-step", _numpy(20_000)
    yield "hand-written Python", _python(200)
    yield "the rules in CPython", _cpython(DUEL, 20)


def _native(name: str, n: int) -> Callable[[], Played]:
    native, firsts = Native(name), iter(range(0, 1 << 62, n))

    def run() -> Played:
        block = native.play_from(next(firsts), n)
        return n, sum(winner == 0 for winner in block.winners)

    return run


def _c() -> Callable[[], Played]:
    by_hand, n = reference.Reference(find_encounter(DUEL).world()), 20_000
    firsts = iter(range(0, 1 << 62, n))

    def run() -> Played:
        block = by_hand.play(SEED, next(firsts), n)
        return n, sum(winner == 0 for winner in block.winners)

    return run


def _cpython(name: str, n: int) -> Callable[[], Played]:
    encounter = find_encounter(name)
    world, numbers = encounter.world(), iter(range(1 << 62))

    def run() -> Played:
        ruleset, wins = encounter.ruleset, 0
        for _ in range(n):
            dice = Dice(SEED, next(numbers), ruleset.decide, seats_of(encounter))
            wins += play(ruleset, dice, clone(world), False) == 0
        return n, wins

    return run


Numbers = tuple[int, int, int, int, list[tuple[int, int]], int]
"""Dice to hit and to ward, armor, toughness, a weapon's dice and its wounds."""


def _fighters() -> list[Numbers]:
    """The two of the duel as bare numbers; the headlong press, and so have a die more."""
    w = find_encounter(DUEL).world()
    return [
        (
            c.might + 1, c.guard, c.armor, c.toughness,
            list(pools.counts(w.weapons[c.weapon].bite)), w.weapons[c.weapon].wounds,
        )
        for c in w.creatures[: w.n]
    ]  # fmt: skip


def _python(n: int) -> Callable[[], Played]:
    """As somebody writes it who wants to know today."""
    fighters, rng = _fighters(), random.Random(SEED)

    def roll(dice: list[tuple[int, int]]) -> int:
        return sum(rng.randint(1, sides) for count, sides in dice for _ in range(count))

    def fight() -> int:
        left = [fighters[0][3], fighters[1][3]]
        for _ in range(LAST_ROUND):
            for i in (0, 1):
                might, _, _, _, bite, wounds = fighters[i]
                _, guard, armor, *_ = fighters[1 - i]
                if roll([(might, 6)]) >= roll([(guard, 6)]) and roll(bite) >= armor:
                    left[1 - i] -= wounds
                if left[1 - i] <= 0:
                    return i
        return -1

    return lambda: (n, sum(fight() == 0 for _ in range(n)))


def _numpy(n: int) -> Callable[[], Played]:
    """All fights at once, a blow at a time; whoever is done stays where they are."""
    fighters, rng = _fighters(), np.random.default_rng(SEED)

    def roll(dice: list[tuple[int, int]]) -> Any:
        return sum(rng.integers(1, sides + 1, (count, n)).sum(axis=0) for count, sides in dice)

    def run() -> Played:
        left = np.array([[f[3]] * n for f in fighters])
        for _ in range(LAST_ROUND):
            for i in (0, 1):
                might, _, _, _, bite, wounds = fighters[i]
                _, guard, armor, *_ = fighters[1 - i]
                lands = (roll([(might, 6)]) >= roll([(guard, 6)])) & (roll(bite) >= armor)
                left[1 - i] -= wounds * (lands & (left > 0).all(axis=0))
            if not (left > 0).all(axis=0).any():
                break
        return n, int(((left[0] > 0) & (left[1] <= 0)).sum())

    return run


def _dnd() -> Callable[[], Played]:
    """dnd-5e-core's own turns; the same two people begin every fight anew."""
    loader = import_module("dnd_5e_core.data.loader")
    maker = import_module("dnd_5e_core.data.loaders").simple_character_generator
    combat = import_module("dnd_5e_core.combat").CombatSystem(verbose=False)
    random.seed(SEED)
    hero = maker(level=3, race_name="human", class_name="fighter", name="Ada")
    orc = loader.load_monster("orc")

    def run() -> Played:
        h, o = deepcopy(hero), deepcopy(orc)
        for number in range(1, LAST_ROUND + 1):
            combat.character_turn(h, [h], [o], [h])
            if o.hit_points > 0:
                combat.monster_turn(o, [o], [h], [h], number)
            if h.hit_points <= 0 or o.hit_points <= 0:
                break
        return 1, int(h.hit_points > 0)

    return run


def _dyce(attack: Attack) -> Fraction:
    H = import_module("dyce").H
    w = attack.world
    ada, grim, snick = (w.creatures[i] for i in (attack.ada, attack.grim, attack.snick))
    hit = (ada.might @ H(6)).ge(grim.guard @ H(6))
    bite = sum((n @ H(sides) for n, sides in pools.counts(w.weapons[ada.weapon].bite)), H({0: 1}))
    pierce = bite.ge(snick.armor)
    return Fraction(hit[1] * pierce[1], hit.total * pierce.total)
