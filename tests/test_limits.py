"""The least and greatest number of a field: what is beyond them is named."""

import math
import re
from collections.abc import Iterator
from typing import Any

import pytest
from shipped import GAMES, SAMPLES

from affray.book.encounter import Encounter, encounter_from, find_encounter
from affray.book.errors import BadInput
from affray.book.shelf import SHELF
from affray.book.toml_tables import TomlTable
from affray.rules.layout import Field
from affray.rules.world import (
    SAYINGS,
    Record,
    beyond_limits,
    field,
    int8,
    int16,
    many,
    record,
)


@record
class Held(Record):
    few: int8 = field(low=0, high=2, rule="XX-1")
    free: int8


@record
class Limited(Record):
    least: int8 = field(low=-1)
    most: int8 = field(high=4)
    all: list[int8] = many(3, low=0, high=5)
    one: Held
    n: int8
    several: list[Held] = many(4, count="n")


@pytest.mark.parametrize(
    ("change", "said"),
    [
        (lambda w: setattr(w, "least", -2), "least is -2, expected -1 or more"),
        (lambda w: setattr(w, "most", 5), "most is 5, expected at most 4"),
        (lambda w: w.all.__setitem__(1, 6), "all is 6, expected 0 to 5"),
        (lambda w: setattr(w.one, "few", 3), "one: few is 3, expected 0 to 2 (XX-1)"),
        (
            lambda w: setattr(w.several[1], "few", -1),
            "several 1: few is -1, expected 0 to 2 (XX-1)",
        ),
        (lambda w: setattr(w.several[0], "free", 99), ""),
    ],
)
def test_what_is_beyond_its_limits_is_named(change: Any, said: str) -> None:
    w = Limited()
    w.n, w.several = 2, [Held(), Held()]
    assert beyond_limits(w) == ""
    change(w)
    assert beyond_limits(w) == said


@pytest.mark.parametrize(
    ("changes", "said"),
    [
        ({"might": 127}, "Ada.might: found 127, expected 0 to 60 (SK-1)"),
        ({"guard": -1}, "Ada.guard: found -1, expected 0 to 60 (SK-1)"),
        ({"place": 99}, "Ada.place: found 99, expected 1 to 12 (SK-2)"),
        ({"side": 5}, "side is 5, expected 0 to 1"),
    ],
)
def test_no_edit_makes_a_pool_that_no_hand_holds(changes: dict[str, int], said: str) -> None:
    """127 dice of one kind were told, and rolled, as one of another."""
    encounter = find_encounter("skirmish/duel")
    with pytest.raises(BadInput, match=re.escape(said)):
        encounter.edit(encounter.world(), TomlTable({"Ada": changes}, ""))


def numbers(of: type[Record]) -> Iterator[Field]:
    """The fields a file or an edit fills with plain numbers."""
    counts = {f.count for f in of.layout.fields.values()}
    for f in of.layout.fields.values():
        is_name = f.record or f.of is not None or f.mask is not None
        if not (is_name or f.fixed or f.scratch or f.name in counts):
            assert f.storage is not None
            if not f.storage.is_pool:
                yield f


def filled(slug: str) -> list[type[Record]]:
    """The records a file fills: the fight, its creatures, and all content."""
    world = SHELF.get(slug).world
    return [world, *(f.record for f in world.layout.fields.values() if f.content and f.record)]


@pytest.mark.parametrize("slug", GAMES)
def test_every_number_has_its_least_its_greatest_and_its_rule(slug: str) -> None:
    """A side is the encounter's own, and no rule's."""
    for one in filled(slug):
        for f in numbers(one):
            assert f.low is not None, f"{one.__name__}.{f.name} has no least number"
            assert f.high is not None, f"{one.__name__}.{f.name} has no greatest number"
            assert f.rule or f.name == "side", f"{one.__name__}.{f.name} has no rule"


def refused(encounter: Encounter, w: Any, changes: dict[str, Any]) -> str:
    with pytest.raises(BadInput) as found:
        encounter.edit(w, TomlTable(changes, "mine.toml"))
    return str(found.value)


@pytest.mark.parametrize("slug", GAMES)
def test_what_is_no_such_number_is_refused_with_field_found_and_expected(slug: str) -> None:
    encounter = find_encounter(next(name for name in SAMPLES if name.startswith(slug)))
    world, first = SHELF.get(slug).world, encounter.entrants[0].name
    creature = world.layout.fields["creatures"].record
    assert creature is not None
    w = encounter.world()
    for f in [*numbers(world), *numbers(creature)]:
        assert f.low is not None
        assert f.high is not None
        wrong = [f.low - 1, f.high + 1, 10**30, "3", 1.5, math.nan, {"no-such-name": 1}]
        for value in wrong if f.is_flag else [*wrong, True]:
            one = {f.name: [value] if f.is_list and f.by is None else value}
            told = refused(encounter, w, one if f.name in world.layout.fields else {first: one})
            assert told.startswith("mine.toml: ")
            assert f.name in told
            assert "expected" in told
            assert "found" in told or "no-such-name" in told


def names(of: type[Record]) -> Iterator[Field]:
    """The fields a file fills with names; own words may be any."""
    for f in of.layout.fields.values():
        named = f.of or f.mask
        if named not in (None, SAYINGS) and not (f.record or f.fixed or f.scratch):
            yield f


@pytest.mark.parametrize("slug", GAMES)
def test_a_number_stands_for_no_content_and_nobody(slug: str) -> None:
    """Which of them it was depended on what else was in the fight; -1 was nothing at all."""
    encounter = find_encounter(next(name for name in SAMPLES if name.startswith(slug)))
    world, first = SHELF.get(slug).world, encounter.entrants[0].name
    creature = world.layout.fields["creatures"].record
    assert creature is not None
    w = encounter.world()
    for f, is_hers in [(f, of is creature) for of in (world, creature) for f in names(of)]:
        numbers = [0, -1] if isinstance(f.of or f.mask, str) else [99, -99]
        for value in [*numbers, 10**30, True, 1.5, "no such name", [1], {"no-such-name": 1}]:
            one = {f.name: [value] if f.is_list and f.by is None else value}
            told = refused(encounter, w, {first: one} if is_hers else one)
            assert told.startswith("mine.toml: ")
            assert f.name in told
            assert "expected" in told or "did you mean" in told


@pytest.mark.parametrize("slug", GAMES)
def test_what_follows_from_map_and_content_is_set_by_nobody(slug: str) -> None:
    """A height of 99 was taken for a map, and the rules then looked beyond its rows."""
    encounter = find_encounter(next(name for name in SAMPLES if name.startswith(slug)))
    w = encounter.world()
    for f in SHELF.get(slug).world.layout.fields.values():
        if f.fixed or f.scratch:
            assert "but no file or edit sets it" in refused(encounter, w, {f.name: 99})


UNUSED: dict[str, tuple[str, dict[str, Any], str]] = {
    "dungeoneers-tactics": ("weapon", {"hit": "3"}, "hit: found '3', expected one die"),
    "dungeoneers-spotlight": ("creature", {"body": 99}, "body: found 99, expected 0 to 20 (DS-102"),
    "plunder": ("natural", {"gaze": -1}, "gaze: found -1, expected 0 to 250 (PL-122)"),
    "rpg-hell": ("art", {"dice": 4}, "dice: found 4, expected 1 to 2 (RH-25)"),
    "skirmish": ("weapon", {"wounds": -4}, "wounds: found -4, expected 0 to 20 (SK-10)"),
    "story-mode": ("spell", {"harm": 9}, "harm: found 9, expected 0 to 4 (SM-87)"),
}


@pytest.mark.parametrize("slug", GAMES)
def test_content_that_nobody_has_is_checked_too(slug: str) -> None:
    kind, table, said = UNUSED[slug]
    data = dict(find_encounter(next(name for name in SAMPLES if name.startswith(slug))).top.data)
    data["homebrew"] = {kind: [{"id": "odd", **table}]}
    with pytest.raises(BadInput, match=re.escape(f"mine: homebrew.{kind}[odd].{said}")):
        encounter_from(TomlTable(data, "mine"), "mine").world()
    data["homebrew"] = {"creature": [{"id": "odd"}]}
    assert encounter_from(TomlTable(data, "mine"), "mine").world().n > 0


@pytest.mark.parametrize(
    ("name", "changes", "said"),
    [
        ("dungeoneers-tactics/duel", {"wounds": 3}, "Suori has 3 wounds, expected 0 to 2 (DT-1)"),
        (
            "dungeoneers-tactics/duel",
            {"grapples": "Skeleton"},
            "Suori grapples Skeleton, who is not grappled_by it (DT-50)",
        ),
        (
            "dungeoneers-tactics/duel",
            {"equipped": ["warhammer", "glaive"]},
            "Suori has 3 hands full, expected at most 2 (DT-145)",
        ),
        (
            "dungeoneers-spotlight/pocket",
            {"arca": 9},
            "Suori has 9 arca, expected 0 to 4 (DS-74)",
        ),
        (
            "dungeoneers-spotlight/pocket",
            {"wounds": 3},
            "Suori has 3 wounds, expected 0 to 2 (DS-96)",
        ),
        ("rpg-hell/gate-duel", {"health": 13}, "Hale has 13 Health, expected at most 12 (RH-34)"),
        (
            "rpg-hell/gate-duel",
            {"pool": [9, 9, 9, 0, 0, 0]},
            "Hale has 27 dice in its pool, expected at most 20 (RH-15; the pool counts",
        ),
        (
            "rpg-hell/gate-duel",
            {"grappled_by": "Hale"},
            "Hale is held by Hale, expected somebody else who lives (RH-117)",
        ),
        (
            "rpg-hell/gate-duel",
            {"door": 4},
            "Hale is at Death's Door 4 and lives, expected at most 3 (RH-58)",
        ),
    ],
)
def test_a_state_that_cannot_be_says_of_whom_what_and_the_limit(
    name: str, changes: dict[str, Any], said: str
) -> None:
    """Creatures were told by their number ("is held by 0, who cannot"), limits not at all."""
    encounter = find_encounter(name)
    first = encounter.entrants[0].name
    assert said in refused(encounter, encounter.world(), {first: changes})


@pytest.mark.parametrize(("number", "most"), [(int8, 8), (int16, 16)])
def test_a_set_has_a_bit_for_everything_it_may_hold(number: Any, most: int) -> None:
    """The sign is none: a blow at the last of Story Mode's sixteen ended in an error."""
    for n in (most - 1, most):
        hold = {"hit": field(mask="several"), "__annotations__": {"hit": number}}
        blow: Any = record(type("Blow", (Record,), hold))
        body = {"n": 0, "several": many(n, count="n"), "blow": field()}
        kinds = {"n": int8, "several": list[Held], "blow": blow}
        if n < most:
            record(type("Some", (Record,), {**body, "__annotations__": kinds}))
            continue
        with pytest.raises(TypeError, match=rf"^Blow\.hit: found a set of {n} in {n} bits"):
            record(type("Some", (Record,), {**body, "__annotations__": kinds}))
