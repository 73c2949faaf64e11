"""Random fights that can be watched step by step, and tapes of those that fail."""

from __future__ import annotations

import random
import tempfile
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from typing import Any

from affray.book.encounter import Encounter, read_encounter
from affray.book.shelf import SHELF
from affray.fight.loop import MOST_STEPS
from affray.fight.players import Seat
from affray.files.saves import write_save
from affray.oracles.tape import Said
from affray.oracles.watched import Watched
from affray.rules.ask import ONGOING, RANDOM
from affray.rules.world import clone


@dataclass
class Watching:
    """A random fight under way."""

    encounter: Encounter
    world: Any
    dice: Watched
    before: list[Said] = field(default_factory=list)

    @property
    def in_step(self) -> list[Said]:
        """What was asked and answered in the last step."""
        return self.dice.said

    @property
    def tape(self) -> list[Said]:
        return self.before + self.dice.said


def watch(
    encounter: Encounter, seed: int, fight: int, temperaments: list[int] | None = None
) -> Iterator[Watching]:
    """Play a fight, pausing after `begin` and after every step."""
    ruleset = encounter.ruleset
    w = fresh(encounter)
    dice = Watched(seed, fight, ruleset.decide, temperaments or [RANDOM] * w.n, [])
    at = Watching(encounter, w, dice)
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
def tape_on_failure(at: Watching) -> Iterator[None]:
    """Whatever goes wrong, say how to see it again."""
    try:
        yield
    except (Exception, AssertionError) as bad:
        raise AssertionError(f"{bad}\nto see it again: affray replay {keep_tape(at)}") from bad


def keep_tape(at: Watching) -> Path:
    """The fight so far as a save that `affray replay` runs."""
    folder = Path(tempfile.mkdtemp(prefix="affray-"))
    path = folder / f"{at.encounter.ruleset.slug}.toml"
    seats = [Seat("random") for _ in range(at.world.n)]
    write_save(path, at.encounter, seats, seed=0, entries=list(at.tape))
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
