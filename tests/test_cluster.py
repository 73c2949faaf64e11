"""A sweep on a cluster: a real scheduler and real workers, in processes of their own, killed."""

from __future__ import annotations

import json
import signal
import socket
import subprocess
import sys
from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path

import pytest
from pyarrow import parquet
from waiting import until

from affray.cli.main import run
from affray.lab.cluster import _Threads

pytestmark = [pytest.mark.program, pytest.mark.compiled]
Capture = pytest.CaptureFixture[str]
SWEEP = ["sweep", "skirmish/duel", "--over", "Ada.armor=0..4", "--over", "Grim.toughness=1..4"]


def a_port() -> int:
    with socket.create_server(("127.0.0.1", 0)) as listening:
        port: int = listening.getsockname()[1]
        return port


class Cluster:
    """A scheduler at a port that stays the same, and workers."""

    def __init__(self, folder: Path) -> None:
        self.folder, self.port = folder, a_port()
        self.processes: list[subprocess.Popen[bytes]] = []
        self.scheduler = self.start_scheduler()

    def _start(self, module: str, *given: str) -> subprocess.Popen[bytes]:
        command = [sys.executable, "-m", module, *given]
        log = (self.folder / f"{len(self.processes)}.log").open("wb")
        process = subprocess.Popen(command, stdout=log, stderr=log, cwd=self.folder)
        log.close()
        self.processes.append(process)
        return process

    def start_scheduler(self) -> subprocess.Popen[bytes]:
        given = ("--host", "127.0.0.1", "--port", str(self.port), "--no-dashboard")
        process = self._start("distributed.cli.dask_scheduler", *given)
        until(self.is_there, "the scheduler answers")
        return process

    def is_there(self) -> bool:
        with socket.socket() as line:
            return line.connect_ex(("127.0.0.1", self.port)) == 0

    def start_worker(self) -> subprocess.Popen[bytes]:
        where = f"tcp://127.0.0.1:{self.port}"
        given = ("--nthreads", "1", "--no-nanny", "--no-dashboard", "--death-timeout", "600")
        return self._start("distributed.cli.dask_worker", where, *given)

    def close(self) -> None:
        for process in self.processes:
            process.kill()
            process.wait()


@pytest.fixture
def cluster(tmp_path: Path) -> Iterator[Cluster]:
    with ExitStack() as held:
        made = Cluster(tmp_path)
        held.callback(made.close)
        yield made


THOUSAND = ["sweep", "skirmish/duel", "--over", "Ada.armor=0..24", "--over", "Grim.toughness=1..40"]


class Sweep:
    """A sweep in a process of its own, and the cells it has kept."""

    def __init__(self, asked: list[str], kept: Path) -> None:
        self.kept = kept
        command = [sys.executable, "-m", "affray", *asked, "--keep", str(kept)]
        self.process = subprocess.Popen(
            command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
        )

    def cells(self) -> int:
        return len(list(self.kept.glob("*.parquet")))

    def wait_for(self, cells: int) -> None:
        until(
            lambda: self.cells() >= cells or self.process.poll() is not None,
            f"{cells} cells are kept",
        )


@pytest.mark.parametrize(
    ("asked", "n", "count"),
    [(SWEEP, 20_000, 20), pytest.param(THOUSAND, 200, 1000, marks=pytest.mark.slow)],
)
def test_workers_and_the_scheduler_are_killed_and_it_comes_to_the_same(
    asked: list[str], n: int, count: int, cluster: Cluster, capsys: Capture, tmp_path: Path
) -> None:
    """And last the sweep itself, which goes on from what it kept."""
    asked = [*asked, "-n", str(n), "--json"]  # long enough for all to die in the middle
    assert run(asked) == 0
    alone = json.loads(capsys.readouterr().out)
    on = [*asked, "--on", f"dask://127.0.0.1:{cluster.port}"]
    killed, _ = cluster.start_worker(), cluster.start_worker()
    sweep = Sweep(on, tmp_path / "cells")
    sweep.wait_for(count // 10)
    killed.send_signal(signal.SIGKILL)
    sweep.wait_for(count // 5)
    cluster.scheduler.send_signal(signal.SIGKILL)
    cluster.scheduler.wait()
    cluster.start_scheduler()
    cluster.start_worker()
    sweep.wait_for(count // 2)
    sweep.process.kill()
    _, said = sweep.process.communicate()
    assert "Traceback" not in said, "Dask's own words"
    if count == 1000:  # a short one may be over before anybody is killed
        assert "is gone: waiting for it" in said
        assert count // 2 <= sweep.cells() < count
    told, said = Sweep(on, sweep.kept).process.communicate()
    assert json.loads(told) == alone, said
    rows = parquet.read_table(sweep.kept).to_pylist()
    assert [row["share"] for row in rows] == [cell["win_rate"]["p"] for cell in alone["cells"]]
    assert len(rows) == count, "each was written down once"


def test_without_a_worker_it_says_so_and_waits_for_one(cluster: Cluster, tmp_path: Path) -> None:
    """A scheduler that comes back has none: they ended with it."""
    on = [*SWEEP, "-n", "50", "--json", "--on", f"dask://127.0.0.1:{cluster.port}"]
    sweep = Sweep(on, tmp_path / "cells")
    assert sweep.process.stderr is not None
    said = next(line for line in sweep.process.stderr if "cells" not in line)
    assert f"No worker is at tcp://127.0.0.1:{cluster.port}: waiting for one." in said
    cluster.start_worker()
    told, _ = sweep.process.communicate()
    assert len(json.loads(told)["cells"]) == 20


def test_workers_that_come_later_are_given_as_much(monkeypatch: pytest.MonkeyPatch) -> None:
    class Growing:
        def __init__(self) -> None:
            self.workers: dict[str, int] = {}

        def nthreads(self) -> dict[str, int]:
            return self.workers

    client, looks = Growing(), list[int]()
    monkeypatch.setattr("affray.lab.cluster.LOOK", 0.0)
    threads = _Threads(client, looks.append)
    assert threads.now() == 0
    client.workers = {"a": 8, "b": 8}
    assert threads.now() == 16
    assert looks == [0, 16]


def test_what_is_no_cluster_is_told(capsys: Capture, monkeypatch: pytest.MonkeyPatch) -> None:
    def refused(where: str) -> int:
        return run([*SWEEP, "-n", "10", "--on", where])

    wrong = ("", "scheduler", "scheduler:99999", "scheduler:0", ":8786", "a b:1", "a/b:1", "a:1:2")
    for where in ("scheduler:8786", *(f"dask://{one}" for one in wrong)):
        assert refused(where) == 2
        assert "expected dask://HOST:PORT" in capsys.readouterr().err
    monkeypatch.setattr("affray.lab.cluster.PATIENCE", 0.5)
    assert refused(f"dask://127.0.0.1:{a_port()}") == 2
    assert "no scheduler answers at tcp://127.0.0.1" in capsys.readouterr().err
    monkeypatch.setitem(sys.modules, "distributed", None)
    assert refused("dask://127.0.0.1:1") == 2
    assert "pip install 'affray[cluster]'" in capsys.readouterr().err
