"""Many compiled fights at once, for whoever learns by the million."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

import numpy as np

from affray.book.encounter import Encounter, find_encounter
from affray.book.errors import BadInput
from affray.env.actions import Actions
from affray.env.observing import Features, Ints
from affray.fight.players import usual_player
from affray.lab.seen import known_to
from affray.lab.simulate import Temperaments
from affray.lab.stepping import Stepping
from affray.oracles.tape import Question
from affray.rules.masks import members
from affray.rules.world import unpack

Flags = np.ndarray[Any, np.dtype[np.int8]]
Floats = np.ndarray[Any, np.dtype[np.float32]]


class Stood(NamedTuple):
    """Where all fights stand: a row each. Where one is `done`, the row is the next one's first."""

    observations: Ints
    masks: Flags
    rewards: Floats
    done: np.ndarray[Any, np.dtype[np.bool_]]


class Batch:
    """`n` compiled fights in which one side's questions are answered by whoever learns.

    `own` are the creatures one answers for, all of one side: the first side where nobody is
    named. Temperaments play the others. An action is a single answer, a number of
    `actions.labels`. A fight that ends begins anew with dice of its own.
    """

    def __init__(
        self,
        encounter: str | Encounter,
        n: int,
        seed: int,
        own: Sequence[str] = (),
        temperaments: Temperaments | None = None,
    ) -> None:
        found = find_encounter(encounter) if isinstance(encounter, str) else encounter
        sides = [int(c.side) for c in found.world().creatures]
        self.encounter, self.n = found, n
        names = [entrant.name for entrant in found.entrants]
        self.own = list(own) or [name for name, side in zip(names, sides, strict=True) if not side]
        given = usual_player(found.ruleset) if temperaments is None else temperaments
        self._games = [Stepping(found, given, self.own, seed, k) for k in range(n)]
        self._side = self._only_side([sides[names.index(name)] for name in self.own])
        self.actions, self.columns = Actions(found), Features(found)
        self._firsts = self.actions.firsts
        self._next = n
        self._masks: dict[tuple[int, int], Flags] = {}
        for k in range(n):
            self._begin_anew(k)
        self.stood = self._look(np.zeros(n, np.float32), np.zeros(n, bool))

    def _only_side(self, sides: list[int]) -> int:
        if len(set(sides)) != 1:
            raise BadInput(f"{', '.join(self.own)} are of several sides, expected one", field="own")
        return sides[0]

    def _begin_anew(self, k: int) -> None:
        """Fights in which one is never asked anything are over before one sees them."""
        for _ in range(1000):
            if self._games[k].stand.asked is not None:
                return
            self._games[k].again(self._next)
            self._next += 1
        raise BadInput(f"nothing is ever asked of {', '.join(self.own)}", field="own")

    def step(self, actions: Sequence[int] | Ints) -> Stood:
        """An answer for each fight; one that is not open is refused and nothing has changed."""
        chosen = np.asarray(actions, np.int64)
        if chosen.shape != (self.n,):
            raise ValueError(f"found actions of shape {chosen.shape}, expected ({self.n},)")
        is_open = self.stood.masks[np.arange(self.n), chosen % len(self.actions)] == 1
        if not bool(is_open.all()) or bool((chosen != chosen % len(self.actions)).any()):
            k = int(np.argmin(is_open))
            raise ValueError(f"fight {k} cannot take action {int(chosen[k])}: see its mask")
        rewards, done = np.zeros(self.n, np.float32), np.zeros(self.n, bool)
        for k, game in enumerate(self._games):
            asked = game.stand.asked
            assert asked is not None
            stand = game.answer(int(chosen[k]) - self._firsts[asked.name])
            if stand.asked is None:
                done[k], rewards[k] = True, self._reward(stand.outcome)
                self._begin_anew(k)
        self.stood = self._look(rewards, done)
        return self.stood

    def _reward(self, outcome: int) -> float:
        return 0.0 if outcome < 0 else 1.0 if outcome == self._side else -1.0

    def _look(self, rewards: Floats, done: np.ndarray[Any, np.dtype[np.bool_]]) -> Stood:
        asked = [game.stand.asked for game in self._games]
        rows = self.columns.rows(b"".join(game.now for game in self._games), self.n)
        seen = [
            self._seen(k, row, one) for k, (row, one) in enumerate(zip(rows, asked, strict=True))
        ]
        masks = np.stack([self._mask(one) for one in asked])
        return Stood(np.stack(seen), masks, rewards, done)

    def _seen(self, k: int, row: Ints, asked: Question | None) -> Ints:
        assert asked is not None
        hiding = self.encounter.ruleset.words.hiding
        if hiding is not None and hiding.unseen is not None:
            row = self._row_without_the_hidden(self._games[k], asked.who)
        else:
            row = self.columns.leave_out(row, asked.who)
        return self.columns.headed(row, asked.who, asked.name)

    def _row_without_the_hidden(self, game: Stepping, who: int) -> Ints:
        """Who is hidden is for the game to say, of worlds as it knows them."""
        ruleset, start = self.encounter.ruleset, game.data()
        now = game.now + start[len(game.now) :]
        worlds = (unpack(ruleset.world, data) for data in (start, now))
        return self.columns.row(known_to(ruleset, who, *worlds))

    def _mask(self, asked: Question | None) -> Flags:
        assert asked is not None
        found = self._masks.get((asked.name, asked.mask))
        if found is None:
            found = np.zeros(len(self.actions), np.int8)
            found[[self._firsts[asked.name] + option for option in members(asked.mask)]] = 1
            self._masks[asked.name, asked.mask] = found
        return found
