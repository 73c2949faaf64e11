"""Odds at the table that take for granted what somebody else declares, and tell nothing of it."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from table_helpers import Seat, Table, seeded

__all__ = ["seeded"]

SHOVE = {"with": "Orc.action:shove"}


def _toe_to_toe(tmp_path: Path) -> tuple[Seat, Seat]:
    """Regdar's player and the Orc's game master are to declare a melee action; the Orc holds."""
    table = Table(tmp_path, "plunder/regdar-and-the-orc", players=1)
    gm, (player,) = table.gm, table.players
    gm.must("seat", creature="Orc", player="person")
    for name, target in (("close", "Orc"), ("hold", None)):
        player.must("plan", name=name, target=target)
        while player.view()["pending"]["sealing"] and gm.view()["pending"]["mine"]:
            offers = [one["name"] for one in gm.view()["pending"]["offers"]]
            gm.must("plan", name="stay" if "stay" in offers else "hold")
    return gm, player


def _odds(seat: Seat, **query: Any) -> Any:
    return seat.get("odds", plan="attack", target="Orc", urgent=True, **query)


def test_what_another_declares_can_be_taken_for_granted(tmp_path: Path, seeded: None) -> None:
    gm, player = _toe_to_toe(tmp_path)
    plain, given = _odds(player).json(), _odds(player, **SHOVE).json()
    assert plain["assumed"]["Orc: action"] == "hold (left out)"
    assert given["assumed"]["Orc: action"] == "shove (given)"
    assert plain["number"]["p"] != given["number"]["p"], "the Orc may fell him first"
    for wrong, why in (("Orc.action:dance", "no answer to action"), ("Nix.action:hold", "no crea")):
        refused = _odds(player, **{"with": wrong})
        assert (refused.status_code, refused.json()["error"].startswith(why)) == (422, True)
    gm.must("plan", name="dodge", creature="Orc")
    assert _odds(player, **SHOVE).json() == given, "whatever the Orc has sealed"
    assert _odds(player).json() == plain


def test_odds_say_what_others_might_answer(tmp_path: Path, seeded: None) -> None:
    _, player = _toe_to_toe(tmp_path)
    told = _odds(player).json()["others"]
    others = {(one["who"], one["question"]): one["options"] for one in told}
    assert {"hold", "shove", "attack"} <= set(others["Orc", "action"])
    assert not any(who == "Regdar" for who, _ in others), "one's own choices are the plan's details"
    for option in others["Orc", "action"][:3]:
        assert _odds(player, **{"with": f"Orc.action:{option}"}).status_code == 200
