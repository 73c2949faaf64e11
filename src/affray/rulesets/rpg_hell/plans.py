"""What people usually do in a fight of RPG Hell: several answers at once."""

from collections.abc import Callable, Sequence

from affray.book.words import ANSWER, TARGET, Names, Plan, kebab
from affray.rules.among import those
from affray.rules.grid import tiles_apart
from affray.rules.masks import contains, members
from affray.rules.world import clone

from .aim import HIGH_FROM, can_swing, legal_pairs, ready_weapon, weapons_held
from .dice import PAIR_A, PAIR_B
from .kinds import Act, Answer, Die, Effect, Phase, Question
from .moves import MOST_MOVES, find_move
from .phrases import cost_of
from .policy import pair_wanted
from .sheet import PRONE_SPEED, speed
from .state import World
from .valuation import best_weapon

Note = Callable[[World, int, int, Names], str] | str


def close_in(w: World, who: int, target: int) -> Sequence[tuple[int, int]] | None:
    """One Move to the tile nearest to somebody, on a copy."""
    t = w.creatures[target]
    if target == who or t.dead:
        return None
    tried = clone(w)
    find_move(tried, who)
    here = [(x, y) for y in range(w.height) for x in members(tried.reached[y])]
    best = min(here, key=lambda at: (tiles_apart(at[0], at[1], t.x, t.y), abs(at[1] - t.y)))
    c = w.creatures[who]
    if tiles_apart(*best, t.x, t.y) >= tiles_apart(c.x, c.y, t.x, t.y):
        return None
    return [(Question.ACTION, Act.MOVE), (Question.COLUMN, best[0]), (Question.ROW, best[1])]


def strike(w: World, who: int, target: int) -> Sequence[tuple[int, int]] | None:
    """An attack with the best weapon that reaches this target."""
    if target == who:
        return None
    tried = clone(w)
    held = weapons_held(w, who)
    usable = those(g for g in members(held) if can_swing(tried, who, target, g))
    if usable == 0:
        before_dice = w.phase < Phase.ACTION
        return [(Question.ACTION, Act.ATTACK), (Question.TARGET, target)] if before_dice else None
    weapon = best_weapon(tried, who, usable)
    return [
        (Question.ACTION, Act.ATTACK),
        (Question.WEAPON, weapon),
        (Question.TARGET, target),
    ]


def weapon_taken(w: World, who: int, target: int, names: Names) -> str:
    """The weapon an attack is made with, whether it leaves the hand, and with which dice."""
    for question, weapon in strike(w, who, target) or ():
        if question == Question.WEAPON:
            tried = clone(w)
            ready_weapon(tried, who, target, weapon)
            thrown = ", thrown" if tried.swing.thrown else ""
            return f"{names['weapons'][weapon]}{thrown}{dice_given(tried, who)}"
    return ""


def dice_given(tried: World, who: int) -> str:
    """The dice of a swing, if nobody says otherwise."""
    mask = legal_pairs(tried)
    if not mask:
        return ""
    pair = pair_wanted(tried, who, mask)
    faces = [str(face) for face in (PAIR_B[pair], PAIR_A[pair]) if face]
    return f", giving {' and '.join(faces)}"


def tiles_moved(w: World, who: int, target: int, names: Names) -> str:
    return f"up to {speed(w, who)} tiles"


def comes_of(w: World, who: int, item: int, names: Names) -> str:
    """What a thing does, to whom."""
    thing = w.items[item]
    line = w.lines[thing.does]
    ends = [f"ends {kebab(k)}" for k in Effect if contains(line.clears, k)]
    heals = ["gives Health back"] if line.heal or line.heal_stat >= 0 else []
    if thing.burst >= 0:
        return f"thrown up to {thing.range} tiles, bursts over {thing.burst}"
    whom = "to you or somebody beside you" if thing.range else "to you"
    return f"{whom}: {' and '.join([*heals, *ends])}" if heals or ends else ""


def act(name: str, label: str, what: int, takes: str = "", note: Note = "") -> Plan:
    return Plan(name, label, [(Question.ACTION, what)], takes=takes, note=note)


def act_on(name: str, label: str, what: int, takes: str = "", note: Note = "") -> Plan:
    answers = [(Question.ACTION, what), (Question.TARGET, TARGET)]
    return Plan(name, label, answers, targets="creatures", until=settled, takes=takes, note=note)


def keep(die: Die) -> Plan:
    answers = [(Question.ACTION, Act.LOCK), (Question.DIE, die)]
    takes = "a die of that face (RH-73)"
    note = "set aside for a later turn, or to pay for an art when it is not your turn"
    return Plan(f"keep-{kebab(die)}", f"Keep a {kebab(die)}", answers, takes=takes, note=note)


def settled(w: World, who: int) -> bool:
    """No contest is still being rolled."""
    return w.contest.who < 0


def yes_or_no(name: str, label: str, question: int, answer: int) -> Plan:
    return Plan(name, label, [(question, answer)])


PLANS = (
    Plan(
        "attack",
        "Attack {target}",
        strike,
        targets="creatures",
        note=weapon_taken,
        takes="two dice, and an enemy in range and sight of a weapon that is ready (RH-22, RH-78)",
    ),
    Plan(
        "close",
        "Move up to {target}",
        close_in,
        targets="creatures",
        takes=f"a die, a Move left of {MOST_MOVES}, and a tile nearer to them (RH-24, RH-80)",
    ),
    Plan(
        "art",
        "Use the art {target}",
        [(Question.ACTION, Act.ART), (Question.ART, TARGET)],
        "arts",
        settled,
        note=cost_of,
        takes="an art you know, its dice and its Strain (RH-90)",
    ),
    Plan(
        "item",
        "Use {target}",
        [(Question.ACTION, Act.ITEM), (Question.ITEM, TARGET)],
        "items",
        note=comes_of,
        takes="the dice and a thing that can be used now (RH-93)",
    ),
    act_on(
        "shove",
        "Shove {target}",
        Act.SHOVE,
        takes="two dice and an enemy beside you that can be seen (RH-23, RH-82)",
    ),
    act_on(
        "grapple",
        "Grapple {target}",
        Act.GRAPPLE,
        takes="two dice and an enemy beside you, not in your hold yet (RH-23, RH-83)",
    ),
    Plan(
        "escape",
        "Break free",
        [(Question.ACTION, Act.ESCAPE)],
        until=settled,
        takes="two dice, and being held (RH-23, RH-84)",
    ),
    Plan(
        "move",
        "Move ...",
        [(Question.ACTION, Act.MOVE)],
        note=tiles_moved,
        takes=f"a die, a Move left of {MOST_MOVES}, and nobody holding on (RH-24, RH-80)",
    ),
    act(
        "stand",
        "Stand up",
        Act.STAND,
        takes=f"a die, a Move left of {MOST_MOVES}, and being Prone (RH-81)",
        note="prone no longer",
    ),
    act(
        "go-prone",
        "Drop prone",
        Act.GO_PRONE,
        takes=f"a die, a Move left of {MOST_MOVES}, and standing (RH-81)",
        note=f"shots at you need a sum of {HIGH_FROM}, and so do all your attacks; "
        f"no faster than {PRONE_SPEED}",
    ),
    act(
        "put-out",
        "Put out the fire",
        Act.PUT_OUT_FIRE,
        takes="two dice, and yourself or a friend within a tile burning (RH-89)",
        note="all Burn goes from you, or from a friend within a tile",
    ),
    act_on(
        "wake",
        "Wake {target}",
        Act.WAKE,
        takes="two dice, and a friend within a tile who sleeps or may be woken (RH-57, RH-125)",
        note="they are awake again",
    ),
    act(
        "hide",
        "Hide",
        Act.HIDE,
        takes="two dice, not being hidden yet, and not glowing (RH-23, RH-110)",
    ),
    act(
        "hunker",
        "Hunker down",
        Act.HUNKER_DOWN,
        takes="a die, cover or a shield, and being seen (RH-88)",
        note=f"Obscured: shots at you, and yours, need a sum of {HIGH_FROM} "
        "until you or the cover moves",
    ),
    act(
        "search",
        "Search",
        Act.SEARCH,
        takes="a die, and an enemy who is not seen (RH-86)",
        note="shows who is Obscured, else who is Hidden, within as many tiles as the die says",
    ),
    act(
        "reload",
        "Reload",
        Act.RELOAD,
        takes="a die and a weapon that is not full (RH-91)",
        note="the weapon is full again",
    ),
    *(keep(die) for die in Die),
    act(
        "unlock",
        "Take the kept die back",
        Act.UNLOCK,
        takes="a kept die (RH-75)",
        note="free, and a die of the pool again",
    ),
    act("hold", "Hold", Act.HOLD, note="does no more this turn"),
    yes_or_no("dodge", "Dodge", Question.DODGE, Answer.YES),
    yes_or_no("take-it", "Take it", Question.DODGE, Answer.NO),
    yes_or_no("ward", "Ward it off", Question.WARD, Answer.YES),
    yes_or_no("bear-it", "Bear it", Question.WARD, Answer.NO),
    yes_or_no("parry", "Parry", Question.PARRY, Answer.YES),
    yes_or_no("rest", "Rest", Question.REST, Answer.YES),
    yes_or_no("watch", "Keep watch", Question.REST, Answer.NO),
    Plan(ANSWER, "", (), until=settled),
)
