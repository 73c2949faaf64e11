"""A ruleset of one's own, as a designer begins it: written, listed, played, proved."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

pytestmark = pytest.mark.program


def spawn(folder: Path, *command: str) -> subprocess.CompletedProcess[str]:
    env = {
        **os.environ,
        "AFFRAY_HOME": str(folder / "home"),
        "AFFRAY_CACHE": str(folder / "cache"),
    }
    return subprocess.run(
        [sys.executable, "-m", *command],
        capture_output=True, text=True, timeout=600, env=env, cwd=folder,
    )  # fmt: skip


def data(folder: Path, *arguments: str) -> dict[str, Any]:
    done = spawn(folder, "affray", *arguments, "--rulesets", "games", "--json")
    assert (done.returncode, done.stderr) == (0, "")
    found = json.loads(done.stdout)
    assert isinstance(found, dict)
    return found


@pytest.fixture(scope="module")
def made(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with games/my_game in it."""
    folder = tmp_path_factory.mktemp("designer")
    done = spawn(folder, "affray", "new", "ruleset", "my-game", "--folder", "games")
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout.endswith("next: affray play my-game/duel --rulesets games\n")
    return folder


def test_what_was_written(made: Path) -> None:
    files = {f.name for f in (made / "games" / "my_game").rglob("*") if f.is_file()}
    code = {"state.py", "events.py", "rules.py", "policy.py", "words.py"}
    assert files >= {*code, "rulebook.toml", "duel.toml"}
    for file in (made / "games" / "my_game").rglob("*.*"):
        if file.suffix in (".py", ".toml"):
            text = file.read_text(encoding="utf-8")
            assert "skirmish" not in text.lower()
            assert "SK-" not in text


def test_it_is_listed(made: Path) -> None:
    found = [e["name"] for e in data(made, "encounters")["encounters"]]
    assert {"my-game/duel", "my-game/bridge"} <= set(found)
    rules = data(made, "rules", "my-game")["rules"]
    assert [r["id"] for r in rules] == [f"MG-{k}" for k in range(1, 14)]
    assert all(r["code"] for r in rules)


def test_it_plays_as_what_it_was_begun_from(made: Path) -> None:
    base = ["-n", "200", "--seed", "5", "--engine", "python"]
    mine, theirs = data(made, "sim", "my-game/bridge", *base), data(
        made, "sim", "skirmish/bridge", *base
    )  # fmt: skip
    assert mine["wins"] == theirs["wins"]
    strike = ["--who", "Ada", "--do", "strike", "--target", "Grim"]
    odds = data(made, "odds", "my-game/duel", *strike)["outcomes"]
    assert odds == data(made, "odds", "skirmish/duel", *strike)["outcomes"]


def test_its_scenario_holds(made: Path) -> None:
    files = [str(f) for f in (made / "games" / "my_game" / "scenarios").glob("*.toml")]
    found = data(made, "scenario", *files)
    assert (found["passed"], found["failed"]) == (1, 0)


def test_a_name_that_is_taken_is_refused(made: Path) -> None:
    for name in ("my-game", "skirmish"):
        done = spawn(made, "affray", "new", "ruleset", name, "--folder", "games")
        assert (done.returncode, done.stdout) == (2, "")
        assert "already" in done.stderr


@pytest.mark.slow
def test_it_passes_the_conformance_suite(made: Path) -> None:
    suite = [
        "pytest", "--pyargs", "affray.conformance", "-p", "affray.conformance.plugin",
        "-p", "no:cacheprovider", "--rulesets", "games", "--ruleset", "my-game",
        "-m", "not slow", "--fights", "40",
    ]  # fmt: skip
    spawn(made, *suite, "--golden-write")
    done = spawn(made, *suite)
    assert done.returncode == 0, done.stdout[-3000:]
    passed = re.search(r"(\d+) passed", done.stdout)
    assert passed is not None
    assert int(passed[1]) > 20
