"""A long fight that was put away: what everybody saw last is there at once, the fight soon after.

The tape is the truth and takes as long to replay as it is. So what every chair saw is kept when
a long fight is put away, and shown while the tape is played in the background. It counts only
for the same number, the same rules and the same program; whatever more is asked waits for the
fight itself.
"""

from __future__ import annotations

import json
import logging
import threading
from contextlib import suppress
from importlib.metadata import version
from typing import Any

from affray.book.shelf import SHELF
from affray.table.game import Game
from affray.table.keeping import KeptGame
from affray.table.logs import view_json
from affray.table.store import Chair, ListedFight, Store

LONG = 400
"""Entries; a shorter tape is replayed before anybody notices."""

journal = logging.getLogger("affray.table")


def rest(kept: KeptGame) -> None:
    """Keep what everybody saw of a long fight; where that cannot be, it is only replayed."""
    with kept.lock:
        if not kept.can_rest or kept.kept_entries < LONG:
            return
        text = json.dumps({"seen": kept.seen, "shown": kept.shown})
        try:
            kept.store.keep_rested(kept.id, kept.seq, _stamp(kept.card), text)
        except Exception:
            journal.exception("what was seen of fight %r could not be kept", kept.id)


def rested_game(store: Store, fight: str) -> RestedGame | None:
    """A fight as it was seen when it was put away, if it has not moved since."""
    card = store.card(fight)
    if card is None or card.ruleset not in SHELF.slugs():
        return None
    found = store.rested(fight, _stamp(card))
    with suppress(ValueError, TypeError, KeyError):  # a damaged row: the tape is there
        return None if found is None else RestedGame(store, card, found[0], json.loads(found[1]))
    return None


def _stamp(card: ListedFight) -> str:
    return f"affray {version('affray')}, {card.ruleset} {SHELF.get(card.ruleset).book.version}"


class RestedGame(KeptGame):
    """A fight that is being loaded, and is seen as it was."""

    def __init__(self, store: Store, card: ListedFight, seq: int, saw: dict[str, Any]) -> None:
        self._awake = threading.Event()
        self._failed: BaseException | None = None
        self._loader: threading.Thread | None = None
        self._game: Game | None = None
        self._card, self._chairs = card, store.chairs(card.id)
        self.seq, self.seen = seq, list(saw["seen"])
        self.shown = [{**one, "log": tuple(map(tuple, one["log"]))} for one in saw["shown"]]
        super().__init__(store, card.id)

    def _load(self) -> None:
        """In the background the first time."""
        if self._loader is not None:
            super()._load()
            return
        self._loader = threading.Thread(target=self._wake, daemon=True)
        self._loader.start()

    def _wake(self) -> None:
        seen, shown = self.seen, self.shown
        try:
            super()._load()
            moved = [view_json(a) != view_json(b) for a, b in zip(shown, self.shown, strict=True)]
            self.seen = [n + is_moved for n, is_moved in zip(seen, moved, strict=True)]
        except BaseException as bad:
            self._failed = bad
        finally:
            self._awake.set()

    @property
    def is_awake(self) -> bool:
        return self._awake.is_set()

    @property
    def game(self) -> Game:
        """The fight itself; whoever asks for it waits until it is there."""
        if threading.current_thread() is not self._loader:
            self._awake.wait()
            if self._failed is not None:
                raise self._failed
        assert self._game is not None
        return self._game

    @game.setter
    def game(self, game: Game) -> None:
        self._game = game

    @property
    def card(self) -> ListedFight:
        return super().card if self.is_awake else self._card

    @property
    def chairs(self) -> list[Chair]:
        return super().chairs if self.is_awake else self._chairs

    @property
    def can_rest(self) -> bool:
        return self.is_awake and super().can_rest

    def refresh(self) -> None:
        """Nobody has changed it here while it slept."""
        if self.is_awake and self._failed is None:
            super().refresh()

    def look(self, n: int, just_done: bool = False) -> dict[str, Any]:
        if not self.is_awake:
            return {"seq": self.seen[n], **self.shown[n]}
        if self._failed is not None:
            raise self._failed
        return super().look(n, just_done)

    def look_again(self) -> None:
        if self.is_awake:
            super().look_again()

    def carry_out(self, *given: Any) -> dict[str, Any]:
        assert self.game  # before the lock: who only looks does not wait for it
        return super().carry_out(*given)
