"""A field that is called scratch and is not: the suite finds it in copies of Skirmish."""

from __future__ import annotations

import itertools
from collections.abc import Callable
from pathlib import Path

import pytest

from affray.book.encounter import Encounter, find_encounter
from affray.book.shelf import SHELF
from affray.cli.new import write_ruleset
from affray.conformance import test_scratch as suite
from affray.rules.world import clone, key

Change = tuple[str, str, str]
"""In this file, this text becomes that."""

Changed = Callable[..., Encounter]
_numbers = itertools.count()


@pytest.fixture
def changed(tmp_path: Path) -> Changed:
    """The bridge of a copy of Skirmish in which some text is replaced."""

    def make(*changes: Change) -> Encounter:
        name = f"scratched-{next(_numbers)}"
        write_ruleset(name, tmp_path, as_json=True)
        for file, old, new in changes:
            path = tmp_path / name.replace("-", "_") / file
            text = path.read_text()
            assert old in text
            path.write_text(text.replace(old, new, 1))
        SHELF.add_folder(tmp_path)
        return find_encounter(f"{name}/bridge")

    return make


def check(encounter: Encounter) -> None:
    """All that the suite asks of scratch."""
    suite.test_scratch_is_nothing_that_lasts_or_is_told(encounter.ruleset)
    suite.test_nobody_reads_what_a_step_left_in_scratch(encounter)
    suite.test_no_words_read_what_a_step_left_in_scratch(encounter)


STRIKE = "    note(ask, Event.STRIKE, i, j)"
OVER = "    side = NOBODY\n"
WRONG = "    if not STANCES"
TALLY = (
    "state.py",
    "    n: int8\n",
    "    n: int8\n    tally: int16 = field(scratch=True)\n",
)
COUNTED = ("rules.py", STRIKE, f"    w.tally = 0\n    w.tally += 1\n{STRIKE}")
COUNTED_ON = ("rules.py", STRIKE, f"    w.tally += 1\n{STRIKE}")

READ: dict[str, Change] = {
    "by the outcome": ("rules.py", OVER, f"{OVER}    if w.tally > 9:\n        return side\n"),
    "by the invariant": ("setup.py", WRONG, f'    if w.tally > 9:\n        return "9"\n{WRONG}'),
    "by a policy": ("policy.py", "draw(ask, STRAYS) == 0", "w.tally > 0"),
    "on a card": ("words.py", 'Stat("place", c.place)', 'Stat("place", str(w.tally))'),
    "in a prompt": ("words.py", "does {who} strike?", "does {who} strike, {w.tally}?"),
    "by a plan": ("words.py", "return w.turn == STANCES", "return w.tally > 0"),
}


def test_what_is_written_first_is_scratch(changed: Changed) -> None:
    """And makes no two states of one."""
    encounter = changed(TALLY, COUNTED)
    check(encounter)
    w = encounter.world()
    other = clone(w)
    other.tally = 5
    assert key(other) == key(w)
    other.round = 5
    assert key(other) != key(w)


@pytest.mark.parametrize("where", READ)
def test_reading_what_was_left_is_caught(
    changed: Changed, monkeypatch: pytest.MonkeyPatch, where: str
) -> None:
    monkeypatch.setattr(suite, "FILLS", [suite.unwritten])
    encounter = changed(TALLY, COUNTED, READ[where])
    with pytest.raises(AssertionError, match=r"World\.tally is scratch, but is read before"):
        check(encounter)


def test_counting_on_from_what_was_left_is_caught(
    changed: Changed, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(suite, "FILLS", [suite.unwritten])
    with pytest.raises(AssertionError, match=r"World\.tally is scratch, but is read before"):
        check(changed(TALLY, COUNTED_ON))


@pytest.mark.parametrize("fill", dict.fromkeys(suite.FILLS))
def test_state_that_is_called_scratch_is_caught(
    changed: Changed, monkeypatch: pytest.MonkeyPatch, fill: suite.Fill
) -> None:
    """A stance is taken in one step and counts in later ones, whatever else stands there."""
    monkeypatch.setattr(suite, "FILLS", [fill])
    stance = "stance: int8 = field(of=Stance"
    with pytest.raises(AssertionError):
        check(changed(("state.py", stance, f"{stance}, scratch=True")))


def test_what_lasts_is_not_scratch(changed: Changed) -> None:
    wounds = "wounds: int16 = field(headline=True"
    with pytest.raises(AssertionError, match=r"Creature\.wounds is scratch, and something else"):
        check(changed(("state.py", wounds, f"{wounds}, scratch=True")))
