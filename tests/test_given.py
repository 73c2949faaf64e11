"""What somebody else answers can be taken for granted: '--with Orc.action=shove'."""

from __future__ import annotations

import json
from fractions import Fraction
from typing import Any

import pytest
from terminal_keyboard import BOLD, PERSON, begin, play

import affray
from affray.cli.main import run
from affray.odds.compiled.walker import CompiledWalker
from affray.odds.layers import Unfit
from affray.odds.upshot import Odds

DUEL = ["odds", "skirmish/duel", "--who", "Ada", "--do", "press"]


def found(capsys: pytest.CaptureFixture[str], *given: str) -> dict[str, Any]:
    options = [part for text in given for part in ("--with", text)]
    assert run([*DUEL, *options, "--json"]) == 0
    data: dict[str, Any] = json.loads(capsys.readouterr().out)
    return data


def chance(data: dict[str, Any], outcome: str) -> Fraction:
    return sum(
        (Fraction(o["p"]) for o in data["outcomes"] if outcome in o["headlines"]), Fraction(0)
    )


def test_a_foes_declaration_can_be_set(capsys: pytest.CaptureFixture[str]) -> None:
    """Grim mostly presses when he is bold; who braces is harder to hit."""
    mostly, bracing = found(capsys), found(capsys, "Grim.stance=brace")
    assert mostly["assumed"]["Grim: stance"] == "press or brace (bold)"
    assert bracing["assumed"]["Grim: stance"] == "brace (given)"
    pressing = found(capsys, "grim.stance=press")
    missed = [chance(one, "miss") for one in (pressing, mostly, bracing)]
    assert missed[0] < missed[1] == (2 * missed[0] + missed[2]) / 3 < missed[2]


@pytest.mark.parametrize(
    ("given", "problem"),
    [
        ("Grimm.stance=press", "no creature is called 'Grimm'; did you mean 'Grim'?"),
        ("Grim.stanze=press", "no question is called 'stanze'; did you mean 'stance'?"),
        ("Grim.stance=fly", "no answer to stance is called 'fly'; expected none, press, brace"),
        ("Grim.stance", "found 'Grim.stance', expected QUESTION=ANSWER or NAME.QUESTION=ANSWER"),
        ("Grim.stance=none", "Grim.stance: legal are press, brace (SK-3, SK-4)"),
        ("Grim.rest=yes", "Grim.rest: is not asked here"),
    ],
)
def test_a_wrong_name_lists_what_there_is(
    capsys: pytest.CaptureFixture[str], given: str, problem: str
) -> None:
    assert run([*DUEL, "--with", given]) == 2
    assert capsys.readouterr().err == f"affray: --with: {problem}\n"


def test_the_help_of_a_friend_can_be_left_out(capsys: pytest.CaptureFixture[str]) -> None:
    """Bran would step in for Ada; said not to, nobody does."""
    bridge = ["odds", "skirmish/bridge", "--who", "Grim", "--do", "press", "--json"]
    assert run(bridge) == 0
    helped = json.loads(capsys.readouterr().out)
    friends = [key.partition(":")[0] for key in helped["assumed"] if key.endswith("step-in")]
    assert "yes" in helped["assumed"][f"{friends[0]}: step-in"]
    given = [part for friend in friends for part in ("--with", f"{friend}.step-in=no")]
    assert run([*bridge, *given]) == 0
    alone = json.loads(capsys.readouterr().out)
    told = {alone["assumed"][f"{one}: step-in"] for one in friends if one != "Grim"}
    assert told == {"no (given)"}
    assert not any("steps in" in o["outcome"] for o in alone["outcomes"])


@pytest.mark.compiled
@pytest.mark.parametrize(
    ("name", "plan", "given"),
    [
        ("skirmish/duel", "press", "Grim.stance=brace"),
        ("plunder/regdar-and-the-orc", "attack", "Orc.action=shove"),
    ],
)
def test_compiled_walks_take_the_same_for_granted(name: str, plan: str, given: str) -> None:
    here = affray.encounter(name)
    fight = affray.Fight(here, affray.Players([PERSON, BOLD], 3))
    fight.run()
    while not any(offer.name == plan for offer in affray.offers(fight)):
        affray.take(fight, next(o for o in affray.offers(fight) if o.name in ("stay", "hold")))
    offer = next(o for o in affray.offers(fight) if o.name == plan)
    others = affray.read_given(here, [given], 0).others
    slow, fast = (
        affray.odds_of(affray.position_of(fight, 0), offer, [1, 1], engine=engine, others=others)
        for engine in ("python", "native")
    )
    assert slow == fast
    assert any("(given)" in text for text in fast.assumed.values())


def test_a_question_mark_takes_it_too_and_a_plan_does_not() -> None:
    keyboard = play(
        begin("bridge", [PERSON, BOLD, BOLD, BOLD]),
        "? press Grim.stance=brace",
        "press Grim.stance=brace",
        "? press Grimm.stance=brace",
    )
    assert "      assumed: Grim: stance = brace (given)" in keyboard.screen
    refused = "  Grim answers for themselves; odds can take it for granted: "
    assert f"{refused}? press Grim.stance=brace" in keyboard.screen
    assert "  no creature is called 'Grimm'; did you mean 'Grim'?" in keyboard.screen
    assert len(keyboard.asked()) == 4, "nothing was carried out"


def test_lines_drawn_by_dice_follow_the_plan_and_guess_at_what_is_sealed() -> None:
    """With no patience at all a seat's odds are drawn, and know no more than exact ones."""
    fight = affray.Fight(affray.encounter("skirmish/duel"), affray.Players([PERSON, BOLD], 3))
    fight.run()
    offer = next(o for o in affray.offers(fight) if o.name == "press")
    exact, drawn = (
        affray.odds_of(
            affray.position_of(fight, 0), offer, [1, 1], engine="python", patience=patience
        )
        for patience in (60.0, 0.0)
    )
    assert exact.sampled is None
    assert drawn.sampled is not None
    assert drawn.assumed == exact.assumed
    assert "sealed" in exact.assumed["Grim: stance"]


@pytest.mark.compiled
def test_a_line_compiled_code_has_no_room_for_is_drawn_in_cpython(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Plunder's largest fights tell more in one line than fits; they ended in a traceback."""

    def has_no_room(*_: object) -> None:
        raise Unfit("ToldTooMuch")

    monkeypatch.setattr(CompiledWalker, "sample", has_no_room)
    fight = affray.Fight(affray.encounter("skirmish/duel"), affray.Players([PERSON, BOLD], 3))
    fight.run()
    offer = next(o for o in affray.offers(fight) if o.name == "press")
    here = affray.position_of(fight, 0)
    drawn = affray.odds_of(here, offer, [1, 1], engine="native", patience=0.0)
    assert drawn.sampled is not None
    assert sum(outcome.p for outcome in drawn.outcomes) == 1


def in_the_ranged_phase() -> affray.Fight:
    """Regdar beside the orc with a spear on his back, asked what he declares."""
    here = affray.encounter("plunder/regdar-and-the-orc")
    fight = affray.Fight(here, affray.Players([PERSON, BOLD], 3))
    fight.run()
    while not any(offer.name == "throw" for offer in affray.offers(fight)):
        affray.take(fight, next(o for o in affray.offers(fight) if o.name in ("stay", "hold")))
    return fight


def odds_of_taking_in_hand(engine: str) -> Odds:
    fight = in_the_ranged_phase()
    offer = next(o for o in affray.offers(fight) if o.name == "ready")
    return affray.odds_of(affray.position_of(fight, 0), offer, [1, 1], engine=engine)


def test_what_is_done_beside_a_declaration_counts_no_declaration_after_it() -> None:
    """A weapon taken in hand hits nobody: what is declared then is another plan."""
    found = odds_of_taking_in_hand("python")
    assert [outcome.text for outcome in found.outcomes] == ["nothing"]
    assert found.assumed["Regdar: action"] == "hold (left out)"


@pytest.mark.compiled
def test_compiled_walks_leave_it_out_too() -> None:
    assert odds_of_taking_in_hand("python") == odds_of_taking_in_hand("native")
