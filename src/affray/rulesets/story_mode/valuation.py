"""What things are worth to the computer: enemies, weapons, spells, wounds."""

from affray.rules.among import least, most, those
from affray.rules.ask import rule
from affray.rules.masks import contains, is_single, members, smallest

from .attacks import first_left, weapon_task
from .checks import QUICKENED, forget_task, level_for, level_of
from .gear import capacity, harm_of, is_area, slots_filled
from .harm import CHARACTER_HARM, most_wounds
from .kinds import Behavior, Distance
from .magic import cast_task, castable, everyone_in_area, is_harmful, spell_targets
from .reach import attacks_for, reached_with, weapons_for
from .space import close, in_fight, is_enemy, zone_steps
from .state import World

BOLD = 1
LITTLE_HARM = 2
"""Who can bear no more than this before the next wound needs healing."""
SURE = 11
A_LONG_WAY = 6
"""Steps from which on nobody minds how many."""
ABOVE_ALL = 1000
"""What somebody is worth to whom nobody else matters."""
SUCCESSES = (19, 18, 18, 17, 14, 11, 8, 5, 2, 0, 0)
"""Of twenty faces, how many succeed at each level."""


@rule("SM-116")
def steps_to(w: World, i: int, j: int) -> int:
    """Short moves it takes to stand close to somebody."""
    if close(w, i, j):
        return 0
    return 1 + zone_steps(w, w.creatures[i].zone, w.creatures[j].zone)


@rule("SM-116")
def is_caster(w: World, j: int) -> bool:
    return any(s >= 0 for s in w.creatures[j].spells)


@rule("SM-116")
def is_reachable(w: World, i: int, j: int) -> bool:
    """Within reach of one of its attacks, now or after one short move."""
    c = w.creatures[i]
    if attacks_for(w, i, j):
        return True
    zones = zone_steps(w, c.zone, w.creatures[j].zone)
    return any(
        a >= 0
        and c.moved <= 0
        and (zones == 0 or (zones == 1 and w.attacks[a].reach >= Distance.SHORT))
        for a in c.attacks
    )


@rule("SM-116")
def appeal(w: World, i: int, j: int) -> int:
    """How much a creature goes for this enemy, by its nature."""
    c = w.creatures[j]
    goes_for = w.creatures[i].goes_for
    near = 10 * (A_LONG_WAY - min(A_LONG_WAY, steps_to(w, i, j)))
    if goes_for == Behavior.WEAKEST:
        return 100 - 10 * c.harm + c.wounds
    if goes_for == Behavior.STRONGEST:
        return 100 + 10 * c.harm - c.wounds
    if goes_for == Behavior.MOST_WOUNDED:
        return 100 + 10 * c.wounds - c.harm
    if goes_for == Behavior.CASTER_FIRST and is_caster(w, j) and is_reachable(w, i, j):
        return ABOVE_ALL + near
    if goes_for == Behavior.OBSESSED and w.creatures[i].obsession == j:
        return ABOVE_ALL + near
    return 10 * near - c.harm


@rule("SM-116")
def most_appealing(w: World, i: int, mask: int) -> int:
    if is_single(mask):
        return smallest(mask)
    return most((appeal(w, i, j), j) for j in members(mask))


@rule("SM-116")
def quarry(w: World, i: int) -> int:
    """Whom this one goes for: one it can reach if there is any, unless it goes by nearness."""
    goes_for = w.creatures[i].goes_for
    anybody = goes_for == Behavior.NEAREST or goes_for == Behavior.OBSESSED
    mask = 0
    reachable = 0
    for j in range(w.n):
        if is_enemy(w, i, j):
            mask |= 1 << j
            if not anybody and is_reachable(w, i, j):
                reachable |= 1 << j
    return most_appealing(w, i, reachable if reachable else mask)


@rule()
def life_left(w: World, j: int) -> int:
    """What it takes to bring a creature down."""
    c = w.creatures[j]
    return (most_wounds(w, j) + 1 - c.wounds) * CHARACTER_HARM + c.harm


@rule("SM-63")
def weapon_on(w: World, i: int, weapon: int, j: int, harder: int) -> int:
    """Harm times the faces that hit, with this weapon on this enemy, so many levels harder."""
    weapon_task(w, w.weighed, i, weapon, j)
    w.weighed.base += harder
    level = level_for(w, w.weighed, i)
    forget_task(w.weighed)
    return harm_of(w.items[weapon].weapon) * SUCCESSES[level]


@rule()
def best_blow_on(w: World, i: int, j: int) -> int:
    """What the best weapon that reaches an enemy is worth; by the level alone where none does."""
    left = weapons_for(w, i, j)
    best = 0 if left else SUCCESSES[level_of(w, j)]
    while left:
        best = max(best, weapon_on(w, i, smallest(left), j, 0))
        left &= left - 1
    return best


@rule()
def promise(w: World, i: int, j: int) -> int:
    """How soon this enemy could be brought down."""
    return 100 * best_blow_on(w, i, j) // (life_left(w, j) + 3)


@rule()
def easiest(w: World, i: int, mask: int) -> int:
    if is_single(mask):
        return smallest(mask)
    return most((promise(w, i, j), j) for j in members(mask))


@rule()
def worst_off(w: World, mask: int) -> int:
    if is_single(mask):
        return smallest(mask)
    return least((life_left(w, j), j) for j in members(mask))


@rule()
def weapon_worth(w: World, i: int, weapon: int, harder: int) -> int:
    """Against the one who is aimed at already, else the best target it has."""
    left = w.blow.left
    if left == 0:
        left = reached_with(w, i, w.items[weapon].reach)
    best = 0
    while left:
        best = max(best, weapon_on(w, i, weapon, smallest(left), harder))
        left &= left - 1
    return best


@rule()
def best_weapon(w: World, i: int, mask: int) -> int:
    if is_single(mask):
        return smallest(mask)
    return most((weapon_worth(w, i, g, 0), g) for g in members(mask))


@rule("SM-84", "SM-107")
def caught(w: World, i: int, area: int, j: int) -> int:
    """By a harmful area around this one: how many more of the others than of one's own."""
    if j < 0 or not is_area(area):
        return 1
    touched = everyone_in_area(w, i, area, j)
    return sum(1 if is_enemy(w, i, k) else -1 for k in members(touched))


@rule("SM-84")
def best_caught(w: World, i: int, spell: int, mask: int) -> int:
    """Those of these around whom a spell that harms catches the most for the fewest friends."""
    if not is_harmful(w, spell):
        return mask
    best = 0
    most = -w.n
    for j in members(mask):
        more = caught(w, i, w.spells[spell].area, j)
        if more > most:
            best = 0
            most = more
        if more == most:
            best |= 1 << j
    return best


@rule()
def spell_worth(w: World, i: int, spell: int) -> int:
    """Harm times the faces that succeed, by whom it catches; healing for who needs it."""
    s = w.spells[spell]
    targets = spell_targets(w, i, spell)
    if s.restores:
        j = worst_off(w, targets)
        needs = s.wound == 1 or w.creatures[j].harm <= LITTLE_HARM
        return faces_for(w, i, spell, targets) if needs else 0
    if s.harm == 0:
        return 0
    j = smallest(best_caught(w, i, spell, targets))
    more = max(0, caught(w, i, s.area, j))
    return s.harm * faces_for(w, i, spell, targets) * more


@rule("SM-63", "SM-80")
def faces_for(w: World, i: int, spell: int, targets: int) -> int:
    """Of twenty faces, how many succeed in casting this at the first of these."""
    cast_task(w, w.weighed, spell, 1 << smallest(targets))
    level = level_for(w, w.weighed, i)
    forget_task(w.weighed)
    return SUCCESSES[level]


@rule()
def best_spell(w: World, i: int, mask: int) -> int:
    if is_single(mask):
        return smallest(mask)
    return most((spell_worth(w, i, spell), spell) for spell in members(mask))


@rule("SM-107", "SM-116")
def attack_worth(w: World, i: int, a: int, j: int) -> int:
    """Its harm, or one for a hex, by whom it catches; below zero where that is mostly one's own."""
    attack = w.attacks[a]
    harm = attack.harm + harm_of(attack.weight) + 1
    return harm * caught(w, i, attack.area, j)


@rule("SM-116")
def attack_on(w: World, i: int, j: int, mask: int) -> int:
    """The one of these attacks that is worth most against this enemy."""
    if is_single(mask):
        return smallest(mask)
    return most((attack_worth(w, i, a, j), a) for a in members(mask))


@rule("SM-116")
def best_attack(w: World, i: int, mask: int) -> int:
    """Against the one who is aimed at."""
    return attack_on(w, i, first_left(w), mask)


@rule("SM-107", "SM-116")
def worth_striking(w: World, i: int, mask: int, least: int) -> int:
    """Those of these enemies against whom some attack is worth so much."""
    worth = 0
    for j in range(w.n):
        attacks = attacks_for(w, i, j) if contains(mask, j) else 0
        if attacks and attack_worth(w, i, attack_on(w, i, j, attacks), j) >= least:
            worth |= 1 << j
    return worth


@rule()
def spell_in_mind(w: World, i: int) -> int:
    """What the best spell of a character is worth now."""
    left = castable(w, i)
    best = 0
    while left:
        best = max(best, spell_worth(w, i, smallest(left)))
        left &= left - 1
    return best


@rule("SM-6", "SM-7")
def wants_quicken(w: World, i: int, weapon: int, worth: int, temperament: int) -> bool:
    """Two blows a level harder beat one, until they cannot hit; careful wants them sure."""
    if w.creatures[i].actions != 1 or weapon < 0:
        return False
    twice = 2 * weapon_worth(w, i, weapon, QUICKENED)
    sure = 2 * SURE * harm_of(w.items[weapon].weapon)
    return twice > worth if temperament == BOLD else twice >= sure


@rule()
def is_outmatched(w: World, i: int) -> bool:
    mine = 0
    theirs = 0
    for j in range(w.n):
        if in_fight(w, j):
            if is_enemy(w, i, j):
                theirs += life_left(w, j)
            else:
                mine += life_left(w, j)
    return theirs > mine


@rule("SM-76")
def most_room(w: World, mask: int) -> int:
    """Who of these has the most slots free."""
    best = -1
    most = -1
    for i in range(w.n):
        free = capacity(w, i) - slots_filled(w, i)
        if contains(mask, i) and free > most:
            best = i
            most = free
    return best


@rule("SM-99")
def harmless_things(w: World, mask: int) -> int:
    """Those of these that are not cursed."""
    return those(g for g in members(mask) if w.items[g].curse == 0)


@rule()
def longest_wound(w: World, i: int, mask: int) -> int:
    return most((w.creatures[i].rests[k], k) for k in members(mask))
