"""How a refusal is put: one line for a person, data for a program, and nothing of the server."""

from __future__ import annotations

from collections.abc import Callable
from html import escape
from pathlib import Path
from typing import Any

from fastapi import FastAPI, Request, Response
from fastapi.exceptions import RequestValidationError
from fastapi.responses import HTMLResponse, JSONResponse
from sqlalchemy.exc import SQLAlchemyError
from starlette.exceptions import HTTPException

import affray
from affray.book.errors import BadInput
from affray.files.saves import folder
from affray.rules.ask import Illegal
from affray.table.game import NotYours, Refused
from affray.table.keeping import Damaged, Stale
from affray.table.lobby import Unknown
from affray.table.sound import Lost
from affray.table.web.malformed import what_is_wrong
from affray.table.web.protocol import Problem

LONGEST = 1000
NO_JSON = "There was an error parsing the body"
"""As the framework says it."""


def add_refusals(app: FastAPI) -> None:
    handlers: dict[Any, Callable[[Request, Any], Response]] = {
        Refused: lambda r, bad: told(r, 422, str(bad), rules=list(bad.rules)),
        BadInput: lambda r, bad: told(r, 422, _with_bare_name(bad)),
        Illegal: lambda r, bad: told(r, 422, str(bad)),
        Damaged: lambda r, bad: told(r, 422, str(bad)),
        NotYours: lambda r, bad: told(r, 403, str(bad)),
        Unknown: lambda r, bad: told(r, 404, str(bad)),
        Stale: lambda r, bad: problem(409, str(bad), seq=bad.seq),
        RequestValidationError: lambda r, bad: problem(422, what_is_wrong(bad.errors(), bad.body)),
        HTTPException: _http_refusal,
        Lost: lambda r, bad: problem(503, str(bad)),
        SQLAlchemyError: lambda r, bad: problem(503, "the store cannot be reached; try again"),
    }
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


def told(request: Request, code: int, error: str, **more: Any) -> Response:
    """One line for a person who opened a page or sent a form, data for everybody else."""
    said = _plain(without_paths(request, error))
    wants_page = "text/html" in request.headers.get("accept", "")
    if not (wants_page and (request.method == "GET" or is_form(request))):
        return problem(code, said, **more)
    title = f"<title>Affray: {escape(said)}</title>"
    text = f'<main><h1>{escape(said)}</h1><p><a href="/">To the start</a></p></main>'
    head = f'<!doctype html><html lang="en"><meta charset="utf-8">{title}'
    return HTMLResponse(f'{head}<link rel="stylesheet" href="/static/affray.css">{text}', code)


def is_form(request: Request) -> bool:
    return request.headers.get("content-type", "").startswith("application/x-www-form")


# What is said of files: their names, never where on the server they lie


def _with_bare_name(bad: BadInput) -> str:
    file = bad.file
    return str(bad).replace(str(file), file.name) if isinstance(file, Path) else str(bad)


def without_paths(request: Request, text: str) -> str:
    """The folders the table reads and writes in are nobody's business."""
    data: Path = request.app.state.lobby.store.path.parent
    known = [data, folder().parent, Path(affray.__file__).parent, Path.home()]
    for one in {path for near in known for path in (near, near.absolute(), near.resolve())}:
        if one != Path(one.anchor):
            text = text.replace(f"{one}/", "").replace(f"{one}\\", "").replace(str(one), one.name)
    return text
