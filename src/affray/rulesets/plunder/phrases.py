"""What is rolled and what happens in Plunder, in sentences."""

from collections.abc import Callable

from affray.book.words import Head, Loss, Rolled, Told, kebab

from .kinds import AttackType, Event, Roll, Why

LOST = {
    Why.DEAD: "{who} is dead",
    Why.GONE: "{who} is gone",
    Why.UNABLE: "{who} is no longer able to",
    Why.TARGET_GONE: "the target is dead or gone",
    Why.UNSEEN: "{who} cannot see the target",
    Why.NO_WEAPON: "the weapon is gone, or the arm for it",
    Why.OUT_OF_REACH: "the target is out of reach",
    Why.NO_WORDS: "the words, the focus or the fire are gone",
    Why.GRAPPLING: "one of the two is grappling already",
    Why.NO_ARM: "{who} has no arm to grab with",
    Why.NOTHING_LEFT: "there is nothing left to do it to",
    Why.NO_NEARER: "{who} has come no nearer to an enemy",
}
"""Why a declared action is lost."""


def void(who: str, x: int, y: int) -> str:
    return f"{who}'s action is lost: {LOST[Why(x)].format(who=who)}."


def means(who: str, x: int, y: int) -> str:
    both = ", in both hands" if y else ""
    return f"{who} means to {kebab(AttackType(x))}{both}."


def needs(own: str, other: str = "Defense") -> Callable[[str, int, int], str]:
    """'Ada needs 10: Dexterity 9, Defense 1.'"""

    def sentence(who: str, x: int, y: int) -> str:
        return f"{who} needs {x + y}: {own} {x}, {other} {y}."

    return sentence


def distance(who: str, x: int, y: int) -> str:
    return f"The distance makes it {y}: {x:+}."


def harms(first: str, second: str) -> Callable[[str, int, int], str]:
    """'Ada does 7: 5 beyond the number, +2 for Strength and weapon.'"""

    def sentence(who: str, x: int, y: int) -> str:
        more = f", {y:+} for {second}" if y else ""
        least = ", and 1 is the least" if x + y < 1 else ""
        return f"{who} does {max(1, x + y)}: {x} {first}{more}{least}."

    return sentence


ROLLS = {
    Roll.ACTION: Rolled("for the declared action", ("PL-12", "PL-13")),
    Roll.LATE: Rolled("a second die, late", ("PL-16",)),
    Roll.LEAVE: Rolled("Dexterity to leave the melee", ("PL-24",)),
    Roll.RISE: Rolled("Dexterity to get up", ("PL-61", "PL-100")),
    Roll.ENTER: Rolled("Dexterity to get past a long weapon", ("PL-29", "PL-85")),
    Roll.OPPORTUNITY: Rolled("Dexterity not to be struck", ("PL-61",)),
    Roll.SPACE: Rolled("Dexterity to be there first", ("PL-26",)),
    Roll.DAMAGE: Rolled("the damage die", ("PL-35", "PL-81", "PL-82", "PL-119")),
    Roll.BULL_RUSH: Rolled("the shield's d4", ("PL-87",)),
    Roll.WOUND: Rolled("on the wound table", ("PL-49", "PL-98")),
    Roll.MAGIC: Rolled("the Magic Dice", ("PL-112",)),
    Roll.CANTRIP: Rolled("the cantrip's d4", ("PL-113",)),
    Roll.BURNING: Rolled("how badly it burns", ("PL-10", "PL-116")),
    Roll.MORALE: Rolled("morale", ("PL-21",)),
    Roll.SAVE: Rolled("a save", ("PL-76", "PL-122")),
    Roll.FLUNG: Rolled("where it flies", ("PL-105",)),
    Roll.BONUS: Rolled("for the bonus action", ("PL-69",)),
    Roll.RECOVERY: Rolled("to get over a Wound", ("PL-132",)),
    Roll.HIT_POINTS: Rolled("Hit Points back", ("PL-132",)),
    Roll.AMMUNITION: Rolled("what the arrows suffered", ("PL-110",)),
}


EVENTS = {
    Event.ROUND: Told("Round {x}.", ("PL-1",)),
    Event.PHASE: Told("Phase: {x:phase}.", ("PL-2",)),
    Event.SPELL_DECLARED: Told("{who} will cast {x:spells}.", ("PL-4",)),
    Event.MOVE_DECLARED: Told("{who} declares a move: {x:move}.", ("PL-136",)),
    Event.DECLARED: Told("{who} declares: {x:act}, meant for {y:creatures}.", ("PL-11", "PL-134")),
    Event.DECLARES: Told("{who} declares: {x:act}.", ("PL-11", "PL-134")),
    Event.WITH: Told("{who} aims {x:gear} at the {y:location}.", ("PL-41",)),
    Event.MEANS: Told(means, ("PL-41", "PL-81")),
    Event.PUTS_IN: Told("{who} puts in {x:Magic Die|Magic Dice}.", ("PL-112",)),
    Event.AIMS_AT: Told("{who} aims at the {x:location}.", ("PL-41", "PL-115")),
    Event.CLOSES: Told("{who} declares a move: close with {x:creatures}.", ("PL-136",)),
    Event.NEEDS_STRENGTH: Told(needs("Strength"), ("PL-64", "PL-68")),
    Event.NEEDS_DEXTERITY: Told(needs("Dexterity"), ("PL-31", "PL-24", "PL-61")),
    Event.NEEDS_INTELLIGENCE: Told(needs("Intelligence"), ("PL-31", "PL-115")),
    Event.NEEDS_INSTINCT: Told(needs("Instinct"), ("PL-31", "PL-43")),
    Event.NEEDS_COURAGE: Told(needs("Courage"), ("PL-123",)),
    Event.NEEDS_CUNNING: Told(needs("Cunning"), ("PL-63", "PL-128")),
    Event.NEEDS_PRINTED: Told(needs("attack target"), ("PL-31", "PL-117")),
    Event.NEEDS_TO_RALLY: Told(needs("Courage", "the enemy's Hit Dice"), ("PL-67",)),
    Event.DISTANCE: Told(distance, ("PL-45",)),
    Event.HARMS: Told(harms("beyond the number", "Strength and weapon"), ("PL-33", "PL-39")),
    Event.HARMS_BY_DIE: Told(harms("on the die", "Strength and weapon"), ("PL-35",)),
    Event.HARMS_BY_MAGIC: Told(harms("beyond the number", "the Magic Dice"), ("PL-115",)),
    Event.GETS_PAST: Told("{x} of it get past {who}'s {y:gear}.", ("PL-56", "PL-92")),
    Event.GETS_PAST_HIDE: Told("{x} of it get past {who}'s hide ({y}).", ("PL-56", "PL-120")),
    Event.HIDE_HOLDS: Told("{who}'s hide ({y}) keeps {x} from wounding.", ("PL-56", "PL-120")),
    Event.ADVANTAGE: Told("{who} has advantage: {x} counts.", ("PL-17", "PL-18")),
    Event.DISADVANTAGE: Told("{who} has disadvantage: {x} counts.", ("PL-17", "PL-18")),
    Event.ACTS: Told("Now {who}, with {x}: {y:act}.", ("PL-13",)),
    Event.ORDER: Told("In the queue at {x}: {who}, {y:act}.", ("PL-13",)),
    Event.VOID: Told(void, ("PL-14",), "{who} too late"),
    Event.MORALE: Told("Their nerve is tested: {x}.", ("PL-21",)),
    Event.FLEES: Told("{who} turns to flee.", ("PL-21", "PL-23"), "{who} flees"),
    Event.FLED: Told("{who} has got away.", ("PL-23",), "{who} fled"),
    Event.MOVED: Told("{who} goes to [{x}, {y}].", ("PL-27",)),
    Event.UNHURT: Told("{who} gives {x:creatures} no opening.", ("PL-24", "PL-61"), "unhurt"),
    Event.STRUCK: Told(
        "{who} strikes {x:creatures} for {y}.",
        ("PL-24", "PL-61", "PL-64", "PL-68", "PL-85"),
        "{who} strikes",
    ),
    Event.STANDS: Told("{who} gets up.", ("PL-30", "PL-100"), "{who} up"),
    Event.CONTEST: Told("{who} is there first.", ("PL-26",), "{who} first"),
    Event.HIT: Told("{who} hits: {x} against {y}.", ("PL-32",), "{who} hits"),
    Event.MISS: Told("{who} misses: {x} against {y}.", ("PL-32",), "{who} misses"),
    Event.FUMBLE: Told("{who} fumbles: a natural 1.", ("PL-51",), "{who} fumbles"),
    Event.CRITICAL: Told("A natural 20 against {x:creatures}.", ("PL-47", "PL-48"), "critical"),
    Event.DAMAGE: Told(
        "{who} takes {x}, Hit Points now {y}.", ("PL-33", "PL-53"), "{who} takes {x}"
    ),
    Event.ARMOR_HOLDS: Told("{who}'s {y:gear} keeps {x} from wounding.", ("PL-56", "PL-92")),
    Event.WOUND: Told("{who} is wounded, {x} in all.", ("PL-55", "PL-57"), "{who} wounded"),
    Event.CONDITION: Told("{who} is {x:condition}.", ("PL-98",)),
    Event.DEAD: Told("{who} dies.", ("PL-58", "PL-59", "PL-60"), "{who} dead"),
    Event.NOTCH: Told("{who}'s {x:gear} takes a Notch, {y} now.", ("PL-110",)),
    Event.BROKEN: Told("{who}'s {x:gear} breaks.", ("PL-110",), "{x:gear} breaks"),
    Event.FLUNG: Told("{who}'s {x:gear} flies out of its hand.", ("PL-105",), "{x:gear} flung"),
    Event.DODGES: Told("{who} dodges from now on.", ("PL-62",), "dodging"),
    Event.FEINTED: Told(
        "{who} draws {x:creatures}'s guard down ({y} was needed).", ("PL-63",), "feinted"
    ),
    Event.FEINT_FAILS: Told(
        "{x:creatures} is not deceived ({y} was needed).", ("PL-63",), "not feinted"
    ),
    Event.GRAPPLED: Told("{who} grabs {x:creatures} ({y} was needed).", ("PL-64",), "grappled"),
    Event.NOT_GRAPPLED: Told(
        "{who} gets no hold of {x:creatures} ({y} was needed).", ("PL-64",), "not grappled"
    ),
    Event.FREE: Told("{who} breaks free of {x:creatures} ({y} was needed).", ("PL-66",), "free"),
    Event.STILL_HELD: Told("{who} cannot break free ({y} was needed).", ("PL-66",), "still held"),
    Event.PRONE: Told("{who} is prone.", ("PL-68", "PL-100", "PL-106"), "{who} prone"),
    Event.PUSHED: Told("{who} is pushed {x} feet.", ("PL-68",), "{who} pushed {x} ft"),
    Event.NOT_SHOVED: Told("{x:creatures} stands firm ({y} was needed).", ("PL-68",), "not shoved"),
    Event.RALLIED: Told("{who} rallies the party: {x}.", ("PL-67",), "rallied {x}"),
    Event.NOT_RALLIED: Told("Nobody takes heart.", ("PL-67",), "not rallied"),
    Event.HEALED: Told("{who} regains {x}, Hit Points now {y}.", ("PL-67",), "{who} regains {x}"),
    Event.PICKED_UP: Told("{who} picks up {x:gear}.", ("PL-61",), "picked up"),
    Event.FETCHED: Told("{who} gets out {x:gear}.", ("PL-109",), "fetched"),
    Event.PRESSED: Told("{who} presses {x:creatures}'s wound shut.", ("PL-99",), "pressed"),
    Event.BANDAGED: Told("{who} bandages {x:creatures}.", ("PL-99",), "bandaged"),
    Event.EXHAUSTED: Told("{who} has {x} Exhaustion now.", ("PL-57", "PL-99"), "{who} exhausted"),
    Event.AIMS: Told("{who} takes aim.", ("PL-126",), "aiming"),
    Event.TAUNTED: Told("{who} taunts {x:creatures} ({y} was needed).", ("PL-123",), "taunted"),
    Event.NOT_TAUNTED: Told(
        "{x:creatures} does not listen ({y} was needed).", ("PL-123",), "not taunted"
    ),
    Event.CAST: Told("{who} casts {x:spells} with {y:Magic Die|Magic Dice}.", ("PL-8", "PL-112")),
    Event.BURNING: Told("{who} burns.", ("PL-116",), "{who} burns"),
    Event.DARKNESS: Told("Darkness falls around {x:creatures}.", ("PL-116",), "darkness"),
    Event.WARDED: Told("{who} is warded: {x} Defense.", ("PL-138",), "{who} warded"),
    Event.SAVED: Told("{who} saves.", ("PL-76",), "{who} saves"),
    Event.LOST_SPELL: Told("{who} loses the spell {x:spells}.", ("PL-4",), "spell lost"),
    Event.WOUND_ENDS: Told("One of {who}'s Wounds passes.", ("PL-10", "PL-48")),
    Event.IMMUNE: Told("{who} does not feel it.", ("PL-125",), "no harm"),
    Event.DROPPED: Told("{who} drops {x:gear}.", ("PL-109",)),
    Event.TRICKED: Told("{who} tricks {x:creatures}: {y:bonus}.", ("PL-128",), "tricked"),
    Event.NOT_TRICKED: Told("{x:creatures} sees the trick coming.", ("PL-128",), "not tricked"),
    Event.REST: Told("{who} rests: {x:rest}; Hit Points {y}.", ("PL-132",)),
    Event.RECOVERED: Told("{who} gets over a Wound.", ("PL-132",), "recovered"),
    Event.NOT_RECOVERED: Told("A Wound of {who}'s does not heal yet.", ("PL-132",), "not yet"),
    Event.STALEMATE: Told("Round 60 is over; nobody can win this.", ("PL-1",)),
    Event.LET_GO: Told("{who} lets go of {x:creatures}.", ("PL-65",)),
    Event.READY: Told("{who} takes {x:gear} in hand.", ("PL-109",)),
    Event.DOUSED: Told("{who} puts out the fire on {x:creatures}.", ("PL-116",), "doused"),
}

HEADS = (
    (
        Head("hit", to=(Event.DAMAGE,)),
        Head("wounded", to=(Event.WOUND,)),
        Head("out of the fight", falls=True),
        Head("dead", becomes="dead"),
    ),
    (Head("feinted", on=(Event.FEINTED,)),),
    (Head("grappled", on=(Event.GRAPPLED,)),),
    (Head("prone", to=(Event.PRONE,)),),
    (Head("pushed", to=(Event.PUSHED,)),),
    (Head("taunted", on=(Event.TAUNTED,)),),
    (Head("tricked", on=(Event.TRICKED,)),),
    (Head("burning", to=(Event.BURNING,)),),
)

LOSSES = (
    Loss("hp", "Hit Points"),
    Loss("exhaustion", "Exhaustion", grows=True),
    Loss("wounds", "Wounds", grows=True),
)
