"""What odds say first: hit, wounded, down, dead, exactly; and means of what is lost."""

from __future__ import annotations

import io
import json
from collections.abc import Callable
from contextlib import redirect_stdout
from dataclasses import replace
from fractions import Fraction
from functools import cache
from importlib.metadata import entry_points
from typing import Any

import pytest

from affray.book.encounter import Encounter, encounter_from, find_encounter
from affray.book.shelf import GROUP, SHELF
from affray.book.toml_tables import TomlTable
from affray.cli.common import PartyOptions
from affray.cli.odds import show_odds
from affray.fight.plans import Offer, find_plan
from affray.odds.of_plans import Position, odds_of
from affray.odds.upshot import Odds
from affray.oracles.dice import Noted
from affray.rulesets.story_mode.events import Event
from affray.rulesets.story_mode.kinds import Nature
from affray.rulesets.story_mode.phrases import harm_lost
from affray.tell.narration import tell_heads

Ask = Callable[..., dict[str, Any]]

SHIPPED = sorted(e.name for e in entry_points(group=GROUP))
"""The games that come with Affray; one of one's own may say less."""


@pytest.fixture(scope="module")
def ask() -> Ask:
    """The JSON of `affray odds`; what was asked once is remembered."""

    @cache
    def asked(encounter: str, who: str, do: str, target: str = "", *extra: str) -> dict[str, Any]:
        bring, said = PartyOptions(), io.StringIO()
        with redirect_stdout(said):
            show_odds(encounter, who, do, target, list(extra), False, [], [], [], bring, True)
        found: dict[str, Any] = json.loads(said.getvalue())
        return found

    return asked


def chances(found: dict[str, Any], who: str) -> dict[str, Fraction]:
    return {head["name"]: Fraction(head["p"]) for head in found["heads"] if head["who"] == who}


def share(found: dict[str, Any], *told: str) -> Fraction:
    """How likely an outcome holds one of these."""
    fitting = [o for o in found["outcomes"] if any(text in o["outcome"] for text in told)]
    return sum((Fraction(o["p"]) for o in fitting), Fraction(0))


# Every game, by hand and against the list


def test_skirmish_names_who_takes_the_blow(ask: Ask) -> None:
    """3d6 reach 1d6 in 427 of 432 cases; 2d6 reach 3 in 35 of 36; Snick steps in for Grim."""
    found = ask("skirmish/bridge", "Ada", "strike", "Grim")
    hit, through = Fraction(427, 432), Fraction(35, 36)
    assert chances(found, "Grim") == {"hit": hit, "wounded": 0, "down": 0}
    assert chances(found, "Snick") == {"wounded": hit * through}
    number = found["number"]
    assert (number["who"], number["name"]) == ("Snick", "wounded"), "a foe at any rate"
    assert Fraction(number["p"]) == hit * through
    assert [head["who"] for head in found["heads"]] == ["Grim", "Grim", "Grim", "Snick"]
    said = [head["implied"] for head in found["heads"]]
    assert said == [False, False, True, False], "never wounded is never down"


def test_tactics(ask: Ask) -> None:
    found = ask("dungeoneers-tactics/duel", "Suori", "attack", "Skeleton")
    heads = chances(found, "Skeleton")
    assert list(heads) == ["hit", "hurt", "wounded", "dead"]
    assert heads["hit"] == Fraction(15, 16)
    assert heads["hit"] == share(found, "hit")
    assert heads["hurt"] == share(found, "Skeleton soaks", "Skeleton at")
    assert heads["dead"] == share(found, "Skeleton dead") == 0


def test_spotlight(ask: Ask) -> None:
    """Of those pushed over the edge half find no hold, and half of these land on their feet."""
    found = ask("dungeoneers-spotlight/narrow-bridge", "Freya", "push", "Guard 1")
    heads = chances(found, "Guard 1")
    assert heads["hit"] == Fraction(5, 12) == share(found, "hit")
    assert heads["falls"] == share(found, "Guard 1 falls") == heads["hit"] / 2
    assert heads["wounded"] == share(found, "Guard 1 sustains") == heads["falls"] / 2


def test_plunder(ask: Ask) -> None:
    """Both declare and roll: what becomes of either is asked."""
    found = ask("plunder/regdar-and-the-orc", "Regdar", "attack", "Orc")
    orc, regdar = chances(found, "Orc"), chances(found, "Regdar")
    assert list(orc)[:4] == ["hit", "wounded", "out of the fight", "dead"]
    assert orc["hit"] == share(found, "Orc takes")
    assert orc["wounded"] == share(found, "Orc wounded")
    assert orc["dead"] == share(found, "Orc dead") > 0
    assert regdar["hit"] == share(found, "Regdar takes")
    assert found["number"]["name"] == "hit"
    assert Fraction(found["number"]["p"]) == orc["hit"]
    assert Fraction(found["harm"][0]["p"]) == regdar["hit"], "one's own harm stands apart"


def test_rpg_hell(ask: Ask) -> None:
    """What is in reach is always hit; a Dog wears no Armor, so it always loses Health."""
    found = ask("rpg-hell/gate-duel", "Hale", "attack", "Dog")
    heads = chances(found, "Dog")
    assert list(heads) == ["hit", "Health lost", "bloody", "out of the fight", "dead"]
    assert heads["hit"] == heads["Health lost"] == share(found, "Dog takes") == 1
    assert heads["dead"] == share(found, "Dog dead") == 0


def test_story_mode(ask: Ask) -> None:
    """Eighteen faces of twenty succeed against level 2."""
    found = ask("story-mode/crypt", "Alex", "attack", "Revenant")
    assert chances(found, "Revenant") == {"hit": Fraction(18, 20), "wounded": 0, "dead": 0}
    assert share(found, "Success") == Fraction(18, 20)


# Which are told, and of whom


def test_a_plan_at_nobody_tells_what_can_happen_to_anybody(ask: Ask) -> None:
    found = ask("skirmish/duel", "Ada", "press")
    assert list(chances(found, "Grim")) == ["hit", "wounded"], "of others only what can be"
    assert ask("dungeoneers-tactics/duel", "Suori", "defend")["heads"] == []


def test_a_hold_is_told_as_such(ask: Ask) -> None:
    found = ask("dungeoneers-tactics/duel", "Suori", "grapple", "Skeleton")
    (head,) = found["heads"]
    assert head["name"] == found["number"]["name"] == "held"
    assert found["number"]["p"] == head["p"]
    assert Fraction(head["p"]) == 1 - share(found, "not held")


@pytest.mark.parametrize("slug", SHIPPED)
def test_every_game_says_what_it_is_asked_and_what_is_lost(slug: str) -> None:
    game = SHELF.get(slug)
    assert game.words.heads
    fields = game.world.layout.fields["creatures"].layout.fields.values()
    assert {loss.field for loss in game.words.losses} == {f.name for f in fields if f.headline}


# What is lost


def _hunter(**beast: Any) -> Encounter:
    """A character close to a creature."""
    room = {"at": "room"}
    hunter = {"being": "character", "items": ["short-sword"]}
    data = {
        "ruleset": "story-mode",
        "start": "Hunter",
        "set": {"scene_level": 4},
        "map": {"close": [["Hunter", "Beast"]]},
        "zone": [{"id": "room"}],
        "creature": [
            {"name": "Hunter", "side": "heroes", **room, "set": hunter},
            {"name": "Beast", "side": "foes", **room, "set": {"level": 4, **beast}},
        ],
    }
    return encounter_from(TomlTable(data, "hunt"), "hunt")


def _attack(encounter: Encounter) -> Odds:
    w, plan = encounter.world(), find_plan(encounter, "attack")
    assert plan is not None
    answers = plan.answers_for(w, 0, 1)
    assert answers is not None
    offer = Offer("attack", "Attack", 0, tuple(answers), 1, plan)
    return odds_of(Position(encounter, w), offer, [1, 1])


@pytest.mark.parametrize("harm", [1, 2, 3, 4])
def test_a_wound_that_fills_harm_up_again_is_no_gain(harm: int) -> None:
    """Two Harm a blow, of a counter that starts anew at 4 with the wound."""
    found = _attack(_hunter(harm=harm, max_harm=4))
    heads = {head.name: head.p for head in found.heads}
    assert heads["hit"] > 0
    assert found.expected["Beast"]["harm"] == heads["hit"] * min(2, harm)
    wounds = found.expected["Beast"].get("wounds", Fraction(0))
    assert wounds == heads["wounded"] == (heads["hit"] if harm <= 2 else 0)
    assert found.losses["harm"].verb(Fraction(1)) == "loses"


def test_harm_lost_blow_by_blow() -> None:
    def fields(harm: int, wounds: int) -> dict[str, int]:
        return {"harm": harm, "wounds": wounds, "max_harm": 5}

    def took(harm: int, left: int) -> Noted:
        return (Event.HARM, 0, harm, left)

    wound = (Event.WOUND, 0, 1, int(Nature.PHYSICAL))
    assert harm_lost(fields(2, 0), fields(5, 1), [took(3, 0), wound]) == 2
    assert harm_lost(fields(2, 0), fields(4, 1), [took(3, 0), wound]) == 3, "it carried over"
    assert harm_lost(fields(2, 0), fields(2, 1), [wound]) == 0, "the chart's goes past Harm"
    assert harm_lost(fields(2, 0), fields(5, 1), [wound]) == 2, "or fills it up again"
    assert harm_lost(fields(2, 0), fields(5, 0), []) == -3, "a rest gives it back"


@pytest.mark.parametrize(
    ("fight", "who", "do", "target"),
    [
        ("skirmish/duel", "Ada", "strike", "Grim"),
        ("dungeoneers-tactics/duel", "Suori", "attack", "Skeleton"),
        ("dungeoneers-spotlight/narrow-bridge", "Freya", "strike", "Guard 1"),
        ("plunder/regdar-and-the-orc", "Regdar", "attack", "Orc"),
        ("rpg-hell/gate-duel", "Hale", "attack", "Dog"),
        ("story-mode/crypt", "Alex", "attack", "Revenant"),
    ],
)
def test_who_is_only_harmed_gains_nothing(
    fight: str, who: str, do: str, target: str, ask: Ask
) -> None:
    lost = ask(fight, who, do, target)["expected"]
    assert lost[target]
    assert all(field["value"] >= 0 for fields in lost.values() for field in fields.values())
    assert all(field["verb"] in ("gains", "loses") for field in lost[target].values())


def test_hit_points_are_lost_and_wounds_are_gained(ask: Ask) -> None:
    lost = ask("plunder/regdar-and-the-orc", "Regdar", "attack", "Orc")["expected"]["Orc"]
    assert (lost["hp"]["verb"], lost["hp"]["word"]) == ("loses", "Hit Points")
    assert (lost["wounds"]["verb"], lost["wounds"]["word"]) == ("gains", "Wounds")


def test_the_heads_stand_first_in_words_too(capsys: pytest.CaptureFixture[str]) -> None:
    show_odds(
        "skirmish/duel",
        "Ada",
        "strike",
        "Grim",
        [],
        False,
        [],
        [],
        [],
        PartyOptions(),
        as_json=False,
    )
    lines = capsys.readouterr().out.splitlines()
    assert lines[1] == "Grim wounded: 82.37 %"
    assert lines[2] == "Grim: hit 98.84 %, wounded 82.37 %, down 0.00 %"
    assert any(line.startswith("expected: Grim gains 0.") for line in lines)


def test_a_ruleset_that_declares_none_is_told_as_before() -> None:
    """The words of a game may leave them out: no heads, and means of how fields change."""
    encounter = find_encounter("skirmish/duel")
    words = replace(encounter.ruleset.words, heads=(), losses=(), aims={})
    bare = replace(encounter.ruleset, words=words)
    found = _strike(replace(encounter, ruleset=bare))
    assert found.heads == []
    assert tell_heads(found) == []
    assert found.number is None
    assert found.expected == _strike(encounter).expected


def _strike(encounter: Encounter) -> Odds:
    here = encounter.switched({}, start="Ada")
    plan = find_plan(here, "strike")
    assert plan is not None
    offer = Offer("strike", "Strike", 0, ((1, 1),), 1, plan)
    return odds_of(Position(here, here.world()), offer, [1, 1])
