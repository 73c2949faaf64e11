"""Random fights that can be watched step by step, and tapes of those that fail."""

from __future__ import annotations

import random
import re
import tempfile
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from typing import Any

from affray.book.encounter import Encounter, read_encounter
from affray.book.shelf import SHELF
from affray.compiler.compare import first_difference
from affray.fight.fight import Fight, Recorded, nobody
from affray.fight.loop import MOST_STEPS
from affray.fight.plans import Offer
from affray.fight.players import Seat
from affray.files.saves import write_save
from affray.odds.layers import NeverAsked, TooManyLines
from affray.odds.of_plans import Position, odds_of
from affray.odds.upshot import Odds
from affray.oracles.tape import REST, Question, Said, Then
from affray.oracles.watched import WatchedDice
from affray.rules.ask import ONGOING, RANDOM
from affray.rules.world import clone, pack, unpack

SOME_RESTS = 10
"""How many steps of what is done after a fight are played at most."""

MOST_LINES = 500
"""How far CPython walks in a test."""


class NotHeld(AssertionError):
    """A promise that does not hold: the field it shows in, and a tape or a scenario's file that
    shows it."""

    def __init__(
        self, says: str, field: str = "", tape: Path | None = None, scenario: str = ""
    ) -> None:
        super().__init__(says)
        self.field, self.tape, self.scenario = field, tape, scenario


@dataclass
class RandomFight:
    """A random fight under way."""

    encounter: Encounter
    world: Any
    dice: WatchedDice
    before: list[Said] = field(default_factory=list)
    over: int | None = None
    """How much had been said when the fight was over, once it is being rested."""

    @property
    def in_step(self) -> list[Said]:
        """What was asked and answered in the last step."""
        return self.dice.said

    @property
    def tape(self) -> list[Said]:
        return self.before + self.dice.said

    @property
    def entries(self) -> list[Recorded]:
        """As a save has them: before it is rested somebody says that it is."""
        over = len(self.tape) if self.over is None else self.over
        then: list[Recorded] = [] if self.over is None else [Then(REST)]
        return [*self.tape[:over], *then, *self.tape[over:]]


WATCHED: list[RandomFight] = []
"""The fight a test has watched last, for whoever wants to see where it went wrong."""


def watch(
    encounter: Encounter,
    seed: int,
    fight: int,
    temperaments: list[int] | None = None,
    hear: Callable[[Any, Question], None] | None = None,
) -> Iterator[RandomFight]:
    """Play a fight, pausing after `begin` and after every step; `hear` is told of questions."""
    ruleset = encounter.ruleset
    w = fresh(encounter)
    dice = WatchedDice(seed, fight, ruleset.decide, temperaments or [RANDOM] * w.n, [])
    dice.hear = hear
    at = RandomFight(encounter, w, dice)
    WATCHED[:] = [at]
    with tape_on_failure(at):
        ruleset.begin(dice, w)
        yield at
        for _ in range(MOST_STEPS):
            if ruleset.outcome(w) != ONGOING:
                return
            at.before += dice.said
            dice.said = []
            ruleset.step(dice, w)
            yield at
        raise AssertionError(f"no outcome after {MOST_STEPS} steps")


def rest_after(at: RandomFight) -> Iterator[RandomFight]:
    """What is done after a fight that is over, where somebody is left to do it, step by step."""
    ruleset = at.encounter.ruleset
    sides = [c.side for i, c in enumerate(at.world.creatures) if ruleset.standing(at.world, i)]
    at.over = len(at.tape)
    for _ in range(SOME_RESTS if 0 in sides else 0):
        at.before += at.dice.said
        at.dice.said = []
        with tape_on_failure(at):
            goes_on = ruleset.between(at.dice, at.world)
        yield at
        if not goes_on:
            return


class _Begun:
    """The encounter that was set up last, and its world before anything happened in it."""

    encounter: Encounter | None = None
    world: Any = None


def fresh(encounter: Encounter) -> Any:
    """A world to begin in: reading the files' words anew for every fight takes as long as it."""
    if _Begun.encounter is not encounter:
        _Begun.encounter, _Begun.world = encounter, encounter.world()
    return clone(_Begun.world)


@contextmanager
def tape_on_failure(at: RandomFight) -> Iterator[None]:
    """Whatever goes wrong, say how to see it again."""
    try:
        yield
    except Exception as bad:
        tape, field = keep_tape(at), getattr(bad, "field", "")
        again = f"\nto see it again: affray replay {tape}" if tape else ""
        raise NotHeld(f"{bad}{again}", field, tape) from bad


def require_same(mine: Any, other: bytes | Any, where: str, a: str, b: str) -> None:
    """Two worlds are one, to the last byte; of the first field in which they are not, both."""
    packed = pack(mine)
    if packed == other:
        return
    theirs = unpack(type(mine), other) if isinstance(other, bytes) else other
    if packed != pack(theirs):
        differs = first_difference(mine, theirs)
        assert differs is not None, f"{where}: a place no field has differs"
        name, one, two = differs
        raise NotHeld(f"{where}: {name} is {one} {a} and {two} {b}", name)


def require_sound(encounter: Encounter, w: Any, where: str = "") -> None:
    """The game itself finds nothing wrong with a state."""
    problem = encounter.ruleset.what_is_wrong(w)
    if problem:
        raise NotHeld(f"{where}: {problem}" if where else problem, _field(encounter, problem))


def _field(encounter: Encounter, problem: str) -> str:
    """The field of the world or of a creature that a problem names, if it names one."""
    fields = encounter.ruleset.world.layout.fields
    known = {*fields, *fields["creatures"].layout.fields}
    return next((word for word in re.findall(r"\w+", problem) if word in known), "")


def keep_tape(at: RandomFight) -> Path | None:
    """The fight so far as a save that `affray replay` runs; none where a game that is broken has
    no words to write it in."""
    folder = Path(tempfile.mkdtemp(prefix="affray-"))
    path = folder / f"{at.encounter.ruleset.slug}.toml"
    seats = [Seat("random") for _ in range(at.world.n)]
    try:
        write_save(path, at.encounter, seats, seed=0, entries=at.entries)
    except Exception:  # whatever the game's own words raise: what it is broken by is told already
        folder.rmdir()
        return None
    return path


Some = Callable[[int], int]
"""How many to try of so many; the fixture `some` asks --fights."""


def usual(encounter: Encounter) -> list[int]:
    """The first temperament that decides anything, for everybody."""
    temperament = 1 if len(encounter.ruleset.temperaments) > 1 else RANDOM
    return [temperament] * len(encounter.entrants)


def reread(encounter: Encounter, k: int) -> Encounter:
    """The encounter with two of its rulings, chosen at random, read in another way."""
    numbers = random.Random(f"{encounter.name} {k}")
    switches = encounter.ruleset.book.switches
    chosen = numbers.sample(switches, min(2, len(switches)))
    return encounter.switched(
        {
            switch.name: numbers.choice([r for r in switch.reading_names if r != switch.default])
            for switch in chosen
        }
    )


def share_of(encounter: Encounter, total: int, least: int = 4) -> int:
    """Small fights are many and large ones few: a fight of twice as many costs eight times."""
    sizes = _sizes(encounter.ruleset.slug)
    weight = 1 / len(encounter.entrants) ** 3
    return max(least, round(total * weight / sum(1 / n**3 for n in sizes)))


@cache
def _sizes(slug: str) -> list[int]:
    files = SHELF.get(slug).encounter_files()
    return [len(read_encounter(path, name).entrants) for name, path in files.items()]


# Odds in the middle of a fight


def middles(encounter: Encounter, some_positions: int) -> Iterator[Fight]:
    """A random fight, stopped at a choice now and then."""
    *_, last = watch(encounter, 34, 0)
    open_at = [k for k, (asked, _) in enumerate(last.tape) if not asked.is_chance]
    for at in open_at[:: max(1, len(open_at) // some_positions)]:
        fight = Fight(encounter, nobody)
        fight.live = [answer for _, answer in last.tape[:at]]
        fight.run()
        yield fight


def quick_odds(position: Position, offer: Offer, temperaments: list[int]) -> Odds | str | None:
    """CPython's odds, where it walks soon enough; counted in lines, so always the same."""
    left = [MOST_LINES // 64]

    def is_enough() -> bool:
        left[0] -= 1
        return left[0] < 0

    try:
        return odds_or_why(position, offer, temperaments, "python", is_enough)
    except TooManyLines:
        return None


def odds_or_why(
    position: Position,
    offer: Offer,
    temperaments: list[int],
    engine: str,
    give_up: Callable[[], bool] | None = None,
) -> Odds | str:
    try:
        return odds_of(position, offer, temperaments, give_up=give_up, engine=engine)
    except NeverAsked as why:
        return str(why)
