"""A turn that is spent as well as can be, compiled: one run of a step on the answers so far.

Every choice that is considered, and every roll with more than one result, waits for an answer;
what is not considered is answered by what is usual, or by a policy.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from affray.compiler.oracles.branches import CHOOSE, wait_for
from affray.compiler.oracles.game import (
    World,
    considered,
    outcome,
    step,
    turn_counts,
    turn_is_over,
    usual,
)
from affray.compiler.oracles.lines import rewind, state_place
from affray.compiler.oracles.walk import TEMPERED, USUAL, assumed, policy_choice
from affray.rules.ask import ONGOING
from affray.rules.masks import contains, is_single, smallest

if TYPE_CHECKING:
    from affray.compiler.oracles.tape import TapeAsk

LEFT, ALL, AIM, SOME, SAID = range(5)
"""How a question is considered: not at all, every option, the target, some options, a function."""


def turn_choice(ask: TapeAsk, w: World, who: int, question: int, mask: int) -> int:
    how = ask.considers[question] if who == ask.actor else LEFT
    if how == SAID:
        return considered(w, who, question, ask.aim, mask)
    if how == AIM and contains(mask, ask.aim):
        return ask.aim
    wanted = mask if how == ALL else mask & ask.considered[question] if how == SOME else 0
    if wanted == 0:
        return left_choice(ask, w, who, question, mask)
    if is_single(wanted):
        return smallest(wanted)
    at = ask.past
    ask.past = at + 1
    if at >= ask.known:
        wait_for(ask, CHOOSE, question, who, -1, wanted, 0)
    return ask.known_answer[at]


def left_choice(ask: TapeAsk, w: World, who: int, question: int, mask: int) -> int:
    """What is not considered: the usual answer, or a policy's."""
    if who == ask.actor:
        answer = usual(w, who, question, mask)
        if answer >= 0:
            return assumed(ask, who, question, mask, answer, USUAL)
    answer = policy_choice(ask, w, who, question, mask)
    return assumed(ask, who, question, mask, answer, TEMPERED + ask.temperaments[who])


def turn_step(ask: TapeAsk, w: World, before: World, size: int) -> None:
    """One step; `result` is the node it leads to, or -1 with `amount` where the turn is over."""
    rewind(ask)
    step(ask, w)
    judge(ask, w, before, size)


def judge(ask: TapeAsk, w: World, before: World, size: int) -> None:
    """Whether the turn is over in this world, and what it came to."""
    ask.result = -1
    ask.amount = 0
    if turn_is_over(w, ask.actor) or outcome(w) != ONGOING:
        ask.amount = turn_counts(before, w, ask.aim)
    else:
        ask.result = state_place(ask, w, size)


ENTRIES = {"turn_step": turn_step, "judge": judge}
