"""Taking back: what a chair may take back itself, what it has to ask for, and what is told of it.

A player takes back what has led to nothing yet. Whoever has seen a die, or what another did,
knows more than when they chose: that is for the game master to grant, or for a friendly table.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from affray.fight.beside import (
    FRIENDLY,
    STRICT,
    Beside,
    Habit,
    Undo,
    is_choice,
    is_roll,
    items_before,
)  # fmt: skip
from affray.fight.decisions import Decision
from affray.fight.fight import Fight
from affray.fight.sealed import first_sealed, is_sealed, is_secret
from affray.oracles.tape import Question, Story
from affray.rules.masks import is_single
from affray.table.game import Game, NotYours, Refused
from affray.table.sealing import is_done_by, unseen_by, unseen_now, veiled
from affray.table.store import Chair
from affray.tell.narration import tell_story

MOST_TOLD = 8
"""So much of what was taken back is told; of the rest, how much it was."""


@dataclass(frozen=True)
class Back:
    """The decision a chair would take back, and why it has to be asked for, if it has."""

    at: int
    why: str = ""


def last_of(game: Game, chair: Chair) -> Back:
    """What this chair may take back now, or ask to have taken back."""
    made = [d for d in game.decisions() if not _is_half_given(game, chair, d)]
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


def _is_half_given(game: Game, chair: Chair, decision: Decision) -> bool:
    """A sealed answer another is still about to complete: for this chair it is not there yet."""
    fight, pending = game.fight, game.fight.pending
    if pending is None or not decision.sealed or game.holds(chair, decision.who):
        return False
    in_step = decision.at >= fight.step_start[0]
    return in_step and decision.who == pending.who and is_sealed(fight)


# Doing it


def undo(game: Game, chair: Chair, to: int | None, fresh: bool) -> None:
    """Take back the last decision, or for the game master any; the same dice come again.

    To 0 the fight starts over, with whoever sits in its seats now: from its beginning, or from
    where these rules took it up.
    """
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
        raise Refused(f"found {keep}, expected the `undo` of a line of the log")
    game.drop_plans()
    game.fight.undo(keep, fresh, by=chair.name)


def ask_undo(game: Game, chair: Chair) -> None:
    """Ask the game master to have one's last decision taken back, with all that followed."""
    if chair.is_gm:
        raise Refused("the game master need not ask")
    back = last_of(game, chair)
    if not back.why:
        raise Refused("this may be taken back without asking")
    game.asked_back = {**game.asked_back, chair.n: back.at}


def answer_undo(game: Game, chair: Chair, seat: str, grants: bool) -> None:
    """Grant what a player has asked to have taken back, or refuse it."""
    if not chair.is_gm:
        raise NotYours("only the game master may do that")
    asked = {c.name: c for c in game.player_chairs if c.n in game.asked_back}
    if seat not in asked:
        raise Refused(f"{seat} has asked for nothing to be taken back")
    keep = game.asked_back[asked[seat].n]
    if grants:
        game.drop_plans()
        game.fight.undo(keep, by=seat, granted=chair.name)
    else:
        left = {n: at for n, at in game.asked_back.items() if n != asked[seat].n}
        game.asked_back = left


def hold_it(game: Game, chair: Chair, habit: str) -> None:
    """Change how this table holds it with taking back."""
    if not chair.is_gm:
        raise NotYours("only the game master may do that")
    game.fight.hold_it(Habit(habit, chair.name))
    game.asked_back = {}


# Telling of it


def shown_to(game: Game, chair: Chair) -> dict[str, Any] | None:
    """The undo of a chair: what it would take back, and whether that has to be asked for."""
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
    fight = game.fight
    cut, first = items_before(fight, at), first_sealed(fight) if is_sealed(fight) else None
    parts = veiled_parts(game, fight.story[cut:first], unseen_now(game, chair))
    if first is not None:
        parts += _sealed_parts(game, chair, fight.story[max(cut, first) :])
    return _listed(parts)


def _sealed_parts(game: Game, chair: Chair, story: Story) -> list[str]:
    """One's own sealed choices, and that others have made theirs."""
    fight, pending = game.fight, game.fight.pending
    mine = [item for item in story if is_choice(item) and game.holds(chair, item[0].who)]  # type: ignore[union-attr]
    others = []
    for item in story:
        if not is_secret(fight, item) or item in mine:
            continue
        who = item[0].who  # type: ignore[union-attr]
        is_whole = pending is None or pending.who != who
        text = f"a sealed choice of {fight.names[who]}"
        if game.players.seats[who].is_person and is_whole and text not in others:
            others.append(text)
    return [*told_parts(game, mine), *others]


def veiled_parts(game: Game, story: Story, unseen: frozenset[int]) -> list[str]:
    """The same without those who hide: neither their names nor what they did."""
    seen = [item for item in story if not is_done_by(item, unseen, game.fight.names)]
    return [veiled(part, game.fight.names, unseen) for part in told_parts(game, seen)]


def told_parts(game: Game, story: Story) -> list[str]:
    """What people chose, and what was told of it, one by one."""
    fight, parts = game.fight, []
    said: tuple[int, list[str]] = (-1, [])
    for item in story:
        if not is_choice(item):
            parts += [line.text.removesuffix(".") for line in tell_story(fight.encounter, [item])]
            said = (-1, [])
            continue
        question, answer = item  # type: ignore[misc]
        if is_single(question.mask) or not game.players.seats[question.who].is_person:
            continue
        option = _option(fight, question.name, answer.value)
        if said[0] == question.who:
            parts[-1] += f", {option}"
        else:
            parts.append(f"{fight.names[question.who]}: {option}")
            said = (question.who, [])
    return parts


def _option(fight: Fight, question: int, option: int) -> str:
    return fight.ruleset.words.option(question, option, fight.encounter.names)


def _listed(parts: list[str]) -> str:
    more = [f"and {len(parts) - MOST_TOLD} more"] if len(parts) > MOST_TOLD else []
    return "; ".join([*parts[:MOST_TOLD], *more])


def beside_text(game: Game, chair: Chair, beside: Beside) -> str:
    """What was said beside the fight, as a line of the log."""
    said = beside.said
    if isinstance(said, Habit):
        return f"Undo is {said.habit} from here on, says {said.by or 'The game master'}."
    before = game.fight.world if beside.world is None else beside.world
    unseen = unseen_by(game, chair, before) | unseen_now(game, chair)
    known = game.told_beside.get((id(said), unseen))
    if known is None:  # a whole fight may have been taken back: it is put in words once
        known = game.told_beside[id(said), unseen] = (said, _undo_text(game, said, beside, unseen))
    return known[1]


def _undo_text(game: Game, said: Undo, beside: Beside, unseen: frozenset[int]) -> str:
    who = said.by or "The game master"
    parts = veiled_parts(game, beside.taken, unseen)
    parts += ["a sealed choice nobody had seen"] if beside.sealed else []
    granted = f" (granted by {said.granted})" if said.granted else ""
    fresh = ", for new dice" if said.fresh else ""
    return f"Taken back by {who}{granted}{fresh}: {_listed(parts) or 'nothing yet'}."
