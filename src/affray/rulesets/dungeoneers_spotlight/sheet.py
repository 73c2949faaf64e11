"""What a creature's sheet and gear add up to."""

from affray.rules.among import most, those
from affray.rules.ask import rule
from affray.rules.masks import contains, how_many

from .kinds import Attribute, Damage, ItemKind, Skill, Slot
from .rulings import (
    ArcaAttribute,
    ArmorValue,
    AttackTargets,
    DexterityAttribute,
    GrappleHand,
    GrapplingSkill,
    PierceStep,
    RankPenalty,
)
from .state import EQUIPPED, HELD, World

MOST_WOUNDS = (0, 1, 2, 3, 4, 5, 6)
REACH = (1, 1, 1, 1, 2, 2, 3)
RINGS = 2
ARCA_PER_POINT = 2


@rule("DS-97", "DS-98")
def alive(w: World, i: int) -> bool:
    return w.creatures[i].dead == 0


@rule("DS-13")
def is_player(w: World, i: int) -> bool:
    """The first side is the players', every other the game master's."""
    return w.creatures[i].side == 0


@rule("DS-41")
def hostile(w: World, i: int, j: int) -> bool:
    return w.creatures[i].side != w.creatures[j].side


@rule("DS-60", "DS-79")
def attackable(w: World, i: int, j: int) -> bool:
    """A foe; any other creature too where the table allows it (DS-R95)."""
    if w.rulings.attack_targets == AttackTargets.ANY:
        return i != j
    return hostile(w, i, j)


@rule("DS-37", "DS-96")
def max_wounds(w: World, i: int) -> int:
    return MOST_WOUNDS[w.creatures[i].size]


@rule("DS-102")
def stress_capacity(w: World, i: int) -> int:
    return w.creatures[i].body


@rule("DS-102", "DS-106")
def past_capacity(w: World, i: int) -> bool:
    return w.creatures[i].stress > stress_capacity(w, i)


@rule("DS-74", "DS-131")
def arca_capacity(w: World, i: int) -> int:
    """Twice the spirit (DS-R29), and one more by nature."""
    c = w.creatures[i]
    score = c.spirit
    if w.rulings.arca_attribute == ArcaAttribute.MIND:
        score = c.mind
    return ARCA_PER_POINT * score + (1 if c.hyperarcanum else 0)


@rule("DS-66", "DS-82")
def attribute(w: World, i: int, which: int) -> int:
    c = w.creatures[i]
    if which == Attribute.BODY:
        return c.body
    if which == Attribute.SPIRIT:
        return c.spirit
    if which == Attribute.MIND:
        return c.mind
    return c.finesse


@rule("DS-89", "DS-93")
def dexterity(w: World, i: int) -> int:
    """The score the text calls so (DS-R28)."""
    if w.rulings.dexterity_attribute == DexterityAttribute.BODY:
        return w.creatures[i].body
    return w.creatures[i].finesse


@rule("DS-55", "DS-58")
def grappling_skill(w: World) -> int:
    """A skill of its own, unless the table reads it as striking (DS-R27)."""
    if w.rulings.grappling_skill == GrapplingSkill.STRIKING:
        return Skill.STRIKING
    return Skill.GRAPPLING


@rule("DS-116")
def equipped_mask(w: World, i: int) -> int:
    c = w.creatures[i]
    return those(g for g in c.equipped if g >= 0)


@rule("DS-116")
def held_mask(w: World, i: int) -> int:
    c = w.creatures[i]
    return those(g for g in c.held if g >= 0)


@rule("DS-116")
def carried_mask(w: World, i: int) -> int:
    c = w.creatures[i]
    return those(g for g in c.carried if g >= 0)


@rule("DS-118")
def has_rank(w: World, i: int, item: int) -> bool:
    """What is natural or improvised needs no rank."""
    g = w.items[item]
    if g.category < 0:
        return True
    return w.creatures[i].ranks[g.category] >= max(1, g.rank)


@rule("DS-118", "DS-119")
def profile(w: World, i: int, item: int) -> int:
    """The item whose numbers count: without the rank it is improvised (DS-R37)."""
    if has_rank(w, i, item) or w.rulings.rank_penalty == RankPenalty.BANE_CAP:
        return item
    return w.fists


@rule("DS-118")
def rank_bane(w: World, i: int, item: int) -> bool:
    """Whether a missing rank takes 1 bane and lets through 1 wound at most (DS-R37)."""
    return not has_rank(w, i, item) and w.rulings.rank_penalty != RankPenalty.IMPROVISED


@rule("DS-40")
def reach(w: World, i: int) -> int:
    """By size; no weapon changes it."""
    return REACH[w.creatures[i].size]


@rule("DS-122")
def has_reach_weapon(w: World, i: int) -> bool:
    c = w.creatures[i]
    return any(g >= 0 and w.items[profile(w, i, g)].reach for g in c.equipped)


@rule("DS-41", "DS-122")
def threat_range(w: World, i: int) -> int:
    """The reach, and a tile more with a Reach weapon equipped."""
    return reach(w, i) + (1 if has_reach_weapon(w, i) else 0)


@rule("DS-41", "DS-122")
def in_threat_range(w: World, i: int, far: int) -> bool:
    return far <= reach(w, i) or (far == reach(w, i) + 1 and has_reach_weapon(w, i))


@rule("DS-100")
def worn_pd(w: World, i: int) -> int:
    """Physical defense of all that is equipped or grown."""
    c = w.creatures[i]
    return c.natural_pd + sum(w.items[g].pd for g in c.equipped if g >= 0)


@rule("DS-100")
def physical_defense(w: World, i: int) -> int:
    """A printed armor value counts only where the table says so (DS-R33)."""
    if w.rulings.armor_value == ArmorValue.NATURAL_PD:
        return worn_pd(w, i) + w.creatures[i].armor_value
    return worn_pd(w, i)


@rule("DS-65")
def armor_value(w: World, i: int) -> int:
    """What the older pierce step has to reach (DS-R32)."""
    return worn_pd(w, i) + w.creatures[i].armor_value


@rule("DS-65")
def pierces(w: World) -> bool:
    return w.rulings.pierce_step == PierceStep.LEGACY


@rule("DS-100")
def energy_defense(w: World, i: int) -> int:
    c = w.creatures[i]
    return c.natural_ed + sum(w.items[g].ed for g in c.equipped if g >= 0)


@rule("DS-126")
def spellbane(w: World, i: int) -> int:
    c = w.creatures[i]
    return sum(w.items[g].spellbane for g in c.equipped if g >= 0)


@rule("DS-125")
def heaviest(w: World, i: int) -> int:
    """The piece that asks for the most body, or -1."""
    return most((w.items[g].body, g) for g in w.creatures[i].equipped if g >= 0)


@rule("DS-125")
def body_bane(w: World, i: int) -> int:
    """What the heaviest piece asks for and the body lacks."""
    g = heaviest(w, i)
    return max(0, w.items[g].body - w.creatures[i].body) if g >= 0 else 0


@rule("DS-50")
def is_physical(damage: int) -> bool:
    return damage <= Damage.SLASHING or damage == Damage.PHYSICAL


@rule("DS-49", "DS-50", "DS-129")
def vulnerability(w: World, i: int, damage: int) -> int:
    """Against the type, its category and all damage together."""
    c = w.creatures[i]
    total = c.vulnerability[damage] + c.vulnerability[Damage.ANY]
    if damage < Damage.PHYSICAL:
        above = Damage.PHYSICAL if is_physical(damage) else Damage.ENERGY
        total += c.vulnerability[above]
    return total


@rule("DS-49", "DS-50", "DS-130")
def resistance(w: World, i: int, damage: int) -> int:
    c = w.creatures[i]
    total = c.resistance[damage] + c.resistance[Damage.ANY]
    if damage < Damage.PHYSICAL:
        above = Damage.PHYSICAL if is_physical(damage) else Damage.ENERGY
        total += c.resistance[above]
    return total


@rule("DS-55", "DS-110")
def grapplers(w: World, i: int) -> int:
    """Who holds i."""
    return those(k for k in range(w.n) if contains(w.creatures[k].grapples, i))


@rule("DS-54", "DS-116", "DS-121")
def free_hands(w: World, i: int, let_go: int = 0) -> int:
    """Wield slots with nothing equipped, held or grappled in them (DS-R56)."""
    c = w.creatures[i]
    free = c.hands + let_go
    for k in range(EQUIPPED):
        if c.equipped[k] >= 0:
            free -= w.items[c.equipped[k]].hands
    for k in range(HELD):
        if c.held[k] >= 0:
            free -= 1
    if w.rulings.grapple_hand == GrappleHand.OCCUPIED:
        free -= how_many(c.grapples)
    return max(0, free)


@rule("DS-116")
def has_slot(w: World, i: int, item: int, let_go: int = 0) -> bool:
    """Whether the slots an item asks for are free, once so many hands have let go."""
    g = w.items[item]
    c = w.creatures[i]
    if g.slot == Slot.BAG or g.kind == ItemKind.POTION:
        return False
    if g.slot == Slot.WIELD:
        return g.hands > 0 and free_hands(w, i, let_go) >= g.hands and room_in_gear(w, i)
    taken = sum(1 for held in c.equipped if held >= 0 and w.items[held].slot == g.slot)
    return taken < (RINGS if g.slot == Slot.RING else 1) and room_in_gear(w, i)


@rule("DS-116")
def room_in_gear(w: World, i: int) -> bool:
    return any(g < 0 for g in w.creatures[i].equipped)


@rule("DS-110", "DS-111")
def pace(w: World, i: int, which: int) -> int:
    """Nothing while grappled, half while grappling."""
    c = w.creatures[i]
    tiles = c.speeds[which]
    if tiles == 0 or grapplers(w, i):
        return 0
    return tiles // 2 if c.grapples else tiles


@rule("DS-110", "DS-111", "DS-141")
def speed(w: World, i: int, which: int) -> int:
    """Nothing for who hangs: it can only pull up or climb."""
    return 0 if w.creatures[i].hanging else pace(w, i, which)
