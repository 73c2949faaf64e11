"""A process that works for the server: started when it is needed, anew when it has died.

It hears of the server's end when its line does, even where nobody could say goodbye.
"""

from __future__ import annotations

import os
import signal
from collections.abc import Callable
from multiprocessing import get_context
from multiprocessing.connection import Connection, wait
from typing import Any

from affray.table.one_core import ALL, run_on

SECONDS_TO_GO = 1.0

SPAWN = get_context("spawn")
"""A fresh interpreter: a copy of this one would have its locks, and nobody to open them."""


class Died(Exception):
    """The process is no more."""


class Child:
    """One process and the line to it; `heard` is rung by other threads to be looked after."""

    def __init__(self, serve: Callable[..., None], *given: Any) -> None:
        self.serve, self.given = serve, given
        self.process: Any = None
        self.line: Connection[Any, Any]
        self.heard, self._bell = SPAWN.Pipe(duplex=False)

    def be_there(self) -> bool:
        """True when it had to be started."""
        if self.process is not None and self.process.is_alive():
            return False
        self.kill()
        self.line, theirs = SPAWN.Pipe()
        given = (ALL, self.serve, theirs, *self.given)
        self.process = SPAWN.Process(target=_begin, args=given, daemon=True)
        self.process.start()
        theirs.close()
        return True

    def ring(self) -> None:
        """From another thread: what it is at may be wanted no longer."""
        self._bell.send_bytes(b".")

    def says(self, seconds: float | None = None, is_deaf: bool = False) -> Any:
        """What it says next; None when the bell was rung, or nothing came in that time."""
        bells = [] if is_deaf else [self.heard]
        ready = wait([self.line, self.process.sentinel, *bells], seconds)
        if self.line in ready:
            return self.line.recv()
        if self.process.sentinel in ready:
            raise Died
        if self.heard in ready:
            self.heard.recv_bytes()
        return None

    def kill(self) -> None:
        if self.process is not None:
            self.process.kill()
            self.process.join()
            self.process.close()
            self.line.close()
            self.process = None

    def end(self) -> None:
        """Let it go, and see that it does."""
        if self.process is not None:
            self.line.close()
            self.process.join(SECONDS_TO_GO)
            self.kill()


def _begin(all_cores: frozenset[int], serve: Callable[..., None], *given: Any) -> None:
    """In the process: the server keeps to one core, those who work for it need not."""
    run_on(all_cores)
    serve(*given)


def keep_signals_away() -> None:
    """In a thread: Ctrl-C is the main one's; a process started here is born deaf to it, too."""
    if hasattr(signal, "pthread_sigmask"):
        signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})


def step_back(by: int) -> None:
    """In a process: let the server go first, and leave it to the server to hear of Ctrl-C."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    nice = getattr(os, "nice", None)  # not everywhere
    if nice is not None:
        nice(by)
