"""Fog: what it covers is seen by nobody but the game master, and who stands in it is nowhere."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from shipped import GAMES
from table_helpers import Seat, Table, seeded
from test_attacks_cheats import everything

from affray.book.shelf import SHELF

__all__ = ["seeded"]

DUEL = "dungeoneers-tactics/duel"
EAST = [[x, y] for x in (3, 4, 5, 6) for y in range(5)]


def names(seat: Seat) -> list[str]:
    return [creature["name"] for creature in seat.view()["creatures"]]


def covered(seat: Seat) -> set[tuple[int, int]]:
    fog = seat.view()["board"]["fog"] or {"boxes": []}
    return {
        (x + i, y + j) for x, y, wide, tall in fog["boxes"] for i in range(wide)
        for j in range(tall)
    }  # fmt: skip


@pytest.mark.parametrize(
    ("which", "foe", "places", "cells"),
    [
        (DUEL, "Skeleton", ({"x": 4, "y": 1}, {"x": 6, "y": 3, "stress": 1}), EAST),
        (
            "plunder/regdar-and-the-orc",
            "Orc",
            ({"x": 40, "y": 40}, {"x": 50, "y": 30, "hp": 2}),
            [[x, y] for x in range(7, 12) for y in range(5, 9)],
        ),
    ],
)
def test_who_stands_in_the_fog_is_nowhere_on_the_wire(
    tmp_path: Path, seeded: None, which: str, foe: str, places: Any, cells: list[list[int]]
) -> None:
    """Two worlds that differ only in where they stand in it and how they fare."""
    sent = []
    for k, place in enumerate(places):
        table = Table(tmp_path / str(k), which, players=1)
        gm, hero = table.gm, table.players[0]
        gm.must("edit", creature=foe, set=places[0])
        gm.must("fog", how="cover", cells=cells)
        gm.must("edit", creature=foe, set=place)
        name = hero.view()["me"]["name"]
        change = {"creature": name, "set": {"wounds": 1}}
        sent.append(everything(hero, lambda: gm.must("edit", **change)))  # noqa: B023
        assert names(hero) == [name]
        assert hero.get("distance", a=name, b=foe).status_code == 422
        assert [c["name"] for c in gm.view()["creatures"] if c["fogged"]] == [foe]
    assert sent[0] == sent[1]
    assert foe not in json.dumps(hero.view()["pending"])


def test_who_comes_out_is_seen_and_what_they_did_in_it_stays_untold(tmp_path: Path) -> None:
    table = Table(tmp_path, DUEL, players=1)
    gm, hero = table.gm, table.players[0]
    gm.must("fog", how="cover", cells=EAST)
    gm.must("edit", creature="Skeleton", set={"stress": 1})
    assert hero.log()[-1] == "Something happens, unseen."
    table.restart()
    assert (names(hero), hero.log()[-1]) == (["Suori"], "Something happens, unseen.")
    gm.must("edit", creature="Skeleton", set={"x": 1, "y": 1})
    assert names(hero) == ["Suori", "Skeleton"]
    assert hero.log()[-1].startswith("By hand, Skeleton: x = 1")
    gm.must("edit", creature="Skeleton", set={"x": 6, "y": 4})
    assert names(hero) == ["Suori"]
    gm.must("fog", how="clear")
    assert names(hero) == ["Suori", "Skeleton"]
    assert "Something happens, unseen." in hero.log(), "what was not seen is not seen later"
    gm.must("undo", to=0)
    gm.must("fog", how="cover", cells=EAST)
    assert names(hero) == ["Suori"]


def test_players_are_sent_nothing_of_the_map_under_it(tmp_path: Path) -> None:
    table = Table(tmp_path, "rpg-hell/gate-duel", players=1)
    gm, hero = table.gm, table.players[0]
    before = hero.view()["board"]
    assert before["fog"] is None
    gm.must("fog", how="cover-all")
    after = hero.view()["board"]
    assert (after["walls"], after["ground"]["patches"]) == ([], [])
    assert [token["name"] for token in after["tokens"]] == ["Hale"], "one's own side is seen"
    assert gm.view()["board"]["walls"] == before["walls"]
    page = hero.client.get(hero.at).text
    assert "figure-tower" not in page
    gm.must("fog", how="see")
    left = covered(hero)
    assert (6, 0) in left, "behind the wall"
    assert not left & {(5, 0), (0, 0), (7, 3), (11, 3)}, "the wall itself, and through the gate"


@pytest.mark.parametrize("slug", GAMES)
def test_every_map_can_be_covered_and_heroes_see_themselves(slug: str, tmp_path: Path) -> None:
    table = Table(tmp_path, next(iter(SHELF.get(slug).encounter_files())), players=1)
    gm, hero = table.gm, table.players[0]
    view = gm.must("fog", how="cover-all")
    board = view["board"]
    mine = {t["name"] for t in board["tokens"] if t["side"] == 0}
    assert set(names(hero)) == mine
    if view["brush"]["sees"]:
        gm.must("fog", how="see")
        token = next(t for t in board["tokens"] if t["name"] in mine)
        assert (token["x"], token["y"]) not in covered(gm)
    else:
        answer = gm.do("fog", how="see")
        assert (answer.status_code, "do not say what is seen" in answer.text) == (422, True)
    gm.must("fog", how="clear")
    assert hero.view()["board"]["fog"] is None


def test_what_is_no_fog_is_refused(tmp_path: Path) -> None:
    table = Table(tmp_path, DUEL, players=1)
    gm, hero = table.gm, table.players[0]
    assert hero.do("fog", how="clear").status_code == 403
    far = gm.do("fog", how="cover", cells=[[7, 0]])
    assert (far.status_code, far.json()["error"]) == (
        422,
        "cells: found [7, 0], which is not on the map",
    )
    for bad in (
        {"how": "burn"},
        {"how": "cover", "cells": [[-1, 0]]},
        {"how": "cover", "cells": 3},
    ):
        assert gm.do("fog", **bad).status_code == 422
