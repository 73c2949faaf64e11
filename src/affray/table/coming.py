"""Who comes into a fight at the table, where to, and who plays them; and who leaves it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from affray.book.errors import unknown
from affray.book.toml_tables import read_value
from affray.fight.hand import bring_in, kinds, let_go, newcomer
from affray.fight.players import PERSON, usual_player
from affray.table.game import Game, NotYours, Refused
from affray.table.seats import player_at_table
from affray.table.store import Chair

NEW_SEAT = "new"
"""As the seat: one of its own, for somebody who comes to the table."""


@dataclass(frozen=True)
class Newcomer:
    """What a game master says of somebody who comes: like whom, on which side, where to (as a
    file writes it, beside somebody, or a spot of the board), and who plays."""

    kind: str
    side: str
    name: str = ""
    at: Any = None
    beside: str = ""
    spot: tuple[int, int] | None = None
    player: str = ""
    seat: str = ""
    changes: Mapping[str, Any] = field(default_factory=dict)


def add(game: Game, chair: Chair, wanted: Newcomer) -> None:
    """One more comes into the fight; the log tells it, and it can be taken back."""
    _require_game_master(chair)
    fight, encounter = game.fight, game.fight.encounter
    if wanted.side not in encounter.sides:
        raise Refused(unknown("side", wanted.side, encounter.sides))
    changes = {
        name: read_value(value) if isinstance(value, str) else value
        for name, value in wanted.changes.items()
    }
    one = newcomer(encounter, wanted.kind, wanted.side, wanted.name, changes)
    at, beside = _place(game, wanted)
    player, seat = _player(game, wanted), _seat(game, wanted.seat)
    sealed = dict(game.sealed)
    game.drop_plans()
    game.players.sit(fight)
    bring_in(fight, one if at is None else {**one, "at": at}, player, chair.name, beside)
    game.players.sit(fight)
    if wanted.seat:
        _sit(game, seat)
    game.envelopes.put_back(sealed)


def remove(game: Game, chair: Chair, creature: str) -> None:
    """Somebody leaves the fight."""
    _require_game_master(chair)
    names = game.fight.names
    if creature not in names:
        raise Refused(unknown("creature", creature, names))
    who, sealed = names.index(creature), dict(game.sealed)
    game.drop_plans()
    let_go(game.fight, creature, chair.name)
    sealed.pop(who, None)
    game.envelopes.put_back(sealed)


def coming(game: Game) -> dict[str, Any]:
    """Who could come, and for how many there is place."""
    encounter = game.fight.encounter
    most = type(game.fight.world).layout.fields["creatures"].capacity
    known = [{"id": key, "name": name} for key, name in kinds(encounter).items()]
    return {"kinds": known, "most": most, "room": most - len(game.fight.names)}


def _place(game: Game, wanted: Newcomer) -> tuple[Any, int]:
    """Where to, as a file writes it, if that was said; else beside whom, or -1."""
    names = game.fight.names
    if wanted.beside and wanted.beside not in names:
        raise Refused(unknown("creature", wanted.beside, names))
    beside = names.index(wanted.beside) if wanted.beside else -1
    at = wanted.at if wanted.spot is None else _written(game, wanted.spot)
    return at, beside


def _written(game: Game, spot: Sequence[int]) -> Any:
    """A spot of the board as this game's files write it: by those who stand there already."""
    encounter = game.fight.encounter
    board = encounter.board(game.fight.world)
    model = encounter.entrants[0].table.raw("at", None)
    if board is None:
        raise Refused("this fight has no map")
    if isinstance(model, int):
        stands = next(token.x for token in board.tokens if token.who == 0)
        return spot[0] + model - stands
    if isinstance(model, str):
        rooms = next(known for known in encounter.names.values() if model in known)
        if not 0 <= spot[0] < len(rooms):
            raise Refused(f"spot: found {spot[0]}, expected 0 to {len(rooms) - 1}")
        return rooms[spot[0]]
    return list(spot)


def _player(game: Game, wanted: Newcomer) -> str:
    """A person where a seat is named or nothing is said of the first side."""
    ruleset, first = game.fight.ruleset, game.fight.encounter.sides[0]
    if wanted.seat:
        return PERSON
    usual = PERSON if wanted.side == first else usual_player(ruleset)
    return player_at_table(ruleset, wanted.player or usual)


def _seat(game: Game, name: str) -> Chair | None:
    """The chair that is to play the newcomer, where one is named."""
    found = {chair.name: chair for chair in game.player_chairs}
    if not name or name == NEW_SEAT or name in found:
        return found.get(name)
    raise Refused(unknown("seat", name, [NEW_SEAT, *found]))


def _sit(game: Game, seat: Chair | None) -> None:
    """The newcomer goes to that chair, or to one that is drawn up for it."""
    who = len(game.fight.names) - 1
    if seat is None:
        drawn_up = Chair(len(game.chairs), False, game.fight.names[who], (who,))
        game.chairs = [*game.chairs, drawn_up]
        return
    held = replace(seat, creatures=(*seat.creatures, who))
    game.chairs = [held if chair.n == seat.n else chair for chair in game.chairs]


def _require_game_master(chair: Chair) -> None:
    if not chair.is_gm:
        raise NotYours("only the game master may do that")
