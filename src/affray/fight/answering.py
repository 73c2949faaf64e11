"""Who answers a fight's questions, one after the other."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from affray.oracles.tape import Answer, Question

if TYPE_CHECKING:
    from affray.fight.fight import Answerer, Fight


def first_then(answer: Answer, then: Answerer) -> Answerer:
    """Give this answer to the first question, and turn to `then` for the rest."""
    left = [answer]

    def answerer(fight: Fight, question: Question, world: Any) -> Answer:
        return left.pop() if left else then(fight, question, world)

    return answerer
