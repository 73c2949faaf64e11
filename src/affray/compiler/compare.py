"""Compiled rules held against CPython's: the same fights, byte for byte, after every step."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Sequence
from typing import Any

from affray.book.encounter import Encounter, read_encounter
from affray.book.errors import BadInput
from affray.book.ruleset import Ruleset
from affray.compiler.build import COLLAPSED, TAPE
from affray.compiler.engine import Engine, RuleFailed, Stepper
from affray.compiler.replay import Replayer
from affray.fight.guarding import as_compiled
from affray.fight.loop import play
from affray.oracles.collapsed import Collapsed
from affray.oracles.dice import Dice, Noted
from affray.oracles.watched import WatchedDice
from affray.rules.ask import ONGOING
from affray.rules.world import Record, pack, unpack

MOST_FIGHTS = 1000


class EnginesDiffer(BadInput):
    """Compiled rules that do not play the same fight; a bug of ours, and nobody is to suffer it."""


def compare(
    engine: Engine, oracle: str, seconds: float, encounters: Sequence[Encounter] = ()
) -> int:
    """Hold compiled steps against CPython for that long; how many were the same."""
    until = time.monotonic() + seconds
    steps = 0
    for encounter, temperament, k in _fights(engine.ruleset, encounters):
        for _ in _same(engine, oracle, encounter, temperament, k):
            steps += 1
            if time.monotonic() > until:
                return steps
        if time.monotonic() > until:
            break
    return steps


def _fights(
    ruleset: Ruleset, encounters: Sequence[Encounter]
) -> Iterator[tuple[Encounter, int, int]]:
    """Fights of these encounters in turn, or of every one, by everybody's temperament."""
    files = {} if encounters else ruleset.encounter_files()
    found = [*encounters, *(read_encounter(path, name) for name, path in files.items())]
    fights = [e for e in found if not e.is_between]
    for k in range(MOST_FIGHTS if fights else 0):
        for encounter in fights:
            yield encounter, k % len(ruleset.temperaments), k


def _same(
    engine: Engine, oracle: str, encounter: Encounter, temperament: int, k: int
) -> Iterator[None]:
    """One fight in both engines, compared after every step: by its dice, or by its answers."""
    ruleset = encounter.ruleset
    seats = list(engine.facts.seats) or [temperament] * len(encounter.entrants)
    w = encounter.world()
    watched = WatchedDice(0, k, ruleset.decide, seats)
    dice = Collapsed(0, k, ruleset.decide, seats) if oracle == COLLAPSED else watched
    played: Stepper | Replayer
    if oracle == TAPE:
        played = Replayer(engine, pack(w), watched.said)
    else:
        played = Stepper(engine, pack(w), seats, 0, k, oracle)
    begun = encounter.start_index >= 0
    number = 0
    while not begun or ruleset.outcome(w) == ONGOING:
        watched.said.clear()
        compiled = played.step if begun else played.begin
        where = f"{encounter.name}, fight {k} of seed 0, step {number}"
        try:
            (ruleset.step if begun else ruleset.begin)(dice, w)
            pack(w)
        except Exception as wrong:  # the rules' own: whoever plays this fight is told of it
            _require_wrong(where, wrong, compiled)
            return
        try:
            _require_same(where, w, ruleset.outcome(w), compiled, played)
        except RuleFailed as broken:
            if _goes_wrong(encounter, oracle, k, seats):
                return
            raise EnginesDiffer(f"{where}: {broken}") from None
        begun = True
        number += 1
        yield


def _require_wrong(where: str, wrong: Exception, compiled: Callable[[], int]) -> None:
    """What goes wrong in CPython does so compiled."""
    try:
        compiled()
    except RuleFailed:
        return
    said = f"{type(wrong).__name__} ({wrong})"
    raise EnginesDiffer(f"{where}: {said} in CPython and nothing wrong compiled") from wrong


def _goes_wrong(encounter: Encounter, oracle: str, k: int, seats: list[int]) -> bool:
    """Whether CPython refuses it too, if it looks at indexes and what fields and events are given.

    Then it is a fault of the rules with this encounter, and whoever plays it is told of it.
    """
    log = list[Noted]()
    dice = Collapsed if oracle == COLLAPSED else Dice
    try:
        ruleset, w = as_compiled(encounter.ruleset, encounter.world())
        play(ruleset, dice(0, k, ruleset.decide, seats, log), w, encounter.start_index >= 0)
    except Exception:
        return True
    return any(event[0] not in ruleset.words.told for event in log)


def _require_same(
    where: str, w: Any, outcome: int, compiled: Callable[[], int], played: Stepper | Replayer
) -> None:
    result, wanted = compiled(), pack(w)
    found = played.data()
    if found != wanted:
        differs = first_difference(w, unpack(type(w), found))
        assert differs is not None
        name, mine, compiled_one = differs
        raise EnginesDiffer(f"{where}: {name} is {mine} in CPython and {compiled_one} compiled")
    if result != outcome:
        raise EnginesDiffer(f"{where}: the outcome is {outcome} in CPython and {result} compiled")


def first_difference(a: Record, b: Record, path: str = "") -> tuple[str, int, int] | None:
    """The first field in which two records differ, and what each of them holds there."""
    for f in type(a).layout.fields.values():
        one, other = getattr(a, f.name), getattr(b, f.name)
        pairs = list(zip(one, other, strict=False)) if f.is_list else [(one, other)]
        for k, (x, y) in enumerate(pairs):
            name = f"{path}{f.name}" + (f"[{k}]" if f.is_list else "")
            if f.record:
                found = first_difference(x, y, f"{name}.")
                if found is not None:
                    return found
            elif x != y:
                return name, int(x), int(y)
    return None
