"""Parties for tests: files of their own, commands that go well or are refused."""

from __future__ import annotations

import io
import tomllib
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from affray.book.encounter import Encounter, encounter_from
from affray.book.toml_tables import parse_toml
from affray.cli.main import run
from affray.fight.players import Seat
from affray.files.party import folder
from affray.files.saves import SavedFight, new_save
from affray.terminal.people import Terminal

Capture = pytest.CaptureFixture[str]
Play = Callable[..., str]
RULESETS = Path(__file__).parent / "rulesets"
ROADS = {
    "skirmish": ("skirmish/bridge", "heroes"),
    "dungeoneers-tactics": ("dungeoneers-tactics/bridge-brawl", "heroes"),
    "plunder": ("plunder/bone-cellar", "party"),
    "rpg-hell": ("rpg-hell/wolf-road", "players"),
    "dungeoneers-spotlight": ("dungeoneers-spotlight/narrow-bridge", "players"),
    "story-mode": ("story-mode/coven", "players"),
}


@pytest.fixture
def play(capsys: Capture, monkeypatch: pytest.MonkeyPatch) -> Play:
    """A command that goes well, with lines typed at it; what it said."""

    def played(*arguments: str, typed: str = "") -> str:
        monkeypatch.setattr("sys.stdin", io.StringIO(typed))
        status = run(list(arguments))
        said = capsys.readouterr()
        assert status == 0, said.err
        return said.out + said.err

    return played


@pytest.fixture
def refused(capsys: Capture) -> Play:
    """A command that is bad input; the one line it says."""

    def said(*arguments: str) -> str:
        assert run(list(arguments)) == 2
        found = capsys.readouterr()
        assert found.out == ""
        assert found.err.count("\n") == 1
        return found.err

    return said


def kept(name: str = "watch") -> dict[str, Any]:
    return tomllib.loads((folder() / f"{name}.toml").read_text(encoding="utf-8"))


def members(name: str = "watch") -> dict[str, dict[str, Any]]:
    return {member["name"]: member.get("set", {}) for member in kept(name)["creature"]}


def write(text: str, name: str = "watch") -> Path:
    folder().mkdir(parents=True, exist_ok=True)
    path = folder() / f"{name}.toml"
    path.write_text(text, encoding="utf-8")
    return path


def watch(ada: str = "", bran: str = "", more: str = "") -> Path:
    """Ada and Bran of the bridge."""
    return write(
        'ruleset = "skirmish"\ntitle = "The bridge watch"\n'
        f'[[creature]]\nname = "Ada"\nfrom = "knight"\n{ada}\n'
        f'[[creature]]\nname = "Bran"\nfrom = "ranger"\n{bran}\n{more}\n'
    )


def made(text: str) -> Encounter:
    return encounter_from(parse_toml(text, "made.toml"), "made")


BRIDGE = """
ruleset = "skirmish"
title = "Made"
{top}
[[creature]]
name = "Ada"
from = "knight"
side = "heroes"
at = 1
[[creature]]
name = "Dorn"
from = "knight"
side = "heroes"
at = 2
{stays}
[[creature]]
name = "Bran"
from = "ranger"
side = "heroes"
at = 3
[[creature]]
name = "Grim"
from = "brute"
side = "foes"
at = 5
"""


def bridge(top: str = "", stays: str = "stays = true") -> Encounter:
    return made(BRIDGE.format(top=top, stays=stays))


def game_of(encounter: Encounter, seed: int = 5) -> SavedFight:
    """All of it by the computer."""
    return new_save(encounter, [Seat("bold")] * len(encounter.entrants), seed)


def at_the_end(game: SavedFight, *lines: str) -> str:
    """The lines typed at a terminal, and what it shows."""
    left, shown = iter(lines), []

    def read(prompt: str) -> str:
        shown.append(prompt)
        return next(left, "")

    Terminal(game, read, shown.append).play()
    return "\n".join(shown)
