"""How the computer fights: bold quickens and steps in, careful minds its wounds."""

from affray.rules.among import first, least, those
from affray.rules.ask import Ask, rule
from affray.rules.masks import contains, members, smallest

from .attacks import task_level
from .checks import is_rolled_for
from .counters import caster, spell_level
from .gathering import things_to_take
from .gear import harm_of
from .kinds import Act, Answer, Being, Cure, Pastime, Question, Reaction, Weight
from .reach import attacks_for, in_attacks_reach, usable_weapons
from .rulings import HarmRecovery
from .space import can_leave, close, is_enemy, open_ways, zone_steps
from .state import HIGHEST, World
from .valuation import (
    BOLD,
    SUCCESSES,
    best_attack,
    best_caught,
    best_spell,
    best_weapon,
    easiest,
    harmless_things,
    is_outmatched,
    life_left,
    longest_wound,
    most_appealing,
    most_room,
    quarry,
    spell_in_mind,
    wants_quicken,
    weapon_worth,
    worst_off,
    worth_striking,
)
from .wound_names import WoundName

TEMPERAMENTS = ("random", "bold", "careful")
LAST_BEARABLE = 5


@rule()
def target_wanted(w: World, i: int, mask: int) -> int:
    """A creature by its nature; a player the one nearest to its end; a friend the worst off."""
    enemies = those(j for j in members(mask) if is_enemy(w, i, j))
    if enemies == 0:
        return worst_off(w, mask)
    if w.creatures[i].being == Being.CREATURE:
        return most_appealing(w, i, enemies)
    return easiest(w, i, enemies)


@rule("SM-84", "SM-89")
def aim_wanted(w: World, i: int, mask: int) -> int:
    """Where the spell catches the most; a reaction has no area."""
    spell = w.blow.spell
    return target_wanted(w, i, best_caught(w, i, spell, mask) if spell >= 0 else mask)


@rule("SM-107", "SM-116")
def strike_wanted(w: World, i: int, mask: int) -> int:
    """A creature keeps to those it can strike without catching mostly its own."""
    if w.creatures[i].being != Being.CREATURE:
        return target_wanted(w, i, mask)
    worth = worth_striking(w, i, mask, 1)
    if worth == 0:
        worth = worth_striking(w, i, mask, 0)
    return target_wanted(w, i, worth if worth else mask)


@rule()
def way_toward(w: World, j: int, mask: int) -> int:
    """The zone of the mask that is nearest to somebody."""
    there = w.creatures[j].zone
    return least((zone_steps(w, z, there), z) for z in members(mask))


@rule()
def approach(w: World, i: int, mask: int) -> int:
    """Into the knot of whom one goes for, or toward them."""
    j = quarry(w, i)
    if j < 0:
        return Act.DONE
    if w.creatures[j].zone == w.creatures[i].zone:
        joins = contains(mask, Act.JOIN) and not close(w, i, j)
        return Act.JOIN if joins else Act.DONE
    return Act.GO if contains(mask, Act.GO) else Act.DONE


@rule("SM-116")
def creature_act(w: World, i: int, mask: int) -> int:
    """Flee when hurt enough, keep away if that is its way, strike, else close in."""
    c = w.creatures[i]
    if is_fleeing(w, i, 0) and c.actions > 0:
        return Act.GIVE_UP if can_leave(w, i) else way_to_exit(w, i, mask)
    crowded = c.keeps_away and c.moved <= 0 and contains(mask, Act.STEP_AWAY)
    if crowded and enemy_is_close(w, i):
        return Act.STEP_AWAY
    if contains(mask, Act.ATTACK) and would_catch_own(w, i, mask):
        return clear_of_own(w, i, mask)
    if contains(mask, Act.ATTACK):
        j = quarry(w, i)
        if c.moved <= 0 and j >= 0 and not reaches(w, i, j) and not c.keeps_away:
            act = approach(w, i, mask)
            return act if act != Act.DONE else Act.ATTACK
        return Act.ATTACK
    return approach(w, i, mask) if c.actions > 0 else Act.DONE


@rule("SM-107", "SM-116")
def would_catch_own(w: World, i: int, mask: int) -> bool:
    """Mostly its own side, whomever it strikes; as many of both where it could step away first."""
    may_step = w.creatures[i].moved <= 0 and contains(mask, Act.STEP_AWAY)
    return worth_striking(w, i, in_attacks_reach(w, i), 1 if may_step else 0) == 0


@rule("SM-107", "SM-116")
def clear_of_own(w: World, i: int, mask: int) -> int:
    """Out of its own area, or up to somebody it can strike alone; with no move left it waits."""
    if w.creatures[i].moved > 0:
        return Act.DONE
    if contains(mask, Act.STEP_AWAY):
        return Act.STEP_AWAY
    return approach(w, i, mask)


@rule("SM-111", "SM-116")
def way_to_exit(w: World, i: int, mask: int) -> int:
    """On the run from where there is no exit: toward one, or hands up where no way leads there."""
    return Act.GO if contains(mask, Act.GO) and toward_exit(w, i) >= 0 else Act.GIVE_UP


@rule("SM-111", "SM-116")
def toward_exit(w: World, i: int) -> int:
    """The zone next to this one that is nearer to the nearest exit, or none."""
    here = w.creatures[i].zone
    out = least((zone_steps(w, here, z), z) for z in range(w.zonecount) if w.zones[z].exit)
    if out < 0:
        return -1
    return first(
        z
        for z in range(w.zonecount)
        if contains(open_ways(w, i), z) and zone_steps(w, z, out) < zone_steps(w, here, out)
    )


@rule("SM-111", "SM-116")
def is_fleeing(w: World, i: int, temperament: int) -> bool:
    """A creature that is hurt enough; a character one wound from death, the bold if outmatched."""
    c = w.creatures[i]
    if c.being == Being.CREATURE:
        return c.wounds >= c.flees_at
    return c.wounds >= LAST_BEARABLE and (temperament != BOLD or is_outmatched(w, i))


@rule()
def reaches(w: World, i: int, j: int) -> bool:
    return attacks_for(w, i, j) != 0


@rule()
def enemy_is_close(w: World, i: int) -> bool:
    return any(is_enemy(w, i, j) and close(w, i, j) for j in range(w.n))


@rule()
def character_act(w: World, i: int, mask: int, temperament: int) -> int:
    """Heal, strike with what hits hardest, else close in."""
    c = w.creatures[i]
    if is_fleeing(w, i, temperament) and c.actions > 0:
        if can_leave(w, i):
            return Act.GIVE_UP
        if contains(mask, Act.GO) and toward_exit(w, i) >= 0:
            return Act.GO
    if c.actions == 0:
        return Act.DONE
    weapon = best_weapon(w, i, usable_weapons(w, i))
    blow = weapon_worth(w, i, weapon, 0) if weapon >= 0 else 0
    magic = spell_in_mind(w, i)
    if c.moved <= 0 and not enemy_is_close(w, i) and wants_hand_to_hand(w, i, max(blow, magic)):
        act = approach(w, i, mask)
        if act != Act.DONE:
            return act
    if blow > 0 or magic > 0:
        if contains(mask, Act.QUICKEN) and wants_quicken(w, i, weapon, blow, temperament):
            return Act.QUICKEN
        return Act.CAST if magic >= blow else Act.ATTACK
    if contains(mask, Act.TREAT):
        return Act.TREAT
    return Act.ATTACK if contains(mask, Act.ATTACK) else approach(w, i, mask)


@rule()
def wants_hand_to_hand(w: World, i: int, here: int) -> bool:
    """The heaviest thing carried is for close quarters, and nothing does as much from here."""
    j = quarry(w, i)
    if j < 0 or w.creatures[j].zone != w.creatures[i].zone:
        return here == 0
    heaviest = max(
        (
            harm_of(w.items[g].weapon)
            for g in w.creatures[i].items
            if g >= 0 and w.items[g].weapon != Weight.NONE
        ),
        default=0,
    )
    return heaviest * SUCCESSES[min(HIGHEST, task_level(w, j))] > here


@rule("SM-10")
def block_wanted(w: World, j: int, temperament: int) -> int:
    """Bold always steps in; careful only for one who is worse off."""
    if temperament == BOLD:
        return Reaction.YES
    worse = life_left(w, w.blow.target) <= life_left(w, j)
    return Reaction.YES if worse else Reaction.NO


@rule("SM-9", "SM-94")
def counter_wanted(w: World, i: int, temperament: int) -> int:
    """Where it has a chance; bold tries against anything it could undo. Friends know best."""
    if not is_enemy(w, caster(w), i):
        return Reaction.NO
    most = 7 if temperament == BOLD else 6
    return Reaction.YES if spell_level(w) + 1 <= most else Reaction.NO


@rule("SM-26")
def thing_to_drop(w: World, i: int, mask: int) -> int:
    """What is neither worn nor a weapon, the last first; else the lightest weapon."""
    best = smallest(mask)
    least = 99
    for g in members(mask):
        use = 5 * w.items[g].weapon + (20 if g == w.creatures[i].worn else 0)
        if w.items[g].eases:
            use += 1
        if use <= least:
            least = use
            best = g
    return best


@rule("SM-43", "SM-49", "SM-52")
def pastime_wanted(w: World, mask: int) -> int:
    """Knowledge and magic first, then the field, then lodgings and rest until all is well."""
    if contains(mask, Pastime.TEND):
        return Pastime.TEND
    if contains(mask, Pastime.SEE_HEALER):
        return Pastime.SEE_HEALER
    if contains(mask, Pastime.HEAL) and wounded_by_time(w):
        return Pastime.HEAL
    if contains(mask, Pastime.TREAT) and not tried(w):
        return Pastime.TREAT
    if not wounded_by_time(w):
        return Pastime.GO_ON
    if contains(mask, Pastime.FIND_LODGING):
        return Pastime.FIND_LODGING
    return Pastime.REST


@rule()
def wounded_by_time(w: World) -> bool:
    """Whether a night would do anybody good."""
    for i in range(w.n):
        c = w.creatures[i]
        if is_rolled_for(w, i) and not c.dead:
            if c.harm < c.max_harm and w.rulings.harm_recovery == HarmRecovery.SAFE_REST:
                return True
            if any(c.rests[k] > 0 and c.incurable[k] != Cure.NOTHING for k in range(c.wounds)):
                return True
    return False


@rule()
def tried(w: World) -> bool:
    return any(
        any(w.creatures[i].tries[k] > 0 for k in range(w.creatures[i].wounds)) for i in range(w.n)
    )


@rule()
def decide(ask: Ask, w: World, who: int, question: int, mask: int, temperament: int) -> int:
    if question == Question.ACTION:
        if w.creatures[who].being == Being.CREATURE:
            return creature_act(w, who, mask)
        return character_act(w, who, mask, temperament)
    if question == Question.TARGET:
        return strike_wanted(w, who, mask)
    if question == Question.AIM:
        return aim_wanted(w, who, mask)
    if question == Question.WEAPON:
        return best_weapon(w, who, mask)
    if question == Question.ATTACK:
        return best_attack(w, who, mask)
    if question == Question.SPELL:
        return best_spell(w, who, mask)
    if question == Question.BLOCK:
        return block_wanted(w, who, temperament)
    if question == Question.COUNTER:
        return counter_wanted(w, who, temperament)
    if question == Question.ZONE:
        return zone_wanted(w, who, mask, temperament)
    return decide_lesser(w, who, question, mask)


@rule("SM-111", "SM-116")
def zone_wanted(w: World, i: int, mask: int, temperament: int) -> int:
    """On the run toward an exit, else toward whom one goes for."""
    out = toward_exit(w, i)
    if is_fleeing(w, i, temperament) and out >= 0 and contains(mask, out):
        return out
    j = quarry(w, i)
    return way_toward(w, j, mask) if j >= 0 else smallest(mask)


@rule()
def decide_lesser(w: World, who: int, question: int, mask: int) -> int:
    if question == Question.CLOSE_WITH or question == Question.HEARER:
        return target_wanted(w, who, mask)
    if question == Question.GATHER:
        wanted = harmless_things(w, things_to_take(w)) != 0
        return Answer.YES if wanted else Answer.NO
    if question == Question.PICK_UP:
        safe = harmless_things(w, mask)
        return smallest(safe if safe else mask)
    if question == Question.TAKER:
        return most_room(w, mask)
    if question == Question.TAKE:
        return Answer.YES
    if question == Question.REACT:
        has_spell = contains(mask, Reaction.YES) and spell_in_mind(w, who) > 0
        return Reaction.YES if has_spell else Reaction.NO
    if question == Question.PATIENT:
        return worst_off(w, mask)
    if question == Question.NAME:
        own = contains(mask, WoundName.ROLL_FOR_IT)
        return WoundName.ROLL_FOR_IT if own else smallest(mask)
    if question == Question.DROP:
        return thing_to_drop(w, who, mask)
    if question == Question.WOUND:
        return longest_wound(w, who, mask)
    if question == Question.PASTIME:
        return pastime_wanted(w, mask)
    return smallest(mask)
