"""Whole fights exactly: as CPython's tree has it, as dice have it, and loops as fractions."""

from __future__ import annotations

import json
from fractions import Fraction

import pytest

from affray.book.encounter import Encounter, find_encounter
from affray.cli.main import run
from affray.lab import walked
from affray.lab.flow import exactly, nearly
from affray.lab.loops import components, visits
from affray.lab.met import Met
from affray.lab.simulate import simulate
from affray.lab.solve import solve
from affray.lab.states import MOST_STATES, NEGLIGIBLE, Solved, TooManyStates
from affray.lab.steps import Steps, Tick, python_steps
from affray.lab.walked import walk
from benchmarks.compiling import seats_of
from benchmarks.duels import by_icepool, duel_of

Capture = pytest.CaptureFixture[str]
HALF = Fraction(1, 2)
DUEL = find_encounter("skirmish/duel")


def within_error(solved: Solved, encounter: Encounter, temperament: str) -> bool:
    """Whether what dice came to is what was solved, give or take four standard errors."""
    fights = 4000
    played = simulate(encounter, fights, 9, "auto", temperament)
    for side, p in solved.wins().items():
        spread = 4 * (float(p * (1 - p)) / fights) ** 0.5 + 1e-9
        if abs(played.wins()[side] / fights - float(p)) > spread:
            return False
    for name, p in solved.survivors().items():
        spread = 4 * (float(p * (1 - p)) / fights) ** 0.5 + 1e-9
        if abs(played.survivors()[name] - float(p)) > spread:
            return False
    return True


@pytest.mark.compiled
@pytest.mark.parametrize("temperament", ["bold", "careful", "random"])
def test_solved_is_what_dice_come_to(temperament: str) -> None:
    number = DUEL.ruleset.temperament(temperament)
    solved = solve(DUEL, [number, number])
    assert sum(solved.ends.values()) == 1
    assert solved.left == 0
    assert sum(solved.rounds().values()) == 1
    assert within_error(solved, DUEL, temperament)


@pytest.mark.compiled
def test_solved_is_what_the_tree_walks(monkeypatch: pytest.MonkeyPatch) -> None:
    """The same fight with every step walked line by line in CPython: the same fractions."""
    compiled = solve(DUEL, [1, 2])

    def by_tree(encounter: Encounter, tempers: list[int], tick: Tick) -> tuple[Steps, str]:
        return python_steps(encounter, tempers, 0, tick), "python"

    monkeypatch.setattr(walked, "steps_of", by_tree)
    in_python = walk(DUEL, [1, 2])
    assert (compiled.engine, in_python.engine) == ("native", "python")
    assert in_python.ends == compiled.ends
    assert (in_python.states, in_python.steps) == (compiled.states, compiled.steps)


@pytest.mark.compiled
@pytest.mark.parametrize("toughness", [1, 4, 20])
def test_a_duel_is_what_icepool_says(toughness: int) -> None:
    duel = duel_of(toughness)
    solved = solve(duel, seats_of(duel))
    assert solved.is_exact
    assert solved.wins() == by_icepool(duel)


@pytest.mark.compiled
def test_floats_are_as_near_as_they_say() -> None:
    met = Met(DUEL, [1, 2])
    met.meet(10_000, lambda walked: None)
    exact, near = exactly(met), nearly(met)
    assert exact is not None
    assert 0 < near.off < Fraction(1, 10**10)
    for p, q in zip(exact.ends, near.ends, strict=True):
        assert abs(Fraction(p, exact.whole) - q) <= near.off


@pytest.mark.compiled
def test_what_is_left_of_a_fight_is_said() -> None:
    """A duel that hardly ever lasts long: cut off, it is solved but for next to nothing."""
    whole = solve(DUEL, [1, 1])
    assert whole.states == 3449
    cut = solve(DUEL, [1, 1], most=3200)
    assert 0 < cut.left < NEGLIGIBLE
    assert not cut.is_exact
    assert sum(cut.ends.values()) + cut.left == 1


@pytest.mark.compiled
def test_past_its_limit_a_fight_is_too_large(capsys: Capture) -> None:
    with pytest.raises(TooManyStates, match="too large: "):
        solve(find_encounter("skirmish/bridge"), [1] * 4, most=50)
    assert run(["solve", "skirmish/bridge", "--most", "50"]) == 0
    assert (
        "states, sampled instead (--most goes further)\nskirmish/bridge: 10,000 fights"
        in capsys.readouterr().out
    )
    assert run(["solve", "skirmish/bridge", "--most", "50", "--json"]) == 0
    told = json.loads(capsys.readouterr().out)
    assert told["exact"] is False
    assert told["n"] == 10_000


@pytest.mark.compiled
def test_whoever_asks_for_more_states_has_room_for_them(
    capsys: Capture, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A limit of bytes cut short what `--most` had asked for, and nothing said so."""
    monkeypatch.setattr("affray.lab.met.MOST_BYTES", 1 << 14)
    assert run(["solve", "skirmish/duel"]) == 0
    assert " states, sampled instead (--most goes further)" in capsys.readouterr().out
    assert run(["solve", "skirmish/duel", "--most", str(MOST_STATES + 1)]) == 0
    assert "exact, 3,449 states" in capsys.readouterr().out


def test_solve_says_that_it_is_exact(capsys: Capture) -> None:
    assert run(["solve", "skirmish/duel", "--json"]) == 0
    told = json.loads(capsys.readouterr().out)
    assert told["exact"] is True
    assert sum(Fraction(one["p"]) for one in told["wins"].values()) == 1
    assert run(["solve", "skirmish/duel", "--seat", "Ada=clever"]) == 2
    assert "clever thinks about whole fights" in capsys.readouterr().err


def test_a_loop_is_a_fraction() -> None:
    """Two who take turns, each winning with a half: the first wins two fights in three."""
    ways = {0: [(2, HALF), (1, HALF)], 1: [(3, HALF), (0, HALF)]}
    found = visits(ways, {0: Fraction(1)})
    assert found == {
        0: Fraction(4, 3),
        1: Fraction(2, 3),
        2: Fraction(2, 3),
        3: Fraction(1, 3),
    }


def test_components_come_after_what_they_lead_to() -> None:
    one = Fraction(1)
    ways = {0: [(1, one)], 1: [(2, HALF), (0, HALF)], 2: [(2, HALF), (3, HALF)]}
    assert [sorted(c) for c in components(ways, [0])] == [[3], [2], [0, 1]]


def test_a_state_that_may_stay_is_left_in_the_end() -> None:
    ways = {0: [(0, Fraction(5, 6)), (1, Fraction(1, 6))]}
    assert visits(ways, {0: Fraction(1)}) == {0: Fraction(6), 1: Fraction(1)}
