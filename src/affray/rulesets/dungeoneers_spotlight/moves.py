"""A move: which are legal, its declaration, its price, and the choices before the dice."""

from affray.rules.ask import Ask, choose, note, rule

from .events import Event
from .forced import settle_then
from .gear import declare_task, do_task, drop_item, in_hands
from .harm import gain_stress
from .holds import (
    can_push_any,
    declares_shove,
    grapple_targets,
    pick_shove,
    push_targets,
    release,
)
from .kinds import Act, Answer, NextStep, Question, Roll, Strain, Task, Trouble
from .magic import can_cast_any, decide_arca, declare_spell, pay_arca
from .rolls import open_throw, picks_early
from .rulings import (
    ActionPoints,
    PowerStrikeLimit,
    SceneEnd,
    SprintStress,
    StandUp,
    TravelRule,
)
from .sheet import alive, is_player
from .spellwork import cast
from .state import World
from .strikes import can_strike_any, spend_ammunition, strike_targets, weapons_on
from .tokens import (
    can_pay,
    gain_villainy,
    give_token,
    leader,
    pay_points,
    pay_token,
    pay_villainy,
    plays_with_tokens,
    price,
    token_takers,
)
from .travel import travel_step, ways
from .windows import has_test, open_windows

MOST_STRESS = 9
BY_GM = 1


@rule("DS-70")
def can_power(w: World, i: int) -> bool:
    """A table may ask a second token, or villainy, for a power strike (DS-R2)."""
    if w.rulings.power_strike_limit != PowerStrikeLimit.TWO_TOKENS:
        return True
    if not is_player(w, i):
        return w.villainy >= 1
    if not plays_with_tokens(w):
        return True
    return w.creatures[leader(w, i)].tokens >= (1 if w.move.paid else 2)


@rule("DS-11", "DS-53", "DS-19")
def affordable(w: World, i: int, act: int) -> bool:
    return can_pay(w, i, price(w, act, -1))


@rule("DS-11", "DS-52", "DS-53")
def travels(w: World, i: int) -> int:
    """Travel once, or twice; a table may give one travel besides every move (DS-R11)."""
    mask = 0
    if ways(w, i) == 0:
        return 0
    free = w.rulings.travel_rule == TravelRule.WITH_MOVE
    if (free and not w.move.travelled) or (not free and affordable(w, i, Act.TRAVEL)):
        mask |= 1 << Act.TRAVEL
    if affordable(w, i, Act.SPRINT):
        mask |= 1 << Act.SPRINT
    return mask


@rule("DS-11", "DS-51", "DS-54", "DS-57", "DS-60", "DS-70", "DS-71")
def acts(w: World, i: int) -> int:
    """Every move whose own conditions hold, in combat as anywhere."""
    c = w.creatures[i]
    mask = travels(w, i)
    if affordable(w, i, Act.INTERACT):
        mask |= 1 << Act.INTERACT
    if can_push_any(w, i):
        if affordable(w, i, Act.GRAPPLE) and grapple_targets(w, i):
            mask |= 1 << Act.GRAPPLE
        if affordable(w, i, Act.PUSH):
            mask |= 1 << Act.PUSH
    if can_strike_any(w, i):
        if affordable(w, i, Act.STRIKE):
            mask |= 1 << Act.STRIKE
        if affordable(w, i, Act.POWER_STRIKE) and can_power(w, i):
            mask |= 1 << Act.POWER_STRIKE
    if can_cast_any(w, i, Act.SPELLCAST):
        mask |= 1 << Act.SPELLCAST
    if in_hands(w, i):
        mask |= 1 << Act.DROP
    if c.grapples:
        mask |= 1 << Act.RELEASE
    if c.hanging:
        mask |= 1 << Act.LET_GO
    if token_takers(w, i):
        mask |= 1 << Act.GIVE
    return mask | idle_acts(w, i)


@rule("DS-11", "DS-13", "DS-20", "DS-139")
def idle_acts(w: World, i: int) -> int:
    """To pass before anything is paid, to be done afterwards (DS-R10); the GM may also close."""
    mask = 1 << Act.DONE if w.move.paid else 1 << Act.PASS
    if closes_alone(w, i) and not w.move.paid:
        mask |= 1 << Act.CLOSE
    if w.rulings.action_points == ActionPoints.BUDGET and is_player(w, i) and not w.move.paid:
        mask |= 1 << Act.HOLD
    return mask


@rule("DS-6", "DS-7", "DS-10", "DS-11", "DS-12", "DS-149")
def declare_step(ask: Ask, w: World) -> None:
    """The mover says what it does; hands may be emptied first."""
    m = w.move
    i = m.who
    act = choose(ask, w, i, Question.MOVE, acts(w, i))
    m.act = act
    if act == Act.PASS:
        note(ask, Event.PASS, i)
        w.stage = NextStep.END
        return
    if act == Act.CLOSE:
        close_alone(ask, w, i)
        return
    if act == Act.GIVE:
        give_token(ask, w, leader(w, i), choose(ask, w, i, Question.TARGET, token_takers(w, i)))
        return
    take_spotlight(ask, w, i)
    if act == Act.DONE or act == Act.HOLD:
        w.stage = NextStep.AFTER
    elif act == Act.DROP:
        drop_item(ask, w, i)
    elif act == Act.RELEASE:
        release(ask, w, i)
        settle_then(w, NextStep.DECLARE)
    elif act == Act.LET_GO:
        w.creatures[i].hanging = 0
        note(ask, Event.LETS_GO, i)
        settle_then(w, NextStep.DECLARE)
    else:
        declare_details(ask, w, i, act)


@rule("DS-20")
def closes_alone(w: World, i: int) -> bool:
    """The game master needs nobody's word for it (DS-R88)."""
    return not is_player(w, i) and w.rulings.scene_end == SceneEnd.GM_OR_AGREED


@rule("DS-20")
def close_alone(ask: Ask, w: World, i: int) -> None:
    """The game master closes the scene in place of a move, and is asked whether it is meant."""
    if choose(ask, w, i, Question.CLOSE, 0b11) == Answer.YES:
        w.closed = 1
        note(ask, Event.CLOSED, i, BY_GM)


@rule("DS-6", "DS-10", "DS-20", "DS-113")
def take_spotlight(ask: Ask, w: World, i: int) -> None:
    """The token is paid, once, and to hold is to do nothing; the prone may rise by it (DS-R64)."""
    m = w.move
    if m.act != Act.HOLD:
        w.acted = 1
    if m.paid:
        return
    m.paid = 1
    if is_player(w, i):
        pay_token(ask, w, i)
    c = w.creatures[i]
    if c.prone and w.rulings.stand_up == StandUp.FREE:
        c.prone = 0
        note(ask, Event.STANDS, i)


@rule("DS-10", "DS-15", "DS-53", "DS-60", "DS-71", "DS-79")
def declare_details(ask: Ask, w: World, i: int, act: int) -> None:
    """Target, weapon, spell, task; then the windows, or on at once where none opens."""
    m = w.move
    if act == Act.INTERACT:
        declare_task(ask, w, i)
    elif act == Act.GRAPPLE:
        m.target = choose(ask, w, i, Question.TARGET, grapple_targets(w, i))
    elif act == Act.PUSH:
        m.target = choose(ask, w, i, Question.TARGET, push_targets(w, i))
    elif act == Act.STRIKE or act == Act.POWER_STRIKE:
        m.target = choose(ask, w, i, Question.TARGET, strike_targets(w, i))
        m.item = choose(ask, w, i, Question.WEAPON, weapons_on(w, i, m.target))
    elif act == Act.SPELLCAST:
        declare_spell(ask, w, i, act)
    elif act == Act.TRAVEL and w.rulings.travel_rule == TravelRule.WITH_MOVE:
        m.travelled = 1
        begin_travel(w, i, 1)
        travel_step(ask, w)
        w.resume = NextStep.DECLARE
        return
    announce(ask, w, i)
    open_windows(w)
    if w.stage == NextStep.PAY:
        pay_step(ask, w)


@rule("DS-10", "DS-15")
def announce(ask: Ask, w: World, i: int) -> None:
    """What everybody hears before they pay to react: with what, at whom, where."""
    m = w.move
    if m.act == Act.STRIKE:
        note(ask, Event.DECLARED_STRIKE, i, m.target, m.item)
    elif m.act == Act.POWER_STRIKE:
        note(ask, Event.DECLARED_POWER, i, m.target, m.item)
    elif m.act == Act.SPELLCAST:
        announce_spell(ask, w, i)
    elif m.act == Act.INTERACT:
        announce_task(ask, w, i)
    elif m.target >= 0:
        note(ask, Event.DECLARED_ON, i, m.act, m.target)
    else:
        note(ask, Event.DECLARED, i, m.act)


@rule("DS-10", "DS-71", "DS-79")
def announce_spell(ask: Ask, w: World, i: int) -> None:
    m = w.move
    s = w.spells[m.spell]
    if s.swaps:
        note(ask, Event.DECLARED_SWAP, i, m.spell, m.item)
    elif s.at_tile:
        note(ask, Event.DECLARED_SPELL, i, m.spell)
        note(ask, Event.DECLARED_PLACE, i, m.x, m.y)
    else:
        note(ask, Event.DECLARED_SPELL_ON, i, m.spell, m.target)


@rule("DS-10", "DS-51")
def announce_task(ask: Ask, w: World, i: int) -> None:
    m = w.move
    if m.item >= 0:
        note(ask, Event.DECLARED_TASK_WITH, i, m.task, m.item)
    else:
        note(ask, Event.DECLARED_TASK, i, m.task)
    if m.task == Task.OPEN:
        note(ask, Event.DECLARED_PLACE, i, m.x, m.y)


@rule("DS-44")
def begin_travel(w: World, i: int, n: int) -> None:
    m = w.move
    m.traveller = i
    m.travels = n
    m.may_stop = 0


@rule("DS-19", "DS-143", "DS-52", "DS-70")
def pay_step(ask: Ask, w: World) -> None:
    """Action points after the windows, then what comes before the dice."""
    m = w.move
    i = m.who
    pay_points(ask, w, i, price(w, m.act, m.spell))
    if m.act == Act.POWER_STRIKE:
        pay_power(ask, w, i)
    if m.act == Act.SPRINT and w.rulings.sprint_stress == SprintStress.ONE:
        gain_stress(ask, w, i, 1, Strain.SPRINT)
    if not alive(w, i):
        come_to_nothing(ask, w, i)
    elif m.act == Act.INTERACT:
        do_task(ask, w)
    elif m.act == Act.TRAVEL or m.act == Act.SPRINT:
        begin_travel(w, i, 2 if m.act == Act.SPRINT else 1)
        travel_step(ask, w)
    else:
        prepare(ask, w, i)


@rule("DS-70")
def pay_power(ask: Ask, w: World, i: int) -> None:
    """Four points are its whole price, unless the table adds to it (DS-R2)."""
    how = w.rulings.power_strike_limit
    if how == PowerStrikeLimit.STRESS:
        gain_stress(ask, w, i, 1, Strain.POWER_STRIKE)
    if how == PowerStrikeLimit.TWO_TOKENS:
        if is_player(w, i):
            pay_token(ask, w, i)
        elif w.villainy > 0:
            pay_villainy(ask, w, 1)


@rule("DS-34", "DS-59", "DS-69", "DS-76", "DS-81", "DS-143", "DS-152")
def prepare(ask: Ask, w: World, i: int) -> None:
    """Stress, extra arca, failing on purpose: decided and paid before any die."""
    m = w.move
    strikes = m.act == Act.STRIKE or m.act == Act.POWER_STRIKE
    if m.act == Act.PUSH and declares_shove(w):
        pick_shove(ask, w)
    if strikes:
        m.elected = choose(ask, w, i, Question.STRESS, (1 << (MOST_STRESS + 1)) - 1)
    if m.act == Act.SPELLCAST:
        decide_arca(ask, w, i)
    tests = has_test(w)
    if tests:
        open_throw(w, roll_for(w), i, m.target, 0)
        w.throw.effort = choose(ask, w, i, Question.EFFORT, 0b11)
        w.stage = NextStep.DEFEND if picks_early(w) else NextStep.ROLL
    if strikes:
        elect_stress(ask, w, i)
    if m.act == Act.SPELLCAST:
        pay_arca(ask, w, i)
        cast(ask, w)


@rule("DS-69", "DS-143")
def elect_stress(ask: Ask, w: World, i: int) -> None:
    """The stress is gained at once; a death by it ends the strike before anything is shot."""
    gain_stress(ask, w, i, w.move.elected, Strain.BOON)
    if alive(w, i):
        spend_ammunition(w, i, w.move.item)
    else:
        come_to_nothing(ask, w, i)


@rule("DS-69", "DS-115", "DS-143")
def come_to_nothing(ask: Ask, w: World, i: int) -> None:
    """The mover died before its move was made; what it cost is gone."""
    note(ask, Event.VOID, i)
    settle_then(w, NextStep.AFTER)


@rule("DS-55", "DS-58", "DS-66", "DS-82")
def roll_for(w: World) -> int:
    act = w.move.act
    if act == Act.GRAPPLE:
        return Roll.GRAPPLE
    if act == Act.PUSH:
        return Roll.PUSH
    if act == Act.SPELLCAST:
        return Roll.SPELL
    return Roll.STRIKE


@rule("DS-30")
def trouble_step(ask: Ask, w: World, voice: int) -> None:
    """A partial success bought with a complication of the game master's choice (DS-R18)."""
    i = w.throw.who
    given = choose(ask, w, voice, Question.TROUBLE, 0b111)
    if given == Trouble.STRESS:
        gain_stress(ask, w, i, 1, Strain.PRICE)
    elif given == Trouble.PRONE:
        w.creatures[i].prone = 1
        note(ask, Event.PRONE, i)
    else:
        gain_villainy(ask, w)


@rule("DS-15", "DS-16", "DS-53")
def after_step(w: World) -> None:
    """What follows a move: a friend's or a foe's travel that was bought, the travel besides."""
    m = w.move
    if m.follower >= 0:
        begin_travel(w, m.follower, 1)
        m.follower = -1
    elif m.intruder >= 0:
        begin_travel(w, m.intruder, 1)
        m.intruder = -1
    elif travels_after(w):
        m.travelled = 1
        begin_travel(w, m.who, 1)
    else:
        w.stage = NextStep.RUNE
        return
    m.may_stop = 1
    w.stage = NextStep.TRAVEL


@rule("DS-53")
def travels_after(w: World) -> bool:
    """Under the reading that every mover may travel besides (DS-R11)."""
    m = w.move
    moved = m.act == Act.PASS or m.act == Act.DONE or m.act == Act.TRAVEL
    free = w.rulings.travel_rule == TravelRule.WITH_MOVE
    return free and not moved and not m.travelled and alive(w, m.who) and ways(w, m.who) != 0
