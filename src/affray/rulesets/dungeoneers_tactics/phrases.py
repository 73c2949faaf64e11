"""What is rolled in Dungeoneers Tactics, and what people ask by name of what happens."""

from affray.book.heads import Head, Loss
from affray.book.words import Rolled
from affray.rules.pools import D8

from .events import Event
from .kinds import Roll

ROLLS = {
    Roll.TIE: Rolled("a d10 for the tie", ("DT-27",), luck=0),
    Roll.INITIATIVE: Rolled("for initiative", ("DT-26",)),
    Roll.HIT: Rolled("to hit {vs}", ("DT-63", "DT-64", "DT-65"), other="to dodge {who}"),
    Roll.HIT_BEHIND: Rolled(
        "to hit {vs} from behind, a d8 off the dodge",
        ("DT-63", "DT-112"),
        lent=D8,
        other="to dodge {who}, who strikes from behind",
    ),
    Roll.PIERCE: Rolled("to pierce the armor", ("DT-67", "DT-68", "DT-69")),
    Roll.CONTEST: Rolled(
        "power against {vs}", ("DT-47", "DT-48", "DT-55"), other="to resist {who}"
    ),
    Roll.CONTEST_BEHIND: Rolled(
        "power against {vs} from behind, a d8 off the dodge",
        ("DT-47", "DT-55", "DT-112"),
        lent=D8,
        other="to resist {who}, who comes from behind",
    ),
    Roll.BREAK: Rolled(
        "to break {vs}'s hold", ("DT-40", "DT-41"), other="to keep the hold of {who}"
    ),
    Roll.BREAK_BEHIND: Rolled(
        "to break {vs}'s hold from behind, a d8 off the dodge",
        ("DT-40", "DT-112"),
        owed=D8,
        other="to keep the hold of {who} from behind",
    ),
    Roll.SPELL_ATTACK: Rolled(
        "a spell attack on {vs}", ("DT-89", "DT-90"), other="to dodge {who}'s spell"
    ),
    Roll.SPELL_BEHIND: Rolled(
        "a spell attack on {vs} from behind, a d8 off the dodge",
        ("DT-89", "DT-112", "DT-113"),
        lent=D8,
        other="to dodge {who}'s spell from behind",
    ),
    Roll.SAVE: Rolled(
        "mind against {vs}'s save", ("DT-91", "DT-93"), other="to save against {who}'s spell"
    ),
    Roll.SAVE_BEHIND: Rolled(
        "mind against {vs}'s save from behind, a d8 off the save",
        ("DT-91", "DT-112"),
        lent=D8,
        other="to save against {who}'s spell from behind",
    ),
    Roll.SPELL_PIERCE: Rolled("to overcome spell resistance", ("DT-96", "DT-98")),
    Roll.REAR: Rolled("how many dodge dice the back costs", ("DT-112",), luck=0),
}


HEADS = (
    (
        Head("hit", (Event.SAVE_FAILED,), (Event.HIT, Event.SPELL_HITS)),
        Head("hurt", (Event.SOAK, Event.WOUND), grade="hurt"),
        Head("wounded", (Event.WOUND,)),
        Head("dead", becomes="dead", grade="dead"),
    ),
    (Head("held", on=(Event.HELD,)),),
    (Head("pushed", (Event.PUSHED,)),),
    (Head("prone", (Event.DROP,)),),
    (Head("hobbled", (Event.HOBBLED,)),),
    (Head("free", (Event.BROKEN_FREE,)),),
    (Head("armored", (Event.ARMORED,)),),
    (Head("healed", some=(Event.HEALED, Event.RELIEVED)),),
    (Head("stressed", (Event.STRESS,), unasked=True),),
    (Head("stands firm", on=(Event.NOT_HELD, Event.NOT_PUSHED, Event.STILL_HELD), unasked=True),),
)

LOSSES = (
    Loss("wounds", "wounds", grows=True),
    Loss("stress", "stress", grows=True),
    Loss("magica", "magica"),
)
