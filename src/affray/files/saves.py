"""Saved fights: an encounter with a tape that grows by one entry for every answer.

Whoever keeps the text, a file here or the table's store, it is written and read by the same code.
"""

from __future__ import annotations

import errno
import os
import shlex
from collections.abc import Iterator
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

import platformdirs
import tomli_w

from affray.book.encounter import Encounter, encounter_from
from affray.book.errors import BadInput, unknown
from affray.book.toml_limits import SAVE
from affray.book.toml_tables import TomlTable, parse_toml, read_text, read_toml
from affray.fight.beside import HABITS, Habit, Undo
from affray.fight.fight import Fight, Recorded, nobody
from affray.fight.players import PERSON, Players, Seat, Seed
from affray.files.atomic import OWN_FILE, Exists, make_new, own_folder, put_in_place, writing
from affray.files.lock import Lock, take
from affray.files.seeds import read_seed
from affray.files.tapefile import Script, entry_text, write_entry
from affray.files.versions import company_of, fit_save, read_taken_up, under_these_rules
from affray.oracles.keyed import Key
from affray.oracles.tape import AGAIN, REST, Edit, Then
from affray.rules.world import clone

VARIABLE = "AFFRAY_HOME"
FINISHED = "finished"


def home() -> Path:
    """Where everything lies that is kept, unless a person says otherwise."""
    given = os.environ.get(VARIABLE)
    return Path(given) if given else Path(platformdirs.user_data_dir("affray", False))


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


def header_text(encounter: Encounter, seats: list[Seat], seed: Seed) -> str:
    """What stands before the tape: the encounter, and who plays whom."""
    encounter.world()
    return tomli_w.dumps({**encounter.to_toml(), "save": _header(encounter, seats, seed)})


def write_save(
    path: Path, encounter: Encounter, seats: list[Seat], seed: Seed, entries: list[Recorded]
) -> None:
    """A whole save at once: the encounter, who plays whom, and the tape."""
    text = header_text(encounter, seats, seed)
    tape = [tape_text(entry, encounter) for entry in entries]
    own_folder(path.parent)
    make_new(path, text + "".join(tape))


def new_save(
    encounter: Encounter, seats: list[Seat], seed: Seed, path: Path | None = None
) -> SavedFight:
    """Begin a fight and the file it is kept in."""
    for place in [path] if path else _places(encounter):
        try:
            write_save(place, encounter, seats, seed, [])
        except Exists:
            if path:
                raise
        else:
            return _begun(place, encounter, seats, seed)
    raise BadInput("no free name for another save", file=folder())


def _begun(path: Path, encounter: Encounter, seats: list[Seat], seed: Seed) -> SavedFight:
    players = Players(seats, seed)
    keeper = Keeper(path, encounter, path.stat().st_size)
    return SavedFight(Fight(encounter, players, keeper.record), players, keeper)


def alone_with(path: Path) -> Lock:
    """Hold a save while it is played; whoever comes second is told who has it, and may watch."""
    return take(path, more=f"; to look on: affray play {shlex.quote(str(path))} --watch")


def _header(encounter: Encounter, seats: list[Seat], seed: Seed) -> dict[str, Any]:
    names = encounter.names["creatures"]
    company = encounter.company
    return {
        "encounter": encounter.name,
        "version": encounter.ruleset.book.version,
        **({"key": seed.hex()} if isinstance(seed, Key) else {"seed": seed}),
        "seats": {name: seat.player for name, seat in zip(names, seats, strict=True)},
        "typed_dice": [n for n, seat in zip(names, seats, strict=True) if seat.typed_dice],
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
    return path.is_file() and "[save]" in read_text(path, SAVE).splitlines()


def load_save(path: Path) -> SavedFight:
    """Take up a saved fight where it was left."""
    size = path.stat().st_size if path.exists() else 0
    text = whole_text(path)
    fight, players = read_fight(text, path)
    keeper = Keeper(path, fight.encounter, size, len(_tape(text, path)))
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
    head, mark, tape = old.replace("\r\n", "\n").partition("\n[[tape]]\n")
    top = parse_toml(head, path)
    top = fit_save(top)[0] if game.fight.first else top
    encounter = encounter_from(top, game.fight.encounter.name)
    encounter.company = game.fight.encounter.company
    text = header_text(encounter, seats, game.players.seed) + mark + tape
    if _tape(text, path) != _tape(old, path):
        problem = "has its tape somewhere else than at its end; its seats stand"
        raise BadInput(problem, file=path)
    if read_text(path, SAVE) != old:
        raise BadInput("is being played by somebody else; its seats stand", file=path)
    put_in_place(path, text)
    return load_save(path)


def _tape(text: str, path: Path) -> Any:
    return parse_toml(text, path, SAVE).raw("tape", [])


def read_fight(text: str, file: Path | str) -> tuple[Fight, Players]:
    """The fight a save's text tells, played up to the end of its tape."""
    top = parse_toml(text, file, SAVE)
    if "save" not in top:
        raise BadInput("missing; this is no saved fight", file=file, field="save")
    top, tape = under_these_rules(top)
    encounter = encounter_from(top, top.table("save").text("encounter", str(file)))
    encounter.company = company_of(top.table("save"))
    encounter.world()
    fight, seats, seed = _replayed(top, tape, encounter)
    players = Players(seats, seed)
    fight.answerer = players
    return fight, players


def whole_text(path: Path) -> str:
    """The text of a save; one cut off in the middle of an entry is refused, not guessed at."""
    text = read_text(path, SAVE)
    if text and not text.endswith("\n"):
        line = text.count("\n") + 1
        raise BadInput(
            f"is cut off in line {line}; delete that last [[tape]] entry to go on from before it",
            file=path,
        )
    return text


def _replayed(
    top: TomlTable, tape: list[TomlTable], encounter: Encounter
) -> tuple[Fight, list[Seat], Seed]:
    """Run the tape: undo and edit are folded in as they come."""
    save = top.table("save")
    seed = read_seed(save)
    seats = _read_seats(save, encounter)
    save.integer("version", low=1)
    save.text("encounter", "")
    save.table("company")
    save.finish()
    fight = Fight(encounter, nobody)
    for part in _parts(tape):
        if "rules" in part[0]:
            fight.live.append(read_taken_up(part[0]))
            fight.run()
        elif "undo" in part[0]:
            _replay_undo(fight, part[0])
        elif "habit" in part[0]:
            _replay_habit(fight, part[0])
        elif "edit" in part[0]:
            _replay_edit(fight, part[0])
        elif "then" in part[0]:
            _replay_then(fight, part[0])
        else:
            _replay_answers(fight, part)
    return fight, seats, seed


def _replay_undo(fight: Fight, entry: TomlTable) -> None:
    keep = entry.integer("undo", low=fight.first, high=len(fight.live))
    undo = Undo(keep, entry.flag("fresh"), entry.text("by", ""), entry.text("granted", ""))
    entry.finish()
    fight.run()
    fight.forget(undo)
    fight.run()


def _replay_habit(fight: Fight, entry: TomlTable) -> None:
    habit = Habit(entry.choice("habit", list(HABITS), "habit"), entry.text("by", ""))
    entry.finish()
    fight.hold_it(habit)


def _replay_edit(fight: Fight, entry: TomlTable) -> None:
    """An edit stands at the start of a step, and what it says must still be possible."""
    changes = entry.table("edit")
    entry.finish()
    fight.run()
    at, world = fight.step_start
    if len(fight.live) > at:
        raise entry.bad("edit", "stands in the middle of a step")
    fight.encounter.edit(clone(world), changes)
    fight.live.append(Edit(dict(changes.data)))
    fight.run()


def _replay_then(fight: Fight, entry: TomlTable) -> None:
    """A rest or another fight comes when a fight is over."""
    what = entry.choice("then", [REST, AGAIN], "thing to do after a fight")
    entry.finish()
    fight.run()
    if not fight.is_over:
        raise entry.bad("then", "stands before the end of the fight")
    fight.live.append(Then(what))
    fight.run()


def _replay_answers(fight: Fight, part: list[TomlTable]) -> None:
    script = Script(part, fight.encounter)
    fight.answerer = script
    fight.run()
    fight.answerer = nobody
    left = script.left_over()
    if left is not None:
        raise left.bad("", "stands after the end of the fight")


def _parts(tables: list[TomlTable]) -> Iterator[list[TomlTable]]:
    """Runs of answers, and the entries that are none alone."""
    run: list[TomlTable] = []
    for table in tables:
        if any(key in table for key in ("undo", "habit", "edit", "then", "rules")):
            if run:
                yield run
            yield [table]
            run = []
        else:
            run.append(table)
    if run:
        yield run


def _read_seats(save: TomlTable, encounter: Encounter) -> list[Seat]:
    players = save.table("seats")
    typed = save.texts("typed_dice", [])
    known = [PERSON, *encounter.ruleset.temperaments]
    names = encounter.names["creatures"]
    seats = [Seat(players.choice(name, known, "player"), name in typed) for name in names]
    players.finish("creature")
    for name in typed:
        if name not in names:
            raise save.bad("typed_dice", unknown("creature", name, names))
    return seats


def unfinished() -> list[Path]:
    """Saved fights that are not over, the latest first."""
    found = sorted(folder().glob("*.toml"), key=lambda f: f.stat().st_mtime, reverse=True)
    return [path for path in found if not _is_finished(path)]


def title_of(path: Path) -> str:
    """What a saved fight is called; a damaged one does not close the menu."""
    try:
        return read_toml(path, SAVE).text("title", "")
    except BadInput:
        return "(damaged)"


def _is_finished(path: Path) -> bool:
    return path.with_suffix(f".{FINISHED}").exists()


_MARK = os.O_WRONLY | os.O_CREAT | getattr(os, "O_NOFOLLOW", 0)


def mark_finished(path: Path, is_finished: bool) -> None:
    """Keep a mark beside the save, so that the menu need not play every fight through."""
    mark = path.with_suffix(f".{FINISHED}")
    with writing(mark):
        if is_finished:
            os.close(os.open(mark, _MARK, OWN_FILE))
        else:
            mark.unlink(missing_ok=True)
