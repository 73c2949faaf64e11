"""Whoever comes into a fight that is on, or leaves it, at any time: the game goes on as a game."""

from __future__ import annotations

import random
from pathlib import Path
from typing import Any

import pytest

from affray.book.encounter import Encounter
from affray.book.errors import BadInput
from affray.book.names import free_name
from affray.conformance.playing import Some, require_same, require_sound
from affray.fight.fight import Fight
from affray.fight.hand import bring_in, let_go
from affray.fight.players import Players, Seat
from affray.files.saves import load_save, new_save
from affray.oracles.tape import Answer, Pending, Question
from affray.oracles.watched import WatchedDice
from affray.rules.ask import ONGOING, RANDOM
from affray.rules.world import pack

TIMES, APART = 12, 20
"""How often somebody comes or goes in one fight, and how many answers at most lie between."""

STEPS = 40


class Pausing:
    """Random players who stop after some answers."""

    def __init__(self, players: Players) -> None:
        self.players, self.left = players, 0

    def __call__(self, fight: Fight, question: Question, world: Any) -> Answer:
        if self.left <= 0:
            raise Pending(question, world)
        self.left -= 1
        return self.players(fight, question, world)


def go_on(fight: Fight, answers: int) -> None:
    """A few answers further, or to the end."""
    assert isinstance(fight.answerer, Pausing)
    fight.answerer.left = answers
    fight.run()


def test_one_may_come_and_one_may_leave_at_any_step(
    encounter: Encounter, tmp_path: Path, some: Some
) -> None:
    """Every state is sound, a save tells the same fight, and undo takes all of it back."""
    path = tmp_path / "late.toml"
    seats = [Seat("random")] * len(encounter.entrants)
    for k in range(some(4)):
        numbers = random.Random(f"{encounter.name} {k}")
        path.unlink(missing_ok=True)
        game = new_save(encounter, seats, seed=k, path=path)
        game.fight.answerer = Pausing(game.players)
        come_and_go(game.fight, numbers)
        loaded = load_save(path)
        loaded.fight.answerer = Pausing(loaded.players)
        loaded.fight.run()
        assert loaded.fight.names == game.fight.names
        assert loaded.fight.story == game.fight.story, "a save tells another story"
        require_same(game.fight.world, loaded.fight.world, "saved and loaded", "before", "after")
        game.fight.undo(0)
        assert game.fight.names == [entrant.name for entrant in encounter.entrants]
        assert len(game.fight.names) == encounter.begun == game.fight.world.n


def come_and_go(fight: Fight, numbers: random.Random) -> None:
    for _ in range(TIMES):
        go_on(fight, numbers.randrange(1, APART))
        before, refused = list(fight.names), False
        try:
            change(fight, numbers)
        except BadInput:
            refused = True
        assert not refused or fight.names == before, "who was refused is there all the same"
        require_sound(fight.encounter, fight.step_start[1], "after somebody came or left")
        assert len(fight.names) == len(fight.encounter.entrants) == fight.world.n
        if not [name for i, name in enumerate(fight.names) if i not in fight.left]:
            return


def change(fight: Fight, numbers: random.Random) -> None:
    here = [name for i, name in enumerate(fight.names) if i not in fight.left]
    if numbers.random() < 0.5:
        let_go(fight, numbers.choice(here))
    else:
        bring_in(fight, another(fight, numbers), "random")


def another(fight: Fight, numbers: random.Random) -> dict[str, Any]:
    """One more of a kind that is there already, on any side."""
    models = [one for one in fight.encounter.entrants if one.content]
    model = numbers.choice(models or fight.encounter.entrants)
    kind = {"from": model.content} if model.content else {}
    name = free_name(model.name, fight.names)
    return {"name": name, **kind, "side": numbers.choice(fight.encounter.sides)}


def test_there_is_room_for_as_many_as_the_game_says(encounter: Encounter) -> None:
    """One too many is told how many there can be; a fight that is not on is told so."""
    players = Players([Seat("random")] * len(encounter.entrants), 1)
    fight = Fight(encounter, Pausing(players))
    fight.run()
    numbers = random.Random(encounter.name)
    most = type(fight.world).layout.fields["creatures"].capacity
    said = ""
    for _ in range(most + 1):
        try:
            bring_in(fight, another(fight, numbers), "random")
        except BadInput as refused:
            said = str(refused)
            break
    assert said, "more came than the game has place for"
    expected = "no fight is on" if encounter.is_between else str(most)
    assert fight.world.n < most or expected in said, said
    assert fight.world.n <= most


@pytest.mark.compiled
def test_compiled_rules_go_on_with_whoever_came_and_without_who_left(encounter: Encounter) -> None:
    """From such a state on, both engines play the same fight, byte for byte."""
    from affray.compiler.engine import Stepper, engine_of

    if encounter.is_between:
        return
    fight = Fight(encounter, Pausing(Players([Seat("random")] * len(encounter.entrants), 3)))
    numbers = random.Random(encounter.name)
    go_on(fight, APART)
    try:
        bring_in(fight, another(fight, numbers), "random")
        let_go(fight, fight.names[-2])
    except BadInput:
        return  # no room, which another test looks at
    w = fight.step_start[1]
    ruleset, seats = encounter.ruleset, [RANDOM] * w.n
    stepper = Stepper(engine_of(ruleset), pack(w), seats, 5, 0)
    dice = WatchedDice(5, 0, ruleset.decide, seats)
    for k in range(STEPS):
        if ruleset.outcome(w) != ONGOING or not fight.has_begun:
            return
        dice.said.clear()
        ruleset.step(dice, w)
        stepper.step()
        require_same(w, stepper.data(), f"step {k}", "in CPython", "compiled")
