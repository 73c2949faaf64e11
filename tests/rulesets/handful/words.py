"""How a game of Handful is told."""

from affray.book.heads import NO_AIM
from affray.book.words import TARGET, Asked, Card, Names, Plan, Rolled, Stat, Words

from .events import Event
from .rules import MOST_NERVE, has, is_double, pairs_in_hand
from .state import PAIRS, Action, Condition, Pair, Phase, Question, Roll, World

PRIMER = """\
How a turn goes: take up four dice, then swing with two of them at an enemy, or hold.
What harms you: a swing that beats your guard harms by as much as it beats it, up to the
weapon's sting; at no vigor you are down, unless you cling on.
Good first moves: swing with your highest pair; hold when you are hurt and the hand is low."""


def card(w: World, i: int, names: Names) -> Card:
    c = w.creatures[i]
    shown = " ".join(str(face + 1) for face, n in enumerate(c.hand) for _ in range(n))
    stats = [Stat("vigor", c.vigor, c.most), Stat("nerve", c.nerve)]
    stats += [Stat("hand", shown)] if shown else []
    return Card(stats, [k.name.lower().replace("_", " ") for k in Condition if has(w, i, k)])


def double_at(w: World, who: int, target: int) -> list[tuple[int, int]] | None:
    """The highest double of the hand, if there is a hand and it has one."""
    held = pairs_in_hand(w, who) if w.phase == Phase.PLAY and w.active == who else 0
    found = [k for k in range(PAIRS) if held >> k & 1 and is_double(k)]
    if not found:
        return None
    return [
        (Question.ACTION, Action.SWING),
        (Question.TARGET, target),
        (Question.PAIR, found[-1]),
    ]


def all_out(w: World, who: int, target: int) -> list[tuple[int, int]] | None:
    """All the nerve that may be spent, if there is any."""
    spent = min(MOST_NERVE, w.creatures[who].nerve)
    if spent == 0:
        return None
    return [
        (Question.ACTION, Action.SWING),
        (Question.TARGET, target),
        (Question.NERVE, spent),
    ]


WORDS = Words(
    questions={
        Question.ACTION: Asked("Does {who} swing or hold?", Action, ("HA-5",)),
        Question.TARGET: Asked("At whom does {who} swing?", "creatures", ("HA-5",)),
        Question.PAIR: Asked("With which pair?", Pair, ("HA-1", "HA-5")),
        Question.NERVE: Asked("How much nerve does {who} spend?", "number", ("HA-9",), usual=0),
    },
    rolls={
        Roll.ORDER: Rolled("for order", ("HA-3",)),
        Roll.HAND: Rolled("a hand", ("HA-1", "HA-5")),
        Roll.SWING: Rolled("a swing at {vs}", ("HA-6",)),
        Roll.CLING: Rolled("to cling on", ("HA-11",)),
        Roll.RECOVERY: Rolled("a hand to recover", ("HA-14",)),
    },
    events=Event,
    plans=(
        Plan(
            "swing",
            "Swing at {target}",
            [(Question.ACTION, Action.SWING), (Question.TARGET, TARGET)],
            targets="creatures",
        ),
        Plan("double", "Swing a double at {target}", double_at, targets="creatures"),
        Plan("all-out", "All out at {target}", all_out, targets="creatures"),
        Plan("hold", "Hold", [(Question.ACTION, Action.HOLD)]),
    ),
    aims=dict.fromkeys(("swing", "double", "all-out", "hold"), NO_AIM),
    enums={"pair": Pair},
    card=card,
    primer=PRIMER,
)
