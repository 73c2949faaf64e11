"""The server keeps to one core, whoever works for it does not, and it moves where it is crowded."""

from __future__ import annotations

import json
import os
import urllib.request
from contextlib import suppress
from http.cookiejar import CookieJar
from pathlib import Path

import pytest
from table_helpers import Server
from waiting import until

from affray.table.one_core import ALL, better, ticks

STAT = """\
cpu  300 20 100 9000 5 0 1 0 0 0
cpu0 100 20 40 4000 5 0 1 0 0 0
cpu12 200 0 60 5000 0 0 0 0 0 0
intr 5 1 2 3
"""


def test_ticks_count_who_does_not_step_back() -> None:
    """Nice ones let the server go first, so they do not crowd it."""
    assert ticks(STAT) == {0: 140, 12: 260}


@pytest.mark.parametrize(
    ("others", "here", "to"),
    [
        ({0: 0.9, 1: 0.1}, 0, 1),
        ({0: 0.3, 1: 0.1}, 0, 0),  # not worth it
        ({0: 0.9, 1: 0.1}, 1, 1),
        ({0: 0.9, 1: 0.95}, 0, 0),
        ({0: 0.9, 1: 0.1}, 7, 1),  # the core there was is gone
        ({}, 0, 0),
    ],
)
def test_it_moves_only_where_it_is_much_better(
    others: dict[int, float], here: int, to: int
) -> None:
    assert better(others, here) == to


def cores_of(pid: int) -> list[set[int]]:
    """Where each thread of a process may run."""
    out = []
    for thread in Path(f"/proc/{pid}/task").iterdir():
        with suppress(OSError):  # it has ended meanwhile
            out.append(os.sched_getaffinity(int(thread.name)))
    return out


def children_of(pid: int) -> list[int]:
    told = Path(f"/proc/{pid}/task").glob("*/children")
    return [int(child) for one in told for child in one.read_text().split()]


def has_free_child(pid: int) -> bool:
    return any(ALL in cores_of(child) for child in children_of(pid))


@pytest.mark.program
@pytest.mark.skipif(len(ALL) < 2, reason="there is one core, or the system does not say which")
def test_all_threads_of_a_server_are_on_one_core_and_its_workers_on_any(tmp_path: Path) -> None:
    server = Server(tmp_path)
    try:
        opener = urllib.request.build_opener(
            urllib.request.HTTPCookieProcessor(CookieJar())  # a browser of its own
        )
        asked = json.dumps({"encounter": "skirmish/duel"}).encode()
        head = {"Content-Type": "application/json", "Accept": "application/json"}
        begun = urllib.request.Request(f"{server.url}/fights", asked, head)
        made = json.load(opener.open(begun))
        opener.open(made["gm"]).read()
        opener.open(f"{server.url}/fights/{made['id']}/view").read()  # a worker is warmed for it
        pid = server.process.pid
        own = cores_of(pid)
        assert len(own) > 1
        assert {len(cores) for cores in own} == {1}
        assert set.union(*own) < ALL
        until(lambda: has_free_child(pid), "a worker on all cores")
    finally:
        server.close()
