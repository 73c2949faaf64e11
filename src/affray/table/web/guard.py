"""How a refusal is put: one line for a person, data for a program, and nothing of the server."""

from __future__ import annotations

import sqlite3
from collections.abc import Callable
from functools import lru_cache
from http import HTTPStatus
from pathlib import Path
from typing import Any

from fastapi import FastAPI, Request, Response
from fastapi.exceptions import RequestValidationError
from fastapi.responses import HTMLResponse, JSONResponse
from sqlalchemy.exc import SQLAlchemyError
from starlette.exceptions import HTTPException
from starlette.requests import HTTPConnection

import affray
from affray.book.errors import BadInput
from affray.files.saves import folder
from affray.rules.ask import Illegal
from affray.table.damage import Damaged
from affray.table.game import NotYours, Refused
from affray.table.jobs import NobodyThere
from affray.table.keeping import Reused, Stale
from affray.table.lobby import Unknown
from affray.table.sound import Lost
from affray.table.web.malformed import what_is_wrong
from affray.table.web.protocol import Problem
from affray.table.web.templates import pages

LONGEST = 1000
NO_JSON = "There was an error parsing the body"
"""As the framework says it."""


IN_A_MOMENT = (408, 409, 429, 500, 503)
"""What may be well by the time one tries again."""

NEXT = {
    400: "Go back, change it and send it again.",
    403: (
        "Whoever runs the table has the link that lets you in, under Share in the fight's menu. "
        "Open it in this browser: it keeps your seat from then on."
    ),
    404: (
        "A link may have been cut when it was copied, or what it led to has been deleted. "
        "Open it again from where you got it, or ask for another."
    ),
    408: "The line is slow or was cut. Try again when you are connected.",
    409: "Somebody was quicker. Load the page again and see how it stands.",
    421: "Use the address that was printed where the table was started, or a link made there.",
    429: "Wait a few seconds, then try again.",
    500: "Nothing that was answered is lost. Try again; if it stays, tell whoever runs the table.",
    503: "Nothing that was answered is lost. Wait a moment, then try again.",
}
"""What one does next, by the status of the answer."""

NOT_REACHED = (sqlite3.Error, SQLAlchemyError)
"""What a store raises that is no fault of whoever asks."""

UNREACHED = "the store cannot be reached; try again"
NOT_BY_TRYING = {
    "SQLITE_FULL": "the disk is full",
    "SQLITE_IOERR": "the table's disk cannot be read or written",
    "SQLITE_CORRUPT": "the table's file is damaged",
    "SQLITE_NOTADB": "the table's file is damaged",
}
"""Of what SQLite says, that which somebody has to mend first; none of it tells where it lies."""


def unreached(bad: Exception) -> str:
    """Why the store did not do it, as far as whoever asked can be told."""
    name = getattr(getattr(bad, "orig", bad), "sqlite_errorname", "")
    why = NOT_BY_TRYING.get("_".join(name.split("_")[:2]))
    return f"{why}; nothing is kept until that is mended" if why else UNREACHED


def add_refusals(app: FastAPI) -> None:
    handlers: dict[Any, Callable[[Request, Any], Response]] = {
        Refused: lambda r, bad: told(r, 422, str(bad), rules=list(bad.rules)),
        BadInput: lambda r, bad: told(r, 422, _with_bare_name(bad)),
        Illegal: lambda r, bad: told(r, 422, str(bad)),
        Damaged: lambda r, bad: told(r, 422, str(bad)),
        NotYours: lambda r, bad: told(r, 403, str(bad)),
        Unknown: lambda r, bad: told(r, 404, str(bad)),
        Reused: lambda r, bad: told(r, 409, str(bad)),
        Stale: lambda r, bad: problem(409, str(bad), seq=bad.seq),
        RequestValidationError: lambda r, bad: told(r, 422, what_is_wrong(bad.errors(), bad.body)),
        HTTPException: _http_refusal,
        Lost: lambda r, bad: told(r, 503, str(bad)),
        NobodyThere: lambda r, bad: told(r, 503, str(bad)),
    }
    handlers |= {kind: lambda r, bad: told(r, 503, unreached(bad)) for kind in NOT_REACHED}
    for kind, handler in handlers.items():
        app.add_exception_handler(kind, handler)


def _http_refusal(request: Request, bad: HTTPException) -> Response:
    detail = "the message is no JSON" if bad.detail == NO_JSON else str(bad.detail)
    answer = told(request, bad.status_code, detail)
    answer.headers.update(bad.headers or {})
    return answer


def problem(code: int, error: str, **more: Any) -> JSONResponse:
    said = Problem.model_validate({"error": _plain(error), "rules": [], **more})
    return JSONResponse(said.model_dump(exclude_unset=True), code)


def _plain(text: str) -> str:
    """No longer than one reads; and half a character, which can be sent to us, cannot go back."""
    whole = text.encode("utf-8", "replace").decode()
    return whole if len(whole) <= LONGEST else f"{whole[: LONGEST - 1]}\u2026"


def plainly(request: Request, error: str) -> str:
    """Why something is refused, as one may read it."""
    return _plain(without_paths(request, error))


def told(request: Request, code: int, error: str, **more: Any) -> Response:
    """One line for a person who opened a page or sent a form, data for everybody else."""
    said = plainly(request, error)
    wants_page = "text/html" in request.headers.get("accept", "")
    if not (wants_page and (request.method == "GET" or is_form(request))):
        return problem(code, said, **more)
    about = {
        "said": _sentence(said),
        "next": NEXT.get(code, NEXT[400 if code < HTTPStatus.INTERNAL_SERVER_ERROR else 500]),
        "again": request.url.path if code in IN_A_MOMENT and request.method == "GET" else "",
    }
    return HTMLResponse(pages.env.get_template("refused.html").render(about), code)


def _sentence(said: str) -> str:
    """With a large letter where it begins with a word; the name of a file is as it is."""
    first = said.partition(" ")[0]
    return f"{said[:1].upper()}{said[1:]}" if first.isalpha() else said


def is_form(request: Request) -> bool:
    return request.headers.get("content-type", "").startswith("application/x-www-form")


# What is said of files: their names, never where on the server they lie


def _with_bare_name(bad: BadInput) -> str:
    file = bad.file
    return str(bad).replace(str(file), file.name) if isinstance(file, Path) else str(bad)


def without_paths(request: HTTPConnection, text: str) -> str:
    """The folders the table reads and writes in are nobody's business."""
    data: Path = request.app.state.lobby.store.folder
    for one, name in _ways(data, folder().parent, Path.home(), Path.cwd()):
        text = text.replace(f"{one}/", "").replace(f"{one}\\", "").replace(one, name)
    return text


@lru_cache(16)
def _ways(data: Path, saves: Path, home: Path, here: Path) -> list[tuple[str, str]]:
    """All that those folders are called from `here`, the longest first: one may lie in another."""
    known = [data, saves, Path(affray.__file__).parent, home]
    ways = {way for near in known for way in (near, here / near, near.resolve())}
    told = [(str(way), way.name) for way in ways if way != Path(way.anchor)]
    return sorted(told, key=lambda one: len(one[0]), reverse=True)
