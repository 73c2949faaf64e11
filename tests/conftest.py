"""For every test: a home of its own and no terminal; in CI a skip is a missing install."""

from __future__ import annotations

import os
from collections.abc import Generator
from pathlib import Path

import pytest

os.environ.pop("COLUMNS", None)  # make and some terminals say how wide they are


def pytest_configure(config: pytest.Config) -> None:
    config.addinivalue_line("markers", "browser: people at the table's page, in Chromium")


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Whoever is given a browser is marked by it, and nobody else."""
    for item in items:
        if "browser" in getattr(item, "fixturenames", ()):
            item.add_marker("browser")


@pytest.fixture(autouse=True)
def _own_home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("AFFRAY_HOME", str(tmp_path / "home"))


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport(
    item: pytest.Item, call: pytest.CallInfo[None]
) -> Generator[None, pytest.TestReport, pytest.TestReport]:
    report = yield
    if os.environ.get("AFFRAY_NO_SKIPS") and report.skipped and not hasattr(report, "wasxfail"):
        report.outcome = "failed"
    return report
