"""What a person can do at once, and would want to know before. Plain Python, never compiled."""

from collections.abc import Callable, Sequence

from affray.book.words import TARGET, Names, Plan, listed
from affray.rules.grid import EAST_OF, SOUTH_OF, Direction
from affray.rules.masks import contains, members
from affray.rules.pools import highest
from affray.rules.world import clone

from .attack import attackable, can_react, pierce_dice, weapons_for
from .gear import HANDS, armor_value, hands, hands_full
from .health import gain_stress
from .kinds import Act, Answer, GearKind, Question, Reaches, Rest, Score
from .magic import MOST_EXTRA
from .movement import left_behind, put, ways
from .policy import best_weapon, step_gain
from .rules import sprint_points
from .rulings import AmbientModel, ConditionStacking, RangedProvokes
from .space import distance, hostile, threat_range
from .state import World
from .things import in_hand, pack_room


class _Unheard:
    """Lets a rule be tried on a copy; nobody hears of it."""

    def note(self, event: int, who: int, x: int, y: int) -> None:
        pass


def stress_warning(w: World, who: int, stress: int, names: Names) -> str:
    """What taking that much stress would do, if it would do harm."""
    tried = clone(w)
    gain_stress(_Unheard(), tried, who, stress)  # type: ignore[arg-type]
    before, after = w.creatures[who], tried.creatures[who]
    if after.dead:
        return f"That stress would kill: {after.stress} of {after.endurance}. [DT-18]"
    if after.wounds > before.wounds:
        wounds = after.wounds - before.wounds
        return f"That stress would wound: {wounds}, at {after.stress} of {after.endurance}. [DT-18]"
    if stress and after.stress > after.endurance:
        over = f"{after.stress} of {after.endurance}"
        return f"That is past your endurance ({over}): wounds and stress count double. [DT-15]"
    return ""


def strikers_at_step(w: World, who: int, facing: int) -> list[int]:
    """Who may strike if somebody steps that way (DT-36)."""
    strikers = left_behind(w, who, EAST_OF[facing], SOUTH_OF[facing])
    return [k for k in members(strikers) if can_react(w, k, who)]


def strikers_at_range(w: World, who: int, target: int) -> list[int]:
    """Who may strike if somebody shoots or casts at one out of reach (DT-118)."""
    if w.rulings.ranged_provokes == RangedProvokes.NO:
        return []
    if distance(w, who, target) <= threat_range(w, who):
        return []
    return [k for k in members(w.creatures[who].threatened_by) if can_react(w, k, who)]


def _may_strike(strikers: list[int], rule: str, names: Names) -> str:
    return f"{listed(names, strikers)} may strike at you first. [{rule}]" if strikers else ""


def step_warning(w: World, who: int, facing: int, names: Names) -> str:
    """Out of somebody's reach."""
    return _may_strike(strikers_at_step(w, who, facing), "DT-36", names)


def target_warning(w: World, who: int, target: int, names: Names) -> str:
    """At a target out of reach, under somebody's nose."""
    return _may_strike(strikers_at_range(w, who, target), "DT-118", names)


def action_warning(w: World, who: int, act: int, names: Names) -> str:
    """What would come to nothing."""
    c = w.creatures[who]
    once = w.rulings.condition_stacking == ConditionStacking.NONE
    if act == Act.SPRINT and c.grappled_by:
        return "Held by another, you gain no movement points by a sprint. [DT-51]"
    if act == Act.SPRINT and c.sprinting and once:
        return "You are sprinting already: no more movement points. [DT-45]"
    if act == Act.DEFEND and c.defensive and once:
        return "You are defensive already: no more dice. [DT-43]"
    if act == Act.DISENGAGE and not c.threatened_by and not c.grappled_by:
        return "Nobody threatens you. [DT-37]"
    return ""


def put_away_for(w: World, who: int, g: int) -> list[int]:
    """What has to leave the hands for a thing, where there is no choice."""
    held = members(in_hand(w, who))
    if hands_full(w, who) + hands(w, g) <= HANDS:
        return []
    return held if hands(w, g) == HANDS or len(held) == 1 else []


def spell_warning(w: World, who: int, spell: int, names: Names) -> str:
    """One that only relieves or restores, where nobody of one's own has anything of it."""
    s, side = w.spells[spell], w.creatures[who].side
    if s.wounds or s.causes or s.gain_stress or s.armor:
        return ""
    own = [c for c in w.creatures[: w.n] if c.side == side and not c.dead]
    felt = any((s.relieve_stress and c.stress) or (s.restore_wounds and c.wounds) for c in own)
    return "" if felt else "None of you has what it would take away. [DT-6, DT-20]"


def item_warning(w: World, who: int, g: int, names: Names) -> str:
    """What taking it in hand costs, and a potion that would do nothing."""
    if w.gear[g].kind == GearKind.POTION:
        potion, c = w.gear[g], w.creatures[who]
        felt = (potion.relieve_stress and c.stress) or (potion.restore_wounds and c.wounds)
        return "" if felt else "You have nothing that it would take away. [DT-6, DT-20]"
    lost = sum(w.gear[k].av for k in put_away_for(w, who, g)) - w.gear[g].av
    if lost > 0:
        before = armor_value(w, who)
        return f"Your armor falls from {before} to {before - lost}. [DT-140]"
    return ""


def put_away_warning(w: World, who: int, g: int, names: Names) -> str:
    """What is put away protects no more, and falls where there is no room for it."""
    if pack_room(w, who) == 0:
        return "Your pack is full: it falls to the ground. [DT-163]"
    if w.gear[g].av > 0:
        before = armor_value(w, who)
        return f"Your armor falls from {before} to {before - w.gear[g].av}. [DT-140]"
    return ""


def blow_note(w: World, who: int, target: int, names: Names) -> str:
    """The weapon an attack takes, whether it can pierce at all, and who may strike first."""
    usable = weapons_for(w, who, target)
    if not usable:
        return ""
    weapon = best_weapon(w, who, usable)
    said = [names["gear"][weapon]]
    armor = armor_value(w, target)
    if highest(pierce_dice(w, who, weapon, 0)) < armor:
        said.append(f"cannot pierce armor {armor}")
    strikers = [names["creatures"][k] for k in strikers_at_range(w, who, target)]
    return ", ".join(said + [f"{name} may strike first" for name in strikers])


def step_note(w: World, who: int, facing: int, names: Names) -> str:
    strikers = [names["creatures"][k] for k in strikers_at_step(w, who, facing)]
    return ", ".join(f"{name} may strike first" for name in strikers)


def spell_note(w: World, who: int, spell: int, names: Names) -> str:
    """What it costs, and what can be added to it as `extra`."""
    cost = w.spells[spell].cost
    own = w.creatures[who].magica - max(0, cost - w.ambient)
    ambient = max(0, w.ambient - cost)
    left = own if w.rulings.ambient_model == AmbientModel.BASELINE_ONLY else own + ambient
    if left < 1 or w.spells[spell].reaches == Reaches.SELF:
        return f"{cost} magica"
    return f"{cost} magica, extra=1 to {min(left, MOST_EXTRA)} for more pierce dice"


def equip_note(w: World, who: int, g: int, names: Names) -> str:
    """What goes away for it."""
    held = in_hand(w, who)
    if hands_full(w, who) + hands(w, g) <= HANDS:
        return ""
    gone = put_away_for(w, who, g)
    if not gone:
        return f"puts away {' or '.join(names['gear'][k] for k in members(held))}"
    return f"puts away {' and '.join(names['gear'][k] for k in gone)}"


def charge(w: World, who: int, target: int) -> Sequence[tuple[int, int]] | None:
    """Walk up to a target with the points there are, then attack it; tried on a copy."""
    if (
        not hostile(w, who, target)
        or w.creatures[target].dead
        or contains(attackable(w, who), target)
    ):
        return None
    tried = clone(w)
    c = tried.creatures[who]
    path: list[tuple[int, int]] = []
    for _ in range(c.mp):
        here = ways(tried, who)
        best = max(members(here), key=lambda k: step_gain(tried, who, target, k), default=-1)
        if best < 0 or step_gain(tried, who, target, best) <= 0:
            break
        path += [(Question.ACTION, Act.MOVE), (Question.DIRECTION, best)]
        put(tried, who, EAST_OF[best], SOUTH_OF[best])
        if distance(tried, who, target) <= 1:
            break
    if not path or c.ap < 1 or not contains(attackable(tried, who), target):
        return None
    return [*path, (Question.ACTION, Act.ATTACK), (Question.TARGET, target)]


def walk(facing: int) -> Plan:
    name = Direction(facing).name.lower().replace("_", "-")
    answers = [(Question.ACTION, Act.MOVE), (Question.DIRECTION, facing)]

    def note(w: World, who: int, _: int, names: Names) -> str:
        return step_note(w, who, facing, names)

    takes = "a movement point and a free tile that way (DT-33)"
    return Plan(f"move-{name}", f"Move {name}", answers, note=note, takes=takes)


def sprint_brings(w: World, who: int) -> str:
    n = sprint_points(w, who)
    return f"{n} movement {'point' if n == 1 else 'points'} more, at once"


def simple(
    name: str,
    label: str,
    act: int,
    takes: str = "",
    good_for: Callable[[World, int], str] | str = "",
) -> Plan:
    """One action; what it is good for is said, unless it would come to nothing."""

    def note(w: World, who: int, _: int, names: Names) -> str:
        if action_warning(w, who, act, names):
            return ""
        return good_for(w, who) if callable(good_for) else good_for

    return Plan(name, label, [(Question.ACTION, act)], takes=takes, note=note)


def answer(name: str, label: str, question: int, option: int) -> Plan:
    return Plan(name, label, [(question, option)])


PLANS = (
    Plan(
        "attack",
        "Attack {target}",
        [(Question.ACTION, Act.ATTACK), (Question.TARGET, TARGET)],
        targets="creatures",
        note=blow_note,
        takes="1 action point and a foe your weapon reaches (DT-59)",
    ),
    Plan(
        "charge",
        "Charge {target} (move, then attack)",
        charge,
        targets="creatures",
        takes="an action point, and a foe out of reach that can be walked up to (DT-33, DT-59)",
    ),
    Plan(
        "grapple",
        "Grapple {target}",
        [(Question.ACTION, Act.GRAPPLE), (Question.TARGET, TARGET)],
        targets="creatures",
        takes="1 action point, a foe you threaten, and nobody in your hold yet (DT-46)",
    ),
    Plan(
        "push",
        "Shove {target} off",
        [(Question.ACTION, Act.PUSH), (Question.TARGET, TARGET)],
        targets="creatures",
        takes="1 action point and a foe you threaten (DT-54)",
    ),
    Plan(
        "cast",
        "Cast {target}",
        [(Question.ACTION, Act.CAST), (Question.SPELL, TARGET)],
        targets="spells",
        note=spell_note,
        takes="a spell you know, its action points and magica, and a target (DT-32, DT-85)",
    ),
    simple(
        "disengage",
        "Disengage",
        Act.DISENGAGE,
        takes="1 action point (DT-37)",
        good_for="the next step away exposes you to nobody",
    ),
    simple(
        "defend",
        "Defend",
        Act.DEFEND,
        takes="1 action point (DT-42)",
        good_for="a dodge die more until your next turn",
    ),
    simple(
        "sprint",
        "Sprint",
        Act.SPRINT,
        takes="1 action point (DT-44)",
        good_for=sprint_brings,
    ),
    *(walk(facing) for facing in Direction),
    simple("stand", "Stand up", Act.STAND, takes="1 movement point, and being prone (DT-108)"),
    simple("drop", "Drop prone", Act.DROP, takes="standing up, in one's own turn (DT-107)"),
    Plan("turn", "Turn ...", [(Question.ACTION, Act.FACE)], takes="a movement point (DT-106)"),
    simple("release", "Let go", Act.RELEASE, takes="somebody in your hold (DT-50)"),
    Plan(
        "equip",
        "Take {target} in hand",
        [(Question.ACTION, Act.EQUIP), (Question.ITEM, TARGET)],
        targets="gear",
        note=equip_note,
        takes="something carried that is not in hand, and the price of a change (DT-130)",
    ),
    Plan(
        "take-up",
        "Take {target} up",
        [(Question.ACTION, Act.TAKE_UP), (Question.ITEM, TARGET)],
        targets="gear",
        note=equip_note,
        takes="something that lies on your own tile, and the price of a change (DT-163)",
    ),
    Plan(
        "drink",
        "Drink {target}",
        [(Question.ACTION, Act.USE), (Question.ITEM, TARGET)],
        targets="gear",
        takes="1 action point and a potion (DT-32)",
    ),
    Plan("ready", "Ready ...", [(Question.ACTION, Act.READY)]),
    simple("end", "End the turn", Act.END),
    answer("strike", "Take the opportune strike", Question.STRIKE, Answer.YES),
    answer("hold-back", "Hold back", Question.STRIKE, Answer.NO),
    answer("prowess", "Resist with prowess", Question.SCORE, Score.PROWESS),
    answer("power", "Resist with power", Question.SCORE, Score.POWER),
    answer("short-rest", "Take a short rest", Question.REST, Rest.SHORT),
    answer("long-rest", "Take a long rest", Question.REST, Rest.LONG),
    answer("full-rest", "Take a full rest", Question.REST, Rest.FULL),
)
