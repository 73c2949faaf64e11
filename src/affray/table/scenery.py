"""The world as each chair is shown it, and what is drawn of it once for all who see the same."""

from __future__ import annotations

from collections.abc import Callable, Hashable
from contextlib import suppress
from functools import partial
from itertools import takewhile
from typing import Any, TypeVar

from affray.book.words import Board, Card
from affray.fight.fight import Fight
from affray.fight.sealed import is_sealed, is_secret
from affray.fight.secrets import has_secrets, hide
from affray.oracles.tape import Answer, Question, TapeOracle
from affray.rules.world import clone, pack
from affray.table.game import Game
from affray.tell.retelling import DrawsOnce
from affray.tell.sheet import sheet

T = TypeVar("T")


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


class Scenery:
    """Of one moment of a fight. Worlds are shared by those who are shown the same: nobody who is
    handed one changes it."""

    def __init__(self, game: Game) -> None:
        fight = game.fight
        self._state, self._world, self._answers = game.state, fight.world, len(fight.live)
        self._open = before_sealed(fight) if is_sealed(fight) else clone(fight.world)
        self._shown: dict[bytes, Any] = {}
        self._by_whose: dict[frozenset[int], Any] = {}
        self._drawn: dict[Hashable, Any] = {}
        self._known = {id(fight.world), id(self._open)}

    def is_of(self, game: Game) -> bool:
        """Whether it is still that moment."""
        fight = game.fight
        is_same = self._state is game.state and self._world is fight.world
        return is_same and self._answers == len(fight.live)

    def shown(self, mine: set[int]) -> Any:
        """The world as the one who holds these creatures may see it."""
        if not has_secrets(self._open):
            return self._open
        whose = frozenset(mine)
        if whose not in self._by_whose:
            world = clone(self._open)
            hide(world, mine)
            same = self._shown.setdefault(pack(world), world)
            self._known.add(id(same))
            self._by_whose[whose] = same
        return self._by_whose[whose]

    def same_as(self, world: Any) -> Any:
        """The world of this moment that is shown and in no way another; else that one itself."""
        if not self._shown:
            self._shown[pack(self._open)] = self._open
        return self._shown.get(pack(world), world)

    def once(self, world: Any, what: Hashable, draw: Callable[[], T]) -> T:
        """What is drawn of a world: of one of this moment's, once."""
        if id(world) not in self._known:
            return draw()
        key = (id(world), what)
        if key not in self._drawn:
            self._drawn[key] = draw()
        found: T = self._drawn[key]
        return found


def shown_world(game: Game, mine: set[int]) -> Any:
    """The world as the one who holds these creatures may see it."""
    if game.scenery is None or not game.scenery.is_of(game):
        game.scenery = Scenery(game)
    return game.scenery.shown(mine)


def once(game: Game, world: Any, what: Hashable, draw: Callable[[], T]) -> T:
    """What is drawn of a world: once, where it is one that is shown at this moment. Whoever draws
    another moment (a film, while the fight goes on) draws it for themselves."""
    held: Scenery | None = game.scenery
    return draw() if held is None or not held.is_of(game) else held.once(world, what, draw)


def drawn_of(game: Game, world: Any) -> DrawsOnce:
    """What is drawn of a world that may be one of those by what it holds."""
    held: Scenery | None = game.scenery
    return partial(once, game, world if held is None else held.same_as(world))


def board_of(game: Game, world: Any) -> Board | None:
    return once(game, world, "board", lambda: game.fight.encounter.board(world))


def card_of(game: Game, world: Any, i: int) -> Card:
    fight = game.fight
    draw = lambda: fight.ruleset.words.card(world, i, fight.encounter.called)  # noqa: E731
    return once(game, world, ("card", i), draw)


def sheet_of(game: Game, world: Any, i: int) -> dict[str, str]:
    return once(game, world, ("sheet", i), lambda: sheet(game.fight.encounter, world, i))
