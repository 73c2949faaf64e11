"""What the computer makes of a scene: whom to hurt, and with what."""

from affray.rules.among import first, most, those
from affray.rules.ask import rule
from affray.rules.grid import EAST_OF, SOUTH_OF, WAYS
from affray.rules.masks import members

from .harm import lessen
from .holds import can_push
from .kinds import Act, Attribute, ItemKind
from .magic import can_cast, can_target, full_steps, known_spells, most_extra
from .routes import approached, nearest_foe, prey, wants_climb
from .sheet import (
    alive,
    attribute,
    carried_mask,
    grappling_skill,
    has_rank,
    hostile,
    max_wounds,
    profile,
    stress_capacity,
)
from .space import distance, fits, floor_at, threateners
from .state import World
from .strikes import longest_strike, weapons_on

DEEP = 3


@rule()
def life_left(w: World, j: int) -> int:
    """Wounds it takes to bring a creature down, its free stress included."""
    c = w.creatures[j]
    return max_wounds(w, j) - c.wounds + 1 + max(0, stress_capacity(w, j) - c.stress)


@rule()
def blow(w: World, i: int, j: int, item: int) -> int:
    """What a plain hit with a weapon would do to j."""
    g = w.items[profile(w, i, item)]
    n = g.wounds + w.creatures[i].body + 1
    return lessen(w, j, n if has_rank(w, i, item) else 1, g.damage, False)


@rule()
def best_weapon(w: World, i: int, j: int, mask: int) -> int:
    return most((blow(w, i, j, g), g) for g in members(mask))


@rule()
def strike_worth(w: World, i: int, j: int) -> int:
    """How much a strike at j is worth; 0 where it could do nothing."""
    mask = weapons_on(w, i, j)
    if mask == 0:
        return 0
    return harm_worth(w, j, max((blow(w, i, j, g) for g in members(mask)), default=0))


@rule()
def harm_worth(w: World, j: int, n: int) -> int:
    """How much so many wounds are worth: more on one who has little life left."""
    left = life_left(w, j)
    return 10 * min(n, left) + 30 - 3 * left if n > 0 else 0


@rule()
def best_strike(w: World, i: int) -> int:
    """The worth of the best strike of all."""
    far = longest_strike(w, i)
    within = those(
        j for j in range(w.n) if alive(w, j) and hostile(w, i, j) and distance(w, i, j) <= far
    )
    return max(0, max((strike_worth(w, i, j) for j in members(within)), default=0))


@rule()
def spell_worth(w: World, i: int, j: int, spell: int) -> int:
    """The same for a spell attack, with all the arca there is."""
    s = w.spells[spell]
    if not s.attack or s.lies_in_wait or not can_target(w, i, j, spell):
        return 0
    if s.forced > 0:
        return 40 if drop_beside(w, j) >= 0 else 8
    harm = s.wounds
    if s.adds_wounds:
        harm += s.adds_wounds * full_steps(w, spell, min(3, max(0, most_extra(w, i, spell))))
    n = lessen(w, j, harm, s.damage, False)
    return harm_worth(w, j, n) + 5 * s.prone if n > 0 else 0


@rule()
def best_target_of(w: World, i: int, spell: int) -> int:
    best = -1
    most = 0
    for j in range(w.n):
        if alive(w, j) and hostile(w, i, j):
            worth = spell_worth(w, i, j, spell)
            if worth > most:
                most = worth
                best = j
    return best


@rule()
def cast_worth(w: World, i: int, spell: int) -> int:
    """How much a spell is wanted now."""
    s = w.spells[spell]
    if s.attack and not s.lies_in_wait:
        most_harm = max(
            (spell_worth(w, i, j, spell) for j in range(w.n) if alive(w, j) and hostile(w, i, j)),
            default=0,
        )
        return max(0, most_harm)
    c = w.creatures[i]
    if s.defensive and c.defensive_until < w.round and threateners(w, i):
        return 12
    if s.relieve_stress > 0 and c.stress >= max(2, stress_capacity(w, i)):
        return 10
    if s.restore_wounds > 0 and c.wounds > 0:
        return 11
    return 0


@rule()
def best_spell(w: World, i: int, mask: int) -> int:
    return most((cast_worth(w, i, k), k) for k in members(mask))


@rule()
def best_cast(w: World, i: int) -> int:
    """The worth of the best spell of all."""
    best = 0
    known = known_spells(w, i)
    for k in members(known):
        worth = cast_worth(w, i, k)
        if worth > best and can_cast(w, i, k, Act.SPELLCAST):
            best = worth
    return best


@rule()
def drop_beside(w: World, j: int) -> int:
    """The direction of the deepest drop next to j, or -1."""
    c = w.creatures[j]
    best = -1
    depth = DEEP - 1
    for way in range(WAYS):
        x = c.x + EAST_OF[way]
        y = c.y + SOUTH_OF[way]
        if c.z - floor_at(w, x, y) > depth and fits(w, j, x, y, c.z, 0):
            depth = c.z - floor_at(w, x, y)
            best = way
    return best


@rule()
def push_worth(w: World, i: int, j: int) -> int:
    """Worth a try where a deep drop waits and the odds are not poor."""
    if drop_beside(w, j) < 0 or w.creatures[j].airborne or w.creatures[j].hanging:
        return 0
    mine = w.creatures[i].body + 2 * w.creatures[i].skills[grappling_skill(w)]
    theirs = max(w.creatures[j].body, w.creatures[j].finesse)
    edge = mine - theirs - 2 * w.creatures[j].skills[1]
    return 34 + 6 * edge


@rule()
def best_push(w: World, i: int, mask: int) -> int:
    return most((push_worth(w, i, j), j) for j in members(mask) if hostile(w, i, j))


@rule()
def best_shove(w: World, i: int) -> int:
    """The worth of the best push of all; none is worth anything on the lowest floors."""
    return max(
        (
            push_worth(w, i, j)
            for j in range(w.n)
            if w.creatures[j].z - w.lowest >= DEEP and hostile(w, i, j) and can_push(w, i, j)
        ),
        default=0,
    )


@rule()
def striking(w: World, i: int) -> int:
    """How much harm i could do now: by a blow, a spell or a push."""
    return max(best_strike(w, i), best_cast(w, i), best_shove(w, i))


@rule()
def nearness(w: World, i: int, j: int) -> int:
    return 50 - min(49, distance(w, i, j))


@rule()
def closing_in(w: World, i: int, least: int) -> int:
    """How much good it would do that i, who can harm nobody, got up or nearer.

    Nothing, where even the nearest foe is too far off for so much.
    """
    if w.creatures[i].prone or w.creatures[i].hanging:
        return 60
    foe = nearest_foe(w, i)
    if foe < 0 or nearness(w, i, foe) < least:
        return 0
    j = approached(w, i)
    if j < 0:
        return 1 if wants_climb(w, i, prey(w, i)) else 0
    return nearness(w, i, j)


@rule()
def foes_in(w: World, i: int, mask: int) -> int:
    """Of some creatures, those whom i would hurt."""
    return those(j for j in members(mask) if hostile(w, i, j))


@rule()
def worth_drawing(w: World, i: int) -> int:
    """A carried weapon or tome one could use, or -1."""
    held = carried_mask(w, i)
    return first(
        g
        for g in members(held)
        if w.items[g].kind == ItemKind.WEAPON or w.items[g].kind == ItemKind.TOME
    )


@rule()
def better_defense(w: World, i: int) -> bool:
    """Whether the body serves better than finesse."""
    return attribute(w, i, Attribute.BODY) > attribute(w, i, Attribute.FINESSE)
