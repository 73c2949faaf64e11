"""What people usually do in Plunder, each as one plan."""

from collections.abc import Sequence

from affray.book.words import ANSWER, TARGET, Plan
from affray.rules.masks import contains, members
from affray.rules.plane import bearing_x, bearing_y, feet_between

from .body import hostile
from .kinds import (
    Act,
    Answer,
    Move,
    Part,
    Phase,
    Push,
    Question,
    Rest,
    Unsettled,
)
from .moves import bearings, farthest_feet, may_rally
from .notes import (
    Note,
    break_free_note,
    contest_note,
    fetch_note,
    hold_note,
    missile_note,
    naming_note,
    pick_up_note,
    rally_note,
    rest_note,
    spell_note,
    strike_note,
    unnamed_note,
    way_note,
)
from .reach import is_launcher, ranged_targets, ranged_weapons, weapons_against
from .state import World
from .valuation import best_weapon, nearest_enemy


def close_with(w: World, who: int, target: int) -> Sequence[tuple[int, int]] | None:
    if not hostile(w, who, target):
        return None
    return [(Question.MOVE, Move.CLOSE), (Question.WHOM, target), *without_rally(w, who)]


def without_rally(w: World, who: int) -> Sequence[tuple[int, int]]:
    """Who would rally has a plan for it: the others do not ask again."""
    return [(Question.RALLY, Answer.NO)] if may_rally(w, who) else []


def go_to(w: World, who: int, target: int) -> Sequence[tuple[int, int]] | None:
    if hostile(w, who, target):
        return None
    return [(Question.MOVE, Move.CLOSE), (Question.WHOM, target), *without_rally(w, who)]


def close_rallying(w: World, who: int, target: int) -> Sequence[tuple[int, int]] | None:
    """As closing in, with a word to the party on the way."""
    if not hostile(w, who, target) or not may_rally(w, who):
        return None
    return [(Question.MOVE, Move.CLOSE), (Question.WHOM, target), (Question.RALLY, Answer.YES)]


def shoot_at(w: World, who: int, target: int) -> Sequence[tuple[int, int]] | None:
    return with_weapon(w, who, target, True)


def throw_at(w: World, who: int, target: int) -> Sequence[tuple[int, int]] | None:
    return with_weapon(w, who, target, False)


def with_weapon(
    w: World, who: int, target: int, launched: bool
) -> Sequence[tuple[int, int]] | None:
    """An attack in the ranged phase with a bow or sling, or with something thrown."""
    usable = ranged_weapons(w, who)
    if not contains(ranged_targets(w, who, usable), target):
        return None
    fitting = weapons_against(w, who, target, usable, True)
    kind = sum(1 << g for g in members(fitting) if is_launcher(w, g) == launched)
    if kind == 0:
        return None
    weapon = best_weapon(w, who, kind)
    return [
        (Question.ACTION, Act.SHOOT),
        (Question.TARGET, target),
        (Question.WEAPON, weapon),
    ]


def resolved(w: World, who: int) -> bool:
    """Nothing this creature declared is still in the queue, and no blow is open."""
    queued = any(w.queue[k].who == who and w.queue[k].act != Act.HOLD for k in range(w.queued))
    return not queued and w.blow.stage == Unsettled.NONE


def has_moved(w: World, who: int) -> bool:
    over = w.phase != Phase.MOVEMENT or w.part >= Part.ROLL
    return over and w.blow.stage == Unsettled.NONE


def settled(w: World, who: int) -> bool:
    return has_moved(w, who) and resolved(w, who)


def back_away(w: World, who: int, target: int) -> Sequence[tuple[int, int]] | None:
    """As far from the nearest enemy as one bearing leads."""
    enemy = nearest_enemy(w, who)
    if enemy < 0:
        return None
    c, other = w.creatures[who], w.creatures[enemy]
    best, farthest = None, feet_between(c.x, c.y, other.x, other.y)
    for bearing in members(bearings(w, who)):
        feet = farthest_feet(w, who, bearing)
        x, y = c.x + bearing_x(bearing, feet), c.y + bearing_y(bearing, feet)
        far = feet_between(x, y, other.x, other.y)
        if far > farthest:
            best, farthest = (bearing, feet), far
    if best is None:
        return None
    bearing, feet = best
    going = [(Question.MOVE, Move.GO), (Question.BEARING, bearing), (Question.FEET, feet)]
    return [*going, *without_rally(w, who)]


def deed(name: str, label: str, act: int, note: Note | None = None, takes: str = "") -> Plan:
    """An action without a target."""
    return Plan(name, label, [(Question.ACTION, act)], until=resolved, note=note, takes=takes)


def deed_at(name: str, label: str, act: int, note: Note | None = None, takes: str = "") -> Plan:
    """An action meant for a creature: one's own side is helped, the others are fought."""
    helps = act in HELPFUL

    def answers(w: World, who: int, target: int) -> Sequence[tuple[int, int]] | None:
        if hostile(w, who, target) == helps:
            return None
        return [(Question.ACTION, act), (Question.TARGET, target)]

    return Plan(name, label, answers, targets="creatures", until=resolved, note=note, takes=takes)


def contest(name: str, label: str, act: int, takes: str = "") -> Plan:
    """An action that meets an enemy's Defense, with the number it needs beside it."""
    return deed_at(name, label, act, contest_note(act), takes=takes)


def deed_with(name: str, label: str, act: int, note: Note | None = None, takes: str = "") -> Plan:
    """An action with a thing."""
    answers = [(Question.ACTION, act), (Question.ITEM, TARGET)]
    return Plan(name, label, answers, targets="gear", until=resolved, note=note, takes=takes)


def answer(
    name: str, label: str, question: int, option: int, takes: str = "", note: Note | None = None
) -> Plan:
    return Plan(name, label, [(question, option)], note=note, takes=takes)


def rest_of(name: str, label: str, rest: int) -> Plan:
    return answer(name, label, Question.REST, rest, note=rest_note(rest))


HELPFUL = (Act.BANDAGE, Act.PRESSURE, Act.DOUSE)

PLANS = (
    Plan(
        "cast",
        "Name {target}",
        [(Question.CAST, Answer.YES), (Question.SPELL, TARGET)],
        "spells",
        note=naming_note,
    ),
    Plan("no-spell", "Cast nothing", [(Question.CAST, Answer.NO)], note=unnamed_note),
    Plan(
        "close",
        "Close with {target}",
        close_with,
        targets="creatures",
        until=has_moved,
        note=way_note,
        takes="an enemy out of melee, and a free way to it in the movement phase (PL-6)",
    ),
    Plan(
        "rally",
        "Close with {target}, rallying the party",
        close_rallying,
        targets="creatures",
        until=settled,
        note=rally_note,
        takes="an action left, somebody of the party hurt, and an enemy to close with (PL-67)",
    ),
    Plan(
        "join",
        "Go to {target}",
        go_to,
        targets="creatures",
        until=has_moved,
        note=way_note,
        takes="a free way to somebody of your own side, in the movement phase (PL-6)",
    ),
    Plan(
        "back-away",
        "Back away",
        back_away,
        until=has_moved,
        takes="an enemy, and somewhere farther from it to go (PL-6)",
    ),
    Plan("go", "Go ...", [(Question.MOVE, Move.GO)], until=has_moved),
    Plan(
        "stand",
        "Get up",
        [(Question.MOVE, Move.STAND)],
        until=has_moved,
        takes="being Prone, in the movement phase (PL-61)",
    ),
    answer(
        "let-go",
        "Let go, at no cost",
        Question.MOVE,
        Move.LET_GO,
        takes="somebody in your grip (PL-65)",
    ),
    Plan(
        "ready-moving",
        "Take {target} in hand, at no cost",
        [(Question.MOVE, Move.READY), (Question.ITEM, TARGET)],
        "gear",
    ),
    Plan("stay", "Stay here", [(Question.MOVE, Move.STAY)], until=has_moved),
    deed_at(
        "attack",
        "Attack {target} ...",
        Act.ATTACK,
        strike_note,
        takes="the melee phase, and an enemy within reach of a weapon in hand (PL-9)",
    ),
    Plan(
        "shoot",
        "Shoot at {target} ...",
        shoot_at,
        "creatures",
        resolved,
        missile_note(True),
        takes="the ranged phase, a bow or sling with ammunition, and an enemy in sight (PL-7)",
    ),
    Plan(
        "throw",
        "Throw a weapon at {target} ...",
        throw_at,
        "creatures",
        resolved,
        missile_note(False),
        takes="the ranged phase, something to throw in hand, and an enemy in sight (PL-7)",
    ),
    deed(
        "aim",
        "Take aim",
        Act.AIM,
        takes="the ranged phase, a ranged weapon, and the Marksman's talent (PL-126)",
    ),
    contest(
        "shove",
        "Shove {target}",
        Act.SHOVE,
        takes="the melee phase and an enemy beside you (PL-68)",
    ),
    contest(
        "feint",
        "Feint at {target}",
        Act.FEINT,
        takes="the melee phase and an enemy near enough to see it (PL-63)",
    ),
    contest(
        "grapple",
        "Grapple {target}",
        Act.GRAPPLE,
        takes="the melee phase, a working hand, and an enemy beside you in no grapple (PL-64)",
    ),
    contest(
        "taunt",
        "Taunt {target}",
        Act.TAUNT,
        takes="the melee phase, an enemy beside you, and the talent Battle Cry (PL-123)",
    ),
    deed("dodge", "Dodge", Act.DODGE, takes="the melee phase (PL-62)"),
    deed(
        "break-free",
        "Break free",
        Act.BREAK_FREE,
        break_free_note,
        takes="the melee phase, and being held since an earlier round (PL-66)",
    ),
    deed_at(
        "bandage",
        "Bandage {target}",
        Act.BANDAGE,
        takes="the melee phase, bandages, and one of your own beside you who bleeds (PL-99)",
    ),
    deed_at(
        "press",
        "Press {target}'s wound",
        Act.PRESSURE,
        takes="the melee phase, and one of your own beside you who bleeds (PL-99)",
    ),
    deed_at(
        "douse",
        "Put out the fire on {target}",
        Act.DOUSE,
        takes="the melee phase, and one of your own beside you who burns (PL-116)",
    ),
    deed_with(
        "pick-up",
        "Pick up {target}",
        Act.PICK_UP,
        pick_up_note,
        takes="the melee phase, something on the ground beside you, and room for it (PL-61)",
    ),
    deed_with(
        "fetch",
        "Get out {target}",
        Act.FETCH,
        fetch_note,
        takes="the melee phase, and something in the pack (PL-109)",
    ),
    deed_with("ready", "Take {target} in hand, at no cost", Act.READY),
    answer(
        "let-go-now",
        "Let go, at no cost",
        Question.ACTION,
        Act.LET_GO,
        takes="somebody in your grip (PL-65)",
    ),
    deed("hold", "Do nothing now", Act.HOLD, hold_note),
    deed(
        "something-else",
        "Do something else (you say what)",
        Act.SOMETHING_ELSE,
        takes="the melee phase (PL-9)",
    ),
    Plan(
        "cast-at",
        "Cast at {target} ...",
        [(Question.TARGET, TARGET)],
        "creatures",
        resolved,
        spell_note,
    ),
    Plan(ANSWER, "", (), until=settled),
    answer("prone", "Push it over", Question.PUSH, Push.PRONE),
    answer("away", "Push it away", Question.PUSH, Push.AWAY),
    rest_of("short-rest", "Take a short rest", Rest.SHORT),
    rest_of("long-rest", "Take a long rest", Rest.LONG),
    rest_of("full-rest", "Take a full rest", Rest.FULL),
    answer("none", "Take no rest", Question.REST, Rest.NONE),
)
