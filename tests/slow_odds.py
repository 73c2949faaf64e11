"""Work for the table's processes that takes as long as a test wants, and tells what it is at.

Processes of their own import this by name; they tell the test by datagrams to a port that
stands in their environment.
"""

from __future__ import annotations

import json
import os
import socket
from collections.abc import Callable, Iterator
from typing import Any

import pytest
from waiting import PATIENCE

from affray.book.ruleset import Ruleset
from affray.table.jobs import Came, GiveUp, Job, OddsJob, Result

PORT = "AFFRAY_TEST_PORT"


class News:
    """What processes tell, in the order they told it; and a word back to whoever waits for one."""

    def __init__(self) -> None:
        self.socket = socket.socket(socket.AF_INET, socket.SOCK_DGRAM)
        self.socket.bind(("127.0.0.1", 0))
        self.socket.settimeout(PATIENCE)
        self.last: Any = None
        self.last_process = 0

    @property
    def port(self) -> str:
        return str(self.socket.getsockname()[1])

    def next(self) -> tuple[str, int]:
        """What was told, and by which process."""
        text, self.last = self.socket.recvfrom(4096)
        said, self.last_process = json.loads(text)
        return said, self.last_process

    def hears(self, said: str) -> int:
        found, process = self.next()
        assert found == said
        return process

    def go_on(self) -> None:
        """To whoever told something last."""
        self.socket.sendto(b"go on", self.last)

    def is_quiet(self) -> bool:
        self.socket.setblocking(False)
        try:
            self.socket.recv(4096, socket.MSG_PEEK)
        except BlockingIOError:
            return True
        finally:
            self.socket.settimeout(PATIENCE)
        return False


def _news(monkeypatch: pytest.MonkeyPatch) -> Iterator[News]:
    made = News()
    monkeypatch.setenv(PORT, made.port)
    yield made
    made.socket.close()


news = pytest.fixture(_news, name="news")


def tell(what: str) -> socket.socket:
    line = socket.socket(socket.AF_INET, socket.SOCK_DGRAM)
    line.connect(("127.0.0.1", int(os.environ[PORT])))
    line.send(json.dumps([what, os.getpid()]).encode())
    return line


def label(job: Job) -> str:
    return job.plan.label if isinstance(job, OddsJob) else "a thought"


def until_told(job: Job, give_up: GiveUp) -> Result:
    """Odds that are never done."""
    tell(f"begun {label(job)}").close()
    try:
        while not give_up():
            pass
    finally:
        tell(f"left {label(job)}").close()
    return Result(Came.TOO_MANY)


def when_allowed(job: Job, give_up: GiveUp) -> Result:
    """Odds that come when the test says so; it cannot be told anything else meanwhile."""
    with tell(f"begun {label(job)}") as line:
        line.recv(100)
    none: dict[str, Any] = {"heads": [], "outcomes": [], "expected": {}, "how": [], "harm": []}
    number = {"name": "hit", "who": "", "p": "1/2", "percent": 50.0}
    none |= {"actor": "", "number": number, "word": "", "grouped": None}
    return Result(Came.FOUND, {**none, "assumed": {"plan": label(job)}, "lines": 1})


def prepare_when_allowed(ruleset: Ruleset, say_so: Callable[[], None]) -> None:
    say_so()
    with tell(f"compiling {ruleset.slug}") as line:
        line.recv(100)
