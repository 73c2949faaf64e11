"""What a run comes to: how well it is known, how it is spread, and fights one can watch."""

from __future__ import annotations

import csv
import json
import shlex
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from affray.book.encounter import find_encounter
from affray.book.shelf import SHELF
from affray.cli import bars
from affray.cli.main import run
from affray.lab.matches import counted
from affray.lab.report import DEAD, DOWN, STANDS, Report, report_of
from affray.lab.retold import fight_of
from affray.lab.simulate import Simulation, simulate
from affray.lab.until import Until, wilson

Capture = pytest.CaptureFixture[str]

BRIDGE = find_encounter("skirmish/bridge")


def sample(slug: str) -> Any:
    return find_encounter(next(iter(SHELF.get(slug).encounter_files())))


# Known well enough


def test_a_run_ends_when_its_error_is_small_enough_and_where_it_does_everywhere() -> None:
    wanted = Until(error=0.05)
    runs = [simulate(BRIDGE, 10**6, 3, engine, "bold", until=wanted)
            for engine in ("python", "native")]  # fmt: skip
    assert runs[0].tally.fights == runs[1].tally.fights, "the same fights on every machine"
    p, low, high = runs[0].win_rates()["heroes"]
    assert (high - low) / 2 <= 0.05
    assert runs[0].enough == "error"
    before = runs[0].tally.fights - wanted.block()
    _, low, high = wilson(round(p * before), before)
    assert (high - low) / 2 > 0.045, "and not much sooner than it must"


def test_whatever_the_chance_is_so_many_fights_are_enough() -> None:
    for error in (0.01, 0.002):
        n = Until(error=error).fights
        _, low, high = wilson(n // 2, n)
        assert (high - low) / 2 == pytest.approx(error, rel=0.01)


def test_time_may_be_over_first() -> None:
    found = simulate(BRIDGE, 10**9, 3, "python", "bold", until=Until(error=1e-6, seconds=0.01))
    assert found.enough == "seconds"
    assert 0 < found.tally.fights < 10**9
    assert not found.stopped


# How it is spread


@pytest.mark.parametrize("slug", SHELF.slugs())
def test_a_fight_told_again_is_the_one_that_was_counted(slug: str) -> None:
    encounter = sample(slug)
    both = [simulate(encounter, 3, 5, engine, "bold", keep_rows=True)
            for engine in ("native", "python")]  # fmt: skip
    rows, again = (found.rows() for found in both)
    for name in ("winners", "rounds", "decisions", "dice"):
        assert getattr(rows, name).tolist() == getattr(again, name).tolist(), name
    fight = fight_of(both[0].job(), 2)
    fight.run()
    assert (fight.outcome, fight.world.round) == (rows.winners[2], rows.rounds[2])
    assert counted(fight) == (rows.decisions[2], rows.dice[2])
    assert 0 < rows.decisions[2] < len(fight.live)


@pytest.mark.parametrize("slug", SHELF.slugs())
def test_a_report_is_the_sum_of_its_parts_and_of_its_rows(slug: str) -> None:
    encounter = sample(slug)
    whole = simulate(encounter, 40, 2, "native", "bold", keep_rows=True, reported=True)
    halves = [simulate(encounter, 20, 2, "native", "bold", first=first, reported=True)
              for first in (0, 20)]  # fmt: skip
    assert halves[0].report() + halves[1].report() == whole.report()
    rows, told = whole.rows(), whole.report()
    assert report_of(encounter, encounter.world(), rows, 0) == told
    for i, fates in told.fates.items():
        assert sum(fates.values()) == 40
        assert fates[STANDS] == rows.standing[:, i].sum()
        dead = rows.fields["dead"][:, i] if "dead" in rows.fields else np.zeros(40)
        assert (fates[DEAD], fates[DOWN]) == (
            dead.sum(),
            (~rows.standing[:, i] & (dead == 0)).sum(),
        )
    assert sum(k * n for k, n in told.rounds.items()) == rows.rounds.sum()


def test_the_fights_worth_watching_are_the_ends_of_all() -> None:
    found = simulate(BRIDGE, 300, 1, "python", "bold", keep_rows=True, reported=True)
    rows, notable = found.rows(), found.report().notable
    worst, lucky, close = (notable[worth].fight for worth in ("worst", "luckiest", "closest"))
    assert not rows.won("heroes")[worst]
    assert rows.survivors("foes")[worst] == 2
    assert rows.won("heroes")[lucky]
    assert rows.of("Ada", "wounds")[lucky] + rows.of("Bran", "wounds")[lucky] == 0
    winners = "heroes" if rows.won("heroes")[close] else "foes"
    assert rows.survivors(winners)[close] == 1


def test_a_report_does_not_grow_with_its_fights() -> None:
    few = simulate(BRIDGE, 100, 1, "native", "bold", reported=True)
    many = simulate(BRIDGE, 20_000, 1, "native", "bold", reported=True)
    assert many.kept is None
    assert len(many.report().rounds) < 2 * len(few.report().rounds) + 10


def test_what_is_empty_adds_nothing() -> None:
    found = simulate(BRIDGE, 5, 1, "python", "bold", reported=True).report()
    assert Report() + found == found == found + Report()


# From the command line


def told(capsys: Capture, *more: str) -> dict[str, Any]:
    assert run(["sim", "skirmish/bridge", *more, "--json"]) == 0
    found: dict[str, Any] = json.loads(capsys.readouterr().out)
    return found


def test_sim_ends_at_an_error_and_says_so(capsys: Capture) -> None:
    found = told(capsys, "--error", "4")
    share = found["win_rate"]["heroes"]
    assert (share["hi"] - share["lo"]) / 2 <= 0.04
    assert found["enough"] == "error"
    assert run(["sim", "skirmish/bridge", "--error", "4"]) == 0
    assert "its error is small enough" in capsys.readouterr().out
    assert run(["sim", "skirmish/bridge", "--error", "0"]) == 2


def test_what_sim_shows_can_be_watched_kept_and_replayed(capsys: Capture, tmp_path: Path) -> None:
    found = told(capsys, "-n", "60", "--seed", "4", "--seat", "Snick=random")
    for one in found["to_watch"]:
        assert run(shlex.split(one["command"])[1:]) == 0
        out = capsys.readouterr().out
        assert f"The {one['winner']} have won." in out
        assert f"After {one['rounds']} rounds." in out
    save = tmp_path / "worst.toml"
    kept = [*shlex.split(found["to_watch"][0]["command"])[1:], "--save", str(save)]
    assert run(kept) == 0
    capsys.readouterr()
    assert run(["replay", str(save)]) == 0
    assert "nothing changed; the fight is over" in capsys.readouterr().out
    assert run(["sim", "skirmish/bridge", "--save", str(save)]) == 2
    assert "--save: needs --fight NUMBER" in capsys.readouterr().err


def test_one_fight_is_told_to_programs_too_and_what_is_of_many_is_refused(
    capsys: Capture, tmp_path: Path
) -> None:
    one, save = ["sim", "skirmish/bridge", "--seed", "4", "--fight", "7"], tmp_path / "one.toml"
    assert run([*one, "--json", "--save", str(save)]) == 0
    found = json.loads(capsys.readouterr().out)
    assert (found["seed"], found["fight"], found["file"]) == (4, 7, str(save))
    assert run(["replay", str(save), "--json"]) == 0
    again = json.loads(capsys.readouterr().out)
    assert {key: found[key] for key in again} == again
    for option in (["--rows", "a.csv"], ["--chart", "a.svg"], ["--harm", "2"]):
        assert run([*one, *option]) == 2
        told = f"affray: {option[0]}: is of many fights; --fight tells one\n"
        assert capsys.readouterr().err == told


def test_a_fight_somebody_thought_about_is_told_again_too(capsys: Capture) -> None:
    seats = ["--seat", "Ada=clever:10", "--seed", "2"]
    assert run(["sim", "skirmish/duel", "-n", "2", *seats, "--json"]) == 0
    for one in json.loads(capsys.readouterr().out)["to_watch"]:
        assert run(shlex.split(one["command"])[1:]) == 0
        assert f"The {one['winner']} have won." in capsys.readouterr().out


def test_harm_is_told_by_creature_and_weapon(capsys: Capture) -> None:
    orc = ["sim", "plunder/regdar-and-the-orc", "-n", "4"]
    assert run([*orc, "--harm", "3", "--json"]) == 0
    harm = json.loads(capsys.readouterr().out)["harm"]
    assert harm["fights"] == 3
    weapons = {(one["by"], one["thing"]) for one in harm["by"]}
    assert weapons >= {("Orc", "axe"), ("Regdar", "sword")}
    assert all(one["amount"] >= 0 and one["word"] == "Hit Points" for one in harm["by"])
    assert run([*orc, "--harm", "2"]) == 0
    assert "harm done in a fight, of 2 fights told again:" in capsys.readouterr().out


def test_bars_are_as_high_as_they_are_often(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(bars, "_marks", lambda: bars.PLAIN)
    assert bars.bars([[1, 100], [2, 50], [4, 1]]) == "@+_."
    many = bars.bars([[value, 1] for value in range(1000)])
    assert len(many) <= bars.WIDEST


# One row a fight


def kept_run() -> Simulation:
    return simulate(BRIDGE, 30, 1, "python", "bold", keep_rows=True)


@pytest.mark.parametrize("form", ["csv", "parquet", "arrow"])
def test_rows_are_written_for_other_programs(form: str, capsys: Capture, tmp_path: Path) -> None:
    file = tmp_path / f"rows.{form}"
    told(capsys, "-n", "30", "--rows", str(file))
    wanted = kept_run().rows()
    if form == "csv":
        with file.open(encoding="utf-8") as lines:
            read = list(csv.DictReader(lines))
        found = {name: [row[name] for row in read] for name in read[0]}
        assert found["Ada.wounds"] == [str(n) for n in wanted.of("Ada", "wounds")]
    else:
        import pyarrow as pa
        import pyarrow.parquet as pq

        table = pq.read_table(file) if form == "parquet" else pa.ipc.open_file(file).read_all()
        found = table.to_pydict()
        assert found["Ada.wounds"] == wanted.of("Ada", "wounds").tolist()
        assert found == wanted.arrow().to_pydict()
    assert len(found["fight"]) == 30
    assert set(found["winner"]) <= {"heroes", "foes"}
    assert list(found) == list(wanted.columns())


def test_a_file_of_another_kind_is_refused_before_anything_is_played(capsys: Capture) -> None:
    assert run(["sim", "skirmish/bridge", "--rows", "rows.xls"]) == 2
    said = "--rows: found 'rows.xls', expected a file that ends in .csv, .parquet, .arrow"
    assert said in capsys.readouterr().err
    assert run(["sim", "skirmish/bridge", "--rows", "no/such/rows.csv"]) == 2


def test_without_pyarrow_it_says_what_to_do(
    capsys: Capture, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(__import__("sys").modules, "pyarrow", None)
    assert run(["sim", "skirmish/bridge", "-n", "2", "--rows", "rows.parquet"]) == 2
    assert "pip install 'affray[frames]', or write a .csv" in capsys.readouterr().err
