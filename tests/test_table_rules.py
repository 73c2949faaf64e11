"""Rules at hand: the index by chapters, and a page for each rule with its code and scenarios."""

from __future__ import annotations

import html
import re
from pathlib import Path

import pytest
from fastapi.testclient import TestClient
from playwright.sync_api import expect
from table_browser import NARROWEST, Person
from table_helpers import WORKERS, Server

from affray.book.shelf import SHELF
from affray.files.rule_index import rules_index
from affray.rulesets.skirmish import RULESET
from affray.table.web.app import create_app
from affray.tell.code import code_of_rule, code_of_ruling


@pytest.fixture
def at(tmp_path: Path) -> TestClient:
    return TestClient(create_app(tmp_path, workers=WORKERS), base_url="http://127.0.0.1")


@pytest.mark.parametrize("slug", SHELF.slugs())
def test_every_rule_stands_in_one_chapter(slug: str, at: TestClient) -> None:
    book = SHELF.get(slug).book
    listed = [rule for chapter in book.chapters for rule in chapter.rules]
    assert listed == list(book.rules)
    page = html.unescape(at.get(f"/rules/{slug}").text)
    for n, chapter in enumerate(book.chapters, start=1):
        assert f'<h2 id="chapter-{n}">{chapter.title}</h2>' in page
    for word in {rule.source for rule in book.rules.values()} - {""}:
        assert f"<dt>{word}</dt>" in page, "what that word means is said"


def test_a_rule_shows_its_statement_rulings_code_and_scenarios(at: TestClient) -> None:
    page = at.get("/rules/skirmish/SK-7").text
    (rule,) = [one for one in rules_index(RULESET) if one["id"] == "SK-7"]
    said = html.unescape(re.sub(r"<[^>]*>", "", page))
    assert rule["statement"] in said
    ties = RULESET.book.rulings["ties"]
    assert all(reading.text in said for reading in ties.readings)
    assert "--ruling ties=target" in said
    for place in rule["code"]:
        assert place.partition(":")[2] in said
    assert "def strike" in said, "its code, as it stands in the file"
    assert len(re.findall(r"\.toml</summary>", page)) == len(rule["scenarios"]) > 0
    assert "Ada rolls hit" in said, "what a scenario forces"


def test_a_ruling_shows_the_code_that_reads_it(at: TestClient) -> None:
    page = at.get("/rules/skirmish/SK-R1")
    assert page.status_code == 200
    assert "rulings.ties" in re.sub(r"<[^>]*>", "", page.text)
    codes = code_of_ruling(RULESET, "ties")
    assert all("rulings.ties" in code.text for code in codes)


@pytest.mark.parametrize("slug", SHELF.slugs())
def test_code_is_of_the_rulesets_own_package_alone(slug: str) -> None:
    """And whole: what is shown is what stands in the file."""
    ruleset = SHELF.get(slug)
    shown = [code for rule in ruleset.book.rules for code in code_of_rule(ruleset, rule)]
    assert shown
    files = {code.file: (ruleset.folder / code.file).read_text("utf-8") for code in shown}
    lines = {file: text.splitlines() for file, text in files.items()}
    for code in shown:
        wanted = code.text.rstrip("\n").splitlines()
        there = lines[code.file][code.line - 1 :][: len(wanted)]
        assert [line.strip() for line in there] == [line.strip() for line in wanted]


@pytest.mark.parametrize(
    "path",
    [
        "/rules/skirmish/SK-99",
        "/rules/skirmish/..%2Fplunder",
        "/rules/skirmish/sk-1",
        "/rules/no-such-game",
        "/rules/no-such-game/SK-1",
    ],
)
def test_what_is_no_rule_is_not_found(path: str, at: TestClient) -> None:
    answer = at.get(path, headers={"accept": "text/html"})
    assert answer.status_code == 404
    assert "Traceback" not in answer.text


def test_the_index_is_searched_as_one_types(person: Person, server: Server) -> None:
    person.visit(f"{server.url}/rules/dungeoneers-tactics")
    page, rows = person.page, person.page.locator("[data-rule]:visible")
    every = rows.count()
    asked = len(person.finished)
    page.locator("#sought").press_sequentially("prone stand")
    expect(page.locator("#found")).to_have_text(re.compile(rf"^\d+ of {every}$"))
    texts = [text.lower() for text in rows.all_inner_texts()]
    assert 0 < len(texts) < every
    assert all("prone" in text and "stand" in text for text in texts)
    assert page.locator("section.chapter:visible").count() < 10, "empty chapters go away"
    since = {request.resource_type for request in person.finished[asked:]}
    assert not since & {"document", "fetch", "xhr"}, "nothing is asked for"
    page.locator("#sought").fill("DT-108")
    expect(rows).to_have_count(1)
    person.must_be_accessible("a search")
    rows.first.locator("a").click()
    expect(page.locator(".statement")).to_contain_text("Standing up")
    person.must_be_accessible("a rule")
    person.must_fit("a rule")
    page.set_viewport_size({"width": NARROWEST["width"], "height": NARROWEST["height"]})
    page.emulate_media(color_scheme="dark")
    person.must_be_accessible("a rule, narrow, at night")
