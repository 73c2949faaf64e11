"""Spells: whom they can reach, the casting roll, what they leave behind, and counters."""

from affray.rules.among import first, those
from affray.rules.ask import Ask, choose, note, rule
from affray.rules.masks import members, smallest

from .attacks import first_left, forget_blow, harm_of_success, next_target, weakness_bonus
from .checks import is_success, level_of, set_task
from .effects import cover, shift, uncover
from .events import Event
from .gear import is_area
from .harm import add_wound, capped, cure_of, restore, take_harm
from .kinds import (
    Area,
    AttackStage,
    Being,
    Casting,
    Distance,
    Duration,
    Manner,
    Material,
    Phase,
    Question,
    Roll,
    Severity,
)
from .reach import reached_with
from .rolling import check_level
from .rulings import AreaTargets, QuickenSpellCost, SpellCheckLevel, SpellWoundOption
from .space import close, in_fight, in_reach, is_enemy
from .state import Task, World
from .tags import counts_as, spells_upon
from .treatment import counts, magic_heals, use_up, wounds_magic_can_heal

ROUNDS_A_MINUTE = 10
OUTLASTS_FIGHT = 100


@rule("SM-81", "SM-87", "SM-91")
def heals_wounds(w: World, spell: int) -> bool:
    return w.spells[spell].restores == 1 and w.spells[spell].wound == 1


@rule("SM-83", "SM-87", "SM-91")
def is_harmful(w: World, spell: int) -> bool:
    """It harms, wounds or hinders."""
    s = w.spells[spell]
    return (s.harm > 0 or s.wound > 0 or s.hinders > 0) and not s.restores


@rule("SM-83")
def is_for_anybody(w: World, spell: int) -> bool:
    """What moves, gives or takes a tag, or lies over a zone may be cast on friend and enemy."""
    s = w.spells[spell]
    if is_harmful(w, spell) and not s.in_zone:
        return False
    return s.moves == 1 or s.gives >= 0 or s.suppresses >= 0 or s.in_zone == 1


@rule("SM-87", "SM-91", "SM-109")
def is_meant_for(w: World, i: int, spell: int, j: int) -> bool:
    """Harm and hindrance are for enemies; all else is for one's own side."""
    s = w.spells[spell]
    if is_for_anybody(w, spell):
        return in_fight(w, j) and (w.phase != Phase.END or not s.in_zone)
    if is_harmful(w, spell):
        return w.phase != Phase.END and is_enemy(w, i, j)
    if w.creatures[j].side != w.creatures[i].side or not in_fight(w, j):
        return False
    if heals_wounds(w, spell):
        return wounds_magic_can_heal(w, i, j) != 0
    return not s.restores or w.creatures[j].harm < w.creatures[j].max_harm


@rule("SM-77", "SM-82", "SM-84")
def spell_targets(w: World, i: int, spell: int) -> int:
    """Whom the spell can be aimed at; one before the caster needs somebody close."""
    s = w.spells[spell]
    if s.on_self:
        return 1 << i if is_meant_for(w, i, spell, i) else 0
    reach = Distance.CLOSE if s.area == Area.BEFORE_CASTER else s.range
    if is_harmful(w, spell) and not is_for_anybody(w, spell):
        return 0 if w.phase == Phase.END else reached_with(w, i, reach)
    return those(
        j
        for j in range(w.n)
        if (w.phase == Phase.END or in_reach(w, i, j, reach)) and is_meant_for(w, i, spell, j)
    )


@rule("SM-80", "SM-89")
def castable(w: World, i: int) -> int:
    """Known spells quick enough for a fight that have somebody to be aimed at."""
    c = w.creatures[i]
    return those(
        spell
        for spell in c.spells
        if spell >= 0
        and not w.spells[spell].counters
        and is_timely(w, spell)
        and spell_targets(w, i, spell)
    )


@rule("SM-89", "SM-113")
def is_timely(w: World, spell: int) -> bool:
    """Quick enough for a fight; between fights, what heals or outlasts the minute."""
    s = w.spells[spell]
    if w.phase == Phase.END:
        return s.restores == 1 or s.duration >= Duration.TEN_MINUTES
    return s.casting >= Casting.ACTION


@rule("SM-84", "SM-87")
def everyone_in_area(w: World, i: int, area: int, j: int) -> int:
    """Before the caster: the caster's knot. Around the target: the target and its knot."""
    mask = 1 << j
    spares = w.rulings.area_targets == AreaTargets.CHOSEN_ENEMIES
    for k in range(w.n):
        there = close(w, k, j) if area == Area.AROUND_TARGET else close(w, k, i) and k != i
        if in_fight(w, k) and there and (is_enemy(w, i, k) or not spares):
            mask |= 1 << k
    return mask


@rule("SM-82", "SM-84", "SM-87")
def choose_targets(ask: Ask, w: World, i: int, spell: int) -> int:
    """One, several one by one, or all who stand in the area."""
    s = w.spells[spell]
    left = spell_targets(w, i, spell)
    if s.on_self:
        return 1 << i
    chosen = 0
    for _ in range(max(1, s.targets)):
        if left:
            j = choose(ask, w, i, Question.AIM, left)
            left &= ~(1 << j)
            chosen |= 1 << j
            if is_area(s.area):
                return everyone_in_area(w, i, s.area, j)
    return chosen


@rule("SM-80", "SM-84")
def tell_spell(ask: Ask, w: World, i: int, spell: int) -> None:
    """On whom it is cast; of several, and of an area, everyone it reaches."""
    targets = w.blow.left
    if targets == 1 << i:
        note(ask, Event.CASTS, i, spell)
        return
    first = smallest(targets)
    if targets == 1 << first:
        note(ask, Event.CASTS_ON, i, spell, first)
        return
    note(ask, Event.CASTS, i, spell)
    for j in members(targets):
        note(ask, Event.REACHES, i, spell, j)


@rule("SM-4", "SM-80", "SM-107")
def declare_spell(ask: Ask, w: World, i: int) -> None:
    """Spell and targets are named before anybody rolls."""
    b = w.blow
    spell = choose(ask, w, i, Question.SPELL, castable(w, i))
    b.spell = spell
    b.left = choose_targets(ask, w, i, spell)
    b.by = i
    b.stage = AttackStage.COUNTER
    tell_spell(ask, w, i, spell)
    if heals_wounds(w, spell):
        j = first_left(w)
        b.wound = choose(ask, w, j, Question.WOUND, wounds_magic_can_heal(w, i, j))


@rule("SM-80")
def highest_target(w: World, targets: int) -> int:
    """The highest level among the creatures a spell is aimed at."""
    return max(
        (level_of(w, j) for j in members(targets) if w.creatures[j].being == Being.CREATURE),
        default=0,
    )


@rule("SM-87", "SM-97")
def has_one_target(w: World, spell: int) -> bool:
    s = w.spells[spell]
    return not is_area(s.area) and s.targets <= 1


@rule("SM-80", "SM-108", "SM-109")
def cast_task(w: World, task: Task, spell: int, targets: int) -> None:
    """The casting check is at the spell's level (SM-R35); quickening may be paid for (SM-R28)."""
    s = w.spells[spell]
    base = s.level
    j = smallest(targets)
    if w.rulings.spell_check_level == SpellCheckLevel.MAX_OF_SPELL_AND_TARGET:
        base = max(base, highest_target(w, targets))
    set_task(task, Roll.CAST, base, 0)
    task.domains = s.domains
    task.evocations = s.evocations
    task.by_action = 1 if w.phase != Phase.END else 0
    once = w.rulings.quicken_spell_cost == QuickenSpellCost.ONCE
    task.prepaid = 1 if once and s.casting == Casting.QUICKENED else 0
    if j >= 0 and has_one_target(w, spell) and not s.restores:
        task.materials = counts_as(s.materials | (1 << Material.MAGIC))
        task.weakness = w.creatures[j].weakness


@rule("SM-48", "SM-80", "SM-87")
def cast_step(ask: Ask, w: World) -> None:
    """One casting roll serves all targets."""
    b = w.blow
    i = b.by
    cast_task(w, w.task, b.spell, b.left)
    result = check_level(ask, w, i)
    s = w.spells[b.spell]
    if not is_success(result):
        if heals_wounds(w, b.spell) and counts(w, False):
            use_up(w, i, first_left(w), Manner.MAGIC)
        forget_blow(w)
        return
    harm = s.harm
    next_target(w)
    if b.by >= 0:
        b.harm = harm if s.restores else harm_of_success(w, harm, result)
        b.stage = AttackStage.HARM


@rule("SM-36", "SM-82", "SM-87")
def spell_wound(ask: Ask, w: World, j: int, nature: int, cure: int) -> None:
    """The chart's one wound goes past Harm: a Strain (SM-R36)."""
    add_wound(ask, w, j, Severity.STRAIN, nature, cure)
    if w.rulings.spell_wound_option == SpellWoundOption.STRAIN_AND_RESET:
        w.creatures[j].harm = w.creatures[j].max_harm
        note(ask, Event.ANEW, j, w.creatures[j].harm)


@rule("SM-46", "SM-67", "SM-87", "SM-91")
def spell_lands(ask: Ask, w: World) -> None:
    """What the spell does to the target at hand; then the next."""
    b = w.blow
    harm = b.harm
    if heals_wounds(w, b.spell):
        magic_heals(ask, w, b.by, b.target, b.wound)
        b.wound = -1
    else:
        touch(ask, w, b.by, b.target, b.spell, harm)
    next_target(w)
    if b.by >= 0:
        b.harm = harm
        b.stage = AttackStage.HARM


@rule("SM-83", "SM-87", "SM-91", "SM-97")
def touch(ask: Ask, w: World, i: int, j: int, spell: int, harm: int) -> None:
    """What a spell that worked does to one it was cast on."""
    s = w.spells[spell]
    if s.restores:
        restore(ask, w, j, s.harm)
    elif s.wound:
        spell_wound(ask, w, j, s.nature, cure_of(s.incurable, s.beyond_magic))
    elif harm:
        bonus = 0
        if has_one_target(w, spell):
            bonus = weakness_bonus(w, j, s.materials | (1 << Material.MAGIC))
        cure = cure_of(s.incurable, s.beyond_magic)
        take_harm(ask, w, j, capped(harm + bonus, 1), s.nature, cure, s.carries_over)
    if not in_fight(w, j):
        return
    lay_spell(ask, w, i, j, spell)
    if s.moves and i == j and has_the_turn(w, i):
        w.creatures[i].moved -= 1
    elif s.moves:
        shift(ask, w, i, j)


@rule("SM-8", "SM-83")
def has_the_turn(w: World, i: int) -> bool:
    """In the own turn a caster moves when it likes; outside it, as a reaction, at once."""
    return w.phase == Phase.TURN and w.order[w.turn] == i


@rule("SM-113")
def turns_of(duration: int) -> int:
    """Own turns of the caster a spell lasts; longer ones outlast the fight (SM-R62)."""
    if duration == Duration.ROUND:
        return 1
    return ROUNDS_A_MINUTE if duration == Duration.MINUTE else OUTLASTS_FIGHT


@rule("SM-83")
def leaves_something(w: World, spell: int) -> bool:
    s = w.spells[spell]
    tags = s.gives >= 0 or s.suppresses >= 0
    return s.eases != 0 or s.hinders != 0 or tags or s.bars == 1


@rule("SM-83", "SM-113")
def lay_spell(ask: Ask, w: World, i: int, j: int, spell: int) -> None:
    """What lasts is upon the target; the same spell again replaces itself."""
    s = w.spells[spell]
    if s.duration == Duration.INSTANT or not leaves_something(w, spell):
        return
    c = w.creatures[j]
    if s.in_zone:
        cover(ask, w, i, c.zone, spell, turns_of(s.duration))
        return
    upon = spells_upon(w, j)
    same = first(k for k in range(upon) if c.under[k] == spell)
    at = same if same >= 0 else upon
    c.under[at] = spell
    c.under_by[at] = i
    c.under_left[at] = turns_of(s.duration)
    note(ask, Event.UNDER_SPELL, j, spell, i)


@rule("SM-113")
def end_spell(ask: Ask, w: World, j: int, k: int) -> None:
    """It is off; the others close up."""
    c = w.creatures[j]
    note(ask, Event.SPELL_ENDS, j, c.under[k])
    last = spells_upon(w, j) - 1
    for m in range(k, last):
        c.under[m] = c.under[m + 1]
        c.under_by[m] = c.under_by[m + 1]
        c.under_left[m] = c.under_left[m + 1]
    c.under[last] = -1
    c.under_by[last] = -1
    c.under_left[last] = 0


@rule("SM-113")
def count_spells_down(ask: Ask, w: World, i: int) -> None:
    """At the start of a caster's turn what has lasted long enough ends."""
    for j in range(w.n):
        c = w.creatures[j]
        k = 0
        while k < spells_upon(w, j):
            counted = c.under_by[k] == i and c.under_left[k] < OUTLASTS_FIGHT
            c.under_left[k] -= 1 if counted else 0
            if counted and c.under_left[k] <= 0:
                end_spell(ask, w, j, k)
            else:
                k += 1
    for z in range(w.zonecount):
        lying = w.covers[z]
        if lying.spell >= 0 and lying.by == i and lying.left < OUTLASTS_FIGHT:
            lying.left -= 1
            if lying.left <= 0:
                uncover(ask, w, z)


@rule("SM-113")
def end_spells(ask: Ask, w: World, up_to: int) -> None:
    """End what has no more than so many turns left."""
    for j in range(w.n):
        k = 0
        while k < spells_upon(w, j):
            if w.creatures[j].under_left[k] <= up_to:
                end_spell(ask, w, j, k)
            else:
                k += 1


@rule("SM-113")
def clear_zones(ask: Ask, w: World) -> None:
    """A fight ends with what lies over its zones."""
    for z in range(w.zonecount):
        if w.covers[z].spell >= 0:
            uncover(ask, w, z)


@rule("SM-93")
def hex_lands(ask: Ask, w: World) -> None:
    """A creature's attack reaches its target: harm, and the spell it lays, if any."""
    b = w.blow
    a = w.attacks[b.attack]
    i = b.by
    j = b.target
    cure = cure_of(a.incurable, a.beyond_magic)
    take_harm(ask, w, j, capped(b.harm, a.magic), a.nature, cure, a.carries_over)
    if a.lays >= 0 and in_fight(w, j):
        lay_spell(ask, w, i, j, a.lays)
    next_target(w)
