"""How a fight ended: who won, who fell and how, the best and the worst luck, and its story.

All of it is read from what happened; nothing is guessed, and the same fight is told the same way.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import asdict, dataclass
from fractions import Fraction
from typing import Any

from affray.fight.beside import is_roll
from affray.fight.fight import Fight
from affray.oracles.tape import AGAIN, REST, Then
from affray.tell.blows import Blows, Fall, StepLoss
from affray.tell.luck import luck_of
from affray.tell.narration import outcome_text, tell_roll
from affray.tell.story import story_of

EVEN = Fraction(1, 2)
"""What comes to that as often as not is neither luck nor the want of it."""


@dataclass(frozen=True)
class Lucky:
    """A roll, in which round, and how likely it was to come off so well, or so badly."""

    who: str
    text: str
    round: int
    p: Fraction


@dataclass(frozen=True)
class Ending:
    """What is told when a fight is over."""

    outcome: str
    rounds: int
    fallen: Sequence[Fall]
    luckiest: Lucky | None
    unluckiest: Lucky | None
    best_blow: StepLoss | None
    story: Sequence[str]


@dataclass(frozen=True)
class Eyes:
    """What somebody may know of a story: by an item's number, whether it is hidden from them,
    and a text without those they do not see. `unseen` are who is hidden at its end."""

    is_hidden: Callable[[int, Any], bool] = lambda k, item: False
    veiled: Callable[[int, str], str] = lambda k, text: text
    unseen: frozenset[int] = frozenset()


def ending(fight: Fight, eyes: Eyes | None = None) -> Ending | None:
    """Of the last fight on a tape, once it is over; none of a rest alone, or of one going on."""
    if not fight.is_over or fight.encounter.is_between:
        return None
    eyes = eyes or Eyes()
    first, last = _last_fight(fight)
    blows = Blows(fight, first, last, eyes.is_hidden)
    lucky, unlucky = _luck(fight, blows, eyes)
    return Ending(
        outcome=outcome_text(fight.encounter, fight.outcome),
        rounds=blows.round_at(last - 1),
        fallen=blows.fallen,
        luckiest=lucky,
        unluckiest=unlucky,
        best_blow=blows.best,
        story=story_of(fight, blows, eyes.veiled, eyes.unseen),
    )


def _last_fight(fight: Fight) -> tuple[int, int]:
    """Where in the story the last fight began and ended: rests may have followed."""
    story = fight.story
    again = [k for k, item in enumerate(story) if item == Then(AGAIN)]
    first = again[-1] + 1 if again else 0
    rests = [k for k in range(first, len(story)) if story[k] == Then(REST)]
    return first, rests[0] if rests else len(story)


def _luck(fight: Fight, blows: Blows, eyes: Eyes) -> tuple[Lucky | None, Lucky | None]:
    """The rolls that were least to be hoped for, and least to be feared."""
    best: tuple[int, Fraction] | None = None
    worst: tuple[int, Fraction] | None = None
    for k in blows.items:
        item = blows.story[k]
        if not is_roll(item) or eyes.is_hidden(k, item):
            continue
        question, answer = item
        found = luck_of(question, answer, fight.ruleset.words.rolls[question.name])
        if found is None:
            continue
        if found.as_well < (best[1] if best else EVEN):
            best = k, found.as_well
        if found.as_badly < (worst[1] if worst else EVEN):
            worst = k, found.as_badly
    return _lucky(fight, blows, eyes, best), _lucky(fight, blows, eyes, worst)


def _lucky(
    fight: Fight, blows: Blows, eyes: Eyes, found: tuple[int, Fraction] | None
) -> Lucky | None:
    if found is None:
        return None
    k, p = found
    question, answer = blows.story[k]
    text = eyes.veiled(k, tell_roll(fight.encounter, question, answer).text)
    return Lucky(fight.names[question.who], text, blows.round_at(k), p)


# As data, and as text


def ending_data(found: Ending | None) -> dict[str, Any] | None:
    if found is None:
        return None
    return {
        "outcome": found.outcome,
        "rounds": found.rounds,
        "fallen": [{**asdict(fall), "text": fall.text} for fall in found.fallen],
        "luckiest": _lucky_data(found.luckiest),
        "unluckiest": _lucky_data(found.unluckiest),
        "best_blow": {**asdict(found.best_blow), "text": found.best_blow.text}
        if found.best_blow
        else None,
        "story": list(found.story),
    }


def _lucky_data(lucky: Lucky | None) -> dict[str, Any] | None:
    if lucky is None:
        return None
    p = {"p": f"{lucky.p.numerator}/{lucky.p.denominator}", "percent": float(lucky.p) * 100}
    return {"who": lucky.who, "text": lucky.text, "round": lucky.round, **p}


def ending_lines(found: Ending) -> list[str]:
    """What a terminal shows."""
    rounds = f"  After {found.rounds} round{'' if found.rounds == 1 else 's'}."
    lines = [found.outcome, *([rounds] if found.rounds else [])]
    lines += [f"  {fall.text}" for fall in found.fallen]
    if found.best_blow:
        lines.append(f"  Best blow: {found.best_blow.text}")
    for called, lucky, how in (
        ("Luckiest", found.luckiest, "so well"),
        ("Unluckiest", found.unluckiest, "so badly"),
    ):
        if lucky:
            chance = f"{float(lucky.p) * 100:.2f} % to come off {how}, {lucky.p}"
            lines.append(f"  {called}: {lucky.text}  ({chance})")
    return lines
