"""What happens in Dungeoneers Tactics, and how it is told."""

from affray.book.events import Events, Told
from affray.book.words import kebab, spaced

from .kinds import DiceFor
from .state import LAST_ROUND, OVERLOADED_PAST


def told_death(who: str, wounds: int, capacity: int) -> str:
    if wounds > capacity:
        at_once = "1 wound" if wounds == 1 else f"{wounds} wounds at once"
        return f"{who} dies: {at_once}, and room for {capacity}."
    return f"{who} dies: there was no room for another wound."


def told_void(who: str, died: int, _: int) -> str:
    """Why nothing comes of what somebody set out to do."""
    why = "is dead" if died else "has nobody left to do it to"
    return f"{who} {why}: nothing more comes of it."


def told_stays(who: str, lies: int, _: int) -> str:
    """Why a step that was paid for is not taken."""
    if lies:
        return f"{who} stays: whoever lies prone must stand up first."
    return f"{who} stays: no movement point is left to leave that tile with."


def told_armor(who: str, more: int, _: int) -> str:
    return f"{who} gains {more} armor." if more else f"{who} has that armor already."


def change(sentence: str, cause: str, *rules: str) -> Told:
    """A number on its way, by what changes it and how much."""
    return Told(sentence, rules, working=lambda x, y: [(cause, y - x)], folds=True)


def told_dice(who: str, n: int, cause: int) -> str:
    """'+2 dice for Suori: stress.'"""
    what = "die" if abs(n) == 1 else "dice"
    return f"{n:+} {what} for {who}: {spaced(kebab(DiceFor(cause)))}."


def counted(sentence: str, cause: str, sign: int, rules: tuple[str, ...]) -> Told:
    """So much more or less, and why."""
    return Told(sentence, rules, working=lambda x, _: [(cause, sign * x)], folds=True)


def made_of(sentence: str, cause: str, *rules: str) -> Told:
    """A part of the number that is to be reached."""
    return Told(sentence, rules, working=lambda x, _: [(cause, x)], folds=True)


def sprints(who: str, x: int, y: int) -> str:
    """What a sprint brings, and how much there is then."""
    points = "movement point" if x == 1 else "movement points"
    return f"{who} sprints: {x} {points} more, {y} in all."


class Event(Events):
    ROUND = Told("Round {x}.", ("DT-24",))
    TIED = Told("{who} and {x:creatures} are still tied.", ("DT-27",))
    TURN = Told(
        "{who}'s turn: {x:action point|action points}, {y:movement point|movement points}.",
        ("DT-25", "DT-29"),
    )
    MOVE = Told("{who} moves {x:facing}.", ("DT-105",))
    FACE = Told("{who} turns {x:facing}.", ("DT-111",))
    STAND = Told("{who} stands up.", ("DT-108",))
    DROP = Told("{who} is prone.", ("DT-107", "DT-121"), "{who} prone")
    ATTACK = Told("{who} attacks {x:creatures} with {y:gear}.", ("DT-58", "DT-59"))
    HIT = Told("{who} hits.", ("DT-64",), "hit")
    MISS = Told("{who} misses.", ("DT-65",), "miss")
    PIERCE = Told("{who} pierces the armor for {y:wound|wounds}.", ("DT-68", "DT-70"), "pierced")
    DEFLECT = Told("{x:creatures}'s armor holds against {who}.", ("DT-69",), "deflected")
    SOAK = Told("{who} takes {x:wound|wounds} as stress, now {y}.", ("DT-10",), "{who} soaks {x}")
    WOUND = Told(
        "{who} sustains {x:wound|wounds} and has {y} now.",
        ("DT-11", "DT-3"),
        "{who} at {y:wound|wounds}",
    )
    DEAD = Told(told_death, ("DT-2", "DT-4"), "{who} dead")
    STRESS = Told("{who} gains {x} stress, now {y}.", ("DT-14",), "{who} gains {x} stress")
    OVERSTRESSED = Told("{who} is overstressed.", ("DT-15",), "{who} overstressed")
    OVERLOAD = Told(
        f"Past {OVERLOADED_PAST} times its endurance in stress, "
        "{who} is overloaded: {x:wound|wounds}.",
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
    SPRINT = Told(sprints, ("DT-44", "DT-45"), "sprinting")
    GRAPPLE = Told("{who} grapples for {x:creatures}.", ("DT-46",))
    HELD = Told("{who} holds {x:creatures}.", ("DT-50",), "held")
    NOT_HELD = Told("{x:creatures} slips out of {who}'s grasp.", ("DT-50",), "not held")
    BROKEN_FREE = Told("{who} breaks free of {x:creatures}.", ("DT-41",), "free")
    STILL_HELD = Told("{who} cannot break free of {x:creatures}.", ("DT-41",), "still held")
    LET_GO = Told("{who} lets go of {x:creatures}.", ("DT-50",))
    PUSH = Told("{who} pushes {x:creatures}.", ("DT-54",))
    PUSHED = Told("{who} is pushed {x:facing}.", ("DT-57",), "pushed")
    PUSH_BLOCKED = Told("{who} has nowhere to be pushed to, and stays.", ("DT-160",), "blocked")
    NOT_PUSHED = Told("{x:creatures} stands firm against {who}.", ("DT-56",), "not pushed")
    CAST = Told("{who} casts {x:spells} on {y:creatures}.", ("DT-82", "DT-85"))
    SPELL_HITS = Told("{who}'s spell hits {x:creatures}.", ("DT-90",), "spell hits")
    SPELL_MISSES = Told("{who}'s spell misses {x:creatures}.", ("DT-90",), "spell misses")
    SAVED = Told("{who} saves against {x:creatures}'s spell.", ("DT-93",), "saved")
    SAVE_FAILED = Told(
        "{who} fails the save against {x:creatures}'s spell.", ("DT-93", "DT-94"), "save failed"
    )
    RESISTED = Told("{who} resists {x:creatures}'s spell.", ("DT-98",), "resisted")
    LET_THROUGH = Told("{who} lets {x:creatures}'s spell through.", ("DT-101",))
    HOBBLED = Told("{who} is hobbled.", ("DT-99", "DT-103"), "{who} hobbled")
    ARMORED = Told(told_armor, ("DT-79", "DT-99"), "{who} armored")
    RELIEVED = Told("{who} is relieved of {x} stress, now {y}.", ("DT-20",), "relieved {x}")
    HEALED = Told("{who} recovers {x:wound|wounds} and has {y} now.", ("DT-6",), "healed {x}")
    EQUIP = Told("{who} takes {x:gear} in hand.", ("DT-130",))
    DRINK = Told("{who} drinks {x:gear}.", ("DT-6", "DT-20"))
    REST = Told("{who} rests: {x:rest}, stress {y} now.", ("DT-7", "DT-21", "DT-22"))
    STALEMATE = Told(f"Round {LAST_ROUND} is over; nobody can win this.", ("DT-158",))
    THROWN = Told("{who}'s {x:gear} lies where {y:creatures} stands.", ("DT-133",))
    DRAGGED = Told("{who} is dragged along.", ("DT-53",))
    PUT_AWAY = Told("{who} puts {x:gear} away.", ("DT-130",))
    LAID_DOWN = Told("{who}'s pack is full: {x:gear} falls to the ground.", ("DT-130", "DT-163"))
    TAKEN_UP = Told("{who} takes {x:gear} up.", ("DT-163",))
    STAYS = Told(told_stays, ("DT-105", "DT-120", "DT-103"))
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
    VULNERABLE = counted(
        "{who} is vulnerable to {y:damage}: {x:wound|wounds} more.",
        "{who} is vulnerable to {y:damage}",
        1,
        ("DT-78", "DT-126"),
    )
    HARDY = counted(
        "{who} is hardy against {y:damage}: {x:wound|wounds} less.",
        "{who} is hardy against {y:damage}",
        -1,
        ("DT-78", "DT-127"),
    )
    WOUNDS_LESS = counted("{who} takes {x:wound|wounds} less.", "{who} takes less", -1, ("DT-72",))
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
    DICE = Told(
        told_dice,
        ("DT-63", "DT-136"),
        working=lambda x, y: [("{y:dice_for}", x)],
        folds=True,
    )
    RESISTS = Told("{who} uses its {x:score}.", ("DT-40", "DT-48", "DT-55"), folds=True)
    SPENDS = Told("{who} spends {x} magica, {y} left.", ("DT-85", "DT-86"))
    DRAWS = Told("{who} draws {x} magica from the place.", ("DT-87",))
    REGAINS = Told("{who} regains {x} magica, now {y}.", ("DT-84",))
    GEAR_GIVES = Told(
        "+{x:die|dice} for {who}: {y:gear}.",
        ("DT-137", "DT-138"),
        working=lambda x, y: [("{y:gear}", x)],
        folds=True,
    )
    GEAR_TAKES = Told(
        "-{x:die|dice} for {who}: {y:gear}.",
        ("DT-137",),
        working=lambda x, y: [("{y:gear}", -x)],
        folds=True,
    )
    GRIP = Told("{who}'s dice are those of {x:gear}.", ("DT-40", "DT-47", "DT-55"), folds=True)
    ARMOR_BY_NATURE = made_of(
        "{who} has {x} armor by nature.", "{who}'s armor by nature", "DT-68", "DT-140"
    )
    ARMOR_BY_SPELLS = made_of(
        "{who} has {x} armor by spells.", "{who}'s armor by spells", "DT-68", "DT-79"
    )
    ARMOR_WORN = made_of("{who}'s {y:gear} gives {x} armor.", "{who}'s {y:gear}", "DT-68", "DT-140")
    RESISTANCE = made_of("{who}'s resistance is {x}.", "{who}'s resistance", "DT-95")
    RESISTANCE_BY_NATURE = made_of(
        "{who} has {x} spell resistance by nature.", "{who}'s spell resistance by nature", "DT-142"
    )
    RESISTANCE_WORN = made_of(
        "{who}'s {y:gear} gives {x} spell resistance.", "{who}'s {y:gear}", "DT-95", "DT-140"
    )
    SPELL_WOUNDS = Told(
        "{who}'s {x:spells} takes effect for {y:wound|wounds}.", ("DT-99", "DT-100")
    )
    TOO_HEAVY = Told(
        "-{x:die|dice} for {who}: {y:gear} is too heavy.",
        ("DT-136",),
        working=lambda x, y: [("{y:gear}", -x)],
        folds=True,
    )
