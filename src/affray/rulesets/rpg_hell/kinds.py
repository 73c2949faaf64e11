"""The words of RPG Hell as numbers: what things are, what is asked, rolled and told."""

from enum import IntEnum


class Stat(IntEnum):
    BODY = 0
    MIND = 1
    SOUL = 2
    ARCANA = 3
    CHARM = 4
    CRAFTING = 5
    MEDICINE = 6
    NATURE = 7
    THIEVING = 8


class Kin(IntEnum):
    HUMANOID = 0
    ANIMAL = 1
    CONSTRUCT = 2
    MONSTROSITY = 3
    PLANAR = 4
    UNDEAD = 5
    MYTHIC = 6


class Effect(IntEnum):
    """Stack effects."""

    BURN = 0
    BLEED = 1
    MARKED = 2
    SLOW = 3
    STUN = 4
    SPARKING = 5
    WET = 6
    POISONED = 7
    BLIND = 8
    SILENCED = 9
    GLOWING = 10


class Damage(IntEnum):
    ATTACK = 0
    HAZARD = 1
    PENETRATION = 2
    BURN = 3
    BLEED = 4
    SPARKING = 5
    KNOCKBACK = 6
    FALLING = 7
    DROWNING = 8
    STRAIN = 9


class Hiding(IntEnum):
    SEEN = 0
    OBSCURED = 1
    HIDDEN = 2
    FULLY_HIDDEN = 3


class Shape(IntEnum):
    """Whom a line reaches; as printed, if the line does not say."""

    AS_PRINTED = 0
    ONE = 1
    LINE = 2
    FLANKS = 3
    CONE = 4


class Tag(IntEnum):
    DAGGER = 0
    SWORD = 1
    HAMMER = 2
    FIST = 3
    NATURAL = 4


class ArtKind(IntEnum):
    TECHNIQUE = 0
    INSIGHT = 1
    SPELL = 2


class Does(IntEnum):
    """What an art is: the small set of things arts can do."""

    ATTACK = 0
    GIVE = 1
    CONTEST = 2
    RUSH = 3
    NEXT_ATTACK = 4
    LUNGE = 5
    SECOND_BLADE = 6
    PARRY = 7
    OVERWATCH = 8


class Whom(IntEnum):
    ENEMY = 0
    FRIEND = 1
    ANYONE = 2


class Phase(IntEnum):
    INITIATIVE = 0
    TURN = 1
    CHECK = 2
    BURN = 3
    BLEED = 4
    DICE = 5
    SPARKS = 6
    ACTION = 7
    END = 8
    DOOR = 9


class Weather(IntEnum):
    CLEAR = 0
    LIGHT_RAIN = 1
    MEDIUM_RAIN = 2
    HEAVY_RAIN = 3
    SNOW_STORM = 4
    BLIZZARD = 5
    DUST = 6
    HIGH_WINDS = 7
    LIGHT_SUN = 8
    MEDIUM_SUN = 9
    HEAVY_SUN = 10


class Cause(IntEnum):
    """What makes a blow stronger or weaker than its weapon."""

    THE_WEAPON = 0
    THE_SUM = 1
    WHAT_WAS_READIED = 2
    A_PRONE_TARGET = 3
    HIDING = 4
    POISON = 5
    THE_WIND = 6
    ARMOR = 7
    ITS_BEARER = 8
    ITS_LEVEL = 9
    ONE_HAND = 10


HIDDEN_FROM = 8
WELL_HIDDEN_FROM = 11
"""What a Thieving check has to reach (RH-87)."""


class Band(IntEnum):
    LOW = 0
    MIDDLE = 1
    HIGH = 2


class Act(IntEnum):
    HOLD = 0
    ATTACK = 1
    MOVE = 2
    STAND = 3
    GO_PRONE = 4
    SHOVE = 5
    GRAPPLE = 6
    ESCAPE = 7
    ART = 8
    ITEM = 9
    RELOAD = 10
    HIDE = 11
    HUNKER_DOWN = 12
    SEARCH = 13
    PUT_OUT_FIRE = 14
    LOCK = 15
    UNLOCK = 16
    WAKE = 17


class Die(IntEnum):
    ONE = 0
    TWO = 1
    THREE = 2
    FOUR = 3
    FIVE = 4
    SIX = 5


class Pair(IntEnum):
    """Two dice by their faces, whichever dice show them; or one six for a dagger."""

    ONE_ONE = 0
    ONE_TWO = 1
    ONE_THREE = 2
    ONE_FOUR = 3
    ONE_FIVE = 4
    ONE_SIX = 5
    TWO_TWO = 6
    TWO_THREE = 7
    TWO_FOUR = 8
    TWO_FIVE = 9
    TWO_SIX = 10
    THREE_THREE = 11
    THREE_FOUR = 12
    THREE_FIVE = 13
    THREE_SIX = 14
    FOUR_FOUR = 15
    FOUR_FIVE = 16
    FOUR_SIX = 17
    FIVE_FIVE = 18
    FIVE_SIX = 19
    SIX_SIX = 20
    SIX_ALONE = 21


class Mode(IntEnum):
    ROLL = 0
    FACES = 1


class Answer(IntEnum):
    NO = 0
    YES = 1


class Question(IntEnum):
    ACTION = 0
    WEAPON = 1
    TARGET = 2
    PAIR = 3
    DIE = 4
    COLUMN = 5
    ROW = 6
    ART = 7
    ITEM = 8
    MODE = 9
    DODGE = 10
    WARD = 11
    PARRY = 12
    OVERWATCH = 13
    DIRECTION = 14
    FEET = 15
    RIDER = 16
    REST = 17


class Roll(IntEnum):
    INITIATIVE = 0
    POOL = 1
    CONTEST = 2
    RESIST = 3
    HIDE = 4
