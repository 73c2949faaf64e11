"""The room the fights are played in: which there are, who holds a link, who waits for news."""

from __future__ import annotations

import asyncio
import secrets
from collections import Counter
from collections.abc import Awaitable, Callable, Iterator, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from affray.book.encounter import Encounter, read_encounter
from affray.book.errors import BadInput, unknown
from affray.book.shelf import SHELF
from affray.fight.players import DiceSource
from affray.files.party import Party, describe, join, read_party, resting
from affray.oracles.keyed import new_key
from affray.table import commands, people
from affray.table.beginning import create_fight
from affray.table.bells import Bell
from affray.table.chairs import MOVE
from affray.table.collection import NAMED, OWN, Collection
from affray.table.forecasting import Forecasts
from affray.table.game import GAME_MASTER, Game, NotYours, Refused
from affray.table.housed import Housed
from affray.table.keeping import Gone, KeptGame
from affray.table.limits import USUAL, Limits
from affray.table.others import Others
from affray.table.patience import WaitedFor
from affray.table.pictures import read_named, show_named
from affray.table.presence import FREE, Presence
from affray.table.samples import samples
from affray.table.store import Chair, ListedFight, Store
from affray.table.telling import forget
from affray.table.thinking import Thinking
from affray.table.watching import ToldGame, open_game

COOKIE = "affray_"
TOKEN_BYTES = 16
MOST_LISTED = 100
MOST_SEATS_HELD = 16
HANDS = 24
"""Threads that carry out commands and show what is seen; many wait for the disk together."""


class Unknown(Exception):
    """There is no such thing here."""


@dataclass(frozen=True)
class Seated:
    """Somebody at a fight: the number of their chair."""

    kept: KeptGame
    n: int

    @property
    def game(self) -> Game:
        return self.kept.game

    @property
    def chair(self) -> Chair:
        return self.game.chairs[self.n]


class Lobby:
    """Every fight of a data folder; each is loaded when it is first asked for."""

    def __init__(
        self,
        data: Path,
        limits: Limits = USUAL,
        collection: Collection | None = None,
        store: str = "",
    ) -> None:
        self.store = Store(data, store)
        self.collection = collection or Collection()
        self.limits = limits
        self.housed = Housed(lambda fight: open_game(self.store, fight))
        self.forecasts, self.drafts = Forecasts(data / "forecasts"), Forecasts(None)
        self.presence = Presence()
        self.watch = WaitedFor(self.presence)
        self._bells: dict[str, Bell] = {}
        self._take_threads()
        self._ears: dict[str, Counter[int]] = {}
        self.said: dict[tuple[str, int], tuple[int, str]] = {}
        """For chairs somebody listens in: the number of the last command, and by which line."""
        self._ended: Counter[str] = Counter()
        self.others = Others(self.store)
        self.thinking: Thinking | None = None
        """Who thinks for the seats that do; a room nobody serves has no use for it."""
        self.tell_who_is_here: Callable[[str], Awaitable[None]] = _nobody_else
        """At the other servers of the store, where there are any."""

    def _take_threads(self) -> None:
        """Beside what is being answered things are drawn, and odds put in order, one by one."""
        self._drawing, self.asking = _threads(1, "drawing"), _threads(1, "asking")
        self.hands = _threads(HANDS, "hands")

    def close(self) -> None:
        """Every command is kept already."""
        for threads in (self._drawing, self.asking, self.hands):
            threads.shutdown()
        self._take_threads()
        self.housed.put_all_away()
        self.store.close()

    def what_is_wrong(self) -> str:
        """Why nothing can be kept now, if so."""
        return self.store.health()

    # Who may come in

    def kept(self, fight: str) -> KeptGame:
        try:
            return self.housed.get(fight)
        except Gone:
            raise Unknown("there is no such fight") from None

    def forget(self, fight: str) -> None:
        """A fight that was deleted; whoever listens to it looks again."""
        self.housed.forget(fight)
        self.presence.forget(fight)
        self.count_ended(fight)
        if self.thinking is not None:
            self.thinking.leave(fight)

    def held(self, fight: str, tokens: Sequence[str]) -> dict[int, str]:
        """The chairs of a fight these tokens are for, as long as their links have not ended."""
        found = {}
        for token in tokens[:MOST_SEATS_HELD]:
            with suppress(ValueError):  # a damaged row opens nothing
                n = self.store.chair_of(fight, token)
                if n is not None:
                    found[n] = token
        return found

    def seated(self, fight: str, n: int) -> Seated:
        kept = self.kept(fight)
        if self.store.is_shared:
            kept.look_again()
        if n not in range(len(kept.chairs)):
            raise NotYours("there is no such seat")
        return Seated(kept, n)

    def ended(self, fight: str) -> int:
        """How often links to a fight were ended; who listens looks again when that has moved."""
        return self._ended[fight]

    # Fights

    def begin(
        self,
        ref: str,
        party: str = "",
        members: Sequence[str] = (),
        seed: int | None = None,
        habit: str = "",
        foes: str = "",
    ) -> str:
        """A sample fight or one's own, with a party or as it is written."""
        encounter = self.to_fight(ref, party, members)
        return self.begin_with(encounter, new_key() if seed is None else seed, habit, foes)

    def to_fight(self, ref: str, party: str = "", members: Sequence[str] = ()) -> Encounter:
        """An encounter one may begin, with whoever comes to it."""
        encounter = self.encounter(ref)
        if party:
            return join(encounter, self.party(party), members)
        if members:
            raise Refused("found a member, expected the party it is of too")
        return encounter

    def begin_rest(self, party: str, members: Sequence[str] = ()) -> str:
        """A rest of a party alone."""
        return self.begin_with(resting(self.party(party), members), new_key())

    def begin_with(
        self, encounter: Encounter, seed: DiceSource, habit: str = "", foes: str = ""
    ) -> str:
        self.require_room()
        pictures = read_named(encounter)
        fight = create_fight(self.store, encounter, seed, habit, foes)
        show_named(self.kept(fight), pictures)
        return fight

    def require_room(self) -> None:
        """There is an end to how many fights a table holds."""
        most = self.limits.fights
        if len(self.store.cards()) >= most:
            raise Refused(f"this table holds {most:,} fights, and no more than that")

    def party(self, name: str) -> Party:
        """One of those that lie where parties lie, never another file of the server's."""
        known = self.collection.parties()
        if name not in known:
            raise Unknown(unknown("party", name, list(known)))
        return read_party(known[name])

    def encounter(self, ref: str) -> Encounter:
        """One of those that come with a ruleset or are listed, never another file."""
        slug = ref.partition("/")[0]
        if slug in (OWN, NAMED):
            return self.collection.read(ref)
        if slug not in SHELF.slugs():
            raise Refused(unknown("ruleset", slug, SHELF.slugs()))
        found = SHELF.get(slug).encounter_files()
        if ref not in found:
            raise Refused(unknown("encounter", ref, list(found)))
        return read_encounter(found[ref], ref)

    def cards(self, cookies: Mapping[str, str]) -> list[ListedFight]:
        """The fights a browser has a seat at, those that were put away too."""
        tokens = {
            name.removeprefix(COOKIE): split_tokens(value)
            for name, value in cookies.items() if name.startswith(COOKIE)
        }  # fmt: skip
        known = list(tokens)[:MOST_LISTED]
        return self.store.cards([fight for fight in known if self.held(fight, tokens[fight])])

    def system(self, slug: str) -> str:
        """A game's name; a fight may outlive the ruleset it was fought by."""
        return SHELF.get(slug).book.name if slug in SHELF.slugs() else slug

    def samples(self) -> list[dict[str, Any]]:
        return samples()

    def parties(self) -> list[dict[str, Any]]:
        out = []
        for name, path in self.collection.parties().items():
            with suppress(Exception):  # as with rulesets: one bad party must not shut the door
                out.append(describe(name, path))
        return out

    # Links

    def links(self, fight: str, base: str, only_gm: bool = False) -> list[dict[str, Any]]:
        """A fresh link to every chair, the game master's first."""
        chairs = self.kept(fight).chairs
        return [self._link(fight, base, c) for c in (chairs[:1] if only_gm else chairs)]

    def fresh_links(
        self, asking: Seated, base: str, name: str | None, revoke: bool
    ) -> list[dict[str, Any]]:
        """Links for the game master to give out; `revoke` ends the older ones."""
        if not asking.chair.is_gm:
            raise NotYours("only the game master gives out links")
        game = asking.game
        wanted = [c for c in game.player_chairs if name is None or c.name == name]
        if not wanted:
            raise Refused(unknown("seat", name or "", [c.name for c in game.player_chairs]))
        for chair in wanted if revoke else []:
            self._revoke(asking.kept, chair)
        chairs = asking.game.chairs  # as they are after that
        return [self._link(game.id, base, chairs[chair.n]) for chair in wanted]

    def renew(self, fight: str, base: str, name: str) -> dict[str, Any]:
        """A new link to one chair, the game master's too; those given out before end."""
        kept = self.kept(fight)
        chairs = [chair for chair in kept.game.chairs if chair.name == name]
        if not chairs:
            raise BadInput(unknown("seat", name, [chair.name for chair in kept.game.chairs]))
        if chairs[0].is_gm:
            return self.renew_gm(fight, base)
        self._revoke(kept, chairs[0])
        return self._link(fight, base, kept.game.chairs[chairs[0].n])

    def renew_own(self, asking: Seated, base: str) -> dict[str, Any]:
        """The game master's own link is made anew."""
        if not asking.chair.is_gm:
            raise NotYours("only the game master gives out links")
        return self.renew_gm(asking.kept.id, base)

    def renew_gm(self, fight: str, base: str) -> dict[str, Any]:
        self.end_links(fight, GAME_MASTER)
        return self._link(fight, base, self.kept(fight).game.chairs[GAME_MASTER])

    def end_links(self, fight: str, n: int) -> None:
        """Whoever sits there by one looks again, and is out; what they would hand over is not
        theirs any more."""
        self.store.drop_links(fight, n)
        self.store.drop_invites(fight, MOVE, n)
        self.count_ended(fight)

    def count_ended(self, fight: str) -> None:
        self._ended[fight] += 1

    def _revoke(self, kept: KeptGame, chair: Chair) -> None:
        self.end_links(kept.id, chair.n)
        if isinstance(kept, ToldGame):
            return  # nobody plays there any more
        forget(self.store.database, kept, chair.n)
        with kept.owned():
            cmd_id = f"freed-{secrets.token_hex(8)}"
            seen = kept.number(GAME_MASTER)
            free = lambda s, gm: commands.free_seat(s, gm, chair.n)  # noqa: E731
            kept.carry_out(GAME_MASTER, cmd_id, seen, free)

    def _link(self, fight: str, base: str, chair: Chair) -> dict[str, Any]:
        token = secrets.token_urlsafe(TOKEN_BYTES)
        self.store.add_link(fight, chair.n, token)
        return {
            "name": chair.name,
            "role": "gm" if chair.is_gm else "player",
            "taken": chair.taken,
            "link": f"{base}fights/{fight}?as={token}",
        }

    # News

    @contextmanager
    def listening(self, fight: str, n: int) -> Iterator[Bell]:
        """A bell for as long as anybody listens in a chair; the fight stays in memory so long."""
        with self.housed.listening(fight):
            self._ears.setdefault(fight, Counter())[n] += 1
            try:
                yield self._bells.setdefault(fight, Bell())
            finally:
                self._ears[fight][n] -= 1
                if not self._ears[fight][n]:
                    del self._ears[fight][n]
                    self.said.pop((fight, n), None)
        if not self.housed.is_heard(fight):
            self._bells.pop(fight, None)
            self._ears.pop(fight, None)
            if self.thinking is not None:
                self.thinking.leave(fight)

    def has_said(self, asking: Seated, number: int, line: str) -> None:
        """A command came from the page that calls its live line so, and is answered there."""
        if asking.n in self._ears.get(asking.kept.id, ()):
            self.said[asking.kept.id, asking.n] = (number, line)

    async def ring(self, fight: str) -> None:
        """Draw what those see who listen, and wake everybody who waits for news of this fight."""
        kept = self.housed.at_hand(fight)
        chairs = list(self._ears.get(fight, ()))
        if kept is not None and kept.is_behind(chairs):
            loop = asyncio.get_running_loop()
            await loop.run_in_executor(self._drawing, kept.catch_up, chairs)
        self.look_who_thinks(kept)
        bell = self._bells.get(fight)
        if bell is not None:
            bell.ring()
        await self.tell_who_is_here(fight)

    async def look_again(self, fight: str) -> None:
        """Another server has written to it: those who listen here are shown that."""
        kept = self.housed.at_hand(fight)
        if kept is None or not self.housed.is_heard(fight):
            return
        try:
            loop = asyncio.get_running_loop()
            await loop.run_in_executor(self._drawing, kept.look_again)
        except Gone:
            self.forget(fight)
        await self.ring(fight)

    def look_who_thinks(self, kept: KeptGame | None) -> None:
        """A fight that has moved, or was taken up, may wait for one who thinks."""
        if self.thinking is not None and kept is not None and not isinstance(kept, ToldGame):
            self.thinking.look(kept)

    def present(self, kept: KeptGame) -> dict[str, str]:
        """Who is here, away or gone, by seat; one nobody has sat down in is free."""
        sitting = [chair for chair in kept.chairs if not chair.watches]
        free = people.free_seats(kept.chairs)
        return {c.name: FREE if c in free else self.presence.of(kept.id, c.n) for c in sitting}

    def pass_by(self) -> set[str]:
        """Time has passed: who has not come back is gone, and for who is away too long the
        computer answers. The fights where that is news."""
        news = self.presence.pass_by() | self.others.look(self.housed.heard(), self._ended)
        for kept in self.housed.all():
            waits = not isinstance(kept, ToldGame) and kept.game.patience > 0
            if waits and self.watch.answer_for_the_late(kept):
                news.add(kept.id)
        self.watch.forget(self.housed.__contains__)
        return news

    async def ring_all(self) -> None:
        """News that concern every fight."""
        for fight in list(self._bells):
            await self.ring(fight)


async def _nobody_else(fight: str) -> None:
    """One server has all there are."""


def _threads(n: int, name: str) -> ThreadPoolExecutor:
    return ThreadPoolExecutor(n, f"affray-{name}")


def split_tokens(cookie: str) -> list[str]:
    """A cookie holds the tokens of every seat a browser has at a fight, the first taken first."""
    return [token for token in cookie.split(".") if token]
