"""How the computer fights: bold spends everything on blows, careful keeps a die and its skin."""

from affray.rules.among import least, most
from affray.rules.ask import Ask, rule
from affray.rules.grid import LARGEST_MAP, nearest
from affray.rules.masks import contains, is_single, largest, members, smallest

from .aim import (
    HIGH_FROM,
    LOW_UP_TO,
    can_attack,
    sum_bonus,
    weapons_held,
)
from .arts import can_use
from .dice import PAIR_A, PAIR_B, dice_left
from .harm import alive
from .kinds import Act, Answer, Does, Effect, Mode, Pair, Question, Stat, Whom
from .sheet import speed, stat
from .space import distance
from .state import POCKETS, World
from .things import is_usable
from .valuation import (
    best_weapon,
    enemy,
    nearest_enemy,
    weakest,
    within_reach,
    worth_using,
)

TEMPERAMENTS = ("random", "bold", "careful")
BOLD = 1
MEAN_ROLL = 7
NEAR_ENOUGH = 6


@rule()
def pair_worth(pair: int, bonus: int) -> int:
    """High for as little as it takes, then the middle, then low; a lone six is cheap."""
    total = PAIR_A[pair] + PAIR_B[pair] + bonus
    if pair == Pair.SIX_ALONE:
        return 55
    if total >= HIGH_FROM:
        return 80 - total
    return 40 - total if total > LOW_UP_TO else total


@rule()
def best_pair(w: World, mask: int) -> int:
    bonus = sum_bonus(w, w.swing.who, w.swing.target)
    return most((pair_worth(p, bonus), p) for p in members(mask))


@rule()
def lowest_pair(mask: int) -> int:
    return least((PAIR_A[p] + PAIR_B[p], p) for p in members(mask))


@rule()
def highest_pair(mask: int) -> int:
    return most((PAIR_A[p] + PAIR_B[p], p) for p in members(mask))


@rule()
def highest_faces(w: World, i: int) -> int:
    """The sum of the two highest dice of the pool."""
    total = 0
    n = 0
    c = w.creatures[i]
    for back in range(6):
        face = 6 - back
        for _ in range(c.pool[face - 1]):
            if n < 2:
                total += face
                n += 1
    return total


@rule()
def faces_are_better(w: World, i: int) -> bool:
    """Whether the dice at hand beat what a roll and Body would bring."""
    return highest_faces(w, i) >= MEAN_ROLL + stat(w, i, Stat.BODY)


@rule()
def pair_wanted(w: World, i: int, mask: int) -> int:
    if w.swing.who >= 0:
        return best_pair(w, mask)
    return highest_pair(mask) if faces_are_better(w, i) else lowest_pair(mask)


@rule()
def flies(w: World, art: int) -> bool:
    """Whether an art does harm from afar."""
    return w.arts[art].does == Does.ATTACK and not w.arts[art].melee


@rule()
def reach_wanted(w: World, i: int) -> int:
    """As near as the longest weapon or spell needs, and never farther than six tiles."""
    c = w.creatures[i]
    far = max((w.weapons[g].range for g in c.weapons if g >= 0 and w.weapons[g].ranged), default=1)
    if is_caster(w, i):
        far = max(far, max((w.arts[a].range for a in c.arts if a >= 0 and flies(w, a)), default=1))
    return min(NEAR_ENOUGH, max(1, far))


@rule()
def is_caster(w: World, i: int) -> bool:
    """Better at spells than at blows."""
    return stat(w, i, Stat.SOUL) > stat(w, i, Stat.BODY)


@rule()
def tile_wanted(w: World, i: int) -> int:
    """The best tile in reach: in reach of an enemy, and no nearer than that; -1 without enemies.

    A tile is one number here: LARGEST_MAP times its column, and its row.
    """
    j = nearest_enemy(w, i)
    if j < 0:
        return -1
    t = w.creatures[j]
    return nearest(w.reached, w.height, t.x, t.y, reach_wanted(w, i))


@rule()
def column_wanted(w: World, i: int) -> int:
    tile = tile_wanted(w, i)
    return tile // LARGEST_MAP if tile >= 0 else w.creatures[i].x


@rule()
def row_wanted(w: World, i: int, mask: int) -> int:
    """The row of the best tile, or the nearest to it in the column already chosen."""
    tile = tile_wanted(w, i)
    if tile < 0:
        return smallest(mask)
    return least((abs(y - tile % LARGEST_MAP), y) for y in members(mask))


@rule()
def a_friend_is_low(w: World, i: int) -> bool:
    for j in range(w.n):
        c = w.creatures[j]
        low = 2 * c.health <= c.max_health
        if c.side == w.creatures[i].side and alive(w, j) and low and distance(w, i, j) <= 1:
            return True
    return False


@rule()
def art_worth(w: World, i: int, art: int, dice: int, strikes: bool) -> int:
    """How much an art is wanted now, with so many dice left; below 1 not at all.

    `strikes` says whether there is somebody to strike from here.
    """
    a = w.arts[art]
    c = w.creatures[i]
    odd = dice % 2 == 1
    if a.strain > 0 and c.strain < a.strain:
        return 0
    if a.whom == Whom.FRIEND:
        heals = w.lines[a.on_hit].heal > 0 or w.lines[a.on_hit].heal_stat >= 0
        if heals:
            return 9 if a_friend_is_low(w, i) else 0
        return 6 if c.temp_armor == 0 and odd else 0
    if a.does == Does.ATTACK or a.does == Does.CONTEST:
        return 7 if is_caster(w, i) else 0 if strikes else 2
    if a.does == Does.SECOND_BLADE:
        return 8
    if a.does == Does.NEXT_ATTACK:
        return 5 if odd and dice >= 3 and strikes else 0
    if a.does == Does.GIVE:
        return 4 if odd and marks_somebody(w, i) else 0
    if a.does == Does.LUNGE:
        return 3 if not strikes and lunge_helps(w, i, a.steps) else 0
    return 0


@rule()
def is_for_blows(w: World, art: int) -> bool:
    """Whether it depends on a blow how much an art is wanted."""
    return w.arts[art].does == Does.NEXT_ATTACK or w.arts[art].does == Does.LUNGE


@rule()
def lunge_helps(w: World, i: int, steps: int) -> bool:
    j = nearest_enemy(w, i)
    return j >= 0 and distance(w, i, j) <= steps + 1


@rule()
def marks_somebody(w: World, i: int) -> bool:
    j = nearest_enemy(w, i)
    return j >= 0 and w.creatures[j].stacks[Effect.MARKED] == 0


@rule()
def best_art(w: World, i: int, mask: int) -> int:
    if is_single(mask):
        return smallest(mask)
    dice = dice_left(w, i)
    strikes = any(is_for_blows(w, a) for a in members(mask)) and can_attack(w, i)
    return most((art_worth(w, i, a, dice, strikes), a) for a in members(mask))


@rule()
def wants_art(w: World, i: int, strikes: bool) -> bool:
    """Whether an art that can be used now is worth anything; neutral people use none."""
    c = w.creatures[i]
    if c.neutral:
        return False
    dice = dice_left(w, i)
    return any(
        a >= 0 and art_worth(w, i, a, dice, strikes) > 0 and can_use(w, i, a, dice) for a in c.arts
    )


@rule()
def wants_item(w: World, i: int) -> bool:
    """Something to throw before the blows, or a bandage for one who needs it."""
    c = w.creatures[i]
    dice = dice_left(w, i)
    low = a_friend_is_low(w, i)
    return any(
        c.items[k] >= 0 and (low or w.items[c.items[k]].burst >= 0) and is_usable(w, i, k, dice)
        for k in range(POCKETS)
    )


@rule()
def next_act(w: World, i: int, mask: int, temperament: int) -> int:
    """Help who is low, strike, close in; the last die is kept if it is worth keeping."""
    c = w.creatures[i]
    if contains(mask, Act.STAND):
        return Act.STAND
    if contains(mask, Act.ITEM) and wants_item(w, i):
        return Act.ITEM
    fire = c.stacks[Effect.BURN] >= (5 if temperament == BOLD else 3)
    if contains(mask, Act.PUT_OUT_FIRE) and fire and dice_left(w, i) >= 4:
        return Act.PUT_OUT_FIRE
    strikes = contains(mask, Act.ATTACK) and worth_using(w, i, weapons_held(w, i)) != 0
    if contains(mask, Act.ART) and wants_art(w, i, strikes):
        return Act.ART
    if strikes:
        return Act.ATTACK
    if contains(mask, Act.ESCAPE):
        return Act.ESCAPE
    if contains(mask, Act.MOVE) and can_close_in(w, i):
        return Act.MOVE
    if contains(mask, Act.RELOAD):
        return Act.RELOAD
    if contains(mask, Act.SEARCH):
        return Act.SEARCH
    keeps = temperament != BOLD and c.locked == 0 and dice_left(w, i) == 1 and knows_locked(w, i)
    return Act.LOCK if contains(mask, Act.LOCK) and keeps else Act.HOLD


@rule()
def can_close_in(w: World, i: int) -> bool:
    """Walking brings one nearer, who has nobody to strike from here."""
    j = nearest_enemy(w, i)
    return j >= 0 and distance(w, i, j) > 1 and speed(w, i) > 0


@rule()
def knows_locked(w: World, i: int) -> bool:
    c = w.creatures[i]
    return any(
        a >= 0 and (w.arts[a].does == Does.PARRY or w.arts[a].does == Does.OVERWATCH)
        for a in c.arts
    )


@rule()
def target_wanted(w: World, i: int, mask: int) -> int:
    return weakest(w, within_reach(w, i, mask))


@rule()
def dodge_wanted(w: World, temperament: int) -> int:
    """Bold keeps Dodge for real blows, careful for anything it can halve."""
    least = 3 if temperament == BOLD else 2
    return Answer.YES if w.incoming >= least else Answer.NO


@rule()
def ward_wanted(w: World) -> int:
    """Against what hampers at once, or much of it."""
    hampers = w.incoming_effect == Effect.STUN or w.incoming_effect == Effect.BLIND
    return Answer.YES if hampers or w.incoming >= 2 else Answer.NO


@rule()
def decide(ask: Ask, w: World, who: int, question: int, mask: int, temperament: int) -> int:
    if question == Question.ACTION:
        return next_act(w, who, mask, temperament)
    if question == Question.WEAPON:
        good = worth_using(w, who, mask)
        return best_weapon(w, who, good if good else mask)
    if question == Question.TARGET:
        return target_wanted(w, who, mask)
    if question == Question.PAIR:
        return pair_wanted(w, who, mask)
    if question == Question.COLUMN:
        return column_wanted(w, who)
    if question == Question.ROW:
        return row_wanted(w, who, mask)
    if question == Question.ART:
        return best_art(w, who, mask)
    if question == Question.DODGE:
        return dodge_wanted(w, temperament)
    if question == Question.WARD:
        return ward_wanted(w)
    return decide_lesser(w, who, question, mask)


@rule()
def decide_lesser(w: World, who: int, question: int, mask: int) -> int:
    if question == Question.MODE:
        return Mode.FACES if faces_are_better(w, who) else Mode.ROLL
    if question == Question.PARRY:
        return Answer.YES if w.incoming >= 3 else Answer.NO
    if question == Question.FEET or question == Question.RIDER or question == Question.REST:
        return largest(mask)
    if question == Question.OVERWATCH:
        return Answer.YES if enemy(w, who, w.order[w.turn]) else Answer.NO
    return smallest(mask)
