"""What a game of Rooms is made of."""

from enum import IntEnum

from affray.rules.world import Record, field, int8, int16, many, record

from .rulings import Rulings

ZONES = 8


class Action(IntEnum):
    WAIT = 0
    GO = 1
    DASH = 2
    APPROACH = 3
    STRIKE = 4


class Question(IntEnum):
    ACTION = 0
    TARGET = 1
    ZONE = 2


class Roll(IntEnum):
    DASH = 0
    HIT = 1


@record
class Zone(Record):
    links: int16 = field(mask="zones")
    way_out: int8
    dark: int8


@record
class Creature(Record):
    side: int8
    toughness: int8 = field(2)
    wounds: int8 = field(headline=True)
    zone: int8 = field(-1, of="zones")
    knot: int8 = field(-1)


@record
class World(Record):
    round: int16 = field(1)
    turn: int8
    n: int8
    creatures: list[Creature] = many(8, count="n", content="creature")
    kinds: int8 = field(fixed=True)
    zones: list[Zone] = many(ZONES, count="kinds", content="zone", fixed=True)
    rulings: Rulings = field(fixed=True)
