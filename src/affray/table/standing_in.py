"""Answering for one who is away: the game master does, or the computer, and they are asked again.

It is for what is asked now and for no longer.
"""

from __future__ import annotations

from affray.book.errors import unknown
from affray.fight.players import usual_player
from affray.oracles.tape import Answer
from affray.table.envelopes import COMPUTER
from affray.table.game import Game, NotYours, Refused
from affray.table.store import Chair


def stand_in(game: Game, chair: Chair, seat: str) -> None:
    """The game master answers what is asked of a seat now, until it is answered.

    What its owner has begun to seal is theirs alone, and is begun anew.
    """
    _require_game_master(chair)
    other = _seat(game, seat)
    for who in _asked_of(game, other):
        if game.envelopes.is_open:
            game.envelopes.empty(who)
    game.stands_in |= {other.n}


def let_the_computer(game: Game, chair: Chair, seat: str) -> None:
    """The computer answers what is asked of a seat now."""
    _require_game_master(chair)
    for who in _asked_of(game, _seat(game, seat)):
        if game.fight.pending is not None and game.fight.pending.is_chance:
            sides = [hand.side for hand in game.hands() if hand.who == who]
            game.typed = {**game.typed, **dict.fromkeys(sides, ())}
        elif game.envelopes.is_open:
            game.tell_astray(who, game.envelopes.half_said(who))
            game.envelopes.empty(who)
            for order in game.envelopes.suggested(who):
                game.envelopes.put(who, order, COMPUTER)
        else:
            _decide(game, who)


def leave_it(game: Game, chair: Chair, seat: str) -> None:
    """What is asked of a seat is its owner's again: what others have sealed for it is taken out."""
    _require_game_master(chair)
    other = _seat(game, seat)
    sealed = _sealed_for(game, other)
    if other.n not in game.stands_in and not sealed:
        raise Refused(f"{seat} answers for themselves")
    game.stands_in -= {other.n}
    for who in sealed:
        game.envelopes.empty(who)


def answered_for(game: Game) -> list[dict[str, str]]:
    """The seats somebody answers for in their owner's stead, for the game master."""
    out = []
    for chair in game.player_chairs:
        by = {game.sealed[who].by for who in _sealed_for(game, chair)}
        if chair.n in game.stands_in:
            out.append({"seat": chair.name, "by": "me"})
        elif by:
            out.append({"seat": chair.name, "by": "computer" if COMPUTER in by else "me"})
    return out


def _sealed_for(game: Game, chair: Chair) -> list[int]:
    """Whose answers lie sealed in a seat that its owner has not given."""
    held = game.sealed if chair.taken and game.envelopes.is_open else {}
    return [i for i, e in held.items() if e.orders and i in chair.creatures and e.by != chair.n]


def _decide(game: Game, who: int) -> None:
    """What a policy answers, to the end of what is asked of somebody in this step."""
    fight, player = game.fight, usual_player(game.fight.ruleset)
    at = fight.step_start[0]
    while (asked := fight.pending) is not None and asked.who == who and not asked.is_chance:
        if fight.step_start[0] != at or game.envelopes.is_open:
            return
        fight.answer(Answer(game.players.policy(fight, player, asked, fight.world)))


def _seat(game: Game, seat: str) -> Chair:
    found = [chair for chair in game.player_chairs if chair.name == seat]
    if not found:
        raise Refused(unknown("seat", seat, [chair.name for chair in game.player_chairs]))
    return found[0]


def _asked_of(game: Game, chair: Chair) -> list[int]:
    asked = [who for who in game.asked_now() if who in chair.creatures]
    if not asked:
        raise Refused(f"nothing is asked of {chair.name} now")
    return asked


def _require_game_master(chair: Chair) -> None:
    if not chair.is_gm:
        raise NotYours("only the game master may do that")
