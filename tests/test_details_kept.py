"""What is said along with a plan answers whoever is asked for it, or it a sentence says why not."""

from __future__ import annotations

from contextlib import nullcontext
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from story_stage import a_character, stage
from table_helpers import Table, game_of, seeded
from terminal_keyboard import PERSON, Keyboard, play

from affray.book.encounter import Encounter, find_encounter
from affray.fight.addressed import addressed
from affray.fight.beside import Habit
from affray.fight.fight import Fight
from affray.fight.following import Following, refused_words, take
from affray.fight.plans import Offer, offers
from affray.fight.players import Players
from affray.files.saves import new_save
from affray.oracles.tape import Question
from affray.table import commands, rulings, undoing
from affray.table.game import Game
from affray.table.half_given import read_plans, state_of, take_state
from affray.table.jobs import Result
from affray.table.pending import pending
from affray.table.preview import odds_wanted
from affray.table.store import Chair
from affray.tell.narration import transcript

__all__ = ["seeded"]

HURT: dict[str, Any] = {"wounds": 2, "severity": ["debilitating", "lingering"], "rests": [7, 3]}


def the_hurt() -> Encounter:
    """Ann leads the party; everybody has two wounds."""
    return stage("between", *(a_character(name, **HURT) for name in ("Ann", "Ben", "Cy")))


def resting(*lines: str) -> Keyboard:
    return play(new_save(the_hurt(), [PERSON] * 3, 1), *lines)


# At one keyboard


@pytest.mark.parametrize("healer", ["Ann", "Ben"])
def test_a_detail_that_a_friend_is_asked_for_is_kept(healer: str) -> None:
    """The wound is its bearer's to name, the patient the healer's; Ann leads and says both."""
    keyboard = resting(f"treat-wounds {healer} patient=Cy wound=second")
    assert f"  {healer} treats Cy: Lingering Trauma.  [SM-43 SM-49]" in keyboard.screen
    assert "Which wound" not in keyboard.text
    assert "Whom does" not in keyboard.text


def test_it_is_kept_past_an_answer_in_the_middle_of_the_plan() -> None:
    keyboard = resting("treat-wounds Ben wound=second", "Cy")
    assert "  Ben treats Cy: Lingering Trauma.  [SM-43 SM-49]" in keyboard.screen


def test_what_is_not_legal_for_a_friend_is_said_and_asked() -> None:
    keyboard = resting("treat-wounds Ann patient=Cy wound=fourth", "map", "first")
    assert keyboard.screen.count("  wound=fourth is not legal here") == 2
    assert "  Ann treats Cy: Debilitating Injury.  [SM-43 SM-49]" in keyboard.screen


def test_friends_who_act_for_themselves_are_not_spoken_for() -> None:
    """All say in one step how far they go: who stays has said nothing for a friend."""
    fight = begun(find_encounter("plunder/ford-at-dusk"))
    assert asked_now(fight) == "move"
    feet = fight.ruleset.words.question_names["feet"]
    following = Following(named(fight, "stay"), {feet: 20})
    following.go_on(fight, lambda who: True)
    take(fight, named(fight, "go"))
    take(fight, offers(fight)[0])
    following.go_on(fight, lambda who: True)
    assert asked_now(fight) == "feet"
    assert following.unused == {feet: 20}


def test_a_foe_is_never_spoken_for() -> None:
    """One person plays both sides: whether the dog dodges is not said by who strikes at it."""
    fight = begun(find_encounter("rpg-hell/gate-duel"))
    dodge = fight.ruleset.words.question_names["dodge"]
    for k in range(len(offers(fight))):
        fight = begun(find_encounter("rpg-hell/gate-duel"))
        following = Following(offers(fight)[k], {dodge: 1})
        following.go_on(fight, lambda who: True)
        if asked_now(fight) == "dodge":
            break
    assert asked_now(fight) == "dodge"
    assert following.unused == {dodge: 1}


def begun(encounter: Encounter) -> Fight:
    encounter.world()
    fight = Fight(encounter, Players([PERSON] * len(encounter.entrants), 1))
    fight.run()
    return fight


def asked_now(fight: Fight) -> str:
    assert fight.pending is not None
    return fight.ruleset.words.question_name(fight.pending.name)


def named(fight: Fight, plan: str) -> Offer:
    return next(offer for offer in offers(fight) if offer.name == plan)


def test_what_was_refused_is_asked_until_it_is_answered() -> None:
    """A second look at the same question answered it as usual."""
    fight = begun(find_encounter("dungeoneers-tactics/duel"))
    stress = fight.ruleset.words.question_names["stress"]
    attack = named(fight, "attack")
    following = Following(attack, {stress: 61})
    for _ in range(2):
        following.go_on(fight)
        assert asked_now(fight) == "stress"
        assert refused_words(fight, {0: following}) == ["stress=61 is not legal here"]


# At the table


def at_the_table(*held: tuple[int, ...]) -> Game:
    """The hurt, each of `held` by a player of their own, the rest by the game master."""
    game = game_of(begun(the_hurt()))
    game.players.seats = [PERSON] * 3
    players = [Chair(n, False, f"P{n}", who, taken=True) for n, who in enumerate(held, start=1)]
    game.chairs = [*game.chairs, *players]
    return game


def told(game: Game) -> str:
    return transcript(game.fight)


def say(game: Game, n: int, plan: str, target: str | None = None, **given: str) -> list[str]:
    """A plan by a chair's hand; what it reads then of what came to nothing."""
    commands.plan(game, game.chairs[n], plan, target, given)
    game.settle()
    return astray(game, n)


def astray(game: Game, n: int) -> list[str]:
    here = pending(game, game.chairs[n])
    assert here is not None
    found: list[str] = here["astray"]
    return found


def test_at_the_table_a_friend_s_detail_is_kept_by_who_plays_both() -> None:
    game = at_the_table()
    assert say(game, 0, "treat-wounds", "Ben", patient="Cy", wound="second") == []
    assert "Ben treats Cy" in told(game)
    assert [names(game)[q.who] for q in asked_for(game)] == ["Ann", "Ann", "Ben", "Cy"]


def test_at_the_table_nobody_speaks_for_another_player() -> None:
    game = at_the_table((2,))
    assert say(game, 0, "treat-wounds", "Ann", patient="Cy", wound="second") == []
    assert [names(game)[who] for who in game.asked_now()] == ["Cy"]
    assert say(game, 1, "first") == [], "that is for Ann's player to read"
    assert astray(game, 0) == ["Ann: wound=second was not asked for"]
    assert say(game, 0, "find-lodging") == [], "until the next plan"


def test_at_the_table_what_is_not_legal_is_told_and_asked() -> None:
    game = at_the_table()
    refused = ["wound=fourth is not legal here"]
    assert say(game, 0, "treat-wounds", "Ann", patient="Cy", wound="fourth") == refused
    again = at_the_table()
    again.fight = game.fight
    state = state_of(game, [])
    again.following = read_plans(state["plans"], game.fight.encounter)
    take_state(again, state)
    again.settle()
    assert again.fight.pending is game.fight.pending, "it is asked, also after a restart"
    assert astray(again, 0) == refused


def test_a_sealed_walk_keeps_its_feet_past_the_question_between(
    tmp_path: Path, seeded: None
) -> None:
    """They were asked for once more."""
    regdar = Table(tmp_path, "plunder/regdar-and-the-orc").gm
    regdar.must("plan", name="go", **{"with": {"feet": "20"}})
    regdar.must("answer", question="bearing", option="0")
    assert "Regdar goes" in "\n".join(regdar.log())


def test_a_sealed_walk_says_what_is_too_far(tmp_path: Path, seeded: None) -> None:
    regdar = Table(tmp_path, "plunder/regdar-and-the-orc").gm
    regdar.must("plan", name="go", **{"with": {"feet": "60"}})
    asked = regdar.must("answer", question="bearing", option="0")["pending"]
    assert (asked["question"], asked["astray"]) == ("feet", ["feet=60 is not legal here"])
    after = regdar.must("answer", question="feet", option="10")["pending"]
    assert after["astray"] == []


def names(game: Game) -> list[str]:
    return game.fight.names


def asked_for(game: Game) -> list[Question]:
    return [item[0] for item in game.fight.story if isinstance(item[0], Question)][:4]


# What is dropped is named

DROPPED = "wound=second, said with the plan, is dropped"


@pytest.mark.parametrize("says", ["undo", "undo all", "ruling ROUNDED", "edit scene_level=4"])
def test_at_one_keyboard_a_detail_that_is_dropped_is_named(says: str) -> None:
    """It was forgotten without a word."""
    switch = next(s for s in the_hurt().ruleset.book.switches if len(s.readings) > 1)
    other = next(name for name in switch.reading_names if name != switch.default)
    says = says.replace("ROUNDED", f"{switch.name}={other}")
    keyboard = resting("treat-wounds Ben wound=second", says)
    assert keyboard.screen.count(f"  Ann: {DROPPED}") == 1


def test_nothing_is_dropped_where_nothing_was_changed() -> None:
    keyboard = resting("treat-wounds Ben wound=second", "edit scene_level=nonsense", "Cy")
    assert DROPPED not in keyboard.text
    assert "  Ben treats Cy: Lingering Trauma.  [SM-43 SM-49]" in keyboard.screen


def half_treated() -> Game:
    """Ann treats Cy, whose player is asked which wound; Ann's has said it already."""
    game = at_the_table((2,))
    say(game, 0, "treat-wounds", "Ann", patient="Cy", wound="second")
    return game


def test_at_the_table_a_detail_dropped_by_an_undo_is_named() -> None:
    game = half_treated()
    undoing.undo(game, game.chairs[0], None, False)
    game.settle()
    assert astray(game, 0) == [f"Ann: {DROPPED}"]
    assert say(game, 0, "treat-wounds", "Ann", patient="Ben") == [], "until the next plan"


def test_one_dropped_by_an_undo_that_was_granted_is_named() -> None:
    game = at_the_table((0, 1), (2,))
    say(game, 1, "treat-wounds", "Ann", patient="Cy", wound="second")
    game.fight.say_beside(Habit("strict", ""))
    undoing.ask_undo(game, game.chairs[1])
    undoing.answer_undo(game, game.chairs[0], "P1", True)
    game.settle()
    assert astray(game, 1) == [f"Ann: {DROPPED}"]
    assert astray(game, 2) == [], "it is for its owner to read"


def test_one_dropped_by_a_ruling_or_by_hand_is_named() -> None:
    game = half_treated()
    switch = next(s for s in game.fight.ruleset.book.switches if len(s.readings) > 1)
    other = next(name for name in switch.reading_names if name != switch.default)
    rulings.read_so(game, game.chairs[0], switch.name, other, False)
    game.settle()
    assert astray(game, 0) == [f"Ann: {DROPPED}"]
    game = half_treated()
    commands.edit(game, game.chairs[0], "", {"scene_level": "4"})
    game.settle()
    assert astray(game, 0) == [f"Ann: {DROPPED}"]


def test_one_whose_plan_the_computer_takes_over_is_named() -> None:
    game = half_treated()
    commands.seat(game, game.chairs[0], "Ann", "bold", None)
    assert astray(game, 0) == [f"Ann: {DROPPED}"]


def test_one_that_was_half_sealed_is_named(tmp_path: Path, seeded: None) -> None:
    regdar = Table(tmp_path, "plunder/regdar-and-the-orc").gm
    regdar.must("plan", name="go", **{"with": {"feet": "20"}})
    here = regdar.must("undo")["pending"]
    assert here["astray"] == ["Regdar: feet=20, said with the plan, is dropped"]
    assert regdar.must("plan", name="stay")["pending"]["astray"] == []


def test_one_half_sealed_whose_owner_the_computer_becomes_is_named(
    tmp_path: Path, seeded: None
) -> None:
    regdar = Table(tmp_path, "plunder/regdar-and-the-orc").gm
    regdar.must("seat", creature="Orc", player="person")
    regdar.must("plan", name="go", **{"with": {"feet": "20"}})
    here = regdar.must("seat", creature="Regdar", player="bold")["pending"]
    assert here["astray"] == ["Regdar: feet=20, said with the plan, is dropped"]


def test_one_half_sealed_is_named_where_the_computer_answers_this_once(
    tmp_path: Path, seeded: None
) -> None:
    table = Table(tmp_path, "plunder/regdar-and-the-orc", players=1)
    gm, player = table.gm, table.players[0]
    gm.must("seat", creature="Orc", player="person")
    player.must("plan", name="go", **{"with": {"feet": "20"}})
    gm.must("answer-for", seat=player.view()["me"]["name"], how="computer")
    assert player.view()["pending"]["astray"] == ["Regdar: feet=20, said with the plan, is dropped"]
    assert gm.view()["pending"]["astray"] == [], "it is for its owner to read"


def test_one_half_sealed_goes_with_all_that_is_taken_back(tmp_path: Path, seeded: None) -> None:
    regdar = Table(tmp_path, "plunder/regdar-and-the-orc").gm
    regdar.must("plan", name="go", **{"with": {"feet": "20"}})
    here = regdar.must("undo", to=0, fresh=True)["pending"]
    assert here["astray"] == ["Regdar: feet=20, said with the plan, is dropped"]


def test_a_change_by_hand_keeps_what_is_half_sealed(tmp_path: Path, seeded: None) -> None:
    regdar = Table(tmp_path, "plunder/regdar-and-the-orc").gm
    regdar.must("plan", name="go", **{"with": {"feet": "20"}})
    here = regdar.must("edit", creature="Regdar", set={"hp": "5"})["pending"]
    assert here["astray"] == []
    regdar.must("answer", question="bearing", option="0")
    assert "Regdar goes" in "\n".join(regdar.log())


# Odds take the same details


@pytest.mark.parametrize("said", ["patient=Cy wound=second", "wound=second", "patient=Cy"])
@pytest.mark.parametrize("healer", ["Ann", "Ben"])
def test_odds_at_the_keyboard_take_what_the_plan_takes(healer: str, said: str) -> None:
    """`wound: is not asked here`, where the plan itself took it."""
    keyboard = resting(f"? treat-wounds {healer} {said}", f"treat-wounds {healer} {said}")
    assert "is not asked" not in keyboard.text
    assert f"  {healer} treats a wound in the field" in keyboard.screen
    assert f"  {healer} rolls to treat the wound" in keyboard.text
    if "wound" in said and "patient" in said:
        assert "assumed: Cy: wound = second (given)" in keyboard.text


def test_odds_refuse_what_nobody_is_asked_for() -> None:
    keyboard = resting("? treat-wounds Ben patient=Cy gather=yes")
    assert "gather: is not asked here" in keyboard.text


def odds_at(game: Game, n: int, **given: str) -> Result:
    """What a chair is answered that asks for Ann's treating of wounds."""
    kept: Any = SimpleNamespace(
        lock=nullcontext(), refresh=lambda: None, game=game, number=lambda n: 0, seq=0
    )
    return odds_wanted(kept, n, "treat-wounds", "Ann", given).job.work_out(lambda: False)


def test_odds_at_the_table_take_what_the_plan_takes() -> None:
    found = odds_at(at_the_table(), 0, patient="Cy", wound="second")
    assert found.data is not None, found.why
    assert found.data["assumed"] == {"Cy: wound": "second (given)"}
    other = odds_at(at_the_table((2,)), 0, patient="Cy", wound="second")
    assert other.why == "wound: is not asked here", "it is for another player to say"


def test_details_go_to_those_who_are_asked_and_spoken_for() -> None:
    fight = begun(the_hurt())
    words = fight.ruleset.words
    wound, patient = words.question_names["wound"], words.question_names["patient"]
    treat = next(o for o in offers(fight) if o.label.startswith("Ben treats"))
    everybody = addressed(fight, treat, {wound: 1}, lambda who: True)
    assert everybody == {(1, wound): 1, (2, wound): 1}, "and Ann, whose plan it is"
    assert addressed(fight, treat, {wound: 1}, lambda who: who == 1) == {(1, wound): 1}
    assert addressed(fight, treat, {patient: 2, wound: 1}, lambda who: True) == {
        (1, patient): 2,
        (2, wound): 1,
    }
    assert addressed(fight, treat, {wound: 3}, lambda who: True) == {}


def test_details_are_nobody_s_who_declares_for_themselves() -> None:
    fight = begun(find_encounter("plunder/ford-at-dusk"))
    feet = fight.ruleset.words.question_names["feet"]
    assert addressed(fight, named(fight, "stay"), {feet: 20}, lambda who: True) == {}
