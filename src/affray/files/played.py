"""A tape played again: its entries put on a fight one after the other, as far as they lead."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from itertools import groupby

from affray.book.emblems import ANY
from affray.book.encounter import Encounter
from affray.book.latecomers import stay
from affray.book.rulings import check_rulings
from affray.book.toml_tables import TomlTable
from affray.fight.beside import HABITS, BesideEntry, Habit, NewEmblem, Replayed, Undo
from affray.fight.between import by_hand
from affray.fight.fight import Fight, nobody
from affray.fight.levels import computers, is_computer
from affray.fight.players import PERSON
from affray.fight.tray import RollShown, screened
from affray.files.tapefile import Script, read_thrown
from affray.files.versions import read_taken_up
from affray.oracles.tape import AGAIN, REST, ByHand, Edit, Enter, Leave, Switched, Then


def play(fight: Fight, tape: Iterable[TomlTable]) -> None:
    """Put the entries of a tape on a fight's, and go as far as they lead. Each is taken when it is
    come to: what is wrong with one costs nothing of those after it."""
    for is_run, part in groupby(tape, _is_answer):
        if is_run:
            _replay_answers(fight, part)
        else:
            for entry in part:
                _replay_alone(fight, entry)


def _replay_alone(fight: Fight, entry: TomlTable) -> None:
    if "rules" in entry:
        _replay_taken_up(fight, entry)
    elif "undo" in entry:
        _replay_undo(fight, entry)
    elif any(key in entry for key in ASIDE):
        _replay_beside(fight, entry)
    elif any(key in entry for key in BY_HAND):
        _replay_by_hand(fight, entry)
    else:
        _replay_then(fight, entry)


def _replay_taken_up(fight: Fight, entry: TomlTable) -> None:
    if fight.live:
        raise entry.bad("rules", "stands after the beginning")
    fight.live.append(read_taken_up(entry))
    fight.run()


def _replay_undo(fight: Fight, entry: TomlTable) -> None:
    keep = entry.integer("undo", low=fight.first, high=len(fight.live))
    by, granted = entry.text("by", ""), entry.text("granted", "")
    undo = Undo(keep, entry.flag("fresh"), by, granted, entry.flag("replayed"))
    people = entry.texts("people") if "people" in entry else None
    entry.finish()
    fight.run()
    fight.forget(undo if people is None else replace(undo, people=_numbers(fight, entry, people)))
    fight.run()


def _numbers(fight: Fight, entry: TomlTable, people: list[str]) -> tuple[int, ...]:
    """Creatures by their names, as these were when it was said."""
    unknown = [name for name in people if name not in fight.names]
    if unknown:
        raise entry.bad("people", f"found {unknown[0]!r}, expected creatures of the fight")
    return tuple(fight.names.index(name) for name in people)


def _replay_beside(fight: Fight, entry: TomlTable) -> None:
    by = entry.text("by", "")
    if "throw" in entry:
        said: BesideEntry = read_thrown(entry, by)
    elif "show" in entry:
        said = RollShown(entry.integer("show"), by)
        if said.throw not in screened(fight):
            raise entry.bad("show", f"found {said.throw}, expected a roll behind the screen")
    elif "again" in entry:
        said = Replayed(entry.text("again"), entry.flag("whole"), entry.flag("back"), by)
    elif "emblem" in entry:
        creature = entry.choice("of", list(fight.names), "creature")
        said = NewEmblem(creature, entry.choice("emblem", list(ANY), "emblem"))
    else:
        said = Habit(entry.choice("habit", list(HABITS), "habit"), by)
    entry.finish()
    fight.say_beside(said)


def _replay_by_hand(fight: Fight, entry: TomlTable) -> None:
    """What was done by hand stands at the start of a step, and must still be possible."""
    key = next(key for key in BY_HAND if key in entry)
    done = _read_by_hand(entry, fight.encounter)
    entry.finish()
    fight.run()
    if isinstance(done, Switched) and done.anew and fight.live:
        raise entry.bad(key, "stands after the beginning")
    start = fight.snapshots[-1]
    if len(fight.live) > start.at:
        raise entry.bad(key, "stands in the middle of a step")
    place = entry.where if key == "leave" else entry.table(key).where
    try:
        by_hand(fight.encounter, start, done, entry.file, place)
    finally:
        stay(fight.encounter, int(start.world.n))
    fight.live.append(done)
    fight.run()


def _read_by_hand(entry: TomlTable, encounter: Encounter) -> ByHand:
    if "edit" in entry:
        return Edit(dict(entry.table("edit").data))
    if "leave" in entry:
        return Leave(entry.text("leave"))
    if "ruling" in entry:
        return _read_switch(entry, encounter)
    creature, player = dict(entry.table("enter").data), read_player(entry, "player", encounter)
    return Enter(creature, player, entry.flag("typed_dice"))


def _read_switch(entry: TomlTable, encounter: Encounter) -> Switched:
    """Rulings that are read otherwise from the start of a step on; anew, from the setting up."""
    table = entry.table("ruling")
    said = {name: table.text(name) for name in table}
    check_rulings(encounter.ruleset, said, table)
    return Switched(said, entry.flag("anew"), entry.text("by", ""))


def _replay_then(fight: Fight, entry: TomlTable) -> None:
    """A rest or another fight comes when a fight is over."""
    what = entry.choice("then", [REST, AGAIN], "thing to do after a fight")
    entry.finish()
    fight.run()
    if not fight.is_over:
        raise entry.bad("then", "stands before the end of the fight")
    fight.live.append(Then(what))
    fight.run()


def _replay_answers(fight: Fight, part: Iterable[TomlTable]) -> None:
    script = Script(part, fight.encounter)
    fight.answerer = script
    fight.run()
    fight.answerer = nobody
    left = script.left_over()
    if left is not None:
        raise left.bad("", "stands after the end of the fight")


ASIDE = ("habit", "throw", "show", "emblem", "again")
BY_HAND = ("edit", "ruling", "enter", "leave")
ALONE = ("undo", *ASIDE, *BY_HAND, "then", "rules")
"""What makes an entry none of a run of answers."""


def _is_answer(entry: TomlTable) -> bool:
    return not any(key in entry for key in ALONE)


def read_player(table: TomlTable, key: str, encounter: Encounter) -> str:
    """A person, or a computer's way of playing this game."""
    ruleset, said = encounter.ruleset, table.raw(key, "")
    known = [PERSON, *computers(ruleset)]
    if isinstance(said, str) and said not in known and is_computer(ruleset, said):
        known.append(said)
    return table.choice(key, known, "player")
