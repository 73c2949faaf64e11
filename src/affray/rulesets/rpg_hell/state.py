"""What a fight of RPG Hell is made of."""

from affray.rules.ask import NOBODY
from affray.rules.grid import LARGEST_MAP
from affray.rules.world import Record, field, flag, int8, int16, int32, many, record

from .kinds import (
    ArtKind,
    Does,
    Effect,
    Hiding,
    Kin,
    Phase,
    Shape,
    Stat,
    Tag,
    Weather,
    Whom,
)
from .kinds import Damage as DamageKind
from .rulings import Rulings

CREATURES = 16
LINES = 56
WEAPONS = 24
ARMORS = 12
ARTS = 20
TRAITS = 24
ITEMS = 8
EFFECTS = len(Effect)
HELD = 3
WORN = 3
KNOWN = 6
QUIRKS = 8
POCKETS = 4
READIED = 3
SHIELDS = 4
LYING = CREATURES * HELD
FACES = 6
STATS = 9
LAST_ROUND = 60
MOST_DICE = 20
MOST_HEALTH = 999
MOST_STACKS = 999
HIGHEST_STAT = 20
UNASKED = -1
"""What a thing asks of a Stat it does not name: no Stat is lower."""
MUCH = 99
FAR = 99
WHOLE_ROW = (1 << LARGEST_MAP) - 1
UNROLLED = -99
UNSAID = -9999
"""What no file can say of Health and Strain: the sheet gives them then."""


@record
class EffectLine(Record):
    """What a blow, an art or a thing does: every effect there is, each as a number."""

    damage: int8 = field(low=-MUCH, high=MUCH, rule="RH-29")
    stacks: list[int8] = many(EFFECTS, by=Effect, low=0, high=MUCH, rule="RH-62")
    printed: list[int8] = many(EFFECTS, of=Effect, default=-1, rule="RH-62")
    self_stacks: list[int8] = many(EFFECTS, by=Effect, low=0, high=MUCH, rule="RH-78")
    knockback: int8 = field(low=0, high=FAR, rule="RH-152")
    self_knockback: int8 = field(low=0, high=FAR, rule="RH-152")
    push: int8 = field(low=0, high=FAR, rule="RH-82")
    pull: int8 = field(low=0, high=FAR, rule="RH-78")
    move_target: int8 = field(low=0, high=FAR, rule="RH-78")
    self_move: int8 = field(low=0, high=FAR, rule="RH-78")
    armor_strip: int8 = field(low=0, high=MUCH, rule="RH-134")
    doubles_on_armor: int8 = flag(rule="RH-134")
    less_on_armor: int8 = field(low=0, high=MUCH, rule="RH-134")
    penetrates: int8 = flag(rule="RH-41")
    range_add: int8 = field(low=-FAR, high=FAR, rule="RH-163")
    range_set: int8 = field(low=0, high=FAR, rule="RH-163")
    shape: int8 = field(of=Shape)
    replaces: int8 = flag(rule="RH-142")
    strain_loss: int8 = field(low=0, high=MUCH, rule="RH-136")
    heal: int8 = field(low=0, high=MUCH, rule="RH-146")
    heal_stat: int8 = field(-1, of=Stat, rule="RH-146")
    heal_times: int8 = field(1, low=0, high=9, rule="RH-146")
    temp_armor_soul: int8 = field(low=0, high=9, rule="RH-133")
    clears: int16 = field(mask=Effect, rule="RH-100")
    grapples: int8 = flag(rule="RH-117")
    webs: int8 = flag(rule="RH-117")
    stays_in_target: int8 = flag(rule="RH-126")
    once_a_turn: int8 = flag(rule="RH-134")


@record
class Weapon(Record):
    damage: int8 = field(1, low=0, high=MUCH, rule="RH-126")
    level_damage: int8 = flag(rule="RH-126")
    ranged: int8 = flag(rule="RH-126")
    range: int8 = field(1, low=0, high=FAR, rule="RH-126")
    throw_range: int8 = field(low=0, high=FAR, rule="RH-126")
    hands: int8 = field(1, low=0, high=2, rule="RH-127")
    one_hand_damage: int8 = field(low=-9, high=9, rule="RH-126")
    needs: list[int8] = many(
        STATS, by=Stat, default=UNASKED, low=-1, high=HIGHEST_STAT, rule="RH-27"
    )
    tags: int8 = field(mask=Tag)
    loading: int8 = field(low=0, high=9, rule="RH-126")
    autoload: int8 = flag(rule="RH-126")
    penetrates: int8 = flag(rule="RH-41")
    damage_if_prone: int8 = field(low=-9, high=9, rule="RH-26")
    on_hit: int8 = field(-1, of="lines", rule="RH-26")
    on_high: int8 = field(-1, of="lines", rule="RH-31")
    on_low: int8 = field(-1, of="lines", rule="RH-31")
    items_high: int8 = field(-1, of="lines", rule="RH-32")
    items_low: int8 = field(-1, of="lines", rule="RH-32")


@record
class Armor(Record):
    by_body: int8 = field(low=0, high=75, rule="RH-128")
    by_mind: int8 = field(low=0, high=75, rule="RH-128")
    by_level: int8 = field(low=0, high=75, rule="RH-128")
    dodge: int8 = field(low=0, high=30, rule="RH-42")
    ward: int8 = field(low=0, high=4, rule="RH-49")
    speed: int8 = field(low=-9, high=9, rule="RH-96")
    hands: int8 = field(low=0, high=2, rule="RH-132")
    needs: list[int8] = many(
        STATS, by=Stat, default=UNASKED, low=-1, high=HIGHEST_STAT, rule="RH-132"
    )


@record
class Art(Record):
    school: int8 = field(of=ArtKind)
    does: int8 = field(of=Does, rule="RH-90")
    dice: int8 = field(1, low=1, high=2, rule="RH-25")
    strain: int8 = field(low=0, high=MUCH, rule="RH-135")
    range: int8 = field(1, low=0, high=FAR, rule="RH-90")
    melee: int8 = flag(rule="RH-142")
    whom: int8 = field(of=Whom)
    elemental: int8 = flag(rule="RH-148")
    burst: int8 = field(low=0, high=FAR, rule="RH-78")
    cone: int8 = field(low=0, high=FAR, rule="RH-78")
    self_stat: int8 = field(Stat.BODY, of=Stat, rule="RH-65")
    target_stat: int8 = field(Stat.BODY, of=Stat, rule="RH-65")
    steps: int8 = field(low=0, high=FAR, rule="RH-90")
    on_hit: int8 = field(-1, of="lines")
    on_high: int8 = field(-1, of="lines")
    on_low: int8 = field(-1, of="lines")
    on_win: int8 = field(-1, of="lines")
    on_lose: int8 = field(-1, of="lines")
    when_spent: int8 = field(-1, of="lines")
    not_on: int8 = field(mask=Kin, rule="RH-146")


@record
class Trait(Record):
    """What a trait changes, each as a number."""

    needs: list[int8] = many(
        STATS, by=Stat, default=UNASKED, low=-1, high=HIGHEST_STAT, rule="RH-148"
    )
    health_by_body: int8 = field(low=-9, high=9, rule="RH-148")
    speed: int8 = field(low=-9, high=9, rule="RH-96")
    speed_to_prey: int8 = field(low=-9, high=9, rule="RH-97")
    initiative: int8 = field(low=-9, high=9, rule="RH-9")
    sum_on_marked: int8 = field(low=-9, high=9, rule="RH-148")
    least_sum_on_marked: int8 = field(low=0, high=12, rule="RH-29")
    contest_on_marked: int8 = field(low=-9, high=9, rule="RH-69")
    damage_on_marked: int8 = field(low=-9, high=9, rule="RH-148")
    spends_mark: int8 = flag(rule="RH-101")
    damage_on_double_six: int8 = field(low=-9, high=9, rule="RH-148")
    single_six: int8 = field(mask=Tag, rule="RH-145")
    move_on_high: int8 = field(low=0, high=MUCH, rule="RH-148")
    lone_blade_damage: int8 = field(low=-9, high=9, rule="RH-148")
    strike: int8 = field(-1, of="lines")
    ignores_up_to: int8 = field(low=0, high=MUCH, rule="RH-61")
    rest_armor_by_level: int8 = field(low=0, high=MUCH, rule="RH-50")
    rest_ward: int8 = field(low=0, high=4, rule="RH-49")
    marks_given: int8 = field(low=0, high=MUCH, rule="RH-148")
    marks_twice_as_far: int8 = flag(rule="RH-148")
    never_silenced: int8 = field(-1, of="arts", rule="RH-109")
    elemental_plus: int8 = field(low=0, high=MUCH, rule="RH-148")
    burn_decay: int8 = field(low=0, high=MUCH, rule="RH-99")
    refund_on_marked: int8 = field(low=0, high=MUCH, rule="RH-137")
    refund_on_moves: int8 = field(low=0, high=MUCH, rule="RH-137")
    refund_on_dodge: int8 = field(low=0, high=MUCH, rule="RH-137")


@record
class Item(Record):
    dice: int8 = field(1, low=1, high=2, rule="RH-93")
    range: int8 = field(1, low=0, high=FAR, rule="RH-93")
    burst: int8 = field(-1, low=-1, high=FAR, rule="RH-93")
    does: int8 = field(-1, of="lines")
    not_on: int8 = field(mask=Kin, rule="RH-146")
    medicine: int8 = field(UNASKED, low=-1, high=HIGHEST_STAT, rule="RH-93")


@record
class Creature(Record):
    side: int8 = field(low=0, high=NOBODY - 1)
    level: int8 = field(1, low=-20, high=20, rule="RH-16")
    stats: list[int8] = many(STATS, by=Stat, low=-1, high=HIGHEST_STAT, rule="RH-160")
    kin: int8 = field(mask=Kin)
    weapons: list[int8] = many(HELD, of="weapons", default=-1, lasting=True, rule="RH-127")
    loaded: list[int8] = many(HELD, low=0, high=9, rule="RH-126")
    armor_items: list[int8] = many(WORN, of="armors", default=-1, rule="RH-35")
    arts: list[int8] = many(KNOWN, of="arts", default=-1, rule="RH-90")
    traits: list[int8] = many(QUIRKS, of="traits", default=-1, rule="RH-148")
    items: list[int8] = many(POCKETS, of="items", default=-1, rule="RH-93")
    left: list[int8] = many(POCKETS, default=1, lasting=True, low=0, high=MUCH, rule="RH-93")
    weapon_bonus: int8 = field(low=-9, high=9, rule="RH-160")
    armor_bonus: int8 = field(low=-9, high=9, rule="RH-160")
    ward_bonus: int8 = field(low=-4, high=4, rule="RH-160")
    speed_bonus: int8 = field(low=-9, high=30, rule="RH-160")
    hovers: int8 = flag(rule="RH-122")
    flies: int8 = flag(rule="RH-122")
    invisible: int8 = flag(rule="RH-120")
    incorporeal: int8 = flag(rule="RH-121")
    asleep: int8 = flag(rule="RH-125")
    max_health: int16 = field(low=0, high=MOST_HEALTH, rule="RH-34")
    health: int16 = field(
        UNSAID, low=-MOST_HEALTH, high=MOST_HEALTH, headline=True, lasting=True, rule="RH-33"
    )
    armor: int16 = field(-1, low=0, high=75, headline=True, lasting=True, rule="RH-40")
    temp_armor: int16 = field(low=0, high=75, headline=True, lasting=True, rule="RH-40")
    shields: list[int8] = many(SHIELDS, low=0, high=75, rule="RH-133")
    shielded_by: list[int8] = many(SHIELDS, of="creatures", default=-1, rule="RH-133")
    dodge: int8 = field(-1, low=0, high=MUCH, headline=True, lasting=True, rule="RH-42")
    ward: int8 = field(-1, low=0, high=4, headline=True, lasting=True, rule="RH-49")
    max_strain: int16 = field(low=0, high=MOST_HEALTH, rule="RH-135")
    strain: int16 = field(
        UNSAID, low=-MOST_HEALTH, high=MOST_HEALTH, headline=True, lasting=True, rule="RH-135"
    )
    door: int8 = field(low=0, high=4, headline=True, lasting=True, rule="RH-51")
    healed: int16 = field(low=0, high=MOST_HEALTH, lasting=True, rule="RH-57")
    awake: int8 = flag(lasting=True, rule="RH-57")
    wakeable: int8 = flag(lasting=True, rule="RH-57")
    dead: int8 = flag(lasting=True, rule="RH-58")
    stacks: list[int16] = many(EFFECTS, by=Effect, low=0, high=MOST_STACKS, rule="RH-98")
    stunned: int8 = flag(rule="RH-105")
    stun_window: int8 = flag(rule="RH-105")
    prone: int8 = flag(rule="RH-116")
    hiding: int8 = field(of=Hiding, rule="RH-115")
    grappled_by: int8 = field(-1, of="creatures", rule="RH-117")
    held_still: int8 = flag(rule="RH-117")
    pool: list[int8] = many(FACES, low=0, high=MOST_DICE, rule="RH-15")
    locked: int8 = field(low=0, high=6, lasting=True, rule="RH-73")
    moves: int8 = field(low=0, high=3, rule="RH-80")
    move_dice: int8 = field(low=0, high=3, rule="RH-80")
    refunded: int8 = field(low=0, high=3, rule="RH-137")
    doored: int8 = flag(rule="RH-53")
    next_lines: list[int8] = many(READIED, of="lines", default=-1, rule="RH-143")
    swung: int8 = field(-1, of="weapons", rule="RH-90")
    clubbed: int32 = field(mask="creatures", rule="RH-134")
    initiative: int16 = field(UNROLLED, low=UNROLLED, high=MOST_HEALTH, rule="RH-9")
    x: int8 = field(low=0, high=LARGEST_MAP - 1, rule="RH-80")
    y: int8 = field(low=0, high=LARGEST_MAP - 1, rule="RH-80")
    world: int8 = flag(rule="RH-14")
    neutral: int8 = flag(rule="RH-14")
    event: int8 = field(-1, of="lines", rule="RH-156")
    event_damage: int8 = field(low=0, high=MUCH, rule="RH-156")
    event_kind: int8 = field(DamageKind.HAZARD, of=DamageKind, rule="RH-41")
    event_radius: int8 = field(low=0, high=FAR, rule="RH-156")
    event_round: int8 = field(low=0, high=LAST_ROUND, rule="RH-156")
    drift_x: int8 = field(low=-LARGEST_MAP, high=LARGEST_MAP, rule="RH-156")
    drift_y: int8 = field(low=-LARGEST_MAP, high=LARGEST_MAP, rule="RH-156")


@record
class Contest(Record):
    """A contest whose defenders have not all rolled yet."""

    who: int8 = field(-1, of="creatures")
    total: int8 = field(rule="RH-65")
    left: int32 = field(mask="creatures", rule="RH-162")
    stat: int8 = field(of=Stat)
    target_stat: int8 = field(of=Stat)
    on_win: int8 = field(-1, of="lines")
    on_lose: int8 = field(-1, of="lines")
    escape: int8 = flag(rule="RH-65")
    elemental: int8 = flag(rule="RH-65")
    rolled: int8 = flag(rule="RH-65")
    faces: int8 = flag(rule="RH-67")
    from_x: int8 = field(low=0, high=LARGEST_MAP - 1, rule="RH-164")
    from_y: int8 = field(low=0, high=LARGEST_MAP - 1, rule="RH-164")
    to_x: int8 = field(low=0, high=LARGEST_MAP - 1, rule="RH-164")
    to_y: int8 = field(low=0, high=LARGEST_MAP - 1, rule="RH-164")
    path: int8 = flag(rule="RH-164")


@record
class Swing(Record):
    """An attack being made: what was given for it, and what it can do."""

    who: int8 = field(-1, of="creatures")
    target: int8 = field(-1, of="creatures", scratch=True)
    weapon: int8 = field(-1, of="weapons", scratch=True)
    raw: int8 = field(scratch=True, rule="RH-29")
    always_high: int8 = field(scratch=True, rule="RH-145")
    double_six: int8 = field(scratch=True)
    base: int8 = field(scratch=True)
    range: int8 = field(scratch=True)
    ranged: int8 = field(scratch=True)
    thrown: int8 = field(scratch=True)
    magical: int8 = field(scratch=True)
    unmet: int8 = field(scratch=True, rule="RH-28")
    elemental: int8 = field(scratch=True)
    spent: int8 = field(scratch=True)
    on_hit: int8 = field(-1, of="lines", scratch=True)
    on_high: int8 = field(-1, of="lines", scratch=True)
    on_low: int8 = field(-1, of="lines", scratch=True)
    when_spent: int8 = field(-1, of="lines", scratch=True)


@record
class Lying(Record):
    weapon: int8 = field(-1, of="weapons")
    x: int8 = field(low=0, high=LARGEST_MAP - 1, rule="RH-126")
    y: int8 = field(low=0, high=LARGEST_MAP - 1, rule="RH-126")


@record
class World(Record):
    round: int16 = field(low=0, high=LAST_ROUND + 1, rule="RH-1")
    phase: int8 = field(of=Phase, rule="RH-3")
    turn: int8 = field(low=0, high=CREATURES - 1, rule="RH-12")
    n: int8
    order: list[int8] = many(CREATURES, low=0, high=CREATURES - 1, rule="RH-12")
    creatures: list[Creature] = many(CREATURES, count="n", content="creature")
    contest: Contest
    swing: Swing
    weather: int8 = field(of=Weather, rule="RH-158")
    sparks: int8 = field(low=0, high=MOST_DICE, rule="RH-103")
    incoming: int16 = field(scratch=True, rule="RH-43")
    incoming_effect: int8 = field(-1, of=Effect, scratch=True, rule="RH-47")
    warded: int8 = flag(rule="RH-47")
    faces: list[int8] = many(FACES, low=0, high=MUCH, rule="RH-15")
    ground: list[Lying] = many(LYING)
    placing: int8 = field(-1, of="creatures", scratch=True, rule="RH-80")
    reached: list[int32] = many(LARGEST_MAP, low=0, high=WHOLE_ROW, rule="RH-96")
    waiting: list[int32] = many(LARGEST_MAP, scratch=True)
    open: list[int32] = many(LARGEST_MAP, scratch=True)
    slow: list[int32] = many(LARGEST_MAP, scratch=True)
    hunting: list[int32] = many(LARGEST_MAP, low=0, high=WHOLE_ROW, rule="RH-97")
    width: int8 = field(fixed=True)
    height: int8 = field(fixed=True)
    walls: list[int32] = many(LARGEST_MAP, fixed=True)
    rough: list[int32] = many(LARGEST_MAP, fixed=True, rule="RH-154")
    linecount: int8 = field(fixed=True)
    lines: list[EffectLine] = many(LINES, count="linecount", content="line", fixed=True)
    weaponcount: int8 = field(fixed=True)
    weapons: list[Weapon] = many(WEAPONS, count="weaponcount", content="weapon", fixed=True)
    armorcount: int8 = field(fixed=True)
    armors: list[Armor] = many(ARMORS, count="armorcount", content="armor", fixed=True)
    artcount: int8 = field(fixed=True)
    arts: list[Art] = many(ARTS, count="artcount", content="art", fixed=True)
    traitcount: int8 = field(fixed=True)
    traits: list[Trait] = many(TRAITS, count="traitcount", content="trait", fixed=True)
    itemcount: int8 = field(fixed=True)
    items: list[Item] = many(ITEMS, count="itemcount", content="item", fixed=True)
    fists: int8 = field(of="weapons", fixed=True)
    shoved: int8 = field(of="lines", fixed=True, rule="RH-82")
    grabbed: int8 = field(of="lines", fixed=True, rule="RH-83")
    rushed: int8 = field(of="lines", fixed=True, rule="RH-144")
    rulings: Rulings = field(fixed=True)
