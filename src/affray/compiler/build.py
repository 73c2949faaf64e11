"""A game with one oracle, compiled: taken from the cache, or made and put there."""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from affray.book.ruleset import Ruleset
from affray.compiler import cache
from affray.compiler.llvm import machine
from affray.compiler.llvm.emit import Emitter
from affray.compiler.manifest import manifest
from affray.compiler.oracles import dice, game, lines, tape, usual
from affray.compiler.oracles import turn as turn_spent
from affray.compiler.source.program import Program
from affray.compiler.status import PROBLEMS, RAISED, code_of, site_of
from affray.oracles import dice as by_dice
from affray.rules import ask as seam
from affray.rules.layout import Layout

DICE, TAPE = "dice", "tape"
ORACLES = (DICE, TAPE)
ORDINARY, CHECKED = "ordinary", "checked"

SHORT = {DICE: 100, TAPE: 40}
"""How long a function may be that is written where it is called: fights by the million are
worth more compiling than odds."""

Meaning = dict[Callable[..., Any], Callable[..., Any]]


@dataclass(frozen=True)
class Recipe:
    """What is compiled together: the oracle's record, its entries, what stands for what."""

    ruleset: Ruleset
    oracle: str
    build: str
    ask: Layout
    entries: dict[str, Callable[..., Any]]
    meaning: Meaning

    def key(self) -> str:
        """The hash of all this code stands on."""
        return self._key

    @cached_property
    def _key(self) -> str:
        layouts = (self.ruleset.world.layout, self.ask)
        return manifest(self.entries.values(), self.meaning, layouts, self.build)

    def program(self) -> Program:
        world, rules = self.ruleset.world.layout, self.ruleset.functions()
        return Program(world, self.ask, self.meaning, rules)


def recipe(ruleset: Ruleset, oracle: str, build: str = ORDINARY) -> Recipe:
    names = ("begin", "step", "outcome", "standing", "decide")
    meaning: Meaning = {getattr(game, name): getattr(ruleset, name) for name in names}
    rolls = ("check", "test", "margin", "roll", "dice", "draw")
    if oracle == DICE:
        meaning |= {getattr(seam, name): getattr(by_dice, name) for name in rolls}
        meaning |= {seam.choose: dice.choose, seam.note: dice.note}
        return Recipe(ruleset, oracle, build, dice.DiceAsk.layout, dice.ENTRIES, meaning)
    meaning |= {getattr(seam, name): getattr(tape, name) for name in rolls}
    meaning |= {seam.choose: tape.choose, seam.note: tape.note}
    meaning |= {game.usual: usual.usual_of(ruleset), game.is_settled: usual.settled_of(ruleset)}
    meaning |= {
        game.between: usual.between_of(ruleset),
        game.considered: usual.considered_of(ruleset),
    }
    turn = ruleset.words.turn
    if turn is not None:
        meaning |= {game.turn_is_over: turn.over, game.turn_counts: turn.counts}
    entries = {**lines.ENTRIES, **turn_spent.ENTRIES}
    return Recipe(ruleset, oracle, build, tape.TapeAsk.layout, entries, meaning)


@dataclass(frozen=True)
class Made:
    """Machine code with what is needed to call it and to say what went wrong in it."""

    loaded: machine.Loaded
    entries: dict[str, str]
    sites: list[tuple[str, int]]
    errors: list[str]
    seconds: float
    cached: bool

    def entry(self, name: str) -> Callable[..., int]:
        return self.loaded.entry(name, self.entries[name])

    def problem(self, status: int) -> str:
        """What a status says, with the line it was handed back from."""
        file, line = self.sites[site_of(status)]
        return f"{PROBLEMS.get(code_of(status)) or self.error(status)} ({file}:{line})"

    def error(self, status: int) -> str:
        """The name of the error that was raised, or nothing."""
        code = code_of(status)
        return self.errors[code - RAISED] if code >= RAISED else ""


def mark(wanted: Recipe) -> str:
    """The cache's key for what is known to be wrong with this code."""
    return f"{wanted.key()}-differs"


def is_in_cache(wanted: Recipe) -> bool:
    game = wanted.ruleset.slug
    return cache.has(game, wanted.key()) and not cache.has(game, mark(wanted))


def from_cache(wanted: Recipe) -> Made | None:
    started = time.perf_counter()
    if not is_in_cache(wanted):
        return None
    found = cache.load(wanted.ruleset.slug, wanted.key())
    if found is None:
        return None
    facts, code = found
    return _made(facts, code, started, cached=True)


def compiled(wanted: Recipe) -> tuple[Made, Callable[[], None]]:
    """Compile now; what is returned beside it puts the code into the cache."""
    started = time.perf_counter()
    program = wanted.program()
    functions = {name: program.function(entry) for name, entry in wanted.entries.items()}
    emitter = Emitter(program, wanted.build == CHECKED, SHORT[wanted.oracle])
    for name, function in functions.items():
        emitter.export(function, name)
    code = machine.object_code(emitter.text())
    facts = {
        "entries": {name: emitter.signature(function) for name, function in functions.items()},
        "sites": emitter.sites,
        "errors": [error.__name__ for error in program.errors],
        "seconds": round(time.perf_counter() - started, 3),
    }
    made = _made(facts, code, started, cached=False)
    return made, lambda: cache.store(wanted.ruleset.slug, wanted.key(), facts, code)


def _made(facts: dict[str, Any], code: bytes, started: float, cached: bool) -> Made:
    loaded = machine.Loaded(code)
    sites = [(file, line) for file, line in facts["sites"]]
    spent = time.perf_counter() - started
    return Made(loaded, facts["entries"], sites, facts["errors"], spent, cached)
