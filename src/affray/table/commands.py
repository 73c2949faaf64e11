"""What a page may ask for: carried out for whoever sits in a chair, or refused with a reason."""

from __future__ import annotations

from dataclasses import replace
from functools import partial
from typing import Any

from affray.book.content import no_field
from affray.book.errors import unknown
from affray.book.toml_tables import read_value
from affray.fight.following import take
from affray.fight.plans import Offer, option_names, option_of, single, unusable
from affray.fight.players import PERSON
from affray.fight.refusals import Refusal, not_now
from affray.oracles.tape import Question, in_a_row, show_needs
from affray.table.game import Game, NotYours, Refused
from affray.table.pending import shown_options, target_name
from affray.table.sealing import SOMEBODY, open_offers, unseen_now
from affray.table.store import Chair
from affray.table.views import editable


def plan(game: Game, chair: Chair, name: str, target: str | None, given: dict[str, str]) -> None:
    """Carry out one of the offered plans."""
    pending = asked_choice(game, chair)
    offer = find_offer(game, chair, pending, name, target)
    extra = read_extra(game, chair, given)
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
    legal = shown_options(game.fight, pending, unseen_now(game, chair))
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
        raise NotYours(f"it is for {_called(game, chair, pending.who)} to answer")
    return pending


def _called(game: Game, chair: Chair, who: int) -> str:
    return SOMEBODY if who in unseen_now(game, chair) else game.fight.names[who]


def find_offer(game: Game, chair: Chair, pending: Question, name: str, target: str | None) -> Offer:
    possible = open_offers(game, chair)
    for offer in possible:
        if offer.name == name and target_name(game.fight, offer) == (target or None):
            return offer
    wanted = f"{name} {target}" if target else name
    rules = game.fight.ruleset.words.questions[pending.name].rules
    hidden = [game.fight.names[i] for i in unseen_now(game, chair)]
    why = None if target in hidden else not_now(game.fight, wanted)
    why = why or Refusal(f"{wanted!r} is not open to {game.fight.names[pending.who]} now", rules)
    legal = ", ".join(offer.label for offer in possible[:12])
    more = ", ..." if len(possible) > 12 else ""
    raise Refused(f"{why.text}; open are {legal}{more}", why.rules)


def read_extra(game: Game, chair: Chair, given: dict[str, str]) -> dict[int, int]:
    """Answers to what a plan leaves open, from names to numbers; none names somebody hidden."""
    fight, words = game.fight, game.fight.ruleset.words
    hidden = {fight.names[i] for i in unseen_now(game, chair)}
    out = {}
    for name, text in given.items():
        if name not in words.question_names:
            raise Refused(unknown("question", name, list(words.question_names)))
        question = words.question_names[name]
        option = option_of(fight.encounter, question, text)
        if option < 0 or (words.questions[question].of == "creatures" and text in hidden):
            known = [one for one in option_names(fight.encounter, question) if one not in hidden]
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
        raise NotYours(f"it is for {_called(game, chair, hands[0].who)} to roll")
    hand = mine[0]
    shown = in_a_row(faces, hand.needs) if faces else ()
    if shown is None:
        wanted = show_needs(hand.needs)
        raise Refused(f"found {faces}, expected the faces of {wanted}, smallest dice first")
    game.typed = {**game.typed, hand.side: shown}


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
    fight.edit({creature: {name: _read(value) for name, value in changes.items()}}, chair.name)


def _read(value: Any) -> Any:
    """What was typed into a form is text, whatever it means."""
    return read_value(value) if isinstance(value, str) else value


def seat(
    game: Game, chair: Chair, creature: str, player: str | None, typed_dice: bool | None
) -> None:
    """Change who plays a creature, or whether its dice are typed."""
    fight, seats = game.fight, game.players.seats
    hidden = {fight.names[i] for i in unseen_now(game, chair)}
    seen = [name for name in fight.names if name not in hidden]
    if creature not in seen:
        raise Refused(unknown("creature", creature, seen))
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
