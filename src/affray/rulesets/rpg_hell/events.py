"""What happens in RPG Hell, and how it is told."""

from affray.book.events import Events, Parts, Told
from affray.book.words import kebab
from affray.rules.grid import Direction

from .kinds import HIDDEN_FROM, WELL_HIDDEN_FROM, Cause
from .state import LAST_ROUND


def needed(who: str, x: int, y: int) -> str:
    """What a defender must reach: the score, and what traits add to it."""
    more = f": {x - y} and {y} more" if y else ""
    return f"{who} needs {x} to hold out{more}."


def changed(who: str, x: int, y: int) -> str:
    """What one cause does to a blow."""
    more = "more" if y > 0 else "less"
    return f"{abs(y)} {more} on {who} for {kebab(Cause(x)).replace('-', ' ')}."


def cause(x: int, y: int) -> Parts:
    return [(kebab(Cause(x)).replace("-", " "), y)]


def to_hold_out(x: int, y: int) -> Parts:
    return [("to hold out", x - y), ("traits", y)] if y else [("to hold out", x)]


def summed(x: int, y: int) -> Parts:
    return [("the dice", x), ("the mark", y)]


def given(who: str, x: int, y: int) -> str:
    """The faces of the dice that leave the pool."""
    return f"{who} gives a {x} and a {y}." if y else f"{who} gives a {x}."


def hides(who: str, x: int, _: int) -> str:
    """How well somebody is hidden, by the sum; behind cover there is none."""
    if x >= WELL_HIDDEN_FROM:
        return f"{who} is fully hidden: {x}, and {WELL_HIDDEN_FROM} does it."
    if x >= HIDDEN_FROM:
        return f"{who} is hidden: {x}, and {HIDDEN_FROM} does it."
    return f"{who} is obscured behind its cover."


def pushed(who: str, x: int, y: int) -> str:
    """How far and which way; or not at all."""
    if x == 0:
        return f"{who} is not moved: there is no room."
    return f"{who} is moved {x} {'tile' if x == 1 else 'tiles'} {kebab(Direction(y))}."


class Event(Events):
    ROUND = Told("Round {x}.", ("RH-1",))
    INITIATIVE = Told("{who}'s Initiative is {x}.", ("RH-9",))
    FIRST_FOR = Told("{y} of {who}'s Initiative is {x:traits}.", ("RH-9", "RH-148"))
    TURN = Told("{who}'s turn.", ("RH-3", "RH-12"))
    POOL = Told("{who} has {x} dice.", ("RH-15", "RH-16"))
    ATTACK = Told("{who} attacks {x:creatures} with a sum of {y}.", ("RH-29", "RH-78"))
    HIGH = Told("{who}'s sum is high.", ("RH-31",), "high")
    LOW = Told("{who}'s sum is low.", ("RH-28", "RH-31"), "low")
    DODGED = Told(
        "{who} dodges: {x} of the damage is left, and {y} Dodge.", ("RH-43",), "{who} dodges"
    )
    GIVES_KEPT = Told("{who} gives the kept die, a {x}.", ("RH-17", "RH-76"))
    PARRIED = Told("{who} parries {x}.", ("RH-76",), "{who} parries")
    DAMAGE = Told("{who} takes {x} damage ({y:damage}).", ("RH-38", "RH-61"), "{who} takes {x}")
    HEALTH = Told("{who} loses {x} Health, now {y}.", ("RH-33", "RH-38"))
    ARMOR_BROKEN = Told("{who}'s Armor is broken.", ("RH-159",), "{who}'s Armor broken")
    BLOODY = Told("{who} is bloody.", ("RH-159",), "{who} bloody")
    NOT_FELT = Told("{who} does not feel it.", ("RH-61",), "not felt")
    STACKS = Told("{who} has {x:effect} {y}.", ("RH-62",), "{who} {x:effect} {y}")
    WARDED = Told("{who} wards off {x:effect}, {y} Ward left.", ("RH-47",), "{who} wards")
    CANCELLED = Told("{who}'s Wet and Burn take each other away: {y}.", ("RH-107",))
    IMMUNE = Told("{who} cannot gain {x:effect} now.", ("RH-105", "RH-120"))
    DOOR = Told(
        "{who}, Health {y}, is at Death's Door {x}.", ("RH-51", "RH-54"), "{who} at the Door {x}"
    )
    DEAD = Told("{who} dies.", ("RH-58",), "{who} dead")
    UNCONSCIOUS = Told("{who} falls unconscious.", ("RH-57",), "{who} out cold")
    AWAKE = Told("{who} wakes.", ("RH-57",), "{who} wakes")
    PRONE = Told("{who} is prone.", ("RH-56", "RH-116"), "{who} prone")
    STANDS = Told("{who} stands up.", ("RH-81",), "{who} up")
    MOVED = Told("{who} goes to [{x}, {y}].", ("RH-80",), goes=True)
    PUSHED = Told(pushed, ("RH-82", "RH-152"), "{who} moved {x}")
    CRASHED = Told("{who} is stopped {x:tile|tiles} short.", ("RH-152",), "{who} crashes")
    CONTEST_WON = Told("{who} wins against {x:creatures}.", ("RH-65",), "won")
    CONTEST_LOST = Told("{x:creatures} holds out against {who}.", ("RH-65", "RH-66"), "lost")
    GRAPPLED = Told("{who} holds {x:creatures}.", ("RH-83",), "held")
    FREE = Told("{who} is free of {x:creatures}.", ("RH-84",), "free")
    ART = Told("{who} uses {x:arts}.", ("RH-90",))
    STRAIN = Told("{who} spends {x} Strain, {y} left.", ("RH-135",))
    OVERSTRAINED = Told(
        "{who} strains too far, by {x}, and pays it in Health.", ("RH-136",), "{who} overstrained"
    )
    HEALED = Told("{who} regains {x}, Health now {y}.", ("RH-146",), "{who} regains {x}")
    ARMORED = Told(
        "{who} has {x} Armor of a passing kind, {y} in all.", ("RH-133",), "{who} shielded"
    )
    HIDES = Told(hides, ("RH-87", "RH-88"), "hidden")
    FOUND = Told("{who} is found.", ("RH-86",), "{who} found")
    NOT_HIDDEN = Told(
        f"{{who}} finds no place to hide: {{x}} of the {HIDDEN_FROM} it takes.",
        ("RH-87",),
        "not hidden",
    )
    STRIPPED = Told("{who} loses {x} Armor, {y} left.", ("RH-134",), "{who} stripped {x}")
    THROWN = Told("{x:weapons} has left {who}'s hand.", ("RH-126",))
    PICKED_UP = Told("{who} picks up {x:weapons}.", ("RH-126",))
    RELOADED = Told("{who} reloads.", ("RH-91",), "reloaded")
    CLEARED = Told("{who} is rid of {x:effect}.", ("RH-89", "RH-100"), "{x:effect} gone")
    LOCKED = Told("{who} keeps a die: {x}.", ("RH-73",), "kept {x}")
    UNLOCKED = Told("{who} takes the kept die back: {x}.", ("RH-75",))
    DECAY = Told("{who}: {x:effect} is {y} now.", ("RH-7",))
    WORLD = Told("{who} befalls everybody near.", ("RH-14", "RH-156"))
    REST = Told("{who} rests: Health {x}.", ("RH-155",))
    ITEM = Told("{who} uses {x:items} on {y:creatures}.", ("RH-93",))
    OVERWATCH = Told("{who} was watching {x:creatures}.", ("RH-76",), "{who} strikes")
    STALEMATE = Told(f"{LAST_ROUND} rounds are over; nobody can win this.", ("RH-1",))
    READIED = Told("{who} readies {x:lines} for the next blow.", ("RH-143",), "readied")
    PLACED = Told("{who} ends up at [{x}, {y}].", ("RH-80", "RH-152"), "{who} moved", goes=True)
    WEATHER = Told("{who} is out in the {x:weather}.", ("RH-158",))
    WEAPON = Told("{who} turns {x:weapons} on {y:creatures}.", ("RH-26", "RH-78"))
    THROWS = Told("{who} throws {x:weapons} at {y:creatures}.", ("RH-78", "RH-126"))
    AIMED = Told("{who} aims it at {x:creatures}.", ("RH-90",))
    CHANGED = Told(changed, ("RH-78", "RH-148"), working=cause, folds=True)
    ABSORBED = Told("{who}'s Armor takes {x}, {y} left.", ("RH-38", "RH-133"))
    NOTHING_LEFT = Told("Nothing of it is left for {who}.", ("RH-61",), "nothing left")
    LET_GO = Told("{who} is held no longer.", ("RH-117",), "{who} free")
    SEEN = Told("{who} can be seen again.", ("RH-88", "RH-118"), "{who} seen")
    REFUND = Told("{who} gets {x} Strain back, {y} now.", ("RH-137",))
    NEEDED = Told(needed, ("RH-65", "RH-66", "RH-69"), working=to_hold_out, folds=True)
    ON_CONTEST = Told(
        "{y} more on {who}'s score for {x:traits}.",
        ("RH-69", "RH-148"),
        working=lambda x, y: [("{x:traits}", y)],
        folds=True,
    )
    STUMBLED = Told("{who} goes blindly, with a one.", ("RH-111",))
    SUM = Told(
        "{x} on {who}'s dice and {y} for the mark.", ("RH-29", "RH-101"), working=summed, folds=True
    )
    SIX_IS = Told("{who}'s six alone is a sum of {y}, by {x:traits}.", ("RH-21", "RH-145"))
    SIX_IS_HIGH = Told("{who}'s six alone counts as high, by {x:traits}.", ("RH-21", "RH-145"))
    ON_SUM = Told(
        "{y} more on {who}'s sum for {x:traits}.",
        ("RH-29", "RH-148"),
        working=lambda x, y: [("{x:traits}", y)],
        folds=True,
    )
    LEAST_SUM = Told(
        "{x:traits}: {who}'s sum is {y} at the least.", ("RH-29", "RH-148"), folds=True
    )
    SUM_AGAINST = Told("Against {x:creatures} {who}'s sum is {y}.", ("RH-29", "RH-78"))
    MARK_USED = Told("A mark on {who} is used, {x} left.", ("RH-101",))
    GIVES = Told(given, ("RH-17",))
    WHOLE = Told("{who} has all Health already.", ("RH-39", "RH-146"), "nothing healed")
    BASE = Told(
        "{x:weapons} does {y} damage by itself.",
        ("RH-78", "RH-126"),
        working=lambda x, y: [("{x:weapons}", y)],
        folds=True,
    )
    UNMET = Told("{who} lacks a Stat for {x:weapons}: it counts as low.", ("RH-28",), "low")
    SHOVES = Told("{who} shoves {x:creatures}.", ("RH-82",))
    GRABS = Told("{who} grapples for {x:creatures}.", ("RH-83",))
    STRUGGLES = Told("{who} tries to break free of {x:creatures}.", ("RH-84",))
    SEARCHES = Told("{who} looks for the unseen within {x:tile|tiles}.", ("RH-86",))
    WITH_STAT = Told(
        "{who}'s {x:stat} is {y}.",
        ("RH-65",),
        working=lambda x, y: [("{x:stat}", y)],
        folds=True,
    )
    WEAKENED = Told(
        "{x} off {who}'s Body for poison.",
        ("RH-108",),
        working=lambda x, _: [("poison", -x)],
        folds=True,
    )
    HELPLESS = Told("{who} is not awake, and cannot hold out.", ("RH-65", "RH-124"))
    EATS_ARMOR = Told("{x} counts as {y} against {who}'s Armor.", ("RH-134",), folds=True)
    TRAIT_ADDS = Told(
        "{y} more on {who} for {x:traits}.",
        ("RH-148",),
        working=lambda x, y: [("{x:traits}", y)],
        folds=True,
    )
    STAYS = Told("{who} stays at [{x}, {y}].", ("RH-80",))
    NOBODY_THERE = Told("{who} has nobody within reach to strike at.", ("RH-90",), "nobody there")
    GIVEN_BACK = Told("{x:traits} gives {who} Strain back.", ("RH-137",), folds=True)
    TO_PREY = Told(
        "{who} has {y} more Speed on the way to its prey: {x:traits}.", ("RH-97", "RH-148")
    )
    UNUSED = Told("{who} strikes no blow with what was readied: {x:lines} is lost.", ("RH-143",))
