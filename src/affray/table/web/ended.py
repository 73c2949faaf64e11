"""How a fight ended, as a page is sent it."""

from __future__ import annotations

from pydantic import BaseModel, ConfigDict


class EndingPart(BaseModel):
    """A part of it: nothing is sent that is not declared here."""

    model_config = ConfigDict(extra="forbid")


class Fallen(EndingPart):
    """Who is out of the fight, since when, by whom and with what as far as that was told."""

    name: str
    round: int
    by: str
    thing: str
    told: str
    text: str


class BestBlow(EndingPart):
    """What cost somebody most at once, of what a game counts first."""

    name: str
    round: int
    by: str
    thing: str
    amount: int
    word: str
    text: str


class Lucky(EndingPart):
    """A roll, and how likely it was to come off so well or so badly."""

    who: str
    text: str
    round: int
    p: str
    percent: float


class Ending(EndingPart):
    """How a fight ended, as far as this seat may know; its story in a few sentences."""

    outcome: str
    rounds: int
    minutes: int | None
    fallen: list[Fallen]
    luckiest: Lucky | None
    unluckiest: Lucky | None
    best_blow: BestBlow | None
    story: list[str]
