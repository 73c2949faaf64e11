"""What a fight of Story Mode is made of."""

from affray.rules.ask import NOBODY
from affray.rules.world import (
    SAYINGS,
    Record,
    field,
    flag,
    int8,
    int16,
    int32,
    int64,
    many,
    record,
)

from .kinds import (
    Area,
    AttackStage,
    Behavior,
    Being,
    Care,
    Casting,
    Distance,
    Domain,
    Duration,
    Evocation,
    Group,
    Manner,
    Material,
    Nature,
    Phase,
    Roll,
    Severity,
    Topic,
    Weight,
)
from .rulings import Rulings
from .wound_names import WoundName

CREATURES = 16
TAGS = 48
GEAR = 32
SPELLS = 16
ATTACKS = 24
ZONES = 8
KNOWN_TAGS = 12
CARRIED = 14
KNOWN_SPELLS = 6
KNOWN_ATTACKS = 4
WOUNDS = 6
SPELLS_ON = SPELLS
"""The same spell does not add to itself, so there is room for every one."""
LYING = CREATURES * CARRIED
"""All that anybody could carry can lie about."""
HIGHEST = 10
"""The highest level there is."""
MOST_HARM = 4
LAST_SLOT = 2 * (HIGHEST + 1)
"""After the creatures of eleven levels, with players before and after each."""
LAST_ROUND = 60
LAST_DAY = 9999


@record
class Tag(Record):
    """What a tag eases and hinders, by what a check is about."""

    eases: int32 = field(mask=Topic, rule="SM-69")
    hinders: int32 = field(mask=Topic, rule="SM-70")
    eases_attack_on: int8 = field(mask=Group, rule="SM-109")
    hinders_attack_on: int8 = field(mask=Group, rule="SM-109")
    eases_attack_with: int16 = field(mask=Material, rule="SM-109")
    hinders_attack_with: int16 = field(mask=Material, rule="SM-109")
    eases_defense_from: int8 = field(mask=Group, rule="SM-109")
    hinders_defense_from: int8 = field(mask=Group, rule="SM-109")
    eases_defense_against: int16 = field(mask=Material, rule="SM-109")
    hinders_defense_against: int16 = field(mask=Material, rule="SM-100")
    eases_domains: int16 = field(mask=Domain, rule="SM-109")
    hinders_domains: int16 = field(mask=Domain, rule="SM-109")
    eases_evocations: int16 = field(mask=Evocation, rule="SM-109")
    hinders_evocations: int16 = field(mask=Evocation, rule="SM-109")


@record
class Item(Record):
    """A thing; it fills a slot of the sheet while it is carried, unless it needs none."""

    needs_no_slot: int8 = flag(rule="SM-76")
    weapon: int8 = field(of=Weight, rule="SM-27")
    armor: int8 = field(of=Weight, rule="SM-17")
    reach: int8 = field(Distance.CLOSE, of=Distance, rule="SM-77")
    ranged: int8 = flag(rule="SM-109")
    magic: int8 = flag(rule="SM-108")
    materials: int16 = field(mask=Material, rule="SM-108")
    ammunition: int16 = field(mask=Material, rule="SM-76")
    eases: int32 = field(mask=Topic, rule="SM-78")
    nature: int8 = field(of=Nature, rule="SM-34")
    curse: int8 = field(rule="SM-99", low=0, high=MOST_HARM)
    tamed_by: int8 = field(-1, of="tags", rule="SM-99")
    carries_over: int8 = flag(rule="SM-38")
    incurable: int8 = flag(rule="SM-46")
    beyond_magic: int8 = flag(rule="SM-46")


@record
class Spell(Record):
    """A spell as it was built from the chart; its level follows from that."""

    level: int8 = field(rule="SM-85", low=0, high=HIGHEST)
    range: int8 = field(Distance.SHORT, of=Distance, rule="SM-82")
    harm: int8 = field(rule="SM-87", low=0, high=MOST_HARM)
    wound: int8 = flag(rule="SM-82")
    effects: int8 = field(rule="SM-83", low=0, high=3)
    area: int8 = field(of=Area, rule="SM-84")
    targets: int8 = field(1, rule="SM-84", low=1, high=5)
    on_self: int8 = flag(rule="SM-82")
    duration: int8 = field(Duration.ROUND, of=Duration, rule="SM-82")
    casting: int8 = field(Casting.ACTION, of=Casting, rule="SM-89")
    evocations: int16 = field(mask=Evocation, rule="SM-86")
    domains: int16 = field(mask=Domain, rule="SM-86")
    nature: int8 = field(of=Nature, rule="SM-34")
    materials: int16 = field(mask=Material, rule="SM-108")
    restores: int8 = flag(rule="SM-91")
    counters: int8 = flag(rule="SM-92")
    eases: int32 = field(mask=Topic, rule="SM-83")
    hinders: int32 = field(mask=Topic, rule="SM-83")
    moves: int8 = flag(rule="SM-83")
    gives: int8 = field(-1, of="tags", rule="SM-83")
    suppresses: int8 = field(-1, of="tags", rule="SM-83")
    in_zone: int8 = flag(rule="SM-83")
    bars: int8 = flag(rule="SM-83")
    carries_over: int8 = flag(rule="SM-38")
    incurable: int8 = flag(rule="SM-46")
    beyond_magic: int8 = flag(rule="SM-46")


@record
class Attack(Record):
    """What a creature does to others: a kind of attack, or a number of magic harm."""

    weight: int8 = field(of=Weight, rule="SM-27")
    harm: int8 = field(rule="SM-93", low=0, high=HIGHEST)
    magic: int8 = flag(rule="SM-93")
    spell_level: int8 = field(-1, rule="SM-94", low=-1, high=HIGHEST)
    nature: int8 = field(of=Nature, rule="SM-34")
    reach: int8 = field(Distance.CLOSE, of=Distance, rule="SM-77")
    area: int8 = field(of=Area, rule="SM-107")
    materials: int16 = field(mask=Material, rule="SM-108")
    lays: int8 = field(-1, of="spells", rule="SM-93")
    carries_over: int8 = flag(rule="SM-38")
    incurable: int8 = flag(rule="SM-46")
    beyond_magic: int8 = flag(rule="SM-46")


@record
class Zone(Record):
    links: int16 = field(mask="zones", rule="SM-77")
    exit: int8 = flag(rule="SM-111")


@record
class Creature(Record):
    side: int8 = field(low=0, high=NOBODY - 1)
    being: int8 = field(Being.CREATURE, of=Being, rule="SM-21")
    level: int8 = field(-1, rule="SM-11", low=-1, high=HIGHEST)
    max_harm: int8 = field(rule="SM-23", low=0, high=HIGHEST)
    harm: int8 = field(-1, headline=True, lasting=True, rule="SM-32", low=-1, high=HIGHEST)
    wounds: int8 = field(headline=True, lasting=True, rule="SM-22", low=0, high=WOUNDS)
    severity: list[int8] = many(WOUNDS, of=Severity, default=-1, lasting=True, rule="SM-37")
    rests: list[int8] = many(WOUNDS, lasting=True, rule="SM-52", low=-1, high=9)
    natures: list[int8] = many(WOUNDS, of=Nature, lasting=True, clock=True, rule="SM-35")
    called: list[int8] = many(
        WOUNDS, of=WoundName, default=WoundName.OWN_WORDS, lasting=True, clock=True, rule="SM-36"
    )
    words: list[int8] = many(WOUNDS, of=SAYINGS, default=-1, lasting=True, clock=True, rule="SM-36")
    tries: list[int8] = many(WOUNDS, lasting=True, rule="SM-114", low=0, high=99)
    treated: list[int8] = many(WOUNDS, mask=Manner, lasting=True, rule="SM-51")
    incurable: list[int8] = many(WOUNDS, lasting=True, rule="SM-46", low=0, high=2)
    dead: int8 = flag(lasting=True, rule="SM-22")
    gone: int8 = flag(rule="SM-111")
    group: int8 = field(-1, of=Group, rule="SM-109")
    tags: list[int8] = many(KNOWN_TAGS, of="tags", default=-1, rule="SM-75")
    lays_aside: int64 = field(mask="tags", rule="SM-70")
    situation: int8 = field(rule="SM-68", low=-HIGHEST, high=HIGHEST)
    disposition: int8 = field(rule="SM-103", low=-5, high=5)
    items: list[int8] = many(CARRIED, of="items", default=-1, lasting=True, rule="SM-76")
    worn: int8 = field(-1, of="items", lasting=True, rule="SM-115")
    loaded: int8 = field(-1, of=Material, lasting=True, rule="SM-76")
    capacity: int8 = field(10, rule="SM-76", low=0, high=10)
    spells: list[int8] = many(KNOWN_SPELLS, of="spells", default=-1, rule="SM-80")
    attacks: list[int8] = many(KNOWN_ATTACKS, of="attacks", default=-1, rule="SM-95")
    weakness: int16 = field(mask=Material, rule="SM-97")
    knows_treatment: int8 = flag(rule="SM-49")
    helped: int8 = field(mask=Manner, lasting=True, rule="SM-45")
    under: list[int8] = many(SPELLS_ON, of="spells", default=-1, lasting=True, rule="SM-113")
    under_by: list[int8] = many(SPELLS_ON, of="creatures", default=-1, rule="SM-113")
    under_left: list[int8] = many(SPELLS_ON, lasting=True, rule="SM-113", low=0, high=100)
    slot: int8 = field(-1, rule="SM-15", low=-1, high=LAST_SLOT)
    actions: int8 = field(rule="SM-6", low=0, high=2)
    moved: int8 = field(rule="SM-5", low=-2, high=1)
    quickened: int8 = flag(rule="SM-6")
    rolled: int8 = flag(rule="SM-6")
    reacted: int8 = flag(rule="SM-8")
    says: int8 = field(-1, of=SAYINGS, clock=True, rule="SM-8")
    rider: int8 = field(rule="SM-67", low=-1, high=1)
    zone: int8 = field(of="zones", rule="SM-77")
    knot: int8 = field(-1, rule="SM-110", low=-1, high=CREATURES - 1)
    goes_for: int8 = field(of=Behavior, rule="SM-116")
    flees_at: int8 = field(99, rule="SM-116", low=0, high=99)
    keeps_away: int8 = flag(rule="SM-116")
    obsession: int8 = field(-1, of="creatures", rule="SM-116")


@record
class Task(Record):
    """A check: what it is about, and against whom. The one being made is empty between checks."""

    what: int8 = field(of=Roll, scratch=True, rule="SM-63")
    base: int8 = field(rule="SM-60")
    level: int8 = field(scratch=True, rule="SM-63")
    vs: int8 = field(-1, of="creatures", rule="SM-25")
    topics: int32 = field(mask=Topic, rule="SM-109")
    attacked: int8 = field(mask=Group, scratch=True, rule="SM-109")
    attacker: int8 = field(mask=Group, scratch=True, rule="SM-109")
    materials: int16 = field(mask=Material, scratch=True, rule="SM-108")
    weakness: int16 = field(mask=Material, scratch=True, rule="SM-97")
    domains: int16 = field(mask=Domain, scratch=True, rule="SM-109")
    evocations: int16 = field(mask=Evocation, scratch=True, rule="SM-109")
    armored: int8 = flag(scratch=True, rule="SM-17")
    by_action: int8 = flag(scratch=True, rule="SM-7")
    prepaid: int8 = flag(scratch=True, rule="SM-89")


@record
class Blow(Record):
    """An attack or a spell on its way: who it is aimed at, and how far it has come."""

    by: int8 = field(-1, of="creatures", rule="SM-107")
    stage: int8 = field(of=AttackStage, rule="SM-107")
    weapon: int8 = field(-1, of="items")
    spell: int8 = field(-1, of="spells")
    attack: int8 = field(-1, of="attacks")
    left: int32 = field(mask="creatures", rule="SM-107")
    target: int8 = field(-1, of="creatures", rule="SM-107")
    asked: int32 = field(mask="creatures", rule="SM-107")
    harm: int8 = field(rule="SM-27", low=0, high=MOST_HARM + 1)
    wound: int8 = field(-1, rule="SM-47", low=-1, high=WOUNDS - 1)
    quick: int8 = field(-1, of="spells", rule="SM-89")
    quick_by: int8 = field(-1, of="creatures", rule="SM-89")
    quick_on: int8 = field(-1, of="creatures", rule="SM-89")


@record
class Hurt(Record):
    """A new wound that is not settled yet."""

    who: int8 = field(-1, of="creatures", rule="SM-32")
    wound: int8 = field(rule="SM-32", low=0, high=WOUNDS - 1)
    care: int8 = field(of=Care, rule="SM-36")


@record
class Lying(Record):
    item: int8 = field(-1, of="items", rule="SM-26")
    zone: int8 = field(of="zones")


@record
class Cover(Record):
    """The spell that lies over a zone: light, dark, a barrier."""

    spell: int8 = field(-1, of="spells", rule="SM-83")
    by: int8 = field(-1, of="creatures", rule="SM-113")
    left: int8 = field(rule="SM-113", low=0, high=100)


@record
class World(Record):
    round: int16 = field(rule="SM-106", low=0, high=LAST_ROUND)
    phase: int8 = field(of=Phase, rule="SM-106")
    turn: int8 = field(rule="SM-15", low=0, high=CREATURES)
    n: int8
    order: list[int8] = many(CREATURES, rule="SM-15", low=0, high=CREATURES - 1)
    creatures: list[Creature] = many(CREATURES, count="n", content="creature")
    task: Task
    weighed: Task = field(scratch=True)
    blow: Blow
    hurt: Hurt
    lying: int16 = field(rule="SM-26", low=0, high=LYING)
    ground: list[Lying] = many(LYING, rule="SM-26")
    covers: list[Cover] = many(ZONES, rule="SM-83")
    scene_level: int8 = field(-1, rule="SM-72", low=-1, high=HIGHEST)
    safe: int8 = flag(rule="SM-55")
    day: int16 = field(1, lasting=True, rule="SM-55", low=1, high=LAST_DAY)
    tagcount: int8 = field(fixed=True)
    tags: list[Tag] = many(TAGS, count="tagcount", content="tag", fixed=True)
    itemcount: int8 = field(fixed=True)
    items: list[Item] = many(GEAR, count="itemcount", content="item", fixed=True)
    spellcount: int8 = field(fixed=True)
    spells: list[Spell] = many(SPELLS, count="spellcount", content="spell", fixed=True)
    attackcount: int8 = field(fixed=True)
    attacks: list[Attack] = many(ATTACKS, count="attackcount", content="attack", fixed=True)
    zonecount: int8 = field(fixed=True)
    zones: list[Zone] = many(ZONES, count="zonecount", content="zone", fixed=True)
    steps: list[int8] = many(ZONES * ZONES, fixed=True, rule="SM-77")
    fists: int8 = field(of="items", fixed=True, rule="SM-27")
    rulings: Rulings = field(fixed=True)
