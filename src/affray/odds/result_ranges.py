"""What a rolled number leads to: "16 or more: Success and, 11 to 15: Success"."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field

from affray.oracles.dice import Noted
from affray.oracles.tape import Question

MOST_RANGES = 8
"""Past these the number itself is what matters, as with damage."""

Landed = tuple[Question, int, Noted | None]
"""A roll, its number, and the first headline told after it in the same step."""


@dataclass(frozen=True)
class Lead:
    """Numbers next to each other after which the same is told; they may be one."""

    low: int
    high: int
    text: str


@dataclass
class Landings:
    """Every number a roll came to, with all that was ever told next."""

    told: dict[Question, dict[int, set[Noted | None]]] = field(default_factory=dict)

    def add(self, landed: list[Landed]) -> None:
        for question, number, told in landed:
            self.told.setdefault(question, {}).setdefault(number, set()).add(told)

    def leads(self, question: Question, say: Callable[[Noted], str]) -> tuple[Lead, ...]:
        """From the highest number down; none where a number alone does not decide."""
        out: list[Lead] = []
        for number, told in sorted(self.told.get(question, {}).items(), reverse=True):
            (first, *others) = told
            if first is None or others:
                return ()
            text = say(first)
            if out and out[-1].text == text:
                out[-1] = Lead(number, out[-1].high, text)
            else:
                out.append(Lead(number, number, text))
        return tuple(out) if 1 < len(out) <= MOST_RANGES else ()


def leads_text(leads: tuple[Lead, ...], between: str = ", ") -> str:
    """As people read a table of results, best first."""
    return between.join(f"{numbers(lead, leads)}: {lead.text}" for lead in leads)


def numbers(lead: Lead, leads: tuple[Lead, ...]) -> str:
    if lead.low == lead.high:
        return str(lead.low)
    return f"{lead.low} or more" if lead == leads[0] else f"{lead.low} to {lead.high}"
