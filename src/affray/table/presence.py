"""Who is at the table: here, away or gone, as their live lines tell it; and who was nudged.

Nothing of it is kept: it is of this moment. A page whose tab is hidden says so; a line that is
cut may come back, and until it has had time to its owner is only away.
"""

from __future__ import annotations

import threading
import time
from collections import Counter
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass

HERE, AWAY, GONE = "here", "away", "gone"
FREE = "free"
"""Of a seat nobody has sat down in: nobody is missing there."""

SECONDS_TO_COME_BACK = 15.0
"""For a line that was cut: a page tries again within ten."""

SECONDS_BETWEEN_NUDGES = 20.0
"""For one who nudges, and for the one who is nudged: a nudge is polite."""

SeatKey = tuple[str, int]
"""A fight and a chair of it."""


@dataclass(eq=False)
class Page:
    """One page that is open; whether somebody looks at it."""

    at: SeatKey
    looks: bool = True
    server: str = ""
    """Where it is open, if not here."""


class Presence:
    """Everybody's pages. The clock is whoever made this one's."""

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        self.clock = clock
        self._lock = threading.Lock()
        self._pages: dict[SeatKey, list[Page]] = {}
        self._left: dict[SeatKey, float] = {}
        """When somebody was here last who is not now."""
        self._nudged: dict[SeatKey, tuple[int, str]] = {}
        self._nudges: dict[tuple[SeatKey, int], float] = {}
        self._moved: Counter[str] = Counter()
        self._told: dict[SeatKey, str] = {}

    # Pages

    def come(self, fight: str, n: int) -> Page:
        page = Page((fight, n))
        with self._lock:
            self._come(page)
        return page

    def _come(self, page: Page) -> None:
        self._pages.setdefault(page.at, []).append(page)
        self._settle(page.at)

    def leave(self, page: Page) -> None:
        with self._lock:
            self._leave(page)

    def _leave(self, page: Page) -> None:
        left = [one for one in self._pages.get(page.at, []) if one is not page]
        if left:
            self._pages[page.at] = left
        else:
            self._pages.pop(page.at, None)
        self._settle(page.at)

    def look(self, page: Page, looks: bool) -> None:
        """Whether somebody looks at the page has changed."""
        with self._lock:
            page.looks = looks
            self._settle(page.at)

    def _settle(self, at: SeatKey) -> None:
        if any(page.looks for page in self._pages.get(at, [])):
            self._left.pop(at, None)
        else:
            self._left.setdefault(at, self.clock())
        self._tell(at)

    def _tell(self, at: SeatKey) -> None:
        now = self._of(at)
        if self._told.get(at, GONE) != now:
            self._told[at] = now
            self._moved[at[0]] += 1

    # Pages that are open at other servers

    def own(self, fight: str) -> dict[int, bool]:
        """The chairs with pages that are open here, and whether somebody looks."""
        with self._lock:
            found = {at: self._at(at, "") for at in self._pages if at[0] == fight}
        return {at[1]: any(one.looks for one in pages) for at, pages in found.items() if pages}

    def own_fights(self) -> set[str]:
        with self._lock:
            return {at[0] for at in self._pages if self._at(at, "")}

    def _at(self, at: SeatKey, server: str) -> list[Page]:
        return [page for page in self._pages.get(at, []) if page.server == server]

    def elsewhere(self, server: str, fight: str, seats: Mapping[int, bool]) -> bool:
        """How it is at another server now; True where that is news."""
        with self._lock:
            held = [page for at in self._pages if at[0] == fight for page in self._at(at, server)]
            if {page.at[1]: page.looks for page in held} == seats:
                return False
            for n, looks in seats.items():
                self._come(Page((fight, n), looks, server))
            for page in held:
                self._leave(page)
            return True

    def without(self, server: str) -> set[str]:
        """Another server is not heard of any more. The fights that had pages there."""
        with self._lock:
            held = [page for at in self._pages for page in self._at(at, server)]
            for page in held:
                self._leave(page)
            return {page.at[0] for page in held}

    # Who is here

    def of(self, fight: str, n: int) -> str:
        with self._lock:
            return self._of((fight, n))

    def _of(self, at: SeatKey) -> str:
        if at in self._pages:
            return AWAY if at in self._left else HERE
        came_back_in = self.clock() - self._left.get(at, float("-inf"))
        return AWAY if came_back_in < SECONDS_TO_COME_BACK else GONE

    def seats(self, fight: str, chairs: Iterable[int]) -> list[str]:
        return [self.of(fight, n) for n in chairs]

    def away_for(self, fight: str, n: int) -> float:
        """How long nobody has looked; for ever where nobody ever has."""
        with self._lock:
            at = (fight, n)
            if at in self._pages and at not in self._left:
                return 0.0
            return self.clock() - self._left.get(at, float("-inf"))

    def moved(self, fight: str) -> int:
        """How often somebody's presence has changed; who listens looks again when that has."""
        return self._moved[fight]

    def pass_by(self) -> set[str]:
        """Time has passed: those who have not come back are gone. The fights where that is news."""
        with self._lock:
            before = dict(self._moved)
            for at in list(self._left):
                self._tell(at)
                if at not in self._pages and self._of(at) == GONE:
                    del self._left[at]
            return {fight for fight, n in self._moved.items() if before.get(fight, 0) != n}

    # Nudges

    def nudge(self, fight: str, by: int, name: str, n: int) -> float:
        """0 where somebody was nudged; else in how many seconds they may be."""
        with self._lock:
            now, at = self.clock(), (fight, n)
            for who in ((at, by), (at, -1)):
                waited = now - self._nudges.get(who, float("-inf"))
                if waited < SECONDS_BETWEEN_NUDGES:
                    return SECONDS_BETWEEN_NUDGES - waited
            self._nudges[at, by] = self._nudges[at, -1] = now
            count = self._nudged.get(at, (0, ""))[0]
            self._nudged[at] = (count + 1, name)
            return 0.0

    def nudged(self, fight: str, n: int) -> tuple[int, str]:
        """How often somebody was nudged, and by whom last."""
        return self._nudged.get((fight, n), (0, ""))

    def forget(self, fight: str) -> None:
        """A fight that is there no more."""
        with self._lock:
            for held in (self._left, self._told, self._nudged):
                for at in [at for at in held if at[0] == fight]:
                    del held[at]
            self._nudges = {k: v for k, v in self._nudges.items() if k[0][0] != fight}
            self._moved.pop(fight, None)
