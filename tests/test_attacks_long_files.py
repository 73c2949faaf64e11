"""Long hostile files: each part is one that a file may have, and together they are too much."""

from __future__ import annotations

import json
import re
import time
import tomllib
import tracemalloc
from pathlib import Path
from typing import Any

import pytest

from affray.book.encounter import find_encounter
from affray.book.errors import BadInput
from affray.book.shelf import SHELF
from affray.fight.fight import Fight, nobody
from affray.fight.players import Seat
from affray.files.saves import header_text, load_save
from affray.files.taking_up import account_of
from affray.files.uvtt import read_uvtt
from affray.files.versions import OtherVersion
from affray.tell.retelling import Retelling

TAPE = '\n[[tape]]\nwho = "Ada"\nchoose = "stance"\nanswer = "press"\n'
LONG_BOMBS = {
    "two million keys": (
        "".join(f"a{k} = 1\n" for k in range(2_000_000)), "letters, expected at most 2,097,152",
    ),
    "an answer of as many": (
        TAPE + "".join(f"a{k} = 1\n" for k in range(2_000_000)),
        "letters, expected at most 1,048,576",
    ),
    "sixty thousand keys": ("a=1\n" * 60_000, "found more than 50,000 values"),
    "an answer of as many keys": (TAPE + "a=1\n" * 60_000, "found more than 40,000 values"),
    "two million answers": ("[[tape]]\n" * 2_000_000, "found more than 400,000 [[tape]] entries"),
}  # fmt: skip
"""As large as saves alone may be, and not what makes a save large."""


@pytest.mark.parametrize("bomb", LONG_BOMBS)
def test_a_save_is_long_by_its_answers_alone(bomb: str, tmp_path: Path) -> None:
    """17 MiB took 12 s and a gigabyte before the first answer was found wrong."""
    text, said = LONG_BOMBS[bomb]
    header = header_text(find_encounter("skirmish/duel"), [Seat(), Seat("bold")], 8)
    path = tmp_path / "hostile.toml"
    path.write_text(header + text, encoding="utf-8")
    started = time.process_time()
    tracemalloc.start()
    try:
        with pytest.raises(BadInput, match=re.escape(said)):
            load_save(path)
        _, peak = tracemalloc.get_traced_memory()
    finally:
        tracemalloc.stop()
    assert time.process_time() - started < 1.0
    assert peak < 128 << 20, "the text, as bytes and as letters"


WRONG = TAPE.replace("press", "run")
HEAD = header_text(find_encounter("skirmish/duel"), [Seat(), Seat("bold")], 8)
MANY = TAPE * 399_000
ROW = '  { text = "Ada strikes", rules = ["SK-1"], who = 1, rolled = { dice = [1, 2, 3] } },\n'
TOLD = "\n[[tape]]\nlost = []\nposition.begun = true\ntold = [\n{}]\nbegan = 1\nrules = {}\n"
WRONG_SOON = {
    "the first answer": (HEAD + WRONG + MANY, "tape[1].answer: found 'run'"),
    "the second answer": (HEAD + MANY, "tape[2]: found 'stance' of Ada, but the rules ask"),
    "what is no TOML": (HEAD + "\n[[tape]]\nwho = = 1\n" + MANY, "is not TOML (Invalid value (at"),
    "the game": (HEAD.replace('"skirmish"', '"skirmesh"') + MANY, "did you mean 'skirmish'?"),
    "the version": (HEAD.replace("version = 1", "version = 9") + MANY, "save.version: found 9"),
    "a creature": (HEAD.replace('"brute"', '"brut"') + MANY, "did you mean 'brute'?"),
    "a seat": (HEAD.replace('"bold"', '"bolt"') + MANY, "no player is called 'bolt'"),
    "the head, which comes last": (WRONG + MANY + "\n" + HEAD, "ruleset: missing"),
    "an answer to what was told": (HEAD + TOLD.format(ROW * 200_000, 1) + WRONG, "found 'run'"),
    "the rules something was told by": (HEAD + TOLD.format(ROW * 200_000, 7), "found 7, but"),
}


@pytest.fixture
def parsed(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """The letters of every text that was parsed."""
    found: list[int] = []
    loads = tomllib.loads

    def counted(part: str) -> dict[str, Any]:
        found.append(len(part))
        return loads(part)

    monkeypatch.setattr("affray.book.toml_tables.tomllib.loads", counted)
    return found


@pytest.mark.parametrize("what", WRONG_SOON)
def test_a_long_save_costs_what_is_read_before_it_is_refused(
    what: str, tmp_path: Path, parsed: list[int]
) -> None:
    """All of it was parsed before anything was judged: 6 s for 400,000 answers."""
    text, said = WRONG_SOON[what]
    path = tmp_path / "hostile.toml"
    path.write_text(text, encoding="utf-8")
    with pytest.raises(BadInput, match=re.escape(said)):
        load_save(path)
    assert sum(parsed) < len(text) / 10


def test_an_account_of_another_fight_costs_its_standing(tmp_path: Path, parsed: list[int]) -> None:
    """What is kept beside a save of other rules was read whole, however much of it there was."""
    fight = Fight(find_encounter("skirmish/duel"), nobody)
    fight.run()
    told = Retelling().text(fight, 8, 0).partition("lines = [")[0]
    path = tmp_path / "hostile.toml"
    path.write_text(HEAD.replace("version = 1", "version = 9"), encoding="utf-8")
    path.with_suffix(".told").write_text(f"{told}lines = [\n{ROW * 200_000}]\n", encoding="utf-8")
    with pytest.raises(OtherVersion) as other:
        load_save(path)
    with pytest.raises(BadInput, match="what is kept as told is of another fight"):
        account_of(other.value, path)
    assert sum(parsed) < len(ROW) * 200_000 / 10


FAR = 999_999
ACROSS = [[{"x": -FAR, "y": k - FAR}, {"x": FAR, "y": FAR - k}] for k in range(5_000)]
"""As many lines as are read, each through the whole map from far away."""


def test_a_map_of_lines_without_end_is_refused_at_once() -> None:
    """Each by itself is a line that a map may have; together they took 2 to 6 s."""
    doors = [{"position": {"x": 1, "y": 1}, "bounds": line, "closed": True} for line in ACROSS]
    resolution = {"map_size": {"x": 60, "y": 60}, "pixels_per_grid": 70}
    text = json.dumps({"resolution": resolution, "line_of_sight": ACROSS, "portals": doors})
    assert len(text) < 1 << 20
    started = time.process_time()
    with pytest.raises(BadInput, match="its lines are too long, expected 20,000 tiles"):
        read_uvtt(text, SHELF.get("dungeoneers-spotlight"))
    assert time.process_time() - started < 1.0
