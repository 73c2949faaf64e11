"""How the rules are read at a table: for its game master to switch, for all to read and print."""

from __future__ import annotations

from typing import Annotated, Any

from fastapi import FastAPI, Query, Request
from fastapi.responses import HTMLResponse, Response
from fastapi.templating import Jinja2Templates
from starlette.concurrency import run_in_threadpool

from affray.table.rulings import readings_of, would
from affray.table.web.protocol_building import RulingSwitch
from affray.table.web.seated import Asking
from affray.table.web.sent import Sent

Name = Annotated[str, Query(max_length=100)]


class SwitchNow(RulingSwitch):
    """A ruling, and how it is read here."""

    now: str


class ReadHere(Sent):
    """All rulings of a fight; `back` is that one was switched from the beginning."""

    rulings: list[SwitchNow]
    back: bool


class ChangeToldOtherwise(Sent):
    """Lines of the log, and those that would stand there instead."""

    was: list[str]
    now: list[str]


class ToldOtherwise(Sent):
    """What would have been different, and how many of the answers fit."""

    answers: int
    fits: int
    how_far: str
    changes: list[ChangeToldOtherwise]
    more: int


def add_rulings(app: FastAPI, pages: Jinja2Templates) -> None:
    async def page(request: Request, fight: str, asking: Asking) -> Response:
        """The house rules of a table: what is read otherwise than usually, to be printed."""
        found = await run_in_threadpool(readings_of, asking.kept)
        house = [one for one in found["rulings"] if one["now"] != one["default"]]
        shown = {**found, "house": house, "fight": fight}
        return pages.TemplateResponse(request, "rulings.html", shown)

    at = "/fights/{fight}/rulings"
    app.add_api_route(at, page, response_class=HTMLResponse, include_in_schema=False)
    app.add_api_route("/fights/{fight}/readings", readings, response_model=ReadHere)
    app.add_api_route("/fights/{fight}/otherwise", told, response_model=ToldOtherwise)


async def readings(asking: Asking) -> Any:
    """How every ruling is read here now."""
    found = await run_in_threadpool(readings_of, asking.kept)
    names = SwitchNow.model_fields
    listed = [{name: one[name] for name in names} for one in found["rulings"]]
    return {"rulings": listed, "back": found["back"]}


async def told(asking: Asking, ruling: Name, reading: Name) -> Any:
    """What would have been different under another reading; the game master's to ask."""
    found = await run_in_threadpool(would, asking.kept, asking.n, ruling, reading)
    return {name: found[name] for name in ToldOtherwise.model_fields}
