"""Pages that say no: they fit a phone, say why in a sentence, and what to do next."""

from __future__ import annotations

from pathlib import Path

import pytest
from fastapi.testclient import TestClient
from playwright.sync_api import Browser
from table_browser import NARROWEST, Person
from table_helpers import WORKERS, Served, Table

from affray.table.hostkey import HostKey
from affray.table.limits import USUAL
from affray.table.web.app import create_app
from affray.table.web.entrance import Entrance
from affray.table.web.guard import NEXT

PAGE = {"accept": "text/html"}
FORM = {**PAGE, "content-type": "application/x-www-form-urlencoded"}
LONG = "a-link-that-was-" + "very-" * 30 + "long"


def guests_at(data: Path) -> TestClient:
    """Somebody from elsewhere, without key or seat."""
    app = create_app(data, Entrance(key=HostKey(data), is_open=True), workers=WORKERS)
    return TestClient(app, raise_server_exceptions=False)


def test_every_page_that_says_no_says_what_to_do_next(tmp_path: Path) -> None:
    table, guest = Table(tmp_path / "a", "skirmish/bridge"), guests_at(tmp_path / "b")
    gm = table.gm.client
    big = {"content-length": str(USUAL.body_bytes + 1)}
    named = TestClient(create_app(tmp_path / "c", Entrance(frozenset({"affray.test"}))))
    refused = {
        403: [guest.get(f"/fights/{table.id}", headers=PAGE), guest.get("/t/nope", headers=PAGE)],
        404: [gm.get("/rules/nothing", headers=PAGE), gm.get("/nowhere", headers=PAGE)],
        413: [gm.post("/fights", content="x", headers={**FORM, **big})],
        421: [named.get("/", headers=PAGE)],
        422: [gm.post("/fights", content="encounter=nothing", headers=FORM)],
    }
    for code, answers in refused.items():
        for answer in answers:
            assert answer.status_code == code, answer.text
            assert 'name="viewport"' in answer.text
            assert NEXT.get(code, NEXT[400]).replace("'", "&#39;") in answer.text
    as_data = gm.get("/nowhere")
    assert as_data.json()["error"], "and a program gets data as before"


@pytest.mark.parametrize("path", ["/fights/none", f"/t/{LONG}", "/"])
def test_a_page_that_says_no_fits_the_narrowest_phone(
    tmp_path: Path, browser: Browser, path: str
) -> None:
    app = create_app(tmp_path, Entrance(key=HostKey(tmp_path), is_open=True), workers=WORKERS)
    served, person = Served(app), Person(browser, NARROWEST)
    answer = person.page.goto(f"{served.url}{path}")
    assert answer is not None
    assert answer.status == 403
    assert person.page.evaluate("innerWidth") == NARROWEST["width"], "as wide as the phone is"
    person.must_fit(path)
    person.must_be_accessible(path)
    person.context.close()
    served.close()
