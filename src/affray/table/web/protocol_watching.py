"""The words of the protocol for a fight that is watched again."""

from __future__ import annotations

from typing import Any, Literal

from affray.table.web.protocol import Board, Creature, Phase, TurnInOrder
from affray.table.web.protocol_log import Line
from affray.table.web.sent import Sent


class Staged(Sent):
    """What stood on the table at a moment, as one seat could see it then."""

    round: int
    phase: Phase | None
    order: list[TurnInOrder] | None
    board: Board | None
    creatures: list[Creature]
    over: bool
    outcome_text: str


class MomentTold(Sent):
    """A moment: what has changed since the one before, and the lines that were told with it.

    A change is a list with the new value, or what has changed inside by name or place.
    """

    changes: dict[str, Any]
    log: list[Line]


class Moments(Sent):
    """Some moments of a fight from the `first` on, of which `state` is how it stood; there are
    `moments` in all, and `block` of them are sent at once."""

    title: str
    ruleset: str
    system: str
    sides: list[str]
    seat: str
    role: Literal["gm", "player", "watcher"]
    moments: int
    block: int
    first: int
    state: Staged
    frames: list[MomentTold]
