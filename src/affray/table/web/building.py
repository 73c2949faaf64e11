"""Building an encounter in the browser: the host's alone; every draft is read like a file."""

from __future__ import annotations

from typing import Annotated, Any

from fastapi import FastAPI, Query, Request
from fastapi.responses import HTMLResponse, Response
from fastapi.templating import Jinja2Templates
from pydantic import BaseModel, ConfigDict, Field
from starlette.concurrency import run_in_threadpool

from affray.book.encounter import require_opponents
from affray.book.shelf import SHELF
from affray.files.encounter_file import encounter_text
from affray.files.pictures import read_picture
from affray.table import building, built_files, built_maps, built_pictures, collection
from affray.table.building import Draft
from affray.table.lobby import Lobby, Unknown
from affray.table.web.drawn import every_symbol
from affray.table.web.forecast import ForecastSent, forecast_of
from affray.table.web.pictures import AS_IT_IS
from affray.table.web.protocol_building import BuildingParts, Built, MapFile, PictureKept, Saved
from affray.table.web.seated import InLobby

LONGEST_NAME = 100
NameQuery = Annotated[str, Query(max_length=LONGEST_NAME)]
Name = Annotated[str, Field(max_length=LONGEST_NAME)]


InMap = Annotated[int, Field(ge=0, le=10_000)]


class DraftRequest(BaseModel):
    """A draft to be looked at."""

    model_config = ConfigDict(extra="forbid")

    draft: Draft


class Expect(DraftRequest):
    """What is to be expected of a draft; with `more` something more is worked out first."""

    more: bool = False


class AddCreature(DraftRequest):
    """One more creature: of the book, on a side; or just like another."""

    content: Name = ""
    side: Name = ""
    like: Name = ""


class KeepDraft(DraftRequest):
    """A draft to be saved under a name; `again` writes over what was saved under it."""

    name: Name
    again: bool = False


class OpenedFile(DraftRequest):
    """A file that was opened, by its name and its text; of a map that is too large, the tile it
    is taken from."""

    name: Name
    text: str
    picture: Name = ""
    begins: tuple[InMap, InMap] = (0, 0)


def add_building(app: FastAPI, pages: Jinja2Templates) -> None:
    def page(request: Request, ruleset: NameQuery = "", encounter: NameQuery = "") -> Response:
        """The builder; with nothing said, one chooses a game."""
        games = {slug: SHELF.get(slug).book.name for slug in SHELF.slugs()}
        chosen = {"ruleset": ruleset if ruleset in games else "", "encounter": encounter}
        data = {"games": games, "symbols": every_symbol(), **chosen}
        return pages.TemplateResponse(request, "build.html", data)

    app.add_api_route("/build", page, response_class=HTMLResponse, include_in_schema=False)
    app.add_api_route("/build/parts", parts, response_model=BuildingParts)
    app.add_api_route("/build/draft", begin, response_model=Built)
    app.add_api_route("/build/look", look, methods=["POST"], response_model=Built)
    app.add_api_route("/build/forecast", expected, methods=["POST"], response_model=ForecastSent)
    app.add_api_route("/build/more", more, methods=["POST"], response_model=Built)
    app.add_api_route("/build/bring", bring, methods=["POST"], response_model=Built)
    app.add_api_route("/build/map", map_file, methods=["POST"], response_model=MapFile)
    content = {"application/octet-stream": {"schema": {"type": "string", "format": "binary"}}}
    takes = {"requestBody": {"required": True, "content": content}}
    app.add_api_route(
        "/build/pictures", picture, methods=["POST"], status_code=201, response_model=PictureKept,
        openapi_extra=takes,
    )  # fmt: skip
    app.add_api_route("/build/pictures/{mark}", fetched, response_class=Response)
    app.add_api_route("/build/keep", keep, methods=["POST"], response_model=Saved)


async def parts(ruleset: NameQuery) -> Any:
    """What there is to build with."""
    return await run_in_threadpool(building.parts_of, ruleset)


async def begin(lobby: InLobby, ruleset: NameQuery = "", encounter: NameQuery = "") -> Any:
    """A draft to begin with: of a game, or an encounter that stands."""
    return await run_in_threadpool(_begun, lobby, ruleset, encounter)


def _begun(lobby: Lobby, ruleset: str, encounter: str) -> Any:
    if encounter:
        return building.look_at(building.draft_of(lobby.encounter(encounter)))
    return building.look_at(building.blank(ruleset))


async def look(posted: DraftRequest) -> Any:
    """How a draft stands, or what forbids it."""
    return await run_in_threadpool(building.look_at, posted.draft)


async def expected(request: Request, lobby: InLobby, posted: Expect) -> ForecastSent:
    """The chance to win of a draft as it stands; left where the draft has changed since."""
    found = await run_in_threadpool(building.read_draft, posted.draft)
    require_opponents(found)
    return await forecast_of(request, lobby.drafts, found, posted.more)


async def map_file(posted: DraftRequest) -> MapFile:
    """The draft's map as a Universal VTT file."""
    text, report = await run_in_threadpool(built_maps.map_text, posted.draft)
    return MapFile(text=text, report=report)


async def more(posted: AddCreature) -> Any:
    """The draft with one more creature."""
    return await run_in_threadpool(_with_more, posted)


def _with_more(posted: AddCreature) -> Any:
    if posted.like:
        return building.look_at(building.with_twin(posted.draft, posted.like))
    return building.look_at(building.with_another(posted.draft, posted.content, posted.side))


async def keep(posted: KeepDraft) -> Saved:
    """Save a draft among one's own encounters."""
    return Saved(ref=await run_in_threadpool(_kept, posted))


def _kept(posted: KeepDraft) -> str:
    require_opponents(building.read_draft(posted.draft))
    return collection.keep_built(posted.name, encounter_text(posted.draft), posted.again)


async def bring(posted: OpenedFile) -> Any:
    """The draft with what a file holds; an encounter's own takes its place."""
    said = (posted.draft, posted.name, posted.text, posted.picture, posted.begins)
    return await run_in_threadpool(built_files.brought, *said)


async def picture(request: Request) -> PictureKept:
    """Keep a PNG, JPEG or WebP as the ground of what is being built; what a file calls it."""
    body = await request.body()

    def kept() -> PictureKept:
        found = read_picture(body, most=request.app.state.limits.body_bytes)
        return PictureKept(picture=built_pictures.keep(found))

    return await run_in_threadpool(kept)


def fetched(mark: str) -> Response:
    """A picture that was kept for building."""
    found = built_pictures.find(mark)
    if found is None:
        raise Unknown("there is no such picture here")
    return Response(found.content, media_type=found.kind, headers=AS_IT_IS)
