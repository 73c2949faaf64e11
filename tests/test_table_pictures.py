"""Pictures of one's own: by their bytes, for who sees what they stand for, and with the fight."""

from __future__ import annotations

import json
from contextlib import suppress
from pathlib import Path
from typing import Any

import pytest
from fastapi.testclient import TestClient
from picture_helpers import JPEG, WEBP, WHERE, png, taken_by_camera, told_in_webp
from table_helpers import WORKERS, Seat, Table

from affray.book.encounter import read_encounter
from affray.book.errors import BadInput
from affray.book.home import home
from affray.files.pictures import MOST_SIDE, read_picture
from affray.table.album import Album
from affray.table.web.app import create_app

DUEL = "dungeoneers-tactics/duel"
MAPLESS = "<svg xmlns='http://www.w3.org/2000/svg' onload='alert(1)'/>"


def sent(seat: Seat, content: bytes, creature: str = "") -> Any:
    return seat.client.post(f"{seat.at}/pictures", params={"creature": creature}, content=content)


def shown(seat: Seat) -> dict[str, str]:
    board = seat.view()["board"]
    laid = {"": board["picture"]["mark"]} if board["picture"] else {}
    return laid | {t["name"]: t["picture"] for t in board["tokens"] if t["picture"]}


# What is one


@pytest.mark.parametrize(
    ("content", "kind"),
    [
        (png(says=WHERE) + b"<script>alert(1)</script>", "image/png"),
        (taken_by_camera(JPEG) + b"<script>alert(1)</script>", "image/jpeg"),
        (told_in_webp(WEBP), "image/webp"),
    ],
)
def test_a_picture_is_kept_without_what_does_not_draw_it(content: bytes, kind: str) -> None:
    found = read_picture(content)
    assert (found.kind, found.wide, found.tall) == (kind, 3, 2)
    assert WHERE in content
    assert WHERE not in found.content
    assert b"script" not in found.content
    assert read_picture(found.content) == found


@pytest.mark.parametrize(
    ("content", "problem"),
    [
        (MAPLESS.encode(), "found text such as SVG or HTML"),
        (b"\n <!doctype html><script>alert(1)</script>", "found text such as SVG or HTML"),
        (b"GIF89a" + b"\0" * 40, "expected a PNG, JPEG or WebP"),
        (b"", "expected a PNG, JPEG or WebP"),
        (png()[:40], "cut off or damaged"),
        (png().replace(b"IDAT", b"IDAX"), "cut off or damaged"),
        (JPEG[:-30], "cut off or damaged"),
        (JPEG[:4] + b"\xff\xff" + JPEG[6:], "cut off or damaged"),
        (WEBP[:-8], "cut off or damaged"),
        (png(MOST_SIDE + 1, 1), f"found {MOST_SIDE + 1} by 1 pixels"),
        (png(0, 1), "found 0 by 1 pixels"),
    ],
)
def test_what_is_no_picture_is_refused_in_one_line(content: bytes, problem: str) -> None:
    with pytest.raises(BadInput, match=problem):
        read_picture(content)


def test_no_spoiled_byte_is_a_fault() -> None:
    """Whatever is cut or changed: a picture or a refusal."""
    for whole in (png(), JPEG, WEBP):
        for k in range(len(whole)):
            for spoiled in (whole[:k], whole[:k] + b"\xff" + whole[k + 1 :]):
                with suppress(BadInput):
                    assert read_picture(spoiled).kind.startswith("image/")


# Who shows one, and who sees it


def test_everybody_who_sees_the_token_sees_its_picture_and_nobody_else(tmp_path: Path) -> None:
    table = Table(tmp_path, DUEL, players=1)
    gm, hero = table.gm, table.players[0]
    assert sent(gm, png(), "Skeleton").status_code == 201
    assert sent(gm, JPEG).status_code == 201
    marks = shown(hero)
    assert set(marks) == {"", "Skeleton"}
    for mark, kind in zip(marks.values(), ("jpeg", "png"), strict=True):
        answer = hero.get(f"pictures/{mark}")
        assert answer.headers["content-type"] == f"image/{kind}"
        assert answer.headers["x-content-type-options"] == "nosniff"
        assert "sandbox" in answer.headers["content-security-policy"]
    gm.must("hide", creature="Skeleton", hidden=True)
    unseen = hero.get(f"pictures/{marks['Skeleton']}")
    never = hero.get(f"pictures/{'0' * 32}")
    assert (unseen.status_code, unseen.text) == (404, never.text), "as if there were none"
    assert marks["Skeleton"] not in json.dumps(hero.view())
    assert gm.get(f"pictures/{marks['Skeleton']}").status_code == 200
    other = Table(tmp_path / "other", DUEL)
    assert other.gm.get(f"pictures/{marks['']}").status_code == 404


def test_where_fog_lies_the_ground_is_nobody_s_to_look_for(tmp_path: Path) -> None:
    """It can be sent only whole, so it is not sent, unless the game master lets it be."""
    table = Table(tmp_path, DUEL, players=1)
    gm, hero = table.gm, table.players[0]
    sent(gm, JPEG)
    mark = shown(hero)[""]
    gm.must("fog", how="cover", cells=[[0, 0]])
    assert (shown(hero), shown(gm)) == ({}, {"": mark})
    assert mark not in json.dumps(hero.view())
    assert hero.get(f"pictures/{mark}").status_code == 404
    laid = {"x": 0, "y": 0, "wide": 9, "opacity": 60}
    assert hero.do("lay", **laid, through_fog=True).status_code == 403
    gm.must("lay", **laid, through_fog=True)
    table.restart()
    assert shown(hero) == {"": mark}
    assert hero.get(f"pictures/{mark}").status_code == 200
    gm.must("lay", **laid)
    assert shown(hero) == {}
    gm.must("fog", how="clear")
    assert shown(hero) == {"": mark}


def test_it_stays_with_the_fight_and_goes_with_it(tmp_path: Path) -> None:
    table = Table(tmp_path, DUEL, players=1)
    gm = table.gm
    sent(gm, png(red=1))
    gm.must("lay", x=-1.5, y=0.25, wide=9, opacity=60)
    sent(gm, png(red=2), "Suori")
    first = shown(gm)
    gm.must("undo", to=0)
    table.restart()
    assert shown(table.players[0]) == first, "no undo and no restart takes it"
    laid = gm.view()["board"]["picture"]
    assert (laid["x"], laid["y"], laid["wide"], laid["opacity"]) == (-1.5, 0.25, 9, 60)
    sent(gm, png(red=3), "Suori")
    album = Album(table.app.state.lobby.store, table.id)
    assert album.find(first["Suori"]) is None, "what is shown nowhere is not kept"
    gm.must("take-off", creature="Suori")
    assert set(shown(gm)) == {""}
    assert gm.client.request("POST", f"{gm.at}/delete", json={"sure": table.id}).status_code in (
        200,
        303,
    )
    assert album.size == 0


def test_only_the_game_master_shows_pictures_and_only_where_there_is_room(tmp_path: Path) -> None:
    table = Table(tmp_path, DUEL, players=1)
    gm, hero = table.gm, table.players[0]
    assert sent(hero, png(), "Suori").status_code == 403
    assert hero.do("take-off").status_code == 403
    assert hero.do("lay", x=0, y=0, wide=1, opacity=50).status_code == 403
    assert sent(gm, png(), "Nobody").status_code == 422
    assert sent(gm, MAPLESS.encode()).status_code == 422
    assert sent(gm, b"\0" * (1 << 20) + b"\0").status_code == 413
    assert gm.do("lay", x=0, y=0, wide=1, opacity=50).status_code == 422, "there is none to lay"
    sent(gm, png())
    for bad in ({"wide": 0}, {"x": 1e300}, {"opacity": 0}, {"y": "NaN"}, {"x": True}):
        where = {"x": 0, "y": 0, "wide": 5, "opacity": 100, **bad}
        assert gm.do("lay", **where).status_code == 422, bad


# From a file of one's own


def own(name: str, *lines: str) -> Path:
    path = home() / "encounters" / name
    path.parent.mkdir(parents=True, exist_ok=True)
    text = ['ruleset = "dungeoneers-tactics"', "[map]", "size = [6, 4]", *lines]
    for who, side, at in (("Suori", "heroes", "[1, 1]"), ("Skeleton", "foes", "[3, 1]")):
        more = 'picture = "faces/bone.png"' if who == "Skeleton" else ""
        made = ["[[creature]]", f'name = "{who}"', f'from = "{who.lower()}"', f'side = "{side}"']
        text += [*made, f"at = {at}", more]
    path.write_text("\n".join(text), encoding="utf-8")
    return path


def test_a_file_of_ones_own_brings_its_pictures(tmp_path: Path) -> None:
    ground = ["[ground]", 'picture = "map.jpg"', "at = [0.5, -1]", "wide = 12", "opacity = 80"]
    path = own("crypt.toml", *ground)
    client = TestClient(create_app(tmp_path / "none", workers=WORKERS))
    answer = client.post("/fights", json={"encounter": "~/crypt.toml"})
    assert (answer.status_code, answer.json()["error"]) == (
        422,
        "bone.png: is not there; expected a PNG, JPEG or WebP",
    )
    (path.parent / "faces").mkdir()
    (path.parent / "faces" / "bone.png").write_bytes(png())
    (path.parent / "map.jpg").write_bytes(taken_by_camera(JPEG))
    table = Table(tmp_path / "table", "~/crypt.toml", players=1)
    table.restart()
    marks = shown(table.players[0])
    assert set(marks) == {"", "Skeleton"}
    laid = table.gm.view()["board"]["picture"]
    assert (laid["x"], laid["y"], laid["wide"], laid["opacity"]) == (0.5, -1, 12, 80)
    assert WHERE not in table.gm.get(f"pictures/{marks['']}").content


@pytest.mark.parametrize(
    ("line", "problem"),
    [
        ('picture = "../secret.png"', "in the same folder or below it"),
        ('picture = "/etc/secret.png"', "in the same folder or below it"),
        ('picture = "link.png"', "in the same folder or below it"),
        ('picture = "secret.svg"', "expected a file .png, .jpg"),
        ('picture = "con.png"', "in the same folder or below it"),
        ("opacity = 50", "expected it beside a picture"),
        ('picture = "a.png"\nwide = -1', "expected a number above 0"),
        ('picture = "a.png"\nat = [1, inf]', "expected \\[x, y\\]"),
    ],
)
def test_no_path_leads_elsewhere(tmp_path: Path, line: str, problem: str) -> None:
    path = own("bad.toml", "[ground]", line)
    (tmp_path / "secret.png").write_bytes(png())
    (path.parent / "link.png").symlink_to(tmp_path / "secret.png")
    with pytest.raises(BadInput, match=problem):
        read_encounter(path).world()
