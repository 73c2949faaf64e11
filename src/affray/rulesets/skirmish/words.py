"""How a fight of Skirmish is told."""

from affray.book.heads import NO_AIM, Aim, Head, Loss
from affray.book.ruler import Ruler, in_tiles
from affray.book.words import (
    TARGET,
    Asked,
    Board,
    Card,
    Hides,
    Names,
    Plan,
    Rolled,
    Stat,
    Token,
    Words,
)

from .events import Event
from .state import PLACES, STANCES, Answer, Question, Roll, Stance, World

PRIMER = """\
How a round goes: everyone seals a stance (press: one die more to hit; brace: one die
more in defence), all are shown, then each in turn strikes one enemy.
What fells you: a blow that hits, and whose weapon beats your armor, wounds you; with as
many wounds as your toughness you are down.
Good first moves: press while you are fresh; strike whoever is nearest to falling; stand
next to a friend, so that one can step in for the other once a round."""


def card(w: World, i: int, names: Names) -> Card:
    c = w.creatures[i]
    stats = (
        Stat("wounds", c.wounds, c.toughness, harm=True),
        Stat("might", c.might),
        Stat("guard", c.guard),
        Stat("armor", c.armor),
        Stat("place", c.place),
        Stat("stance", Stance(c.stance).name.lower()),
    )
    return Card(stats)


def board(w: World, names: Names) -> Board:
    """Places in one row."""
    tokens = [
        Token(i, c.place - 1, 0, hurt=c.wounds, bears=c.toughness, is_out=c.wounds >= c.toughness)
        for i, c in enumerate(w.creatures)
    ]
    return Board("tile", PLACES, 1, tokens)


def has_struck(w: World, who: int) -> bool:
    """A stance is judged by the round up to its owner's own strike."""
    return w.turn == STANCES or w.turn > who


def take_out(w: World, i: int) -> None:
    """As if it were not there: those who do not see it know no better."""
    w.creatures[i].wounds = w.creatures[i].toughness


def places_between(w: World, i: int, j: int) -> int:
    return abs(w.creatures[i].place - w.creatures[j].place)


def places_apart(w: World, ax: int, ay: int, bx: int, by: int) -> int:
    return abs(ax - bx)


WORDS = Words(
    questions={
        Question.STANCE: Asked("What stance does {who} take?", Stance, ("SK-3", "SK-4")),
        Question.TARGET: Asked("Whom does {who} strike?", "creatures", ("SK-6",)),
        Question.STEP_IN: Asked("Does {who} step in and take the blow?", Answer, ("SK-8",)),
        Question.REST: Asked("Does {who} rest?", Answer, ("SK-13",)),
    },
    rolls={
        Roll.HIT: Rolled("to hit", ("SK-7",), other="to ward off {who}"),
        Roll.ARMOR: Rolled("against the armor", ("SK-9",)),
        Roll.GUARD: Rolled("to ward off {vs}", ("SK-7",), other="to hit {who}"),
        Roll.RECOVERY: Rolled("to recover", ("SK-13",)),
    },
    events=Event,
    plans=(
        Plan("strike", "Strike {target}", [(Question.TARGET, TARGET)], targets="creatures"),
        Plan("press", "Press", [(Question.STANCE, Stance.PRESS)], until=has_struck),
        Plan("brace", "Brace", [(Question.STANCE, Stance.BRACE)], until=has_struck),
        Plan("step-in", "Step in", [(Question.STEP_IN, Answer.YES)]),
        Plan("stay-out", "Stay out of it", [(Question.STEP_IN, Answer.NO)]),
        Plan("rest", "Rest", [(Question.REST, Answer.YES)]),
        Plan("watch", "Keep watch", [(Question.REST, Answer.NO)]),
    ),
    heads=(
        (
            Head("hit", on=(Event.HIT,)),
            Head("wounded", to=(Event.WOUND,), grade="hurt"),
            Head("down", falls=True, grade="down"),
        ),
        (Head("healed", regains="wounds"),),
    ),
    aims={
        "strike": Aim("wounded", "foes"),
        "press": Aim("wounded", "foes"),
        "brace": NO_AIM,
        "step-in": NO_AIM,
        "stay-out": NO_AIM,
        "rest": Aim("healed", "self"),
        "watch": NO_AIM,
    },
    losses=(Loss("wounds", "wounds", grows=True),),
    enums={"stance": Stance},
    card=card,
    scene=("round",),
    board=board,
    hiding=Hides(take_out),
    ruler=Ruler(places_between, places_apart, in_tiles, ("SK-2",)),
    primer=PRIMER,
)
