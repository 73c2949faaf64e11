"""Where in the round a fight is, as a page shows it: a game's words say which of its phases lie
between rounds, and in which it is not settled yet who acts. No phase is known by its name."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from enum import IntEnum
from typing import Any

import pytest
from table_helpers import game_of

from affray.book.encounter import find_encounter
from affray.fight.fight import Fight
from affray.fight.players import Players, Seat
from affray.rulesets.dungeoneers_tactics.kinds import Phase as Tactics
from affray.rulesets.plunder.kinds import Phase as Plunder
from affray.rulesets.rpg_hell.kinds import Phase as Hell
from affray.rulesets.story_mode.kinds import Phase as Story
from affray.table.views import view


def begun(name: str) -> Fight:
    found = find_encounter(name)
    fight = Fight(found, Players([Seat("person")] * len(found.entrants), 1))
    fight.run()
    return fight


def seen_in(fight: Fight, phase: IntEnum) -> dict[str, Any]:
    """The page of the game master while the world is in a phase."""
    fight.world.phase = phase
    game = game_of(fight)
    return view(game, game.chairs[0])


def said_of(fight: Fight, seams: Sequence[IntEnum] = (), unsettled: Sequence[IntEnum] = ()) -> None:
    """As if the game's words said that of its phases."""
    words = replace(fight.ruleset.words, seams=seams, unsettled=unsettled)
    fight.ruleset = replace(fight.ruleset, words=words)


def who_is_up(seen: dict[str, Any]) -> list[str]:
    return [turn["name"] for turn in seen["order"] if turn["now"]]


def test_the_words_say_which_phases_lie_between_rounds() -> None:
    fight = begun("plunder/regdar-and-the-orc")
    said_of(fight, seams=(Plunder.MORALE, Plunder.MELEE))
    seen = seen_in(fight, Plunder.RANGED)["phase"]
    assert seen["all"] == ["round", "declare-spells", "movement", "ranged", "spells", "end"]
    assert seen["now"] == 3
    assert seen_in(fight, Plunder.MELEE)["phase"]["now"] is None


def test_a_game_that_says_nothing_of_its_phases_has_all_of_them_in_the_round() -> None:
    fight = begun("plunder/regdar-and-the-orc")
    said_of(fight)
    assert seen_in(fight, Plunder.END)["phase"]["now"] == Plunder.END
    assert len(seen_in(fight, Plunder.END)["phase"]["all"]) == len(Plunder)


def test_the_words_say_in_which_it_is_not_settled_who_acts() -> None:
    fight = begun("dungeoneers-tactics/duel")
    said_of(fight)
    assert who_is_up(seen_in(fight, Tactics.TIES)) == ["Suori"]
    said_of(fight, unsettled=(Tactics.TURN,))
    assert who_is_up(seen_in(fight, Tactics.TURN)) == []


@pytest.mark.parametrize(
    ("fought", "turn", "nobodys"),
    [
        ("dungeoneers-tactics/duel", Tactics.TURN, [Tactics.ROUND, Tactics.TIES]),
        ("rpg-hell/gate-duel", Hell.TURN, [Hell.INITIATIVE]),
        ("rpg-hell/gate-duel", Hell.END, []),
        ("story-mode/pocket", Story.TURN, [Story.END, Story.ROUND, Story.INITIATIVE]),
        ("story-mode/pocket", Story.TURN, [Story.NEXT, Story.GATHER]),
    ],
)
def test_nobody_acts_while_the_order_is_drawn_up_or_no_round_is_on(
    fought: str, turn: IntEnum, nobodys: list[IntEnum]
) -> None:
    """In RPG Hell the first of the old order acted while Initiative was rolled anew, in Story
    Mode while the party took up what lay about."""
    fight = begun(fought)
    fight.world.order[:] = [*range(fight.world.n), *fight.world.order[fight.world.n :]]
    assert len(who_is_up(seen_in(fight, turn))) == 1
    for phase in nobodys:
        assert who_is_up(seen_in(fight, phase)) == [], phase.name
