"""An offered plan before it is chosen: its details and its exact odds, beside the fight."""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import Any

from affray.odds import NeverAsked, TooMany, odds_of, position_of
from affray.odds_data import fraction, odds_data
from affray.table.asked import details
from affray.table.orders import asked_choice, find_offer, read_extra
from affray.table.sitting import Refused, Sitting, Stale
from affray.upshot import Odds

MOST_SECONDS = 20.0

Answer = dict[str, Any]


def odds_to_find(
    sitting: Sitting, n: int, name: str, target: str | None, given: dict[str, str]
) -> Callable[[], Answer]:
    """Look the plan up now; what is returned works its odds out without holding the fight up."""
    with sitting.lock:
        sitting.refresh()
        pending = asked_choice(sitting, sitting.chairs[n])
        offer = find_offer(sitting, pending, name, target)
        extra = read_extra(sitting.fight, given)
        position = position_of(sitting.fight, pending.who)
        temperaments = sitting.table.temperaments()
        seen, known = sitting.seen[n], sitting.odds
    key = (n, name, target, tuple(sorted(given.items())))

    def work() -> Answer:
        if key not in known:
            until = time.monotonic() + MOST_SECONDS

            def give_up() -> bool:
                shut = not sitting.store.is_open
                return shut or sitting.seen[n] != seen or time.monotonic() > until

            try:
                odds = odds_of(position, offer, temperaments, extra, give_up=give_up)
                known[key] = {**odds_data(odds, how=True), "changed": _changed(odds)}
            except NeverAsked as why:
                rules = sitting.fight.ruleset.words.questions[pending.name].rules
                raise Refused(str(why), rules) from None
            except TooMany:
                if sitting.seen[n] != seen:
                    raise Stale(sitting.seen[n]) from None
                return {"too_many": True}  # in this time; whoever asks again may have more of it
        return known[key]

    return work


def what_is_left(
    sitting: Sitting, n: int, name: str, target: str | None, given: dict[str, str]
) -> list[Answer]:
    """The details of an offered plan, given some of them; one that is not legal is passed over."""
    with sitting.lock:
        sitting.refresh()
        pending = asked_choice(sitting, sitting.chairs[n])
        offer = find_offer(sitting, pending, name, target)
        return details(sitting.fight, offer, read_extra(sitting.fight, given))


def _changed(odds: Odds) -> dict[str, Answer]:
    """How likely the plan tells on whom."""
    return {name: {"p": fraction(p), "percent": float(p) * 100} for name, p in odds.changed.items()}
