"""How the computer fights: bold goes for the throat, careful keeps its blood in."""

from affray.ask import Ask, any_of, rule

from .abilities import is_monster, slots
from .body import able, counted_wounds, hostile, present, suffers, wound_limit
from .inventory import has, holding, is_unarmed
from .kinds import (
    Act,
    Answer,
    AttackType,
    Bonus,
    Condition,
    GearKind,
    Hands,
    Location,
    Move,
    Phase,
    Property,
    Push,
    Question,
    Rest,
    SpellKind,
)
from .magic import engulfed, in_spell_range, most_dice
from .reach import (
    adjacent,
    is_launcher,
    melee_targets,
    melee_weapons,
    ranged_targets,
    ranged_weapons,
)
from .space import distance
from .speed import speed_now
from .state import ITEMS, KNOWN, LYING, World

TEMPERAMENTS = ("random", "bold", "careful")
BOLD = 1


@rule()
def largest(mask: int) -> int:
    best = 0
    for k in range(62):
        if (mask >> k) & 1:
            best = k
    return best


@rule()
def smallest(mask: int) -> int:
    for k in range(62):
        if (mask >> k) & 1:
            return k
    return -1


@rule()
def only(mask: int, option: int) -> bool:
    return (mask >> option) & 1 == 1


@rule()
def nearest_enemy(w: World, i: int) -> int:
    """The nearest enemy that can still fight, or any that is there."""
    best = -1
    for j in range(w.n):
        if hostile(w, i, j) and present(w, j):
            far = distance(w, i, j) + (0 if able(w, j) else 500)
            if best < 0 or far < distance(w, i, best) + (0 if able(w, best) else 500):
                best = j
    return best


@rule()
def life_left(w: World, j: int) -> int:
    """How far from death; those already out of it come last."""
    c = w.creatures[j]
    room = wound_limit(w, j) if is_monster(w, j) else slots(w, j) - c.exhaustion
    left = c.hp + 4 * max(0, room - counted_wounds(w, j))
    return left if able(w, j) else left + 500


@rule()
def weakest(w: World, mask: int) -> int:
    best = -1
    for j in range(w.n):
        if only(mask, j) and (best < 0 or life_left(w, j) < life_left(w, best)):
            best = j
    return best


@rule()
def spare_shots(w: World, i: int) -> int:
    """Ranged weapons one can use without being left empty-handed."""
    usable = ranged_weapons(w, i)
    others = 0
    for g in range(w.kinds):
        if only(melee_weapons(w, i), g) and g != w.fist:
            others += 1
    mask = 0
    for g in range(w.kinds):
        if only(usable, g) and (is_launcher(w, g) or others > 1):
            mask |= 1 << g
    return mask


@rule()
def fresh_types(w: World, i: int, types: int) -> int:
    """Attack types that would not repeat the last."""
    last = w.creatures[i].last_kind
    if last < 0 or last > AttackType.UNTYPED:
        return types
    return types & ~(1 << last)


@rule()
def weapon_worth(w: World, i: int, g: int) -> int:
    """Something fresh, something long, something in hand already."""
    weapon = w.gear[g]
    worth = 2 * weapon.defense
    if fresh_types(w, i, weapon.types + 0):
        worth += 7
    if holding(w, i, g) >= 0:
        worth += 6
    if is_launcher(w, g):
        worth += 20
    if has(w, g, Property.TWO_HANDED + 0) or has(w, g, Property.VERSATILE + 0):
        worth += 3
    return worth if g != w.fist else worth - 12


@rule()
def best_weapon(w: World, i: int, mask: int) -> int:
    best = -1
    for g in range(w.kinds):
        if only(mask, g) and (best < 0 or weapon_worth(w, i, g) > weapon_worth(w, i, best)):
            best = g
    return best


@rule()
def best_type(w: World, i: int, mask: int) -> int:
    fresh = fresh_types(w, i, mask)
    return smallest(fresh if fresh else mask)


@rule()
def has_shield(w: World, i: int) -> bool:
    c = w.creatures[i]
    for k in range(ITEMS):
        if c.gear[k] >= 0 and c.carried[k] <= 1 and has(w, c.gear[k], Property.BULL_RUSH + 0):
            return True
    return False


@rule()
def place_to_hit(w: World, mask: int, temperament: int) -> int:
    """Bold wants the body, careful the arm that holds the sword."""
    wanted = Location.TORSO + 0 if temperament == BOLD else Location.RIGHT_ARM + 0
    return wanted if only(mask, wanted) else smallest(mask)


@rule()
def spell_worth(w: World, i: int, s: int) -> int:
    """How much a spell is wanted now; below 1 not at all."""
    c = w.creatures[i]
    does = w.spells[s].does
    reached = in_spell_range(w, i, s, most_dice(w, i))
    if reached == 0 or c.magic_left <= 0:
        return 0
    if does == SpellKind.ENGULF:
        near = engulfed(w, i)
        return 6 if near == near & adjacent(w, i, 1) else 0
    if does == SpellKind.BURN:
        return 4 if c.concentrates < 0 else 0
    if does == SpellKind.HEAL:
        worst = weakest(w, reached)
        return 6 if w.creatures[worst].hp == 0 else 0
    if does == SpellKind.WARD:
        return 1 if adjacent(w, i, 1) else 0
    return 5 if does == SpellKind.ATTACK else 3 if does == SpellKind.DREAD else 0


@rule()
def best_spell(w: World, i: int, mask: int) -> int:
    best = -1
    for s in range(w.spellcount):
        if only(mask, s) and (best < 0 or spell_worth(w, i, s) > spell_worth(w, i, best)):
            best = s
    return best


@rule()
def wants_to_cast(w: World, i: int) -> bool:
    c = w.creatures[i]
    for k in range(KNOWN):
        if c.spells[k] >= 0 and spell_worth(w, i, c.spells[k] + 0) > 0:
            return True
    return False


@rule()
def dice_wanted(mask: int, temperament: int) -> int:
    """Bold throws everything in, careful two dice at most."""
    most = largest(mask)
    if temperament == BOLD or most <= 2:
        return most
    return 2 if only(mask, 2) else smallest(mask)


@rule()
def fights_from_afar(w: World, i: int) -> bool:
    """A bow in hand and somebody to shoot, or a spell to cast."""
    c = w.creatures[i]
    if c.declared_spell >= 0:
        return True
    return ranged_targets(w, i, spare_shots(w, i)) != 0


@rule()
def next_move(w: World, i: int, mask: int, temperament: int) -> int:
    """Get up, close in; stay when there is somebody to fight from here."""
    c = w.creatures[i]
    threatened = adjacent(w, i, 1) != 0
    if c.prone:
        rises = only(mask, Move.STAND + 0) and (temperament == BOLD or not threatened)
        return Move.STAND + 0 if rises else Move.STAY + 0
    in_reach = melee_targets(w, i, melee_weapons(w, i)) != 0
    if c.routine[0] >= 0:
        in_reach = threatened
    stays = in_reach or fights_from_afar(w, i) or nearest_enemy(w, i) < 0
    return Move.CLOSE + 0 if not stays and only(mask, Move.CLOSE + 0) else Move.STAY + 0


@rule()
def wants_to_rally(w: World, i: int) -> bool:
    """When the walk brings nobody into reach and somebody is hurt, the action is free."""
    j = nearest_enemy(w, i)
    return j >= 0 and distance(w, i, j) > speed_now(w, i) + 10


@rule()
def next_shot(w: World, i: int, mask: int) -> int:
    """Shoot, unless there is somebody to strike."""
    near = melee_targets(w, i, melee_weapons(w, i)) != 0
    armed = not is_unarmed(w, i)
    spare = ranged_targets(w, i, spare_shots(w, i)) != 0
    if only(mask, Act.SHOOT + 0) and spare and not (near and armed):
        return Act.SHOOT + 0
    return Act.HOLD + 0


@rule()
def near_death(w: World, i: int) -> bool:
    """Blood that soon fills the pack."""
    c = w.creatures[i]
    if is_monster(w, i) or not suffers(w, i, Condition.BLEEDING_OUT + 0):
        return False
    return counted_wounds(w, i) + c.exhaustion + 2 >= slots(w, i)


@rule()
def next_act(w: World, i: int, mask: int, temperament: int) -> int:
    """Strike; stop blood that kills; arm oneself; else keep one's head down."""
    if w.phase == Phase.RANGED:
        return next_shot(w, i, mask)
    if near_death(w, i) and temperament != BOLD:
        return Act.BANDAGE + 0 if only(mask, Act.BANDAGE + 0) else Act.PRESSURE + 0
    bare = is_unarmed(w, i) and best_find(w, i) >= 0
    if only(mask, Act.PICK_UP + 0) and bare and adjacent(w, i, 1) == 0:
        return Act.PICK_UP + 0
    if only(mask, Act.ATTACK + 0):
        return Act.ATTACK + 0
    if only(mask, Act.BANDAGE + 0):
        return Act.BANDAGE + 0
    if only(mask, Act.BREAK_FREE + 0):
        return Act.BREAK_FREE + 0
    return Act.DODGE + 0


@rule()
def best_find(w: World, i: int) -> int:
    """The best weapon on the ground at hand, or -1."""
    best = -1
    for m in range(LYING):
        g = w.ground[m].gear
        if g >= 0 and w.gear[g].kind == GearKind.WEAPON and g != w.fist:
            dx = w.ground[m].x - w.creatures[i].x
            dy = w.ground[m].y - w.creatures[i].y
            if dx * dx + dy * dy < 36:
                best = g + 0
    return best


@rule()
def item_wanted(w: World, i: int, mask: int) -> int:
    best = -1
    for g in range(w.kinds):
        is_weapon = only(mask, g) and w.gear[g].kind == GearKind.WEAPON
        if is_weapon and (best < 0 or weapon_worth(w, i, g) > weapon_worth(w, i, best)):
            best = g
    return best if best >= 0 else smallest(mask)


@rule()
def friends_first(w: World, i: int, mask: int) -> int:
    """Of those to be helped oneself, of those to be hurt the weakest."""
    return i if only(mask, i) else weakest(w, mask)


@rule()
def bonus_wanted(w: World, mask: int) -> int:
    if only(mask, Bonus.FEINT + 0):
        return Bonus.FEINT + 0
    return Bonus.RALLY + 0 if only(mask, Bonus.RALLY + 0) else Bonus.NONE + 0


@rule()
def rest_wanted(w: World, i: int) -> int:
    c = w.creatures[i]
    if c.wounds > 0 or c.exhaustion > 0:
        return Rest.FULL + 0
    lacking = c.hp < c.max_hp or c.magic_left < c.magic_dice
    return Rest.LONG + 0 if lacking else Rest.NONE + 0


@rule()
def decide(ask: Ask, w: World, who: int, question: int, mask: int, temperament: int) -> int:
    if question == Question.ACTION:
        return next_act(w, who, mask, temperament)
    if question == Question.MOVE:
        return next_move(w, who, mask, temperament)
    if question == Question.TARGET:
        return friends_first(w, who, mask)
    if question == Question.WHOM:
        return nearest_enemy(w, who)
    if question == Question.WEAPON:
        return best_weapon(w, who, mask)
    if question == Question.TYPE:
        return best_type(w, who, mask)
    if question == Question.LOCATION or question == Question.WOUND_LOCATION:
        return place_to_hit(w, mask, temperament)
    if question == Question.HANDS:
        return Hands.ONE + 0 if has_shield(w, who) else Hands.TWO + 0
    if question == Question.CAST:
        return Answer.YES + 0 if wants_to_cast(w, who) else Answer.NO + 0
    if question == Question.SPELL:
        return best_spell(w, who, mask)
    if question == Question.DICE:
        return dice_wanted(mask, temperament)
    return decide_lesser(ask, w, who, question, mask)


@rule()
def decide_lesser(ask: Ask, w: World, who: int, question: int, mask: int) -> int:
    if question == Question.RALLY:
        return Answer.YES + 0 if wants_to_rally(w, who) else Answer.NO + 0
    if question == Question.STOP_SHORT or question == Question.LIGHTEN:
        return Answer.YES + 0
    if question == Question.MORE or question == Question.SNEAK:
        return Answer.YES + 0
    if question == Question.GAP:
        return Answer.NO + 0
    if question == Question.BONUS:
        return bonus_wanted(w, mask)
    if question == Question.ITEM:
        return item_wanted(w, who, mask)
    if question == Question.PUSH:
        return Push.PRONE + 0
    if question == Question.WOUND_TYPE:
        return smallest(mask)
    if question == Question.REST:
        return rest_wanted(w, who)
    return any_of(ask, mask)
