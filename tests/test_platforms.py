"""What Windows does not have is asked for nowhere without a look; locks work by its means too.

No test of ours has run on Windows or macOS. What can be said without is said here: by reading the
source, and by running the lock with Python's Windows module in the place of `fcntl` (its one
function made of a lock of this system's, on the same byte).
"""

from __future__ import annotations

import ast
import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

import affray

SOURCE = Path(affray.__file__).parent
ONLY_UNIX = {"fcntl", "resource", "pwd", "grp", "termios", "tty", "pty", "curses", "readline"}
ONLY_UNIX_NAMES = {
    "os": {
        "chown", "fork", "geteuid", "getloadavg", "getuid", "kill", "killpg", "mkfifo", "nice",
        "setsid", "sysconf", "uname", "O_CLOEXEC", "O_DIRECTORY", "O_NOFOLLOW", "O_NONBLOCK",
    },
    "signal": {"SIGALRM", "SIGHUP", "SIGKILL", "SIGPIPE", "SIGUSR1", "alarm", "pthread_sigmask"},
}  # fmt: skip

LOCKING = """
import os, sys, types
import fcntl, json, pathlib, socket, subprocess, tempfile, time
import affray.book.errors

def locking(handle, how, many):  # a byte at the place the file stands at, as there
    fcntl.lockf(handle, fcntl.LOCK_EX | fcntl.LOCK_NB, many, 0, os.SEEK_CUR)

sys.modules["msvcrt"] = types.SimpleNamespace(LK_NBLCK=2, locking=locking)
sys.modules["fcntl"] = None
sys.platform = "win32"
from affray.files.lock import Taken, take

path = pathlib.Path(sys.argv[1])
try:
    held = take(path, "here")
except Taken as taken:
    print(taken, flush=True)
    sys.exit(2)
print("has it", flush=True)
sys.stdin.readline()
held.close()
"""


def parsed() -> Iterator[tuple[str, ast.Module]]:
    for path in sorted(SOURCE.rglob("*.py")):
        yield str(path.relative_to(SOURCE)), ast.parse(path.read_text())


def test_no_module_of_unix_alone_is_imported_unguarded() -> None:
    found = []
    for name, tree in parsed():
        for node in tree.body:
            if isinstance(node, ast.Import):
                wanted = {alias.name.partition(".")[0] for alias in node.names}
            elif isinstance(node, ast.ImportFrom):
                wanted = {(node.module or "").partition(".")[0]}
            else:
                continue
            found += [f"{name}:{node.lineno} {one}" for one in wanted & ONLY_UNIX]
    assert found == []
    lock = ast.parse((SOURCE / "files" / "lock.py").read_text())
    assert any("fcntl" in ast.dump(node) for node in ast.walk(lock)), "this reading finds some"


def test_nothing_of_unix_alone_is_used_by_its_name() -> None:
    found = set()
    for name, tree in parsed():
        for node in ast.walk(tree):
            if not isinstance(node, ast.Attribute) or not isinstance(node.value, ast.Name):
                continue
            if node.attr in ONLY_UNIX_NAMES.get(node.value.id, ()):
                found.add(f"{name} {node.value.id}.{node.attr}")
    looked_for_before = {"table/child.py signal.pthread_sigmask", "table/one_core.py os.sysconf"}
    assert found == looked_for_before


def started(path: Path) -> subprocess.Popen[str]:
    return subprocess.Popen(
        [sys.executable, "-c", LOCKING, str(path)],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
    )


@pytest.mark.program
@pytest.mark.skipif(os.name == "nt", reason="there it is no stand-in")
def test_the_lock_works_by_the_means_windows_has(tmp_path: Path) -> None:
    path = tmp_path / "fight.toml"
    with started(path) as first:
        assert first.stdout is not None
        assert first.stdin is not None
        assert first.stdout.readline() == "has it\n"
        with started(path) as second:
            told, _ = second.communicate()
        assert second.returncode == 2
        assert f"is in use by process {first.pid} on " in told
        first.kill()
    with started(path) as third:
        assert third.communicate("\n")[0] == "has it\n", "it ended with its owner"
    assert third.returncode == 0
    assert list(tmp_path.iterdir()) == [], "whoever lets go leaves nothing"
