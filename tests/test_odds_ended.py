"""Where a plan's lines end: with its own end, or with whoever carries it out."""

from __future__ import annotations

import re

import pytest

from affray.book.encounter import Encounter, encounter_from, find_encounter
from affray.book.toml_tables import TomlTable
from affray.cli.main import run
from affray.fight.plans import Offer, find_plan
from affray.odds import layers
from affray.odds.of_plans import Position, odds_of
from affray.odds.upshot import NEVER, Odds

BOLD = 1
FREYA, SKELETON = 1, 2


def past_a_hammer() -> Encounter:
    """A skeleton that has not much left would leave Suori's side and charge Freya."""
    placed = {
        "Suori": ("heroes", [3, 1], {"facing": "south-east"}),
        "Freya": ("heroes", [6, 2], {"facing": "west"}),
        "Skeleton": ("foes", [4, 2], {"facing": "east", "wounds": 2}),
        "Zombie": ("foes", [0, 4], {}),
    }
    creatures = [
        {"name": name, "from": name.lower(), "side": side, "at": at, "set": given}
        for name, (side, at, given) in placed.items()
    ]
    top = {
        "ruleset": "dungeoneers-tactics",
        "title": "A charge",
        "map": {"size": [9, 5]},
        "start": "Skeleton",
        "creature": creatures,
    }
    return encounter_from(TomlTable(top, "charge"), "charge")


def charged(engine: str, patience: float = 5.0) -> Odds:
    encounter = past_a_hammer()
    plan = find_plan(encounter, "charge")
    assert plan is not None
    answers = plan.answers_for(encounter.world(), SKELETON, FREYA) or []
    offer = Offer(plan.name, plan.name, SKELETON, tuple(answers), FREYA, plan)
    position = Position(encounter, encounter.world())
    return odds_of(position, offer, [BOLD] * 4, engine=engine, patience=patience)


def test_who_falls_with_half_a_plan_said_ends_it() -> None:
    """The fight went on to its end, and all that anybody did in it was the plan's outcome."""
    found = charged("python")
    assert found.lines < 20
    died = [outcome.text for outcome in found.outcomes if "Skeleton dead" in outcome.text]
    assert len(died) == 1
    assert died[0].endswith("Skeleton dead")
    assert not [assumed for assumed in found.assumed if assumed.startswith("Zombie")]


@pytest.mark.compiled
def test_compiled_lines_end_there_too() -> None:
    assert charged("native") == charged("python")
    drawn = charged("native", patience=0.0)
    assert drawn.sampled is not None
    assert all(o.text.endswith("dead") for o in drawn.outcomes if "dead" in o.text)


def test_a_plan_that_waits_too_long_is_drawn_and_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    """Lines nobody followed any further were called exact, and a plan that is late was refused."""
    monkeypatch.setattr(layers, "MOST_WAITING", 2)
    encounter = find_encounter("skirmish/bridge").switched({}, start="Ada")
    plan = find_plan(encounter, "step-in")
    assert plan is not None
    answers = tuple(plan.answers_for(encounter.world(), 0, -1) or ())
    offer = Offer(plan.name, plan.name, 0, answers, -1, plan)
    found = odds_of(Position(encounter, encounter.world()), offer, [BOLD] * 4, engine="python")
    assert found.sampled is not None
    assert sum(outcome.p for outcome in found.outcomes if outcome.text != NEVER) > 0.5


def test_what_was_drawn_is_not_told_as_exact(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    stances = [f"--with={name}.stance=press" for name in ("Ada", "Bran", "Grim", "Snick")]
    step_in = ["odds", "skirmish/bridge", "--who", "Ada", "--do", "step-in", *stances]
    asked = [*step_in, "--how", "--at-least"]
    assert run(asked) == 0
    told = capsys.readouterr().out
    assert "exactly" in told
    assert re.search(r"\d/\d", told)
    monkeypatch.setattr(layers, "MOST_WAITING", 2)
    assert run(asked) == 0
    told = capsys.readouterr().out
    assert "lines drawn by dice" in told
    assert "exactly" not in told
    assert not re.search(r"\d/\d", told)
