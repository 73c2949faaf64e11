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


def decisions(fight: Fight, seats: list[Seat]) -> list[Decision]:
    """Where a person decided, typed dice or edited, in the order of the tape.

    What one person answers in one step is one decision: a plan is taken back whole.
    """
    entries = list(enumerate(fight.live))[fight.first :]
    out = [Decision(at, BY_HAND) for at, e in entries if not isinstance(e, Answer)]
    last = (-1, -1)
    sealed = secret_questions(fight)
    for at, (question, answer) in answers(fight):
        decided = seats[question.who].is_person and question.mask & (question.mask - 1)
        here = (fight.step_of(at), question.who)
        if answer.typed or (decided and here != last):
            hidden = not question.is_chance and question.name in sealed
            out.append(Decision(at, question.who, hidden))
        if decided:
            last = here
    return sorted(out, key=lambda decision: decision.at)


def answers(fight: Fight) -> list[tuple[int, tuple[Question, Answer]]]:
    """Every live answer with its place on the tape."""
    places = [at for at, entry in enumerate(fight.live) if isinstance(entry, Answer)]
    said = [item for item in fight.story if isinstance(item[0], Question)]
    return list(zip(places, said, strict=True))


def secret_questions(fight: Fight) -> set[int]:
    """The questions whose answers other seats do not see."""
    numbers = fight.ruleset.words.question_names
    return {numbers[name] for name in fight.ruleset.book.secret}


def items_before(fight: Fight, keep: int) -> int:
    """How much of the story was told before that place on the tape."""
    left = sum(1 for entry in fight.live[:keep] if isinstance(entry, Answer))
    for k, item in enumerate(fight.story):
        if isinstance(item[0], Question):
            if left == 0:
                return k
            left -= 1
    return len(fight.story)
