"""What is rolled and what happens in Story Mode, in sentences; results ask for the story."""

from collections.abc import Mapping, Sequence

from affray.book.words import Happening, Head, Loss, Rolled, Told

from .checks import DC_A_LEVEL, band
from .kinds import Event, Result, Roll
from .rolling import EVEN
from .state import World

FACES = range(1, 21)


STEPS = [f"{steps:+d}" for steps in range(-EVEN, EVEN)]
"""How steps are said that are told as a number from EVEN on."""


def task_text(who: str, x: int, y: int) -> str:
    """'Nox, to attack: 4(12).' What moves it follows, one cause after the other."""
    return f"{who}, {ROLLS[Roll(y)].prompt}: {x}({DC_A_LEVEL * x})."


def rests_text(who: str, x: int, y: int) -> str:
    """How many rests a treated wound still needs."""
    if x == 0:
        return f"The next safe rest rids {who} of it."
    return f"{who} needs {x} more safe rest{'' if x == 1 else 's'}."


def needed(w: World, who: int) -> str:
    """The lowest face that works, and up to where it has its price."""
    results = {face: band(w, face, w.task.level) for face in FACES}
    works = [face for face in FACES if results[face] >= Result.SUCCESS_BUT]
    plain = [face for face in works if results[face] >= Result.SUCCESS]
    if not works:
        return "no face works"
    if not plain:
        return f"{works[0]} or more works, always at a price"
    price = f", at a price below {plain[0]}" if plain[0] > works[0] else ""
    return f"{works[0]} or more works{price}"


ROLLS = {
    Roll.INITIATIVE: Rolled("for Initiative", ("SM-12",)),
    Roll.ATTACK: Rolled("to attack", ("SM-2", "SM-63"), needs=needed),
    Roll.DEFENSE: Rolled("to defend", ("SM-3", "SM-63"), needs=needed),
    Roll.RESIST: Rolled("to resist", ("SM-93",), needs=needed),
    Roll.BLOCK: Rolled("to block the attack", ("SM-10",), needs=needed),
    Roll.COUNTER: Rolled("to counter the spell", ("SM-9", "SM-94"), needs=needed),
    Roll.CAST: Rolled("to cast", ("SM-80",), needs=needed),
    Roll.TREAT: Rolled("to treat the wound", ("SM-43",), needs=needed),
    Roll.HIDE: Rolled("to hide", ("SM-109",), needs=needed),
    Roll.PARLEY: Rolled("to parley", ("SM-103",), needs=needed),
    Roll.TRY: Rolled("to do it", ("SM-63",), needs=needed),
    Roll.LEAVE: Rolled("to get past", ("SM-111",), needs=needed),
    Roll.DURATION: Rolled("how long the wound lasts", ("SM-40", "SM-41")),
    Roll.NAME: Rolled("on the wound table", ("SM-57", "SM-58")),
    Roll.SCENE: Rolled("the scene's level", ("SM-72",)),
    Roll.DUEL: Rolled("against {vs}", ("SM-102",)),
}

EVENTS = {
    Event.SCENE: Told("The scene is of level {x}.", ("SM-72",)),
    Event.ROUND: Told("Round {x}.", ("SM-106",)),
    Event.INITIATIVE: Told("{who}'s Initiative is {x}.", ("SM-12",)),
    Event.TO_BEAT: Told("To go before {x:creatures}:", ("SM-11", "SM-12")),
    Event.TO_BEAT_MANY: Told(
        "To go before {x:creatures} and {y:other|others} of that number:",
        ("SM-11", "SM-12"),
    ),
    Event.TURN: Told("{who}'s turn.", ("SM-106",)),
    Event.QUICKENS: Told("{who} quickens: two actions, each a level harder.", ("SM-6", "SM-7")),
    Event.FAIL_AND: Told(
        "{y}({x}): Fail, and. {who} fails, and it gets worse: what else goes wrong?",
        ("SM-64", "SM-67"),
        "Fail and",
        story=True,
    ),
    Event.FAIL_BUT: Told(
        "{y}({x}): Fail, but. It does not work, but something helps {who}: what is it?",
        ("SM-64", "SM-67"),
        "Fail but",
        story=True,
    ),
    Event.SUCCESS_BUT: Told(
        "{y}({x}): Success, but. It works for {who}, at a price: what does it cost?",
        ("SM-64", "SM-67"),
        "Success but",
        story=True,
    ),
    Event.SUCCESS: Told("{y}({x}): Success. It works as {who} meant it.", ("SM-64",), "Success"),
    Event.SUCCESS_AND: Told(
        "{y}({x}): Success, and. It works, and something more goes {who}'s way: what?",
        ("SM-64", "SM-67"),
        "Success and",
        story=True,
    ),
    Event.ATTACKS: Told("{who} attacks {x:creatures} with {y:items}.", ("SM-2",)),
    Event.STRIKES: Told("{who} attacks {x:creatures} with {y:attacks}.", ("SM-3", "SM-95")),
    Event.CASTS: Told("{who} casts {x:spells}.", ("SM-80",)),
    Event.CASTS_ON: Told("{who} casts {x:spells} on {y:creatures}.", ("SM-80",)),
    Event.REACHES: Told("{who}'s {x:spells} takes in {y:creatures}.", ("SM-84", "SM-87")),
    Event.TAKES_IN: Told("{who}'s {x:attacks} takes in {y:creatures}.", ("SM-107",)),
    Event.COUNTERED: Told("{who} undoes {x:creatures}'s spell.", ("SM-92", "SM-94"), "countered"),
    Event.BLOCKED: Told(
        "{who} steps in for {x:creatures} and stops {y:creatures}.", ("SM-10",), "blocked"
    ),
    Event.HARM: Told("{who} takes {x} Harm, {y} left.", ("SM-27", "SM-32"), "{who} takes {x}"),
    Event.RESTORED: Told("{who} regains {x} Harm, now {y}.", ("SM-91",), "{who} regains {x}"),
    Event.WOUND: Told(
        "{who} is wounded, {y:nature}: {x:severity}.",
        ("SM-32", "SM-34", "SM-37"),
        "{who} wounded ({x:severity})",
    ),
    Event.ANEW: Told("{who}'s Harm starts anew: {x}.", ("SM-33", "SM-38")),
    Event.RESTS: Told("Safe rests until {who} is rid of it: {x}.", ("SM-39", "SM-40", "SM-41")),
    Event.FOR_EVER: Told("{who} will bear it for ever.", ("SM-42",)),
    Event.NEVER_HEALS: Told("Nothing will ever rid {who} of it.", ("SM-99",)),
    Event.NAMED: Told("{who}'s wound is called: {x:wound}.", ("SM-36", "SM-57", "SM-58")),
    Event.NO_NAME: Told("The table is blank there.", ("SM-59",)),
    Event.DROPPED: Told("{who} drops {x:items}.", ("SM-26",), "{who} drops {x:items}"),
    Event.PICKED_UP: Told("{who} picks up {x:items}.", ("SM-4", "SM-76")),
    Event.OFFERED: Told("{x:items} is held out to {who}.", ("SM-117",)),
    Event.LEFT_BEHIND: Told("{x:items} is left behind.", ("SM-117",)),
    Event.LOADED: Told("{who} loads {x:material}.", ("SM-76",)),
    Event.DEAD: Told("{who} dies.", ("SM-22", "SM-24"), "{who} dead"),
    Event.LAST_WOUND: Told("One more wound will kill {who}.", ("SM-22",)),
    Event.JOINS: Told("{who} closes with {x:creatures}.", ("SM-5", "SM-110")),
    Event.STEPS_AWAY: Told("{who} steps away and stands alone.", ("SM-110",)),
    Event.GOES: Told("{who} goes to the {x:zones}.", ("SM-5", "SM-77")),
    Event.LEAVES: Told("{who} leaves the fight.", ("SM-111",), "{who} gone"),
    Event.SURRENDERS: Told("{who} gives up.", ("SM-111",), "{who} gives up"),
    Event.STAYS: Told("{who} does not get past.", ("SM-111",), "{who} held back"),
    Event.UNDER_SPELL: Told("{who} is under {x:spells}.", ("SM-83",), "{who} under {x:spells}"),
    Event.SPELL_ENDS: Told("{x:spells} is off {who}.", ("SM-113",)),
    Event.TREATED: Told("{who} treats {x:creatures}: {y:wound}.", ("SM-43", "SM-49")),
    Event.TENDED: Told("A healer of the town tends {who}: {x:wound}.", ("SM-49", "SM-55")),
    Event.HEALED: Told("{who} is healed of it: {x:wound}.", ("SM-44", "SM-47", "SM-52"), "healed"),
    Event.EASED: Told(rests_text, ("SM-44", "SM-50"), "rests to go: {x}"),
    Event.CURSED: Told("{x:items} turns on {who}.", ("SM-99",)),
    Event.SAFE_REST: Told("A night in safety.", ("SM-52", "SM-55")),
    Event.ROUGH_REST: Told("A night out here heals nothing.", ("SM-56",)),
    Event.DAY: Told("Day {x} dawns.", ("SM-55",)),
    Event.LODGING: Told("{who} finds lodgings in a guarded town.", ("SM-55",)),
    Event.ROAD: Told("{who} sets out again.", ("SM-56",)),
    Event.SESSION: Told("A new session begins.", ("SM-45", "SM-114")),
    Event.RECOVERS: Told("{who} is at {x} Harm again.", ("SM-33", "SM-55")),
    Event.PARLEYS: Told("{who} talks to {x:creatures}.", ("SM-103",)),
    Event.HIDES: Told("{who} looks for a place to hide; what that is worth, you say.", ("SM-109",)),
    Event.TRIES: Told("{who} tries something ({x:topic}).", ("SM-63", "SM-72")),
    Event.DUEL: Told(
        "{who} against {y:creatures}: {x:result}. {x:asks}", ("SM-102",), "{x:result}", story=True
    ),
    Event.TASK: Told(task_text, ("SM-60", "SM-61", "SM-62", "SM-63")),
    Event.BY_TAG: Told("{y:steps} for {who}'s tag {x:tags}.", ("SM-69", "SM-70", "SM-109")),
    Event.BY_ITEM: Told("{y:steps} for {x:items}.", ("SM-78",)),
    Event.BY_ARMOR: Told("{y:steps} for {x:items}, which {who} wears.", ("SM-17",)),
    Event.BY_WEAKNESS: Told("{y:steps} for the weakness to {x:material}.", ("SM-97",)),
    Event.BY_WOUND: Told("{y:steps} for {who}'s wound: {x:wound}.", ("SM-25",)),
    Event.BY_THEIR_WOUNDS: Told("{y:steps} for {who}'s {x:wound|wounds}.", ("SM-25",)),
    Event.BY_SPELL: Told("{y:steps} for {x:spells}, which is upon {who}.", ("SM-83",)),
    Event.BY_LIKING: Told("{y:steps} for {who}'s disposition.", ("SM-103",)),
    Event.BY_QUICKENING: Told("{y:steps} for a quickened action.", ("SM-7",)),
    Event.BY_SITUATION: Told("{y:steps} for the situation.", ("SM-68",)),
    Event.BY_RESULT: Told("{y:steps} for the last result.", ("SM-67",)),
    Event.COMES_TO: Told("So it is {x}({y}) for {who}.", ("SM-61", "SM-62")),
    Event.TO_THE_DIE: Told("So {who}'s die has {y:steps}.", ("SM-12", "SM-102")),
    Event.GOES_BEFORE: Told("{who} goes before {x:creatures}.", ("SM-13", "SM-96")),
    Event.GOES_BEFORE_MANY: Told(
        "{who} goes before {x:creatures} and {y:other|others} of that number.", ("SM-13", "SM-96")
    ),
    Event.GOES_AFTER: Told("{who} goes after {x:creatures}.", ("SM-14",)),
    Event.GOES_AFTER_MANY: Told(
        "{who} goes after {x:creatures} and {y:other|others} of that number.", ("SM-14",)
    ),
    Event.BY_COVER: Told("{y:steps} for {x:spells}, which lies over the place.", ("SM-83",)),
    Event.COVERED: Told(
        "{who}'s {x:spells} lies over the {y:zones}.", ("SM-83",), "{x:spells} over {y:zones}"
    ),
    Event.UNCOVERED: Told("{x:spells} lies no more over the {y:zones}.", ("SM-113",)),
    Event.REACTS: Told("{who} answers at once.", ("SM-8", "SM-89")),
    Event.STALEMATE: Told("Sixty rounds are over; nobody can win this.", ("SM-117",)),
}


def harm_lost(was: Mapping[str, int], now: Mapping[str, int], told: Sequence[Happening]) -> int:
    """Harm counts down and starts anew with a wound: as often as it was spent, all of it is lost.

    A chart's wound goes past Harm; where it fills it up again, that is no gain either.
    """
    spent = sum(event == Event.HARM and left == 0 for event, _, _, left in told)
    lost = was["harm"] - now["harm"] + spent * now["max_harm"]
    return lost + now["max_harm"] if lost < 0 and now["wounds"] > was["wounds"] else lost


HEADS = (
    (
        Head("hit", to=(Event.HARM,)),
        Head("wounded", to=(Event.WOUND,)),
        Head("dead", becomes="dead"),
    ),
    (Head("under a spell", to=(Event.UNDER_SPELL,)),),
    (Head("gone", to=(Event.LEAVES, Event.SURRENDERS)),),
)

LOSSES = (
    Loss("harm", "Harm", counted=harm_lost, reads=("max_harm",)),
    Loss("wounds", "wounds", grows=True),
)
