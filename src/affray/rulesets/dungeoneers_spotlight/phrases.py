"""What is rolled and what happens in Dungeoneers Spotlight, in sentences."""

from affray.book.words import Head, Loss, Rolled, Told

from .harm import DIGITS, Origin, Strain
from .kinds import Event, Roll
from .rulings import CriticalWounds


def told_death(who: str, wounds: int, most: int) -> str:
    """DS-97 is the blow that found no room, DS-98 the one that was too much at once."""
    if wounds > most:
        at_once = "1 wound" if wounds == 1 else f"{wounds} wounds at once"
        return f"{who} is dead: {at_once}, and room for {most}."
    return f"{who} is dead: there was no room for another wound."


def unpacked(n: int) -> list[int]:
    """The six numbers that were told as one."""
    return [n // DIGITS**k % DIGITS for k in range(5, -1, -1)]


FROM = {
    Origin.WEAPON: "weapon",
    Origin.SPELL: "spell",
    Origin.BREAKING_POINT: "breaking point",
    Origin.FALL: "fall",
}


def told_packet(who: str, made: int, met: int) -> str:
    """The harm of one blow as a chain: every number with its cause, up to what reaches stress."""
    marked, body, extra, times, how, last = unpacked(made)
    origin = Origin(last // 2)
    is_weapon = origin == Origin.WEAPON
    weapon_alone = how == CriticalWounds.WEAPON_ONLY and times > 1 and is_weapon
    again = f" x {times}" if weapon_alone else ""
    parts = [f"{FROM[origin]} {marked}{again}"]
    parts += [f"body {body}"] if body else []
    parts += [f"{'power strike' if is_weapon else 'extra arca'} {extra}"] if extra else []
    n = marked * (times if weapon_alone else 1) + body + extra
    sums = " + ".join(parts) + (f" = {n}" if len(parts) > 1 or weapon_alone else "")
    apart = times if how == CriticalWounds.PER_APPLICATION and not last % 2 else 1
    whole = 1 if weapon_alone or apart > 1 else times
    return f"Harm to {who}: {', '.join([sums, *_met(n, whole, apart, last % 2, met)])}."


def _met(n: int, whole: int, apart: int, cap: int, met: int) -> list[str]:
    """What the wounds of a blow go through, each step with what is left of them."""
    twice, taken, weak, hard, energy, _ = unpacked(met)
    steps = []
    if whole > 1:
        n *= whole
        steps.append(f"x {whole} for the {_criticals(whole - 1)} = {n}")
    if cap and n > 1:
        n = 1
        steps.append("without the rank at most 1")
    armor = f"{'energy' if energy else 'physical'} defense -{taken}"
    changes = [
        (twice == 1, 2 * n, "doubled past capacity"),
        (taken > 0, (2 * n if twice == 1 else n) - taken, armor),
    ]
    for holds, left, why in changes:
        if holds:
            n = left
            steps.append(f"{why} = {n}")
    if twice > 1:
        n *= 2
        steps.append(f"doubled past capacity = {n}")
    if weak or hard:
        n = max(0, n + weak - hard)
        names = [f"vulnerability +{weak}"] if weak else []
        names += [f"resistance -{hard}"] if hard else []
        steps.append(f"{', '.join(names)} = {n}")
    if apart > 1:
        n *= apart
        steps.append(f"x {apart} for the {_criticals(apart - 1)} = {n}")
    return steps


def _criticals(n: int) -> str:
    return "critical" if n == 1 else f"{n} criticals"


TAKEN_FOR = {
    Strain.BOON: "for as much boon",
    Strain.SPRINT: "for the sprint",
    Strain.POWER_STRIKE: "for the power strike",
    Strain.PRICE: "as the price of it",
    Strain.GRAZE: "from the graze",
}


def told_stress(who: str, gain: int, now: int) -> str:
    """From what to what, what for, and why it is more."""
    _, _, _, n, gained, cause = unpacked(gain)
    more = f", doubled to {gained} past capacity" if gained > n else ""
    return f"{who} takes {n} stress {TAKEN_FOR[Strain(cause)]}{more}: from {now - gained} to {now}."


def told_force(who: str, tiles: int, _: int) -> str:
    if tiles == 0:
        return f"{who} is not moved: there is no room."
    return f"{who} is forced {tiles} {'tile' if tiles == 1 else 'tiles'}."


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
    Event.DECLARED_STRIKE: Told(
        "{who} declares a strike at {x:creatures} with {y:items}.", ("DS-10", "DS-60")
    ),
    Event.DECLARED_POWER: Told(
        "{who} declares a power strike at {x:creatures} with {y:items}.", ("DS-10", "DS-70")
    ),
    Event.DECLARED_ON: Told("{who} declares: {x:move} {y:creatures}.", ("DS-10",)),
    Event.DECLARED_SPELL: Told("{who} declares the spell {x:spells}.", ("DS-10", "DS-71")),
    Event.DECLARED_SPELL_ON: Told(
        "{who} declares the spell {x:spells} on {y:creatures}.", ("DS-10", "DS-71")
    ),
    Event.DECLARED_SWAP: Told(
        "{who} declares the spell {x:spells} for {y:items}.", ("DS-10", "DS-71")
    ),
    Event.DECLARED_TASK: Told("{who} declares: interact, {x:task}.", ("DS-10", "DS-51")),
    Event.DECLARED_TASK_WITH: Told(
        "{who} declares: interact, {x:task} {y:items}.", ("DS-10", "DS-51")
    ),
    Event.DECLARED_PLACE: Told("It is for [{x}, {y}].", ("DS-10", "DS-79")),
    Event.VOID: Told(
        "{who} is dead, and the declared move comes to nothing.", ("DS-115", "DS-143"), "void"
    ),
    Event.ASSIST: Told("{who} assists: {x:assist}.", ("DS-15",), "{x:assist}"),
    Event.COUNTER: Told("The game master counters: {x:counter}.", ("DS-16",), "{x:counter}"),
    Event.STRIDE: Told("{who} goes to [{x}, {y}].", ("DS-44",)),
    Event.STANDS: Told("{who} stands up.", ("DS-113",), "{who} up"),
    Event.PULLED_UP: Told("{who} pulls up over the edge.", ("DS-141",), "{who} pulls up"),
    Event.CLIMBS: Told("{who} climbs to a height of {x}.", ("DS-44", "DS-46"), "{who} climbs"),
    Event.STUCK: Told("{who} gets no further.", ("DS-46",), "{who} gets no further"),
    Event.STRESS: Told(told_stress, ("DS-103",)),
    Event.PACKET: Told(told_packet, ("DS-95", "DS-68", "DS-100")),
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
    Event.FREE: Told("{x:creatures} lets go of {who}.", ("DS-149",), "{who} free"),
    Event.FREED_BY_FORCE: Told(
        "{x:creatures} is moved by force and loses hold of {who}.", ("DS-111",), "{who} free"
    ),
    Event.FREED_BY_DEATH: Told(
        "Death ends the hold of {x:creatures} on {who}.", ("DS-115",), "{who} free"
    ),
    Event.FREED_BY_DISTANCE: Told(
        "{who} is out of {x:creatures}'s threat range, and free.", ("DS-110",), "{who} free"
    ),
    Event.LOSES_GRIP: Told("{who} loses its grip on the ledge.", ("DS-141",)),
    Event.LETS_GO: Told("{who} lets go of the ledge.", ("DS-141",)),
    Event.DEFENSE_ENDS: Told("{who} is no longer defensive.", ("DS-112", "DS-146")),
    Event.PRONE: Told("{who} is prone.", ("DS-59", "DS-113"), "{who} prone"),
    Event.FORCED: Told(told_force, ("DS-47", "DS-142"), "{who} forced {x}"),
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
