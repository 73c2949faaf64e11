"""Dice: a counter-based generator, so that fight k of seed s is the same fight everywhere.

The key comes from seed and fight; draw number n is a hash of key and n. Policies draw
from a second key and so never move the dice. The functions are compiled as they stand.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from affray.book.errors import BadInput
from affray.rules.ask import RANDOM, Illegal, any_of, require_legal
from affray.rules.masks import members, smallest
from affray.rules.pools import BITS, COUNT, GUARD, HIGH, KINDS, LOW, SHIFT, SIDES, require_pool
from affray.rules.world import Word

M64 = (1 << 64) - 1
GOLDEN = 0x9E3779B97F4A7C15
FIGHT = 0xD1342543DE82EF95
POLICY = 0xA0761D6478BD642F

Noted = tuple[int, int, int, int]
"""An event: what, who, x, y."""


def mix(z: Word) -> Word:
    """The finaliser of splitmix64."""
    z = ((z ^ (z >> 30)) * 0xBF58476D1CE4E5B9) & M64
    z = ((z ^ (z >> 27)) * 0x94D049BB133111EB) & M64
    return z ^ (z >> 31)


def fight_key(seed: Word, fight: int) -> Word:
    return mix((mix((seed + GOLDEN) & M64) + fight * FIGHT) & M64)


def policy_key(key: Word) -> Word:
    return mix(key ^ POLICY)


def face(ask: Any, sides: int) -> int:
    """The next die."""
    ask.n += 1
    return ((mix((ask.key + ask.n * GOLDEN) & M64) >> 32) * sides >> 32) + 1


def draw(ask: Any, n: int) -> int:
    """A policy's next number, 0 to n - 1."""
    if n >> 31:  # or 64 bits would not do
        raise Illegal("a draw from less than none, or from 2 ** 31 or more")
    ask.policy_n += 1
    return (mix((ask.policy_key + ask.policy_n * GOLDEN) & M64) >> 32) * n >> 32


def decided(ask: Any, who: int, side: int, mask: int) -> None:
    """Count a decision of the first side: who has a choice, and is not at that plan already.

    What one answers after another, with no die between them, a person says in one go.
    """
    if mask & (mask - 1) and (who != ask.decider or ask.n != ask.decided_at):
        if side == 0:
            ask.decisions += 1
        ask.decider = who
    ask.decided_at = ask.n


def sum_faces(nth: Word, count: int, sides: int) -> int:
    """So many dice after the nth, added up."""
    total = count
    for k in range(1, count + 1):
        total += (mix((nth + k * GOLDEN) & M64) >> 32) * sides >> 32
    return total


def once(ask: Any, pool: int) -> int:
    total = pool >> SHIFT
    for k in range(KINDS):
        count = pool >> (BITS * k) & COUNT
        if count:
            total += sum_faces((ask.key + ask.n * GOLDEN) & M64, count, SIDES[k])
            ask.n += count
    return total


def total(ask: Any, pool: int) -> int:
    """Roll a pool: by ascending size, the whole of it twice under HIGH or LOW."""
    if pool & (GUARD | HIGH | LOW) == 0:
        return once(ask, pool)
    return twice(ask, pool)


def twice(ask: Any, pool: int) -> int:
    """The better or the worse of two rolls."""
    require_pool(pool)
    first = once(ask, pool)
    second = once(ask, pool)
    return max(first, second) if pool & HIGH else min(first, second)


def check(ask: Any, what: int, who: int, pool: int, target: int) -> bool:
    return total(ask, pool) >= target


def test(ask: Any, what: int, who: int, pool: int, vs: int, vs_pool: int) -> bool:
    first = total(ask, pool)
    return first >= total(ask, vs_pool)


def margin(ask: Any, what: int, who: int, pool: int, vs: int, vs_pool: int) -> int:
    first = total(ask, pool)
    return first - total(ask, vs_pool)


def roll(ask: Any, what: int, who: int, pool: int) -> int:
    return total(ask, pool)


def dice(ask: Any, what: int, who: int, n: int, sides: int, counts: list[int]) -> None:
    for k in range(sides):
        counts[k] = 0
    for _ in range(n):
        counts[face(ask, sides) - 1] += 1


class Draws:
    """What a policy draws: all of a generator that is handed to one."""

    __slots__ = ("policy_key", "policy_n")

    def __init__(self, seed: int, fight: int) -> None:
        self.policy_key = policy_key(fight_key(seed, fight))
        self.policy_n = 0

    draw = draw


class Generator:
    """Faces and draws from a key and a counter each."""

    __slots__ = ("key", "n", "policy_key", "policy_n")

    def __init__(self, seed: int, fight: int) -> None:
        self.key = fight_key(seed, fight)
        self.n = 0
        self.policy_key = policy_key(self.key)
        self.policy_n = 0

    face = face
    draw = draw
    total = total


class Undecided(Illegal):
    """What a policy gave for an answer that is open to nobody: to what, of whom."""

    def __init__(self, answer: int, who: int, question: int, mask: int) -> None:
        given = f"decide gave {answer} to question {question} of creature {who}"
        super().__init__(f"{given}; legal are {members(mask)}")
        self.answer, self.who, self.question, self.mask = answer, who, question, mask


def decision(answer: int, who: int, question: int, mask: int) -> int:
    """A policy's answer, if it is open."""
    if answer < 0 or not mask >> answer & 1:
        require_legal(smallest(mask), mask)  # where nothing is open it is no policy's fault
        raise Undecided(answer, who, question, mask)
    return require_legal(answer, mask)


class Dice(Generator):
    """The oracle of a fight the computer plays: dice, and a temperament for everyone."""

    __slots__ = ("decide", "decided_at", "decider", "decisions", "log", "temperaments")

    def __init__(
        self,
        seed: int,
        fight: int,
        decide: Callable[..., int],
        temperaments: list[int],
        log: list[Noted] | None = None,
    ) -> None:
        super().__init__(seed, fight)
        if str in map(type, temperaments):  # a policy would take a name for nobody's temperament
            problem = f"found {temperaments!r}, expected numbers: ruleset.temperament(NAME)"
            raise BadInput(problem, field="temperaments")
        self.decide = decide
        self.temperaments = temperaments
        self.log = log
        self.decisions = 0
        self.decider = -1
        self.decided_at = 0

    decided = decided

    def choose(self, w: Any, who: int, question: int, mask: int) -> int:
        self.decided(who, w.creatures[who].side, mask)
        try:
            temperament = self.temperaments[who]
        except IndexError:
            problem = f"found {len(self.temperaments)}, expected {w.n}: one for each creature"
            raise BadInput(problem, field="temperaments") from None
        if temperament == RANDOM:
            return require_legal(any_of(self, mask), mask)
        answer = self.decide(self, w, who, question, mask, temperament)
        return decision(int(answer), who, question, mask)

    check = check
    test = test
    margin = margin
    roll = roll
    dice = dice

    def note(self, event: int, who: int, x: int, y: int) -> None:
        if self.log is not None:
            self.log.append((event, who, x, y))
