"""A table driven at random against a simple model: what was acknowledged is kept once and in order,
numbers grow, and nothing else changes anything; whoever hangs up, asks again or restarts."""

from __future__ import annotations

import tempfile
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, settings
from hypothesis import strategies as st
from hypothesis.stateful import (
    RuleBasedStateMachine,
    initialize,
    invariant,
    precondition,
    rule,
    run_state_machine_as_test,
)
from table_helpers import WORKERS, Seat, Table

from affray.table import snapshots
from affray.table.lobby import Lobby
from affray.table.web.app import create_app
from benchmarks.visitors import answers

FIGHTS = ["skirmish/duel", "skirmish/bridge", "dungeoneers-tactics/duel", "plunder/ford-at-dusk"]
MOVED_ON = 409
some = st.integers(0, 10_000)


class TableMachine(RuleBasedStateMachine):
    """The game master and two players at one fight."""

    new_store: Callable[[], str] = staticmethod(lambda: "")
    """Where the next table keeps its fights, if not in its folder."""

    @initialize(encounter=st.sampled_from(FIGHTS))
    def begin(self, encounter: str) -> None:
        self.folder = tempfile.TemporaryDirectory()
        store = self.new_store()
        self.table = Table(Path(self.folder.name), encounter, players=2, store=store)
        self.seats: list[Seat] = [self.table.gm, *self.table.players]
        self.others = (
            [create_app(Path(self.folder.name) / "other", workers=WORKERS, store=store)]
            if store
            else []
        )
        self.sent: list[tuple[int, dict[str, Any]]] = []
        """Every command that was taken, and the seat that gave it."""
        self.answered: dict[str, int] = {}
        self.numbers = [0] * len(self.seats)
        self.tape: list[str] = []
        self.views: list[dict[str, Any]] = []
        self.moved()

    def teardown(self) -> None:
        if hasattr(self, "table"):
            for app in (self.table.app, *self.others):
                app.state.lobby.close()
            self.folder.cleanup()

    @property
    def lobby(self) -> Lobby:
        found: Lobby = self.table.app.state.lobby
        return found

    # What is done

    def moved(self) -> None:
        self.views = [seat.view() for seat in self.seats]
        self.tape = self.rows("SELECT toml FROM entry ORDER BY n")

    def rows(self, query: str) -> list[Any]:
        with self.lobby.store.database.reading() as db:
            return [row[0] for row in db.exec_driver_sql(query)]

    def made(self, n: int, **said: Any) -> dict[str, Any]:
        """A command as this seat's page would make it."""
        return {"cmd_id": f"machine-{len(self.sent)}", "seq": self.views[n]["seq"], **said}

    def taken(self, n: int, body: dict[str, Any], answer: Any) -> None:
        assert answer.status_code == 200, answer.text
        assert answer.json()["seq"] == body["seq"] + 1
        self.sent.append((n, body))
        self.answered[body["cmd_id"]] = answer.json()["seq"]
        self.moved()

    def next_answers(self) -> tuple[int, list[dict[str, Any]]]:
        for n, view in enumerate(self.views):
            if view["pending"] is not None and view["pending"]["mine"]:
                return n, answers(view["pending"])
        return 0, [{"do": "undo", "to": 0}]

    @rule(which=some)
    def answer(self, which: int) -> None:
        n, legal = self.next_answers()
        for said in legal[which % len(legal) :] + legal:
            body = self.made(n, **said)
            answer = self.seats[n].post(**body)
            if answer.status_code == 200:
                self.taken(n, body, answer)
                break
            assert answer.status_code == 422, answer.text  # it wants more said
        else:
            raise AssertionError("nothing that was offered was taken")

    @rule()
    def undo(self) -> None:
        body = self.made(0, do="undo")
        answer = self.seats[0].post(**body)
        if answer.status_code == 200:
            self.taken(0, body, answer)
        else:
            assert answer.json()["error"] == "nothing has been decided yet"

    @rule()
    def the_answer_is_lost_and_asked_for_again(self) -> None:
        """The line was cut after the command had come: its page posts the same once more."""
        n, legal = self.next_answers()
        for said in legal:
            body = self.made(n, **said)
            if self.seats[n].post(**body).status_code == 200:
                self.taken(n, body, self.seats[n].post(**body))
                break

    # What changes nothing

    @precondition(lambda self: self.sent)
    @rule(which=some)
    def retry(self, which: int) -> None:
        n, body = self.sent[which % len(self.sent)]
        again = self.seats[n].post(**body)
        assert (again.status_code, again.json()["seq"]) == (200, self.answered[body["cmd_id"]])

    @precondition(lambda self: self.sent)
    @rule(which=some)
    def use_an_id_again(self, which: int) -> None:
        n, body = self.sent[which % len(self.sent)]
        other = {**body, "do": "habit", "undo": "strict"}
        other = {key: other[key] for key in ("cmd_id", "seq", "do", "undo")}
        refused = self.seats[n].post(**other)
        assert refused.status_code == MOVED_ON
        assert refused.json()["error"] == "this command id has been used for another command"

    @rule(n=st.integers(0, 2), by=st.integers(1, 3))
    def come_too_late(self, n: int, by: int) -> None:
        n %= len(self.seats)
        seq = self.views[n]["seq"]
        body = {**self.made(n, do="undo"), "seq": max(1, seq - by)}
        asked = self.views[n]["pending"]
        seals = asked is not None and asked["secret"]  # what another has sealed makes none late
        if body["seq"] < seq and not seals:
            refused = self.seats[n].post(**body)
            assert (refused.status_code, refused.json()["seq"]) == (MOVED_ON, seq)

    @rule()
    def speak_out_of_turn(self) -> None:
        _, legal = self.next_answers()
        for n, view in enumerate(self.views):
            pending = view["pending"]
            if n and pending is not None and not pending["mine"] and not pending["sealing"]:
                body = self.made(n, **legal[0])
                assert self.seats[n].post(**body).status_code in (403, 422)

    @rule(n=st.integers(0, 2))
    def listen_and_hang_up(self, n: int) -> None:
        n %= len(self.seats)
        seat = self.seats[n]
        with seat.client.websocket_connect(f"{seat.at}/events?since=0") as line:
            assert line.receive_json()["seq"] == self.views[n]["seq"]

    @rule()
    def restart(self) -> None:
        self.lobby.close()
        self.table.restart()

    @precondition(lambda self: self.others)
    @rule(n=st.integers(0, 2))
    def come_to_another_server(self, n: int) -> None:
        """And back; what it has seen of the fight is as old as the last who came to it."""
        seat = self.seats[n % len(self.seats)]
        here, there = self.table.app, self.others[0]
        seat.move_to(there if seat.client.app is here else here)

    @rule()
    def put_away(self) -> None:
        self.lobby.housed.put_all_away()

    # What always holds

    @invariant()
    def what_was_acknowledged_is_kept_once_and_in_order(self) -> None:
        said = self.rows("SELECT cmd_id FROM command ORDER BY seq")
        kept = [cmd_id for cmd_id in said if cmd_id.startswith("machine-")]
        assert kept == [body["cmd_id"] for _, body in self.sent]
        seqs = self.rows("SELECT seq FROM command ORDER BY seq")
        assert seqs == list(range(2, 2 + len(seqs)))

    @invariant()
    def nothing_else_has_changed(self) -> None:
        assert self.rows("SELECT toml FROM entry ORDER BY n") == self.tape
        now = [seat.view() for seat in self.seats]
        for view, known in zip(now, self.views, strict=True):
            assert {**view, "present": {}} == {**known, "present": {}}, "who is here comes and goes"

    @invariant()
    def numbers_grow(self) -> None:
        now = [view["seq"] for view in self.views]
        assert all(new >= old for new, old in zip(now, self.numbers, strict=True))
        self.numbers = now


def test_an_undo_that_reaches_beyond_a_snapshot_is_seen_by_whoever_asked_for_it(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """The game master has seen more since the last command that is kept: the number goes on."""
    monkeypatch.setattr(snapshots, "LONG", 10)
    monkeypatch.setattr(snapshots, "EVERY", 10)
    at = TableMachine()
    at.begin("plunder/ford-at-dusk")
    try:
        for _ in range(6):
            at.the_answer_is_lost_and_asked_for_again()
        at.restart()
        at.nothing_else_has_changed()
        at.undo()
        at.numbers_grow()
        assert at.sent[-1][1]["do"] == "undo"
    finally:
        at.teardown()


@pytest.mark.parametrize(
    ("kind", "examples"),
    [
        ("file", 6),
        ("postgres", 3),
        pytest.param("file", 150, marks=pytest.mark.slow),
        pytest.param("postgres", 50, marks=pytest.mark.slow),
    ],
)
def test_the_table_is_as_the_model_says(
    kind: str, examples: int, request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch
) -> None:
    if kind == "postgres":
        database = request.getfixturevalue("postgres").database
        monkeypatch.setattr(TableMachine, "new_store", staticmethod(database))
    monkeypatch.setattr(snapshots, "LONG", 10)
    monkeypatch.setattr(snapshots, "EVERY", 10)
    how = settings(
        max_examples=examples,
        stateful_step_count=25,
        suppress_health_check=list(HealthCheck),
    )
    run_state_machine_as_test(TableMachine, settings=how)
