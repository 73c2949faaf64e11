"""What happens in Story Mode, and how it is told; results ask for the story."""

from affray.book.events import Events, Told

from .state import LAST_ROUND

EVEN = 16
"""In a number of steps that is told: none. Below it they ease, above it they hinder."""


def rests_text(who: str, x: int, y: int) -> str:
    """How many rests a treated wound still needs."""
    if x == 0:
        return f"The next safe rest rids {who} of the wound."
    return f"{who} needs {x} more safe rest{'' if x == 1 else 's'}."


def cause(of: str, *rules: str) -> Told:
    """What moves a check, by its name, and by how many steps; below 0 they ease."""
    return Told(f"{{y:steps}} for {of}.", rules, working=lambda _, y: [(of, y - EVEN)], folds=True)


class Event(Events):
    SCENE = Told("The scene is of level {x}.", ("SM-72",))
    ROUND = Told("Round {x}.", ("SM-106",))
    INITIATIVE = Told("{who}'s Initiative is {x}.", ("SM-12",))
    TURN = Told("{who}'s turn.", ("SM-106",))
    QUICKENS = Told("{who} quickens: two actions, each a level harder.", ("SM-6", "SM-7"))
    # the results of a check, in their order: a rule counts from the first
    FAIL_AND = Told(
        "{y}({x}): Fail, and. {who} fails, and it gets worse: what else goes wrong?",
        ("SM-64", "SM-67"),
        "Fail and",
        story=True,
    )
    FAIL_BUT = Told(
        "{y}({x}): Fail, but. It does not work, but something helps {who}: what is it?",
        ("SM-64", "SM-67"),
        "Fail but",
        story=True,
    )
    SUCCESS_BUT = Told(
        "{y}({x}): Success, but. It works for {who}, at a price: what does it cost?",
        ("SM-64", "SM-67"),
        "Success but",
        story=True,
    )
    SUCCESS = Told("{y}({x}): Success. It works as {who} meant it.", ("SM-64",), "Success")
    SUCCESS_AND = Told(
        "{y}({x}): Success, and. It works, and something more goes {who}'s way: what?",
        ("SM-64", "SM-67"),
        "Success and",
        story=True,
    )
    ATTACKS = Told("{who} attacks {x:creatures} with {y:items}.", ("SM-2",))
    STRIKES = Told("{who} attacks {x:creatures} with {y:attacks}.", ("SM-3", "SM-95"))
    CASTS = Told("{who} casts {x:spells}.", ("SM-80",))
    COUNTERED = Told("{who} undoes {x:creatures}'s spell.", ("SM-92", "SM-94"), "countered")
    BLOCKED = Told(
        "{who} steps in for {x:creatures} and stops {y:creatures}.", ("SM-10",), "blocked"
    )
    HARM = Told("{who} takes {x} Harm, {y} left.", ("SM-27", "SM-32"), "{who} takes {x}")
    RESTORED = Told("{who} regains {x} Harm, now {y}.", ("SM-91",), "{who} regains {x}")
    WOUND = Told(
        "{who} is wounded, {y:nature}: {x:severity}.",
        ("SM-32", "SM-34", "SM-37"),
        "{who} wounded ({x:severity})",
    )
    RESTS = Told("Safe rests until {who} is rid of the wound: {x}.", ("SM-39", "SM-40", "SM-41"))
    NAMED = Told("{who}'s wound is called: {x:wound}.", ("SM-36", "SM-57", "SM-58"))
    NO_NAME = Told("The table has no name there for {who}'s wound.", ("SM-59",))
    DROPPED = Told("{who} drops {x:items}.", ("SM-26",), "{who} drops {x:items}")
    PICKED_UP = Told("{who} picks up {x:items}.", ("SM-4", "SM-76"))
    LOADED = Told("{who} loads {x:material}.", ("SM-76",))
    DEAD = Told("{who} dies.", ("SM-22", "SM-24"), "{who} dead")
    LAST_WOUND = Told("One more wound will kill {who}.", ("SM-22",))
    JOINS = Told("{who} closes with {x:creatures}.", ("SM-5", "SM-110"))
    STEPS_AWAY = Told("{who} steps away and stands alone.", ("SM-110",))
    GOES = Told("{who} goes to the {x:zones}.", ("SM-5", "SM-77"))
    LEAVES = Told("{who} leaves the fight.", ("SM-111",), "{who} gone")
    SURRENDERS = Told("{who} gives up.", ("SM-111",), "{who} gives up")
    STAYS = Told("{who} is held back and stays in the fight.", ("SM-111",), "{who} held back")
    UNDER_SPELL = Told("{who} is under {x:spells}.", ("SM-83",), "{who} under {x:spells}")
    SPELL_ENDS = Told("{x:spells} is off {who}.", ("SM-113",))
    TREATED = Told("{who} treats {x:creatures}: {y:wound}.", ("SM-43", "SM-49"))
    HEALED = Told("{who} is healed of it: {x:wound}.", ("SM-44", "SM-47", "SM-52"), "healed")
    EASED = Told(rests_text, ("SM-44", "SM-50"), "rests to go: {x}")
    CURSED = Told("{x:items} turns on {who}.", ("SM-99",))
    SAFE_REST = Told("A night in safety.", ("SM-52", "SM-55"))
    ROUGH_REST = Told("A night out here heals nothing.", ("SM-56",))
    LODGING = Told("{who} finds lodgings in a guarded town.", ("SM-55",))
    ROAD = Told("{who} sets out again.", ("SM-56",))
    SESSION = Told("A new session begins.", ("SM-45", "SM-114"))
    RECOVERS = Told("{who} is at {x} Harm again.", ("SM-33", "SM-55"))
    PARLEYS = Told("{who} talks to {x:creatures}.", ("SM-103",))
    HIDES = Told("{who} looks for a place to hide; what that is worth, you say.", ("SM-109",))
    TRIES = Told("{who} tries something ({x:topic}).", ("SM-63", "SM-72"))
    DUEL = Told(
        "{who} against {y:creatures}: {x:result}. {x:asks}", ("SM-102",), "{x:result}", story=True
    )
    STALEMATE = Told(f"{LAST_ROUND} rounds are over; nobody can win this.", ("SM-117",))
    FOR_EVER = Told("{who} will bear this wound for ever.", ("SM-42",))
    TASK = Told("{who}, {y:check}: {x:level}.", ("SM-60", "SM-61", "SM-62", "SM-63"))
    CASTS_ON = Told("{who} casts {x:spells} on {y:creatures}.", ("SM-80",))
    REACHES = Told("{who}'s {x:spells} takes in {y:creatures}.", ("SM-84", "SM-87"))
    ANEW = Told("{who}'s Harm starts anew: {x}.", ("SM-33", "SM-38"))
    LEFT_BEHIND = Told("{x:items} is left behind.", ("SM-117",))
    TENDED = Told("A healer of the town tends {who}: {x:wound}.", ("SM-49", "SM-55"))
    NEVER_HEALS = Told("Nothing will ever rid {who} of this wound.", ("SM-99",))
    TO_BEAT = Told("To go before {x:those creatures}:", ("SM-11", "SM-12"))
    TAKES_IN = Told("{who}'s {x:attacks} takes in {y:creatures}.", ("SM-107",))
    OFFERED = Told("{x:items} is held out to {who}.", ("SM-117",))
    DAY = Told("Day {x} dawns.", ("SM-55",))
    BY_TAG = cause("{who}'s tag {x:tags}", "SM-69", "SM-70", "SM-109")
    BY_ITEM = cause("{x:items}", "SM-78")
    BY_ARMOR = cause("{x:items}, which {who} wears", "SM-17")
    BY_WEAKNESS = cause("the weakness to {x:material}", "SM-97")
    BY_WOUND = cause("{who}'s wound: {x:wound}", "SM-25")
    BY_THEIR_WOUNDS = cause("{who}'s {x:wound|wounds}", "SM-25")
    BY_SPELL = cause("{x:spells}, which is upon {who}", "SM-83")
    BY_LIKING = cause("{who}'s disposition", "SM-103")
    BY_QUICKENING = cause("a quickened action", "SM-7")
    BY_SITUATION = cause("the situation", "SM-68")
    BY_RESULT = cause("{who}'s last result", "SM-67")
    COMES_TO = Told(
        "So it is {x}({y}) for {who}.",
        ("SM-61", "SM-62"),
        working=lambda x, y: [("level", x), ("to reach", y)],
        folds=True,
    )
    TO_THE_DIE = Told(
        "So {who}'s die has {y:steps}.",
        ("SM-12", "SM-102"),
        working=lambda _, y: [("on the die", y - EVEN)],
        folds=True,
    )
    GOES_BEFORE = Told("{who} goes before {x:those creatures}.", ("SM-13", "SM-96"))
    GOES_AFTER = Told("{who} goes after {x:those creatures}.", ("SM-14",))
    COVERED = Told(
        "{who}'s {x:spells} lies over the {y:zones}.", ("SM-83",), "{x:spells} over {y:zones}"
    )
    UNCOVERED = Told("{x:spells} lies no more over the {y:zones}.", ("SM-113",))
    BY_COVER = cause("{x:spells}, which lies over the place", "SM-83")
    REACTS = Told("{who} answers at once.", ("SM-8", "SM-89"))
    DOES_IT = Told("{who} does it; what comes of it, you say.", ("SM-4",), "done", story=True)
    CALLED = Told("{who} calls it: {x:sayings}.", ("SM-36",))
    REACTS_SO = Told("{who} reacts: {x:sayings}.", ("SM-8",))
    REACTS_SOMEHOW = Told("{who} reacts in a way of their own: how?", ("SM-8",), story=True)
    NO_MAGIC_HEALS = Told("No magic heals {who} of it.", ("SM-46",))
    WATCHED = Told("Of those who watch, {x:creatures} is of the highest level: {y}.", ("SM-109",))
    TRIED_BEFORE = Told(
        "This wound of {who}'s has been tried {x:time|times} before: {y:steps}.",
        ("SM-114",),
        working=lambda _, y: [("tries before", y - EVEN)],
        folds=True,
    )
    LIES_THERE = Told("{x:items} lies where {who} fell.", ("SM-117",))
    OUT_OF_REACH = Told(
        "{who}'s {y:attacks} does not reach {x:creatures} any more.",
        ("SM-77", "SM-107"),
        "out of reach",
    )
