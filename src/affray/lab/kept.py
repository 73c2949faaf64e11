"""What playouts of a turn came to, kept while it lasts: a tree of what was said since it began.

A branch is known by the answers along it. What was tried at one decision and then done is, at the
next, where that one begins; so nothing is played twice. Kept playouts count as those they spare:
no decision is another for them, it is only sooner made.
"""

from __future__ import annotations

from array import array
from collections.abc import Sequence

from affray.lab.playouts import Cast, PlayoutEnds, PlayoutStart, joined
from affray.lab.search import Playouts
from affray.oracles.tape import Known
from affray.rules.world import pack

Branch = tuple[Cast, tuple[Known, ...], int]


class KeptPlayouts:
    """Playouts by somebody else, none of them twice as long as they begin in one place."""

    def __init__(self, inner: Playouts) -> None:
        self.inner = inner
        self.spared = 0
        self._at: tuple[bytes, bool] | None = None
        self._branches: dict[Branch, _Ends] = {}

    @property
    def at_once(self) -> int:
        return self.inner.at_once

    def begin(self, place: PlayoutStart) -> None:
        at = (pack(place.world), place.begun)
        if at == self._at:
            return
        self.inner.begin(place)
        self._at, self._branches = at, {}

    def play(
        self, cast: Cast, known: Sequence[Known], seed: int, first: int, count: int
    ) -> PlayoutEnds:
        ends = self._branches.setdefault((cast, tuple(known), seed), _Ends())
        kept = ends.part(first, count)
        spared = len(kept.winners)
        self.spared += spared
        if spared == count:
            return kept
        fresh = self.inner.play(cast, known, seed, first + spared, count - spared)
        ends.add(first + spared, fresh)
        return joined([kept, fresh]) if spared else fresh


class _Ends:
    """How the first playouts of a branch ended.

    Whether an answer fitted is known of several at once: those of which some do are not kept.
    """

    def __init__(self) -> None:
        self.winners, self.stood, self.rounds = array("b"), array("q"), array("i")
        self.fits = True

    def part(self, first: int, count: int) -> PlayoutEnds:
        some = slice(first, first + count)
        winners = self.winners[some]
        misfits = 0 if self.fits else len(winners)
        return PlayoutEnds(winners, self.stood[some], self.rounds[some], misfits)

    def add(self, first: int, ended: PlayoutEnds) -> None:
        if first != len(self.winners):
            return
        if first == 0:
            self.fits = ended.misfits == 0
        if ended.misfits == (0 if self.fits else len(ended.winners)):
            self.winners.extend(ended.winners)
            self.stood.extend(ended.stood)
            self.rounds.extend(ended.rounds)
