"""A number that rules hold is told from where they hold it: another rule has another text."""

from __future__ import annotations

import importlib
import itertools
import shutil
from collections.abc import Callable
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest
from tactics_stage import menu_of

from affray.book.shelf import SHELF

_numbers = itertools.count()

Loaded = Callable[..., ModuleType]

TOLD = [
    (
        "rpg-hell",
        {"aim.py": "HIGH_FROM = 9", "sheet.py": "PRONE_SPEED = 2"},
        ["shots at you need a sum of 70, and so do all your attacks; no faster than 70"],
    ),
    (
        "rpg-hell",
        {"aim.py": "HIGH_FROM = 9"},
        ["Obscured: shots at you, and yours, need a sum of 70 until", "make one pair of 70 and"],
    ),
    ("rpg-hell", {"aim.py": "LOW_UP_TO = 4"}, ["70 or less its bad one", "the rest above 70"]),
    ("rpg-hell", {"moves.py": "MOST_MOVES = 3"}, ["a die, a Move left of 70, and standing"]),
    ("rpg-hell", {"state.py": "LAST_ROUND = 60"}, ["70 rounds are over"]),
    (
        "dungeoneers-spotlight",
        {"windows.py": "CHEAP = 1"},
        ["Lend a hand (70 heroism)", "Shout a warning (70 heroism)", "Brace (70 villainy)"],
    ),
    (
        "dungeoneers-spotlight",
        {"windows.py": "DEAR = 2"},
        ["Follow through (70 heroism)", "Close in (70 villainy)"],
    ),
    (
        "dungeoneers-spotlight",
        {"state.py": "TILES_PER_WOUND = 5"},
        ["1 wound, and 1 more for every 70 of them."],
    ),
    ("dungeoneers-spotlight", {"tokens.py": "TOKENS = 3"}, ["every player has 70 again"]),
    ("dungeoneers-spotlight", {"state.py": "LAST_ROUND = 80"}, ["70 rounds are over"]),
    ("dungeoneers-tactics", {"state.py": "LAST_ROUND = 100"}, ["Round 70 is over"]),
    ("dungeoneers-tactics", {"state.py": "OVERLOADED_PAST = 3"}, ["Past 70 times its endurance"]),
    ("plunder", {"state.py": "LAST_ROUND = 60"}, ["Round 70 is over"]),
    ("plunder", {"reach.py": "REACH_FEET = 10"}, ["Does {who} stop at 70 feet?"]),
    ("story-mode", {"state.py": "LAST_ROUND = 60"}, ["70 rounds are over"]),
]


@pytest.fixture
def otherwise(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Loaded:
    """A module of a game that is ours but for a number, which is 70."""
    monkeypatch.syspath_prepend(str(tmp_path))

    def load(game: str, numbers: dict[str, str], module: str) -> ModuleType:
        name = f"otherwise_{next(_numbers)}"
        shutil.copytree(
            SHELF.get(game).folder, tmp_path / name, ignore=shutil.ignore_patterns("__pycache__")
        )
        for file, held in numbers.items():
            path = tmp_path / name / file
            text = path.read_text(encoding="utf-8")
            assert f"\n{held}\n" in text, (file, held)
            changed = held.rpartition(" ")[0] + " 70"
            path.write_text(text.replace(f"\n{held}\n", f"\n{changed}\n"), encoding="utf-8")
        importlib.invalidate_caches()
        return importlib.import_module(f"{name}.{module}")

    return load


def all_texts(words: Any) -> list[str]:
    """What words say without a world."""
    said = [words.primer]
    for plan in words.plans:
        said += [plan.label, plan.takes, plan.note]
    said += [asked.prompt for asked in words.questions.values()]
    said += [told.sentence for told in words.told.values()]
    return [one for one in said if isinstance(one, str)]


@pytest.mark.parametrize(("game", "numbers", "expected"), TOLD)
def test_texts_tell_the_numbers_of_the_rules(
    otherwise: Loaded, game: str, numbers: dict[str, str], expected: list[str]
) -> None:
    said = "\n".join(all_texts(otherwise(game, numbers, "words").WORDS))
    for text in expected:
        assert text in said


def test_a_fall_is_told_by_the_tiles_a_wound_takes(otherwise: Loaded) -> None:
    numbers = {"state.py": "TILES_PER_WOUND = 5"}
    told = otherwise("dungeoneers-spotlight", numbers, "events").Event.FALL_COUNTS.told
    assert told.working(140, 150) == [("1 and", 1), ("{x:tile|tiles} of the fall", 2)]


def test_a_cantrip_tires_as_the_rules_have_it(otherwise: Loaded) -> None:
    said = otherwise("plunder", {"state.py": "TIRING_UP_TO = 2"}, "events")
    assert said.TIRED[said.Tires.CANTRIP] == "the cantrip rolled 70 or less"


def test_what_a_failed_grab_costs_is_the_rules(otherwise: Loaded) -> None:
    notes = otherwise("plunder", {"events.py": "TEN = 10"}, "notes")
    assert notes.PRICE_OF_FAILURE == "; failing costs 70 less the roll, at least 1"


def test_a_level_that_cannot_be_beaten_is_told_by_its_number(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    from affray.rulesets.story_mode import phrases

    monkeypatch.setattr(phrases, "CANNOT", 7)
    monkeypatch.setattr(phrases, "level_for", lambda w, task, who: 7)
    world: Any = type("World", (), {"task": None})()
    assert phrases.hopeless(world, 0) == "Level 7 and more cannot be beaten by a d20."


def test_a_sprint_brings_whoever_holds_somebody_half() -> None:
    """It said 2 movement points there too."""
    assert menu_of('start = "Ada"\ndo = []')["Sprint"] == "2 movement points more, at once"
    holding = (
        'start = "Ada"\nset.Ada = { grapples = "Grim" }\nset.Grim = { grappled_by = ["Ada"] }\n'
    )
    assert menu_of(f"{holding}do = []")["Sprint"] == "1 movement point more, at once"
