"""Compiling the rules while people already play: in a process of its own, behind everything else.

What it leaves on the disk the workers load; until then odds are only slower.
"""

from __future__ import annotations

import sys
import threading
from collections.abc import Callable, Iterable
from contextlib import suppress
from multiprocessing.connection import Connection
from typing import Any

from affray.book.errors import BadInput
from affray.book.ruleset import Ruleset
from affray.book.shelf import SHELF
from affray.table.child import Child, Died, keep_signals_away, step_back
from affray.table.jobs import look_for_rulesets

BEHIND_EVERYBODY = 15
BEGUN, DONE = "begun", "done"

Prepare = Callable[[Ruleset, Callable[[], None]], None]
"""Makes a game's compiled rules ready; says first if they have to be compiled."""


class Preparer:
    """Games to compile, those of open fights first; nothing happens before `start`."""

    def __init__(
        self, on_compiling: Callable[[], None] = lambda: None, prepare: Prepare | None = None
    ) -> None:
        self._on_compiling = on_compiling
        self._on_news: Callable[[str], None] = lambda slug: None
        self._child = Child(serve, prepare or prepare_rules)
        self._changed = threading.Condition()
        self._waiting: list[str] = []
        self._wanted: set[str] = set()
        self._states: dict[str, bool | None] = {}
        self._thread: threading.Thread | None = None

    def start(self, slugs: Iterable[str], on_news: Callable[[str], None]) -> None:
        """Compile these and whatever else is wanted; `on_news` is told which game has changed."""
        with self._changed:
            self._on_news = on_news
            self._waiting = [slug for slug in slugs if not self._states.get(slug)]
            self._states |= dict.fromkeys(self._waiting, False)
            self._thread = threading.Thread(target=self._keep_at_it, daemon=True)
            self._thread.start()

    def want(self, slug: str) -> None:
        """A fight of this game is open: it comes next, and before one that nobody plays."""
        with self._changed:
            if self._thread is None:
                return
            self._wanted.add(slug)
            if slug in self._states and slug not in self._waiting:
                return
            self._states[slug] = False
            self._waiting = [slug, *(one for one in self._waiting if one != slug)]
            self._changed.notify()
            self._child.ring()

    def is_compiled(self, slug: str) -> bool | None:
        """Whether a game is compiled; None where nobody is at it."""
        return self._states.get(slug)

    def close(self) -> None:
        with self._changed:
            thread, self._thread = self._thread, None
            self._waiting = []
            self._changed.notify()
        if thread is not None:
            self._child.ring()
            thread.join()

    # In the thread

    def _keep_at_it(self) -> None:
        keep_signals_away()
        while (slug := self._next()) is not None:
            is_compiled = self._prepared(slug)
            if self._thread is None:
                break
            if is_compiled is None:
                self._waiting.append(slug)
                continue
            self._states[slug] = is_compiled or None
            self._on_news(slug)
            if not self._waiting:
                self._child.end()  # nobody knows when there will be more to do
        self._child.kill()  # what it had not finished it begins anew the next time

    def _next(self) -> str | None:
        with self._changed:
            self._changed.wait_for(lambda: self._waiting or self._thread is None)
            return self._waiting.pop(0) if self._waiting else None

    def _is_overtaken(self, slug: str) -> bool:
        with self._changed:
            return slug not in self._wanted and not self._wanted.isdisjoint(self._waiting)

    def _prepared(self, slug: str) -> bool | None:
        """Whether it could be; None where another one has to come first."""
        try:
            self._child.be_there()
            self._child.line.send((slug, tuple(str(f.resolve()) for f in SHELF.folders)))
            while self._thread is not None and not self._is_overtaken(slug):
                said = self._child.says()
                if said == BEGUN:
                    self._on_compiling()
                elif said is not None:
                    return bool(said == DONE)
            self._child.kill()
            return None
        except (Died, EOFError, OSError):
            self._child.kill()
            return False


# In the process


def prepare_rules(ruleset: Ruleset, say_so: Callable[[], None]) -> None:
    from affray.compiler import is_ready, prepare

    if not is_ready(ruleset):
        say_so()
        prepare(ruleset)


def serve(line: Connection[Any, Any], prepare: Prepare) -> None:
    """Prepare one game after the other; one that cannot be is named, and played all the same."""
    step_back(BEHIND_EVERYBODY)
    with suppress(EOFError, OSError):
        while True:
            slug, folders = line.recv()
            look_for_rulesets(folders)
            try:
                prepare(SHELF.get(slug), lambda: line.send(BEGUN))
            except ImportError:
                line.send("")
            except BadInput as bad:
                print(f"{slug} is not compiled, its odds stay slow: {bad}", file=sys.stderr)
                line.send(str(bad))
            else:
                line.send(DONE)
