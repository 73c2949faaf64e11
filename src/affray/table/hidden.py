"""Those the game master hides by hand, in games whose rules hide nobody."""

from __future__ import annotations

from dataclasses import replace

from affray.book.errors import unknown
from affray.fight.decisions import BY_HAND
from affray.table.game import Game, HiddenByHand, NotYours, Refused
from affray.table.store import Chair


def hide(game: Game, chair: Chair, creature: str, is_hidden: bool) -> None:
    """Take a creature out of the players' sight, or let them see it again."""
    if not chair.is_gm:
        raise NotYours("only the game master may do that")
    fight = game.fight
    if creature not in fight.names:
        raise Refused(unknown("creature", creature, fight.names))
    if fight.ruleset.words.hiding is None:
        raise Refused("this game does not say what odds are without somebody unseen")
    who, now = fight.names.index(creature), fight.step_start[0]
    if is_hidden == (who in hidden_now(game)):
        return
    if is_hidden:
        game.hidden = [*game.hidden, HiddenByHand(who, since_when(game, now))]
    else:
        game.hidden = [
            replace(one, until=now) if one.who == who and one.until is None else one
            for one in game.hidden
        ]


def since_when(game: Game, now: int) -> int:
    """Who is hidden before anybody has decided anything was never there to be seen."""
    has_begun = any(one.at < now and one.who != BY_HAND for one in game.decisions())
    return now if has_begun else 0


def hidden_now(game: Game) -> frozenset[int]:
    return frozenset(one.who for one in game.hidden if one.until is None)


def hidden_from(game: Game, who: int) -> frozenset[int]:
    """Whom the game master hides by hand from the side of a creature."""
    creatures = game.fight.world.creatures
    side = creatures[who].side
    return frozenset(i for i in hidden_now(game) if creatures[i].side != side)


def hidden_during(game: Game, first: int, last: int) -> frozenset[int]:
    """Who was hidden from one place on the tape to another."""
    return frozenset(
        one.who
        for one in game.hidden
        if one.since <= first and (one.until is None or one.until >= last)
    )


def hidden_at(game: Game, at: int) -> frozenset[int]:
    """Who was hidden at a place on the tape; whoever comes out there is seen after it."""
    return hidden_during(game, at, at)
