"""What is rolled in Plunder, and what people ask by name of what happens."""

from affray.book.heads import Head, Loss
from affray.book.words import Names, Rolled, kebab

from .attack import target_number
from .events import Event
from .kinds import Act, Move, Roll
from .state import Entry, World

AT = (Act.SHOOT, Act.CAST, Act.FEINT, Act.GAZE)
"""One shoots at somebody, and attacks them."""


def declared(w: World, who: int, names: Names) -> str:
    """What a d20 is thrown for: 'shoot at Ogre: 12 or more hits, what is beyond it is damage;
    higher goes first'."""
    mine = [entry for entry in w.queue[: w.queued] if entry.who == who and entry.key == 0]
    if not mine:
        return "higher goes first"
    at = " at" if mine[0].act in AT else ""
    whom = f"{at} {names['creatures'][mine[0].target]}" if mine[0].target >= 0 else ""
    act = kebab(Act(mine[0].act)).replace("-", " ")
    return f"{act}{whom}{hit_by(w, mine[0])}; higher goes first"


def hit_by(w: World, entry: Entry) -> str:
    """The one die is the place in line and the roll to hit; a blow's number is known by now."""
    if entry.act not in (Act.SHOOT, Act.ATTACK) or entry.target < 0:
        return ""
    e = next(k for k in range(w.queued) if w.queue[k] is entry)
    printed = w.gear[entry.weapon].damage if entry.weapon >= 0 else 0
    harm = f"for d{printed}" if printed else "and what is beyond it is damage"
    return f": {target_number(w, e)} or more hits, {harm}"


SETS_OUT = {
    Move.GO: "to a place of their own choice",
    Move.STAND: "getting up",
    Move.FLEE: "running from the fight",
}
MOVES = [SETS_OUT.get(move, kebab(move)) for move in Move]
"""What a declared move is; whom somebody closes with has a line of its own."""

CARRIED = [
    "in the right hand",
    "in the left hand",
    "in both hands",
    "on the belt",
    "in the pack",
    "worn",
]
"""Where a thing comes to, by `Carry`."""

ROLLS = {
    Roll.ACTION: Rolled("for the declared action", ("PL-12", "PL-13"), needs=declared),
    Roll.LATE: Rolled("a second die, late", ("PL-16",)),
    Roll.LEAVE: Rolled("Dexterity to leave the melee", ("PL-24",)),
    Roll.RISE: Rolled("Dexterity to get up", ("PL-61", "PL-100")),
    Roll.ENTER: Rolled("Dexterity to get past a long weapon", ("PL-29", "PL-85")),
    Roll.OPPORTUNITY: Rolled("Dexterity not to be struck", ("PL-61",)),
    Roll.SPACE: Rolled("Dexterity to be there first", ("PL-26",)),
    Roll.DAMAGE: Rolled("the damage die", ("PL-35", "PL-81", "PL-82", "PL-119")),
    Roll.BULL_RUSH: Rolled("the shield's d4", ("PL-87",)),
    Roll.WOUND: Rolled("on the wound table", ("PL-49", "PL-98"), luck=0),
    Roll.MAGIC: Rolled("the Magic Dice", ("PL-112",)),
    Roll.CANTRIP: Rolled("the cantrip's d4", ("PL-113",)),
    Roll.BURNING: Rolled("how badly it burns", ("PL-10", "PL-116"), luck=0),
    Roll.MORALE: Rolled("morale", ("PL-21",), luck=0),
    Roll.SAVE: Rolled("a save", ("PL-76", "PL-122")),
    Roll.FLUNG: Rolled("where it flies", ("PL-105",), luck=0),
    Roll.BONUS: Rolled("for the bonus action", ("PL-69",)),
    Roll.RECOVERY: Rolled("to get over a Wound", ("PL-132",)),
    Roll.HIT_POINTS: Rolled("Hit Points back", ("PL-132",)),
    Roll.AMMUNITION: Rolled("what the arrows suffered", ("PL-110",), luck=0),
}


DEEDS = (
    Head("aiming", to=(Event.AIMS,), unasked=True),
    Head("dodging", to=(Event.DODGES,), unasked=True),
    Head("picked up", to=(Event.PICKED_UP,), unasked=True),
    Head("fetched", to=(Event.FETCHED,), unasked=True),
    Head("done", to=(Event.DOES_IT,), unasked=True),
    Head("bandaged", on=(Event.BANDAGED,), unasked=True),
    Head("pressed", on=(Event.PRESSED,), unasked=True),
    Head("put out", on=(Event.DOUSED,), unasked=True),
    Head("in the dark", on=(Event.DARKNESS,), unasked=True),
)
"""What only comes to nothing where somebody is hindered before its turn comes."""

HEADS = (
    (
        Head("hit", to=(Event.DAMAGE,), grade="hurt"),
        Head("wounded", to=(Event.WOUND,), grade="hurt"),
        Head("out of the fight", falls=True, grade="down"),
        Head("dead", becomes="dead", grade="dead"),
    ),
    (Head("feinted", on=(Event.FEINTED,)),),
    (Head("grappled", on=(Event.GRAPPLED,)),),
    (Head("prone", to=(Event.PRONE,)),),
    (Head("pushed", some=(Event.PUSHED,)),),
    (Head("taunted", on=(Event.TAUNTED,)),),
    (Head("tricked", on=(Event.TRICKED,)),),
    (Head("burning", to=(Event.BURNING,)),),
    (Head("free", to=(Event.FREE,)),),
    (Head("up", to=(Event.STANDS,)),),
    (Head("rallied", to=(Event.RALLIED,)),),
    (Head("healed", to=(Event.HEALED,), regains="hp"),),
    (Head("flees", to=(Event.FLEES, Event.FLED)),),
    (Head("warded", to=(Event.WARDED,)),),
    DEEDS,
)

LOSSES = (
    Loss("hp", "Hit Points"),
    Loss("exhaustion", "Exhaustion", grows=True),
    Loss("wounds", "Wounds", grows=True),
)
