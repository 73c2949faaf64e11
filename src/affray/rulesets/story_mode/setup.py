"""Setting a fight up, and what can be wrong with one. Plain Python, never compiled."""

from affray.book.encounter import Encounter
from affray.book.latecomers import take_place
from affray.rules.masks import how_many
from affray.rules.zones import linked_both_ways, steps_from

from .attacks import forget_blow, next_target
from .chart import HIGHEST_DESIGN, built_level, can_be_designed, effects_of
from .checks import level_of, who_rolls
from .gear import capacity, slots_filled
from .harm import deadly_wound, full_harm
from .initiative import has_own_number, line_up, rank
from .kinds import Area, Being, Cure, Phase, Severity, Weight
from .magic import leaves_something
from .space import NO_WAY, be_gone
from .state import HIGHEST, LYING, SPELLS_ON, ZONES, World

ABSENT = "nobody"
"""Who stands in a list in place of one that did not come along."""


def setup(encounter: Encounter) -> World:
    """Everyone in their zone, before Initiative or in one creature's turn."""
    w: World = encounter.fill(World())
    w.fists = encounter.content("items", "bare-hands")
    build_spells(encounter, w)
    lay_out_zones(encounter, w)
    place_creatures(encounter, w)
    work_out(encounter, w)
    open_fight(encounter, w)
    return w


def build_spells(encounter: Encounter, w: World) -> None:
    """Every spell has the level its chart gives; what cannot be designed is refused."""
    for k, name in enumerate(encounter.names["spells"]):
        s = w.spells[k]
        given = s.level
        level = built_level(w, k)
        if not s.evocations or not s.domains:
            raise encounter.top.bad(
                "spell", f"{name!r} has no evocation or no domain, expected one of each or more"
            )
        _check_columns(encounter, w, k, name)
        if s.area != Area.SINGLE and s.targets > 1:
            raise encounter.top.bad("spell", f"{name!r} has targets and an area, expected one")
        if s.in_zone and (s.area != Area.SINGLE or s.targets > 1):
            raise encounter.top.bad("spell", f"{name!r} lies over a zone, expected one target")
        if s.bars and not s.in_zone:
            raise encounter.top.bad("spell", f"{name!r} is a barrier, expected in_zone = true")
        if not can_be_designed(level):
            found = f"{name!r} comes to level {level}, expected {HIGHEST_DESIGN} at most"
            raise encounter.top.bad("spell", found)
        if given and given != level:
            raise encounter.top.bad("spell", f"{name!r} says level {given}, its chart {level}")
        s.level = max(0, level)


MOST_EFFECTS = 3
MOST_SCHOOLS = 3


def _check_columns(encounter: Encounter, w: World, k: int, name: str) -> None:
    """Every choice stands in a column of the chart."""
    s = w.spells[k]
    if max(how_many(s.evocations), how_many(s.domains)) > MOST_SCHOOLS:
        schools = f"{MOST_SCHOOLS} evocations or domains"
        raise encounter.top.bad("spell", f"{name!r} has more than {schools}")
    if effects_of(w, k) > MOST_EFFECTS:
        found = f"{name!r} has {effects_of(w, k)} effects, a topic each, expected {MOST_EFFECTS}"
        raise encounter.top.bad("spell", f"{found} at most")
    if s.harm and s.wound:
        raise encounter.top.bad("spell", f"{name!r} has harm and a wound, expected one of them")
    if not (s.harm or s.wound or s.counters or effects_of(w, k)):
        raise encounter.top.bad("spell", f"{name!r} has neither harm nor an effect")


def lay_out_zones(encounter: Encounter, w: World) -> None:
    """[[zone]] id, links, exit; links go both ways. Without any there is one zone."""
    named = list(encounter.library.everything()["zone"])
    if not named:
        raise encounter.top.bad("zone", "missing; expected at least one [[zone]]")
    if len(named) > ZONES:
        raise encounter.top.bad("zone", f"found {len(named)}, expected at most {ZONES}")
    for name in named:
        encounter.content("zones", name)
    links = linked_both_ways([zone.links for zone in w.zones])
    for a, zone in enumerate(w.zones):
        zone.links = links[a]
        w.steps[ZONES * a : ZONES * a + len(links)] = steps_from(a, links, NO_WAY)


def place_creatures(encounter: Encounter, w: World) -> None:
    """at = the name of a zone; [map] close = [["Zombie", "Alex"], ...]."""
    zones = encounter.names["zones"]
    for i, entrant in enumerate(encounter.entrants):
        at = entrant.table.raw("at", zones[0])
        if at not in zones:
            known = ", ".join(zones)
            raise entrant.table.bad("at", f"found {at!r}, expected a zone: {known}")
        w.creatures[i].zone = zones.index(at)
    table = encounter.top.table("map")
    names = [entrant.name for entrant in encounter.entrants]
    close = table.raw("close", [])
    if not isinstance(close, list):
        raise table.bad("close", f"found {close!r}, expected a list of those who stand close")
    for pair in close:
        if isinstance(pair, list) and ABSENT in pair:
            continue
        if not isinstance(pair, list) or len(pair) < 2 or any(one not in names for one in pair):
            raise table.bad("close", f"found {pair!r}, expected creatures such as {names[:2]}")
        apart = table.bad("close", f"found {pair!r}, who do not stand in one zone")
        _tie(w, [names.index(one) for one in pair], apart)
    table.finish()


def _tie(w: World, members: list[int], bad: Exception) -> None:
    """Put these into one knot; they must stand in one zone."""
    if len({w.creatures[i].zone for i in members}) > 1:
        raise bad
    known = [w.creatures[i].knot for i in members if w.creatures[i].knot >= 0]
    free = 1 + max((c.knot for c in w.creatures), default=-1)
    for i in members:
        w.creatures[i].knot = known[0] if known else free


def work_out(encounter: Encounter, w: World) -> None:
    """What the sheet gives where a file says nothing else."""
    for i in range(w.n):
        c = w.creatures[i]
        table = encounter.entrants[i].table
        if c.being == Being.CHARACTER or c.level >= 0 or w.scene_level >= 0:
            c.max_harm = c.max_harm or full_harm(w, i, level_of(w, i))
            c.harm = c.max_harm if c.harm < 0 else c.harm
        if c.worn < 0:
            armors = [k for k in c.items if k >= 0 and w.items[k].armor != Weight.NONE]
            c.worn = armors[0] if armors else -1
        if slots_filled(w, i) > capacity(w, i):
            used, room = slots_filled(w, i), capacity(w, i)
            raise table.bad("items", f"found {used} slots filled, expected at most {room}")


def open_fight(encounter: Encounter, w: World) -> None:
    """In one creature's turn: all players before the creatures, and that turn begun."""
    w.phase = Phase.END
    if encounter.start_index < 0:
        return
    if w.scene_level < 0:
        w.scene_level = 3
        work_out(encounter, w)
    for c in w.creatures[: w.n]:
        c.slot = 0 if c.being == Being.CHARACTER else 1
    line_up(w)
    w.round = 1
    w.phase = Phase.TURN
    w.turn = w.order.index(encounter.start_index)
    w.creatures[encounter.start_index].actions = 1


def enter(w: World, i: int) -> None:
    """Its first turn is in the next round: characters roll when that begins, creatures take
    their place among the players' rolls (SM-112)."""
    c = w.creatures[i]
    if w.scene_level >= 0 and c.being == Being.CREATURE and c.level < 0:
        c.level = w.scene_level
        c.max_harm = c.max_harm or full_harm(w, i, c.level)
        c.harm = c.max_harm if c.harm < 0 else c.harm
    if c.being == Being.CREATURE:
        make_room_in_order(w, i)
    take_place(w, i)


def make_room_in_order(w: World, i: int) -> None:
    """A creature's place is its level's. Where that is new, whoever stands behind it moves back;
    players whose rolls say nothing of it go first."""
    c, others = w.creatures[i], [w.creatures[j] for j in range(w.n) if j != i]
    if not has_own_number(w, i):
        c.slot = max(0, w.creatures[who_rolls(w, i)].slot)
        return
    c.slot = 2 * rank(w, i) + 1
    if not any(has_own_number(w, j) and level_of(w, j) == level_of(w, i) for j in range(i)):
        for other in others:
            if other.slot >= c.slot:
                other.slot += 2


def leave(w: World, i: int) -> None:
    """As one who fled; what it was about to do comes to nothing."""
    if w.blow.by == i:
        forget_blow(w)
    elif w.blow.target == i:
        next_target(w)
    be_gone(w, i)


def invariant(w: World) -> str:
    """What is wrong with a state, or nothing."""
    if w.turn > w.n:
        return f"turn is {w.turn}, expected at most {w.n}, as many as there are (SM-15)"
    if w.scene_level < 0 and w.phase != Phase.END:
        return f"scene_level is {w.scene_level}, expected 0 to {HIGHEST} once a fight is on (SM-72)"
    if w.task.topics or w.task.vs >= 0 or w.task.base:
        return "a check that was only being worked out is still there"
    if w.phase in (Phase.NEXT, Phase.TURN) and sorted(w.order[: w.n]) != list(range(w.n)):
        return "order does not name every creature once (SM-15)"
    if [thing.item >= 0 for thing in w.ground] != [k < w.lying for k in range(LYING)]:
        there = sum(thing.item >= 0 for thing in w.ground)
        return f"lying is {w.lying}, expected {there}: so many things lie there (SM-26)"
    for i in range(w.n):
        problem = _wrong_body(w, i) or _wrong_sheet(w, i) or _wrong_spells(w, i)
        if problem:
            return f"creature {i} {problem}"
    return _wrong_knots(w)


def _wrong_body(w: World, i: int) -> str:
    c = w.creatures[i]
    known = c.being == Being.CHARACTER or c.level >= 0
    if known and not (0 <= c.harm <= c.max_harm and (c.harm >= 1 or c.max_harm == 0)):
        return f"has harm = {c.harm}, expected 1 to its max_harm, {c.max_harm} (SM-32)"
    last = deadly_wound(w, i)
    if c.wounds > last:
        return f"has {c.wounds} wounds, expected {last} at most: that one kills (SM-22, SM-24)"
    if c.wounds == last and not c.dead:
        return f"has {c.wounds} wounds and lives, expected {last - 1} at most (SM-22, SM-24)"
    for k, severity in enumerate(c.severity):
        if (severity >= 0) != (k < c.wounds):
            found = f"has wounds = {c.wounds}, but entries of severity for"
            return f"{found} {sum(one >= 0 for one in c.severity)} (SM-37)"
        if k >= c.wounds and c.words[k] >= 0:
            return f"has {c.wounds} wounds, but words for another (SM-36)"
        if k < c.wounds and not _fits(severity, c.rests[k], c.incurable[k]):
            return f"has {c.rests[k]} rests to go for a {_expected(severity, c.incurable[k])}"
    return ""


MOST_RESTS = {Severity.STRAIN: 1, Severity.LINGERING: 6, Severity.DEBILITATING: 9}
"""What the dice can come to (SM-39, SM-40, SM-41)."""


def _fits(severity: int, rests: int, incurable: int) -> bool:
    """A scar is for ever, so is what cannot be healed; all else as long as its dice can say."""
    if severity == Severity.SCAR or rests < 0:
        return rests < 0 and (severity == Severity.SCAR or incurable == Cure.NOTHING)
    return rests <= MOST_RESTS[Severity(severity)]


def _expected(severity: int, incurable: int) -> str:
    name = Severity(severity).name.lower()
    if severity == Severity.SCAR:
        return f"{name}, expected -1: for ever (SM-42)"
    least = "-1" if incurable == Cure.NOTHING else "0"
    return f"{name}, expected {least} to {MOST_RESTS[Severity(severity)]} (SM-39, SM-40, SM-41)"


def _wrong_sheet(w: World, i: int) -> str:
    c = w.creatures[i]
    if c.worn >= 0 and c.worn not in c.items:
        return "wears what it does not carry (SM-115)"
    if c.worn >= 0 and w.items[c.worn].armor == Weight.NONE:
        return "wears what is no armor (SM-115)"
    if w.hurt.who != i and slots_filled(w, i) > capacity(w, i):
        return f"fills {slots_filled(w, i)} slots of {capacity(w, i)} (SM-115)"
    return ""


def _wrong_spells(w: World, i: int) -> str:
    c = w.creatures[i]
    if any(c.under[k] < 0 <= c.under[k + 1] for k in range(SPELLS_ON - 1)):
        return "has under = spells with a gap between them (SM-113)"
    for spell, left in zip(c.under, c.under_left, strict=True):
        if spell < 0 < left:
            return f"has under_left = {left} for no spell, expected 0 (SM-113)"
        if spell >= 0 and not leaves_something(w, spell):
            return "has under = a spell that leaves nothing on anybody (SM-83)"
    return ""


def _wrong_knots(w: World) -> str:
    """Who was taken out by hand is in a knot until the next step unties it."""
    for number in range(w.n):
        members = [i for i in range(w.n) if w.creatures[i].knot == number]
        if len(members) == 1:
            return f"creature {members[0]} is close to nobody, but in a knot"
        if len({w.creatures[i].zone for i in members}) > 1:
            return f"creature {members[0]} is close to somebody in another zone"
    return ""
