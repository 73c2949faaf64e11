"""The room the fights are played in: which there are, who holds a link, who waits for news."""

from __future__ import annotations

import asyncio
import secrets
import threading
from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

from affray.book.encounter import Encounter, read_encounter
from affray.book.errors import unknown
from affray.book.ruleset import Ruleset
from affray.book.shelf import SHELF
from affray.files.party import CAMP, Party, describe, files, join, read_party, resting
from affray.table import commands
from affray.table.game import GAME_MASTER, Game, NotYours, Refused
from affray.table.keeping import Gone, KeptGame, create_fight
from affray.table.store import Chair, ListedFight, Store
from affray.table.watching import ToldGame, open_game

COOKIE = "affray_"
TOKEN_BYTES = 16
MOST_LISTED = 100


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

    def __init__(self, data: Path) -> None:
        self.store = Store(data)
        self._games: dict[str, KeptGame] = {}
        self._bells: dict[str, asyncio.Condition] = {}
        self._lock = threading.Lock()

    def what_is_wrong(self) -> str:
        """Why nothing can be kept now, if so."""
        return self.store.sound.health()

    # Who may come in

    def kept(self, fight: str) -> KeptGame:
        found = self._games.get(fight)
        if found is None:
            try:
                loaded = open_game(self.store, fight)
            except Gone:
                raise Unknown("there is no such fight") from None
            with self._lock:
                found = self._games.setdefault(fight, loaded)
        return found

    def forget(self, fight: str) -> None:
        """A fight that was deleted."""
        with self._lock:
            self._games.pop(fight, None)

    def seated(self, fight: str, token: str) -> Seated:
        """The chair a token is for."""
        n = self.store.chair_of(fight, token) if token else None
        if n is None:
            raise NotYours("open the link of your seat first")
        return Seated(self.kept(fight), n)

    # Fights

    def begin(
        self, ref: str, party: str = "", members: Sequence[str] = (), seed: int | None = None
    ) -> str:
        """A sample fight, with a party or as it is written."""
        encounter = self._encounter(ref)
        if party:
            encounter = join(encounter, self._party(party), members)
        elif members:
            raise Refused("found a member, expected the party it is of too")
        dice = secrets.randbits(32) if seed is None else seed
        return create_fight(self.store, encounter, dice)

    def begin_rest(self, party: str, members: Sequence[str] = ()) -> str:
        """A rest of a party alone."""
        encounter = resting(self._party(party), members)
        return create_fight(self.store, encounter, secrets.randbits(32))

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
            name.removeprefix(COOKIE): t for name, t in cookies.items() if name.startswith(COOKIE)
        }
        held = list(tokens)[:MOST_LISTED]
        return self.store.cards([f for f in held if self.store.chair_of(f, tokens[f]) is not None])

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
        chairs = self.kept(fight).game.chairs
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

    def _revoke(self, kept: KeptGame, chair: Chair) -> None:
        self.store.drop_links(kept.id, chair.n)
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

    def bell(self, fight: str) -> asyncio.Condition:
        return self._bells.setdefault(fight, asyncio.Condition())

    async def ring(self, fight: str) -> None:
        """Wake everybody who waits for news of this fight."""
        bell = self.bell(fight)
        async with bell:
            bell.notify_all()

    async def ring_all(self) -> None:
        """News that concern every fight."""
        for fight in list(self._bells):
            await self.ring(fight)


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
