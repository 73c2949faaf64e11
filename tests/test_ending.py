"""How a fight ended: read from its tape, the same every time, and no more than a seat may know."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction
from itertools import pairwise, takewhile
from pathlib import Path
from typing import Any

import pytest
from shipped import SAMPLES
from table_helpers import Table

from affray.book.encounter import find_encounter
from affray.book.words import Rolled
from affray.conformance.playing import usual
from affray.fight.between import Held, fold_past
from affray.fight.fight import Fight
from affray.fight.players import Players, Seat
from affray.oracles.tape import Answer, Kind, Question
from affray.rules.pools import D6
from affray.tell.ending import Eyes, ending, ending_lines
from affray.tell.luck import luck_of
from affray.tell.story import MOST_SENTENCES, Highlight, told_in_a_row
from affray.tell.unseen import is_done_by, veiled


def fought(name: str, seed: int = 5) -> Fight:
    encounter = find_encounter(name)
    seats = [Seat(encounter.ruleset.temperaments[t]) for t in usual(encounter)]
    fight = Fight(encounter, Players(seats, seed))
    fight.run()
    return fight


PLAIN = Rolled("to see", ())


def test_the_chance_of_a_number_is_that_of_it_or_better() -> None:
    """Two dice come to 11 or 12 in 3 of 36 cases, and to 11 or less in 35."""
    eleven = luck_of(Question(Kind.ROLL, 0, 0, pool=2 * D6), Answer(11), PLAIN)
    assert eleven is not None
    assert (eleven.as_well, eleven.as_badly) == (Fraction(3, 36), Fraction(35, 36))
    low = luck_of(Question(Kind.ROLL, 0, 0, pool=2 * D6), Answer(11), Rolled("", (), luck=-1))
    assert low is not None
    assert low.as_badly == Fraction(3, 36), "less is better here"
    assert luck_of(Question(Kind.ROLL, 0, 0, pool=D6), Answer(6), Rolled("", (), luck=0)) is None


def test_a_yes_is_no_bad_luck_and_a_certain_one_none() -> None:
    hit = Question(Kind.CHECK, 0, 0, pool=D6, target=6)
    yes, no = luck_of(hit, Answer(1), PLAIN), luck_of(hit, Answer(0), PLAIN)
    assert yes is not None
    assert no is not None
    assert (yes.as_well, yes.as_badly) == (Fraction(1, 6), Fraction(1))
    assert (no.as_well, no.as_badly) == (Fraction(1), Fraction(5, 6))
    assert luck_of(Question(Kind.CHECK, 0, 0, pool=D6, target=1), Answer(1), PLAIN) is None


def test_single_dice_are_counted_by_their_sum() -> None:
    """Of 2d6 two sixes are the last hand there is."""
    last = Answer(20)
    found = luck_of(Question(Kind.DICE, 0, 0, n=2, sides=6), last, PLAIN)
    assert found is not None
    assert min(found.as_well, found.as_badly) == Fraction(1, 36)


def test_it_says_who_fell_by_whom_and_with_what() -> None:
    found = ending(fought("dungeoneers-tactics/duel"))
    assert found is not None
    (fall,) = found.fallen
    assert (fall.name, fall.by, fall.thing) == ("Skeleton", "Suori", "warhammer")
    assert fall.told == "Skeleton dies: there was no room for another wound."
    assert fall.text == f"{fall.told} Round 2, by Suori with warhammer.", "named once"
    assert replace(fall, told="by hand.", by="", thing="").text == "Skeleton, by hand. Round 2."
    assert replace(fall, told="", thing="").text == "Skeleton, out of it. Round 2, by Suori."
    assert found.best_blow is not None
    assert (found.best_blow.by, found.best_blow.name) == ("Suori", "Skeleton")
    assert found.story[0] == "The crypt duel: Suori against Skeleton."
    assert found.story[-1] == "The heroes have won after 2 rounds."
    assert "brings down Skeleton with warhammer." in found.story[-2]
    assert ending_lines(found)[:2] == ["The heroes have won.", "  After 2 rounds."]


BEGINS = ("round", "phase", "turn", "acts")


@pytest.mark.parametrize("name", SAMPLES)
def test_who_is_named_brought_them_down(name: str) -> None:
    """In fights played at random: the last enemy of whom anything was told before the fall."""
    encounter = find_encounter(name)
    fight = Fight(encounter, Players([Seat("random")] * len(encounter.entrants), 7))
    fight.run()
    found = ending(fight)
    assert found is not None
    words, sides = fight.ruleset.words, [entrant.side for entrant in encounter.entrants]
    told = [item for item in fight.story if isinstance(item[0], int)]
    for fall in found.fallen:
        who = fight.names.index(fall.name)
        sentences = [words.sentence(*event, encounter.names) for event in told]
        said = [k for k, text in enumerate(sentences) if text == fall.told]
        before = told[: said[-1]] if said else []
        act = list(takewhile(lambda e: words.event_name(e[0]) not in BEGINS, reversed(before)))
        enemies = [fight.names[e[1]] for e in act if sides[e[1]] != sides[who]]
        assert fall.by == (enemies[0] if enemies else ""), fall
    assert 2 <= len(found.story) <= MOST_SENTENCES


def test_a_wound_of_plunder_is_its_strikers() -> None:
    """By the rules' own record of a blow that is not settled yet."""
    seen = 0
    for seed in range(4):
        encounter = find_encounter("plunder/bone-cellar")
        fight = Fight(encounter, Players([Seat("random")] * len(encounter.entrants), seed))
        fight.run()
        found = ending(fight)
        assert found is not None
        by = {fall.name: fall.by for fall in found.fallen}
        for before, after in pairwise(fight.snapshots):
            blow, gone = before.world.blow, after.world.creatures
            victim = blow.victim
            fell = gone[victim].dead and not before.world.creatures[victim].dead
            if fell and blow.stage and blow.striker >= 0 and fight.names[victim] in by:
                seen += 1
                assert by[fight.names[victim]] == fight.names[blow.striker]
    assert seen > 4, "some fell by a blow"


def test_who_came_to_again_is_not_told_as_out_of_the_fight() -> None:
    """A stunning Wound of Plunder passes: whoever had one was listed, and once more as dead."""
    encounter = find_encounter("plunder/bone-cellar")
    fight = Fight(encounter, Players([Seat("random")] * len(encounter.entrants), 13))
    fight.run()
    found = ending(fight)
    assert found is not None
    standing, worlds = fight.ruleset.standing, [start.world for start in fight.snapshots]
    everybody = range(len(fight.names))
    out = [fight.names[i] for i in everybody if not standing(worlds[-1], i)]
    assert sorted(fall.name for fall in found.fallen) == sorted(out)
    came_to = [
        i
        for i in everybody
        for before, after in pairwise(worlds)
        if standing(after, i) and not standing(before, i)
    ]
    assert came_to, "one of them did"


@pytest.mark.parametrize(("seed", "name"), [(33, "Goblin 1"), (36, "Goblin 2")])
def test_who_ran_and_was_struck_down_is_told_as_struck_down(seed: int, name: str) -> None:
    encounter = find_encounter("plunder/ford-at-dusk")
    fight = Fight(encounter, Players([Seat("bold")] * len(encounter.entrants), seed))
    fight.run()
    goblin = fight.world.creatures[fight.names.index(name)]
    assert (goblin.fleeing, goblin.dead) == (1, 1), "it ran, and did not get far"
    found = ending(fight)
    assert found is not None
    (fall,) = [fall for fall in found.fallen if fall.name == name]
    assert (fall.by, fall.told) == ("Regdar", f"{name} dies at Regdar's hand.")
    assert fall.text.count("Regdar") == 1, "by whom is said once"
    assert not any(f"{name} turns to flee" in text for text in found.story)


def test_a_friend_who_steps_in_struck_nobody() -> None:
    found = ending(fought("skirmish/bridge"))
    assert found is not None
    sides = {"Ada": 0, "Bran": 0, "Grim": 1, "Snick": 1}
    assert found.fallen
    assert all(sides[fall.by] != sides[fall.name] for fall in found.fallen)


def test_a_fight_that_goes_on_has_no_end() -> None:
    fight = Fight(find_encounter("skirmish/duel"), Players([Seat("person")] * 2, 1))
    fight.run()
    assert ending(fight) is None


@pytest.fixture
def over(tmp_path_factory: pytest.TempPathFactory) -> Table:
    """A fight the heroes have lost: both of them were made to fall."""
    table = Table(tmp_path_factory.mktemp("table"), "skirmish/duel")
    table.gm.must("edit", creature="Ada", set={"wounds": 3})
    return table


def test_after_a_defeat_nothing_is_offered_that_is_refused(over: Table) -> None:
    view = over.gm.view()
    assert view["over"]
    assert view["can_then"] == []
    assert view["ending"]["outcome"] == view["outcome_text"]
    assert view["ending"]["minutes"] == 0
    (fall,) = view["ending"]["fallen"]
    assert (fall["name"], fall["told"]) == ("Ada", "by hand.")
    begun = over.gm.must("undo", to=0, fresh=True)
    assert begun["ending"] is None
    assert not begun["over"]
    told = begun["log"][-1]["text"]
    assert told == "Begun anew by Game master, with new dice; taken back: 1 line."


def test_a_fight_begun_anew_has_minutes_of_its_own(tmp_path: Path) -> None:
    table = Table(tmp_path, "skirmish/duel")
    game = table.app.state.lobby.kept(table.id).game
    game.card = replace(game.card, created="2020-01-01T00:00:00+00:00")

    def minutes() -> int:
        table.gm.must("edit", creature="Ada", set={"wounds": 3})
        return int(table.gm.view()["ending"]["minutes"])

    assert minutes() > 60
    table.gm.must("undo", to=0, fresh=True)
    assert minutes() == 0
    table.restart()
    assert table.gm.view()["ending"]["minutes"] == 0


def test_what_is_hidden_is_not_told() -> None:
    fight = fought("dungeoneers-tactics/duel")
    skeleton = fight.names.index("Skeleton")

    def is_hidden(k: int, item: Any) -> bool:
        return is_done_by(item, frozenset({skeleton}), fight.names)

    def veil(k: int, text: str) -> str:
        return veiled(text, fight.names, frozenset({skeleton}))

    found = ending(fight, Eyes(is_hidden, veil, frozenset({skeleton})))
    assert found is not None
    told = [*found.story, *(lucky.text for lucky in (found.luckiest, found.unluckiest) if lucky)]
    assert not any("Skeleton" in text for text in told)


def test_a_seat_is_told_nothing_but_what_its_log_says(
    tmp_path_factory: pytest.TempPathFactory,
) -> None:
    """In a game in which people hide from each other."""
    table = Table(tmp_path_factory.mktemp("table"), "rpg-hell/cold-cellar", players=1)
    heroes = [c["name"] for c in table.gm.view()["creatures"] if c["player"] == "person"]
    for name in heroes:
        table.gm.must("seat", creature=name, player="bold")
    (player,) = table.players
    view = player.view()
    assert view["over"]
    lines = [line["text"] for line in player.get("log", since=0).json()["log"]]
    found = view["ending"]
    rolls = [found[which]["text"] for which in ("luckiest", "unluckiest") if found[which]]
    said = [*(fall["told"] for fall in found["fallen"]), *rolls]
    assert said
    assert [text for text in said if text not in lines] == []
    names = [c["name"] for c in table.gm.view()["creatures"]]
    known = " ".join(lines)
    told = " ".join(found["story"][1:])
    assert [name for name in names if name in told and name not in known] == []


def test_a_folded_world_is_opened_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """Who fell, what each step cost and in which round it was are read from the same worlds."""
    fight = fought("plunder/regdar-and-the-orc")
    plainly = ending(fight)
    fold_past(fight.snapshots)
    folded = sum(start.held.is_folded for start in fight.snapshots)
    opened: list[Held] = []
    unfolded = Held._unfolded

    def counted(held: Held) -> Any:
        opened.append(held)
        return unfolded(held)

    monkeypatch.setattr(Held, "_unfolded", counted)
    assert ending(fight) == plainly
    assert 0 < len(opened) <= folded


def test_who_goes_on_is_not_named_again() -> None:
    """In one sentence of the story: the same blow twice, another one, two who fall in a row."""
    strikes = Highlight(1, 1, "Ada strikes Grim for 1 wound", "Ada")
    other = Highlight(2, 1, "Ada strikes Snick for 2 wounds", "Ada")
    falls = Highlight(3, 1, "Ada brings down Grim", "Ada", "then Grim")
    last = Highlight(4, 1, "Ada brings down Snick", "Ada", "then Snick")
    bran = Highlight(5, 1, "Bran brings down Orc", "Bran", "then Orc")
    assert told_in_a_row([strikes, strikes]) == "Ada strikes Grim for 1 wound, and does so again"
    assert told_in_a_row([strikes, other]).endswith("wound, and strikes Snick for 2 wounds")
    assert told_in_a_row([strikes, falls]).endswith("wound, and brings down Grim")
    assert told_in_a_row([falls, last]) == "Ada brings down Grim, and then Snick"
    assert told_in_a_row([falls, bran]) == "Ada brings down Grim, and Bran brings down Orc"
