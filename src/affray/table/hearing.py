"""What other servers of a store tell, heard on a connection that does nothing else."""

from __future__ import annotations

import json
import logging
import threading
from collections.abc import Callable
from typing import Any

import psycopg

from affray.table.database import LOST, Heard

CHANNEL = "affray"

SECONDS_BEFORE_ANOTHER_TRY = 1.0

journal = logging.getLogger("affray.table")


class Hearing(threading.Thread):
    """Listens until it is ended; a line that is cut is taken up again."""

    def __init__(
        self,
        connect: Callable[[], psycopg.Connection[Any]],
        name: str,
        heard: Heard,
        cut: Callable[[], None],
    ) -> None:
        """`cut` is called when the line is: then others may be, too."""
        super().__init__(name="affray-hearing", daemon=True)
        self._connect, self._called, self._heard, self._cut = connect, name, heard, cut
        self._end = threading.Event()
        self._db = self._listening()

    def _listening(self) -> psycopg.Connection[Any]:
        db = self._connect()
        db.execute(f"LISTEN {CHANNEL}")
        return db

    def run(self) -> None:
        while not self._end.is_set():
            try:
                with self._db:
                    self._hear()
            except psycopg.Error as bad:
                journal.warning("the store's line was cut (%s)", " ".join(str(bad).split()))
                self._cut()
                self._connect_again()

    def _hear(self) -> None:
        for said in self._db.notifies():
            if self._end.is_set():
                return
            news = json.loads(said.payload)
            if news.get("by") != self._called:
                self._heard(news)

    def _connect_again(self) -> None:
        while not self._end.wait(SECONDS_BEFORE_ANOTHER_TRY):
            try:
                self._db = self._listening()
                self._heard({"what": LOST})
                return
            except psycopg.Error:
                continue

    def end(self, wake: Callable[[], None]) -> None:
        """`wake` tells anything, so that whoever listens looks up."""
        self._end.set()
        wake()
        self.join(SECONDS_BEFORE_ANOTHER_TRY * 5)
