"""How a scene of Dungeoneers Spotlight is asked for and shown."""

from affray.book.ground import Ground, Patch, Ruled
from affray.book.maps import as_boxes
from affray.book.ruler import Ruler, in_tiles, tiles_between
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
    lowest,
)
from affray.rules.masks import contains, smallest
from affray.rules.world import clone

from .aims import AIMS, own_move
from .events import Event
from .gear import put_in, put_on, take_off, take_out
from .harm import BREAKING_POINT
from .kinds import (
    Act,
    Answer,
    Assist,
    BoonFor,
    Counter,
    Defense,
    Degree,
    Effort,
    NextStep,
    Phase,
    Question,
    Rest,
    Shove,
    Size,
    Task,
    Trouble,
    Way,
)
from .looking import seen, sight
from .phrases import HEADS, LOSSES, PRIMER, ROLLS
from .plans import PLANS
from .policy import readiest, shove_wanted, taker_wanted
from .setup import DOOR, MAP, PIT, WALL
from .sheet import (
    alive,
    arca_capacity,
    energy_defense,
    grapplers,
    has_slot,
    is_player,
    max_wounds,
    past_capacity,
    physical_defense,
    stress_capacity,
)
from .space import (
    distance,
    east,
    floor_at,
    has_floor,
    resting_height,
    solid,
    south,
    threateners,
    tiles,
)
from .spellwork import in_the_way
from .state import ACTION_POINTS, EQUIPPED, World
from .tokens import gm_voice
from .valuation import best_weapon
from .wishes import height_wanted, target_wanted


def card(w: World, i: int, names: Names) -> Card:
    """Wounds, stress, points, arca, what is in hand, and for players the tokens."""
    c = w.creatures[i]
    worn = [names["items"][k] for k in c.equipped if k >= 0]
    stats = [
        Stat("size", Size(c.size).name.lower()),
        Stat("body", c.body),
        Stat("spirit", c.spirit),
        Stat("mind", c.mind),
        Stat("finesse", c.finesse),
        Stat("wounds", c.wounds, max_wounds(w, i), harm=True),
        Stat("stress", c.stress, stress_capacity(w, i), harm=True),
        Stat("action points", c.action_points, ACTION_POINTS),
        Stat("arca", c.arca, arca_capacity(w, i)),
        Stat("PD", physical_defense(w, i)),
        Stat("ED", energy_defense(w, i)),
        Stat("equipped", ", ".join(worn) or "nothing"),
        Stat("at", f"[{c.x}, {c.y}]" if c.z == 0 else f"[{c.x}, {c.y}], height {c.z}"),
    ]
    if is_player(w, i) and c.player == i:
        stats += [Stat("tokens", c.tokens), Stat("heroism", c.heroism)]
    elif i == gm_voice(w):
        stats += [Stat("the game master's villainy", w.villainy)]
        stats += [Stat("ambient arca", w.ambient)] if w.ambient else []
    return Card(stats, states(w, i))


def states(w: World, i: int) -> list[str]:
    c = w.creatures[i]
    flags = [
        ("dead", c.dead),
        ("prone", c.prone),
        ("grappled", grapplers(w, i)),
        ("grappling", c.grapples),
        ("hanging", c.hanging),
        ("falling", c.falling),
        ("airborne", c.airborne),
        ("defensive", c.defensive_until >= w.round),
        ("past capacity", past_capacity(w, i)),
        ("threatened", alive(w, i) and threateners(w, i)),
    ]
    return [name for name, on in flags if on]


ACROSS = (1, 1, 1, 2, 2, 2, 3)
DOWN = (1, 1, 1, 1, 2, 2, 3)


def board(w: World, names: Names) -> Board:
    tokens = [
        Token(
            who=i,
            x=c.x,
            y=c.y,
            across=ACROSS[c.size],
            down=DOWN[c.size],
            hurt=c.wounds,
            bears=max(1, max_wounds(w, i)),
            is_out=bool(c.dead),
        )
        for i, c in enumerate(w.creatures)
    ]
    here = [(x, y) for y in range(w.height) for x in range(w.width)]
    walls = [(x, y) for x, y in here if solid(w, x, y)]
    things = [Thing(names["items"][g.item], g.x, g.y) for g in w.ground if g.item >= 0]
    things += [Thing("rune", r.x, r.y) for r in w.runes if r.spell >= 0]
    open_floor = [(x, y) for x, y in here if not solid(w, x, y)]
    floors = [(x, y, floor_at(w, x, y)) for x, y in open_floor if floor_at(w, x, y) != 0]
    bodies = {i: body(w, i) for i in range(w.n) if tiles(w, i) > 1}
    doors = as_boxes([(x, y) for x, y in here if contains(w.doors[y], x)])
    ground = Ground(patches=[Patch("door", boxes=doors)] if doors else [])
    return Board(
        "tile", w.width, w.height, tokens, walls, things, floors, bodies=bodies, ground=ground
    )


def body(w: World, i: int) -> list[tuple[int, int]]:
    """The tiles a creature covers."""
    c = w.creatures[i]
    return [(c.x + east(w, i, k), c.y + south(w, i, k)) for k in range(tiles(w, i))]


def ask_for_taker(w: World, who: int, names: Names) -> str:
    if is_player(w, who):
        return f"{names['creatures'][who]}: who shall take the spotlight?"
    return "The players do not agree. Whom does the game master give the spotlight?"


def ask_for_creature(w: World, who: int, names: Names) -> str:
    if is_player(w, who):
        return f"Which of their creatures does {names['creatures'][who]}'s player move?"
    return "Which creature does the game master move?"


def ask_to_close(w: World, who: int, names: Names) -> str:
    if w.stage == NextStep.DECLARE:
        return "Does the game master close the scene? It ends at once, and nobody has won it."
    asked = f"{names['creatures'][who]}'s player" if is_player(w, who) else "the game master"
    return f"Nobody did anything in this round. Does {asked} close the scene?"


def usual_weapon(w: World, who: int, mask: int) -> int:
    return best_weapon(w, who, w.move.target, mask)


def usual_creature(w: World, who: int, mask: int) -> int:
    return readiest(w, mask)


def usual_taker(w: World, who: int, mask: int) -> int:
    """Whom the others have named already."""
    for c in w.creatures:
        if c.vote >= 0 and contains(mask, c.vote):
            return c.vote
    return taker_wanted(w, mask)


def usual_target(w: World, who: int, mask: int) -> int:
    """Nobody in particular is given a token: that is asked."""
    return w.n if w.move.act == Act.GIVE else target_wanted(w, who, mask)


def usual_shove(w: World, who: int, mask: int) -> int:
    return shove_wanted(w, mask)


def usual_way(w: World, who: int, mask: int) -> int:
    return Way.PULL_UP if contains(mask, Way.PULL_UP) else smallest(mask)


def warn_stress(w: World, who: int, option: int, names: Names) -> str:
    """What a bid would cost beyond itself."""
    c = w.creatures[who]
    capacity = stress_capacity(w, who)
    after = c.stress + option * (2 if past_capacity(w, who) else 1)
    if option and after > BREAKING_POINT * capacity:
        return "that is past the breaking point and wounds"
    if option and after > capacity:
        return "past the capacity every wound counts twice"
    return ""


def warn_drop(w: World, who: int, row: int, names: Names) -> str:
    """Said of a walk while its column is known: the tile has no floor to stand on."""
    x, z = w.move.x, w.creatures[who].z
    if w.move.way != Way.GROUND or not contains(w.ends[row], x) or has_floor(w, who, x, row, z):
        return ""
    deep = z - resting_height(w, who, x, row)
    return f"there is no floor at [{x}, {row}]: a fall of {deep} {'tile' if deep == 1 else 'tiles'}"


def protected(w: World, who: int) -> tuple[int, int]:
    return physical_defense(w, who), energy_defense(w, who)


def warn_item(w: World, who: int, item: int, names: Names) -> str:
    """Said of what is put away, dropped, or makes room for another thing: what it kept off."""
    act = w.move.act
    if act == Act.INTERACT and w.move.task == Task.DRINK:
        g, c = w.items[item], w.creatures[who]
        felt = (g.relieve_stress and c.stress) or (g.restore_wounds and c.wounds)
        return "" if felt else "there is nothing that it would take away"
    tried = clone(w)
    if act == Act.SPELLCAST:
        take_out(tried, who, item)
        for _ in range(EQUIPPED):
            worn = in_the_way(tried, who, item)
            if worn >= 0:
                take_off(tried, who, worn)
                put_in(tried, who, worn)
        if has_slot(tried, who, item):
            put_on(tried, who, item)
    elif act == Act.DROP or (act == Act.INTERACT and w.move.task == Task.STOW):
        take_off(tried, who, item)
    falls = [
        f"{name} defense falls from {before} to {after}"
        for name, before, after in zip(
            ("physical", "energy"), protected(w, who), protected(tried, who), strict=True
        )
        if after < before
    ]
    return ", ".join(falls)


def warn_spell(w: World, who: int, spell: int, names: Names) -> str:
    """Said of one that only relieves or restores, where nobody of one's own has anything of it."""
    s, side = w.spells[spell], w.creatures[who].side
    own = [c for c in w.creatures[: w.n] if c.side == side and not c.dead]
    felt = any((s.relieve_stress and c.stress) or (s.restore_wounds and c.wounds) for c in own)
    helps = s.relieve_stress or s.restore_wounds
    return "none of you has what it would take away" if helps and not felt else ""


QUESTIONS = {
    Question.SPOTLIGHT: Asked(
        ask_for_taker,
        "creatures",
        ("DS-5",),
        usual_taker,
        together=True,
    ),
    Question.GIVE: Asked("Does {who} give a token?", Answer, ("DS-7",), Answer.YES),
    Question.CREATURE: Asked(ask_for_creature, "creatures", ("DS-10", "DS-13"), usual_creature),
    Question.MOVE: Asked("What is {who}'s move?", Act, ("DS-10", "DS-11")),
    Question.TARGET: Asked(
        "Whom does {who} choose?", "creatures", ("DS-10", "DS-79"), usual_target, aim=own_move
    ),
    Question.WEAPON: Asked(
        "With what does {who} strike?", "items", ("DS-60",), usual_weapon, aim=own_move
    ),
    Question.SPELL: Asked("Which spell does {who} cast?", "spells", ("DS-71",), warn=warn_spell),
    Question.TASK: Asked("Which task is it?", Task, ("DS-51",)),
    Question.ITEM: Asked("Which thing?", "items", ("DS-51", "DS-149"), warn=warn_item),
    Question.COLUMN: Asked("To which column? (from the left, 0 first)", "number", ("DS-44",)),
    Question.ROW: Asked(
        "To which row? (from the top, 0 first)", "number", ("DS-44",), warn=warn_drop
    ),
    Question.HEIGHT: Asked(
        "How high? (from the lowest floor up, which is at {w.lowest})",
        "number",
        ("DS-44", "DS-45"),
        height_wanted,
    ),
    Question.WAY: Asked("How does {who} travel?", Way, ("DS-44", "DS-52"), usual_way),
    Question.ASSIST: Asked(
        "Does {who} assist?", Assist, ("DS-15",), Assist.NONE, aside=Assist.NONE
    ),
    Question.COUNTER: Asked("Does the game master counter?", Counter, ("DS-16",), Counter.NONE),
    Question.STRESS: Asked(
        "How much stress does {who} take for as much boon?",
        "number",
        ("DS-69",),
        0,
        warn_stress,
        aim=own_move,
    ),
    Question.EXTRA: Asked(
        "How much extra arca?", "number", ("DS-76", "DS-81"), lowest, aim=own_move
    ),
    Question.AMBIENT: Asked(
        "How much of the baseline does the place pay?", "number", ("DS-77",), highest, aim=own_move
    ),
    Question.EFFORT: Asked(
        "Does {who} try, or fail on purpose?", Effort, ("DS-34",), Effort.TRY, aim=own_move
    ),
    Question.DEFENSE: Asked("What does {who} resist with?", Defense, ("DS-55", "DS-58", "DS-26")),
    Question.COMPROMISE: Asked("Does {who} ask for a compromise?", Answer, ("DS-33",), Answer.NO),
    Question.ACCEPT: Asked("Does the game master grant it?", Answer, ("DS-33",)),
    Question.SHOVE: Asked("Which way, or prone?", Shove, ("DS-59", "DS-147"), usual_shove),
    Question.LEDGE: Asked("Does {who} grab the ledge?", Answer, ("DS-88",), Answer.YES),
    Question.BREAK_FALL: Asked("Does {who} try to break the fall?", Answer, ("DS-93",), Answer.YES),
    Question.TROUBLE: Asked("What is the price of it?", Trouble, ("DS-30",)),
    Question.CLOSE: Asked(ask_to_close, Answer, ("DS-20",), Answer.YES, together=True),
    Question.REST: Asked("How does {who} rest?", Rest, ("DS-107", "DS-150")),
}


def not_there(w: World, i: int) -> None:
    """As if it were not there: those who do not see it know no better."""
    w.creatures[i].dead = 1


WORDS = Words(
    questions=QUESTIONS,
    rolls=ROLLS,
    events=Event,
    plans=PLANS,
    heads=HEADS,
    aims=AIMS,
    losses=LOSSES,
    enums={
        "move": Act,
        "task": Task,
        "assist": Assist,
        "counter": Counter,
        "degree": Degree,
        "boon_for": BoonFor,
        "defense": Defense,
    },
    card=card,
    board=board,
    sight=sight,
    seen=seen,
    ground={
        "wall": Ruled("DS-144", sign=WALL),
        "door": Ruled("DS-51", sign=DOOR),
        "pit": Ruled("DS-140", sign=PIT),
        "plateau": Ruled("DS-46", boxes="plateaus"),
        "ledge": Ruled("DS-142", boxes="plateaus"),
    },
    map=MAP,
    scene=("ambient", "round"),
    seams=(Phase.ROUND,),
    hiding=Hides(not_there),
    ruler=Ruler(distance, tiles_between, in_tiles, ("DS-36",)),
    primer=PRIMER,
)
