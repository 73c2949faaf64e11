"""What a person reads at the table: points of the map in words, in every game."""

from __future__ import annotations

import json
import random
import re
from collections.abc import Iterator
from typing import Any

import pytest
from shipped import SAMPLES
from table_helpers import game_of

from affray.book.encounter import find_encounter
from affray.fight.fight import Fight
from affray.fight.plans import Offer, left_open, unusable
from affray.fight.players import Players, Seat
from affray.rules.masks import members
from affray.table import commands, undoing
from affray.table.declaring import target_name
from affray.table.envelopes import OpenQuestion
from affray.table.game import Game
from affray.table.logs import lines_json
from affray.table.views import view
from affray.tell.places import Places

COORDINATES = re.compile(r"[\[(]-?\d+, ?-?\d+[\])]|(?<=[,:] )\d+, \d+(?=[;,.]|$)")
"""[18, 29], (18, 29), and 'go, 18, 29'."""

TURNS = 12


def at_the_table(name: str) -> Game:
    """A fight whose game master plays everybody."""
    encounter = find_encounter(name)
    encounter.world()
    seats = Players([Seat("person")] * len(encounter.names["creatures"]), 5)
    game = game_of(Fight(encounter, seats))
    game.players = game.envelopes.players = seats
    game.fight.run()
    game.settle()
    return game


def plays_something(game: Game, dice: random.Random) -> None:
    """One of the plans that are open, with details to match; those that have some more often."""
    gm = game.chairs[0]
    asked = commands.asked_choice(game, gm)
    words, question = game.fight.ruleset.words, asked.question
    if words.questions[question.name].of == "number":
        option = str(dice.choice(members(question.mask)))
        return commands.answer(game, gm, words.question_name(question.name), option)
    more = [offer for offer in asked.offers if offer.label.endswith("...")]
    offer = dice.choice(more if more and dice.random() < 0.6 else asked.offers)
    said = details_of(asked, offer, dice)
    names = game.fight.encounter.names
    given = {words.question_name(q): words.option(q, a, names) for q, a in said}
    target = target_name(game.fight.encounter, offer)
    return commands.plan(game, gm, offer.name, target, given, asked.fight.names[offer.who])


def details_of(asked: OpenQuestion, offer: Offer, dice: random.Random) -> list[tuple[int, int]]:
    given: dict[int, int] = {}
    while left := [x for x in left_open(asked.fight, offer, given) if x.question.name not in given]:
        given[left[0].question.name] = dice.choice(members(left[0].question.mask))
    return [] if unusable(asked.fight, offer, given) else list(given.items())


def read(shown: Any) -> Iterator[str]:
    """Everything a page has to say, but for what its map is drawn from."""
    if isinstance(shown, str):
        yield shown
    elif isinstance(shown, dict):
        for name, part in shown.items():
            if name not in ("board", "fields"):
                yield from read(part)
    elif isinstance(shown, list):
        for part in shown:
            yield from read(part)


@pytest.mark.parametrize("name", SAMPLES)
def test_nobody_reads_coordinates(name: str) -> None:
    game, dice = at_the_table(name), random.Random(name)
    gm = game.chairs[0]
    for turn in range(TURNS):
        if game.fight.is_over:
            break
        shown = view(game, gm)
        texts = [*read({**shown, "log": json.loads(lines_json(shown["log"]))})]
        assert [text for text in texts if COORDINATES.search(text)] == []
        if turn == TURNS // 2 and shown["me"]["undo"]:
            undoing.undo(game, gm, None, fresh=False)
        else:
            plays_something(game, dice)
        game.settle()


def test_a_sealed_point_is_read_by_its_owner_in_words() -> None:
    game = at_the_table("plunder/regdar-and-the-orc")
    gm = game.chairs[0]
    commands.plan(game, gm, "go", None, {"bearing": "15", "feet": "7"}, "Regdar")
    (mine, _) = view(game, gm)["pending"]["sealing"]["mine"]
    assert mine["choice"] == "Go 7 ft east, to a spot 2 ft east of Orc"
    assert view(game, gm)["me"]["undo"]["what"] == f"Regdar: {mine['choice']}"
    (where,) = [s for s in view(game, gm)["creatures"][0]["card"]["stats"] if s["label"] == "where"]
    assert where["value"].endswith(" Orc")


def test_who_moved_before_is_where_they_are_now() -> None:
    """All move in one step: the last goes by where the others have come to."""
    game = at_the_table("plunder/ford-at-dusk")
    gm = game.chairs[0]
    for who in ("Regdar", "Geldan", "Milos", *(f"Goblin {k}" for k in range(1, 5)), "Archer"):
        foe = "Goblin 2" if who in ("Regdar", "Geldan", "Milos") else "Regdar"
        commands.plan(game, gm, "close", foe, {}, who)
    game.settle()
    fight = game.fight
    lines = [line["text"] for line in json.loads(lines_json(view(game, gm)["log"]))]
    name, _, where = [line for line in lines if " goes to a spot " in line][-1].partition(
        " goes to a spot "
    )
    i = fight.names.index(name)
    places = Places(fight, fight.world)
    assert places.board is not None
    token = next(t for t in places.board.tokens if t.who == i)
    assert where == f"{places.near((token.x, token.y), frozenset({i}))}."


def test_a_point_past_the_edge_of_the_map_is_said_like_any_other() -> None:
    """Whoever runs from the fight leaves the map on its side: below 0 there."""
    fight = at_the_table("plunder/ford-at-dusk").fight
    said = Places(fight, fight.world).said("Goblin 2 goes to [32, -3].")
    assert said == "Goblin 2 goes to a spot 35 ft south of Regdar."
