"""Was it the dice or the choices? The curve agrees with what is exact, and adds up."""

from __future__ import annotations

import csv
import json
import re
from pathlib import Path

import pytest
from table_helpers import Table

from affray.book.encounter import find_encounter
from affray.cli.main import run
from affray.fight.fight import Fight
from affray.fight.players import Players, Seat
from affray.files.saves import recorded
from affray.lab.curve import PlayedChance, Sort, weighed
from affray.lab.review import Review, Slice
from affray.lab.solve import solve
from affray.oracles.tree import Tree, expand
from affray.rules.ask import ONGOING
from affray.rules.world import key

SAVES = Path(__file__).parent / "saves"
BOLD = 1


def fought(name: str, player: str = "random", seed: int = 3) -> Fight:
    encounter = find_encounter(name)
    fight = Fight(encounter, Players([Seat(player)] * len(encounter.entrants), seed))
    fight.run()
    return fight


def looked_at(fight: Fight, budget: int, temperament: int = BOLD) -> Review:
    review = Review(fight, temperament)
    for part in review.slices(budget):
        review.take(part, review.do(part))
    return review


def exact_chances(fight: Fight) -> dict[bytes, float]:
    """The first side's chance in every state from the fight's own on, everybody bold."""
    encounter = fight.encounter
    tempers = [BOLD] * len(encounter.entrants)
    worlds = [start.world for start in fight.snapshots if start.begun]
    rules = encounter.ruleset
    ways: dict[bytes, list[tuple[bytes, float]]] = {}
    chance: dict[bytes, float] = {}
    waiting = list(worlds)
    while waiting:
        w = waiting.pop()
        if key(w) in chance:
            continue
        outcome = encounter.ruleset.outcome(w)
        chance[key(w)] = float(outcome == 0)
        if outcome == ONGOING:
            after = list(expand(Tree(rules.decide, tempers), rules.step, w).values())
            ways[key(w)] = [(key(v), float(p)) for v, p in after]
            waiting += [v for v, _ in after]
    for _ in range(400):
        for state, found in ways.items():
            chance[state] = sum(p * chance[to] for to, p in found)
    return chance


@pytest.mark.compiled
def test_the_curve_of_a_solved_fight_is_the_exact_one() -> None:
    fight = fought("skirmish/duel")
    review = looked_at(fight, 600)
    chance = exact_chances(fight)
    checked = 0
    for moment, found in zip(review.moments, review.chances, strict=True):
        start = fight.snapshots[moment.step]
        if start.begun and moment.known == 0:
            checked += 1
            assert found.win == pytest.approx(chance[key(start.world)], abs=2.2 * found.error)
    assert checked > 5
    solved = solve(fight.encounter, [BOLD] * len(fight.names)).wins()["heroes"]
    begun = review.chances[0]
    assert begun.win == pytest.approx(float(solved), abs=2.2 * begun.error)


@pytest.mark.compiled
@pytest.mark.parametrize("name", ["skirmish/bridge", "dungeoneers-tactics/duel"])
def test_luck_and_choices_add_up_to_what_it_came_to(name: str) -> None:
    review = looked_at(fought(name), 100)
    went = review.chances[-1].win - review.chances[0].win
    parts = [review.total(sort).value for sort in (Sort.ROLL, Sort.CHOICE, Sort.HAND)]
    assert sum(parts) == pytest.approx(went)
    sides = [review.total(Sort.CHOICE, side).value for side in (0, 1)]
    assert sum(sides) == pytest.approx(parts[1])
    assert review.chances[-1].exact in (0.0, 1.0)


@pytest.mark.compiled
def test_who_played_as_all_play_on_has_chosen_nothing_away() -> None:
    """Everybody bold, and bold is who plays on: what happened was the dice's alone."""
    review = looked_at(fought("rpg-hell/gate-duel", "bold"), 100)
    assert review.total(Sort.CHOICE).value == 0
    assert review.total(Sort.CHOICE).error < 0.02
    assert review.verdict() in (
        "the dice",
        "neither: it came as was to be expected from the beginning",
    )


@pytest.mark.compiled
def test_a_wound_nobody_had_to_take_is_a_cost() -> None:
    """Somebody who always does the worst has given something away, and is told what was better."""
    review = looked_at(recorded_and_run("dungeoneers-tactics-4"), 64)
    (first, *_) = review.costliest()
    cost = review.costs[first]
    assert cost.cost > cost.error > 0
    assert cost.better


def recorded_and_run(name: str) -> Fight:
    fight = recorded(SAVES / f"{name}.toml")
    fight.run()
    return fight


def test_what_two_moments_share_by_their_dice_is_no_uncertainty() -> None:
    one, other = PlayedChance(bytearray([0, 1] * 50)), PlayedChance(bytearray([0, 1] * 50))
    assert weighed([(one, 1), (other, -1)]).error < weighed([(one, 1)]).error / 3
    sure = PlayedChance(exact=1.0)
    assert weighed([(sure, 1)]).error == 0


def test_what_was_not_looked_at_is_not_judged() -> None:
    review = Review(fought("skirmish/duel"), BOLD)
    assert review.verdict().startswith("cannot be told yet")
    part = Slice(False, (0,), 2)
    review.take(part, review.do(part, compiled=False))
    assert review.chances[0].playouts == 2


@pytest.mark.compiled
@pytest.mark.parametrize("name", ["skirmish-1", "dungeoneers-tactics-4"])
@pytest.mark.parametrize("budget", [1, 2])
def test_one_or_two_playouts_are_no_ground_for_a_verdict(
    name: str, budget: int, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run(["review", str(SAVES / f"{name}.toml"), "--budget", str(budget)]) == 0
    told = capsys.readouterr().out
    assert told.endswith("Was it the dice or the choices? Cannot be told from so few playouts.\n")
    assert all(float(error) <= 100 for error in re.findall(r"± *([\d.]+)", told))
    assert budget == 2 or "(too few)" in told


def test_a_verdict_is_no_surer_than_what_it_speaks_of() -> None:
    """Dice for the winner, choices against: with an error above either, neither can be named."""
    review = Review(fought("skirmish/duel"), BOLD)
    rolls = [k for k, moment in enumerate(review.moments) if moment.sort is Sort.ROLL]
    won = review.chances[-1].exact == 1.0

    def told(playouts: int) -> str:
        """Everything was open before the first roll, and nothing after it."""
        for k, chance in enumerate(review.chances[:-1]):
            after = [won] * (2 * playouts)
            chance.wins[:] = bytes(after if k >= rolls[0] else [0, 1] * playouts)
        return review.verdict()

    assert told(1) == "cannot be told from so few playouts"
    assert told(200) == "the dice"


@pytest.mark.compiled
def test_the_command(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    save, table = str(SAVES / "skirmish-1.toml"), tmp_path / "curve.csv"
    assert run(["review", save, "--budget", "50", "--rows", str(table), "--json"]) == 0
    found = json.loads(capsys.readouterr().out)
    rows = list(csv.DictReader(table.open()))
    assert len(rows) == len(found["curve"])
    assert float(rows[0]["win"]) == found["start"]["win"]
    assert run(["review", save, "--budget", "20", "--as", "careful"]) == 0
    assert "Was it the dice or the choices?" in capsys.readouterr().out
    assert run(["review", save, "--as", "clumsy"]) == 2
    assert run(["review", str(tmp_path / "none.toml")]) == 2


def test_a_table_tells_how_its_fight_went_once_it_is_over(tmp_path: Path) -> None:
    table = Table(tmp_path, "skirmish/duel", players=1)
    gm, player = table.gm, table.players[0]
    assert gm.get("review").status_code == 422
    gm.must("seat", creature="Ada", player="bold")
    assert gm.view()["over"]
    parts = []
    part: int | None = 0
    while part is not None:
        found = player.get("review", part=part).json()
        parts.append(found)
        part = found["next"]
    last = parts[-1]
    assert len(parts) == last["parts"]
    assert last["curve"][-1]["win"] in (0, 100)
    went = last["curve"][-1]["win"] - last["start"]["win"]
    assert last["luck"]["points"] + last["choices"]["points"] == pytest.approx(went)
    lines = player.view()["log"]
    assert all(0 <= point["line"] < len(lines) for point in last["curve"])
    rolled = next(point for point in last["curve"] if point["sort"] == "roll")
    assert lines[rolled["line"]]["text"] == rolled["text"]
    assert gm.get("review", part=10_000).status_code == 422
