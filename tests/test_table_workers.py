"""The processes that work odds out: what they are told, whose jobs they do, and how they end."""

from __future__ import annotations

import os
import pickle
import re
import signal
import subprocess
import sys
from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from slow_odds import News, news, prepare_when_allowed, until_told, when_allowed

from affray.book.encounter import find_encounter
from affray.book.shelf import SHELF
from affray.fight.fight import Fight
from affray.fight.plans import Offer, offers
from affray.fight.players import Players, Seat
from affray.odds.data import odds_data
from affray.odds.of_plans import odds_of, position_of
from affray.table import workers as pool
from affray.table.jobs import Came, Job, OddsJob, WorkOut, job_of
from affray.table.preparing import Preparer
from affray.table.workers import Workers

__all__ = ["news"]
HERE = Path(__file__).parent
SEED = 987654321
FIRST = 0
"""A temperament every game has."""


def fight_of(name: str, rulings: dict[str, str] | None = None) -> Fight:
    encounter = find_encounter(name).switched(rulings or {})
    encounter.world()
    seats = [Seat("person") for _ in encounter.entrants]
    fight = Fight(encounter, Players(seats, SEED))
    fight.run()
    return fight


def job_for(fight: Fight, offer: Offer) -> OddsJob:
    temperaments = [FIRST] * len(fight.names)
    return job_of(position_of(fight, offer.who), offer, temperaments, {}, 60.0)


@pytest.fixture
def jobs() -> list[OddsJob]:
    fight = fight_of("skirmish/bridge")
    press, brace = (job_for(fight, offer) for offer in offers(fight))
    return [press, brace, replace(press, plan=replace(press.plan, label="Third"))]


@pytest.fixture
def make() -> Iterator[Callable[[WorkOut], Workers]]:
    """A pool with one process, closed after the test."""
    made: list[Workers] = []

    def one(work: WorkOut) -> Workers:
        made.append(Workers(most=1, work=work))
        return made[-1]

    yield one
    for workers in made:
        workers.close()


# What they are told


@pytest.fixture(scope="module")
def real() -> Iterator[Workers]:
    workers = Workers(most=1)
    yield workers
    workers.close()


@pytest.mark.parametrize(
    ("name", "rulings", "change"),
    [
        ("skirmish/bridge", {}, {}),
        ("skirmish/bridge", {"ties": "target"}, {}),
        ("skirmish/duel", {}, {"Ada": {"weapon": "club"}}),
        ("dungeoneers-tactics/duel", {}, {}),
        ("handful/pair", {}, {}),
    ],
)
def test_a_worker_finds_what_this_process_would(
    real: Workers, name: str, rulings: dict[str, str], change: dict[str, Any]
) -> None:
    """Of shipped games and of others, other readings, and what a hand has changed."""
    SHELF.add_folder(HERE / "rulesets")
    fight = fight_of(name, rulings)
    if change:
        fight.edit(change)
    for offer in offers(fight)[:3]:
        position = position_of(fight, offer.who)
        mine = odds_of(position, offer, [FIRST] * len(fight.names))
        theirs = real.ask(job_for(fight, offer)).came.result()
        assert theirs.came is Came.FOUND, theirs.why
        assert theirs.data is not None
        assert theirs.data == odds_data(mine, how=True)


def test_a_job_is_plain_and_holds_nothing_of_the_dice_to_come(jobs: list[OddsJob]) -> None:
    told = pickle.dumps(jobs)
    assert {m for m in re.findall(rb"affray[\w.]+", told) if m != b"affray.table.jobs"} == set()
    assert str(SEED).encode() not in told
    assert "save" not in jobs[0].setting.encounter


# Who waits for whom


def test_what_nobody_waits_for_is_left_by_a_process_that_stays(
    make: Callable[[WorkOut], Workers], news: News, jobs: list[OddsJob]
) -> None:
    workers = make(until_told)
    first = workers.ask(jobs[0])
    process = news.hears("begun Press")
    second = workers.ask(jobs[1])
    second.leave()
    assert second.came.result().came is Came.LEFT, "before it was begun"
    first.leave()
    assert news.hears("left Press") == process
    third = workers.ask(jobs[0])
    assert news.hears("begun Press") == process, "it is as well as before"
    assert not third.came.done()


def test_the_same_odds_are_worked_out_once(
    make: Callable[[WorkOut], Workers], news: News, jobs: list[OddsJob]
) -> None:
    workers = make(when_allowed)
    tickets = [workers.ask(jobs[0]) for _ in range(3)]
    news.hears("begun Press")
    tickets[0].leave()
    assert tickets[0].came.result().came is Came.LEFT
    news.go_on()
    assert [t.came.result().came for t in tickets[1:]] == [Came.FOUND, Came.FOUND]
    workers.ask(jobs[1])
    news.hears("begun Brace")
    news.go_on()
    assert news.is_quiet()


def test_what_is_looked_at_comes_first(
    make: Callable[[WorkOut], Workers], news: News, jobs: list[OddsJob]
) -> None:
    workers = make(when_allowed)
    workers.ask(jobs[0])
    news.hears("begun Press")
    later = [workers.ask(jobs[1]), workers.ask(jobs[2], is_urgent=True)]
    news.go_on()
    for ticket, job in ((later[1], jobs[2]), (later[0], jobs[1])):
        news.hears(f"begun {job.plan.label}")
        news.go_on()
        assert ticket.came.result().came is Came.FOUND


# How they end


def test_one_that_does_not_obey_is_ended(
    make: Callable[[WorkOut], Workers],
    news: News,
    jobs: list[OddsJob],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(pool, "SECONDS_TO_OBEY", 0.05)
    workers = make(when_allowed)
    ticket = workers.ask(jobs[0])
    process = news.hears("begun Press")
    ticket.leave()
    other = workers.ask(jobs[1])
    assert news.hears("begun Brace") != process
    news.go_on()
    assert other.came.result().came is Came.FOUND


def test_the_job_of_one_that_died_is_done_by_another(
    make: Callable[[WorkOut], Workers], news: News, jobs: list[OddsJob]
) -> None:
    workers = make(when_allowed)
    ticket = workers.ask(jobs[0])
    process = news.hears("begun Press")
    os.kill(process, signal.SIGKILL)
    assert news.hears("begun Press") != process
    news.go_on()
    assert ticket.came.result().came is Came.FOUND


def test_a_job_that_kills_is_not_done_for_ever(
    make: Callable[[WorkOut], Workers], news: News, jobs: list[OddsJob]
) -> None:
    workers = make(when_allowed)
    ticket = workers.ask(jobs[0])
    for _ in range(pool.TRIES):
        os.kill(news.hears("begun Press"), signal.SIGKILL)
    assert ticket.came.result().came is Came.FAILED
    workers.ask(jobs[1])
    news.hears("begun Brace")
    news.go_on()


def test_a_mistake_in_the_rules_is_told_and_survived(
    make: Callable[[WorkOut], Workers], jobs: list[OddsJob]
) -> None:
    workers = make(broken)
    for job in jobs[:2]:
        result = workers.ask(job).came.result()
        assert result.came is Came.FAILED
        assert "ZeroDivisionError" in result.why


def broken(job: Job, give_up: Callable[[], bool]) -> Any:
    return 1 // 0


def test_closing_leaves_everything_and_new_work_starts_anew(
    news: News, jobs: list[OddsJob]
) -> None:
    workers = Workers(most=1, work=until_told)
    tickets = [workers.ask(job) for job in jobs[:2]]
    news.hears("begun Press")
    workers.close()
    assert [ticket.came.result().came for ticket in tickets] == [Came.LEFT, Came.LEFT]
    news.hears("left Press")
    workers.ask(jobs[0])
    news.hears("begun Press")
    workers.close()


OWNER = """
import pickle, sys
from slow_odds import until_told
from affray.table.workers import Workers

if __name__ == "__main__":
    workers = Workers(most=1, work=until_told)
    workers.ask(pickle.load(sys.stdin.buffer)).came.result()
"""


def test_workers_go_when_the_server_is_killed(
    news: News, jobs: list[OddsJob], tmp_path: Path
) -> None:
    script = tmp_path / "owner.py"
    script.write_text(OWNER, encoding="utf-8")
    paths = os.pathsep.join([str(HERE), *sys.path])
    owner = subprocess.Popen(
        [sys.executable, script],
        stdin=subprocess.PIPE,
        env={**os.environ, "PYTHONPATH": paths},
    )
    assert owner.stdin is not None
    with owner.stdin as told:
        told.write(pickle.dumps(jobs[0]))
    news.hears("begun Press")
    owner.kill()
    owner.wait()
    news.hears("left Press")


# Compiling in the background


def test_the_game_of_an_open_fight_is_compiled_next(news: News) -> None:
    said: list[str] = []
    preparer = Preparer(lambda: said.append("compiling"), prepare_when_allowed)
    preparer.want("skirmish")
    assert preparer.is_compiled("skirmish") is None, "nothing is begun before the start"
    done: list[str] = []
    preparer.start(["plunder", "rpg-hell", "skirmish"], done.append)
    news.hears("compiling plunder")
    preparer.want("rpg-hell")
    news.hears("compiling rpg-hell")
    assert preparer.is_compiled("plunder") is False, "nobody plays that; it is begun anew later"
    preparer.want("skirmish")
    news.go_on()
    news.hears("compiling skirmish")
    assert preparer.is_compiled("rpg-hell") is True
    os.kill(news.last_process, signal.SIGKILL)
    news.hears("compiling plunder")
    assert preparer.is_compiled("skirmish") is None, "that will come to nothing"
    assert done == ["rpg-hell", "skirmish"]
    assert said[:3] == ["compiling"] * 3
    preparer.close()
    assert preparer.is_compiled("plunder") is False
