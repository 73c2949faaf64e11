"""The suite run for people: every promise by its name, and of a broken one where and how to see it.

A promise is a test: its name is the sentence, there is no other list of them.
"""

from __future__ import annotations

import tempfile
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import pytest

from affray.book.encounter import Encounter, find_encounter
from affray.book.errors import BadInput, legal
from affray.book.faults import what_happened
from affray.compiler import is_available
from affray.conformance.playing import WATCHED, NotHeld, keep_tape
from affray.oracles.dice import Undecided
from affray.rules.homemade import line_in
from affray.rules.masks import members

HOLDS, BROKEN, GROWS = "holds", "broken", "to come"
PREFIX = "test_"
HowFar = Callable[[int, int], None]
"""Told how many checks are over, and of how many."""


@dataclass(frozen=True)
class Finding:
    """Where a promise does not hold, what was found there, and the fight that shows it."""

    encounter: str
    says: str
    field: str = ""
    tape: Path | None = None
    scenario: str = ""


@dataclass
class Promise:
    """One promise of the suite, over all encounters of a game."""

    name: str
    checks: int = 0
    findings: list[Finding] = field(default_factory=list)
    to_come: str = ""

    @property
    def sentence(self) -> str:
        return self.name.removeprefix(PREFIX).replace("_", " ")

    @property
    def state(self) -> str:
        return BROKEN if self.findings else GROWS if self.to_come else HOLDS


@dataclass
class Findings:
    """What the suite found of one game."""

    promises: dict[str, Promise] = field(default_factory=dict)
    total: int = 0
    stopped: bool = False
    where: str = ""
    """What was tried when it was stopped: rules may never end."""
    left_out: str = ""

    @property
    def done(self) -> int:
        return sum(promise.checks for promise in self.promises.values())

    @property
    def broken(self) -> list[Promise]:
        return [p for p in self.promises.values() if p.state == BROKEN]


class _Listener:
    """Hears of every check as it is over."""

    def __init__(self, answers: Findings, done: HowFar) -> None:
        self.answers, self.done = answers, done

    def pytest_collection_finish(self, session: pytest.Session) -> None:
        self.answers.total = len(session.items)
        self.done(0, self.answers.total)

    def pytest_runtest_setup(self, item: pytest.Item) -> None:
        WATCHED.clear()
        fight = _encounter(item)
        self.answers.where = f"{Promise(_name(item)).sentence}{f', {fight}' if fight else ''}"

    def pytest_keyboard_interrupt(self, excinfo: pytest.ExceptionInfo[BaseException]) -> None:
        place = line_in(excinfo.value)
        if place is not None:
            self.answers.where += f", at {place[0]}:{place[1]}"

    @pytest.hookimpl(hookwrapper=True)
    def pytest_runtest_makereport(self, item: pytest.Item, call: pytest.CallInfo[None]) -> Any:
        outcome = yield
        report = outcome.get_result()
        if report.when != "call" and not report.failed:
            return
        promise = self._promise(item)
        promise.checks += 1
        if hasattr(report, "wasxfail") and report.skipped:
            promise.to_come = promise.to_come or report.wasxfail.removeprefix("reason: ")
        elif report.failed and call.excinfo is not None:
            promise.findings.append(finding(_encounter(item), call.excinfo.value))
        self.done(self.answers.done, self.answers.total)

    def _promise(self, item: pytest.Item) -> Promise:
        name = _name(item)
        return self.answers.promises.setdefault(name, Promise(name))


def _name(item: pytest.Item) -> str:
    return str(getattr(item, "originalname", item.name))


def _encounter(item: pytest.Item) -> str:
    params = item.callspec.params if hasattr(item, "callspec") else {}
    return str(params.get("encounter", ""))


def finding(encounter: str, error: BaseException) -> Finding:
    """A failure as a sentence; the fight that was watched last is the one that shows it."""
    tape = error.tape if isinstance(error, NotHeld) else None
    if tape is None and WATCHED:
        tape = keep_tape(WATCHED[-1])
    inner = error.__cause__ if isinstance(error, NotHeld) and error.__cause__ else error
    field, scenario = getattr(inner, "field", "") or "", getattr(inner, "scenario", "")
    return Finding(encounter, _sentence(inner, encounter), field, tape, scenario)


def _sentence(error: BaseException, encounter: str) -> str:
    """What was asserted in words; rules that fail are named by their own file and line."""
    if isinstance(error, Undecided) and encounter:
        return _undecided(error, find_encounter(encounter))
    place = None if isinstance(error, AssertionError | BadInput) else line_in(error)
    if place is not None:
        return f"{place[0]}:{place[1]}: {what_happened(error)}"
    said = [line.strip() for line in str(error).splitlines() if line.strip()]
    first = said[0] if said else type(error).__name__
    if not isinstance(error, AssertionError | BadInput):
        return f"{type(error).__name__}: {first}"
    return first.replace("assert ", "not so: ", 1) if first.startswith("assert ") else first


def _undecided(error: Undecided, encounter: Encounter) -> str:
    """A policy is at fault, though a rule's line asked it; by names, as its code has them."""
    encounter.world()  # whoever is in it has a name now
    words, names = encounter.ruleset.words, encounter.names
    try:
        asked = words.question_name(error.question)
        options = [words.option(error.question, k, names) for k in members(error.mask)]
    except (
        StopIteration,
        LookupError,
        ValueError,
    ):  # no words: a promise of its own
        return f"policy.py: {error}"
    who = names["creatures"][error.who]
    return f"policy.py: decide gave {error.answer} to {asked!r} of {who}; {legal(options)}"


def check(slug: str, fights: int, write_golden: bool, done: HowFar) -> Findings:
    """Run the suite for one game of the shelf, here, and hear what it finds."""
    answers = Findings()
    marks = "not slow"
    if not is_available():
        marks += " and not compiled"
        answers.left_out = "there is no compiler here: what compares compiled rules was left out"
    with tempfile.TemporaryDirectory() as folder, pytest.MonkeyPatch.context() as patch:
        nothing = Path(folder) / "pytest.ini"
        nothing.write_text("[pytest]\n", encoding="utf-8")
        patch.setenv("PYTEST_DISABLE_PLUGIN_AUTOLOAD", "1")
        patch.delenv("PYTEST_ADDOPTS", raising=False)
        status = pytest.main(
            [
                "--pyargs", "affray.conformance", "-p", "affray.conformance.plugin",
                "-p", "no:terminal", "-p", "no:cacheprovider", "-p", "no:logging",
                "-p", "no:faulthandler", "--noconftest", "-W", "ignore", "-c", str(nothing),
                "--rootdir", folder, "--basetemp", str(Path(folder) / "files"),
                "-m", marks, "--ruleset", slug, "--fights", str(fights),
                *(["--golden-write"] if write_golden else []),
            ],
            plugins=[_Listener(answers, done)],
        )  # fmt: skip
    answers.stopped = status == pytest.ExitCode.INTERRUPTED
    if not answers.stopped and (not answers.total or answers.done < answers.total):
        raise RuntimeError(f"{answers.done} of {answers.total} checks were run: {status!r}")
    return answers
