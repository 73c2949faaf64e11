"""For every test: a home of its own and no terminal; in CI a skip is a missing install."""

from __future__ import annotations

import os
import subprocess
from collections.abc import Generator, Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from hypothesis import HealthCheck, settings

if TYPE_CHECKING:  # only those who want a browser pay for Playwright
    from playwright.sync_api import Browser
    from postgres import Postgres
    from table_browser import Person
    from table_helpers import Server

os.environ.pop("COLUMNS", None)  # make and some terminals say how wide they are
os.environ["AFFRAY_TRUST"] = "1"  # the rulesets here are ours; test_trust.py takes it away


def pytest_configure(config: pytest.Config) -> None:
    """Made-up examples are never late, however busy the machine is; and the same in every run,
    so that what fails fails for everybody, but for the slow proofs, which look for new ones."""
    looks_for_new = "not slow" not in config.getoption("markexpr")
    late = [HealthCheck.too_slow]
    settings.register_profile(
        "affray", deadline=None, derandomize=not looks_for_new, suppress_health_check=late
    )
    settings.load_profile("affray")


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """What can be seen need not be said: who is given a browser, or what a file is about."""
    for item in items:
        name = getattr(getattr(item, "module", None), "__name__", "")
        if "browser" in getattr(item, "fixturenames", ()):
            item.add_marker("browser")
        for begins, mark in ABOUT.items():
            if name.startswith(begins):
                item.add_marker(mark)


ABOUT = {"test_table_": "program", "test_compiler_": "compiled", "test_manifest": "compiled"}


MARKED = ("program", "browser", "compiled", "slow")


@pytest.fixture(autouse=True)
def _no_program_unmarked(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    """`make quick` starts nothing: what does has to say so, or its mark would be forgotten."""
    if not any(request.node.get_closest_marker(name) for name in MARKED):

        def refuse(*_: object, **__: object) -> None:
            raise AssertionError("starts a program; mark this test with @pytest.mark.program")

        monkeypatch.setattr(subprocess.Popen, "__init__", refuse)


@pytest.fixture(autouse=True)
def _own_home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("AFFRAY_HOME", str(tmp_path / "home"))


@pytest.fixture(scope="module", autouse=True)
def _own_shelf() -> Iterator[None]:
    """Games that a file of tests makes are not on the start page of another's."""
    from affray.book.shelf import SHELF

    before = SHELF.folders
    yield
    SHELF._folders[:] = before


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    from table_browser import open_browser

    yield from open_browser()


@pytest.fixture(scope="session")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A table for all who only need one: each begins a fight of its own at it."""
    from table_helpers import Server

    found = Server(tmp_path_factory.mktemp("house"))
    yield found
    found.close()


@pytest.fixture(scope="session")
def postgres() -> Iterator[Postgres]:
    """Started for the first who wants it; each has a database of its own."""
    from postgres import open_postgres

    yield from open_postgres()


@pytest.fixture
def person(browser: Browser) -> Iterator[Person]:
    from table_browser import Person

    found = Person(browser)
    yield found
    assert found.problems == [], "no script may fail"
    found.context.close()


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport(
    item: pytest.Item, call: pytest.CallInfo[None]
) -> Generator[None, pytest.TestReport, pytest.TestReport]:
    report = yield
    if os.environ.get("AFFRAY_NO_SKIPS") and report.skipped and not hasattr(report, "wasxfail"):
        report.outcome = "failed"
    return report
