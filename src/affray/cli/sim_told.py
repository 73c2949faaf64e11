"""What `sim` prints: who wins, how it is spread, who falls, which fights are worth watching."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from affray.cli.bars import bars
from affray.cli.columns import print_table
from affray.cli.common import counted, percent, span
from affray.lab.data import mean_of
from affray.lab.report import A_DECISION, DEAD, DOWN, STANDS
from affray.lab.simulate import Simulation
from affray.oracles.collapsed import ROLLED
from affray.tell.tolls import Toll

MOST_TOLLS = 12


def print_sim(name: str, run: Simulation) -> None:
    dice = "" if run.dice == ROLLED else f", {run.dice} dice"
    fights = counted(run.tally.fights, "fight")
    print(f"{name}: {fights}, seed {run.seed}, {run.engine} engine{dice}")
    print(f"seats: {assigned(seats_said(run))}")
    if run.rulings():
        print(f"rulings: {assigned(run.rulings())}")
    rows = [
        [side, f"{run.wins()[side]:,}", percent(p), span(low, high)]
        for side, (p, low, high) in run.win_rates().items()
    ]
    nobody = run.wins()["none"]
    if nobody:
        rows.append(["nobody", f"{nobody:,}", percent(nobody / run.tally.fights), ""])
    print_table(["side", "wins", "share", "95 % interval"], rows, right=(1, 2, 3))
    rounds = run.rounds()
    print(
        f"rounds: mean {rounds['mean']:.2f}, half within {rounds['p50']}, "
        f"nine in ten within {rounds['p90']}, at most {rounds['max']}"
    )
    if run.told is None:
        standing = ", ".join(f"{who} {percent(p)}" for who, p in run.survivors().items())
        print(f"still standing at the end: {standing}")


def print_report(data: dict[str, Any], losses: dict[str, str]) -> None:
    """How all of it is spread; `losses` are the numbers worth a column, in the game's words."""
    found = data["histograms"]
    spread = [("rounds", found["rounds"])]
    spread += [(f"{side} standing", one) for side, one in found["standing"].items()]
    spread += [("decisions", found["decisions"]), ("minutes at the table", found["minutes"])]
    rows = [[what, bars(one), _range(one), f"{mean_of(dict(one)):.1f}"] for what, one in spread]
    print_table(["", "spread", "from, to", "mean"], rows, right=(3,))
    side = next(iter(found["standing"]))
    print(f"decisions are those of the {side}: {A_DECISION} s each, dice and talk included")
    _print_creatures(data["creatures"], losses)


def _range(histogram: Sequence[Sequence[int]]) -> str:
    low, high = histogram[0][0], histogram[-1][0]
    return str(low) if low == high else f"{low} to {high}"


def _print_creatures(creatures: list[dict[str, Any]], losses: dict[str, str]) -> None:
    has_dead = any(DEAD in one["fates"] for one in creatures)
    fates = [STANDS, DOWN, *([DEAD] if has_dead else [])]
    moved = [name for name in losses if any(name in one["left"] for one in creatures)]
    rows = [
        [one["name"], *(percent(one["fates"][fate]["p"]) for fate in fates)]
        + [_left(one["left"].get(name)) for name in moved]
        for one in creatures
    ]
    named = [losses[name] for name in moved]
    numbers = tuple(range(1, len(fates) + 1))
    print_table(["at the end", *fates, *named], rows, right=numbers)


def _left(number: dict[str, Any] | None) -> str:
    if number is None:
        return ""
    return f"{bars(number['histogram'])} {number['mean']:.1f}"


def print_tolls(tolls: list[Toll], told: int) -> None:
    rows = [
        [
            one.by,
            one.thing or "-",
            f"{one.amount / told:.2f}",
            f"{one.felled / told:.2f}",
        ]
        for one in tolls[:MOST_TOLLS]
    ]
    print(f"harm done in a fight, of {counted(told, 'fight')} told again:")
    word = tolls[0].word if tolls else "harm"
    print_table(["by", "with", word, "who fell"], rows, right=(2, 3))


def print_watching(data: dict[str, Any]) -> None:
    """The fights worth watching, each with the command that tells it."""
    for one in data["to_watch"]:
        won = f"{one['winner']} win" if one["winner"] else "nobody wins"
        when = f"{won} in round {one['rounds']}"
        print(f"{one['what']}: {when}; {one['command']}")


def speed(run: Simulation) -> str:
    """Fights a second; seconds a fight, where somebody thinks it over."""
    found = run.tally.fights / run.seconds
    return f"{found:,.0f} fights a second" if found >= 1 else f"{1 / found:,.1f} s a fight"


def seats_said(run: Simulation) -> dict[str, str]:
    """By side where one temperament plays all of it, as --seat takes them."""
    seats = run.seats()
    out: dict[str, str] = {}
    for side in run.encounter.sides:
        theirs = {e.name: seats[e.name] for e in run.encounter.entrants if e.side == side}
        alike = len(set(theirs.values())) == 1
        out |= {side: next(iter(theirs.values()))} if alike else theirs
    return out


def assigned(values: dict[str, str]) -> str:
    return ", ".join(f"{name}={value}" for name, value in values.items())
