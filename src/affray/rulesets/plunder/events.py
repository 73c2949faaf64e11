"""What happens in Plunder, and how it is told."""

from collections.abc import Callable

from affray.book.events import Events, Parts, Told, Wording
from affray.book.words import kebab

from .kinds import AttackType, Tires, Why
from .state import FOR_THE_FIGHT, LAST_ROUND, TIRING_UP_TO

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
    Why.NOBODY: "there is nobody whom the spell reaches",
}
"""Why a declared action is lost."""


def void(who: str, x: int, y: int) -> str:
    return f"{who}'s action is lost: {LOST[Why(x)].format(who=who)}."


def means(who: str, x: int, y: int) -> str:
    """The kind is the weapon's too: a sling's bullet slams."""
    both = ", in both hands" if y else ""
    return f"{who}'s kind of blow: {kebab(AttackType(x))}{both}."


def hits(who: str, x: int, y: int) -> str:
    """'Milos hits: 15 against 10, 5 beyond it.'"""
    beyond = f", {x - y} beyond it" if x > y else ""
    return f"{who} hits: {x} against {y}{beyond}."


TIRED = {
    Tires.BLOOD: "bleeding out",
    Tires.CANTRIP: f"the cantrip rolled {TIRING_UP_TO} or less",
    Tires.RAGE: "the rage has its price",
    Tires.REST: "a rest",
}
"""What changes somebody's Exhaustion."""


def exhausted(who: str, x: int, y: int) -> str:
    return f"{who} has {x} Exhaustion now: {TIRED[Tires(y)]}."


def lasts(who: str, x: int, y: int) -> str:
    ends = "for the rest of the fight" if x >= FOR_THE_FIGHT else f"until the end of round {x}"
    return f"That holds for {who} {ends}."


def ten_less(who: str, x: int, y: int) -> str:
    """'Orc hits back for 3: 10 less 7.'"""
    least = f", and {y} is the least" if TEN - x != y else ""
    return f"{who} hits back for {y}: {TEN} less {x}{least}."


def saves_on(who: str, x: int, y: int) -> str:
    """'Ada needs 12: Instinct 15, as a save -3.'"""
    return f"{who} needs {x + y}: Instinct {x}, as a save {y:+}."


def needs(own: str, *rules: str, other: str = "Defense") -> Told:
    """'Ada needs 10: Dexterity 9, Defense 1.'"""

    def sentence(who: str, x: int, y: int) -> str:
        return f"{who} needs {x + y}: {own} {x}, {other} {y}."

    return Told(sentence, rules, working=both(own, other), folds=True)


def distance(who: str, x: int, y: int) -> str:
    return f"The distance makes it {y} for {who}: {x:+}."


def behind_shield(who: str, x: int, y: int) -> str:
    return f"{who} has a shield up, which makes it {y}: {x:+}."


def harms(first: str, second: str, *rules: str) -> Told:
    """'Ada does 7: 5 beyond the number, +2 for the Magic Dice.'"""

    def sentence(who: str, x: int, y: int) -> str:
        more = f", {y:+} for {second}" if y else ""
        least = ", and 1 is the least" if x + y < 1 else ""
        return f"{who} does {max(1, x + y)}: {x} {first}{more}{least}."

    return Told(sentence, rules, working=both(first, second), folds=True)


TEN = 10
"""What a grab that fails costs, less the roll."""
DIGITS = 100
NONE = 50
"""No Strength bonus, as it stands among the modifiers that are told as one number."""
NO_MODIFIERS = NONE * DIGITS * DIGITS


def modifier_parts(told: int) -> Parts:
    """What is added to a blow, each by its cause."""
    strength = told // DIGITS // DIGITS - NONE
    parts = [("Strength", strength), ("its damage bonus", told // DIGITS % DIGITS)]
    parts += [("crushing the armor", told % DIGITS)]
    return [(cause, n) for cause, n in parts if n]


def strikes(first: str, *rules: str) -> Told:
    """'Ada does 7: 5 beyond the number, Strength +1, crushing the armor +1.'"""

    def sentence(who: str, x: int, y: int) -> str:
        added = modifier_parts(y)
        total = x + sum(n for _, n in added)
        more = "".join(f", {cause} {n:+}" for cause, n in added)
        least = ", and 1 is the least" if total < 1 else ""
        return f"{who} does {max(1, total)}: {x} {first}{more}{least}."

    def parts(x: int, y: int) -> Parts:
        return [(first, x), *modifier_parts(y)]

    return Told(sentence, rules, working=parts, folds=True)


def both(first: str, second: str) -> Callable[[int, int], Parts]:
    """Two numbers that are added; a second that is 0 needs no word."""

    def parts(x: int, y: int) -> Parts:
        return [(first, x), (second, y)] if y else [(first, x)]

    return parts


def counted(sentence: Wording, label: str, *rules: str) -> Told:
    """Behind the next line stands the first number of this one, in a word."""
    return Told(sentence, rules, working=lambda x, _: [(label, x)], folds=True)


def plight(sentence: str, label: str, sign: int) -> Told:
    """What makes a roll easier or harder: one cause for a second d20."""
    rules = ("PL-17", "PL-18")
    return Told(sentence, rules, working=lambda x, _: [(label, sign)], folds=True)


def death(sentence: str, label: str, *rules: str) -> Told:
    """Why somebody dies, behind the line that says so: a number, and the most there may be."""
    return Told(sentence, rules, working=lambda x, y: [(label, x), ("at most", y)], folds=True)


class Event(Events):
    ROUND = Told("Round {x}.", ("PL-1",))
    PHASE = Told("Phase: {x:phase}.", ("PL-2",))
    SPELL_DECLARED = Told("{who} will cast {x:spells}.", ("PL-4",))
    MOVE_DECLARED = Told("{who} declares a move: {x:move}.", ("PL-136",))
    DECLARED = Told("{who} declares: {x:act}, meant for {y:creatures}.", ("PL-11", "PL-134"))
    ORDER = Told("In line at {x}, the highest first: {who}, {y:act}.", ("PL-13",))
    VOID = Told(void, ("PL-14",), "{who} too late")
    MORALE = Told(
        "{who}'s side tests its nerve with {x}: whoever has less morale flees.", ("PL-21",)
    )
    FLEES = Told(
        "{who} turns to flee: {y} against its morale of {x}.", ("PL-21", "PL-23"), "{who} flees"
    )
    FLED = Told("{who} has got away.", ("PL-23",), "{who} fled")
    MOVED = Told("{who} goes to [{x}, {y}].", ("PL-27",), goes=True)
    UNHURT = Told("{who} gives {x:creatures} no opening.", ("PL-24", "PL-61"), "unhurt")
    STRUCK = Told(
        "{who} strikes {x:creatures} for {y} damage.",
        ("PL-24", "PL-61", "PL-64", "PL-68", "PL-85"),
        "{who} strikes",
    )
    OVERLOADED = Told(
        "{who} has {x} slots filled of {y}, too many to move.", ("PL-109",), folds=True
    )
    STANDS = Told("{who} gets up.", ("PL-30", "PL-100"), "{who} up")
    CONTEST = Told("{who} is first at the place that others wanted too.", ("PL-26",), "{who} first")
    HIT = Told(hits, ("PL-32",), "{who} hits")
    MISS = Told("{who} misses: {x} against {y}.", ("PL-32",), "{who} misses")
    FUMBLE = Told("{who} fumbles: a natural 1.", ("PL-51",), "{who} fumbles")
    CRITICAL = Told(
        "{who} rolls a natural 20 against {x:creatures}.", ("PL-47", "PL-48"), "critical"
    )
    DAMAGE = Told(
        "{who} takes {x} damage, Hit Points now {y}.", ("PL-33", "PL-53"), "{who} takes {x}"
    )
    ARMOR_HOLDS = Told("{who}'s {y:gear} keeps {x} from wounding.", ("PL-56", "PL-92"))
    WOUND = Told("{who} is wounded, {x} in all.", ("PL-55", "PL-57"), "{who} wounded")
    CONDITION = Told("{who} is {x:condition}.", ("PL-98",))
    DEAD = Told("{who} dies.", ("PL-58", "PL-59", "PL-60"), "{who} dead")
    NOTCH = Told("{who}'s {x:gear} takes a Notch, {y} now.", ("PL-110",))
    BROKEN = Told("{who}'s {x:gear} breaks.", ("PL-110",), "{x:gear} breaks")
    FLUNG = Told("{who}'s {x:gear} flies out of its hand.", ("PL-105",), "{x:gear} flung")
    DODGES = Told("{who} dodges from now on.", ("PL-62",), "dodging")
    FEINTED = Told(
        "{who} draws {x:creatures}'s guard down ({y} was needed).", ("PL-63",), "feinted"
    )
    FEINT_FAILS = Told(
        "{who} does not deceive {x:creatures} ({y} was needed).", ("PL-63",), "not feinted"
    )
    GRAPPLED = Told("{who} grabs {x:creatures} ({y} was needed).", ("PL-64",), "grappled")
    NOT_GRAPPLED = Told(
        "{who} gets no hold of {x:creatures} ({y} was needed).", ("PL-64",), "not grappled"
    )
    FREE = Told("{who} breaks free of {x:creatures} ({y} was needed).", ("PL-66",), "free")
    STILL_HELD = Told(
        "{who} cannot break free of {x:creatures} ({y} was needed).", ("PL-66",), "still held"
    )
    PRONE = Told("{who} is prone.", ("PL-68", "PL-100", "PL-106"), "{who} prone")
    PUSHED = Told("{who} is pushed {x} feet.", ("PL-68",), "{who} pushed {x} ft")
    NOT_SHOVED = Told(
        "{x:creatures} stands firm against {who} ({y} was needed).", ("PL-68",), "not shoved"
    )
    RALLIED = Told(
        "{who} rallies the party: {x:Hit Point|Hit Points} to share.", ("PL-67",), "rallied {x}"
    )
    NOT_RALLIED = Told("{who} rallies nobody.", ("PL-67",), "not rallied")
    HEALED = Told("{who} regains {x}, Hit Points now {y}.", ("PL-67",), "{who} regains {x}")
    PICKED_UP = Told("{who} picks up {x:gear}, now {y:carry}.", ("PL-61",), "picked up")
    FETCHED = Told("{who} gets out {x:gear}.", ("PL-109",), "fetched")
    PRESSED = Told("{who} presses {x:creatures}'s wound shut this round.", ("PL-99",), "pressed")
    BANDAGED = Told("{who} bandages {x:creatures}.", ("PL-99",), "bandaged")
    EXHAUSTED = Told(exhausted, ("PL-57", "PL-99"), "{who} exhausted")
    AIMS = Told("{who} takes aim.", ("PL-126",), "aiming")
    TAUNTED = Told("{who} taunts {x:creatures} ({y} was needed).", ("PL-123",), "taunted")
    NOT_TAUNTED = Told(
        "{x:creatures} does not listen to {who} ({y} was needed).", ("PL-123",), "not taunted"
    )
    CAST = Told("{who} casts {x:spells} with {y:Magic Die|Magic Dice}.", ("PL-8", "PL-112"))
    BURNING = Told("{who} burns.", ("PL-116",), "{who} burns")
    DARKNESS = Told("Darkness falls around {x:creatures}.", ("PL-116",), "darkness")
    WARDED = Told("{who} is warded: {x} Defense.", ("PL-138",), "{who} warded")
    SAVED = Told("{who} saves.", ("PL-76",), "{who} saves")
    LOST_SPELL = Told("{who} loses the spell {x:spells}.", ("PL-4",), "spell lost")
    WOUND_ENDS = Told("One of {who}'s Wounds passes, {x} left.", ("PL-10", "PL-48"))
    IMMUNE = Told("{who} does not feel it.", ("PL-125",), "no harm")
    DROPPED = Told("{who} drops {x:gear}.", ("PL-109",))
    TRICKED = Told("{who} tricks {x:creatures}: {y:bonus}.", ("PL-128",), "tricked")
    NOT_TRICKED = Told("{x:creatures} sees {who}'s trick coming.", ("PL-128",), "not tricked")
    REST = Told("{who} rests: {x:rest}; Hit Points {y}.", ("PL-132",))
    RECOVERED = Told("{who} gets over a Wound: severity {x}.", ("PL-132",), "recovered")
    NOT_RECOVERED = Told(
        "A Wound of {who}'s does not heal yet: severity {x}.", ("PL-132",), "not yet"
    )
    STALEMATE = Told(f"Round {LAST_ROUND} is over; nobody can win this.", ("PL-1",))
    LET_GO = Told("{who} lets go of {x:creatures}.", ("PL-65",))
    READY = Told("{who} takes {x:gear} {y:carry}.", ("PL-109",))
    DOUSED = Told("{who} puts out the fire on {x:creatures}.", ("PL-116",), "doused")
    DECLARES = Told("{who} declares: {x:act}.", ("PL-11", "PL-134"))
    MEANS = Told(means, ("PL-41", "PL-81"))
    ADVANTAGE = counted("{who} has advantage: {x} counts.", "with advantage", "PL-17", "PL-18")
    DISADVANTAGE = counted(
        "{who} has disadvantage: {x} counts.", "with disadvantage", "PL-17", "PL-18"
    )
    TOGETHER = Told("{y} act together at {x}: each finds things as they stood before.", ("PL-137",))
    ACTS_FIRST = Told("Now {who}, with {x}: first {y:bonus}.", ("PL-13", "PL-69"))
    ACTS = Told("Now {who}, with {x}: {y:act}.", ("PL-13",))
    WITH = Told("{who} aims {x:gear} at the {y:location}.", ("PL-41",))
    PUTS_IN = Told("{who} puts in {x:Magic Die|Magic Dice}.", ("PL-112",))
    AIMS_AT = Told("{who} aims at the {x:location}.", ("PL-41", "PL-115"))
    CLOSES = Told("{who} declares a move: close with {x:creatures}.", ("PL-136",))
    # one for each ability, in their order: a rule counts from the first
    NEEDS_STRENGTH = needs("Strength", "PL-64", "PL-68")
    NEEDS_DEXTERITY = needs("Dexterity", "PL-31", "PL-24", "PL-61")
    NEEDS_INTELLIGENCE = needs("Intelligence", "PL-31", "PL-44", "PL-115", other="evasion")
    NEEDS_INSTINCT = needs("Instinct", "PL-31", "PL-43", "PL-44", other="evasion")
    NEEDS_COURAGE = needs("Courage", "PL-123")
    NEEDS_CUNNING = needs("Cunning", "PL-63", "PL-128")
    NEEDS_PRINTED = needs("attack target", "PL-31", "PL-117")
    NEEDS_TO_RALLY = needs("Courage", "PL-67", other="the enemy's Hit Dice")
    STRONGEST = Told(
        "{x:creatures} has the most Hit Dice of {who}'s enemies: {y}.", ("PL-67",), folds=True
    )
    SPELL_AT = Told("{who}'s {y:spells} is for {x:creatures}.", ("PL-115",), folds=True)
    NEEDS_TO_ENGULF = needs("Intelligence", "PL-115", "PL-116", other="fire all around")
    SHIELD_UP = counted(behind_shield, "{who}'s shield", "PL-116")
    DISTANCE = counted(distance, "the distance", "PL-45")
    HARMS = strikes("beyond the number", "PL-33", "PL-39")
    HARMS_BY_DIE = strikes("on the die", "PL-35")
    HARMS_BY_MAGIC = harms("beyond the number", "the Magic Dice", "PL-115")
    GETS_PAST = counted(
        "{x} of it get past {who}'s {y:gear}.", "past {who}'s {y:gear}", "PL-56", "PL-92"
    )
    GETS_PAST_HIDE = counted(
        "{x} of it get past {who}'s hide ({y}).", "past {who}'s hide", "PL-56", "PL-120"
    )
    HIDE_HOLDS = Told("{who}'s hide ({y}) keeps {x} from wounding.", ("PL-56", "PL-120"))
    DOES_IT = Told("{who} does it; what comes of it, you say.", ("PL-9",), "done", story=True)
    NEEDS_FOR_PLACE = counted("{who} needs {x}: Dexterity.", "Dexterity", "PL-26")
    HELPED = plight("{y:creatures} {x:plight}: advantage for {who}.", "{y:creatures} {x:plight}", 1)
    HINDERED = plight("{who} {x:plight}: disadvantage.", "{who} {x:plight}", -1)
    GUARDED = plight(
        "{y:creatures} {x:plight}: disadvantage for {who}.", "{y:creatures} {x:plight}", -1
    )
    EVEN = counted(
        "{who} has neither advantage nor disadvantage now: {x} counts.", "with neither", "PL-18"
    )
    FIRST_WOUND = Told("The first Wound on {who}'s side.", ("PL-20",), folds=True)
    HALF_DOWN = Told("Half of {who}'s side is wounded or out of the fight.", ("PL-20",), folds=True)
    AT_ONCE = death("{x} at one blow, and {who} has {y} Hit Points.", "at one blow", "PL-59")
    NO_ROOM = death("{who} has {x:Wound|Wounds}, and bears {y}.", "Wounds", "PL-60")
    SLOTS_FULL = death(
        "{who} has {x} Wounds and Exhaustion, and {y} slots.", "Wounds and Exhaustion", "PL-58"
    )
    FEINT_USED = Told("The feint leaves {x:creatures} no Defense.", ("PL-63",), folds=True)
    NO_GUARD = Told("{x:creatures} cannot use a Defense now.", ("PL-101", "PL-108"), folds=True)
    RAGES = Told("{who} rages: neither fire nor an edge of iron does harm.", ("PL-125",))
    CALMS = Told("{who}'s rage is over.", ("PL-125",))
    WARD_ENDS = Told("The ward on {who} is gone.", ("PL-138",))
    GUARD_UP = Told("{who}'s guard is up again.", ("PL-63",))
    SLOWED = Told("{who} is slowed.", ("PL-116",))
    SLOW_ENDS = Told("{who} is slowed no longer.", ("PL-116",))
    TAUNT_ENDS = Told("{who} minds {x:creatures}'s taunt no longer.", ("PL-123",))
    CLEARED = Told("{who} is no longer {x:condition}.", ("PL-98", "PL-108"))
    DODGES_NO_MORE = Told("{who} dodges no longer.", ("PL-62",))
    LASTS = Told(lasts, ("PL-10",))
    HOLDS_UP = Told("{who} holds {x:spells} up.", ("PL-114",))
    LAPSES = Told("{who} no longer holds {x:spells} up.", ("PL-114",))
    GOES_OUT = Told("The fire on {who} goes out.", ("PL-114", "PL-116"))
    LIGHT_AGAIN = Told("The darkness of {who}'s lifts.", ("PL-114", "PL-116"))
    APART = Told("{who} and {x:creatures} grapple no longer.", ("PL-65",))
    PUTS_AWAY = Told("{who} puts {x:gear} away.", ("PL-109",))
    SHIFTS = Told("{who} holds {x:gear} {y:carry} now.", ("PL-81", "PL-109"))
    LIES_THERE = Told("It flies to [{x}, {y}].", ("PL-84", "PL-105"))
    THROWN = Told("{who} has thrown {x:gear}.", ("PL-84",))
    AIMED = Told("{who} had taken aim: the hit wounds, too.", ("PL-126",), folds=True)
    AIM_SPENT = Told("{who}'s aim is spent.", ("PL-126",))
    SNEAKS = Told("{who} gives {x:creatures} a Wound instead of damage.", ("PL-128",))
    SEVERITY = counted("{y} damage counts: a Wound of severity {x}.", "severity", "PL-56", "PL-97")
    FLAT_SEVERITY = counted("That is a Wound of severity {x}.", "severity", "PL-48", "PL-56")
    NEEDS_TO_SAVE = Told(saves_on, ("PL-76",), working=both("Instinct", "as a save"), folds=True)
    LESS_TO_LOSE = Told(
        "Without it {who}'s Hit Points are {x}, of {y} at most.", ("PL-90", "PL-110")
    )
    NERVE_HOLDS = Told("{who} stands its ground: its morale is {x}.", ("PL-21",), "nerve holds")
    BLOCKED = Told(
        "{who} could be pushed {x} feet, but something is in the way.", ("PL-68",), folds=True
    )
    TEN_LESS = Told(
        ten_less, ("PL-64", "PL-68"), working=lambda x, _: [(str(TEN), TEN), ("the roll", -x)],
        folds=True,
    )  # fmt: skip
    BESIDES = Told("{who} means to do this right before it: {x:bonus}.", ("PL-69",))
    FOR_THE_GAPS = Told("{who} goes for the gaps of the armor.", ("PL-95",))
    DECLARES_THING = Told("{who} declares: {x:act}, {y:gear}.", ("PL-11", "PL-134"))
    MAGIC_SPENT = Told("{who} spends {x:Magic Die|Magic Dice}, {y} left.", ("PL-112",))
    MAGIC_BACK = Told("{who} has all {x:Magic Die|Magic Dice} again.", ("PL-112", "PL-132"))
    NATURAL_ONE = Told("{who} rolls a natural 1 against {x:creatures}.", ("PL-51", "PL-115"))
    STOPPED = Told("{who} cannot go on.", ("PL-24", "PL-136"))
    GIVES_WAY = Told("{who} finds the place taken.", ("PL-26", "PL-136"))
    CANNOT_DRAG = Told("{who} cannot drag {x:creatures} along.", ("PL-65", "PL-136"))
    GOES_FOR = Told("{who} goes for {x:creatures} with {y:gear}.", ("PL-121",))
    KILLED = Told("{who} dies at {x:creatures}'s hand.", ("PL-58", "PL-59", "PL-60"), "{who} dead")
    DRAGS = Told("{who} drags {x:creatures} along.", ("PL-65", "PL-136"))
