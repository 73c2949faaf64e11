"""What a chair may not see yet: the world without the answers that are sealed.

Nothing here may depend on how much of a sealed answer is already given: who declares in one
command and who needs five must look the same from the other chairs.
"""

from __future__ import annotations

from contextlib import suppress
from itertools import takewhile
from typing import Any

from affray.fight.beside import Beside
from affray.fight.fight import Fight
from affray.fight.sealed import is_sealed, is_secret, is_secret_asked
from affray.oracles.tape import Answer, Question, TapeOracle
from affray.rules.world import Record, clone


def shown_world(fight: Fight, mine: set[int]) -> Any:
    """The world as the one who holds these creatures may see it."""
    world = before_sealed(fight) if is_sealed(fight) else clone(fight.world)
    _hide(world, mine)
    return world


class _Sealed(Exception):
    """The first sealed question of the step is asked."""


def before_sealed(fight: Fight) -> Any:
    """The world as it was when this step's first sealed question was asked."""
    at, start = fight.step_start
    public = list(takewhile(lambda said: not is_secret(fight, said), fight.said_in_step()))

    def beyond(question: Question, world: Any) -> Answer:
        raise _Sealed

    world = clone(start)
    with suppress(_Sealed):
        fight.part()(TapeOracle(fight.live[: at + len(public)], at, beyond), world)
    return world


def is_told(fight: Fight, said: Beside) -> bool:
    """Whether all may hear of it: not that somebody thinks again about what is sealed."""
    in_step = said.at >= fight.step_start[0]
    return not (said.is_unseen and in_step and (is_secret_asked(fight) or is_sealed(fight)))


def _hide(w: Record, mine: set[int]) -> None:
    """Blank the secrets of others: element i of a list belongs to creature i."""
    for f in type(w).layout.fields.values():
        value = getattr(w, f.name)
        if f.fixed:
            continue
        if f.record and f.is_list:
            for i, one in enumerate(value):
                if i not in mine:
                    _blank(one, f.secret)
        elif f.record:
            _blank(value, f.secret)
        elif f.secret and f.is_list:
            shown = [one if i in mine else f.default for i, one in enumerate(value)]
            setattr(w, f.name, shown)
        elif f.secret:
            setattr(w, f.name, f.default)


def _blank(w: Record, whole: bool) -> None:
    for f in type(w).layout.fields.values():
        value = getattr(w, f.name)
        if f.record:
            for one in value if f.is_list else [value]:
                _blank(one, whole or f.secret)
        elif whole or f.secret:
            setattr(w, f.name, [f.default] * len(value) if f.is_list else f.default)
