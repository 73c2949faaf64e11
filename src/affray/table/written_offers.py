"""An offer that was taken, as it is kept: its code is found again by the plan's own name."""

from __future__ import annotations

from typing import Any

from affray.book.encounter import Encounter
from affray.fight.plans import Offer, find_plan


def write_offer(offer: Offer) -> dict[str, Any]:
    return {
        "name": offer.name,
        "label": offer.label,
        "who": offer.who,
        "answers": offer.answers,
        "target": offer.target,
        "plan": offer.plan.name if offer.plan is not None else "",
        **({"said": offer.said} if offer.said else {}),
    }


def read_offer(written: dict[str, Any], encounter: Encounter) -> Offer:
    answers = tuple((q, a) for q, a in written["answers"])
    named = written.get(
        "plan", written["name"] if written.get("is_plan") else ""
    )  # `is_plan` was kept before the name was
    plan = find_plan(encounter, named) if named else None
    name, label, who, target = (written[key] for key in ("name", "label", "who", "target"))
    return Offer(name, label, who, answers, target, plan, said=written.get("said", ""))
