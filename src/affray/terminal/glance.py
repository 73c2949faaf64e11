"""What `?` and `advise` show: the odds of plans, their working, their chance to win the fight."""

from __future__ import annotations

from collections.abc import Iterator

from affray.book.errors import BadInput, meant
from affray.fight.addressed import addressed
from affray.fight.fight import Fight
from affray.fight.given import Given
from affray.fight.levels import CLEVER, level_of
from affray.fight.plans import Offer
from affray.fight.players import Players
from affray.odds.layers import NeverAsked
from affray.odds.of_plans import odds_of, position_of
from affray.odds.percent import percent
from affray.tell.narration import tell_odds
from affray.terminal.menu import Menu

PATIENCE, MOST_PATIENCE = 1.0, 20.0
"""Seconds a glance at one plan's odds may take."""

ADVISED_PLANS = 8
"""Plans that advice tells of."""


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


def advice_lines(fight: Fight, players: Players, said: str) -> Iterator[str]:
    """The better plans first, each with its chance to win the fight; of whoever is asked, or of
    somebody who seals at the same time: 'Milos', 'Milos 5000'."""
    from affray.lab.advice import ADVISED, WHY_FIRST, advise, asked_of

    name, playouts = _named(fight, said)
    try:
        level = level_of(f"{CLEVER}:{playouts}") if playouts else ADVISED
    except BadInput as bad:
        problem = str(bad).replace(f"{CLEVER}:", "")
        raise BadInput(problem, field="advise") from None
    assert level is not None
    mine = players.thinks_for(fight, fight.pending.who) if fight.pending is not None else set()
    twin = asked_of(fight, name, players) if name else fight
    if twin is not fight and twin.pending is not None:
        mine = {twin.pending.who}
    found = advise(twin, level, mine)
    for one in found[:ADVISED_PLANS]:
        chance = f"{percent(one.win, 0, not one.error)} ± {100 * one.error:.0f}"
        yield f"  {one.offer.label}: wins {chance} ({one.playouts:,} playouts)"
    left = len(found) - ADVISED_PLANS
    yield f"  ({WHY_FIRST}{f'; {left} more were dropped sooner' if left > 0 else ''})"


def _named(fight: Fight, said: str) -> tuple[str, str]:
    """Whose plans, where it begins with a name, and how long to think."""
    for name in fight.names:
        begins, rest = said[: len(name)], said[len(name) :]
        if meant(begins, [name]) == name and rest[:1] in ("", " "):
            return name, rest.strip()
    return "", said


def _of_one(menu: Menu, players: Players, offer: Offer, given: Given, how: bool) -> list[str]:
    temperaments = players.temperaments(menu.fight.ruleset)
    speaks = lambda who: players.seats[who].is_person  # noqa: E731
    try:
        odds = odds_of(
            position_of(menu.fight, offer.who),
            offer,
            temperaments,
            given.mine,
            patience=MOST_PATIENCE if how else PATIENCE,
            others=given.others,
            friends=addressed(menu.fight, offer, given.mine, speaks),
        )
    except NeverAsked as why:
        return [str(why)]
    return tell_odds(odds, how)
