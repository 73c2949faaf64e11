"""The command line: every command, as text and as the JSON that other programs read."""

from __future__ import annotations

import json
import os
import re
import shutil
import signal
import subprocess
import sys
from fractions import Fraction
from importlib.metadata import version
from pathlib import Path

import pytest
from commands import Capture, data, said, spawn
from waiting import PATIENCE

from affray.cli.main import run

SCENARIOS = sorted((Path(__file__).parent / "scenarios" / "skirmish").glob("*.toml"))
STRIKE = ["odds", "skirmish/duel", "--who", "Ada", "--do", "strike", "--target", "Grim"]
SIM = {
    "encounter", "n", "seed", "engine", "wins", "win_rate", "rounds", "survivors", "events",
    "seconds", "fights_per_second",
}  # fmt: skip


compiled = pytest.mark.compiled


# What there is


def test_version(capsys: Capture) -> None:
    assert said(capsys, "--version") == f"affray {version('affray')}\n"


def test_help_names_every_command(capsys: Capture) -> None:
    text = said(capsys, "--help")
    for command in ("encounters", "play", "odds", "sim", "rules", "rulings", "scenario", "replay",
                    "compile", "new"):  # fmt: skip
        assert re.search(rf"^  {command} +\S", text, re.MULTILINE)
    assert "..." not in text.partition("Commands:")[2], "a line of help is cut off"


@pytest.mark.parametrize("command", ["odds", "sim", "play", "rulings", "new"])
def test_help_of_a_command(capsys: Capture, command: str) -> None:
    assert said(capsys, command, "--help").startswith(f"Usage: affray {command}")


@pytest.mark.program
@pytest.mark.parametrize(
    ("arguments", "stdin"),
    [(["--help"], ""), (["play", "skirmish/duel"], "press\nquit\n"), (["encounters"], "")],
)
def test_starting_and_playing_import_no_compiler(arguments: list[str], stdin: str) -> None:
    code = (
        "import sys; from affray.cli.main import run; status = run(sys.argv[1:]); "
        "print([m for m in ('numba', 'numpy', 'llvmlite') if m in sys.modules], status)"
    )
    done = subprocess.run(
        [sys.executable, "-c", code, *arguments],
        input=stdin, capture_output=True, text=True, timeout=PATIENCE,
    )  # fmt: skip
    assert done.stdout.splitlines()[-1] == "[] 0", done.stderr


def test_encounters(capsys: Capture) -> None:
    found = [e for e in data(capsys, "encounters")["encounters"] if e["ruleset"] == "skirmish"]
    assert found == [
        {
            "name": "skirmish/bridge",
            "ruleset": "skirmish",
            "title": "Two at the bridge",
            "sides": {"heroes": ["Ada", "Bran"], "foes": ["Grim", "Snick"]},
        },
        {
            "name": "skirmish/duel",
            "ruleset": "skirmish",
            "title": "A duel at dawn",
            "sides": {"heroes": ["Ada"], "foes": ["Grim"]},
        },
        {
            "name": "skirmish/pocket",
            "ruleset": "skirmish",
            "title": "Pocket: two a side among the graves",
            "sides": {"heroes": ["Ada", "Bran"], "foes": ["Grim", "Snick"]},
        },
    ]
    text = said(capsys, "encounters")
    assert "Ada, Bran against Grim, Snick" in text
    assert all(line == line.rstrip() for line in text.splitlines())


def test_rules(capsys: Capture) -> None:
    found = data(capsys, "rules", "skirmish")
    assert found["ruleset"] == "skirmish"
    assert [r["id"] for r in found["rules"]] == [f"SK-{k}" for k in range(1, 14)]
    seven = found["rules"][6]
    assert set(seven) >= {"id", "statement", "source", "code", "scenarios"}
    assert "affray.rulesets.skirmish.rules:hits" in seven["code"]
    assert any(Path(file).name == "sk-07-a-tie-hits.toml" for file in seven["scenarios"])
    text = said(capsys, "rules", "skirmish")
    assert "rules:hits" in text
    assert "state:Creature.might" in text
    assert "13 rules, 13 with code, 13 with a scenario (complete)" in text


def test_rulings(capsys: Capture) -> None:
    found = data(capsys, "rulings", "skirmish")
    assert found["ruleset"] == "skirmish"
    assert [(r["id"], r["name"], r["fixed"]) for r in found["rulings"]] == [
        ("SK-R1", "ties", False), ("SK-R2", "blow_meets", False),
        ("SK-R3", "fallen_helpers", True), ("SK-R4", "late_entry", True),
    ]  # fmt: skip
    ties = found["rulings"][0]
    assert set(ties) >= {"id", "name", "question", "readings", "default", "fixed"}
    assert ties["default"] == "striker"
    assert [r["name"] for r in ties["readings"]] == ["striker", "target"]
    text = said(capsys, "rulings", "skirmish")
    assert "  * striker: A tie hits.\n    target: A tie misses." in text


def test_rulings_and_what_they_do_to_a_fight(capsys: Capture) -> None:
    arguments = ["rulings", "skirmish", "--impact", "skirmish/duel", "-n", "300", "--seed", "4"]
    impact = data(capsys, *arguments)["impact"]
    ties, meets = impact["readings"]
    assert (ties["ruling"], ties["reading"]) == ("ties", "target")
    played = data(capsys, "sim", "skirmish/duel", "-n", "300", "--seed", "4", "--ruling",
                  "ties=target", "--engine", "python")  # fmt: skip
    assert ties["win_rate"] == played["win_rate"]["heroes"]
    moved = ties["win_rate"]["p"] - impact["default"]["win_rate"]["p"]
    assert ties["difference"] == pytest.approx(moved)
    assert ties["interval"]["lo"] < moved < ties["interval"]["hi"]
    assert meets["difference"] == 0, "nobody helps in a duel"
    text = said(capsys, *arguments)
    assert re.search(r"ties +target +\d+\.\d\d % +[+-]\d+\.\d\d", text)


# Odds


def test_odds(capsys: Capture) -> None:
    found = data(capsys, *STRIKE)
    assert set(found) >= {"encounter", "who", "do", "target", "outcomes", "expected", "assumed"}
    named = [found[key] for key in ("encounter", "who", "do", "target")]
    assert named == ["skirmish/duel", "Ada", "strike", "Grim"]
    for outcome in found["outcomes"]:
        assert re.fullmatch(r"\d+/\d+", outcome["p"])
        assert outcome["percent"] == pytest.approx(100 * float(Fraction(outcome["p"])))
    assert sum(Fraction(o["p"]) for o in found["outcomes"]) == 1
    assert [o["outcome"] for o in found["outcomes"]] == [
        "hit, Grim wounded 1", "hit, armor holds", "miss"
    ]  # fmt: skip
    mean = found["expected"]["Grim"]["wounds"]["mean"]
    assert mean == found["outcomes"][0]["p"]


def test_odds_as_text(capsys: Capture) -> None:
    text = said(capsys, *STRIKE)
    first = data(capsys, *STRIKE)["outcomes"][0]
    shown = f"{first['percent']:.2f} %"
    assert re.search(rf"hit, Grim wounded 1 +{re.escape(shown)} +{first['p']}\n", text)
    assert "comes to it" not in text
    assert re.search(
        r"Ada rolls to hit +3d6 against 1d6 .*100\.00 %", said(capsys, *STRIKE, "--how")
    )


def test_the_stages_behind_odds(capsys: Capture) -> None:
    hit, armor = data(capsys, *STRIKE, "--how")["how"]
    assert (hit["reached"], armor["reached"]) == ("1/1", hit["succeeds"])
    wounded = Fraction(hit["succeeds"]) * Fraction(armor["succeeds"])
    assert wounded == Fraction(data(capsys, *STRIKE)["outcomes"][0]["p"])


@pytest.mark.parametrize("name", ["duel", "bridge"])
@pytest.mark.parametrize("plan", ["press", "brace", "strike"])
@pytest.mark.parametrize("who", ["Ada", "Grim"])
def test_probabilities_always_add_to_one(capsys: Capture, name: str, plan: str, who: str) -> None:
    target = ["--target", "Grim" if who == "Ada" else "Ada"] if plan == "strike" else []
    found = data(capsys, "odds", f"skirmish/{name}", "--who", who, "--do", plan, *target)
    assert sum(Fraction(o["p"]) for o in found["outcomes"]) == 1
    assert len(found["outcomes"]) > 1


# Many fights


@compiled
@pytest.mark.parametrize("name", ["skirmish/duel", "skirmish/bridge"])
def test_sim_engines_play_the_same_fights(capsys: Capture, name: str) -> None:
    base = ["sim", name, "-n", "400", "--seed", "7", "--engine"]
    python, native = data(capsys, *base, "python"), data(capsys, *base, "native")
    assert set(python) >= SIM
    assert (python["engine"], native["engine"]) == ("python", "native")
    for key in SIM - {"engine", "seconds", "fights_per_second"}:
        assert python[key] == native[key], key
    assert set(python["wins"]) == {"heroes", "foes", "none"}
    assert sum(python["wins"].values()) == python["n"] == 400
    rate = python["win_rate"]["heroes"]
    assert rate["p"] == python["wins"]["heroes"] / 400
    assert 0 < rate["lo"] < rate["p"] < rate["hi"] < 1
    assert set(python["rounds"]) == {"mean", "p50", "p90", "max"}
    assert python["events"]["down"] == sum(
        400 - round(s * 400) for s in python["survivors"].values()
    )


def test_sim_as_text(capsys: Capture) -> None:
    base = ["sim", "skirmish/duel", "-n", "200", "--seed", "3", "--engine", "python"]
    found = data(capsys, *base)
    text = said(capsys, *base)
    assert text.startswith("skirmish/duel: 200 fights, seed 3, python engine\n")
    assert re.search(rf"heroes +{found['wins']['heroes']} ", text)
    assert f"rounds: mean {found['rounds']['mean']:.2f}" in text


def test_one_fight(capsys: Capture) -> None:
    found = data(capsys, "sim", "skirmish/duel", "-n", "1")
    assert (found["n"], sum(found["wins"].values())) == (1, 1)
    assert {found["win_rate"][side]["p"] for side in ("heroes", "foes")} == {0.0, 1.0}


def test_seeds_seats_and_rulings_change_a_simulation(capsys: Capture) -> None:
    base = ["sim", "skirmish/bridge", "-n", "300", "--engine", "python"]
    first = data(capsys, *base)
    assert data(capsys, *base, "--seed", "1")["events"] == first["events"]
    for change in (["--seed", "2"], ["--seat", "foes=random"], ["--ruling", "ties=target"]):
        assert data(capsys, *base, *change)["events"] != first["events"]


@compiled
def test_auto_engine(capsys: Capture) -> None:
    assert data(capsys, "sim", "skirmish/duel", "-n", "5")["engine"] == "python"
    assert data(capsys, "sim", "skirmish/duel", "-n", "60000")["engine"] == "native"


INTERRUPTED = """
import signal, sys
from affray.cli.main import run
from affray.cli import progress
signal.signal(signal.SIGINT, signal.default_int_handler)
progress.EVERY = 0.0
sys.exit(run(["sim", "skirmish/bridge", "-n", str(10**12), "--engine", sys.argv[1], "--json"]))
"""


@pytest.mark.program
@pytest.mark.skipif(os.name == "nt", reason="a console sends Ctrl-C there")
@pytest.mark.parametrize("engine", ["python", pytest.param("native", marks=compiled)])
def test_ctrl_c_stops_with_what_there_is(engine: str) -> None:
    """Pressed as soon as it says that some fights are over."""
    command = [sys.executable, "-c", INTERRUPTED, engine]
    child = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
    try:
        assert child.stderr is not None
        said = iter(child.stderr.readline, "")
        assert any(" of 1,000,000,000,000 fights, " in line for line in said)
        child.send_signal(signal.SIGINT)
        out, err = child.communicate(timeout=PATIENCE)
    finally:
        child.kill()
    assert child.returncode == 130
    last = err.splitlines()[-1]
    assert re.fullmatch(r"stopped after [\d,]+ of 1,000,000,000,000 fights", last), err
    found = json.loads(out)
    assert found["stopped"] is True
    assert sum(found["wins"].values()) == found["n"] > 0


# Scenarios, saves, compiled rules


def test_scenarios(capsys: Capture, tmp_path: Path) -> None:
    files = [str(f) for f in SCENARIOS]
    found = data(capsys, "scenario", *files)
    assert (found["passed"], found["failed"]) == (len(files), 0)
    assert found["scenarios"][0] == {"file": files[0], "ok": True, "why": ""}
    assert said(capsys, "scenario", *files).endswith(f"{len(files)} of {len(files)} hold\n")


def test_a_scenario_that_does_not_hold(capsys: Capture, tmp_path: Path) -> None:
    text = (SCENARIOS[0].parent / "sk-07-a-tie-hits.toml").read_text(encoding="utf-8")
    shutil.copytree(SCENARIOS[0].parent / "_casts", tmp_path / "_casts")
    wrong = tmp_path / "wrong.toml"
    wrong.write_text(re.sub(r"wounds = \d+", "wounds = 4", text), encoding="utf-8")
    assert run(["scenario", str(wrong), str(SCENARIOS[0]), "--json"]) == 1
    found = json.loads(capsys.readouterr().out)
    assert (found["passed"], found["failed"]) == (1, 1)
    why = found["scenarios"][0]["why"]
    assert re.search(r"Grim\.wounds: expected 4, found 1 \(SK-", why)
    assert run(["scenario", str(wrong)]) == 1
    assert f"        {why}\n0 of 1 hold\n" in capsys.readouterr().out


@pytest.mark.program
def test_replay(capsys: Capture, tmp_path: Path) -> None:
    file = tmp_path / "fight.toml"
    played = spawn("play", "skirmish/duel", "--save", str(file), "--seed", "3", stdin="press\n")
    assert played.returncode == 0
    found = data(capsys, "replay", str(file))
    assert set(found) >= {"file", "ruleset", "answers", "outcome", "transcript", "world"}
    assert (found["ruleset"], found["outcome"]) == ("skirmish", "going-on")
    assert found["answers"] == file.read_text(encoding="utf-8").count("[[tape]]") > 2
    text = said(capsys, "replay", str(file))
    assert text.splitlines()[: len(found["transcript"])] == found["transcript"]
    assert text.endswith(f"{found['answers']} answers replayed, nothing changed; "
                         "the fight is going on\n")  # fmt: skip


@pytest.mark.program
def test_replay_of_one_answer(capsys: Capture, tmp_path: Path) -> None:
    file = tmp_path / "fight.toml"
    spawn("play", "skirmish/duel", "--save", str(file), "--seat", "foes=person", stdin="\npress\n")
    assert "\n1 answer replayed, nothing changed" in said(capsys, "replay", str(file))


@pytest.mark.program
def test_replay_plays_nobody_on_and_writes_nothing(capsys: Capture, tmp_path: Path) -> None:
    """The tape ends where it is the computer's turn to answer."""
    file = tmp_path / "fight.toml"
    spawn("play", "skirmish/duel", "--save", str(file), "--seed", "3", stdin="press\n")
    head, *tape = file.read_text(encoding="utf-8").split("[[tape]]\n")
    file.write_text("[[tape]]\n".join([head, *tape[:2]]), encoding="utf-8")
    before = file.read_bytes()
    assert data(capsys, "replay", str(file))["answers"] == 2
    assert file.read_bytes() == before


@compiled
def test_compile(capsys: Capture) -> None:
    said(capsys, "compile", "skirmish")
    found = data(capsys, "compile", "skirmish")
    assert [(c["ruleset"], c["oracle"], c["cached"]) for c in found["compiled"]] == [
        ("skirmish", "dice", True), ("skirmish", "tape", True)
    ]  # fmt: skip
    assert Path(found["cache"]).is_dir()
    assert "skirmish dice: was there" in said(capsys, "compile", "skirmish")
