"""Random play: fights end, nothing illegal is reached, and the tape is the game."""

from __future__ import annotations

import random
import tomllib
from itertools import islice
from pathlib import Path

from affray.book.encounter import Encounter
from affray.book.position import position_of, take_up
from affray.book.toml_tables import TomlTable
from affray.conformance.playing import (
    RandomFight,
    Some,
    fresh,
    require_same,
    require_sound,
    reread,
    rest_after,
    tape_on_failure,
    usual,
    watch,
)
from affray.fight.players import Seat
from affray.files.saves import load_save, new_save
from affray.files.tapefile import inline
from affray.oracles.dice import Dice
from affray.oracles.tape import Answer, Question, TapeOracle, bounds
from affray.rules.ask import NOBODY, RANDOM
from affray.rules.masks import members, smallest
from affray.rules.world import clone, from_json, key, pack, to_json, unpack

SOME_STEPS = 40
"""How far into a fight what is done at every step is done."""

SOME_ANSWERS, EVERY_ANSWER = 50, 12


def test_random_fights_end_and_hold_every_invariant(
    encounter: Encounter, fights: int, some: Some
) -> None:
    """`watch` refuses questions without a legal answer and fights without an end."""
    for k in range(max(some(4), fights // 10)):
        require_sound_fight(encounter, k)


def test_a_random_fight_with_two_other_readings_is_sound(encounter: Encounter) -> None:
    require_sound_fight(reread(encounter, 100), 100)


def require_sound_fight(encounter: Encounter, k: int) -> None:
    """Every state holds the invariant, somebody is asked something, and a side or nobody wins;
    after the rest of who is left every state holds it, too."""
    for at in watch(encounter, 11, k):
        with tape_on_failure(at):
            require_sound(encounter, at.world)
            pack(at.world)
    with tape_on_failure(at):
        assert at.tape, "nobody was asked anything"
        ends = (*range(len(encounter.sides)), NOBODY)
        assert encounter.ruleset.outcome(at.world) in ends, "neither a side nor nobody"
    for resting in rest_after(at):
        with tape_on_failure(resting):
            require_sound(encounter, resting.world, "after a rest")
            pack(resting.world)


def test_every_legal_answer_is_accepted(encounter: Encounter, some: Some) -> None:
    """At every choice of some fights, every other option is tried to the end of the step."""
    tried = 0
    for k in range(some(8)):
        before = encounter.world()
        is_begin = True
        for at in islice(watch(encounter, 12, k), SOME_STEPS):
            with tape_on_failure(at):
                tried += _try_others(encounter, before, at, is_begin)
            before = clone(at.world)
            is_begin = False
    assert tried > 0, "nobody ever has two options"


def _try_others(encounter: Encounter, before: object, at: RandomFight, is_begin: bool) -> int:
    ruleset = encounter.ruleset
    tried = 0
    for n, (question, given) in enumerate(at.in_step):
        for option in [] if question.is_chance else members(question.mask):
            if option == given.value:
                continue
            answers = [answer for _, answer in at.in_step[:n]] + [Answer(option)]
            after = _rest(encounter, before, answers, is_begin)
            asked = ruleset.words.question_name(question.name)
            require_sound(encounter, after, f"option {option} of {asked!r}")
            tried += 1
    return tried


def _rest(encounter: Encounter, before: object, answers: list[Answer], is_begin: bool) -> object:
    """The step with these answers first and random ones after."""
    dice = Dice(13, 0, encounter.ruleset.decide, [RANDOM] * len(encounter.entrants))

    def beyond(question: Question, world: object) -> Answer:
        low = smallest(question.mask)
        if not question.is_chance:
            return Answer(low)
        lowest, highest = bounds(question)
        return Answer(lowest + dice.draw(highest - lowest + 1))

    w = clone(before)  # type: ignore[type-var]
    oracle = TapeOracle(list(answers), 0, beyond)
    (encounter.ruleset.begin if is_begin else encounter.ruleset.step)(oracle, w)
    return w


def test_objects_bytes_and_json_are_one(encounter: Encounter, some: Some) -> None:
    world = type(encounter.world())
    for k in range(some(6)):
        for at in islice(watch(encounter, 14, k), SOME_STEPS):
            data = pack(at.world)
            require_same(at.world, data, "as bytes", "before", "after")
            read = from_json(world, to_json(at.world))
            require_same(at.world, read, "as JSON", "before", "after")
            require_same(at.world, clone(at.world), "as a copy", "before", "after")
            assert key(unpack(world, data)) == key(at.world), "one state with two keys"


def test_a_position_in_words_is_the_position(encounter: Encounter, some: Some) -> None:
    """Written by names and read again: what other versions of these rules would go on from."""
    for k in range(some(4)):
        for at in islice(watch(encounter, 15, k), 0, SOME_STEPS, 3):  # neighbours are much alike
            with tape_on_failure(at):
                position = position_of(encounter, at.world)
                read = tomllib.loads(f"position = {inline(position)}")
                w = fresh(encounter)
                take_up(encounter, w, TomlTable(read["position"], "position"))
                assert position_of(encounter, w) == position
                assert key(w) == key(at.world), "a field cannot be written and read by its name"


def test_saving_and_loading_changes_nothing(
    encounter: Encounter, tmp_path: Path, some: Some
) -> None:
    """The file is read again after an answer of a person; the fight goes on from there.

    A tape is played from its beginning each time, so that later on only some are tried,
    and all of them where all of everything is.
    """
    path = tmp_path / "saved.toml"
    choices = random.Random(5)
    seats = [Seat() for _ in encounter.entrants]
    game = new_save(encounter, seats, seed=9, path=path)
    game.fight.run()
    answered = 0
    while game.fight.pending is not None and answered < some(SOME_ANSWERS):
        pending = game.fight.pending
        options = members(pending.mask)
        game.fight.answer(Answer(choices.choice(options)))
        answered += 1
        is_whole = some(SOME_ANSWERS) >= SOME_ANSWERS
        if not is_whole and answered > EVERY_ANSWER and answered % 8:
            continue
        loaded = load_save(path)
        loaded.fight.run()
        where = f"after {answered + 1} answers, saved and loaded"
        require_same(game.fight.world, loaded.fight.world, where, "before", "after")
        assert loaded.fight.pending == game.fight.pending, f"{where}: another question is asked"
        assert loaded.fight.story == game.fight.story, f"{where}: another story is told"
        game = loaded
    assert answered > 0
    assert game.fight.is_over or answered == some(SOME_ANSWERS)


def test_undo_at_every_entry_changes_nothing(
    encounter: Encounter, tmp_path: Path, some: Some
) -> None:
    """Taken back to any place, the same answers and the same dice lead to the same end."""
    names = encounter.ruleset.temperaments
    seats = [Seat(names[temperament]) for temperament in usual(encounter)]
    game = new_save(encounter, seats, seed=21, path=tmp_path / "undone.toml")
    game.fight.run()
    end, length = clone(game.fight.world), len(game.fight.live)
    story = list(game.fight.story)
    for keep in range(0, length, max(1, length // some(8))):
        game.fight.undo(keep)
        where = f"taken back to answer {keep} of {length} and played on"
        require_same(end, game.fight.world, where, "at first", "now")
        assert game.fight.story == story, f"{where}: another story is told"
    again = load_save(tmp_path / "undone.toml")
    again.fight.run()
    require_same(end, again.fight.world, "saved, taken back and loaded", "before", "after")
