"""Nothing of Plunder changes in silence: whatever a card, a sheet or a map shows is told of."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator
from typing import Any

import pytest

from affray.book.encounter import Encounter, encounter_from, find_encounter
from affray.book.shelf import SHELF
from affray.book.toml_tables import TomlTable
from affray.fight.loop import MOST_STEPS
from affray.oracles.dice import Dice, Noted
from affray.rules.ask import ONGOING, RANDOM
from affray.rules.masks import members
from affray.rules.world import clone
from affray.rulesets.plunder.body import conditions, taunters
from affray.rulesets.plunder.defense import CAPPED, melee_defense
from affray.rulesets.plunder.events import Event as E
from affray.rulesets.plunder.kinds import Carry, Nature

ENCOUNTERS = [
    f"plunder/{name}"
    for name in ("bone-cellar", "ford-at-dusk", "ogre-toll", "pocket", "regdar-and-the-orc")
]
EVENT = {int(event): event for event in E}
CARRIED = (E.READY, E.PUTS_AWAY, E.SHIFTS, E.DROPPED, E.FLUNG, E.THROWN, E.PICKED_UP, E.FETCHED,
           E.BROKEN)  # fmt: skip
GRIPS = (E.GRAPPLED, E.FREE, E.LET_GO, E.APART)
TOLD = {
    "hp": (E.DAMAGE, E.HEALED, E.LESS_TO_LOSE, E.REST),
    "max_hp": (E.LESS_TO_LOSE,),
    "exhaustion": (E.EXHAUSTED,),
    "wounds": (E.WOUND, E.WOUND_ENDS, E.RECOVERED),
    "wound_conditions": (E.CONDITION, E.CLEARED, E.WOUND_ENDS, E.RECOVERED),
    "conditions": (E.CONDITION, E.CLEARED),
    "magic_left": (E.MAGIC_SPENT, E.MAGIC_BACK),
    "gear": CARRIED,
    "carried": CARRIED,
    "notches": (E.NOTCH, *CARRIED),
    "dead": (E.DEAD, E.KILLED),
    "fled": (E.FLED,),
    "fleeing": (E.FLEES,),
    "x": (E.MOVED, E.FLED),
    "y": (E.MOVED, E.FLED),
    "prone": (E.PRONE, E.STANDS),
    "dodging": (E.DODGES, E.DECLARES, E.DODGES_NO_MORE),
    "feinted": (E.FEINTED, E.FEINT_USED, E.GUARD_UP),
    "partner": GRIPS,
    "holds": GRIPS,
    "aiming": (E.AIMS, E.AIM_SPENT),
    "raging": (E.RAGES, E.CALMS),
    "charged": (E.RALLIED, E.NOT_RALLIED),
    "ward": (E.WARDED, E.WARD_ENDS),
    "slowed_until": (E.SLOWED, E.SLOW_ENDS),
    "blinded_until": (E.TRICKED, E.CLEARED),
    "dazed_until": (E.TRICKED, E.CLEARED),
    "burning_by": (E.BURNING, E.GOES_OUT, E.DOUSED),
    "concentrates": (E.HOLDS_UP, E.LAPSES),
    "declared_spell": (E.SPELL_DECLARED, E.LOST_SPELL, E.CAST, E.VOID, E.PHASE),
}
"""The lines that tell of a field: those about its owner."""
NOW: dict[str, dict[E, Callable[[int, int], int]]] = {
    "hp": {E.DAMAGE: lambda x, y: y, E.HEALED: lambda x, y: y, E.LESS_TO_LOSE: lambda x, y: x},
    "max_hp": {E.LESS_TO_LOSE: lambda x, y: y},
    "exhaustion": {E.EXHAUSTED: lambda x, y: x},
    "wounds": {E.WOUND: lambda x, y: x, E.WOUND_ENDS: lambda x, y: x},
    "magic_left": {E.MAGIC_SPENT: lambda x, y: y, E.MAGIC_BACK: lambda x, y: x},
    "x": {E.MOVED: lambda x, y: x},
    "y": {E.MOVED: lambda x, y: y},
}
"""What a line says the number is from then on."""
NOT_HERE = ("dead", "fled")


def steps(
    encounter: Encounter, fight: int, temperament: int, rest: bool = False
) -> Iterator[tuple[Any, Any, list[Noted]]]:
    """A fight, step by step: the world before, the world after, and what was told."""
    ruleset, w = encounter.ruleset, encounter.world()
    told: list[Noted] = []
    dice = Dice(3, fight, ruleset.decide, [temperament] * w.n, told)
    ruleset.begin(dice, w)
    for _ in range(MOST_STEPS):
        if ruleset.outcome(w) != ONGOING:
            break
        before = clone(w)
        told.clear()
        ruleset.step(dice, w)
        yield before, w, list(told)
    if rest and ruleset.between is not None:
        before = clone(w)
        told.clear()
        ruleset.between(dice, w)
        yield before, w, list(told)


def is_told(events: tuple[E, ...], i: int, told: list[Noted]) -> bool:
    """Whether one of them is told of somebody, or of somebody else with them in it."""
    about = {E.DOUSED, E.TRICKED, E.TAUNTED, E.FEINTED, E.FEINT_USED, *GRIPS}
    return any(
        event in events and (who == i or (EVENT[event] in about and x == i) or event == E.PHASE)
        for event, who, x, y in told
    )


def untold(before: Any, after: Any, told: list[Noted]) -> Iterator[str]:
    """What has changed of those in the fight, and stands in no line."""
    for i in range(after.n):
        was, now = before.creatures[i], after.creatures[i]
        if any(getattr(was, name) for name in NOT_HERE):
            continue
        for name, events in TOLD.items():
            if getattr(was, name) == getattr(now, name) or (now.dead and name == "declared_spell"):
                continue
            if not is_told(events, i, told):
                yield f"{name} of {i}: {getattr(was, name)} to {getattr(now, name)}"
            said = [
                NOW[name][EVENT[event]](x, y)
                for event, who, x, y in told
                if who == i and EVENT[event] in NOW.get(name, {})
            ]
            if said and said[-1] != getattr(now, name) and not now.fled:
                yield f"{name} of {i}: told {said[-1]}, is {getattr(now, name)}"


def untold_taunts(before: Any, after: Any, told: list[Noted]) -> Iterator[str]:
    """Who taunts whom; that this round's taunt is the last one's in the next is no news."""
    for i in range(after.n):
        changed = taunters(before, i) ^ taunters(after, i)
        for by in members(changed if not after.creatures[i].dead else 0):
            begun = any((event, who, x) == (E.TAUNTED, by, i) for event, who, x, _ in told)
            ended = any((event, who, x) == (E.TAUNT_ENDS, i, by) for event, who, x, _ in told)
            if not begun and not ended:
                yield f"the taunt of {i} by {by}"


def untold_places(before: Any, after: Any, told: list[Noted]) -> Iterator[str]:
    """What lies where, and where it is dark."""
    lay, lies = (Counter((t.gear, t.x, t.y) for t in w.ground if t.gear >= 0)
                 for w in (before, after))  # fmt: skip
    places = {(x, y) for event, _, x, y in told if event == E.LIES_THERE}
    places |= {(before.creatures[who].x, before.creatures[who].y)
               for event, who, _, _ in told if event == E.DROPPED}  # fmt: skip
    for gear, x, y in lies - lay:
        if (x, y) not in places:
            yield f"{gear} lies at {x}, {y}"
    dark = [event for event, *_ in told if event in (E.DARKNESS, E.LIGHT_AGAIN)]
    if before.dark_by != after.dark_by and not dark:
        yield f"darkness by {before.dark_by} to {after.dark_by}"


def all_untold(before: Any, after: Any, told: list[Noted]) -> Iterator[str]:
    yield from untold(before, after, told)
    yield from untold_taunts(before, after, told)
    yield from untold_places(before, after, told)


class Hands:
    """What everybody carries, as far as sheets and lines say; nobody looks at the world."""

    def __init__(self, w: Any) -> None:
        self.w = clone(w)
        self.held = [
            [(g, k) for g, k in zip(c.gear, c.carried, strict=True) if g >= 0]
            for c in w.creatures[: w.n]
        ]
        self.grips: set[int] = set()
        self.wards = [0] * w.n

    def follow(self, told: list[Noted]) -> None:
        for number, who, x, y in told:
            event, in_hand = EVENT[number], (Carry.RIGHT, Carry.LEFT, Carry.BOTH)
            if event == E.READY:
                self.moves(who, x, (Carry.EQUIPPED,), y)
            elif event == E.SHIFTS:
                self.moves(who, x, in_hand, y)
            elif event == E.PUTS_AWAY:
                self.moves(who, x, in_hand, Carry.EQUIPPED)
            elif event == E.FETCHED:
                self.moves(who, x, (Carry.PACKED,), Carry.EQUIPPED)
            elif event in (E.DROPPED, E.FLUNG, E.THROWN, E.BROKEN):
                self.moves(who, x, (*in_hand, Carry.WORN, Carry.EQUIPPED, Carry.PACKED), None)
            elif event == E.PICKED_UP:
                self.held[who].append((x, y))
            elif event == E.GRAPPLED:
                self.grips |= {who, x}
            elif event in GRIPS:
                self.grips -= {who, x}
            elif event in (E.WARDED, E.WARD_ENDS):
                self.wards[who] = x if event == E.WARDED else 0

    def moves(self, who: int, gear: int, places: tuple[int, ...], to: int | None) -> None:
        """From the first of some places where such a thing is; where an equal die has struck
        it from a thrower's hand there is none."""
        found = [(gear, place) for place in places if (gear, place) in self.held[who]]
        if found:
            self.held[who].remove(found[0])
        if found and to is not None:
            self.held[who].append((gear, to))

    def defense(self, i: int) -> int:
        """By the sheet: what is held, what is nimble, what wards; a grip leaves none of it."""
        c, gear = self.w.creatures[i], self.w.gear
        held: int = sum(gear[g].defense for g, k in self.held[i] if k <= Carry.BOTH)
        printed: int = max(min(0, c.defense), c.defense - max(0, c.armed - held))
        own: int = printed if c.nature != Nature.CHARACTER else held + 15 - c.abilities[1]
        return min(0, own + self.wards[i]) if i in self.grips else own + self.wards[i]


@pytest.mark.parametrize("name", [*ENCOUNTERS, "motley"])
def test_who_reads_the_lines_knows_what_is_held_and_the_defense_it_makes(name: str) -> None:
    encounter = motley() if name == "motley" else find_encounter(name)
    for fight in range(6):
        hands = Hands(encounter.world())
        for _, after, told in steps(encounter, fight, RANDOM):
            hands.follow(told)
            for i, c in enumerate(after.creatures):
                if c.dead or c.fled:
                    continue
                carried = [(g, k) for g, k in zip(c.gear, c.carried, strict=True) if g >= 0]
                assert sorted(carried) == sorted(hands.held[i]), (fight, after.round, i)
                if not conditions(after, i) & CAPPED:
                    assert hands.defense(i) == melee_defense(after, i), (fight, after.round, i)


def motley() -> Encounter:
    """Everything that lasts or can be lost, in one small room."""
    spells = ["iron-hush", "knit-flesh", "cold-dread", "frost-lance", "shape-fire", "lumotheurgy"]
    mage = {"spells": spells, "magic_dice": 2, "level": 4, "hp": 6, "max_hp": 9}
    packed = {"gear": ["sword", "bandages"], "carried": ["packed", "equipped"]}
    cast = [
        ("Ann", "ysmay", "heroes", [5, 5], mage),
        ("Bea", "regdar", "heroes", [5, 12], packed),
        ("Cid", "milos", "heroes", [12, 5], {}),
        ("Rat", "fire-beetle", "foes", [18, 12], {"hit_dice": 4}),
        ("Eye", "basilisk", "foes", [18, 18], {}),
        ("Foe", "regdar", "foes", [12, 18], {}),
        ("Hex", "ysmay", "foes", [25, 18], mage),
    ]  # fmt: skip
    creatures = [
        {"name": name, "from": kind, "side": side, "at": at, "set": changes}
        for name, kind, side, at, changes in cast
    ]
    data = {"ruleset": "plunder", "map": {"size": [30, 30]}, "creature": creatures}
    return encounter_from(TomlTable(data, "motley"), "motley")


RARE = (E.WARD_ENDS, E.SLOWED, E.SLOW_ENDS, E.NERVE_HOLDS, E.FETCHED, E.BANDAGED, E.AIM_SPENT,
        E.HIDE_HOLDS, E.GETS_PAST_HIDE, E.CLEARED, E.LAPSES, E.GOES_OUT, E.MAGIC_SPENT,
        E.NEEDS_TO_SAVE, E.APART, E.LESS_TO_LOSE, E.TEN_LESS)  # fmt: skip


def test_whatever_is_rare_is_told_too() -> None:
    seen: set[int] = set()
    for encounter, fights in ((motley(), 40), (find_encounter("plunder/ogre-toll"), 12)):
        for fight in range(fights):
            for before, after, told in steps(encounter, fight, RANDOM, rest=True):
                silent = list(all_untold(before, after, told))
                assert not silent, (fight, after.round, silent, [EVENT[e].name for e, *_ in told])
                seen |= {event for event, *_ in told}
    assert not [event.name for event in RARE if event not in seen]


@pytest.mark.parametrize("name", ENCOUNTERS)
@pytest.mark.parametrize("temper", ["random", "bold", "careful"])
def test_whatever_changes_is_told(name: str, temper: str) -> None:
    encounter = find_encounter(name)
    temperament = encounter.ruleset.temperament(temper)
    for fight in range(6):
        for before, after, told in steps(encounter, fight, temperament, rest=True):
            silent = list(all_untold(before, after, told))
            assert not silent, (
                fight,
                after.round,
                silent,
                [EVENT[event].name for event, *_ in told],
            )


def test_every_field_of_the_table_is_one() -> None:
    world = find_encounter(ENCOUNTERS[0]).world()
    assert all(hasattr(world.creatures[0], name) for name in TOLD)
    assert SHELF.get("plunder").between is not None
