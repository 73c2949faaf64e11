"""Checks and tests: proficiency dice, boon and bane, degrees, criticals, compromise."""

from affray.rules.ask import Ask, choose, note, roll, rule
from affray.rules.pools import D4, D6, D8, D10, D12, PLUS

from .boons import acting_boon, answering_boon, answering_skill, is_hold
from .events import Event
from .kinds import Answer, Attribute, Defense, Degree, Effort, NextStep, Question, Roll, Skill
from .rulings import (
    BoonDie,
    CriticalReward,
    GiveUpDefense,
    OptionTiming,
    PartialBoundary,
    PartialEffect,
    PierceDice,
    RollFloor,
    TestDice,
)
from .sheet import (
    attribute,
    dexterity,
    grappling_skill,
    is_player,
    profile,
)
from .state import World
from .tokens import gain_heroism, gain_villainy, gm_voice

STEP = 5
DICE = (D4, D6, 2 * D4, 2 * D6, 4 * D4, 4 * D6)
OLD_DICE = (D4, D6, D8, D10, D12, D12)


@rule("DS-27", "DS-66")
def skill_pool(w: World, i: int, skill: int, which: int) -> int:
    """Proficiency dice and an attribute; the older way counts the dice by it (DS-R90)."""
    level = w.creatures[i].skills[skill]
    score = attribute(w, i, which)
    if w.rulings.test_dice == TestDice.ATTRIBUTE_COUNT:
        return score * OLD_DICE[level]
    return DICE[level] + score * PLUS


@rule("DS-26", "DS-55", "DS-58", "DS-66", "DS-82")
def answering_attribute(w: World) -> int:
    """Finesse against a strike, spirit against a spell, one's own pick against a hold."""
    t = w.throw
    if t.what == Roll.SPELL:
        return Attribute.SPIRIT
    if t.defense == Defense.BODY:
        return Attribute.BODY
    return Attribute.FINESSE


@rule("DS-65", "DS-66")
def pierce_pool(w: World, i: int, item: int) -> int:
    """Pierce dice and body (DS-R32, DS-R97); the older way counts the dice by it (DS-R90)."""
    body = attribute(w, i, Attribute.BODY)
    if w.rulings.pierce_dice == PierceDice.BODY_D6:
        return body * D6
    if w.rulings.test_dice == TestDice.ATTRIBUTE_COUNT:
        return body * w.items[item].pierce
    return w.items[item].pierce + body * PLUS


@rule("DS-46", "DS-55", "DS-58", "DS-66", "DS-82", "DS-89", "DS-93")
def acting_pool(w: World) -> int:
    """The dice of the one who acts, before boon."""
    t = w.throw
    if t.what == Roll.STRIKE:
        return skill_pool(w, t.who, Skill.STRIKING, Attribute.FINESSE)
    if t.what == Roll.SPELL:
        return skill_pool(w, t.who, Skill.SPELLCRAFT, Attribute.MIND)
    if t.what == Roll.GRAPPLE or t.what == Roll.PUSH:
        return skill_pool(w, t.who, grappling_skill(w), Attribute.BODY)
    if t.what == Roll.PIERCE:
        return pierce_pool(w, t.who, profile(w, t.who, w.move.item))
    if t.what == Roll.CLIMB:
        return skill_pool(w, t.who, Skill.CLIMBING, Attribute.BODY)
    return D4 + dexterity(w, t.who) * PLUS


@rule("DS-28")
def boon_dice(w: World, points: int) -> int:
    """A d4 for each point that is left (DS-R23)."""
    n = max(0, points)
    return n * D6 if w.rulings.boon_die == BoonDie.D6 else n * D4


@rule("DS-33", "DS-66", "DS-89")
def open_throw(w: World, what: int, who: int, vs: int, target: int) -> None:
    """A roll is to be made; against nobody it is a check."""
    t = w.throw
    t.what = what
    t.who = who
    t.vs = vs
    t.target = target
    t.rune = -1
    t.total = 0
    t.answer = 0
    t.effort = Effort.TRY
    t.defense = -1
    t.degree = Degree.FAILURE
    t.criticals = 0
    w.stage = NextStep.ROLL


@rule("DS-34")
def give_up(ask: Ask, w: World) -> None:
    """A roll failed on purpose throws no dice and opens no compromise (DS-R25)."""
    t = w.throw
    who = t.who if t.effort == Effort.FAIL else t.vs
    note(ask, Event.FAILED_ON_PURPOSE, who)
    t.degree = Degree.FAILURE if t.effort == Effort.FAIL else Degree.SUCCESS
    w.stage = NextStep.EFFECT


@rule("DS-26")
def picks_late(w: World) -> bool:
    """Finesse or body only once the attacker's dice lie there (DS-R26)."""
    return is_hold(w) and w.rulings.option_timing == OptionTiming.AFTER_ROLL


@rule("DS-26", "DS-34")
def may_give_up(w: World) -> bool:
    """A friend's spell may be let through; a foe's blow where the table asks (DS-R96)."""
    t = w.throw
    if w.rulings.give_up_defense == GiveUpDefense.ASKED:
        return True
    return t.what == Roll.SPELL and w.creatures[t.vs].side == w.creatures[t.who].side


@rule("DS-26", "DS-34")
def picks_early(w: World) -> bool:
    """Whether the defender is asked before any die: what to resist with, or whether at all."""
    if is_hold(w):
        return not picks_late(w)
    return w.throw.vs >= 0 and may_give_up(w)


@rule("DS-26", "DS-34", "DS-55", "DS-58")
def defend_step(ask: Ask, w: World) -> None:
    """The defender picks finesse or body, or does not resist at all."""
    t = w.throw
    mask = 1 << Defense.FAIL | 1 << Defense.FINESSE
    if is_hold(w):
        mask |= 1 << Defense.BODY
    late = picks_late(w)
    if late:
        mask &= ~(1 << Defense.FAIL)
    t.defense = choose(ask, w, t.vs, Question.DEFENSE, mask)
    w.stage = NextStep.ANSWER_ROLL if late else NextStep.ROLL
    if t.defense == Defense.FAIL:
        give_up(ask, w)
    elif is_hold(w):
        note(ask, Event.RESISTS, t.vs, t.defense)


@rule("DS-21", "DS-28")
def roll_step(ask: Ask, w: World) -> None:
    """The acting side's dice, with a d4 for each boon."""
    t = w.throw
    if t.effort == Effort.FAIL:
        give_up(ask, w)
        return
    boon = acting_boon(ask, w)
    t.bane = max(0, -boon)
    if t.vs < 0:
        note(ask, Event.NEEDS, t.who, t.target)
    t.total = roll(ask, t.what, t.who, acting_pool(w) + boon_dice(w, boon))
    w.stage = NextStep.LESS if boon < 0 else NextStep.ANSWER_ROLL
    if boon >= 0:
        after_acting(w)


@rule("DS-28")
def less_step(ask: Ask, w: World) -> None:
    """The bane of the acting side takes its d4s off (DS-R24)."""
    t = w.throw
    t.total -= roll(ask, Roll.BANE, t.who, boon_dice(w, t.bane))
    t.bane = 0
    after_acting(w)


@rule("DS-22", "DS-23", "DS-26")
def after_acting(w: World) -> None:
    t = w.throw
    t.total = floored(w, t.total)
    if t.vs < 0:
        t.answer = t.target
        w.stage = NextStep.JUDGE
    elif picks_late(w):
        w.stage = NextStep.DEFEND
    else:
        w.stage = NextStep.ANSWER_ROLL


@rule("DS-24", "DS-28")
def floored(w: World, total: int) -> int:
    return max(0, total) if w.rulings.roll_floor == RollFloor.ZERO else total


@rule("DS-23", "DS-28", "DS-55", "DS-66", "DS-82")
def answer_step(ask: Ask, w: World) -> None:
    """The defender's dice; the total is what the attacker has to reach."""
    t = w.throw
    boon = answering_boon(ask, w)
    t.bane = max(0, -boon)
    pool = skill_pool(w, t.vs, answering_skill(w), answering_attribute(w)) + boon_dice(w, boon)
    if answering_skill(w) == Skill.DODGING:
        t.answer = roll(ask, Roll.DODGE, t.vs, pool)
    else:
        t.answer = roll(ask, Roll.RESIST, t.vs, pool)
    w.stage = NextStep.ANSWER_LESS if boon < 0 else NextStep.JUDGE


@rule("DS-28")
def answer_less_step(ask: Ask, w: World) -> None:
    t = w.throw
    t.answer -= roll(ask, Roll.BANE, t.vs, boon_dice(w, t.bane))
    t.bane = 0
    w.stage = NextStep.JUDGE


@rule("DS-24", "DS-30", "DS-31")
def degree_of(w: World, who: int, margin: int) -> int:
    """Five or more below is a failure, five or more above a critical (DS-R17)."""
    if margin >= w.creatures[who].critical_threshold:
        return Degree.CRITICAL
    if margin >= 0:
        return Degree.SUCCESS
    edge = STEP + 1 if w.rulings.partial_boundary == PartialBoundary.EXAMPLE else STEP
    return Degree.PARTIAL if margin > -edge else Degree.FAILURE


@rule("DS-30", "DS-31", "DS-32", "DS-108")
def judge_step(ask: Ask, w: World) -> None:
    """The degree, the criticals, and what they bring a player."""
    t = w.throw
    if t.vs >= 0:
        t.answer = floored(w, t.answer)
    margin = t.total - t.answer
    t.degree = degree_of(w, t.who, margin)
    t.criticals = 0
    if t.degree == Degree.CRITICAL:
        t.criticals = margin // w.creatures[t.who].critical_threshold
        note(ask, Event.CRITICAL, t.who, t.criticals, margin)
        if is_player(w, t.who) and w.rulings.critical_reward == CriticalReward.HEROISM:
            gain_heroism(ask, w, t.who, t.criticals)
    asks = t.degree < Degree.SUCCESS and is_player(w, t.who) and gm_voice(w) >= 0
    w.stage = NextStep.COMPROMISE if asks else NextStep.EFFECT


@rule("DS-33", "DS-18")
def compromise_step(ask: Ask, w: World) -> None:
    """The player may ask, the game master may grant: one step up, one villainy."""
    t = w.throw
    w.stage = NextStep.EFFECT
    if choose(ask, w, t.who, Question.COMPROMISE, 0b11) == Answer.NO:
        return
    if choose(ask, w, gm_voice(w), Question.ACCEPT, 0b11) == Answer.NO:
        note(ask, Event.REFUSED, t.who)
        return
    t.degree += 1
    note(ask, Event.COMPROMISE, t.who, t.degree)
    gain_villainy(ask, w)


@rule("DS-24", "DS-30")
def succeeded(w: World) -> bool:
    """A partial success is none (DS-R18)."""
    return w.throw.degree >= Degree.SUCCESS


@rule("DS-30")
def brings_trouble(w: World) -> bool:
    """Whether the game master pays a partial success out as a success with a price (DS-R18)."""
    t = w.throw
    reads = w.rulings.partial_effect == PartialEffect.GM_COMPLICATION
    return reads and t.degree == Degree.PARTIAL and t.vs >= 0 and gm_voice(w) >= 0
