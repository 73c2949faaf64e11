"""The conformance suite finds what it is there to find: broken copies of Skirmish fail it."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path

import pytest
from broken_games import broken_copy

from affray.book.encounter import Encounter, find_encounter
from affray.book.errors import BadInput
from affray.book.home import CACHE
from affray.book.ruleset import Ruleset
from affray.book.shelf import SHELF
from affray.cli.main import run
from affray.compiler.check import problems
from affray.compiler.compare import EnginesDiffer
from affray.conformance import (
    test_book,
    test_engines,
    test_exact,
    test_play,
    test_policies,
    test_sealed,
)
from affray.conformance.playing import NotHeld
from affray.files.saves import load_save

Broken = Callable[..., Ruleset]


@pytest.fixture
def broken(tmp_path: Path) -> Broken:
    """A copy of Skirmish in which one piece of text is replaced."""

    def make(file: str, old: str, new: str) -> Ruleset:
        return broken_copy(tmp_path, (file, old, new))

    return make


def _all(most: int) -> int:
    """For the fixture `some`: nothing is left out."""
    return most


def _duel(ruleset: Ruleset) -> Encounter:
    return find_encounter(f"{ruleset.slug}/duel")


STANDS = "return c.wounds < c.toughness"
ROUND = "    w.round += 1"
SUBSET = [
    (STANDS, "return (x := c.wounds) < c.toughness", "a walrus"),
    (STANDS, "return min(k for k in (1, 2))", "the min of what may be none"),
    (STANDS, "return c.wounds / 2 < c.toughness", "a division that gives a fraction; write //"),
    (STANDS, "return standing(w, i)", "recursion: standing -> standing"),
    (STANDS, "return print(1) is None", "a call of print"),
    (STANDS, "return len('up') > 0", "English: 'up'"),
    (ROUND, "    w.creatures[0] = w.creatures[1]\n" + ROUND, "a whole record or list given"),
    (ROUND, "    best = None\n" + ROUND, "None; use -1 for nobody"),
    (ROUND, "    w.round += Stance(1)", "Stance(...), a member made on the way"),
    (ROUND, "    w.round += w.creatures[-1].side", "a negative index"),
    ("def standing(w: World, i: int)", "def standing(w: World, i: int, *, k: int = 0)",
     "parameters with stars"),
]  # fmt: skip


@pytest.mark.parametrize(("old", "new", "said"), SUBSET, ids=[s[2] for s in SUBSET])
def test_what_does_not_compile_alike_is_named(
    broken: Broken, old: str, new: str, said: str
) -> None:
    ruleset = broken("rules.py", old, new)
    text = (ruleset.folder / "rules.py").read_text(encoding="utf-8")
    at = text.index(new)
    line = text[:at].count("\n") + 1
    found = [str(problem) for problem in problems(ruleset)]
    assert any(f"rules.py:{line}: found {said}" in problem for problem in found), found


def test_what_compiles_now_is_not_named(broken: Broken) -> None:
    """Enum members are numbers, and a list is walked as it stands."""
    assert problems(broken("rules.py", ROUND, "    w.round += max(Stance.PRESS, 1)")) == []
    walked = "    for c in w.creatures:\n        c.stepped_in = 0\n"
    assert problems(broken("rules.py", ROUND, walked + ROUND)) == []


def test_a_rule_may_not_draw(tmp_path: Path) -> None:
    seam = "from affray.rules.ask import NOBODY"
    imported = ("rules.py", seam, f"from affray.rules.ask import draw\n{seam}")
    assert problems(broken_copy(tmp_path, imported)) == []
    drawn = ("rules.py", ROUND, "    w.round += draw(ask, 2)")
    found = [str(p) for p in problems(broken_copy(tmp_path, imported, drawn))]
    assert len(found) == 1
    assert found[0].endswith("found a call of draw; only a policy may draw; a rule asks")


def test_a_policy_that_peeks_is_caught(broken: Broken) -> None:
    at = "    if question == Question.STANCE:\n"
    peek = (
        "        if w.creatures[1 - who].sealed == Stance.PRESS:\n"
        "            return Stance.BRACE + 0\n"
    )
    ruleset = broken("policy.py", at, at + peek)
    with pytest.raises(AssertionError, match="another's secret"):
        test_policies.test_policies_are_blind_to_secrets(_duel(ruleset), _all)


PEEKED = [
    ("rules.py",
     "            options = 1 << Stance.PRESS | 1 << Stance.BRACE\n",
     "            options = 1 << Stance.PRESS | 1 << Stance.BRACE\n"
     "            if i > 0 and w.creatures[0].sealed == Stance.PRESS:\n"
     "                options = 1 << Stance.BRACE\n"),
    ("rules.py",
     "    for i in range(w.n):\n        if standing(w, i):\n            options",
     "    for i in range(w.n):\n"
     "        if standing(w, i) and (i == 0 or w.creatures[0].sealed != Stance.PRESS):\n"
     "            options"),
]  # fmt: skip


@pytest.mark.parametrize(("file", "old", "new"), PEEKED, ids=["options", "who is asked"])
def test_a_sealed_question_that_peeks_is_caught(
    broken: Broken, file: str, old: str, new: str
) -> None:
    """Who is asked after another has sealed may not be asked by what it was."""
    with pytest.raises(AssertionError, match="depends on what another has sealed"):
        test_sealed.test_what_is_sealed_depends_on_nothing_others_seal(
            _duel(broken(file, old, new)), _all
        )


def test_a_broken_invariant_comes_with_a_tape_that_shows_it(
    broken: Broken, capsys: pytest.CaptureFixture[str]
) -> None:
    ruleset = broken(
        "rules.py", "c.wounds = min(c.toughness, c.wounds + wounds)", "c.wounds += wounds"
    )
    with pytest.raises(AssertionError, match="affray replay") as caught:
        test_play.test_random_fights_end_and_hold_every_invariant(_duel(ruleset), 200, _all)
    tape = re.search(r"affray replay (\S+)", str(caught.value))
    assert tape is not None
    assert run(["replay", tape[1]]) == 0
    assert "answers replayed" in capsys.readouterr().out


def test_a_rest_that_heals_too_much_is_caught(broken: Broken) -> None:
    """No rest was ever looked at."""
    capped = "min(c.wounds, roll(ask, Roll.RECOVERY, i, D3))"
    ruleset = broken("rules.py", capped, "roll(ask, Roll.RECOVERY, i, D3)")
    bridge = find_encounter(f"{ruleset.slug}/bridge")

    def play_on() -> None:
        for k in range(40):
            test_play.require_sound_fight(bridge, k)

    with pytest.raises(NotHeld, match=r"after a rest: .*wounds is -") as caught:
        play_on()
    assert caught.value.field == "wounds"
    assert caught.value.tape is not None
    resting = load_save(caught.value.tape)
    resting.fight.run()
    assert min(c.wounds for c in resting.fight.world.creatures) < 0


def test_a_fight_without_an_end_is_caught(broken: Broken, monkeypatch: pytest.MonkeyPatch) -> None:
    ruleset = broken("rules.py", "if w.round >= LAST_ROUND", "if w.round < 0")
    encounter = _duel(ruleset).switched({})
    for entrant in encounter.entrants:
        entrant.table.data["set"] = {"armor": 99}
    monkeypatch.setattr("affray.conformance.playing.MOST_STEPS", 500)
    with pytest.raises(AssertionError, match="no outcome after 500 steps"):
        test_play.test_random_fights_end_and_hold_every_invariant(encounter, 8, _all)


def test_an_end_that_is_no_sides_is_caught(broken: Broken) -> None:
    ruleset = broken("rules.py", "    return side\n", "    return side + 3\n")
    with pytest.raises(AssertionError, match="neither a side nor nobody"):
        test_play.test_random_fights_end_and_hold_every_invariant(_duel(ruleset), 8, _all)


def test_what_goes_wrong_only_where_two_rulings_meet_is_caught(broken: Broken) -> None:
    at = "    note(ask, Event.STRIKE, i, j)\n"
    both = "    if w.rulings.ties == Ties.TARGET and w.rulings.blow_meets == BlowMeets.TARGET:\n"
    ruleset = broken("rules.py", at, f"{both}        w.creatures[i].wounds = -1\n{at}")
    test_play.test_random_fights_end_and_hold_every_invariant(_duel(ruleset), 8, _all)
    with pytest.raises(AssertionError, match="affray replay"):
        test_play.test_a_random_fight_with_two_other_readings_is_sound(_duel(ruleset))


def test_a_look_that_changes_the_world_is_caught(broken: Broken) -> None:
    ruleset = broken("rules.py", "    side = NOBODY\n", "    side = NOBODY\n    w.round += 1\n")
    with pytest.raises(AssertionError):
        test_engines.test_to_look_at_a_world_changes_nothing(_duel(ruleset))


@pytest.mark.compiled
def test_a_tree_of_which_nothing_is_walked_is_caught(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(test_exact, "_few_lines", lambda *given: [])
    with pytest.raises(AssertionError, match="no step with two ends was walked"):
        test_exact.test_compiled_tree_is_the_same_tree(_duel(SHELF.get("skirmish")), _all)


def test_a_value_past_its_field_is_caught(broken: Broken) -> None:
    at = "    w.turn += 1\n    while"
    ruleset = broken("rules.py", at, "    w.creatures[0].stance = 300\n" + at)
    with pytest.raises(AssertionError, match=r"stance = 300, expected -128 to 127"):
        test_play.test_random_fights_end_and_hold_every_invariant(_duel(ruleset), 8, _all)


def test_a_question_without_an_answer_is_caught(broken: Broken) -> None:
    ruleset = broken("rules.py", "options = 1 << Stance.PRESS | 1 << Stance.BRACE", "options = 0")
    with pytest.raises(AssertionError, match="no legal answer"):
        test_play.test_random_fights_end_and_hold_every_invariant(_duel(ruleset), 8, _all)


def test_missing_words_are_caught(broken: Broken) -> None:
    test_book.test_everything_has_words(SHELF.get("skirmish"))
    mute = broken("words.py", "Roll.ARMOR: Rolled(", "Roll.HIT: Rolled(")
    with pytest.raises(AssertionError, match="ARMOR"):
        test_book.test_everything_has_words(mute)


def test_an_event_that_says_nothing_is_caught(broken: Broken) -> None:
    mute = broken("events.py", '"{who} misses."', '""')
    with pytest.raises(AssertionError, match="MISS"):
        test_book.test_everything_has_words(mute)


def test_an_event_without_words_is_refused(broken: Broken) -> None:
    with pytest.raises(BadInput, match=r"Event.MISS: found 3, expected Told\(sentence, rules\)"):
        broken("events.py", 'Told("{who} misses.", ("BR-7",), "miss")', "3")


@pytest.mark.parametrize(
    ("file", "old", "new", "said"),
    [
        ("events.py", "{who} misses.", "{whom} misses.", "Event.MISS: found {whom} in '{whom} mis"),
        (
            "events.py",
            "{who} down",
            "{z} down",
            "Event.DOWN: found {z} in '{z} down', ",
        ),
        ("events.py", "{who} hits.", "{who hits.", "Event.HIT: '{who hits.' is no sentence"),
        ("words.py", "to ward off {vs}", "to ward off {x}", "Roll.GUARD: found {x} in"),
        ("words.py", "Whom does {who}", "Whom does {x}", "Question.TARGET: found {x} in"),
    ],
)
def test_a_name_nothing_is_put_in_place_of_is_refused(
    broken: Broken, file: str, old: str, new: str, said: str
) -> None:
    """It was an error of Python's in the middle of a fight."""
    with pytest.raises(BadInput, match=re.escape(said)):
        broken(file, old, new)


def test_an_aim_that_is_nobody_s_is_refused(broken: Broken) -> None:
    """Odds of such a plan ended in a traceback, and the page of its number in an error."""
    with pytest.raises(BadInput, match=r"the aim 'wounded' is of 'foe', expected target, self, "):
        broken("words.py", 'Aim("wounded", "foes")', 'Aim("wounded", "foe")')


def test_an_event_of_no_rule_is_caught(broken: Broken) -> None:
    for cited in ('("BR-99",)', "()"):
        ruleset = broken("events.py", '"{who} misses.", ("BR-7",)', f'"{{who}} misses.", {cited}')
        with pytest.raises(AssertionError):
            test_book.test_every_citation_is_in_the_book(ruleset)


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
        test_exact.test_dice_agree_with_exact_odds(_duel(ruleset), _all)


@pytest.mark.compiled
def test_engines_that_differ_are_caught(
    broken: Broken, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A number past 64 bits, which only the checked build watches for."""
    monkeypatch.setenv(CACHE, str(tmp_path / "cache"))
    ruleset = broken(
        "rules.py",
        "    note(ask, Event.STRIKE, i, j)",
        "    far = 1 << 62\n    if far + far < 0:\n        w.round += 1\n"
        "    note(ask, Event.STRIKE, i, j)",
    )
    with pytest.raises(EnginesDiffer, match=r"step \d+: round is \d+ in CPython and \d+ compiled"):
        test_engines.test_compiled_rules_play_the_same_fights_step_by_step(_duel(ruleset), 20)
