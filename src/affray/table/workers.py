"""Processes that work things out, odds above all, so that nobody who plays waits for them.

Everything that is worked out goes through one queue, by turns of fights and of their seats
(`fair.py`). Each process has a thread of its own here that hands it jobs and listens. What nobody
waits for any more is dropped where it waits, and told to give up where it runs.
"""

from __future__ import annotations

import os
import threading
import time
from collections.abc import Callable
from concurrent.futures import Future
from contextlib import suppress
from typing import Protocol

from affray.table.child import Child, Died, keep_signals_away
from affray.table.fair import FairQueue, Whose
from affray.table.jobs import Came, Job, Result, WorkOut, serve, work_out

MOST = 4
SECONDS_TO_OBEY = 2.0
"""So long a worker has to give a job up; then it is ended, and another one started."""

TRIES = 2
"""A job that two processes did not survive is not given to a third."""

NOBODYS: Whose = ("", 0)
"""For what is asked by no seat of a fight."""

LEFT = Result(Came.LEFT)


class Ticket:
    """Somebody who waits for odds; the odds nobody waits for are not worked out."""

    def __init__(self, task: Task, whose: Whose, leave: Callable[[Ticket], None]) -> None:
        self.task = task
        self.whose = whose
        self.came: Future[Result] = Future()
        self.came.set_running_or_notify_cancel()  # an event loop that ends may not cancel it
        self._leave = leave

    def leave(self) -> None:
        """Wait no longer; it may be done already, or left before."""
        self._leave(self)


class Task:
    """A job, and everybody who waits for it."""

    def __init__(self, job: Job) -> None:
        self.job = job
        self.tickets: list[Ticket] = []
        self.worker: WorkerHand | None = None
        self.is_left = False


class WorkerHand(Protocol):
    """Somebody who does one job after the other: a process here, or a place elsewhere."""

    def be_there(self) -> None:
        """Ready for a job, before there is one."""

    def do(self, task: Task, is_compiled: bool) -> Result:
        """Come back when it is done, or when nobody waits for it any more."""
        ...

    def ring(self) -> None:
        """From another thread: what it is at may be wanted no longer."""

    def end(self) -> None:
        """There is nothing more to do."""


class Workers:
    """As many hands as there is work for: processes, up to one less than the machine has cores,
    or whomever is hired."""

    def __init__(
        self,
        most: int | None = None,
        work: WorkOut = work_out,
        hire: Callable[[], WorkerHand] | None = None,
    ) -> None:
        cores = os.cpu_count() or 1
        self.most = max(1, min(MOST, cores - 1)) if most is None else most
        self.hire: Callable[[], WorkerHand] = hire or (lambda: Worker(work))
        self.compiled: set[str] = set()
        """Games whose rules are compiled: a worker loads those of a fight before its first job."""
        self._changed = threading.Condition()
        self._tasks: dict[Job, Task] = {}
        self._waiting: FairQueue[Task] = FairQueue()
        self._threads: list[threading.Thread] = []
        self._idle = 0
        self._is_closing = False

    def warm(self) -> None:
        """Have one process there before the first job comes."""
        with self._changed:
            if not self._threads and not self._is_closing:
                self._start_one()

    def ask(self, job: Job, is_urgent: bool = False, whose: Whose = NOBODYS) -> Ticket:
        """Have a job done; one that is wanted already is not done twice."""
        with self._changed:
            if self._is_closing:
                return _too_late(job)
            task = self._tasks.get(job)
            if task is None:
                task = self._tasks[job] = Task(job)
            if task.worker is None:
                self._waiting.add(whose, task, is_urgent)
            ticket = Ticket(task, whose, self._left)
            task.tickets.append(ticket)
            if len(self._waiting) > self._idle and len(self._threads) < self.most:
                self._start_one()
            self._changed.notify()
        return ticket

    def close(self) -> None:
        """End all processes; what they were at is left. Whoever asks later starts new ones."""
        with self._changed:
            self._is_closing = True
            tickets = [ticket for task in self._tasks.values() for ticket in task.tickets]
        for ticket in tickets:
            ticket.leave()
        with self._changed:
            self._changed.notify_all()
            threads, self._threads = self._threads, []
        for thread in threads:
            thread.join()
        self._is_closing = False

    def _start_one(self) -> None:
        worker = self.hire()
        thread = threading.Thread(target=self._keep_at_it, args=[worker], daemon=True)
        self._threads.append(thread)
        thread.start()

    def _left(self, ticket: Ticket) -> None:
        with self._changed:
            task = ticket.task
            if ticket not in task.tickets:
                return
            task.tickets.remove(ticket)
            if not task.tickets:
                self._drop(task)
            elif all(other.whose != ticket.whose for other in task.tickets):
                self._waiting.leave(ticket.whose, task)
        ticket.came.set_result(LEFT)

    def _drop(self, task: Task) -> None:
        """Nobody waits for it: whoever asks anew begins anew."""
        task.is_left = True
        self._tasks.pop(task.job, None)
        self._waiting.drop(task)
        if task.worker is not None:
            task.worker.ring()

    # In the threads

    def _keep_at_it(self, worker: WorkerHand) -> None:
        keep_signals_away()
        with suppress(OSError):  # what hinders it now may have passed when there is a job
            worker.be_there()
        while (task := self._next(worker)) is not None:
            result = worker.do(task, task.job.setting.ruleset in self.compiled)
            with self._changed:
                if self._tasks.get(task.job) is task:
                    del self._tasks[task.job]
                task.worker = None
                tickets, task.tickets = task.tickets, []
            for ticket in tickets:
                ticket.came.set_result(result)
        worker.end()

    def _next(self, worker: WorkerHand) -> Task | None:
        with self._changed:
            self._idle += 1
            self._changed.wait_for(lambda: self._waiting or self._is_closing)
            self._idle -= 1
            if self._is_closing:
                return None
            task = self._waiting.take()
            task.worker = worker
            return task


def _too_late(job: Job) -> Ticket:
    ticket = Ticket(Task(job), NOBODYS, lambda _: None)
    ticket.came.set_result(LEFT)
    return ticket


class Worker:
    """A process that does one job after the other."""

    def __init__(self, work: WorkOut) -> None:
        self.child = Child(serve, work)
        self.jobs = 0
        self.loaded: set[str] = set()

    def be_there(self) -> None:
        if self.child.be_there():
            self.loaded = set()

    def ring(self) -> None:
        self.child.ring()

    def end(self) -> None:
        self.child.end()

    def do(self, task: Task, is_compiled: bool) -> Result:
        for _ in range(TRIES):
            if task.is_left:
                return LEFT
            try:
                self.be_there()
                if is_compiled and task.job.setting.ruleset not in self.loaded:
                    self._load(task.job)
                self.jobs += 1
                self.child.line.send(("job", self.jobs, task.job))
                return self._result(task)
            except (Died, EOFError, OSError):
                self.child.kill()
        return Result(Came.FAILED, why=f"{TRIES} processes did not come back from it")

    def _load(self, job: Job) -> None:
        """Before a job and no part of it: one that is left meanwhile ends no process."""
        self.child.line.send(("load", job.setting.ruleset, job.setting.folders))
        self.child.says(is_deaf=True)
        self.loaded.add(job.setting.ruleset)

    def _result(self, task: Task) -> Result:
        """Wait for it; once nobody does any more, only as long as it takes to give up."""
        until: float | None = None
        while True:
            left = None if until is None else max(0.0, until - time.monotonic())
            found: Result | None = self.child.says(left)
            if found is not None:
                return found
            if until is None and task.is_left:
                self.child.line.send(("leave", self.jobs))
                until = time.monotonic() + SECONDS_TO_OBEY
            elif until is not None and time.monotonic() >= until:
                self.child.kill()
                return LEFT
