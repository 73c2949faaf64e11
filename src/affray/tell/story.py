"""A fight as a story of up to ten sentences, to be read aloud or copied.

Everything in it is read from what happened: who felled whom, what cost most, who is left.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from itertools import groupby

from affray.fight.fight import Fight
from affray.tell.blows import BY_HAND, Blows, Fall, StepLoss
from affray.tell.matchup import listed, who_fights
from affray.tell.narration import outcome_text

MOST_SENTENCES = 10
MOST_ROUNDS = 6
"""Sentences on those who fall; what is more is told in one."""

ENOUGH = 4
"""Moments; where fewer fell, the hardest blows are told too."""

Veiled = Callable[[int, str], str]
"""A text as somebody may read it, by where in the story it stands."""


@dataclass(frozen=True)
class Highlight:
    """What is worth a clause: where in the story, in which round, and in words.

    `by` is who does it; `again` is how one more is brought down right after another.
    """

    k: int
    round: int
    text: str
    by: str = ""
    again: str = ""


def story_of(fight: Fight, blows: Blows, veiled: Veiled, unseen: frozenset[int]) -> list[str]:
    """How it began, who was struck and who fell, round by round, and how it ended."""
    falls = _fallen(blows.falls, veiled)
    down = {(fall.name, fall.round) for _, fall in blows.falls}
    struck = [(k, blow) for k, blow in blows.harms if (blow.name, blow.round) not in down]
    hits = [Highlight(k, blow.round, veiled(k, _hit(blow)), blow.by) for k, blow in struck]
    moments = [*falls, *hits[: max(1, ENOUGH - len(falls))]]
    told = _by_round(sorted(moments, key=lambda moment: moment.k))
    return [_opening(fight, unseen), *told, _closing(fight, blows, unseen)]


def _opening(fight: Fight, unseen: frozenset[int]) -> str:
    title = fight.encounter.title
    if unseen:
        return f"{title}."
    return f"{title}: {who_fights(fight.encounter)}."


def _hit(blow: StepLoss) -> str:
    thing = f" with {blow.thing}" if blow.thing else ""
    return f"{blow.by} strikes {blow.name}{thing} for {blow.cost}"


def _fallen(falls: Sequence[tuple[int, Fall]], veiled: Veiled) -> list[Highlight]:
    """One clause for those who fell alike in one round: by one hand, or in the same words."""
    out = []
    for _, group in groupby(falls, key=lambda one: (one[1].round, one[1].by, _way(one[1]))):
        several = list(group)
        k, first = several[0]
        names = listed([fall.name for _, fall in several])
        if first.by:
            thing = f" with {first.thing}" if first.thing else ""
            said, again = f"{first.by} brings down {names}{thing}", f"then {names}{thing}"
        else:
            said, again = _by_nobody(first, [fall.name for _, fall in several]), ""
        out.append(Highlight(k, first.round, veiled(k, said), first.by, veiled(k, again)))
    return out


def _way(fall: Fall) -> str:
    """How it is told of somebody, but for their name."""
    return fall.thing if fall.by else fall.told.replace(fall.name, "")


def _by_nobody(fall: Fall, names: list[str]) -> str:
    """In the game's own words, where it is told at all."""
    if fall.told == BY_HAND or not fall.told:
        return f"{listed(names)} {'is' if len(names) == 1 else 'are'} out of the fight"
    said, others = fall.told.partition(":")[0].rstrip("."), names[1:]
    if not others:
        return said
    return f"{said}, and so {'does' if len(others) == 1 else 'do'} {listed(others)}"


def _by_round(moments: Sequence[Highlight]) -> list[str]:
    """A sentence a round; of a long fight the later rounds share the last of them."""
    rounds = [list(group) for _, group in groupby(moments, key=lambda moment: moment.round)]
    if len(rounds) > MOST_ROUNDS:
        rest = [moment for one in rounds[MOST_ROUNDS - 1 :] for moment in one]
        rounds = [*rounds[: MOST_ROUNDS - 1], rest]
    out, before = [], 0
    for one in rounds:
        out.append(f"{_when(one, before)} {told_in_a_row(one)}.")
        before = one[-1].round
    return out


def _when(moments: Sequence[Highlight], before: int) -> str:
    first, last = moments[0].round, moments[-1].round
    if first != last:
        return f"From round {first} to round {last}"
    if before and first == before + 1:
        return "A round later"
    return f"In round {first}" if first else "At once"


def told_in_a_row(moments: Sequence[Highlight]) -> str:
    """Clauses as one says them in a row: who goes on is not named again."""
    clauses = [_after(before, now) for before, now in zip([None, *moments], moments, strict=False)]
    if len(clauses) == 1:
        return clauses[0]
    return f"{', '.join(clauses[:-1])}, and {clauses[-1]}"


def _after(before: Highlight | None, now: Highlight) -> str:
    if before is None or not now.by or now.by != before.by:
        return now.text
    if now.text == before.text:
        return "does so again"
    both_fell = now.again and before.again
    return now.again if both_fell else now.text.removeprefix(f"{now.by} ")


def _closing(fight: Fight, blows: Blows, unseen: frozenset[int]) -> str:
    rounds = blows.round_at(blows.last - 1)
    length = f" after {rounds} round{'' if rounds == 1 else 's'}" if rounds else ""
    outcome = outcome_text(fight.encounter, fight.outcome).removesuffix(".")
    if not 0 <= fight.outcome < len(fight.encounter.sides):
        return f"{outcome}{length}."
    side = fight.encounter.sides[fight.outcome]
    own = [i for i, one in enumerate(fight.encounter.entrants) if one.side == side]
    left = [i for i in own if fight.ruleset.standing(fight.world, i)]
    if unseen.intersection(own) or not left:
        return f"{outcome}{length}."
    if len(own) == 1:
        return f"{outcome}{length}."
    if len(left) == len(own):
        return f"{outcome}{length}, and all of them stand."
    names = listed([fight.names[i] for i in left])
    return f"{outcome}{length}; {names} {'stands' if len(left) == 1 else 'stand'}."
