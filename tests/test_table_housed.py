"""Fights in memory: loaded once, put away when idle, and whole when they come back."""

from __future__ import annotations

import threading
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack
from pathlib import Path
from typing import Any

import pytest
from table_helpers import Table

from affray.table import housed
from affray.table.housed import Housed
from affray.table.lobby import Lobby, Unknown


class Clock:
    now = 0.0

    def __call__(self) -> float:
        return self.now


def of_names(clock: Clock) -> tuple[Housed, list[str]]:
    """Fights that are nothing but their names, and which were loaded."""
    loaded: list[str] = []

    def load(fight: str) -> Any:
        loaded.append(fight)
        return fight

    return Housed(load, clock), loaded


def test_memory_does_not_grow_with_the_fights_ever_opened() -> None:
    clock = Clock()
    held, loaded = of_names(clock)
    for k in range(1000):
        held.get(f"fight {k}")
        clock.now += housed.SECONDS_IDLE / 10
    assert len(loaded) == 1000
    assert len(held) == housed.MOST
    assert "fight 999" in held
    assert "fight 0" not in held


def test_what_was_used_last_stays() -> None:
    clock = Clock()
    held, loaded = of_names(clock)
    for k in range(housed.MOST):
        held.get(f"fight {k}")
    clock.now += housed.SECONDS_IDLE
    held.get("fight 0")
    held.get("one more")
    assert "fight 0" in held, "it was used again"
    assert "fight 1" not in held, "the least recently used"
    assert loaded.count("fight 0") == 1


def test_what_is_being_played_stays_beyond_the_limit_but_not_without_end() -> None:
    held, _ = of_names(Clock())
    for k in range(housed.MOST + 10):
        held.get(f"fight {k}")
    assert len(held) == housed.MOST + 10, "nobody was idle"
    for k in range(2 * housed.NEVER_MORE):
        held.get(f"another {k}")
    assert len(held) == housed.NEVER_MORE


def test_a_fight_somebody_listens_to_is_not_put_away() -> None:
    clock = Clock()
    held, _ = of_names(clock)
    with held.listening("heard"):
        held.get("heard")
        for k in range(2 * housed.MOST):
            clock.now += housed.SECONDS_IDLE
            held.get(f"fight {k}")
        assert "heard" in held
    clock.now += housed.SECONDS_IDLE
    held.get("one more")
    assert "heard" not in held


def test_those_somebody_listens_to_take_nobody_s_place() -> None:
    """A house full of people who listen had every other fight loaded anew with every answer."""
    clock = Clock()
    held, loaded = of_names(clock)
    with ExitStack() as stack:
        for k in range(2 * housed.NEVER_MORE):
            stack.enter_context(held.listening(f"heard {k}"))
            held.get(f"heard {k}")
        for _ in range(3):
            for k in range(16):
                held.get(f"small {k}")
                clock.now += 1
    assert len(loaded) == 2 * housed.NEVER_MORE + 16, "each once"


def test_a_cold_fight_is_loaded_once_however_many_ask() -> None:
    asked, go_on = threading.Barrier(8), threading.Event()
    loads = []

    def load(fight: str) -> Any:
        loads.append(fight)
        go_on.wait(60)
        return object()

    held = Housed(load)

    def ask() -> Any:
        asked.wait(60)
        return held.get("cold")

    with ThreadPoolExecutor(8) as pool:
        found = [pool.submit(ask) for _ in range(7)]
        asked.wait(60)
        other = pool.submit(lambda: go_on.set())
        other.result()
        games = {id(one.result()) for one in found}
    assert loads == ["cold"]
    assert len(games) == 1


def test_one_that_cannot_be_loaded_keeps_nobody_waiting(tmp_path: Path) -> None:
    lobby = Lobby(tmp_path)
    for _ in range(2):
        with pytest.raises(Unknown):
            lobby.kept("nothing")
    assert not lobby.housed._loading
    lobby.store.close()


def test_a_fight_that_was_put_away_comes_back_as_it_was(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(housed, "MOST", 1)
    monkeypatch.setattr(housed, "SECONDS_IDLE", 0.0)
    table = Table(tmp_path, "skirmish/bridge")
    lobby: Lobby = table.app.state.lobby
    _press(table.gm.view, table.gm.must)
    before = table.gm.view()
    lobby.kept(lobby.begin("skirmish/duel"))
    assert table.id not in lobby.housed
    assert table.gm.view() == before
    _press(table.gm.view, table.gm.must)
    assert table.gm.view()["seq"] == before["seq"] + 1


def _press(view: Callable[[], Any], must: Callable[..., Any]) -> None:
    offer = view()["pending"]["offers"][0]
    must("plan", name=offer["name"], target=offer["target"])
