"""A table that is open beyond this machine, its host, and those who try it."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from fastapi import FastAPI
from fastapi.testclient import TestClient
from table_helpers import WORKERS, Seat, Table

from affray.cli.main import run
from affray.table.hostkey import HostKey
from affray.table.web.app import create_app
from affray.table.web.entrance import LOCAL, Entrance

NAME = "table.example.org"


def new_party(name: str) -> None:
    assert run(["new", "party", name, "--from", "skirmish/bridge"]) == 0


def browser(app: FastAPI, at: str = f"https://{NAME}", **headers: str) -> TestClient:
    return TestClient(app, base_url=at, raise_server_exceptions=False, headers=headers)


class House:
    """A table that is open beyond this machine, and its host."""

    def __init__(self, data: Path) -> None:
        self.data = data
        self.key = HostKey(data)
        names = frozenset({NAME, *LOCAL})
        self.entrance = Entrance(names, frozenset({NAME}), self.key, is_open=True)
        self.app = create_app(data, self.entrance, workers=WORKERS)
        self.host = browser(self.app)
        self.host.get(f"/?key={self.key.text}")

    def begin(self, encounter: str = "skirmish/bridge") -> dict[str, Any]:
        answer = self.host.post("/fights", json={"encounter": encounter})
        assert answer.status_code == 201, answer.text
        made: dict[str, Any] = answer.json()
        return made

    def sit(self, made: dict[str, Any], link: str) -> Seat:
        seat = Seat.__new__(Seat)
        seat.client, seat.at = browser(self.app), f"/fights/{made['id']}"
        assert seat.client.get(link).status_code == 200
        return seat


def _house(tmp_path: Path) -> House:
    return House(tmp_path / "table")


house = pytest.fixture(_house, name="house")


def strike(table: Table) -> dict[str, Any]:
    """Both take a stance, and Ada strikes."""
    ada, bran = table.players
    ada.must("plan", name="press")
    bran.must("plan", name="press")
    return ada.must("plan", name="strike", target="Grim")
