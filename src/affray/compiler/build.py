"""A game with one oracle, compiled: taken from the cache, or made and put there."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from affray.book.entries import CALLED
from affray.book.ruleset import Ruleset
from affray.compiler import cache
from affray.compiler.facts import ANY, Facts, facts_of
from affray.compiler.llvm import machine
from affray.compiler.llvm.emit import Emitter
from affray.compiler.manifest import manifest
from affray.compiler.oracles import collapsed, crowd, dice, flow, game, lines, met, tape, usual
from affray.compiler.oracles import turn as turn_spent
from affray.compiler.source.kinds import Function
from affray.compiler.source.program import Program
from affray.compiler.status import PROBLEMS, RAISED, code_of, site_of
from affray.oracles import dice as by_dice
from affray.rules import ask as seam
from affray.rules.layout import Layout
from affray.rules.world import Record

DICE, TAPE, COLLAPSED = "dice", "tape", "collapsed"
CROWD = {DICE: "crowd", COLLAPSED: "collapsed crowd"}
"""Either dice as the many threads of a device have them."""

ORACLES = (DICE, TAPE)
"""What a game is prepared with; collapsed dice are compiled for whoever asks for them."""

ORDINARY, CHECKED = "ordinary", "checked"

SHORT = {DICE: 100, TAPE: 40, COLLAPSED: 100, CROWD[DICE]: 100, CROWD[COLLAPSED]: 100}
"""How long a function may be that is written where it is called: fights by the million are
worth more compiling than odds."""

SHORT_ALONE = 200
"""The same in code for one encounter alone, which only long runs have."""

Substitutes = dict[Callable[..., Any], Callable[..., Any]]


@dataclass(frozen=True)
class Recipe:
    """What is compiled together: the oracle's record, its entries, what stands for what."""

    ruleset: Ruleset
    oracle: str
    build: str
    ask: Layout
    entries: dict[str, Callable[..., Any]]
    meaning: Substitutes
    facts: Facts = ANY
    seldom: tuple[Callable[..., Any], ...] = ()

    @property
    def shelf(self) -> str:
        """Where in the cache it lies: what fits one world evicts nothing that fits any."""
        return f"{self.ruleset.slug}.fitted" if self.facts else self.ruleset.slug

    def key(self) -> str:
        """The hash of all this code stands on."""
        return self._key

    @cached_property
    def _key(self) -> str:
        layouts = (self.ruleset.world.layout, self.ask)
        build = f"{self.build} {self.facts}"
        return manifest(self.entries.values(), self.meaning, layouts, build)

    def known(self, w: Record, seats: Sequence[int] = ()) -> Facts:
        """What is known of a world, if these rules play it by these temperaments."""
        program, _ = self.read()
        return facts_of(w, program.written, seats)

    def read(self) -> tuple[Program, dict[str, Function]]:
        """The program with all its functions, and those that are its entries."""
        program = self.program()
        return program, {name: program.function(entry) for name, entry in self.entries.items()}

    def program(self) -> Program:
        world, rules = self.ruleset.world.layout, self.ruleset.functions()
        words = {kind: set(getattr(self.ruleset.words, kind)) for kind in CALLED}
        return Program(world, self.ask, self.meaning, rules, self.seldom, words)


def recipe(ruleset: Ruleset, oracle: str, build: str = ORDINARY, facts: Facts = ANY) -> Recipe:
    names = ("begin", "step", "outcome", "standing", "decide")
    meaning: Substitutes = {getattr(game, name): getattr(ruleset, name) for name in names}
    rolls = ("check", "test", "margin", "roll", "dice", "draw")
    if oracle in CROWD.values():
        meaning |= {getattr(seam, name): getattr(by_dice, name) for name in rolls}
        meaning |= {seam.choose: crowd.choose, seam.note: crowd.note}
        if oracle == CROWD[COLLAPSED]:
            meaning |= {seam.check: crowd.check, seam.test: crowd.test}
        return Recipe(ruleset, oracle, build, crowd.CrowdAsk.layout, crowd.ENTRIES, meaning, facts)
    if oracle in (DICE, COLLAPSED):
        meaning |= {getattr(seam, name): getattr(by_dice, name) for name in rolls}
        meaning |= {seam.choose: dice.choose, seam.note: dice.note}
        seldom: tuple[Callable[..., Any], ...] = ()
        if oracle == COLLAPSED:
            meaning |= {seam.check: collapsed.check, seam.test: collapsed.test}
            meaning |= {dice.look_ahead: collapsed.look_ahead}
            seldom = (collapsed.find_check, collapsed.find_test)
        ask, entries = dice.DiceAsk.layout, dice.ENTRIES
        return Recipe(ruleset, oracle, build, ask, entries, meaning, facts, seldom)
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
    entries = {**lines.ENTRIES, **turn_spent.ENTRIES, **met.ENTRIES, **flow.ENTRIES}
    return Recipe(ruleset, oracle, build, tape.TapeAsk.layout, entries, meaning, facts)


@dataclass(frozen=True)
class MachineCode:
    """Machine code with what is needed to call it and to say what went wrong in it."""

    loaded: machine.Loaded
    entries: dict[str, str]
    sites: list[tuple[str, int]]
    errors: list[str]
    seconds: float
    cached: bool

    def entry(self, name: str) -> Callable[..., int]:
        return self.loaded.entry(name, self.entries[name])

    def problem(self, status: int) -> tuple[str, str, int]:
        """What a status says, with the file and line it was handed back from."""
        said = PROBLEMS.get(code_of(status)) or self.error(status)
        return said, *self.sites[site_of(status)]

    def error(self, status: int) -> str:
        """The name of the error that was raised, or nothing."""
        code = code_of(status)
        return self.errors[code - RAISED] if code >= RAISED else ""


def mark(wanted: Recipe) -> str:
    """The cache's key for what is known to be wrong with this code."""
    return f"{wanted.key()}-differs"


def is_in_cache(wanted: Recipe) -> bool:
    shelf = wanted.shelf
    if not cache.has_any(shelf) or not machine.is_available():
        return False  # in this order: LLVM is not loaded to find out that nothing is there
    if cache.has(shelf, mark(wanted)):
        return False
    return cache.load(shelf, wanted.key()) is not None  # a torn entry is as good as none


def from_cache(wanted: Recipe) -> MachineCode | None:
    started = time.perf_counter()
    if not is_in_cache(wanted):
        return None
    found = cache.load(wanted.shelf, wanted.key())
    if found is None:
        return None
    facts, code = found
    return _made(facts, code, started, cached=True)


def compiled(wanted: Recipe) -> tuple[MachineCode, Callable[[], None]]:
    """Compile now; what is returned beside it puts the code into the cache."""
    started = time.perf_counter()
    program, functions = wanted.read()
    short = SHORT_ALONE if wanted.facts else SHORT[wanted.oracle]
    emitter = Emitter(program, wanted.build == CHECKED, short, wanted.facts)
    for name, function in functions.items():
        emitter.export(function, name)
    alone = bool(wanted.facts)
    level = 3 if alone and emitter.is_small else 2
    code = machine.object_code(emitter.text(), level, unrolled=alone)
    facts = {
        "entries": {name: emitter.signature(function) for name, function in functions.items()},
        "sites": emitter.sites,
        "errors": [error.__name__ for error in program.errors],
        "seconds": round(time.perf_counter() - started, 3),
    }
    made = _made(facts, code, started, cached=False)
    return made, lambda: cache.store(wanted.shelf, wanted.key(), facts, code)


def _made(facts: dict[str, Any], code: bytes, started: float, cached: bool) -> MachineCode:
    loaded = machine.Loaded(code)
    sites = [(file, line) for file, line in facts["sites"]]
    spent = time.perf_counter() - started
    return MachineCode(loaded, facts["entries"], sites, facts["errors"], spent, cached)
