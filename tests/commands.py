"""Commands as a person gives them, in this process or in one of its own."""

from __future__ import annotations

import json
import subprocess
import sys
from typing import Any

import pytest
from waiting import PATIENCE

from affray.cli.main import run

Capture = pytest.CaptureFixture[str]


def said(capture: Capture, *arguments: str) -> str:
    """What a command prints when all goes well."""
    assert run(list(arguments)) == 0
    return capture.readouterr().out


def data(capture: Capture, *arguments: str) -> dict[str, Any]:
    found = json.loads(said(capture, *arguments, "--json"))
    assert isinstance(found, dict)
    return found


def spawn(*arguments: str, stdin: str = "") -> subprocess.CompletedProcess[str]:
    """The program as a person starts it."""
    command = [sys.executable, "-m", "affray", *arguments]
    return subprocess.run(command, input=stdin, capture_output=True, text=True, timeout=PATIENCE)
