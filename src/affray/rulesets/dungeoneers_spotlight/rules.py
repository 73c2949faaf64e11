"""A step of the scene, whatever comes next; its beginning and its end."""

from affray.rules.ask import NOBODY, ONGOING, Ask, choose, note, rule

from .climbing import climb_effect
from .events import Event
from .forced import fall_effect, impact_step, ledge_effect, settle_step
from .holds import grapple_effect, push_effect
from .kinds import Degree, NextStep, Question, Rest, Roll
from .moves import after_step, come_to_nothing, declare_step, pay_step, trouble_step
from .rolls import (
    answer_less_step,
    answer_step,
    brings_trouble,
    compromise_step,
    defend_step,
    judge_step,
    less_step,
    roll_step,
    succeeded,
)
from .scene import (
    begin_move,
    close_step,
    end_step,
    give_step,
    gm_step,
    round_step,
    vote_step,
)
from .sheet import alive, arca_capacity, is_player
from .spellwork import rune_step, spell_effect
from .state import LAST_ROUND, World
from .strikes import pierce_effect, strike_effect
from .tokens import gm_voice, refill_tokens
from .travel import travel_step
from .windows import assist_step, counter_step


@rule("DS-2", "DS-4", "DS-8")
def begin(ask: Ask, w: World) -> None:
    """Combat is a scene like any other: nothing is reset; who all come without a token get some."""
    refill_tokens(ask, w)


@rule("DS-30", "DS-33", "DS-3")
def effect_step(ask: Ask, w: World) -> None:
    """What comes of a roll."""
    t = w.throw
    if brings_trouble(w):
        trouble_step(ask, w, gm_voice(w))
        t.degree = Degree.SUCCESS
        if not alive(w, t.who):
            come_to_nothing(ask, w, t.who)
            return
    own = t.vs >= 0 and t.rune < 0 and is_player(w, t.who)
    if own and not succeeded(w):
        w.failed = 1
    if t.what == Roll.STRIKE:
        strike_effect(ask, w)
    elif t.what == Roll.PIERCE:
        pierce_effect(ask, w)
    elif t.what == Roll.GRAPPLE:
        grapple_effect(ask, w)
    elif t.what == Roll.PUSH:
        push_effect(ask, w)
    elif t.what == Roll.SPELL:
        spell_effect(ask, w)
    elif t.what == Roll.LEDGE:
        ledge_effect(ask, w)
    elif t.what == Roll.CLIMB:
        climb_effect(ask, w)
    else:
        fall_effect(ask, w)


@rule("DS-28", "DS-33")
def throw_step(ask: Ask, w: World) -> None:
    """A roll, die by die: the acting side, then the answering one, then the verdict."""
    stage = w.stage
    if stage == NextStep.DEFEND:
        defend_step(ask, w)
    elif stage == NextStep.ROLL:
        roll_step(ask, w)
    elif stage == NextStep.LESS:
        less_step(ask, w)
    elif stage == NextStep.ANSWER_ROLL:
        answer_step(ask, w)
    elif stage == NextStep.ANSWER_LESS:
        answer_less_step(ask, w)
    elif stage == NextStep.JUDGE:
        judge_step(ask, w)
    elif stage == NextStep.COMPROMISE:
        compromise_step(ask, w)
    else:
        effect_step(ask, w)


@rule("DS-4", "DS-14")
def scene_step(ask: Ask, w: World) -> None:
    """Between moves, and around the roll of one."""
    stage = w.stage
    if stage == NextStep.VOTE:
        vote_step(ask, w)
    elif stage == NextStep.GIVE:
        give_step(ask, w)
    elif stage == NextStep.GM:
        gm_step(ask, w)
    elif stage == NextStep.ASSIST:
        assist_step(ask, w)
    elif stage == NextStep.COUNTER:
        counter_step(ask, w)
    elif stage == NextStep.PAY:
        pay_step(ask, w)
    elif stage == NextStep.TRAVEL:
        travel_step(ask, w)
    elif stage == NextStep.AFTER:
        after_step(w)
    elif stage == NextStep.RUNE:
        rune_step(ask, w)
    elif stage == NextStep.END:
        end_step(ask, w)
    elif stage == NextStep.CLOSE:
        close_step(ask, w)
    else:
        round_step(ask, w)


@rule("DS-10", "DS-115")
def move_step(ask: Ask, w: World) -> None:
    """A declaration; a mover who fell to its death meanwhile declares nothing more."""
    if w.move.who < 0:
        begin_move(ask, w)
    if alive(w, w.move.who):
        declare_step(ask, w)
    else:
        w.stage = NextStep.AFTER


@rule("DS-1", "DS-4", "DS-14")
def step(ask: Ask, w: World) -> None:
    """Only what is in the spotlight counts: one piece of the loop."""
    stage = w.stage
    if stage == NextStep.DECLARE:
        move_step(ask, w)
    elif stage == NextStep.SETTLE:
        settle_step(ask, w)
    elif stage == NextStep.IMPACT:
        impact_step(ask, w)
    elif stage >= NextStep.DEFEND and stage <= NextStep.EFFECT:
        throw_step(ask, w)
    else:
        scene_step(ask, w)


@rule("DS-97")
def standing(w: World, i: int) -> bool:
    return alive(w, i)


@rule("DS-20")
def outcome(w: World) -> int:
    """The scene closes when one side has nobody left alive, or when all agree (DS-R88)."""
    side = NOBODY
    for i in range(w.n):
        if alive(w, i):
            if side != NOBODY and side != w.creatures[i].side:
                return NOBODY if w.closed or w.round > LAST_ROUND else ONGOING
            side = w.creatures[i].side
    return side


@rule("DS-107", "DS-150")
def rest(ask: Ask, w: World, i: int, how: int) -> None:
    """A short rest eases stress, a long one ends it and brings the arca back, a full one heals."""
    c = w.creatures[i]
    if how == Rest.SHORT:
        c.stress = max(0, c.stress - c.body)
    else:
        c.stress = 0
        c.arca = arca_capacity(w, i)
    if how == Rest.FULL:
        c.wounds = 0
    note(ask, Event.REST, i, c.stress, c.wounds)


@rule("DS-107", "DS-150")
def between(ask: Ask, w: World) -> None:
    """A rest for those who hold the field, or for all where nobody does (DS-R30, DS-R91)."""
    won = outcome(w)
    is_won = won != ONGOING and won < NOBODY
    for i in range(w.n):
        if alive(w, i) and (not is_won or won == w.creatures[i].side):
            how = choose(ask, w, i, Question.REST, 0b1111)
            if how != Rest.NONE:
                rest(ask, w, i, how)
