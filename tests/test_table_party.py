"""Parties at the web table: begun with one, written back when over, a rest of its own."""

from __future__ import annotations

import os
import tomllib
from pathlib import Path
from typing import Any

import pytest
from fastapi.testclient import TestClient
from playwright.sync_api import Browser
from table_browser import Person
from table_helpers import WORKERS, Seat, Server, seeded

from affray.book.encounter import find_encounter
from affray.fight.fight import Fight
from affray.fight.players import Players
from affray.fight.players import Seat as Player
from affray.files.party import find_party, folder, join
from affray.table.web.app import create_app

__all__ = ["seeded"]

MOST_TURNS = 60
PARTY = """
ruleset = "skirmish"
title = "The bridge watch"

[[creature]]
name = "Ada"
from = "knight"
set = { wounds = 2 }

[[creature]]
name = "Bran"
from = "ranger"
"""
THIRD = '\n[[creature]]\nname = "Cleo"\nfrom = "knight"\n'
FORM = {"content-type": "application/x-www-form-urlencoded", "accept": "text/html"}


def write(home: Path, text: str = PARTY, name: str = "watch") -> Path:
    path = home / "parties" / f"{name}.toml"
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text, encoding="utf-8")
    return path


def kept(home: Path) -> dict[str, Any]:
    return tomllib.loads((home / "parties" / "watch.toml").read_text(encoding="utf-8"))


def wounds(home: Path) -> dict[str, int]:
    return {c["name"]: c.get("set", {}).get("wounds", 0) for c in kept(home)["creature"]}


class Room:
    """A table in this process, beside a folder of parties."""

    def __init__(self, home: Path) -> None:
        self.home = home
        self.app = create_app(home / "table", workers=WORKERS)
        self.client = TestClient(self.app, raise_server_exceptions=False)

    def post(self, path: str, **body: Any) -> Any:
        return self.client.post(path, json=body)

    def begin(self, path: str, **body: Any) -> Seat:
        made = self.post(path, **body)
        assert made.status_code == 201, made.text
        return Seat(self.app, made.json()["id"], made.json()["gm"])


@pytest.fixture
def room(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, seeded: None) -> Room:
    monkeypatch.setenv("AFFRAY_HOME", str(tmp_path))
    return Room(tmp_path)


def to_the_end(gm: Seat) -> dict[str, Any]:
    """The first plan there is, until nothing is asked."""
    for _ in range(MOST_TURNS):
        view = gm.view()
        if view["over"]:
            return view
        offer = view["pending"]["offers"][0]
        gm.must("plan", name=offer["name"], target=offer["target"])
    raise AssertionError("it does not end")


def numbers(view: dict[str, Any], name: str) -> dict[str, Any]:
    (found,) = [c for c in view["creatures"] if c["name"] == name]
    return {stat["label"]: stat["value"] for stat in found["card"]["stats"]}


def test_a_fight_with_a_party_writes_back(room: Room) -> None:
    write(room.home)
    gm = room.begin("/fights", encounter="skirmish/bridge", party="watch")
    view = gm.view()
    assert numbers(view, "Ada")["wounds"] == 2
    assert view["party"] == {"name": "watch", "behind": [], "told": ""}
    view = to_the_end(gm)
    assert view["party"]["told"].startswith("What lasts is written to the party")
    outcome = {"The heroes have won.": "won", "The foes have won.": "lost"}[view["outcome_text"]]
    entry = {"title": "Two at the bridge", "outcome": outcome, "save": view["id"]}
    (fought,) = kept(room.home)["fight"]
    assert fought == {**entry, "left": fought["left"]}
    assert wounds(room.home) == {n: numbers(view, n)["wounds"] for n in ("Ada", "Bran")}


def test_rest_again_and_undo_stay_one_fight(room: Room) -> None:
    write(room.home)
    gm = room.begin("/fights", encounter="skirmish/bridge", party="watch")
    gm.must("edit", creature="Grim", set={"wounds": 4})
    gm.must("edit", creature="Snick", set={"wounds": 2})
    assert kept(room.home)["fight"][0]["outcome"] == "won"
    assert gm.view()["can_then"] == ["rest", "again"]
    gm.must("then", what="rest")
    assert "Does Ada rest?" in gm.view()["pending"]["prompt"]
    assert len(kept(room.home)["fight"]) == 1
    to_the_end(gm)
    assert wounds(room.home)["Ada"] < 2, "the same questions, the same file"
    gm.must("then", what="again")
    healed = wounds(room.home)
    assert not gm.view()["over"]
    gm.must("edit", creature="Ada", set={"wounds": 1})
    assert wounds(room.home) == healed, "not before it is over again"
    to_the_end(gm)
    assert len(kept(room.home)["fight"]) == 1


def test_a_rest_of_its_own(room: Room) -> None:
    write(room.home)
    gm = room.begin("/rests", party="watch")
    assert [c["name"] for c in gm.view()["creatures"]] == ["Ada", "Bran"]
    view = to_the_end(gm)
    assert (view["can_then"], view["outcome_text"]) == (["rest"], "")
    assert [f["outcome"] for f in kept(room.home)["fight"]] == ["rest"]
    assert wounds(room.home)["Ada"] < 2


def test_a_party_that_has_moved_on_is_not_written(room: Room) -> None:
    write(room.home)
    late = room.begin("/fights", encounter="skirmish/bridge", party="watch")
    to_the_end(room.begin("/rests", party="watch"))
    before = kept(room.home)
    view = to_the_end(late)
    assert "has been in another fight since this one began" in view["party"]["told"]
    assert kept(room.home) == before


def test_an_end_that_was_kept_but_not_written_is_written_at_the_next_look(room: Room) -> None:
    """The server may die between the two."""
    path = write(room.home)
    gm = room.begin("/fights", encounter="skirmish/bridge", party="watch")
    to_the_end(gm)
    after = kept(room.home)
    path.write_text(PARTY, encoding="utf-8")
    gm.move_to(create_app(room.home / "table", workers=WORKERS))
    assert gm.view()["over"]
    assert kept(room.home) == after


def test_players_are_not_told_where_the_file_lies(room: Room) -> None:
    write(room.home, PARTY.replace("wounds = 2", "wounds = 3"))
    made = room.post("/fights", encounter="skirmish/bridge", party="watch").json()
    gm, bran = Seat(room.app, made["id"], made["gm"]), made["seats"][0]
    assert gm.view()["party"]["behind"] == ["Ada"]
    to_the_end(gm)
    player = Seat(room.app, made["id"], bran["link"])
    assert player.view()["party"] == {"name": "watch", "behind": ["Ada"], "told": ""}
    assert str(room.home) not in player.client.get(f"{player.at}/view").text


def test_what_is_refused(room: Room) -> None:
    write(room.home, PARTY + THIRD)
    write(room.home, "ruleset = 3", "broken")
    bridge = {"encounter": "skirmish/bridge"}
    many = room.post("/fights", **bridge, party="watch")
    assert (many.status_code, "there are 2 places" in many.json()["error"]) == (422, True)
    asked: dict[int, list[tuple[str, dict[str, Any]]]] = {
        404: [("/fights", {**bridge, "party": "wotch"}), ("/rests", {"party": "../watch"})],
        422: [
            ("/fights", {**bridge, "party": "watch", "member": ["Zoe"]}),
            ("/fights", {**bridge, "member": ["Ada"]}),
            ("/fights", {**bridge, "party": "broken"}),
            ("/fights", {"encounter": "plunder/bone-cellar", "party": "watch"}),
            ("/rests", {}),
            ("/rests", {"party": "watch", "encounter": "skirmish/bridge"}),
        ],
    }
    for code, requests in asked.items():
        for path, body in requests:
            answer = room.post(path, **body)
            assert (answer.status_code, bool(answer.json()["error"])) == (code, True), body
    page = room.client.post("/rests", content="party=wotch", headers=FORM)
    assert page.status_code == 404
    assert "<h1>No party is called &#39;wotch&#39;" in page.text
    assert "The party broken cannot be read" in room.client.get("/").text


def test_a_form_with_too_many_asks_who_comes(room: Room) -> None:
    write(room.home, PARTY + THIRD)
    sent = "encounter=skirmish%2Fbridge&party=watch"
    page = room.client.post("/fights", content=sent, headers=FORM)
    assert page.status_code == 422
    assert [f'value="{name}" checked' in page.text for name in ("Ada", "Bran", "Cleo")] == [
        True, True, False,
    ]  # fmt: skip
    sent += "&member=Cleo&member=Bran"
    answer = room.client.post("/fights", content=sent, headers=FORM, follow_redirects=False)
    assert answer.status_code == 303
    fight = room.client.get(answer.headers["location"]).url.path
    names = [c["name"] for c in room.client.get(f"{fight}/view").json()["creatures"]]
    assert names == ["Cleo", "Bran", "Grim", "Snick"]


# In a browser


def choose_to_the_end(gm: Person) -> None:
    """The first thing that can be done, until it is over."""
    for _ in range(MOST_TURNS):
        if gm.state not in ("plan", "dice"):
            break
        offer = gm.view()["pending"]["offers"][0]
        gm.choose(offer["name"], offer["target"] or "")
    assert gm.view()["over"]


@pytest.mark.skipif(os.name == "nt", reason="the browser is Debian's")
def test_a_party_in_a_browser(tmp_path: Path, browser: Browser) -> None:
    """A fight, a rest, a second fight: the wound is on the start page and on the card."""
    write(tmp_path)
    server, gm = Server(tmp_path), Person(browser)
    page = gm.page
    try:
        gm.visit(server.url)
        gm.must_be_accessible("start, with a party")
        gm.must_fit("start, with a party")
        assert "Ada: wounds 2/3" in page.locator(".parties").inner_text()
        form = page.locator('li.fight form:has([value="skirmish/bridge"])').last
        form.locator("select").select_option("watch")
        form.locator("button").click()
        page.wait_for_selector("body[data-seq]")
        assert numbers(gm.view(), "Ada")["wounds"] == 2
        for foe, all_of_it in (("Grim", "4"), ("Snick", "2")):
            gm.edit(foe, wounds=all_of_it)
        assert "What lasts is written to the party" in gm.text("#party-told")
        gm.visit(server.url)
        page.locator(".parties button").click()
        page.wait_for_selector("body[data-seq]")
        assert "Ada" in gm.text("#asked")
        choose_to_the_end(gm)
        assert page.locator('#start [data-key="again"]').count() == 0
        left = wounds(tmp_path)["Ada"]
        assert left < 2
        gm.visit(server.url)
        assert f"Ada: wounds {left}/3" in page.locator(".parties").inner_text()
        form.locator("select").select_option("watch")
        form.locator("button").click()
        page.wait_for_selector("body[data-seq]")
        assert numbers(gm.view(), "Ada")["wounds"] == left
        assert gm.problems == []
    finally:
        gm.context.close()
        server.close()


def test_play_and_the_table_share_a_party(room: Room) -> None:
    """What the table wrote is what `play` begins with."""
    write(room.home)
    to_the_end(room.begin("/rests", party="watch"))
    joined = join(find_encounter("skirmish/bridge"), find_party("watch"))
    fight = Fight(joined, Players([Player()] * 4, 1))
    assert folder() == room.home / "parties"
    assert [c.wounds for c in fight.world.creatures][:2] == list(wounds(room.home).values())
    assert joined.company is not None
    assert joined.company.fights == 1
