"""What a fight of Dungeoneers Tactics is made of."""

from affray.rules.ask import NOBODY
from affray.rules.grid import LARGEST_MAP, Direction
from affray.rules.pools import D4
from affray.rules.world import Pool, Record, field, flag, int8, int16, int32, many, record

from .kinds import (
    Act,
    Category,
    Damage,
    Delivery,
    Effect,
    GearKind,
    Moment,
    Orientation,
    Phase,
    Rank,
    Reaches,
    School,
    Score,
    Size,
    Slot,
)
from .rulings import Rulings

CREATURES = 16
GEAR = 48
SPELLS = 16
EQUIPPED = 8
CARRIED = 6
CANTRIPS = 4
LYING = 64

SCORE = 60
"""More than any score; what is rolled for one has at most so many dice."""
MANY = 20
FAR = LARGEST_MAP
MOST_POINTS = 100
ENDLESS = 9999
"""As good as no limit at all."""
LAST_ROUND = 100
OVERLOADED_PAST = 3
"""Stress of so many times the endurance."""


@record
class Gear(Record):
    """A weapon, a piece of armor, a focus, a tome or a potion."""

    kind: int8 = field(of=GearKind)
    slot: int8 = field(of=Slot, rule="DT-145")
    two_handed: int8 = flag(rule="DT-131")
    natural: int8 = flag(rule="DT-139")
    hit: Pool = field(D4, rule="DT-75")
    pierce: Pool = field(D4, rule="DT-77")
    wounds: int8 = field(1, low=0, high=MANY, rule="DT-70")
    damage: int8 = field(of=Damage, rule="DT-124")
    category: int8 = field(of=Category)
    rank: int8 = field(of=Rank, rule="DT-139")
    toss: int8 = flag(rule="DT-133")
    range: int8 = field(low=0, high=FAR, rule="DT-135")
    threat_plus: int8 = field(low=0, high=FAR, rule="DT-132")
    on_hit: int8 = field(mask=Effect, rule="DT-64")
    on_miss: int8 = field(mask=Effect, rule="DT-65")
    on_pierce: int8 = field(mask=Effect, rule="DT-68")
    on_deflect: int8 = field(mask=Effect, rule="DT-69")
    self_hit: int8 = field(mask=Effect, rule="DT-64")
    self_miss: int8 = field(mask=Effect, rule="DT-65")
    self_pierce: int8 = field(mask=Effect, rule="DT-68")
    self_deflect: int8 = field(mask=Effect, rule="DT-69")
    av: int8 = field(low=0, high=SCORE, rule="DT-140")
    sr: int8 = field(low=0, high=SCORE, rule="DT-140")
    spellbane: int8 = field(low=0, high=MANY, rule="DT-137")
    spellboon: int8 = field(low=0, high=MANY, rule="DT-137")
    min_power: int8 = field(low=0, high=SCORE, rule="DT-136")
    school: int8 = field(of=School)
    extra_magica: int8 = field(low=0, high=MANY, rule="DT-138")
    spell: int8 = field(-1, of="spells", rule="DT-141")
    restore_wounds: int8 = field(low=0, high=MANY, rule="DT-6")
    relieve_stress: int8 = field(low=0, high=MANY, rule="DT-20")


@record
class Spell(Record):
    school: int8 = field(of=School)
    delivery: int8 = field(of=Delivery, rule="DT-88")
    reaches: int8 = field(of=Reaches)
    cost: int8 = field(1, low=0, high=MANY, rule="DT-85")
    ap: int8 = field(1, low=1, high=MANY, rule="DT-32")
    range: int8 = field(-1, low=-1, high=FAR, rule="DT-82")
    save: int8 = field(Score.RESISTANCE, of=Score, rule="DT-92")
    pierce: Pool = field(D4, rule="DT-97")
    wounds: int8 = field(low=0, high=MANY, rule="DT-100")
    damage: int8 = field(of=Damage, rule="DT-124")
    causes: int8 = field(mask=Effect, rule="DT-99")
    gain_stress: int8 = field(low=0, high=MANY, rule="DT-14")
    relieve_stress: int8 = field(low=0, high=MANY, rule="DT-20")
    restore_wounds: int8 = field(low=0, high=MANY, rule="DT-6")
    armor: int8 = field(low=0, high=SCORE, rule="DT-79")


@record
class Creature(Record):
    side: int8 = field(low=0, high=NOBODY - 1)
    size: int8 = field(Size.MEDIUM, of=Size, rule="DT-1")
    orientation: int8 = field(of=Orientation)
    prowess: int16 = field(1, low=0, high=SCORE, rule="DT-114")
    power: int16 = field(1, low=0, high=SCORE, rule="DT-114")
    endurance: int16 = field(1, low=0, high=SCORE, rule="DT-9")
    resistance: int16 = field(1, low=0, high=SCORE, rule="DT-114")
    spell: int16 = field(1, low=0, high=SCORE, rule="DT-114")
    mind: int16 = field(1, low=0, high=SCORE, rule="DT-83")
    initiative: int16 = field(-1, low=-1, high=MOST_POINTS, rule="DT-26")
    pace: int16 = field(scratch=True, rule="DT-26")
    natural_av: int16 = field(low=0, high=MOST_POINTS, rule="DT-79")
    natural_sr: int16 = field(low=0, high=MOST_POINTS, rule="DT-95")
    dodge: Pool = field(D4, rule="DT-76")
    spell_pierce: Pool = field(D4, rule="DT-97")
    on_hit: int8 = field(mask=Effect, rule="DT-64")
    on_miss: int8 = field(mask=Effect, rule="DT-65")
    on_pierce: int8 = field(mask=Effect, rule="DT-68")
    on_deflect: int8 = field(mask=Effect, rule="DT-69")
    base_movement: int8 = field(1, low=-MANY, high=MANY, rule="DT-102")
    base_actions: int8 = field(-1, low=-1, high=MANY, rule="DT-30")
    base_reactions: int8 = field(-1, low=-1, high=MANY, rule="DT-143")
    lacks: int32 = field(mask=Act, rule="DT-35")
    hit_bonus: int8 = field(low=-MANY, high=MANY, rule="DT-63")
    dodge_bonus: int8 = field(low=-MANY, high=MANY, rule="DT-63")
    wound_bonus: int8 = field(low=-MANY, high=MANY, rule="DT-72")
    wounds_less: int8 = field(low=0, high=MANY, rule="DT-72")
    stress_less: int8 = field(low=0, high=MANY, rule="DT-17")
    ranks: list[int8] = many(5, by=Category, of=Rank)
    vulnerability: list[int8] = many(9, by=Damage, low=0, high=3, rule="DT-126")
    hardiness: list[int8] = many(9, by=Damage, low=0, high=3, rule="DT-127")
    equipped: list[int8] = many(EQUIPPED, of="gear", default=-1, lasting=True, rule="DT-130")
    carried: list[int8] = many(CARRIED, of="gear", default=-1, lasting=True, rule="DT-130")
    cantrips: list[int8] = many(CANTRIPS, of="spells", default=-1, rule="DT-81")
    x: int8 = field(low=0, high=LARGEST_MAP - 1, rule="DT-105")
    y: int8 = field(low=0, high=LARGEST_MAP - 1, rule="DT-105")
    facing: int8 = field(of=Direction, rule="DT-109")
    wounds: int16 = field(low=0, high=5, headline=True, lasting=True, rule="DT-1")
    stress: int16 = field(low=0, high=ENDLESS, headline=True, lasting=True, rule="DT-8")
    magica: int16 = field(-1, low=-1, high=ENDLESS, headline=True, lasting=True, rule="DT-83")
    dead: int8 = flag(lasting=True, rule="DT-2")
    ap: int8 = field(low=0, high=MOST_POINTS, rule="DT-32")
    mp: int8 = field(low=-MOST_POINTS, high=MOST_POINTS, rule="DT-33")
    rp: int8 = field(low=0, high=MANY, rule="DT-34")
    defensive: int8 = field(low=0, high=MANY, rule="DT-43")
    sprinting: int8 = flag(rule="DT-45")
    prone: int8 = flag(rule="DT-121")
    hobbled: int8 = field(low=0, high=2, rule="DT-103")
    mage_armor: int8 = field(low=0, high=MOST_POINTS, rule="DT-79")
    armored_by: int32 = field(mask="spells", rule="DT-79")
    threatened_by: int32 = field(mask="creatures", rule="DT-117")
    grapples: int8 = field(-1, of="creatures", rule="DT-52")
    grappled_by: int32 = field(mask="creatures", rule="DT-51")
    passing: int8 = flag(rule="DT-120")
    readied: int8 = field(-1, of=Act, rule="DT-146")
    ready_for: int8 = field(-1, of="creatures", rule="DT-146")
    ready_moment: int8 = field(of=Moment, rule="DT-146")


@record
class Lying(Record):
    """A thing on the ground, and whose it is."""

    gear: int8 = field(-1, of="gear", rule="DT-163")
    owner: int8 = field(-1, of="creatures")
    x: int8 = field(low=0, high=LARGEST_MAP - 1, rule="DT-105")
    y: int8 = field(low=0, high=LARGEST_MAP - 1, rule="DT-105")


@record
class World(Record):
    round: int16 = field(low=0, high=LAST_ROUND, rule="DT-24")
    phase: int8 = field(of=Phase)
    turn: int8 = field(low=0, high=CREATURES - 1, rule="DT-29")
    n: int8
    tied: int32 = field(low=0, high=(1 << CREATURES) - 1, rule="DT-27")
    ambient: int8 = field(low=0, high=MOST_POINTS, rule="DT-87")
    heading: int8 = field(-1, of=Direction)
    reacting: int8 = field(-1, of="creatures", rule="DT-146")
    order: list[int8] = many(CREATURES, low=0, high=CREATURES - 1, rule="DT-26")
    creatures: list[Creature] = many(CREATURES, count="n", content="creature")
    ground: list[Lying] = many(LYING)
    kinds: int8 = field(fixed=True)
    gear: list[Gear] = many(
        GEAR, count="kinds", content="weapon armor focus tome potion", fixed=True
    )
    spellcount: int8 = field(fixed=True)
    spells: list[Spell] = many(SPELLS, count="spellcount", content="spell", fixed=True)
    fist: int8 = field(of="gear", fixed=True, rule="DT-139")
    ambient_full: int8 = field(fixed=True, rule="DT-87")
    width: int8 = field(fixed=True)
    height: int8 = field(fixed=True)
    walls: list[int32] = many(LARGEST_MAP, fixed=True)
    rulings: Rulings = field(fixed=True)
