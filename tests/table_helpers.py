"""A table in this process with a client for each seat, and a real one in a process of its own."""

from __future__ import annotations

import itertools
import json
import os
import re
import signal
import socket
import subprocess
import sys
import threading
from pathlib import Path
from typing import Any

import pytest
import uvicorn
from fastapi import FastAPI
from fastapi.testclient import TestClient
from waiting import PATIENCE, until

from affray.book.encounter import find_encounter
from affray.fight.fight import Fight, nobody
from affray.fight.plans import offers
from affray.fight.players import Players
from affray.fight.players import Seat as SeatOf
from affray.odds.of_plans import position_of
from affray.table.game import Game
from affray.table.jobs import OddsJob, job_of
from affray.table.limits import USUAL, Limits
from affray.table.logs import lines_json, log
from affray.table.store import Chair, ListedFight
from affray.table.web.app import create_app
from affray.table.workers import Workers

WORKERS = Workers(most=1)
"""For all tables of a test process: one is enough, and starting it costs half a second."""

_numbers = itertools.count(1)


class Seat:
    """One browser at one fight."""

    def __init__(self, app: FastAPI, fight: str, link: str) -> None:
        self.client = TestClient(app, raise_server_exceptions=False)
        self.at = f"/fights/{fight}"
        assert self.client.get(link).status_code == 200

    @property
    def cookie(self) -> str:
        return "; ".join(f"{k}={v}" for k, v in self.client.cookies.items())

    def move_to(self, app: FastAPI) -> None:
        """The same browser after the server was started again."""
        cookies = self.client.cookies
        self.client = TestClient(app, raise_server_exceptions=False)
        self.client.cookies = cookies

    def view(self) -> dict[str, Any]:
        answer = self.client.get(f"{self.at}/view")
        assert answer.status_code == 200, answer.text
        found: dict[str, Any] = answer.json()
        return found

    def get(self, what: str, **query: Any) -> Any:
        return self.client.get(f"{self.at}/{what}", params=query)

    def post(self, **body: Any) -> Any:
        """A command as it is, whatever the server says to it."""
        return self.client.post(f"{self.at}/commands", json=body)

    def do(self, do: str, **more: Any) -> Any:
        """A command made at what this seat sees now."""
        seq = self.view()["seq"]
        return self.post(cmd_id=f"command-{next(_numbers)}", seq=seq, do=do, **more)

    def must(self, do: str, **more: Any) -> dict[str, Any]:
        answer = self.do(do, **more)
        assert answer.status_code == 200, answer.text
        return self.view()

    def log(self) -> list[str]:
        return [line["text"] for line in self.view()["log"]]


def heard(line: Any, seq: int) -> Any:
    """What a live line says once that number has come; before it says that it is alive."""
    while (news := line.receive_json())["seq"] < seq:
        pass
    return news


class Table:
    """A fight with a game master and players, each at a client of their own."""

    def __init__(
        self,
        data: Path,
        encounter: str,
        players: int = 0,
        workers: Workers = WORKERS,
        limits: Limits = USUAL,
        store: str = "",
        seed: int | None = None,
    ) -> None:
        self.data, self.store = data, store
        self.workers = workers
        self.app = create_app(data, workers=workers, limits=limits, store=store)
        wanted = {"encounter": encounter} | ({} if seed is None else {"seed": seed})
        made = TestClient(self.app).post("/fights", json=wanted).json()
        self.id = made["id"]
        self.links = made
        self.gm = Seat(self.app, self.id, made["gm"])
        self.players = [Seat(self.app, self.id, s["link"]) for s in made["seats"][:players]]
        for seat in self.players:
            seat.view()

    def restart(self) -> None:
        """All that was in memory is gone."""
        self.app = create_app(self.data, workers=self.workers, store=self.store)
        for seat in [self.gm, *self.players]:
            seat.move_to(self.app)


class Server:
    """The program itself, in a process of its own."""

    def __init__(
        self, data: Path, port: int = 0, arguments: list[str] | None = None, store: str = ""
    ) -> None:
        given = ["table", "--no-browser", "--no-compile", "--data", str(data), "--port", str(port)]
        given += ["--store", store] if store else []
        command = [sys.executable, "-m", "affray", *(given if arguments is None else arguments)]
        environment = {**os.environ, "AFFRAY_HOME": str(data), "BROWSER": "true"}
        self.process = subprocess.Popen(command, stdout=subprocess.PIPE, text=True, env=environment)
        assert self.process.stdout is not None
        self.line = self.process.stdout.readline()
        found = re.search(r"http://127\.0\.0\.1:(\d+)/", self.line)
        assert found, self.line
        self.port = int(found[1])
        self.url = found[0].rstrip("/")

    def kill(self) -> None:
        self.process.send_signal(signal.SIGKILL)
        self.close()

    def close(self) -> None:
        if self.process.poll() is None:
            self.process.terminate()
        self.process.wait(timeout=PATIENCE)
        assert self.process.stdout is not None
        self.process.stdout.close()


class Served:
    """An application at a port of this process, so that a test can give it parts of its own."""

    def __init__(self, app: FastAPI, **more: Any) -> None:
        self.listening = socket.create_server(("127.0.0.1", 0))
        self.port = self.listening.getsockname()[1]
        self.url = f"http://127.0.0.1:{self.port}"
        config = uvicorn.Config(app, log_level="warning", timeout_graceful_shutdown=1, **more)
        self.server = uvicorn.Server(config)
        self.thread = threading.Thread(target=self.server.run, args=[[self.listening]])
        self.thread.start()
        until(lambda: self.server.started or not self.thread.is_alive(), "the table is open")

    def close(self) -> None:
        self.server.should_exit = True
        self.thread.join()


def game_of(fight: Fight) -> Game:
    """A fight as if it were played at a table, by its game master alone."""
    card = ListedFight("fight", fight.encounter.title, fight.ruleset.slug, "", fight.is_over)
    players = Players([SeatOf("person")] * len(fight.names), 0)
    return Game("fight", card, [Chair(0, True, "Game master")], fight, players)


def read_log(fight: Fight) -> list[dict[str, Any]]:
    """The log as its game master reads it."""
    game = game_of(fight)
    found: list[dict[str, Any]] = json.loads(lines_json(log(game, game.chairs[0], 0)))
    return found


def job_of_first_offer(name: str, seconds: float = 60.0) -> OddsJob:
    """Odds of the first plan that is open in an encounter."""
    encounter = find_encounter(name)
    encounter.world()
    fight = Fight(encounter, nobody)
    fight.run()
    offer = offers(fight)[0]
    return job_of(position_of(fight, offer.who), offer, [0] * len(fight.names), {}, seconds)


def _seeded(monkeypatch: pytest.MonkeyPatch) -> None:
    """Every new fight has the same dice."""
    monkeypatch.setattr("affray.table.lobby.new_key", lambda: 8)


seeded = pytest.fixture(_seeded, name="seeded")
