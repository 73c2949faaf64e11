"""What is rolled in Story Mode, and what people ask by name of what happens."""

from collections.abc import Mapping, Sequence

from affray.book.heads import Happening, Head, Loss
from affray.book.words import Names, Rolled

from .checks import DC_A_LEVEL, band, level_for
from .events import EVEN, Event
from .kinds import Result, Roll
from .state import HIGHEST, World

FACES = range(1, 21)
CANNOT = 9
"""The first level no face of a d20 reaches."""


def needed(w: World, who: int, names: Names) -> str:
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


def hopeless(w: World, who: int) -> str:
    """A warning where the check at hand cannot succeed."""
    if level_for(w, w.task, who) < CANNOT:
        return ""
    return f"Level {CANNOT} and more cannot be beaten by a d20."


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
    Roll.DURATION: Rolled("how long the wound lasts", ("SM-40", "SM-41"), luck=-1),
    Roll.NAME: Rolled("on the wound table", ("SM-57", "SM-58"), luck=0),
    Roll.SCENE: Rolled("the scene's level", ("SM-72",), luck=0),
    Roll.DUEL: Rolled("against {vs}", ("SM-102",)),
}

CHECKS = [ROLLS[what].prompt for what in Roll]
LEVELS = [f"{level}({DC_A_LEVEL * level})" for level in range(HIGHEST + 1)]

STEPS = [f"{steps:+d}" for steps in range(-EVEN, EVEN)]
"""How steps are said that are told as a number from EVEN on."""


def harm_lost(was: Mapping[str, int], now: Mapping[str, int], told: Sequence[Happening]) -> int:
    """Harm counts down and starts anew with a wound: as often as it was spent, all of it is lost.

    A chart's wound goes past Harm; where it fills it up again, that is no gain either.
    """
    spent = sum(event == Event.HARM and left == 0 for event, _, _, left in told)
    lost = was["harm"] - now["harm"] + spent * now["max_harm"]
    return lost + now["max_harm"] if lost < 0 and now["wounds"] > was["wounds"] else lost


HEADS = (
    (
        Head("hit", to=(Event.HARM,), grade="hurt"),
        Head("wounded", to=(Event.WOUND,), grade="hurt"),
        Head("dead", becomes="dead", grade="dead"),
    ),
    (Head("under a spell", to=(Event.UNDER_SPELL,)),),
    (Head("gone", to=(Event.LEAVES, Event.SURRENDERS)),),
    (Head("restored", to=(Event.RESTORED,)),),
    (Head("healed", to=(Event.HEALED, Event.EASED)),),
    (Head("blocked", to=(Event.BLOCKED,)),),
    (Head("countered", to=(Event.COUNTERED,)),),
    (Head("works", to=(Event.SUCCESS_BUT, Event.SUCCESS, Event.SUCCESS_AND), unasked=True),),
)

LOSSES = (
    Loss("harm", "Harm", counted=harm_lost, reads=("max_harm",)),
    Loss("wounds", "wounds", grows=True),
)
