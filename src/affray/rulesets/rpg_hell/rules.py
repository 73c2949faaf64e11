"""Rounds and turns: Beginning, Action, End."""

from affray.rules.ask import NOBODY, ONGOING, Ask, choose, dice, note, roll, rule
from affray.rules.pools import D6, PLUS

from .actions import acts, carry_out, refill, world_turn
from .contest import contest_step
from .events import Event
from .harm import alive, can_act, conscious, hurt, knock
from .healing import rest
from .kinds import Act, Answer, Damage, Effect, Phase, Question, Roll
from .rulings import (
    BeginningOrder,
    BurnDecay,
    DeathsDoorEndCheck,
    InitiativeFrequency,
    InitiativeSpeed,
    NeutralRolls,
    SparkingInstances,
)
from .sheet import (
    base_speed,
    combat_dice,
    initiative_bonus,
    is_player,
    speed,
)
from .state import EFFECTS, FACES, LAST_ROUND, READIED, UNROLLED, World
from .weather import weather_end


@rule("RH-8", "RH-9")
def roll_initiative(ask: Ask, w: World, i: int) -> None:
    """Two dice and the Speed, and what a trait adds (RH-R5)."""
    quick = speed(w, i)
    if w.rulings.initiative_speed == InitiativeSpeed.BASE:
        quick = base_speed(w, i)
    c = w.creatures[i]
    for t in c.traits:
        if t >= 0 and w.traits[t].initiative != 0:
            note(ask, Event.FIRST_FOR, i, t, w.traits[t].initiative)
    c.initiative = roll(ask, Roll.INITIATIVE, i, 2 * D6 + (quick + initiative_bonus(w, i)) * PLUS)
    note(ask, Event.INITIATIVE, i, c.initiative)


@rule("RH-14")
def is_of_the_world(w: World, i: int) -> bool:
    """Events, vehicles and neutral people: no fighters, and always last (RH-R9)."""
    return w.creatures[i].world == 1 or w.creatures[i].neutral == 1


@rule("RH-8", "RH-14")
def rolls_initiative(w: World, i: int) -> bool:
    """Every fighter; neutral people among themselves, if they roll at all (RH-R9)."""
    c = w.creatures[i]
    return not c.world and (not c.neutral or w.rulings.neutral_rolls == NeutralRolls.YES)


@rule("RH-10", "RH-11", "RH-12", "RH-14")
def goes_before(w: World, a: int, b: int) -> bool:
    """The higher first; then the faster by nature; then players; the world last."""
    first = w.creatures[a]
    second = w.creatures[b]
    if is_of_the_world(w, a) != is_of_the_world(w, b):
        return is_of_the_world(w, b)
    if rolls_initiative(w, a) != rolls_initiative(w, b):
        return rolls_initiative(w, a)
    if not rolls_initiative(w, a):
        return a < b
    if first.initiative != second.initiative:
        return first.initiative > second.initiative
    if base_speed(w, a) != base_speed(w, b):
        return base_speed(w, a) > base_speed(w, b)
    if is_player(w, a) != is_player(w, b):
        return is_player(w, a)
    return a < b


@rule("RH-12", "RH-14")
def line_up(w: World) -> None:
    for i in range(w.n):
        m = i
        while m > 0 and goes_before(w, i, w.order[m - 1]):
            w.order[m] = w.order[m - 1]
            m -= 1
        w.order[m] = i


@rule("RH-8", "RH-13")
def somebody_came(w: World) -> bool:
    """Whether somebody who came late has yet to roll, as others have: that is before the next
    Round (RH-R83)."""
    rolled = any(w.creatures[i].initiative != UNROLLED for i in range(w.n))
    return rolled and any(
        w.creatures[i].initiative == UNROLLED and rolls_initiative(w, i) and alive(w, i)
        for i in range(w.n)
    )


@rule("RH-1", "RH-8", "RH-13")
def initiative_step(ask: Ask, w: World) -> None:
    """Everybody rolls, in the order of the list; then the first turn begins (RH-R4)."""
    for i in range(w.n):
        c = w.creatures[i]
        if rolls_initiative(w, i) and alive(w, i) and c.initiative == UNROLLED:
            roll_initiative(ask, w, i)
            return
    line_up(w)
    w.turn = 0
    begin_round(ask, w)


@rule("RH-1", "RH-2", "RH-13")
def begin_round(ask: Ask, w: World) -> None:
    w.round += 1
    note(ask, Event.ROUND, 0, w.round)
    for i in range(w.n):
        w.creatures[i].doored = 0
    w.turn = 0
    w.phase = Phase.TURN
    if w.round > LAST_ROUND:
        note(ask, Event.STALEMATE, 0)


@rule("RH-13", "RH-14")
def next_turn(ask: Ask, w: World) -> None:
    """Down the order, past the dead; after the last the Round begins anew."""
    w.turn += 1
    while w.turn < w.n and not alive(w, w.order[w.turn]):
        w.turn += 1
    w.phase = Phase.TURN
    if w.turn < w.n:
        return
    w.turn = 0
    if w.rulings.initiative_frequency == InitiativeFrequency.EACH_ROUND:
        for i in range(w.n):
            w.creatures[i].initiative = UNROLLED
        w.phase = Phase.INITIATIVE
    elif somebody_came(w):
        w.phase = Phase.INITIATIVE
    else:
        begin_round(ask, w)


@rule("RH-3", "RH-52", "RH-60")
def check_door(ask: Ask, w: World, i: int) -> None:
    """Health of 0 or less as the turn starts: one step nearer to death."""
    if w.creatures[i].health <= 0:
        knock(ask, w, i)


@rule("RH-3", "RH-60")
def start_turn(ask: Ask, w: World, i: int) -> None:
    c = w.creatures[i]
    note(ask, Event.TURN, i)
    c.moves = 0
    c.move_dice = 0
    c.refunded = 0
    if c.held_still:
        c.held_still = 0
        c.grappled_by = -1
        note(ask, Event.LET_GO, i)
    c.swung = -1
    c.clubbed = 0
    late = w.rulings.beginning_order == BeginningOrder.DAMAGE_CHECK_DICE
    w.phase = Phase.BURN if late else Phase.CHECK


@rule("RH-4", "RH-5", "RH-60")
def phase_after(w: World, phase: int) -> int:
    """The parts of the Beginning in the order the table reads them (RH-R2)."""
    order = w.rulings.beginning_order
    if order == BeginningOrder.DAMAGE_CHECK_DICE:
        if phase == Phase.CHECK:
            return Phase.DICE
        if phase == Phase.BLEED:
            return Phase.CHECK
    if order == BeginningOrder.CHECK_DICE_DAMAGE:
        if phase == Phase.CHECK:
            return Phase.DICE
        if phase == Phase.SPARKS:
            return Phase.BURN
        if phase == Phase.BLEED:
            return Phase.ACTION
    return phase + 1


@rule("RH-4", "RH-99", "RH-100")
def tick(ask: Ask, w: World, i: int, effect: int, damage: int) -> None:
    """As much damage as stacks (RH-R57)."""
    c = w.creatures[i]
    n = c.stacks[effect]
    if n > 0:
        hurt(ask, w, i, n, damage, 0, 0)
        after = w.rulings.burn_decay == BurnDecay.AFTER_DAMAGE
        if effect == Effect.BURN and after and alive(w, i):
            c.stacks[effect] = max(0, n - burn_decay(w, i))
            note(ask, Event.DECAY, i, effect, c.stacks[effect])


@rule("RH-5", "RH-15", "RH-104")
def roll_pool(ask: Ask, w: World, i: int) -> None:
    """Combat Dice, less one for each Stun; the faces are the pool."""
    c = w.creatures[i]
    n = max(0, combat_dice(w, i) - c.stacks[Effect.STUN])
    c.stunned = 1 if c.stacks[Effect.STUN] > 0 else 0
    for k in range(FACES):
        c.pool[k] = 0
    if n > 0:
        dice(ask, Roll.POOL, i, n, 6, w.faces)
    for k in range(FACES):
        c.pool[k] = w.faces[k]
        w.faces[k] = 0
    note(ask, Event.POOL, i, n)
    w.sparks = c.pool[0] if c.stacks[Effect.SPARKING] > 0 else 0


@rule("RH-103")
def spark(ask: Ask, w: World, i: int) -> None:
    """Every one that was rolled sets the sparks off (RH-R108)."""
    c = w.creatures[i]
    n = c.stacks[Effect.SPARKING]
    if w.rulings.sparking_instances == SparkingInstances.TOTAL:
        hurt(ask, w, i, n * w.sparks, Damage.SPARKING, 1, 0)
    else:
        for _ in range(w.sparks):
            hurt(ask, w, i, n, Damage.SPARKING, 1, 0)
    w.sparks = 0


@rule("RH-6", "RH-60")
def action_step(ask: Ask, w: World, i: int) -> None:
    """One action, or an end of acting."""
    act = choose(ask, w, i, Question.ACTION, acts(w, i)) if can_act(w, i) else Act.HOLD
    if act == Act.HOLD:
        w.phase = Phase.END
    else:
        carry_out(ask, w, i, act)


@rule("RH-7", "RH-99", "RH-148")
def burn_decay(w: World, i: int) -> int:
    """One a turn; a trait may shed more."""
    c = w.creatures[i]
    return max(1, max((w.traits[t].burn_decay for t in c.traits if t >= 0), default=1))


@rule("RH-7", "RH-98", "RH-99", "RH-100", "RH-101", "RH-102", "RH-103", "RH-104", "RH-106")
def decay(ask: Ask, w: World, i: int) -> None:
    """Slow, Stun and Sparking go; of the others one each."""
    c = w.creatures[i]
    burned = w.rulings.burn_decay == BurnDecay.AFTER_DAMAGE
    for k in range(EFFECTS):
        n = c.stacks[k]
        if n <= 0 or (k == Effect.BURN and burned):
            continue
        if k == Effect.SLOW or k == Effect.STUN or k == Effect.SPARKING:
            c.stacks[k] = 0
        elif k == Effect.BURN:
            c.stacks[k] = max(0, n - burn_decay(w, i))
        else:
            c.stacks[k] = n - 1
        note(ask, Event.DECAY, i, k, c.stacks[k])


@rule("RH-105")
def close_stun_window(w: World, i: int) -> None:
    """Who was stunned in this turn is safe from it until the end of the next."""
    c = w.creatures[i]
    c.stun_window = c.stunned
    c.stunned = 0


@rule("RH-143")
def lose_readied(ask: Ask, w: World, i: int) -> None:
    """What was readied for this turn's next blow, and no blow came."""
    c = w.creatures[i]
    for k in range(READIED):
        if c.next_lines[k] >= 0:
            note(ask, Event.UNUSED, i, c.next_lines[k])
        c.next_lines[k] = -1


@rule("RH-7", "RH-60", "RH-143")
def end_turn(ask: Ask, w: World, i: int) -> None:
    """Stacks go, what was meant for this turn is over, unspent dice are lost."""
    c = w.creatures[i]
    decay(ask, w, i)
    close_stun_window(w, i)
    lose_readied(ask, w, i)
    refill(w, i, True)
    for k in range(FACES):
        c.pool[k] = 0


@rule("RH-53", "RH-60")
def end_check(ask: Ask, w: World, i: int) -> None:
    """Health at twice the level below 0 as a turn ends (RH-R39)."""
    everybody = w.rulings.deaths_door_end_check == DeathsDoorEndCheck.ANY_TURN
    for j in range(w.n):
        c = w.creatures[j]
        deep = c.health <= -2 * max(0, c.level)
        if (j == i or everybody) and alive(w, j) and not c.world and deep:
            knock(ask, w, j)


@rule("RH-3", "RH-60")
def beginning_step(ask: Ask, w: World, i: int) -> None:
    """One part of the Beginning."""
    phase = w.phase
    if phase == Phase.CHECK:
        check_door(ask, w, i)
    elif phase == Phase.BURN:
        tick(ask, w, i, Effect.BURN, Damage.BURN)
    elif phase == Phase.BLEED:
        tick(ask, w, i, Effect.BLEED, Damage.BLEED)
    elif phase == Phase.DICE:
        if conscious(w, i):
            roll_pool(ask, w, i)
    else:
        spark(ask, w, i)
    w.phase = phase_after(w, phase)
    if not alive(w, i):
        next_turn(ask, w)


@rule()
def begin(ask: Ask, w: World) -> None:
    """Initiative is rolled in the first steps."""


@rule("RH-3", "RH-6", "RH-60")
def turn_step(ask: Ask, w: World, i: int) -> None:
    if w.phase == Phase.TURN:
        start_turn(ask, w, i)
    elif w.phase <= Phase.SPARKS:
        beginning_step(ask, w, i)
    elif w.phase == Phase.ACTION:
        action_step(ask, w, i)
    elif w.phase == Phase.END:
        end_turn(ask, w, i)
        w.phase = Phase.DOOR
    else:
        end_check(ask, w, i)
        weather_end(ask, w, i)
        next_turn(ask, w)


@rule("RH-1", "RH-3")
def step(ask: Ask, w: World) -> None:
    """A defender's roll, a part of a turn, or one action."""
    if w.contest.who >= 0:
        contest_step(ask, w)
        return
    if w.phase == Phase.INITIATIVE:
        initiative_step(ask, w)
        return
    i = w.order[w.turn]
    if w.creatures[i].world:
        world_turn(ask, w, i)
        end_check(ask, w, i)
        next_turn(ask, w)
    elif not alive(w, i):
        next_turn(ask, w)
    else:
        turn_step(ask, w, i)


@rule("RH-33", "RH-51")
def standing(w: World, i: int) -> bool:
    return conscious(w, i) and w.creatures[i].world == 0


@rule("RH-1", "RH-60")
def outcome(w: World) -> int:
    """The one side with somebody alive and awake, looked at after whole turns (RH-R81)."""
    between_turns = w.phase == Phase.TURN or w.phase == Phase.INITIATIVE
    if w.contest.who >= 0 or not between_turns:
        return ONGOING
    side = NOBODY
    for i in range(w.n):
        if standing(w, i) and not w.creatures[i].neutral:
            if side != NOBODY and side != w.creatures[i].side:
                return NOBODY if w.round > LAST_ROUND else ONGOING
            side = w.creatures[i].side
    return side


@rule("RH-155")
def between(ask: Ask, w: World) -> None:
    """A rest for those who hold the field."""
    won = outcome(w)
    for i in range(w.n):
        c = w.creatures[i]
        may = alive(w, i) and not c.world and (won == ONGOING or won == c.side)
        if may and choose(ask, w, i, Question.REST, 0b11) == Answer.YES:
            rest(ask, w, i)
