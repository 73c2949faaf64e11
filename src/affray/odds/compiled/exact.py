"""One step in every way it can go, from compiled code: states with their exact probabilities."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction

from affray.compiler.engine import Engine
from affray.odds.compiled.layer import Lines
from affray.odds.compiled.walker import weight_of
from affray.odds.expansion import STEP
from affray.odds.layers import Unfit
from affray.oracles.tree import Weights, require_one


class Exact:
    """Expands states one step at a time; everybody's choices are their temperament's.

    `tick` is told now and then how many lines were walked, and may raise.
    """

    def __init__(
        self,
        engine: Engine,
        temperaments: list[int],
        data: bytes,
        tick: Callable[[int], None] = lambda walked: None,
    ) -> None:
        self.tick = tick
        self.engine = engine
        self.fixed = data[engine.ruleset.world.layout.state_size :]
        self.lines = Lines(engine, temperaments, data)
        self.lines.ask.set("whole", 1)
        self.lines.ask.set("plan", -1)
        self.leaves = 0

    def expand(self, state: bytes) -> dict[bytes, Fraction]:
        """Every state one step can lead to, clocks aside, with probabilities that add to 1."""
        lines = self.lines
        lines.clear("states", "lines")
        lines.begin(state[: lines.size])
        lines.run(STEP, self.tick)
        if lines.unfit:
            raise Unfit("weights past 124 bits")
        self.leaves += lines.ask.get("lines")
        found: dict[int, Weights] = {}
        for _, place, _, _, _, *rest in lines.tables["lines"].rows():
            found.setdefault(place, Weights()).add(*weight_of(rest[2:], rest))
        out = {
            lines.states.data(lines.size, place * lines.size): held.total()
            for place, held in found.items()
        }
        require_one(out.values())
        return out
