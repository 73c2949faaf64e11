"""What is asked now, as one seat may see it: the plans that answer it, or the dice it waits for."""

from __future__ import annotations

from typing import Any

from affray.fight.fight import Fight
from affray.fight.plans import Left, Offer, asked_of, left_open
from affray.files.tapefile import options
from affray.oracles.tape import Question
from affray.rules.masks import members
from affray.table.game import Game
from affray.table.sealing import SOMEBODY, open_offers, unseen_now
from affray.table.store import Chair
from affray.tell.narration import goal_text


def asked_now(game: Game) -> list[int]:
    """Whom the fight is waiting for."""
    asked = game.fight.pending
    if asked is None:
        return []
    return [hand.who for hand in game.hands()] if asked.is_chance else [asked.who]


def pending(game: Game, chair: Chair) -> dict[str, Any] | None:
    asked = game.fight.pending
    if asked is None:
        return None
    mine = [who for who in asked_now(game) if game.holds(chair, who)]
    who = (mine or asked_now(game))[0]
    is_unseen = who in unseen_now(game, chair)
    name = SOMEBODY if is_unseen else game.fight.names[who]
    base: dict[str, Any] = {
        "kind": "dice" if asked.is_chance else "plan",
        "who": -1 if is_unseen else who,
        "name": name,
        "mine": bool(mine),
        "secret": not asked.is_chance and asked.name in game.fight.ruleset.secret_questions,
        "prompt": f"waiting for {name}",
        "rules": [],
        "offers": [],
        "number": None,
        "usual": None,
        "dice": None,
        "needs": [],
        "roll_prompt": "",
        "goal": "",
    }
    if not mine:
        return base
    return base | (_dice(game, asked, who) if asked.is_chance else _choice(game, chair, asked))


def _choice(game: Game, chair: Chair, asked: Question) -> dict[str, Any]:
    fight, words = game.fight, game.fight.ruleset.words
    is_number = words.questions[asked.name].of == "number"
    usual = words.usual(asked.name, fight.world, asked.who, asked.mask)
    return {
        "question": words.question_name(asked.name),
        "prompt": words.prompt(asked.name, asked.who, fight.encounter.names, fight.world),
        "rules": list(words.questions[asked.name].rules),
        "number": _number(fight, asked) if is_number else None,
        "usual": _option(fight, asked, usual),
        "dice": _given_dice(fight, asked),
        "offers": [] if is_number else _offers(game, chair),
    }


def _offers(game: Game, chair: Chair) -> list[dict[str, Any]]:
    unseen = unseen_now(game, chair)
    return [_offer(game.fight, offer, unseen) for offer in open_offers(game, chair)]


def _number(fight: Fight, asked: Question) -> dict[str, Any]:
    words, names, legal = fight.ruleset.words, fight.encounter.names, members(asked.mask)
    warned = {str(k): words.warning(asked.name, fight.world, asked.who, k, names) for k in legal}
    return {
        "low": legal[0],
        "high": legal[-1],
        "legal": legal,
        "warn": {option: text for option, text in warned.items() if text},
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


def _offer(fight: Fight, offer: Offer, unseen: frozenset[int]) -> dict[str, Any]:
    words = fight.ruleset.words
    question, option = offer.answers[0]
    on_map = offer.target if offer.plan and offer.plan.targets == "creatures" else -1
    if offer.plan is None and words.questions[question].of == "creatures":
        on_map = option
    left = left_open(fight, offer)
    return {
        "name": offer.name,
        "label": offer.label,
        "note": offer.note,
        "target": target_name(fight, offer),
        "target_who": on_map if on_map >= 0 else None,
        "answers_left": [_left(fight, one, unseen) for one in left],
        **_walk(fight, offer, left),
        "warn": _warning(fight, offer),
    }


def _warning(fight: Fight, offer: Offer) -> str:
    words, names = fight.ruleset.words, fight.encounter.names
    warnings = [words.warning(q, fight.world, offer.who, a, names) for q, a in offer.answers]
    return next((warning for warning in warnings if warning), "")


def target_name(fight: Fight, offer: Offer) -> str | None:
    if offer.plan is None or not offer.plan.targets:
        return None
    return fight.encounter.names[offer.plan.targets][offer.target]


def details(game: Game, chair: Chair, offer: Offer, given: dict[int, int]) -> list[dict[str, Any]]:
    """What a plan leaves open once some of it is given: one detail may change the others."""
    unseen = unseen_now(game, chair)
    return [_left(game.fight, one, unseen) for one in left_open(game.fight, offer, given)]


def _left(fight: Fight, left: Left, unseen: frozenset[int]) -> dict[str, Any]:
    """A question a plan leaves open, and what is answered when nobody says otherwise."""
    words, names = fight.ruleset.words, fight.encounter.names
    question = left.question
    warned = {words.option(question.name, k, names): text for k, text in left.warnings.items()}
    return {
        "question": words.question_name(question.name),
        "prompt": left.prompt,
        "options": list(shown_options(fight, question, unseen)),
        "usual": _option(fight, question, left.usual),
        "number": words.questions[question.name].of == "number",
        "dice": _given_dice(fight, question),
        "warn": warned,
    }


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
    out = []
    for k in members(first.mask):
        then = asked_of(fight, offer, {first.name: k})
        found = [members(one.question.mask) for one in then if one.question.name == second.name]
        out += [(k, found[0])] if found and found[0] else []
    return out


def _dice(game: Game, asked: Question, who: int) -> dict[str, Any]:
    words, names = game.fight.ruleset.words, game.fight.encounter.names
    hand = next(hand for hand in game.hands() if hand.who == who)
    what = words.roll_prompt(asked.name, asked.who, asked.vs, names)
    return {
        "prompt": f"{names['creatures'][asked.who]} rolls {what}",
        "roll_prompt": what,
        "goal": goal_text(game.fight, asked),
        "rules": list(words.rolls[asked.name].rules),
        "needs": [list(dice) for dice in hand.needs],
    }
