"""The words of the protocol for what is asked: plans, numbers, dice, and what is sealed."""

from __future__ import annotations

from typing import Literal

from affray.table.web.sent import Sent


class GivenDice(Sent):
    """The faces that lie before whoever is asked, and those each option picks of them."""

    hand: list[int]
    options: dict[str, list[int]]


class Left(Sent):
    """A question a plan leaves open, and what is answered when nobody says otherwise.

    Where any whole number of a `span` may be given, `options` lists none of them.
    """

    question: str
    prompt: str
    options: list[str]
    usual: str | None
    number: bool
    span: tuple[int, int] | None
    dice: GivenDice | None
    warn: dict[str, str]


class Offer(Sent):
    """A plan one may choose. `reach` is how far each bearing leads, `tiles` where one may go.

    `words` is how many characters of one's own words it takes; most plans take none.
    """

    name: str
    label: str
    note: str
    target: str | None
    target_who: int | None
    answers_left: list[Left]
    reach: list[tuple[int, int]] | None
    tiles: list[tuple[int, int]] | None
    words: int
    warn: str


class NumberAsked(Sent):
    """A question for a number."""

    low: int
    high: int
    legal: list[int]
    warn: dict[str, str]


class PlanAtAGlance(Sent):
    """A plan by its name alone."""

    name: str
    target: str | None
    label: str


class OwnEnvelope(Sent):
    """What one of one's own has sealed, or has not yet; `by` is who did it in one's stead.

    `lost` was in it until the game master changed something. Who answers for several sees their
    plans at a glance, with the number of the one the computer would choose (-1: none of them).
    """

    who: int
    name: str
    sealed: bool
    choice: str
    lost: str
    by: str
    plans: list[PlanAtAGlance]
    suggested: int


class Sealing(Sent):
    """Where all answer in secret at once: how many of those who are asked have sealed, who of
    the others has not, and one's own. `lost` are those whose answers are not legal any more,
    for the game master who changed something."""

    of: int
    sealed: int
    waiting: list[str]
    mine: list[OwnEnvelope]
    lost: list[str]


class Pending(Sent):
    """What the fight waits for; to whom it is not put it says only for whom. `thinking` are those
    the computer thinks for; `astray` is what was said along with one's own plans and came to
    nothing."""

    kind: Literal["plan", "dice"]
    who: int
    name: str
    mine: bool
    secret: bool
    question: str = ""
    prompt: str
    rules: list[str]
    offers: list[Offer]
    number: NumberAsked | None
    usual: str | None
    dice: GivenDice | None
    needs: list[tuple[int, int]]
    roll_prompt: str
    goal: str
    sealing: Sealing | None
    thinking: list[str]
    astray: list[str]
