"""Odds as a job for another process: plain data there and back, and who works it out.

A worker is told the encounter, where the fight stands and the plan. It is told nothing of the
store, of links or of the dice to come.
"""

from __future__ import annotations

import time
import traceback
from collections.abc import Callable, Iterable
from contextlib import suppress
from dataclasses import dataclass
from enum import Enum
from functools import lru_cache
from multiprocessing.connection import Connection
from pathlib import Path
from typing import Any

import tomli_w

from affray.book.encounter import Encounter, encounter_from
from affray.book.shelf import SHELF
from affray.book.toml_tables import parse_toml
from affray.fight.plans import Offer, find_plan
from affray.odds.data import fraction, odds_data
from affray.odds.layers import NeverAsked, TooManyLines
from affray.odds.of_plans import Position, odds_of
from affray.odds.walkers import patience_with
from affray.oracles.tape import Known
from affray.rules.world import pack, unpack
from affray.table.child import step_back

BEHIND_THE_SERVER = 5
"""How much a worker steps back, so that whoever plays never waits for whoever only wonders."""

BETWEEN_LOOKS = 0.02
"""Seconds a worker goes on before it looks again whether anybody still wants to know."""

GiveUp = Callable[[], bool]


@dataclass(frozen=True)
class Plan:
    """An offer without its code: a worker finds that by the name."""

    name: str
    label: str
    who: int
    answers: tuple[tuple[int, int], ...]
    target: int
    is_named: bool


@dataclass(frozen=True)
class Job:
    """Everything that odds depend on; two that are equal have the same answer.

    `names` are the lists of the moment: a change by hand may have brought things along.
    """

    ruleset: str
    folders: tuple[str, ...]
    encounter: str
    names: tuple[tuple[str, tuple[str, ...]], ...]
    world: bytes
    answered: tuple[Known, ...]
    begun: bool
    resting: bool
    is_seats: bool
    plan: Plan
    extra: tuple[tuple[int, int], ...]
    involved: tuple[int, ...]
    temperaments: tuple[int, ...]
    seconds: float


class Came(Enum):
    """How a job ended."""

    FOUND = "found"
    REFUSED = "refused"
    TOO_MANY = "too many"
    LEFT = "left"
    FAILED = "failed"


@dataclass(frozen=True)
class Result:
    """What became of a job: the odds as JSON data, or why there are none."""

    came: Came
    data: dict[str, Any] | None = None
    why: str = ""


Work = Callable[[Job, GiveUp], Result]


def job_of(
    position: Position,
    offer: Offer,
    temperaments: list[int],
    extra: dict[int, int],
    seconds: float,
    involved: tuple[int, ...] = (),
) -> Job:
    """A plan at a position, as another process can be told of it."""
    encounter = position.encounter
    return Job(
        ruleset=encounter.ruleset.slug,
        folders=tuple(str(folder.resolve()) for folder in SHELF.folders),
        encounter=tomli_w.dumps(encounter.to_toml()),
        names=tuple((kind, tuple(names)) for kind, names in encounter.names.items()),
        world=pack(position.world),
        answered=position.answered,
        begun=position.begun,
        resting=position.resting,
        is_seats=position.is_seats,
        plan=_plan_of(offer),
        extra=_numbers(sorted(extra.items())),
        involved=involved,
        temperaments=tuple(temperaments),
        seconds=seconds,
    )


def _plan_of(offer: Offer) -> Plan:
    answers, is_named = _numbers(offer.answers), offer.plan is not None
    return Plan(offer.name, offer.label, int(offer.who), answers, int(offer.target), is_named)


def _numbers(pairs: Iterable[tuple[int, int]]) -> tuple[tuple[int, int], ...]:
    """As plain numbers: members of an enum would need the game's code to be read at all."""
    return tuple((int(question), int(option)) for question, option in pairs)


# In the worker


def work_out(job: Job, give_up: GiveUp) -> Result:
    """The odds, unless the plan does not come to that or `give_up` says to leave it."""
    position = _position(job)
    plan = find_plan(position.encounter, job.plan.name) if job.plan.is_named else None
    told = job.plan
    offer = Offer(told.name, told.label, told.who, told.answers, told.target, plan)
    try:
        odds = odds_of(
            position,
            offer,
            list(job.temperaments),
            dict(job.extra),
            job.involved,
            give_up,
            patience=patience_with(position.encounter.ruleset),
        )
    except NeverAsked as why:
        return Result(Came.REFUSED, why=str(why))
    except TooManyLines:
        return Result(Came.TOO_MANY)
    changed = {
        name: {"p": fraction(p), "percent": float(p) * 100} for name, p in odds.changed.items()
    }
    return Result(Came.FOUND, {**odds_data(odds, how=True), "changed": changed})


def _position(job: Job) -> Position:
    look_for_rulesets(job.folders)
    encounter = _encounter(job.encounter)
    encounter.names = {kind: list(names) for kind, names in job.names}
    world = unpack(encounter.ruleset.world, job.world)
    return Position(encounter, world, job.answered, job.begun, job.resting, job.is_seats)


@lru_cache(maxsize=8)
def _encounter(text: str) -> Encounter:
    """Read once for all the odds of a fight."""
    encounter = encounter_from(parse_toml(text, "a fight"), "a fight")
    encounter.world()
    return encounter


def look_for_rulesets(folders: tuple[str, ...]) -> None:
    """Games of one's own lie where a person said."""
    for folder in folders:
        SHELF.add_folder(Path(folder))


class _Leaving:
    """Whether to give up: the time is over, or whoever gave the job has no more use for it."""

    def __init__(self, line: Connection[Any, Any], number: int, seconds: float) -> None:
        self.line, self.number = line, number
        self.look_at, self.until = 0.0, time.monotonic() + seconds
        self.is_told = False

    def __call__(self) -> bool:
        now = time.monotonic()
        if now >= self.look_at:
            self.look_at = now + BETWEEN_LOOKS
            while self.line.poll():
                message = self.line.recv()
                if message is None:
                    raise EOFError  # the server goes, and so do we
                self.is_told |= message == ("leave", self.number)
        return self.is_told or now > self.until


def serve(line: Connection[Any, Any], work: Work) -> None:
    """A worker process: one job after the other, until there is nobody to work for."""
    step_back(BEHIND_THE_SERVER)
    with suppress(EOFError, OSError):
        while (message := line.recv()) is not None:
            what, *given = message
            if what == "job":
                line.send(_done(line, work, *given))
            elif what == "load":
                line.send(_loaded(*given))


def _done(line: Connection[Any, Any], work: Work, number: int, job: Job) -> Result:
    leaving = _Leaving(line, number, job.seconds)
    try:
        result = work(job, leaving)
    except (EOFError, OSError):
        raise
    except Exception:
        return Result(Came.FAILED, why=traceback.format_exc())
    gave_up = result.came is Came.TOO_MANY and leaving.is_told
    return Result(Came.LEFT) if gave_up else result


def _loaded(slug: str, folders: tuple[str, ...]) -> bool:
    """Take up rules that are compiled already; without them odds are only slower."""
    look_for_rulesets(folders)
    try:
        from affray.compiler import prepare

        prepare(SHELF.get(slug))
    except Exception:
        traceback.print_exc()
        return False
    return True
