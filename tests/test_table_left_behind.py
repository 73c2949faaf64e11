"""Tests that are killed leave no PostgreSQL behind."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

from postgres import Postgres
from waiting import until

OPENED = """\
from postgres import open_postgres
found = next(opened := open_postgres())
print(found.folder, flush=True)
input()
"""


def test_it_ends_with_the_tests_however_they_end(postgres: Postgres) -> None:
    """Asked for, so that it is skipped where there is none."""
    tests = subprocess.Popen(
        [sys.executable, "-c", OPENED], cwd=Path(__file__).parent,
        stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True,
    )  # fmt: skip
    assert tests.stdout is not None
    folder = Path(tests.stdout.readline().strip())
    assert folder != postgres.folder
    assert (folder / "data" / "postmaster.pid").exists()
    tests.kill()
    tests.communicate()
    until(lambda: not folder.exists(), "the server is stopped, and then its folder removed")
