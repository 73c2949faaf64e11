"""The rules at hand: the index of a game's rules, and a page for each of them."""

from __future__ import annotations

from typing import Any

from fastapi import FastAPI, Request
from fastapi.responses import HTMLResponse, Response
from fastapi.templating import Jinja2Templates

from affray.book.chapters import SOURCES
from affray.book.rulebook import Book, Rule, Ruling
from affray.book.ruleset import Ruleset
from affray.book.shelf import SHELF
from affray.files.rule_index import scenarios_of
from affray.table.lobby import Unknown
from affray.tell.code import code_of_rule, code_of_ruling


def add_rulebooks(app: FastAPI, pages: Jinja2Templates) -> None:
    def index(request: Request, ruleset: str, fight: str = "") -> Response:
        """The rule index, by chapters."""
        return pages.TemplateResponse(request, "rules.html", _of_all(_book(ruleset), fight))

    def one(request: Request, ruleset: str, rule: str, fight: str = "") -> Response:
        """A rule or a ruling whole; every rule id of the page leads here."""
        found = _of_one(_find(ruleset), rule)
        return pages.TemplateResponse(request, "rule.html", {**found, **_around(fight)})

    for path, page in (("/rules/{ruleset}", index), ("/rules/{ruleset}/{rule}", one)):
        app.add_api_route(path, page, response_class=HTMLResponse, include_in_schema=False)


def _find(slug: str) -> Ruleset:
    if slug not in SHELF.slugs():
        raise Unknown(f"no ruleset is called {slug!r}")
    return SHELF.get(slug)


def _book(slug: str) -> Book:
    return _find(slug).book


def _around(fight: str) -> dict[str, Any]:
    """The way back to the table one came from, kept from page to page."""
    from_fight = fight if fight.isalnum() else ""
    return {
        "back": f"/fights/{from_fight}" if from_fight else "/",
        "query": f"?fight={from_fight}" if from_fight else "",
    }


def _of_all(book: Book, fight: str) -> dict[str, Any]:
    used = {rule.source for rule in book.rules.values()}
    sources = {word: text for word, text in SOURCES.items() if word in used}
    return {"book": book, "sources": sources, **_around(fight)}


def _of_one(ruleset: Ruleset, name: str) -> dict[str, Any]:
    book = ruleset.book
    ruling = next((one for one in book.rulings.values() if one.id == name), None)
    if ruling is not None:
        return _about_ruling(ruleset, ruling)
    if name not in book.rules:
        raise Unknown(f"no rule of {book.name} is called {name!r}")
    return _about_rule(ruleset, book.rules[name])


def _about_rule(ruleset: Ruleset, rule: Rule) -> dict[str, Any]:
    book = ruleset.book
    ids = list(book.rules)
    at = ids.index(rule.id)
    return {
        "book": book,
        "id": rule.id,
        "rule": rule,
        "chapter": next(c for c in book.chapters if rule.id in c.rules),
        "source": SOURCES.get(rule.source, ""),
        "rulings": book.rulings_of(rule.id),
        "codes": code_of_rule(ruleset, rule.id),
        "scenarios": scenarios_of(ruleset, rule.id),
        "before": ids[at - 1] if at else "",
        "after": ids[at + 1] if at + 1 < len(ids) else "",
    }


def _about_ruling(ruleset: Ruleset, ruling: Ruling) -> dict[str, Any]:
    return {
        "book": ruleset.book,
        "id": ruling.id,
        "rule": None,
        "rulings": [ruling],
        "codes": code_of_ruling(ruleset, ruling.name),
        "scenarios": [],
    }
