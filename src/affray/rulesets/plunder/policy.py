"""How the computer fights: bold goes for the throat, careful keeps its blood in."""

from affray.rules.among import most, those
from affray.rules.ask import Ask, any_of, rule
from affray.rules.masks import contains, largest, members, smallest
from affray.rules.plane import is_within

from .abilities import attack_target, dexterity_number, is_monster, slots
from .actions import worst_off
from .body import able, counted_wounds, hostile, suffers
from .defense import melee_defense, ranged_defense
from .inventory import GRABBED, is_unarmed
from .kinds import (
    Ability,
    Act,
    Answer,
    Bonus,
    Condition,
    GearKind,
    Move,
    Phase,
    Push,
    Question,
    Rest,
    SpellKind,
)
from .magic import engulfed, in_spell_range, most_dice
from .reach import (
    adjacent,
    melee_targets,
    melee_weapons,
    ranged_targets,
    ranged_weapons,
)
from .space import is_near
from .speed import speed_now
from .state import LYING, World
from .valuation import (
    BOLD,
    about_as_good,
    best_type,
    best_weapon,
    hands_wanted,
    left_over,
    nearest_enemy,
    place_to_hit,
    spare_shots,
    weakest,
)

TEMPERAMENTS = ("random", "bold", "careful")
A_MOVE_SHORT = 10
"""Feet by which a walk may fall short and still be worth an action at its end."""


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
    return most((spell_worth(w, i, s), s) for s in members(mask))


@rule()
def wants_to_cast(w: World, i: int) -> bool:
    c = w.creatures[i]
    return any(s >= 0 and spell_worth(w, i, s) > 0 for s in c.spells)


@rule()
def dice_wanted(mask: int, temperament: int) -> int:
    """Bold throws everything in, careful two dice at most."""
    most = largest(mask)
    if temperament == BOLD or most <= 2:
        return most
    return 2 if contains(mask, 2) else smallest(mask)


@rule()
def fights_from_afar(w: World, i: int) -> bool:
    """A bow in hand and somebody to shoot, or a spell to cast."""
    c = w.creatures[i]
    if c.declared_spell >= 0:
        return True
    return ranged_targets(w, i, spare_shots(w, i)) != 0


@rule()
def rising_number(w: World, i: int) -> int:
    """What getting up under the enemies' blades would have to be rolled against."""
    near = adjacent(w, i, 1)
    own = dexterity_number(w, i)
    return max(0, max((own + melee_defense(w, j) for j in members(near) if able(w, j)), default=0))


@rule()
def next_move(w: World, i: int, mask: int, temperament: int) -> int:
    """Get up, close in; stay when there is somebody to fight from here."""
    c = w.creatures[i]
    threatened = adjacent(w, i, 1) != 0
    if c.prone:
        easy = 12 if temperament == BOLD else 8
        safe = not threatened or rising_number(w, i) <= easy
        rises = contains(mask, Move.STAND) and safe
        return Move.STAND if rises else Move.STAY
    if not contains(mask, Move.CLOSE):
        return Move.STAY
    in_reach = threatened
    if c.routine[0] < 0:
        in_reach = melee_targets(w, i, melee_weapons(w, i)) != 0
    stays = in_reach or fights_from_afar(w, i) or nearest_enemy(w, i) < 0
    return Move.STAY if stays else Move.CLOSE


@rule()
def wants_to_rally(w: World, i: int, temperament: int) -> bool:
    """When the walk brings nobody into reach the action is free; careful does it anyway for a
    friend on its last legs."""
    j = nearest_enemy(w, i)
    if j >= 0 and not is_near(w, i, j, speed_now(w, i) + A_MOVE_SHORT):
        return True
    worst = worst_off(w, i)
    return temperament != BOLD and worst != 0 and w.creatures[smallest(worst)].hp == 0


@rule()
def shot_is_better(w: World, i: int) -> bool:
    """An arrow meets less Defense than a blade; not so against the nimble."""
    j = weakest(w, melee_targets(w, i, melee_weapons(w, i)))
    if j < 0 or is_unarmed(w, i):
        return True
    shot = attack_target(w, i, Ability.INSTINCT) + ranged_defense(w, j) - 1
    blow = attack_target(w, i, Ability.DEXTERITY) + melee_defense(w, j)
    return shot < blow


@rule()
def next_shot(w: World, i: int, mask: int) -> int:
    """Shoot, or throw what can be spared, unless a blow is likelier to land."""
    if not contains(mask, Act.SHOOT) or not can_spare_shot(w, i):
        return Act.HOLD
    return Act.SHOOT if shot_is_better(w, i) else Act.HOLD


@rule()
def can_spare_shot(w: World, i: int) -> bool:
    """Where somebody can be shot at: with something one can spare."""
    spare = spare_shots(w, i)
    return spare == ranged_weapons(w, i) or ranged_targets(w, i, spare) != 0


@rule()
def is_bleeding(w: World, i: int) -> bool:
    """Only characters lose anything by it."""
    return not is_monster(w, i) and suffers(w, i, Condition.BLEEDING_OUT)


@rule()
def near_death(w: World, i: int) -> bool:
    """The pack is nearly full."""
    return counted_wounds(w, i) + w.creatures[i].exhaustion + 2 >= slots(w, i)


@rule()
def next_act(w: World, i: int, mask: int, temperament: int) -> int:
    """Strike; stop blood that kills; arm oneself; else keep one's head down."""
    if w.phase == Phase.RANGED:
        return next_shot(w, i, mask)
    if temperament != BOLD and is_bleeding(w, i):
        if contains(mask, Act.BANDAGE):
            return Act.BANDAGE
        if near_death(w, i) and contains(mask, Act.PRESSURE):
            return Act.PRESSURE
    alone = contains(mask, Act.PICK_UP) and is_unarmed(w, i) and adjacent(w, i, 1) == 0
    if alone and best_find(w, i) >= 0:
        return Act.PICK_UP
    if contains(mask, Act.ATTACK):
        return Act.ATTACK
    if contains(mask, Act.DOUSE):
        return Act.DOUSE
    if contains(mask, Act.BANDAGE):
        return Act.BANDAGE
    if contains(mask, Act.BREAK_FREE):
        return Act.BREAK_FREE
    return Act.DODGE


@rule()
def best_find(w: World, i: int) -> int:
    """The best weapon on the ground at hand, or -1."""
    best = -1
    for m in range(LYING):
        g = w.ground[m].gear
        if g >= 0 and w.gear[g].kind == GearKind.WEAPON and g != w.fist:
            thing = w.ground[m]
            if is_within(thing.x, thing.y, w.creatures[i].x, w.creatures[i].y, GRABBED):
                best = g
    return best


@rule()
def item_wanted(w: World, i: int, mask: int) -> int:
    weapons = those(g for g in members(mask) if w.gear[g].kind == GearKind.WEAPON)
    return best_weapon(w, i, weapons) if weapons else smallest(mask)


@rule()
def friends_first(w: World, i: int, mask: int) -> int:
    """Of those to be helped oneself, of those to be hurt the weakest."""
    return i if contains(mask, i) else weakest(w, mask)


@rule()
def target_wanted(ask: Ask, w: World, i: int, mask: int, temperament: int) -> int:
    """Of those to be helped oneself, then the weakest; of those to be hurt one of one's share,
    drawn among those who are about as good: whoever knew would dodge, and the others would not."""
    if any(not hostile(w, i, j) for j in members(mask)):
        return friends_first(w, i, mask)
    return any_of(ask, about_as_good(w, left_over(w, i, mask, temperament), temperament))


@rule()
def bonus_wanted(mask: int) -> int:
    if contains(mask, Bonus.FEINT):
        return Bonus.FEINT
    return Bonus.RALLY if contains(mask, Bonus.RALLY) else Bonus.NONE


@rule()
def rest_wanted(w: World, i: int) -> int:
    c = w.creatures[i]
    if c.wounds > 0 or c.exhaustion > 0:
        return Rest.FULL
    lacking = c.hp < c.max_hp or c.magic_left < c.magic_dice
    return Rest.LONG if lacking else Rest.NONE


@rule()
def decide(ask: Ask, w: World, who: int, question: int, mask: int, temperament: int) -> int:
    if question == Question.ACTION:
        return next_act(w, who, mask, temperament)
    if question == Question.MOVE:
        return next_move(w, who, mask, temperament)
    if question == Question.TARGET:
        return target_wanted(ask, w, who, mask, temperament)
    if question == Question.WHOM:
        return nearest_enemy(w, who)
    if question == Question.WEAPON:
        return best_weapon(w, who, mask)
    if question == Question.TYPE:
        return best_type(w, who, mask)
    if question == Question.LOCATION or question == Question.WOUND_LOCATION:
        return place_to_hit(mask, temperament)
    if question == Question.HANDS:
        return hands_wanted(w, who, temperament)
    if question == Question.CAST:
        return Answer.YES if wants_to_cast(w, who) else Answer.NO
    if question == Question.SPELL:
        return best_spell(w, who, mask)
    if question == Question.DICE:
        return dice_wanted(mask, temperament)
    return decide_lesser(w, who, question, mask, temperament)


@rule()
def decide_lesser(w: World, who: int, question: int, mask: int, temperament: int) -> int:
    if question == Question.RALLY:
        return Answer.YES if wants_to_rally(w, who, temperament) else Answer.NO
    if question == Question.STOP_SHORT or question == Question.LIGHTEN:
        return Answer.YES
    if question == Question.MORE or question == Question.SNEAK:
        return Answer.YES
    if question == Question.GAP:
        return Answer.NO
    if question == Question.BONUS:
        return bonus_wanted(mask)
    if question == Question.ITEM:
        return item_wanted(w, who, mask)
    if question == Question.PUSH:
        return Push.PRONE
    if question == Question.CHEER:
        return friends_first(w, who, mask)
    if question == Question.WOUND_TYPE:
        return smallest(mask)
    if question == Question.REST:
        return rest_wanted(w, who)
    return largest(mask)
