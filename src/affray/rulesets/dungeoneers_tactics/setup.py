"""Setting a fight up, and what can be wrong with one. Plain Python, never compiled."""

from affray.book.encounter import Encounter
from affray.book.latecomers import take_place
from affray.book.maps import MapForm, bits_of, is_point, read_size, read_tiles
from affray.book.toml_tables import TomlTable
from affray.book.words import kebab
from affray.rules.grid import LARGEST_MAP, Direction
from affray.rules.masks import contains, members
from affray.rules.pools import D4, D6, D8, D10, D12, D20, text

from .clock import full_reactions, line_up, start_turn
from .gear import HANDS, hands, hands_full
from .kinds import BASIC, Act, Phase, Slot
from .magic import magica_full
from .movement import let_go, recompute_threatened
from .ready import CAN_BE_READIED
from .space import (
    QUARTERS,
    across,
    can_stand,
    covers,
    down,
    is_wall,
    living,
    quarters_taken,
    wound_capacity,
)
from .state import LYING, World

NOWHERE = -100
ONE_DIE = (D4, D6, D8, D10, D12, D20)


MAP = MapForm((10, 8), 1, LARGEST_MAP)


def setup(encounter: Encounter) -> World:
    """Everyone in place on the map, at the start of a round or in one creature's turn."""
    w: World = encounter.fill(World())
    w.fist = encounter.content("gear", "improvised")
    require_single_dice(encounter, w)
    lay_out_map(encounter, w)
    place_creatures(encounter, w)
    give_points(w)
    open_fight(encounter, w)
    return w


def require_single_dice(encounter: Encounter, w: World) -> None:
    """A score says how many dice, so a weapon, a spell and a dodge give one (DT-75 to DT-77)."""
    library = encounter.library.everything()
    tables = {name: table for kind in library.values() for name, table in kind.items()}
    for name, gear in zip(encounter.names["gear"], w.gear, strict=True):
        _require_one_die(tables[name], "hit", gear.hit)
        _require_one_die(tables[name], "pierce", gear.pierce)
    for name, spell in zip(encounter.names["spells"], w.spells, strict=True):
        _require_one_die(tables[name], "pierce", spell.pierce)
    for entrant, c in zip(encounter.entrants, w.creatures, strict=True):
        said = "dodge" in entrant.changes or not entrant.content
        _require_one_die(entrant.changes if said else tables[entrant.content], "dodge", c.dodge)


def _require_one_die(table: TomlTable, key: str, pool: int) -> None:
    if pool not in ONE_DIE:
        raise table.bad(key, f"found {text(pool)!r}, expected one die, such as 'd4'")


def lay_out_map(encounter: Encounter, w: World) -> None:
    """[map] size = [width, height], walls = [[x, y], ...]."""
    table = encounter.top.table("map")
    w.width, w.height = read_size(table, MAP)
    walls = read_tiles(table, "walls", w.width, w.height)
    for tile in walls:
        if walls.count(tile) > 1:
            raise table.bad("walls", f"found {list(tile)} twice, expected each tile once")
    w.walls = bits_of(walls, LARGEST_MAP)
    table.finish()
    w.ambient_full = w.ambient


def place_creatures(encounter: Encounter, w: World) -> None:
    for c in w.creatures:
        c.x = c.y = NOWHERE
    for i, entrant in enumerate(encounter.entrants):
        at = entrant.table.raw("at")
        if not is_point(at):
            raise entrant.table.bad("at", f"found {at!r}, expected a tile [x, y]")
        if not can_stand(w, i, at[0], at[1], living(w)):
            raise entrant.table.bad("at", f"found {at}, {_why_not(encounter, w, i, at)}")
        w.creatures[i].x, w.creatures[i].y = at
        if "facing" not in entrant.changes and not w.creatures[i].facing:
            w.creatures[i].facing = Direction.EAST if w.creatures[i].side == 0 else Direction.WEST


def _why_not(encounter: Encounter, w: World, i: int, at: list[int]) -> str:
    """Which tile of the body is a wall, or whose it is already."""
    own = QUARTERS[w.creatures[i].size]
    for y in range(at[1], at[1] + down(w, i)):
        for x in range(at[0], at[0] + across(w, i)):
            tile = "where" if [x, y] == at else f"a body that covers [{x}, {y}], where"
            if is_wall(w, x, y):
                return f"{tile} a wall or the edge of the map is"
            there = [encounter.entrants[k].name for k in range(i) if covers(w, k, x, y)]
            if there and quarters_taken(w, x, y, living(w) & ~(1 << i)) + own > 4:
                return f"{tile} {' and '.join(there)} already stands"
    return "which is taken"


def give_points(w: World) -> None:
    for i in range(w.n):
        c = w.creatures[i]
        if c.initiative < 0:
            c.initiative = c.prowess
        if c.magica < 0:
            c.magica = magica_full(w, i)


def open_fight(encounter: Encounter, w: World) -> None:
    """In a creature's turn, with its points; nothing is rolled for ties."""
    if encounter.start_index < 0:
        return
    w.round = 1
    w.phase = Phase.TURN
    for i in range(w.n):
        w.creatures[i].pace = w.creatures[i].initiative
        w.creatures[i].rp = full_reactions(w, i)
    line_up(w)
    w.tied = 0
    for c in w.creatures:
        c.pace = 0
    w.turn = w.order.index(encounter.start_index)
    start_turn(w, encounter.start_index)
    recompute_threatened(w, -1)


def enter(w: World, i: int) -> None:
    """It has had its turn in this round, and threatens from where it stands (DT-R80)."""
    if w.phase == Phase.TURN:
        take_place(w, i)
    else:
        w.order[i] = i
    recompute_threatened(w, -1)


def leave(w: World, i: int) -> None:
    """It takes its things along; nobody holds it or is held by it any more."""
    c = w.creatures[i]
    let_go(w, i)
    for k in members(c.grappled_by):
        let_go(w, k)
    c.dead = 1
    c.ap = c.mp = c.rp = c.passing = c.threatened_by = 0
    c.readied = -1
    recompute_threatened(w, -1)


def invariant(w: World) -> str:
    """What is wrong with a state, or nothing."""
    if not 0 <= w.turn < max(1, w.n):
        return f"it is the turn of place {w.turn}, of {w.n}"
    if sorted(w.order[: w.n]) != list(range(w.n)) and w.phase != Phase.ROUND:
        return "the order does not name every creature once"
    if _holdable(w) > LYING:
        return f"there are {_holdable(w)} things a hand can hold, expected at most {LYING} (DT-163)"
    if w.tied >> w.n:
        return f"tied is {w.tied}, expected 0 to {(1 << w.n) - 1}: there are {w.n} places (DT-27)"
    if (w.phase == Phase.TIES) != (w.tied != 0):
        told = f"phase is {kebab(Phase(w.phase))} and tied is {w.tied}"
        return f"{told}, expected ties where places are still tied, and only there (DT-27)"
    if w.reacting >= 0:
        expected = "expected nobody: nothing readied is done now (DT-146)"
        return f"reacting is creature {w.reacting}, {expected}"
    for i in range(w.n):
        problem = _wrong_with(w, i) or _wrong_ready(w, i) or _wrong_gear(w, i) or _wrong_place(w, i)
        if problem:
            return f"creature {i} {problem}"
    return ""


def _holdable(w: World) -> int:
    """Whatever might come to lie on the ground."""
    carried = [g for c in w.creatures for g in (*c.equipped, *c.carried) if g >= 0]
    return sum(hands(w, g) > 0 for g in carried) + sum(thing.gear >= 0 for thing in w.ground)


def _wrong_with(w: World, i: int) -> str:
    c = w.creatures[i]
    if c.dodge not in ONE_DIE:
        return f"has dodge = {text(c.dodge)!r}, expected one die, such as 'd4' (DT-76)"
    if c.spell_pierce not in ONE_DIE:
        found = text(c.spell_pierce)
        return f"has spell_pierce = {found!r}, expected one die, such as 'd4' (DT-97)"
    if c.lacks & ~BASIC:
        found = ", ".join(kebab(act) for act in Act if contains(c.lacks & ~BASIC, act))
        return f"lacks {found}, expected some of the seven basic actions (DT-35)"
    if not 0 <= c.wounds <= wound_capacity(w, i):
        return f"has {c.wounds} wounds, expected 0 to {wound_capacity(w, i)} (DT-1)"
    if c.magica < 0:
        return f"has magica = {c.magica}, expected 0 or more (DT-83)"
    if c.grapples >= 0:
        if not contains(w.creatures[c.grapples].grappled_by, i):
            return f"grapples creature {c.grapples}, who is not grappled_by it (DT-50)"
        if c.grapples == i:
            return f"grapples creature {i}, expected somebody else (DT-50)"
    for k in range(w.n):
        if contains(c.grappled_by, k) and w.creatures[k].grapples != i:
            return f"is grappled_by creature {k}, who does not grapple it (DT-50)"
    for name in ("grappled_by", "threatened_by"):
        if c.dead and getattr(c, name):
            return f"is dead and {name} names somebody, expected nobody (DT-2)"
    if c.dead and c.grapples >= 0:
        return f"is dead and grapples creature {c.grapples}, expected nobody (DT-2)"
    return ""


def _wrong_ready(w: World, i: int) -> str:
    """What cannot be readied, or for nobody else's turn."""
    c = w.creatures[i]
    if c.readied >= 0 and not contains(CAN_BE_READIED, c.readied):
        known = ", ".join(kebab(Act(act)) for act in members(CAN_BE_READIED))
        return f"has readied {kebab(Act(c.readied))}, expected one of {known} (DT-146)"
    if c.readied >= 0 and c.ready_for in (-1, i):
        return "has readied something for nobody, expected ready_for somebody else (DT-146)"
    return ""


def _wrong_gear(w: World, i: int) -> str:
    """More than the slots hold: two hands and two rings, one of everything else (DT-145)."""
    if hands_full(w, i) > HANDS:
        return f"has {hands_full(w, i)} hands full, expected at most {HANDS} (DT-145)"
    worn = [w.gear[g].slot for g in w.creatures[i].equipped if g >= 0]
    for slot in Slot:
        most = 2 if slot == Slot.RING else 1
        if slot > Slot.WIELD and worn.count(slot) > most:
            named = f"{worn.count(slot)} things in the slot {slot.name.lower()}"
            return f"wears {named}, expected at most {most} (DT-145)"
    return ""


def _wrong_place(w: World, i: int) -> str:
    c = w.creatures[i]
    if c.dead:
        return ""
    for y in range(c.y, c.y + down(w, i)):
        for x in range(c.x, c.x + across(w, i)):
            if is_wall(w, x, y):
                return f"stands in a wall or off the map, at [{x}, {y}]"
            shared = any(other.passing for other in w.creatures)
            if not shared and quarters_taken(w, x, y, living(w) & ~(1 << i)) + QUARTERS[c.size] > 4:
                return f"stands where another stands, at [{x}, {y}]"
    return ""
