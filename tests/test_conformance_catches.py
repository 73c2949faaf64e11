"""The conformance suite finds what it is there to find: broken copies of Skirmish fail it."""

from __future__ import annotations

import itertools
import re
from collections.abc import Callable
from pathlib import Path

import pytest

from affray.cli import run
from affray.commands.new import write_ruleset
from affray.conformance import test_book, test_engines, test_exact, test_play, test_policies
from affray.conformance.subset import problems
from affray.encounter import Encounter, find_encounter
from affray.ruleset import SHELF, Ruleset

Broken = Callable[..., Ruleset]
_numbers = itertools.count()


@pytest.fixture
def broken(tmp_path: Path) -> Broken:
    """A copy of Skirmish in which one piece of text is replaced."""

    def make(file: str, old: str, new: str) -> Ruleset:
        name = f"broken-{next(_numbers)}"
        write_ruleset(name, tmp_path, as_json=True)
        path = tmp_path / name.replace("-", "_") / file
        text = path.read_text()
        assert old in text
        path.write_text(text.replace(old, new, 1))
        SHELF.add_folder(tmp_path)
        return SHELF.get(name)

    return make


def _duel(ruleset: Ruleset) -> Encounter:
    return find_encounter(f"{ruleset.slug}/duel")


SUBSET = [
    ("return c.wounds < c.toughness", "return (x := c.wounds) < c.toughness", "a walrus"),
    ("return c.wounds < c.toughness", "return any(k for k in (1, 2))", "a generator"),
    ("return c.wounds < c.toughness", "return c.wounds / 2 < c.toughness", "fraction"),
    ("return c.wounds < c.toughness", "return standing(w, i)", "recursion"),
    ("return c.wounds < c.toughness", "return print(1) is None", "a call of print"),
    ("return c.wounds < c.toughness", "return len('up') > 0", "English: 'up'"),
    ("    w.round += 1", "    w.creatures[0] = w.creatures[1]\n    w.round += 1", "whole record"),
    ("    w.round += 1", "    best = None\n    w.round += 1", "None"),
    ("    w.round += 1", "    w.round += max(Stance.PRESS, 1)", "enum member"),
    ("    w.round += 1", "    w.round += Stance(1)", "an enum cannot be made"),
    ("    w.round += 1", "    w.round += w.creatures[-1].side", "a negative index"),
    ("def standing(w: World, i: int)", "def standing(w: World, i: int, *, k: int = 0)", "keyword"),
]


@pytest.mark.parametrize(("old", "new", "said"), SUBSET, ids=[s[2] for s in SUBSET])
def test_what_does_not_compile_alike_is_named(
    broken: Broken, old: str, new: str, said: str
) -> None:
    found = problems(broken("rules.py", old, new))
    assert any(said in problem for problem in found), found


def test_a_rule_may_not_draw(broken: Broken) -> None:
    imported = "from affray.ask import NOBODY"
    ruleset = broken("rules.py", imported, f"from affray.ask import draw\n{imported}")
    other = broken("rules.py", "    w.round += 1", "    w.round += draw(ask, 2)")
    assert problems(ruleset) == []
    assert any("draw" in problem for problem in problems(other))


def test_a_policy_that_peeks_is_caught(broken: Broken) -> None:
    at = "    if question == Question.STANCE:\n"
    peek = (
        "        if w.creatures[1 - who].sealed == Stance.PRESS:\n"
        "            return Stance.BRACE + 0\n"
    )
    ruleset = broken("policy.py", at, at + peek)
    with pytest.raises(AssertionError, match="another's secret"):
        test_policies.test_policies_are_blind_to_secrets(_duel(ruleset), lambda most: most)


def test_a_broken_invariant_comes_with_a_tape_that_shows_it(
    broken: Broken, capsys: pytest.CaptureFixture[str]
) -> None:
    ruleset = broken(
        "rules.py", "c.wounds = min(c.toughness, c.wounds + wounds)", "c.wounds += wounds"
    )
    with pytest.raises(AssertionError, match="affray replay") as caught:
        test_play.test_random_fights_end_and_hold_every_invariant(_duel(ruleset), 200)
    tape = re.search(r"affray replay (\S+)", str(caught.value))
    assert tape is not None
    assert run(["replay", tape[1]]) == 0
    assert "answers replayed" in capsys.readouterr().out


def test_a_fight_without_an_end_is_caught(broken: Broken, monkeypatch: pytest.MonkeyPatch) -> None:
    ruleset = broken("rules.py", "if w.round >= LAST_ROUND", "if w.round < 0")
    encounter = _duel(ruleset).switched({})
    for entrant in encounter.entrants:
        entrant.table.data["set"] = {"armor": 99}
    monkeypatch.setattr("affray.conformance.playing.MOST_STEPS", 500)
    with pytest.raises(AssertionError, match="no outcome after 500 steps"):
        test_play.test_random_fights_end_and_hold_every_invariant(encounter, 8)


def test_a_value_past_its_field_is_caught(broken: Broken) -> None:
    at = "    w.turn += 1\n    while"
    ruleset = broken("rules.py", at, "    w.creatures[0].stance = 300\n" + at)
    with pytest.raises(AssertionError, match=r"stance = 300, expected -128 to 127"):
        test_play.test_random_fights_end_and_hold_every_invariant(_duel(ruleset), 8)


def test_a_question_without_an_answer_is_caught(broken: Broken) -> None:
    ruleset = broken("rules.py", "options = 1 << Stance.PRESS | 1 << Stance.BRACE", "options = 0")
    with pytest.raises(AssertionError, match="no legal answer"):
        test_play.test_random_fights_end_and_hold_every_invariant(_duel(ruleset), 8)


def test_missing_words_are_caught(broken: Broken) -> None:
    test_book.test_everything_has_words(SHELF.get("skirmish"))
    mute = broken("words.py", "Event.MISS: Told(", "Event.WITHDRAW: Told(")
    with pytest.raises(AssertionError, match="MISS"):
        test_book.test_everything_has_words(mute)


def test_a_citation_of_no_rule_is_caught(broken: Broken) -> None:
    ruleset = broken("rules.py", '-13")', '-99")')
    with pytest.raises(AssertionError):
        test_book.test_every_citation_is_in_the_book(ruleset)


def test_memory_outside_the_world_is_caught_by_exact_odds(broken: Broken) -> None:
    """A rule that remembers something the state does not hold: equal states, unequal futures."""
    remembers = (
        "    if type(ask).__name__ == 'Dice':  # as if it had kept what the dice did before\n"
        "        return False\n"
        "    if w.rulings.ties == Ties.TARGET:"
    )
    ruleset = broken("rules.py", "    if w.rulings.ties == Ties.TARGET:", remembers)
    with pytest.raises(AssertionError):
        test_exact.test_dice_agree_with_exact_odds(_duel(ruleset))


@pytest.mark.compiled
def test_engines_that_differ_are_caught(broken: Broken) -> None:
    """A wrapped int8 is the same in bytes only when nobody reads it before it is packed."""
    ruleset = broken(
        "rules.py",
        "    note(ask, w, Event.STRIKE, i, j, 0)",
        "    w.creatures[i].stepped_in = 200\n    if w.creatures[i].stepped_in < 0:\n"
        "        w.round += 1\n    w.creatures[i].stepped_in = 0\n"
        "    note(ask, w, Event.STRIKE, i, j, 0)",
    )
    with pytest.raises(AssertionError, match="differs"):
        test_engines.test_compiled_dice_step_by_step(_duel(ruleset), 20)


@pytest.mark.compiled
def test_rules_that_do_not_compile_are_named_by_line(
    broken: Broken, capsys: pytest.CaptureFixture[str]
) -> None:
    for wrong, named in (("w.no_such_field", "no_such_field"), ("len(w)", "rules.py line")):
        ruleset = broken("rules.py", "    w.round += 1", f"    w.round += {wrong}")
        assert run(["compile", ruleset.slug]) == 2
        said = capsys.readouterr().err.splitlines()[-1]
        assert "does not compile" in said
        assert named in said
