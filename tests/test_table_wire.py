"""What goes over the wire: packed, asked for once, and what has changed instead of all of it."""

from __future__ import annotations

import asyncio
import gzip
import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from fastapi.testclient import TestClient
from playwright.sync_api import Route, WebSocketRoute, expect
from table_browser import Person
from table_helpers import WORKERS, Served, Table
from table_players import go_on, seen
from waiting import apart
from websockets.extensions.permessage_deflate import PerMessageDeflate

from affray.table.lobby import Lobby
from affray.table.web.app import create_app
from affray.table.web.assets import Assets
from affray.table.web.joined import NotJoined, joined
from affray.table.web.protocol import Changes, View
from benchmarks.changes import merged
from benchmarks.visitors import Fight

FIGHTS = ["skirmish/duel", "dungeoneers-tactics/duel", "plunder/ford-at-dusk", "rpg-hell/wolf-road"]
SMALL, DUEL = "skirmish/duel", "dungeoneers-tactics/duel"
LARGE = "plunder/ford-at-dusk"
HEAVY = "rpg-hell/cold-cellar"
"""The page with the most emblems and figures."""
MOST_OF_AN_ANSWER = 4096


@pytest.mark.parametrize("name", FIGHTS)
def test_with_what_has_changed_one_sees_what_is_there(tmp_path: Path, name: str) -> None:
    lobby = Lobby(tmp_path)
    kept = lobby.kept(lobby.begin(name, seed=5))
    chairs = range(len(kept.chairs))
    about: dict[str, Any] = {"compiled": None, "present": {}}
    had = [[seen(kept, n) | about] for n in chairs]
    for _ in range(12):
        go_on(kept)
        for n in chairs:
            look = kept.look(n)
            whole = json.loads(look.json(**about))
            View.model_validate(whole)
            for view in had[n][-4:]:
                found = look.changes(view["seq"], **about)
                assert found is not None
                Changes.model_validate_json(found)
                assert merged(view, json.loads(found)) == whole
            had[n].append(whole)
    assert kept.look(0).changes(-5) is None
    assert kept.look(0).changes(kept.number(0) + 1) is None
    lobby.close()


def plan(table: Table) -> dict[str, Any]:
    view = table.gm.view()
    offer = view["pending"]["offers"][0]
    named = {"name": offer["name"], "target": offer["target"]}
    return {"cmd_id": f"wire-{view['seq']:04}", "seq": view["seq"], "do": "plan", **named}


def test_an_answer_on_a_small_fight_is_small(tmp_path: Path) -> None:
    table = Table(tmp_path, SMALL)
    sizes = []
    for _ in range(12):
        view = table.gm.view()
        if view["pending"] is None:
            break
        body = plan(table)
        headers = {"affray-line": "mine"}
        answer = table.gm.client.post(f"{table.gm.at}/commands", json=body, headers=headers)
        assert answer.status_code == 200, answer.text
        assert answer.headers["content-encoding"] == "gzip"
        sizes.append(int(answer.headers["content-length"]))
        assert merged(view, answer.json()["view"]) == table.gm.view()
    assert max(sizes) < MOST_OF_AN_ANSWER, sizes


@pytest.mark.parametrize(
    ("name", "seed"),
    [
        ("plunder/ford-at-dusk", 5),
        ("plunder/ford-at-dusk", 14),  # the largest of a hundred: a round of 66 lines
        ("plunder/ford-at-dusk", 30),
        ("plunder/bone-cellar", 5),
    ],
)
def test_an_answer_on_a_large_fight_is_small_too(tmp_path: Path, name: str, seed: int) -> None:
    """For the game master, who is sent most: every field of everybody.

    Of a stated seed: an answer after which all of a round is played takes what is told of it,
    and dice nobody foresees would have the size of this one be luck.
    """
    table = Table(tmp_path, name, seed=seed)
    sizes = []
    for _ in range(14):
        view = table.gm.view()
        if view["pending"] is None:
            break
        sealing = view["pending"]["sealing"] or {"mine": []}
        mine = [{"creature": one["name"]} for one in sealing["mine"] if not one["sealed"]]
        body = plan(table)
        if len(mine) > 1:
            kept = {key: body[key] for key in ("cmd_id", "seq")}
            body = {**kept, "do": "seal", "plans": mine}
        headers = {"affray-line": "mine"}
        answer = table.gm.client.post(f"{table.gm.at}/commands", json=body, headers=headers)
        assert answer.status_code == 200, answer.text
        sizes.append(int(answer.headers["content-length"]))
        assert merged(view, answer.json()["view"]) == table.gm.view()
    assert max(sizes) < MOST_OF_AN_ANSWER, sizes


def test_the_line_says_what_has_changed_but_not_to_who_did_it(tmp_path: Path) -> None:
    table = Table(tmp_path, SMALL)
    since = table.gm.view()["seq"]
    where = f"{table.gm.at}/events?since={since}&changes=true&line="
    with (
        table.gm.client as client,
        client.websocket_connect(f"{where}mine") as mine,
        client.websocket_connect(f"{where}other") as other,
        client.websocket_connect(f"{table.gm.at}/events?since={since}") as plain,
    ):
        before, body = table.gm.view(), plan(table)
        client.post(f"{table.gm.at}/commands", json=body, headers={"affray-line": "mine"})
        assert mine.receive_json() == plain.receive_json() == {"seq": since + 1}
        told = other.receive_json()
        assert merged(before, told["view"]) == table.gm.view()


def test_whoever_has_never_looked_hears_all_of_it(tmp_path: Path) -> None:
    table = Table(tmp_path, SMALL)
    where = f"{table.gm.at}/events?since=0&changes=true"
    with table.gm.client.websocket_connect(where) as line:
        assert line.receive_json()["view"] == table.gm.view()


# Files


def test_files_are_asked_for_once_and_packed(tmp_path: Path) -> None:
    table = Table(tmp_path, SMALL)
    page = table.gm.client.get(table.gm.at).text
    address = Assets().address("table.js")
    assert f'src="{address}"' in page
    found = table.gm.client.get(address)
    assert found.headers["cache-control"] == "public, max-age=31536000, immutable"
    assert found.headers["content-encoding"] == "gzip"
    assert found.headers["content-type"].startswith("text/javascript")
    assert "default-src 'none'" in found.headers["content-security-policy"]
    plain = table.gm.client.get(address, headers={"accept-encoding": "identity"})
    assert "content-encoding" not in plain.headers
    assert plain.content == found.content
    later = re.findall(r'import\("(/static/-/[^"]+)"\)', plain.text)
    assert {one.rpartition("/")[2] for one in later} == {"later-dialogs.js", "later-review.js"}
    for one in later:
        assert table.gm.client.get(one).text.startswith("export const later = ({ $")
    assert "renderMenu" not in plain.text.replace("dialogs?.renderMenu", "")
    assert "The story" in plain.text
    assert "Was it the dice or the choices?" not in plain.text
    (sheet,) = re.findall(r'rel="stylesheet" href="([^"]+)"', page)
    style = table.gm.client.get(sheet).text
    assert "/*" not in style
    assert ".plan" in style
    other = address.replace(address.split("/")[3], "0" * 16)
    assert table.gm.client.get(other).status_code == 404
    assert table.gm.client.get(f"/static/-/{'0' * 16}/..%2Fapp.py").status_code == 404


def test_the_sources_can_be_had_as_they_are_written(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    table = Table(tmp_path, SMALL)
    assert 'src="/static/app.js"' in table.gm.client.get(f"{table.gm.at}?sources").text
    monkeypatch.setenv("AFFRAY_SOURCES", "1")
    assert Assets().is_plain


def test_modules_are_joined_in_the_order_they_need_each_other(tmp_path: Path) -> None:
    (tmp_path / "app.js").write_text(
        'import { one as first,\n  two } from "./b.js";\nimport "./c.js";\nlog(first, two());\n'
        'import("./d.js");\n'
    )
    (tmp_path / "b.js").write_text(
        '/** Said. */\nimport { x } from "./c.js";\nexport const one = x;\n'
        "export async function two() {}\n"
    )
    (tmp_path / "c.js").write_text(
        "/**\n * Said\n */\nexport class x {}\n  /** kept */ (x);\nlog(/** @type {x} */ (x));\n"
    )
    (tmp_path / "d.js").write_text(
        'import { x } from "./c.js";\nimport { w } from "./e.js";\nexport const d = [x, w];\n'
    )
    (tmp_path / "e.js").write_text("export const w = 1;\n")
    kept: dict[str, str] = {}

    def keep(name: str, text: str) -> str:
        kept[name] = text
        return f"/{name}"

    assert joined(tmp_path, "app", keep) == (
        "const $c = (() => {\nclass x {}\n/** kept */ (x);\nlog((x));\nreturn { x };\n})();\n"
        "const $b = (() => {\nconst { x } = $c;\nconst one = x;\nasync function two() {}\n"
        "return { one, two };\n})();\n"
        "const $app = (() => {\nconst { one: first, two } = $b;\nlog(first, two());\n"
        'import("/later-d.js").then((then) => then.later({ $c }));\n})();\n'
    )
    assert kept["later-d.js"] == (
        "export const later = ({ $c }) => {\n"
        "const $e = (() => {\nconst w = 1;\nreturn { w };\n})();\n"
        "const $d = (() => {\nconst { x } = $c;\nconst { w } = $e;\nconst d = [x, w];\n"
        "return { d };\n})();\n"
        "return $d;\n};\n"
    )


@pytest.mark.parametrize(
    ("source", "why"),
    [
        ('import { a } from "./app.js";\n', "app imports app: a circle"),
        ("export default 3;\n", "found 'export default 3;'"),
        ("export { a };\n", "found 'export { a };'"),
        ('import * as all from "./b.js";\n', "found 'import * as all"),
        ("export let a = 1;\n", "found 'export let a = 1;'"),
    ],
)
def test_what_is_written_otherwise_is_not_joined(tmp_path: Path, source: str, why: str) -> None:
    (tmp_path / "app.js").write_text(source)
    with pytest.raises(NotJoined) as bad:
        joined(tmp_path, "app", lambda name, text: name)
    assert why in str(bad.value)
    assert Assets(tmp_path).is_plain, "they are sent one by one then"


def test_pages_and_answers_are_packed_for_who_can_open_them(tmp_path: Path) -> None:
    table = Table(tmp_path, SMALL)
    client: TestClient = table.gm.client
    for path in ("/", table.gm.at, f"{table.gm.at}/view", "/rules/skirmish"):
        packed = client.get(path)
        assert packed.headers["content-encoding"] == "gzip", path
        plain = client.get(path, headers={"accept-encoding": "identity"})
        assert "content-encoding" not in plain.headers
        assert int(packed.headers["content-length"]) < len(plain.content) / 2
    assert len(gzip.compress(client.get(table.gm.at).content)) < 8000


def test_a_line_is_packed_message_by_message(tmp_path: Path) -> None:
    """What packs the next one by the last holds 36 KB a line: a full house has a thousand."""
    app = create_app(tmp_path, workers=WORKERS)
    served = Served(app, **app.state.protocols)

    async def listen() -> tuple[PerMessageDeflate, dict[str, Any]]:
        fight = Fight(served.url, SMALL)
        await fight.begin(taken=False)
        socket = await fight.seats[0].listen(served.url)
        try:
            (packed,) = socket.protocol.extensions
            assert isinstance(packed, PerMessageDeflate)
            return packed, json.loads(await socket.recv())
        finally:
            await socket.close()
            await fight.close()

    try:
        packed, said = apart(asyncio.run, listen())
    finally:
        served.close()
    assert packed.remote_no_context_takeover
    assert packed.local_no_context_takeover
    assert said["seq"] == 1


# In a browser

MOST_REQUESTS, MOST_BYTES, MOST_WARM = 12, 100_000, 30_000


@pytest.fixture
def served(tmp_path: Path) -> Iterator[Served]:
    found = Served(create_app(tmp_path, workers=WORKERS))
    yield found
    found.close()


class Traffic:
    """Every request of a page, and the bytes that came for it as they came."""

    def __init__(self, person: Person) -> None:
        self.asked: dict[str, str] = {}
        self.bytes = 0
        line = person.context.new_cdp_session(person.page)
        line.on("Network.requestWillBeSent", self._asked)
        line.on("Network.loadingFinished", self._came)
        line.send("Network.enable")

    def _asked(self, event: dict[str, Any]) -> None:
        self.asked[event["requestId"]] = event["request"]["url"]

    def _came(self, event: dict[str, Any]) -> None:
        self.bytes += int(event["encodedDataLength"])

    def without_odds(self) -> list[str]:
        return [url for url in self.asked.values() if not url.endswith("/odds")]


@pytest.mark.browser
@pytest.mark.parametrize("name", [DUEL, LARGE, HEAVY])
def test_a_page_comes_in_few_requests_and_bytes(person: Person, served: Served, name: str) -> None:
    """With all the numbers it shows, which come by one request."""
    made = person.page.request.post(f"{served.url}/fights", data={"encounter": name}).json()
    traffic = Traffic(person)
    person.open(made["gm"])
    expect(person.page.locator(".plan .odds").first).not_to_be_empty()
    expect(person.page.locator(".wait")).to_have_count(0)
    person.page.wait_for_load_state("networkidle")
    assert len(traffic.asked) < MOST_REQUESTS, traffic.asked
    assert len(traffic.asked) - len(traffic.without_odds()) == 1
    assert traffic.bytes < MOST_BYTES
    cold, asked = traffic.bytes, len(traffic.without_odds())
    offer = person.view()["pending"]["offers"][0]
    person.choose(offer["name"], offer["target"] or "")
    assert [url.rpartition("/")[2] for url in traffic.without_odds()[asked:]] == ["commands"]
    person.page.reload()
    person.page.wait_for_load_state("networkidle")
    assert traffic.bytes - cold < MOST_WARM, "what was there is not asked for again"


@pytest.mark.browser
def test_a_line_that_is_cut_is_told_and_so_is_that_it_is_there_again(
    person: Person, served: Served
) -> None:
    page, is_cut = person.page, [False]

    def between(line: WebSocketRoute) -> None:
        server = line.connect_to_server()
        server.on_message(lambda said: None if is_cut[0] else line.send(said))

    page.route_web_socket("**/events*", between)
    page.clock.install()
    person.begin(served.url, DUEL)
    told = page.locator("#connection")
    expect(told).to_be_hidden()
    is_cut[0] = True  # neither side is told: nothing comes through any more
    page.clock.run_for(10_000)
    expect(told).not_to_be_empty()
    is_cut[0] = False
    page.clock.run_for(10_000)
    expect(told).to_be_hidden()
    person.context.set_offline(True)
    expect(told).to_have_text("Reconnecting …")
    person.context.set_offline(False)
    page.clock.run_for(10_000)
    expect(told).to_be_hidden()


@pytest.mark.browser
def test_an_answer_that_breaks_off_is_none(person: Person, served: Served) -> None:
    page, broken = person.page, []

    def break_off(route: Route) -> None:
        broken.append(route.request.url)
        route.fulfill(status=200, content_type="application/json", body='{"seq": 12, "pend')

    person.begin(served.url, DUEL)
    page.route("**/view", break_off, times=1)
    person.context.set_offline(True)
    expect(page.locator("#connection")).to_have_text("Reconnecting …")
    person.context.set_offline(False)
    expect(page.locator("#connection")).to_be_hidden()
    assert broken, "the page looked again when the line was cut"
    offer = person.view()["pending"]["offers"][0]
    person.choose(offer["name"], offer["target"] or "")  # and the fight goes on
