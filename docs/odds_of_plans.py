"""What a game's plans lead to, exactly: a table for the page of its rules."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from typing import Any

from affray.book.encounter import Encounter, find_encounter
from affray.book.ruleset import Ruleset
from affray.fight.fight import Fight, nobody
from affray.fight.plans import Offer, offers
from affray.odds.data import odds_data
from affray.odds.layers import NeverAsked
from affray.odds.of_plans import odds_of, position_of
from affray.oracles.watched import WatchedDice
from affray.rules.ask import ONGOING
from affray.rules.masks import is_single

BOLD = 1
"""The first temperament that thinks: who plays those that nobody asks about."""

ENCOUNTERS, MOMENTS = 3, 12
"""The smallest fights of a game, and how many moments of each are looked at."""

PATIENCE = 1.0
"""Seconds after which odds would be drawn by dice: such a plan is not listed."""


HEAD = """\
## Odds

What plans lead to where they first come up in the game's smallest fights, while others play boldly;
exactly, as `affray odds` says it of any moment.

| plan | leads to | chance | exactly | by the rules |
|---|---|---|---|---|"""


def odds_table(ruleset: Ruleset) -> Iterator[str]:
    """Every plan that may come off or not, once: where, what for, how likely, by which rules."""
    lines = list(_lines(ruleset))
    if lines:
        yield from (HEAD, *lines, "")


def _lines(ruleset: Ruleset) -> Iterator[str]:
    left = {plan.name for plan in ruleset.words.plans}
    for encounter in sorted(_encounters(ruleset), key=lambda one: len(one.entrants))[:ENCOUNTERS]:
        for fight in _moments(encounter):
            for offer in offers(fight):
                line = _line(fight, offer) if offer.name in left else ""
                if line:
                    left.remove(offer.name)
                    yield line


def _encounters(ruleset: Ruleset) -> list[Encounter]:
    return [find_encounter(name) for name in ruleset.encounter_files()]


def _moments(encounter: Encounter) -> Iterator[Fight]:
    """A fight between the bold, where somebody has a choice, evenly spread over it."""
    rules, w = encounter.ruleset, encounter.world()
    dice = WatchedDice(1, 0, rules.decide, [BOLD] * w.n)
    if encounter.start_index < 0:
        rules.begin(dice, w)
    while rules.outcome(w) == ONGOING:
        rules.step(dice, w)
    said = dice.said
    open_at = [k for k, (q, _) in enumerate(said) if not q.is_chance and not is_single(q.mask)]
    for k in range(min(MOMENTS, len(open_at))):
        fight = Fight(encounter, nobody)
        fight.live = [answer for _, answer in said[: open_at[k * len(open_at) // MOMENTS]]]
        fight.run()
        yield fight


def _line(fight: Fight, offer: Offer) -> str:
    """Nothing of a plan that is certain, has no number of its own, or takes too long to know it."""
    try:
        odds = odds_of(
            position_of(fight, offer.who), offer, [BOLD] * len(fight.names), patience=PATIENCE
        )
    except NeverAsked:
        return ""
    found = odds_data(odds, how=True)
    number = found["number"]
    if number is None or odds.sampled is not None or number["p"] in ("0/1", "1/1"):
        return ""
    p = Fraction(number["p"])
    where = f"{fight.names[offer.who]}: {offer.label} ({fight.encounter.name})"
    leads = " ".join(part for part in (number["who"], number["name"]) if part)
    return f"| {where} | {leads} | {100 * float(p):.2f} % | {p} | {_rules(found['how'])} |"


def _rules(how: list[dict[str, Any]]) -> str:
    cited = dict.fromkeys(rule for stage in how for rule in stage["rules"])
    return ", ".join(f"[{rule}](#{rule})" for rule in cited)
