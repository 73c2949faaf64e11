"""The page that watches a fight again, and the same as a file without a server."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from film_helpers import save_of
from playwright.sync_api import Browser, Page, expect
from table_browser import PHONE, Person
from table_helpers import WORKERS, Served

from affray.book.encounter import Encounter, find_encounter, read_encounter
from affray.cli.main import run
from affray.table.web.app import create_app

NASTY = "</script><img src=x onerror=alert(1)>"
FINGER = 44


@pytest.fixture
def server(tmp_path: Path) -> Iterator[Served]:
    served = Served(create_app(tmp_path / "table", workers=WORKERS))
    yield served
    served.close()


def at(page: Page, moment: int) -> None:
    """The page shows that moment."""
    expect(page.locator(f'body[data-seq="{moment}"]')).to_be_attached()


def last_of(page: Page) -> int:
    return int(page.locator("#scrub").get_attribute("max") or 0)


def test_a_save_is_dropped_watched_and_forked(
    person: Person, server: Served, tmp_path: Path
) -> None:
    page = person.page
    save = save_of(tmp_path / "tower.toml", find_encounter("dungeoneers-tactics/hexers-tower"))
    person.visit(server.url)
    page.locator("#file").set_input_files(save)
    page.wait_for_url("**/watch")
    at(page, 0)
    expect(page.locator("#asked")).to_have_text("How it began")
    for moment in (1, 2, 3):
        page.keyboard.press("ArrowRight")
        at(page, moment)
    told = page.locator("#asked").inner_text()
    assert told in page.locator(".lines .now").all_inner_texts()[-1], "what the log marks as now"
    page.keyboard.press("ArrowLeft")
    at(page, 2)
    _plays(page)
    _jumps(page)
    person.must_be_accessible("watching")
    person.must_fit("watching")
    page.locator("#scrub").focus()
    page.keyboard.press("End")
    at(page, last_of(page))
    expect(page.locator("#asked")).to_have_text(re.compile("have won"))
    expect(page.locator("#fork-go")).to_be_disabled()
    page.locator("#back").click()
    page.locator("#by").select_option("game-master")
    expect(page.locator("#by")).to_have_value("game-master")
    at(page, 0)
    page.keyboard.press("ArrowRight")
    at(page, 1)
    page.locator("#fork-go").click()
    page.wait_for_selector('body[data-state="plan"]')
    expect(page.locator("h1")).to_have_text("The hexer's tower, again from round 1")


def _plays(page: Page) -> None:
    """By the space bar, from wherever the focus is, as fast as one says."""
    page.locator("#speed").select_option("4")
    page.locator("#asked").focus()
    page.keyboard.press(" ")
    expect(page.locator("#play-word")).to_have_text("Pause")
    page.wait_for_function("() => Number(document.body.dataset.seq) >= 4")
    page.keyboard.press(" ")
    expect(page.locator('body[data-state="paused"]')).to_be_attached()


def _jumps(page: Page) -> None:
    """A line leads to its moment, also one that is yet to come."""
    expect(page.locator(".lines .ahead")).to_have_count(0)
    page.locator("#ahead").check()
    page.locator(".lines .ahead .to-line").first.click()
    at(page, last_of(page))
    page.locator(".lines .to-line").last.click()
    at(page, 1)
    page.locator("#ahead").uncheck()


def test_a_player_watches_it_again_on_a_phone(browser: Browser, server: Served) -> None:
    phone = Person(browser, PHONE)
    page = phone.page
    made = page.request.post(
        f"{server.url}/fights", data={"encounter": "skirmish/duel", "seed": 5}
    ).json()
    gm = browser.new_context()
    gm.request.get(made["gm"])
    phone.open(made["seats"][0]["link"])
    here = f"{server.url}/fights/{made['id']}"
    seq = gm.request.get(f"{here}/view").json()["seq"]
    order = {"cmd_id": "to-the-computer", "seq": seq, "do": "seat"}
    given = {**order, "creature": "Ada", "player": "bold"}
    assert gm.request.post(f"{here}/commands", data=given).ok
    page.locator("#watch-again").tap()
    at(page, 0)
    expect(page.locator(".tools")).to_contain_text("seen by Ada")
    expect(page.locator("#fork-go")).to_have_count(0)
    page.locator("#on").tap()
    at(page, 1)
    for button in ("#back", "#play", "#on"):
        box = phone.box(button)
        assert min(box["width"], box["height"]) >= FINGER, button
    phone.must_be_accessible("watching on a phone")
    phone.must_fit("watching on a phone")
    assert phone.problems == []
    gm.close()
    phone.context.close()


def _nasty_duel(tmp_path: Path) -> Encounter:
    file = find_encounter("skirmish/duel").ruleset.encounter_files()["skirmish/duel"]
    text = file.read_text(encoding="utf-8").replace("A duel at dawn", f"Dawn {NASTY}")
    path = tmp_path / "nasty.toml"
    path.write_text(text.replace('"Grim"', f'"Grim {NASTY}"'), encoding="utf-8")
    return read_encounter(path, "nasty")


def test_a_fight_as_one_file_without_a_server(person: Person, tmp_path: Path) -> None:
    save = save_of(tmp_path / "save.toml", _nasty_duel(tmp_path))
    out = tmp_path / "fight.html"
    assert run(["replay", str(save), "--html", str(out)]) == 0
    assert NASTY not in out.read_text(encoding="utf-8")
    page, asked = person.page, []
    page.on("request", lambda request: asked.append(request.url))
    page.on("dialog", lambda dialog: person.problems.append(dialog.message))
    person.context.set_offline(True)
    page.goto(out.as_uri())
    at(page, 0)
    expect(page.locator("h1")).to_have_text(f"Dawn {NASTY}")
    page.keyboard.press("ArrowRight")
    at(page, 1)
    page.locator(".lines .cite a").first.click()
    expect(page.locator("#rule-note")).to_contain_text("SK-")
    page.locator("#rule-note button").click()
    page.locator("#to-end").click()
    at(page, last_of(page))
    expect(page.locator("#asked")).to_have_text(re.compile("have won"))
    assert "Grim" in page.locator("#map .map").inner_html()
    page.emulate_media(color_scheme="dark")
    person.must_be_accessible("a fight as a file")
    person.must_fit("a fight as a file")
    assert asked == [out.as_uri()], "nothing else is asked for"
