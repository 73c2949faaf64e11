"""What a page may ask for: carried out for whoever sits in a chair, or refused with a reason."""

from __future__ import annotations

from dataclasses import replace
from functools import partial
from typing import Any

from affray.book.content import no_field
from affray.book.errors import unknown
from affray.book.toml_tables import read_value
from affray.fight.fight import Fight
from affray.fight.following import take
from affray.fight.plans import Offer, option_names, option_of, single, unusable
from affray.fight.players import PERSON
from affray.fight.refusals import Refusal, not_now
from affray.files.tapefile import options
from affray.oracles.tape import Question, in_a_row, show_needs
from affray.table.game import Game, NotYours, Refused
from affray.table.pending import target_name
from affray.table.sealing import own_last
from affray.table.store import Chair
from affray.table.views import editable


def plan(game: Game, chair: Chair, name: str, target: str | None, given: dict[str, str]) -> None:
    """Carry out one of the offered plans."""
    pending = asked_choice(game, chair)
    offer = find_offer(game, pending, name, target)
    extra = read_extra(game.fight, given)
    problem = unusable(game.fight, offer, extra) if extra else ""
    if problem:
        questions = game.fight.ruleset.words.questions
        raise Refused(problem, tuple(rule for q in extra for rule in questions[q].rules))
    mine = partial(game.holds, chair)
    game.following[pending.who] = take(game.fight, offer, extra, mine)


def answer(game: Game, chair: Chair, question: str, option: str) -> None:
    """Answer the pending question with one of its legal options."""
    pending = asked_choice(game, chair)
    words, encounter = game.fight.ruleset.words, game.fight.encounter
    if question != words.question_name(pending.name):
        expected = words.question_name(pending.name)
        raise Refused(f"{question!r} is not asked now, expected {expected!r}")
    legal = options(pending, encounter)
    if option not in legal:
        reason = f"found {option!r}, legal are {', '.join(legal)}"
        raise Refused(reason, words.questions[pending.name].rules)
    offer = single(encounter, pending, legal[option])
    game.following[pending.who] = take(game.fight, offer)


def asked_choice(game: Game, chair: Chair) -> Question:
    """The pending question, if it is a choice and this chair's to answer."""
    pending = game.fight.pending
    if pending is None:
        raise Refused("the fight is over; nothing is asked")
    if pending.is_chance:
        raise Refused("dice are awaited, not a plan")
    if not game.holds(chair, pending.who):
        raise NotYours(f"it is for {game.fight.names[pending.who]} to answer")
    return pending


def find_offer(game: Game, pending: Question, name: str, target: str | None) -> Offer:
    possible = game.offers()
    for offer in possible:
        if offer.name == name and target_name(game.fight, offer) == (target or None):
            return offer
    wanted = f"{name} {target}" if target else name
    rules = game.fight.ruleset.words.questions[pending.name].rules
    why = not_now(game.fight, wanted)
    why = why or Refusal(f"{wanted!r} is not open to {game.fight.names[pending.who]} now", rules)
    legal = ", ".join(offer.label for offer in possible[:12])
    more = ", ..." if len(possible) > 12 else ""
    raise Refused(f"{why.text}; open are {legal}{more}", why.rules)


def read_extra(fight: Fight, given: dict[str, str]) -> dict[int, int]:
    """Answers to what a plan leaves open, from names to numbers."""
    words = fight.ruleset.words
    out = {}
    for name, text in given.items():
        if name not in words.question_names:
            raise Refused(unknown("question", name, list(words.question_names)))
        question = words.question_names[name]
        option = option_of(fight.encounter, question, text)
        if option < 0:
            known = option_names(fight.encounter, question)
            rules = words.questions[question].rules
            raise Refused(unknown(f"answer to {name}", text, known), rules)
        out[question] = option
    return out


def dice(game: Game, chair: Chair, faces: list[int]) -> None:
    """Faces that were rolled by hand; none at all leaves the roll to the computer."""
    hands = game.hands()
    if not hands:
        raise Refused("no dice are awaited")
    mine = [hand for hand in hands if game.holds(chair, hand.who)]
    if not mine:
        raise NotYours(f"it is for {game.fight.names[hands[0].who]} to roll")
    hand = mine[0]
    shown = in_a_row(faces, hand.needs) if faces else ()
    if shown is None:
        wanted = show_needs(hand.needs)
        raise Refused(f"found {faces}, expected the faces of {wanted}, smallest dice first")
    game.typed = {**game.typed, hand.side: shown}


def undo(game: Game, chair: Chair, to: int | None, fresh: bool) -> None:
    """Take back the last decision, or for the game master any; the same dice come again.

    To 0 the fight starts over, with whoever sits in its seats now: from its beginning, or from
    where these rules took it up.
    """
    if not chair.is_gm and fresh:
        raise NotYours("only the game master may ask for new dice")
    if not chair.is_gm and to is not None and to != own_last(game, chair).at:
        raise NotYours("only the game master may take back more than the last decision")
    keep = own_last(game, chair).at if to is None else max(to, game.fight.first)
    places = [game.fight.first, *(decision.at for decision in game.decisions())]
    if keep not in places:
        raise Refused(f"found {keep}, expected the `undo` of a line of the log")
    game.drop_plans()
    game.fight.undo(keep, fresh)


def edit(game: Game, chair: Chair, creature: str, changes: dict[str, Any]) -> None:
    """Change fields of a creature by hand; what was answered in this step is asked again."""
    _require_game_master(chair)
    fight = game.fight
    if creature not in fight.names:
        raise Refused(unknown("creature", creature, fight.names))
    known = [field.name for field in editable(fight)]
    for name in changes:
        if name not in known:
            raise Refused(no_field(name, known))
    game.drop_plans()
    fight.edit({creature: {name: _read(value) for name, value in changes.items()}})


def _read(value: Any) -> Any:
    """What was typed into a form is text, whatever it means."""
    return read_value(value) if isinstance(value, str) else value


def seat(
    game: Game, chair: Chair, creature: str, player: str | None, typed_dice: bool | None
) -> None:
    """Change who plays a creature, or whether its dice are typed."""
    fight, seats = game.fight, game.players.seats
    if creature not in fight.names:
        raise Refused(unknown("creature", creature, fight.names))
    who = fight.names.index(creature)
    if not chair.is_gm and (player is not None or who not in chair.creatures):
        raise NotYours("only the game master may change that seat")
    known = [PERSON, *fight.ruleset.temperaments]
    if player is not None and player not in known:
        raise Refused(unknown("player", player, known))
    new = seats[who]
    new = new if player is None else replace(new, player=player)
    new = new if typed_dice is None else replace(new, typed_dice=typed_dice)
    game.players.seats = [new if i == who else old for i, old in enumerate(seats)]
    if not new.is_person:
        game.following.pop(who, None)
    if fight.pending is not None and not fight.pending.is_chance:
        fight.run()  # the computer may know an answer now


def then(game: Game, chair: Chair, what: str) -> None:
    """After a fight: a rest, or the next fight with what lasts."""
    _require_game_master(chair)
    if not game.fight.is_over:
        raise Refused("the fight is not over")
    game.drop_plans()
    game.fight.then(what)


def free_seat(game: Game, chair: Chair, n: int) -> None:
    """A player's links are called back; the game master plays on for them."""
    _require_game_master(chair)
    game.set_taken(n, False)


def _require_game_master(chair: Chair) -> None:
    if not chair.is_gm:
        raise NotYours("only the game master may do that")
