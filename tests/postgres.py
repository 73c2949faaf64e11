"""A PostgreSQL server for the tests of a process, and a database of it for whoever wants one.

It is Debian's, in a temporary folder and at a socket of its own. It refuses to be root, so root
starts it as somebody else. Beside it waits a shell that ends it and removes the folder when the
tests are over, however they end: killed tests cannot do it themselves.
"""

from __future__ import annotations

import itertools
import os
import shutil
import subprocess
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

SOMEBODY = "postgres"
"""As whom root starts it; Debian's package makes that user."""

MISSING = "no PostgreSQL here and none can be installed: a store of several servers is not tested"

FAST = (
    "fsync=off", "full_page_writes=off", "shared_buffers=16MB", "autovacuum=off",
    "max_wal_size=64MB", "wal_level=minimal", "max_wal_senders=0", "listen_addresses=",
)  # fmt: skip
"""It is thrown away: no power cut is tested here. What it acknowledges is still committed."""


def _programs() -> Path | None:
    """Where initdb and its like are; Debian keeps them out of the way, by version."""
    on_path = shutil.which("initdb")
    places = [Path(on_path).parent] if on_path else []
    places += sorted(Path("/usr/lib/postgresql").glob("*/bin"), key=_version)
    return next((one for one in reversed(places) if (one / "initdb").exists()), None)


def _version(place: Path) -> int:
    return int(place.parent.name) if place.parent.name.isdigit() else 0


AFTERWARDS = """\
read -r _
"$1" -D "$2/data" -m immediate stop
"$1" -D "$2/data" status || rm -rf "$2"
"""
"""Waits for a line nobody writes: the end of its input is the end of whoever holds it open."""


class Postgres:
    """A server that runs until it is closed."""

    def __init__(self, programs: Path) -> None:
        self.programs = programs
        self.folder = Path(tempfile.mkdtemp(prefix="affray-pg-", dir="/tmp"))
        self.is_root = os.name != "nt" and os.geteuid() == 0
        if self.is_root:
            shutil.chown(self.folder, SOMEBODY, SOMEBODY)
        self.data = self.folder / "data"
        self._numbers = itertools.count(1)
        self._afterwards = self._wait_for_the_end()
        self._run("initdb", "-D", str(self.data), "-U", SOMEBODY, "--auth=trust", "--no-sync",
                  "--encoding=UTF8", "--locale=C")  # fmt: skip
        self.start()

    @property
    def _as_whom(self) -> dict[str, Any]:
        whom = {"user": SOMEBODY, "group": SOMEBODY, "extra_groups": []}
        return whom if self.is_root else {}

    def _wait_for_the_end(self) -> subprocess.Popen[bytes]:
        given = [str(self.programs / "pg_ctl"), str(self.folder)]
        quiet = subprocess.DEVNULL
        return subprocess.Popen(
            ["sh", "-c", AFTERWARDS, "sh", *given], stdin=subprocess.PIPE, stdout=quiet,
            stderr=quiet, cwd="/", start_new_session=True, **self._as_whom,
        )  # fmt: skip

    def _run(self, program: str, *given: str) -> None:
        done = subprocess.run(
            [str(self.programs / program), *given], capture_output=True, text=True,
            cwd=self.folder, **self._as_whom,
        )  # fmt: skip
        assert done.returncode == 0, done.stdout + done.stderr

    def start(self) -> None:
        settings = " ".join(
            f"-c {one}" for one in (*FAST, f"unix_socket_directories={self.folder}")
        )
        self._run("pg_ctl", "-D", str(self.data), "-w", "-o", settings,
                  "-l", str(self.folder / "log"), "start")  # fmt: skip

    def stop(self) -> None:
        """At once, as a power cut would."""
        self._run("pg_ctl", "-D", str(self.data), "-w", "-m", "immediate", "stop")

    def database(self) -> str:
        """The address of a new one."""
        import psycopg

        name = f"table_{next(self._numbers)}"
        with psycopg.connect(self.address("postgres"), autocommit=True) as db:
            db.execute(f"CREATE DATABASE {name}")
        return self.address(name)

    def address(self, name: str) -> str:
        return f"postgresql://{SOMEBODY}@/{name}?host={self.folder}"

    def close(self) -> None:
        assert self._afterwards.stdin is not None
        self._afterwards.stdin.close()
        self._afterwards.wait()


def open_postgres() -> Iterator[Postgres]:
    programs = _programs()
    if programs is None:
        pytest.skip(MISSING)
    found = Postgres(programs)
    yield found
    found.close()
