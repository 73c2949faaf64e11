"""What is sealed as a plan and its details: what the computer would, and what is on the tape."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from affray.fight.fight import Fight
from affray.fight.following import take
from affray.fight.plans import Offer, offers, single
from affray.fight.players import Players, usual_player
from affray.fight.sealed import as_asked, before_seal, is_secret
from affray.oracles.tape import Answer, Question

Suggestion = tuple[Offer, dict[int, int]]
"""A plan, and what is said of its details."""


def suggested(
    fight: Fight, players: Players, who: int, offered: Sequence[Offer] | None = None
) -> list[Suggestion]:
    """One plan where there is one that says it all; else answer by answer. `offered` are the plans
    that are open to whoever is asked, where they are known already."""
    player = usual_player(fight.ruleset)
    said: list[tuple[Question, int]] = []

    def own(twin: Fight, question: Question, world: Any) -> Answer:
        option = players.policy(twin, player, question, world)
        said.append((question, option))
        return Answer(option)

    as_asked(fight, who, own)
    return _as_plans(fight, players, who, said, offered)


def on_the_tape(fight: Fight, players: Players, who: int) -> list[Suggestion]:
    """What somebody has sealed in this step, in a fight that stands before it."""
    said = [(q, a.value) for q, a in fight.said_in_step() if q.who == who]
    sealed = [(q, option) for q, option in said if is_secret(fight, (q, None))]
    return _as_plans(before_seal(fight, who), players, who, sealed)


def _as_plans(
    fight: Fight,
    players: Players,
    who: int,
    said: list[tuple[Question, int]],
    offered: Sequence[Offer] | None = None,
) -> list[Suggestion]:
    answers = [(question.name, option) for question, option in said]
    open_ = offers(as_asked(fight, who, players)) if offered is None else offered
    for offer in _fitting(open_, answers):
        extra = {q: a for q, a in answers if (q, a) not in offer.answers}
        if _says(as_asked(fight, who, players), offer, extra) == answers:
            return [(offer, extra)]
    return [(single(fight.encounter, question, option), {}) for question, option in said]


def _fitting(open_: Sequence[Offer], answers: list[tuple[int, int]]) -> list[Offer]:
    """The plans that say nothing else, the one that says most first."""
    fitting = [o for o in open_ if all(answer in answers for answer in o.answers)]
    return sorted(fitting, key=lambda offer: -len(offer.answers))


def _says(twin: Fight, offer: Offer, extra: dict[int, int]) -> list[tuple[int, int]]:
    """What a plan comes to say in secret."""
    told, steps = len(twin.story), len(twin.snapshots)
    take(twin, offer, extra)
    end = twin.snapshots[steps].told if len(twin.snapshots) > steps else None
    said = [item for item in twin.story[told:end] if is_secret(twin, item)]
    return [(q.name, a.value) for q, a in said if q.who == offer.who]  # type: ignore[misc]
