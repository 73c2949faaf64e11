"""The pictures of a table's fights, in its store: each once a fight, by its mark."""

from __future__ import annotations

from typing import Any

from affray.files.pictures import Picture
from affray.table.rows import Rows
from affray.table.store import Store

KEEP = """INSERT INTO picture (fight, mark, kind, content) VALUES (?, ?, ?, ?)
ON CONFLICT (fight, mark) DO UPDATE SET kind = excluded.kind, content = excluded.content"""
ONE = "SELECT kind, content FROM picture WHERE fight = ? AND mark = ?"
COPY = (
    "INSERT INTO picture (fight, mark, kind, content) "
    "SELECT ?, mark, kind, content FROM picture WHERE fight = ?"
)
HOW_MUCH = "SELECT coalesce(sum(length(content)), 0) FROM picture WHERE fight = ?"


class Album:
    """Those of one fight; they go with it."""

    def __init__(self, store: Store, fight: str) -> None:
        self.store, self.fight = store, fight

    def keep(self, picture: Picture) -> None:
        self._write(KEEP, self.fight, picture.mark, picture.kind, picture.content)

    def find(self, mark: str) -> tuple[str, bytes] | None:
        """Its kind and its bytes."""
        row = self.store.asked(ONE, self.fight, mark)
        return None if row is None else (row[0], row[1])

    @property
    def size(self) -> int:
        """In bytes, of all of them."""
        return int(self.store.asked(HOW_MUCH, self.fight)[0])

    def keep_only(self, shown: set[str]) -> None:
        """What is shown nowhere any more goes."""
        others = " AND mark != ?" * len(shown)
        self._write(f"DELETE FROM picture WHERE fight = ?{others}", self.fight, *shown)

    def copy_to(self, fight: str) -> None:
        """All of them are that fight's too."""
        self._write(COPY, fight, self.fight)

    def _write(self, query: str, *given: Any) -> None:
        def written(db: Rows) -> None:
            db.execute(query, given)

        self.store.write(written)
