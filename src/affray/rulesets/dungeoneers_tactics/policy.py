"""How the computer fights: bold closes in and spends itself, careful keeps something back.

Both weigh how near a foe is to falling; careful also whose back is turned, and leaves a fight it
would not live through to friends who stand. A blow that cannot pierce is no blow: then a foe is
thrown down or held. Where no step leads nearer, one of those that lead no farther is taken.
"""

from affray.rules.among import first, least, most, those
from affray.rules.ask import Ask, any_of, rule
from affray.rules.grid import EAST_OF, SOUTH_OF, tiles_apart
from affray.rules.masks import contains, largest, members
from affray.rules.pools import BITS, SIDES

from .attack import attackable, can_attack, can_strike, in_grasp, worth_a_look
from .gear import armor_value, hands_full, potions, used_as, weapons
from .kinds import Act, Answer, GearKind, Question, Rest, Score
from .magic import can_cast, known_spells
from .rulings import TargetHostility
from .space import acting, alive, behind, behind_facing, distance, hostile, over, wound_capacity
from .state import World

TEMPERAMENTS = ("random", "bold", "careful")
BOLD = 1


@rule()
def life_left(w: World, i: int) -> int:
    """Wounds a creature can still take, the soaking of its stress counted in."""
    c = w.creatures[i]
    room = max(0, c.endurance - c.stress)
    left = room + wound_capacity(w, i) - c.wounds
    return left if c.stress <= c.endurance else (left + 1) // 2


@rule()
def weakest(w: World, mask: int) -> int:
    return least((life_left(w, j), j) for j in members(mask))


@rule()
def nearest_enemy(w: World, i: int) -> int:
    return least((distance(w, i, j), j) for j in range(w.n) if hostile(w, i, j) and alive(w, j))


@rule()
def sides_of(unit: int) -> int:
    """How many sides the one die of a pool has."""
    for k in range(len(SIDES)):
        if contains(unit, BITS * k):
            return SIDES[k]
    return 0


@rule()
def weapon_worth(w: World, i: int, g: int) -> int:
    weapon = w.gear[used_as(w, i, g)]
    return sides_of(weapon.hit) + sides_of(weapon.pierce) + 6 * weapon.wounds


@rule()
def best_weapon(w: World, i: int, mask: int) -> int:
    return most((weapon_worth(w, i, g), g) for g in members(mask))


@rule()
def least_wanted(w: World, i: int, mask: int) -> int:
    """The weakest weapon of several; what is no weapon before any of them."""
    return least(
        (weapon_worth(w, i, g) if w.gear[g].kind == GearKind.WEAPON else 0, g)
        for g in members(mask)
    )


@rule()
def stress_to_take(w: World, i: int, temperament: int) -> int:
    """Up to the capacity and no further: bold half of the room, careful one point at most."""
    c = w.creatures[i]
    room = max(0, c.endurance - c.stress)
    if temperament == BOLD:
        return min(2, room)
    return 1 if room >= 2 else 0


@rule()
def spell_worth(w: World, i: int, s: int) -> int:
    """How much a spell is wanted now; below 1 not at all."""
    spell = w.spells[s]
    c = w.creatures[i]
    if spell.wounds > 0:
        return 4 + spell.wounds if c.spell >= c.prowess else 1
    if spell.restore_wounds > 0:
        return 9 if c.wounds > 0 else 0
    if spell.relieve_stress > 0:
        return 5 if c.stress > c.endurance else 0
    if spell.gain_stress > 0:
        return 3
    if spell.armor > 0:
        return 6 if c.mage_armor == 0 else 0
    return 1 if c.mind > c.prowess else 0


@rule()
def best_spell(w: World, i: int, mask: int) -> int:
    return most((spell_worth(w, i, s), s) for s in members(mask))


@rule()
def wants_to_cast(w: World, i: int, strikes: bool) -> bool:
    """A spell rather than a blow: when it is worth more, or nothing can be struck."""
    known = known_spells(w, i)
    blow = 4 if strikes else 0
    return any(spell_worth(w, i, s) > blow and can_cast(w, i, s) for s in members(known))


@rule()
def step_gain(w: World, i: int, j: int, facing: int) -> int:
    """How much nearer to j a step brings: by tiles, then by the straighter line."""
    dx = w.creatures[j].x - w.creatures[i].x
    dy = w.creatures[j].y - w.creatures[i].y
    nx = dx - EAST_OF[facing]
    ny = dy - SOUTH_OF[facing]
    nearer = tiles_apart(dx, dy, 0, 0) - tiles_apart(nx, ny, 0, 0)
    return 100 * nearer + abs(dx) + abs(dy) - abs(nx) - abs(ny)


@rule()
def way_to(w: World, i: int, j: int, mask: int) -> int:
    return most((step_gain(w, i, j, facing), facing) for facing in members(mask))


@rule()
def should_move(w: World, i: int) -> bool:
    """Toward somebody to strike, when there is nobody in reach and nobody to be left.

    Who has a point and was offered no blow has nobody in reach.
    """
    c = w.creatures[i]
    if c.threatened_by or over(w):
        return False
    return c.ap > 0 or not can_attack(w, i, in_grasp(w, i))


@rule()
def potion_worth(w: World, i: int, g: int) -> int:
    """What a potion would do for one now: nothing for the unhurt."""
    c = w.creatures[i]
    eased = min(w.gear[g].relieve_stress, c.stress) if c.stress > c.endurance else 0
    return 3 * min(w.gear[g].restore_wounds, c.wounds) + eased


@rule()
def item_wanted(w: World, i: int, mask: int) -> int:
    """The potion that helps most, or the best weapon to take in hand."""
    if mask & potions(w, i) == mask:
        return most((potion_worth(w, i, g), g) for g in members(mask))
    return best_weapon(w, i, mask)


@rule()
def should_drink(w: World, i: int) -> bool:
    """Somebody who is hurt, and has what helps."""
    mask = potions(w, i)
    return any(potion_worth(w, i, g) > 0 for g in members(mask))


@rule()
def most_pierced(w: World, i: int, g: int) -> int:
    """The highest a weapon's pierce dice can show."""
    weapon = w.gear[used_as(w, i, g)]
    return (w.creatures[i].power + 1) * sides_of(weapon.pierce)


@rule()
def can_hurt(w: World, i: int) -> bool:
    """Whether any blow in reach could pierce at all."""
    at_hand = weapons(w, i)
    pierced = max((most_pierced(w, i, g) for g in members(at_hand)), default=0)
    near = in_grasp(w, i)
    meant = foes_in(w, i, worth_a_look(w, i, at_hand, near))
    return any(
        pierced >= armor_value(w, j) and can_strike(w, i, j, at_hand, contains(near, j))
        for j in members(meant)
    )


@rule()
def leaves_it_to_others(w: World, i: int, temperament: int) -> bool:
    """Careful, nearly done for, and not the last of its side who can stand up to anybody."""
    if temperament == BOLD or life_left(w, i) > 1:
        return False
    return any(
        j != i and not hostile(w, i, j) and alive(w, j) and life_left(w, j) > 2 for j in range(w.n)
    )


@rule()
def foes_in(w: World, i: int, mask: int) -> int:
    return those(j for j in members(mask) if hostile(w, i, j))


@rule()
def strikes_a_foe(w: World, i: int, mask: int) -> bool:
    """Whether an attack is open, and not on friends alone."""
    if not contains(mask, Act.ATTACK):
        return False
    if w.rulings.target_hostility == TargetHostility.HOSTILE_ONLY:
        return True
    return foes_in(w, i, attackable(w, i)) != 0


@rule()
def next_act(w: World, i: int, mask: int, temperament: int) -> int:
    """Strike or cast while there is a point; else close in; else guard and end."""
    c = w.creatures[i]
    if c.passing and contains(mask, Act.MOVE):
        return Act.MOVE
    if c.prone and contains(mask, Act.STAND):
        return Act.STAND
    if contains(mask, Act.TAKE_UP) and hands_full(w, i) == 0:
        return Act.TAKE_UP
    hurt = life_left(w, i) <= 1
    if contains(mask, Act.USE) and should_drink(w, i):
        return Act.USE
    leaves = leaves_it_to_others(w, i, temperament)
    if leaves and c.threatened_by and c.mp > 0 and contains(mask, Act.DISENGAGE):
        return Act.DISENGAGE
    if leaves and not c.threatened_by and contains(mask, Act.MOVE) and is_near_foe(w, i):
        return Act.MOVE
    strikes = strikes_a_foe(w, i, mask)
    if contains(mask, Act.CAST) and wants_to_cast(w, i, strikes):
        return Act.CAST
    if temperament != BOLD and hurt and c.ap > 1 and c.threatened_by and c.defensive == 0:
        return Act.DEFEND
    if strikes and (not contains(mask, Act.PUSH) or can_hurt(w, i)):
        return Act.ATTACK
    if strikes:
        return Act.GRAPPLE if contains(mask, Act.GRAPPLE) and c.ap > 1 else Act.PUSH
    if leaves and not c.threatened_by:
        return Act.END
    if contains(mask, Act.MOVE) and should_move(w, i):
        return Act.MOVE
    if c.grappled_by and contains(mask, Act.DISENGAGE):
        return Act.DISENGAGE
    if contains(mask, Act.SPRINT) and should_move(w, i) and c.sprinting == 0:
        return Act.SPRINT
    if contains(mask, Act.DEFEND) and c.threatened_by and c.defensive == 0:
        return Act.DEFEND
    return Act.END


@rule()
def whom(w: World, i: int, mask: int, temperament: int) -> int:
    """Bold wants the weakest; careful one whose back is turned, then the weakest."""
    if contains(mask, i):
        return i
    foes = foes_in(w, i, mask)
    if foes:
        mask = foes
    if temperament != BOLD:
        turned = first(j for j in members(mask) if behind(w, i, j))
        if turned >= 0:
            return turned
    return weakest(w, mask)


@rule()
def better_score(w: World, i: int) -> int:
    c = w.creatures[i]
    return Score.POWER if c.power > c.prowess else Score.PROWESS


@rule()
def extra_to_spend(mask: int, temperament: int) -> int:
    """Bold spends up to three, careful up to two."""
    most = largest(mask)
    return min(most, 3 if temperament == BOLD else 2)


@rule()
def is_friendly(w: World, i: int) -> bool:
    """Whether the one who acts now is on i's side: its spells are let through."""
    return not hostile(w, i, acting(w))


@rule()
def is_near_foe(w: World, i: int) -> bool:
    j = nearest_enemy(w, i)
    return j >= 0 and distance(w, i, j) <= 3


@rule()
def where_to(ask: Ask, w: World, i: int, mask: int, temperament: int) -> int:
    """Toward the nearest enemy, or away from it; around what is in the way, by chance."""
    j = nearest_enemy(w, i)
    if j < 0:
        return any_of(ask, mask)
    if leaves_it_to_others(w, i, temperament):
        return least((step_gain(w, i, j, facing), facing) for facing in members(mask))
    best = way_to(w, i, j, mask)
    if step_gain(w, i, j, best) > 0:
        return best
    around = those(facing for facing in members(mask) if step_gain(w, i, j, facing) > -100)
    return any_of(ask, around if around else mask)


@rule()
def wise_to_turn(w: World, i: int) -> bool:
    """Toward whom one acts on, always; on the way out, not if it shows a threatener the back."""
    c = w.creatures[i]
    if w.heading < 0:
        return True
    return not any(behind_facing(w, k, i, w.heading) for k in members(c.threatened_by))


@rule()
def rest_wanted(w: World, i: int) -> int:
    c = w.creatures[i]
    if c.wounds > 0:
        return Rest.FULL
    return Rest.SHORT if c.stress > 0 else Rest.NONE


@rule()
def decide(ask: Ask, w: World, who: int, question: int, mask: int, temperament: int) -> int:
    if question == Question.ACTION:
        return next_act(w, who, mask, temperament)
    if question == Question.DIRECTION:
        return where_to(ask, w, who, mask, temperament)
    if question == Question.TARGET:
        return whom(w, who, mask, temperament)
    if question == Question.WEAPON:
        return best_weapon(w, who, mask)
    if question == Question.STRESS:
        return min(largest(mask), stress_to_take(w, who, temperament))
    if question == Question.PIERCE_STRESS:
        return 0
    if question == Question.SCORE:
        return better_score(w, who)
    if question == Question.SPELL:
        return best_spell(w, who, mask)
    return decide_lesser(w, who, question, mask, temperament)


@rule()
def decide_lesser(w: World, who: int, question: int, mask: int, temperament: int) -> int:
    if question == Question.FAIL or question == Question.LET_THROUGH:
        return Answer.YES if is_friendly(w, who) else Answer.NO
    if question == Question.EXTRA:
        return extra_to_spend(mask, temperament)
    if question == Question.REST:
        return rest_wanted(w, who)
    if question == Question.DROP:
        return Answer.NO
    if question == Question.FIRE:
        return Answer.YES
    if question == Question.ITEM:
        return item_wanted(w, who, mask)
    if question == Question.PUT_AWAY:
        return least_wanted(w, who, mask)
    if question == Question.RELIEF:
        return largest(mask)
    if question == Question.TURN:
        return Answer.YES if wise_to_turn(w, who) else Answer.NO
    if question == Question.STRIKE or question == Question.ALLOW:
        return Answer.YES
    return largest(mask)
