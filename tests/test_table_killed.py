"""A real server, killed in the middle of it: nothing acknowledged is lost, nothing done twice."""

from __future__ import annotations

import itertools
import json
import os
import signal
import sqlite3
import subprocess
import sys
import threading
from pathlib import Path
from typing import Any

import httpx2
import patient_http
import pytest
from table_helpers import Server
from waiting import PATIENCE, until
from websockets.sync.client import connect

_numbers = itertools.count(1)


class Player(threading.Thread):
    """Gives commands as fast as they are taken, and remembers what was acknowledged."""

    def __init__(self, link: str, fight: str) -> None:
        super().__init__(daemon=True)
        self.client = httpx2.Client(follow_redirects=True, timeout=PATIENCE)
        self.client.get(link)
        self.at = f"{link.partition('/fights/')[0]}/fights/{fight}"
        self.sent: dict[str, Any] = {}
        self.given: dict[str, dict[str, Any]] = {}
        self.acknowledged: dict[str, int] = {}

    def view(self) -> dict[str, Any]:
        found: dict[str, Any] = self.client.get(f"{self.at}/view").json()
        return found

    def post(self, body: dict[str, Any]) -> httpx2.Response:
        return self.client.post(f"{self.at}/commands", json=body)

    def again(self, cmd_id: str) -> object:
        """What the server says to a command it was given before."""
        return self.post(self.given[cmd_id]).json()["seq"]

    def run(self) -> None:
        try:
            while True:
                self.sent = self._next(self.view())
                self.given[self.sent["cmd_id"]] = self.sent
                answer = self.post(self.sent)
                assert answer.status_code == 200, answer.text
                self.acknowledged[self.sent["cmd_id"]] = answer.json()["seq"]
        except httpx2.TransportError:
            return  # it was killed

    def _next(self, view: dict[str, Any]) -> dict[str, Any]:
        body = {"cmd_id": f"command-{next(_numbers)}", "seq": view["seq"]}
        if view["pending"] is None:
            return {**body, "do": "undo", "to": None}
        offer = view["pending"]["offers"][0]
        return {**body, "do": "plan", "name": offer["name"], "target": offer["target"]}


def begin(server: Server) -> Player:
    made = patient_http.post(f"{server.url}/fights", json={"encounter": "skirmish/bridge"}).json()
    return Player(made["gm"], made["id"])


@pytest.mark.skipif(os.name == "nt", reason="there is no SIGKILL there")
@pytest.mark.parametrize("kills", [10, pytest.param(100, marks=pytest.mark.slow)])
def test_killed_under_load(kills: int, tmp_path: Path) -> None:
    server = Server(tmp_path)
    players = [begin(server) for _ in range(2)]
    try:
        for kill in range(kills):
            server = _kill_and_start_again(server, players, tmp_path, commands=1 + kill % 7)
            _require_untorn(tmp_path / "table.sqlite")
        for player in players:
            assert len(player.acknowledged) >= 2 * kills
            for cmd_id, seq in player.acknowledged.items():
                assert player.again(cmd_id) == seq, "what was acknowledged is there"
            assert player.view()["seq"] == 1 + len(player.acknowledged), "none lost, none doubled"
            seqs = sorted(player.acknowledged.values())
            assert seqs == list(range(2, 2 + len(seqs)))
    finally:
        server.close()


def _require_untorn(path: Path) -> None:
    """Every tape without a gap, every entry with the command it came with, and a whole file."""
    with sqlite3.connect(path) as db:
        assert db.execute("PRAGMA quick_check").fetchall() == [("ok",)]
        gaps = "SELECT fight FROM entry GROUP BY fight HAVING count(*) != max(n) + 1"
        assert db.execute(gaps).fetchall() == []
        alone = (
            "SELECT count(*) FROM entry LEFT JOIN command USING (fight, cmd_id) "
            "WHERE entry.cmd_id IS NOT NULL AND command.seq IS NULL"
        )
        assert db.execute(alone).fetchone() == (0,)
    db.close()


def _kill_and_start_again(
    server: Server, players: list[Player], data: Path, commands: int
) -> Server:
    """In the middle of it: when everyone has been told of so many commands, and goes on."""
    goals = [len(player.acknowledged) + commands for player in players]
    for player in players:
        threading.Thread.__init__(player, daemon=True)
        player.start()
    until(lambda: _are_there(players, goals), f"{commands} commands of everyone taken")
    assert all(player.is_alive() for player in players)
    server.kill()
    for player in players:
        player.join(timeout=PATIENCE)
    again = Server(data, server.port)
    for player in players:
        for cmd_id, seq in list(player.acknowledged.items())[-2 * commands :]:
            assert player.again(cmd_id) == seq, "what was acknowledged is there"
        in_doubt = player.post(player.sent)  # its answer may have been lost with the server
        assert in_doubt.status_code in (200, 409)
        if in_doubt.status_code == 200:
            player.acknowledged[player.sent["cmd_id"]] = in_doubt.json()["seq"]
    return again


def _are_there(players: list[Player], goals: list[int]) -> bool:
    """Or never will be: one of them has given up."""
    there = all(len(p.acknowledged) >= goal for p, goal in zip(players, goals, strict=True))
    return there or not all(player.is_alive() for player in players)


@pytest.mark.skipif(os.name == "nt", reason="there is no SIGKILL there")
def test_both_pages_catch_up(tmp_path: Path) -> None:
    """A line taken up again tells of everything since the number it is given."""
    server = Server(tmp_path)
    try:
        player = begin(server)
        cookie = "; ".join(f"{k}={v}" for k, v in player.client.cookies.items())
        where = f"{player.at.replace('http', 'ws', 1)}/events?since="
        headers = {"Cookie": cookie, "Origin": server.url}
        with connect(f"{where}1", additional_headers=headers) as line:
            player.post(player._next(player.view()))
            while (news := json.loads(line.recv(timeout=PATIENCE)))["seq"] < 2:
                assert "view" not in news, "before it is told who is here"
            server.kill()
        server = Server(tmp_path, server.port)
        with connect(f"{where}1", additional_headers=headers) as line:
            while (news := json.loads(line.recv(timeout=PATIENCE)))["seq"] < 2:
                assert "view" not in news, "before it is told who is here"
            player.post(player._next(player.view()))
            assert json.loads(line.recv(timeout=PATIENCE))["seq"] == 3
    finally:
        server.close()


def test_the_port_that_is_taken_is_told_in_one_line(tmp_path: Path) -> None:
    server = Server(tmp_path)
    try:
        command = [sys.executable, "-m", "affray", "table", "--no-browser"]
        done = subprocess.run(
            [*command, "--data", str(tmp_path), "--port", str(server.port)],
            capture_output=True, text=True, timeout=PATIENCE,
        )  # fmt: skip
        assert done.returncode == 2
        problem = f"affray: --port: cannot listen at 127.0.0.1, port {server.port} ("
        assert done.stderr.startswith(problem)
        assert done.stderr.count("\n") == 1
    finally:
        server.close()


def test_plain_affray_opens_the_table(tmp_path: Path) -> None:
    """At the usual port or the next free one; Ctrl-C is a clean end."""
    server = Server(tmp_path, arguments=[])
    try:
        assert 8000 <= server.port < 8020
        assert patient_http.get(f"{server.url}/healthz").json() == {"ok": True}
        assert (tmp_path / "table" / "table.sqlite").exists()
        if os.name != "nt":
            server.process.send_signal(signal.SIGINT)
            assert server.process.wait(timeout=PATIENCE) == 0
    finally:
        server.close()
