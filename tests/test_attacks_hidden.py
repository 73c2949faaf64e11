"""Whom the game master hides is named to no player, in no refusal either."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from table_helpers import Table


@pytest.mark.parametrize(
    ("sample", "who"),
    [
        ("skirmish/bridge", "Snick"), ("plunder/ford-at-dusk", "Archer"),
        ("rpg-hell/gate-duel", "Dog"), ("dungeoneers-tactics/bridge-brawl", "Ogre"),
        ("dungeoneers-spotlight/narrow-bridge", "Archer 1"), ("story-mode/crypt", "Lich"),
    ],
)  # fmt: skip
def test_no_refusal_names_whom_the_game_master_hides(tmp_path: Path, sample: str, who: str) -> None:
    """For whom a plan may be, and what an answer may be, listed them; a name begun found them."""
    table = Table(tmp_path, sample, players=3)
    fight = table.app.state.lobby.kept(table.id).game.fight
    for _ in range(12):
        if any((seat.view()["pending"] or {}).get("mine") for seat in table.players):
            break
        first = table.gm.view()["pending"]["offers"][0]
        table.gm.must("plan", name=first["name"], target=first["target"])
    assert who in fight.names, fight.names
    table.gm.must("hide", creature=who, hidden=True)
    seen = [name for name in fight.names if name != who]
    asked = next(seat for seat in table.players if (seat.view()["pending"] or {}).get("mine"))
    told = 0
    for plan in {plan.name for plan in fight.ruleset.words.plans}:
        for target in ("", *seen[:4], seen[-1], "nobody-at-all"):
            answer = asked.get("details", plan=plan, target=target)
            assert who not in answer.text, (plan, target)
            told += answer.status_code == 422
        begun = [asked.get("details", plan=plan, target=one).json() for one in (who[:-1], "Qx")]
        assert begun[0] == json.loads(json.dumps(begun[1]).replace("Qx", who[:-1])), plan
    assert told
