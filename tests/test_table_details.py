"""What a page needs to draw any game: phases, turns, sides, the details of a plan, a walk."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest
from fastapi.testclient import TestClient
from table_helpers import Table, seeded
from waiting import PATIENCE

from affray.table.web.app import create_app

__all__ = ["seeded"]


@pytest.fixture
def plunder(tmp_path: Path, seeded: None) -> Table:
    return Table(tmp_path, "plunder/regdar-and-the-orc")


@pytest.fixture
def tactics(tmp_path: Path, seeded: None) -> Table:
    return Table(tmp_path, "dungeoneers-tactics/duel")


def test_where_in_the_round_it_is(plunder: Table, tactics: Table) -> None:
    view = plunder.gm.view()
    six = ["declare-spells", "morale", "movement", "ranged", "spells", "melee"]
    assert (view["phase"], view["order"]) == ({"all": six, "now": 2}, None)
    assert view["sides"] == ["party", "monsters"]
    headings = [(line["heading"], line["text"]) for line in view["log"]]
    assert headings[0] == ("round", "Round 1.")
    assert headings[-1] == ("phase", "Phase: movement.")
    turns = [(t["name"], t["now"], t["done"]) for t in tactics.gm.view()["order"]]
    assert turns == [("Suori", True, False), ("Skeleton", False, False)]
    assert tactics.gm.must("plan", name="end")["order"][0]["name"] in ("Suori", "Skeleton")


def test_a_roll_says_whose_it_is(plunder: Table) -> None:
    plunder.gm.must("plan", name="back-away")
    rolls = [line["who"] for line in plunder.gm.view()["log"] if line["roll"]]
    assert rolls[0] == "Regdar"


# A walk


def test_a_walk_says_how_far_each_bearing_leads(plunder: Table) -> None:
    offers = {offer["name"]: offer for offer in plunder.gm.view()["pending"]["offers"]}
    assert offers["stay"]["reach"] is None
    walk = offers["go"]
    assert [left["question"] for left in walk["answers_left"]] == ["bearing", "feet"]
    assert walk["answers_left"][0]["span"] == [0, 59]
    assert [left["options"] for left in walk["answers_left"]] == [[], []], "no number is listed"
    reach = dict(walk["reach"])
    assert (reach[0], reach[15], reach[45]) == (30, 40, 20), "to the edge, or as far as feet go"
    for feet, code in ((reach[45], 200), (reach[45] + 1, 422)):
        answer = plunder.gm.do("plan", name="go", **{"with": {"bearing": "45", "feet": str(feet)}})
        assert answer.status_code == code, answer.text
        plunder.gm.do("undo")


# Details


def details(table: Table, **given: str) -> dict[str, list[str]]:
    chosen = [f"{question}:{option}" for question, option in given.items()]
    answer = table.gm.get("details", plan="attack", target="Orc", **{"with": chosen})
    assert answer.status_code == 200, answer.text
    return {left["question"]: left["options"] for left in answer.json()["answers_left"]}


def test_one_detail_changes_the_others(plunder: Table) -> None:
    plunder.gm.must("plan", name="stay")
    plunder.gm.must("plan", name="hold")  # the ranged phase
    assert {"slash", "stab"} <= set(details(plunder)["type"])
    assert "type" not in details(plunder, weapon="unarmed"), "a fist can only slam"
    assert details(plunder, weapon="unarmed", type="slash") == details(plunder, weapon="unarmed")
    stranger = TestClient(plunder.app).get(f"{plunder.gm.at}/details", params={"plan": "attack"})
    assert stranger.status_code == 403
    assert plunder.gm.get("details", plan="dance").status_code == 422
    assert (
        plunder.gm.get("details", plan="attack", target="Orc", **{"with": "x:y"}).status_code == 422
    )


def test_an_option_says_what_one_would_regret(plunder: Table) -> None:
    for plan in ("stay", "hold", "attack"):
        plunder.gm.must("plan", name=plan, target="Orc" if plan == "attack" else None)
    for plan in ("stay", "hold"):
        if any(o["name"] == plan for o in plunder.gm.view()["pending"]["offers"]):
            plunder.gm.must("plan", name=plan)
    offers = plunder.gm.view()["pending"]["offers"]
    attack = next(offer for offer in offers if offer["name"] == "attack")
    kind = next(left for left in attack["answers_left"] if left["question"] == "type")
    assert list(kind["warn"]) == ["slash"], "what was done last"
    assert "again" in kind["warn"]["slash"]
    assert kind["usual"] != "slash"


def test_a_number_says_what_is_legal(plunder: Table) -> None:
    view = plunder.gm.must("plan", name="go")
    number = view["pending"]["number"]
    assert number == {"low": 0, "high": 59, "legal": list(range(60)), "warn": {}}


def test_odds_tell_how_likely_it_does_what_it_is_for(tactics: Table) -> None:
    odds = tactics.gm.get("odds", plan="attack", target="Skeleton").json()
    number = odds["number"]
    assert (number["name"], number["who"]) == ("hurt", "Skeleton")
    assert 0 < number["percent"] < 100
    assert odds["harm"] == [], "nobody strikes back"


# A lost cookie


def affray(*arguments: str) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-m", "affray", "table", *arguments]
    return subprocess.run(command, capture_output=True, text=True, timeout=PATIENCE)


def test_fresh_links_from_the_command_line(plunder: Table, tmp_path: Path) -> None:
    listed = affray("--fights", "--data", str(tmp_path)).stdout
    assert listed.startswith(f"{plunder.id}  Regdar and the orc (plunder), begun ")
    printed = affray("--links", plunder.id, "--data", str(tmp_path)).stdout.splitlines()
    assert [line.partition(": ")[0] for line in printed] == ["Game master", "Regdar"]
    link = printed[0].partition(": ")[2]
    browser = TestClient(create_app(tmp_path), base_url="http://127.0.0.1:8000")
    assert browser.get(link).status_code == 200
    assert browser.get(f"/fights/{plunder.id}/view").json()["me"]["role"] == "gm"
    assert plunder.gm.get("view").status_code == 200, "older links stay good"


def test_no_such_fight(tmp_path: Path) -> None:
    assert "holds no fights" in affray("--fights", "--data", str(tmp_path / "none")).stderr
    assert not (tmp_path / "none").exists()
    Table(tmp_path, "skirmish/duel")
    wrong = affray("--links", "nonsense", "--data", str(tmp_path))
    assert (wrong.returncode, wrong.stderr.count("\n")) == (2, 1)
