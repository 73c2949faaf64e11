"""What a spell must roll against each of its targets, and what of its one die counts there."""

from affray.rules.among import those
from affray.rules.ask import Ask, dice, note, roll, rule
from affray.rules.masks import contains, smallest
from affray.rules.pools import D4

from .abilities import attack_target
from .advantage import is_attack, net_against, tell_plights
from .attack import NATURAL_1, NATURAL_20
from .defense import after_feint, ranged_defense, shields
from .events import Event
from .kinds import Ability, Roll, SpellKind, Tires
from .queue import kept, tell_net
from .rulings import EngulfDefense, NonattackSpells, SpellRanges
from .space import distance
from .state import TIRING_UP_TO, World
from .telling import tell_attack_number, tell_guard

SHORT_SPELL = 30
MEDIUM_SPELL = 60
ENGULFED = 10
SPENT_UP_TO = 3


@rule("PL-44", "PL-45", "PL-115", "PL-116")
def spell_number(w: World, e: int, j: int) -> int:
    """Magic plus Defense as against arrows; fire all around counts as Defense 10."""
    entry = w.queue[e]
    magic = attack_target(w, entry.who, Ability.INTELLIGENCE)
    s = w.creatures[entry.who].declared_spell
    if w.spells[s].does == SpellKind.ENGULF:
        flat = w.rulings.engulf_defense == EngulfDefense.FLAT_TEN
        return (0 if flat else magic) + ENGULFED + shields(w, j)
    return magic + after_feint(w, j, ranged_defense(w, j), distance_modifier(w, entry.who, j))


@rule("PL-45", "PL-115")
def distance_modifier(w: World, i: int, j: int) -> int:
    """What the distance adds to Defense against a spell (PL-R87)."""
    if w.rulings.spell_ranges == SpellRanges.NO_BAND_MODIFIER:
        return 0
    feet = distance(w, i, j)
    if feet <= SHORT_SPELL:
        return -1
    return 0 if feet <= MEDIUM_SPELL else 1


@rule("PL-16", "PL-18", "PL-19", "PL-115", "PL-137")
def judge_targets(w: World, e: int) -> None:
    """What the one die must reach against each target, and where it has advantage or not."""
    entry = w.queue[e]
    entry.favored = those(j for j in range(w.n) if attacks(w, e, j) and net_against(w, e, j) > 0)
    entry.hampered = those(j for j in range(w.n) if attacks(w, e, j) and net_against(w, e, j) < 0)
    for j in range(w.n):
        entry.numbers[j] = spell_number(w, e, j) if attacks(w, e, j) else 0


@rule("PL-115")
def attacks(w: World, e: int, j: int) -> bool:
    """Whether the spell strikes at this one."""
    return is_attack(w, e) and contains(w.queue[e].others, j)


@rule("PL-18", "PL-115")
def value_against(w: World, e: int, j: int) -> int:
    """The die that counts against this target."""
    entry = w.queue[e]
    if contains(entry.favored, j):
        return kept(w, e, 1)
    return kept(w, e, -1 if contains(entry.hampered, j) else 0)


@rule("PL-115")
def hits_target(w: World, e: int, j: int) -> bool:
    value = value_against(w, e, j)
    if value == NATURAL_1:
        return False
    return value == NATURAL_20 or value >= w.queue[e].numbers[j]


@rule("PL-138")
def falls_short(w: World, e: int) -> bool:
    """Whether a spell that attacks nobody misses the Magic target, where it must reach that."""
    if is_attack(w, e) or w.rulings.nonattack_spells == NonattackSpells.ORDER_ONLY:
        return False
    return kept(w, e, w.queue[e].net) < attack_target(w, w.queue[e].who, Ability.INTELLIGENCE)


@rule("PL-138")
def tell_short(ask: Ask, w: World, e: int) -> None:
    """What such a spell needed."""
    entry = w.queue[e]
    number = attack_target(w, entry.who, Ability.INTELLIGENCE)
    tell_attack_number(ask, w, entry.who, Ability.INTELLIGENCE, number, 0)
    note(ask, Event.MISS, entry.who, kept(w, e, entry.net), number)


@rule("PL-18", "PL-115")
def tell_against(ask: Ask, w: World, e: int, j: int) -> None:
    """Which of two dice counts against one target among several."""
    net = 1 if contains(w.queue[e].favored, j) else 0
    if contains(w.queue[e].hampered, j):
        net = -1
    if w.queue[e].d2 != 0:
        tell_plights(ask, w, e, j)
        tell_net(ask, w, e, net)


@rule("PL-31", "PL-115", "PL-116")
def tell_spell_number(ask: Ask, w: World, e: int, j: int) -> None:
    """What the spell needs against this target; a flat number has no parts (PL-R91)."""
    entry = w.queue[e]
    engulfs = w.spells[w.creatures[entry.who].declared_spell].does == SpellKind.ENGULF
    far = 0 if engulfs else distance_modifier(w, entry.who, j)
    note(ask, Event.SPELL_AT, entry.who, j, w.creatures[entry.who].declared_spell)
    is_told = j == entry.target == smallest(entry.others)
    if not is_told or (entry.late and entry.net == 0):
        tell_against(ask, w, e, j)
    if not engulfs:
        tell_guard(ask, w, entry.who, j, w.creatures[j].feinted)
        tell_attack_number(ask, w, entry.who, Ability.INTELLIGENCE, entry.numbers[j], far)
    else:
        tell_engulfing(ask, w, e, j)


@rule("PL-115", "PL-116")
def tell_engulfing(ask: Ask, w: World, e: int, j: int) -> None:
    """The fire all around, and a shield against it; a flat number has no other part (PL-R91)."""
    i = w.queue[e].who
    if w.rulings.engulf_defense != EngulfDefense.FLAT_TEN:
        magic = attack_target(w, i, Ability.INTELLIGENCE)
        note(ask, Event.NEEDS_TO_ENGULF, i, magic, ENGULFED)
    if shields(w, j):
        note(ask, Event.SHIELD_UP, j, shields(w, j), w.queue[e].numbers[j])


@rule("PL-112", "PL-113", "PL-133")
def roll_magic(ask: Ask, w: World, e: int) -> None:
    """Dice of 3 or less are spent; a cantrip of 2 or less tires."""
    entry = w.queue[e]
    c = w.creatures[entry.who]
    if entry.dice == 0:
        entry.sum = roll(ask, Roll.CANTRIP, entry.who, D4)
        if entry.sum <= TIRING_UP_TO:
            c.exhaustion += 1
            note(ask, Event.EXHAUSTED, entry.who, c.exhaustion, Tires.CANTRIP)
        return
    dice(ask, Roll.MAGIC, entry.who, entry.dice, 6, w.faces)
    total = 0
    spent = 0
    for face in range(6):
        n = w.faces[face]
        total += n * (face + 1)
        if face + 1 <= SPENT_UP_TO:
            spent += n
        w.faces[face] = 0
    entry.sum = total
    if spent > 0:
        c.magic_left -= spent
        note(ask, Event.MAGIC_SPENT, entry.who, spent, c.magic_left)
