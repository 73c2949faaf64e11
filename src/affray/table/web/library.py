"""A person's own library in the browser: the host's alone, every entry read like a file."""

from __future__ import annotations

from typing import Annotated, Any

from fastapi import FastAPI, Query, Request
from fastapi.responses import HTMLResponse, Response
from fastapi.templating import Jinja2Templates
from pydantic import BaseModel, ConfigDict, Field
from starlette.concurrency import run_in_threadpool

from affray.book.shelf import SHELF
from affray.files import library
from affray.table import building, my_library
from affray.table.building import Draft
from affray.table.web.guard import without_paths
from affray.table.web.protocol_building import Built
from affray.table.web.protocol_library import LibraryFile, Shelves

LONGEST_NAME = 100
NameQuery = Annotated[str, Query(max_length=LONGEST_NAME)]
Name = Annotated[str, Field(max_length=LONGEST_NAME)]


class LibraryPart(BaseModel):
    """A game's part of the library."""

    model_config = ConfigDict(extra="forbid")

    ruleset: Name


class KeepThing(LibraryPart):
    """A piece of content to be kept; `again` writes over what was kept under its id."""

    kind: Name
    table: dict[str, Any]
    again: bool = False


class BringFile(LibraryPart):
    """A file that was opened, by its name and its text."""

    name: Name
    text: str


class OneThing(LibraryPart):
    """Something one has."""

    kind: Name
    id: Name


class KeepCreature(BaseModel):
    """Somebody of a draft, to be kept under an id of their own."""

    model_config = ConfigDict(extra="forbid")

    draft: Draft
    who: Name
    id: Name
    again: bool = False


def add_library(app: FastAPI, pages: Jinja2Templates) -> None:
    def page(request: Request, ruleset: NameQuery = "") -> Response:
        """One's own things of a game; with nothing said, one chooses a game."""
        return pages.TemplateResponse(request, "library.html", _chosen(ruleset))

    def cards(request: Request, ruleset: NameQuery) -> Response:
        """Cards to be printed and cut."""
        shown = {"cards": my_library.cards(ruleset), **_chosen(ruleset)}
        return pages.TemplateResponse(request, "cards.html", shown)

    for path, shown in (("/library", page), ("/library/cards", cards)):
        app.add_api_route(path, shown, response_class=HTMLResponse, include_in_schema=False)
    app.add_api_route("/library/shelves", shelves, response_model=Shelves)
    app.add_api_route("/library/file", file, response_model=LibraryFile)
    app.add_api_route("/library/keep", keep, methods=["POST"], response_model=Shelves)
    app.add_api_route("/library/bring", bring, methods=["POST"], response_model=Shelves)
    app.add_api_route("/library/remove", remove, methods=["POST"], response_model=Shelves)
    app.add_api_route("/build/library", keep_creature, methods=["POST"], response_model=Built)


def _chosen(ruleset: str) -> dict[str, Any]:
    games = {slug: SHELF.get(slug).book.name for slug in SHELF.slugs()}
    return {"games": games, "ruleset": ruleset if ruleset in games else ""}


def _shelves(request: Request, slug: str) -> dict[str, Any]:
    """All of a game's content; where it lies on this machine is nobody's business."""
    found = my_library.shelves(slug)
    for kind in found["kinds"]:
        for one in kind["own"]:
            one["problem"] = without_paths(request, one["problem"])
    return found


async def shelves(request: Request, ruleset: NameQuery) -> Any:
    """What there is of each kind, in the book and of one's own."""
    return await run_in_threadpool(_shelves, request, ruleset)


async def file(ruleset: NameQuery, kind: NameQuery, id: NameQuery) -> LibraryFile:
    """One of one's own as a file for somebody else."""

    def text() -> str:
        return library.exported(building.game(ruleset), kind, id)

    return LibraryFile(text=await run_in_threadpool(text))


async def keep(request: Request, posted: KeepThing) -> Any:
    """Keep a piece of content of one's own."""

    def kept() -> Any:
        library.keep(building.game(posted.ruleset), posted.kind, posted.table, posted.again)
        return _shelves(request, posted.ruleset)

    return await run_in_threadpool(kept)


async def bring(request: Request, posted: BringFile) -> Any:
    """Take in what a file of content holds."""

    def brought() -> Any:
        library.bring(building.game(posted.ruleset), posted.name, posted.text)
        return _shelves(request, posted.ruleset)

    return await run_in_threadpool(brought)


async def remove(request: Request, posted: OneThing) -> Any:
    """Take something out; fights that were begun have copies of their own."""

    def removed() -> Any:
        library.remove(building.game(posted.ruleset), posted.kind, posted.id)
        return _shelves(request, posted.ruleset)

    return await run_in_threadpool(removed)


async def keep_creature(posted: KeepCreature) -> Any:
    """Keep somebody of a draft; the draft has them from the library from then on."""

    def kept() -> Any:
        draft = my_library.keep_creature(posted.draft, posted.who, posted.id, posted.again)
        return building.look_at(draft)

    return await run_in_threadpool(kept)
