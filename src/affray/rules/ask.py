"""The seam: a rule never rolls and never decides, it asks.

Every function here hands its question to whoever answers: dice, a tape, every
possibility at once, a compiled generator, a person. `affray.oracles` holds the
answerers; `compiler/oracles` gives these same functions their compiled meaning.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Protocol, TypeVar

from affray.rules.masks import OPTIONS, contains, how_many, members

RANDOM = 0
"""The temperament every ruleset has: any legal option, each as likely."""

ONGOING = -1
"""What `outcome` returns while the fight goes on; otherwise it is a side."""

NOBODY = 8
"""What `outcome` returns when the fight is over and no side has won."""

RULES: dict[Callable[..., Any], tuple[str, ...]] = {}
"""Every rule function with the ids it carries out, in order of definition."""

F = TypeVar("F", bound=Callable[..., Any])


def rule(*ids: str) -> Callable[[F], F]:
    """Record a function as carrying out these rules; it stays a plain function."""

    def mark(function: F) -> F:
        RULES[function] = ids
        return function

    return mark


class Ask(Protocol):
    """Whoever answers the questions of a rule."""

    def choose(self, w: Any, who: int, question: int, mask: int) -> int: ...
    def check(self, what: int, who: int, pool: int, target: int) -> bool: ...
    def test(self, what: int, who: int, pool: int, vs: int, vs_pool: int) -> bool: ...
    def margin(self, what: int, who: int, pool: int, vs: int, vs_pool: int) -> int: ...
    def roll(self, what: int, who: int, pool: int) -> int: ...
    def dice(self, what: int, who: int, n: int, sides: int, counts: list[int]) -> None: ...
    def note(self, event: int, who: int, x: int, y: int) -> None: ...
    def draw(self, n: int) -> int: ...


def choose(ask: Ask, w: Any, who: int, question: int, mask: int) -> int:
    """One legal option of `mask`, chosen by whoever plays `who`."""
    if who < 0:
        raise Illegal(f"a question for nobody ({who})")
    return ask.choose(w, who, question, mask)


def check(ask: Ask, what: int, who: int, pool: int, target: int) -> bool:
    """Whether the pool's total reaches the target."""
    return ask.check(what, who, pool, target)


def test(ask: Ask, what: int, who: int, pool: int, vs: int, vs_pool: int) -> bool:
    """Whether the first total is at least the second, rolled by `vs`."""
    return ask.test(what, who, pool, vs, vs_pool)


def margin(ask: Ask, what: int, who: int, pool: int, vs: int, vs_pool: int) -> int:
    """The first total minus the second; only where the rule uses the difference."""
    return ask.margin(what, who, pool, vs, vs_pool)


def roll(ask: Ask, what: int, who: int, pool: int) -> int:
    """The pool's total; only where the rule uses the number."""
    return ask.roll(what, who, pool)


def dice(ask: Ask, what: int, who: int, n: int, sides: int, counts: list[int]) -> None:
    """Fill `counts` with how many of the n dice show each face, from 1 up."""
    ask.dice(what, who, n, sides, counts)


def note(ask: Ask, event: int, who: int, x: int = 0, y: int = 0) -> None:
    """Tell what happened; nothing answers."""
    ask.note(event, who, x, y)


def draw(ask: Ask, n: int) -> int:
    """For policies alone: one of 0 to n-1, each as likely, never moving the dice."""
    return ask.draw(n)


def any_of(ask: Ask, mask: int) -> int:
    """One of the options of a mask, each as likely."""
    n = how_many(mask)
    if n == 0:
        return -1
    left = draw(ask, n)
    for k in range(OPTIONS):
        if mask >> k & 1:
            if left == 0:
                return k
            left -= 1
    return -1


class Illegal(Exception):
    """A question without a legal answer, or an answer that is not among the legal ones."""


def require_legal(answer: int, mask: int) -> int:
    """The answer, if the mask holds it."""
    if mask <= 0 or mask >> OPTIONS:
        raise Illegal("a question with no legal answer: no option is open")
    if not (0 <= answer < OPTIONS and contains(mask, answer)):
        raise Illegal(f"{answer} is not a legal answer; legal are {members(mask)}")
    return answer
