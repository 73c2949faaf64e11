"""What other programs write to the table's file while it is open (`affray table --links`).

It is looked for once for all who listen, and only where anything was written but by us.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from contextlib import suppress

from affray.table.keeping import Gone, KeptGame
from affray.table.store import Store


class Others:
    """How the file was when somebody looked last."""

    def __init__(self, store: Store) -> None:
        self.store = store
        self._version, self._links = store.database.version(), store.links()

    def look(self, heard: Iterable[KeptGame], ended: Counter[str]) -> set[str]:
        """The fights where there is news; those whose links may have ended are counted up."""
        version = self.store.database.version()
        if version == self._version:
            return set()
        links = self.store.links()
        has_ended = bool(self._links - links)
        self._version, self._links = version, links
        news = set()
        for kept in heard:
            before = kept.seq
            with suppress(Gone):  # whoever deletes a fight tells of it
                kept.look_again()
            ended[kept.id] += has_ended
            if has_ended or kept.seq != before:
                news.add(kept.id)
        return news
