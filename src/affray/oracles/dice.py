"""Dice: a counter-based generator, so that fight k of seed s is the same fight everywhere.

The key comes from seed and fight; draw number n is a hash of key and n. Policies draw
from a second key and so never move the dice. `oracles.native` computes the same numbers.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from affray.ask import RANDOM, any_of, require_legal
from affray.pools import BITS, COUNT, GUARD, HIGH, KINDS, LOW, SHIFT, SIDES, PoolError

M64 = (1 << 64) - 1
GOLDEN = 0x9E3779B97F4A7C15
FIGHT = 0xD1342543DE82EF95
POLICY = 0xA0761D6478BD642F

Told = tuple[int, int, int, int]
"""An event: what, who, x, y."""


def mix(z: int) -> int:
    """The finaliser of splitmix64."""
    z = ((z ^ (z >> 30)) * 0xBF58476D1CE4E5B9) & M64
    z = ((z ^ (z >> 27)) * 0x94D049BB133111EB) & M64
    return z ^ (z >> 31)


def fight_key(seed: int, fight: int) -> int:
    return mix((mix((seed + GOLDEN) & M64) + fight * FIGHT) & M64)


def policy_key(key: int) -> int:
    return mix(key ^ POLICY)


class Generator:
    """Faces and draws from a key and a counter each."""

    __slots__ = ("key", "n", "policy_key", "policy_n")

    def __init__(self, seed: int, fight: int) -> None:
        self.key = fight_key(seed, fight)
        self.n = 0
        self.policy_key = policy_key(self.key)
        self.policy_n = 0

    def face(self, sides: int) -> int:
        self.n += 1
        return ((mix((self.key + self.n * GOLDEN) & M64) >> 32) * sides >> 32) + 1

    def draw(self, n: int) -> int:
        self.policy_n += 1
        z = mix((self.policy_key + self.policy_n * GOLDEN) & M64)
        return (z >> 32) * n >> 32

    def total(self, pool: int) -> int:
        """Roll a pool: by ascending size, the whole of it twice under HIGH or LOW."""
        if pool & GUARD:
            raise PoolError(f"a pool with fewer than 0 or more than {COUNT} dice ({pool:#x})")
        first = self._once(pool)
        if pool & HIGH:
            return max(first, self._once(pool))
        if pool & LOW:
            return min(first, self._once(pool))
        return first

    def _once(self, pool: int) -> int:
        total = pool >> SHIFT
        for k in range(KINDS):
            n = (pool >> (BITS * k)) & COUNT
            while n:
                total += self.face(SIDES[k])
                n -= 1
        return total


class Dice(Generator):
    """The oracle of a fight the computer plays: dice, and a temperament for everyone."""

    __slots__ = ("decide", "log", "temperaments")

    def __init__(
        self,
        seed: int,
        fight: int,
        decide: Callable[..., int],
        temperaments: list[int],
        log: list[Told] | None = None,
    ) -> None:
        super().__init__(seed, fight)
        self.decide = decide
        self.temperaments = temperaments
        self.log = log

    def choose(self, w: Any, who: int, question: int, mask: int) -> int:
        temperament = self.temperaments[who]
        if temperament == RANDOM:
            return require_legal(any_of(self, mask), mask)
        answer = self.decide(self, w, who, question, mask, temperament)
        return require_legal(int(answer), mask)

    def check(self, what: int, who: int, pool: int, target: int) -> bool:
        return self.total(pool) >= target

    def test(self, what: int, who: int, pool: int, vs: int, vs_pool: int) -> bool:
        return self.total(pool) >= self.total(vs_pool)

    def margin(self, what: int, who: int, pool: int, vs: int, vs_pool: int) -> int:
        return self.total(pool) - self.total(vs_pool)

    def roll(self, what: int, who: int, pool: int) -> int:
        return self.total(pool)

    def dice(self, what: int, who: int, n: int, sides: int, counts: list[int]) -> None:
        for k in range(sides):
            counts[k] = 0
        for _ in range(n):
            counts[self.face(sides) - 1] += 1

    def note(self, w: Any, event: int, who: int, x: int, y: int) -> None:
        if self.log is not None:
            self.log.append((event, who, x, y))
