"""What is rolled in Dungeoneers Spotlight, and what people ask by name of what happens."""

from affray.book.heads import Head, Loss
from affray.book.words import Names, Rolled

from .events import Event
from .kinds import Roll
from .state import World
from .tokens import TOKENS


def to_reach(w: World, who: int, names: Names) -> str:
    """What a check is made against."""
    return f"{w.throw.target} or more"


ROLLS = {
    Roll.STRIKE: Rolled("to strike", ("DS-66", "DS-28")),
    Roll.GRAPPLE: Rolled("to grapple", ("DS-55",)),
    Roll.PUSH: Rolled("to push", ("DS-58",)),
    Roll.SPELL: Rolled("for the spell", ("DS-82",)),
    Roll.DODGE: Rolled("to dodge", ("DS-66", "DS-114")),
    Roll.RESIST: Rolled("to resist", ("DS-83",)),
    Roll.PIERCE: Rolled("to pierce", ("DS-65",), needs=to_reach),
    Roll.LEDGE: Rolled("to grab the ledge", ("DS-89",), needs=to_reach),
    Roll.FALL: Rolled("to break the fall", ("DS-93",), needs=to_reach),
    Roll.CLIMB: Rolled("to climb", ("DS-46",), needs=to_reach),
    Roll.BANE: Rolled("bane, to be taken off", ("DS-28",), luck=0),
}


HEADS = (
    (
        Head("hit", on=(Event.HIT,)),
        Head("hurt", to=(Event.ABSORBED, Event.WOUNDS), on=(Event.PARTIAL,), grade="hurt"),
        Head("wounded", to=(Event.WOUNDS,)),
        Head("dead", becomes="dead", grade="dead"),
    ),
    (Head("held", on=(Event.GRAPPLED,)),),
    (Head("forced", some=(Event.FORCED,)), Head("falls", to=(Event.FALLS,))),
    (Head("prone", to=(Event.PRONE,)),),
    (Head("free", to=(Event.BREAKS_FREE,)),),
    (Head("climbs", to=(Event.CLIMBS,)),),
    (Head("hangs on", to=(Event.HANGS,)),),
    (Head("lands well", to=(Event.LANDS_WELL,)),),
)

LOSSES = (
    Loss("wounds", "wounds", grows=True),
    Loss("stress", "stress", grows=True),
    Loss("arca", "arca"),
)

PRIMER = f"""\
A scene of dungeon fighting on square tiles. Nobody has a turn: the players agree who takes the
spotlight, that player pays a token and makes one move; then the game master makes one. Those two
moves are a round. When the last token is spent, every player has {TOKENS} again.

A roll is a skill's dice (1d4 untrained, 1d6 trained, 2d4, 2d6, 4d4, 4d6) plus an attribute. Boon
adds a d4, bane takes one off. Against another's roll a tie is yours. Every five points above is a
critical: one heroism for the player, and a strike's wounds once more. Below is a partial success;
the player may ask for more, and the game master who grants it gains a villainy. Heroism buys
assists, villainy buys counters.

A hit deals the weapon's wounds and the striker's body. Armor takes off (never below 1), traits add
or take, free stress absorbs, and only the rest wounds: a body of human size bears two, and more
than that at once kills. Past the capacity of stress (the body) one is sharper, and wounds double.
Push people over ledges. Whoever is forced past one may grab it for an action point."""
