"""A save taken up in its middle: from a snapshot that lies beside its tape."""

from __future__ import annotations

from collections.abc import Callable

from affray.book.encounter import Encounter, encounter_from
from affray.fight.fight import Fight
from affray.fight.players import Players
from affray.files.played import play
from affray.files.save_text import parse_save
from affray.files.saves import read_header
from affray.files.versions import company_of, fit_save


def read_middle(
    text: str, file: str, has_other_rules: bool, taken_up: Callable[[Encounter], Fight]
) -> tuple[Fight, Players]:
    """The same from the middle on: a save's text without the entries before where it is taken up.
    Where rules of another version began it, the header is read as these read it."""
    top, tape = parse_save(text, file)
    top = fit_save(top)[0] if has_other_rules else top
    encounter = encounter_from(top, top.table("save").text("encounter", file))
    encounter.company = company_of(top.table("save"))
    encounter.world()
    seats, seed = read_header(top.table("save"), encounter)
    fight = taken_up(encounter)
    play(fight, tape)
    players = Players(seats, seed)
    players.sit(fight)
    fight.answerer = players
    return fight, players
