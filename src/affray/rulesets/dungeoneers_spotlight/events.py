"""What happens in Dungeoneers Spotlight, and how it is told."""

from affray.book.events import Events, Parts, Told
from affray.book.words import kebab, spaced

from .kinds import BoonFor, Damage, Origin, Strain
from .rulings import CriticalWounds
from .state import LAST_ROUND, TILES_PER_WOUND

DIGITS = 1000
"""The six numbers that are told as one are digits of this base."""


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


Step = tuple[str, str, int]
"""What changes a number: in a word, as it is told, and what is left then."""


def told_packet(who: str, made: int, met: int) -> str:
    """The harm of one blow as a chain: every number with its cause, up to what reaches stress."""
    dealt, steps = _chain(made, met)
    parts = [f"{label} {said}" for label, said, _ in dealt]
    n = dealt[-1][2]
    is_sum = len(parts) > 1 or " x " in parts[0]
    sums = " + ".join(parts) + (f" = {n}" if is_sum else "")
    return f"Harm to {who}: {', '.join([sums, *(said for _, said, _ in steps)])}."


def packet_parts(made: int, met: int) -> Parts:
    """The same as numbers: what each cause adds or takes away."""
    dealt, steps = _chain(made, met)
    parts, before = [], 0
    for label, _, left in [*dealt, *steps]:
        parts.append((label, left - before))
        before = left
    return parts


def _chain(made: int, met: int) -> tuple[list[Step], list[Step]]:
    """What a blow deals, and what its wounds go through."""
    marked, body, extra, times, how, last = unpacked(made)
    origin = Origin(last // 2)
    is_weapon = origin == Origin.WEAPON
    weapon_alone = how == CriticalWounds.WEAPON_ONLY and times > 1 and is_weapon
    n = marked * (times if weapon_alone else 1)
    dealt = [(FROM[origin], f"{marked} x {times}" if weapon_alone else str(marked), n)]
    dealt += [("body", str(body), n + body)] if body else []
    n += body + extra
    dealt += [("power strike" if is_weapon else "extra arca", str(extra), n)] if extra else []
    apart = times if how == CriticalWounds.PER_APPLICATION and not last % 2 else 1
    whole = 1 if weapon_alone or apart > 1 else times
    return dealt, _met(n, whole, apart, last % 2, met)


def _met(n: int, whole: int, apart: int, cap: int, met: int) -> list[Step]:
    """What the wounds of a blow go through, each step with what is left of them."""
    twice, defense, weak, hard, energy, damage = unpacked(met)
    steps: list[Step] = []
    if whole > 1:
        n *= whole
        steps.append((_criticals(whole - 1), f"x {whole} for the {_criticals(whole - 1)} = {n}", n))
    if cap and n > 1:
        n = 1
        steps.append(("without the rank", "without the rank at most 1", n))
    if twice == 1:
        n *= 2
        steps.append((DOUBLED, f"{DOUBLED} = {n}", n))
    if defense:
        less = f"-{defense}" if defense < n else f"-{defense} down to 1"
        n = max(1, n - defense)
        armor = f"{'energy' if energy else 'physical'} defense"
        steps.append((armor, f"{armor} {less} = {n}", n))
    if twice > 1:
        n *= 2
        steps.append((DOUBLED, f"{DOUBLED} = {n}", n))
    to = f" to {Damage(damage - 1).name.lower()}" if damage else ""
    traits = [(f"vulnerability{to} +{weak}", f"vulnerability{to}")] if weak else []
    traits += [(f"resistance{to} -{hard}", f"resistance{to}")] if hard else []
    if traits:
        n = max(0, n + weak - hard)
        told = ", ".join(said for said, _ in traits)
        steps.append((" and ".join(word for _, word in traits), f"{told} = {n}", n))
    if apart > 1:
        n *= apart
        steps.append((_criticals(apart - 1), f"x {apart} for the {_criticals(apart - 1)} = {n}", n))
    return steps


DOUBLED = "doubled past capacity"


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


def told_boon(who: str, n: int, cause: int) -> str:
    """'2 boon for Freya: stress.'"""
    what = "boon" if n > 0 else "bane"
    return f"{abs(n)} {what} for {who}: {spaced(kebab(BoonFor(cause)))}."


class Event(Events):
    ROUND = Told("Round {x}.", ("DS-14",))
    SPOTLIGHT = Told("{who} has the spotlight.", ("DS-5", "DS-10"))
    GM_MOVE = Told("The game master moves {who}.", ("DS-13",))
    PASS = Told("{who} lets the moment pass.", ("DS-10", "DS-13"), "pass")
    TOKENS = Told("The last token is spent: every player has {x} again.", ("DS-8",))
    GIVEN = Told("{who} gives {x:creatures} a token.", ("DS-7",))
    DECLARED = Told("{who} declares: {x:move}.", ("DS-10",))
    ASSIST = Told("{who} assists: {x:assist}.", ("DS-15",), "{x:assist}")
    COUNTER = Told("The game master counters: {x:counter}.", ("DS-16",), "{x:counter}")
    STRIDE = Told("{who} goes to [{x}, {y}].", ("DS-44",), goes=True)
    STANDS = Told("{who} stands up.", ("DS-113",), "{who} up")
    PULLED_UP = Told("{who} pulls up over the edge.", ("DS-141",), "{who} pulls up")
    STRESS = Told(told_stress, ("DS-103",))
    WOUNDS = Told(
        "{who} sustains {x:wound|wounds} and has {y} now.", ("DS-95", "DS-99"), "{who} sustains {x}"
    )
    ABSORBED = Told("Stress absorbs {x}: {who}'s stress is {y}.", ("DS-101",), "{who} stress +{x}")
    NOT_HURT = Told("{who} is not hurt by it.", ("DS-49", "DS-130"), "{who} unhurt")
    DEAD = Told(told_death, ("DS-97", "DS-98"), "{who} dead")
    BROKEN = Told("{who} is past the breaking point.", ("DS-105",), "{who} breaks")
    HIT = Told("{who} succeeds against {x:creatures}.", ("DS-68", "DS-24"), "hit")
    MISS = Told("{who} fails against {x:creatures}.", ("DS-67", "DS-30"), "miss")
    PARTIAL = Told(
        "{who} succeeds in part: {x:creatures} feels it as {y} stress.",
        ("DS-30",),
        "{x:creatures} stress +{y}",
    )
    CRITICAL = Told(
        "{who} rolls {x:critical|criticals} (margin {y}).", ("DS-31", "DS-109"), "criticals {x}"
    )
    HEROISM = Told("{who}'s player gains {x} heroism, now {y}.", ("DS-32", "DS-17"))
    VILLAINY = Told("The game master's villainy is {x} now.", ("DS-18", "DS-33"))
    COMPROMISE = Told("{who} compromises: the roll counts as {x:degree}.", ("DS-33",), "compromise")
    REFUSED = Told("The game master refuses the compromise.", ("DS-33",))
    GRAPPLED = Told(
        "{who} holds {x:creatures}.", ("DS-56", "DS-110", "DS-111"), "{x:creatures} held"
    )
    FREE = Told("{x:creatures} lets go of {who}.", ("DS-149",), "{who} free")
    PRONE = Told("{who} is prone.", ("DS-59", "DS-113"), "{who} prone")
    FORCED = Told(told_force, ("DS-47", "DS-142"), "{who} forced {x}")
    LEDGE = Told("{who} goes over the edge: to grab it takes a roll of {x}.", ("DS-88", "DS-89"))
    HANGS = Told("{who} hangs on the ledge.", ("DS-90", "DS-141"), "{who} hangs")
    SLIPS = Told("{who} finds no hold.", ("DS-90",))
    FALLS = Told("{who} falls {x:tile|tiles}, {y} in all.", ("DS-91",), "{who} falls {x}")
    IMPACT = Told("{who} hits the ground after {x:tile|tiles}.", ("DS-92",))
    LANDS_WELL = Told("{who} breaks the fall.", ("DS-93",), "{who} lands well")
    CAST = Told("{who} casts {x:spells} with {y} extra arca.", ("DS-71", "DS-81"))
    FIZZLE = Told("{who}'s spell misses {x:creatures}.", ("DS-82",), "miss")
    DEFENSIVE = Told("{who} is defensive.", ("DS-112",), "{who} defensive")
    RELIEVED = Told("{who} is eased of {x} stress, now {y}.", ("DS-107",), "{who} eased")
    HEALED = Told(
        "{who} recovers {x:wound|wounds} and has {y} now.", ("DS-107",), "{who} heals {x}"
    )
    RUNE = Told("{who} marks [{x}, {y}] with a rune.", ("DS-84",), "rune laid")
    RUNE_FADES = Told("The rune at [{x}, {y}] fades.", ("DS-146",))
    OBSTACLE = Told("An obstacle rises at [{x}, {y}].", ("DS-146",), "obstacle")
    OBSTACLE_FADES = Told("The obstacle at [{x}, {y}] is gone.", ("DS-146",))
    DRAWN = Told("{who} takes {x:items} in hand.", ("DS-51", "DS-149"), "drawn")
    STOWED = Told("{who} stows {x:items}.", ("DS-51",), "stowed")
    DROPPED = Told("{who} drops {x:items}.", ("DS-149",))
    PICKED_UP = Told("{who} picks up {x:items}.", ("DS-51",), "picked up")
    DRUNK = Told("{who} drinks {x:items}.", ("DS-51",))
    OPENED = Told("{who} opens the door at [{x}, {y}].", ("DS-51",), "door open")
    THROWN = Told("{x:items} has left {who}'s hand.", ("DS-120",))
    SWAPPED = Told("{who} has {x:items} ready at once.", ("DS-116",), "swapped")
    PIERCED = Told("{who} pierces {x:creatures}'s armor of {y}.", ("DS-65",), "pierced")
    DEFLECTED = Told("{x:creatures}'s armor of {y} holds.", ("DS-65",), "deflected")
    STALLS = Told("{who} has not flown on and stalls.", ("DS-45",), "{who} stalls")
    FAILED_ON_PURPOSE = Told("{who} fails on purpose.", ("DS-34",))
    REST = Told("{who} rests: stress {x}, wounds {y}.", ("DS-107", "DS-150"))
    CLOSED = Told(told_close, ("DS-20",))
    CLIMBS = Told("{who} climbs to a height of {x}.", ("DS-44", "DS-46"), "{who} climbs")
    STUCK = Told(
        "{who} gets no further: to climb takes a roll of {x}.", ("DS-46",), "{who} gets no further"
    )
    SOMETHING_ELSE = Told(
        "{who} does something else with the place or a thing. What is it, and what comes of it?",
        ("DS-51",),
        "something else",
        story=True,
    )
    STALEMATE = Told(f"{LAST_ROUND} rounds are over; nobody can win this.", ("DS-20",))
    PACKET = Told(told_packet, ("DS-95", "DS-68", "DS-100"), working=packet_parts, folds=True)
    FREED_BY_FORCE = Told(
        "{x:creatures} is moved by force and loses hold of {who}.", ("DS-111",), "{who} free"
    )
    FREED_BY_DEATH = Told(
        "Death ends the hold of {x:creatures} on {who}.", ("DS-115",), "{who} free"
    )
    FREED_BY_DISTANCE = Told(
        "{who} is out of {x:creatures}'s threat range, and free.", ("DS-110",), "{who} free"
    )
    DEFENSE_ENDS = Told("{who} is no longer defensive.", ("DS-112", "DS-146"))
    LOSES_GRIP = Told("{who} loses its grip on the ledge.", ("DS-141",))
    LETS_GO = Told("{who} lets go of the ledge.", ("DS-141",))
    VOID = Told(
        "{who} is dead, and the declared move comes to nothing.", ("DS-115", "DS-143"), "void"
    )
    DECLARED_STRIKE = Told(
        "{who} declares a strike at {x:creatures} with {y:items}.", ("DS-10", "DS-60")
    )
    DECLARED_POWER = Told(
        "{who} declares a power strike at {x:creatures} with {y:items}.", ("DS-10", "DS-70")
    )
    DECLARED_ON = Told("{who} declares: {x:move} {y:creatures}.", ("DS-10",))
    DECLARED_SPELL = Told("{who} declares the spell {x:spells}.", ("DS-10", "DS-71"))
    DECLARED_SPELL_ON = Told(
        "{who} declares the spell {x:spells} on {y:creatures}.", ("DS-10", "DS-71")
    )
    DECLARED_SWAP = Told("{who} declares the spell {x:spells} for {y:items}.", ("DS-10", "DS-71"))
    DECLARED_TASK = Told("{who} declares: interact, {x:task}.", ("DS-10", "DS-51"))
    DECLARED_TASK_WITH = Told("{who} declares: interact, {x:task} {y:items}.", ("DS-10", "DS-51"))
    BREAKS_FREE = Told("{who} breaks free of {x:creatures}.", ("DS-56", "DS-111"), "{who} free")
    DECLARED_PLACE = Told("The place {who} means: [{x}, {y}].", ("DS-10", "DS-79"))
    BOON = Told(
        told_boon,
        ("DS-28", "DS-29"),
        working=lambda x, y: [("{y:boon_for}", x)],
        folds=True,
    )
    SPENDS = Told("{who} spends {x} arca, {y} left.", ("DS-75", "DS-76"))
    DRAWS = Told("{who} draws {x} arca from the place.", ("DS-77",))
    NEEDS = Told(
        "{who} needs {x}.",
        ("DS-22",),
        working=lambda x, _: [("needed", x)],
        folds=True,
    )
    SPENDS_POINTS = Told(
        "{who} spends {x:action point|action points}, {y} left.", ("DS-19",), folds=True
    )
    SPENDS_TOKEN = Told("{who}'s player spends a token, {x} left.", ("DS-6",), folds=True)
    SPENDS_HEROISM = Told("{who}'s player spends {x} heroism, {y} left.", ("DS-15",), folds=True)
    SPENDS_VILLAINY = Told("The game master spends {x} villainy, {y} left.", ("DS-16",), folds=True)
    SPELLBANE = Told(
        "{x} arca more for {who}: {y:items}.",
        ("DS-126",),
        working=lambda x, y: [("{y:items}", x)],
        folds=True,
    )
    RESISTS = Told("{who} resists with {x:defense}.", ("DS-26", "DS-55", "DS-58"), folds=True)
    FALL_COUNTS = Told(
        "{x} of {y:tile|tiles} count: 1 wound, "
        f"and 1 more for every {TILES_PER_WOUND} of them.",
        ("DS-92", "DS-93"),
        working=lambda x, _: [("1 and", 1), ("{x:tile|tiles} of the fall", x // TILES_PER_WOUND)],
        folds=True,
    )
    ENDS_UP = Told("{who} ends up at [{x}, {y}].", ("DS-47", "DS-92", "DS-141", "DS-148"))
    AT_HEIGHT = Told("{who} is at a height of {x} now.", ("DS-44", "DS-45"))
    TOO_HEAVY = Told(
        "{x} bane for {who}: {y:items} is too heavy.",
        ("DS-125",),
        working=lambda x, y: [("{y:items}", -x)],
        folds=True,
    )
