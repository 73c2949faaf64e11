"""The least and greatest number of a field: what is beyond them is named."""

import re
from typing import Any

import pytest

from affray.book.encounter import find_encounter
from affray.book.errors import BadInput
from affray.book.toml_tables import TomlTable
from affray.rules.world import Record, beyond_limits, field, int8, many, record


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
