"""Answers of the lab taken along as rows, and asked for one's own party."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from pyarrow import feather, parquet

from affray.cli.main import run
from affray.files.party import folder

Capture = pytest.CaptureFixture[str]

BRIDGE, DUEL = "skirmish/bridge", "skirmish/duel"


@pytest.fixture
def hurt() -> str:
    """A party whom one blow ends."""
    assert run(["new", "party", "hurt", "--from", BRIDGE]) == 0
    file = folder() / "hurt.toml"
    text = file.read_text(encoding="utf-8")
    file.write_text(text.replace('from = "knight"', 'from = "knight"\nset = { wounds = 2 }'))
    return "hurt"


ASKED: dict[str, list[str]] = {
    "compare": ["compare", BRIDGE, "--change", "Ada.armor=+1", "-n", "30"],
    "sensitivity": ["sensitivity", DUEL, "-n", "10"],
    "balance": ["balance", BRIDGE, "--over", "Grim.toughness=2..6", "-n", "30"],
    "sweep": ["sweep", BRIDGE, "--over", "Ada.armor=0..1", "--over", "ties=*", "-n", "10"],
    "impact": ["rulings", "skirmish", "--impact", BRIDGE, "-n", "30"],
    "solve": ["solve", DUEL],
    "forecast": ["forecast", DUEL, "--level", "clever:4", "-n", "1"],
}


@pytest.mark.parametrize("kind", ASKED)
def test_every_answer_is_taken_along_as_rows(kind: str, tmp_path: Path) -> None:
    """`sim`, `sweep` and `review` alone wrote a table; the others had it on the page."""
    for suffix in (".csv", ".parquet", ".arrow"):
        assert run([*ASKED[kind], "--rows", str(tmp_path / f"rows{suffix}")]) == 0
    packed = parquet.read_table(tmp_path / "rows.parquet")
    assert packed.equals(feather.read_table(tmp_path / "rows.arrow"))
    lines = (tmp_path / "rows.csv").read_text(encoding="utf-8").splitlines()
    assert lines[0].split(",") == packed.column_names
    assert len(lines) == packed.num_rows + 1 > 1


def test_rows_are_what_is_printed(capsys: Capture, tmp_path: Path) -> None:
    file = tmp_path / "rows.parquet"
    assert run([*ASKED["compare"], "--rows", str(file), "--json"]) == 0
    of = json.loads(capsys.readouterr().out)["difference"]
    (row,) = [one for one in parquet.read_table(file).to_pylist() if one["what"] == "difference"]
    assert [row["share"], row["low"], row["high"]] == [of["p"], of["lo"], of["hi"]]


def test_the_ends_of_a_fight_are_rows_with_their_chances(capsys: Capture, tmp_path: Path) -> None:
    file = tmp_path / "ends.parquet"
    assert run(["solve", DUEL, "--rows", str(file), "--json"]) == 0
    solved = json.loads(capsys.readouterr().out)
    rows = parquet.read_table(file).to_pylist()
    assert sum(one["chance"] for one in rows) == pytest.approx(1)
    won = sum(one["chance"] for one in rows if one["winner"] == "heroes")
    assert won * 100 == pytest.approx(solved["wins"]["heroes"]["percent"])
    stands = sum(one["chance"] for one in rows if one["Ada.stands"])
    assert stands * 100 == pytest.approx(solved["survivors"]["Ada"]["percent"])
    assert all(one["Ada.wounds"] < 3 for one in rows if one["Ada.stands"])
    large = tmp_path / "fights.csv"
    assert run(["solve", DUEL, "--most", "5", "--rows", str(large)]) == 0
    assert large.read_text().startswith("fight,winner,"), "what is sampled is a row a fight"


@pytest.mark.parametrize(
    "asked",
    [["rulings", "skirmish", "--rows", "x.csv"], ["compare", BRIDGE, "--change", "ties=target"]],
)
def test_rows_that_cannot_be_are_refused_before(
    asked: list[str], capsys: Capture, tmp_path: Path
) -> None:
    given = [] if "--rows" in asked else ["--rows", str(tmp_path / "rows.txt")]
    assert run([*asked, *given]) == 2
    assert capsys.readouterr().err.startswith("affray: --rows: ")


def first_share(kind: str, found: dict[str, Any]) -> float:
    """How often the party wins where nothing is changed."""
    where = {"compare": "first", "impact": "default"}
    data = found.get("impact", found)
    at = data["cells"][0] if kind in ("sweep", "balance") else data[where[kind]]
    share: float = at["win_rate"]["p"]
    return share


@pytest.mark.parametrize("kind", ["compare", "sweep", "balance", "impact"])
def test_a_question_is_asked_for_one_s_own_party(kind: str, hurt: str, capsys: Capture) -> None:
    """The page brought the party to every question, the command line to two of them."""
    asked = [*ASKED[kind], "-n", "60", "--json"]
    capsys.readouterr()
    found = []
    for bring in ([], ["--party", hurt]):
        assert run([*asked, *bring]) == 0
        found.append(first_share(kind, json.loads(capsys.readouterr().out)))
    assert found[1] < found[0], "they come as hurt as they are"


def test_a_party_without_a_fight_is_refused(hurt: str, capsys: Capture) -> None:
    assert run(["rulings", "skirmish", "--party", hurt]) == 2
    assert "--party: needs --impact ENCOUNTER" in capsys.readouterr().err
    assert run(["compare", BRIDGE, "plunder/pocket", "--party", hurt]) == 2
    assert "expected 'plunder', the game of" in capsys.readouterr().err
    assert run(["sensitivity", DUEL, "--party", hurt, "--member", "Zoe", "-n", "2"]) == 2
    assert "Zoe" in capsys.readouterr().err


def test_what_is_kept_of_a_sweep_is_of_its_party(
    hurt: str, capsys: Capture, tmp_path: Path
) -> None:
    kept = ["--keep", str(tmp_path / "cells")]
    assert run([*ASKED["sweep"], *kept]) == 0
    assert run([*ASKED["sweep"], *kept, "--party", hurt]) == 2
    assert "is of another sweep" in capsys.readouterr().err
