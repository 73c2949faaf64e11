"""What one part of a fight can lead to: every line of play of it, merged where lines meet."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any, NamedTuple, Protocol

from affray.assumed import Assumptions
from affray.landing import Landings
from affray.oracles.dice import Told
from affray.oracles.tape import Question

BEGIN, STEP, BETWEEN = range(3)
"""The parts of a fight: its beginning, a step, what is done between fights."""

Weight = tuple[int, int]
"""An exact probability as it came up: ways, and all ways."""


class EndPlace(NamedTuple):
    """All that matters of a world in which a plan has come to its end."""

    standing: int
    fields: tuple[tuple[int, ...], ...]


class Goes(NamedTuple):
    """Lines that go on: the state they have come to, by its key, and what was told on the way."""

    key: bytes
    state: Any
    given: int
    told: tuple[Told, ...]
    weight: Weight


class Ends(NamedTuple):
    """Lines that have ended."""

    place: EndPlace
    given: int
    told: tuple[Told, ...]
    weight: Weight


@dataclass
class Expansion:
    goes: list[Goes] = field(default_factory=list)
    ends: list[Ends] = field(default_factory=list)
    reached: list[tuple[Question, Weight]] = field(default_factory=list)
    lines: int = 0
    waiting: int = 0


class Walker(Protocol):
    """Whoever walks the lines of a plan: CPython's tree, or compiled code."""

    assumed: Assumptions
    landings: Landings

    @property
    def followed(self) -> bool: ...

    @property
    def refused(self) -> dict[int, str]: ...

    @property
    def used(self) -> set[int]: ...

    def start(self) -> tuple[bytes, Any]:
        """The key and the state the walk begins with."""
        ...

    def expand(self, state: Any, given: int, part: int, tick: Callable[[int], None]) -> Expansion:
        """Every line of one part; `tick` is told now and then how many, and may raise."""
        ...

    def end_place(self, state: Any) -> EndPlace: ...

    def sample(self, part: int, n: int, tick: Callable[[int], None]) -> list[Ends]:
        """Lines drawn by dice from the start to the plan's end."""
        ...
