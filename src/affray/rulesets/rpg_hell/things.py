"""Things: what can be used, on whom, and what bursts."""

from affray.rules.among import those
from affray.rules.ask import Ask, choose, note, rule

from .contest import is_friend_near, kindness
from .dice import dice_left, dies, give_die, give_pair, pairs
from .events import Event
from .harm import alive, hurt, strip
from .kinds import Damage, Hiding, Question, Stat
from .riders import give_stacks
from .rulings import FriendlyFire
from .sheet import stat
from .space import (
    distance,
    sees,
)
from .stacks import source_is_over
from .state import POCKETS, World


@rule("RH-93")
def is_usable(w: World, i: int, pocket: int, dice: int) -> bool:
    """Something left there, dice and knowledge enough, and somebody it works on."""
    c = w.creatures[i]
    item = c.items[pocket]
    if item < 0 or c.left[pocket] < 1:
        return False
    thing = w.items[item]
    knows = stat(w, i, Stat.MEDICINE) >= thing.medicine
    return dice >= thing.dice and knows and any(is_meant(w, i, j, item) for j in range(w.n))


@rule("RH-93")
def usable_items(w: World, i: int) -> int:
    c = w.creatures[i]
    dice = dice_left(w, i)
    return those(c.items[k] for k in range(POCKETS) if is_usable(w, i, k, dice))


@rule("RH-93")
def has_usable_item(w: World, i: int) -> bool:
    dice = dice_left(w, i)
    return any(is_usable(w, i, k, dice) for k in range(POCKETS))


@rule("RH-93", "RH-146")
def is_meant(w: World, i: int, j: int, item: int) -> bool:
    """A friend for medicine; an enemy a thrown thing can reach."""
    thing = w.items[item]
    if thing.burst < 0:
        return is_friend_near(w, i, j, thing.range, thing.not_on)
    t = w.creatures[j]
    enemy = t.side != w.creatures[i].side and alive(w, j) and not t.world
    seen = enemy and t.hiding < Hiding.HIDDEN
    return seen and distance(w, i, j) <= thing.range and sees(w, i, j)


@rule("RH-93", "RH-146")
def item_targets(w: World, i: int, item: int) -> int:
    return those(j for j in range(w.n) if is_meant(w, i, j, item))


@rule("RH-93", "RH-134")
def use_item(ask: Ask, w: World, i: int) -> None:
    """Medicine for a friend, or a thing that bursts among the enemies."""
    item = choose(ask, w, i, Question.ITEM, usable_items(w, i))
    thing = w.items[item]
    j = choose(ask, w, i, Question.TARGET, item_targets(w, i, item))
    if thing.dice == 2:
        give_pair(ask, w, i, choose(ask, w, i, Question.PAIR, pairs(w, i)))
    else:
        give_die(ask, w, i, choose(ask, w, i, Question.DIE, dies(w, i)))
    note(ask, Event.ITEM, i, item, j)
    c = w.creatures[i]
    used = False
    for k in range(POCKETS):
        if c.items[k] == item and c.left[k] > 0 and not used:
            c.left[k] -= 1
            used = True
    if thing.burst < 0:
        kindness(ask, w, i, j, thing.does)
    else:
        burst(ask, w, i, j, item)


@rule("RH-78", "RH-93", "RH-162")
def burst(ask: Ask, w: World, i: int, aimed: int, item: int) -> None:
    """Everybody near the tile it lands on, friends too (RH-R75)."""
    thing = w.items[item]
    line = w.lines[thing.does]
    x = w.creatures[aimed].x
    y = w.creatures[aimed].y
    for t in range(w.n):
        j = w.order[t]
        c = w.creatures[j]
        near = max(abs(c.x - x), abs(c.y - y)) <= thing.burst
        spared = c.side == w.creatures[i].side and w.rulings.friendly_fire == FriendlyFire.NO
        if near and alive(w, j) and not c.world and not spared:
            strip(ask, w, j, line.armor_strip)
            hurt(ask, w, j, line.damage, Damage.HAZARD, 0, 0)
            give_stacks(ask, w, i, j, thing.does, 0)
            source_is_over(w)
