"""What a scene of Dungeoneers Spotlight is made of."""

from affray.rules.ask import NOBODY
from affray.rules.grid import LARGEST_MAP
from affray.rules.world import Pool, Record, field, flag, int8, int16, int32, many, record

from .kinds import (
    Act,
    Ammunition,
    Category,
    Damage,
    Defense,
    Degree,
    Effort,
    ItemKind,
    Level,
    NextStep,
    Phase,
    Rank,
    Roll,
    Size,
    Skill,
    Slot,
    Speed,
    SpellRange,
    Task,
    Way,
)
from .rulings import Rulings

CREATURES = 16
ITEMS = 40
SPELLS = 12
EQUIPPED = 8
HELD = 2
CARRIED = 8
CANTRIPS = 4
LYING = 64
RUNES = 4
BLOCKS = 4
HEIGHTS = 61
SKILLS = len(Skill)
DAMAGES = len(Damage)
SPEEDS = len(Speed)
CATEGORIES = len(Category)
AMMUNITIONS = len(Ammunition)
GREATEST_SCORE = 20
TRAIT_LEVELS = 3
MOST_HANDS = 2
ACTION_POINTS = 6
TILES_PER_WOUND = 5
"""Of a fall: so many more for one wound more."""
MANY = 20
HARDEST = 60
FAR = LARGEST_MAP
ENDLESS = 9999
"""As good as no limit at all."""
LAST_ROUND = 80
WHOLE_ROW = (1 << LARGEST_MAP) - 1


@record
class Item(Record):
    """A weapon, an armor, a tome or a potion: every property there is, each as a number."""

    kind: int8 = field(of=ItemKind)
    slot: int8 = field(Slot.WIELD, of=Slot, rule="DS-116")
    hands: int8 = field(low=0, high=MOST_HANDS, rule="DS-121")
    natural: int8 = flag(rule="DS-118")
    wounds: int8 = field(low=0, high=MANY, rule="DS-68")
    damage: int8 = field(Damage.BLUDGEONING, of=Damage, rule="DS-48")
    category: int8 = field(-1, of=Category, rule="DS-118")
    rank: int8 = field(of=Rank, rule="DS-118")
    toss: int8 = flag(rule="DS-120")
    reach: int8 = flag(rule="DS-122")
    range: int8 = field(low=0, high=FAR, rule="DS-123")
    ammunition: int8 = field(-1, of=Ammunition, rule="DS-124")
    pierce: Pool
    pd: int8 = field(low=0, high=HARDEST, rule="DS-100")
    ed: int8 = field(low=0, high=HARDEST, rule="DS-100")
    spellbane: int8 = field(low=0, high=MANY, rule="DS-126")
    body: int8 = field(low=0, high=GREATEST_SCORE, rule="DS-125")
    spell: int8 = field(-1, of="spells", rule="DS-73")
    relieve_stress: int8 = field(low=0, high=MANY, rule="DS-107")
    restore_wounds: int8 = field(low=0, high=MANY, rule="DS-107")


@record
class Spell(Record):
    arca: int8 = field(1, low=0, high=MANY, rule="DS-75")
    cost: int8 = field(3, low=0, high=ACTION_POINTS, rule="DS-71")
    range: int8 = field(of=SpellRange, rule="DS-78")
    tiles: int8 = field(low=0, high=FAR, rule="DS-78")
    attack: int8 = flag(rule="DS-82")
    skill: int8 = field(Skill.DODGING, of=Skill, rule="DS-83")
    wounds: int8 = field(low=0, high=MANY, rule="DS-85")
    damage: int8 = field(-1, of=Damage, rule="DS-48")
    prone: int8 = flag(rule="DS-113")
    defensive: int8 = flag(rule="DS-112")
    rounds: int8 = field(low=0, high=MANY, rule="DS-146")
    forced: int8 = field(low=0, high=FAR, rule="DS-47")
    relieve_stress: int8 = field(low=0, high=MANY, rule="DS-107")
    restore_wounds: int8 = field(low=0, high=MANY, rule="DS-107")
    swaps: int8 = flag(rule="DS-116")
    at_tile: int8 = flag(rule="DS-79")
    lies_in_wait: int8 = flag(rule="DS-84")
    obstacle: int8 = flag(rule="DS-145")
    per: int8 = field(low=0, high=MANY, rule="DS-147")
    adds_wounds: int8 = field(low=0, high=MANY, rule="DS-147")
    adds_rounds: int8 = field(low=0, high=MANY, rule="DS-147")
    adds_tiles: int8 = field(low=0, high=FAR, rule="DS-147")
    adds_relief: int8 = field(low=0, high=MANY, rule="DS-147")


@record
class Creature(Record):
    side: int8 = field(low=0, high=NOBODY - 1)
    player: int8 = field(-1, of="creatures", rule="DS-10")
    body: int8 = field(2, low=0, high=GREATEST_SCORE, rule="DS-102")
    spirit: int8 = field(2, low=0, high=GREATEST_SCORE, rule="DS-74")
    mind: int8 = field(2, low=0, high=GREATEST_SCORE, rule="DS-82")
    finesse: int8 = field(2, low=0, high=GREATEST_SCORE, rule="DS-66")
    size: int8 = field(Size.MEDIUM, of=Size, rule="DS-37")
    skills: list[int8] = many(SKILLS, by=Skill, of=Level, rule="DS-27")
    ranks: list[int8] = many(CATEGORIES, by=Category, of=Rank, rule="DS-118")
    speeds: list[int8] = many(SPEEDS, by=Speed, low=0, high=FAR, rule="DS-43")
    vulnerability: list[int8] = many(DAMAGES, by=Damage, low=0, high=TRAIT_LEVELS, rule="DS-129")
    resistance: list[int8] = many(DAMAGES, by=Damage, low=0, high=TRAIT_LEVELS, rule="DS-130")
    hyperarcanum: int8 = flag(rule="DS-131")
    natural_pd: int8 = field(low=0, high=HARDEST, rule="DS-100")
    natural_ed: int8 = field(low=0, high=HARDEST, rule="DS-100")
    armor_value: int8 = field(low=0, high=HARDEST, rule="DS-65")
    critical_threshold: int8 = field(5, low=1, high=HARDEST, rule="DS-31")
    hands: int8 = field(2, low=0, high=MANY, rule="DS-54")
    equipped: list[int8] = many(EQUIPPED, of="items", default=-1, lasting=True, rule="DS-116")
    held: list[int8] = many(HELD, of="items", default=-1, lasting=True, rule="DS-116")
    carried: list[int8] = many(CARRIED, of="items", default=-1, lasting=True, rule="DS-116")
    cantrips: list[int8] = many(CANTRIPS, of="spells", default=-1, rule="DS-72")
    ammunition: list[int16] = many(
        AMMUNITIONS, by=Ammunition, lasting=True, low=0, high=ENDLESS, rule="DS-124"
    )
    wounds: int16 = field(headline=True, lasting=True, low=0, high=ENDLESS, rule="DS-96")
    stress: int16 = field(headline=True, lasting=True, low=0, high=ENDLESS, rule="DS-101")
    arca: int16 = field(-1, headline=True, lasting=True, low=0, high=ENDLESS, rule="DS-74")
    dead: int8 = flag(lasting=True, rule="DS-97")
    action_points: int8 = field(6, low=0, high=ACTION_POINTS, rule="DS-19")
    tokens: int16 = field(-1, lasting=True, low=0, high=ENDLESS, rule="DS-6")
    heroism: int16 = field(lasting=True, low=0, high=ENDLESS, rule="DS-17")
    prone: int8 = flag(rule="DS-113")
    defensive_until: int16 = field(low=0, high=LAST_ROUND + HARDEST, rule="DS-112")
    grapples: int32 = field(mask="creatures", rule="DS-111")
    airborne: int8 = flag(rule="DS-45")
    hanging: int8 = flag(rule="DS-141")
    falling: int8 = field(low=0, high=2, rule="DS-91")
    fallen: int16 = field(low=0, high=ENDLESS, rule="DS-92")
    edge: int8 = field(low=0, high=HEIGHTS, rule="DS-88")
    brink_x: int8 = field(low=0, high=LARGEST_MAP - 1, rule="DS-141")
    brink_y: int8 = field(low=0, high=LARGEST_MAP - 1, rule="DS-141")
    reacted: int8 = flag(rule="DS-87")
    moves: int8 = field(low=0, high=HARDEST, rule="DS-13")
    vote: int8 = field(-1, of="creatures", rule="DS-5")
    x: int8 = field(low=0, high=LARGEST_MAP - 1, rule="DS-36")
    y: int8 = field(low=0, high=LARGEST_MAP - 1, rule="DS-36")
    z: int8 = field(low=-HEIGHTS, high=HEIGHTS, rule="DS-36")


@record
class Move(Record):
    """The move being made, from its declaration to its end."""

    who: int8 = field(-1, of="creatures")
    act: int8 = field(of=Act)
    target: int8 = field(-1, of="creatures")
    item: int8 = field(-1, of="items")
    spell: int8 = field(-1, of="spells")
    task: int8 = field(of=Task)
    x: int8
    y: int8
    paid: int8 = field(rule="DS-6")
    boon: int8 = field(rule="DS-15")
    bane: int8 = field(rule="DS-16")
    guard: int8 = field(rule="DS-16")
    asked: int32 = field(mask="creatures", rule="DS-15")
    assisted: int8 = flag(rule="DS-15")
    follower: int8 = field(-1, of="creatures", rule="DS-15")
    intruder: int8 = field(-1, of="creatures", rule="DS-16")
    elected: int8 = field(rule="DS-69")
    extra: int8 = field(rule="DS-76")
    ambient: int8 = field(rule="DS-77")
    shove: int8 = field(-1)
    criticals: int16 = field(rule="DS-109")
    way: int8 = field(of=Way, rule="DS-44")
    traveller: int8 = field(-1, of="creatures", rule="DS-44")
    travels: int8 = field(rule="DS-52")
    travelled: int8 = field(rule="DS-53")
    may_stop: int8 = field(rule="DS-52")
    flew: int8 = field(rule="DS-45")


@record
class Throw(Record):
    """A roll being made: the acting side first, then the one who answers it."""

    what: int8 = field(of=Roll)
    who: int8 = field(-1, of="creatures")
    vs: int8 = field(-1, of="creatures", rule="DS-66")
    target: int16 = field(rule="DS-89")
    rune: int8 = field(-1)
    total: int16
    answer: int16
    bane: int8 = field(rule="DS-28")
    effort: int8 = field(of=Effort, rule="DS-34")
    defense: int8 = field(-1, of=Defense, rule="DS-55")
    degree: int8 = field(of=Degree, rule="DS-30")
    criticals: int16 = field(rule="DS-31")


@record
class Forcing(Record):
    """Forced movement under way."""

    who: int8 = field(-1, of="creatures", rule="DS-47")
    way: int8 = field(rule="DS-142")
    left: int8 = field(rule="DS-142")
    total: int8 = field(rule="DS-89")


@record
class Lying(Record):
    item: int8 = field(-1, of="items")
    x: int8
    y: int8
    z: int8


@record
class Rune(Record):
    """A spell that waits for its attack in a tile."""

    spell: int8 = field(-1, of="spells", rule="DS-84")
    caster: int8 = field(-1, of="creatures")
    extra: int8
    x: int8
    y: int8
    until: int16 = field(rule="DS-146")


@record
class Block(Record):
    """An obstacle of arcana."""

    until: int16 = field(rule="DS-146")
    x: int8
    y: int8


@record
class Storey(Record):
    """All tiles whose floor lies at one height."""

    z: int8 = field(rule="DS-36")
    rows: list[int32] = many(LARGEST_MAP)


@record
class World(Record):
    round: int16 = field(1, low=1, high=LAST_ROUND + 1, rule="DS-14")
    phase: int8 = field(of=Phase, rule="DS-4")
    stage: int8 = field(of=NextStep)
    resume: int8 = field(of=NextStep)
    n: int8
    creatures: list[Creature] = many(CREATURES, count="n", content="creature")
    villainy: int16 = field(lasting=True, low=0, high=ENDLESS, rule="DS-18")
    ambient: int16 = field(low=0, high=ENDLESS, rule="DS-77")
    spotlight: int8 = field(-1, of="creatures", rule="DS-5")
    refused: int32 = field(mask="creatures", rule="DS-7")
    player_moved: int8 = flag(rule="DS-14")
    gm_moved: int8 = flag(rule="DS-14")
    gm_left: int8 = field(low=0, high=HARDEST, rule="DS-3")
    failed: int8 = flag(rule="DS-3")
    acted: int8 = flag(rule="DS-20")
    agreed: int32 = field(mask="creatures", rule="DS-20")
    closed: int8 = flag(rule="DS-20")
    move: Move
    throw: Throw
    forcing: Forcing
    faller: int8 = field(-1, of="creatures", rule="DS-92")
    ground: list[Lying] = many(LYING)
    runes: list[Rune] = many(RUNES)
    blocks: list[Block] = many(BLOCKS)
    doors: list[int32] = many(LARGEST_MAP, low=0, high=WHOLE_ROW, rule="DS-51")
    ends: list[int32] = many(LARGEST_MAP, low=0, high=WHOLE_ROW, rule="DS-44")
    reached: list[int32] = many(LARGEST_MAP, scratch=True)
    going: list[int32] = many(LARGEST_MAP, scratch=True)
    open: list[int32] = many(LARGEST_MAP, scratch=True)
    room: list[int32] = many(LARGEST_MAP, scratch=True)
    width: int8 = field(fixed=True)
    height: int8 = field(fixed=True)
    lowest: int8 = field(fixed=True)
    walls: list[int32] = many(LARGEST_MAP, fixed=True)
    floors: list[int8] = many(LARGEST_MAP * LARGEST_MAP, fixed=True)
    storeycount: int8 = field(fixed=True)
    storeys: list[Storey] = many(HEIGHTS, count="storeycount", fixed=True)
    itemcount: int8 = field(fixed=True)
    items: list[Item] = many(
        ITEMS, count="itemcount", content="weapon armor tome potion", fixed=True
    )
    spellcount: int8 = field(fixed=True)
    spells: list[Spell] = many(SPELLS, count="spellcount", content="spell", fixed=True)
    fists: int8 = field(of="items", fixed=True, rule="DS-119")
    rulings: Rulings = field(fixed=True)
