"""`check`: a game held to what every game promises; what is broken, and how to see it."""

from __future__ import annotations

import shlex
import shutil
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any

import typer

from affray.book.errors import BadInput
from affray.book.ruleset import Ruleset
from affray.book.shelf import SHELF, slug_of
from affray.cli.common import counted, print_json
from affray.cli.progress import Progress

if TYPE_CHECKING:
    from affray.conformance.answers import Finding, Findings, Promise

HOLDS, GROWS = "holds", "to come"
MOST_SHOWN = 3
"""Faults of one promise."""


def check_rulesets(what: str, fights: int, golden: bool, as_json: bool) -> None:
    """One game, or all of the shelf; status 1 when a promise does not hold."""
    games = _games(what)
    found = []
    for ruleset in games:
        answers = _answers(ruleset, fights, golden)
        found.append(_data(ruleset, answers))
        if not as_json:
            _tell(ruleset, answers)
        if answers.stopped:
            break
    if as_json:
        print_json({"fights": fights, "rulesets": found})
    if any(one["stopped"] for one in found):
        raise typer.Abort
    if any(one["broken"] for one in found):
        raise typer.Exit(1)


def _games(what: str) -> list[Ruleset]:
    """A game by its name or by the folder it lies in; every game where none is named."""
    if not what:
        return SHELF.all()
    folder = Path(what)
    if what not in SHELF.slugs() and folder.is_dir():
        if not (folder / "rulebook.toml").is_file():
            raise BadInput("holds no rulebook.toml, so it is no ruleset", file=folder)
        SHELF.add_folder(folder)
        what = slug_of(folder)
    return [SHELF.get(what)]


def _answers(ruleset: Ruleset, fights: int, golden: bool) -> Findings:
    from affray.conformance.answers import check

    with Progress(1, "check") as progress:

        def done(over: int, total: int) -> None:
            progress.total = total
            progress.show(over)

        return check(ruleset.slug, fights, golden, done)


def _tell(ruleset: Ruleset, answers: Findings) -> None:
    told: set[str] = set()
    for promise in answers.promises.values():
        print(f"{promise.state.upper() if promise.findings else promise.state:<8} ", end="")
        print(promise.sentence)
        if promise.to_come and not promise.findings:
            print(f"         {promise.to_come}")
        for line in _broken_by(ruleset, promise, told):
            print(f"         {line}")
    if answers.left_out:
        print(answers.left_out)
    if answers.stopped:
        over = f"stopped after {answers.done} of {counted(answers.total, 'check')}"
        print(f"{over}{f', in: {answers.where}' if answers.where else ''}", file=sys.stderr)
    states = [promise.state for promise in answers.promises.values()]
    kept, later = states.count(HOLDS), states.count(GROWS)
    so_far = " so far" if answers.stopped else ""
    said = f"{kept} of {counted(len(states), 'promise')} hold{so_far}"
    print(f"{ruleset.book.name}: {said}{f', {later} to come' if later else ''}")


def _broken_by(ruleset: Ruleset, promise: Promise, told: set[str]) -> Iterator[str]:
    """What a promise is broken by, and how to see it; one fault breaks many promises, in every
    fight, and is told with all that belongs to it once."""
    alike: dict[str, list[Finding]] = {}
    for one in promise.findings:
        alike.setdefault(one.says, []).append(one)
    new = {says: found for says, found in alike.items() if says not in told}
    told.update(new)
    if alike and not new:
        yield f"by the same: {next(iter(alike))}"
    for says, found in list(new.items())[:MOST_SHOWN]:
        first = next((one for one in found if one.tape), found[0])
        yield f"{first.encounter}: {says}" if first.encounter else says
        yield f"see it: {_see(ruleset, promise, first)}"
        others = [one.encounter for one in found if one.encounter != first.encounter]
        if others:
            yield f"also in {', '.join(others)}"
    left = sum(len(found) for found in list(new.values())[MOST_SHOWN:])
    if left:
        yield f"and in {counted(left, 'fight')} more"


def _see(ruleset: Ruleset, promise: Promise, one: Finding) -> str:
    """The fight or the scenario again, or where there is none, the promise alone in all its
    detail; who installed Affray alone (`pipx`) has pytest only beside it."""
    own = SHELF.option_of(ruleset)
    if one.tape is not None:
        return shlex.join(["affray", "replay", str(one.tape), *own])
    if one.scenario:
        return shlex.join(["affray", "scenario", one.scenario, *own])
    pytest = ["pytest"] if shutil.which("pytest") else [sys.executable, "-m", "pytest"]
    suite = [*pytest, "--pyargs", "affray.conformance", "-p", "affray.conformance.plugin", *own]
    return shlex.join([*suite, "--ruleset", ruleset.slug, "-k", promise.name])


def _data(ruleset: Ruleset, answers: Findings) -> dict[str, Any]:
    return {
        "ruleset": ruleset.slug,
        "checks": answers.done,
        "of": answers.total,
        "stopped": answers.stopped,
        "stopped_in": answers.where if answers.stopped else "",
        "left_out": answers.left_out,
        "holds": [p.sentence for p in answers.promises.values() if p.state == HOLDS],
        "to_come": {p.sentence: p.to_come for p in answers.promises.values() if p.to_come},
        "broken": [
            {
                "promise": promise.sentence,
                "encounter": one.encounter,
                "says": one.says,
                "field": one.field,
                "tape": str(one.tape or ""),
                "see": _see(ruleset, promise, one),
            }
            for promise in answers.broken
            for one in promise.findings
        ],
    }
