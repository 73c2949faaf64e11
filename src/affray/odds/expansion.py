"""What one part of a fight can lead to: every line of play of it, merged where lines meet."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, NamedTuple, Protocol

from affray.oracles.dice import Noted
from affray.oracles.tape import Question

if TYPE_CHECKING:
    from affray.odds.assumptions import Assumptions
    from affray.odds.result_ranges import Landings

BEGIN, STEP, BETWEEN = range(3)
"""The parts of a fight: its beginning, a step, what is done between fights."""

Weight = tuple[int, int]
"""An exact probability as it came up: ways, and all ways."""


class EndPlace(NamedTuple):
    """All that matters of a world in which a plan has come to its end."""

    standing: int
    fields: tuple[tuple[int, ...], ...]


class Goes(NamedTuple):
    """Lines that go on: from which node of the layer to which of the next, and what was told."""

    source: int
    target: int
    told: tuple[Noted, ...]
    weight: Weight


class LineEnds(NamedTuple):
    """Lines that have ended."""

    source: int
    place: EndPlace
    given: int
    told: tuple[Noted, ...]
    weight: Weight


@dataclass
class Expansion:
    """What a layer leads to; `given` is how much of the plan each node of the next has said."""

    goes: list[Goes] = field(default_factory=list)
    ends: list[LineEnds] = field(default_factory=list)
    reached: list[tuple[int, Question, Weight]] = field(default_factory=list)
    given: list[int] = field(default_factory=list)
    lines: int = 0
    waiting: int = 0


class Walker(Protocol):
    """Whoever walks the lines of a plan, layer by layer: CPython's tree, or compiled code.

    A layer is the different states after so many steps, each with how much of the plan was
    said; the first has one, where the plan is made. The walker keeps them, by number.
    """

    @property
    def assumed(self) -> Assumptions: ...

    @property
    def landings(self) -> Landings: ...

    @property
    def followed(self) -> bool: ...

    @property
    def refused(self) -> dict[tuple[int, int], str]: ...

    @property
    def used(self) -> set[tuple[int, int]]: ...

    def expand(self, part: int, tick: Callable[[int], None]) -> Expansion:
        """Every line of one part from every node of the layer, and on to the next layer.

        `tick` is told now and then how many lines were walked, and may raise.
        """
        ...

    def sample(self, part: int, n: int, tick: Callable[[int], None]) -> list[LineEnds]:
        """Lines drawn by dice from the start to the plan's end."""
        ...
