"""A new fight at the table: its chairs, and what is kept before anybody has come."""

from __future__ import annotations

import secrets
from dataclasses import replace
from pathlib import Path

from affray.book.encounter import Encounter
from affray.fight.beside import Habit
from affray.fight.fight import Fight, Recorded
from affray.fight.players import DiceSource, Players, Seat, default_seats, elsewhere, usual_player
from affray.files.save_text import Heed, unheeded
from affray.files.saves import header_text, read_fight, tape_text
from affray.oracles.keyed import new_key
from affray.table.game import GAME_MASTER
from affray.table.logs import as_json
from affray.table.rows import After
from affray.table.seats import player_at_table
from affray.table.store import Chair, ListedFight, Store, now
from affray.tell.retelling import RetellingByParts


def create_fight(
    store: Store, encounter: Encounter, seed: DiceSource, habit: str = "", foes: str = ""
) -> str:
    """A new fight: the game master, a seat for each of the first side, the rest the computer's,
    who plays as is said of the `foes` or as usual."""
    seats = _usual_seats(encounter, foes)
    entries: list[str] = []

    def record(entry: Recorded) -> None:
        entries.append(tape_text(entry, encounter))

    players = Players(seats, seed, are_watched=True, thinker=elsewhere)
    fight = Fight(encounter, players, record)
    if habit:
        fight.say_beside(Habit(habit))
    fight.run()
    return _create(store, fight, players, entries, encounter.title)


def _usual_seats(encounter: Encounter, foes: str = "") -> list[Seat]:
    of_side = [encounter.sides.index(entrant.side) for entrant in encounter.entrants]
    computer = player_at_table(encounter.ruleset, foes or usual_player(encounter.ruleset))
    return default_seats(of_side, computer)


def create_from(
    store: Store,
    encounter: Encounter,
    seats: list[Seat],
    entries: list[str],
    title: str,
    file: Path | str = "",
    heed: Heed = unheeded,
) -> str:
    """A fight that goes on where a tape ends, with dice of its own from there; of no party, for
    what becomes of it did not happen to them. Where nobody plays, the first side is for people."""
    alone = replace(encounter, company=None)
    seats = seats if any(seat.is_person for seat in seats) else _usual_seats(encounter)
    text = header_text(alone, seats, new_key()) + "".join(entries)
    fight, players = read_fight(text, file or title, heed)
    entries, players.are_watched = list(entries), True
    players.let_think(elsewhere)

    def record(entry: Recorded) -> None:
        entries.append(tape_text(entry, fight.encounter))

    fight.record = record
    fight.run()
    return _create(store, fight, players, entries, title)


def chairs_for(names: list[str], seats: list[Seat]) -> list[Chair]:
    """The game master's, and one for everybody whom a person plays."""
    people = [i for i, seat in enumerate(seats) if seat.is_person]
    players = [Chair(n, False, names[i], (i,)) for n, i in enumerate(people, start=1)]
    return [Chair(GAME_MASTER, True, "Game master"), *players]


def _create(store: Store, fight: Fight, players: Players, entries: list[str], title: str) -> str:
    """Keep a fight that has gone as far as it can without people, with a seat for each of them."""
    seats, encounter = players.seats, fight.encounter
    chairs = chairs_for(fight.names, seats)
    slug = encounter.ruleset.slug
    card = ListedFight(secrets.token_hex(8), title, slug, now(), fight.is_over)
    told = RetellingByParts(as_json).news(fight, players.seed, len(entries))
    after = After(entries, 0, seats, fight.is_over, [], told)
    header = header_text(encounter, seats, players.seed)
    store.create(card, encounter.ruleset.book.version, header, chairs, after)
    return card.id
