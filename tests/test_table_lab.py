"""The lab's pages: questions in an address, played by the workers, answered while one looks."""

from __future__ import annotations

import csv
import io
import json
import re
import shutil
from functools import partial
from pathlib import Path
from typing import Any
from urllib.parse import urlencode
from urllib.request import urlopen

import pytest
from attack_helpers import House, house
from fastapi.testclient import TestClient
from playwright.sync_api import expect
from table_browser import NARROWEST, Person
from table_helpers import WORKERS, Served, Table
from waiting import PATIENCE as WAITING
from waiting import until

from affray.book.encounter import find_encounter
from affray.book.shelf import SHELF
from affray.cli.main import run
from affray.compiler.build import TAPE
from affray.compiler.engine import engine_of
from affray.files.party import folder
from affray.lab.changes import read_change, vary
from affray.lab.data import sim_data
from affray.lab.questions import ANSWERS, LabQuestion
from affray.lab.simulate import simulate
from affray.table.jobs import NobodyWaits
from affray.table.lab import Answering
from affray.table.limits import Limits
from affray.table.samples import samples
from affray.table.solving import SolveJob
from affray.table.web.app import create_app
from affray.table.web.lab import QUESTIONS

pytestmark = pytest.mark.program

__all__ = ["house"]

BRIDGE = "skirmish/bridge"


@pytest.fixture
def at(tmp_path: Path) -> TestClient:
    return TestClient(create_app(tmp_path, workers=WORKERS), base_url="http://127.0.0.1")


ASKED: dict[str, dict[str, Any]] = {
    "ends": {},
    "sweep": {"what": "Ada.armor", "values": "+0..+1", "what2": "ties", "values2": "*"},
    "balance": {"what": "Grim.toughness", "values": "2..5", "target": "60"},
    "compare": {"what": "Ada.armor", "values": "+1"},
    "sensitivity": {},
    "impact": {},
    "exactly": {"seat": ["heroes=perfect", "foes=careful"], "encounter": "skirmish/duel"},
}


def query(kind: str, encounter: str = BRIDGE, n: int = 20, **more: Any) -> str:
    said = {"encounter": encounter, "ask": kind, "n": n, **ASKED[kind], **more}
    return urlencode(said, doseq=True)


def events(at: TestClient, asked: str) -> list[tuple[str, dict[str, Any]]]:
    answer = at.get(f"/lab/-/events?{asked}")
    assert answer.status_code == 200, answer.text
    parts = [part.split("\ndata: ") for part in answer.text.strip().split("\n\n")]
    return [(name.removeprefix("event: "), json.loads(data)) for name, data in parts]


# Questions and answers


@pytest.mark.parametrize("kind", QUESTIONS)
def test_every_question_is_answered_and_can_be_taken_along(kind: str, at: TestClient) -> None:
    asked, fight = query(kind), ASKED[kind].get("encounter", BRIDGE)
    engine_of(find_encounter(fight).ruleset).made(TAPE)
    page = at.get(f"/lab/{fight}?{asked}")
    assert page.status_code == 200
    assert "/lab/-/answer.csv?" in page.text
    told = events(at, asked)
    name, last = told[-1]
    assert name == "done"
    assert last["done"] == last["of"] > 0
    assert last["said"].endswith(".")
    assert all(table["rows"] for table in last["tables"])
    assert [name for name, _ in events(at, asked)] == ["done"], "what is known is not played again"
    rows = list(csv.reader(io.StringIO(at.get(f"/lab/-/answer.csv?{asked}").text)))
    assert len({len(row) for row in rows}) == 1 < len(rows)
    data = at.get(f"/lab/-/answer.json?{asked}").json()
    assert data["encounter"] == fight


def test_the_form_says_what_was_asked(at: TestClient) -> None:
    """Who was played as usual stood as `random`, and what is not listed as nothing."""
    asked = query("compare", n=2, seat="heroes=clever:7", what="Ada*.armor,guard")
    page = at.get(f"/lab/{BRIDGE}?{asked}").text
    selected = re.findall(r'<option value="([^"]*)" selected', page)
    assert selected == ["Ada*.armor,guard", "heroes=clever:7", "foes=bold", "2"]


def test_fights_that_nobody_won_are_told(at: TestClient) -> None:
    """They were missing of the shares, which came to less than all."""
    asked = query("ends", "skirmish/pocket", n=200, seat=["heroes=careful", "foes=careful"])
    *_, (_, last) = events(at, asked)
    won = {row[0]: row for row in last["tables"][0]["rows"]}
    assert list(won) == ["heroes", "foes", "nobody"]
    assert sum(int(row[3]) for row in won.values()) == 200
    chart = at.get(f"/lab/-/chart.svg?{asked}").text
    assert ">nobody<" in chart


@pytest.mark.compiled
def test_a_fight_is_solved_on_a_page(at: TestClient, capsys: pytest.CaptureFixture[str]) -> None:
    """The command line could; the page had no such question."""
    *_, (_, told) = events(at, query("exactly"))
    assert told["said"] == (
        "Exactly: heroes 54.54 %, foes 45.46 % (3,449 states; as well as can be played: heroes)."
    )
    found = at.get(f"/lab/-/answer.json?{query('exactly')}").json()
    seats = ["--best", "heroes", "--seat", "foes=careful"]
    assert run(["solve", "skirmish/duel", *seats, "--json"]) == 0
    said = json.loads(capsys.readouterr().out)
    assert {name: found[name] for name in said} == said
    thinks = at.get(f"/lab/-/events?{query('exactly', seat='heroes=clever:5')}")
    assert thinks.status_code == 422
    assert "who thinks; expected" in thinks.json()["error"]


@pytest.mark.slow
@pytest.mark.compiled
def test_a_fight_that_is_too_large_is_sampled_on_a_page_and_said_to_be(
    at: TestClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    ford = "plunder/ford-at-dusk"
    large = {"encounter": ford, "ask": "exactly", "n": 20}
    engine_of(find_encounter(ford).ruleset).made(TAPE)
    *_, (_, told) = events(at, urlencode(large))
    assert told["said"].startswith("Too large: ")
    assert "sampled instead. The party win" in told["said"]
    hides = {"encounter": "rpg-hell/pocket", "ask": "exactly"}
    engine_of(find_encounter(hides["encounter"]).ruleset).made(TAPE)
    both = urlencode({**hides, "seat": ["players=perfect", "foes=perfect"]}, doseq=True)
    asked = partial(SolveJob, patience=WAITING, seconds=WAITING)  # a busy machine gets as far, too
    monkeypatch.setattr("affray.table.lab.SolveJob", asked)
    *_, (name, refused) = events(at, both)
    assert name == "refused", "what turns out later is said, too"
    assert "cannot be told: foes may not know where everybody is" in refused["said"]


def test_questions_are_the_lab_s_own() -> None:
    assert list(QUESTIONS) != []
    assert set(QUESTIONS) == set(ANSWERS) == set(ASKED)


def test_an_answer_is_what_the_command_line_finds(at: TestClient) -> None:
    """Piece by piece, in another process, the same fights."""
    data = at.get(f"/lab/-/answer.json?{query('ends', n=300, seed=5)}").json()
    here = sim_data(simulate(find_encounter(BRIDGE), 300, 5, "python", "bold", reported=True))
    for name in ("wins", "rounds", "survivors", "events", "histograms", "creatures"):
        assert data[name] == json.loads(json.dumps(here[name])), name
    assert data["to_watch"][0]["command"].startswith(f"affray sim {BRIDGE} --seed 5 --fight ")
    changed = vary(find_encounter(BRIDGE), [], [read_change("Ada.armor=+1")])
    found = at.get(f"/lab/-/answer.json?{query('compare', n=50)}").json()
    wins = simulate(changed.encounter, 50, 1, "python", changed.players).win_rates()["heroes"]
    assert found["second"]["win_rate"]["p"] == wins[0]
    against = urlencode({"encounter": BRIDGE, "ask": "compare", "n": 50, "other": "skirmish/duel"})
    found = at.get(f"/lab/-/answer.json?{against}").json()
    duel = simulate(find_encounter("skirmish/duel"), 50, 1, "python", "bold")
    assert found["second"]["win_rate"]["p"] == duel.win_rates()["heroes"][0]


def test_a_party_comes_to_both_fights_that_are_compared(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """It came to the first alone, and was held against whoever is written in the other."""
    assert run(["new", "party", "watch", "--from", BRIDGE]) == 0
    file = folder() / "watch.toml"
    file.write_text(file.read_text().replace('from = "knight"', 'from = "ranger"'))
    at = TestClient(create_app(tmp_path, workers=WORKERS), base_url="http://127.0.0.1")
    asked = {"ask": "compare", "n": 40, "other": "skirmish/pocket", "party": "watch"}
    found = at.get(f"/lab/-/answer.json?encounter={BRIDGE}&{urlencode(asked)}").json()
    capsys.readouterr()
    said = ["compare", BRIDGE, "skirmish/pocket", "--party", "watch", "-n", "40", "--json"]
    assert run(said) == 0
    here = json.loads(capsys.readouterr().out)
    assert found["second"] == here["second"]
    assert run([one for one in said if one not in ("--party", "watch")]) == 0
    assert found["second"] != json.loads(capsys.readouterr().out)["second"], "other people"


def test_charts_in_both_themes(at: TestClient) -> None:
    asked = query("compare")
    pictures = [at.get(f"/lab/-/chart.svg?{asked}&theme={theme}") for theme in ("light", "dark")]
    assert all(one.headers["content-type"] == "image/svg+xml" for one in pictures)
    assert pictures[0].content != pictures[1].content
    png = at.get(f"/lab/-/chart.png?{asked}&save=true")
    assert png.content.startswith(b"\x89PNG")
    assert png.headers["content-disposition"] == 'attachment; filename="compare.png"'


# What cannot be


@pytest.mark.parametrize(
    ("asked", "problem"),
    [
        ({"ask": "why"}, "ask: no question is called 'why'"),
        ({"ask": "sweep"}, "over: found 0, expected 1 to 2"),
        ({"ask": "sweep", "what": "Ada.armor", "values": "1..x"}, "expected whole numbers"),
        ({"ask": "sweep", "what": "Ada.armor", "values": "0..999"}, "expected 1 to 200"),
        ({"ask": "compare"}, "nothing is different"),
        ({"ask": "compare", "other": "story-mode/crypt"}, "has no side 'heroes'"),
        ({"ask": "compare", "what": "Adda.armor", "values": "1"}, "did you mean"),
        ({"ask": "ends", "seat": "heroes=brave"}, "found 'heroes=brave'"),
        ({"ask": "ends", "n": 1_000_000, "seat": "heroes=clever:5"}, "expected 500 or fewer"),
        ({"ask": "ends", "party": "nobody"}, "no party is called"),
    ],
)
def test_a_question_that_cannot_be_is_refused(
    asked: dict[str, Any], problem: str, at: TestClient
) -> None:
    said = urlencode({"encounter": BRIDGE, **asked})
    page = at.get(f"/lab/{BRIDGE}?{said}", headers={"accept": "text/html"})
    assert page.status_code in (404, 422)
    for path in ("events", "answer.json", "chart.svg"):
        answer = at.get(f"/lab/-/{path}?{said}")
        assert answer.status_code in (404, 422)
        assert problem in answer.json()["error"]


@pytest.mark.parametrize(
    "path", ["/lab/skirmish/nowhere", "/lab/..%2f..%2fetc/passwd", "/lab/~/x.toml"]
)
def test_only_what_is_listed_can_be_asked_about(path: str, at: TestClient) -> None:
    assert at.get(path).status_code in (404, 422)


def test_one_who_has_a_seat_asks_the_lab_nothing(house: House) -> None:
    made = house.begin()
    player = house.sit(made, made["seats"][0]["link"])
    for path in ("/lab", f"/lab/{BRIDGE}", f"/lab/-/events?{query('ends')}"):
        assert player.client.get(path).status_code == 403, path
        assert house.host.get(path).status_code == 200, path


def test_not_too_many_questions_at_once(tmp_path: Path) -> None:
    app = create_app(tmp_path, workers=WORKERS, limits=Limits(lab_questions=0))
    answer = TestClient(app, base_url="http://127.0.0.1").get(f"/lab/-/events?{query('ends')}")
    assert answer.status_code == 422
    assert "the lab is busy" in answer.json()["error"]


def test_who_leaves_ends_the_work() -> None:
    encounter = find_encounter("skirmish/duel")
    answering = Answering(WORKERS, LabQuestion("ends", 10**9), encounter)
    seen = answering.so_far()
    assert next(seen).done > 0
    answering.leave()
    with pytest.raises(NobodyWaits):
        list(seen)


def test_a_page_that_is_closed_ends_the_work(tmp_path: Path) -> None:
    limits = Limits(lab_thought_fights=10**9)  # dice alone are done before anybody leaves
    app = create_app(tmp_path, workers=WORKERS, limits=limits)
    server = Served(app)
    try:
        asked = query("ends", "skirmish/duel", n=1_000_000, seat=["heroes=clever:300"])
        with urlopen(f"{server.url}/lab/-/events?{asked}") as answer:
            assert answer.readline() == b"event: so-far\n"
            assert app.state.answers.under_way == 1
        until(lambda: app.state.answers.under_way == 0, "the lab hears that nobody waits")
    finally:
        server.close()


# In a browser


def test_a_question_is_asked_and_answered_in_a_browser(person: Person, tmp_path: Path) -> None:
    server = Served(create_app(tmp_path, workers=WORKERS))
    try:
        person.visit(server.url)
        page = person.page
        page.get_by_role("link", name="The lab", exact=True).click()
        person.must_be_accessible("the lab")
        page.get_by_role("link", name="Two at the bridge").click()
        page.get_by_role("link", name="What does one change do?").click()
        page.locator("select[name=what]").select_option("Ada.armor")
        page.locator("input[name=values]").fill("+1")
        page.locator("select[name=n]").select_option("50")
        page.get_by_role("button", name="Ask").press("Enter")
        expect(page.locator("#said")).to_contain_text("Ada.armor=+1: ")
        expect(page.locator("#drawn")).to_be_visible()
        assert "what=Ada.armor" in page.url, "the address is the question"
        chart = page.locator("#chart")
        assert "points" in (chart.get_attribute("alt") or "")
        person.must_be_accessible("an answer")
        person.must_fit("an answer")
        page.set_viewport_size({"width": NARROWEST["width"], "height": NARROWEST["height"]})
        with page.expect_response(lambda response: "theme=dark" in response.url):
            page.emulate_media(color_scheme="dark")
        person.must_be_accessible("an answer, narrow, at night")
    finally:
        server.close()


# One number on a page of its own


def test_a_number_s_page_says_what_its_seat_may_know(tmp_path: Path) -> None:
    table = Table(tmp_path, "dungeoneers-tactics/duel", players=1)
    player = table.players[0]
    for offer in player.view()["pending"]["offers"]:
        asked = {"plan": offer["name"], "target": offer["target"] or ""}
        found = player.get("odds", **asked).json()
        if any(mean["amounts"][1:] for of in found["expected"].values() for mean in of.values()):
            break
    page = player.get("number", **asked)
    assert page.status_code == 200
    for stage in found["how"]:
        assert stage["dice"] in page.text
    assert all(outcome["p"] in page.text for outcome in found["outcomes"] if len(outcome["p"]) < 15)
    assert "at least" in page.text
    assert player.get("number", plan="nothing").status_code == 422
    stranger = TestClient(table.app, base_url="http://127.0.0.1")
    assert stranger.get(f"/fights/{table.id}/number?plan={offer['name']}").status_code == 403


def test_two_versions_of_a_game_are_compared_on_a_page(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The page refused what the command line compares: another game of the same fight."""
    monkeypatch.setattr(SHELF, "_folders", [])
    monkeypatch.setattr(SHELF, "_loaded", {})
    monkeypatch.setattr("affray.table.lobby.samples", samples.__wrapped__)  # those of a new server
    folder = tmp_path / "games" / "skirmish_next"
    ours = find_encounter(BRIDGE).ruleset.folder
    shutil.copytree(ours, folder, ignore=shutil.ignore_patterns("__pycache__"))
    for path in [folder / "rulebook.toml", folder / "camp.toml", *folder.glob("encounters/*.toml")]:
        path.write_text(path.read_text().replace('"skirmish"', '"skirmish-next"'))
    rules = folder / "rules.py"
    rules.write_text(rules.read_text().replace("pressing = 1 if", "pressing = 4 if"))
    SHELF.add_folder(tmp_path / "games")
    at = TestClient(create_app(tmp_path / "data", workers=WORKERS), base_url="http://127.0.0.1")
    page = at.get(f"/lab/{BRIDGE}?form=compare").text
    assert '<option value="skirmish-next/bridge"' in page
    assert "skirmish-next/duel" not in page, "a version is of the same name"
    asked = urlencode({"ask": "compare", "other": "skirmish-next/bridge", "n": 60})
    found = at.get(f"/lab/-/answer.json?encounter={BRIDGE}&{asked}").json()
    assert found["other"] == "skirmish-next/bridge"
    assert found["first"] != found["second"], "whoever presses has three dice more"
