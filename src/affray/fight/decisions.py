"""Where on a fight's tape people decided: what there is to take back."""

from __future__ import annotations

from dataclasses import dataclass

from affray.fight.fight import Fight
from affray.fight.players import Seat
from affray.oracles.tape import Answer, Question

BY_HAND = -1
"""As `who`: an edit, a rest or the next fight; nobody in the fight decided it."""


@dataclass(frozen=True)
class Decision:
    """A place on the tape, who decided there, and whether others may not have known of it."""

    at: int
    who: int
    sealed: bool = False


def decisions(fight: Fight, seats: list[Seat], are_watched: bool = False) -> list[Decision]:
    """Where a person decided, typed dice or edited, in the order of the tape.

    What one person answers in one step is one decision: a plan is taken back whole. Where others
    look on, what was answered in secret is one whether or not there was a choice.
    """
    entries = list(enumerate(fight.live))[max(fight.first, fight.past.entries) :]
    out = [Decision(at, BY_HAND) for at, e in entries if not isinstance(e, Answer)]
    last = (-1, -1)
    sealed = fight.ruleset.secret_questions
    for at, (question, answer) in answers(fight):
        is_sealed = not question.is_chance and question.name in sealed
        is_choice = question.mask & (question.mask - 1) or (are_watched and is_sealed)
        decided = seats[question.who].is_person and is_choice
        here = (fight.step_of(at), question.who)
        if answer.typed or (decided and here != last):
            out.append(Decision(at, question.who, is_sealed))
        if decided:
            last = here
    before = [Decision(*one) for one in fight.past.decided]
    return before + sorted(out, key=lambda decision: decision.at)


def answers(fight: Fight) -> list[tuple[int, tuple[Question, Answer]]]:
    """Every live answer with its place on the tape."""
    live = enumerate(fight.live[fight.past.entries :], start=fight.past.entries)
    places = [at for at, entry in live if isinstance(entry, Answer)]
    said = [item for item in fight.story[fight.past.told :] if isinstance(item[0], Question)]
    return list(zip(places, said, strict=True))
