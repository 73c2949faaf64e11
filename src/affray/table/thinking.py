"""Seats that think: their questions wait like a person's, and are thought about elsewhere.

A fight that waits for one of them has a task here, which has its position thought about in the
queue of all odds (`workers.py`) and lays what was found on the tape as any command is. Nothing of
it is kept: a server that was killed while it thought asks again. What is no longer asked, after an
undo say, is left; so is everything where nobody is at the table any more.
"""

from __future__ import annotations

import asyncio
import logging
import secrets
import time
from collections.abc import Awaitable, Callable
from contextlib import suppress
from dataclasses import dataclass, field, replace
from math import ceil
from typing import Any

from affray.fight.levels import Level, level_of
from affray.fight.plans import Answers, barred
from affray.fight.players import usual_player
from affray.fight.sealed import is_secret
from affray.lab.clever import Made, where
from affray.lab.seen import Seen, seen_by
from affray.oracles.tape import Answer, Kind, Known, Question
from affray.rules.masks import contains
from affray.table.envelopes import COMPUTER, GivenPlan, OpenQuestion
from affray.table.fair import Whose
from affray.table.game import GAME_MASTER, Game, Refused
from affray.table.hidden import hidden_from
from affray.table.jobs import Came, Result
from affray.table.keeping import Gone, KeptGame, Stale
from affray.table.store import Chair
from affray.table.thoughts import ThoughtJob, thought_job
from affray.table.workers import Workers
from affray.table.written_offers import read_offer

BEAT = 1.5
"""Seconds: the last that is sealed is given at the end of one, so that how long it took tells
next to nothing."""

SHORTEST = 0.2
"""Seconds a decision, however many creatures seal at once."""

MOST_MINDS = 200

journal = logging.getLogger("affray.table")


@dataclass
class Mind:
    """What the thinking seats of a fight remember: moves they made, a plan's answers to come."""

    made: Made = field(default_factory=Made)
    left: Answers = ()
    where: tuple[int, int, int] = (-1, -1, -1)
    moment: Question | None = None
    began: float = 0.0

    def asked_since(self, moment: Question) -> float:
        """Since when all that are asked there have been thought about."""
        if self.moment is not moment:
            self.moment, self.began = moment, time.monotonic()
        return self.began


@dataclass(frozen=True)
class ThinkingRequest:
    """What is to be thought about: whose question, in which fight it is asked, and the job."""

    kept: KeptGame
    moment: Question
    who: int
    asked: OpenQuestion
    seen: Seen
    rest: Answers
    job: ThoughtJob
    is_sealed: bool
    is_last: bool

    def is_asked_still(self) -> bool:
        """Whether anything is waiting for it, in the game as it is now."""
        with self.kept.lock:
            game = self.kept.game
            if game.fight.pending is not self.moment:
                return False
            if self.is_sealed:
                return self.who in game.envelopes.unthought
            return game.players.seats[self.who].thinks


class Thinking:
    """A task for every fight in which somebody thinks."""

    def __init__(
        self,
        workers: Workers,
        get: Callable[[str], KeptGame],
        ring: Callable[[str], Awaitable[None]],
    ) -> None:
        self.workers, self.get, self.ring = workers, get, ring
        self._tasks: dict[str, asyncio.Task[None]] = {}
        self._news: dict[str, asyncio.Event] = {}
        self._minds: dict[str, Mind] = {}

    def look(self, kept: KeptGame) -> None:
        """The fight may have moved: somebody may have to think, or to think no longer."""
        fight = kept.id
        if fight in self._tasks:
            self._news[fight].set()
        elif any(seat.thinks for seat in kept.game.players.seats):
            self._news[fight] = asyncio.Event()
            self._tasks[fight] = asyncio.create_task(self._think(fight))

    def leave(self, fight: str) -> None:
        """Nobody is there to wait for it."""
        task = self._tasks.pop(fight, None)
        if task is not None:
            task.cancel()

    async def close(self) -> None:
        tasks = list(self._tasks.values())
        for fight in list(self._tasks):
            self.leave(fight)
        await asyncio.gather(*tasks, return_exceptions=True)

    async def _think(self, fight: str) -> None:
        news, task = self._news[fight], asyncio.current_task()
        try:
            while True:
                news.clear()
                if not await self._go_on(fight, news) and not news.is_set():
                    return
        except Gone:
            pass
        except Exception:
            journal.exception("thinking about fight %r failed", fight)
        finally:
            if self._tasks.get(fight) is task:
                del self._tasks[fight]

    async def _go_on(self, fight: str, news: asyncio.Event) -> bool:
        """Think about what is asked now and answer it; False where there is nothing to do."""
        kept = await asyncio.to_thread(self.get, fight)
        mind = self._mind(fight)
        wanted = await asyncio.to_thread(wanted_now, kept, mind)
        if wanted is None:
            return False
        began = mind.asked_since(wanted.moment)
        result = await self._thought(wanted, news)
        if wanted.is_last and result is not None:
            beats = max(1, ceil((time.monotonic() - began) / BEAT))
            result = await _held_until(began + beats * BEAT, wanted, news, result)
        if result is None:
            return await asyncio.to_thread(lambda: not wanted.is_asked_still())
        if await asyncio.to_thread(give, wanted, result, mind):
            await self.ring(fight)
        return True

    async def _thought(self, wanted: ThinkingRequest, news: asyncio.Event) -> Result | None:
        """What was found; None where it is not asked any more, or nobody works any more."""
        whose: Whose = (wanted.kept.id, COMPUTER)
        ticket = self.workers.ask(wanted.job, True, whose)
        found = asyncio.wrap_future(ticket.came)
        try:
            while not found.done():
                if not await _wait(news, found):
                    continue
                if not await asyncio.to_thread(wanted.is_asked_still):
                    return None
            result = found.result()
            return None if result.came is Came.LEFT else result
        finally:
            ticket.leave()

    def _mind(self, fight: str) -> Mind:
        """The fights thought about last are remembered."""
        mind = self._minds.pop(fight, None) or Mind()
        self._minds[fight] = mind
        if len(self._minds) > MOST_MINDS:
            del self._minds[next(iter(self._minds))]
        return mind


async def _wait(news: asyncio.Event, found: asyncio.Future[Result]) -> bool:
    """Until there are news of the fight, or it was found; True for news."""
    told = asyncio.create_task(news.wait())
    both: list[asyncio.Future[Any]] = [told, found]
    try:
        await asyncio.wait(both, return_when=asyncio.FIRST_COMPLETED)
    finally:
        told.cancel()
    is_told = news.is_set()
    news.clear()
    return is_told


async def _held_until(
    at: float, wanted: ThinkingRequest, news: asyncio.Event, result: Result
) -> Result | None:
    """The same a while later, if it is asked for still."""
    while (left := at - time.monotonic()) > 0:
        with suppress(TimeoutError):
            async with asyncio.timeout(left):
                await news.wait()
        if news.is_set():
            news.clear()
            if not await asyncio.to_thread(wanted.is_asked_still):
                return None
    return result


# Under the fight's lock


def wanted_now(kept: KeptGame, mind: Mind) -> ThinkingRequest | None:
    """What somebody is to think about now, as they may know it."""
    with kept.lock:
        kept.refresh()
        game = kept.game
        is_sealed = game.envelopes.is_open
        waiting = game.envelopes.unthought if is_sealed else game.thinking_now()
        if not waiting or game.fight.pending is None:
            return None
        who = waiting[0]
        asked = game.asked_of(who)
        level = _level(game, who, len(game.envelopes.thinkers) if is_sealed else 1)
        seen = _sealed_seen(game, asked, who) if is_sealed else _seen(game, asked, who)
        rest = mind.left if mind.where == where(asked.fight, asked.question) else ()
        made = mind.made.before(seen, len(asked.fight.live))
        job = thought_job(game.fight.encounter, seen, level, rest=rest, made=made)
        is_last = is_sealed and len(waiting) == 1
        return ThinkingRequest(
            kept, game.fight.pending, who, asked, seen, rest, job, is_sealed, is_last
        )


def _level(game: Game, who: int, at_once: int) -> Level:
    """How long is thought: those who seal at once share the time."""
    level = level_of(game.players.seats[who].player)
    assert level is not None
    if not level.seconds:
        return level
    return replace(level, seconds=max(SHORTEST, level.seconds / at_once))


def _seen(game: Game, asked: OpenQuestion, who: int) -> Seen:
    mine = game.players.thinks_for(game.fight, who)
    return seen_by(asked.fight, asked.question, asked.fight.world, mine, hidden_from(game, who))


def _sealed_seen(game: Game, asked: OpenQuestion, who: int) -> Seen:
    """In a fight of one's own; what others say in it is made up, but for one's own fellows."""
    seen = seen_by(asked.fight, asked.question, asked.fight.world, {who}, hidden_from(game, who))
    fellows = game.players.thinks_for(game.fight, who) - {who}
    shut = [i for i in game.envelopes.thinkers if i in fellows and game.envelopes.is_shut(i)]
    return replace(seen, known=(*seen.known, *(one for i in shut for one in _sealed(game, i))))


def _sealed(game: Game, who: int) -> list[Known]:
    """What one has sealed, answer by answer."""
    twin, told = game.asked_of(who).fight, game.fight.snapshots[-1].told
    said = [item for item in twin.story[told:] if isinstance(item[0], Question)]
    own = [(q, a) for q, a in said if q.who == who and is_secret(twin, (q, a))]
    return [Known(int(Kind.CHOOSE), q.name, who, a.value) for q, a in own]


def give(wanted: ThinkingRequest, result: Result, mind: Mind) -> bool:
    """Lay on the tape, or seal, what was thought of; False where it is asked no more."""
    if result.came is not Came.FOUND:
        journal.warning("nothing was thought of in time: %s", result.why or result.came.value)

    def work(game: Game, chair: Chair) -> None:
        if not wanted.is_asked_still():
            raise Refused("it is asked no more")
        if wanted.is_sealed:
            _seal(game, wanted, result)
        else:
            _answer(game, wanted, result, mind)

    kept = wanted.kept
    try:
        with kept.lock:
            number = kept.number(GAME_MASTER)
            said = f"thought-{secrets.token_hex(8)}"
            kept.carry_out(GAME_MASTER, said, number, work, is_own=False)
    except (Refused, Stale):
        return False
    return True


def _seal(game: Game, wanted: ThinkingRequest, result: Result) -> None:
    """One move more of a sealed answer; what does not fit is what a temperament would do."""
    asked, who = wanted.asked, wanted.who
    if result.data is not None:
        offer = read_offer(result.data["moves"][0], game.fight.encounter)
        if barred(asked.fight, asked.question, list(offer.answers)) is None:
            game.envelopes.put(who, GivenPlan(offer), COMPUTER)
            return
    game.envelopes.empty(who)
    for order in game.envelopes.suggested(who):
        game.envelopes.put(who, order, COMPUTER)


def _answer(game: Game, wanted: ThinkingRequest, result: Result, mind: Mind) -> None:
    """The move's answers as they are asked, until a die has fallen or others are asked."""
    fight, here = game.fight, wanted.asked.question
    found = result.data["moves"][0]["answers"] if result.data is not None else ()
    answers: Answers = tuple((q, a) for q, a in found)
    mind.where = at = where(fight, here)
    if not (answers and contains(here.mask, answers[0][1])):
        player = usual_player(fight.ruleset)
        answers = ((here.name, game.players.policy(fight, player, here, fight.world)),)
    mind.made.add(wanted.seen, answers, len(fight.live))
    mind.left = answers[1:] or wanted.rest
    fight.answer(Answer(answers[0][1]))
    while (asked := fight.pending) is not None and mind.left and not asked.is_chance:
        goes_on = where(fight, asked) == at and asked.name == mind.left[0][0]
        if not goes_on or not contains(asked.mask, mind.left[0][1]):
            return
        option, mind.left = mind.left[0][1], mind.left[1:]
        fight.answer(Answer(option))
