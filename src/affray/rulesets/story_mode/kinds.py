"""The words of Story Mode as numbers: what things are, what is asked, rolled and told."""

from enum import IntEnum


class Being(IntEnum):
    """Whose player rolls: a player character's own; for all others somebody else's."""

    CHARACTER = 0
    CREATURE = 1


class Nature(IntEnum):
    PHYSICAL = 0
    MENTAL = 1


class Severity(IntEnum):
    STRAIN = 0
    LINGERING = 1
    DEBILITATING = 2
    SCAR = 3


class Weight(IntEnum):
    """How heavy an attack or an armor is."""

    NONE = 0
    LIGHT = 1
    MEDIUM = 2
    HEAVY = 3


class Group(IntEnum):
    UNDEAD = 0
    HUMAN = 1
    BEAST = 2
    SPIRIT = 3
    FEY = 4
    FIEND = 5


class Material(IntEnum):
    SILVER = 0
    FIRE = 1
    COLD_IRON = 2
    IRON = 3
    SALT = 4
    LIGHT = 5
    MAGIC = 6
    SUNLIGHT = 7
    WOLFSBANE = 8
    HOLY_WATER = 9
    RELICS = 10
    FROST = 11
    ANTI_MAGIC = 12


class Topic(IntEnum):
    """What a check is about; tags and items ease or hinder by topic."""

    INITIATIVE = 0
    MELEE = 1
    RANGED = 2
    DEFENSE = 3
    PHYSICAL_DEFENSE = 4
    MENTAL_DEFENSE = 5
    BLOCK = 6
    COUNTER = 7
    STEALTH = 8
    TREAT = 9
    SOCIAL = 10
    PERCEPTION = 11
    RESEARCH = 12
    NAVIGATION = 13
    LOCK = 14
    TECH = 15
    MOVE = 16
    HASTE = 17
    CARE = 18


class Domain(IntEnum):
    FIRE = 0
    WATER = 1
    EARTH = 2
    AIR = 3
    LIGHT = 4
    SHADOW = 5
    MIND = 6
    BODY = 7
    SPIRIT = 8
    BEASTS = 9
    PLANTS = 10
    TIME = 11
    SPACE = 12


class Evocation(IntEnum):
    CREATE = 0
    DESTROY = 1
    TRANSFORM = 2
    CONTROL = 3
    SUMMON = 4
    BANISH = 5
    PROTECT = 6
    WEAKEN = 7
    ENHANCE = 8
    PERCEIVE = 9
    MOVE = 10


class Distance(IntEnum):
    """Each contains the one before."""

    TOUCH = 0
    CLOSE = 1
    SHORT = 2
    FAR = 3
    VERY_FAR = 4
    ANYWHERE = 5


class Area(IntEnum):
    SINGLE = 0
    BEFORE_CASTER = 1
    AROUND_TARGET = 2


class Duration(IntEnum):
    INSTANT = 0
    ROUND = 1
    MINUTE = 2
    TEN_MINUTES = 3
    HOUR = 4
    DAY = 5


class Casting(IntEnum):
    HOUR = 0
    TEN_MINUTES = 1
    MINUTE = 2
    ACTION = 3
    QUICKENED = 4
    INSTANT = 5


class Behavior(IntEnum):
    """Whom a creature goes for."""

    NEAREST = 0
    WEAKEST = 1
    STRONGEST = 2
    MOST_WOUNDED = 3
    CASTER_FIRST = 4
    OBSESSED = 5


class Result(IntEnum):
    FAIL_AND = 0
    FAIL_BUT = 1
    SUCCESS_BUT = 2
    SUCCESS = 3
    SUCCESS_AND = 4


class Phase(IntEnum):
    END = 0
    ROUND = 1
    INITIATIVE = 2
    NEXT = 3
    TURN = 4
    GATHER = 5


class AttackStage(IntEnum):
    """How far an attack or a spell has come."""

    COUNTER = 0
    ATTACK = 1
    BLOCK = 2
    DEFEND = 3
    LATE_BLOCK = 4
    HARM = 5
    REACT = 6


class Care(IntEnum):
    """What is still to be settled of a new wound."""

    DURATION = 0
    NAME = 1
    TABLE = 2
    OWN_NAME = 3
    DROP = 4


class Cure(IntEnum):
    """What can be done about a wound; at the worst nothing, and no rest either."""

    ANYTHING = 0
    NOTHING = 1
    NO_MAGIC = 2


class Manner(IntEnum):
    """How a wound is treated."""

    FIELD = 0
    MAGIC = 1
    KNOWLEDGE = 2


class Act(IntEnum):
    ATTACK = 0
    CAST = 1
    TREAT = 2
    HIDE = 3
    PARLEY = 4
    TRY = 5
    PICK_UP = 6
    LOAD = 7
    QUICKEN = 8
    JOIN = 9
    STEP_AWAY = 10
    GO = 11
    GIVE_UP = 12
    DONE = 13
    DEED = 14


class WayOut(IntEnum):
    LEAVE = 0
    SURRENDER = 1


class Pastime(IntEnum):
    """What a party can do when nobody fights."""

    GO_ON = 0
    TREAT = 1
    TEND = 2
    HEAL = 3
    FIND_LODGING = 4
    SET_OUT = 5
    REST = 6
    NEW_SESSION = 7
    SEE_HEALER = 8
    TRY = 9


class Answer(IntEnum):
    NO = 0
    YES = 1


class Reaction(IntEnum):
    """Whether one reacts: not, as the rules know it, or in a way of one's own."""

    NO = 0
    YES = 1
    OWN_WORDS = 2


REACTIONS = 7
"""All of these, as a mask."""
OWN_WAY_OR_NOT = 1 << Reaction.NO | 1 << Reaction.OWN_WORDS

ALL_TOPICS = (1 << 19) - (1 << Topic.STEALTH)
"""What a try can be about: everything that is no blow, no defence and no Initiative."""


class Which(IntEnum):
    """A wound by its place on the sheet."""

    FIRST = 0
    SECOND = 1
    THIRD = 2
    FOURTH = 3
    FIFTH = 4


class Question(IntEnum):
    NEXT = 0
    ACTION = 1
    WEAPON = 2
    ATTACK = 3
    TARGET = 4
    SPELL = 5
    ZONE = 6
    WOUND = 7
    PICK_UP = 8
    DROP = 9
    COUNTER = 10
    BLOCK = 11
    NAME = 12
    TOPIC = 13
    AMMUNITION = 14
    PASTIME = 15
    HEALER = 16
    WAY_OUT = 17
    AIM = 18
    PATIENT = 19
    HEARER = 20
    CLOSE_WITH = 21
    GATHER = 22
    TAKER = 23
    TAKE = 24
    SHIFT = 25
    REACT = 26
    ANSWER = 27


class Roll(IntEnum):
    INITIATIVE = 0
    ATTACK = 1
    DEFENSE = 2
    RESIST = 3
    BLOCK = 4
    COUNTER = 5
    CAST = 6
    TREAT = 7
    HIDE = 8
    PARLEY = 9
    TRY = 10
    LEAVE = 11
    DURATION = 12
    NAME = 13
    SCENE = 14
    DUEL = 15
