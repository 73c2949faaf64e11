"""What a game of Handful is made of."""

from enum import IntEnum

from affray.rules.world import Pool, Record, field, int8, int16, many, record

from .rulings import Rulings

HAND = 4
FACES = 6
PAIRS = 21
SMALLER = (1, 1, 1, 1, 1, 1, 2, 2, 2, 2, 2, 3, 3, 3, 3, 4, 4, 4, 5, 5, 6)
LARGER = (1, 2, 3, 4, 5, 6, 2, 3, 4, 5, 6, 3, 4, 5, 6, 4, 5, 6, 5, 6, 6)
"""The two faces of every pair, in the order of `Pair`."""

Pair = IntEnum(
    "Pair",
    "1-1 1-2 1-3 1-4 1-5 1-6 2-2 2-3 2-4 2-5 2-6 3-3 3-4 3-5 3-6 4-4 4-5 4-6 5-5 5-6 6-6",
    start=0,
)

NOT_BEGUN = -1
"""As the active creature: the next round has not begun."""


class Action(IntEnum):
    SWING = 0
    HOLD = 1


class Phase(IntEnum):
    HAND = 0
    PLAY = 1


class Condition(IntEnum):
    LUCKY = 0
    ON_GUARD = 1
    DAZED = 2


class Question(IntEnum):
    ACTION = 0
    TARGET = 1
    PAIR = 2
    NERVE = 3


class Roll(IntEnum):
    ORDER = 0
    HAND = 1
    SWING = 2
    CLING = 3
    RECOVERY = 4


@record
class Weapon(Record):
    swing: Pool = field(rule="HA-6")
    sting: int8 = field(1, rule="HA-6")


@record
class Creature(Record):
    side: int8
    most: int16 = field(1, rule="HA-2")
    vigor: int16 = field(rule="HA-2", headline=True)
    guard: Pool = field(rule="HA-6")
    weapon: int8 = field(of="weapons")
    nerve: int8 = field(rule="HA-9", headline=True)
    initiative: int8 = field(clock=True)
    place: int8
    acted: int8
    hand: list[int8] = many(FACES, rule="HA-1")
    conditions: int8 = field(mask=Condition)
    marked_by: int8 = field(-1, of="creatures")
    last_swing: int16 = field(clock=True)


@record
class World(Record):
    round: int16
    active: int8 = field(NOT_BEGUN, of="creatures")
    phase: int8 = field(of=Phase)
    n: int8
    creatures: list[Creature] = many(6, count="n", content="creature")
    kinds: int8 = field(fixed=True)
    weapons: list[Weapon] = many(6, count="kinds", content="weapon", fixed=True)
    rulings: Rulings = field(fixed=True)
