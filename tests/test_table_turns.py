"""A commit for all who wait: who is on the disk goes on, whoever writes next."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from pathlib import Path
from typing import Any

import pytest
from waiting import PATIENCE, until

from affray.table.commits import Turns
from affray.table.database import Writing
from affray.table.in_file import InFile
from affray.table.store import Store


class LastFirst:
    """A lock that is given to whoever came last: a real one may be, when many want it."""

    def __init__(self) -> None:
        self._changed = threading.Condition()
        self._waiting: list[object] = []
        self._is_held = False

    def __enter__(self) -> None:
        me = object()
        with self._changed:
            self._waiting.append(me)
            self._changed.wait_for(lambda: not self._is_held and self._waiting[-1] is me)
            self._waiting.pop()
            self._is_held = True

    def __exit__(self, *_: object) -> None:
        with self._changed:
            self._is_held = False
            self._changed.notify_all()


@pytest.fixture
def turns(tmp_path: Path) -> Iterator[Turns]:
    store = Store(tmp_path)
    assert isinstance(store.database, InFile)
    yield store.database.turns
    store.close()


Begin = Callable[[Writing], "Future[None]"]


@pytest.fixture
def begin(turns: Turns) -> Iterator[Begin]:
    with ThreadPoolExecutor(8) as threads:
        yield lambda writing: threads.submit(turns.write, writing)


def test_who_is_on_the_disk_does_not_wait_for_the_next_commit(turns: Turns, begin: Begin) -> None:
    turns.turn = LastFirst()  # type: ignore[assignment]
    first_goes, last_goes = threading.Event(), threading.Event()
    is_writing, is_last_writing = threading.Event(), threading.Event()

    def first(_: Any) -> None:
        is_writing.set()
        first_goes.wait(PATIENCE)

    def last(_: Any) -> None:
        is_last_writing.set()
        last_goes.wait(PATIENCE)

    late: list[Future[None]] = []

    def one_more_comes(_: Any) -> None:
        late.append(begin(last))
        until(lambda: len(turns._waiting) == 1, "one has come while this is written")

    begun = [begin(first)]
    assert is_writing.wait(PATIENCE)
    begun += [begin(one_more_comes), begin(lambda _: None), begin(lambda _: None)]
    until(lambda: len(turns._waiting) == 3, "all three wait")
    first_goes.set()
    try:
        assert is_last_writing.wait(PATIENCE)
        for one in begun:
            one.result(timeout=PATIENCE)
        assert not late[0].done(), "the last one is still writing"
    finally:
        last_goes.set()
    late[0].result(timeout=PATIENCE)


def test_many_share_commits_and_what_fails_fails_alone(turns: Turns, begin: Begin) -> None:
    commits: list[int] = []
    commit = turns._commit

    def counted(tickets: list[Any]) -> None:
        commits.append(len(tickets))
        commit(tickets)

    turns._commit = counted  # type: ignore[method-assign]
    goes = threading.Event()

    def waits(_: Any) -> None:
        goes.wait(PATIENCE)

    begun = [begin(waits)]
    until(lambda: commits == [1], "the first is being written")

    def wrong(_: Any) -> None:
        raise ValueError("mine alone")

    others = [begin(lambda _: None), begin(wrong), begin(lambda _: None)]
    until(lambda: len(turns._waiting) == 3, "three wait")
    goes.set()
    for one in [*begun, others[0], others[2]]:
        one.result(timeout=PATIENCE)
    with pytest.raises(ValueError, match="mine alone"):
        others[1].result(timeout=PATIENCE)
    assert commits == [1, 3]
    begin(lambda _: None).result(timeout=PATIENCE)
    assert commits == [1, 3, 1], "and the next one finds the disk free"
