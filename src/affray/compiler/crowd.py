"""Fights played by the many threads of a device: what they are given, and what they came to.

Nothing here knows what kind of device it is: `compiler/card.py` is NVIDIA's, and the tests have
one that is this machine itself, for which the same loop is compiled.
"""

from __future__ import annotations

import struct
import time
from array import array
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any, Protocol

from affray.compiler.oracles.collapsed import SIZE
from affray.compiler.oracles.crowd import COUNTS, ENDS, KEPT, NOTED, NOTHING, ROUNDS, STOOD, WINS
from affray.rules.world import Record, pack

LAUNCH = 0.1
"""Seconds a launch is to take, about: nobody who waits for it can be told anything, or stop it."""

FIRST_STEPS, MOST_STEPS = 16, 1 << 20
"""Steps of a first launch, and of any."""

Room = Any
"""Some memory of a device."""


class Device(Protocol):
    """Where a kernel is launched."""

    threads: int

    def room(self, size: int) -> Room: ...
    def clear(self, room: Room, size: int) -> None: ...
    def put(self, room: Room, data: bytes) -> None: ...
    def get(self, room: Room, size: int) -> bytes: ...
    def launch(self, threads: int, given: Sequence[Room | int]) -> None: ...


@dataclass
class Counted:
    """What some fights came to, and which of them somebody else has to play."""

    fights: int
    winners: dict[int, int]
    rounds: dict[int, int]
    survivors: list[int]
    events: list[int]
    missed: list[range] = field(default_factory=list)
    each: EachFight | None = None


@dataclass
class EachFight:
    """The fights one by one; what is missed is 0."""

    winners: array[int]
    rounds: array[int]
    stood: array[int]
    decisions: array[int]
    dice: array[int]
    ends: bytes


def spans_of(w: Record) -> list[int]:
    """A world's words, how many spans of them are used, and where each begins and ends.

    A list is used as far as it goes; the rest of its places no rule may look at.
    """
    layout = type(w).layout
    used: set[int] = set()
    for f in layout.order:
        if f.fixed:
            continue
        at, size = layout.offsets[f.name], f.size
        if f.record and f.count:
            size = f.layout.size * int(getattr(w, f.count))
        used |= set(range(at // 8, -(-(at + size) // 8)))
    words = -(-layout.state_size // 8)
    starts = [k for k in sorted(used) if k - 1 not in used]
    ends = [k + 1 for k in sorted(used) if k + 1 not in used]
    pairs = [bound for pair in zip(starts, ends, strict=True) for bound in pair]
    return [words, len(starts), *pairs]


@dataclass(frozen=True)
class Start:
    """How every one of the fights begins: the world, which of its words are used, who plays."""

    state: bytes
    spans: list[int]
    temperaments: list[int]
    begun: bool

    @property
    def words(self) -> int:
        return self.spans[0]


def start_of(w: Record, temperaments: list[int], begun: bool) -> Start:
    return Start(pack(w)[: type(w).layout.state_size], spans_of(w), temperaments, begun)


class Crowd:
    """One encounter's fights on a device, by the code for it alone."""

    def __init__(self, device: Device, start: Start) -> None:
        self.device = device
        self.start = start
        self.kept_words = KEPT + COUNTS + start.words
        self.source = self._filled(start.state.ljust(8 * start.words, b"\0"))
        self.spans = self._filled(_numbers(start.spans))
        self.tempers = self._filled(_numbers([*start.temperaments, 0]))
        self.odds = self._filled(bytes(SIZE))
        self.kept = device.room(8 * self.kept_words * device.threads)
        self.taken, self.totals = device.room(16), device.room(8 * COUNTS)
        self.steps = FIRST_STEPS
        self.spent = 0.0
        """Seconds of the launches of the last play."""

    def _filled(self, data: bytes) -> Room:
        room = self.device.room(len(data))
        self.device.put(room, data)
        return room

    def learn(self, odds: bytes) -> None:
        """Chances that somebody worked out, for collapsed dice."""
        self.odds = self._filled(odds)

    def play(self, seed: int, first: int, count: int, share: int, keep: int = NOTHING) -> Counted:
        """Fights `first` to `first + count - 1` of this seed, so many at a time by a thread."""
        device = self.device
        shares = -(-count // share)
        threads = min(device.threads, shares)
        device.clear(self.kept, 8 * self.kept_words * device.threads)
        device.clear(self.totals, 8 * COUNTS)
        over = device.room(shares)
        device.clear(over, shares)
        rooms = self._rooms(count, keep)
        taken, self.spent = 0, 0.0
        while True:
            device.put(self.taken, _numbers([taken, 0]))
            started = time.perf_counter()
            device.launch(threads, [
                self.source, self.spans, self.kept, seed, first, count, share,
                int(self.start.begun), self.steps, self.taken, over, self.totals, keep, *rooms,
                self.kept_words, self.tempers, self.odds,
            ])  # fmt: skip
            taken, going = struct.unpack("<2q", device.get(self.taken, 16))
            self._pace(time.perf_counter() - started)
            if not going:
                break
        found = self._counted(count, share, device.get(over, shares))
        found.each = self._each(rooms, count, keep) if keep else None
        return found

    def _pace(self, spent: float) -> None:
        """As many steps the next time as a launch is to take."""
        self.spent += spent
        wanted = int(self.steps * min(4.0, LAUNCH / max(spent, 1e-9)))
        self.steps = max(1, min(wanted, MOST_STEPS))

    def _rooms(self, count: int, keep: int) -> list[Room]:
        """Where the fights are kept one by one."""
        each = [1, 4, 8, 4, 4, 8 * self.start.words]
        held = len(each) if keep == ENDS else 1 if keep else 0
        rooms = [self.device.room(n * count if k < held else 8) for k, n in enumerate(each)]
        if keep == ENDS:  # what no rule looks at is not copied, and reads as nothing
            self.device.clear(rooms[-1], each[-1] * count)
        return rooms

    def _counted(self, count: int, share: int, over: bytes) -> Counted:
        totals = struct.unpack(f"<{COUNTS}q", self.device.get(self.totals, 8 * COUNTS))
        missed = []
        k = over.find(b"\0")
        while k >= 0:
            missed.append(range(k * share, min((k + 1) * share, count)))
            k = over.find(b"\0", k + 1)
        return Counted(
            count - sum(map(len, missed)),
            {k: n for k, n in enumerate(totals[WINS:STOOD]) if n},
            {k: n for k, n in enumerate(totals[ROUNDS:NOTED]) if n},
            list(totals[STOOD:ROUNDS]),
            list(totals[NOTED:COUNTS]),
            missed,
        )

    def _each(self, rooms: list[Room], count: int, keep: int) -> EachFight:
        get = self.device.get
        winners = array("b", get(rooms[0], count))
        if keep != ENDS:
            return EachFight(winners, array("i"), array("q"), array("i"), array("i"), b"")
        return EachFight(
            winners,
            array("i", get(rooms[1], 4 * count)),
            array("q", get(rooms[2], 8 * count)),
            array("i", get(rooms[3], 4 * count)),
            array("i", get(rooms[4], 4 * count)),
            self._states(get(rooms[5], 8 * self.start.words * count), count),
        )

    def _states(self, data: bytes, count: int) -> bytes:
        size, stride = len(self.start.state), 8 * self.start.words
        if size == stride:
            return data
        return b"".join(data[k * stride : k * stride + size] for k in range(count))


def _numbers(values: Sequence[int]) -> bytes:
    return struct.pack(f"<{len(values)}q", *values)
