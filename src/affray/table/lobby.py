"""The room the fights are played in: which there are, who holds a link, who waits for news."""

from __future__ import annotations

import asyncio
import secrets
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

from affray.book.encounter import Encounter, read_encounter
from affray.book.errors import BadInput, unknown
from affray.book.ruleset import Ruleset
from affray.book.shelf import SHELF
from affray.files.party import CAMP, Party, describe, files, join, read_party, resting
from affray.oracles.keyed import new_key
from affray.table import commands
from affray.table.game import GAME_MASTER, Game, NotYours, Refused
from affray.table.housed import Housed
from affray.table.keeping import Gone, KeptGame, create_fight
from affray.table.limits import USUAL, Limits
from affray.table.resting import rest
from affray.table.store import Chair, ListedFight, Store
from affray.table.watching import ToldGame, open_game

COOKIE = "affray_"
TOKEN_BYTES = 16
MOST_LISTED = 100
MOST_SEATS_HELD = 16


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

    def __init__(self, data: Path, limits: Limits = USUAL) -> None:
        self.store = Store(data)
        self.limits = limits
        self.housed = Housed(lambda fight: open_game(self.store, fight), rest)
        self._bells: dict[str, asyncio.Condition] = {}
        self._ended: Counter[str] = Counter()

    def close(self) -> None:
        """Every command is kept already; what is seen of long fights is, too."""
        self.housed.put_all_away()
        self.store.close()

    def what_is_wrong(self) -> str:
        """Why nothing can be kept now, if so."""
        return self.store.sound.health()

    # Who may come in

    def kept(self, fight: str) -> KeptGame:
        try:
            return self.housed.get(fight)
        except Gone:
            raise Unknown("there is no such fight") from None

    def forget(self, fight: str) -> None:
        """A fight that was deleted; whoever listens to it looks again."""
        self.housed.forget(fight)
        self._ended[fight] += 1

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
    ) -> str:
        """A sample fight, with a party or as it is written."""
        self._require_room()
        encounter = self._encounter(ref)
        if party:
            encounter = join(encounter, self._party(party), members)
        elif members:
            raise Refused("found a member, expected the party it is of too")
        return create_fight(self.store, encounter, new_key() if seed is None else seed, habit)

    def begin_rest(self, party: str, members: Sequence[str] = ()) -> str:
        """A rest of a party alone."""
        self._require_room()
        encounter = resting(self._party(party), members)
        return create_fight(self.store, encounter, new_key())

    def _require_room(self) -> None:
        most = self.limits.fights
        if len(self.store.cards()) >= most:
            raise Refused(f"this table holds {most:,} fights, and no more than that")

    def _party(self, name: str) -> Party:
        """One of those that lie where parties lie, never another file of the server's."""
        known = files()
        if name not in known:
            raise Unknown(unknown("party", name, list(known)))
        return read_party(known[name])

    def _encounter(self, ref: str) -> Encounter:
        """One of those that come with a ruleset, never another file of the server's."""
        slug = ref.partition("/")[0]
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
        return _samples()

    def parties(self) -> list[dict[str, Any]]:
        out = []
        for name, path in files().items():
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
        self._drop_links(fight, GAME_MASTER)
        return self._link(fight, base, self.kept(fight).game.chairs[GAME_MASTER])

    def _drop_links(self, fight: str, n: int) -> None:
        self.store.drop_links(fight, n)
        self._ended[fight] += 1

    def _revoke(self, kept: KeptGame, chair: Chair) -> None:
        self._drop_links(kept.id, chair.n)
        if isinstance(kept, ToldGame):
            return  # nobody plays there any more
        with kept.lock:
            cmd_id = f"freed-{secrets.token_hex(8)}"
            kept.refresh()
            seen = kept.seen[GAME_MASTER]
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
    def listening(self, fight: str) -> Iterator[asyncio.Condition]:
        """A bell for as long as anybody listens; the fight stays in memory so long."""
        with self.housed.listening(fight):
            yield self._bells.setdefault(fight, asyncio.Condition())
        if not self.housed.is_heard(fight):
            self._bells.pop(fight, None)

    async def ring(self, fight: str) -> None:
        """Wake everybody who waits for news of this fight."""
        bell = self._bells.get(fight)
        if bell is not None:
            async with bell:
                bell.notify_all()

    async def ring_all(self) -> None:
        """News that concern every fight."""
        for fight in list(self._bells):
            await self.ring(fight)


def token_in(link: str) -> str:
    return link.partition("?as=")[2]


def split_tokens(cookie: str) -> list[str]:
    """A cookie holds the tokens of every seat a browser has at a fight, the first taken first."""
    return [token for token in cookie.split(".") if token]


@cache
def _samples() -> list[dict[str, Any]]:
    """What can be played with one click, game by game."""
    out = []
    for slug in SHELF.slugs():
        with suppress(Exception):  # one bad ruleset of many must not shut the door
            out.append(_sample(SHELF.get(slug)))
    return out


def _sample(ruleset: Ruleset) -> dict[str, Any]:
    return {
        "ruleset": ruleset.slug,
        "system": ruleset.book.name,
        "summary": ruleset.book.summary,
        "has_camp": (ruleset.folder / CAMP).is_file(),
        "encounters": [
            {"ref": ref, "title": read_encounter(path, ref).title}
            for ref, path in ruleset.encounter_files().items()
        ],
    }
