"""What is rolled and what happens in Dungeoneers Tactics, in sentences."""

from affray.book.words import Head, Loss, Rolled, Told
from affray.rules.pools import D8

from .kinds import Event, Roll


def told_death(who: str, wounds: int, capacity: int) -> str:
    if wounds > capacity:
        at_once = "1 wound" if wounds == 1 else f"{wounds} wounds at once"
        return f"{who} dies: {at_once}, and room for {capacity}."
    return f"{who} dies: there was no room for another wound."


def told_void(who: str, died: int, _: int) -> str:
    """Why nothing comes of what somebody set out to do."""
    why = "is dead" if died else "has nobody left to do it to"
    return f"{who} {why}: nothing more comes of it."


ROLLS = {
    Roll.TIE: Rolled("a d10 for the tie", ("DT-27",)),
    Roll.INITIATIVE: Rolled("for initiative", ("DT-26",)),
    Roll.HIT: Rolled("to hit {vs}", ("DT-63", "DT-64", "DT-65")),
    Roll.HIT_BEHIND: Rolled(
        "to hit {vs} from behind, a d8 off the dodge", ("DT-63", "DT-112"), lent=D8
    ),
    Roll.PIERCE: Rolled("to pierce the armor", ("DT-67", "DT-68", "DT-69")),
    Roll.CONTEST: Rolled("power against {vs}", ("DT-47", "DT-48", "DT-55")),
    Roll.CONTEST_BEHIND: Rolled(
        "power against {vs} from behind, a d8 off the dodge",
        ("DT-47", "DT-55", "DT-112"),
        lent=D8,
    ),
    Roll.BREAK: Rolled("to break {vs}'s hold", ("DT-40", "DT-41")),
    Roll.BREAK_BEHIND: Rolled(
        "to break {vs}'s hold from behind, a d8 off the dodge", ("DT-40", "DT-112"), owed=D8
    ),
    Roll.SPELL_ATTACK: Rolled("a spell attack on {vs}", ("DT-89", "DT-90")),
    Roll.SPELL_BEHIND: Rolled(
        "a spell attack on {vs} from behind, a d8 off the dodge",
        ("DT-89", "DT-112", "DT-113"),
        lent=D8,
    ),
    Roll.SAVE: Rolled("mind against {vs}'s save", ("DT-91", "DT-93")),
    Roll.SAVE_BEHIND: Rolled(
        "mind against {vs}'s save from behind, a d8 off the save", ("DT-91", "DT-112"), lent=D8
    ),
    Roll.SPELL_PIERCE: Rolled("to overcome spell resistance", ("DT-96", "DT-98")),
    Roll.REAR: Rolled("how many dodge dice the back costs", ("DT-112",)),
}

EVENTS = {
    Event.ROUND: Told("Round {x}.", ("DT-24",)),
    Event.TIED: Told("{who} and {x:creatures} are still tied.", ("DT-27",)),
    Event.TURN: Told("{who}'s turn.", ("DT-25", "DT-29")),
    Event.MOVE: Told("{who} moves {x:facing}.", ("DT-105",)),
    Event.FACE: Told("{who} turns {x:facing}.", ("DT-111",)),
    Event.STAND: Told("{who} stands up.", ("DT-108",)),
    Event.DROP: Told("{who} is prone.", ("DT-107", "DT-121"), "{who} prone"),
    Event.ATTACK: Told("{who} attacks {x:creatures} with {y:gear}.", ("DT-58", "DT-59")),
    Event.HIT: Told("{who} hits.", ("DT-64",), "hit"),
    Event.MISS: Told("{who} misses.", ("DT-65",), "miss"),
    Event.PIERCE: Told("{who} pierces the armor.", ("DT-68",), "pierced"),
    Event.DEFLECT: Told("{x:creatures}'s armor holds.", ("DT-69",), "deflected"),
    Event.SOAK: Told("{who} takes {x} as stress, now {y}.", ("DT-10",), "{who} soaks {x}"),
    Event.WOUND: Told(
        "{who} sustains {x:wound|wounds} and has {y} now.",
        ("DT-11", "DT-3"),
        "{who} at {y:wound|wounds}",
    ),
    Event.DEAD: Told(told_death, ("DT-2", "DT-4"), "{who} dead"),
    Event.STRESS: Told("{who} gains {x} stress, now {y}.", ("DT-14",), "{who} gains {x} stress"),
    Event.OVERSTRESSED: Told("{who} is overstressed.", ("DT-15",), "{who} overstressed"),
    Event.OVERLOAD: Told(
        "Past three times its endurance in stress, {who} is overloaded: {x:wound|wounds}.",
        ("DT-18",),
        "{who} overloaded",
    ),
    Event.UNHURT: Told("{who} is unhurt.", ("DT-125",), "{who} unhurt"),
    Event.STRIKE: Told(
        "{who} strikes at {x:creatures}, who lays itself open, with {y:gear}.",
        ("DT-36", "DT-118"),
        "{who} strikes",
    ),
    Event.DISENGAGE: Told("{who} disengages.", ("DT-37",), "disengaged"),
    Event.DEFEND: Told("{who} defends.", ("DT-42", "DT-43"), "defensive"),
    Event.SPRINT: Told("{who} sprints.", ("DT-44", "DT-45"), "sprinting"),
    Event.GRAPPLE: Told("{who} grapples for {x:creatures}.", ("DT-46",)),
    Event.HELD: Told("{who} holds {x:creatures}.", ("DT-50",), "held"),
    Event.NOT_HELD: Told("{x:creatures} slips away.", ("DT-50",), "not held"),
    Event.BROKEN_FREE: Told("{who} breaks free of {x:creatures}.", ("DT-41",), "free"),
    Event.STILL_HELD: Told("{who} cannot break free.", ("DT-41",), "still held"),
    Event.LET_GO: Told("{who} lets go of {x:creatures}.", ("DT-50",)),
    Event.PUSH: Told("{who} pushes {x:creatures}.", ("DT-54",)),
    Event.PUSHED: Told("{who} is pushed {x:facing}.", ("DT-57",), "pushed"),
    Event.PUSH_BLOCKED: Told("{who} has nowhere to go.", ("DT-160",), "blocked"),
    Event.NOT_PUSHED: Told("{x:creatures} stands firm.", ("DT-56",), "not pushed"),
    Event.CAST: Told("{who} casts {x:spells} on {y:creatures}.", ("DT-82", "DT-85")),
    Event.SPELL_HITS: Told("The spell hits {x:creatures}.", ("DT-90",), "spell hits"),
    Event.SPELL_MISSES: Told("The spell misses {x:creatures}.", ("DT-90",), "spell misses"),
    Event.SAVED: Told("{who} saves.", ("DT-93",), "saved"),
    Event.SAVE_FAILED: Told("{who} fails the save.", ("DT-93", "DT-94"), "save failed"),
    Event.RESISTED: Told("{who} resists the spell.", ("DT-98",), "resisted"),
    Event.LET_THROUGH: Told("{who} lets the spell through.", ("DT-101",)),
    Event.HOBBLED: Told("{who} is hobbled.", ("DT-99", "DT-103"), "{who} hobbled"),
    Event.ARMORED: Told("{who} gains {x} armor.", ("DT-79", "DT-99"), "{who} armored"),
    Event.RELIEVED: Told("{who} is relieved of {x} stress.", ("DT-20",), "relieved {x}"),
    Event.HEALED: Told("{who} recovers {x:wound|wounds}.", ("DT-6",), "healed {x}"),
    Event.EQUIP: Told("{who} takes {x:gear} in hand.", ("DT-130",)),
    Event.DRINK: Told("{who} drinks {x:gear}.", ("DT-6", "DT-20")),
    Event.REST: Told("{who} rests: {x:rest}.", ("DT-7", "DT-21", "DT-22")),
    Event.STALEMATE: Told("Round 100 is over; nobody can win this.", ("DT-158",)),
    Event.THROWN: Told("{who}'s {x:gear} lies where {y:creatures} stands.", ("DT-133",)),
    Event.PUT_AWAY: Told("{who} puts {x:gear} away.", ("DT-130",)),
    Event.LAID_DOWN: Told(
        "{who}'s pack is full: {x:gear} falls to the ground.", ("DT-130", "DT-163")
    ),
    Event.TAKEN_UP: Told("{who} takes {x:gear} up.", ("DT-163",)),
    Event.STAYS: Told(
        "{who} stays: no movement point is left to leave that tile with.", ("DT-120", "DT-103")
    ),
    Event.DOUBLED: Told(
        "{who} is overstressed: {x:wound|wounds} doubled to {y}.", ("DT-16", "DT-73")
    ),
    Event.ATTACKER_CHANGES: Told(
        "The attacker's modifiers make {y} of {x:wound|wounds}.", ("DT-72",)
    ),
    Event.DEFENDER_CHANGES: Told(
        "{who}'s nature makes {y} of {x:wound|wounds}.", ("DT-72", "DT-78", "DT-126", "DT-127")
    ),
    Event.STRESS_DOUBLED: Told("{who} is overstressed: {x} stress doubled to {y}.", ("DT-17",)),
    Event.STRESS_LESS: Told("{who} takes {y} of {x} stress.", ("DT-17",)),
    Event.FREED: Told("{who} and {x:creatures} come loose.", ("DT-123", "DT-157", "DT-160")),
    Event.UNDEFENDED: Told("{who} is no longer defensive.", ("DT-42",)),
    Event.SPRINT_OVER: Told("{who} no longer sprints.", ("DT-44",)),
    Event.UNHOBBLED: Told("{who} is no longer hobbled.", ("DT-156",)),
    Event.NO_LEAVE: Told("{who} is not let through to the {x:facing}.", ("DT-120",)),
    Event.SETS_OUT: Told("{who} sets out {x:facing}, out of reach.", ("DT-36", "DT-105")),
    Event.TURNED: Told("{who} turns to face {x:facing}.", ("DT-110",)),
    Event.VOID: Told(told_void, ("DT-157",)),
    Event.READY: Told("{who} readies for {y:creatures}'s turn: {x:acts}.", ("DT-146",)),
    Event.FIRE: Told("{who} does what was readied: {x:acts}.", ("DT-34", "DT-146")),
    Event.READY_LOST: Told("{who} has readied in vain: {x:acts}.", ("DT-146",)),
    Event.DRAGGED: Told("{who} is dragged along.", ("DT-53",)),
}

HEADS = (
    (
        Head("hit", (Event.SAVE_FAILED,), (Event.HIT, Event.SPELL_HITS)),
        Head("hurt", (Event.SOAK, Event.WOUND), tells=True),
        Head("wounded", (Event.WOUND,)),
        Head("dead", becomes="dead"),
    ),
    (Head("held", on=(Event.HELD,)),),
    (Head("pushed", (Event.PUSHED,)),),
    (Head("prone", (Event.DROP,)),),
    (Head("hobbled", (Event.HOBBLED,)),),
)

LOSSES = (
    Loss("wounds", "wounds", grows=True),
    Loss("stress", "stress", grows=True),
    Loss("magica", "magica"),
)
