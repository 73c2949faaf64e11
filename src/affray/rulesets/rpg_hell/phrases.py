"""What is rolled, what happens, what it costs and what one may regret, in sentences."""

from affray.book.words import Head, Hides, Loss, Names, Rolled, Told, kebab

from .actions import HIDDEN_FROM, WELL_HIDDEN_FROM, unseen_within
from .blades import overwatch_known
from .harm import conscious, of_one_stuff
from .kinds import (
    Act,
    Cause,
    Does,
    Effect,
    Event,
    Hiding,
    Roll,
)
from .paying import art_dice, art_strain
from .state import World


def needed(who: str, x: int, y: int) -> str:
    """What a defender must reach, and what it is made of."""
    more = f": {x - y} and {y} for the mark" if y else ""
    return f"{who} needs {x} to hold out{more}."


def changed(who: str, x: int, y: int) -> str:
    """What one cause does to a blow."""
    more = "more" if y > 0 else "less"
    return f"{abs(y)} {more} on {who} for {kebab(Cause(x)).replace('-', ' ')}."


def to_hide(w: World, who: int) -> str:
    return f"{HIDDEN_FROM} hides, {WELL_HIDDEN_FROM} hides well"


def blow_of(w: World, names: Names) -> str:
    """What is coming, by its name, as far as somebody struck it."""
    if w.swing.who < 0:
        return f"{w.incoming} damage"
    thing = names["weapons"][w.swing.weapon] if w.swing.weapon >= 0 else "spell"
    return f"{w.incoming} damage of {names['creatures'][w.swing.who]}'s {thing}"


def halve_it(w: World, who: int, names: Names) -> str:
    return f"{blow_of(w, names)} comes at {names['creatures'][who]}. Spend a Dodge to halve it?"


def parry_it(w: World, who: int, names: Names) -> str:
    return f"{blow_of(w, names)} comes at {names['creatures'][who]}. Parry with the locked die?"


def refuse_it(w: World, who: int, names: Names) -> str:
    effect = kebab(Effect(max(0, w.incoming_effect)))
    return f"{names['creatures'][who]} is about to gain {effect} {w.incoming}. Spend a Ward?"


def cost_of(w: World, who: int, art: int) -> str:
    """'2 dice, 1 Strain'; what is paid with the locked die says so."""
    n = art_dice(w, art)
    locked = w.arts[art].does in (Does.PARRY, Does.OVERWATCH)
    dice = "the locked die" if locked else "1 die" if n == 1 else f"{n} dice"
    strain = art_strain(w, art)
    return f"{dice}, {strain} Strain" if strain else dice


def cost_of_plan(w: World, who: int, target: int, names: Names) -> str:
    return cost_of(w, who, target)


def overstrains(w: World, who: int, art: int) -> str:
    """Strain below 0 is paid with Health."""
    left = w.creatures[who].strain - art_strain(w, art)
    return f"Costs {-left} Health: too little Strain" if left < 0 < art_strain(w, art) else ""


def regretted(w: World, who: int, option: int) -> str:
    """A move under somebody's watch; a search that finds nobody."""
    side = w.creatures[who].side
    seen = [k for k in range(w.n) if not is_unseen(w, k, side)]
    if option == Act.MOVE and any(watches(w, k, who) for k in seen):
        return "Somebody watches with a locked die, and may strike whoever comes into range"
    if option == Act.SEARCH and not any(might_find(w, who, j) for j in range(w.n)):
        return "Nobody unseen is within the 6 tiles a die can search"
    return ""


def watches(w: World, k: int, who: int) -> bool:
    enemy = w.creatures[k].side != w.creatures[who].side
    return enemy and conscious(w, k) and overwatch_known(w, k)


def unfelt_by(w: World, who: int, option: int) -> str:
    """A blow that passes through."""
    if w.creatures[option].side != w.creatures[who].side and not of_one_stuff(w, who, option):
        return "One of the two has no body: a blow is not felt"
    return ""


ROLLS = {
    Roll.INITIATIVE: Rolled("Initiative", ("RH-9",)),
    Roll.POOL: Rolled("the Combat Dice", ("RH-5", "RH-15", "RH-16")),
    Roll.CONTEST: Rolled("for the contest", ("RH-65",)),
    Roll.RESIST: Rolled("to hold out", ("RH-65", "RH-66")),
    Roll.HIDE: Rolled("to hide", ("RH-63", "RH-87"), needs=to_hide),
}


EVENTS = {
    Event.ROUND: Told("Round {x}.", ("RH-1",)),
    Event.INITIATIVE: Told("{who}'s Initiative is {x}.", ("RH-9",)),
    Event.TURN: Told("{who}'s turn.", ("RH-3", "RH-12")),
    Event.POOL: Told("{who} has {x} dice.", ("RH-15", "RH-16")),
    Event.ATTACK: Told("{who} attacks {x:creatures} with a sum of {y}.", ("RH-29", "RH-78")),
    Event.HIGH: Told("The sum is high.", ("RH-31",), "high"),
    Event.LOW: Told("The sum is low.", ("RH-28", "RH-31"), "low"),
    Event.DODGED: Told("{who} dodges: {x} is left, {y} Dodge.", ("RH-43",), "{who} dodges"),
    Event.PARRIED: Told("{who} parries {x}.", ("RH-76",), "{who} parries"),
    Event.DAMAGE: Told("{who} takes {x} ({y:damage}).", ("RH-38", "RH-61"), "{who} takes {x}"),
    Event.HEALTH: Told("{who} loses {x} Health, now {y}.", ("RH-33", "RH-38")),
    Event.ARMOR_BROKEN: Told("{who}'s Armor is broken.", ("RH-159",), "{who}'s Armor broken"),
    Event.BLOODY: Told("{who} is bloody.", ("RH-159",), "{who} bloody"),
    Event.NOT_FELT: Told("{who} does not feel it.", ("RH-61",), "not felt"),
    Event.STACKS: Told("{who} has {x:effect} {y}.", ("RH-62",), "{who} {x:effect} {y}"),
    Event.WARDED: Told("{who} wards off {x:effect}.", ("RH-47",), "{who} wards"),
    Event.CANCELLED: Told("Wet and Burn take each other away: {y}.", ("RH-107",)),
    Event.IMMUNE: Told("{who} cannot gain {x:effect} now.", ("RH-105", "RH-120")),
    Event.DOOR: Told(
        "{who}, Health {y}, is at Death's Door {x}.", ("RH-51", "RH-54"), "{who} at the Door {x}"
    ),
    Event.DEAD: Told("{who} dies.", ("RH-58",), "{who} dead"),
    Event.UNCONSCIOUS: Told("{who} falls unconscious.", ("RH-57",), "{who} out cold"),
    Event.AWAKE: Told("{who} wakes.", ("RH-57",), "{who} wakes"),
    Event.PRONE: Told("{who} is prone.", ("RH-56", "RH-116"), "{who} prone"),
    Event.STANDS: Told("{who} stands up.", ("RH-81",), "{who} up"),
    Event.MOVED: Told("{who} goes to [{x}, {y}].", ("RH-80",)),
    Event.WEATHER: Told("{who} is out in the {x:weather}.", ("RH-158",)),
    Event.WEAPON: Told("{who} turns {x:weapons} on {y:creatures}.", ("RH-26", "RH-78")),
    Event.AIMED: Told("{who} aims it at {x:creatures}.", ("RH-90",)),
    Event.CHANGED: Told(changed, ("RH-78", "RH-148")),
    Event.ABSORBED: Told("{who}'s Armor takes {x}, {y} left.", ("RH-38", "RH-133")),
    Event.NOTHING_LEFT: Told("Nothing of it is left for {who}.", ("RH-61",), "nothing left"),
    Event.LET_GO: Told("{who} is held no longer.", ("RH-117",), "{who} free"),
    Event.SEEN: Told("{who} can be seen again.", ("RH-88", "RH-118"), "{who} seen"),
    Event.REFUND: Told("{who} gets {x} Strain back, {y} now.", ("RH-137",)),
    Event.NEEDED: Told(needed, ("RH-65", "RH-66", "RH-69")),
    Event.STUMBLED: Told("{who} goes blindly, with a one.", ("RH-111",)),
    Event.PLACED: Told("{who} ends up at [{x}, {y}].", ("RH-80", "RH-152"), "{who} moved"),
    Event.PUSHED: Told("{who} is moved {x:tile|tiles}.", ("RH-82", "RH-152"), "{who} moved {x}"),
    Event.CRASHED: Told("{who} is stopped {x:tile|tiles} short.", ("RH-152",), "{who} crashes"),
    Event.CONTEST_WON: Told("{who} wins against {x:creatures}.", ("RH-65",), "won"),
    Event.CONTEST_LOST: Told("{x:creatures} holds out.", ("RH-65", "RH-66"), "lost"),
    Event.GRAPPLED: Told("{who} holds {x:creatures}.", ("RH-83",), "held"),
    Event.FREE: Told("{who} is free of {x:creatures}.", ("RH-84",), "free"),
    Event.ART: Told("{who} uses {x:arts}.", ("RH-90",)),
    Event.STRAIN: Told("{who} spends {x} Strain, {y} left.", ("RH-135",)),
    Event.OVERSTRAINED: Told("{who} strains too far: {x}.", ("RH-136",), "{who} overstrained"),
    Event.HEALED: Told("{who} regains {x}, Health now {y}.", ("RH-146",), "{who} regains {x}"),
    Event.ARMORED: Told("{who} has {x} Armor of a passing kind.", ("RH-133",), "{who} shielded"),
    Event.HIDES: Told("{who} is hard to see.", ("RH-87", "RH-88"), "hidden"),
    Event.NOT_HIDDEN: Told("{who} finds no place to hide.", ("RH-87",), "not hidden"),
    Event.FOUND: Told("{who} is found.", ("RH-86",), "{who} found"),
    Event.STRIPPED: Told("{who} loses {x} Armor.", ("RH-134",), "{who} stripped {x}"),
    Event.THROWN: Told("{x:weapons} has left {who}'s hand.", ("RH-126",)),
    Event.PICKED_UP: Told("{who} picks up {x:weapons}.", ("RH-126",)),
    Event.RELOADED: Told("{who} reloads.", ("RH-91",), "reloaded"),
    Event.CLEARED: Told("{who} is rid of {x:effect}.", ("RH-89", "RH-100"), "{x:effect} gone"),
    Event.LOCKED: Told("{who} keeps a die: {x}.", ("RH-73",), "kept {x}"),
    Event.UNLOCKED: Told("{who} takes the kept die back: {x}.", ("RH-75",)),
    Event.DECAY: Told("{who}: {x:effect} is {y} now.", ("RH-7",)),
    Event.WORLD: Told("{who} befalls everybody near.", ("RH-14", "RH-156")),
    Event.REST: Told("{who} rests: Health {x}.", ("RH-155",)),
    Event.ITEM: Told("{who} uses {x:items}.", ("RH-93",)),
    Event.OVERWATCH: Told("{who} was watching {x:creatures}.", ("RH-76",), "{who} strikes"),
    Event.STALEMATE: Told("Sixty rounds are over; nobody can win this.", ("RH-1",)),
    Event.READIED: Told("{who} readies the next blow.", ("RH-143",), "readied"),
}

HEADS = (
    (
        Head("hit", to=(Event.DAMAGE,)),
        Head("Health lost", loses="health", tells=True),
        Head("bloody", to=(Event.BLOODY,)),
        Head("out of the fight", falls=True),
        Head("dead", becomes="dead"),
    ),
    (Head("held", on=(Event.GRAPPLED,)),),
    (Head("moved", to=(Event.PUSHED, Event.PLACED)),),
    (Head("prone", to=(Event.PRONE,)),),
)

LOSSES = (
    Loss("health", "Health"),
    Loss("armor", "Armor"),
    Loss("temp_armor", "temporary Armor"),
    Loss("dodge", "Dodge"),
    Loss("ward", "Ward"),
    Loss("strain", "Strain"),
    Loss("door", "Death's Door", grows=True),
)


def might_find(w: World, who: int, j: int) -> bool:
    """Whether a die can find somebody, for all one knows: who is hidden may be anywhere."""
    return is_unseen(w, j, w.creatures[who].side) or unseen_within(w, who, j, 6)


def is_unseen(w: World, i: int, side: int) -> bool:
    """Whether a side has lost sight of somebody who hides from it (RH-118)."""
    c = w.creatures[i]
    return c.side != side and c.dead == 0 and c.hiding >= Hiding.HIDDEN


def take_out(w: World, i: int) -> None:
    """As if it were not there: those who do not see it know no better."""
    w.creatures[i].dead = 1


HIDING = Hides(is_unseen, take_out)
