"""A machine without llvmlite: Affray installs there and plays everything in CPython."""

from __future__ import annotations

import json

import pytest

from affray.book.encounter import find_encounter
from affray.cli.main import run
from affray.compiler import is_available, is_ready
from affray.compiler.llvm import machine
from affray.lab.simulate import choose_engine
from affray.odds.walkers import is_at_hand
from affray.rulesets.skirmish import RULESET


@pytest.fixture(autouse=True)
def _no_llvmlite(monkeypatch: pytest.MonkeyPatch) -> None:
    def nowhere() -> None:
        raise ModuleNotFoundError("llvmlite")

    monkeypatch.setattr(machine, "is_available", lambda: False)
    monkeypatch.setattr("affray.compiler.ready.is_available", lambda: False)
    monkeypatch.setattr(machine, "_llvm", nowhere)


def asked_of(capsys: pytest.CaptureFixture[str], *arguments: str) -> tuple[int, str, str]:
    code = run(list(arguments))
    said = capsys.readouterr()
    return code, said.out, said.err


def test_nothing_is_ready_and_nothing_asks_for_llvmlite() -> None:
    assert not is_available()
    assert not is_ready(RULESET)
    assert not is_at_hand(RULESET)


def test_auto_plays_in_cpython() -> None:
    encounter = find_encounter("skirmish/bridge")
    seats = [1] * len(encounter.entrants)
    assert choose_engine(encounter, 10_000_000, "auto", seats) == "python"


def test_odds_are_walked_in_cpython(capsys: pytest.CaptureFixture[str]) -> None:
    asked = ("odds", "skirmish/bridge", "--who", "Ada", "--do", "strike", "--target", "Grim")
    code, out, _ = asked_of(capsys, *asked, "--json")
    assert code == 0
    assert json.loads(out)["outcomes"][0]["p"] == "14945/15552"


@pytest.mark.parametrize(
    "asked",
    [("sim", "skirmish/duel", "-n", "10", "--engine", "native"), ("compile", "skirmish")],
)
def test_what_needs_a_compiler_says_so(
    capsys: pytest.CaptureFixture[str], asked: tuple[str, ...]
) -> None:
    code, out, err = asked_of(capsys, *asked)
    assert code == 2
    assert out == ""
    assert "no llvmlite for this machine" in err
    assert "Traceback" not in err
