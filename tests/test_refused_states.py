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


@pytest.mark.parametrize(
    ("name", "changes", "said"),
    [
        (
            "dungeoneers-spotlight/suori-and-the-skeleton",
            {"Suori": {"vote": "Skeleton 1"}},
            "Suori has a vote for Skeleton 1, expected one of the players (DS-5)",
        ),
        (
            "dungeoneers-spotlight/suori-and-the-skeleton",
            {"Suori": {"player": "Skeleton 1"}},
            "Suori has Skeleton 1 as player, expected one of that side who has no other player",
        ),
        (
            "dungeoneers-spotlight/suori-and-the-skeleton",
            {"phase": "gm-move"},
            "phase is gm-move, expected spotlight where stage is vote (DS-4)",
        ),
        (
            "dungeoneers-spotlight/suori-and-the-skeleton",
            {"stage": "defend"},
            "stage is defend, expected another: throw.who is nobody (DS-4)",
        ),
        (
            "dungeoneers-spotlight/suori-and-the-skeleton",
            {"agreed": ["Suori", "Skeleton 1"]},
            "agreed names somebody, expected nobody before it is asked (DS-20)",
        ),
        (
            "dungeoneers-spotlight/narrow-bridge",
            {"Freya": {"edge": 4}},
            "Freya has edge = 4, expected 0 where nobody is being forced (DS-88)",
        ),
        (
            "dungeoneers-spotlight/narrow-bridge",
            {"Freya": {"fallen": 9999}},
            "Freya has fallen 9999 tiles to a height of 0, expected at most 53 (DS-92)",
        ),
        (
            "dungeoneers-spotlight/narrow-bridge",
            {"Freya": {"grapples": ["Freya"]}},
            "Freya grapples Freya, expected somebody else who lives (DS-111)",
        ),
        (
            "rpg-hell/gate-duel",
            {"Zombie": {"incorporeal": True, "y": 8}},
            "Zombie stands off the map, at [10, 8], expected [0, 0] to [11, 7] (RH-80)",
        ),
        (
            "dungeoneers-tactics/duel",
            {"phase": "ties", "order": [0, 1]},
            "phase is ties and tied is 0, expected ties where places are still tied",
        ),
        (
            "dungeoneers-tactics/duel",
            {"tied": 4, "phase": "ties", "order": [0, 1]},
            "tied is 4, expected 0 to 3: there are 2 places (DT-27)",
        ),
        (
            "dungeoneers-tactics/duel",
            {"reacting": "Skeleton"},
            "reacting is Skeleton, expected nobody: nothing readied is done now (DT-146)",
        ),
        (
            "dungeoneers-tactics/duel",
            {"Suori": {"readied": "end", "ready_for": "Skeleton"}},
            "Suori has readied end, expected one of attack, grapple, push, disengage, defend, cast",
        ),
        (
            "dungeoneers-tactics/duel",
            {"Suori": {"readied": "attack"}},
            "Suori has readied something for nobody, expected ready_for somebody else (DT-146)",
        ),
        (
            "dungeoneers-tactics/duel",
            {"Suori": {"magica": -1}},
            "Suori has magica = -1, expected 0 or more (DT-83)",
        ),
    ],
)
def test_a_state_that_no_step_leads_to_is_refused_from_the_start(
    name: str, changes: dict[str, Any], said: str
) -> None:
    """A question nobody could answer, a ledge nobody was forced over: they were taken."""
    encounter = find_encounter(name)
    with pytest.raises(BadInput, match=re.escape(said)):
        encounter.edit(encounter.world(), TomlTable(changes, "mine"))


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


def test_of_what_is_loaded_a_file_may_say_only_the_first() -> None:
    """`loaded = [0]` of one crossbow was refused: the two hands without one held -1."""
    data = dict(find_encounter("rpg-hell/gate-duel").top.data)
    data["creature"] = [{**one} for one in data["creature"]]
    data["creature"][0]["set"] = {"weapons": ["crossbow"], "loaded": [0]}
    world = encounter_from(TomlTable(data, "mine"), "mine").world()
    assert list(world.creatures[0].loaded) == [0, 0, 0]
    data["creature"][0]["set"] = {"weapons": ["crossbow"]}
    world = encounter_from(TomlTable(data, "mine"), "mine").world()
    assert list(world.creatures[0].loaded) == [1, 0, 0]


def test_movement_below_zero_that_is_kept_stays_in_its_field() -> None:
    """20 fewer each turn, and kept (DT-R16): compiled fights ended in a fault in round 6."""
    data = dict(find_encounter("dungeoneers-tactics/duel").top.data)
    data["rulings"] = {"unspent_points": "kept"}
    data["creature"] = [
        {**one, "set": {"base_movement": -20, "power": 0, "facing": "east"}}
        for one in data["creature"]
    ]
    encounter = encounter_from(TomlTable(data, "mine"), "mine")
    careful = [encounter.ruleset.temperament("careful")] * 2
    least = min(c.mp for at in watch(encounter, 1, 1, careful) for c in at.world.creatures)
    assert least == -100


@pytest.mark.parametrize("slug", ["dungeoneers-spotlight", "dungeoneers-tactics", "plunder"])
def test_a_thing_is_what_its_table_is_called(slug: str) -> None:
    """A weapon that said it was a tome was looked for among the tomes, and the program ended."""
    data = dict(find_encounter(first_of(slug)).top.data)

    def world(kind: str) -> Any:
        own = {**data, "weapon": [*data.get("weapon", []), {"id": "odd", "kind": kind}]}
        return encounter_from(TomlTable(own, "own.toml"), "own").world()

    with pytest.raises(BadInput) as refused:
        world("armor")
    assert "weapon[odd].kind: found 'armor' (text), expected weapon" in str(refused.value)
    assert world("weapon").n > 0
