"""Best play: exact, the same by either walk, no worse than any temperament, and met by dice."""

from __future__ import annotations

import json
from dataclasses import replace
from fractions import Fraction
from functools import cache
from itertools import product
from typing import Any

import pytest
from shipped import SAMPLES

from affray.book.encounter import Encounter, encounter_from, find_encounter
from affray.book.toml_tables import TomlTable
from affray.cli import solve as solving_command
from affray.cli.main import run
from affray.lab import best as solving
from affray.lab import walked
from affray.lab.best import best
from affray.lab.forks import ChoiceTree, Unknowable
from affray.lab.ladder import PERFECT, ladders
from affray.lab.mixed import mixed
from affray.lab.simulate import Simulation, simulate
from affray.lab.solve import solve
from affray.lab.states import FightEnd, Solved, TooManyStates
from affray.lab.steps import Edge, Steps, Tick, python_steps
from affray.lab.tally import Tally

Capture = pytest.CaptureFixture[str]
LEADS = {
    "skirmish/pocket": "foes",
    "dungeoneers-tactics/pocket": "heroes",
    "dungeoneers-spotlight/pocket": "foes",
    "plunder/pocket": "party",
    "rpg-hell/pocket": "players",
    "story-mode/pocket": "foes",
}
"""In each pocket encounter the side that gains most by playing as well as can be."""

POCKETS = [name for name in SAMPLES if name.endswith("/pocket")]
DUEL = find_encounter("skirmish/duel")
HALF, ONE = Fraction(1, 2), Fraction(1)


def by_tree(
    encounter: Encounter, tempers: list[int], own: int = 0, tick: Tick = lambda walked: None
) -> tuple[Steps, str]:
    return python_steps(encounter, tempers, own, tick), "python"


def bold(encounter: Encounter) -> list[int]:
    return [1] * len(encounter.entrants)


@cache
def lead_of(name: str) -> Fraction:
    """What the side that gains most can win against the bold."""
    encounter, side = find_encounter(name), LEADS[name]
    return best(encounter, bold(encounter), [side]).wins()[side]


def small_duel(toughness: int = 1, round_: int = 24, **changed: Any) -> Encounter:
    """Ada against Grim, over after a blow or two."""
    creatures = [
        {"name": "Ada", "from": "knight", "side": "heroes", "at": 1},
        {"name": "Grim", "from": "brute", "side": "foes", "at": 2},
    ]
    for one in creatures:
        one["set"] = {"toughness": toughness, **changed}
    top = {"ruleset": "skirmish", "title": "Small", "set": {"round": round_}, "creature": creatures}
    return encounter_from(TomlTable(top, "small"), "small")


@pytest.mark.compiled
@pytest.mark.parametrize("name", POCKETS)
def test_best_play_beats_bold_in_every_pocket(name: str) -> None:
    encounter, side = find_encounter(name), LEADS[name]
    usual = solve(encounter, bold(encounter)).wins()[side]
    assert lead_of(name) >= usual + Fraction(5, 100)


@pytest.mark.compiled
@pytest.mark.parametrize("name", POCKETS)
def test_a_pocket_is_solved_as_dice_have_it(name: str) -> None:
    encounter, fights = find_encounter(name), 4000
    solved = solve(encounter, bold(encounter))
    assert solved.is_exact
    played = simulate(encounter, fights, 9, "auto", "bold")
    for side, p in solved.wins().items():
        spread = 4 * (float(p * (1 - p)) / fights) ** 0.5 + 1e-9
        assert abs(played.wins()[side] / fights - float(p)) <= spread


@pytest.mark.compiled
@pytest.mark.parametrize("name", POCKETS)
def test_a_pocket_is_solved_as_the_tree_has_it(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    encounter = find_encounter(name)
    solved = solve(encounter, bold(encounter))
    monkeypatch.setattr(walked, "steps_of", by_tree)
    in_python = walked.walk(encounter, bold(encounter))
    assert (solved.engine, in_python.engine) == ("native", "python")
    assert in_python.ends == solved.ends
    assert in_python.states == solved.states


@pytest.mark.compiled
@pytest.mark.parametrize("sides", [["heroes"], ["foes"], ["foes", "heroes"]])
def test_best_play_is_the_same_walked_in_cpython(
    sides: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """The others at random, so that what is sealed is not known beforehand."""
    encounter = small_duel(toughness=2, round_=27)
    compiled = best(encounter, [0, 0], sides)
    monkeypatch.setattr(solving, "is_compiled", lambda encounter: False)
    monkeypatch.setattr(solving, "steps_of", by_tree)
    walked = best(encounter, [0, 0], sides)
    assert (compiled.engine, walked.engine) == ("native", "python")
    assert walked.ends == compiled.ends
    assert sum(walked.ends.values()) == 1


@pytest.mark.compiled
@pytest.mark.parametrize("name", ["skirmish/pocket", "story-mode/pocket"])
def test_best_play_in_floats_is_as_near_as_it_says(
    name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    encounter, side = find_encounter(name), LEADS[name]
    exact = best(encounter, bold(encounter), [side])
    monkeypatch.setattr(solving, "EXACT_STATES", 0)
    near = best(encounter, bold(encounter), [side])
    assert 0 < near.off < Fraction(1, 10**9)
    assert abs(near.wins()[side] - exact.wins()[side]) <= near.off + exact.off


@pytest.mark.compiled
def test_both_sides_find_the_value_of_the_game() -> None:
    """Whoever knows a temperament does at least as well as against best play."""
    both = best(DUEL, bold(DUEL), ["heroes", "foes"]).wins()["heroes"]
    assert best(DUEL, bold(DUEL), ["heroes"]).wins()["heroes"] >= both
    assert best(DUEL, bold(DUEL), ["foes"]).wins()["heroes"] <= both


@pytest.mark.compiled
def test_nobody_decides_by_what_is_sealed() -> None:
    """Grim answers after Ada, who mixes: knowing her stance he could do better than he does."""
    encounter = small_duel(toughness=1, round_=28)
    hidden = best(encounter, [0, 0], ["foes"]).wins()["foes"]
    rules = encounter.ruleset
    shown = dict(rules.__dict__, secret_questions=frozenset())
    open_rules = type(rules).__new__(type(rules))
    open_rules.__dict__.update(shown)
    encounter.ruleset = open_rules
    assert best(encounter, [0, 0], ["foes"]).wins()["foes"] >= hidden


@pytest.mark.compiled
@pytest.mark.parametrize("name", POCKETS)
def test_clever_is_no_better_than_best_and_no_worse_than_random(name: str) -> None:
    fights, side, encounter = 24, LEADS[name], find_encounter(name)
    own = [one.side == side for one in encounter.entrants]
    at_random = solve(encounter, [0 if is_own else 1 for is_own in own]).wins()[side]
    seats = ["clever:60" if is_own else "bold" for is_own in own]
    won = simulate(encounter, fights, 3, "auto", seats).wins()[side] / fights
    error = 3 * (0.25 / fights) ** 0.5
    assert float(at_random) - error <= won <= float(lead_of(name)) + error


@pytest.mark.compiled
def test_the_ladder_ends_with_perfect_where_it_can() -> None:
    ladder = next(ladders([find_encounter("skirmish/pocket")], [], 1, 1, policy_fights=100))
    last = ladder.rungs[-1]
    assert last.player == PERFECT
    assert last.exactly is not None
    assert last.rate[0] >= ladder.best_temperament.rate[0] - 0.1


@pytest.mark.compiled
def test_solve_says_who_plays_best(capsys: Capture) -> None:
    assert run(["solve", "skirmish/duel", "--best", "heroes", "--best", "foes"]) == 0
    assert "exact, " in (told := capsys.readouterr().out)
    assert "heroes as well as can be, foes against it" in told
    assert run(["solve", "skirmish/duel", "--best", "heroes", "--json"]) == 0
    told = json.loads(capsys.readouterr().out)
    assert told["best"] == ["heroes"]
    assert sum(end["p"] for end in told["ends"]) == pytest.approx(1)
    assert told["ends"][0]["has"]["Ada"].keys() == {"wounds"}
    assert run(["solve", "skirmish/duel", "--best", "nobody"]) == 2
    assert "--best: no side is called 'nobody'" in capsys.readouterr().err


@pytest.mark.compiled
def test_best_play_past_its_limit_is_sampled_and_said_to_be(
    capsys: Capture, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(solving_command, "THINKER", "clever:5")
    monkeypatch.setattr(solving_command, "THOUGHT", 3)
    assert run(["solve", "skirmish/bridge", "--best", "heroes", "--most", "50"]) == 0
    told = capsys.readouterr().out
    assert "states, sampled instead, clever:5 in the place of best play" in told
    assert "seats: heroes=clever:5, foes=bold" in told


def test_whoever_is_stopped_says_how_far_it_got(
    capsys: Capture, monkeypatch: pytest.MonkeyPatch
) -> None:
    def stopped(*args: Any) -> Solved:
        args[-1](640)
        raise KeyboardInterrupt

    monkeypatch.setattr(solving_command, "best", stopped)
    assert run(["solve", "skirmish/duel", "--best", "heroes"]) == 130
    assert "stopped after 640 states: nothing is solved yet" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("fights", "told"),
    [
        (25, "stopped after 25 of 10,000 fights"),
        (0, "stopped before the first fight was over: nothing to show"),
    ],
)
def test_whoever_is_stopped_while_sampling_says_so(
    fights: int, told: str, capsys: Capture, monkeypatch: pytest.MonkeyPatch
) -> None:
    def too_large(*args: Any) -> Solved:
        raise TooManyStates(50)

    def cut_short(encounter: Encounter, n: int, *given: Any, **kept: Any) -> Simulation:
        played = simulate(encounter, max(1, fights), 1, "python", given[-1])
        tally = played.tally if fights else Tally()
        return replace(played, tally=tally, wanted=n, stopped=True)

    monkeypatch.setattr(solving_command, "solve", too_large)
    monkeypatch.setattr(solving_command, "simulate", cut_short)
    assert run(["solve", "skirmish/duel"]) == 130
    out, err = capsys.readouterr()
    assert err.splitlines()[-1] == told
    assert ("sampled instead" in out) == bool(fights)


@pytest.mark.compiled
def test_where_somebody_hides_best_play_is_refused(capsys: Capture) -> None:
    top = {
        "ruleset": "rpg-hell",
        "title": "Hidden",
        "sides": ["players", "foes"],
        "start": "Hale",
        "map": {"size": [4, 1]},
        "creature": [
            {"name": "Hale", "from": "hale", "side": "players", "at": [0, 0]},
            {
                "name": "Dog",
                "from": "dog",
                "side": "foes",
                "at": [3, 0],
                "set": {"hiding": "hidden"},
            },
        ],
    }
    hidden = encounter_from(TomlTable(top, "hidden"), "hidden")
    with pytest.raises(Unknowable, match="players may not know where everybody is"):
        best(hidden, [1, 1], ["players"])


def test_what_goes_round_is_left_when_that_is_better() -> None:
    """Wait, which changes nothing, or throw a coin that wins or comes back: it is thrown."""
    game = solving._Game(DUEL, [1, 1], ["heroes"])
    wait, throw = Edge(0, 0, 0, 0b11, 0), Edge(0, 0, 0, 0b11, 1)
    game.engine = "python"
    game.ended = {1: FightEnd(0, 1, 1, (0, 0))}
    coin = [(1, 0, ONE), (2, 0, HALF), (2, 1, HALF)]
    for number, edges, ends in ((solving.ROOT, [], [(0, 0, ONE)]), (0, [wait, throw], coin)):
        game.forks[number] = ChoiceTree(edges, ends, largest=1, secret=frozenset())
    solved = game.solved()
    assert solved.wins()["heroes"] == 1
    assert solved.steps == 2


def test_a_game_of_two_who_choose_at_once() -> None:
    """Stone, scissors, paper, and one that is never worth it."""
    table = [[HALF, ONE, ONE * 0], [ONE * 0, HALF, ONE], [ONE, ONE * 0, HALF], [ONE * 0] * 3]
    worth, rows, columns = mixed(table)
    assert worth == HALF
    assert rows == [Fraction(1, 3)] * 3 + [0]
    assert columns == [Fraction(1, 3)] * 3


def test_mixed_answers_are_worth_the_same_to_both() -> None:
    for numbers in product(range(-2, 3), repeat=4):
        table = [[Fraction(numbers[0]), Fraction(numbers[1])],
                 [Fraction(numbers[2]), Fraction(numbers[3])]]  # fmt: skip
        worth, rows, columns = mixed(table)
        assert sum(rows) == sum(columns) == 1
        assert (
            min(sum(r * row[j] for r, row in zip(rows, table, strict=True)) for j in (0, 1))
            == worth
        )
        assert max(sum(c * x for c, x in zip(columns, row, strict=True)) for row in table) == worth


def test_a_choice_waits_for_the_dice_before_it() -> None:
    """A coin, then a guess: whoever sees it is always right, whoever does not half the time."""
    seen = [Edge(0, 1, 0, 0, 0), Edge(0, 1, 0, 0, 1)]
    guesses = [Edge(coin, 0, 0, 0b11, option) for coin in (1, 2) for option in (0, 1)]
    ends = [(3 + k, int(k // 2 == k % 2), HALF) for k in range(4)]
    fork = ChoiceTree([*seen, *guesses], ends, largest=1, secret=frozenset())
    assert fork.choose(Fraction).worth == 1
    unseen = [Edge(0, 0, 0, 0b11, 0), Edge(0, 0, 0, 0b11, 1)]
    either = [(node, right, HALF) for node in (1, 2) for right in (0, 1)]
    blind = ChoiceTree(unseen, either, largest=1, secret=frozenset())
    assert blind.choose(Fraction).worth == HALF
