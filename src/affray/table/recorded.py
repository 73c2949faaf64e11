"""A saved fight as if it had been played at a table, to be looked at through somebody's eyes."""

from __future__ import annotations

from pathlib import Path

from affray.book.errors import BadInput, meant, unknown
from affray.fight.fight import nobody
from affray.files.saves import read_fight, whole_text
from affray.table.beginning import chairs_for
from affray.table.film import LOOKS_ON, Film
from affray.table.game import GAME_MASTER, Game
from affray.table.store import Chair, ListedFight


def recorded_film(path: Path, seat: str = "", is_game_master: bool = False) -> Film:
    """The film of a save: what all see, what one creature's seat sees, or everything. Nobody plays
    on, and nothing is written."""
    fight, players = read_fight(whole_text(path), path)
    fight.answerer = nobody
    fight.run()
    card = ListedFight("", fight.encounter.title, fight.ruleset.slug, "", fight.is_over)
    game = Game("", card, chairs_for(fight.names, players.seats), fight, players)
    if is_game_master:
        return Film(game, game.chairs[GAME_MASTER])
    if not seat:
        return Film(game, LOOKS_ON)
    name = meant(seat, fight.names)
    if name not in fight.names:
        raise BadInput(unknown("creature", seat, fight.names), field="--seat")
    return Film(game, Chair(len(game.chairs), False, name, (fight.names.index(name),)))
