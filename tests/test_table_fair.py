"""One queue for everything that is worked out: by fight, by seat, whoever waited longest first."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace

import pytest
from slow_odds import News, news, when_allowed
from table_helpers import job_of_first_offer

from affray.table.fair import MOST_REMEMBERED, FairQueue
from affray.table.jobs import Came, OddsJob
from affray.table.workers import Workers

__all__ = ["news"]
GREEDY = 40


def drained(queue: FairQueue[str]) -> list[str]:
    return [queue.take() for _ in range(len(queue))]


def test_a_second_table_is_next_and_not_forty_first() -> None:
    queue: FairQueue[str] = FairQueue()
    for k in range(GREEDY):
        queue.add(("greedy", 1), f"greedy {k}")
    assert queue.take() == "greedy 0"
    queue.add(("modest", 1), "modest")
    assert drained(queue)[:2] == ["modest", "greedy 1"]


def test_whoever_asks_again_and_again_does_not_get_ahead_of_those_who_wait() -> None:
    queue: FairQueue[str] = FairQueue()
    queue.add(("quick", 1), "quick 0")
    queue.add(("slow", 1), "slow 0")
    queue.add(("slow", 1), "slow 1")
    order = []
    for k in range(1, 4):
        order.append(queue.take())
        queue.add(("quick", 1), f"quick {k}")
    assert order == ["quick 0", "slow 0", "quick 1"], "its line was empty in between"


def test_seats_of_a_fight_take_turns_and_what_is_looked_at_comes_first_within_one() -> None:
    queue: FairQueue[str] = FairQueue()
    for k in range(3):
        queue.add(("fight", 1), f"first {k}")
    queue.add(("fight", 2), "second 0")
    queue.add(("fight", 1), "first looks", is_urgent=True)
    queue.add(("fight", 1), "first 2", is_urgent=True)
    assert drained(queue) == ["first 2", "second 0", "first looks", "first 0", "first 1"]


def test_what_several_wait_for_is_done_once_and_stands_with_whoever_is_left() -> None:
    queue: FairQueue[str] = FairQueue()
    same, other = "same", "other"
    queue.add(("a", 1), other)
    queue.add(("a", 1), same)
    queue.add(("b", 1), same)
    assert len(queue) == 2
    queue.leave(("b", 1), same)
    assert drained(queue) == [other, same], "b waits no longer, so it is no turn of b's"
    queue.add(("a", 1), same)
    queue.drop(same)
    assert len(queue) == 0


def test_those_served_long_ago_are_forgotten() -> None:
    queue: FairQueue[str] = FairQueue()
    for k in range(MOST_REMEMBERED):
        queue.add((f"fight {k}", 1), "odds")
        queue.take()
    assert len(queue._served) == MOST_REMEMBERED


@pytest.fixture
def workers() -> Iterator[Workers]:
    made = Workers(most=1, work=when_allowed)
    yield made
    made.close()


def test_a_greedy_table_costs_another_one_job_in_a_real_process(
    workers: Workers, news: News, jobs: Callable[[str], OddsJob]
) -> None:
    for k in range(GREEDY):
        workers.ask(jobs(f"greedy {k}"), whose=("greedy", 1))
    news.hears("begun greedy 0")
    modest = workers.ask(jobs("modest"), whose=("modest", 1))
    news.go_on()
    news.hears("begun modest")
    news.go_on()
    assert modest.came.result().came is Came.FOUND
    news.hears("begun greedy 1")
    news.go_on()


@pytest.fixture
def jobs() -> Callable[[str], OddsJob]:
    one = job_of_first_offer("skirmish/bridge")
    return lambda label: replace(one, plan=replace(one.plan, label=label))
