"""The commands around the player that thinks: sim, forecast, advise, opponents, and in play."""

from __future__ import annotations

import io
import json
import sys
from pathlib import Path

import pytest
from terminal_keyboard import PERSON, begin, play

from affray.book.encounter import find_encounter
from affray.book.errors import BadInput
from affray.book.shelf import SHELF
from affray.cli.main import run
from affray.cli.progress import Progress
from affray.fight.fight import Fight
from affray.fight.levels import Level
from affray.fight.players import Players, Seat
from affray.files.saves import load_save
from affray.lab.advice import advise, asked_of
from affray.lab.ladder import AllAlike, Ladder, Rung, difference
from affray.lab.until import wilson

Capture = pytest.CaptureFixture[str]
DUEL = "skirmish/duel"


def saved(tmp_path: Path) -> Path:
    """A duel that waits for its first decision."""
    game = begin("duel", [PERSON, Seat("clever:8")])
    game.fight.run()
    assert game.fight.pending is not None
    return game.path


def test_who_thinks_is_kept_in_a_save(tmp_path: Path) -> None:
    path = saved(tmp_path)
    assert [seat.player for seat in load_save(path).players.seats] == ["person", "clever:8"]


def test_a_level_nobody_can_mean_is_refused_in_a_save(tmp_path: Path) -> None:
    path = saved(tmp_path)
    path.write_text(path.read_text().replace("clever:8", "clever:0"))
    with pytest.raises(BadInput, match="no player is called 'clever:0'"):
        load_save(path)


@pytest.mark.compiled
def test_advice_is_every_plan_that_is_offered_with_its_chance(
    tmp_path: Path, capsys: Capture
) -> None:
    path = saved(tmp_path)
    before = path.read_bytes()
    assert run(["advise", str(path), "--level", "clever:300", "--json"]) == 0
    told = json.loads(capsys.readouterr().out)
    assert told["question"] == "stance"
    plans = told["plans"]
    assert {plan["label"] for plan in plans} == {"Press", "Brace"}
    assert all(0 <= plan["win"] <= 1 and 0 < plan["error"] < 1 for plan in plans)
    assert sum(plan["playouts"] for plan in plans) <= 320
    assert run(["advise", str(path), "--level", "clever:300"]) == 0
    assert plans[0]["label"] in capsys.readouterr().out.splitlines()[4]
    assert path.read_bytes() == before


@pytest.mark.compiled
def test_advice_needs_a_decision(tmp_path: Path, capsys: Capture) -> None:
    fight = Fight(find_encounter(DUEL), Players([Seat("bold")] * 2, 5))
    fight.run()
    assert fight.is_over
    with pytest.raises(BadInput, match="nobody is asked to decide"):
        advise(fight, Level(8))
    assert run(["advise", str(saved(tmp_path)), "--level", "bold"]) == 2
    assert "expected clever:PLAYOUTS" in capsys.readouterr().err


@pytest.mark.compiled
def test_advice_in_play() -> None:
    screen = play(begin("duel", [PERSON, Seat("clever:8")]), "advise 200", "advise x", "1").text
    assert "Press: wins " in screen
    assert "advise: found 'x', expected PLAYOUTS" in screen
    assert "Snick" in screen or "Grim" in screen


@pytest.mark.compiled
def test_advice_for_one_of_those_who_seal_at_once(capsys: Capture) -> None:
    """Ada is asked first; Bran seals in the same step, and may ask for himself."""
    game = begin("bridge", [PERSON, PERSON, Seat("bold"), Seat("bold")])
    game.fight.run()
    for name, asked in (("bran", "Bran"), ("Ada", "Ada")):
        said = ["advise", str(game.path), "--level", "clever:60", "--who", name, "--json"]
        assert run(said) == 0
        told = json.loads(capsys.readouterr().out)
        assert (told["who"], told["question"]) == (asked, "stance")
    assert run(["advise", str(game.path), "--who", "Brann"]) == 2
    assert "did you mean 'Bran'" in capsys.readouterr().err
    screen = play(begin("bridge", [PERSON] * 2 + [Seat("bold")] * 2), "advise Bran 60").text
    assert "Press: wins " in screen


@pytest.mark.compiled
def test_who_is_not_asked_gets_no_advice() -> None:
    fight = load_save(Path("tests/saves/skirmish-1-half.toml")).fight
    fight.run()
    assert fight.pending is not None
    with pytest.raises(BadInput, match="Grim is not asked now; Bran is"):
        asked_of(fight, "Grim", fight.answerer)


@pytest.mark.compiled
def test_sim_with_one_who_thinks(capsys: Capture) -> None:
    assert run(["sim", DUEL, "-n", "4", "--seat", "foes=clever:16", "--json"]) == 0
    told = json.loads(capsys.readouterr().out)
    assert (told["n"], told["engine"]) == (4, "native")
    assert list(told["seats"].values()) == ["bold", "clever:16"]
    assert run(["sim", DUEL, "-n", "2", "--seat", "foes=clever:4", "--engine", "python"]) == 0
    assert "thinks in CPython, at most 24 playouts a decision" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("given", "problem"),
    [
        ("foes=clever:0", "found 'clever:0', expected clever:PLAYOUTS"),
        ("foes=clever:s", "found 'clever:s', expected clever:PLAYOUTS"),
        ("foes=clover", "expected NAME=person|random|bold|careful|headlong|clever"),
    ],
)
def test_a_seat_nobody_can_sit_in(given: str, problem: str, capsys: Capture) -> None:
    assert run(["sim", DUEL, "-n", "2", "--seat", given]) == 2
    assert problem in capsys.readouterr().err


def test_odds_take_temperaments_alone(capsys: Capture) -> None:
    plan = ["--who", "Ada", "--do", "press", "--seat", "foes=clever"]
    assert run(["odds", "skirmish/bridge", *plan]) == 2
    assert "clever thinks about whole fights; expected random, bold, careful, headlong" in (
        capsys.readouterr().err
    )


@pytest.mark.compiled
@pytest.mark.parametrize("command", [["forecast", DUEL], ["opponents", DUEL], ["advise", "x.toml"]])
def test_a_level_that_is_none_is_refused_by_its_option(command: list[str], capsys: Capture) -> None:
    assert run([*command, "--level", "clever:0"]) == 2
    assert capsys.readouterr().err.startswith("affray: --level: found 'clever:0', expected ")


@pytest.mark.compiled
@pytest.mark.parametrize("played", [0, 1, 2])
def test_a_forecast_that_is_stopped_says_so(
    played: int, capsys: Capture, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Between two fights of the clever it said nothing, and was taken for the whole answer."""

    def stop(self: Progress, done: int) -> None:
        if done == played:
            raise KeyboardInterrupt

    monkeypatch.setattr(Progress, "show", stop)
    assert run(["forecast", DUEL, "--level", "clever:4", "-n", "3", "--json"]) == 130
    out, err = capsys.readouterr()
    assert "stopped before all was played" in err
    fights = [one["fights"] for one in json.loads(out)["forecasts"]]
    assert fights == [2000, *([played] if played else [])]


def test_forecast(capsys: Capture) -> None:
    assert run(["forecast", DUEL, "--level", "clever:8", "-n", "3", "--json"]) == 0
    badly, well, both = json.loads(capsys.readouterr().out)["forecasts"]
    assert (badly["fights"], well["fights"], both["fights"]) == (2000, 3, 3)
    assert well["players"] == {"heroes": "clever:8", "foes": "bold"}
    for one in (badly, well, both):
        share = one["win_rate"]["heroes"]
        assert share["lo"] <= share["p"] <= share["hi"]
        assert list(one["falls"]) == ["Ada"]
        assert 0 <= one["minutes"]["p50"] <= one["minutes"]["p90"] < 60
    assert run(["forecast", DUEL, "--level", "clever:8", "-n", "2"]) == 0
    told = capsys.readouterr().out
    assert "Ada falls" in told
    assert "minutes at the table: half within " in told


@pytest.mark.compiled
def test_the_ladder_is_written_into_its_document(tmp_path: Path, capsys: Capture) -> None:
    document = tmp_path / "opponents.md"
    few = ["--level", "clever:4", "-n", "2", "--policy-fights", "20"]
    given = ["opponents", "skirmish/duel", *few]
    for seed in ("2", "1"):  # the second time its section is replaced
        assert run([*given, "--seed", seed, "--write", str(document)]) == 0
        text = document.read_text()
        assert text.count("## skirmish/duel") == 1
        assert "affray opponents skirmish/duel --level clever:4 -n 2" in text
        assert f"--write {document.as_posix()}`" in text
    assert run([*given, "--write", str(tmp_path)]) == 2, "before anything is played"
    assert "expected a document's name" in capsys.readouterr().err
    rows = [line for line in text.splitlines() if line.startswith("| duel")]
    assert len(rows) == 2
    capsys.readouterr()
    assert run([*given, "--json"]) == 0
    told = json.loads(capsys.readouterr().out)["ladders"]
    assert [len(one["players"]) for one in told] == [6, 6]


@pytest.mark.compiled
def test_a_ladder_that_was_ended_goes_on(tmp_path: Path, capsys: Capture) -> None:
    """One command for all of a game; every encounter is written down as soon as it is known."""
    document = tmp_path / "opponents.md"
    few = ["--level", "clever:2", "-n", "1", "--policy-fights", "5"]
    given = ["opponents", "skirmish", *few, "--write", str(document)]
    assert run(given) == 0
    whole = document.read_text()
    names = [line for line in whole.splitlines() if line.startswith("## ")]
    assert names == ["## skirmish/bridge", "## skirmish/duel", "## skirmish/pocket"]
    assert whole.count("with `clever:2` on all sides heroes ") == 3
    document.write_text(whole[: whole.index("## skirmish/pocket")])
    capsys.readouterr()
    assert run(given) == 0
    said = capsys.readouterr().err
    assert "skirmish/duel: is in " in said
    assert "skirmish/pocket: is in " not in said
    assert document.read_text().count("## skirmish/pocket") == 1


def test_a_fight_one_side_always_wins_is_decided() -> None:
    assert AllAlike("clever:9", {"heroes": (0.99, 0.9, 1), "foes": (0.01, 0, 0.1)}).is_decided
    assert not AllAlike("clever:9", {"heroes": (0.9, 0.8, 1), "foes": (0.1, 0, 0.2)}).is_decided


def test_stronger_is_said_where_the_lead_is_no_luck() -> None:
    best = Rung("bold", 100, 1000, 0)
    ladder = Ladder("a/b", "heroes", "bold", [Rung("random", 10, 1000, 0), best])
    assert ladder.best_temperament is best
    assert ladder.verdict(Rung("clever:9", 2, 9, 0)) == "no difference shown"
    assert ladder.verdict(Rung("clever:99", 30, 60, 0)) == "stronger"
    assert ladder.verdict(Rung("clever:1", 0, 900, 0)) == "weaker"


@pytest.mark.parametrize(("wins", "verdict"), [(40, "won either way"), (0, "lost either way")])
def test_a_side_that_always_wins_or_loses_is_said_to(wins: int, verdict: str) -> None:
    ladder = Ladder("duel", "heroes", "bold", [Rung("bold", 25 * wins, 1000, 0)])
    assert ladder.verdict(Rung("clever:9", wins, 40, 0)) == verdict
    low, high = difference(wilson(56, 70), wilson(48, 80))
    assert (round(low, 4), round(high, 4)) == (0.0524, 0.3339)  # Newcombe 1998, example (a)


def test_the_published_ladder_names_every_game() -> None:
    text = (Path(__file__).parents[1] / "docs" / "opponents.md").read_text()
    for ruleset in SHELF.all():
        if ruleset.folder.is_relative_to(Path(__file__).parents[1] / "src"):
            assert f"affray opponents {ruleset.slug}" in text


@pytest.mark.compiled
def test_time_may_be_the_level_too(tmp_path: Path, capsys: Capture) -> None:
    assert run(["advise", str(saved(tmp_path)), "--level", "clever:0.02s", "--json"]) == 0
    assert all(plan["playouts"] >= 8 for plan in json.loads(capsys.readouterr().out)["plans"])


def test_play_says_when_it_will_think_slowly(
    capsys: Capture, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    """Without a compiler it is CPython that thinks, and that is said before the first question."""
    monkeypatch.setitem(sys.modules, "llvmlite", None)
    monkeypatch.setattr(sys, "stdin", io.StringIO("quit\n"))
    save = tmp_path / "slow.toml"
    seats = ["--seat", "Ada=person", "--seat", "Grim=clever:2"]
    assert run(["play", DUEL, *seats, "--seed", "5", "--save", str(save)]) == 0
    said = capsys.readouterr()
    assert "clever thinks in CPython, at most 24 playouts a decision: native: no llvml" in said.err
    assert "What stance" in said.out
