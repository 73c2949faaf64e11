"""The command line: files that people make themselves."""

from __future__ import annotations

import re
import tomllib
from pathlib import Path

import pytest
from commands import Capture, data, said, spawn

from affray.book.shelf import SHELF


@pytest.mark.program
def test_an_encounter_of_ones_own(capsys: Capture, tmp_path: Path) -> None:
    file = tmp_path / "mine.toml"
    found = data(capsys, "new", "encounter", str(file))
    assert found == {"written": [file.as_posix()], "next": f"affray play {file}"}
    assert data(capsys, "sim", str(file), "-n", "50")["n"] == 50
    played = spawn("play", str(file), "--seed", "3", stdin="press\nquit\n")
    assert (played.returncode, played.stderr) == (0, "")
    assert "Ada takes a stance: press." in played.stdout
    other = tmp_path / "other.toml"
    text = said(capsys, "new", "encounter", str(other))
    assert text == f"wrote {other}\nnext: affray play {other}\n"


def bare(text: str) -> str:
    """Without its comments, also those at the end of a line."""
    return re.sub(r"(?m)(^|  )#.*$", "", text)


def settled(text: str) -> str:
    """With every setting that its comments offer."""
    return re.sub(r"(?m)^# (?=[\w.]+ = )", "", text)


@pytest.mark.parametrize("slug", SHELF.slugs())
def test_an_encounter_for_every_game(capsys: Capture, tmp_path: Path, slug: str) -> None:
    """It runs as it stands, without its comments, and with what they offer."""
    file = tmp_path / "mine.toml"
    said(capsys, "new", "encounter", str(file), "--ruleset", slug)
    text = file.read_text(encoding="utf-8")
    assert settled(text) != text != bare(text)
    for one in (text, bare(text), settled(text)):
        file.write_text(one, encoding="utf-8")
        found = data(capsys, "sim", str(file), "-n", "2", "--engine", "python")
        assert found["n"] == 2


@pytest.mark.parametrize("slug", SHELF.slugs())
def test_a_scenario_for_every_game(capsys: Capture, tmp_path: Path, slug: str) -> None:
    """It holds as it stands and without its comments; it names rules, answers and what came."""
    file = tmp_path / "mine.toml"
    assert f"next: affray scenario {file}" in said(
        capsys, "new", "scenario", str(file), "--ruleset", slug
    )
    text = file.read_text(encoding="utf-8")
    held = tomllib.loads(text)
    assert all((held["rules"], held["do"], held["expect"]["events"]))
    for one in (text, bare(text)):
        file.write_text(one, encoding="utf-8")
        assert data(capsys, "scenario", str(file))["passed"] == 1
