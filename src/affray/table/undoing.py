"""Taking back: what a chair may take back itself, what it has to ask for, and what is told of it.

A player takes back what has led to nothing yet. Whoever has seen a die, or what another did,
knows more than when they chose: that is for the game master to grant, or for a friendly table.
"""

from __future__ import annotations

from collections.abc import Sequence
from copy import copy
from dataclasses import dataclass
from functools import partial
from typing import Any

from affray.fight.beside import (
    FRIENDLY,
    STRICT,
    Beside,
    Habit,
    Replayed,
    Undo,
    is_choice,
    is_roll,
    items_before,
)  # fmt: skip
from affray.fight.decisions import Decision
from affray.fight.fight import Fight
from affray.fight.players import PERSON, Seat
from affray.fight.sealed import first_sealed, is_sealed, is_secret, place_of_seal
from affray.fight.tray import RollShown, Thrown, throws
from affray.oracles.tape import Question, Story
from affray.rules.masks import is_single
from affray.table.declaring import choice_of, owner, places_for
from affray.table.game import Game, NotYours, Refused
from affray.table.scenery import once
from affray.table.sealing import unseen_by, unseen_now
from affray.table.store import Chair
from affray.tell.narration import tell_story
from affray.tell.places import Places
from affray.tell.unseen import is_done_by, veiled

MOST_TOLD = 8
"""So much of what was taken back is told; of the rest, how much it was."""


@dataclass(frozen=True)
class Back:
    """The decision a chair would take back, and why it has to be asked for, if it has."""

    at: int
    why: str = ""


def last_of(game: Game, chair: Chair) -> Back:
    """What this chair may take back now, or ask to have taken back."""
    made = game.decisions()
    own = made if chair.is_gm else [d for d in made if d.who in chair.creatures]
    if not own:
        raise NotYours("nothing has been decided yet" if not made else "nothing of it was yours")
    last = own[-1]
    return Back(last.at, "" if chair.is_gm else _why_ask(game, chair, last, made[-1]))


def _why_ask(game: Game, chair: Chair, mine: Decision, last: Decision) -> str:
    """Why a player may not take it back by themselves; nothing where they may."""
    fight = game.fight
    if game.habit == STRICT:
        return "this table takes nothing back but by its game master"
    if mine != last:
        return "the last decision was not yours"
    in_step = mine.at >= fight.step_start[0]
    if mine.sealed and not (in_step and is_sealed(fight)):
        return "your choice has been shown"
    return "" if game.habit == FRIENDLY else _seen_since(game, chair, mine.at)


def _seen_since(game: Game, chair: Chair, at: int) -> str:
    """What a player has been shown since they decided there; nothing where they have not."""
    fight = game.fight
    if game.typed:
        return "dice have been typed since"
    end = first_sealed(fight) if is_sealed(fight) else None
    since = fight.story[items_before(fight, at) : end]
    if any(is_roll(item) for item in since):
        return "dice have been rolled since"
    if not all(is_choice(item) for item in since):
        return "you have been told more since"
    others = [q for q, _ in since if isinstance(q, Question) and not game.holds(chair, q.who)]  # type: ignore[misc]
    return "" if all(is_single(q.mask) for q in others) else "somebody else has decided since"


# Doing it


def undo(game: Game, chair: Chair, to: int | None, fresh: bool) -> None:
    """Take back the last decision, or for the game master any; the same dice come again.

    To 0 the fight starts over, with whoever sits in its seats now: from its beginning, or from
    where these rules took it up. What one has sealed is on no tape until the last is in: it is
    one's own to take out again.
    """
    sealed = _sealed_last(game, chair)
    if sealed is not None and to is None and not fresh:
        take_out(game, chair, sealed)
        return
    if not chair.is_gm:
        if fresh:
            raise NotYours("only the game master may ask for new dice")
        back = last_of(game, chair)
        if to not in (None, back.at):
            raise NotYours("only the game master may take back more than the last decision")
        if back.why:
            raise NotYours(f"{back.why}; ask the game master for it")
    first = game.fight.first
    keep = last_of(game, chair).at if to is None else max(to, first)
    places = [first, *(decision.at for decision in game.decisions())]
    if keep not in places:
        game.fight.past.require(keep)  # of what lies further back only the last is known
        raise Refused(f"found {keep}, expected the `undo` of a line of the log")
    laid = _laid_at(game, keep)
    if laid is not None and not fresh:
        take_out(game, chair, laid)
        return
    game.take_plans_back()
    if fresh and keep == first:
        game.mark_the_start()
    game.fight.undo(keep, fresh, by=chair.name)


def take_out(game: Game, chair: Chair, who: int) -> None:
    """Somebody thinks again about what they have sealed; what others have sealed stays."""
    if who in game.envelopes.laid:
        game.envelopes.lift(who, chair.name, partial(owner, game))
    else:
        game.tell_astray(who, game.envelopes.half_said(who))
        game.envelopes.empty(who)


def _laid_at(game: Game, at: int) -> int | None:
    """Whose sealed answer begins at a place on the tape, while others are still to seal."""
    laid = game.envelopes.laid if game.envelopes.is_open else []
    return next((who for who in laid if place_of_seal(game.fight, who) == at), None)


def _sealed_last(game: Game, chair: Chair) -> int | None:
    return game.envelopes.last_of(chair.n, partial(game.holds, chair))


def ask_undo(game: Game, chair: Chair) -> None:
    """Ask the game master to have one's last decision taken back, with all that followed."""
    if chair.is_gm:
        raise Refused("the game master need not ask")
    if _sealed_last(game, chair) is not None or not (back := last_of(game, chair)).why:
        raise Refused("this may be taken back without asking")
    game.asked_back = {**game.asked_back, chair.n: back.at}


def withdraw_undo(game: Game, chair: Chair) -> None:
    """Think better of what one has asked the game master for."""
    if chair.n not in game.asked_back:
        raise Refused("you have asked for nothing to be taken back")
    game.asked_back = {n: at for n, at in game.asked_back.items() if n != chair.n}


def answer_undo(game: Game, chair: Chair, seat: str, grants: bool) -> None:
    """Grant what a player has asked to have taken back, or refuse it."""
    if not chair.is_gm:
        raise NotYours("only the game master may do that")
    asked = {c.name: c for c in game.player_chairs if c.n in game.asked_back}
    if seat not in asked:
        raise Refused(f"{seat} has asked for nothing to be taken back")
    keep = game.asked_back[asked[seat].n]
    if grants:
        game.take_plans_back()
        game.fight.undo(keep, by=seat, granted=chair.name)
    else:
        left = {n: at for n, at in game.asked_back.items() if n != asked[seat].n}
        game.asked_back = left


def hold_it(game: Game, chair: Chair, habit: str) -> None:
    """Change how this table holds it with taking back."""
    if not chair.is_gm:
        raise NotYours("only the game master may do that")
    game.fight.say_beside(Habit(habit, chair.name))
    game.asked_back = {}


# Telling of it


def shown_to(game: Game, chair: Chair) -> dict[str, Any] | None:
    """The undo of a chair: what it would take back, and whether that has to be asked for."""
    sealed = _sealed_last(game, chair)
    if sealed is not None:
        held = game.envelopes.of(sealed, owner(game, sealed))
        what = f"{game.fight.names[sealed]}: {choice_of(game, chair, sealed, held)}"
        return {"what": what, "asks": "", "asked": False}
    try:
        back = last_of(game, chair)
    except NotYours:
        return None
    return {
        "what": would_take(game, chair, back.at),
        "asks": back.why,
        "asked": chair.n in game.asked_back,
    }


def requests(game: Game, chair: Chair) -> list[dict[str, Any]]:
    """What players have asked for, as the game master reads it."""
    names = {c.n: c.name for c in game.player_chairs}
    return [
        {"seat": names[n], "what": would_take(game, chair, at)} for n, at in game.asked_back.items()
    ]


def would_take(game: Game, chair: Chair, at: int) -> str:
    """What an undo to that place takes back, as far as this chair may know of it."""
    laid = _laid_at(game, at)
    if laid is not None:
        return f"a sealed choice of {game.fight.names[laid]}"
    fight = game.fight
    cut, first = items_before(fight, at), first_sealed(fight) if is_sealed(fight) else None
    unseen = unseen_now(game, chair)
    places = places_for(game, chair)
    story = fight.story
    tell = lambda: veiled_parts(fight, game.players.seats, story[cut:first], unseen, places)  # noqa: E731
    parts = once(game, places.world, ("taken back", cut, unseen), tell)
    if first is not None:
        parts = [*parts, *_sealed_parts(game, chair, story[max(cut, first) :], places)]
    return _listed([*parts, *_held_parts(game)])


def _held_parts(game: Game) -> list[str]:
    """Sealed choices that are on no tape yet go with what was before them."""
    shut = [who for who in game.envelopes.asked if game.envelopes.is_shut(who)]
    return [f"a sealed choice of {game.fight.names[who]}" for who in shut]


def _sealed_parts(game: Game, chair: Chair, story: Story, places: Places) -> list[str]:
    """One's own sealed choices, and that others have made theirs."""
    fight = game.fight
    mine = [item for item in story if is_choice(item) and game.holds(chair, item[0].who)]  # type: ignore[union-attr]
    others = []
    for item in story:
        if not is_secret(fight, item) or item in mine:
            continue
        who = item[0].who  # type: ignore[union-attr]
        text = f"a sealed choice of {fight.names[who]}"
        if game.players.seats[who].is_person and text not in others:
            others.append(text)
    return [*told_parts(fight, game.players.seats, mine, places), *others]


def veiled_parts(
    fight: Fight, seats: Sequence[Seat], story: Story, unseen: frozenset[int], places: Places
) -> list[str]:
    """The same without those who hide: neither their names nor what they did."""
    seen = [item for item in story if not is_done_by(item, unseen, fight.names)]
    return [veiled(part, fight.names, unseen) for part in told_parts(fight, seats, seen, places)]


def told_parts(fight: Fight, seats: Sequence[Seat], story: Story, places: Places) -> list[str]:
    """What people chose, and what was told of it, one by one; past those that are listed nothing
    is put in words, they are only counted."""
    parts: list[str] = []
    run: list[tuple[int, int]] = []
    spoken: list[str] = []
    by = -1

    def close() -> None:
        if run:
            is_listed = len(parts) < MOST_TOLD
            chosen = ", ".join(places.chosen(by, run)) if is_listed else ""
            parts.append(f"{fight.names[by]}: {chosen}{''.join(spoken)}")
            run.clear()
            spoken.clear()

    for item in story:
        if not is_choice(item):
            close()
            told = tell_story(fight.encounter, [item]) if len(parts) < MOST_TOLD else ()
            parts += [places.told(item, line.text.removesuffix(".")) for line in told] or [""]
            continue
        question, answer = item  # type: ignore[misc]
        if is_single(question.mask) or not seats[question.who].is_person:
            continue
        if question.who != by:
            close()
        by = question.who
        run.append((question.name, answer.value))
        spoken += [f" ({answer.said})"] if answer.said else []
    close()
    return parts


def _listed(parts: list[str]) -> str:
    more = [f"and {len(parts) - MOST_TOLD} more"] if len(parts) > MOST_TOLD else []
    return "; ".join([*parts[:MOST_TOLD], *more])


def beside_text(game: Game, chair: Chair, beside: Beside) -> str:
    """What was said beside the fight, as a line of the log."""
    said = beside.said
    if isinstance(said, Habit):
        return f"Undo is {said.habit} from here on, says {said.by or 'The game master'}."
    if isinstance(said, Replayed):
        return _replayed_text(said)
    if isinstance(said, Thrown):
        return thrown_text(said, chair)
    if isinstance(said, RollShown):
        shown = throws(game.fight)[said.throw].text
        return f"{said.by or 'The game master'} shows a roll from behind the screen: {shown}."
    assert isinstance(said, Undo), "a look is seen, not told"
    before = game.fight.world if beside.world is None else beside.world
    unseen = unseen_by(game, chair, before) | unseen_now(game, chair)
    known = game.told_beside.get((id(said), unseen))
    if known is None:  # a whole fight may have been taken back: it is put in words once
        known = game.told_beside[id(said), unseen] = (said, _undo_text(game, said, beside, unseen))
    return known[1]


def _replayed_text(said: Replayed) -> str:
    """Where what was played again under another reading ends."""
    far = "all of it fits" if said.whole else "from here on it is asked anew"
    who = said.by or "The game master"
    what = "as it was before" if said.back else f"with {said.what} from the beginning"
    return f"{who} has it played again, {what}: the same answers and dice; {far}."


def thrown_text(said: Thrown, chair: Chair) -> str:
    """A free roll; what was thrown behind the screen only the game master reads."""
    who = said.by or "The game master"
    if said.hidden and not chair.is_gm:
        return f"{who} throws dice behind the screen."
    where = ", behind the screen" if said.hidden else ""
    return f"{who} throws{where}: {said.text}."


def _as_it_was(game: Game, beside: Beside) -> tuple[Fight, Sequence[Seat]]:
    """The fight with those who were in it before something was taken back: who came late may
    have been taken back themselves since, and another may have come in their place."""
    fight, seats = game.fight, game.players.seats
    begun = fight.encounter.begun
    names = [*fight.names[:begun], *(str(one.creature["name"]) for one in beside.late)]
    if names == fight.names[: len(names)]:
        return fight, seats
    then = copy(fight)
    then.encounter = fight.encounter.apart()
    then.encounter.names["creatures"] = names
    return then, [*seats[:begun], *(Seat(one.player) for one in beside.late)]


def _undo_text(game: Game, said: Undo, beside: Beside, unseen: frozenset[int]) -> str:
    who = said.by or "The game master"
    if said.replayed:
        return f"Taken back by {who} to be played again under another reading."
    fight, seats = _as_it_was(game, beside)
    if said.people is not None:  # who plays whom now is another matter
        seats = [Seat(PERSON if i in said.people else "") for i in range(len(seats))]
    world = fight.world if beside.world is None else beside.world
    parts = veiled_parts(fight, seats, beside.taken, unseen, Places(fight, world, unseen))
    parts += ["a sealed choice nobody had seen"] if beside.sealed else []
    if said.fresh and said.keep <= game.fight.first:
        lines = f"{len(parts)} line{'s' * (len(parts) != 1)}"
        return f"Begun anew by {who}, with new dice; taken back: {lines}."
    granted = f" (granted by {said.granted})" if said.granted else ""
    fresh = ", for new dice" if said.fresh else ""
    return f"Taken back by {who}{granted}{fresh}: {_listed(parts) or 'nothing yet'}."
