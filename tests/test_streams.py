"""The program where the shell has closed a stream, or somebody closes it in the middle."""

from __future__ import annotations

import os
import shlex
import subprocess
import sys

import pytest
from waiting import PATIENCE

pytestmark = [
    pytest.mark.program,
    pytest.mark.skipif(os.name == "nt", reason="a shell closes streams this way"),
]


def shell(command: str) -> subprocess.CompletedProcess[str]:
    program = f"{shlex.quote(sys.executable)} -m affray"
    return subprocess.run(
        ["sh", "-c", f"{program} {command}"], capture_output=True, text=True, timeout=PATIENCE
    )


@pytest.mark.parametrize("arguments", ["play skirmish/duel --save {}", "play"])
def test_a_closed_keyboard_is_like_an_empty_one(arguments: str, tmp_path: os.PathLike[str]) -> None:
    closed, empty = (
        shell(f"{arguments.format(os.path.join(tmp_path, name))} {stream}")
        for name, stream in (("a.toml", "<&-"), ("b.toml", "</dev/null"))
    )
    assert (closed.returncode, closed.stderr) == (0, "")
    assert closed.stdout.splitlines()[1:-1] == empty.stdout.splitlines()[1:-1]


@pytest.mark.parametrize("stream", [">&-", "2>&-", ">&- 2>&- <&-"])
@pytest.mark.parametrize("command", ["sim skirmish/duel -n 20", "encounters --json"])
def test_nobody_reads(command: str, stream: str) -> None:
    done = shell(f"{command} {stream}")
    assert (done.returncode, done.stderr) == (0, "")
    assert bool(done.stdout) == (stream == "2>&-")


def test_a_mistake_nobody_is_told_of() -> None:
    assert shell("sim skirmish/dule 2>&-").returncode == 2
