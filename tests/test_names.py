"""Names as people type them: capitals do not matter where only one can be meant."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from affray.book.encounter import Encounter, find_encounter
from affray.book.errors import BadInput, meant, unknown
from affray.cli.main import run
from affray.lab.changes import Variant, read_change, vary
from affray.lab.variations import candidates, read_axis

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


# Names a change could be mistaken in


BRIDGE = "skirmish/bridge"
NAMES = (
    "Dr. Vane",
    "Vane, M.D.",
    "Mr.Grim",
    "A=B",
    "No. 3 [elite]",
    "Ada.armor",
    "Who?",
    "Élan d'Or",
)


def changed(encounter: Encounter, text: str) -> Variant:
    return vary(encounter, [], [read_change(text)])


@pytest.mark.parametrize("name", NAMES)
def test_a_name_may_hold_what_a_change_is_written_with(name: str, tmp_path: Path) -> None:
    text = Path(find_encounter(BRIDGE).top.file).read_text(encoding="utf-8")
    file = tmp_path / "named.toml"
    file.write_text(text.replace('"Ada"', json.dumps(name)), encoding="utf-8")
    encounter = find_encounter(str(file))
    was = encounter.world().creatures[0].armor
    for said in (f"{name}.armor=+1", f"{name}.armor,toughness=+1"):
        assert changed(encounter, said).encounter.world().creatures[0].armor == was + 1
    assert changed(encounter, f"seat:{name}=careful").players[0] == "careful"
    assert len(changed(encounter, f"count:{name}=0").encounter.entrants) == 3
    assert read_axis(encounter, f"{name}.armor=0..2").what == f"{name}.armor"
    assert f"{name}.armor" in [change.what for change, _ in candidates(encounter)]


def test_nobody_of_a_name_with_a_dot_is_named_whole() -> None:
    with pytest.raises(BadInput, match=r"is called 'Dr\. Adda'"):
        changed(find_encounter(BRIDGE), "Dr. Adda.armor=+1")
