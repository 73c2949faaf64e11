"""How a scene of Dungeoneers Spotlight is asked for and shown."""

from collections.abc import Sequence

from affray.masks import largest, smallest
from affray.words import TARGET, Asked, Board, Card, Names, Plan, Stat, Thing, Token, Words
from affray.world import clone

from .judgement import best_weapon
from .kinds import (
    Act,
    Answer,
    Assist,
    Counter,
    Defense,
    Degree,
    Effort,
    Question,
    Rest,
    Shove,
    Speed,
    Task,
    Trouble,
    Way,
)
from .magic import castable
from .phrases import EVENTS, PRIMER, ROLLS
from .policy import height_wanted, readiest, shove_wanted, taker_wanted, target_wanted
from .routes import tile_flown_to, tile_toward
from .sheet import (
    alive,
    arca_capacity,
    energy_defense,
    grapplers,
    is_player,
    max_wounds,
    past_capacity,
    physical_defense,
    speed,
    stress_capacity,
)
from .space import distance, floor_at, solid, threateners
from .state import LARGEST_MAP, World
from .tokens import gm_voice
from .travel import find_flight, find_ground, forget_reach, heights, ways


def card(w: World, i: int, names: Names) -> Card:
    """Wounds, stress, points, arca, what is in hand, and for players the tokens."""
    c = w.creatures[i]
    worn = [names["items"][k] for k in c.equipped if k >= 0]
    stats = [
        Stat("wounds", c.wounds, max_wounds(w, i), harm=True),
        Stat("stress", c.stress, stress_capacity(w, i), harm=True),
        Stat("action points", c.action_points, 6),
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
    things += [Thing("door", x, y) for x, y in here if w.doors[y] >> x & 1]
    open_floor = [(x, y) for x, y in here if not solid(w, x, y)]
    floors = [(x, y, floor_at(w, x, y)) for x, y in open_floor if floor_at(w, x, y) != 0]
    return Board("tile", w.width, w.height, tokens, walls, things, floors=floors)


def ask_for_taker(w: World, who: int, names: Names) -> str:
    if is_player(w, who):
        return f"{names['creatures'][who]}: who shall take the spotlight?"
    return "The players do not agree. Whom does the game master give the spotlight?"


def ask_for_creature(w: World, who: int, names: Names) -> str:
    if is_player(w, who):
        return f"Which of their creatures does {names['creatures'][who]}'s player move?"
    return "Which creature does the game master move?"


def ask_to_close(w: World, who: int, names: Names) -> str:
    asked = f"{names['creatures'][who]}'s player" if is_player(w, who) else "the game master"
    return f"Nobody did anything in this round. Does {asked} close the scene?"


def usual_weapon(w: World, who: int, mask: int) -> int:
    return best_weapon(w, who, w.move.target, mask)


def usual_ambient(w: World, who: int, mask: int) -> int:
    return largest(mask)


def usual_creature(w: World, who: int, mask: int) -> int:
    return readiest(w, mask)


def usual_taker(w: World, who: int, mask: int) -> int:
    """Whom the others have named already."""
    named = [c.vote for c in w.creatures if c.vote >= 0 and mask >> c.vote & 1]
    return named[0] if named else taker_wanted(w, mask)


def usual_target(w: World, who: int, mask: int) -> int:
    return target_wanted(w, who, mask)


def usual_shove(w: World, who: int, mask: int) -> int:
    return shove_wanted(w, mask)


def usual_way(w: World, who: int, mask: int) -> int:
    return Way.PULL_UP + 0 if mask >> Way.PULL_UP & 1 else smallest(mask)


def usual_height(w: World, who: int, mask: int) -> int:
    return height_wanted(w, who, mask)


def usual_extra(w: World, who: int, mask: int) -> int:
    return smallest(mask)


def warn_stress(w: World, who: int, option: int) -> str:
    """What a bid would cost beyond itself."""
    c = w.creatures[who]
    capacity = stress_capacity(w, who)
    after = c.stress + option * (2 if past_capacity(w, who) else 1)
    if option and after > 3 * capacity:
        return "that is past the breaking point and wounds"
    if option and after > capacity:
        return "past the capacity every wound counts twice"
    return ""


def nearest_on_foot(w: World, who: int, target: int) -> list[tuple[int, int]] | None:
    """One travel toward somebody, tried on a copy that is moved along."""
    if speed(w, who, Speed.GROUND + 0) == 0 or not ways(w, who) >> Way.GROUND & 1:
        return flight(w, who, target)
    find_ground(w, who)
    tile = tile_toward(w, who, target)
    forget_reach(w)
    if tile < 0:
        return None
    x, y = divmod(tile, LARGEST_MAP)
    moved = (x, y) != (w.creatures[who].x, w.creatures[who].y)
    if moved:
        put_at(w, who, x, y, w.creatures[who].z)
    return [(Question.WAY, Way.GROUND), (Question.COLUMN, x), (Question.ROW, y)] if moved else None


def flight(w: World, who: int, target: int) -> list[tuple[int, int]] | None:
    if not ways(w, who) >> Way.FLY & 1:
        return None
    option = height_wanted(w, who, heights(w, who))
    find_flight(w, who, w.lowest + option)
    tile = tile_flown_to(w, target)
    forget_reach(w)
    if tile < 0:
        return None
    x, y = divmod(tile, LARGEST_MAP)
    put_at(w, who, x, y, w.lowest + option)
    return [
        (Question.WAY, Way.FLY),
        (Question.HEIGHT, option),
        (Question.COLUMN, x),
        (Question.ROW, y),
    ]


def put_at(w: World, i: int, x: int, y: int, z: int) -> None:
    """On a copy: i and whoever it holds, moved without a word."""
    c = w.creatures[i]
    east, south, up = x - c.x, y - c.y, z - c.z
    for j in range(w.n):
        if j == i or c.grapples >> j & 1:
            d = w.creatures[j]
            d.x, d.y, d.z = d.x + east, d.y + south, d.z + up


def go_up_to(w: World, who: int, target: int) -> Sequence[tuple[int, int]] | None:
    """A Sprint up to somebody: two travels, or a travel where one is enough."""
    if target == who or not alive(w, target) or distance(w, who, target) <= 1:
        return None
    tried = clone(w)
    first = nearest_on_foot(tried, who, target)
    if first is None:
        return None
    second = nearest_on_foot(tried, who, target) if distance(tried, who, target) > 1 else None
    if second is None:
        return [(Question.MOVE, Act.TRAVEL), *first]
    return [(Question.MOVE, Act.SPRINT), *first, *second]


def cast_at(w: World, who: int, spell: int) -> Sequence[tuple[int, int]] | None:
    if not castable(clone(w), who, Act.SPELLCAST + 0) >> spell & 1:
        return None
    return [(Question.MOVE, Act.SPELLCAST), (Question.SPELL, spell)]


def act(name: str, label: str, what: int) -> Plan:
    return Plan(name, label, [(Question.MOVE, what)], until=settled)


def act_on(name: str, label: str, what: int) -> Plan:
    answers = [(Question.MOVE, what), (Question.TARGET, TARGET)]
    return Plan(name, label, answers, targets="creatures", until=settled)


def one(name: str, label: str, question: int, answer: int) -> Plan:
    return Plan(name, label, [(question, answer)])


def at_once(name: str, label: str, question: int, answer: int) -> Plan:
    """The same, where what it leads to comes before anybody's next move."""
    return Plan(name, label, [(question, answer)], until=nobody_moves)


def nobody_moves(w: World, who: int) -> bool:
    return w.move.who < 0


def settled(w: World, who: int) -> bool:
    """The move is over."""
    return w.move.who != who


def option_plans() -> list[Plan]:
    """What is said in answer to a single question."""
    return [
        one("let-it-be", "No assist", Question.ASSIST, Assist.NONE),
        one("lend-a-hand", "Lend a hand (1 heroism)", Question.ASSIST, Assist.LEND_A_HAND),
        one("warn", "Shout a warning (1 heroism)", Question.ASSIST, Assist.SHOUT_A_WARNING),
        one("follow", "Follow through (2 heroism)", Question.ASSIST, Assist.FOLLOW_THROUGH),
        one("no-counter", "No counter", Question.COUNTER, Counter.NONE),
        one("ill-footing", "Ill footing (1 villainy)", Question.COUNTER, Counter.ILL_FOOTING),
        one("brace", "Brace (1 villainy)", Question.COUNTER, Counter.BRACE),
        one("close-in", "Close in (2 villainy)", Question.COUNTER, Counter.CLOSE_IN),
        at_once("ask-compromise", "Ask for a compromise", Question.COMPROMISE, Answer.YES),
        at_once("leave-it", "Leave it at that", Question.COMPROMISE, Answer.NO),
        at_once("grant", "Grant it and gain 1 villainy", Question.ACCEPT, Answer.YES),
        at_once("refuse", "Refuse", Question.ACCEPT, Answer.NO),
        at_once("grab", "Grab the ledge (1 action point)", Question.LEDGE, Answer.YES),
        at_once("fall", "Let it happen", Question.LEDGE, Answer.NO),
        at_once("break-fall", "Break the fall", Question.BREAK_FALL, Answer.YES),
        at_once("hit-ground", "Take the fall", Question.BREAK_FALL, Answer.NO),
        one("give", "Give a token", Question.GIVE, Answer.YES),
        one("keep", "Keep the tokens", Question.GIVE, Answer.NO),
        one("close-scene", "Close the scene", Question.CLOSE, Answer.YES),
        one("play-on", "Play on", Question.CLOSE, Answer.NO),
        one("go-on", "Go on ...", Question.WAY, Way.GROUND),
        one("fly-on", "Fly on ...", Question.WAY, Way.FLY),
        one("climb", "Climb ...", Question.WAY, Way.CLIMB),
        one("get-up", "Stand up", Question.WAY, Way.STAND_UP),
        one("climb-up", "Pull up ...", Question.WAY, Way.PULL_UP),
        one("stop", "Stop here", Question.WAY, Way.STOP),
    ]


PLANS = (
    Plan(
        "take", "{target} takes the spotlight", [(Question.SPOTLIGHT, TARGET)], targets="creatures"
    ),
    act_on("strike", "Strike {target}", Act.STRIKE),
    act_on("power-strike", "Power Strike {target}", Act.POWER_STRIKE),
    Plan("close", "Move up to {target}", go_up_to, targets="creatures", until=settled),
    Plan("cast", "Cast {target} ...", cast_at, targets="spells", until=settled),
    act_on("push", "Push {target}", Act.PUSH),
    act_on("grapple", "Grapple {target}", Act.GRAPPLE),
    act("travel", "Travel ...", Act.TRAVEL),
    act("sprint", "Sprint ...", Act.SPRINT),
    act("interact", "Interact ...", Act.INTERACT),
    act("drop", "Drop something ...", Act.DROP),
    act("release", "Release somebody ...", Act.RELEASE),
    Plan(
        "give-token",
        "Give a token to {target}",
        [(Question.MOVE, Act.GIVE), (Question.TARGET, TARGET)],
        targets="creatures",
    ),
    act("let-go", "Let go of the ledge", Act.LET_GO),
    act("pass", "Let the moment pass", Act.PASS),
    act("hold", "Take the spotlight and hold", Act.HOLD),
    act("done", "Done", Act.DONE),
    *option_plans(),
)


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
        "Whom does {who} choose?", "creatures", ("DS-10", "DS-79"), usual_target
    ),
    Question.WEAPON: Asked("With what does {who} strike?", "items", ("DS-60",), usual_weapon),
    Question.SPELL: Asked("Which spell does {who} cast?", "spells", ("DS-71",)),
    Question.TASK: Asked("Which task is it?", Task, ("DS-51",)),
    Question.ITEM: Asked("Which thing?", "items", ("DS-51", "DS-149")),
    Question.COLUMN: Asked("To which column? (from the left, 0 first)", "number", ("DS-44",)),
    Question.ROW: Asked("To which row? (from the top, 0 first)", "number", ("DS-44",)),
    Question.HEIGHT: Asked(
        "How high? (from the lowest floor up, which is at {w.lowest})",
        "number",
        ("DS-44", "DS-45"),
        usual_height,
    ),
    Question.WAY: Asked("How does {who} travel?", Way, ("DS-44", "DS-52"), usual_way),
    Question.ASSIST: Asked("Does {who} assist?", Assist, ("DS-15",), Assist.NONE),
    Question.COUNTER: Asked("Does the game master counter?", Counter, ("DS-16",), Counter.NONE),
    Question.STRESS: Asked(
        "How much stress does {who} take for as much boon?", "number", ("DS-69",), 0, warn_stress
    ),
    Question.EXTRA: Asked("How much extra arca?", "number", ("DS-76", "DS-81"), usual_extra),
    Question.AMBIENT: Asked(
        "How much of the baseline does the place pay?", "number", ("DS-77",), usual_ambient
    ),
    Question.EFFORT: Asked("Does {who} try, or fail on purpose?", Effort, ("DS-34",), Effort.TRY),
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

WORDS = Words(
    questions=QUESTIONS,
    rolls=ROLLS,
    events=EVENTS,
    plans=PLANS,
    enums={"move": Act, "assist": Assist, "counter": Counter, "degree": Degree},
    card=card,
    board=board,
    primer=PRIMER,
)
