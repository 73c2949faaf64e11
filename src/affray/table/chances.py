"""Exact odds of an offered plan, worked out beside the fight and not in its way."""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import Any

from affray.odds import NeverAsked, TooMany, odds_data, odds_of, position_of
from affray.table.orders import asked_choice, find_offer, read_extra
from affray.table.sitting import Refused, Sitting, Stale

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
        seq, known = sitting.seq, sitting.odds
    key = (n, name, target, tuple(sorted(given.items())))

    def work() -> Answer:
        if key not in known:
            until = time.monotonic() + MOST_SECONDS

            def give_up() -> bool:
                shut = not sitting.store.is_open
                return shut or sitting.seq != seq or time.monotonic() > until

            try:
                odds = odds_of(position, offer, temperaments, extra, give_up=give_up)
                known[key] = odds_data(odds, how=True)
            except NeverAsked as why:
                rules = sitting.fight.ruleset.words.questions[pending.name].rules
                raise Refused(str(why), rules) from None
            except TooMany:
                if sitting.seq != seq:
                    raise Stale(sitting.seq) from None
                known[key] = {"too_many": True}
        return known[key]

    return work
