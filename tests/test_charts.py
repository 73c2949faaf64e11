"""Charts: drawn from the data that is printed, in both themes, for every kind of answer."""

from __future__ import annotations

import json
import re
from pathlib import Path
from xml.etree import ElementTree

import pytest

from affray.charts import looks
from affray.charts.drawn import KINDS
from affray.cli.main import run

Capture = pytest.CaptureFixture[str]

BRIDGE = "skirmish/bridge"
ASKED = {
    "sim": ["sim", BRIDGE, "-n", "20"],
    "sweep": ["sweep", BRIDGE, "--over", "Ada.armor=+0..+2", "-n", "20"],
    "map": ["sweep", BRIDGE, "--over", "Ada.armor=0..1", "--over", "ties=*", "-n", "20"],
    "compare": ["compare", BRIDGE, "--change", "Ada.armor=+1", "-n", "20"],
    "sensitivity": ["sensitivity", "skirmish/duel", "-n", "20"],
    "balance": ["balance", BRIDGE, "--over", "Grim.toughness=2..6", "-n", "20"],
    "impact": ["rulings", "skirmish", "--impact", BRIDGE, "-n", "20"],
    "review": ["review", str(Path(__file__).parent / "saves/skirmish-1.toml"), "--budget", "20"],
    "exactly": ["solve", "skirmish/duel", "--best", "heroes"],
    "forecast": ["forecast", BRIDGE, "--level", "clever:4", "-n", "2"],
}
SAID = {
    "sim": ["How skirmish/bridge ends", "minutes at the table", "Snick", "stands"],
    "sweep": ["skirmish/bridge by Ada.armor", "+0", "+2"],
    "map": ["skirmish/bridge by Ada.armor and ties", "striker", "target"],
    "compare": ["Ada.armor=+1: ", "skirmish/bridge"],
    "sensitivity": ["What one more of each number does", "Ada.armor (7)"],
    "balance": ["comes nearest", "wanted: 50 %"],
    "impact": ["Which reading changes skirmish/bridge most", "ties = target"],
    "exactly": ["How skirmish/duel ends, exactly", "as well as can be played: heroes", "54.8 %"],
    "forecast": ["How deadly skirmish/bridge is", "Bran falls", "foes clever:4: 2 fights"],
    "review": ["stood for the heroes", "round", "dice or choices: "],
}


@pytest.mark.parametrize("kind", ASKED)
def test_every_answer_is_drawn(kind: str, capsys: Capture, tmp_path: Path) -> None:
    file = tmp_path / "chart.svg"
    theme = "dark" if kind in ("map", "compare") else "light"
    assert run([*ASKED[kind], "--chart", str(file), "--theme", theme, "--json"]) == 0
    text = file.read_text(encoding="utf-8")
    words = " ".join("".join(one.itertext()) for one in ElementTree.fromstring(text))
    for said in SAID[kind]:
        assert said in words
    assert looks.THEMES[theme].sheet in text
    assert not re.search(r"NaN|undefined|null", words)
    data = tmp_path / "chart.json"
    printed = json.loads(capsys.readouterr().out)
    assert run([*ASKED[kind], "--chart", str(data), "--json"]) == 0
    kept = json.loads(data.read_text(encoding="utf-8"))
    wanted = printed["impact"] if kind == "impact" else printed
    for found in (kept, wanted):  # what was measured is another every time
        for name in ("seconds", "fights_per_second"):
            found.pop(name, None)
    assert kept == wanted, "the data of a chart is what is printed"


def test_a_picture_is_a_picture(tmp_path: Path) -> None:
    file = tmp_path / "chart.png"
    assert run([*ASKED["compare"], "--chart", str(file)]) == 0
    assert file.read_bytes().startswith(b"\x89PNG\r\n")


def test_nothing_but_these_is_drawn() -> None:
    assert set(KINDS) == set(ASKED) - {"map"}


@pytest.mark.parametrize(
    ("more", "problem"),
    [
        (["--chart", "chart.gif"], "--chart: found 'chart.gif', expected a file that ends in .svg"),
        (["--chart", "no/such/chart.svg"], "no/such: there is no such folder"),
        (["--theme", "drak"], "--theme: no theme is called 'drak'; did you mean 'dark'?"),
    ],
)
def test_what_cannot_be_drawn_is_refused_before(
    more: list[str], problem: str, capsys: Capture
) -> None:
    for kind in ("sim", "sweep", "impact", "review"):
        assert run([*ASKED[kind], *more]) == 2
        out, err = capsys.readouterr()
        assert problem in err
        assert out == ""


def test_without_altair_it_says_what_to_do(
    capsys: Capture, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(looks, "find_spec", lambda name: None)
    assert run([*ASKED["sim"], "--chart", "chart.svg"]) == 2
    assert "pip install 'affray[charts]', or write a .json" in capsys.readouterr().err


def test_a_chart_needs_something_to_be_drawn(capsys: Capture) -> None:
    assert run(["rulings", "skirmish", "--chart", "chart.svg"]) == 2
    assert "--chart: needs --impact ENCOUNTER" in capsys.readouterr().err
