"""What a page may ask for: carried out for whoever sits in a chair, or refused with a reason."""

from __future__ import annotations

from dataclasses import replace
from functools import partial
from typing import Any

from affray.book.content import no_field
from affray.book.emblems import ANY
from affray.book.errors import legal, plainly, unknown
from affray.book.toml_tables import read_value
from affray.fight.beside import NewEmblem
from affray.fight.following import take
from affray.fight.given import GivenAnswers
from affray.fight.hand import fields_of_the_fight
from affray.fight.own_words import unheard_of
from affray.fight.plans import Offer, left_open, option_names, option_of, single, unusable
from affray.fight.refusals import Refusal, not_now
from affray.fight.tray import show, throw, throws
from affray.oracles.tape import Answer, in_a_row, show_ranges
from affray.table import people
from affray.table.declaring import target_name
from affray.table.envelopes import GivenPlan, OpenQuestion
from affray.table.game import Game, NotYours, Refused
from affray.table.limits import USUAL
from affray.table.pending import shown_options
from affray.table.sealing import knowing, open_offers, unseen_now
from affray.table.seats import player_at_table
from affray.table.store import Chair
from affray.table.undoing import take_out
from affray.table.views import editable
from affray.tell.unseen import SOMEBODY


def plan(
    game: Game,
    chair: Chair,
    name: str,
    target: str | None,
    given: dict[str, str],
    creature: str = "",
    said: str = "",
) -> None:
    """Carry out one of the offered plans, or seal it."""
    asked = asked_choice(game, chair, creature)
    offer = find_offer(game, chair, asked, name, target)
    offer = in_words(asked, offer, said) if said else offer
    given_extra = read_extra(game, chair, given)
    extra = _as_shown(game, chair, asked, offer, given_extra)
    problem = unusable(asked.fight, offer, extra) if extra else ""
    if problem:
        questions = game.fight.ruleset.words.questions
        raise Refused(problem, tuple(rule for q in extra for rule in questions[q].rules))
    _give(game, chair, GivenPlan(offer, extra, frozenset(extra.keys() - given_extra.keys())))


def _as_shown(
    game: Game, chair: Chair, asked: OpenQuestion, offer: Offer, extra: dict[int, int]
) -> dict[int, int]:
    """What is left unsaid is done as it was shown: nobody acts on whom they cannot see."""
    known = knowing(game, chair)
    left = left_open(asked.fight, offer, extra, known) if known else []
    usual = {one.question.name: one.usual for one in left if one.usual is not None}
    return usual | extra


def in_words(asked: OpenQuestion, offer: Offer, said: str) -> Offer:
    """The plan with what its owner says to it, where it takes words of one's own."""
    question, option = offer.answers[0]
    rules = asked.fight.ruleset.words.questions[question].rules
    given = Answer(option, said=said)
    problem = unheard_of(asked.fight.encounter, asked.question, given)
    if problem:
        raise Refused(f"said: {problem}", rules)
    return replace(offer, said=said)


def answer(game: Game, chair: Chair, question: str, option: str, creature: str = "") -> None:
    """Answer what is asked with one of its legal options."""
    asked = asked_choice(game, chair, creature)
    words, pending = game.fight.ruleset.words, asked.question
    if question != words.question_name(pending.name):
        expected = words.question_name(pending.name)
        raise Refused(f"{question!r} is not asked now, expected {expected!r}")
    known = shown_options(asked.fight, pending, unseen_now(game, chair))
    if option not in known:
        reason = f"found {option!r}, {legal(known)}"
        raise Refused(reason, words.questions[pending.name].rules)
    _give(game, chair, GivenPlan(single(game.fight.encounter, pending, known[option])))


def _give(game: Game, chair: Chair, order: GivenPlan) -> None:
    """What is sealed is held until the last is in; whoever answers for themselves is back."""
    who = order.offer.who
    if who in chair.creatures:
        game.stands_in -= {chair.n}
    if game.envelopes.is_open:
        if who in game.envelopes.laid:
            take_out(game, chair, who)
        game.envelopes.put(who, order, chair.n)
        game.astray.pop(who, None)
    else:
        mine, before = partial(game.holds, chair), game.following.get(who)
        taken = take(game.fight, order.offer, order.extra, mine, before)
        game.astray.pop(who, None)
        game.lay_by(who)
        game.following[who] = order.carried_out(taken)


def asked_choice(game: Game, chair: Chair, creature: str = "") -> OpenQuestion:
    """What is asked of this chair, or of the creature it names, if it is a choice."""
    pending = game.fight.pending
    if pending is None:
        raise Refused("the fight is over; nothing is asked")
    if pending.is_chance:
        raise Refused("dice are awaited, not a plan")
    who = _named(game, chair, creature) if creature else game.asked_here(chair)
    if who is None:
        raise NotYours(_for_others(game, chair))
    thinks_again = game.envelopes.is_open and game.envelopes.is_shut(who)
    return game.envelopes.fresh(who) if thinks_again else game.asked_of(who)


def _named(game: Game, chair: Chair, creature: str) -> int:
    """A creature of one's own that is asked now, by name; one that has sealed thinks again."""
    asked = game.envelopes.sealing if game.envelopes.is_open else game.asked_now()
    mine = {game.fight.names[who]: who for who in asked if game.holds(chair, who)}
    if creature not in mine:
        if not mine:
            raise NotYours(_for_others(game, chair))
        raise Refused(unknown("creature that is asked", creature, list(mine)))
    return mine[creature]


def _for_others(game: Game, chair: Chair) -> str:
    waited = game.asked_now() or game.thinking_now()
    return f"it is for {_called(game, chair, waited[0])} to answer"


# What is sealed


def seal(game: Game, chair: Chair, plans: list[tuple[str, str, str | None]]) -> None:
    """Plans for several at once, by creature; one that is not named is as the computer would."""
    if not game.envelopes.is_open:
        raise Refused("nothing is sealed now")
    with game.envelopes.all_or_none():
        for creature, name, target in plans:
            if name:
                plan(game, chair, name, target, {}, creature)
                continue
            for order in game.envelopes.suggested(_named(game, chair, creature)):
                _give(game, chair, order)


def change(game: Game, chair: Chair, creature: str) -> None:
    """Think again about what one has sealed, as long as the last is not in."""
    if not game.envelopes.is_open:
        raise Refused("nothing is sealed now")
    who = _named(game, chair, creature)
    take_out(game, chair, who)
    game.facing[chair.n] = who


def turn_to(game: Game, chair: Chair, creature: str) -> None:
    """Which of several one answers for now."""
    asked = {game.fight.names[who]: who for who in game.asked_now() if game.holds(chair, who)}
    if creature not in asked:
        raise Refused(unknown("creature that is asked", creature, list(asked)))
    game.facing[chair.n] = asked[creature]


def _called(game: Game, chair: Chair, who: int) -> str:
    return SOMEBODY if who in unseen_now(game, chair) else game.fight.names[who]


def find_offer(
    game: Game, chair: Chair, asked: OpenQuestion, name: str, target: str | None
) -> Offer:
    possible, fight = open_offers(game, chair, asked), asked.fight
    for offer in possible:
        if offer.name == name and target_name(fight.encounter, offer) == (target or None):
            return offer
    wanted = f"{name} {target}" if target else name
    rules = fight.ruleset.words.questions[asked.question.name].rules
    unseen = unseen_now(game, chair)
    is_of_unseen = any(plainly(fight.names[one]) in plainly(wanted) for one in unseen)
    why = None if is_of_unseen else not_now(fight, wanted, unseen)
    who = fight.names[asked.question.who]
    why = why or Refusal(f"{wanted!r} is not open to {who} now", rules)
    open_now = ", ".join(offer.label for offer in possible[:12])
    more = ", ..." if len(possible) > 12 else ""
    raise Refused(f"{why.text}; open are {open_now}{more}", why.rules)


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


def read_others(game: Game, chair: Chair, given: dict[str, str]) -> GivenAnswers:
    """What others are taken to answer, 'Orc.action' by name; none of them is hidden."""
    seen = [n for i, n in enumerate(game.fight.names) if i not in unseen_now(game, chair)]
    out: GivenAnswers = {}
    for name, text in given.items():
        who, _, asked = name.rpartition(".")
        if who not in seen:
            raise Refused(unknown("creature", who, seen))
        for question, option in read_extra(game, chair, {asked: text}).items():
            out[game.fight.names.index(who), question] = option
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
        could = show_ranges(hand.needs)
        raise Refused(f"found {faces}, expected the faces of {could}, smallest dice first")
    game.typed = {**game.typed, hand.side: shown}


def edit(game: Game, chair: Chair, creature: str, changes: dict[str, Any]) -> None:
    """Change fields of a creature, or (`creature` is empty) of the fight itself, by hand; what was
    answered in this step is asked again."""
    _require_game_master(chair)
    fight = game.fight
    if creature and creature not in fight.names:
        raise Refused(unknown("creature", creature, fight.names))
    fields = editable(fight) if creature else fields_of_the_fight(fight)
    known = [field.name for field in fields]
    for name in changes:
        if name not in known:
            raise Refused(no_field(name, known))
    sealed = dict(game.sealed)
    game.drop_plans()
    said = {name: _read(value) for name, value in changes.items()}
    fight.edit({creature: said} if creature else said, chair.name)
    game.envelopes.put_back(sealed)


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
    new = seats[who]
    new = new if player is None else replace(new, player=player_at_table(fight.ruleset, player))
    new = new if typed_dice is None else replace(new, typed_dice=typed_dice)
    if not new.is_person:
        game.drop_plan(who)
    game.players.seats = [new if i == who else old for i, old in enumerate(seats)]
    if fight.pending is not None and not fight.pending.is_chance:
        fight.run()  # the computer may know an answer now


def look(game: Game, chair: Chair, creature: str, emblem: str) -> None:
    """Change the emblem of a creature's token."""
    _require_game_master(chair)
    names = game.fight.names
    if creature not in names:
        raise Refused(unknown("creature", creature, list(names)))
    if emblem not in ANY:
        raise Refused(unknown("emblem", emblem, list(ANY)))
    game.fight.say_beside(NewEmblem(creature, emblem))


def then(game: Game, chair: Chair, what: str) -> None:
    """After a fight: a rest, or the next fight with what lasts."""
    _require_game_master(chair)
    if not game.fight.is_over:
        raise Refused("the fight is not over")
    game.drop_plans()
    game.fight.then(what)


def throw_dice(game: Game, chair: Chair, dice: str, hidden: bool) -> None:
    """A free roll, for all to see; the game master may throw behind the screen."""
    if hidden:
        _require_game_master(chair)
    thrown = len(throws(game.fight))
    if thrown >= USUAL.free_rolls:
        raise Refused(f"found {thrown} free rolls here, expected {USUAL.free_rolls} at most")
    throw(game.fight, game.players.seed, dice, chair.name, hidden)


def show_throw(game: Game, chair: Chair, n: int) -> None:
    """What was thrown behind the screen is for all to see now."""
    _require_game_master(chair)
    show(game.fight, n, chair.name)


def free_seat(game: Game, chair: Chair, n: int) -> None:
    """A player's links are called back; the game master plays on for them."""
    _require_game_master(chair)
    people.free(game, n)
    for who in game.chairs[n].creatures:
        if game.envelopes.is_open and not game.envelopes.is_shut(who):
            game.envelopes.empty(who)  # what they had begun to seal was theirs alone


def _require_game_master(chair: Chair) -> None:
    if not chair.is_gm:
        raise NotYours("only the game master may do that")
