"""A long fight is taken up from a snapshot at once, and is the fight of its whole tape."""

from __future__ import annotations

import itertools
import sqlite3
from pathlib import Path
from typing import Any

import pytest
from table_players import go_on, say, seen

from affray.rules.world import pack
from affray.table import snapshots
from affray.table.game import Refused
from affray.table.holding import FILE
from affray.table.keeping import KeptGame
from affray.table.lobby import Lobby

FIGHTS = {
    "skirmish/bridge": 45,
    "dungeoneers-tactics/bridge-brawl": 36,
    "story-mode/crypt": 36,
    "rpg-hell/wolf-road": 36,
    "plunder/ford-at-dusk": 36,
    "dungeoneers-spotlight/narrow-bridge": 36,
}


@pytest.fixture(autouse=True)
def snapshots_come_early(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(snapshots, "LONG", 10)
    monkeypatch.setattr(snapshots, "EVERY", 10)


def begun(lobby: Lobby, name: str) -> KeptGame:
    """A fight whose players have come, with dice that are the same every time."""
    kept = lobby.kept(lobby.begin(name, seed=8, habit="friendly"))
    for n in range(1, len(kept.chairs)):
        kept.take(n)
    return kept


class Whole(KeptGame):
    """The same, from the beginning of its tape."""

    def _load(self, whole: bool = False, before: int | None = None) -> None:
        super()._load(whole=True)


def state_of(kept: KeptGame) -> dict[str, Any]:
    """Everything that is of the fight from where a snapshot may lie."""
    fight = kept.game.fight
    return {
        "world": pack(fight.world).hex(),
        "start": (fight.step_start[0], pack(fight.step_start[1]).hex()),
        "counts": (len(fight.live), len(fight.story), fight.fresh, fight.is_over),
        "pending": fight.pending,
        "told": fight.told_in_step(),
        "undone": fight.undone,
        "names": fight.encounter.names,
        "seen": [kept.look(n).json() for n in range(len(kept.chairs))],
        "account": kept.retelling.lines,
    }


@pytest.mark.parametrize("name", list(FIGHTS))
def test_taken_up_it_is_the_fight_of_its_whole_tape(tmp_path: Path, name: str) -> None:
    lobby = Lobby(tmp_path)
    kept = begun(lobby, name)
    quick = 0
    for k in range(FIGHTS[name]):
        go_on(kept)
        if k % 12 == 11:
            again, whole = KeptGame(lobby.store, kept.id), Whole(lobby.store, kept.id)
            quick += again.since is not None
            assert whole.since is None
            assert state_of(again) == state_of(whole) == state_of(kept)
    assert quick >= 2, "in several places"
    while (taken := KeptGame(lobby.store, kept.id)).since is None:
        go_on(kept)
    before = taken.game.fight.past.entries
    for _ in range(8):
        go_on(taken)
    assert taken.game.fight.past.entries in (0, before)
    assert state_of(taken) == state_of(Whole(lobby.store, kept.id)), "and goes on as it would have"
    assert lobby.store.told(kept.id) == Whole(lobby.store, kept.id).store.told(kept.id)
    lobby.close()


def long_bridge(tmp_path: Path) -> tuple[Lobby, str]:
    lobby = Lobby(tmp_path)
    kept = begun(lobby, "skirmish/bridge")
    while KeptGame(lobby.store, kept.id).since is None:
        go_on(kept)
    return lobby, kept.id


def test_what_reaches_back_beyond_it_has_the_whole_tape_read(tmp_path: Path) -> None:
    lobby, fight = long_bridge(tmp_path)
    taken = KeptGame(lobby.store, fight)
    assert len(seen(taken)["log"]) == len(seen(Whole(lobby.store, fight))["log"])
    say(taken, do="undo", to=0)
    assert taken.since is None
    assert taken.game.fight.live == Whole(lobby.store, fight).game.fight.live
    assert state_of(KeptGame(lobby.store, fight)) == state_of(taken), "a snapshot of before is left"
    lobby.close()


def test_what_is_kept_grows_with_how_far_back_it_lies() -> None:
    kept: list[int] = []
    for entries in range(10, 20_000, 10):
        kept = sorted({*kept, entries} - snapshots.crowding([*kept, entries]))
    assert len(kept) < 20, "a few, however long the fight"
    assert kept[0] == 10, "the first of all stays"
    gaps = [(19_990 - early) / max(10, 19_990 - late) for early, late in itertools.pairwise(kept)]
    assert max(gaps) <= 4, "none is much further away than the one after it"


def play_for_long(kept: KeptGame, entries: int) -> None:
    """Nobody falls: the game master heals them all."""
    while kept.kept_entries < entries:
        for name, card in seen(kept)["fields"].items():
            if card["wounds"]:
                say(kept, do="edit", creature=name, set={"wounds": 0})
        go_on(kept)


def test_a_long_fight_is_read_as_far_back_as_is_needed(tmp_path: Path) -> None:
    """Coming back, and taking back much: as much of the tape is played, not all of it."""
    lobby = Lobby(tmp_path)
    kept = begun(lobby, "skirmish/bridge")
    play_for_long(kept, 240)
    entries, live = kept.kept_entries, len(kept.game.fight.live)
    back = [one.at for one in kept.game.decisions() if one.at <= live - 60][-1]
    places = lobby.store.snapshots(kept.id)
    assert len(places) >= 3
    assert places[0] > entries - 60, "coming back, the last of it is played"
    taken = KeptGame(lobby.store, kept.id)
    assert taken.taken_up_at == places[0]
    say(taken, do="undo", to=back)
    assert entries - 240 < taken.taken_up_at <= entries - 60, "hardly more than was taken back"
    assert state_of(taken) == state_of(Whole(lobby.store, kept.id))
    again = KeptGame(lobby.store, kept.id)
    assert state_of(again) == state_of(taken)
    assert 0 < again.taken_up_at <= entries - 60, "from one that lies before that"
    lobby.close()


def test_one_that_is_begun_again_and_again_has_a_snapshot_too(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Its tape grows without end, though little of it counts: it is played from the last place
    that was not taken back."""
    monkeypatch.setattr(snapshots, "EVERY", 100)
    lobby = Lobby(tmp_path)
    kept = begun(lobby, "skirmish/bridge")
    while not lobby.store.snapshots(kept.id):
        assert kept.kept_entries < 900
        go_on(kept)
    assert len(kept.game.fight.live) < 100 < kept.kept_entries
    again = KeptGame(lobby.store, kept.id)
    assert again.taken_up_at > 0
    assert state_of(again) == state_of(Whole(lobby.store, kept.id))
    lobby.close()


def test_what_was_decided_long_ago_can_be_taken_back(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A snapshot knows the last decisions before it; of others the tape is asked."""
    monkeypatch.setattr(snapshots, "LOG_TAIL", 5)
    lobby, fight = long_bridge(tmp_path)
    taken = KeptGame(lobby.store, fight)
    early = Whole(lobby.store, fight).game.decisions()[1].at
    assert early not in [one.at for one in taken.game.decisions()]
    with pytest.raises(Refused, match="expected the `undo` of a line"):
        say(taken, do="undo", to=early + 1)
    say(taken, do="undo", to=early)
    assert len(taken.game.fight.live) == early
    lobby.close()


def test_an_undo_that_does_not_needs_no_more_than_the_snapshot(tmp_path: Path) -> None:
    lobby, fight = long_bridge(tmp_path)
    taken = KeptGame(lobby.store, fight)
    for _ in range(3):
        go_on(taken)
    assert taken.since is not None
    say(taken, do="undo")
    assert state_of(taken) == state_of(Whole(lobby.store, fight))
    lobby.close()


@pytest.mark.parametrize(
    "change",
    [
        "UPDATE snapshot SET stamp = 'of other rules'",
        "UPDATE snapshot SET text = 'no JSON'",
        "UPDATE snapshot SET text = replace(text, '\"fresh\":0', '\"fresh\":1')",
        "UPDATE snapshot SET entries = entries - 1",
        "UPDATE entry SET toml = toml || ' # ' WHERE n = 0",
        "UPDATE fight SET header = '# ' || char(10) || header",
    ],
)
def test_one_that_is_damaged_or_of_another_tape_is_not_used(tmp_path: Path, change: str) -> None:
    lobby, fight = long_bridge(tmp_path)
    before = state_of(KeptGame(lobby.store, fight))
    lobby.close()
    with sqlite3.connect(tmp_path / FILE) as db:
        assert db.execute(change).rowcount == 1
    db.close()
    lobby = Lobby(tmp_path)
    kept = KeptGame(lobby.store, fight)
    assert kept.since is None
    assert state_of(kept) == before
    lobby.close()


def test_one_of_other_rules_or_another_program_is_not_used(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    lobby, fight = long_bridge(tmp_path)
    for what in ("rules_stamp", "_program"):
        with monkeypatch.context() as other:
            other.setattr(snapshots, what, lambda *_: "another")
            assert KeptGame(lobby.store, fight).since is None
    assert KeptGame(lobby.store, fight).since is not None
    lobby.close()


def test_older_lines_of_the_log_are_there_for_who_asks(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(snapshots, "LOG_TAIL", 5)
    monkeypatch.setattr("affray.table.logs.LOG_TAIL", 5)
    lobby, fight = long_bridge(tmp_path)
    taken = KeptGame(lobby.store, fight)
    assert taken.since is not None
    assert taken.log(0, 0) == Whole(lobby.store, fight).log(0, 0)
    lobby.close()


def test_what_was_said_beside_the_fight_still_counts(tmp_path: Path) -> None:
    """A free roll is never the one before again, and the screen stays where it was."""
    lobby = Lobby(tmp_path)
    kept = begun(lobby, "skirmish/bridge")
    say(kept, do="throw", dice="8d20")
    say(kept, do="habit", undo="strict")
    say(kept, do="throw", dice="8d20", hidden=True)
    while (taken := KeptGame(lobby.store, kept.id)).since is None:
        go_on(kept)
    say(taken, do="throw", dice="8d20")
    assert state_of(taken) == state_of(Whole(lobby.store, kept.id))
    assert seen(taken)["table"]["undo"] == "strict"
    lobby.close()


def test_what_was_brought_and_taken_back_may_be_brought_again(tmp_path: Path) -> None:
    """Its things were named still and not there: whoever brought them again ended in a fault."""
    lobby = Lobby(tmp_path)
    kept = begun(lobby, "dungeoneers-tactics/bridge-brawl")
    wyrm: dict[str, Any] = {"do": "add", "kind": "barrow-wyrm", "side": "foes", "name": "Late"}
    say(kept, **wyrm)
    say(kept, do="undo")
    begun_at = len(kept.game.fight.live)
    taken = kept
    while taken.since is None or taken.game.fight.past.entries <= begun_at:
        go_on(kept)
        taken = KeptGame(lobby.store, kept.id)
    gear = len(taken.game.fight.encounter.names["gear"])
    assert len(taken.game.fight.world.gear) == gear > taken.game.fight.world.kinds
    say(taken, **wyrm)
    assert state_of(taken) == state_of(Whole(lobby.store, kept.id))
    lobby.close()


def test_who_is_hidden_since_then_is_hidden_in_the_whole_log(tmp_path: Path) -> None:
    lobby, fight = long_bridge(tmp_path)
    taken = KeptGame(lobby.store, fight)
    say(taken, do="hide", creature="Grim", hidden=True)
    assert state_of(taken) == state_of(Whole(lobby.store, fight))
    assert all(c["name"] != "Grim" for c in seen(taken, 1)["creatures"])
    lobby.close()
