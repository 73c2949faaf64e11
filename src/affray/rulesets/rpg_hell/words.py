"""How a fight of RPG Hell is told."""

from affray.book.ground import Ground, Patch, Ruled
from affray.book.maps import as_boxes
from affray.book.ruler import Ruler, in_tiles, tiles_between
from affray.book.words import (
    Asked,
    Board,
    Card,
    Names,
    Stat,
    Thing,
    Token,
    Words,
    kebab,
    lowest,
)
from affray.rules.grid import Direction, rows_in
from affray.rules.masks import contains

from .aim import HIGH_FROM, LOW_UP_TO, weapons_held
from .aims import AIMS, COMES_OFF, art_aim
from .dice import PAIR_A, PAIR_B
from .events import Event
from .harm import STAGES, conscious
from .kinds import (
    Act,
    Answer,
    Damage,
    Die,
    Effect,
    Hiding,
    Mode,
    Pair,
    Phase,
    Question,
    Weather,
)
from .kinds import Stat as Stats
from .looking import seen, sight
from .phrases import (
    HEADS,
    HIDING,
    LOSSES,
    ROLLS,
    cost_of,
    halve_it,
    idle_art,
    idle_item,
    parry_it,
    refuse_it,
    regretted,
    saves_nothing,
    unfelt_by,
)
from .plans import PLANS
from .policy import (
    BOLD,
    best_art,
    dodge_wanted,
    pair_wanted,
    target_wanted,
    ward_wanted,
)
from .setup import MAP
from .sheet import is_prone, speed
from .space import distance, is_wall, rough_in
from .spending import SPENDING
from .state import FACES, World
from .valuation import best_weapon

PRIMER = f"""\
How a turn goes: you roll your Combat Dice (four, and one more for every two levels) and see
them. Every action is bought with dice of that pool: two for an attack, a contest or a spell,
one to move. You choose which dice by their faces; the pool is gone when the turn ends.
How a blow goes: an attack in reach always hits. The two dice you give for it add up:
{HIGH_FROM} or more brings the weapon's good line, {LOW_UP_TO} or less its bad one. Give junk to
what ignores faces.
What kills you: damage eats Armor first, then Health. You may spend Dodge to halve a blow and
Ward to refuse stacks. At 0 Health you fight on, but every turn begun there is a step through
Death's Door: slow, prone, out cold, dead. Healing gives Health back, never a step.
Good first moves: make one pair of {HIGH_FROM} and keep the rest above {LOW_UP_TO}; walk with your
lowest die; keep a high die locked if you can parry with it; put fires out before they add up."""


def card(w: World, i: int, names: Names) -> Card:
    c = w.creatures[i]
    if c.dead:
        return Card((), ("dead",))
    if c.world:
        return Card((Stat("at", f"[{c.x}, {c.y}]"),), ("the world",))
    held = weapons_held(w, i)
    in_hand = [names["weapons"][g] for g in range(w.weaponcount) if contains(held, g)]
    stats = [
        Stat("Health", c.health, c.max_health),
        Stat("Armor", c.armor + c.temp_armor),
        Stat("Dodge", c.dodge),
        Stat("Ward", c.ward),
        Stat("Strain", c.strain, c.max_strain),
        Stat("Death's Door", c.door, STAGES, harm=True),
        Stat("Level", c.level),
        Stat("Speed", speed(w, i)),
        Stat("holds", " and ".join(in_hand)),
        Stat("at", f"[{c.x}, {c.y}]"),
    ]
    pool = " ".join(str(k + 1) for k in range(FACES) for _ in range(c.pool[k]))
    if pool:
        stats.append(Stat("dice", pool))
    if c.locked:
        stats.append(Stat("locked", c.locked))
    known = [f"{names['arts'][a]} ({cost_of(w, i, a, names)})" for a in c.arts if a >= 0]
    if known:
        stats.append(Stat("arts", ", ".join(known)))
    return Card(stats, states(w, i))


def states(w: World, i: int) -> list[str]:
    c = w.creatures[i]
    shown = [f"{kebab(e)} {c.stacks[e]}" for e in Effect if c.stacks[e]]
    if is_prone(w, i):
        shown.append("prone")
    if c.grappled_by >= 0:
        shown.append("grappled")
    if c.hiding != Hiding.SEEN:
        shown.append(kebab(Hiding(c.hiding)).replace("-", " "))
    flags = [("invisible", c.invisible), ("incorporeal", c.incorporeal), ("flying", c.flies)]
    shown += [name for name, on in flags if on]
    if not conscious(w, i):
        shown.append("asleep" if c.asleep else "unconscious")
    return shown


def board(w: World, names: Names) -> Board:
    tokens = [
        Token(
            who=i,
            x=c.x,
            y=c.y,
            hurt=max(0, c.max_health - max(0, c.health)),
            bears=max(1, c.max_health),
            is_out=bool(c.dead),
        )
        for i, c in enumerate(w.creatures)
    ]
    walls = [(x, y) for y in range(w.height) for x in range(w.width) if is_wall(w, x, y)]
    things = [Thing(names["weapons"][t.weapon], t.x, t.y) for t in w.ground if t.weapon >= 0]
    tiles = [(x, y) for y in range(w.height) for x in range(w.width)]
    rough = as_boxes([(x, y) for x, y in tiles if contains(rough_in(w, y), x)])
    ground = Ground(patches=[Patch("rough", boxes=rough)] if rough else [])
    return Board("tile", w.width, w.height, tokens, walls, things, ground=ground)


def dice_before(w: World, who: int) -> list[int]:
    """The faces of the pool, lowest first."""
    return [k + 1 for k in range(FACES) for _ in range(w.creatures[who].pool[k])]


def faces_of_pair(pair: int) -> list[int]:
    return [face for face in (PAIR_A[pair], PAIR_B[pair]) if face]


def face_of_die(die: int) -> list[int]:
    return [die + 1]


def usual_dodge(w: World, who: int, mask: int) -> int:
    return dodge_wanted(w, BOLD)


def usual_ward(w: World, who: int, mask: int) -> int:
    return ward_wanted(w)


def which_column(w: World, who: int, names: Names) -> str:
    return f"{where(w, who, names)} Column, from the left, 0 first"


def which_row(w: World, who: int, names: Names) -> str:
    return f"{where(w, who, names)} Row, from the top, 0 first"


def rows_reached(w: World, who: int, column: int) -> int:
    """What is legal for the row once a column is said."""
    return rows_in(w.reached, w.height, column)


def where(w: World, who: int, names: Names) -> str:
    moved = w.placing if w.placing >= 0 else who
    does = "go" if moved == who else "end up"
    return f"Where does {names['creatures'][moved]} {does}?"


QUESTIONS = {
    Question.ACTION: Asked("What does {who} do?", Act, ("RH-6", "RH-17"), warn=regretted),
    Question.WEAPON: Asked(
        "With what does {who} attack?", "weapons", ("RH-26",), best_weapon, aim=COMES_OFF
    ),
    Question.TARGET: Asked(
        "Whom does {who} choose?",
        "creatures",
        ("RH-78",),
        target_wanted,
        warn=unfelt_by,
        aim=COMES_OFF,
    ),
    Question.PAIR: Asked(
        "Which two dice does {who} give?",
        Pair,
        ("RH-17", "RH-18", "RH-29"),
        pair_wanted,
        hand=dice_before,
        faces=faces_of_pair,
        aim=COMES_OFF,
    ),
    Question.DIE: Asked(
        "Which die does {who} give?",
        Die,
        ("RH-17", "RH-18"),
        lowest,
        hand=dice_before,
        faces=face_of_die,
    ),
    Question.COLUMN: Asked(which_column, "number", ("RH-80",)),
    Question.ROW: Asked(which_row, "number", ("RH-80",), follows=rows_reached),
    Question.ART: Asked(
        "Which art does {who} use?",
        "arts",
        ("RH-90",),
        best_art,
        warn=idle_art,
        says=cost_of,
        aim=art_aim,
    ),
    Question.ITEM: Asked("What does {who} use?", "items", ("RH-93",), warn=idle_item),
    Question.MODE: Asked(
        "Roll anew and add the Stat, or let the faces count?",
        Mode,
        ("RH-64", "RH-67"),
        aim=COMES_OFF,
    ),
    Question.DODGE: Asked(
        halve_it,
        Answer,
        ("RH-43", "RH-44"),
        usual_dodge,
        saves_nothing,
    ),
    Question.WARD: Asked(
        refuse_it,
        Answer,
        ("RH-47", "RH-48"),
        usual_ward,
    ),
    Question.PARRY: Asked(
        parry_it,
        Answer,
        ("RH-76",),
        Answer.YES,
    ),
    Question.OVERWATCH: Asked(
        "Does {who} strike with the locked die?", Answer, ("RH-76",), Answer.YES
    ),
    Question.DIRECTION: Asked(
        "Which way does {who} rush, or send the one it ran down?", Direction, ("RH-144",)
    ),
    Question.FEET: Asked("How many tiles?", "number", ("RH-144", "RH-164")),
    Question.RIDER: Asked("Does the blow carry poison?", Answer, ("RH-148",), Answer.YES),
    Question.REST: Asked("Does {who} rest?", Answer, ("RH-155",)),
}


WORDS = Words(
    questions=QUESTIONS,
    rolls=ROLLS,
    events=Event,
    plans=PLANS,
    heads=HEADS,
    aims=AIMS,
    losses=LOSSES,
    enums={"effect": Effect, "damage": Damage, "weather": Weather, "stat": Stats},
    card=card,
    board=board,
    sight=sight,
    seen=seen,
    ground={
        "wall": Ruled("RH-154", tiles="walls"),
        "rough": Ruled("RH-154", tiles="rough"),
    },
    map=MAP,
    scene=("weather", "round"),
    seams=(Phase.INITIATIVE,),
    ruler=Ruler(distance, tiles_between, in_tiles, ("RH-78",)),
    turn=SPENDING,
    hiding=HIDING,
    primer=PRIMER,
)
