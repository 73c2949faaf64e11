"""What is declared besides an action, for nothing: a weapon taken in hand, a grip let go."""

from affray.rules.among import those
from affray.rules.ask import Ask, choose, rule
from affray.rules.masks import members

from .blows import let_go
from .inventory import draw_weapon, place_of
from .kinds import Act, Carry, Question
from .reach import melee_weapons, ranged_weapons
from .state import World


@rule("PL-65", "PL-109")
def asides(w: World, i: int) -> int:
    """What can be declared besides, for nothing: to take a weapon in hand, to let go."""
    s = w.sealed[i]
    c = w.creatures[i]
    options = 0
    if s.ready < 0 and ready_weapons(w, i) and not c.fleeing:
        options |= 1 << Act.READY
    if c.partner >= 0 and c.holds and not s.let_go:
        options |= 1 << Act.LET_GO
    return options


@rule("PL-109")
def ready_weapons(w: World, i: int) -> int:
    """Weapons on the belt, for a hand that works."""
    at_hand = melee_weapons(w, i) | ranged_weapons(w, i)
    return those(g for g in members(at_hand) if g != w.fist and is_ready(w, i, g))


@rule("PL-109")
def is_ready(w: World, i: int, g: int) -> bool:
    """On the belt, and not in hand."""
    k = place_of(w, i, g)
    return k >= 0 and w.creatures[i].carried[k] == Carry.EQUIPPED


@rule("PL-65", "PL-109")
def declare_aside(ask: Ask, w: World, i: int) -> None:
    if w.sealed[i].act == Act.READY:
        declare_ready(ask, w, i)
    else:
        w.sealed[i].let_go = 1


@rule("PL-109")
def declare_ready(ask: Ask, w: World, i: int) -> None:
    """Which weapon comes to hand."""
    w.sealed[i].ready = choose(ask, w, i, Question.ITEM, ready_weapons(w, i))


@rule("PL-65", "PL-109", "PL-134")
def reveal_asides(ask: Ask, w: World, i: int) -> None:
    """What was declared besides: a weapon in hand, a grip let go."""
    s = w.sealed[i]
    if s.ready >= 0:
        draw_weapon(ask, w, i, s.ready, 0)
    if s.let_go:
        let_go(ask, w, i)
