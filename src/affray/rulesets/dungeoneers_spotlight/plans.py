"""What people do in a scene of Dungeoneers Spotlight, as whole plans."""

from collections.abc import Sequence

from affray.book.words import ANSWER, TARGET, Plan
from affray.rules.grid import LARGEST_MAP, columns, forget, rows_in
from affray.rules.masks import contains, members
from affray.rules.world import clone

from .kinds import Act, Answer, Assist, Counter, NextStep, Question, Speed, Way
from .magic import castable
from .routes import tile_flown_to, tile_toward
from .sheet import alive, speed
from .space import distance, resting_height
from .state import World
from .travel import find_climb, find_flight, find_ground, heights, ways
from .windows import CHEAP, DEAR
from .wishes import height_wanted


def nearest_on_foot(w: World, who: int, target: int) -> list[tuple[int, int]] | None:
    """One travel toward somebody, tried on a copy that is moved along."""
    if speed(w, who, Speed.GROUND) == 0 or not contains(ways(w, who), Way.GROUND):
        return flight(w, who, target)
    find_ground(w, who)
    tile = tile_toward(w, who, target)
    forget(w.ends, w.height)
    if tile < 0:
        return None
    x, y = divmod(tile, LARGEST_MAP)
    moved = (x, y) != (w.creatures[who].x, w.creatures[who].y)
    if moved:
        put_at(w, who, x, y, w.creatures[who].z)
    return [(Question.WAY, Way.GROUND), (Question.COLUMN, x), (Question.ROW, y)] if moved else None


def flight(w: World, who: int, target: int) -> list[tuple[int, int]] | None:
    if not contains(ways(w, who), Way.FLY):
        return None
    option = height_wanted(w, who, heights(w, who))
    find_flight(w, who, w.lowest + option)
    tile = tile_flown_to(w, target)
    forget(w.ends, w.height)
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
        if j == i or contains(c.grapples, j):
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


def tiles_to_climb(w: World, who: int) -> list[tuple[int, int]]:
    """The floors a climb could lead to."""
    tried = clone(w)
    if not contains(ways(tried, who), Way.CLIMB):
        return []
    find_climb(tried, who)
    ends, height = tried.ends, tried.height
    return [
        (x, y) for x in members(columns(ends, height)) for y in members(rows_in(ends, height, x))
    ]


def to_climb(w: World, who: int) -> list[tuple[int, int]]:
    """As a Sprint where none is under way, so that the climb may go on."""
    if w.stage != NextStep.DECLARE:
        return [(Question.WAY, Way.CLIMB)]
    return [(Question.MOVE, Act.SPRINT), (Question.WAY, Way.CLIMB)]


def climb(w: World, who: int, target: int) -> Sequence[tuple[int, int]] | None:
    """From the floor, up or down."""
    if w.creatures[who].hanging or not tiles_to_climb(w, who):
        return None
    return to_climb(w, who)


def climb_up(w: World, who: int, target: int) -> Sequence[tuple[int, int]] | None:
    """On from where one hangs; which tile is asked where there are several."""
    c = w.creatures[who]
    above = [at for at in tiles_to_climb(w, who) if resting_height(w, who, *at) > c.z]
    if not c.hanging or not above:
        return None
    if len(above) > 1:
        return to_climb(w, who)
    (x, y) = above[0]
    return [*to_climb(w, who), (Question.COLUMN, x), (Question.ROW, y)]


def climb_down(w: World, who: int, target: int) -> Sequence[tuple[int, int]] | None:
    c = w.creatures[who]
    if not c.hanging or (c.x, c.y) not in tiles_to_climb(w, who):
        return None
    return [*to_climb(w, who), (Question.COLUMN, c.x), (Question.ROW, c.y)]


def cast_at(w: World, who: int, spell: int) -> Sequence[tuple[int, int]] | None:
    if not contains(castable(clone(w), who, Act.SPELLCAST), spell):
        return None
    return [(Question.MOVE, Act.SPELLCAST), (Question.SPELL, spell)]


def act(name: str, label: str, what: int, takes: str = "", note: str = "") -> Plan:
    answers = [(Question.MOVE, what)]
    return Plan(name, label, answers, until=settled, persists=True, takes=takes, note=note)


def act_on(name: str, label: str, what: int, takes: str = "") -> Plan:
    answers = [(Question.MOVE, what), (Question.TARGET, TARGET)]
    return Plan(
        name, label, answers, targets="creatures", until=settled, persists=True, takes=takes
    )


def one(name: str, label: str, question: int, answer: int) -> Plan:
    return Plan(name, label, [(question, answer)])


def at_once(name: str, label: str, question: int, answer: int) -> Plan:
    """The same, where what it leads to comes before anybody's next move."""
    return Plan(name, label, [(question, answer)], until=nobody_moves)


def assist(name: str, label: str, price: int, what: int) -> Plan:
    return at_once(name, f"{label} ({price} heroism)", Question.ASSIST, what)


def counter(name: str, label: str, price: int, what: int) -> Plan:
    return at_once(name, f"{label} ({price} villainy)", Question.COUNTER, what)


def nobody_moves(w: World, who: int) -> bool:
    """Nobody is moving, or the mover has yet to say what it does."""
    return w.move.who < 0 or w.stage == NextStep.DECLARE


def never(w: World, who: int, target: int) -> None:
    """No plan of its own: it only says where a single answer has come to its end."""


def settled(w: World, who: int) -> bool:
    """The move is over."""
    return w.move.who != who


def option_plans() -> list[Plan]:
    """What is said in answer to a single question."""
    return [
        at_once("let-it-be", "No assist", Question.ASSIST, Assist.NONE),
        assist("lend-a-hand", "Lend a hand", CHEAP, Assist.LEND_A_HAND),
        assist("warn", "Shout a warning", CHEAP, Assist.SHOUT_A_WARNING),
        assist("follow", "Follow through", DEAR, Assist.FOLLOW_THROUGH),
        at_once("no-counter", "No counter", Question.COUNTER, Counter.NONE),
        counter("ill-footing", "Ill footing", CHEAP, Counter.ILL_FOOTING),
        counter("brace", "Brace", CHEAP, Counter.BRACE),
        counter("close-in", "Close in", DEAR, Counter.CLOSE_IN),
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
        at_once("go-on", "Go on ...", Question.WAY, Way.GROUND),
        at_once("fly-on", "Fly on ...", Question.WAY, Way.FLY),
        at_once("get-up", "Stand up", Question.WAY, Way.STAND_UP),
        at_once("pull-up", "Pull up ...", Question.WAY, Way.PULL_UP),
        at_once("stop", "Stop here", Question.WAY, Way.STOP),
    ]


PLANS = (
    Plan(
        "take", "{target} takes the spotlight", [(Question.SPOTLIGHT, TARGET)], targets="creatures"
    ),
    act_on(
        "strike",
        "Strike {target}",
        Act.STRIKE,
        takes="a hostile creature within a weapon's reach, and the action points (DS-60)",
    ),
    act_on(
        "power-strike",
        "Power Strike {target}",
        Act.POWER_STRIKE,
        takes="a hostile creature within a weapon's reach, and the action points (DS-70)",
    ),
    Plan(
        "close",
        "Move up to {target}",
        go_up_to,
        targets="creatures",
        until=settled,
        takes="somebody farther off than the next tile, and a way on foot (DS-52)",
    ),
    Plan(
        "cast",
        "Cast {target} ...",
        cast_at,
        targets="spells",
        until=settled,
        persists=True,
        takes="a spell of an equipped tome or a cantrip, its cost, and a target (DS-71)",
    ),
    act_on(
        "push",
        "Push {target}",
        Act.PUSH,
        takes="a creature you threaten, and the action points (DS-57)",
    ),
    act_on(
        "grapple",
        "Grapple {target}",
        Act.GRAPPLE,
        takes="a creature you threaten, a free hand, and the action points (DS-54)",
    ),
    act(
        "travel",
        "Travel ...",
        Act.TRAVEL,
        takes="a tile to go to, and the action points (DS-53)",
        note="goes once",
    ),
    act(
        "sprint",
        "Sprint ...",
        Act.SPRINT,
        takes="a tile to go to, and the action points (DS-52)",
        note="goes twice",
    ),
    Plan(
        "climb",
        "Climb ...",
        climb,
        until=settled,
        takes="a wall or an edge beside you, and support underfoot (DS-52)",
    ),
    Plan(
        "climb-up",
        "Climb up ...",
        climb_up,
        until=settled,
        takes="hanging, and a floor above to climb to (DS-52)",
    ),
    Plan(
        "climb-down",
        "Climb down",
        climb_down,
        until=settled,
        takes="hanging, and a floor below to climb to (DS-52)",
    ),
    act(
        "interact",
        "Interact ...",
        Act.INTERACT,
        note="one task without a roll: draw, put away, pick up, drink",
    ),
    act("drop", "Drop something ...", Act.DROP, takes="something in hand (DS-11)"),
    act("release", "Release somebody ...", Act.RELEASE, takes="somebody in your hold (DS-11)"),
    one("give-token", "Give a token ...", Question.MOVE, Act.GIVE),
    act("let-go", "Let go", Act.LET_GO, takes="hanging from an edge (DS-11)"),
    act("pass", "Let the moment pass", Act.PASS),
    act("end-scene", "Close the scene ...", Act.CLOSE),
    act("hold", "Take the spotlight and hold", Act.HOLD),
    act("done", "Done", Act.DONE),
    *option_plans(),
    Plan(ANSWER, "", never, until=nobody_moves),
)
