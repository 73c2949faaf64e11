"""Names and headlines that hold a comma, rolls and requests: what the page makes of them."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from fastapi.testclient import TestClient
from playwright.sync_api import Request, expect
from table_browser import Person
from table_helpers import WORKERS, Served

from affray.book.encounter import encounter_from
from affray.book.toml_tables import parse_toml
from affray.table import commands
from affray.table.beginning import create_fight
from affray.table.web.app import create_app

DUEL = """
ruleset = "skirmish"
title = "A duel of names"

[[creature]]
name = "Ada, Lady of Mere"
from = "knight"
side = "heroes"
at = 1

[[creature]]
name = "Smith, John"
from = "brute"
side = "foes"
at = 2

[[creature]]
name = "Smith, Jane"
from = "brute"
side = "foes"
at = 3
"""
FAIL_AND = "Fail, and"


@pytest.fixture
def app(tmp_path: Path) -> Any:
    return create_app(tmp_path, workers=WORKERS)


@pytest.fixture
def server(app: Any) -> Iterator[Served]:
    served = Served(app)
    yield served
    served.close()


def begin_duel(app: Any, base: str) -> dict[str, str]:
    """In which Ada may strike: the game master's link and the fight's own path."""
    encounter = encounter_from(parse_toml(DUEL, "a duel"), "a duel")
    fight = create_fight(app.state.lobby.store, encounter, 8)
    kept = app.state.lobby.kept(fight)
    kept.carry_out(0, "stance", 1, lambda game, gm: commands.plan(game, gm, "press", None, {}))
    (gm,) = app.state.lobby.links(fight, base, only_gm=True)
    return {"gm": gm["link"], "at": f"/fights/{fight}"}


def test_odds_are_sent_as_lists(app: Any) -> None:
    client = TestClient(app)
    duel = begin_duel(app, "http://testserver/")
    client.get(duel["gm"])
    odds = client.get(
        f"{duel['at']}/odds", params={"plan": "strike", "target": "Smith, John"}
    ).json()
    headlines = [outcome["headlines"] for outcome in odds["outcomes"]]
    assert ["hit", "Smith, Jane steps in", "Smith, Jane wounded 1"] in headlines
    for outcome in odds["outcomes"]:
        assert ", ".join(outcome["headlines"]) == outcome["outcome"]


def test_the_page_keeps_them_whole(person: Person, app: Any, server: Served) -> None:
    duel = begin_duel(app, f"{server.url}/")
    person.open(duel["gm"])
    row = person.page.locator('[data-odds="strike|Smith, John"]')
    expect(row).to_contain_text("%")
    working = person.page.locator(".working")
    expect(working.locator(".outcomes").last).to_contain_text("Smith, Jane wounded")
    words = row.locator(".word").all_inner_texts()
    assert words
    assert not any(text.startswith(("Jane", "John")) for text in words), words
    person.choose("strike", "Smith, John")
    expect(person.page.locator(".lines")).to_contain_text("Ada, Lady of Mere")


SAYS = {"p": "3/10", "percent": 30, "comes_off": False}
WORKS = {"p": "7/10", "percent": 70}
FAILS = {
    "actor": "Alex", "number": {"name": "works", "who": "", **WORKS}, "word": "", "harm": [],
    "grouped": None, "heads": [], "expected": {}, "assumed": {}, "how": [], "lines": 2,
    "outcomes": [
        {**SAYS, "outcome": FAIL_AND, "headlines": [FAIL_AND]},
        {"outcome": "Success", "headlines": ["Success"], **WORKS, "comes_off": True},
    ],
}  # fmt: skip


def test_a_fail_and_is_not_an_and(person: Person, server: Served) -> None:
    person.is_told_odds(FAILS)
    person.begin(server.url, "story-mode/crypt")
    page = person.page
    expect(page.locator(".odds .top").first).to_have_text("works70 %")
    if not page.locator(".working").is_visible():
        page.locator(".how").first.click()
    page.locator(".all-outcomes summary").click()
    rows = page.locator(".every li")
    expect(rows).to_have_text(["Success7/1070 %", "Fail, and3/1030 %"])


def test_a_roll_folds_out_with_every_face_in_a_frame(
    person: Person, app: Any, server: Served
) -> None:
    duel = begin_duel(app, f"{server.url}/")
    person.open(duel["gm"])
    person.choose("strike", "Smith, John")
    line = next(one for one in person.view()["log"] if one["roll"])
    roll = line["rolled"]
    shown = person.page.locator(".lines .dice").last
    faces = [str(face) for hand in roll["dice"]["hands"] for face in hand["faces"]]
    if isinstance(roll["against"], dict):
        faces += [str(face) for hand in roll["against"]["hands"] for face in hand["faces"]]
    assert shown.locator(".d").all_text_contents() == faces
    told = " ".join((shown.text_content() or "").split())
    assert told.startswith(f"{roll['who']} rolls {roll['what']}: {roll['dice']['pool']} ")
    summary = person.page.locator(".lines summary").last
    expect(summary).to_contain_text(str(roll["dice"]["total"]))


def test_a_click_costs_one_request(person: Person, app: Any, server: Served) -> None:
    asked: list[str] = []

    def keep(request: Request) -> None:
        if "/odds" not in request.url and "/static/" not in request.url:
            asked.append(f"{request.method} {request.url.rpartition('/')[2]}")

    duel = begin_duel(app, f"{server.url}/")
    person.open(duel["gm"])
    person.page.wait_for_load_state("networkidle")
    person.page.on("request", keep)
    seq = int(person.page.locator("body").get_attribute("data-seq") or 0)
    person.page.locator('#start [data-key="strike|Smith, John"]').click()
    person.page.wait_for_function("seq => Number(document.body.dataset.seq) > seq", arg=seq)
    person.undo()  # by then the page has heard whatever the live line says of the first
    assert asked == ["POST commands", "POST commands"]
