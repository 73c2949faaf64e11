"""What is rolled, what it costs and what one may regret, in sentences."""

from affray.book.heads import Head, Loss
from affray.book.words import Hides, Names, Rolled, kebab, listed
from affray.rules.masks import contains

from .actions import unseen_within
from .blades import overwatch_known
from .contest import is_friend_near
from .events import Event
from .harm import conscious, halved, of_one_stuff
from .kinds import HIDDEN_FROM, WELL_HIDDEN_FROM, Act, Answer, Does, Effect, Hiding, Roll, Whom
from .paying import art_dice, art_strain
from .state import EFFECTS, FACES, World


def to_hide(w: World, who: int, names: Names) -> str:
    return f"{HIDDEN_FROM} hides, {WELL_HIDDEN_FROM} hides well"


def blow_of(w: World, names: Names) -> str:
    """What is coming, by its name, as far as somebody struck it; quoted, the question has none."""
    if not w.incoming:
        return "damage"
    if w.swing.who < 0:
        return f"{w.incoming} damage"
    thing = names["weapons"][w.swing.weapon] if w.swing.weapon >= 0 else "spell"
    return f"{w.incoming} damage of {names['creatures'][w.swing.who]}'s {thing}"


def halve_it(w: World, who: int, names: Names) -> str:
    coming = f"{blow_of(w, names)} comes at {names['creatures'][who]}"
    return f"{coming[0].upper()}{coming[1:]}. Spend a Dodge to halve it?"


def saves_nothing(w: World, who: int, option: int, names: Names) -> str:
    """A Dodge that leaves the whole blow."""
    if option == Answer.YES and halved(w, w.incoming) == w.incoming:
        return f"Halved and rounded up {w.incoming} is {w.incoming} still: the Dodge would be lost"
    return ""


def parry_it(w: World, who: int, names: Names) -> str:
    coming = f"{blow_of(w, names)} comes at {names['creatures'][who]}"
    return f"{coming[0].upper()}{coming[1:]}. Parry with the locked die?"


def refuse_it(w: World, who: int, names: Names) -> str:
    gain = f"{kebab(Effect(w.incoming_effect))} {w.incoming}" if w.incoming else "stacks"
    return f"{names['creatures'][who]} is about to gain {gain}. Spend a Ward?"


def cost_of(w: World, who: int, art: int, names: Names) -> str:
    """'2 dice, 1 Strain'; what is paid with the locked die says so."""
    n = art_dice(w, art)
    locked = w.arts[art].does in (Does.PARRY, Does.OVERWATCH)
    dice = "the locked die" if locked else "1 die" if n == 1 else f"{n} dice"
    strain = art_strain(w, art)
    return f"{dice}, {strain} Strain" if strain else dice


def overstrains(w: World, who: int, art: int, names: Names) -> str:
    """Strain below 0 is paid with Health."""
    left = w.creatures[who].strain - art_strain(w, art)
    return f"Costs {-left} Health: too little Strain" if left < 0 < art_strain(w, art) else ""


def helps_nobody(w: World, who: int, line: int, reach: int, not_on: int) -> str:
    """Healing where nobody near has lost anything that it gives back."""
    gift = w.lines[line]
    if gift.temp_armor_soul:
        return ""
    near = [w.creatures[j] for j in range(w.n) if is_friend_near(w, who, j, reach, not_on)]
    heals = gift.heal or gift.heal_stat >= 0
    felt = any(
        (heals and c.health < c.max_health)
        or any(c.stacks[k] for k in range(EFFECTS) if contains(gift.clears, k))
        for c in near
    )
    return "" if felt else "Nobody near has lost what it gives back"


def idle_item(w: World, who: int, item: int, names: Names) -> str:
    thing = w.items[item]
    if thing.burst >= 0:
        return ""
    return helps_nobody(w, who, thing.does, thing.range, thing.not_on)


def idle_art(w: World, who: int, art: int, names: Names) -> str:
    """What an art would cost, or that it would do nothing."""
    a = w.arts[art]
    costs = overstrains(w, who, art, names)
    if costs or a.does != Does.GIVE or a.whom != Whom.FRIEND or a.on_hit < 0:
        return costs
    return (
        "" if any(w.lines[a.on_hit].stacks) else helps_nobody(w, who, a.on_hit, a.range, a.not_on)
    )


def regretted(w: World, who: int, option: int, names: Names) -> str:
    """A move under somebody's watch; a search that finds nobody."""
    side = w.creatures[who].side
    watchers = [k for k in range(w.n) if watches(w, k, who) and not is_unseen(w, k, side)]
    if option == Act.MOVE and watchers:
        verb = "watches" if len(watchers) == 1 else "watch"
        return f"{listed(names, watchers)} {verb} with a locked die, to strike who comes into range"
    if option == Act.SEARCH and not any(might_find(w, who, j) for j in range(w.n)):
        return f"Nobody unseen is within the {FACES} tiles a die can search"
    return ""


def watches(w: World, k: int, who: int) -> bool:
    enemy = w.creatures[k].side != w.creatures[who].side
    return enemy and conscious(w, k) and overwatch_known(w, k)


def unfelt_by(w: World, who: int, option: int, names: Names) -> str:
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


HEADS = (
    (
        Head("hit", to=(Event.DAMAGE,)),
        Head("Health lost", loses="health", grade="hurt"),
        Head("bloody", to=(Event.BLOODY,)),
        Head("out of the fight", falls=True, grade="down"),
        Head("dead", becomes="dead", grade="dead"),
    ),
    (Head("held", on=(Event.GRAPPLED,)),),
    (Head("moved", to=(Event.PLACED,), some=(Event.PUSHED,)),),
    (Head("prone", to=(Event.PRONE,)),),
    (Head("beset", to=(Event.STACKS,), unasked=True),),
    (Head("overcome", on=(Event.CONTEST_WON,), unasked=True),),
    (Head("free", to=(Event.FREE,)),),
    (Head("hidden", to=(Event.HIDES,)),),
    (Head("healed", to=(Event.HEALED,), regains="health"),),
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
    return is_unseen(w, j, w.creatures[who].side) or unseen_within(w, who, j, FACES)


def is_unseen(w: World, i: int, side: int) -> bool:
    """Whether a side has lost sight of somebody who hides from it (RH-118)."""
    c = w.creatures[i]
    return c.side != side and c.dead == 0 and c.hiding >= Hiding.HIDDEN


def take_out(w: World, i: int) -> None:
    """As if it were not there: those who do not see it know no better."""
    w.creatures[i].dead = 1


HIDING = Hides(take_out, is_unseen)
