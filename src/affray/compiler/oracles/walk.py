"""A plan being followed through every line of play, compiled: who answers what, what was told.

The same as `odds/walk.py`, whose tree is CPython's; a test holds them against each other.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from affray.compiler.intrinsics import numbers_at
from affray.compiler.oracles.game import World, decide, usual
from affray.compiler.oracles.tables import find_row
from affray.oracles.dice import draw
from affray.oracles.tree import BrokenPlan
from affray.rules.ask import RANDOM, any_of, require_legal
from affray.rules.masks import contains, how_many, is_single

if TYPE_CHECKING:
    from affray.compiler.oracles.tape import TapeAsk

QUESTIONS = 128
WALKED = 64
TELLING = 256
"""Numbers for the events told in one line, four each."""

SURE = 64
"""Of so many answers `astray` are any at all."""

USUAL, LEFT_OUT, GIVEN, SEALED, TEMPERED = range(5)
"""Why an answer was assumed; TEMPERED and up are temperaments."""


class ToldTooMuch(Exception):
    """More was told in one line than there is room for."""


def policy_choice(ask: Any, w: World, who: int, question: int, mask: int) -> int:
    """A temperament's answer; now and then any at all, where playouts are to go astray."""
    temperament = ask.temperaments[who]
    if temperament == RANDOM or (ask.astray and draw(ask, SURE) < ask.astray):
        return require_legal(any_of(ask, mask), mask)
    return require_legal(decide(ask, w, who, question, mask, temperament), mask)


def planned(ask: TapeAsk, who: int, question: int, mask: int) -> int:
    """What the plan answers here, or what was given along with it; -1 for nothing."""
    given = ask.given
    if who != ask.actor:
        return said(ask, who, question, mask)
    if given < ask.plan_length and ask.plan_question[given] == question:
        if not is_legal(ask, ask.plan_option[given], who, question, mask):
            return not_yet(ask, question, mask)
        ask.given = given + 1
        ask.followed = 1
        return ask.plan_option[given]
    is_open = given < ask.plan_length or ask.persists
    if given and is_open and ask.plan_question[0] == question:
        raise BrokenPlan
    return said(ask, who, question, mask)


def said(ask: TapeAsk, who: int, question: int, mask: int) -> int:
    """What somebody is said to answer, where that is legal; of the others it is assumed."""
    at = who * QUESTIONS + question
    option = ask.said[at] - 1
    if option < 0 or not is_legal(ask, option, who, question, mask):
        return -1
    ask.used[at] = 1
    if who == ask.actor:
        return option
    return assumed(ask, who, question, mask, option, GIVEN)


def is_legal(ask: TapeAsk, option: int, who: int, question: int, mask: int) -> bool:
    if contains(mask, option):
        return True
    ask.refused[who * QUESTIONS + question] = mask
    return False


def not_yet(ask: TapeAsk, question: int, mask: int) -> int:
    """A plan that has not begun may wait for a later phase; one that has is broken."""
    aside = ask.aside[question] - 1
    if ask.given or aside < 0 or not contains(mask, aside):
        raise BrokenPlan
    return aside


def assume(ask: Any, w: World, who: int, question: int, mask: int) -> int:
    """The actor's usual answer, none of it from those left out, any where it is sealed, or a
    policy's."""
    aside = ask.aside[question] - 1
    if aside >= 0 and contains(mask, aside) and is_asked_anew(ask, who, question):
        return assumed(ask, who, question, mask, aside, LEFT_OUT)
    if who == ask.actor:
        answer = usual(w, who, question, mask)
        if answer >= 0:
            return assumed(ask, who, question, mask, answer, USUAL)
    is_guessed = ask.secret[question] and who != ask.actor
    counted_in = ask.involved if is_guessed else ask.concerned
    if aside >= 0 and not contains(counted_in, who) and contains(mask, aside):
        return assumed(ask, who, question, mask, aside, LEFT_OUT)
    if is_guessed:
        assumed(ask, who, question, mask, how_many(mask), SEALED)
        return any_of(ask, mask)
    answer = policy_choice(ask, w, who, question, mask)
    return assumed(ask, who, question, mask, answer, TEMPERED + ask.temperaments[who])


def is_asked_anew(ask: TapeAsk, who: int, question: int) -> bool:
    """Whether the plan is carried out and its first question comes again: another plan's."""
    done = who == ask.actor and ask.plan_length > 0 and ask.given == ask.plan_length
    return done and ask.plan_question[0] == question


def assumed(ask: TapeAsk, who: int, question: int, mask: int, option: int, why: int) -> int:
    """Remember what was taken for granted, and what could have been answered instead."""
    ask.legal[who * QUESTIONS + question] |= mask
    key = numbers_at(ask.scratch)
    key[0] = who
    key[1] = question
    key[2] = is_single(mask)
    key[3] = option
    key[4] = why
    find_row(ask.assumed_table, key)
    return option


def tell(ask: TapeAsk, event: int, who: int, x: int, y: int) -> None:
    """A headline: one more in what this line has told, found by what came before it."""
    key = numbers_at(ask.scratch)
    at = 4 * ask.told_count
    if at + 4 > TELLING:
        raise ToldTooMuch
    ask.telling[at] = event
    ask.telling[at + 1] = who
    ask.telling[at + 2] = x
    ask.telling[at + 3] = y
    ask.told_count += 1
    key[0] = ask.told
    key[1] = event
    key[2] = who
    key[3] = x
    key[4] = y
    ask.told = find_row(ask.told_table, key) + 1
