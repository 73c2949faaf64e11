"""Dice that write down every question with its answer: a tape of a fight the computer plays."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from affray.oracles.dice import Dice
from affray.oracles.tape import Answer, Kind, Question, Said
from affray.rules.ask import require_legal
from affray.rules.pools import ranks


class WatchedDice(Dice):
    """Dice that write down every question and answer."""

    __slots__ = ("hear", "said")

    def __init__(self, *args: Any) -> None:
        super().__init__(*args)
        self.said: list[Said] = []
        self.hear: Callable[[Any, Question], None] | None = None
        """Is told of what somebody is asked, while the world is as it is asked in."""

    def _keep(self, question: Question, value: int) -> None:
        self.said.append((question, Answer(int(value))))

    def choose(self, w: Any, who: int, question: int, mask: int) -> int:
        asked = Question(Kind.CHOOSE, int(question), int(who), mask=mask)
        if self.hear:
            self.hear(w, asked)
        answer = require_legal(super().choose(w, who, question, mask), mask)
        self._keep(asked, answer)
        return answer

    def check(self, what: int, who: int, pool: int, target: int) -> bool:
        yes = super().check(what, who, pool, target)
        self._keep(Question(Kind.CHECK, int(what), who, pool=pool, target=target), yes)
        return yes

    def test(self, what: int, who: int, pool: int, vs: int, vs_pool: int) -> bool:
        yes = super().test(what, who, pool, vs, vs_pool)
        asked = Question(Kind.TEST, int(what), who, pool=pool, vs=vs, vs_pool=vs_pool)
        self._keep(asked, yes)
        return yes

    def margin(self, what: int, who: int, pool: int, vs: int, vs_pool: int) -> int:
        value = super().margin(what, who, pool, vs, vs_pool)
        asked = Question(Kind.MARGIN, int(what), who, pool=pool, vs=vs, vs_pool=vs_pool)
        self._keep(asked, value)
        return value

    def roll(self, what: int, who: int, pool: int) -> int:
        value = super().roll(what, who, pool)
        self._keep(Question(Kind.ROLL, int(what), who, pool=pool), value)
        return value

    def dice(self, what: int, who: int, n: int, sides: int, counts: list[int]) -> None:
        super().dice(what, who, n, sides, counts)
        rank = ranks(n, sides)[tuple(counts[:sides])]
        self._keep(Question(Kind.DICE, int(what), who, n=n, sides=sides), rank)
