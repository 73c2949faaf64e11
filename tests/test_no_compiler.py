"""A machine without llvmlite, or with one it cannot load: everything is played in CPython."""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator

import pytest

from affray.book.encounter import find_encounter
from affray.cli.main import run
from affray.compiler import engine, is_available, is_ready
from affray.compiler.llvm import machine
from affray.lab.simulate import choose_engine
from affray.odds.walkers import is_at_hand
from affray.rulesets.skirmish import RULESET

BROKEN = "could not load shared object file: libllvmlite.so"


@pytest.fixture(params=["none there", "cannot be loaded"], autouse=True)
def why(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> Iterator[str]:
    """As if nothing had been loaded yet; what is said of it."""
    monkeypatch.setattr(engine, "_engines", {})
    forget()
    if request.param == "none there":
        monkeypatch.setitem(sys.modules, "llvmlite", None)
        yield "no llvmlite for this machine, so no compiled rules"
    else:
        monkeypatch.setattr(machine, "_llvm", broken)
        yield f"llvmlite is installed and cannot be loaded (OSError: {BROKEN}), so no compiled"
    forget()


def broken() -> None:
    raise OSError(BROKEN)


def forget() -> None:
    """Of the machine, what was found out before."""
    machine.host.cache_clear()
    machine._trouble.cache_clear()


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


def test_sim_plays_in_cpython(capsys: pytest.CaptureFixture[str]) -> None:
    code, out, _ = asked_of(capsys, "sim", "skirmish/bridge", "-n", "300", "--json")
    assert code == 0
    assert (json.loads(out)["engine"], json.loads(out)["n"]) == ("python", 300)


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
    capsys: pytest.CaptureFixture[str], asked: tuple[str, ...], why: str
) -> None:
    code, out, err = asked_of(capsys, *asked)
    assert code == 2
    assert out == ""
    assert why in err
    assert len(err.splitlines()) == 1
    assert "Traceback" not in err
