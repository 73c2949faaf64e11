"""The game's own words, numbered."""

from enum import IntEnum


class Size(IntEnum):
    TINY = 0
    SMALL = 1
    MEDIUM = 2
    LARGE = 3
    HUGE = 4
    MASSIVE = 5


class Orientation(IntEnum):
    """How a body of two or three tiles lies."""

    ACROSS = 0
    DOWN = 1


class Damage(IntEnum):
    NONE = 0
    BLUDGEONING = 1
    PIERCING = 2
    SLASHING = 3
    HEAT = 4
    COLD = 5
    TOXIC = 6
    MELT = 7
    ERASE = 8


class GearKind(IntEnum):
    WEAPON = 0
    ARMOR = 1
    FOCUS = 2
    TOME = 3
    POTION = 4


class Slot(IntEnum):
    NONE = 0
    WIELD = 1
    BODY = 2
    HANDS = 3
    FEET = 4
    HEAD = 5
    BACK = 6
    NECK = 7
    RING = 8
    BELT = 9


class Category(IntEnum):
    BLADE = 0
    CUDGEL = 1
    AXE = 2
    LANCE = 3
    BOW = 4


class Rank(IntEnum):
    NONE = 0
    E = 1
    D = 2
    C = 3
    B = 4


class School(IntEnum):
    ARCANE = 0
    DEMONIC = 1
    HOLY = 2
    ALL = 3


class Delivery(IntEnum):
    ATTACK = 0
    SAVE = 1


class Reaches(IntEnum):
    """Whom a spell may be cast on."""

    ENEMY = 0
    ALLY = 1
    SELF = 2


class Score(IntEnum):
    PROWESS = 0
    POWER = 1
    ENDURANCE = 2
    RESISTANCE = 3
    SPELL = 4
    MIND = 5


class DiceFor(IntEnum):
    """What gives or takes dice beside a score."""

    STRESS = 0
    ITS_OWN_BONUS = 1
    A_PRONE_TARGET = 2
    LYING_PRONE = 3
    DEFENDING = 4
    THE_BACK = 5
    EXTRA_MAGICA = 6
    THE_SPELL_ITSELF = 7
    BEING_OVERSTRESSED = 8
    THE_FEWEST_THERE_CAN_BE = 9
    THE_MOST_THERE_CAN_BE = 10


class Effect(IntEnum):
    """What a blow or a spell can do besides wounding."""

    PRONE = 0
    HOBBLED = 1


class Phase(IntEnum):
    ROUND = 0
    TIES = 1
    TURN = 2


class Act(IntEnum):
    """What the owner of a turn can do next."""

    END = 0
    MOVE = 1
    ATTACK = 2
    GRAPPLE = 3
    PUSH = 4
    DISENGAGE = 5
    DEFEND = 6
    SPRINT = 7
    CAST = 8
    STAND = 9
    DROP = 10
    FACE = 11
    RELEASE = 12
    EQUIP = 13
    USE = 14
    TAKE_UP = 15
    READY = 16


BASIC = (
    1 << Act.ATTACK
    | 1 << Act.GRAPPLE
    | 1 << Act.PUSH
    | 1 << Act.DISENGAGE
    | 1 << Act.DEFEND
    | 1 << Act.SPRINT
    | 1 << Act.CAST
)
"""The seven everyone has unless told otherwise (DT-35)."""


class Answer(IntEnum):
    NO = 0
    YES = 1


class Moment(IntEnum):
    """When in another's turn a readied action comes."""

    BEFORE = 0
    AFTER = 1


class Rest(IntEnum):
    NONE = 0
    SHORT = 1
    LONG = 2
    FULL = 3


class Question(IntEnum):
    ACTION = 0
    DIRECTION = 1
    TARGET = 2
    WEAPON = 3
    TURN = 4
    STRESS = 5
    PIERCE_STRESS = 6
    SCORE = 7
    HOLD = 8
    STRIKE = 9
    SPELL = 10
    FAIL = 11
    LET_THROUGH = 12
    EXTRA = 13
    ALLOW = 14
    ITEM = 15
    REST = 16
    RELIEF = 17
    PUT_AWAY = 18
    READY = 19
    WHOSE = 20
    MOMENT = 21
    FIRE = 22
    FACING = 23
    DROP = 24


class Roll(IntEnum):
    TIE = 0
    INITIATIVE = 1
    HIT = 2
    HIT_BEHIND = 3
    PIERCE = 4
    CONTEST = 5
    CONTEST_BEHIND = 6
    BREAK = 7
    BREAK_BEHIND = 8
    SPELL_ATTACK = 9
    SPELL_BEHIND = 10
    SAVE = 11
    SAVE_BEHIND = 12
    SPELL_PIERCE = 13
    REAR = 14
