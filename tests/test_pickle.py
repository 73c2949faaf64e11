"""Rulesets, encounters, worlds and fights can be sent to another process, and go on there."""

from __future__ import annotations

import multiprocessing
import pickle
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from affray.book.encounter import Encounter, find_encounter
from affray.book.errors import BadInput
from affray.book.shelf import SHELF, from_shelf
from affray.fight.fight import Fight, nobody
from affray.fight.players import Players, Seat
from affray.files.saves import new_save
from affray.oracles.tape import Answer, Question
from affray.rules.world import Record, clone, pack
from affray.rulesets.skirmish import RULESET
from affray.tell.narration import transcript

BOARDS = Path(__file__).parent / "rulesets" / "boards"


@pytest.fixture(scope="module")
def elsewhere() -> Iterator[ProcessPoolExecutor]:
    """Another process, begun from nothing: it has what it is sent."""
    with ProcessPoolExecutor(1, multiprocessing.get_context("spawn")) as pool:
        yield pool


@pytest.fixture
def _homemade(monkeypatch: pytest.MonkeyPatch) -> None:
    """A folder more for one test: no other finds its rulesets."""
    monkeypatch.setattr(SHELF, "_folders", SHELF.folders)
    SHELF.add_folder(BOARDS)


def seen(fight: Fight) -> dict[str, Any]:
    return {
        "live": fight.live,
        "story": fight.story,
        "told": transcript(fight),
        "pending": fight.pending,
        "world": pack(fight.world),
        "names": fight.encounter.names,
        "over": fight.is_over,
    }


def as_it_is(fight: Fight) -> dict[str, Any]:
    return seen(fight)


def to_the_end(fight: Fight) -> tuple[dict[str, Any], Fight]:
    """What a fight comes to when it goes on; and the fight, to be sent back."""
    fight.run()
    return seen(fight), fight


def set_up(encounter: Encounter) -> tuple[bytes, dict[str, list[str]], bool]:
    w = encounter.world()
    return pack(w), encounter.names, encounter.ruleset is SHELF.get(encounter.ruleset.slug)


def packed(worlds: list[Record]) -> list[bytes]:
    return [pack(w) for w in worlds]


def halfway(encounter: Encounter) -> Fight:
    """A fight of the computer's, stopped in the middle; its table plays on if it is let."""
    players = Players([Seat("random")] * len(encounter.entrants), seed=5)
    fight = Fight(encounter, players)
    fight.run()
    fight.answerer = nobody
    fight.undo(min(60, len(fight.live) // 2))
    fight.answerer = players
    return fight


@pytest.mark.parametrize("slug", ["skirmish", *(s for s in SHELF.slugs() if s != "skirmish")])
def test_a_fight_goes_on_elsewhere(slug: str, elsewhere: ProcessPoolExecutor) -> None:
    names = SHELF.get(slug).encounter_files()
    encounter = min(map(find_encounter, names), key=lambda one: len(one.entrants))
    assert elsewhere.submit(set_up, encounter).result() == set_up(encounter)
    fight = halfway(encounter)
    assert not fight.is_over
    assert elsewhere.submit(as_it_is, fight).result() == seen(fight)
    there, back = elsewhere.submit(to_the_end, fight).result()
    assert there["over"]
    assert back.ruleset is fight.ruleset
    fight.run()
    assert there == seen(fight) == seen(back)
    assert elsewhere.submit(packed, [fight.world]).result() == [pack(fight.world)]


@pytest.mark.usefixtures("_homemade")
def test_what_is_homemade_is_found_by_its_folder(elsewhere: ProcessPoolExecutor) -> None:
    """The other process was never told of the folder, and gets a world of it first."""
    office = find_encounter("rooms/office")
    assert type(office.world()).__module__.startswith("affray_homemade.rooms")
    assert elsewhere.submit(packed, [office.world()]).result() == [pack(office.world())]
    assert elsewhere.submit(set_up, office).result() == set_up(office)


def test_edits_and_what_was_undone_are_taken_along() -> None:
    """Content keeps its number, though the edit that brought it first was taken back."""
    fight = halfway(find_encounter("skirmish/duel"))
    fight.answerer = nobody
    fight.edit({"Ada": {"weapon": "club"}})
    fight.undo(fight.step_start[0] - 1)
    fight.edit({"Ada": {"weapon": "spear"}})
    assert fight.encounter.names["weapons"].index("spear") == 3
    again = pickle.loads(pickle.dumps(fight))
    assert seen(again) == seen(fight)
    assert fight.pending is not None
    assert again.remembered(fight.pending) == fight.remembered(fight.pending)


def test_who_cannot_be_taken_along_leaves_the_questions_open(tmp_path: Path) -> None:
    asked: list[Question] = []

    def answer(fight: Fight, question: Question, world: Any) -> Answer:
        asked.append(question)
        return nobody(fight, question, world)

    fight = Fight(find_encounter("skirmish/duel"), answer)
    assert pickle.loads(pickle.dumps(fight)).pending is None, "it was not begun"
    fight.run()
    again = pickle.loads(pickle.dumps(fight))
    assert again.pending == fight.pending == asked[0]
    assert again.answerer is nobody


def test_players_move_with_their_fight() -> None:
    players = Players([Seat("bold")] * 2, seed=5)
    fight = Fight(find_encounter("skirmish/duel"), players)
    again = pickle.loads(pickle.dumps(fight))
    assert isinstance(again.answerer, Players)
    assert again.answerer.seats == players.seats
    again.run()
    fight.run()
    assert again.live == fight.live, "the same players roll the same dice"


def test_only_one_fight_writes_into_a_save(tmp_path: Path) -> None:
    duel = find_encounter("skirmish/duel")
    game = new_save(duel, [Seat("bold")] * 2, 5, tmp_path / "save.toml")
    again = pickle.loads(pickle.dumps(game.fight))
    before = game.path.read_bytes()
    again.run()
    assert again.is_over
    assert game.path.read_bytes() == before
    game.fight.run()
    assert seen(game.fight) == seen(again)


def test_states_that_share_what_is_fixed_share_it_afterwards() -> None:
    w = find_encounter("skirmish/duel").world()
    one, other = pickle.loads(pickle.dumps([w, clone(w)]))
    assert type(one) is type(w)
    assert one.weapons is other.weapons
    assert one.creatures[0] is not other.creatures[0]


def test_a_ruleset_is_pickled_by_its_name() -> None:
    assert pickle.loads(pickle.dumps(RULESET)) is RULESET
    assert len(pickle.dumps(RULESET)) < 100
    changed = replace(RULESET, temperaments=["random"])
    with pytest.raises(pickle.PicklingError, match="skirmish: is not the ruleset that is found"):
        pickle.dumps(changed)


def test_other_rules_than_those_pickled_are_refused(tmp_path: Path) -> None:
    with pytest.raises(BadInput, match=r"^skirmish: found version \d+, expected 99, as it was p"):
        from_shelf("skirmish", 99, None)
    with pytest.raises(BadInput, match="no such folder"):
        from_shelf("rooms", 1, tmp_path / "rooms")


@pytest.mark.usefixtures("_homemade")
def test_another_ruleset_of_the_same_name_is_refused(tmp_path: Path) -> None:
    version = SHELF.get("rooms").book.version
    other = tmp_path / "rooms"
    other.mkdir()
    for name in ("rulebook.toml", "__init__.py"):
        (other / name).write_bytes((BOARDS / "rooms" / name).read_bytes())
    with pytest.raises(BadInput, match=r"^rooms: found in .*boards.rooms, expected .*rooms$"):
        from_shelf("rooms", version, other)
