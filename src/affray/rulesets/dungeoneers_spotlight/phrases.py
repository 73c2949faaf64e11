"""What is rolled and what happens in Dungeoneers Spotlight, in sentences."""

from affray.book.words import Head, Loss, Rolled, Told

from .kinds import Event, Roll


def told_death(who: str, wounds: int, most: int) -> str:
    """DS-97 is the blow that found no room, DS-98 the one that was too much at once."""
    if wounds > most:
        at_once = "1 wound" if wounds == 1 else f"{wounds} wounds at once"
        return f"{who} is dead: {at_once}, and room for {most}."
    return f"{who} is dead: there was no room for another wound."


def told_close(who: str, by_gm: int, _: int) -> str:
    closed = "The game master closes" if by_gm else "All agree to close"
    return f"{closed} the scene, and nobody has won it."


ROLLS = {
    Roll.STRIKE: Rolled("to strike", ("DS-66", "DS-28")),
    Roll.GRAPPLE: Rolled("to grapple", ("DS-55",)),
    Roll.PUSH: Rolled("to push", ("DS-58",)),
    Roll.SPELL: Rolled("for the spell", ("DS-82",)),
    Roll.DODGE: Rolled("to dodge", ("DS-66", "DS-114")),
    Roll.RESIST: Rolled("to resist", ("DS-83",)),
    Roll.PIERCE: Rolled("to pierce", ("DS-65",)),
    Roll.LEDGE: Rolled("to grab the ledge", ("DS-89",)),
    Roll.FALL: Rolled("to break the fall", ("DS-93",)),
    Roll.CLIMB: Rolled("to climb", ("DS-46",)),
    Roll.BANE: Rolled("bane, to be taken off", ("DS-28",)),
}


EVENTS = {
    Event.ROUND: Told("Round {x}.", ("DS-14",)),
    Event.SPOTLIGHT: Told("{who} has the spotlight.", ("DS-5", "DS-10")),
    Event.GM_MOVE: Told("The game master moves {who}.", ("DS-13",)),
    Event.PASS: Told("{who} lets the moment pass.", ("DS-10", "DS-13"), "pass"),
    Event.TOKENS: Told("The last token is spent: every player has {x} again.", ("DS-8",)),
    Event.GIVEN: Told("{who} gives {x:creatures} a token.", ("DS-7",)),
    Event.DECLARED: Told("{who} declares: {x:move}.", ("DS-10",)),
    Event.ASSIST: Told("{who} assists: {x:assist}.", ("DS-15",), "{x:assist}"),
    Event.COUNTER: Told("The game master counters: {x:counter}.", ("DS-16",), "{x:counter}"),
    Event.STRIDE: Told("{who} goes to [{x}, {y}].", ("DS-44",)),
    Event.STANDS: Told("{who} stands up.", ("DS-113",), "{who} up"),
    Event.PULLED_UP: Told("{who} pulls up over the edge.", ("DS-141",), "{who} pulls up"),
    Event.CLIMBS: Told("{who} climbs to a height of {x}.", ("DS-44", "DS-46"), "{who} climbs"),
    Event.STUCK: Told("{who} gets no further.", ("DS-46",), "{who} gets no further"),
    Event.STRESS: Told("{who} takes {x} stress, now {y}.", ("DS-103",)),
    Event.WOUNDS: Told(
        "{who} sustains {x:wound|wounds} and has {y} now.", ("DS-95", "DS-99"), "{who} sustains {x}"
    ),
    Event.ABSORBED: Told(
        "Stress absorbs {x}: {who}'s stress is {y}.", ("DS-101",), "{who} stress +{x}"
    ),
    Event.NOT_HURT: Told("{who} is not hurt by it.", ("DS-49", "DS-130"), "{who} unhurt"),
    Event.DEAD: Told(told_death, ("DS-97", "DS-98"), "{who} dead"),
    Event.BROKEN: Told("{who} is past the breaking point.", ("DS-105",), "{who} breaks"),
    Event.HIT: Told("{who} succeeds against {x:creatures}.", ("DS-68", "DS-24"), "hit"),
    Event.MISS: Told("{who} fails against {x:creatures}.", ("DS-67", "DS-30"), "miss"),
    Event.PARTIAL: Told(
        "A partial success: {x:creatures} feels it as stress ({y}).",
        ("DS-30",),
        "{x:creatures} stress +{y}",
    ),
    Event.CRITICAL: Told(
        "{who} rolls {x:critical|criticals} (margin {y}).", ("DS-31", "DS-109"), "criticals {x}"
    ),
    Event.HEROISM: Told("{who}'s player gains {x} heroism, now {y}.", ("DS-32", "DS-17")),
    Event.VILLAINY: Told("Villainy is {x} now.", ("DS-18", "DS-33")),
    Event.COMPROMISE: Told("A compromise: it counts as {x:degree}.", ("DS-33",), "compromise"),
    Event.REFUSED: Told("The game master refuses the compromise.", ("DS-33",)),
    Event.GRAPPLED: Told(
        "{who} holds {x:creatures}.", ("DS-56", "DS-110", "DS-111"), "{x:creatures} held"
    ),
    Event.FREE: Told("{who} is free of {x:creatures}.", ("DS-149",), "{who} free"),
    Event.PRONE: Told("{who} is prone.", ("DS-59", "DS-113"), "{who} prone"),
    Event.FORCED: Told("{who} is forced {x:tile|tiles}.", ("DS-47", "DS-142"), "{who} forced {x}"),
    Event.LEDGE: Told("{who} goes over the edge.", ("DS-88",)),
    Event.HANGS: Told("{who} hangs on the ledge.", ("DS-90", "DS-141"), "{who} hangs"),
    Event.SLIPS: Told("{who} finds no hold.", ("DS-90",)),
    Event.FALLS: Told("{who} falls {x:tile|tiles}, {y} in all.", ("DS-91",), "{who} falls {x}"),
    Event.IMPACT: Told("{who} hits the ground after {x:tile|tiles}.", ("DS-92",)),
    Event.LANDS_WELL: Told("{who} breaks the fall.", ("DS-93",), "{who} lands well"),
    Event.CAST: Told("{who} casts {x:spells} with {y} extra arca.", ("DS-71", "DS-81")),
    Event.FIZZLE: Told("The spell misses {x:creatures}.", ("DS-82",), "miss"),
    Event.DEFENSIVE: Told("{who} is defensive.", ("DS-112",), "{who} defensive"),
    Event.RELIEVED: Told("{who} is eased of {x} stress, now {y}.", ("DS-107",), "{who} eased"),
    Event.HEALED: Told(
        "{who} recovers {x:wound|wounds} and has {y} now.", ("DS-107",), "{who} heals {x}"
    ),
    Event.RUNE: Told("{who} marks [{x}, {y}] with a rune.", ("DS-84",), "rune laid"),
    Event.RUNE_FADES: Told("The rune at [{x}, {y}] fades.", ("DS-146",)),
    Event.OBSTACLE: Told("An obstacle rises at [{x}, {y}].", ("DS-146",), "obstacle"),
    Event.OBSTACLE_FADES: Told("The obstacle at [{x}, {y}] is gone.", ("DS-146",)),
    Event.DRAWN: Told("{who} takes {x:items} in hand.", ("DS-51", "DS-149"), "drawn"),
    Event.STOWED: Told("{who} stows {x:items}.", ("DS-51",), "stowed"),
    Event.DROPPED: Told("{who} drops {x:items}.", ("DS-149",)),
    Event.PICKED_UP: Told("{who} picks up {x:items}.", ("DS-51",), "picked up"),
    Event.DRUNK: Told("{who} drinks {x:items}.", ("DS-51",)),
    Event.OPENED: Told("{who} opens the door at [{x}, {y}].", ("DS-51",), "door open"),
    Event.SOMETHING_ELSE: Told(
        "{who} does something else with the place or a thing. What is it, and what comes of it?",
        ("DS-51",),
        "something else",
        story=True,
    ),
    Event.THROWN: Told("{x:items} has left {who}'s hand.", ("DS-120",)),
    Event.SWAPPED: Told("{who} has {x:items} ready at once.", ("DS-116",), "swapped"),
    Event.PIERCED: Told("{who} pierces {x:creatures}'s armor.", ("DS-65",), "pierced"),
    Event.DEFLECTED: Told("{x:creatures}'s armor holds.", ("DS-65",), "deflected"),
    Event.STALLS: Told("{who} has not flown on and stalls.", ("DS-45",), "{who} stalls"),
    Event.FAILED_ON_PURPOSE: Told("{who} fails on purpose.", ("DS-34",)),
    Event.CLOSED: Told(told_close, ("DS-20",)),
    Event.STALEMATE: Told("Eighty rounds are over; nobody can win this.", ("DS-20",)),
    Event.REST: Told("{who} rests: stress {x}, wounds {y}.", ("DS-107", "DS-150")),
}

HEADS = (
    (
        Head("hit", on=(Event.HIT,)),
        Head("hurt", to=(Event.ABSORBED, Event.WOUNDS), on=(Event.PARTIAL,), tells=True),
        Head("wounded", to=(Event.WOUNDS,)),
        Head("dead", becomes="dead"),
    ),
    (Head("held", on=(Event.GRAPPLED,)),),
    (Head("forced", to=(Event.FORCED,)), Head("falls", to=(Event.FALLS,))),
    (Head("prone", to=(Event.PRONE,)),),
)

LOSSES = (
    Loss("wounds", "wounds", grows=True),
    Loss("stress", "stress", grows=True),
    Loss("arca", "arca"),
)

PRIMER = """\
A scene of dungeon fighting on square tiles. Nobody has a turn: the players agree who takes the
spotlight, that player pays a token and makes one move; then the game master makes one. Those two
moves are a round. When the last token is spent, every player has three again.

A roll is a skill's dice (1d4 untrained, 1d6 trained, 2d4, 2d6, 4d4, 4d6) plus an attribute. Boon
adds a d4, bane takes one off. Against another's roll a tie is yours. Every five points above is a
critical: one heroism for the player, and a strike's wounds once more. Below is a partial success;
the player may ask for more, and the game master who grants it gains a villainy. Heroism buys
assists, villainy buys counters.

A hit deals the weapon's wounds and the striker's body. Armor takes off (never below 1), traits add
or take, free stress absorbs, and only the rest wounds: a body of human size bears two, and more
than that at once kills. Past the capacity of stress (the body) one is sharper, and wounds double.
Push people over ledges. Whoever is forced past one may grab it for an action point."""
