"""What is asked now, as one seat may see it: the plans that answer it, or the dice it waits for."""

from __future__ import annotations

from typing import Any

from affray.book.sayings import LONGEST
from affray.fight.answers_after import legal_after_each
from affray.fight.fight import Fight
from affray.fight.plans import (
    Knowing,
    Left,
    Offer,
    asked_of,
    left_open,
    settled_warning,
)
from affray.files.tapefile import options
from affray.oracles.tape import Question
from affray.rules.masks import members
from affray.table import people
from affray.table.declaring import sealing, target_name
from affray.table.envelopes import OpenQuestion
from affray.table.game import Game
from affray.table.sealing import knowing, open_offers, unseen_now, untold
from affray.table.store import Chair
from affray.tell.narration import goal_text
from affray.tell.places import Places
from affray.tell.unseen import SOMEBODY, veiled


def pending(game: Game, chair: Chair) -> dict[str, Any] | None:
    asked = game.fight.pending
    if asked is None:
        return None
    mine = game.asked_here(chair)
    who = (game.asked_now() or game.thinking_now())[0] if mine is None else mine
    is_unseen = who in unseen_now(game, chair)
    name = SOMEBODY if is_unseen else game.fight.names[who]
    called = SOMEBODY if is_unseen else people.called(game, who)
    base: dict[str, Any] = {
        "kind": "dice" if asked.is_chance else "plan",
        "who": -1 if is_unseen else who,
        "name": name,
        "mine": mine is not None,
        "secret": game.envelopes.is_open,
        "prompt": f"waiting for {called}" if game.asked_now() else f"{called} is thinking",
        "thinking": _thinking(game, chair),
        "rules": [],
        "offers": [],
        "number": None,
        "usual": None,
        "dice": None,
        "needs": [],
        "roll_prompt": "",
        "goal": "",
        "sealing": sealing(game, chair),
        "astray": _astray(game, chair, mine),
    }
    if mine is None:
        return base
    if asked.is_chance:
        return base | _dice(game, chair, asked, who)
    return base | _choice(game, chair, who)


def _astray(game: Game, chair: Chair, mine: int | None) -> list[str]:
    """What was said along with one's own plans, and came to nothing."""
    here = [] if mine is None or not game.envelopes.is_open else game.asked_of(mine).astray
    told = [text for who, said in game.astray.items() if game.holds(chair, who) for text in said]
    return list(dict.fromkeys([*told, *here]))


def _thinking(game: Game, chair: Chair) -> list[str]:
    """For whom the computer thinks, as far as a chair may know of them."""
    unseen, names = unseen_now(game, chair), game.fight.names
    who = game.thinking_now()
    return list(dict.fromkeys(SOMEBODY if i in unseen else names[i] for i in who))


def _choice(game: Game, chair: Chair, who: int) -> dict[str, Any]:
    """What is asked of a creature, drawn once for those who see the same."""
    here, unseen = game.asked_of(who), unseen_now(game, chair)
    if unseen not in here.shown:
        here.shown[unseen] = _drawn(here, game, chair)
    return here.shown[unseen]


def _drawn(here: OpenQuestion, game: Game, chair: Chair) -> dict[str, Any]:
    fight, asked = here.fight, here.question
    words, unseen = fight.ruleset.words, unseen_now(game, chair)
    is_number = words.questions[asked.name].of == "number"
    known = knowing(game, chair)
    world = known(fight.world) if known else fight.world
    usual = words.usual(asked.name, world, asked.who, asked.mask)
    prompt = words.prompt(asked.name, asked.who, fight.encounter.called, fight.world)
    offers = [] if is_number else open_offers(game, chair, here)
    return {
        "question": words.question_name(asked.name),
        "prompt": veiled(prompt, fight.names, unseen),
        "rules": list(words.questions[asked.name].rules),
        "number": _number(fight, asked, unseen, world) if is_number else None,
        "usual": _option(fight, asked, usual),
        "dice": _given_dice(fight, asked),
        "offers": [_offer(fight, offer, unseen, known) for offer in offers],
    }


def _number(fight: Fight, asked: Question, unseen: frozenset[int], world: Any) -> dict[str, Any]:
    words, names, legal = fight.ruleset.words, fight.encounter.called, members(asked.mask)
    warned = {str(k): words.warning(asked.name, world, asked.who, k, names) for k in legal}
    return {
        "low": legal[0],
        "high": legal[-1],
        "legal": legal,
        "warn": {k: said for k, text in warned.items() if (said := _read(fight, text, unseen))},
    }


def _option(fight: Fight, question: Question, option: int | None) -> str | None:
    if option is None:
        return None
    return fight.ruleset.words.option(question.name, option, fight.encounter.names)


def _given_dice(fight: Fight, question: Question) -> dict[str, Any] | None:
    """The faces that lie before whoever is asked, and those each option picks of them."""
    asked = fight.ruleset.words.questions[question.name]
    if asked.hand is None or asked.faces is None:
        return None
    legal = options(question, fight.encounter)
    return {
        "hand": [int(face) for face in asked.hand(fight.world, question.who)],
        "options": {name: [int(face) for face in asked.faces(k)] for name, k in legal.items()},
    }


def _offer(
    fight: Fight, offer: Offer, unseen: frozenset[int], known: Knowing | None
) -> dict[str, Any]:
    words = fight.ruleset.words
    question, option = offer.answers[0]
    on_map = offer.target if offer.plan and offer.plan.targets == "creatures" else -1
    if offer.plan is None and words.questions[question].of == "creatures":
        on_map = option
    asked = asked_of(fight, offer, {}, known)
    left = [one for one in asked if one.is_open]
    world = known(fight.world) if known else fight.world
    return {
        "name": offer.name,
        "label": offer.label,
        "note": _read(fight, offer.note, unseen),
        "target": target_name(fight.encounter, offer),
        "target_who": on_map if on_map >= 0 else None,
        "answers_left": [_left(fight, one, unseen) for one in left],
        **_walk(fight, offer, left),
        "words": LONGEST if words.questions[question].takes_words(option) else 0,
        "warn": _warning(fight, offer, world, asked, unseen),
    }


def _warning(
    fight: Fight, offer: Offer, world: Any, asked: list[Left], unseen: frozenset[int]
) -> str:
    words, names = fight.ruleset.words, fight.encounter.called
    warnings = [words.warning(q, world, offer.who, a, names) for q, a in offer.answers]
    return _read(fight, next(filter(None, warnings), settled_warning(asked)), unseen)


def _read(fight: Fight, text: str, unseen: frozenset[int]) -> str:
    """As a person reads it: nobody hidden is named, and no coordinates."""
    return Places(fight, fight.world, unseen).said(untold(text, fight.names, unseen))


def details(game: Game, chair: Chair, offer: Offer, given: dict[int, int]) -> list[dict[str, Any]]:
    """What a plan leaves open once some of it is given: one detail may change the others."""
    unseen, fight = unseen_now(game, chair), game.asked_of(offer.who).fight
    left = left_open(fight, offer, given, knowing(game, chair))
    return [_left(fight, one, unseen) for one in left]


def _left(fight: Fight, left: Left, unseen: frozenset[int]) -> dict[str, Any]:
    """A question a plan leaves open, and what is answered when nobody says otherwise."""
    words, names = fight.ruleset.words, fight.encounter.names
    question = left.question
    warned = {
        words.option(question.name, k, names): said
        for k, text in left.warnings.items()
        if (said := _read(fight, text, unseen))
    }
    legal = list(shown_options(fight, question, unseen))
    is_number = words.questions[question.name].of == "number"
    span = _span(legal) if is_number and legal and left.usual is None else None
    return {
        "question": words.question_name(question.name),
        "prompt": veiled(left.prompt, fight.names, unseen),
        "options": [] if span else legal,
        "usual": _option(fight, question, left.usual),
        "number": is_number,
        "span": span,
        "dice": _given_dice(fight, question),
        "warn": warned,
    }


def _span(legal: list[str]) -> tuple[int, int] | None:
    """The least and the most of numbers without a gap: sixty bearings need not be listed."""
    first, last = int(legal[0]), int(legal[-1])
    return (first, last) if legal == [str(n) for n in range(first, last + 1)] else None


def shown_options(fight: Fight, question: Question, unseen: frozenset[int]) -> dict[str, int]:
    """The legal options, but for those that name somebody hidden."""
    legal = options(question, fight.encounter)
    if fight.ruleset.words.questions[question.name].of != "creatures":
        return legal
    return {name: k for name, k in legal.items() if k not in unseen}


def _walk(fight: Fight, offer: Offer, left: list[Left]) -> dict[str, Any]:
    """Where a plan can lead that asks for nothing but a point of the map.

    `reach` is how far each bearing leads; bearings are like the minutes of a clock, 0 north and
    15 east, as a map in feet shows them. `tiles` are the columns and rows of a map in tiles.
    """
    around = _legal_pairs(fight, offer, left, ("bearing", "feet"))
    across = _legal_pairs(fight, offer, left, ("column", "row"))
    return {
        "reach": None if around is None else [[way, feet[-1]] for way, feet in around],
        "tiles": None if across is None else [[x, y] for x, rows in across for y in rows],
    }


def _legal_pairs(
    fight: Fight, offer: Offer, left: list[Left], names: tuple[str, str]
) -> list[tuple[int, list[int]]] | None:
    """For each first number the second ones, where these two are all that is to be said."""
    words = fight.ruleset.words
    asked = {words.question_name(one.question.name): one for one in left if one.usual is None}
    if set(asked) != set(names):
        return None
    first, second = (asked[name].question for name in names)
    if any(words.questions[question.name].of != "number" for question in (first, second)):
        return None
    found = legal_after_each(fight, offer, first, second.name)
    return [(k, members(mask)) for k, mask in found.items() if mask]


def _dice(game: Game, chair: Chair, asked: Question, who: int) -> dict[str, Any]:
    words, names = game.fight.ruleset.words, game.fight.encounter.names
    unseen = unseen_now(game, chair)
    hand = next(hand for hand in game.hands() if hand.who == who)
    is_other, all_names = hand.side == 1, game.fight.names
    what = words.roll_prompt(asked.name, asked.who, asked.vs, names, is_other)
    what = veiled(what, all_names, unseen)
    return {
        "prompt": f"{veiled(all_names[hand.who], all_names, unseen)} rolls {what}",
        "roll_prompt": what,
        "goal": veiled(goal_text(game.fight, asked, is_other), all_names, unseen),
        "rules": list(words.rolls[asked.name].rules),
        "needs": [list(dice) for dice in hand.needs],
    }
