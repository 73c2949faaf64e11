"""Servers of one store, killed in turn under load: nothing acknowledged is lost, nothing done
twice, and whoever is left answers for everybody."""

from __future__ import annotations

import itertools
import os
import threading
import time
from pathlib import Path
from typing import Any

import httpx2
import patient_http
import pytest
from postgres import Postgres
from table_helpers import Server
from waiting import GLANCE, PATIENCE, until

from affray.table.store import Store
from benchmarks.visitors import answers

OK, MOVED_ON, UNREACHED = 200, 409, 503
_numbers = itertools.count(1)


class House:
    """The servers that run now; a killed one is replaced at its own port."""

    def __init__(self, folder: Path, store: str, many: int = 2) -> None:
        self.folder, self.store = folder, store
        self.servers = [Server(folder, store=store) for _ in range(many)]
        self.urls = [server.url for server in self.servers]
        self.is_open = threading.Event()
        self.is_open.set()

    def kill(self, k: int) -> None:
        self.servers[k].kill()

    def start(self, k: int) -> None:
        """Nobody asks for more meanwhile: that takes as long as a hundred answers."""
        self.is_open.clear()
        self.servers[k] = Server(self.folder, self.servers[k].port, store=self.store)
        self.is_open.set()

    def close(self) -> None:
        for server in self.servers:
            server.close()


class Visitor(threading.Thread):
    """A seat that asks one server after the other; a command that was not answered is given again
    to the next, until it is."""

    def __init__(self, house: House, fight: str, link: str, is_gm: bool) -> None:
        super().__init__(daemon=True)
        self.house, self.is_gm = house, is_gm
        self.at, self.urls = f"/fights/{fight}", itertools.cycle(house.urls)
        self.client = httpx2.Client(follow_redirects=True, timeout=PATIENCE)
        self.client.get(link)
        self.cookies = {"Cookie": "; ".join(f"{k}={v}" for k, v in self.client.cookies.items())}
        self.given: dict[str, dict[str, Any]] = {}
        self.acknowledged: dict[str, int] = {}
        self.is_done = False
        self.ask("view")  # sits down

    def ask(self, what: str, body: dict[str, Any] | None = None) -> httpx2.Response:
        """Whichever server answers."""
        method = "GET" if body is None else "POST"
        while True:
            url = f"{next(self.urls)}{self.at}/{what}"
            try:
                answer = self.client.request(method, url, json=body, headers=self.cookies)
            except httpx2.TransportError:
                time.sleep(GLANCE)  # it was killed; another is there
                continue
            if answer.status_code != UNREACHED:
                return answer

    def run(self) -> None:
        while not self.is_done:
            self.house.is_open.wait()
            said = self._next(self.ask("view").json())
            if said is None:
                time.sleep(10 * GLANCE)  # somebody else is asked
                continue
            self.given[said["cmd_id"]] = said
            answer = self.ask("commands", said)
            assert answer.status_code in (OK, MOVED_ON), answer.text
            if answer.status_code == OK:
                self.acknowledged[said["cmd_id"]] = answer.json()["seq"]

    def _next(self, view: dict[str, Any]) -> dict[str, Any] | None:
        body = {"cmd_id": f"visitor-{next(_numbers)}", "seq": view["seq"]}
        if view["pending"] is None:
            return {**body, "do": "undo", "to": 0} if self.is_gm else None
        return {**body, **answers(view["pending"])[0]} if view["pending"]["mine"] else None


def visitors(house: House) -> list[Visitor]:
    """One fight with a game master alone, and one with a player beside them."""
    found = []
    for k in range(2):
        url = house.urls[k]
        made = patient_http.post(f"{url}/fights", json={"encounter": "skirmish/bridge"}).json()
        links = [made["gm"], *(seat["link"] for seat in made["seats"][:k])]
        found += [Visitor(house, made["id"], link, link == made["gm"]) for link in links]
    return found


@pytest.mark.skipif(os.name == "nt", reason="there is no SIGKILL there")
@pytest.mark.parametrize("kills", [10, pytest.param(100, marks=pytest.mark.slow)])
def test_killed_in_turn_under_load(kills: int, tmp_path: Path, postgres: Postgres) -> None:
    house = House(tmp_path, postgres.database())
    try:
        everybody = visitors(house)
        for visitor in everybody:
            visitor.start()
        for kill in range(kills):
            _wait_for(everybody, 1 + kill % 3)
            house.kill(kill % 2)
            _wait_for(everybody, 1)  # the other has it all
            house.start(kill % 2)
        for visitor in everybody:
            visitor.is_done = True
            visitor.join(PATIENCE)
        _require_once(everybody)
        _require_untorn(tmp_path, house.store, everybody)
    finally:
        house.close()


def _wait_for(everybody: list[Visitor], commands: int) -> None:
    goals = [len(visitor.acknowledged) + commands for visitor in everybody]

    def there() -> bool:
        assert all(visitor.is_alive() for visitor in everybody)
        return all(len(v.acknowledged) >= goal for v, goal in zip(everybody, goals, strict=True))

    until(there, f"{commands} commands of everybody taken")


def _require_once(everybody: list[Visitor]) -> None:
    """Given again, to whichever server, each is answered as it was."""
    for visitor in everybody:
        for cmd_id, seq in list(visitor.acknowledged.items())[-20:]:
            for _ in range(2):
                assert visitor.ask("commands", visitor.given[cmd_id]).json()["seq"] == seq


def _require_untorn(folder: Path, url: str, everybody: list[Visitor]) -> None:
    """What is kept is what was acknowledged, each once, every tape without a gap, every entry
    with the command it came with."""
    store = Store(folder, url)
    with store.database.reading() as db:
        kept = db.exec_driver_sql(
            "SELECT fight, cmd_id, seq FROM command ORDER BY fight, seq"
        ).all()
        gaps = "SELECT fight FROM entry GROUP BY fight HAVING count(*) != max(n) + 1"
        assert db.exec_driver_sql(gaps).all() == []
        alone = (
            "SELECT count(*) FROM entry LEFT JOIN command USING (fight, cmd_id) "
            "WHERE entry.cmd_id IS NOT NULL AND command.seq IS NULL"
        )
        assert db.exec_driver_sql(alone).scalar() == 0
    store.close()
    for fight, rows in itertools.groupby(kept, key=lambda row: row[0]):
        assert [seq for _, _, seq in rows] == list(
            range(2, 2 + len([r for r in kept if r[0] == fight]))
        )
    given = [cmd_id for _, cmd_id, _ in kept if cmd_id.startswith("visitor-")]
    acknowledged = [cmd_id for visitor in everybody for cmd_id in visitor.acknowledged]
    assert sorted(given) == sorted(acknowledged), "none lost, none doubled"
