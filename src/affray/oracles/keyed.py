"""Dice nobody can foresee: a key of real randomness, and BLAKE2b of key and place.

For fights people play. BLAKE2b with a key is a pseudorandom function: whoever has seen any
number of dice, and knows every line of this file, knows no more of the next one than before.
It is some fifty times slower than `oracles/dice.py`, which only has to be even and the same
everywhere.
"""

from __future__ import annotations

import secrets
from collections.abc import Sequence
from hashlib import blake2b

KEY_BYTES = 32
"""256 bits; nobody tries out even half of that."""

NUMBER_BYTES = 8
NUMBERS = 1 << 8 * NUMBER_BYTES

DICE, POLICY, MARK, FREE = b"affray dice", b"affray policy", b"affray mark", b"affray tray"


class Key:
    """What a fight's dice come from. It shows itself to nobody but whoever writes the save."""

    __slots__ = ("_secret",)

    def __init__(self, secret: bytes) -> None:
        self._secret = secret

    def hex(self) -> str:
        """As a save holds it."""
        return self._secret.hex()

    @property
    def mark(self) -> int:
        """A number that tells this fight from others, and nothing of the key."""
        return int.from_bytes(blake2b(key=self._secret, person=MARK, digest_size=6).digest(), "big")

    def __repr__(self) -> str:
        return "Key(...)"

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Key) and secrets.compare_digest(self._secret, other._secret)

    def __hash__(self) -> int:
        return hash(self._secret)

    def dice(self, place: Sequence[int]) -> KeyedDice:
        """The dice of one roll: another place, or another roll there, has others."""
        return KeyedDice(self._under(DICE, place))

    def draws(self, place: Sequence[int]) -> KeyedDraws:
        """A policy's numbers: neither they nor what they come from tell anything of the dice."""
        return KeyedDraws(self._under(POLICY, place))

    def free(self, number: int) -> KeyedDice:
        """The dice of a free roll: from a stream of their own, each throw another place of it."""
        return KeyedDice(self._under(FREE, [number]))

    def _under(self, purpose: bytes, place: Sequence[int]) -> bytes:
        """A key for one purpose and place; there is no way back from it, nor across."""
        where = b"".join(n.to_bytes(8, "big", signed=True) for n in place)
        return blake2b(where, key=self._secret, person=purpose, digest_size=KEY_BYTES).digest()


def new_key() -> Key:
    """From the operating system's own randomness."""
    return Key(secrets.token_bytes(KEY_BYTES))


def fair(number: int, n: int, numbers: int = NUMBERS) -> int:
    """0 to n - 1 from a number below `numbers`; -1 for one past the last multiple of n.

    Of those that are left there are as many for each answer, to the last one.
    """
    return number % n if number < numbers - numbers % n else -1


class _Numbers:
    """Numbers from a key and a counter."""

    __slots__ = ("_key", "_n")

    def __init__(self, key: bytes) -> None:
        self._key = key
        self._n = 0

    def _below(self, n: int) -> int:
        """0 to n - 1, each as likely."""
        while True:
            self._n += 1
            counter = self._n.to_bytes(8, "big")
            drawn = blake2b(counter, key=self._key, digest_size=NUMBER_BYTES).digest()
            found = fair(int.from_bytes(drawn, "big"), n)
            if found >= 0:
                return found


class KeyedDice(_Numbers):
    """Faces, one after the other."""

    __slots__ = ()

    def face(self, sides: int) -> int:
        return self._below(sides) + 1


class KeyedDraws(_Numbers):
    """What a policy draws."""

    __slots__ = ()

    def draw(self, n: int) -> int:
        return self._below(n)
