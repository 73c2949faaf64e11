"""`affray replay --watch` and `--html`: through whose eyes, by which keys, and what is refused."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest
from film_helpers import played_game, save_of

from affray.book.encounter import find_encounter
from affray.cli.main import run
from affray.cli.replaying import KEYS, Viewer
from affray.table.film import LOOKS_ON, Film
from affray.table.recorded import recorded_film

Capture = pytest.CaptureFixture[str]


@pytest.fixture
def duel(tmp_path: Path) -> Path:
    return save_of(tmp_path / "duel.toml", find_encounter("skirmish/duel"))


def viewed(film: Film, *keys: str) -> list[str]:
    """The screens that keys lead to."""
    pressed = iter(keys)
    screens: list[str] = []

    def read() -> str:
        try:
            return next(pressed)
        except StopIteration:
            raise EOFError from None

    Viewer(film, read, screens.append, lambda _: None).watch()
    return screens


def moment_of(screen: str) -> int:
    found = re.search(r"moment (\d+) of", screen)
    assert found
    return int(found[1])


def test_keys_step_on_and_back_and_play() -> None:
    film = Film(played_game("skirmish/duel"), LOOKS_ON)
    last = len(film)
    screens = viewed(film, " ", "\x1b[C", "\r", "\x1b[D", "b", "x", "G", " ", "g", "b", "q", " ")
    assert [moment_of(screen) for screen in screens] == [1, 2, 3, 4, 3, 2, 2, last, last, 1, 1]
    assert all(screen.endswith(KEYS) for screen in screens)
    assert "The heroes have won." in screens[7]
    assert "Ada: wounds" in screens[0]
    assert "A  Ada" in screens[0], "the map"
    played = viewed(film, "p", "q")
    assert [moment_of(screen) for screen in played] == [1, *range(2, last + 1), last]


def test_without_a_terminal_it_is_told(duel: Path, capsys: Capture) -> None:
    assert run(["replay", str(duel), "--watch"]) == 0
    told = capsys.readouterr().out.splitlines()
    assert told[0] == "A duel at dawn  (seen by everybody)"
    assert told[-1] == "The heroes have won."
    assert run(["replay", str(duel)]) == 0
    whole = [line.strip() for line in capsys.readouterr().out.splitlines()]
    said = [line.strip() for line in told[1:-1]]
    assert said == [line for line in whole if line in said], "all of it, in its order"
    assert run(["replay", str(duel), "--watch", "--seat", "ada", "--json"]) == 0
    found = json.loads(capsys.readouterr().out)
    assert found["seen_by"] == "Ada"
    assert found["moments"][-1]["round"] == 4


def test_everybody_sees_nobody_who_hides(tmp_path: Path) -> None:
    """A save in which somebody hides: by default they are in no moment in which they did."""
    path = save_of(tmp_path / "road.toml", find_encounter("rpg-hell/cold-cellar"))
    eyes = {
        "everybody": recorded_film(path),
        "all": recorded_film(path, is_game_master=True),
    }
    names = {
        who: [{c["name"] for c in film.state(m)["creatures"]} for m in range(len(film))]
        for who, film in eyes.items()
    }
    assert {len(seen) for seen in names["all"]} == {len(eyes["all"].game.fight.names)}
    assert min(len(seen) for seen in names["everybody"]) < len(eyes["all"].game.fight.names)
    unseen = next(
        m for m, seen in enumerate(names["everybody"]) if len(seen) < len(names["all"][0])
    )
    board = eyes["everybody"].board(unseen)
    assert board is not None
    shown = {eyes["all"].game.fight.names[token.who] for token in board.tokens}
    assert shown <= names["everybody"][unseen]


def test_a_file_for_friends(duel: Path, tmp_path: Path, capsys: Capture) -> None:
    out = tmp_path / "duel.html"
    assert run(["replay", str(duel), "--html", str(out), "--json"]) == 0
    found = json.loads(capsys.readouterr().out)
    assert (found["seen_by"], found["bytes"]) == ("everybody", out.stat().st_size)
    text = out.read_text(encoding="utf-8")
    assert len(text) < 1_000_000
    assert not re.search(r'(?:src|href)="(?!#)', text), "it names no other file"
    assert "[[tape]]" not in text
    assert run(["replay", str(duel), "--html", str(out)]) == 2
    assert "exists already" in capsys.readouterr().err


@pytest.mark.parametrize("ref", ["rpg-hell/wolf-road", "plunder/ogre-toll"])
def test_a_file_of_the_longest_samples_is_small(tmp_path: Path, ref: str) -> None:
    out = tmp_path / "out.html"
    save = save_of(tmp_path / "save.toml", find_encounter(ref))
    assert run(["replay", str(save), "--html", str(out)]) == 0
    assert out.stat().st_size < 1_000_000


@pytest.mark.parametrize(
    ("more", "said"),
    [
        (["--seat", "Ada"], "--seat: goes with --watch or --html"),
        (["--game-master"], "--game-master: goes with --watch or --html"),
        (["--watch", "--seat", "Eve"], "--seat: no creature is called 'Eve'; expected Ada, Grim"),
        (["--watch", "--seat", "Ada", "--game-master"], "--seat: either a seat's eyes or"),
        (["--watch", "--html", "x.html"], "--html: either watched or written"),
    ],
)
def test_what_cannot_be_is_refused(duel: Path, capsys: Capture, more: list[str], said: str) -> None:
    assert run(["replay", str(duel), *more]) == 2
    assert said in capsys.readouterr().err


def test_a_save_of_other_rules_says_which(duel: Path, capsys: Capture) -> None:
    text = duel.read_text(encoding="utf-8")
    duel.write_text(text.replace("version = 1", "version = 99"), encoding="utf-8")
    assert run(["replay", str(duel), "--watch"]) == 2
    assert "version" in capsys.readouterr().err


def test_a_working_is_opened_by_a_key() -> None:
    """A line stands alone; h shows what its numbers are made of, and shuts it again."""
    film = Film(played_game("story-mode/warehouse-wolf"), LOOKS_ON)
    m = next(m for m in range(len(film)) if any(line["working"] for line in film.told(m)))
    shut, opened, again = viewed(film, *" " * m, "h", "h")[m:]
    assert shut == again
    assert set(shut.splitlines()) < set(opened.splitlines())
    assert "      level +" in opened
