"""What was taken for granted of those who were not asked: by whom, which answer, and why."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from affray.book.encounter import Encounter
from affray.rules.masks import is_single, members

USUAL = "usual"
LEFT_OUT = "left out"
GIVEN = "given"
ONLY = "the only one"
SEALED = "sealed"
"""Of a choice that is hidden until all have made theirs: nobody knows what it will be."""
MOST = 6


@dataclass(frozen=True)
class OtherAnswer:
    """What somebody else is asked on the way, and all they might answer, in one line or another."""

    who: str
    question: str
    options: tuple[str, ...]


class Assumptions:
    """Collected while lines of play are walked, told when all of them have been."""

    def __init__(self, encounter: Encounter, actor: int) -> None:
        self.encounter = encounter
        self.actor = actor
        self.answers: dict[tuple[int, int], set[tuple[int, str]]] = {}
        self.legal: dict[tuple[int, int], int] = {}

    def add_legal(self, who: int, question: int, mask: int) -> None:
        """What could have been answered here in place of what was assumed."""
        asked = (who, int(question))
        self.legal[asked] = self.legal.get(asked, 0) | mask

    def add(self, who: int, question: int, mask: int, option: int, why: str) -> None:
        if is_single(mask):
            if not self._is_worth_a_word(who, question):
                return
            why = ONLY
        self.answers.setdefault((who, int(question)), set()).add((int(option), why))

    def add_sealed(self, who: int, question: int, options: int) -> None:
        """A choice that could be any of so many."""
        if options > 1:
            self.answers.setdefault((who, int(question)), set()).add((options, SEALED))

    def _is_worth_a_word(self, who: int, question: int) -> bool:
        """With which weapon the actor strikes matters, though there was no other."""
        of = self.encounter.ruleset.words.questions[question].of
        return who == self.actor and isinstance(of, str) and of not in ("number", "creatures")

    def told(self) -> dict[str, str]:
        words, names = self.encounter.ruleset.words, self.encounter.names
        out = {}
        for (who, question), given in sorted(self.answers.items()):
            key = f"{names['creatures'][who]}: {words.question_name(question)}"
            sealed = _once(n for n, why in given if why == SEALED)
            if sealed:
                many = " or ".join(str(n) for n in sealed)
                out[key] = f"any of {many}, equally likely ({SEALED})"
                continue
            said = [words.option(question, option, names) for option in _once(o for o, _ in given)]
            some = " or ".join(said[:MOST])
            more = f" or {len(said) - MOST} more" if len(said) > MOST else ""
            why = " or ".join(sorted({why for _, why in given}))
            out[key] = f"{some}{more} ({why})"
        return out

    def others(self) -> list[OtherAnswer]:
        """Where somebody else had a choice; what they are said to answer changes the odds."""
        words, names = self.encounter.ruleset.words, self.encounter.names
        return [
            OtherAnswer(
                names["creatures"][who],
                words.question_name(question),
                tuple(words.option(question, k, names) for k in members(mask)),
            )
            for (who, question), mask in sorted(self.legal.items())
            if who != self.actor and not is_single(mask)
        ]


def _once(options: Iterable[int]) -> list[int]:
    return sorted(set(options))
