"""Scratch fields: nobody reads what an earlier step left in them.

Two games are played side by side, one as it is and one in which every scratch field is
overwritten whenever a step begins and whenever somebody looks at the world between steps. Half
of the time the field holds something that cannot be read at all.
"""

from __future__ import annotations

import random
import re
from collections.abc import Callable, Iterator
from dataclasses import replace
from functools import cache
from itertools import islice
from typing import Any

import pytest

from affray.book.encounter import Encounter
from affray.book.ruleset import Ruleset
from affray.conformance.playing import RandomFight, rest_after, usual, watch
from affray.fight.fight import Fight, nobody
from affray.fight.plans import left_open, offers
from affray.oracles.tape import Answer, Question, bounds
from affray.rules.layout import Field, Layout
from affray.rules.masks import members
from affray.rules.world import Record, clone, key

SOME_STEPS = 45
"""How far into a fight two games are played side by side."""

SOME_ANSWERS = 20


class Unwritten:
    """Stands in a field that is yet to be written; whoever uses it learns so."""

    def __init__(self, where: str) -> None:
        self.where = where


def _refuse(used: Unwritten, *_: Any) -> Any:
    raise AssertionError(f"{used.where} is scratch, but is read before a step has written it")


_PAIRED = "add and divmod floordiv lshift mod mul or pow rshift sub truediv xor"
_ALONE = "abs bool eq format ge gt hash index int invert le lt ne neg pos str"
for _use in re.findall(r"\w+", f"{_PAIRED} {_PAIRED.replace(' ', ' r')} radd {_ALONE}"):
    setattr(Unwritten, f"__{_use}__", _refuse)


def _range(f: Field, w: Record) -> tuple[int, int]:
    """The smallest and the largest number that means something in a field."""
    assert f.storage is not None
    if isinstance(f.of, str):
        return -1, len(getattr(w, f.of)) - 1
    if f.of is not None:
        return min(f.of), max(f.of)
    if f.mask is not None:
        last = len(getattr(w, f.mask)) - 1 if isinstance(f.mask, str) else max(f.mask)
        return 0, min(f.storage.high, (2 << last) - 1)
    return f.storage.low, f.storage.high


def unwritten(f: Field, where: str, w: Record, numbers: random.Random) -> Any:
    return Unwritten(where)


def lowest(f: Field, where: str, w: Record, numbers: random.Random) -> Any:
    return _range(f, w)[0]


def highest(f: Field, where: str, w: Record, numbers: random.Random) -> Any:
    return _range(f, w)[1]


def anything(f: Field, where: str, w: Record, numbers: random.Random) -> Any:
    return numbers.randint(*_range(f, w))


Fill = Callable[[Field, str, Record, random.Random], Any]
FILLS: list[Fill] = [unwritten, unwritten, unwritten, lowest, highest, anything]


@cache
def scratch_fields(layout: Layout, whole: bool = False) -> tuple[tuple[Field, bool], ...]:
    """The fields of a record that are scratch or hold some, and whether all of each is."""
    return tuple(
        (f, whole or f.scratch)
        for f in layout.fields.values()
        if whole or f.scratch or (f.record and scratch_fields(f.layout))
    )


def spoil(w: Record, numbers: random.Random) -> Record:
    """Overwrite all that is scratch."""
    _spoil(w, False, w, numbers.choice(FILLS), numbers)
    return w


def _spoil(part: Record, whole: bool, w: Record, fill: Fill, numbers: random.Random) -> None:
    for f, is_scratch in scratch_fields(type(part).layout, whole):
        held = getattr(part, f.name)
        if f.record:
            for inner in held if f.is_list else [held]:
                _spoil(inner, is_scratch, w, fill, numbers)
            continue
        where = f"{type(part).__name__}.{f.name}"
        left = [fill(f, where, w, numbers) for _ in range(max(1, f.capacity))]
        setattr(part, f.name, left if f.is_list else left[0])


def spoiling(encounter: Encounter, seed: int) -> Encounter:
    """The same encounter by the same rules, that find anything at all in what is scratch."""
    ruleset = encounter.ruleset
    numbers = random.Random(seed)

    def played(part: Callable[[Any, Any], Any]) -> Callable[[Any, Any], Any]:
        return lambda ask, w: part(ask, spoil(w, numbers))

    def looked_at(look: Callable[..., Any]) -> Callable[..., Any]:
        return lambda w, *more: look(spoil(clone(w), numbers), *more)

    made = replace(
        ruleset,
        begin=played(ruleset.begin),
        step=played(ruleset.step),
        between=played(ruleset.between),
        outcome=looked_at(ruleset.outcome),
        standing=looked_at(ruleset.standing),
        invariant=looked_at(ruleset.invariant),
    )
    vars(made)["book"] = ruleset.book
    return replace(encounter, ruleset=made)


def _fight_and_rest(encounter: Encounter, k: int, temperaments: list[int]) -> Iterator[RandomFight]:
    """A fight step by step, and what is done after it where somebody is left to do it."""
    for at in watch(encounter, 41, k, temperaments):
        yield at
    yield from rest_after(at)


def _shown(encounter: Encounter, w: Any) -> list[Any]:
    """What anybody is told of a world between two steps."""
    ruleset, names = encounter.ruleset, encounter.names
    words = ruleset.words
    untils = [plan.until for plan in words.plans if plan.until]
    out: list[Any] = [ruleset.outcome(w), ruleset.invariant(w)]
    for i in range(w.n):
        out += [ruleset.standing(w, i), words.card(w, i, names)]
        out += [until(w, i) for until in untils]
        out += [words.turn.over(w, i)] if words.turn else []
    return out + ([words.board(w, names)] if words.board else [])


def side_by_side(encounter: Encounter, k: int, temperaments: list[int], steps: int) -> int:
    """Play one fight twice; how far that went."""
    numbers = random.Random(k)
    other = spoiling(encounter, k)
    games = zip(
        _fight_and_rest(encounter, k, temperaments),
        _fight_and_rest(other, k, temperaments),
        strict=True,
    )
    taken = 0
    for plain, spoiled in islice(games, steps):
        taken += 1
        assert spoiled.in_step == plain.in_step, f"other questions in step {taken}"
        assert spoiled.dice.log == plain.dice.log, f"other events in step {taken}"
        assert key(spoiled.world) == key(plain.world), f"another state after step {taken}"
        assert _shown(other, spoil(clone(spoiled.world), numbers)) == _shown(
            encounter, plain.world
        ), f"something else is shown after step {taken}"
    return taken


def _reread(encounter: Encounter, k: int) -> Encounter:
    """The encounter as it is, or with every rule that can be read otherwise read anyhow."""
    numbers = random.Random(k)
    switches = encounter.ruleset.book.switches
    readings = {switch.name: numbers.choice(switch.reading_names) for switch in switches}
    return encounter.switched(readings) if k % 2 else encounter


def _temperaments(encounter: Encounter, k: int) -> list[int]:
    """Everybody acts at random, or as is usual, or each as they like."""
    if k % 3 == 2:
        numbers = random.Random(k)
        known = range(len(encounter.ruleset.temperaments))
        return [numbers.choice(known) for _ in encounter.entrants]
    return usual(encounter) if k % 3 else [0] * len(encounter.entrants)


def test_nobody_reads_what_a_step_left_in_scratch(encounter: Encounter) -> None:
    for k in range(4 if scratch_fields(encounter.ruleset.world.layout) else 0):
        reread = _reread(encounter, k)
        assert side_by_side(reread, k, _temperaments(encounter, k), SOME_STEPS) > 0


@pytest.mark.slow
def test_nobody_reads_it_in_many_whole_fights(encounter: Encounter, fights: int) -> None:
    for k in range(max(12, fights // 10) if scratch_fields(encounter.ruleset.world.layout) else 0):
        reread = _reread(encounter, k)
        assert side_by_side(reread, k, _temperaments(encounter, k), 1000) > 0


def _said(fight: Fight) -> list[Any]:
    """What whoever is asked is told, and what they are offered."""
    asked = fight.pending
    assert asked is not None
    w, words, names = fight.world, fight.ruleset.words, fight.encounter.names
    cards = [words.card(w, i, names) for i in range(w.n)]
    out: list[Any] = [cards, words.board(w, names) if words.board else None]
    if asked.is_chance:
        needs = words.rolls[asked.name].needs
        return [*out, needs(w, asked.who, names) if needs else ""]
    hand = words.questions[asked.name].hand
    out += [words.prompt(asked.name, asked.who, names, w), hand(w, asked.who) if hand else ()]
    out += [words.usual(asked.name, w, asked.who, asked.mask)]
    out += [words.warning(asked.name, w, asked.who, k, names) for k in members(asked.mask)]
    made = offers(fight)
    return [*out, made, *(left_open(fight, offer) for offer in made)]


def _any_answer(question: Question, numbers: random.Random) -> Answer:
    if question.is_chance:
        return Answer(numbers.randint(*bounds(question)))
    return Answer(numbers.choice(members(question.mask)))


def words_side_by_side(encounter: Encounter, k: int, answers: int) -> int:
    """Play one fight twice as people are asked; how many answers that took."""
    with pytest.MonkeyPatch.context() as patched:
        # Which reads every number of a homemade world, what is scratch too.
        patched.setattr("affray.fight.fight.require_fit", lambda *_: None)
        return _side_by_side(encounter, k, answers)


def _side_by_side(encounter: Encounter, k: int, answers: int) -> int:
    numbers = random.Random(k)
    plain, spoiled = Fight(encounter, nobody), Fight(spoiling(encounter, k), nobody)
    plain.run()
    spoiled.run()
    given = 0
    while plain.pending is not None and given < answers:
        assert spoiled.pending == plain.pending, f"another question after {given} answers"
        assert spoiled.story == plain.story, f"another story after {given} answers"
        assert _said(spoiled) == _said(plain), f"other words after {given} answers"
        answer = _any_answer(plain.pending, numbers)
        plain.answer(answer)
        spoiled.answer(answer)
        given += 1
    assert spoiled.pending == plain.pending
    return given


def test_no_words_read_what_a_step_left_in_scratch(encounter: Encounter) -> None:
    if scratch_fields(encounter.ruleset.world.layout):
        assert words_side_by_side(encounter, 1, SOME_ANSWERS) > 0


@pytest.mark.slow
def test_no_words_read_it_in_long_fights(encounter: Encounter) -> None:
    for k in range(3 if scratch_fields(encounter.ruleset.world.layout) else 0):
        assert words_side_by_side(_reread(encounter, k), k, 400) > 0


def test_scratch_is_nothing_that_lasts_or_is_told(ruleset: Ruleset) -> None:
    """What is carried to the next fight, shown in results or kept secret is part of a state."""
    for where, f in _all_scratch(ruleset.world.layout, False):
        wrong = f.lasting or f.headline or f.secret or f.clock or f.fixed or f.content
        assert not wrong, f"{where} is scratch, and something else besides"


def _all_scratch(layout: Layout, whole: bool) -> Iterator[tuple[str, Field]]:
    for f, is_scratch in scratch_fields(layout, whole):
        if is_scratch:
            yield f"{layout.name}.{f.name}", f
        if f.record:
            yield from _all_scratch(f.layout, is_scratch)
