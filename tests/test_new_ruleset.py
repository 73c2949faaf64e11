"""A ruleset of one's own, as a designer begins it: written, listed, played, proved."""

from __future__ import annotations

import json
import os
import re
import shlex
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from shipped import GAMES

from affray.book.shelf import SHELF
from affray.cli.main import run

Capture = pytest.CaptureFixture[str]

pytestmark = pytest.mark.program

HOW_FAR = re.compile(r"[\d,]+ of [\d,]+ \w+, [\d.,]+ a second, about \d+ (s|min) left")
"""What a command says that takes its time, as all do where others work too."""


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
    said = [line for line in done.stderr.splitlines() if not HOW_FAR.fullmatch(line)]
    assert (done.returncode, said) == (0, [])
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
            assert "benchmark" not in text
    first = {f: (made / "games" / "my_game" / f).read_text().split("\n")[0] for f in code}
    assert first["state.py"] == '"""What a fight of My Game is made of."""'
    assert all("My Game" in line for line in first.values())


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


def promises(folder: Path, slug: str, fights: str) -> dict[str, Any]:
    """What `check` finds; how far it is stands on stderr meanwhile."""
    asked = ["check", slug, "--fights", fights, "--rulesets", "games", "--json"]
    found = json.loads(spawn(folder, "affray", *asked).stdout)["rulesets"][0]
    assert isinstance(found, dict)
    return found


def test_it_keeps_every_promise(made: Path) -> None:
    found = promises(made, "my-game", "4")
    assert (found["broken"], found["stopped"]) == ([], False)
    assert len(found["holds"]) > 40


@pytest.mark.parametrize("slug", [game for game in GAMES if game != "skirmish"])
def test_it_may_begin_as_any_game(tmp_path: Path, slug: str, capsys: Capture) -> None:
    """Nothing of the other's name is left, and its scenario holds at once."""
    assert run(["new", "ruleset", "odd-folk", "--from", slug, "--folder", str(tmp_path)]) == 0
    model, folder = SHELF.get(slug).book, tmp_path / "odd_folk"
    for file in [f for f in folder.rglob("*") if f.is_file()]:
        text = file.read_text(encoding="utf-8")
        assert model.name not in text
        assert slug not in text
        assert f"{model.prefix}-1" not in text
    assert (folder / "__init__.py").read_text().startswith('"""Odd Folk, a game of our own."""')
    shown = [str(f) for f in (folder / "scenarios").glob("*.toml")]
    done = spawn(tmp_path, "affray", "scenario", *shown, "--rulesets", str(tmp_path))
    assert (done.returncode, done.stdout[-12:]) == (0, "1 of 1 hold\n"), done.stderr


def test_what_is_asked_is_put_in_words_while_it_is_asked(tmp_path: Path) -> None:
    """The words of Story Mode look at the spell that is being cast: after the step there is none,
    and rules in a folder are watched for what they look up in vain."""
    begun = ["new", "ruleset", "night-shift", "--from", "story-mode"]
    assert spawn(tmp_path, "affray", *begun, "--folder", "games").returncode == 0
    suite = ["pytest", "--pyargs", "affray.conformance", "-p", "affray.conformance.plugin"]
    own = ["--rulesets", "games", "--ruleset", "night-shift", "--cpython", "-p", "no:cacheprovider"]
    done = spawn(tmp_path, *suite, *own, "-k", "words_can_be_said")
    assert done.returncode == 0, done.stdout[-2000:]
    assert "6 passed" in done.stdout


@pytest.mark.slow
@pytest.mark.parametrize("slug", [game for game in GAMES if game != "skirmish"])
def test_one_begun_from_any_game_keeps_every_promise(tmp_path: Path, slug: str) -> None:
    begun = ["new", "ruleset", "cave-folk", "--from", slug]
    assert spawn(tmp_path, "affray", *begun, "--folder", "games").returncode == 0
    found = promises(tmp_path, "cave-folk", "8")
    assert (found["broken"], found["stopped"]) == ([], False)


def test_every_command_that_is_shown_can_be_typed_as_it_stands(made: Path) -> None:
    """Those about a game in a folder left the folder out."""
    shown = [
        data(made, "new", "encounter", "mine.toml", "--ruleset", "my-game")["next"],
        data(made, "new", "scenario", "proof.toml", "--ruleset", "my-game")["next"],
        data(made, "sim", "my-game/duel", "-n", "20")["to_watch"][0]["command"],
        data(made, "new", "party", "watch", "--from", "my-game/duel")["next"],
    ]
    for file in ("mine.toml", "proof.toml", "games/my_game/scenarios/the-first-exchange.toml"):
        first = (made / file).read_text(encoding="utf-8").partition("\n")[0]
        shown.append(first.partition("Run it:  ")[2])
    for command in shown:
        program, *said = shlex.split(command)
        assert program == "affray"
        if said[0] == "play":
            said += ["--seat", "heroes=bold"]
        done = spawn(made, "affray", *said)
        assert (done.returncode, done.stderr) == (0, ""), command


def test_a_folder_copied_by_hand_does_not_play_as_the_other_game(made: Path) -> None:
    """Its encounters were still the other's: whatever was changed in the copy, nothing happened."""
    games = made / "games"
    shutil.copytree(games / "my_game", games / "my_copy")
    book = games / "my_copy" / "rulebook.toml"
    book.write_text(
        book.read_text(encoding="utf-8").replace("my-game", "my-copy"), encoding="utf-8"
    )
    done = spawn(made, "affray", "sim", "my-copy/duel", "-n", "20", "--rulesets", "games")
    shutil.rmtree(games / "my_copy")
    assert done.returncode == 2
    assert "ruleset: found 'my-game', expected 'my-copy'" in done.stderr
    assert done.stderr.count("\n") == 1
