"""Parties of another version of the rules, and fights of theirs that were taken up."""

from __future__ import annotations

import json
from pathlib import Path

from next_version import FRAIL, NEXT, Upgrade, upgrade
from party_helpers import Play, kept, members, play, refused, write

from affray.book.shelf import SHELF

__all__ = ["play", "refused", "upgrade"]

SAVES = Path(__file__).parent / "saves"


def test_a_party_comes_along(play: Play, upgrade: Upgrade) -> None:
    path = write((SAVES / "skirmish-1-party.toml").read_text(encoding="utf-8"))
    now = upgrade(*NEXT).book.version
    note = (
        f"comes from version 1 of Skirmish to version {now}; no longer there: Ada: stepped_in = 1"
    )
    listed = play("parties", "--json")
    (party,) = json.loads(listed)["parties"]
    assert (party["problem"], party["note"]) == ("", note)
    said = play("play", "skirmish/duel", "--party", "watch", "--member", "Ada", "--seat",
                "heroes=bold", "--seed", "1")  # fmt: skip
    assert f"{path}: {note}" in said
    assert "What lasts is written to the party" in said
    assert kept()["version"] == now
    assert set(members()["Ada"]) == {"wounds"}
    assert members()["Bran"] == {"wounds": 2}
    assert [fight["title"] for fight in kept()["fight"]] == ["Two at the bridge", "A duel at dawn"]
    assert "comes from" not in play("parties"), "it is of this version now"


def test_what_no_longer_fits_a_party_is_refused_by_name(
    refused: Play,
    upgrade: Upgrade,
) -> None:
    write((SAVES / "skirmish-1-party.toml").read_text(encoding="utf-8"))
    upgrade(*NEXT, FRAIL)
    said = refused("sim", "skirmish/bridge", "--party", "watch")
    assert "set.wounds: found 1, expected 0 to 0 (SK-10)" in said


def test_a_party_of_this_version_may_not_misspell(refused: Play) -> None:
    version = SHELF.get("skirmish").book.version
    text = (SAVES / "skirmish-1-party.toml").read_text(encoding="utf-8")
    write(text.replace("version = 1", f"version = {version}").replace("stepped_in", "steped_in"))
    assert "did you mean 'stepped_in'?" in refused("sim", "skirmish/bridge", "--party", "watch")


def test_a_party_gets_what_lasts_of_a_fight_that_was_taken_up(
    tmp_path: Path, play: Play, upgrade: Upgrade
) -> None:
    play("new", "party", "watch", "--from", "skirmish/bridge")
    path = tmp_path / "road.toml"
    begin = ["play", "skirmish/bridge", "--party", "watch", "--save", str(path)]
    play(*begin, typed="press\nquit\n")
    now = upgrade(*NEXT).book.version
    play("play", str(path), "--seat", "heroes=bold")
    assert kept()["version"] == now
    assert [fight["save"] for fight in kept()["fight"]] == [str(path)]
