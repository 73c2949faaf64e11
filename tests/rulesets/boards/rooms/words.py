"""How a game of Rooms is told, and its places drawn."""

from affray.book.heads import NO_AIM, Aim, Head
from affray.book.words import (
    TARGET,
    Asked,
    Board,
    Card,
    Names,
    Place,
    Plan,
    Rolled,
    Stat,
    Token,
    Words,
)

from .events import Event
from .state import Action, Question, Roll, World


def card(w: World, i: int, names: Names) -> Card:
    c = w.creatures[i]
    return Card(
        [
            Stat("wounds", c.wounds, c.toughness, harm=True),
            Stat("zone", names["zones"][c.zone]),
        ]
    )


def board(w: World, names: Names) -> Board:
    places = [
        Place(
            names["zones"][k],
            [other for other in range(w.kinds) if w.zones[k].links >> other & 1],
            "way out" if w.zones[k].way_out else "",
        )
        for k in range(w.kinds)
    ]
    tokens = [
        Token(i, c.zone, 0, hurt=c.wounds, bears=c.toughness,
              is_out=c.wounds >= c.toughness, knot=c.knot)
        for i, c in enumerate(w.creatures)
    ]  # fmt: skip
    return Board("zone", 0, 0, tokens, places=places)


def into_the_dark(w: World, who: int, option: int, names: Names) -> str:
    return "It is dark there." if w.zones[option].dark else ""


WORDS = Words(
    questions={
        Question.ACTION: Asked("What does {who} do?", Action, ("RO-3",)),
        Question.TARGET: Asked("Whom does {who} turn to?", "creatures", ("RO-3",)),
        Question.ZONE: Asked("Where does {who} go?", "zones", ("RO-3",), warn=into_the_dark),
    },
    rolls={
        Roll.DASH: Rolled("not to fall", ("RO-3",)),
        Roll.HIT: Rolled("to hit", ("RO-4",)),
    },
    events=Event,
    plans=(
        Plan(
            "strike",
            "Strike {target}",
            [(Question.ACTION, Action.STRIKE), (Question.TARGET, TARGET)],
            targets="creatures",
        ),
        Plan(
            "approach",
            "Come close to {target}",
            [(Question.ACTION, Action.APPROACH), (Question.TARGET, TARGET)],
            targets="creatures",
        ),
        # One plan that leaves the place open, and one for every place.
        Plan("go", "Go ...", [(Question.ACTION, Action.GO)]),
        Plan(
            "dash",
            "Dash to the {target}",
            [(Question.ACTION, Action.DASH), (Question.ZONE, TARGET)],
            targets="zones",
        ),
        Plan("wait", "Wait", [(Question.ACTION, Action.WAIT)]),
    ),
    heads=((Head("there", to=(Event.GO,), unasked=True),),),
    aims={
        "dash": Aim("there", of="self"),
        **dict.fromkeys(("strike", "approach", "go", "wait"), NO_AIM),
    },
    card=card,
    board=board,
    primer="Go from place to place, come close, and strike whom you are close to.",
)
