"""Fights that begin in the middle: forked from a moment of another, or taken in from a save."""

from __future__ import annotations

import secrets
import time
from dataclasses import replace
from pathlib import Path

from affray.book.errors import BadInput
from affray.fight.beside import Habit, NewEmblem, Replayed, Undo
from affray.fight.decisions import answers
from affray.fight.fight import Fight, Recorded
from affray.fight.players import PERSON, Seat
from affray.files.save_text import Heed
from affray.files.saves import parts_of, tape_text
from affray.oracles.tape import Answer
from affray.table.album import Album
from affray.table.beginning import create_from
from affray.table.collection import placed
from affray.table.film import eyes, film_of
from affray.table.game import GAME_MASTER, Game, HiddenByHand, NotYours, Refused
from affray.table.housekeeping import LONGEST
from affray.table.keeping import Work
from affray.table.lobby import Lobby, Seated
from affray.table.store import Chair


def take_in(lobby: Lobby, name: str, text: str) -> str:
    """A save as a fight of this table: to be watched, forked, or gone on with."""
    lobby.require_room()
    file = placed(name)
    encounter, seats, entries = parts_of(text, file)
    patience = _patience(lobby.limits.seconds_to_play_again, file)
    return create_from(lobby.store, encounter, seats, entries, encounter.title, file, patience)


def _patience(seconds: float, file: Path) -> Heed:
    """Of a table that others play at meanwhile: so long is worked at one save, and no longer."""
    began = time.thread_time()

    def heed(done: int, total: int) -> None:
        if time.thread_time() - began > seconds:
            problem = f"found {total:,} entries, and {seconds:g} s of work were enough for {done:,}"
            raise BadInput(f"{problem}; affray play FILE opens what takes longer", file=file)

    return heed


def fork(lobby: Lobby, asking: Seated, moment: int, by: str = "") -> str:
    """A new fight that is the same up to a moment of this one, as it was watched."""
    if not asking.chair.is_gm:
        raise NotYours("only the game master forks a fight")
    lobby.require_room()
    with asking.kept.whole() as game:
        film = film_of(game, eyes(game, asking.chair, by))
        if not 0 <= moment < len(film):
            raise Refused(f"moment: found {moment}, expected 0 to {len(film) - 1}")
        fight, step = game.fight, film.moments[moment].step
        if fight.is_over and step == len(fight.snapshots) - 1:
            raise Refused("moment: it is over there; fork from one before")
        start = fight.snapshots[step]
        encounter, seats = fight.encounter, _seats(game)
        entries = [tape_text(entry, encounter) for entry in _until(fight, step)]
        title = _title(game.card.title, int(start.world.round))
        was = _as_it_was(game, start.at)
    made = create_from(lobby.store, encounter, seats, entries, title)
    Album(lobby.store, asking.kept.id).copy_to(made)
    _make_so(lobby, made, was)
    return made


def _seats(game: Game) -> list[Seat]:
    """People play again what has a chair, whoever answered there in the end."""
    held = {who for chair in game.player_chairs for who in chair.creatures}
    seats = game.players.seats
    return [replace(s, player=PERSON) if i in held else s for i, s in enumerate(seats)]


def _title(title: str, number: int) -> str:
    called = f"{title}, again from round {number}"
    return called if len(called) <= LONGEST else title


def _until(fight: Fight, step: int) -> list[Recorded]:
    """What is live up to a step, as it was recorded, and what was said beside it; what was taken
    back is not: it did not happen in the new fight."""
    start = fight.snapshots[step]
    said = [one for one in fight.beside if not isinstance(one.said, Undo | Replayed)]
    answered = dict(answers(fight))
    out: list[Recorded] = []
    for at, entry in enumerate(fight.live[: start.at]):
        out += [one.said for one in said if one.at == at]
        out.append(answered[at] if isinstance(entry, Answer) else entry)
    lasting = [one.said for one in said if one.at >= start.at]
    return out + [one for one in lasting if isinstance(one, (Habit, NewEmblem))]


def _as_it_was(game: Game, at: int) -> Work:
    """What the game master had hidden up to there, and the pictures there are."""
    hidden, fog = _hidden(game, at), [one for one in game.fog if one.since <= at]
    pictures, laid = dict(game.pictures), game.laid

    def work(game: Game, chair: Chair) -> None:
        game.hidden, game.fog, game.pictures, game.laid = hidden, fog, pictures, laid

    return work


def _hidden(game: Game, at: int) -> list[HiddenByHand]:
    """Whom the game master had hidden up to there; who came out later has not yet."""
    return [
        replace(one, until=None if one.until is None or one.until > at else one.until)
        for one in game.hidden
        if one.since <= at
    ]


def _make_so(lobby: Lobby, fight: str, work: Work) -> None:
    kept = lobby.kept(fight)
    with kept.owned():
        seen = kept.number(GAME_MASTER)
        kept.carry_out(GAME_MASTER, f"hidden-{secrets.token_hex(8)}", seen, work)
