"""The tree: probabilities that add to exactly 1, and agree with what the dice do."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Callable, Iterator
from fractions import Fraction
from itertools import islice
from math import sqrt
from typing import Any

import pytest

from affray.book.encounter import Encounter
from affray.conformance.playing import (
    MOST_LINES,
    Some,
    middles,
    odds_or_why,
    quick_odds,
    usual,
    watch,
)
from affray.fight.plans import offers
from affray.odds.of_plans import position_of
from affray.oracles.dice import Dice
from affray.oracles.tree import LineOfPlay, Tree, expand, lines, merge
from affray.rules.ask import ONGOING
from affray.rules.world import clone, key, pack

SAMPLES = 1200
MOST_STEPS = 8
FEWEST_STEPS, SOME_STEPS = 12, 25
SOME_POSITIONS = 8
MOST_PLANS = 40
RARE = 3


def _few_lines(
    encounter: Encounter, temperaments: list[int], w: Any, most: int = MOST_LINES
) -> list[LineOfPlay]:
    """All lines of a step; none where there are too many to walk in CPython."""
    tree = Tree(encounter.ruleset.decide, temperaments)
    found = list(islice(lines(tree, encounter.ruleset.step, w), most + 1))
    return found if len(found) <= most else []


def _is_small(encounter: Encounter, temperaments: list[int], w: Any) -> bool:
    return bool(_few_lines(encounter, temperaments, w))


def test_every_step_adds_to_exactly_one(encounter: Encounter, some: Some) -> None:
    """`merge` raises unless the exact sum is 1; random states, random and usual play.

    One fight more is walked where the compiled tree is compared.
    """
    walked = 0
    for k in range(max(2, some(3))):
        for at in islice(watch(encounter, 31, k), SOME_STEPS):
            if encounter.ruleset.outcome(at.world) != ONGOING:
                continue
            for temperaments in ([0] * len(encounter.entrants), usual(encounter)):
                found = _few_lines(encounter, temperaments, at.world, max(64, some(MOST_LINES)))
                if found:
                    reached = merge(found)
                    assert sum((p for _, p in reached.values()), Fraction(0)) == 1
                    assert all(p > 0 for _, p in reached.values())
                    walked += 1
    assert walked > 0


@pytest.mark.compiled
def test_compiled_tree_is_the_same_tree(encounter: Encounter, some: Some) -> None:
    from affray.compiler.engine import engine_of
    from affray.odds.compiled.exact import Exact

    layout = encounter.ruleset.world.layout
    mask = int.from_bytes(layout.identity_mask(), "little")

    def state(data: bytes) -> int:
        """What makes a state what it is, without unpacking it."""
        return int.from_bytes(data[: layout.state_size], "little") & mask

    walked = 0
    for temperaments in ([0] * len(encounter.entrants), usual(encounter)):
        data = pack(encounter.world())
        exact = Exact(engine_of(encounter.ruleset), temperaments, data)
        for at in islice(watch(encounter, 32, 0), max(FEWEST_STEPS, some(SOME_STEPS))):
            if encounter.ruleset.outcome(at.world) != ONGOING:
                continue
            few = _few_lines(encounter, temperaments, at.world)
            if not few:
                continue
            slow = merge(few)
            found = exact.expand(pack(at.world))
            fast = {state(end): p for end, p in found.items()}
            assert fast == {state(pack(end)): p for end, p in slow.values()}
            assert len(fast) == len(found)
            walked += len(slow) > 1
    assert walked > 0, "no step with two ends was walked"


@pytest.mark.compiled
def test_compiled_odds_are_the_same_odds(encounter: Encounter, some: Some) -> None:
    """Every plan offered in the middle of a fight, to the last fraction, roll and assumption."""
    compared = 0
    for fight in middles(encounter, some(SOME_POSITIONS)):
        for offer in offers(fight):
            position = position_of(fight, offer.who)
            slow = (
                quick_odds(position, offer, usual(encounter))
                if compared < some(MOST_PLANS)
                else None
            )
            if slow is not None:
                assert odds_or_why(position, offer, usual(encounter), "native") == slow, offer.label
                compared += 1
    assert compared > 0


def test_dice_agree_with_exact_odds(encounter: Encounter, some: Some) -> None:
    """Every headline field and every outcome, within 4 standard errors of its exact chance."""
    temperaments = usual(encounter)
    layers = _exact_layers(encounter, temperaments)
    exact: dict[Any, Fraction] = defaultdict(Fraction)
    for w, p in layers[-1]:
        for feature in _features(encounter, w):
            exact[feature] += p
    seen: Counter[Any] = Counter()
    samples = max(1, some(SAMPLES) // max(1, len(encounter.entrants) // 3))  # large ones are slow
    sure = max(k for k, layer in enumerate(layers) if len(layer) == 1)
    _require_sure(encounter, temperaments, layers[: sure + 1])
    for k in range(samples):
        w = clone(layers[sure][0][0])
        _walk(encounter, Dice(33, k, encounter.ruleset.decide, temperaments), w, sure, len(layers))
        seen.update(_features(encounter, w))
    assert len(layers) > 2, "a step at least"
    for feature in set(exact) | set(seen):
        p = float(exact[feature])
        error = 4 * sqrt(p * (1 - p) / samples) + 1e-12
        is_rare = min(p, 1 - p) * samples < RARE**2  # too few for a standard error
        rare = RARE if is_rare and some(SAMPLES) < SAMPLES else 0  # only where less is tried
        assert abs(seen[feature] / samples - p) <= error + rare / samples, (
            f"{_named(encounter, feature)}: {seen[feature] / samples:.4f} by dice, {p:.4f} exactly"
        )


def _exact_layers(encounter: Encounter, temperaments: list[int]) -> list[list[Any]]:
    """All worlds with their probabilities: at first, begun, and after each affordable step."""
    layers: list[list[Any]] = [[(encounter.world(), Fraction(1))]]
    layers.append(list(_expanded(encounter, temperaments, encounter.ruleset.begin)(layers[0])))
    if len(layers[-1]) > 50:  # too many beginnings to walk from: compare just those
        return layers
    step = _expanded(encounter, temperaments, encounter.ruleset.step)
    for _ in range(MOST_STEPS):
        if len(layers[-1]) > 400:
            return layers
        on = [w for w, _ in layers[-1][:3] if encounter.ruleset.outcome(w) == ONGOING]
        if not all(_is_small(encounter, temperaments, w) for w in on):
            return layers
        layers.append(list(step(layers[-1])))
    return layers


def _require_sure(encounter: Encounter, temperaments: list[int], layers: list[list[Any]]) -> None:
    """What is sure to come does come; every other fight may then begin there."""
    w = clone(layers[0][0][0])
    _walk(encounter, Dice(33, 0, encounter.ruleset.decide, temperaments), w, 0, len(layers))
    assert key(w) == key(layers[-1][0][0])


def _walk(encounter: Encounter, dice: Dice, w: Any, at: int, to: int) -> None:
    """From one layer into the last before another."""
    for k in range(at + 1, to):
        if k == 1:
            encounter.ruleset.begin(dice, w)
        elif encounter.ruleset.outcome(w) == ONGOING:
            encounter.ruleset.step(dice, w)


def _expanded(
    encounter: Encounter, temperaments: list[int], part: Callable[[Any, Any], None]
) -> Callable[[list[Any]], Iterator[Any]]:
    def go(layer: list[Any]) -> Iterator[Any]:
        merged: dict[bytes, tuple[Any, Fraction]] = {}
        for w, p in layer:
            over = part is encounter.ruleset.step and encounter.ruleset.outcome(w) != ONGOING
            tree = Tree(encounter.ruleset.decide, temperaments)
            reached = {key(w): (clone(w), Fraction(1))} if over else expand(tree, part, w)
            for state, (world, q) in reached.items():
                held = merged.get(state, (world, Fraction(0)))[1]
                merged[state] = (world, held + p * q)
        yield from merged.values()

    return go


def _named(encounter: Encounter, feature: tuple[Any, ...]) -> str:
    """'Ada wounds 2', 'outcome 0'."""
    if feature[0] == "outcome":
        return f"outcome {feature[1]}"
    who, name, value = feature
    return f"{encounter.entrants[who].name}: {name} {value}"


def _features(encounter: Encounter, w: Any) -> Iterator[tuple[Any, ...]]:
    yield ("outcome", encounter.ruleset.outcome(w))
    fields = type(w).layout.fields["creatures"].layout.fields.values()
    for i in range(w.n):
        for f in fields:
            if f.headline:
                yield (i, f.name, getattr(w.creatures[i], f.name))
