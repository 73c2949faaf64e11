"""The words of Plunder as numbers: what things are, what is asked, rolled and told."""

from enum import IntEnum


class Nature(IntEnum):
    """Who counts inventory slots, and who counts Wounds against Hit Dice."""

    CHARACTER = 0
    NPC = 1
    MONSTER = 2


class Anatomy(IntEnum):
    HUMANOID = 0
    BEAST = 1
    AMORPHOUS = 2


class Ability(IntEnum):
    STRENGTH = 0
    DEXTERITY = 1
    INTELLIGENCE = 2
    INSTINCT = 3
    COURAGE = 4
    CUNNING = 5


class GearKind(IntEnum):
    WEAPON = 0
    NATURAL = 1
    ARMOR = 2
    FOCUS = 3
    SUPPLY = 4


class Property(IntEnum):
    GRUESOME = 0
    VERSATILE = 1
    TWO_HANDED = 2
    THROWN = 3
    LIGHT = 4
    REACH = 5
    BULL_RUSH = 6
    ARMOR_CRUSHING = 7
    HEAVY = 8
    FOCUS = 9
    BANDAGE = 10
    AMMUNITION = 11


class Special(IntEnum):
    NONE = 0
    PETRIFICATION = 1
    PARALYSIS = 2


class Carry(IntEnum):
    """Where a thing is: in a hand, ready on the person, in the pack, or worn."""

    RIGHT = 0
    LEFT = 1
    BOTH = 2
    EQUIPPED = 3
    PACKED = 4
    WORN = 5


class Weight(IntEnum):
    NONE = 0
    LIGHT = 1
    MEDIUM = 2
    HEAVY = 3


class AttackType(IntEnum):
    SLASH = 0
    STAB = 1
    SLAM = 2
    SHOOT = 3
    UNTYPED = 4


class Location(IntEnum):
    HEAD = 0
    TORSO = 1
    RIGHT_ARM = 2
    LEFT_ARM = 3
    RIGHT_LEG = 4
    LEFT_LEG = 5


class Condition(IntEnum):
    BLEEDING_OUT = 0
    DAZED = 1
    EAR_DISABLED = 2
    NOSE_DISABLED = 3
    JAW_DISABLED = 4
    BLINDED = 5
    STUNNED = 6
    POISONED = 7
    INCAPACITATED = 8
    UNCONSCIOUS = 9
    RIGHT_ARM_DISABLED = 10
    LEFT_ARM_DISABLED = 11
    RIGHT_LEG_DISABLED = 12
    LEFT_LEG_DISABLED = 13
    PARALYSED = 14
    PETRIFIED = 15


class Plight(IntEnum):
    """What makes a roll easier or harder, told of whoever it is the plight of."""

    ATTACKS_THE_SAME_WAY_AGAIN = 0
    GOES_FOR_THE_GAPS = 1
    LIES_PRONE = 2
    IS_DAZED = 3
    IS_BLINDED = 4
    IS_STUNNED = 5
    IS_PARALYSED = 6
    IS_GRAPPLING = 7
    STANDS_BESIDE_AN_ENEMY = 8
    DODGES = 9
    IS_POISONED = 10
    HAS_A_BAD_ARM = 11
    HAS_A_BAD_LEG = 12
    IS_TAUNTED = 13
    STANDS_IN_DARKNESS = 14


class Talent(IntEnum):
    BATTLE_CRY = 0
    LEAD_THE_CHARGE = 1
    BERSERKERGANG = 2
    MARKSMAN = 3
    CUNNING_ACTION = 4
    SNEAK_ATTACK = 5


class SpellKind(IntEnum):
    ATTACK = 0
    ENGULF = 1
    BURN = 2
    DARKNESS = 3
    WARD = 4
    HEAL = 5
    DREAD = 6


class Phase(IntEnum):
    ROUND = 0
    DECLARE_SPELLS = 1
    MORALE = 2
    MOVEMENT = 3
    RANGED = 4
    SPELLS = 5
    MELEE = 6
    END = 7


class Part(IntEnum):
    """Where in a phase the fight stands."""

    DECLARE = 0
    CHECKS = 1
    PLACES = 2
    ROLL = 3
    RESOLVE = 4


class Protection(IntEnum):
    """What armor had to do with a blow: nothing, it met it in vain, or it held."""

    NONE = 0
    MET = 1
    HELD = 2


class Unsettled(IntEnum):
    """What is still to be settled of a blow that has landed."""

    NONE = 0
    ZERO = 1
    CRITICAL = 2
    FLUNG = 3
    SAVE = 4
    NOTCHES = 5


class Act(IntEnum):
    HOLD = 0
    SHOOT = 1
    AIM = 2
    CAST = 3
    ATTACK = 4
    DODGE = 5
    FEINT = 6
    GRAPPLE = 7
    SHOVE = 8
    BREAK_FREE = 9
    PICK_UP = 10
    FETCH = 11
    PRESSURE = 12
    BANDAGE = 13
    TAUNT = 14
    RALLY = 15
    GAZE = 16
    DOUSE = 17
    READY = 18
    LET_GO = 19
    SOMETHING_ELSE = 20


class Bonus(IntEnum):
    NONE = 0
    FEINT = 1
    THROW_SAND = 2
    LOW_BLOW = 3
    RALLY = 4


class Move(IntEnum):
    STAY = 0
    CLOSE = 1
    GO = 2
    STAND = 3
    FLEE = 4
    LET_GO = 5
    READY = 6


class Push(IntEnum):
    PRONE = 0
    AWAY = 1


class Hands(IntEnum):
    ONE = 0
    TWO = 1


class Rest(IntEnum):
    NONE = 0
    SHORT = 1
    LONG = 2
    FULL = 3


class Why(IntEnum):
    """Why an action that was declared can no longer be done."""

    DEAD = 0
    GONE = 1
    UNABLE = 2
    TARGET_GONE = 3
    UNSEEN = 4
    NO_WEAPON = 5
    OUT_OF_REACH = 6
    NO_WORDS = 7
    GRAPPLING = 8
    NO_ARM = 9
    NOTHING_LEFT = 10
    NO_NEARER = 11
    NOBODY = 12


class Tires(IntEnum):
    """What Exhaustion comes from, or what takes it away."""

    BLOOD = 0
    CANTRIP = 1
    RAGE = 2
    REST = 3


class Answer(IntEnum):
    NO = 0
    YES = 1


class Question(IntEnum):
    CAST = 0
    SPELL = 1
    MOVE = 2
    WHOM = 3
    STOP_SHORT = 4
    BEARING = 5
    FEET = 6
    RALLY = 7
    LIGHTEN = 8
    ACTION = 9
    TARGET = 10
    WEAPON = 11
    HANDS = 12
    TYPE = 13
    LOCATION = 14
    GAP = 15
    BONUS = 16
    DICE = 17
    MORE = 18
    ITEM = 19
    PUSH = 20
    WOUND_TYPE = 21
    WOUND_LOCATION = 22
    SNEAK = 23
    REST = 24
    CHEER = 25


class Roll(IntEnum):
    ACTION = 0
    LATE = 1
    LEAVE = 2
    RISE = 3
    ENTER = 4
    OPPORTUNITY = 5
    SPACE = 6
    DAMAGE = 7
    BULL_RUSH = 8
    WOUND = 9
    MAGIC = 10
    CANTRIP = 11
    BURNING = 12
    MORALE = 13
    SAVE = 14
    FLUNG = 15
    BONUS = 16
    RECOVERY = 17
    HIT_POINTS = 18
    AMMUNITION = 19
