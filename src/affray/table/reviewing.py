"""A fight that is over, looked at again: slice by slice in the workers' queue, for all who ask."""

from __future__ import annotations

import pickle
from bisect import bisect_left
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

from affray.book.encounter import encounter_from
from affray.book.toml_tables import parse_toml
from affray.fight.fight import Fight, nobody
from affray.lab.review import Review, Slice
from affray.odds.walkers import is_at_hand
from affray.table.game import Game, Refused
from affray.table.jobs import (
    Came,
    GiveUp,
    NobodyWaits,
    Result,
    Setting,
    look_for_rulesets,
    setting_of,
)
from affray.table.keeping import KeptGame
from affray.table.limits import USUAL
from affray.table.logs import log_of
from affray.table.preview import OddsRequest
from affray.table.sealing import Veil, unseen_now
from affray.table.store import Chair
from affray.tell.reviewing import review_data
from affray.tell.unseen import SOMETHING, veiled

BUDGET = 400
"""Playouts of every moment, in the end."""

TRIAL = Slice(False, (0,), 1)
"""By which it is found out who plays on, and whether the rules are compiled."""


@dataclass(frozen=True)
class ReviewJob:
    """A tape and which part of it is to be looked at; neither key nor seed."""

    setting: Setting
    tape: bytes
    part: Slice
    temperament: int
    seconds: float = USUAL.seconds_by_question

    def work_out(self, give_up: GiveUp) -> Result:
        def tick(spent: int) -> None:
            if give_up():
                raise NobodyWaits

        review = _review(self.setting, self.tape)
        review.temperament = self.temperament
        compiled = is_at_hand(review.fight.ruleset)
        try:
            found = review.do(self.part, tick, compiled)
        except NobodyWaits:
            return Result(Came.TOO_MANY)
        said = {"found": found, "compiled": compiled, "temperament": review.temperament}
        return Result(Came.FOUND, said)


@lru_cache(maxsize=2)
def _review(setting: Setting, tape: bytes) -> Review:
    """In the worker: the fight played from its tape, once for all its slices."""
    look_for_rulesets(setting.folders)
    fight = Fight(encounter_from(parse_toml(setting.encounter, "a fight"), "a fight"), nobody)
    fight.live = pickle.loads(tape)
    fight.run()
    return Review(fight)


class Reviewed:
    """How far a fight was looked at, for everybody at the table."""

    def __init__(self, fight: Fight, tape: bytes) -> None:
        self.tape, self.setting = tape, setting_of(fight.encounter)
        self.review = Review(fight.clone())
        self.parts = [TRIAL]
        self.compiled = True
        self._taken: set[int] = set()

    def job(self, k: int) -> ReviewJob:
        if k >= len(self.parts):
            raise Refused(f"part: found {k}, expected less than {len(self.parts)}")
        return ReviewJob(self.setting, self.tape, self.parts[k], self.review.temperament)

    def take(self, k: int, data: dict[str, Any]) -> None:
        """Add what was found of a part, once."""
        if k in self._taken:
            return
        self._taken.add(k)
        if k > 0:
            self.review.take(self.parts[k], data["found"])
            return
        self.review.temperament, self.compiled = data["temperament"], data["compiled"]
        self.parts += self.review.slices(BUDGET, self.compiled)

    def next_after(self, k: int) -> int | None:
        return k + 1 if k + 1 < len(self.parts) else None


def review_wanted(kept: KeptGame, n: int, k: int) -> tuple[OddsRequest, Reviewed]:
    """A part of the review, as a chair may ask for it: of a fight that is over."""
    _require_over(kept.game, kept.game.chairs[n])
    with kept.whole() as game:
        tape = pickle.dumps(game.fight.live)
        if game.reviewed is None or game.reviewed.tape != tape:
            game.reviewed = Reviewed(game.fight, tape)
        found: Reviewed = game.reviewed
        return OddsRequest(kept, n, kept.number(n), (), found.job(k), game.odds), found


def _require_over(game: Game, chair: Chair) -> None:
    if not game.fight.is_over or game.fight.encounter.is_between:
        raise Refused("the fight is not over; how it went is told when it is")
    if unseen_now(game, chair):
        raise Refused("somebody hides from you still, and this would tell of them")


def review_for(kept: KeptGame, n: int, reviewed: Reviewed, k: int) -> dict[str, Any]:
    """What was found so far, as a chair may read it; a point with the line of its log."""
    with kept.lock:
        game, chair = kept.game, kept.game.chairs[n]
        _require_over(game, chair)
        veil, names = Veil(game, chair), game.fight.names

        def told(item: int, text: str) -> str:
            if item < 0 or not veil.hides:
                return text
            if veil.is_hidden(item, game.fight.story[item]):
                return SOMETHING
            return veiled(text, names, veil.unseen_at(item))

        lines = [line.at for line in log_of(game, chair).lines(game)]
        data = review_data(reviewed.review, told)
    for point in data["curve"]:
        point["line"] = min(bisect_left(lines, point["at"] - 1), max(0, len(lines) - 1))
    more = {"part": k, "parts": len(reviewed.parts), "next": reviewed.next_after(k)}
    return {**data, **more, "compiled": reviewed.compiled}
