"""What would have been different under another reading of the rules, in words."""

from __future__ import annotations

from dataclasses import dataclass
from difflib import SequenceMatcher
from typing import Any

from affray.book.encounter import Encounter
from affray.book.switching import Readings
from affray.fight.fight import Fight
from affray.fight.switching import Fitted, seen_by_all
from affray.files.tapefile import describe
from affray.oracles.tape import Question, Story, Switched
from affray.tell.narration import tell_story

MOST_CHANGES = 12
"""So many differences are told; of the rest, how many there are."""


@dataclass(frozen=True)
class LinesChanged:
    """Lines that were told, and those that would have been instead."""

    was: list[str]
    now: list[str]


def differences(fight: Fight, found: Fitted) -> list[LinesChanged]:
    """Line by line, as far as the same answers lead."""
    was = _lines(fight.encounter, _up_to(seen_by_all(fight), found))
    now = _lines(found.fight.encounter, found.fight.story)
    changed = SequenceMatcher(None, was, now, autojunk=False).get_opcodes()
    return [LinesChanged(was[a:b], now[c:d]) for kind, a, b, c, d in changed if kind != "equal"]


def _up_to(story: Story, found: Fitted) -> Story:
    """The story up to the first answer that fits no more."""
    left = found.fits
    for k, item in enumerate(story):
        if isinstance(item[0], Question):
            if left == 0 and not found.is_whole:
                return story[:k]
            left -= 1
    return story


def _lines(encounter: Encounter, story: Story) -> list[str]:
    said: Story = [item for item in _begun_last(story) if not isinstance(item, Switched)]
    return [line.text for line in tell_story(encounter, said)]


def _begun_last(story: Story) -> Story:
    """The story from where it was last begun anew: what the rules told before the first question
    stands there a second time."""
    anew = [k for k, item in enumerate(story) if isinstance(item, Switched) and item.anew]
    return story[anew[-1] :] if anew else story


def how_far(found: Fitted) -> str:
    """From which point on the answers no longer fit."""
    if found.is_whole:
        return f"All {found.answers} answers fit."
    encounter = found.fight.encounter
    told = f"{found.fits} of {found.answers} answers fit"
    if found.asked is None:
        return f"{told}; then the fight is over."
    here = f"in round {found.fight.world.round}, " if found.fight.world.round else ""
    said = f"; then, {here}the rules ask {describe(found.asked, encounter)}"
    if found.instead is None:
        return f"{told}{said}."
    was = describe(found.instead, encounter)
    if was == describe(found.asked, encounter):
        return f"{told}{said}, and what was answered is no answer to it."
    return f"{told}{said}, where {was} was answered."


def told_otherwise(fight: Fight, readings: Readings, found: Fitted) -> list[str]:
    """All of it, a line each."""
    said = ", ".join(f"{name} = {reading}" for name, reading in readings.items())
    changes = differences(fight, found)
    lines = [f"Under {said}, with the same answers and dice:"]
    for change in changes[:MOST_CHANGES]:
        lines += [f"  was: {line}" for line in change.was]
        lines += [f"  now: {line}" for line in change.now]
    if len(changes) > MOST_CHANGES:
        lines.append(f"  and {len(changes) - MOST_CHANGES} more differences")
    if not changes:
        lines.append("  nothing is told otherwise" + ("" if found.is_whole else " up to there"))
    return [*lines, how_far(found)]


def otherwise_data(fight: Fight, readings: Readings, found: Fitted) -> dict[str, Any]:
    """The same as data."""
    changes = differences(fight, found)
    return {
        "readings": readings,
        "answers": found.answers,
        "fits": found.fits,
        "how_far": how_far(found),
        "changes": [vars(change) for change in changes[:MOST_CHANGES]],
        "more": max(0, len(changes) - MOST_CHANGES),
    }
