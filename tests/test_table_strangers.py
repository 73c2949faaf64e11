"""The table opened beyond this machine, by the program itself and in a browser."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import patient_http
import pytest
from playwright.sync_api import expect
from table_browser import PHONE, Person
from table_helpers import Server
from waiting import PATIENCE

from affray.cli.main import run


class OpenTable:
    """`affray table` with more than this machine let in; its host's link is read off the screen."""

    def __init__(self, data: Path, *arguments: str) -> None:
        given = ["table", "--no-browser", "--no-compile", "--data", str(data), "--port", "0"]
        environment = {**os.environ, "AFFRAY_HOME": str(data)}
        self.process = subprocess.Popen(
            [sys.executable, "-m", "affray", *given, *arguments],
            stdout=subprocess.PIPE, text=True, env=environment,
        )  # fmt: skip
        assert self.process.stdout is not None
        self.said = ""
        while "What is sent is" not in self.said:
            line = self.process.stdout.readline()
            assert line, self.said
            self.said += line
        found = re.search(r"(http\S+)\?key=(\S+)", self.said)
        assert found, self.said
        self.address, self.key = found[1], found[2]

    def close(self) -> None:
        self.process.terminate()
        self.process.wait(timeout=PATIENCE)
        assert self.process.stdout is not None
        self.process.stdout.close()


@pytest.fixture
def network(tmp_path: Path) -> Iterator[OpenTable]:
    found = OpenTable(tmp_path, "--host", "0.0.0.0")
    yield found
    found.close()


def test_who_opens_it_is_told_what_that_means(network: OpenTable) -> None:
    assert "only who has a link comes in" in network.said
    assert "not encrypted" in network.said
    port = network.address.rstrip("/").rpartition(":")[2]
    here = f"http://127.0.0.1:{port}/"
    assert patient_http.get(here).status_code == 403, "the key is wanted on this machine too"
    assert patient_http.get(here, headers={"host": "rebound.example"}).status_code == 421
    key = {"authorization": f"Bearer {network.key}"}
    for at in (here, network.address):  # the address this machine has in its network is its name
        assert patient_http.get(f"{at}openapi.json", headers=key).status_code == 200


def test_a_name_brings_the_key(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    table = OpenTable(tmp_path, "--name", "table.example.org")
    try:
        assert table.address == "https://table.example.org/"
        assert "as far as the proxy or tunnel" in table.said
    finally:
        table.close()
    assert run(["table", "--data", str(tmp_path), "--new-key"]) == 0
    said = capsys.readouterr().out
    assert "https://table.example.org/?key=" in said
    assert table.key not in said
    for name in ("", "a b", "http://", "ftp://x", "x/y", "http://[::1", "x?y"):
        assert run(["table", "--data", str(tmp_path), "--name", name]) == 2
        assert capsys.readouterr().err.startswith("affray: --name: found ")


def test_a_seat_s_links_are_renewed_in_the_shell(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    server = Server(tmp_path)
    try:
        body = {"encounter": "skirmish/bridge"}
        made = patient_http.post(f"{server.url}/fights", json=body).json()
        table = ["table", "--data", str(tmp_path)]
        for seat, old in (("Game master", made["gm"]), ("Ada", made["seats"][0]["link"])):
            assert patient_http.get(old).status_code == 303
            assert run([*table, "--links", made["id"], "--renew", seat]) == 0
            name, _, link = capsys.readouterr().out.strip().partition(": ")
            assert name == seat
            assert [patient_http.get(one).status_code for one in (old, link)] == [403, 303]
        assert run([*table, "--links", made["id"], "--renew", "Nobody"]) == 2
        assert run([*table, "--renew", "Ada"]) == 2
        assert "--renew: needs --links FIGHT" in capsys.readouterr().err
    finally:
        server.close()


def test_the_page_of_a_stranger_and_of_a_host(person: Person, network: OpenTable) -> None:
    answer = person.page.goto(network.address)
    assert answer is not None
    assert answer.status == 403
    expect(person.page.locator("h1")).to_have_text("This table is private")
    assert person.page.locator("form, button, .system").count() == 0
    person.must_be_accessible("a stranger's page")
    person.visit(f"{network.address}?key={network.key}")
    assert "key=" not in person.page.url
    assert person.page.locator(".system").count() >= 5


def test_several_seats_in_one_browser(person: Person, tmp_path: Path) -> None:
    server = Server(tmp_path)
    try:
        links = person.begin(server.url, "skirmish/bridge")
        page = person.page
        page.goto(links["seats"][0]["link"])
        expect(page.locator("h1")).to_have_text("Sit down as Ada?")
        person.must_be_accessible("asked before sitting down")
        page.get_by_role("button", name="as well").click()
        page.wait_for_selector("body[data-seq]")
        expect(page.locator("#seat")).to_have_text("Ada")
        page.set_viewport_size({"width": PHONE["width"], "height": PHONE["height"]})
        page.get_by_role("link", name="be Game master").click()
        page.wait_for_selector("body[data-seq]")
        expect(page.locator("#seat")).to_have_text("Game master")
        person.must_fit("two seats")
    finally:
        server.close()


def test_the_game_master_renews_their_own_link(person: Person, tmp_path: Path) -> None:
    server = Server(tmp_path)
    try:
        links = person.begin(server.url, "skirmish/bridge")
        page = person.page
        page.locator("#share").click()
        page.locator('[data-key="renew"]').click()
        new = page.locator("#own input")
        expect(new).to_have_value(re.compile(r"\?as=\S{22}"))
        person.must_be_accessible("the share panel")
        assert patient_http.get(links["gm"]).status_code == 403
        assert patient_http.get(new.input_value()).status_code == 303
        page.locator("#share-close").click()
        person.choose("press")
    finally:
        server.close()
