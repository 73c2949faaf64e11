"""What a sweep, a comparison or a search cannot mean is refused or left unsaid, not half played."""

from __future__ import annotations

import json
from typing import Any

import pytest

from affray.book.encounter import find_encounter
from affray.book.errors import BadInput
from affray.cli.main import run
from affray.fight.loop import play
from affray.lab import simulate as lab_simulate
from affray.lab.changes import Variant, read_change, vary

Capture = pytest.CaptureFixture[str]

DUEL, BRIDGE = "skirmish/duel", "skirmish/bridge"


def changed(*texts: str) -> Variant:
    return vary(find_encounter(BRIDGE), [], [read_change(text) for text in texts])


@pytest.mark.parametrize(
    ("first", "second"),
    [
        ("Ada.armor=+1", "Ada.armor=+2"),
        ("Ada.armor=+1", "Ada.armor=+1"),
        ("knight.armor=+1", "Ada.armor=+2"),
        ("Ada.armor,toughness=+1", "A*.toughness=+2"),
        ("ties=target", "ties=striker"),
        ("seat:heroes=bold", "seat:heroes=careful"),
        ("seat:heroes=bold", "seat:Heroes=careful"),
        ("count:imp=2", "count:Snick=1"),
    ],
)
def test_one_thing_is_changed_once(first: str, second: str) -> None:
    with pytest.raises(BadInput) as refused:
        changed(first, second)
    assert str(refused.value) == f"--change {second}: given twice, by --change {first} too"


def test_somebody_who_comes_is_changed_once() -> None:
    """Nobody is called so before there are three."""
    before = [e.name for e in changed().encounter.entrants]
    new = next(e.name for e in changed("count:imp=3").encounter.entrants if e.name not in before)
    with pytest.raises(BadInput, match="given twice"):
        changed("count:imp=3", f"{new}.armor=+1", "imp.armor=+2")


def test_two_things_are_changed_apart() -> None:
    varied = changed("Ada.armor=+1", "Ada.toughness=+2", "Bran.armor=+3", "seat:heroes=bold",
                     "seat:Ada=careful")  # fmt: skip
    names = [e.name for e in varied.encounter.entrants]
    ada = varied.encounter.world().creatures[names.index("Ada")]
    was = changed().encounter.world().creatures[names.index("Ada")]
    assert (ada.armor, ada.toughness) == (was.armor + 1, was.toughness + 2)
    assert {"bold", "careful"} <= set(varied.players)


@pytest.mark.parametrize(
    ("command", "over", "change"),
    [
        ("sweep", "Ada.armor=+0..+2", "Ada.armor=+2"),
        ("sweep", "ties=striker,target", "ties=target"),
        ("balance", "Ada.armor=+0..+2", "*.armor=+2"),
    ],
)
def test_what_is_changed_is_not_gone_over(
    capsys: Capture, command: str, over: str, change: str
) -> None:
    assert run([command, DUEL, "--over", over, "--change", change]) == 2
    (line,) = capsys.readouterr().err.splitlines()
    assert line.startswith(f"affray: --over {over.partition('=')[0]}=")
    assert line.endswith(f"given twice, by --change {change} too")


@pytest.mark.parametrize("as_json", [False, True])
def test_a_search_that_was_cut_short_says_nothing_of_what_it_was_for(
    as_json: bool, capsys: Capture, monkeypatch: pytest.MonkeyPatch
) -> None:
    fights: list[int] = []

    def counted(*given: Any) -> int:
        if len(fights) == 60:
            raise KeyboardInterrupt
        fights.append(1)
        return play(*given)

    monkeypatch.setattr(lab_simulate, "play", counted)
    monkeypatch.setattr("affray.lab.variations.choose_engine", lambda *_: "python")
    asked = ["balance", DUEL, "--over", "Ada.armor=0..9", "-n", "40", *["--json"] * as_json]
    assert run(asked) == 130
    out, err = capsys.readouterr()
    assert err == "stopped before the search was over\n"
    if as_json:
        found = json.loads(out)
        assert (len(found["cells"]), found["nearest"]) == (1, None)
    else:
        assert "share" in out
        assert "never reached" not in out
        assert "nearest" not in out


@pytest.mark.parametrize(
    ("over", "problem"),
    [
        ("count:imp=0..400", "--over: found 401 values in 'count:imp=0..400', expected 1 to 200"),
        ("count:imp=0..400:2", "--over: found 201 values in"),
        ("Ada.armor=0..999999999999", "--over: found 1,000,000,000,000 values in"),
        ("Ada.armor=5..0", "--over: found 'Ada.armor=5..0', which runs backwards; expected whole"),
        ("Ada.armor=+2..-1", "runs backwards; expected whole numbers"),
        ("Ada.armor=0..10:0", "steps by 0; expected whole numbers"),
        ("Ada.armor=a..3", "--over: found 'Ada.armor=a..3', expected whole numbers"),
        ("Ada.armour=0..2", "--over Ada.armour=0: no field is called 'armour'"),
        ("count:orc=1..2", "--over count:orc=1: no creature is called 'orc'"),
        ("tie=target", "--over tie=target: no ruling is called 'tie'"),
    ],
)
@pytest.mark.parametrize("command", ["sweep", "balance"])
def test_an_axis_that_cannot_be_says_why(
    command: str, over: str, problem: str, capsys: Capture
) -> None:
    assert run([command, BRIDGE, "--over", over, "-n", "5"]) == 2
    assert problem in capsys.readouterr().err.splitlines()[-1]


@pytest.mark.parametrize("command", [["balance", "--over", "Ada.armor=5..6"], ["sensitivity"]])
def test_a_change_of_who_plays_is_played(command: list[str], capsys: Capture) -> None:
    """It was told in the heading, and everybody was bold."""
    found = []
    for said in (["--change", "seat:foes=random"], ["--seat", "foes=random"], []):
        assert run([*command, DUEL, "-n", "60", "--json", *said]) == 0
        data = json.loads(capsys.readouterr().out)
        found.append(data["cells"] if "cells" in data else data["numbers"])
    by_change, by_seat, plain = found
    assert by_change == by_seat != plain
