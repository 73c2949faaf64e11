"""Saved fights: an encounter with a tape that grows by one entry for every answer.

Whoever keeps the text, a file here or the table's store, it is written and read by the same code.
"""

from __future__ import annotations

import errno
import os
import re
import shlex
from collections.abc import Iterator
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

import tomli_w

from affray.book.encounter import Encounter, encounter_from
from affray.book.errors import BadInput, unknown
from affray.book.home import home
from affray.book.toml_tables import TomlTable, read_text
from affray.fight.fight import Fight, Recorded, nobody
from affray.fight.players import DiceSource, Players, Seat, require_seats, require_seed
from affray.files.atomic import Exists, make_new, own_folder, put_in_place, writing
from affray.files.lock import Lock, take
from affray.files.played import play, read_player
from affray.files.save_text import MOST_LETTERS, Heed, Tape, parse_save, unheeded
from affray.files.seeds import read_seed
from affray.files.tapefile import entry_text, write_entry
from affray.files.versions import company_of, fit_save, under_these_rules
from affray.oracles.keyed import Key
from affray.oracles.seeds import MOST_SEED
from affray.oracles.tape import TakenUp


def folder() -> Path:
    """Where saves lie unless a person says otherwise."""
    return home() / "saves"


class Keeper:
    """Appends every entry to the file before anything else happens, and counts them.

    It knows how long the file was left: where somebody else has written to it, nothing is added.
    """

    def __init__(self, path: Path, encounter: Encounter, size: int, entries: int = 0) -> None:
        self.path = path
        self.encounter = encounter
        self.size = size
        self.entries = entries

    def record(self, entry: Recorded) -> None:
        self.append(tape_text(entry, self.encounter))
        self.entries += 1

    def append(self, text: str) -> None:
        data = text.encode()
        with writing(self.path), self.path.open("r+b", buffering=0) as file:
            if file.seek(0, os.SEEK_END) != self.size:
                problem = "has been written to by somebody else meanwhile; take it up anew"
                raise BadInput(problem, file=self.path)
            try:
                if file.write(data) != len(data):
                    raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))
                os.fsync(file.fileno())
            except OSError:  # half an entry is none
                file.truncate(self.size)
                raise
        self.size += len(data)


@dataclass
class SavedFight:
    """A fight, who plays it, and the file it is kept in."""

    fight: Fight
    players: Players
    keeper: Keeper

    @property
    def path(self) -> Path:
        return self.keeper.path


def tape_text(entry: Recorded, encounter: Encounter) -> str:
    """One entry of the tape as it is appended to a save."""
    return entry_text("tape", write_entry(entry, encounter))


def header_text(encounter: Encounter, seats: list[Seat], seed: DiceSource) -> str:
    """What stands before the tape: the encounter, and who plays whom."""
    encounter.world()
    return tomli_w.dumps({**encounter.to_toml(), "save": _header(encounter, seats, seed)})


def write_save(
    path: Path, encounter: Encounter, seats: list[Seat], seed: DiceSource, entries: list[Recorded]
) -> None:
    """A whole save at once: the encounter, who plays whom, and the tape."""
    text = header_text(encounter, seats, seed)
    tape = [tape_text(entry, encounter) for entry in entries]
    own_folder(path.parent)
    make_new(path, text + "".join(tape))


def new_save(
    encounter: Encounter, seats: list[Seat], seed: DiceSource, path: Path | str | None = None
) -> SavedFight:
    """Begin a fight and the file it is kept in."""
    require_seats(seats, [one.name for one in encounter.entrants[: encounter.begun]])
    require_seed(seed, MOST_SEED)
    path = Path(path) if path else None
    for place in [path] if path else _places(encounter):
        try:
            write_save(place, encounter, seats, seed, [])
        except Exists:
            if path:
                raise
        else:
            return _begun(place, encounter, seats, seed)
    raise BadInput("no free name for another save", file=folder())


def _begun(path: Path, encounter: Encounter, seats: list[Seat], seed: DiceSource) -> SavedFight:
    players = Players(seats, seed)
    keeper = Keeper(path, encounter, path.stat().st_size)
    return SavedFight(Fight(encounter, players, keeper.record), players, keeper)


def alone_with(path: Path) -> Lock:
    """Hold a save while it is played; whoever comes second is told who has it, and may watch."""
    return take(path, more=f"; to look on: affray play {shlex.quote(str(path))} --watch")


def _header(encounter: Encounter, seats: list[Seat], seed: DiceSource) -> dict[str, Any]:
    n, company = encounter.begun, encounter.company
    begun = list(zip(encounter.names["creatures"][:n], seats[:n], strict=True))
    return {
        "encounter": encounter.name,
        "version": encounter.ruleset.book.version,
        **({"key": seed.hex()} if isinstance(seed, Key) else {"seed": seed}),
        "seats": {name: seat.player for name, seat in begun},
        "typed_dice": [name for name, seat in begun if seat.typed_dice],
        **({"company": {**asdict(company), "behind": list(company.behind)}} if company else {}),
    }


def _places(encounter: Encounter) -> Iterator[Path]:
    """Names a save may have, those that are taken already left out."""
    stem = Path(encounter.name).stem
    base = f"{encounter.ruleset.slug}-{stem}"
    tried = (folder() / f"{base}-{k}.toml" for k in range(1, 1_000_000))
    return (path for path in tried if not path.exists())


def is_save(path: Path) -> bool:
    """Whether a file is a saved fight, be it whole or cut off."""
    return path.is_file() and says_save(read_text(path, MOST_LETTERS))


def says_save(text: str) -> bool:
    """Whether a text has the table that only a saved fight has."""
    return _SAVE.search("\n" + text) is not None


_SAVE = re.compile(r"\n[ \t]*\[[ \t]*save[ \t]*\]")


def load_save(path: Path | str, heed: Heed = unheeded) -> SavedFight:
    """Take up a saved fight where it was left."""
    path = Path(path)
    size = path.stat().st_size if path.exists() else 0
    fight, players, entries = _played(whole_text(path), path, heed)
    keeper = Keeper(path, fight.encounter, size, entries)
    fight.record = keeper.record
    return SavedFight(fight, players, keeper)


def recorded(path: Path) -> Fight:
    """A saved fight up to the end of its tape: nobody plays on, and nothing is written."""
    fight, _ = read_fight(whole_text(path), path)
    fight.answerer = nobody
    return fight


def hand_over(game: SavedFight, seats: list[Seat]) -> SavedFight:
    """The same save with other people in its seats; its tape stays as it is, letter for letter."""
    path = game.path
    old = whole_text(path)
    top, tape = parse_save(old, path)
    if not tape.is_at_end:
        problem = "has its tape somewhere else than at its end; its seats stand"
        raise BadInput(problem, file=path)
    top = fit_save(top)[0] if game.fight.first else top
    encounter = encounter_from(top, game.fight.encounter.name)
    encounter.company = game.fight.encounter.company
    text = header_text(encounter, seats, game.players.seed) + tape.at_end
    if read_text(path, MOST_LETTERS) != old:
        raise BadInput("is being played by somebody else; its seats stand", file=path)
    put_in_place(path, text)
    return load_save(path)


def read_fight(text: str, file: Path | str, heed: Heed = unheeded) -> tuple[Fight, Players]:
    """The fight a save's text tells, played up to the end of its tape."""
    fight, players, _ = _played(text, file, heed)
    return fight, players


def _played(text: str, file: Path | str, heed: Heed) -> tuple[Fight, Players, int]:
    """The same, and how many entries its tape has."""
    top, tape, encounter = _opened(text, file)
    fight, seats, seed = _replayed(top, tape.heeded(heed), encounter)
    players = Players(seats, seed)
    players.sit(fight)
    fight.answerer = players
    return fight, players, tape.whole


def _opened(text: str, file: Path | str) -> tuple[TomlTable, Tape, Encounter]:
    """A save as these rules read it, its tape, and the encounter it is of."""
    top, tape = parse_save(text, file)
    if "save" not in top:
        raise BadInput("missing; this is no saved fight", file=file, field="save")
    top, tape = under_these_rules(top, tape)
    encounter = encounter_from(top, top.table("save").text("encounter", str(file)))
    encounter.company = company_of(top.table("save"))
    encounter.world()
    return top, tape, encounter


A_SAVE = re.compile(r"^\[(save|\[tape)", re.MULTILINE)
"""What no other file has: one without it is no save, and not a part of one."""


def whole_text(path: Path) -> str:
    """The text of a save, if it is whole."""
    text = read_text(path, MOST_LETTERS)
    require_whole(text, path)
    return text


def require_whole(text: str, file: Path | str) -> None:
    """One cut off in the middle of an entry is refused, not guessed at."""
    if not text.endswith("\n") and A_SAVE.search(text):
        line = text.count("\n") + 1
        raise BadInput(
            f"is cut off in line {line}; delete that last [[tape]] entry to go on from before it",
            file=file,
        )


def parts_of(text: str, file: Path | str) -> tuple[Encounter, list[Seat], list[str]]:
    """What a save's text holds: the encounter, who plays whom, and the entries of its tape."""
    require_whole(text, file)
    top, tape, encounter = _opened(text, file)
    seats, _ = read_header(top.table("save"), encounter)
    return encounter, seats, list(tape.texts())


def _replayed(
    top: TomlTable, tape: Tape, encounter: Encounter
) -> tuple[Fight, list[Seat], DiceSource]:
    """Run the tape: undo and edit are folded in as they come."""
    seats, seed = read_header(top.table("save"), encounter)
    fight = Fight(encounter, nobody)
    play(fight, tape)
    if fight.live and isinstance(first := fight.live[0], TakenUp):
        for blank, line in zip(first.told, tape.told(), strict=False):
            blank.update(line)
    return fight, seats, seed


def read_header(save: TomlTable, encounter: Encounter) -> tuple[list[Seat], DiceSource]:
    seed = read_seed(save)
    seats = _read_seats(save, encounter)
    save.integer("version", low=1)
    save.text("encounter", "")
    save.table("company")
    save.finish()
    return seats, seed


def _read_seats(save: TomlTable, encounter: Encounter) -> list[Seat]:
    players = save.table("seats")
    typed = save.texts("typed_dice", [])
    names = encounter.names["creatures"]
    seats = [Seat(read_player(players, name, encounter), name in typed) for name in names]
    players.finish("creature")
    for name in typed:
        if name not in names:
            raise save.bad("typed_dice", unknown("creature", name, names))
    return seats
