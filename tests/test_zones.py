"""Places instead of squares: told as text, sent to a page, drawn, and chosen by a click."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, Locator, Route
from table_browser import PHONE, WIDE, Person
from table_helpers import Server, Table

from affray.book.encounter import find_encounter
from affray.book.words import Board, Place, Thing, Token
from affray.tell.boards import draw_board

FOLDER = Path(__file__).parent / "rulesets" / "boards"
RULESETS = "AFFRAY_RULESETS"


@pytest.fixture(autouse=True)
def rooms(monkeypatch: pytest.MonkeyPatch) -> None:
    """The little game of these tests; it is in no list that others read."""
    monkeypatch.setenv(RULESETS, str(FOLDER))


# As text


def test_places_are_told_with_links_and_knots() -> None:
    places = [Place("office", [1]), Place("corridor", [0], "way out"), Place("roof")]
    tokens = [
        Token(0, 0, 0, knot=2),
        Token(1, 0, 0),
        Token(2, 1, 0, knot=2),
        Token(3, 0, 0, knot=2),
        Token(4, 0, 0, is_out=True),
        Token(5, -1, 0),
    ]
    board = Board("zone", 0, 0, tokens, things=[Thing("lamp", 2, 0)], places=places)
    assert draw_board(board, ["Nox", "Alex", "Jude Long", "Ghost", "Cook", "Gone"]) == (
        "  office -- corridor\n"
        "    (Nox, Ghost)  Alex\n"
        "  corridor -- office  (way out)\n"
        "    Jude Long\n"
        "  roof\n"
        "    * lamp"
    )


def test_a_game_draws_its_places() -> None:
    encounter = find_encounter("rooms/porch")
    draw = encounter.ruleset.words.board
    assert draw is not None
    board = draw(encounter.world(), encounter.names)
    assert draw_board(board, encounter.names["creatures"]) == (
        "  hall -- porch\n    (Nox, Ghost)  Alex\n  porch -- hall  (way out)"
    )


# As a page is sent it


def test_a_page_is_sent_places_and_knots(tmp_path: Path) -> None:
    view = Table(tmp_path, "rooms/porch").gm.view()
    assert view["board"]["unit"] == "zone"
    assert view["board"]["places"] == [
        {"label": "hall", "links": [1], "note": ""},
        {"label": "porch", "links": [0], "note": "way out"},
    ]
    assert [(t["x"], t["knot"]) for t in view["board"]["tokens"]] == [(0, 0), (0, -1), (0, 0)]


def test_a_zone_that_is_left_open_is_named_as_its_place_is(tmp_path: Path) -> None:
    view = Table(tmp_path, "rooms/office").gm.view()
    go = next(offer for offer in view["pending"]["offers"] if offer["name"] == "go")
    (left,) = go["answers_left"]
    labels = [place["label"] for place in view["board"]["places"]]
    assert (left["question"], left["usual"]) == ("zone", None)
    assert left["options"] == [labels[k] for k in view["board"]["places"][0]["links"]]


# As it is drawn


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv(RULESETS, str(FOLDER))
        found = Server(tmp_path_factory.mktemp("rooms"))
    yield found
    found.close()


def sit_down(
    browser: Browser, server: Server, encounter: str, size: dict[str, int] = WIDE
) -> Person:
    person = Person(browser, size)
    person.begin(server.url, encounter)
    return person


@pytest.fixture
def nox(browser: Browser, server: Server) -> Iterator[Person]:
    """At eight places, at a wide screen."""
    person = sit_down(browser, server, "rooms/office")
    yield person
    assert person.problems == [], "no script may fail"
    person.context.close()


def room(person: Person, name: str) -> Locator:
    """A place one may go to."""
    return person.page.locator(f'.place.open[data-zone="{name}"]')


def lit(person: Person) -> list[str]:
    found = person.page.locator(".place.open").all()
    return sorted(one.get_attribute("data-zone") or "" for one in found)


def enter(person: Person, name: str) -> None:
    """A click into the room, where nobody stands."""
    person.acts(lambda: room(person, name).click(position={"x": 20, "y": 30}))


def test_a_click_on_a_place_goes_there(nox: Person) -> None:
    assert lit(nox) == ["archive", "corridor"]
    enter(nox, "corridor")
    assert "Nox goes to the corridor." in nox.text("#log")
    assert nox.view()["board"]["tokens"][0]["x"] == 1
    assert lit(nox) == ["archive", "corridor"], "Alex is still in the office"


def test_a_click_on_somebody_in_the_room_goes_there_too(nox: Person) -> None:
    """Jude cannot be chosen now, so the click means the corridor."""
    nox.acts(nox.page.locator('.map g[role=img][aria-label^="Jude Long"]').click)
    assert "Nox goes to the corridor." in nox.text("#log")


def test_a_place_that_is_warned_of_has_to_be_meant(nox: Person) -> None:
    seq = nox.view()["seq"]
    room(nox, "archive").click(position={"x": 20, "y": 30})
    nox.page.wait_for_selector(".warn:has(b) >> text=It is dark there.")
    assert "chosen" in (room(nox, "archive").get_attribute("class") or "")
    assert nox.view()["seq"] == seq
    enter(nox, "archive")
    assert "Nox goes to the archive." in nox.text("#log")


def test_the_plan_in_hand_is_the_one_a_place_means(nox: Person) -> None:
    nox.page.locator('#start [data-key="group|dash"]').click()
    nox.page.wait_for_selector('[data-key="map|dash|corridor"] .pc:not(:empty)')
    said = room(nox, "corridor").get_attribute("aria-label") or ""
    assert said.startswith("Dash to the corridor: there 67 %. corridor, leads to office")
    enter(nox, "corridor")
    assert any("Nox rolls not to fall" in line["text"] for line in nox.view()["log"])


def test_a_place_is_chosen_by_keys(nox: Person) -> None:
    room(nox, "corridor").focus()
    nox.acts(lambda: nox.page.keyboard.press("Enter"))
    assert "Nox goes to the corridor." in nox.text("#log")


def test_a_zone_that_is_asked_for_is_a_click_as_well(nox: Person) -> None:
    nox.choose("go")
    assert nox.text("#asked") == "Where does Nox go?"
    assert lit(nox) == ["archive", "corridor"]
    enter(nox, "corridor")
    assert "Nox goes to the corridor." in nox.text("#log")


def test_a_map_that_is_pressed_is_not_drawn_anew(nox: Person) -> None:
    """Its box has another height since the pointer left the list: the click would be lost."""
    box = nox.box('.place.open[data-zone="corridor"]')
    nox.page.mouse.move(box["x"] + 20, box["y"] + 30)
    nox.page.mouse.down()
    nox.page.evaluate("map.style.height = `${map.offsetHeight - 24}px`")
    nox.settle()
    nox.acts(nox.page.mouse.up)
    assert "Nox goes to the corridor." in nox.text("#log")


def test_a_zone_chosen_in_the_list_is_marked_on_the_map(nox: Person) -> None:
    nox.page.locator('#start [data-key="how|go|"]').click()
    nox.page.locator("#with-zone").select_option("corridor")
    nox.page.wait_for_selector('.place.chosen[data-zone="corridor"]')
    assert nox.page.locator(".place.chosen").count() == 1


def test_whoever_is_close_can_be_struck_on_the_map(nox: Person) -> None:
    ghost = nox.page.locator('[data-key="map|strike|Ghost"]')
    words = ghost.get_attribute("data-words") or ""
    assert words == "Ghost, foes, in office, close to Nox, hurt 1 of 2"
    nox.acts(ghost.click)
    assert any("Nox rolls to hit" in line["text"] for line in nox.view()["log"])


def test_who_is_in_no_place_is_not_drawn(nox: Person) -> None:
    """Drawn as if two who were close had both left."""

    def leave(route: Route) -> None:
        view = route.fetch().json()
        for who in (0, 3):
            view["board"]["tokens"][who]["x"] = -1
        route.fulfill(json=view)

    nox.page.route("**/view", leave)
    nox.page.reload()
    nox.page.wait_for_selector(".place")
    assert nox.page.locator('.map [data-key="map|approach|Alex"]').count() == 1
    assert nox.page.locator('.map [data-key="map|strike|Ghost"]').count() == 0
    assert nox.page.locator(".knot").count() == 1
    nox.page.unroute_all(behavior="ignoreErrors")


def test_the_places_are_open_to_everybody(browser: Browser, server: Server) -> None:
    for size in (WIDE, PHONE):
        person = sit_down(browser, server, "rooms/office", size)
        for theme in ("light", "dark"):
            person.page.emulate_media(color_scheme="dark" if theme == "dark" else "light")
            person.must_be_accessible(f"places, {theme}, {size['width']}")
        person.must_fit("places")
        assert person.box(".map .tok-name")["height"] > 9, "names can be read"
        assert person.page.locator(".knot").count() == 2
        assert person.problems == []
        person.context.close()


GRAPHS: dict[str, list[tuple[int, int]]] = {
    "alone": [],
    "chain": [(k, k + 1) for k in range(7)],
    "ring": [(k, (k + 1) % 8) for k in range(8)],
    "star": [(0, k) for k in range(1, 8)],
    "all": [(a, b) for a in range(8) for b in range(a)],
}
CROWD = [(who, 0 if who < 9 else 1, 3 if who < 7 else -1) for who in range(12)]
"""Who, the place, the knot: more than one row holds."""


def test_rooms_do_not_cover_each_other(nox: Person) -> None:
    for graph, wide in product(GRAPHS, (326, 690)):
        _require_apart(nox, graph, wide)


def _require_apart(nox: Person, graph: str, wide: int) -> None:
    made = _lay_out(nox, GRAPHS[graph], wide)
    boxes = [(r["x"], r["y"], r["x"] + r["wide"], r["y"] + r["tall"]) for r in made["rooms"]]
    for k, (left, top, right, bottom) in enumerate(boxes):
        assert left >= 0
        assert top >= 0
        assert right <= made["wide"]
        assert bottom <= made["tall"]
        for other in boxes[:k]:
            apart = right < other[0] or other[2] < left or bottom < other[1] or other[3] < top
            assert apart, f"{boxes[k]} and {other}"
    for who, place, _ in CROWD:
        x, y = made["slots"][str(who)]
        left, top, right, bottom = boxes[place]
        assert left + 20 < x < right - 20
        assert top + 40 < y < bottom - 20
    assert len({tuple(slot) for slot in made["slots"].values()}) == len(CROWD)
    if graph in ("alone", "chain"):
        assert made["far"] == 0, "what is linked stands side by side"


BARE: dict[str, Any] = {"things": [], "ground": {"base": "", "patches": [], "rules": {}}}


def _lay_out(person: Person, links: list[tuple[int, int]], wide: int) -> dict[str, Any]:
    places: list[dict[str, Any]] = [
        {"label": f"room-{k}", "note": "", "links": [b for a, b in links if a == k]}
        for k in range(8)
    ]
    tokens = [
        {"who": who, "x": x, "knot": knot, "is_out": False, "name": f"Number {who}"}
        for who, x, knot in CROWD
    ]
    found: dict[str, Any] = person.page.evaluate(
        """async ([board, room]) => {
            const { layOut } = await import("/static/rooms.js");
            const made = layOut(board, room);
            const slots = Object.fromEntries([...made.slots].map(([who, s]) => [who, [s.x, s.y]]));
            return { ...made, slots, far: made.far.length };
        }""",
        [{"places": places, "tokens": tokens, **BARE}, {"wide": wide, "tall": 460}],
    )
    return found
