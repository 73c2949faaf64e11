"""Fights in which somebody thinks: each on a tape of its own, by the dice of its seed."""

from __future__ import annotations

import os
from collections import Counter, deque
from collections.abc import Generator
from concurrent.futures import ThreadPoolExecutor
from itertools import islice
from threading import Event
from typing import TYPE_CHECKING, Any

from affray.fight.fight import Fight
from affray.lab.clever import silent
from affray.lab.retold import fight_of
from affray.lab.rows import Written
from affray.lab.search import Tick
from affray.lab.tally import Tally
from affray.oracles.dice import decided
from affray.oracles.tape import Question
from affray.rules.ask import NOBODY

if TYPE_CHECKING:
    from affray.lab.job import ManyFights
    from affray.lab.simulate import BlockSum

LONGEST = 3000
"""Steps after which nobody has won: two who think may both prefer to wait."""


class _Enough(Exception):
    """The fight is as long as any may be."""


def thought_parts(job: ManyFights, compiled: bool) -> Generator[BlockSum, None, None]:
    """One fight after the other, some at once: compiled playouts leave Python to others."""
    workers = (os.cpu_count() or 1) if compiled else 1
    pool = ThreadPoolExecutor(max_workers=workers)
    numbers, stop = iter(range(job.first, job.first + job.n)), Event()

    def one(k: int) -> BlockSum:
        return one_fight(job, k, compiled, stop)

    try:
        ahead = deque(pool.submit(one, k) for k in islice(numbers, workers))
        while ahead:
            yield ahead.popleft().result()
            ahead.extend(pool.submit(one, k) for k in islice(numbers, 1))
    finally:
        stop.set()
        pool.shutdown(wait=True, cancel_futures=True)


def one_fight(
    job: ManyFights, k: int, compiled: bool, stop: Event, tick: Tick = silent
) -> BlockSum:
    """Fight k of the seed: the same fight on every machine, whatever else is played beside it."""
    fight = fight_of(job, k, compiled, tick)
    winner = _played(fight, stop)
    w, rules = fight.world, job.ruleset
    standing = [i for i in range(w.n) if rules.standing(w, i)]
    told = (item for item in fight.story if isinstance(item[0], int))
    tally = Tally(
        fights=1,
        winners=Counter([winner]),
        rounds=Counter([int(w.round)]),
        survivors=Counter(standing),
        events=Counter(int(event[0]) for event in told),
    )
    if not job.needs_ends:
        return tally, None
    ends = Written()
    ends.add(winner, w, standing, *counted(fight))
    return tally, ends.ends(rules.world.layout.state_size)


class _Counts:
    """What the dice oracle counts, for a fight that was played on a tape."""

    n = decisions = decided_at = 0
    decider = -1


def counted(fight: Fight) -> tuple[int, int]:
    """Decisions and dice, as they are counted everywhere."""
    counts = _Counts()
    for item in fight.story:
        if not isinstance(item[0], Question):
            continue
        question, answer = item[0], item[1]
        if question.is_chance:
            counts.n += sum(len(shown) for _, shown in (*answer.dice, *answer.against))
        else:
            side = fight.world.creatures[question.who].side
            decided(counts, question.who, side, question.mask)
    return counts.decisions, counts.n


def _played(fight: Fight, stop: Event) -> int:
    """The fight to its end, or as long as any may be, or until nobody wants to know any more."""

    def watch(entry: Any) -> None:
        if len(fight.snapshots) > LONGEST or stop.is_set():
            raise _Enough

    fight.record = watch
    try:
        fight.run()
    except _Enough:
        return NOBODY
    return fight.outcome
