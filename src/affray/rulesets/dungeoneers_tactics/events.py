"""What happens in Dungeoneers Tactics, and how it is told."""

from affray.book.events import Events, Told


def told_death(who: str, wounds: int, capacity: int) -> str:
    if wounds > capacity:
        at_once = "1 wound" if wounds == 1 else f"{wounds} wounds at once"
        return f"{who} dies: {at_once}, and room for {capacity}."
    return f"{who} dies: there was no room for another wound."


def told_void(who: str, died: int, _: int) -> str:
    """Why nothing comes of what somebody set out to do."""
    why = "is dead" if died else "has nobody left to do it to"
    return f"{who} {why}: nothing more comes of it."


def told_armor(who: str, more: int, _: int) -> str:
    return f"{who} gains {more} armor." if more else f"{who} has that armor already."


def change(sentence: str, cause: str, *rules: str) -> Told:
    """A number on its way, by what changes it and how much."""
    return Told(sentence, rules, working=lambda x, y: [(cause, y - x)], folds=True)


class Event(Events):
    ROUND = Told("Round {x}.", ("DT-24",))
    TIED = Told("{who} and {x:creatures} are still tied.", ("DT-27",))
    TURN = Told("{who}'s turn.", ("DT-25", "DT-29"))
    MOVE = Told("{who} moves {x:facing}.", ("DT-105",))
    FACE = Told("{who} turns {x:facing}.", ("DT-111",))
    STAND = Told("{who} stands up.", ("DT-108",))
    DROP = Told("{who} is prone.", ("DT-107", "DT-121"), "{who} prone")
    ATTACK = Told("{who} attacks {x:creatures} with {y:gear}.", ("DT-58", "DT-59"))
    HIT = Told("{who} hits.", ("DT-64",), "hit")
    MISS = Told("{who} misses.", ("DT-65",), "miss")
    PIERCE = Told("{who} pierces the armor.", ("DT-68",), "pierced")
    DEFLECT = Told("{x:creatures}'s armor holds.", ("DT-69",), "deflected")
    SOAK = Told("{who} takes {x} as stress, now {y}.", ("DT-10",), "{who} soaks {x}")
    WOUND = Told(
        "{who} sustains {x:wound|wounds} and has {y} now.",
        ("DT-11", "DT-3"),
        "{who} at {y:wound|wounds}",
    )
    DEAD = Told(told_death, ("DT-2", "DT-4"), "{who} dead")
    STRESS = Told("{who} gains {x} stress, now {y}.", ("DT-14",), "{who} gains {x} stress")
    OVERSTRESSED = Told("{who} is overstressed.", ("DT-15",), "{who} overstressed")
    OVERLOAD = Told(
        "Past three times its endurance in stress, {who} is overloaded: {x:wound|wounds}.",
        ("DT-18",),
        "{who} overloaded",
    )
    UNHURT = Told("{who} is unhurt.", ("DT-125",), "{who} unhurt")
    STRIKE = Told(
        "{who} strikes at {x:creatures}, who lays itself open, with {y:gear}.",
        ("DT-36", "DT-118"),
        "{who} strikes",
    )
    DISENGAGE = Told("{who} disengages.", ("DT-37",), "disengaged")
    DEFEND = Told("{who} defends.", ("DT-42", "DT-43"), "defensive")
    SPRINT = Told("{who} sprints.", ("DT-44", "DT-45"), "sprinting")
    GRAPPLE = Told("{who} grapples for {x:creatures}.", ("DT-46",))
    HELD = Told("{who} holds {x:creatures}.", ("DT-50",), "held")
    NOT_HELD = Told("{x:creatures} slips away.", ("DT-50",), "not held")
    BROKEN_FREE = Told("{who} breaks free of {x:creatures}.", ("DT-41",), "free")
    STILL_HELD = Told("{who} cannot break free.", ("DT-41",), "still held")
    LET_GO = Told("{who} lets go of {x:creatures}.", ("DT-50",))
    PUSH = Told("{who} pushes {x:creatures}.", ("DT-54",))
    PUSHED = Told("{who} is pushed {x:facing}.", ("DT-57",), "pushed")
    PUSH_BLOCKED = Told("{who} has nowhere to go.", ("DT-160",), "blocked")
    NOT_PUSHED = Told("{x:creatures} stands firm.", ("DT-56",), "not pushed")
    CAST = Told("{who} casts {x:spells} on {y:creatures}.", ("DT-82", "DT-85"))
    SPELL_HITS = Told("The spell hits {x:creatures}.", ("DT-90",), "spell hits")
    SPELL_MISSES = Told("The spell misses {x:creatures}.", ("DT-90",), "spell misses")
    SAVED = Told("{who} saves.", ("DT-93",), "saved")
    SAVE_FAILED = Told("{who} fails the save.", ("DT-93", "DT-94"), "save failed")
    RESISTED = Told("{who} resists the spell.", ("DT-98",), "resisted")
    LET_THROUGH = Told("{who} lets the spell through.", ("DT-101",))
    HOBBLED = Told("{who} is hobbled.", ("DT-99", "DT-103"), "{who} hobbled")
    ARMORED = Told(told_armor, ("DT-79", "DT-99"), "{who} armored")
    RELIEVED = Told("{who} is relieved of {x} stress, now {y}.", ("DT-20",), "relieved {x}")
    HEALED = Told("{who} recovers {x:wound|wounds} and has {y} now.", ("DT-6",), "healed {x}")
    EQUIP = Told("{who} takes {x:gear} in hand.", ("DT-130",))
    DRINK = Told("{who} drinks {x:gear}.", ("DT-6", "DT-20"))
    REST = Told("{who} rests: {x:rest}, stress {y} now.", ("DT-7", "DT-21", "DT-22"))
    STALEMATE = Told("Round 100 is over; nobody can win this.", ("DT-158",))
    THROWN = Told("{who}'s {x:gear} lies where {y:creatures} stands.", ("DT-133",))
    DRAGGED = Told("{who} is dragged along.", ("DT-53",))
    PUT_AWAY = Told("{who} puts {x:gear} away.", ("DT-130",))
    LAID_DOWN = Told("{who}'s pack is full: {x:gear} falls to the ground.", ("DT-130", "DT-163"))
    TAKEN_UP = Told("{who} takes {x:gear} up.", ("DT-163",))
    STAYS = Told(
        "{who} stays: no movement point is left to leave that tile with.", ("DT-120", "DT-103")
    )
    DOUBLED = change(
        "{who} is overstressed: {x:wound|wounds} doubled to {y}.",
        "doubled, overstressed, on {x}",
        "DT-16",
        "DT-73",
    )
    ATTACKER_CHANGES = change(
        "The attacker's modifiers make {y} of {x:wound|wounds}.",
        "the attacker's modifiers, on {x}",
        "DT-72",
    )
    DEFENDER_CHANGES = change(
        "{who}'s nature makes {y} of {x:wound|wounds}.",
        "{who}'s nature, on {x}",
        "DT-72",
        "DT-78",
        "DT-126",
        "DT-127",
    )
    STRESS_DOUBLED = change(
        "{who} is overstressed: {x} stress doubled to {y}.", "doubled, on {x}", "DT-17"
    )
    STRESS_LESS = change("{who} takes {y} of {x} stress.", "less of {x} stress", "DT-17")
    FREED = Told("{who} and {x:creatures} come loose.", ("DT-123", "DT-157", "DT-160"))
    UNDEFENDED = Told("{who} is no longer defensive.", ("DT-42",))
    SPRINT_OVER = Told("{who} no longer sprints.", ("DT-44",))
    UNHOBBLED = Told("{who} is no longer hobbled.", ("DT-156",))
    NO_LEAVE = Told("{who} is not let through to the {x:facing}.", ("DT-120",))
    SETS_OUT = Told("{who} sets out {x:facing}, out of reach.", ("DT-36", "DT-105"))
    VOID = Told(told_void, ("DT-157",))
    TURNED = Told("{who} turns to face {x:facing}.", ("DT-110",))
    READY = Told("{who} readies for {y:creatures}'s turn: {x:acts}.", ("DT-146",))
    FIRE = Told("{who} does what was readied: {x:acts}.", ("DT-34", "DT-146"))
    READY_LOST = Told("{who} has readied in vain: {x:acts}.", ("DT-146",))
