"""Keeping house: a fight renamed, put away, taken along as a save, deleted; by its game master."""

from __future__ import annotations

import secrets
from dataclasses import replace
from pathlib import Path

from affray.book.called import read_called
from affray.fight.sealed import is_sealed
from affray.files.atomic import make_new, own_folder
from affray.files.saves import header_text
from affray.oracles.keyed import new_key
from affray.table.game import GAME_MASTER, Game, NotYours, Refused
from affray.table.keeping import Gone, KeptGame
from affray.table.lobby import Lobby, Seated
from affray.table.store import Chair

LONGEST = 100
TRASH = "trash"
"""In the data folder: what was deleted, each as a save; the host empties it."""


def require_game_master(asking: Seated) -> None:
    if not asking.chair.is_gm:
        raise NotYours("only the game master keeps house")


def rename(lobby: Lobby, asking: Seated, title: str) -> None:
    """What a fight is called from now on; its save's own title stands."""
    require_game_master(asking)
    title = read_called(title, LONGEST)
    if not title:
        raise Refused(f"title: expected 1 to {LONGEST} letters that can be shown")
    kept = asking.kept
    kept.store.rename(kept.id, title)
    try:
        _tell(kept, title)
    except Refused:  # one that is only watched any more is read anew
        lobby.forget(kept.id)


def _tell(kept: KeptGame, title: str) -> None:
    """Everybody at it sees the new title: what they see has moved."""

    def work(game: Game, chair: Chair) -> None:
        game.card = replace(game.card, title=title)

    with kept.owned():
        seen = kept.number(GAME_MASTER)
        kept.carry_out(GAME_MASTER, f"renamed-{secrets.token_hex(8)}", seen, work)


def put_away(asking: Seated, away: bool) -> None:
    """Out of the list, or back in it; links and tape stay as they are."""
    require_game_master(asking)
    asking.kept.store.put_away(asking.kept.id, away)


def as_save(asking: Seated) -> str:
    """The fight as a save to go on with elsewhere, with dice of its own from there on.

    The dice to come at this table are nobody's to know, nor is a sealed answer before it is shown;
    and what becomes of the save is no fight of the party's.
    """
    require_game_master(asking)
    kept = asking.kept
    with kept.owned():
        fight = kept.game.fight
        if is_sealed(fight):
            raise Refused("somebody's sealed answer is not shown yet; ask again when it is")
        encounter = replace(fight.encounter, company=None)
        header = header_text(encounter, kept.game.players.seats, new_key())
        return header + "".join(kept.store.tape(kept.id))


def delete(lobby: Lobby, asking: Seated, sure: str) -> Path:
    """Gone from the table with its links; its save lies in the trash until the host empties it."""
    require_game_master(asking)
    kept = asking.kept
    if sure != kept.id:
        raise Refused("sure: expected the fight's own id, to delete it")
    with kept.lock, kept.store.owning(kept.id):
        found = kept.store.load(kept.id)
        if found is None:
            raise Gone("this fight is not there any more")
        trash = own_folder(kept.store.folder / TRASH) / f"{kept.id}.toml"
        if not trash.exists():  # a delete that was cut short
            make_new(trash, found.text)
        kept.store.delete(kept.id)
    lobby.forget(kept.id)
    return trash
