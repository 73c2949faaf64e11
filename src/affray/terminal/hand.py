"""What a game master types to change a fight by hand: somebody's numbers, who comes, who leaves."""

from __future__ import annotations

import re

from affray.book.errors import BadInput, meant, unknown
from affray.book.toml_tables import read_value
from affray.fight.fight import Fight
from affray.fight.hand import bring_in, edit_the_fight, let_go, newcomer
from affray.fight.levels import computers, is_computer
from affray.fight.players import PERSON, Players, usual_player
from affray.oracles.tape import ByHand
from affray.terminal.showing import creature_called
from affray.terminal.typed import read_changes

ABOUT = ("name", "side", "at", "player")
"""What one may say of a newcomer beside its numbers."""


def edit(fight: Fight, players: Players, text: str) -> None:
    """'Ada wounds=1', and of the fight itself 'scene_level=4'."""
    if re.match(r"\w+\s*=", text):
        _, said = read_changes(f"it {text}")
        edit_the_fight(fight, {field: read_value(value) for field, value in said.items()})
        return
    typed, changes = read_changes(text)
    name = creature_called(fight, typed, "edit")
    fight.edit({name: {field: read_value(value) for field, value in changes.items()}})


def add(fight: Fight, players: Players, text: str) -> None:
    """'goblin', 'goblin side=foes at=[3, 4] name=Snag player=bold wounds=1'."""
    if not text.strip():
        raise BadInput("found nothing, expected a creature of the book, or like whom", field="add")
    kind, said = (text, {}) if "=" not in text else read_changes(text, "add")
    values = {field: read_value(value) for field, value in said.items()}
    about = {key: values.pop(key) for key in ABOUT if key in values}
    side = str(about.get("side", fight.encounter.sides[-1]))
    player = _player(fight, str(about.get("player", "")), side)
    one = newcomer(fight.encounter, kind.strip(), side, str(about.get("name", "")), values)
    players.sit(fight)
    bring_in(fight, {**one, **({"at": about["at"]} if "at" in about else {})}, player)
    players.sit(fight)


def remove(fight: Fight, players: Players, text: str) -> None:
    """'Goblin 2'."""
    let_go(fight, creature_called(fight, text.strip(), "remove"))


def _player(fight: Fight, wanted: str, side: str) -> str:
    """Who plays a newcomer: as is said, else people the first side and the computer the rest."""
    ruleset, known = fight.ruleset, [PERSON, *computers(fight.ruleset)]
    if not wanted:
        return PERSON if side == fight.encounter.sides[0] else usual_player(ruleset)
    found = meant(wanted, known)
    if found not in known and not is_computer(ruleset, found):
        raise BadInput(unknown("player", wanted, known), field="add")
    return found


def last_by_hand(fight: Fight) -> int:
    """Where in the story the last change by hand is told."""
    return [k for k, item in enumerate(fight.story) if isinstance(item, ByHand)][-1]
