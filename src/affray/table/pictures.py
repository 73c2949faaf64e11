"""Pictures of one's own at the table: as tokens, or as the ground under the map.

They are the table's, not the fight's: no tape holds them, and an undo leaves them as they are.
Whoever sees a token or the map may fetch its picture, and nobody else.
"""

from __future__ import annotations

import json
import secrets
from collections.abc import Callable, Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any

from affray.book.encounter import Encounter
from affray.book.errors import unknown
from affray.files.pictures import Picture, read_picture_file
from affray.table.album import Album
from affray.table.game import GAME_MASTER, Game, Laid, NotYours, Refused
from affray.table.keeping import KeptGame
from affray.table.limits import USUAL
from affray.table.looks import Look
from affray.table.store import Chair

GameShown = Callable[[Game], None]
"""Where a picture goes."""


def require_game_master(chair: Chair) -> None:
    if not chair.is_gm:
        raise NotYours("only the game master may do that")


def show(kept: KeptGame, n: int, picture: Picture, creature: str) -> None:
    """As the token of a creature; without a name, as the ground."""
    require_game_master(kept.chairs[n])
    shown = as_token(kept.game, picture, creature) if creature else as_ground(kept.game, picture)
    keep(kept, n, [(picture, shown)])


def as_token(game: Game, picture: Picture, creature: str) -> GameShown:
    who = _named(game, creature)

    def shown(game: Game) -> None:
        game.pictures = {**game.pictures, who: picture.mark}

    return shown


def as_ground(game: Game, picture: Picture) -> GameShown:
    """As wide as the map, until somebody says otherwise."""
    board = game.fight.encounter.board(game.fight.world)
    if board is None:
        raise Refused("this fight has no map")
    wide = max(1, board.width)

    def shown(game: Game) -> None:
        game.laid = Laid(picture.mark, 0, 0, wide, picture.tall / picture.wide)

    return shown


def keep(kept: KeptGame, n: int, pictures: list[tuple[Picture, GameShown]]) -> None:
    """The bytes first, then where they are seen; what is seen nowhere any more goes."""

    def work(game: Game, chair: Chair) -> None:
        for _, shown in pictures:
            shown(game)

    with kept.owned():
        album = Album(kept.store, kept.id)
        new = sum(len(picture.content) for picture, _ in pictures)
        most = USUAL.pictures_bytes
        if album.size + new > most:
            raise Refused(f"this fight's pictures would take more than {most:,} bytes")
        for picture, _ in pictures:
            album.keep(picture)
        kept.carry_out(n, f"pictured-{secrets.token_hex(8)}", kept.number(n), work)
        album.keep_only(marks_of(kept.game))


def marks_of(game: Game) -> set[str]:
    return {*game.pictures.values(), *([game.laid.mark] if game.laid else [])}


def take_off(game: Game, chair: Chair, creature: str) -> None:
    """A token has its emblem again, or the map its own ground."""
    require_game_master(chair)
    if not creature:
        game.laid = None
        return
    who = _named(game, creature)
    game.pictures = {i: mark for i, mark in game.pictures.items() if i != who}


def lay(game: Game, chair: Chair, laid: Mapping[str, Any]) -> None:
    """Where the ground's picture lies, how wide it is, how much of it shows and to whom."""
    require_game_master(chair)
    if game.laid is None:
        raise Refused("the ground is no picture of one's own")
    game.laid = replace(game.laid, **laid)


def _named(game: Game, creature: str) -> int:
    names = game.fight.names
    if creature not in names:
        raise Refused(unknown("creature", creature, list(names)))
    return names.index(creature)


def may_fetch(look: Look, mark: str) -> bool:
    """Whether a picture is in what a chair sees now: whom it does not see is not there."""
    board = json.loads(look.parts["board"])
    if board is None:
        return False
    ground = board.get("picture") or {}
    return mark in {ground.get("mark", ""), *(token["picture"] for token in board["tokens"])} - {""}


# What an encounter's file brings


def read_named(encounter: Encounter) -> list[tuple[Picture, GameShown]]:
    """The pictures an encounter names, read; what is none of them is refused before it begins."""
    if not any(entrant.picture for entrant in encounter.entrants) and "ground" not in encounter.top:
        return []
    encounter.world()  # how far its map goes is known then
    folder = Path(encounter.file).parent
    found = []
    for i, entrant in enumerate(encounter.entrants):
        if entrant.picture:
            found.append(_token_of(i, read_picture_file(folder / entrant.picture)))
    laid = encounter.ground.picture
    if laid is not None:
        picture = read_picture_file(folder / laid.name)
        ratio = picture.tall / picture.wide
        ground = Laid(picture.mark, laid.x, laid.y, laid.wide or 1, ratio, laid.opacity)
        found.append((picture, lambda game: setattr(game, "laid", ground)))
    if sum(len(picture.content) for picture, _ in found) > USUAL.pictures_bytes:
        raise Refused(f"its pictures take more than {USUAL.pictures_bytes:,} bytes")
    return found


def _token_of(who: int, picture: Picture) -> tuple[Picture, GameShown]:
    def shown(game: Game) -> None:
        game.pictures = {**game.pictures, who: picture.mark}

    return picture, shown


def show_named(kept: KeptGame, named: list[tuple[Picture, GameShown]]) -> None:
    if named:
        keep(kept, GAME_MASTER, named)
