"""What holds for every request: where it may come from, what a browser may do with the answer,
and how a refusal is put."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from html import escape
from typing import Any
from urllib.parse import urlsplit

from fastapi import FastAPI, Request, Response
from fastapi.exceptions import RequestValidationError
from fastapi.responses import HTMLResponse, JSONResponse
from sqlalchemy.exc import SQLAlchemyError
from starlette.exceptions import HTTPException
from starlette.requests import HTTPConnection

from affray.book.errors import BadInput
from affray.rules.ask import Illegal
from affray.table.game import NotYours, Refused
from affray.table.keeping import Stale
from affray.table.lobby import Unknown
from affray.table.sound import Lost
from affray.table.web.malformed import what_is_wrong
from affray.table.web.protocol import Problem

HEADERS = {
    "Content-Security-Policy": "default-src 'none'; script-src 'self'; style-src 'self'; "
    "img-src 'self' data:; font-src 'self'; connect-src 'self'; manifest-src 'self'; "
    "base-uri 'none'; form-action 'self'; frame-ancestors 'none'",
    "Referrer-Policy": "same-origin",  # a link's token never leaves this server
    "X-Content-Type-Options": "nosniff",
}
READING = ("GET", "HEAD", "OPTIONS")


def is_same_origin(asked: HTTPConnection) -> bool:
    """Whether a page of ours asks; what is no browser sends no Origin and lends no cookies."""
    origin = asked.headers.get("origin")
    return origin is None or urlsplit(origin).netloc == asked.headers.get("host", "")


def is_loopback(url: str) -> bool:
    """Whether an address means the machine itself, whichever it is followed on."""
    host = urlsplit(url).hostname or ""
    return host in ("localhost", "::1") or host.startswith("127.")


def add_guards(app: FastAPI) -> None:
    @app.middleware("http")
    async def guarded(
        request: Request, go_on: Callable[[Request], Awaitable[Response]]
    ) -> Response:
        if request.method not in READING and not is_same_origin(request):
            answer: Response = _problem(403, "another site may not ask for this")
        else:
            answer = await go_on(request)
        for name, value in HEADERS.items():
            answer.headers.setdefault(name, value)
        static = request.url.path.startswith("/static/")
        answer.headers.setdefault("Cache-Control", "no-cache" if static else "no-store")
        return answer

    handlers: dict[Any, Callable[[Request, Any], Response]] = {
        Refused: lambda r, bad: _told(r, 422, str(bad), rules=list(bad.rules)),
        BadInput: lambda r, bad: _told(r, 422, str(bad)),
        Illegal: lambda r, bad: _told(r, 422, str(bad)),
        NotYours: lambda r, bad: _told(r, 403, str(bad)),
        Unknown: lambda r, bad: _told(r, 404, str(bad)),
        Stale: lambda r, bad: _problem(409, str(bad), seq=bad.seq),
        RequestValidationError: lambda r, bad: _problem(422, what_is_wrong(bad.errors(), bad.body)),
        HTTPException: lambda r, bad: _told(r, bad.status_code, str(bad.detail)),
        Lost: lambda r, bad: _problem(503, str(bad)),
        SQLAlchemyError: lambda r, bad: _problem(503, "the store cannot be reached; try again"),
    }
    for kind, handler in handlers.items():
        app.add_exception_handler(kind, handler)


def _problem(code: int, error: str, **more: Any) -> JSONResponse:
    problem = Problem.model_validate({"error": error, "rules": [], **more})
    return JSONResponse(problem.model_dump(exclude_unset=True), code)


def _told(request: Request, code: int, error: str, **more: Any) -> Response:
    """One line for a person who opened a page or sent a form, data for everybody else."""
    wants_page = "text/html" in request.headers.get("accept", "")
    if not (wants_page and (request.method == "GET" or is_form(request))):
        return _problem(code, error, **more)
    title = f"<title>Affray: {escape(error)}</title>"
    text = f'<main><h1>{escape(error)}</h1><p><a href="/">To the start</a></p></main>'
    head = f'<!doctype html><html lang="en"><meta charset="utf-8">{title}'
    return HTMLResponse(f'{head}<link rel="stylesheet" href="/static/affray.css">{text}', code)


def is_form(request: Request) -> bool:
    return request.headers.get("content-type", "").startswith("application/x-www-form")
