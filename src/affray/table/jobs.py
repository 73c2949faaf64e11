"""Jobs for another process: plain data there and back, and who works them out; first, odds.

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
from typing import Any, Protocol

import tomli_w

from affray.book.encounter import Encounter, encounter_from
from affray.book.errors import BadInput
from affray.book.faults import in_homemade_rules
from affray.book.heads import Aim, Whom
from affray.book.shelf import SHELF
from affray.book.toml_tables import parse_toml
from affray.fight.given import GivenAnswers
from affray.fight.plans import Offer, find_plan
from affray.odds.data import odds_data
from affray.odds.layers import NeverAsked, TooManyLines
from affray.odds.of_plans import Position, odds_of
from affray.odds.walkers import patience_with
from affray.oracles.tape import Known
from affray.rules.world import pack, unpack
from affray.table.child import step_back

BEHIND_THE_SERVER = 15
"""How much a worker steps back, so that whoever plays never waits for whoever only wonders."""

BETWEEN_LOOKS = 0.02
"""Seconds a worker goes on before it looks again whether anybody still wants to know."""

GiveUp = Callable[[], bool]


class NobodyWaits(Exception):
    """Nobody wants to know any more: what is worked out is left where it is."""


@dataclass(frozen=True)
class PlanByName:
    """An offer without its code: a worker finds that by the plan's name."""

    name: str
    label: str
    who: int
    answers: tuple[tuple[int, int], ...]
    target: int
    code: str
    aim: tuple[str, Whom, tuple[str, ...]]


@dataclass(frozen=True)
class Setting:
    """The fight a job is about, as its file has it, and where its rules lie.

    `names` are the lists of the moment: a change by hand may have brought things along.
    """

    ruleset: str
    folders: tuple[str, ...]
    encounter: str
    names: tuple[tuple[str, tuple[str, ...]], ...]

    def read(self) -> Encounter:
        """In the worker: the encounter, read once for all the jobs of a fight."""
        look_for_rulesets(self.folders)
        encounter = _encounter(self.encounter)
        encounter.names = {kind: list(names) for kind, names in self.names}
        return encounter


def setting_of(encounter: Encounter) -> Setting:
    return Setting(
        ruleset=encounter.ruleset.slug,
        folders=tuple(str(folder.resolve()) for folder in SHELF.folders),
        encounter=tomli_w.dumps(encounter.to_toml()),
        names=tuple((kind, tuple(names)) for kind, names in encounter.names.items()),
    )


class Job(Protocol):
    """What a worker can be given; two that are equal have the same answer."""

    @property
    def setting(self) -> Setting: ...

    @property
    def seconds(self) -> float:
        """How long it may take."""
        ...

    def work_out(self, give_up: GiveUp) -> Result: ...


@dataclass(frozen=True)
class OddsJob:
    """Everything that odds depend on."""

    setting: Setting
    world: bytes
    answered: tuple[Known, ...]
    begun: bool
    resting: bool
    is_seats: bool
    plan: PlanByName
    extra: tuple[tuple[int, int], ...]
    others: tuple[tuple[int, int, int], ...]
    involved: tuple[int, ...]
    temperaments: tuple[int, ...]
    seconds: float
    friends: tuple[tuple[int, int, int], ...] = ()

    def work_out(self, give_up: GiveUp) -> Result:
        """The odds, unless the plan does not come to that or `give_up` says to leave it."""
        return _odds(self, give_up)


class Came(Enum):
    """How a job ended."""

    FOUND = "found"
    REFUSED = "refused"
    TOO_MANY = "too many"
    LEFT = "left"
    FAILED = "failed"
    AWAY = "away"
    """Nobody is there to work at it, for now."""


class NobodyThere(Exception):
    """Nobody can work at anything; whoever asks is told, and may ask again."""


@dataclass(frozen=True)
class Result:
    """What became of a job: what was found as JSON data, or why there is nothing."""

    came: Came
    data: dict[str, Any] | None = None
    why: str = ""

    def require_worked(self) -> None:
        """Raise where it went wrong, or nobody is there."""
        if self.came is Came.AWAY:
            raise NobodyThere(self.why)
        if self.came is Came.FAILED:
            raise RuntimeError(self.why)


WorkOut = Callable[[Job, GiveUp], Result]


def job_of(
    position: Position,
    offer: Offer,
    temperaments: list[int],
    extra: dict[int, int],
    seconds: float,
    involved: tuple[int, ...] = (),
    others: GivenAnswers | None = None,
    setting: Setting | None = None,
    friends: GivenAnswers | None = None,
) -> OddsJob:
    """A plan at a position, as another process can be told of it."""
    return OddsJob(
        setting=setting or setting_of(position.encounter),
        world=pack(position.world),
        answered=position.answered,
        begun=position.begun,
        resting=position.resting,
        is_seats=position.is_seats,
        plan=plan_of(offer),
        extra=numbers(sorted(extra.items())),
        others=_answers(others),
        friends=_answers(friends),
        involved=involved,
        temperaments=tuple(temperaments),
        seconds=seconds,
    )


def plan_of(offer: Offer) -> PlanByName:
    answers, code = numbers(offer.answers), offer.plan.name if offer.plan is not None else ""
    who, target = int(offer.who), int(offer.target)
    aim = (offer.aim.name, offer.aim.of, offer.aim.heads)
    return PlanByName(offer.name, offer.label, who, answers, target, code, aim)


def _answers(given: GivenAnswers | None) -> tuple[tuple[int, int, int], ...]:
    return tuple(sorted((int(w), int(q), int(o)) for (w, q), o in (given or {}).items()))


def numbers(pairs: Iterable[tuple[int, int]]) -> tuple[tuple[int, int], ...]:
    """As plain numbers: members of an enum would need the game's code to be read at all."""
    return tuple((int(question), int(option)) for question, option in pairs)


# In the worker


def work_out(job: Job, give_up: GiveUp) -> Result:
    """Whatever it is."""
    return job.work_out(give_up)


def _odds(job: OddsJob, give_up: GiveUp) -> Result:
    position = _position(job)
    told = job.plan
    plan = find_plan(position.encounter, told.code) if told.code else None
    given = (told.name, told.label, told.who, told.answers, told.target)
    offer = Offer(*given, plan, aim=Aim(*told.aim))
    try:
        odds = odds_of(
            position,
            offer,
            list(job.temperaments),
            dict(job.extra),
            job.involved,
            give_up,
            patience=patience_with(position.encounter.ruleset),
            others={(who, question): option for who, question, option in job.others},
            friends={(who, question): option for who, question, option in job.friends},
        )
    except NeverAsked as why:
        return Result(Came.REFUSED, why=str(why))
    except TooManyLines:
        return Result(Came.TOO_MANY)
    return Result(Came.FOUND, odds_data(odds, how=True))


def _position(job: OddsJob) -> Position:
    encounter = job.setting.read()
    world = unpack(encounter.ruleset.world, job.world)
    return Position(encounter, world, job.answered, job.begun, job.resting, job.is_seats)


@lru_cache(maxsize=8)
def _encounter(text: str) -> Encounter:
    """Read once for all the odds of a fight."""
    encounter = encounter_from(parse_toml(text, "a fight"), "a fight")
    encounter.world()
    return encounter


def look_for_rulesets(folders: tuple[str, ...]) -> None:
    """Games of one's own lie where a person said; what is gone is missed by its fights alone."""
    for folder in folders:
        with suppress(BadInput):
            SHELF.add_folder(Path(folder))


class _Leaving:
    """Whether to give up: it was worked at for long enough, or nobody has a use for it any more."""

    def __init__(self, line: Connection[Any, Any], number: int, seconds: float) -> None:
        self.line, self.number = line, number
        self.look_at, self.until = 0.0, time.process_time() + seconds
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
        return self.is_told or time.process_time() > self.until


def serve(line: Connection[Any, Any], work: WorkOut) -> None:
    """A worker process: one job after the other, until there is nobody to work for."""
    step_back(BEHIND_THE_SERVER)
    with suppress(EOFError, OSError):
        while (message := line.recv()) is not None:
            what, *given = message
            if what == "job":
                line.send(_done(line, work, *given))
            elif what == "load":
                line.send(load_rules(*given))


def _done(line: Connection[Any, Any], work: WorkOut, number: int, job: Job) -> Result:
    leaving = _Leaving(line, number, job.seconds)
    try:
        result = work(job, leaving)
    except (EOFError, OSError):
        raise
    except Exception as error:
        said = in_homemade_rules(error, is_host=False)
        return Result(Came.REFUSED, why=said) if said else _failed()
    gave_up = result.came is Came.TOO_MANY and leaving.is_told
    return Result(Came.LEFT) if gave_up else result


def _failed() -> Result:
    return Result(Came.FAILED, why=traceback.format_exc())


def load_rules(slug: str, folders: tuple[str, ...]) -> bool:
    """Take up rules that are compiled already; without them odds are only slower."""
    look_for_rulesets(folders)
    try:
        from affray.compiler import prepare

        prepare(SHELF.get(slug))
    except Exception:
        traceback.print_exc()
        return False
    return True
