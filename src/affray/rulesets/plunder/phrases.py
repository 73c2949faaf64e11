"""What is rolled in Plunder, and what people ask by name of what happens."""

from affray.book.words import Head, Loss, Rolled

from .events import Event
from .kinds import Roll

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
