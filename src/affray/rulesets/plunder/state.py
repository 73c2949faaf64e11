"""What a fight of Plunder is made of."""

from affray.rules.ask import NOBODY
from affray.rules.pools import D4
from affray.rules.world import Pool, Record, field, flag, int8, int16, int32, int64, many, record

from .kinds import (
    Ability,
    Act,
    Anatomy,
    AttackType,
    Bonus,
    Carry,
    Condition,
    GearKind,
    Location,
    Move,
    Nature,
    Part,
    Phase,
    Property,
    Protection,
    Special,
    SpellKind,
    Talent,
    Unsettled,
    Weight,
    Why,
)
from .kinds import Rest as RestKind
from .rulings import Rulings

CREATURES = 16
GEAR = 40
SPELLS = 12
ITEMS = 10
WOUNDS = 15
ATTACKS = 3
KNOWN = 6
ENTRIES = 40
LYING = 64
LARGEST_MAP = 250
FARTHEST = 60
"""How many feet a question about feet can offer."""
MOST_HIT_DICE = 2 * WOUNDS - 1
"""With more a monster could bear more Wounds than there are places for."""
MOST_HIT_POINTS = MOST_HIT_DICE * (8 + 4)
"""The best of every d8, in scale."""
MOST_SLOTS = 25
LAST_ROUND = 60
TIRING_UP_TO = 2
"""A cantrip's die: it costs Exhaustion."""
FOR_THE_FIGHT = 30000
"""As a round: past the last of any fight."""


@record
class Gear(Record):
    """A weapon, a natural attack, a suit of armor, an arcane focus or a supply."""

    kind: int8 = field(of=GearKind)
    defense: int8 = field(low=0, high=6, rule="PL-38")
    slots: int8 = field(1, low=0, high=13, rule="PL-109")
    types: int8 = field(mask=AttackType, rule="PL-41")
    properties: int16 = field(mask=Property, rule="PL-77")
    nearest: int16 = field(low=0, high=LARGEST_MAP, rule="PL-45")
    short: int16 = field(low=0, high=LARGEST_MAP, rule="PL-45")
    medium: int16 = field(low=0, high=LARGEST_MAP, rule="PL-45")
    long: int16 = field(low=0, high=LARGEST_MAP, rule="PL-45")
    damage: Pool = field(rule="PL-119")
    special: int8 = field(of=Special, rule="PL-122")
    gaze: int16 = field(low=0, high=LARGEST_MAP, rule="PL-122")
    protection: int8 = field(low=0, high=8, rule="PL-92")
    hit_points: int8 = field(low=0, high=4, rule="PL-90")
    ammunition: int8 = field(-1, of="gear", rule="PL-78")
    weight: int8 = field(of=Weight, rule="PL-88")


@record
class Spell(Record):
    does: int8 = field(of=SpellKind, rule="PL-116")
    ranges: list[int16] = many(4, default=5, low=5, high=120, rule="PL-112")
    target_a_die: int8 = flag(rule="PL-116")
    concentration: int8 = flag(rule="PL-114")
    needs_fire: int8 = flag(rule="PL-116")
    fire: int8 = flag(rule="PL-125")
    slows: int8 = flag(rule="PL-116")


@record
class Creature(Record):
    side: int8 = field(low=0, high=NOBODY - 1)
    nature: int8 = field(of=Nature, rule="PL-60")
    anatomy: int8 = field(of=Anatomy, rule="PL-41")
    abilities: list[int8] = many(6, by=Ability, default=15, low=10, high=20, rule="PL-70")
    level: int8 = field(1, low=1, high=10, rule="PL-75")
    hit_dice: int8 = field(1, low=1, high=MOST_HIT_DICE, rule="PL-60")
    hit_die: Pool = field(D4, rule="PL-132")
    class_hit_points: int8 = field(low=0, high=5, rule="PL-90")
    attack_target: int8 = field(low=0, high=20, rule="PL-117")
    defense: int8 = field(low=-3, high=20, rule="PL-38")
    evasion: int8 = field(low=0, high=20, rule="PL-44")
    hide: int8 = field(low=0, high=8, rule="PL-120")
    hide_weight: int8 = field(of=Weight, rule="PL-88")
    damage_bonus: int8 = field(low=0, high=10, rule="PL-119")
    armed: int8 = field(-1, low=0, high=20, rule="PL-38")
    speed: int16 = field(40, low=0, high=FARTHEST, rule="PL-25")
    morale: int8 = field(12, low=2, high=12, rule="PL-20")
    morale_led: int8 = field(low=0, high=12, rule="PL-22")
    leader: int8 = flag(rule="PL-22")
    talents: int16 = field(mask=Talent, rule="PL-69")
    spells: list[int8] = many(KNOWN, of="spells", default=-1, rule="PL-111")
    gear: list[int8] = many(ITEMS, of="gear", default=-1, lasting=True, rule="PL-109")
    carried: list[int8] = many(ITEMS, of=Carry, lasting=True, rule="PL-109")
    notches: list[int8] = many(ITEMS, lasting=True, low=0, high=2, rule="PL-110")
    routine: list[int8] = many(ATTACKS, of="gear", default=-1, rule="PL-121")
    max_hp: int16 = field(lasting=True, low=0, high=MOST_HIT_POINTS, rule="PL-90")
    hp: int16 = field(-1, headline=True, lasting=True, low=0, high=MOST_HIT_POINTS, rule="PL-53")
    exhaustion: int8 = field(headline=True, lasting=True, low=0, high=MOST_SLOTS, rule="PL-57")
    wounds: int8 = field(headline=True, lasting=True, low=0, high=WOUNDS, rule="PL-55")
    wound_conditions: list[int32] = many(WOUNDS, mask=Condition, lasting=True, rule="PL-98")
    wound_until: list[int16] = many(WOUNDS, lasting=True, low=0, high=FOR_THE_FIGHT, rule="PL-48")
    wound_severity: list[int8] = many(WOUNDS, lasting=True, low=0, high=3, rule="PL-56")
    wound_tried: list[int8] = many(WOUNDS, of=RestKind, lasting=True, rule="PL-132")
    magic_dice: int8 = field(low=0, high=10, rule="PL-112")
    magic_left: int8 = field(-1, lasting=True, low=0, high=10, rule="PL-112")
    shot: int8 = flag(lasting=True, rule="PL-110")
    dead: int8 = flag(lasting=True, rule="PL-58")
    x: int16 = field(low=0, high=LARGEST_MAP, rule="PL-135")
    y: int16 = field(low=0, high=LARGEST_MAP, rule="PL-135")
    conditions: int32 = field(mask=Condition, rule="PL-108")
    prone: int8 = flag(rule="PL-100")
    dodging: int8 = flag(rule="PL-62")
    feinted: int8 = flag(rule="PL-63")
    feint_until: int16 = field(low=0, high=FOR_THE_FIGHT, rule="PL-63")
    partner: int8 = field(-1, of="creatures", rule="PL-64")
    holds: int8 = flag(rule="PL-65")
    held_since: int16 = field(low=0, high=FOR_THE_FIGHT, rule="PL-66")
    aiming: int8 = flag(rule="PL-126")
    raging: int8 = flag(rule="PL-125")
    charged: int8 = flag(rule="PL-124")
    ward: int8 = field(low=0, high=10, rule="PL-138")
    ward_until: int16 = field(low=0, high=FOR_THE_FIGHT, rule="PL-138")
    slowed_until: int16 = field(low=0, high=FOR_THE_FIGHT, rule="PL-116")
    blinded_until: int16 = field(low=0, high=FOR_THE_FIGHT, rule="PL-128")
    dazed_until: int16 = field(low=0, high=FOR_THE_FIGHT, rule="PL-128")
    taunted_now: int32 = field(mask="creatures", rule="PL-123")
    taunted_last: int32 = field(mask="creatures", rule="PL-123")
    taunted_for_good: int32 = field(mask="creatures", rule="PL-123")
    burning_by: int8 = field(-1, of="creatures", rule="PL-116")
    concentrates: int8 = field(-1, of="spells", rule="PL-114")
    bleeding_since: int16 = field(low=0, high=FOR_THE_FIGHT, rule="PL-99")
    pressed: int8 = flag(rule="PL-99")
    last_kind: int8 = field(-1, low=-1, high=75, rule="PL-42")
    last_location: int8 = field(-1, low=-1, high=5, rule="PL-42")
    last_target: int8 = field(-1, low=-1, high=CREATURES - 1, rule="PL-42")
    acted: int8 = flag(rule="PL-3")
    moved: int8 = flag(rule="PL-3")
    declared_spell: int8 = field(-1, of="spells", rule="PL-4")
    struck: int8 = flag(rule="PL-61")
    fleeing: int8 = flag(rule="PL-23")
    fled: int8 = flag(rule="PL-23")
    goal_x: int16 = field(low=-LARGEST_MAP, high=2 * LARGEST_MAP, rule="PL-136")
    goal_y: int16 = field(low=-LARGEST_MAP, high=2 * LARGEST_MAP, rule="PL-136")
    move: int8 = field(of=Move, rule="PL-136")
    whom: int8 = field(-1, of="creatures", rule="PL-136")
    stop: int8 = field(low=0, high=10, rule="PL-136")
    rallying: int8 = flag(rule="PL-67")
    margin: int8 = field(scratch=True, rule="PL-26")


@record
class Sealed(Record):
    """What one creature has declared, until everybody has."""

    cast: int8
    spell: int8 = field(-1, of="spells")
    move: int8 = field(of=Move)
    whom: int8 = field(-1, of="creatures")
    stop: int8
    x: int16
    y: int16
    rally: int8
    lighten: int8
    let_go: int8
    ready: int8 = field(-1, of="gear")
    act: int8 = field(of=Act)
    weapon: int8 = field(-1, of="gear")
    two_hands: int8
    targets: list[int8] = many(ATTACKS, of="creatures", default=-1)
    locations: list[int8] = many(ATTACKS, of=Location)
    others: int32 = field(mask="creatures")
    type: int8 = field(of=AttackType)
    gap: int8
    bonus: int8 = field(of=Bonus)
    dice: int8
    item: int8 = field(-1, of="gear")


@record
class Entry(Record):
    """A declared action in the phase's queue."""

    who: int8 = field(of="creatures")
    act: int8 = field(of=Act)
    weapon: int8 = field(-1, of="gear")
    two_hands: int8
    target: int8 = field(-1, of="creatures")
    others: int32 = field(mask="creatures")
    open: int32 = field(mask="creatures", rule="PL-61")
    type: int8 = field(of=AttackType)
    location: int8 = field(of=Location)
    gap: int8
    bonus: int8 = field(of=Bonus)
    dice: int8
    item: int8 = field(-1, of="gear")
    repeats: int8 = field(rule="PL-42")
    d1: int8 = field(rule="PL-12")
    d2: int8 = field(rule="PL-16")
    late: int8 = field(rule="PL-16")
    key: int8 = field(rule="PL-13")
    frozen: int8 = field(rule="PL-137")
    valid: int8 = field(rule="PL-14")
    why: int8 = field(of=Why, rule="PL-14")
    net: int8 = field(rule="PL-18")
    favored: int32 = field(mask="creatures", rule="PL-115")
    hampered: int32 = field(mask="creatures", rule="PL-115")
    number: int16 = field(rule="PL-31")
    numbers: list[int8] = many(CREATURES, rule="PL-115")
    feint: int8 = field(rule="PL-63")
    cast: int8
    sum: int8 = field(rule="PL-112")


@record
class Blow(Record):
    """A hit whose Wounds are not settled yet."""

    stage: int8 = field(of=Unsettled)
    striker: int8 = field(-1, of="creatures")
    victim: int8 = field(of="creatures")
    damage: int16
    lookup: int16
    location: int8 = field(of=Location)
    type: int8 = field(of=AttackType)
    open: int8 = field(rule="PL-61")
    critical: int8 = field(rule="PL-48")
    natural: int8 = field(rule="PL-50")
    lasting: int8 = field(rule="PL-83")
    gap: int8 = field(rule="PL-95")
    protected: int8 = field(of=Protection, rule="PL-56")
    arms: int8 = field(rule="PL-105")
    special: int8 = field(of=Special)


@record
class Lying(Record):
    """A thing on the ground."""

    gear: int8 = field(-1, of="gear")
    notches: int8 = field(low=0, high=2)
    x: int16 = field(low=0, high=LARGEST_MAP)
    y: int16 = field(low=0, high=LARGEST_MAP)


@record
class World(Record):
    round: int16 = field(low=0, high=LAST_ROUND, rule="PL-1")
    phase: int8 = field(of=Phase, rule="PL-2")
    part: int8 = field(of=Part)
    turn: int8 = field(low=0, high=ENTRIES, rule="PL-13")
    n: int8
    creatures: list[Creature] = many(CREATURES, count="n", content="creature")
    sealed: list[Sealed] = many(CREATURES, secret=True, rule="PL-134")
    queued: int8 = field(low=0, high=ENTRIES, rule="PL-13")
    queue: list[Entry] = many(ENTRIES, rule="PL-13")
    order: list[int8] = many(ENTRIES, low=0, high=ENTRIES - 1, rule="PL-13")
    blow: Blow
    leaving: int32 = field(mask="creatures", rule="PL-24")
    entering: int32 = field(mask="creatures", rule="PL-85")
    rising: int32 = field(mask="creatures", rule="PL-100")
    twice: int8 = flag(rule="PL-24")
    checked: int8 = flag(rule="PL-20")
    ground: list[Lying] = many(LYING)
    faces: list[int8] = many(8, scratch=True)
    wounded_sides: int16 = field(low=0, high=255, rule="PL-20")
    first_wound_checked: int16 = field(low=0, high=255, rule="PL-20")
    half_down_checked: int16 = field(low=0, high=255, rule="PL-20")
    dark_by: int8 = field(-1, of="creatures", rule="PL-116")
    dark_x: int16 = field(low=0, high=LARGEST_MAP, rule="PL-116")
    dark_y: int16 = field(low=0, high=LARGEST_MAP, rule="PL-116")
    width: int16 = field(fixed=True)
    height: int16 = field(fixed=True)
    kinds: int8 = field(fixed=True)
    gear: list[Gear] = many(
        GEAR, count="kinds", content="weapon natural armor focus supply", fixed=True
    )
    spellcount: int8 = field(fixed=True)
    spells: list[Spell] = many(SPELLS, count="spellcount", content="spell", fixed=True)
    fist: int8 = field(of="gear", fixed=True, rule="PL-79")
    launchers: int64 = field(mask="gear", fixed=True, rule="PL-78")
    ranged: int64 = field(mask="gear", fixed=True, rule="PL-84")
    reaching: int64 = field(mask="gear", fixed=True, rule="PL-85")
    rulings: Rulings = field(fixed=True)
