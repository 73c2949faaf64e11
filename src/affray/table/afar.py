"""Jobs worked out on other machines: by the workers of a Dask scheduler (extra `cluster`).

The queue and whose turn it is stay here. A job holds all it needs and changes nothing, so one
whose worker is lost is done by another. There is one job at a time in a process.
"""

from __future__ import annotations

import threading
import time
import traceback
from contextlib import suppress
from functools import cache
from typing import Any

from affray.book.errors import BadInput
from affray.book.shelf import SHELF
from affray.book.stamps import rules_stamp
from affray.lab.scheduler import lost_by, scheduler_at
from affray.table.jobs import Came, Job, Result, load_rules, look_for_rulesets
from affray.table.workers import LEFT, Task, Workers

FIELD = "--workers"
MOST = 64
"""Jobs handed out at once, however many threads there are."""

PATIENCE = 10.0
"""Seconds in which a scheduler answers."""

GLANCE = 0.5
"""Seconds between two looks whether the scheduler is still there."""

GONE = "the scheduler is gone; ask again in a moment"

Client = Any
"""Dask's; half of what it has is without types."""


def workers_at(address: str) -> Workers:
    """The queue of a table whose jobs go to a scheduler."""
    found = Scheduler(address)
    return Workers(found.threads(), hire=lambda: Afar(found))


class Scheduler:
    """The line to one, for all places; taken up anew when it was cut."""

    def __init__(self, address: str) -> None:
        self.address = scheduler_at(address, FIELD)
        self._lock = threading.Lock()
        self._client: Client = None

    def threads(self) -> int:
        """How many jobs it can do at once."""
        try:
            found = int(sum(self.client().nthreads().values()))
        except OSError:
            raise BadInput(f"no scheduler answers at {self.address}", field=FIELD) from None
        if not found:
            raise BadInput(f"the scheduler at {self.address} has no workers", field=FIELD)
        return min(MOST, found)

    def client(self) -> Client:
        import distributed

        made: Any = distributed.Client
        with self._lock:
            if self._client is not None and self._client.status != "running":
                self._close()
            if self._client is None:
                self._client = made(self.address, timeout=PATIENCE, set_as_default=False)
            return self._client

    def close(self) -> None:
        with self._lock:
            self._close()

    def _close(self) -> None:
        if self._client is not None:
            with suppress(Exception):  # it may be gone
                self._client.close(timeout=1)
        self._client = None


class Afar:
    """One job after the other, on whichever machine."""

    def __init__(self, scheduler: Scheduler) -> None:
        self._scheduler = scheduler
        self._news = threading.Event()

    def be_there(self) -> None:
        """Others are."""

    def ring(self) -> None:
        self._news.set()

    def end(self) -> None:
        """The line is everybody's; they all end together."""
        self._scheduler.close()

    def do(self, task: Task, is_compiled: bool) -> Result:
        try:
            client = self._scheduler.client()
            slug = task.job.setting.ruleset
            given = (task.job, rules_stamp(SHELF.get(slug)), is_compiled)
            future = client.submit(work_afar, *given, pure=False, retries=1)
        except OSError:
            return Result(Came.AWAY, why=GONE)
        future.add_done_callback(lambda _: self._news.set())
        while not future.done():
            self._news.wait(GLANCE)
            self._news.clear()
            if task.is_left:
                future.cancel()
                return LEFT
            if client.status != "running":
                return Result(Came.AWAY, why=GONE)
        return _result(future)


def _result(future: Any) -> Result:
    try:
        found: Result = future.result(timeout=PATIENCE)
        return found
    except lost_by():
        return Result(Came.AWAY, why=GONE)
    except Exception as bad:  # whatever has become of a worker is no fault of the table's
        return Result(Came.FAILED, why=f"{type(bad).__name__}: {bad}")


# On the other machine

_one_at_a_time = threading.Lock()
"""An encounter is read once for all jobs of a fight: no two may use it at the same time."""


def work_afar(job: Job, stamp: str, is_compiled: bool) -> Result:
    """By this machine's own rules: they have to be the table's."""
    setting = job.setting
    with _one_at_a_time:
        try:
            look_for_rulesets(setting.folders)
            if rules_stamp(SHELF.get(setting.ruleset)) != stamp:
                return Result(Came.AWAY, why=f"a worker has other rules of {setting.ruleset}")
            if is_compiled:
                _load(setting.ruleset)
            until, is_wanted = time.thread_time() + job.seconds, _StillWanted()
            return job.work_out(lambda: time.thread_time() > until or not is_wanted())
        except Exception:
            return Result(Came.FAILED, why=traceback.format_exc())


@cache
def _load(slug: str) -> bool:
    """Once a process."""
    return load_rules(slug, ())


class _StillWanted:
    """Whether the scheduler still wants the task this is: one that was cancelled runs on."""

    def __init__(self) -> None:
        from distributed import get_worker

        worker: Any = get_worker()
        self._tasks, self._key = worker.state.tasks, worker.get_current_task()

    def __call__(self) -> bool:
        found = self._tasks.get(self._key)
        return found is not None and found.state == "executing"
