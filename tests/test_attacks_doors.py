"""The doors that came later: what is built, kept, dropped, asked of the lab or watched again is
refused in one line, by who may not and where it is hostile; never with a fault."""

from __future__ import annotations

import copy
import json
import struct
import zlib
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from attack_helpers import House, house
from fastapi.testclient import TestClient
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from table_helpers import WORKERS, Table

from affray.table import building
from affray.table.web.app import create_app

__all__ = ["house"]

HOSTILE: list[Any] = [
    None, True, -1, 2**63, -(2**63) - 1, 10**4000, 1e308, float("nan"), float("inf"), 0.5,
    "", "\ud800", "\x00", "\x1b[31m", "../../etc/passwd", "a" * 5000, "a.b" * 3000, "\u00b2",
    "9" * 5000, "0x" + "f" * 5000, "<script>", "{{7*7}}", "\u202e", "99999d99999",
    [], {}, [[]] * 50, [None] * 100, ["x"] * 2000, {"": ""}, {"\n": "\n"}, {"a": {"a": {"a": {}}}},
    {str(k): k for k in range(2000)},
]  # fmt: skip
DRAFTS = ("skirmish/duel", "dungeoneers-tactics/duel", "plunder/pocket", "story-mode/crypt")
EXTRA = ("map", "ground", "set", "homebrew", "rulings", "sides", "side", "name", "from", "at", "\n")


@pytest.fixture
def at(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> TestClient:
    monkeypatch.setenv("AFFRAY_HOME", str(tmp_path / "home"))
    return TestClient(create_app(tmp_path / "data", workers=WORKERS), raise_server_exceptions=False)


def require_plain(answer: Any, *hidden: str) -> None:
    """No fault; a refusal is one line, and tells nothing of this machine."""
    assert answer.status_code < 500, answer.text
    if answer.status_code >= 400:
        error = answer.json()["error"]
        assert len(error.splitlines()) == 1, error
        assert not any(text in error for text in ("Traceback", "site-packages", *hidden)), error


def ways(value: Any, way: tuple[Any, ...] = ()) -> Iterator[tuple[Any, ...]]:
    """Every place in a draft."""
    for key in (
        value if isinstance(value, dict) else range(len(value)) if isinstance(value, list) else ()
    ):
        yield (*way, key)
        yield from ways(value[key], (*way, key))


def spoiled(draft: dict[str, Any], draw: Any) -> dict[str, Any]:
    """A draft in which something is hostile: what was there, or what should not be."""
    out = copy.deepcopy(draft)
    for _ in range(draw(st.integers(1, 3), label="how many")):
        *way, last = draw(st.sampled_from(list(ways(out))), label="where")
        held: Any = out
        for key in way:
            held = held[key]
        if isinstance(held, dict) and draw(st.booleans(), label="besides"):
            last = draw(st.sampled_from(EXTRA), label="what")
        held[last] = copy.deepcopy(draw(st.sampled_from(HOSTILE), label="hostile"))
    return out


def posted(at: TestClient, path: str, body: object) -> Any:
    said = {"content-type": "application/json"}
    return at.post(path, content=json.dumps(body).encode(), headers=said)


@pytest.mark.parametrize("name", DRAFTS)
def test_no_draft_is_a_fault(at: TestClient, tmp_path: Path, name: str) -> None:
    draft = at.get("/build/draft", params={"encounter": name}).json()["draft"]

    @settings(max_examples=40, suppress_health_check=list(HealthCheck))
    @given(data=st.data())
    def looked_at(data: Any) -> None:
        bad, said = spoiled(draft, data.draw), {"ruleset": draft["ruleset"], "kind": "creature"}
        for path, body in (
            ("/build/look", {"draft": bad}),
            ("/build/map", {"draft": bad}),
            ("/build/more", {"draft": bad, "like": str(draft["creature"][0]["name"])}),
            ("/build/keep", {"draft": bad, "name": "mine", "again": True}),
            ("/build/library", {"draft": bad, "who": "Ada", "id": "mine", "again": True}),
            ("/library/keep", {**said, "table": {**bad["creature"][0], "id": "mine"}, "again": True}
             if isinstance(bad.get("creature"), list) and bad["creature"]
             and isinstance(bad["creature"][0], dict) else {**said, "table": bad}),
        ):  # fmt: skip
            require_plain(posted(at, path, body), str(tmp_path))

    looked_at()


def test_a_map_that_is_no_table_is_refused_where_a_game_has_none(at: TestClient) -> None:
    draft = at.get("/build/draft", params={"encounter": "skirmish/duel"}).json()["draft"]
    for path in ("/build/look", "/build/map"):
        refused = posted(at, path, {"draft": {**draft, "map": -5}})
        assert (refused.status_code, refused.json()["error"]) == (
            422,
            "draft: map: found -5, expected a table",
        )


def test_no_place_is_looked_for_where_none_would_help(
    at: TestClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Hundreds are tried where only the place is wrong: a side that is not there is another's."""
    built = at.get("/build/draft", params={"encounter": "plunder/ford-at-dusk"}).json()
    draft, read = built["draft"], building.read_draft
    reads: list[object] = []

    def counted(draft: Any) -> Any:
        reads.append(draft)
        return read(draft)

    monkeypatch.setattr(building, "read_draft", counted)
    one = {"content": "goblin", "side": "nobody's"}
    refused = posted(at, "/build/more", {"draft": draft, **one})
    assert refused.status_code == 422
    assert "nobody's" in refused.json()["error"]
    walled = copy.deepcopy(draft)
    walled["creature"][0]["at"] = [10_000, 10_000]
    refused = posted(at, "/build/more", {"draft": walled, **one, "side": draft["sides"][0]})
    assert refused.status_code == 422
    assert len(reads) <= 4


def test_a_refusal_is_one_line_whatever_a_field_is_called(at: TestClient) -> None:
    whole = {"ruleset": "skirmish", "kind": "creature", "id": "x"}
    for name in ("\n", "\x1b[2J", "a" * 5000, "x\r\ny"):
        refused = posted(at, "/library/remove", {**whole, name: 1})
        require_plain(refused)
        assert refused.status_code == 422
        assert len(refused.json()["error"]) < 300
        assert refused.json()["error"].isprintable()
    for value in ("\u202e", "\u2066evil", "\x9b2J", ["\u200f"]):
        refused = posted(at, "/library/remove", {**whole, "kind": value})
        assert refused.status_code == 422
        assert refused.json()["error"].isprintable(), ascii(value)


def png(wide: int, high: int, content: bytes) -> bytes:
    def chunk(kind: bytes, data: bytes) -> bytes:
        checked = struct.pack(">I", zlib.crc32(kind + data))
        return struct.pack(">I", len(data)) + kind + data + checked

    head = struct.pack(">IIBBBBB", wide, high, 8, 2, 0, 0, 0)
    parts = chunk(b"IHDR", head) + chunk(b"IDAT", zlib.compress(content)) + chunk(b"IEND", b"")
    return b"\x89PNG\r\n\x1a\n" + parts


PICTURES = {
    "huge": png(2**31 - 1, 2**31 - 1, b"\0" * 10),
    "bomb": png(60_000, 60_000, b"\0" * 10**7),
    "none": png(0, 0, b""),
    "svg": b'<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"/>',
    "jpeg": b"\xff\xd8\xff" + b"\xff" * 10_000,
    "webp": b"RIFF\xff\xff\xff\xffWEBPVP8 " + b"\0" * 100,
}


@pytest.mark.parametrize("which", PICTURES)
def test_a_hostile_picture_is_refused(tmp_path: Path, which: str) -> None:
    table = Table(tmp_path, "skirmish/bridge")
    for path in ("/build/pictures", f"{table.gm.at}/pictures"):
        refused = table.gm.client.post(path, content=PICTURES[which])
        assert 400 <= refused.status_code < 500, refused.text
        require_plain(refused)


DROPPED = {
    "nothing": b"",
    "no text": b"\xff" * 1000,
    "dots": b"a." * 50_000 + b"b=1",
    "creatures": b'title="x"\n' + b"[[creature]]\n" * 50_000,
    "lists": b"x=" + b"[" * 100_000,
    "digits": b'ruleset="skirmish"\nseed=' + b"9" * 5000,
    "half": "\ud800".encode("utf-8", "surrogatepass"),
    "tape": b"[[tape]]\nanswer=1\n" * 20_000,
}


@pytest.mark.parametrize("which", DROPPED)
def test_a_hostile_file_is_not_taken_in(at: TestClient, tmp_path: Path, which: str) -> None:
    for name in ("x.toml", "../x.toml", "\x00", "a/b.toml", "con"):
        refused = at.post("/encounters", params={"name": name}, content=DROPPED[which])
        assert 400 <= refused.status_code < 500, refused.text
        require_plain(refused, str(tmp_path))
    assert not [one for one in tmp_path.rglob("*.toml") if one.is_file()], "nothing was kept"


HOSTS = [
    ("get", "/build"), ("get", "/build/parts?ruleset=skirmish"), ("get", "/library"),
    ("get", "/library/shelves?ruleset=skirmish"), ("get", "/lab"), ("get", "/lab/skirmish/duel"),
    ("get", "/lab/-/answer.json?encounter=skirmish/duel&ask=ends&n=50"),
    ("get", "/forecast?encounter=skirmish/duel"), ("post", "/build/look"), ("post", "/build/keep"),
    ("post", "/build/pictures"), ("post", "/library/keep"), ("post", "/library/bring"),
    ("post", "/library/remove"), ("post", "/build/library"), ("post", "/encounters?name=x.toml"),
    ("post", "/parties"), ("post", "/fights/{other}/fork"), ("get", "/fights/{other}/film"),
    ("get", "/fights/{other}/moments"), ("get", "/fights/{other}/review"),
    ("get", "/fights/{other}/advice"), ("get", "/fights/{other}/pictures/{mark}"),
    ("post", "/fights/{other}/pictures"), ("get", "/fights/{other}/readings"),
    ("get", "/fights/{other}/otherwise"), ("post", "/fights/{other}/asides"),
    ("get", "/fights/{other}/number?plan=press"), ("get", "/fights/{other}/watch"),
]  # fmt: skip


@pytest.mark.parametrize(("method", "path"), HOSTS, ids=lambda one: str(one))
def test_who_has_a_seat_opens_neither_the_host_s_doors_nor_another_fight_s(
    house: House, method: str, path: str
) -> None:
    made, other = house.begin(), house.begin()
    player = house.sit(made, made["seats"][0]["link"])
    said = path.format(other=other["id"], mark="0" * 64)
    refused = player.client.request(method, said, content=b"{}")
    assert refused.status_code in (401, 403, 404), (said, refused.status_code, refused.text[:200])
    assert other["gm"].partition("as=")[2] not in refused.text
