"""Rounds, slots and turns; the end of a fight; what is done between fights."""

from affray.rules.among import those
from affray.rules.ask import NOBODY, ONGOING, Ask, choose, note, roll, rule
from affray.rules.masks import how_many, smallest
from affray.rules.pools import D6

from .actions import NOTHING_LEFT, acts, end_turn, try_something, turn_step
from .attacks import (
    ally_attack,
    block_step,
    defend_step,
    next_target,
    struck_by_ally,
    weapon_attack,
)
from .checks import is_rolled_for
from .counters import counter_step
from .events import Event
from .gathering import gather_step, leave_behind, things_to_take
from .harm import full_harm, hurt_step, suffer_curses
from .initiative import (
    bring_forward,
    choose_next,
    forget_order,
    initiative_step,
    who_may_go,
)
from .kinds import AttackStage, Being, Manner, Pastime, Phase, Question, Roll
from .magic import (
    OUTLASTS_FIGHT,
    cast_step,
    castable,
    clear_zones,
    count_spells_down,
    declare_spell,
    end_spells,
    hex_lands,
    spell_lands,
)
from .reactions import react_step
from .rulings import (
    HarmRecovery,
    InitiativeFrequency,
    OneRoundEnds,
    ReactionWindow,
)
from .space import first_character, in_fight, leave_knot, untie_the_absent
from .state import LAST_DAY, LAST_ROUND, World
from .treatment import (
    choose_and_treat,
    new_session,
    patients_in_town,
    patients_of,
    recover_harm,
    rest,
    see_healer,
)


@rule("SM-11", "SM-23", "SM-72")
def settle_levels(ask: Ask, w: World) -> None:
    """The scene has a level; whoever has none of its own takes that one."""
    if w.scene_level < 0:
        w.scene_level = roll(ask, Roll.SCENE, first_character(w), D6)
        note(ask, Event.SCENE, first_character(w), w.scene_level)
    for i in range(w.n):
        c = w.creatures[i]
        if c.being == Being.CREATURE and c.level < 0:
            c.level = w.scene_level
            if c.max_harm == 0:
                c.max_harm = full_harm(w, i, c.level)
            if c.harm < 0:
                c.harm = c.max_harm


@rule("SM-11", "SM-12", "SM-72")
def begin(ask: Ask, w: World) -> None:
    """Levels are known; then every player rolls once."""
    settle_levels(ask, w)
    w.phase = Phase.ROUND


@rule("SM-4", "SM-8", "SM-12", "SM-16", "SM-106")
def round_step(ask: Ask, w: World) -> None:
    """A new round: reactions are back, and the groups may order themselves anew."""
    w.round += 1
    w.turn = 0
    note(ask, Event.ROUND, 0, w.round)
    for i in range(w.n):
        w.creatures[i].reacted = 0
    anew = w.rulings.initiative_frequency == InitiativeFrequency.PER_ROUND
    if w.round == 1 or anew:
        forget_order(w)
    w.phase = Phase.INITIATIVE


@rule("SM-106", "SM-113")
def pass_the_absent(ask: Ask, w: World) -> None:
    """The places of those who are out: what they cast is still counted down there."""
    while w.turn < w.n and not in_fight(w, w.order[w.turn]):
        if w.rulings.one_round_ends == OneRoundEnds.CASTER_NEXT_TURN_START:
            count_spells_down(ask, w, w.order[w.turn])
        w.turn += 1


@rule("SM-15", "SM-16", "SM-99", "SM-106", "SM-113")
def next_step(ask: Ask, w: World) -> None:
    """Whose turn it is, and how it begins; after the last comes another round."""
    pass_the_absent(ask, w)
    if who_may_go(w) == 0:
        w.turn = 0
        w.phase = Phase.ROUND
        if w.rulings.one_round_ends == OneRoundEnds.END_OF_ROUND:
            for i in range(w.n):
                count_spells_down(ask, w, i)
        return
    i = choose_next(ask, w)
    bring_forward(w, i)
    c = w.creatures[i]
    c.actions = 1
    w.phase = Phase.TURN
    note(ask, Event.TURN, i)
    if w.rulings.one_round_ends == OneRoundEnds.CASTER_NEXT_TURN_START:
        count_spells_down(ask, w, i)
    suffer_curses(ask, w, i)


@rule("SM-107")
def blow_step(ask: Ask, w: World) -> None:
    """One stage of an attack or a spell: counter, roll, block, defend, harm."""
    b = w.blow
    if b.stage == AttackStage.COUNTER:
        counter_step(ask, w)
    elif b.stage == AttackStage.ATTACK:
        if b.spell >= 0:
            cast_step(ask, w)
        elif b.weapon >= 0:
            weapon_attack(ask, w)
        elif struck_by_ally(w) >= 0:
            ally_attack(ask, w)
        else:
            next_target(w)
    elif b.stage == AttackStage.REACT:
        react_step(ask, w)
    elif b.stage == AttackStage.BLOCK or b.stage == AttackStage.LATE_BLOCK:
        late_or_early_block(ask, w)
    elif b.stage == AttackStage.DEFEND:
        defend_step(ask, w)
    elif b.spell >= 0:
        spell_lands(ask, w)
    else:
        hex_lands(ask, w)


@rule("SM-10", "SM-107")
def late_or_early_block(ask: Ask, w: World) -> None:
    """Blocks come before the defence roll, or between a failed one and its harm (SM-R33)."""
    b = w.blow
    late = w.rulings.reaction_window == ReactionWindow.AFTER_FAILED_ROLL
    if b.stage == AttackStage.BLOCK and late:
        b.stage = AttackStage.DEFEND
    else:
        block_step(ask, w)


@rule("SM-4", "SM-106", "SM-111")
def go_on_with_turn(ask: Ask, w: World) -> None:
    """The turn goes on while anything but stopping is possible."""
    i = w.order[w.turn]
    options = acts(w, i) if in_fight(w, i) else NOTHING_LEFT
    if options == NOTHING_LEFT:
        end_turn(w, i)
    else:
        turn_step(ask, w, i, options)


@rule("SM-106", "SM-107", "SM-117")
def step(ask: Ask, w: World) -> None:
    """The next thing that happens: wounds first, then what is on its way, then turns."""
    untie_the_absent(w)
    if w.hurt.who >= 0:
        hurt_step(ask, w)
    elif w.blow.by >= 0:
        blow_step(ask, w)
    elif w.phase == Phase.TURN:
        go_on_with_turn(ask, w)
    elif w.phase == Phase.NEXT:
        next_step(ask, w)
    elif w.phase == Phase.INITIATIVE:
        initiative_step(ask, w)
    elif w.phase == Phase.GATHER:
        gather_step(ask, w)
    else:
        round_step(ask, w)
    if w.phase != Phase.END and outcome(w) != ONGOING:
        end_fight(ask, w)


@rule("SM-67", "SM-113", "SM-117")
def end_fight(ask: Ask, w: World) -> None:
    """Riders and short spells end with the fight; Harm and wounds stay, things may be taken up."""
    if w.round >= LAST_ROUND and sides_left(w) > 1:
        note(ask, Event.STALEMATE, 0)
    if w.phase == Phase.TURN:
        end_turn(w, w.order[w.turn])
    w.turn = 0
    end_spells(ask, w, OUTLASTS_FIGHT - 1)
    clear_zones(ask, w)
    for i in range(w.n):
        c = w.creatures[i]
        c.rider = 0
        c.reacted = 0
        leave_knot(w, i)
        if w.rulings.harm_recovery == HarmRecovery.SCENE_END and not c.dead:
            recover_harm(ask, w, i)
    if sides_left(w) == 1 and things_to_take(w):
        w.phase = Phase.GATHER
    else:
        leave_behind(ask, w)


@rule("SM-117")
def sides_left(w: World) -> int:
    """How many sides have somebody in the fight."""
    mask = those(w.creatures[i].side for i in range(w.n) if in_fight(w, i))
    return how_many(mask)


@rule("SM-117")
def outcome(w: World) -> int:
    """A side, when nobody of another is left; both gone at once is a draw."""
    if w.hurt.who >= 0 or w.phase == Phase.GATHER:
        return ONGOING
    side = NOBODY
    for i in range(w.n):
        if w.creatures[i].side != side and in_fight(w, i):
            if side != NOBODY:
                return NOBODY if w.round >= LAST_ROUND and w.phase != Phase.TURN else ONGOING
            side = w.creatures[i].side
    return side


@rule("SM-22", "SM-117")
def standing(w: World, i: int) -> bool:
    """Who fled or gave up has survived."""
    return w.creatures[i].dead == 0


@rule("SM-43", "SM-46", "SM-49", "SM-52")
def pastimes(w: World) -> int:
    """What the party can do now."""
    mask = 1 << Pastime.GO_ON | 1 << Pastime.REST | 1 << Pastime.NEW_SESSION
    mask |= 1 << Pastime.SET_OUT if w.safe else 1 << Pastime.FIND_LODGING
    if healers(w, Pastime.TREAT):
        mask |= 1 << Pastime.TREAT
    if healers(w, Pastime.TEND):
        mask |= 1 << Pastime.TEND
    if healers(w, Pastime.HEAL):
        mask |= 1 << Pastime.HEAL
    if patients_in_town(w):
        mask |= 1 << Pastime.SEE_HEALER
    if healers(w, Pastime.TRY):
        mask |= 1 << Pastime.TRY
    return mask


@rule("SM-43", "SM-46", "SM-49", "SM-114")
def can_help(w: World, i: int, what: int) -> bool:
    """Any character can try, in the field or something else; knowledge, a friend's too, and
    magic must be had."""
    c = w.creatures[i]
    if not in_fight(w, i):
        return False
    if what == Pastime.TEND:
        return c.knows_treatment == 1 and patients_of(w, i, Manner.KNOWLEDGE) != 0
    if c.being != Being.CHARACTER:
        return False
    if what == Pastime.TRY:
        return True
    return castable(w, i) != 0 if what == Pastime.HEAL else patients_of(w, i, Manner.FIELD) != 0


@rule("SM-43", "SM-46", "SM-49")
def healers(w: World, what: int) -> int:
    return those(i for i in range(w.n) if can_help(w, i, what))


@rule("SM-46", "SM-80", "SM-89")
def cast_in_peace(ask: Ask, w: World, i: int) -> None:
    """Between fights there is time for every spell; nobody counters it."""
    declare_spell(ask, w, i)
    w.blow.stage = AttackStage.ATTACK
    while w.blow.by >= 0:
        blow_step(ask, w)


@rule("SM-43", "SM-46", "SM-49", "SM-63")
def do_alone(ask: Ask, w: World, leader: int, what: int) -> None:
    mask = healers(w, what)
    i = smallest(mask)
    if mask != 1 << i:
        i = choose(ask, w, leader, Question.HEALER, mask)
    if what == Pastime.TREAT:
        choose_and_treat(ask, w, i, Manner.FIELD)
    elif what == Pastime.TEND:
        choose_and_treat(ask, w, i, Manner.KNOWLEDGE)
    elif what == Pastime.TRY:
        try_something(ask, w, leader, i)
    else:
        cast_in_peace(ask, w, i)


@rule("SM-45", "SM-52", "SM-55", "SM-56", "SM-113", "SM-114")
def pass_time(ask: Ask, w: World, leader: int, what: int) -> None:
    """Lodging makes a rest safe, the road does not; a night is one rest, then it is day."""
    if what == Pastime.FIND_LODGING or what == Pastime.SET_OUT:
        w.safe = 1 if what == Pastime.FIND_LODGING else 0
        note(ask, Event.LODGING if w.safe else Event.ROAD, leader)
        return
    if what == Pastime.REST:
        slept = Event.SAFE_REST if w.safe else Event.ROUGH_REST
        note(ask, slept, leader)
        if w.safe:
            end_spells(ask, w, OUTLASTS_FIGHT)
        w.day = min(LAST_DAY, w.day + 1)
        note(ask, Event.DAY, leader, w.day)
    else:
        note(ask, Event.SESSION, leader)
    for i in range(w.n):
        if what == Pastime.NEW_SESSION:
            new_session(ask, w, i)
        elif is_rolled_for(w, i) and in_fight(w, i):
            rest(ask, w, i)


@rule("SM-43", "SM-46", "SM-49", "SM-52", "SM-53", "SM-113", "SM-117")
def between(ask: Ask, w: World) -> bool:
    """One thing somebody of the party does, and whether more may follow; who had fled is back.

    A fight that was ended by hand is wound up first, like any other.
    """
    for i in range(w.n):
        if is_rolled_for(w, i):
            w.creatures[i].gone = 0
    if w.phase != Phase.END and w.phase != Phase.GATHER:
        end_fight(ask, w)
    if w.phase == Phase.GATHER:
        gather_step(ask, w)
        return True
    leader = first_character(w)
    what = choose(ask, w, leader, Question.PASTIME, pastimes(w))
    alone = what == Pastime.TREAT or what == Pastime.TEND or what == Pastime.HEAL
    if alone or what == Pastime.TRY:
        do_alone(ask, w, leader, what)
    elif what == Pastime.SEE_HEALER:
        see_healer(ask, w, leader)
    elif what != Pastime.GO_ON:
        pass_time(ask, w, leader, what)
    return what != Pastime.GO_ON
