"""The words of Dungeoneers Spotlight as numbers: what things are, what is asked and told."""

from enum import IntEnum


class Size(IntEnum):
    TINY = 0
    SMALL = 1
    MEDIUM = 2
    LARGE = 3
    HUGE = 4
    MASSIVE = 5
    GARGANTUAN = 6


class Level(IntEnum):
    """How well a skill is known."""

    NONE = 0
    TRAINED = 1
    EXPERIENCED = 2
    MASTER = 3
    LEGENDARY = 4
    MYTHICAL = 5


class Skill(IntEnum):
    STRIKING = 0
    DODGING = 1
    SPELLCRAFT = 2
    GRAPPLING = 3
    SWIMMING = 4
    CLIMBING = 5
    BALANCE = 6
    ARCANA = 7
    EXAMINATION = 8
    INFLUENCE = 9
    KNOWLEDGE = 10
    NOTICE = 11
    STEALTH = 12
    NATURE = 13


class Attribute(IntEnum):
    BODY = 0
    SPIRIT = 1
    MIND = 2
    FINESSE = 3


class Damage(IntEnum):
    """The types, then the categories they fall under."""

    BLUDGEONING = 0
    PIERCING = 1
    SLASHING = 2
    HEAT = 3
    COLD = 4
    TOXIC = 5
    DISINTEGRATE = 6
    PHYSICAL = 7
    ENERGY = 8
    ANY = 9


class Speed(IntEnum):
    GROUND = 0
    BURROW = 1
    FLY = 2
    SWIM = 3
    CLIMB = 4
    CLING = 5


class Category(IntEnum):
    AXE = 0
    BLADE = 1
    CUDGEL = 2
    LANCE = 3
    BOW = 4
    TOME = 5


class Rank(IntEnum):
    NONE = 0
    E = 1
    D = 2
    C = 3
    B = 4
    A = 5
    S = 6


class Ammunition(IntEnum):
    ARROW = 0
    BOLT = 1
    SHOT = 2


class ItemKind(IntEnum):
    WEAPON = 0
    ARMOR = 1
    TOME = 2
    POTION = 3


class Slot(IntEnum):
    """Where a thing is worn; what is in the bag is never equipped."""

    WIELD = 0
    HEAD = 1
    BODY = 2
    FEET = 3
    HANDS = 4
    BACK = 5
    HANG = 6
    RING = 7
    BELT = 8
    BAG = 9


class SpellRange(IntEnum):
    SELF = 0
    REACH = 1
    TILES = 2


class Phase(IntEnum):
    """Where the scene is, as people see it."""

    SPOTLIGHT = 0
    PLAYER_MOVE = 1
    GM_MOVE = 2
    ROUND = 3


class NextStep(IntEnum):
    """The step that comes next."""

    VOTE = 0
    GIVE = 1
    GM = 2
    DECLARE = 3
    ASSIST = 4
    COUNTER = 5
    PAY = 6
    DEFEND = 7
    ROLL = 8
    LESS = 9
    ANSWER_ROLL = 10
    ANSWER_LESS = 11
    JUDGE = 12
    COMPROMISE = 13
    EFFECT = 14
    SETTLE = 15
    IMPACT = 16
    TRAVEL = 17
    AFTER = 18
    RUNE = 19
    END = 20
    ROUND = 21
    CLOSE = 22


class Act(IntEnum):
    PASS = 0
    INTERACT = 1
    TRAVEL = 2
    SPRINT = 3
    GRAPPLE = 4
    PUSH = 5
    STRIKE = 6
    POWER_STRIKE = 7
    SPELLCAST = 8
    DROP = 9
    RELEASE = 10
    LET_GO = 11
    HOLD = 12
    DONE = 13
    GIVE = 14
    CLOSE = 15


class Task(IntEnum):
    DRAW = 0
    STOW = 1
    EQUIP = 2
    PICK_UP = 3
    DRINK = 4
    OPEN = 5
    STAND_UP = 6
    SOMETHING_ELSE = 7


class Way(IntEnum):
    """What one travel is spent on."""

    GROUND = 0
    FLY = 1
    CLIMB = 2
    STAND_UP = 3
    PULL_UP = 4
    STOP = 5


class Assist(IntEnum):
    NONE = 0
    LEND_A_HAND = 1
    SHOUT_A_WARNING = 2
    FOLLOW_THROUGH = 3


class Counter(IntEnum):
    NONE = 0
    ILL_FOOTING = 1
    BRACE = 2
    CLOSE_IN = 3


class BoonFor(IntEnum):
    """What brings boon or bane."""

    STRESS = 0
    BEING_PAST_CAPACITY = 1
    A_POWER_STRIKE = 2
    A_RANK_IT_LACKS = 3
    A_PRONE_TARGET = 4
    A_HAND_LENT = 5
    ILL_FOOTING = 6
    A_WARNING = 7
    BEING_BRACED = 8
    BEING_DEFENSIVE = 9
    BEING_HELD = 10
    LYING_PRONE = 11


class Effort(IntEnum):
    TRY = 0
    FAIL = 1


class Defense(IntEnum):
    FINESSE = 0
    BODY = 1
    FAIL = 2


class Shove(IntEnum):
    NORTH = 0
    NORTH_EAST = 1
    EAST = 2
    SOUTH_EAST = 3
    SOUTH = 4
    SOUTH_WEST = 5
    WEST = 6
    NORTH_WEST = 7
    PRONE = 8


class Answer(IntEnum):
    NO = 0
    YES = 1


class Trouble(IntEnum):
    STRESS = 0
    PRONE = 1
    VILLAINY = 2


class Rest(IntEnum):
    NONE = 0
    SHORT = 1
    LONG = 2
    FULL = 3


class Degree(IntEnum):
    FAILURE = 0
    PARTIAL = 1
    SUCCESS = 2
    CRITICAL = 3


class Question(IntEnum):
    SPOTLIGHT = 0
    GIVE = 1
    CREATURE = 2
    MOVE = 3
    TARGET = 4
    WEAPON = 5
    SPELL = 6
    TASK = 7
    ITEM = 8
    COLUMN = 9
    ROW = 10
    HEIGHT = 11
    WAY = 12
    ASSIST = 13
    COUNTER = 14
    STRESS = 15
    EXTRA = 16
    AMBIENT = 17
    EFFORT = 18
    DEFENSE = 19
    COMPROMISE = 20
    ACCEPT = 21
    SHOVE = 22
    LEDGE = 23
    BREAK_FALL = 24
    TROUBLE = 25
    REST = 26
    CLOSE = 27


class Roll(IntEnum):
    STRIKE = 0
    GRAPPLE = 1
    PUSH = 2
    SPELL = 3
    DODGE = 4
    RESIST = 5
    PIERCE = 6
    LEDGE = 7
    FALL = 8
    BANE = 9
    CLIMB = 10


class Origin(IntEnum):
    """Where wounds come from."""

    WEAPON = 0
    SPELL = 1
    BREAKING_POINT = 2
    FALL = 3


class Strain(IntEnum):
    """What stress is taken for."""

    BOON = 0
    SPRINT = 1
    POWER_STRIKE = 2
    PRICE = 3
    GRAZE = 4
