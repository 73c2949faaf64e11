"""Names as people type them: capitals do not matter where only one can be meant."""

from __future__ import annotations

import json
from typing import Any

import pytest

from affray.book.errors import meant, unknown
from affray.cli.main import run

Capture = pytest.CaptureFixture[str]


def data(capture: Capture, *arguments: str) -> dict[str, Any]:
    assert run([*arguments, "--json"]) == 0
    found = json.loads(capture.readouterr().out)
    assert isinstance(found, dict)
    return found


def test_what_is_meant() -> None:
    assert meant("ada", ["Ada", "Grim"]) == "Ada"
    assert meant("ada", ["Ada", "ada"]) == "ada"
    assert meant("ADA", ["Ada", "ada"]) == "ADA"
    assert unknown("creature", "ADA", ["Ada", "ada"]).endswith("did you mean 'Ada' or 'ada'?")


def test_all_that_are_as_close_are_named() -> None:
    known = ["Ogre", "Orc 1", "Orc 2", "Regdar"]
    assert unknown("creature", "Orc", known).endswith("did you mean 'Orc 1' or 'Orc 2'?")
    assert unknown("creature", "orc 3", known).endswith("did you mean 'Orc 1' or 'Orc 2'?")
    assert unknown("creature", "Regdr", known).endswith("did you mean 'Regdar'?")


def test_odds(capsys: Capture) -> None:
    found = data(
        capsys, "odds", "Skirmish/DUEL", "--who", "ada", "--do", "Strike", "--target", "grim"
    )
    assert [found[key] for key in ("encounter", "who", "do", "target")] == [
        "skirmish/duel", "Ada", "strike", "Grim"
    ]  # fmt: skip


def test_sim(capsys: Capture) -> None:
    seats = ["--seat", "FOES=Random", "--seat", "snick=Bold"]
    found = data(capsys, "sim", "skirmish/Bridge", "-n", "2", *seats, "--ruling", "Ties=TARGET")
    assert found["encounter"] == "skirmish/bridge"
    assert found["seats"] == {"Ada": "bold", "Bran": "bold", "Grim": "random", "Snick": "bold"}
    assert found["rulings"] == {"ties": "target"}


def test_the_same_seat_in_other_capitals_is_the_same_seat(capsys: Capture) -> None:
    arguments = ["sim", "skirmish/duel", "--seat", "Ada=bold", "--seat", "ada=random"]
    assert run(arguments) == 2
    assert "Ada is given twice: bold and random" in capsys.readouterr().err


def test_rules_of_a_game(capsys: Capture) -> None:
    assert data(capsys, "rules", "Skirmish")["ruleset"] == "skirmish"
    assert data(capsys, "rulings", "SKIRMISH")["ruleset"] == "skirmish"


def test_parties_and_their_members(capsys: Capture) -> None:
    assert run(["sim", "skirmish/bridge", "--party", "watch"]) == 2
    assert "there are no parties yet; make one: affray new party" in capsys.readouterr().err
    assert run(["new", "party", "watch", "--from", "skirmish/bridge"]) == 0
    capsys.readouterr()
    base = ["sim", "skirmish/bridge", "-n", "2", "--party", "Watch"]
    assert list(data(capsys, *base, "--member", "bran")["survivors"]) == ["Bran", "Grim", "Snick"]
