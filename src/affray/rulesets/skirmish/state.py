"""What a fight of Skirmish is made of."""

from enum import IntEnum

from affray.rules.ask import NOBODY
from affray.rules.world import Pool, Record, field, flag, int8, int16, many, record

from .rulings import Rulings

PLACES = 12
MOST_DICE = 60
"""Of one kind: a stance adds one more, and a pool holds 63."""

CREATURES = 8
MANY = 20
ENDLESS = 9999
"""As good as no limit at all."""

STANCES = -1
"""As the turn: the round begins, and everyone takes a stance."""


class Stance(IntEnum):
    NONE = 0
    PRESS = 1
    BRACE = 2


class Answer(IntEnum):
    NO = 0
    YES = 1


class Question(IntEnum):
    STANCE = 0
    TARGET = 1
    STEP_IN = 2
    REST = 3


class Roll(IntEnum):
    HIT = 0
    ARMOR = 1
    RECOVERY = 2
    GUARD = 3


@record
class Weapon(Record):
    bite: Pool = field(rule="SK-9")
    wounds: int8 = field(1, low=0, high=MANY, rule="SK-10")


@record
class Creature(Record):
    side: int8 = field(low=0, high=NOBODY - 1)
    might: int16 = field(1, low=0, high=MOST_DICE, rule="SK-1")
    guard: int16 = field(1, low=0, high=MOST_DICE, rule="SK-1")
    armor: int16 = field(low=0, high=ENDLESS, rule="SK-9")
    toughness: int16 = field(1, low=1, high=ENDLESS, rule="SK-10")
    weapon: int8 = field(of="weapons")
    place: int8 = field(low=1, high=PLACES, rule="SK-2")
    wounds: int16 = field(headline=True, lasting=True, low=0, high=ENDLESS, rule="SK-10")
    sealed: int8 = field(of=Stance, secret=True)
    stance: int8 = field(of=Stance)
    stepped_in: int8 = flag(rule="SK-8")


@record
class World(Record):
    round: int16 = field(low=0, high=ENDLESS, rule="SK-12")
    turn: int8 = field(STANCES, low=STANCES, high=CREATURES - 1, rule="SK-5")
    n: int8
    creatures: list[Creature] = many(CREATURES, count="n", content="creature")
    kinds: int8 = field(fixed=True)
    weapons: list[Weapon] = many(8, count="kinds", content="weapon", fixed=True)
    rulings: Rulings = field(fixed=True)
