"""What `?` shows: the odds of every plan of a menu, or the working behind one."""

from __future__ import annotations

from collections.abc import Iterator

from affray.fight.given import Given
from affray.fight.plans import Offer
from affray.fight.players import Players
from affray.odds.layers import NeverAsked
from affray.odds.of_plans import odds_of, position_of
from affray.tell.narration import tell_odds
from affray.terminal.menu import Menu

PATIENCE, MOST_PATIENCE = 1.0, 20.0
"""Seconds a glance at one plan's odds may take."""


def odds_lines(menu: Menu, players: Players, which: str, given: Given) -> Iterator[str]:
    """A glance at every plan; at one plan that is named, all of it."""
    chosen = menu.find(which) if which else None
    if which and chosen is None:
        yield f"  {menu.refusal(which)}"
        return
    for offer in [chosen] if chosen else menu.possible:
        yield f"  {offer.label}"
        for line in _of_one(menu, players, offer, given, how=bool(chosen)):
            yield f"      {line}"


def _of_one(menu: Menu, players: Players, offer: Offer, given: Given, how: bool) -> list[str]:
    temperaments = players.temperaments(menu.fight.ruleset)
    try:
        odds = odds_of(
            position_of(menu.fight, offer.who),
            offer,
            temperaments,
            given.mine,
            patience=MOST_PATIENCE if how else PATIENCE,
            others=given.others,
        )
    except NeverAsked as why:
        return [str(why)]
    return tell_odds(odds, how)
