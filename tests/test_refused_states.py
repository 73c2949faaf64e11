"""States that cannot be: refused with the field, what was found and the limit, in every game."""

from __future__ import annotations

import re
from typing import Any

import pytest
from shipped import GAMES, SAMPLES

from affray.book.encounter import encounter_from, find_encounter
from affray.book.errors import BadInput
from affray.book.toml_tables import TomlTable
from affray.conformance.playing import watch


def first_of(slug: str) -> str:
    return next(name for name in SAMPLES if name.startswith(slug))


@pytest.mark.parametrize("slug", GAMES)
def test_a_creature_from_nothing_is_refused(slug: str) -> None:
    """An empty name was taken for no name, and the creature came without its sheet."""
    data = dict(find_encounter(first_of(slug)).top.data)
    data["creature"] = [{**one} for one in data["creature"]]
    data["creature"][0]["from"] = ""
    with pytest.raises(BadInput, match=re.escape("].from: found '', expected the name of a")):
        encounter_from(TomlTable(data, "mine"), "mine")


@pytest.mark.parametrize("name", ["Ada\nBob dies.", "Ada\tBob", "A" * 101, "Ada\u2028Bob"])
@pytest.mark.parametrize("slug", GAMES)
def test_a_name_is_one_line_that_fits(slug: str, name: str) -> None:
    """One with a line's end could write lines of the log that nothing had told."""
    data = dict(find_encounter(first_of(slug)).top.data)
    data["creature"] = [{**one} for one in data["creature"]]
    data["creature"][0]["name"] = name
    data.pop("map", None)
    with pytest.raises(BadInput, match="expected one line of at most 100 letters"):
        encounter_from(TomlTable(data, "mine"), "mine")


@pytest.mark.parametrize("key", ["title", "sides"])
def test_a_title_and_a_side_are_one_line_too(key: str) -> None:
    data = dict(find_encounter("skirmish/duel").top.data)
    data[key] = "one\ntwo" if key == "title" else ["one\ntwo", "foes"]
    data["creature"] = [{**one} for one in data["creature"]]
    data["creature"][0]["side"] = data["sides"][0] if key == "sides" else "heroes"
    with pytest.raises(BadInput, match=f"mine: {key}: found 'one.+two', expected one line of at"):
        encounter_from(TomlTable(data, "mine"), "mine")


SMALL = ("plunder/pocket",)


@pytest.mark.parametrize(
    ("name", "changes", "said"),
    [
        ("plunder/pocket", {"queued": 40}, "queued is 40, expected 0: so many were declared"),
        (
            "dungeoneers-spotlight/suori-and-the-skeleton",
            {"Suori": {"tokens": 0}},
            "tokens are 0 for every player, expected 1 or more for one of them (DS-8)",
        ),
    ],
)
def test_a_state_in_which_the_rules_get_stuck_is_refused(
    name: str, changes: dict[str, Any], said: str
) -> None:
    """Edits that were taken, and after which the next step failed."""
    encounter = find_encounter(name)
    world = next(at.world for at in watch(encounter, 1, 1) if at.world.round > 1 or name in SMALL)
    with pytest.raises(BadInput, match=re.escape(said)):
        encounter.edit(world, TomlTable(changes, "mine"))


def test_whoever_comes_without_a_token_has_some_when_the_fight_opens() -> None:
    """Set to none before the first round it was a question without an answer."""
    encounter = find_encounter("dungeoneers-spotlight/suori-and-the-skeleton")
    fight = watch(encounter, 1, 1)
    world = next(fight).world
    encounter.edit(world, TomlTable({"Suori": {"tokens": 0}}, "mine"))
    next(fight)
    assert world.creatures[0].tokens == 3
    assert sum(1 for _ in fight) > 0


@pytest.mark.parametrize(
    ("name", "changes", "said"),
    [
        ("plunder/ogre-toll", {"Regdar": {"taunted_now": ["Regdar"]}}, "Regdar has taunts of its"),
        (
            "plunder/ogre-toll",
            {"Ysmay": {"concentrates": "telekinesis"}},
            "Ysmay concentrates on a spell that nobody holds up (PL-114)",
        ),
        (
            "story-mode/coven",
            {"Alex": {"under_left": [5]}},
            "Alex has under_left = 5 for no spell, expected 0 (SM-113)",
        ),
        (
            "story-mode/coven",
            {"Alex": {"under": ["fireball"]}},
            "Alex has under = a spell that leaves nothing on anybody (SM-83)",
        ),
    ],
)
def test_what_nothing_could_have_brought_about_is_refused(
    name: str, changes: dict[str, Any], said: str
) -> None:
    """Taken without a word, and then told on the cards."""
    encounter = find_encounter(name)
    with pytest.raises(BadInput, match=re.escape(said)):
        encounter.edit(encounter.world(), TomlTable(changes, "mine"))
