"""What one seat may see, as plain data. What is hidden from a seat is hidden here and only here.

Everybody sees everything but sealed answers. While some are sealed, the page shows the world
as it was when the step began, and the log ends before the first of them: what nobody else is
sent, nobody else can find in the page or on the wire.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Sequence
from typing import Any

from affray.decisions import Decision, secret_questions
from affray.fight import Fight
from affray.oracles.tape import Answer, Edit, Question, Then
from affray.plans import Offer, left_open
from affray.table.sitting import GAME_MASTER, NotYours, Sitting
from affray.table.store import Chair
from affray.tapefile import options
from affray.telling import outcome_text, tell_story
from affray.words import Board, Card, Token
from affray.world import Record, clone, to_json

LOG_TAIL = 200


def view(sitting: Sitting, chair: Chair) -> dict[str, Any]:
    """The whole page of one seat."""
    fight = sitting.fight
    world = shown_world(sitting, chair)
    over = fight.is_over and not fight.encounter.is_between
    return {
        "seq": sitting.seq,
        "id": sitting.id,
        "title": sitting.card.title,
        "ruleset": sitting.card.ruleset,
        "system": fight.ruleset.book.name,
        "round": int(world.round),
        "over": fight.is_over,
        "outcome_text": outcome_text(fight.encounter, fight.outcome) if over else "",
        "me": _me(sitting, chair),
        "board": _board(sitting, chair, world),
        "creatures": [_creature(sitting, chair, world, i) for i in range(len(fight.names))],
        "pending": _pending(sitting, chair),
        "log": log(sitting, chair),
        **(_for_game_master(sitting) if chair.is_gm else {}),
    }


def _me(sitting: Sitting, chair: Chair) -> dict[str, Any]:
    return {
        "role": "gm" if chair.is_gm else "player",
        "name": chair.name,
        "creatures": [sitting.fight.names[i] for i in _mine(sitting, chair)],
        "undo": may_undo(sitting, chair),
    }


def _mine(sitting: Sitting, chair: Chair) -> list[int]:
    return [i for i in range(len(sitting.fight.names)) if sitting.holds(chair, i)]


def _for_game_master(sitting: Sitting) -> dict[str, Any]:
    names = sitting.fight.names
    return {
        "edit_fields": editable(sitting.fight),
        "temperaments": list(sitting.fight.ruleset.temperaments),
        "can_then": ["rest", "again"] if sitting.fight.is_over else [],
        "seats": [
            {"name": c.name, "taken": c.taken, "creatures": [names[i] for i in c.creatures]}
            for c in sitting.players
        ],
    }


def editable(fight: Fight) -> list[str]:
    """The fields of a creature the game master may change; a sealed answer is not one."""
    fields = type(fight.world).layout.fields["creatures"].layout.fields.values()
    return [f.name for f in fields if f.storage is not None and not f.secret]


# Secrets


def is_sealed(fight: Fight) -> bool:
    """Whether somebody has answered in this step what the others may not know yet."""
    sealed = secret_questions(fight)
    if first_sealed(fight) is None:
        return False
    pending = fight.pending
    if pending is not None and not pending.is_chance and pending.name in sealed:
        return True
    return _secrets(fight.step_start[1]) != _secrets(fight.world)


def first_sealed(fight: Fight) -> int | None:
    """Where in the story this step's first sealed answer stands."""
    sealed = secret_questions(fight)
    first = len(fight.story) - len(fight.told_in_step())
    for k, item in enumerate(fight.told_in_step(), start=first):
        if isinstance(item[0], Question) and not item[0].is_chance and item[0].name in sealed:
            return k
    return None


def _secrets(w: Record) -> list[Any]:
    """Everything a world keeps from somebody."""
    out: list[Any] = []
    for f in type(w).layout.fields.values():
        value = getattr(w, f.name)
        if f.record and f.secret:
            out.append([to_json(x) for x in value] if f.is_list else to_json(value))
        elif f.record:
            out += [_secrets(x) for x in (value if f.is_list else [value])]
        elif f.secret:
            out.append(list(value) if f.is_list else value)
    return out


def shown_world(sitting: Sitting, chair: Chair) -> Any:
    """The world as this seat may see it."""
    fight = sitting.fight
    world = clone(fight.step_start[1] if is_sealed(fight) else fight.world)
    _hide(world, set(_mine(sitting, chair)))
    return world


def _hide(w: Record, mine: set[int]) -> None:
    """Blank the secrets of others: element i of a list belongs to creature i."""
    for f in type(w).layout.fields.values():
        value = getattr(w, f.name)
        if f.fixed:
            continue
        if f.record and f.is_list:
            for i, one in enumerate(value):
                if i not in mine:
                    _blank(one, f.secret)
        elif f.record:
            _blank(value, f.secret)
        elif f.secret and f.is_list:
            shown = [one if i in mine else f.default for i, one in enumerate(value)]
            setattr(w, f.name, shown)
        elif f.secret:
            setattr(w, f.name, f.default)


def _blank(w: Record, whole: bool) -> None:
    for f in type(w).layout.fields.values():
        value = getattr(w, f.name)
        if f.record:
            for one in value if f.is_list else [value]:
                _blank(one, whole or f.secret)
        elif whole or f.secret:
            setattr(w, f.name, [f.default] * len(value) if f.is_list else f.default)


# Board and cards


def _board(sitting: Sitting, chair: Chair, world: Any) -> dict[str, Any] | None:
    draw = sitting.fight.ruleset.words.board
    if draw is None:
        return None
    board: Board = draw(world, sitting.fight.encounter.names)
    return {
        "unit": board.unit,
        "width": board.width,
        "height": board.height,
        "walls": [list(wall) for wall in board.walls],
        "things": [{"label": t.label, "x": t.x, "y": t.y} for t in board.things],
        "tokens": [_token(sitting, chair, world, token) for token in board.tokens],
    }


def _token(sitting: Sitting, chair: Chair, world: Any, token: Token) -> dict[str, Any]:
    names = sitting.fight.names
    return {
        **token.__dict__,
        "name": names[token.who],
        "initials": initials(names)[token.who],
        "side": int(world.creatures[token.who].side),
        "mine": sitting.holds(chair, token.who),
        "acting": token.who in _asked(sitting),
    }


def _creature(sitting: Sitting, chair: Chair, world: Any, i: int) -> dict[str, Any]:
    seat = sitting.table.seats[i]
    held = [c for c in sitting.players if i in c.creatures]
    card: Card = sitting.fight.ruleset.words.card(world, i, sitting.fight.encounter.names)
    return {
        "who": i,
        "name": sitting.fight.names[i],
        "side": int(world.creatures[i].side),
        "player": seat.player,
        "typed_dice": seat.typed_dice,
        "seat": held[0].name if held else "",
        "taken": any(c.taken for c in held),
        "mine": sitting.holds(chair, i),
        "acting": i in _asked(sitting),
        "card": {"stats": [s.__dict__ for s in card.stats], "states": list(card.states)},
    }


def initials(names: Sequence[str]) -> list[str]:
    """A letter or two for a token, different for everybody where that can be."""
    out: list[str] = []
    for name in names:
        words = name.split()
        ways = [name[:1], "".join(word[0] for word in words)[:2], name[:2], name[:1] + name[-1:]]
        ways = [way for way in ways if way not in out] or [f"{name[:1]}{len(out) + 1}"]
        out.append(ways[0])
    return out


# The question


def _asked(sitting: Sitting) -> list[int]:
    """Whom the fight is waiting for."""
    pending = sitting.fight.pending
    if pending is None:
        return []
    return [hand.who for hand in sitting.hands()] if pending.is_chance else [pending.who]


def _pending(sitting: Sitting, chair: Chair) -> dict[str, Any] | None:
    pending = sitting.fight.pending
    if pending is None:
        return None
    mine = [who for who in _asked(sitting) if sitting.holds(chair, who)]
    who = (mine or _asked(sitting))[0]
    name = sitting.fight.names[who]
    base: dict[str, Any] = {
        "kind": "dice" if pending.is_chance else "plan",
        "who": who,
        "name": name,
        "mine": bool(mine),
        "secret": not pending.is_chance and pending.name in secret_questions(sitting.fight),
        "prompt": f"waiting for {name}",
        "rules": [],
        "offers": [],
        "number": None,
        "needs": [],
        "roll_prompt": "",
    }
    if not mine:
        return base
    return base | (_dice(sitting, who) if pending.is_chance else _choice(sitting, pending))


def _choice(sitting: Sitting, pending: Question) -> dict[str, Any]:
    fight, words = sitting.fight, sitting.fight.ruleset.words
    asked = words.questions[pending.name]
    legal = [k for k in range(62) if pending.mask >> k & 1]
    is_number = asked.of == "number"
    return {
        "question": words.question_name(pending.name),
        "prompt": words.prompt(pending.name, pending.who, fight.encounter.names),
        "rules": list(asked.rules),
        "number": {"low": legal[0], "high": legal[-1]} if is_number else None,
        "offers": [] if is_number else [_offer(fight, offer) for offer in sitting.offers()],
    }


def _offer(fight: Fight, offer: Offer) -> dict[str, Any]:
    words = fight.ruleset.words
    question, option = offer.answers[0]
    warnings = [words.warning(q, fight.world, offer.who, a) for q, a in offer.answers]
    on_map = offer.target if offer.plan and offer.plan.targets == "creatures" else -1
    if offer.plan is None and words.questions[question].of == "creatures":
        on_map = option
    return {
        "name": offer.name,
        "label": offer.label,
        "target": target_name(fight, offer),
        "target_who": on_map if on_map >= 0 else None,
        "answers_left": [_left(fight, q, usual) for q, usual in left_open(fight, offer)],
        "warn": next((warning for warning in warnings if warning), ""),
    }


def target_name(fight: Fight, offer: Offer) -> str | None:
    if offer.plan is None or not offer.plan.targets:
        return None
    return fight.encounter.names[offer.plan.targets][offer.target]


def _left(fight: Fight, question: Question, usual: int | None) -> dict[str, Any]:
    """A question a plan leaves open, and what is answered when nobody says otherwise."""
    words, names = fight.ruleset.words, fight.encounter.names
    return {
        "question": words.question_name(question.name),
        "prompt": words.prompt(question.name, question.who, names),
        "options": list(options(question, fight.encounter)),
        "usual": None if usual is None else words.option(question.name, usual, names),
    }


def _dice(sitting: Sitting, who: int) -> dict[str, Any]:
    pending = sitting.fight.pending
    assert pending is not None
    words, names = sitting.fight.ruleset.words, sitting.fight.encounter.names
    hand = next(hand for hand in sitting.hands() if hand.who == who)
    what = words.roll_prompt(pending.name, pending.who, pending.vs, names)
    return {
        "prompt": f"{names['creatures'][pending.who]} rolls {what}",
        "roll_prompt": what,
        "rules": list(words.rolls[pending.name].rules),
        "needs": [list(dice) for dice in hand.needs],
    }


# The log


def log(sitting: Sitting, chair: Chair, since: int | None = None) -> list[dict[str, Any]]:
    """What happened, a sentence each; the last ones, or all from a number on."""
    fight = sitting.fight
    end = first_sealed(fight) if is_sealed(fight) else None
    lines = [(item, at) for item, at in _placed(fight)[:end] if _is_told(item)]
    first = max(0, len(lines) - LOG_TAIL) if since is None else max(0, since)
    places = [decision.at for decision in sitting.decisions()] if chair.is_gm else []
    return [
        _line(fight, n, item, _decided_by(places, at))
        for n, (item, at) in enumerate(lines[first:], start=first)
    ]


def _placed(fight: Fight) -> list[tuple[Any, int]]:
    """Every item of the story with the place on the tape of what brought it about."""
    out, at = [], -1
    for item in fight.story:
        if isinstance(item, Edit | Then) or isinstance(item[0], Question):
            at += 1
        out.append((item, at))
    return out


def _is_told(item: Any) -> bool:
    return isinstance(item, Edit | Then) or not isinstance(item[0], Question) or item[0].is_chance


def _decided_by(places: list[int], at: int) -> int | None:
    """The last decision up to a place: what is taken back when that line is undone."""
    k = bisect_right(places, at)
    return places[k - 1] if k else None


def _line(fight: Fight, n: int, item: Any, undo: int | None) -> dict[str, Any]:
    (line,) = tell_story(fight.encounter, [item])
    rolled = not isinstance(item, Edit | Then) and isinstance(item[1], Answer)
    return {
        "n": n,
        "text": line.text,
        "rules": list(line.rules),
        "roll": line.is_roll,
        "typed": rolled and item[1].typed,
        "undo": undo,
    }


# Taking back


def may_undo(sitting: Sitting, chair: Chair) -> bool:
    try:
        own_last(sitting, chair)
    except NotYours:
        return False
    return True


def own_last(sitting: Sitting, chair: Chair) -> Decision:
    """The decision this seat may take back now: the last one, if it is its own and not shown."""
    made = sitting.decisions()
    if not made:
        raise NotYours("nothing has been decided yet")
    last = made[-1]
    if chair.n == GAME_MASTER:
        return last
    if last.who not in chair.creatures:
        raise NotYours("the last decision was not yours; the game master may take it back")
    in_step = last.at >= sitting.fight.step_start[0]
    if last.sealed and not (in_step and is_sealed(sitting.fight)):
        raise NotYours("your choice has been shown; the game master may take it back")
    return last
