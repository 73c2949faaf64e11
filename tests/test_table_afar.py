"""The table's jobs on other machines: a real scheduler and its workers, processes of their own."""

from __future__ import annotations

import os
import signal
from collections.abc import Iterator
from pathlib import Path

import pytest
from lasting import Lasting
from table_helpers import WORKERS, Table, job_of_first_offer
from test_cluster import Cluster
from waiting import PATIENCE, until

from affray.book.errors import BadInput
from affray.table.afar import Scheduler, workers_at
from affray.table.jobs import Came
from affray.table.workers import Workers

pytestmark = pytest.mark.program


@pytest.fixture(scope="module")
def cluster(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Cluster]:
    with pytest.MonkeyPatch.context() as patched:
        here = str(Path(__file__).parent)  # for the job that lasts
        patched.setenv("PYTHONPATH", here, prepend=os.pathsep)
        made = Cluster(tmp_path_factory.mktemp("cluster"))
        made.start_worker()
        yield made
        made.close()


@pytest.fixture
def workers(cluster: Cluster) -> Iterator[Workers]:
    address = f"dask://127.0.0.1:{cluster.port}"
    until(lambda: has_workers(address), "a worker has come")
    found = workers_at(address)
    yield found
    found.close()


def has_workers(address: str) -> bool:
    scheduler = Scheduler(address)
    try:
        return scheduler.threads() > 0
    except BadInput:
        return False
    finally:
        scheduler.close()


def test_odds_are_the_same_wherever_they_are_worked_out(workers: Workers, tmp_path: Path) -> None:
    table = Table(tmp_path, "skirmish/bridge", workers=workers)
    offer = table.gm.view()["pending"]["offers"][0]
    asked = {"plan": offer["name"], "target": offer["target"], "urgent": True}
    afar = table.gm.get("odds", **asked)
    assert afar.status_code == 200, afar.text
    table.app.state.workers = WORKERS
    table.app.state.lobby.kept(table.id).game.odds.clear()
    assert table.gm.get("odds", **asked).json() == afar.json()


def test_what_nobody_waits_for_is_given_up_there(workers: Workers, tmp_path: Path) -> None:
    """There is one worker: whoever comes next would wait for an hour."""
    short = job_of_first_offer("skirmish/bridge")
    long = workers.ask(Lasting(short.setting, str(tmp_path)))
    until((tmp_path / "begun").exists, "somebody is at it")
    long.leave()
    assert long.came.result().came is Came.LEFT
    until((tmp_path / "left").exists, "it is given up")
    assert workers.ask(short).came.result(PATIENCE).came is Came.FOUND


def test_a_worker_that_is_killed_has_its_job_done_by_another(
    cluster: Cluster, workers: Workers, tmp_path: Path
) -> None:
    job = Lasting(job_of_first_offer("skirmish/bridge").setting, str(tmp_path), 0.0)
    killed = cluster.processes[-1]
    killed.send_signal(signal.SIGSTOP)  # it is handed the job, and never does it
    ticket = workers.ask(job)
    until(lambda: ticket.task.worker is not None, "it is handed out")
    killed.kill()
    cluster.start_worker()
    assert ticket.came.result(PATIENCE).came is Came.LEFT, "it had no time at all"
    assert (tmp_path / "left").exists()


def test_while_the_scheduler_is_gone_whoever_asks_is_told(
    tmp_path: Path, caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It was a fault of the server's, with a traceback in its log. Dask's workers end with it."""
    monkeypatch.setattr("affray.table.afar.PATIENCE", 1.0)
    cluster = Cluster(tmp_path)
    try:
        cluster.start_worker()
        address = f"dask://127.0.0.1:{cluster.port}"
        until(lambda: has_workers(address), "a worker has come")
        workers = workers_at(address)
        table = Table(tmp_path / "table", "skirmish/bridge", workers=workers)
        cluster.scheduler.kill()
        cluster.scheduler.wait()
        for _ in range(2):
            for path, asked in (
                (f"{table.gm.at}/odds", {"plan": "press"}),
                (f"{table.gm.at}/advice", {"more": "1"}),
                ("/forecast", {"encounter": "skirmish/duel", "more": "true"}),
                ("/lab/-/answer.json", {"encounter": "skirmish/duel", "ask": "ends", "n": "50"}),
            ):
                answer = table.gm.client.get(path, params=asked)
                assert answer.status_code == 503, (path, answer.text)
                assert answer.json()["error"] == "the scheduler is gone; ask again in a moment"
        several = {"plans": [{"plan": "press"}, {"plan": "brace"}]}
        listed = table.gm.client.post(f"{table.gm.at}/odds", json=several)
        assert listed.text.count("the scheduler is gone; ask again in a moment") == 2, listed.text
        told = table.gm.client.get("/lab/-/events?encounter=skirmish/duel&ask=ends&n=50").text
        assert "event: refused" in told
        assert "the scheduler is gone" in told
        assert not [one for one in caplog.records if one.exc_info]
        workers.close()
    finally:
        cluster.close()


def test_addresses_that_lead_nowhere_are_told_in_one_line() -> None:
    for address, why in (
        ("127.0.0.1:1", "--workers: found '127.0.0.1:1', expected dask://HOST:PORT"),
        ("dask://127.0.0.1:1", "--workers: no scheduler answers at tcp://127.0.0.1:1"),
    ):
        with pytest.raises(BadInput, match=why):
            workers_at(address)
