"""How a fight of Plunder is told, and what people usually do in one."""

from collections.abc import Sequence

from affray.book.ruler import Ruler, in_feet
from affray.book.words import (
    Asked,
    Board,
    Card,
    Hides,
    Names,
    Stat,
    Thing,
    Token,
    Words,
    highest,
    kebab,
    listed,
)
from affray.rules.masks import contains, members
from affray.rules.plane import feet_between

from .abilities import attack_target, dexterity_number, is_monster, slots
from .aims import AIMS
from .body import conditions, counted_wounds, taunters, wound_limit
from .defense import melee_defense, ranged_defense
from .events import Event
from .inventory import slots_used
from .kinds import (
    Ability,
    Act,
    Answer,
    AttackType,
    Bonus,
    Carry,
    Condition,
    Hands,
    Location,
    Move,
    Phase,
    Plight,
    Push,
    Question,
    Rest,
)
from .looking import sight
from .morale import morale_number
from .moves import feet_options
from .notes import comes_nearer, drawing_warning
from .phrases import CARRIED, HEADS, LOSSES, MOVES, ROLLS
from .plans import PLANS
from .policy import friends_first, item_wanted
from .reach import REACH_FEET, ranged_weapons, strikers_at
from .resolve import hardest
from .setup import MAP
from .space import distance, in_melee
from .speed import speed_now
from .state import World
from .valuation import (
    BOLD,
    CAREFUL,
    best_type,
    best_weapon,
    hands_wanted,
    place_to_hit,
)

PRIMER = """\
How a round goes: spells are named, monsters test their nerve, everybody moves, then come
shots, spells, and last melee and everything else. In each phase all declare in secret,
each rolls one d20, and the dice are carried out from the highest down. That one die is
your place in line and your roll. What you declared you cannot take back: if your target
is gone when your turn comes, your action is lost.
How a blow goes: reach your attack target (lower is better) plus the enemy's Defense; what
you beat it by is the damage. You name the kind of attack and the place you aim at. The
same kind twice in a row is at disadvantage.
What kills you: at 0 Hit Points you still fight, but every hit wounds, unless your armor
swallows it. Wounds and Exhaustion fill your pack; a full pack is death, and so is a
wounding blow of all your Hit Points at once. Most monsters die of their first Wound.
Good first moves: close in with a shield and a long weapon, change between slash and stab,
never walk out of a melee (you are hit for what you miss the check by), and bandage blood."""


def card(w: World, i: int, names: Names) -> Card:
    c = w.creatures[i]
    if c.dead or c.fled:
        return Card((), ("dead" if c.dead else "fled",))
    stats = [Stat("HP", c.hp, c.max_hp)]
    if is_monster(w, i):
        stats.append(Stat("wounds", counted_wounds(w, i), wound_limit(w, i), harm=True))
    else:
        stats.append(Stat("wounds", c.wounds, harm=True))
        stats.append(Stat("exhaustion", c.exhaustion, harm=True))
        stats.append(Stat("slots", slots_used(w, i), slots(w, i)))
    stats.append(Stat("defense", melee_defense(w, i)))
    stats.append(Stat("evasion", ranged_defense(w, i)))
    stats.append(Stat("strikes on", attack_target(w, i, Ability.DEXTERITY)))
    if ranged_weapons(w, i):
        stats.append(Stat("shoots on", attack_target(w, i, Ability.INSTINCT)))
    if c.magic_dice:
        stats.append(Stat("casts on", attack_target(w, i, Ability.INTELLIGENCE)))
    stats.append(Stat("speed", speed_now(w, i)))
    if is_monster(w, i):
        stats.append(Stat("morale", morale_number(w, i)))
    stats.append(Stat("holds", things(w, i, names, (Carry.RIGHT, Carry.LEFT, Carry.BOTH))))
    stats.append(Stat("ready", things(w, i, names, (Carry.EQUIPPED,))))
    stats.append(Stat("wears", things(w, i, names, (Carry.WORN,))))
    if c.magic_dice:
        stats.append(Stat("magic dice", c.magic_left, c.magic_dice))
    stats.append(Stat("at", f"[{c.x}, {c.y}]"))
    return Card(stats, states(w, i, names))


COLUMNS = {
    "melee": Ability.DEXTERITY,
    "ranged": Ability.INSTINCT,
    "magic": Ability.INTELLIGENCE,
}


def sheet(w: World, i: int, _: Names) -> dict[str, str]:
    """What the tables make of a character's abilities, whatever is in hand now (PL-71 to PL-73)."""
    if is_monster(w, i):
        return {}
    columns = {
        "melee": Ability.DEXTERITY,
        "ranged": Ability.INSTINCT,
        "magic": Ability.INTELLIGENCE,
    }
    told = (f"{column} {attack_target(w, i, which)}" for column, which in columns.items())
    return {"attack targets": ", ".join(told)}


def things(w: World, i: int, names: Names, where: Sequence[int]) -> str:
    """What is carried there, with its Notches."""
    c = w.creatures[i]
    shown = [
        names["gear"][g] + notched(c.notches[k])
        for k, g in enumerate(c.gear)
        if g >= 0 and c.carried[k] in where
    ]
    return " and ".join(shown) or "nothing"


def notched(notches: int) -> str:
    """' (1 Notch)', or nothing."""
    return f" ({notches} Notch{'es' if notches > 1 else ''})" if notches else ""


def states(w: World, i: int, names: Names) -> list[str]:
    """What a roll, a number or a speed depends on besides the stats."""
    c = w.creatures[i]
    mask = conditions(w, i)
    shown = [kebab(k).replace("-", " ") for k in Condition if contains(mask, k)]
    flags = [
        ("prone", c.prone),
        ("dodging", c.dodging),
        ("feinted", c.feinted),
        ("aiming", c.aiming),
        ("raging", c.raging),
        ("burning", c.burning_by >= 0),
        (f"warded: {c.ward} Defense", c.ward),
        ("slowed", c.slowed_until),
        ("fleeing", c.fleeing),
        ("action spent", c.acted),
    ]
    return shown + [name for name, on in flags if on] + ties(w, i, names)


def ties(w: World, i: int, names: Names) -> list[str]:
    """What ties it to others, and to a spell it keeps going."""
    c = w.creatures[i]
    shown = []
    if c.partner >= 0:
        shown.append(f"{'holds' if c.holds else 'held by'} {names['creatures'][c.partner]}")
    if taunters(w, i):
        shown.append(f"taunted by {listed(names, members(taunters(w, i)))}")
    if c.concentrates >= 0:
        shown.append(f"keeps up {names['spells'][c.concentrates]}")
    return shown


def worn(w: World, i: int) -> int:
    """What is left on somebody once Hit Points are gone."""
    return counted_wounds(w, i) + (0 if is_monster(w, i) else w.creatures[i].exhaustion)


def board(w: World, names: Names) -> Board:
    tokens = [
        Token(
            who=i,
            x=c.x,
            y=c.y,
            hurt=max(0, c.max_hp - max(0, c.hp)) + worn(w, i),
            bears=c.max_hp + (wound_limit(w, i) + 1 if is_monster(w, i) else slots(w, i)),
            is_out=bool(c.dead or c.fled),
        )
        for i, c in enumerate(w.creatures)
    ]
    things = [Thing(names["gear"][t.gear], t.x, t.y) for t in w.ground if t.gear >= 0]
    return Board("ft", w.width, w.height, tokens, things=things)


def usual_location(w: World, who: int, mask: int) -> int:
    return place_to_hit(mask, BOLD)


def usual_hands(w: World, who: int, mask: int) -> int:
    return hands_wanted(w, who, CAREFUL)


def usual_bonus(w: World, who: int, mask: int) -> int:
    """What can be done in every round; what is there once a fight is never spent unasked."""
    return Bonus.FEINT if contains(mask, Bonus.FEINT) else Bonus.NONE


def repeat_warning(w: World, who: int, kind: int, names: Names) -> str:
    """The same kind of attack again."""
    if w.creatures[who].last_kind == kind:
        name = kebab(AttackType(kind))
        return f"{name.capitalize()} again: the roll is at disadvantage. [PL-42]"
    return ""


def leaving_warning(w: World, who: int, near: int, names: Names) -> str:
    """What turning one's back on those in reach can cost."""
    if not near:
        return ""
    best = hardest(w, near)
    number = dexterity_number(w, who) + melee_defense(w, best)
    return (
        f"In reach: {listed(names, members(near))}. Roll {number} or more on a d20 against "
        f"{names['creatures'][best]}, or take what you miss it by, up to {number - 1}. "
        "[PL-24, PL-61]"
    )


def move_warning(w: World, who: int, move: int, names: Names) -> str:
    """Walking off, or getting up under somebody's blade."""
    near = strikers_at(w, who) if move in (Move.GO, Move.STAND) else 0
    return leaving_warning(w, who, near, names)


def closing_warning(w: World, who: int, target: int, names: Names) -> str:
    """Closing with one may mean leaving another."""
    if in_melee(w, who, target):
        return ""
    return leaving_warning(w, who, strikers_at(w, who) & ~(1 << target), names)


def rally_warning(w: World, who: int, answer: int, names: Names) -> str:
    """A move that ends no nearer to anybody has spent the action for nothing."""
    if answer != Answer.YES or comes_nearer(w, who):
        return ""
    return "No enemy is nearer after this move: the rally is lost, and the action with it. [PL-67]"


QUESTIONS = {
    Question.CAST: Asked("Does {who} cast a spell this round?", Answer, ("PL-4",), aside=Answer.NO),
    Question.SPELL: Asked("Which spell does {who} name?", "spells", ("PL-4", "PL-111")),
    Question.MOVE: Asked(
        "How does {who} move?",
        Move,
        ("PL-6", "PL-24", "PL-136"),
        warn=move_warning,
        aside=Move.STAY,
    ),
    Question.WHOM: Asked(
        "With whom does {who} close?", "creatures", ("PL-136",), warn=closing_warning
    ),
    Question.STOP_SHORT: Asked(
        f"Does {{who}} stop at {REACH_FEET} feet?", Answer, ("PL-85", "PL-136"), Answer.YES
    ),
    Question.BEARING: Asked(
        "Which way does {who} go? (minutes of a clock: 0 north, 15 east)", "number", ("PL-136",)
    ),
    Question.FEET: Asked(
        "How many feet does {who} go?", "number", ("PL-25", "PL-136"), follows=feet_options
    ),
    Question.RALLY: Asked(
        "Does {who} rally the party on the way?", Answer, ("PL-67",), Answer.NO, rally_warning
    ),
    Question.LIGHTEN: Asked(
        "Does {who} drop what is packed to be able to move?", Answer, ("PL-109",), Answer.YES
    ),
    Question.ACTION: Asked("What does {who} declare?", Act, ("PL-11", "PL-134"), aside=Act.HOLD),
    Question.TARGET: Asked("Whom does {who} mean?", "creatures", ("PL-11",), friends_first),
    Question.WEAPON: Asked(
        "With what?", "gear", ("PL-77", "PL-109"), best_weapon, warn=drawing_warning
    ),
    Question.HANDS: Asked("In how many hands?", Hands, ("PL-81", "PL-82"), usual_hands),
    Question.TYPE: Asked(
        "What kind of attack?", AttackType, ("PL-41", "PL-42"), best_type, repeat_warning
    ),
    Question.LOCATION: Asked("Where does {who} aim?", Location, ("PL-41",), usual_location),
    Question.GAP: Asked("Through the gaps of the armor?", Answer, ("PL-95",), Answer.NO),
    Question.BONUS: Asked("What right before the attack?", Bonus, ("PL-69",), usual_bonus),
    Question.DICE: Asked(
        "How many Magic Dice does {who} invest? (0: a cantrip)",
        "number",
        ("PL-112", "PL-113"),
        highest,
    ),
    Question.MORE: Asked("One more target?", Answer, ("PL-115", "PL-116"), Answer.YES),
    Question.ITEM: Asked(
        "Which thing does {who} take?",
        "gear",
        ("PL-61", "PL-109"),
        item_wanted,
        warn=drawing_warning,
    ),
    Question.PUSH: Asked("Prone, or away?", Push, ("PL-68",)),
    Question.WOUND_TYPE: Asked(
        "With what kind of blow does {who} wound?", AttackType, ("PL-61",), best_type
    ),
    Question.WOUND_LOCATION: Asked("Where does {who} wound?", Location, ("PL-61",), usual_location),
    Question.SNEAK: Asked(
        "Does {who} give a Wound instead of damage?", Answer, ("PL-128",), Answer.YES
    ),
    Question.CHEER: Asked(
        "Who takes heart first, of those who are worst off?", "creatures", ("PL-67",), friends_first
    ),
    Question.REST: Asked("How does {who} rest?", Rest, ("PL-132",)),
}


def take_out(w: World, i: int) -> None:
    """As if it were not there: those who do not see it know no better."""
    w.creatures[i].dead = 1


def feet_apart(w: World, ax: int, ay: int, bx: int, by: int) -> int:
    return feet_between(ax, ay, bx, by)


WORDS = Words(
    questions=QUESTIONS,
    rolls=ROLLS,
    events=Event,
    plans=PLANS,
    heads=HEADS,
    aims=AIMS,
    losses=LOSSES,
    enums={
        "phase": Phase,
        "act": Act,
        "bonus": Bonus,
        "rest": Rest,
        "condition": Condition,
        "attack": AttackType,
        "location": Location,
        "plight": Plight,
    },
    members={"move": MOVES, "carry": CARRIED},
    card=card,
    board=board,
    sight=sight,
    map=MAP,
    scene=("round", "phase"),
    seams=(Phase.ROUND, Phase.END),
    hiding=Hides(take_out),
    ruler=Ruler(distance, feet_apart, in_feet, ("PL-135",)),
    sheet=sheet,
    primer=PRIMER,
)
