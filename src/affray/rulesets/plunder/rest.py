"""After the fight: rests, recovery, and arrows counted."""

from affray.rules.ask import ONGOING, Ask, choose, note, roll, rule
from affray.rules.pools import D6

from .abilities import is_monster
from .blows import check_death
from .body import conditions, wake
from .durations import tell_cleared
from .events import Event
from .inventory import has, notch
from .kinds import Property, Question, Rest, Roll, Tires
from .state import ITEMS, World

WORN_FROM = 4


@rule("PL-110")
def count_arrows(ask: Ask, w: World, i: int) -> None:
    """Who has shot rolls a d6; 4 or more notches the ammunition."""
    c = w.creatures[i]
    if not c.shot:
        return
    c.shot = 0
    for k in range(ITEMS):
        if c.gear[k] >= 0 and has(w, c.gear[k], Property.AMMUNITION):
            if roll(ask, Roll.AMMUNITION, i, D6) >= WORN_FROM:
                notch(ask, w, i, k)
            return


@rule("PL-132")
def drop_wound(w: World, i: int, gone: int) -> None:
    c = w.creatures[i]
    for k in range(gone, c.wounds - 1):
        c.wound_conditions[k] = c.wound_conditions[k + 1]
        c.wound_until[k] = c.wound_until[k + 1]
        c.wound_severity[k] = c.wound_severity[k + 1]
        c.wound_tried[k] = c.wound_tried[k + 1]
    c.wounds -= 1
    c.wound_conditions[c.wounds] = 0
    c.wound_until[c.wounds] = 0
    c.wound_severity[c.wounds] = 0
    c.wound_tried[c.wounds] = 0


@rule("PL-132")
def try_wounds(ask: Ask, w: World, i: int, rest: int) -> None:
    """A hit die against the severity; a failure waits for a longer rest, or for ever."""
    c = w.creatures[i]
    k = 0
    while k < c.wounds:
        if c.wound_until[k] > 0:
            note(ask, Event.WOUND_ENDS, i, c.wounds - 1)
            be_rid_of(ask, w, i, k)
            continue
        if c.wound_tried[k] >= rest:
            k += 1
        elif roll(ask, Roll.RECOVERY, i, c.hit_die) >= c.wound_severity[k]:
            note(ask, Event.RECOVERED, i, c.wound_severity[k])
            be_rid_of(ask, w, i, k)
        else:
            note(ask, Event.NOT_RECOVERED, i, c.wound_severity[k])
            c.wound_tried[k] = rest
            k += 1


@rule("PL-98", "PL-132")
def be_rid_of(ask: Ask, w: World, i: int, gone: int) -> None:
    """A Wound goes, and with it what no other Wound brings."""
    before = conditions(w, i)
    drop_wound(w, i, gone)
    tell_cleared(ask, w, i, before)


@rule("PL-112", "PL-132")
def restore(ask: Ask, w: World, i: int, rest: int) -> None:
    c = w.creatures[i]
    if rest == Rest.SHORT:
        gained = 1 if c.hp == 0 else roll(ask, Roll.HIT_POINTS, i, c.hit_die)
        c.hp = min(c.max_hp, c.hp + gained)
    else:
        c.hp = c.max_hp
        regain_strength(ask, w, i, rest)
    try_wounds(ask, w, i, rest)
    note(ask, Event.REST, i, rest, c.hp)


@rule("PL-57", "PL-112", "PL-132")
def regain_strength(ask: Ask, w: World, i: int, rest: int) -> None:
    """A long rest brings the Magic Dice back and takes 1 Exhaustion, a full one all of it."""
    c = w.creatures[i]
    if c.magic_left < c.magic_dice:
        c.magic_left = c.magic_dice
        note(ask, Event.MAGIC_BACK, i, c.magic_dice)
    if c.exhaustion > 0:
        c.exhaustion = 0 if rest == Rest.FULL else c.exhaustion - 1
        note(ask, Event.EXHAUSTED, i, c.exhaustion, Tires.REST)


@rule("PL-125")
def calm_down(ask: Ask, w: World, i: int) -> None:
    """The rage is paid for when the fighting is over."""
    c = w.creatures[i]
    if c.raging:
        c.raging = 0
        note(ask, Event.CALMS, i)
        c.exhaustion += 1
        note(ask, Event.EXHAUSTED, i, c.exhaustion, Tires.RAGE)


@rule("PL-58", "PL-108", "PL-110", "PL-132")
def rest_all(ask: Ask, w: World, won: int) -> None:
    """Every living character of the side that holds the field may rest; rage can still kill."""
    for i in range(w.n):
        c = w.creatures[i]
        holds_field = won == ONGOING or won == c.side
        if c.dead or is_monster(w, i) or not holds_field:
            continue
        wake(ask, w, i)
        calm_down(ask, w, i)
        check_death(ask, w, i)
        if c.dead:
            continue
        count_arrows(ask, w, i)
        rest = choose(ask, w, i, Question.REST, 0b1111)
        if rest != Rest.NONE:
            restore(ask, w, i, rest)
