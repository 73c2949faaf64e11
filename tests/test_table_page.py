"""The page's own functions, by their unit tests: see tests/page."""

from __future__ import annotations

import subprocess
from pathlib import Path

from playwright._impl._driver import compute_driver_executable
from waiting import PATIENCE

HERE = Path(__file__).parent / "page"


def test_the_page_s_functions() -> None:
    """By the node that Playwright brings: it is there wherever the browser tests can run."""
    node, _ = compute_driver_executable()
    files = sorted(str(path) for path in HERE.glob("*.test.js"))
    assert files
    ran = subprocess.run([node, "--test", *files], capture_output=True, text=True, timeout=PATIENCE)
    assert ran.returncode == 0, ran.stdout + ran.stderr
