"""Choices left open, compiled: every answer of some in turn, with what they knew when they gave it.

A line's way through its open choices is kept in the table of what was told: an edge for each
answer, and before it one for each roll and each answer of others that was seen since the last.
Past the last choice nothing is kept, so that lines merge where they end in one state.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from affray.compiler.intrinsics import numbers_at
from affray.compiler.oracles.branches import CHOOSE, DRAW, pick
from affray.compiler.oracles.game import World
from affray.compiler.oracles.tables import find_row
from affray.compiler.oracles.walk import policy_choice
from affray.rules.ask import require_legal
from affray.rules.masks import contains, how_many, is_single, smallest

if TYPE_CHECKING:
    from affray.compiler.oracles.tape import TapeAsk

OWNED, ROLL_SEEN, ANSWER_SEEN, ANSWER_SEALED = range(4)
"""What an edge is: an open choice, or what became known before it."""

EDGES = 4


def open_choice(ask: TapeAsk, w: World, who: int, question: int, mask: int) -> int:
    """Each answer in turn of whoever is left open; policies answer for the others."""
    if not contains(ask.own, who):
        return answered(ask, w, who, question, mask)
    require_legal(smallest(mask), mask)
    if is_single(mask):
        return smallest(mask)
    show_rolls(ask)
    option = nth(mask, pick(ask, CHOOSE, question, who, -1, mask, 0, 0, how_many(mask) - 1))
    edge(ask, OWNED + EDGES * question, who, mask, option)
    return option


def answered(ask: TapeAsk, w: World, who: int, question: int, mask: int) -> int:
    """A policy's answer: known to all, but what is sealed is known to have been given only."""
    answer = policy_choice(ask, w, who, question, mask)
    if ask.own and not is_single(mask):
        show_rolls(ask)
        if ask.secret[question]:
            edge(ask, ANSWER_SEALED + EDGES * question, who, 0, 0)
        else:
            edge(ask, ANSWER_SEEN + EDGES * question, who, 0, answer)
    return answer


def nth(mask: int, k: int) -> int:
    """The k-th of a mask's options, from the smallest."""
    left = mask
    for _ in range(k):
        left &= left - 1
    return smallest(left)


def show_rolls(ask: TapeAsk) -> None:
    """What dice showed since the last edge; what policies drew is their own."""
    for k in range(ask.shown_to, ask.at):
        if ask.kind[k] != CHOOSE and ask.kind[k] != DRAW and ask.first[k] != ask.last[k]:
            edge(ask, ROLL_SEEN + EDGES * ask.name[k], ask.who[k], 0, ask.answer[k])
    ask.shown_to = ask.at


def edge(ask: TapeAsk, what: int, who: int, x: int, y: int) -> None:
    """One edge further, found by the edges before it."""
    key = numbers_at(ask.scratch)
    key[0] = ask.told
    key[1] = what
    key[2] = who
    key[3] = x
    key[4] = y
    ask.told = find_row(ask.told_table, key) + 1
