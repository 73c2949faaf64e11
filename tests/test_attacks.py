"""The table opened to a network, as a stranger tries it: over HTTP, against the real app."""

from __future__ import annotations

import os
import re
import stat
from pathlib import Path
from typing import Any

import pytest
from attack_helpers import NAME, House, browser, house, new_party
from fastapi import FastAPI
from fastapi.testclient import TestClient
from starlette.routing import Mount, Route, WebSocketRoute
from starlette.websockets import WebSocketDisconnect
from table_helpers import WORKERS

from affray.files.party import files
from affray.table.hostkey import HostKey
from affray.table.web.app import create_app
from affray.table.web.entrance import LOCAL, Entrance

pytestmark = pytest.mark.program

__all__ = ["house"]

OPEN_TO_ALL = {"/", "/healthz", "/static"}


# Strangers


def _asked(app: FastAPI, fight: str) -> list[tuple[str, str]]:
    """Every method and address the app has; the document of its interface is one of them."""
    out = []
    for route in app.routes:
        path = getattr(route, "path", "")
        path = path.replace("{fight}", fight).replace("{ruleset}", "skirmish")
        if isinstance(route, Route):
            out += [(method, path) for method in sorted(route.methods or {"GET"})]
        elif isinstance(route, WebSocketRoute):
            out.append(("LIVE", path))
        else:
            assert isinstance(route, Mount), route
            out.append(("GET", path))
    return out


def test_a_stranger_finds_every_door_shut(house: House) -> None:
    fight = house.begin()["id"]
    house.app.add_api_route("/of-tomorrow", lambda: {"all": "there is"})
    asked = _asked(house.app, fight)
    assert {path for _, path in asked} >= {"/fights", "/rests", "/openapi.json", "/of-tomorrow"}
    assert ("LIVE", f"/fights/{fight}/events") in asked
    stranger = browser(house.app)
    for method, path in asked:
        if path in OPEN_TO_ALL or path.startswith("/static/"):
            continue
        if method == "LIVE":
            with pytest.raises(WebSocketDisconnect), stranger.websocket_connect(path):
                pass
            continue
        answer = stranger.request(method, path)
        assert answer.status_code == 403, f"{method} {path}: {answer.status_code}"
        assert method == "HEAD" or re.search("open the .*link", answer.json()["error"])
    assert house.host.get("/of-tomorrow").json() == {"all": "there is"}


def test_a_stranger_s_page_says_so_and_nothing_else(house: House) -> None:
    new_party("watch")
    made = house.begin()
    answer = browser(house.app).get("/", headers={"accept": "text/html"})
    assert answer.status_code == 403
    assert "This table is private" in answer.text
    for told in ("<form", "watch", "skirmish", made["id"], "/rules/"):
        assert told not in answer.text
    assert "skirmish/bridge" in house.host.get("/").text
    assert "watch" in house.host.get("/").text


def test_a_stranger_begins_rests_and_wounds_nothing(house: House) -> None:
    new_party("watch")
    before = files()["watch"].read_bytes()
    stranger = browser(house.app)
    for path, body in (
        ("/fights", {"encounter": "skirmish/bridge"}),
        ("/fights", {"encounter": "skirmish/bridge", "party": "watch"}),
        ("/rests", {"party": "watch"}),
    ):
        assert stranger.post(path, json=body).status_code == 403
        assert stranger.post(path, data=body).status_code == 403
    assert house.app.state.lobby.store.cards() == []
    assert files()["watch"].read_bytes() == before


@pytest.mark.parametrize("how", ["link", "cookie", "bearer"])
def test_only_the_key_is_the_key(house: House, how: str) -> None:
    key = house.key.text
    for given in ("", "x", key[:-1], key + "x", key.swapcase(), "%00", "\u00b2"):
        client = browser(house.app)
        if how == "link":
            answer = client.get("/", params={"key": given})
        elif how == "cookie":
            answer = client.get(
                "/openapi.json", headers={b"cookie": f"affray-host={given}".encode()}
            )
        else:
            answer = client.get(
                "/openapi.json", headers={b"authorization": f"Bearer {given}".encode()}
            )
        assert answer.status_code == 403, given
    assert browser(house.app, authorization=f"Bearer {key}").get("/openapi.json").is_success


def test_the_host_s_link_is_swapped_for_a_cookie(house: House) -> None:
    client = browser(house.app)
    client.follow_redirects = False
    answer = client.get(f"/?key={house.key.text}")
    assert (answer.status_code, answer.headers["location"]) == (303, "/")
    cookie = answer.headers["set-cookie"]
    assert all(word in cookie for word in ("HttpOnly", "SameSite=lax", "Secure"))
    assert client.get("/").status_code == 200


def test_the_key_is_its_owner_s_alone(house: House) -> None:
    key = house.key.text
    assert len(key) >= 22, "128 bits"
    assert HostKey(house.data).text == key, "made once"
    if os.name != "nt":
        assert stat.S_IMODE(house.key.path.stat().st_mode) == 0o600
        house.key.path.chmod(0o644)
        HostKey(house.data)
        assert stat.S_IMODE(house.key.path.stat().st_mode) == 0o600
    for page in (house.host.get("/"), house.host.get("/openapi.json")):
        assert key not in page.text


def test_a_renewed_key_ends_the_old_one_at_once(house: House) -> None:
    assert house.host.get("/openapi.json").status_code == 200
    HostKey(house.data).renew()  # as `affray table --new-key` does, in another process
    assert house.host.get("/openapi.json").status_code == 403
    assert house.host.get(f"/?key={house.key.text}").status_code == 200
    house.key.path.unlink()
    assert house.host.get("/openapi.json").status_code == 403, "without one nothing fits"


def test_who_has_a_seat_sees_their_own_and_no_more(house: House) -> None:
    made, other = house.begin(), house.begin("skirmish/duel")
    player = house.sit(made, made["seats"][0]["link"])
    assert player.view()["me"]["name"] == "Ada"
    assert player.client.get("/rules/skirmish").status_code == 200
    page = player.client.get("/")
    assert (page.status_code, "<form" in page.text) == (200, False)
    assert (made["id"] in page.text, other["id"] in page.text) == (True, False)
    for path in (f"/fights/{other['id']}/view", "/openapi.json"):
        assert player.client.get(path).status_code == 403
    assert player.client.post("/fights", json={"encounter": "skirmish/duel"}).status_code == 403
    assert house.host.get(f"/fights/{made['id']}/view").status_code == 403, "nor has the host"


def test_on_this_machine_nobody_needs_a_key(tmp_path: Path) -> None:
    app = create_app(tmp_path, Entrance(LOCAL, key=HostKey(tmp_path)), workers=WORKERS)
    here = browser(app, "http://127.0.0.1:8000")
    assert 'value="skirmish/bridge"' in here.get("/").text
    assert here.post("/fights", json={"encounter": "skirmish/bridge"}).status_code == 201


def test_a_table_nobody_has_said_more_of_is_for_this_machine(tmp_path: Path) -> None:
    """`create_app` alone, at whatever socket somebody else serves it."""
    app = create_app(tmp_path, workers=WORKERS)
    near, far = ("127.0.0.1", 50000), ("203.0.113.9", 50000)
    for client, at, allowed in (
        (near, "http://127.0.0.1:8000", 201),
        (near, "http://evil.example", 421),
        (far, "http://192.0.2.7:8000", 403),
        (far, "http://evil.example", 421),
    ):
        visitor = TestClient(app, base_url=at, client=client)
        answer = visitor.post("/fights", json={"encounter": "skirmish/duel"})
        assert answer.status_code == allowed, (client, at)
    held = {"Authorization": f"Bearer {HostKey(tmp_path).text}"}
    host = TestClient(app, base_url="http://192.0.2.7:8000", client=far, headers=held)
    assert host.post("/fights", json={"encounter": "skirmish/duel"}).status_code == 201


@pytest.mark.parametrize(
    "header", ["X-Forwarded-For", "X-Forwarded-Host", "Forwarded", "Via", "CF-Connecting-IP"]
)
def test_a_tunnel_is_not_this_machine(tmp_path: Path, header: str) -> None:
    """It speaks to us from here, with a name of ours; but it says for whom."""
    app = create_app(tmp_path, Entrance(LOCAL, key=HostKey(tmp_path)), workers=WORKERS)
    through = browser(app, "http://localhost:8000", **{header: "203.0.113.9"})
    assert through.get("/").status_code == 403
    body = {"encounter": "skirmish/bridge"}
    assert through.post("/fights", json=body).status_code == 403
    key = f"Bearer {HostKey(tmp_path).text}"
    assert through.post("/fights", json=body, headers={"authorization": key}).status_code == 201


# Names


@pytest.mark.parametrize(
    "host",
    [
        "evil.example", "table.example.org.evil.example", "eviltable.example.org", "localhost.evil",
        "evil@localhost", "localhost:8000@evil", "[::1", "[::1]evil", "127.0.0.1.nip.io",
        "10.0.0.9", "localhost,evil", "localhost/evil", "localhost:99999999", "%00", "\u00b2",
    ],
)  # fmt: skip
def test_another_name_is_not_answered(house: House, host: str) -> None:
    for path in ("/", "/healthz", "/static/affray.css", "/openapi.json"):
        answer = house.host.get(path, headers={b"host": host.encode()})
        assert answer.status_code == 421, host
        assert "does not go by that name" in answer.json()["error"]


@pytest.mark.parametrize("host", [NAME, f"{NAME}:8000", "LOCALHOST", "127.0.0.1:1", "[::1]:8000"])
def test_its_own_names_are(house: House, host: str) -> None:
    assert house.host.get("/healthz", headers={"host": host}).status_code == 200


@pytest.mark.parametrize(
    ("came_in_at", "host", "code"),
    [
        ("192.168.1.7", "192.168.1.7:8000", 200),
        ("::ffff:192.168.1.7", "192.168.1.7:8000", 200),
        ("fe80::1%eth0", "[fe80::1]:8000", 200),
        ("192.168.1.7", "192.168.1.8:8000", 421),
        ("evil.example", "evil.example", 421),
    ],
)
def test_on_all_addresses_it_is_the_one_that_was_called(
    house: House, came_in_at: str, host: str, code: int
) -> None:
    async def app(scope: Any, receive: Any, send: Any) -> None:
        await house.app({**scope, "server": (came_in_at, 8000)}, receive, send)

    assert TestClient(app).get("/healthz", headers={"host": host}).status_code == code


@pytest.mark.parametrize(
    "origin",
    [
        "http://[::1", "http://[", "null", "", "https://evil.example", "https://[::1]]",
        f"https://{NAME}.evil.example", f"https://{NAME}:81", f"https://x@{NAME}", "data:",
    ],
)  # fmt: skip
def test_a_page_of_another_site_does_nothing(house: House, origin: str) -> None:
    made = house.begin()
    headers = {b"origin": origin.encode()}
    answer = house.host.post("/fights", json={"encounter": "skirmish/duel"}, headers=headers)
    assert answer.status_code == 403, answer.text
    gm = house.sit(made, made["gm"])
    assert gm.client.post(f"{gm.at}/commands", json={}, headers=headers).status_code == 403
    with (
        pytest.raises(WebSocketDisconnect),
        gm.client.websocket_connect(f"wss://{NAME}{gm.at}/events", headers=headers),
    ):
        pass


def test_a_page_of_ours_does(house: House) -> None:
    body = {"encounter": "skirmish/duel"}
    for host, origin in ((NAME, f"https://{NAME}"), ("localhost:8000", f"https://{NAME}")):
        headers = {"host": host, "origin": origin, "authorization": f"Bearer {house.key.text}"}
        assert house.host.post("/fights", json=body, headers=headers).status_code == 201


# What is said of the server


def test_no_refusal_tells_where_things_lie(house: House, tmp_path: Path) -> None:
    new_party("watch")
    files()["watch"].write_text('ruleset = "skirmish"\ntitle = 3\n', encoding="utf-8")
    for body in ({"party": "watch"}, {"party": "watch", "encounter": "skirmish/bridge"}):
        to = "/fights" if "encounter" in body else "/rests"
        for page in ("application/json", "text/html"):
            answer = house.host.post(to, data=body, headers={"accept": page})
            assert answer.status_code == 422
            assert "watch.toml: title: found 3" in answer.text, "what is wrong is said"
            assert str(tmp_path) not in answer.text
            assert "/" not in re.sub(r"<[^>]*>", "", answer.text), "nor any other folder"
