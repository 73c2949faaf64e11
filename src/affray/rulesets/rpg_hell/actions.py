"""The default actions: moving, shoving, holding, hiding, things and dice kept back."""

from affray.rules.among import those
from affray.rules.ask import Ask, choose, note, roll, rule
from affray.rules.masks import contains, members
from affray.rules.pools import D6, PLUS

from .aim import can_attack
from .arts import has_usable_art, use_art
from .attack import attack
from .contest import befall, give_for_contest, is_friend_near, open_contest, tell_stat
from .dice import dice_left, dies, give_die, give_pair, pairs
from .events import Event
from .harm import alive, hurt, rouse
from .healing import come_to
from .kinds import (
    HIDDEN_FROM,
    WELL_HIDDEN_FROM,
    Act,
    Effect,
    Hiding,
    Question,
    Roll,
    Stat,
)
from .moves import MOST_MOVES, can_move, can_stand, go_prone, move, stand
from .rulings import LockedDieAsPayment
from .sheet import floats, holds_shield, is_prone, stat
from .space import (
    distance,
    has_cover,
)
from .state import HELD, World
from .things import has_usable_item, use_item


@rule("RH-82", "RH-83")
def neighbours(w: World, i: int) -> int:
    """Enemies within a tile."""
    mask = 0
    for j in range(w.n):
        t = w.creatures[j]
        enemy = t.side != w.creatures[i].side and alive(w, j) and not t.world
        if enemy and t.hiding < Hiding.HIDDEN and distance(w, i, j) <= 1:
            mask |= 1 << j
    return mask


@rule("RH-83")
def can_be_grabbed(w: World, i: int, near: int) -> int:
    """Of those within a tile, whom one does not hold yet."""
    return those(j for j in members(near) if w.creatures[j].grappled_by != i)


@rule("RH-91")
def unloaded(w: World, i: int) -> bool:
    c = w.creatures[i]
    return any(
        c.weapons[k] >= 0 and c.loaded[k] < w.weapons[c.weapons[k]].loading for k in range(HELD)
    )


@rule("RH-89")
def burning_near(w: World, i: int) -> int:
    """Oneself and one's own within a tile, as far as they burn."""
    return those(
        j
        for j in range(w.n)
        if w.creatures[j].stacks[Effect.BURN] > 0 and is_friend_near(w, i, j, 1, 0)
    )


@rule("RH-88", "RH-110")
def can_hunker(w: World, i: int) -> bool:
    """Behind a wall or a shield, which hides even one who glows."""
    c = w.creatures[i]
    return c.hiding == Hiding.SEEN and (has_cover(w, i) or holds_shield(w, i))


@rule("RH-86")
def anyone_unseen(w: World, i: int) -> bool:
    return any(
        w.creatures[j].side != w.creatures[i].side
        and alive(w, j)
        and w.creatures[j].hiding != Hiding.SEEN
        for j in range(w.n)
    )


@rule("RH-57", "RH-125")
def sleepers(w: World, i: int) -> int:
    """Friends within a tile who are asleep, or out cold and healed enough to be woken."""
    return those(
        j
        for j in range(w.n)
        if (w.creatures[j].asleep or w.creatures[j].wakeable)
        and (j != i and w.creatures[j].side == w.creatures[i].side and alive(w, j))
        and distance(w, i, j) <= 1
    )


@rule("RH-57", "RH-125")
def wake(ask: Ask, w: World, i: int) -> None:
    """Two dice, and a sleeper is awake."""
    j = choose(ask, w, i, Question.TARGET, sleepers(w, i))
    give_pair(ask, w, i, choose(ask, w, i, Question.PAIR, pairs(w, i)))
    rouse(ask, w, j)
    come_to(ask, w, j)


@rule("RH-6", "RH-22", "RH-23", "RH-24", "RH-78", "RH-110")
def dear_acts(w: World, i: int) -> int:
    """What two dice buy."""
    c = w.creatures[i]
    options = 0
    if can_attack(w, i):
        options |= 1 << Act.ATTACK
    if dice_left(w, i) < 2:
        return options
    near = neighbours(w, i)
    if near:
        options |= 1 << Act.SHOVE
        if can_be_grabbed(w, i, near):
            options |= 1 << Act.GRAPPLE
    if c.grappled_by >= 0:
        options |= 1 << Act.ESCAPE
    if c.hiding < Hiding.HIDDEN and c.stacks[Effect.GLOWING] == 0:
        options |= 1 << Act.HIDE
    if burning_near(w, i):
        options |= 1 << Act.PUT_OUT_FIRE
    if sleepers(w, i):
        options |= 1 << Act.WAKE
    return options


@rule("RH-6", "RH-73", "RH-75", "RH-80", "RH-81", "RH-86", "RH-88", "RH-91")
def cheap_acts(w: World, i: int) -> int:
    """What one die buys, or none."""
    c = w.creatures[i]
    options = 0
    if can_move(w, i):
        options |= 1 << Act.MOVE
    if can_stand(w, i):
        options |= 1 << Act.STAND
    if dice_left(w, i) > 0:
        if not is_prone(w, i) and not floats(w, i) and c.moves < MOST_MOVES:
            options |= 1 << Act.GO_PRONE
        if unloaded(w, i):
            options |= 1 << Act.RELOAD
        if can_hunker(w, i):
            options |= 1 << Act.HUNKER_DOWN
        if anyone_unseen(w, i):
            options |= 1 << Act.SEARCH
        options |= 1 << Act.LOCK
    if c.locked > 0 and w.rulings.locked_die_as_payment == LockedDieAsPayment.ANY:
        options |= 1 << Act.UNLOCK
    return options


@rule("RH-6", "RH-90", "RH-93")
def acts(w: World, i: int) -> int:
    """All that the dice left can buy; stopping is always open."""
    options = 1 << Act.HOLD | dear_acts(w, i) | cheap_acts(w, i)
    if has_usable_art(w, i):
        options |= 1 << Act.ART
    if has_usable_item(w, i):
        options |= 1 << Act.ITEM
    return options


@rule("RH-23", "RH-67", "RH-82", "RH-83")
def wrestle(ask: Ask, w: World, i: int, targets: int, line: int) -> None:
    """A Body contest with one beside: pushed two tiles, or held."""
    j = choose(ask, w, i, Question.TARGET, targets)
    note(ask, Event.GRABS if line == w.grabbed else Event.SHOVES, i, j)
    score = give_for_contest(ask, w, i, True)
    open_contest(w, i, score, 1 << j, Stat.BODY, Stat.BODY)
    w.contest.on_win = line


@rule("RH-84")
def escape(ask: Ask, w: World, i: int) -> None:
    grappler = w.creatures[i].grappled_by
    note(ask, Event.STRUGGLES, i, grappler)
    score = give_for_contest(ask, w, i, True)
    open_contest(w, i, score, 1 << grappler, Stat.BODY, Stat.BODY)
    w.contest.escape = 1


@rule("RH-91")
def reload(ask: Ask, w: World, i: int) -> None:
    give_die(ask, w, i, choose(ask, w, i, Question.DIE, dies(w, i)))
    refill(w, i, False)
    note(ask, Event.RELOADED, i)


@rule("RH-60", "RH-91", "RH-126")
def refill(w: World, i: int, only_by_itself: bool) -> None:
    c = w.creatures[i]
    for k in range(HELD):
        g = c.weapons[k]
        if g >= 0 and w.weapons[g].loading > 0 and (w.weapons[g].autoload or not only_by_itself):
            c.loaded[k] = w.weapons[g].loading


@rule("RH-63", "RH-64", "RH-87")
def hide(ask: Ask, w: World, i: int) -> None:
    """A Thieving check: 8 hides, 11 hides well."""
    c = w.creatures[i]
    score = give_for_contest(ask, w, i, True)
    if score == 0:
        skill = stat(w, i, Stat.THIEVING)
        tell_stat(ask, w, i, Stat.THIEVING)
        score = roll(ask, Roll.HIDE, i, 2 * D6 + skill * PLUS)
    if score >= WELL_HIDDEN_FROM:
        c.hiding = Hiding.FULLY_HIDDEN
    elif score >= HIDDEN_FROM:
        c.hiding = Hiding.HIDDEN
    note(ask, Event.HIDES if score >= HIDDEN_FROM else Event.NOT_HIDDEN, i, score)


@rule("RH-88", "RH-115")
def hunker_down(ask: Ask, w: World, i: int) -> None:
    give_die(ask, w, i, choose(ask, w, i, Question.DIE, dies(w, i)))
    w.creatures[i].hiding = Hiding.OBSCURED
    note(ask, Event.HIDES, i)


@rule("RH-86")
def search(ask: Ask, w: World, i: int) -> None:
    """As many tiles as the face given; the Hidden only if nobody there is Obscured."""
    face = give_die(ask, w, i, choose(ask, w, i, Question.DIE, dies(w, i)))
    note(ask, Event.SEARCHES, i, face)
    found = any(
        unseen_within(w, i, j, face) and w.creatures[j].hiding == Hiding.OBSCURED
        for j in range(w.n)
    )
    for j in range(w.n):
        if unseen_within(w, i, j, face):
            t = w.creatures[j]
            if not found or t.hiding == Hiding.OBSCURED:
                t.hiding = Hiding.SEEN
                note(ask, Event.FOUND, j)


@rule("RH-86")
def unseen_within(w: World, i: int, j: int, tiles: int) -> bool:
    t = w.creatures[j]
    enemy = t.side != w.creatures[i].side and alive(w, j)
    return enemy and t.hiding != Hiding.SEEN and distance(w, i, j) <= tiles


@rule("RH-89")
def put_out_fire(ask: Ask, w: World, i: int) -> None:
    """All Burn goes from oneself or from a friend beside."""
    j = choose(ask, w, i, Question.TARGET, burning_near(w, i))
    give_pair(ask, w, i, choose(ask, w, i, Question.PAIR, pairs(w, i)))
    w.creatures[j].stacks[Effect.BURN] = 0
    note(ask, Event.CLEARED, j, Effect.BURN)


@rule("RH-73", "RH-74", "RH-77")
def lock(ask: Ask, w: World, i: int) -> None:
    """The die given is kept; the one kept before goes."""
    face = give_die(ask, w, i, choose(ask, w, i, Question.DIE, dies(w, i)))
    w.creatures[i].locked = face
    note(ask, Event.LOCKED, i, face)


@rule("RH-75")
def unlock(ask: Ask, w: World, i: int) -> None:
    """Back into the pool, as a die of its face."""
    c = w.creatures[i]
    c.pool[c.locked - 1] += 1
    note(ask, Event.UNLOCKED, i, c.locked)
    c.locked = 0


@rule("RH-6", "RH-17", "RH-78")
def carry_out(ask: Ask, w: World, i: int, act: int) -> None:
    """One action, bought with the dice it asks for."""
    if act == Act.ATTACK:
        attack(ask, w, i)
    elif act == Act.MOVE:
        move(ask, w, i)
    elif act == Act.ART:
        use_art(ask, w, i)
    elif act == Act.ITEM:
        use_item(ask, w, i)
    elif act == Act.SHOVE:
        wrestle(ask, w, i, neighbours(w, i), w.shoved)
    elif act == Act.GRAPPLE:
        wrestle(ask, w, i, can_be_grabbed(w, i, neighbours(w, i)), w.grabbed)
    elif act == Act.ESCAPE:
        escape(ask, w, i)
    else:
        carry_out_lesser(ask, w, i, act)


@rule("RH-6", "RH-73", "RH-81", "RH-86", "RH-88", "RH-89", "RH-91")
def carry_out_lesser(ask: Ask, w: World, i: int, act: int) -> None:
    if act == Act.STAND:
        stand(ask, w, i)
    elif act == Act.GO_PRONE:
        go_prone(ask, w, i)
    elif act == Act.RELOAD:
        reload(ask, w, i)
    elif act == Act.HIDE:
        hide(ask, w, i)
    elif act == Act.HUNKER_DOWN:
        hunker_down(ask, w, i)
    elif act == Act.SEARCH:
        search(ask, w, i)
    elif act == Act.PUT_OUT_FIRE:
        put_out_fire(ask, w, i)
    elif act == Act.LOCK:
        lock(ask, w, i)
    elif act == Act.WAKE:
        wake(ask, w, i)
    else:
        unlock(ask, w, i)


@rule("RH-14", "RH-156")
def world_turn(ask: Ask, w: World, i: int) -> None:
    """An event where it is, or a vehicle on every tile it passes; each one near is met once."""
    c = w.creatures[i]
    if c.event_round > 0 and c.event_round != w.round:
        return
    note(ask, Event.WORLD, i)
    steps = max(abs(c.drift_x), abs(c.drift_y))
    from_x = c.x
    from_y = c.y
    met = 0
    for k in range(1, max(1, steps) + 1):
        x = min(w.width - 1, max(0, from_x + part_of(c.drift_x, k, steps)))
        y = min(w.height - 1, max(0, from_y + part_of(c.drift_y, k, steps)))
        if c.x != x or c.y != y:
            note(ask, Event.MOVED, i, x, y)
        c.x = x
        c.y = y
        near = those(j for j in range(w.n) if is_met(w, i, j)) & ~met
        met |= near
        meet(ask, w, i, near)


@rule("RH-156")
def part_of(drift: int, k: int, steps: int) -> int:
    """How far along its drift a vehicle is after k of so many steps."""
    return (2 * k * drift + steps) // (2 * steps) if steps > 0 else 0


@rule("RH-14", "RH-156")
def is_met(w: World, i: int, j: int) -> bool:
    """Somebody alive within the radius of an entry of the world."""
    here = distance(w, i, j) <= w.creatures[i].event_radius
    return here and alive(w, j) and not w.creatures[j].world


@rule("RH-14", "RH-156", "RH-162")
def meet(ask: Ask, w: World, i: int, near: int) -> None:
    """It befalls those near, one after the other in turn order."""
    c = w.creatures[i]
    for t in range(w.n):
        j = w.order[t]
        if contains(near, j):
            hurt(ask, w, j, c.event_damage, c.event_kind, 0, 0)
            if c.event >= 0 and alive(w, j):
                befall(ask, w, i, j, c.event)
