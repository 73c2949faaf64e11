"""How much may be asked of a table: every number once, and what counts against it."""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Callable, Hashable
from dataclasses import dataclass

MOST_REMEMBERED = 4096


@dataclass(frozen=True)
class Pace:
    """So many a second for ever, and so many at once before that counts."""

    a_second: float
    at_once: int


@dataclass(frozen=True)
class Limits:
    """What docs/hosting.md lists. Generous for play: who meets one is no person clicking."""

    body_bytes: int = 1 << 20
    upload_bytes: int = 32 << 20
    """Of a file the host drops on the start page: a save grows with its fight."""
    seconds_to_play_again: float = 60.0
    """For a save that is dropped there, of a processor: a tape of 94,500 entries takes 7 to 8."""
    seconds_to_send: float = 30.0
    """For a whole message to arrive."""
    seconds_to_ask: float = 20.0
    """For a new connection to say anything at all."""
    connections: int = 4000
    connections_by_address: int = 100
    by_seat: Pace = Pace(40, 400)
    by_address: Pace = Pace(200, 1000)
    wrong_codes: Pace = Pace(5, 300)
    wrong_codes_by_address: Pace = Pace(0.2, 20)
    """Short links that lead nowhere; past that none is looked up."""
    asides: Pace = Pace(1, 10)
    """Fingers on the map and words to one person, of a seat."""
    fights: int = 1000
    pictures_bytes: int = 24 << 20
    """Of all pictures of one fight; one that is sent is at most as big as any message."""
    free_rolls: int = 1000
    """In one fight: each is kept, and a line of its log."""
    lab_questions: int = 4
    """Questions to the lab that are answered at once."""
    lab_fights: int = 1_000_000
    lab_thought_fights: int = 500
    lab_variants: int = 400
    """Of one question, all in all; of players who think fewer."""
    thinks_seconds: float = 20.0
    thinks_playouts: int = 20_000
    """For a seat that thinks, about one decision."""
    film_moments: int = 4000
    """Of a fight that is written as one file; past that it is more than one sends."""
    plans_at_once: int = 100
    """Whose odds one request may ask for."""
    seconds_by_question: float = 20.0
    """For odds to be worked out."""
    seconds_in_line: float = 60.0
    """For odds to wait until somebody works at them."""


USUAL = Limits()


class Paces:
    """Who asks how often. Each has a moment at which all they asked for so far is paid off."""

    def __init__(self, pace: Pace, clock: Callable[[], float] = time.monotonic) -> None:
        self._each = 1 / pace.a_second
        self._most = pace.at_once * self._each
        self._clock = clock
        self._paid_at: dict[Hashable, float] = {}
        self._most_remembered = MOST_REMEMBERED

    def is_spent(self, who: Hashable) -> float:
        """In how many seconds they may ask again; nothing is counted."""
        now = self._clock()
        return max(0.0, max(now, self._paid_at.get(who, now)) + self._each - now - self._most)

    def wait(self, who: Hashable) -> float:
        """0 where they may ask now; else in how many seconds, and this time does not count."""
        now = self._clock()
        paid_at = max(now, self._paid_at.get(who, now)) + self._each
        if paid_at - now > self._most:
            return paid_at - now - self._most
        self._paid_at[who] = paid_at
        if len(self._paid_at) > self._most_remembered:
            self._forget_the_paid(now)
        return 0.0

    def _forget_the_paid(self, now: float) -> None:
        self._paid_at = {who: at for who, at in self._paid_at.items() if at > now}
        self._most_remembered = max(MOST_REMEMBERED, 2 * len(self._paid_at))


class Headcount:
    """How many are here, in all and by address; who is on this machine counts only in all."""

    def __init__(self, most: int, most_each: int) -> None:
        self.most = most
        self.most_each = most_each
        self._here = 0
        self._each: Counter[str] = Counter()

    def enter(self, address: str) -> str:
        """Why there is no room, or nothing where there is: then `leave` must follow."""
        if self._here >= self.most:
            return f"the table is full ({self.most} connections); try again in a while"
        if address and self._each[address] >= self.most_each:
            return f"too many connections from your address (at most {self.most_each})"
        self._here += 1
        self._each[address] += 1
        return ""

    def leave(self, address: str) -> None:
        self._here -= 1
        self._each[address] -= 1
        if not self._each[address]:
            del self._each[address]
