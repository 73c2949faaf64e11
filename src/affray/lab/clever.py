"""A player made of the rules: it tries its plans by playouts and keeps the better ones.

No line of it knows a game. What it does depends on what it may know and on its level, on nothing
else: its playouts have dice of their own, and guess anew at what others sealed.
"""

from __future__ import annotations

from collections.abc import Sequence, Set
from typing import Any

from affray.book.encounter import Encounter
from affray.book.errors import BadInput
from affray.book.ruleset import Ruleset
from affray.fight.fight import Fight
from affray.fight.levels import Level
from affray.fight.plans import Answers, Offer
from affray.lab.kept import KeptPlayouts
from affray.lab.moves import by_turns, moves, names_any
from affray.lab.playouts import ASTRAY, CompiledPlayouts, PythonPlayouts
from affray.lab.search import Judge, Playouts, Search, Tick, Tried
from affray.lab.seen import Seen, seen_by
from affray.lab.threads import ThreadedPlayouts, cores
from affray.oracles.dice import Draws
from affray.oracles.tape import Question
from affray.rules.ask import RANDOM, any_of
from affray.rules.masks import contains, smallest

SLOW = 24
"""Playouts a decision at most where the rules are not compiled."""

MOST_REMEMBERED = 1000
"""Positions of which it is known what was done in them."""

USUAL = 1
"""The temperament that decides between fights, where there is nothing to win."""


def playouts_of(
    ruleset: Ruleset, compiled: bool = True, astray: int = ASTRAY, threads: int = 1
) -> Playouts:
    """Compiled playouts, by so many threads; CPython's where a game cannot be compiled."""
    if compiled:
        try:
            players = [CompiledPlayouts(ruleset, astray) for _ in range(threads)]
            return ThreadedPlayouts(players) if threads > 1 else players[0]
        except BadInput:
            pass
    return PythonPlayouts(ruleset, astray)


def is_compiled(ruleset: Ruleset) -> bool:
    """Whether playouts of a game are compiled; they are now, if that was all that was missing."""
    return isinstance(playouts_of(ruleset), CompiledPlayouts)


def silent(spent: int) -> None:
    """Nobody is told how far it is."""


class Clever:
    """Decides for the creatures one player has, one question at a time.

    The same position, level and `whim` are the same decision; another whim is another player of
    the same strength. However many threads it has, it is the same decision, sooner made.
    """

    def __init__(
        self, compiled: bool = True, whim: int = 0, tick: Tick = silent, threads: int = 0
    ) -> None:
        self._compiled, self._whim, self.tick = compiled, whim, tick
        self._threads = threads or cores()
        self._playouts: dict[Ruleset, KeptPlayouts] = {}
        self._left: Answers = ()
        self._where = (-1, -1, -1)
        self._made = Made()

    def __call__(
        self, fight: Fight, asked: Question, world: Any, mine: Set[int], level: Level
    ) -> int:
        """The answer of whoever plays `mine`; `world` is how it is when they are asked."""
        rest = self._left if self._where == where(fight, asked) else ()
        if rest and rest[0][0] == asked.name and contains(asked.mask, rest[0][1]):
            self._left = rest[1:]
            return rest[0][1]
        if fight.is_resting:
            return policy_answer(fight.ruleset, asked, world, Draws(0, 0), USUAL)
        seen, here = seen_by(fight, asked, world, mine), len(fight.live)
        made = self._made.before(seen, here)
        best = self.thoughts(fight.encounter, seen, level, rest=rest, made=made)[0][1]
        self._made.add(seen, best.answers, here)
        self._left = best.answers[1:] or rest
        self._where = where(fight, asked)
        return best.answers[0][1]

    def thoughts(
        self,
        encounter: Encounter,
        seen: Seen,
        level: Level,
        offered: Sequence[Offer] = (),
        rest: Answers = (),
        made: Set[Answers] = frozenset(),
    ) -> list[tuple[Offer, Tried]]:
        """Every move, or all that are offered, with its playouts; the one to make first.

        What `level` has no room for is not among them.

        `rest` is what a plan that is begun has yet to say, `made` the moves that were made in
        just this position before: they led back to it.
        """
        asked, ruleset = seen.asked, encounter.ruleset
        open_moves = [o for o in offered if not names_any(encounter, o, seen.unseen)]
        if not offered:
            found = moves(encounter, asked, seen.now, seen.unseen)
            open_moves = [offer for offer in found if offer.answers not in made] or found
        turns = by_turns(open_moves, seen.seed(self._whim))
        tries = [(offer, Tried(offer.answers)) for offer in turns]
        judge = Judge(seen.now, int(seen.now.creatures[asked.who].side))
        level = self.affordable(ruleset, level)
        search = Search(self.playouts(ruleset), seen, judge, rest, level, self._whim, self.tick)
        best_temperament = search.choose_temperament(len(ruleset.temperaments))
        draws = Draws(search.seed, 0)
        option = policy_answer(ruleset, asked, seen.now, draws, best_temperament)
        tried = [one for _, one in tries]
        best = search.best(tried, _usual(tried, option))
        known = [one for one in tries if one[1].playouts or one[1] is best]
        return sorted(known, key=lambda one: (one[1] is not best, -one[1].playouts, -one[1].value))

    def playouts(self, ruleset: Ruleset) -> KeptPlayouts:
        if ruleset not in self._playouts:
            made = playouts_of(ruleset, self._compiled, threads=self._threads)
            self._playouts[ruleset] = KeptPlayouts(made)
        return self._playouts[ruleset]

    def affordable(self, ruleset: Ruleset, level: Level) -> Level:
        """The same level where the rules are compiled, else no more than CPython can do."""
        is_slow = isinstance(self.playouts(ruleset).inner, PythonPlayouts)
        return Level(min(level.playouts, SLOW)) if is_slow and not level.seconds else level


class Made:
    """The moves that were made in a position, and where on the tape: what led back to just the
    same is not done again, or it would be done for ever."""

    def __init__(self) -> None:
        self._at: dict[int, dict[Answers, int]] = {}

    def add(self, seen: Seen, answers: Answers, at: int) -> None:
        self._at.setdefault(seen.mark(), {})[answers] = at
        while len(self._at) > MOST_REMEMBERED:
            del self._at[next(iter(self._at))]

    def before(self, seen: Seen, at: int) -> frozenset[Answers]:
        """Those made earlier than here; what was taken back since may be done again."""
        made = self._at.get(seen.mark(), {})
        return frozenset(answers for answers, then in made.items() if then < at)


def where(fight: Fight, asked: Question) -> tuple[int, int, int]:
    """As long as this is the same, a plan goes on: the step, who is asked, how many have rolled."""
    rolls = sum(question.is_chance for question, _ in fight.said_so_far())
    return fight.step_start[0], asked.who, rolls


def _usual(tried: list[Tried], option: int) -> Tried:
    """The move that begins as a temperament would, and leaves most to it."""
    return min(tried, key=lambda one: (one.answers[0][1] != option, len(one.answers)))


def policy_answer(
    ruleset: Ruleset, asked: Question, world: Any, draws: Any, temperament: int
) -> int:
    """A temperament's answer; any at all, where it is random or does not fit."""
    if temperament == RANDOM or temperament >= len(ruleset.temperaments):
        return any_of(draws, asked.mask)
    option = int(ruleset.decide(draws, world, asked.who, asked.name, asked.mask, temperament))
    return option if option >= 0 and contains(asked.mask, option) else smallest(asked.mask)
