"""Saves of another version of the rules: what these can read of them, and where they go on."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from affray.book.encounter import Company, game_of
from affray.book.errors import BadInput
from affray.book.fitting import fitted, fitted_rulings
from affray.book.position import pruned
from affray.book.toml_tables import TomlTable
from affray.fight.levels import is_computer
from affray.fight.players import PERSON, Seat, mark_of, usual_player
from affray.files.account import Account
from affray.files.save_text import Tape
from affray.files.seeds import read_seed
from affray.oracles.tape import TakenUp


class OtherVersion(BadInput):
    """A fight whose tape only another version of its rules can read."""

    def __init__(self, top: TomlTable, tape: Tape, version: int, began: int) -> None:
        self.top, self.version, self.began = top, version, began
        self.entries = tape.whole
        self.title = top.text("title", str(top.file))
        book = game_of(top).book
        self.game, self.now = book.name, book.version
        found = f"found {version}, but {book.name} is version {book.version} now"
        super().__init__(found, file=top.file, field="save.version")

    @property
    def told_by(self) -> str:
        """What stands below a fight that can only be watched."""
        return f"Told by version {self.version} of {self.game}; version {self.now} is here now."

    @property
    def needed(self) -> str:
        """Why nothing can be done with it that the rules have to answer."""
        return (
            f"this fight was told by version {self.version} of {self.game}, and version "
            f"{self.now} is here now: it can be watched as it was told, not changed"
        )


def under_these_rules(top: TomlTable, tape: Tape) -> tuple[TomlTable, Tape]:
    """A save as these rules read it, and its tape from where they hold."""
    written = top.table("save").integer("version", low=1)
    now = game_of(top).book.version
    start = tape.taken_up()
    if start is None:
        if written != now:
            raise OtherVersion(top, tape.sound(), written, written)
        return top, tape
    taken = tape.entry(start)
    held = taken.integer("rules", low=1)
    if held != now:
        raise OtherVersion(top, tape.sound(), held, taken.integer("began", low=1))
    return fit_save(top)[0], tape.since(start)


def fit_save(top: TomlTable) -> tuple[TomlTable, list[str]]:
    """A save without what these rules have no place for, and what that was."""
    fit, lost = fitted(top)
    ruleset = game_of(top)
    save = dict(top.table("save").data)
    seats = dict(top.table("save").table("seats").data)
    for name, player in seats.items():
        if player != PERSON and not is_computer(ruleset, player):
            seats[name] = usual_player(ruleset)
            lost.append(f"{name}: played {player}")
    return TomlTable({**fit.data, "save": {**save, "seats": seats}}, top.file), lost


def fit_seats(top: TomlTable, seats: list[Seat]) -> list[Seat]:
    """Who plays whom, where a temperament is no more its game's usual one."""
    ruleset = game_of(top)
    usual = usual_player(ruleset)
    return [
        seat if seat.is_person or is_computer(ruleset, seat.player) else replace(seat, player=usual)
        for seat in seats
    ]


def company_of(save: TomlTable) -> Company | None:
    """The party a save is of."""
    if "company" not in save:
        return None
    table = save.table("company")
    behind = tuple(table.texts("behind", []))
    company = Company(table.text("party"), table.integer("fights"), behind)
    table.finish()
    return company


def require_account(other: OtherVersion, found: Account | None) -> Account:
    """What was kept of just this fight, or all that can still be said of it."""
    if found is not None:
        told = found.standing
        mark = mark_of(read_seed(other.top.table("save")))
        here = (other.top.text("ruleset"), mark, other.version)
        if (told.ruleset, told.seed, told.version) == here and told.entries <= other.entries:
            return found.whole()
    why = "what is kept as told is of another fight" if found else "no position of it was kept"
    raise BadInput(
        f"found {other.version}, but {other.game} is version {other.now} now, and {why}; "
        f"{other.title!r} ({other.entries} entries) needs version {other.version} to go on or "
        "to be told",
        file=other.top.file,
        field="save.version",
    )


def taken_up(other: OtherVersion, account: Account) -> TakenUp:
    """The entry with which these rules go on from where the others stopped."""
    ruleset = game_of(other.top)
    _, lost = fit_save(other.top)
    position, gone = pruned(ruleset.world, account.position)
    if "rulings" in position:
        position["rulings"] = fitted_rulings(ruleset, position["rulings"], lost)
    behind = other.entries - account.standing.entries
    late = [f"{behind} entries of the tape after this position was kept"] if behind else []
    lost = [*lost, *gone, *late]
    return TakenUp(position, account.lines, lost, other.began, ruleset.book.version)


def read_taken_up(entry: TomlTable) -> TakenUp:
    position: dict[str, Any] = entry.table("position").data
    told = [line.data for line in entry.tables("told")]
    lost, began = entry.texts("lost", []), entry.integer("began", low=1)
    out = TakenUp(position, told, lost, began, entry.integer("rules", low=1))
    entry.finish()
    return out
