"""A fight can be cloned for the price of its state, and goes its own way from there."""

from __future__ import annotations

import gc
import weakref
from typing import Any

import pytest

from affray.book.encounter import find_encounter
from affray.book.shelf import SHELF
from affray.fight import fight as fights
from affray.fight.beside import Undo
from affray.fight.between import KEPT_OPEN, content_of, fold_past
from affray.fight.fight import Fight, nobody
from affray.fight.players import Players, Seat
from affray.oracles.tape import Answer
from affray.rules.world import clone, pack
from affray.tell.narration import transcript
from affray.tell.places import Places

DUEL = "skirmish/duel"


def begun(name: str, answers: int = 20) -> tuple[Fight, list[Answer]]:
    """A fight of the computer's with so many answers given, and the answers that would follow."""
    encounter = find_encounter(name)
    players = Players([Seat("random")] * len(encounter.entrants), seed=3)
    fight = Fight(encounter, players)
    play_until(fight, answers + 40)
    ahead = [one for one in fight.live[answers:] if isinstance(one, Answer)]
    fight.forget(Undo(answers))
    fight.answerer = nobody
    fight.run()
    fight.answerer = players
    return fight, ahead


def play_until(fight: Fight, length: int) -> None:
    """Go on, but no further than so many answers."""
    waiting = fight.answerer
    fight.answerer = lambda fight, question, world: (
        waiting if len(fight.live) < length else nobody
    )(fight, question, world)
    fight.run()
    fight.answerer = waiting


def seen(fight: Fight) -> Any:
    """All that anybody could see of a fight."""
    names = {kind: known[:] for kind, known in fight.encounter.names.items()}
    asked, told = fight.pending, transcript(fight)
    return fight.live[:], fight.story[:], asked, pack(fight.world), fight.step_start[0], names, told


def one_of_each() -> list[str]:
    return [next(iter(ruleset.encounter_files())) for ruleset in SHELF.all()]


@pytest.mark.parametrize("name", one_of_each())
def test_a_clone_goes_on_by_itself(name: str) -> None:
    fight, ahead = begun(name)
    before = seen(fight)
    twin = fight.clone()
    assert seen(twin) == before
    while twin.pending and ahead:
        twin.answer(ahead.pop(0))
    after = seen(twin)
    assert len(twin.live) > len(fight.live)
    assert seen(fight) == before
    twin.undo(5)
    assert len(twin.live) == 5
    assert seen(fight) == before
    play_until(fight, len(after[0]))
    assert len(twin.live) == 5
    assert fight.live == after[0], "both were the same fight"


@pytest.mark.parametrize("name", one_of_each())
def test_what_is_folded_away_is_as_it_was(name: str) -> None:
    """Old states take a fraction of the room, and are played on from like any other."""
    fight, _ = begun(name)
    twin = fight.clone()
    stood = [pack(start.world) for start in fight.snapshots]
    content = [held for _, held in content_of(fight.world)]
    fold_past(fight.snapshots)
    folded = [start for start in fight.snapshots if start.held.is_folded]
    assert len(folded) == len(stood) - KEPT_OPEN > 0
    assert [pack(start.world) for start in fight.snapshots] == stood
    for start in folded:
        shared = [held for _, held in content_of(start.world)]
        assert all(one is other for one, other in zip(shared, content, strict=True))
    for one in (fight, twin):
        one.answerer = nobody
        one.undo(3)
    assert fight.step_start[1] is fight.step_start[1], "whoever plays on has one world"
    assert seen(fight) == seen(twin)


def test_what_nobody_holds_is_gone_at_once() -> None:
    """A fight that held itself would lie about, worlds and all, until garbage is looked for."""
    fight, _ = begun(DUEL)
    twin = fight.clone()
    twin.run()
    gone, places = weakref.ref(twin), weakref.ref(Places(twin, twin.world))
    gc.disable()
    try:
        del twin
        assert gone() is None
        assert places() is None
    finally:
        gc.enable()


def test_content_that_comes_later_is_there_after_an_undo() -> None:
    fight, _ = begun(DUEL)
    fold_past(fight.snapshots)
    fight.edit({"Ada": {"weapon": "club"}})
    fight.undo(0)
    fight.edit({"Ada": {"weapon": "club"}})
    weapon = fight.world.weapons[fight.world.creatures[0].weapon]
    assert weapon.bite == find_bite("club")


def test_what_the_first_takes_back_its_clone_keeps() -> None:
    fight, _ = begun(DUEL)
    twin = fight.clone()
    kept = seen(twin)
    fight.answerer = nobody
    fight.undo(0)
    assert seen(twin) == kept
    twin.undo(7)
    assert (len(twin.live), len(fight.live)) == (7, 0)


def test_each_brings_content_of_its_own() -> None:
    """Edits put weapons into a list that the states of one fight share, but not with a clone."""
    fight, _ = begun(DUEL)
    twin = fight.clone()
    fight.edit({"Ada": {"weapon": "club"}})
    twin.undo(0)
    twin.edit({"Ada": {"weapon": "spear"}})
    assert fight.encounter.names["weapons"][2:] == ["club"]
    assert twin.encounter.names["weapons"][2:] == ["spear"]
    for one, wanted in ((fight, "club"), (twin, "spear")):
        weapon = one.world.weapons[one.world.creatures[0].weapon]
        assert weapon.bite == find_bite(wanted)
        assert (len(one.world.weapons), one.world.kinds) == (3, 3)
        again = one.clone()
        again.undo(0)
        again.edit({"Ada": {"weapon": wanted}})
        assert pack(again.world) == pack(again.clone().world)
        assert again.world.kinds == 3


def find_bite(weapon: str) -> int:
    bridge = find_encounter("skirmish/bridge")
    w = bridge.world()
    return int(w.weapons[bridge.names["weapons"].index(weapon)].bite)


def test_a_clone_is_kept_by_nobody_and_stops_at_every_question() -> None:
    fight, _ = begun(DUEL)
    kept: list[fights.Recorded] = []
    fight.record = kept.append
    twin = fight.clone()
    assert twin.pending is not None
    twin.run()
    twin.undo(3)
    assert twin.pending is not None
    assert kept == []
    theirs: list[fights.Recorded] = []
    other = fight.clone(fight.answerer, theirs.append)
    other.undo(3)
    assert theirs
    assert kept == []


def test_the_same_players_sit_down_at_a_clone() -> None:
    """Its dice depend on the place of that fight's tape, and on a seed one may change."""
    players = Players([Seat("bold")] * 4, seed=3)
    fight = Fight(find_encounter("skirmish/bridge"), players)
    ends = []
    for sat_down in (players, players, players.with_dice(4)):
        twin = fight.clone(sat_down)
        twin.run()
        assert twin.is_over
        ends.append(twin.live)
    assert fight.live == []
    fight.run()
    assert ends[0] == ends[1] == fight.live != ends[2]


def test_a_clone_costs_two_states_however_long_the_fight(monkeypatch: pytest.MonkeyPatch) -> None:
    copied = []

    def counted(world: Any) -> Any:
        copied.append(world)
        return clone(world)

    fight, _ = begun("dungeoneers-tactics/duel", answers=100)
    monkeypatch.setattr(fights, "clone", counted)
    twin = fight.clone()
    assert len(copied) == 2
    assert twin.step_of(100) > 10, "and there were many"
