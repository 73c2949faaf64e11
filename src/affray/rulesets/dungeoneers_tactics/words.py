"""How a fight of Dungeoneers Tactics is told, and what people usually do in one."""

from affray.book.ground import Ruled
from affray.book.heads import Aim
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
    kebab,
)
from affray.rules.grid import Direction
from affray.rules.masks import members
from affray.rules.pools import text

from .aims import AIMS, STRIKES
from .dodge import defensive_dice, dodge_count
from .events import Event
from .gear import armor_value, spell_resistance
from .kinds import Act, Answer, Damage, DiceFor, Moment, Phase, Question, Rest, Score, Size
from .looking import seen, sight
from .phrases import HEADS, LOSSES, ROLLS
from .plans import (
    PLANS,
    action_warning,
    item_warning,
    put_away_warning,
    spell_warning,
    step_warning,
    stress_warning,
    target_warning,
)
from .policy import best_weapon, better_score, least_wanted, wise_to_turn
from .setup import MAP
from .space import (
    across,
    acting,
    distance,
    down,
    hostile,
    is_wall,
    wound_capacity,
)
from .state import World

PRIMER = """\
How a turn goes: you have 2 action points (attack, cast, grapple, push, defend, sprint,
disengage) and 1 movement point (a tile, standing up, or turning), in any order. Reaction
points strike at those who walk out of your reach or shoot under your nose.
How a blow goes: your prowess in hit dice against their dodge; then your power in pierce
dice against their armor; then wounds. Ties hit, ties pierce.
What kills you: wounds turn into stress until your endurance is full, then they wound. A
blow that finds you full of wounds kills, and so does one of more wounds than you can
hold. Past your endurance in stress every wound counts double; past three times it, the
stress itself wounds.
Good first moves: walk up and attack, turning to face; take a point or two of stress for
more hit dice while you have room; never show your back (it costs a d8 of dodge)."""


def card(w: World, i: int, names: Names) -> Card:
    c = w.creatures[i]
    if c.dead:
        return Card((), ("dead",))
    stats = (
        Stat("wounds", c.wounds, wound_capacity(w, i), harm=True),
        Stat("stress", c.stress, c.endurance, harm=True),
        Stat("prowess", c.prowess),
        Stat("power", c.power),
        Stat("dodge", text(dodge_now(w, i))),
        Stat("armor", armor_value(w, i)),
        Stat("resistance", c.resistance),
        Stat("spell resistance", spell_resistance(w, i)),
        Stat("spell", c.spell),
        Stat("mind", c.mind),
        Stat("magica", c.magica),
        Stat("initiative", c.initiative),
        Stat("AP", c.ap),
        Stat("MP", c.mp),
        Stat("RP", c.rp),
        Stat("at", f"[{c.x}, {c.y}]"),
        Stat("facing", kebab(Direction(c.facing))),
    )
    return Card(stats, (*states(w, i, names), kebab(Size(c.size))))


def dodge_now(w: World, i: int) -> int:
    """The dice it would dodge an attack from the front with."""
    c = w.creatures[i]
    guard = defensive_dice(w, i, True)
    return dodge_count(w, i, c.prowess + c.dodge_bonus, guard) * c.dodge


def states(w: World, i: int, names: Names) -> list[str]:
    """What holds of a creature now, and of whom it comes."""
    c = w.creatures[i]

    def called(mask: int) -> str:
        return ", ".join(names["creatures"][k] for k in members(mask))

    found = [
        ("prone", c.prone),
        ("defensive", c.defensive),
        ("sprinting", c.sprinting),
        ("hobbled", c.hobbled),
        (f"mage armor {c.mage_armor}", c.mage_armor),
        ("in another's tile", c.passing),
        (f"grappled by {called(c.grappled_by)}", c.grappled_by),
        (f"grappling {called(1 << max(0, c.grapples))}", c.grapples >= 0),
        (f"threatened by {called(c.threatened_by)}", c.threatened_by),
        ("overstressed", c.stress > c.endurance),
        ("readied", c.readied >= 0),
    ]
    return [name for name, holds in found if holds]


def board(w: World, names: Names) -> Board:
    tokens = [
        Token(
            who=i,
            x=c.x,
            y=c.y,
            across=across(w, i),
            down=down(w, i),
            facing=45 * c.facing,
            hurt=c.wounds,
            bears=wound_capacity(w, i),
            is_out=bool(c.dead),
        )
        for i, c in enumerate(w.creatures)
    ]
    walls = [(x, y) for y in range(w.height) for x in range(w.width) if is_wall(w, x, y)]
    things = [Thing(names["gear"][t.gear], t.x, t.y) for t in w.ground if t.gear >= 0]
    return Board("tile", w.width, w.height, tokens, walls, things)


def usual_score(w: World, who: int, mask: int) -> int:
    return better_score(w, who)


def usual_turn(w: World, who: int, mask: int) -> int:
    return int(Answer.YES if wise_to_turn(w, who) else Answer.NO)


def let_friends(w: World, who: int, mask: int) -> int:
    """A friend's spell is let through, an enemy's is not."""
    return int(Answer.NO if hostile(w, who, acting(w)) else Answer.YES)


def take_out(w: World, i: int) -> None:
    """As if it were not there: those who do not see it know no better."""
    w.creatures[i].dead = 1
    for j in range(w.n):
        w.creatures[j].threatened_by &= ~(1 << i)


WORDS = Words(
    questions={
        Question.ACTION: Asked(
            "What does {who} do?",
            Act,
            ("DT-30", "DT-32", "DT-33", "DT-35"),
            warn=action_warning,
        ),
        Question.DIRECTION: Asked(
            "Which way does {who} go?", Direction, ("DT-105",), warn=step_warning
        ),
        Question.FACING: Asked("Which way does {who} turn?", Direction, ("DT-111",)),
        Question.TARGET: Asked(
            "Whom does {who} choose?", "creatures", ("DT-60",), warn=target_warning, aim=STRIKES
        ),
        Question.WEAPON: Asked(
            "What does {who} strike with?", "gear", ("DT-58", "DT-130"), best_weapon, aim=STRIKES
        ),
        Question.TURN: Asked("Does {who} turn to face it first?", Answer, ("DT-110",), usual_turn),
        Question.STRESS: Asked(
            "How much stress does {who} take for extra hit dice?",
            "number",
            ("DT-12", "DT-13"),
            usual=0,
            warn=stress_warning,
            aim=STRIKES,
        ),
        Question.PIERCE_STRESS: Asked(
            "How much stress does {who} take for extra pierce dice?",
            "number",
            ("DT-147",),
            0,
            stress_warning,
            aim=STRIKES,
        ),
        Question.SCORE: Asked(
            "Does {who} resist with prowess or power?", Score, ("DT-40", "DT-48"), usual_score
        ),
        Question.HOLD: Asked(
            "Whose hold does {who} break?", "creatures", ("DT-41",), aim=Aim("free", "self")
        ),
        Question.STRIKE: Asked(
            "Does {who} take the opportune strike?", Answer, ("DT-36", "DT-118"), Answer.YES
        ),
        Question.DROP: Asked(
            "Does {who} drop prone before the strike?", Answer, ("DT-107",), Answer.NO
        ),
        Question.SPELL: Asked(
            "Which spell does {who} cast?", "spells", ("DT-82",), warn=spell_warning
        ),
        Question.FAIL: Asked(
            "Does {who} fail the save on purpose?", Answer, ("DT-94",), let_friends
        ),
        Question.LET_THROUGH: Asked(
            "Does {who} let the spell through?", Answer, ("DT-101",), let_friends
        ),
        Question.EXTRA: Asked("How much extra magica does {who} spend?", "number", ("DT-86",), 0),
        Question.ALLOW: Asked(
            "Does {who} let a friend pass through?", Answer, ("DT-120",), Answer.YES
        ),
        Question.ITEM: Asked(
            "Which thing does {who} take?", "gear", ("DT-130", "DT-6"), warn=item_warning
        ),
        Question.PUT_AWAY: Asked(
            "What does {who} put away to have a hand free?",
            "gear",
            ("DT-130", "DT-131"),
            least_wanted,
            put_away_warning,
        ),
        Question.READY: Asked("What does {who} ready?", Act, ("DT-146",)),
        Question.WHOSE: Asked("For whose turn does {who} ready it?", "creatures", ("DT-146",)),
        Question.MOMENT: Asked(
            "Just before that turn begins, or just after it ends?", Moment, ("DT-146",)
        ),
        Question.FIRE: Asked(
            "Does {who} do now what was readied?", Answer, ("DT-34", "DT-146"), Answer.YES
        ),
        Question.REST: Asked("How does {who} rest?", Rest, ("DT-7", "DT-21", "DT-22")),
        Question.RELIEF: Asked("How much stress does {who} relieve?", "number", ("DT-21",)),
    },
    rolls=ROLLS,
    events=Event,
    plans=PLANS,
    heads=HEADS,
    aims=AIMS,
    losses=LOSSES,
    enums={
        "facing": Direction,
        "rest": Rest,
        "acts": Act,
        "damage": Damage,
        "score": Score,
        "dice_for": DiceFor,
    },
    board=board,
    sight=sight,
    seen=seen,
    ground={"wall": Ruled("DT-160", tiles="walls")},
    map=MAP,
    scene=("ambient", "round"),
    seams=(Phase.ROUND,),
    unsettled=(Phase.TIES,),
    hiding=Hides(take_out),
    ruler=Ruler(distance, tiles_between, in_tiles, ("DT-116", "DT-154")),
    card=card,
    primer=PRIMER,
)
