"""Options and parameters of the conformance suite."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from affray.book.encounter import Encounter, read_encounter
from affray.book.ruleset import Ruleset
from affray.book.shelf import SHELF
from affray.conformance.playing import Some, share_of

USUAL, WHOLE = 120, 400
"""Fights per comparison; up to the second, more is tried of everything else too."""


def pytest_addoption(parser: pytest.Parser) -> None:
    group = parser.getgroup("affray")
    group.addoption("--rulesets", action="append", default=[], help="a folder with rulesets")
    group.addoption("--ruleset", action="append", default=[], help="only this ruleset")
    group.addoption(
        "--fights", type=int, default=USUAL, help="random fights per comparison, of all encounters"
    )
    group.addoption("--cpython", action="store_true", help="as if there were no compiler here")
    group.addoption("--golden-write", action="store_true", help="write the golden transcripts")


def pytest_configure(config: pytest.Config) -> None:
    config.addinivalue_line("markers", "slow: a proof that takes minutes")
    config.addinivalue_line("markers", "compiled: needs compiled rules")
    if config.getoption("--cpython"):
        sys.modules["llvmlite"] = None  # type: ignore[assignment]  # cannot be found any more
    for folder in config.getoption("--rulesets"):
        SHELF.add_folder(Path(folder))


def _chosen(config: pytest.Config) -> list[Ruleset]:
    only = config.getoption("--ruleset")
    return [SHELF.get(slug) for slug in SHELF.slugs() if not only or slug in only]


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    """Every test that takes a ruleset (or an encounter) runs for each."""
    if "encounter" in metafunc.fixturenames:
        chosen = _chosen(metafunc.config)
        found = [item for r in chosen for item in r.encounter_files().items()]
        metafunc.parametrize("encounter", [name for name, _ in found], indirect=True)
    elif "ruleset" in metafunc.fixturenames:
        slugs = [r.slug for r in _chosen(metafunc.config)]
        metafunc.parametrize("ruleset", slugs, indirect=True)


@pytest.fixture(scope="session", autouse=True)
def _quick_disk() -> Iterator[None]:
    """Saves need not outlive the machine here, and waiting for a disk is most of what they take.

    Whoever is killed in a test is a process of its own, and does wait.
    """
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(os, "fsync", lambda file: None)
        yield


@pytest.fixture
def ruleset(request: pytest.FixtureRequest) -> Ruleset:
    return SHELF.get(request.param)


@pytest.fixture
def encounter(request: pytest.FixtureRequest) -> Encounter:
    name: str = request.param
    return read_encounter(SHELF.get(name.partition("/")[0]).encounter_files()[name], name)


@pytest.fixture
def fights(request: pytest.FixtureRequest, encounter: Encounter) -> int:
    """This encounter's share of the fights of its ruleset."""
    return share_of(encounter, int(request.config.getoption("--fights")))


@pytest.fixture
def some(request: pytest.FixtureRequest) -> Some:
    """As many of what could be tried without end as --fights allows, and at least one."""
    share = min(1.0, int(request.config.getoption("--fights")) / WHOLE)
    return lambda most: max(1, round(most * share))


@pytest.fixture
def write_golden(request: pytest.FixtureRequest) -> bool:
    return bool(request.config.getoption("--golden-write"))
