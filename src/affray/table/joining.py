"""Coming to a fight by its short link: to a free seat, to look on, or into somebody's place.

A code is short enough to be typed and long enough not to be found: 40 random bits, and whoever
tries wrong ones is soon told to wait (`limits.py`).
"""

from __future__ import annotations

import json
import re
import secrets
from dataclasses import dataclass, field

from affray.files.party import PLACE_STATS
from affray.table import people
from affray.table.chairs import MOVE, WATCH, Chair, Invite
from affray.table.game import GAME_MASTER, Game, NotYours, Refused
from affray.table.keeping import Gone, KeptGame, Work
from affray.table.lobby import TOKEN_BYTES, Lobby, Seated
from affray.table.telling import forget
from affray.table.watching import ToldGame

WATCHER = "Looking on"
LETTERS = "0123456789ABCDEFGHJKMNPQRSTVWXYZ"
"""Thirty-two that nobody takes for one another; what is read as another is put right."""
CODE_LETTERS = 8
READ_AS = str.maketrans("OIL", "011", "-")


def new_code() -> str:
    return "".join(secrets.choice(LETTERS) for _ in range(CODE_LETTERS))


def shown_code(code: str) -> str:
    """In two halves, as one reads it out."""
    return f"{code[:4]}-{code[4:]}"


def read_code(text: str) -> str:
    """The code somebody typed; nothing where it cannot be one."""
    code = text.upper().translate(READ_AS)
    return code if len(code) == CODE_LETTERS and set(code) <= set(LETTERS) else ""


def find_invite(lobby: Lobby, text: str) -> Invite | None:
    code = read_code(text)
    found = lobby.store.invites(code=code) if code else []
    return found[0] if found else None


# Given out


def invite(lobby: Lobby, asking: Seated, kind: str, renew: bool = False) -> str:
    """The code of a fight's link, the same each time; `renew` ends the one given out before."""
    if not asking.chair.is_gm:
        raise NotYours("only the game master gives out links")
    fight = asking.kept.id
    if renew:
        lobby.store.drop_invites(fight, kind)
    known = lobby.store.invites(fight=fight, kind=kind)
    return known[0].code if known else _new(lobby, Invite(new_code(), fight, kind))


def hand_over(lobby: Lobby, asking: Seated, seat: str = "") -> str:
    """The code that gives one's seat to whoever opens it first; the game master's gives any."""
    chair = asking.chair
    if chair.is_gm:
        found = [c for c in asking.kept.chairs if c.is_player and c.name == seat]
        if not found:
            raise Refused(f"seat: found {seat!r}, expected one of the seats of this fight")
        chair = found[0]
    if not chair.is_player:
        raise NotYours("there is no seat of yours to hand over")
    lobby.store.drop_invites(asking.kept.id, MOVE, chair.n)
    return _new(lobby, Invite(new_code(), asking.kept.id, MOVE, chair.n))


def _new(lobby: Lobby, invite: Invite) -> str:
    lobby.store.add_invite(invite)
    return invite.code


# Followed


@dataclass(frozen=True)
class Invitation:
    """What a short link shows: a fight's title, and the seats one may take."""

    title: str
    ruleset: str
    seats: list[Chair]
    colours: list[str]
    person: str = ""
    about: dict[int, str] = field(default_factory=dict)
    """What the card of each says in words: whom one would be."""


def place_of(lobby: Lobby, invite: Invite) -> Invitation:
    kept = _kept(lobby, invite)
    chairs = kept.chairs
    seats = [chairs[invite.chair]] if invite.kind == MOVE else people.free_seats(chairs)
    free = people.free_colours(chairs, invite.chair)
    person = chairs[invite.chair].person if invite.kind == MOVE else ""
    about = {chair.n: _about(kept, chair) for chair in seats}
    return Invitation(kept.card.title, kept.card.ruleset, seats, free, person, about)


def _about(kept: KeptGame, chair: Chair) -> str:
    creatures = json.loads(kept.look(GAME_MASTER).parts["creatures"])
    cards = [c["card"] for c in creatures if c["who"] in chair.creatures]
    stats = [stat for card in cards for stat in card["stats"] if isinstance(stat["value"], str)]
    told = [s for s in stats if s["label"] not in PLACE_STATS and s["value"] != "nothing"]
    return ", ".join(f"{stat['label']} {_plain(stat['value'])}" for stat in told)


def _plain(names: str) -> str:
    """Names like "leather-duster" as people read them."""
    return re.sub(r"(?<=[a-z])-(?=[a-z])", " ", names)


def _kept(lobby: Lobby, invite: Invite) -> KeptGame:
    try:
        kept = lobby.kept(invite.fight)
    except Gone:
        raise Refused("this fight is not there any more") from None
    if isinstance(kept, ToldGame) and invite.kind != WATCH:
        raise Refused("this fight is only looked at any more")
    return kept


def sit_down(lobby: Lobby, invite: Invite, n: int, name: str, colour: str) -> str:
    """Take a seat, and say what one is called; the token that is its key from now on."""
    kept = _kept(lobby, invite)
    with kept.owned():
        _require_open(lobby, kept, invite, n)

        def work(game: Game, chair: Chair) -> None:
            people.call(game, chair, name, colour)

        _carried_out(kept, n, "seated", work)
        forget(lobby.store.database, kept, n)
        if invite.kind == MOVE:
            lobby.end_links(invite.fight, n)
        return _token(lobby, invite.fight, n)


def _require_open(lobby: Lobby, kept: KeptGame, invite: Invite, n: int) -> None:
    """Looked at again under the lock: of two who want a seat, one has it."""
    if invite.kind == MOVE:
        if n != invite.chair or not lobby.store.invites(code=invite.code):
            raise Refused("this seat has been handed over already")
    elif n not in [chair.n for chair in people.free_seats(kept.game.chairs)]:
        raise Refused("that seat is taken; choose another")


def look_on(lobby: Lobby, invite: Invite) -> tuple[int, str]:
    """A place among those who watch, and the key to it."""
    n = _watcher(_kept(lobby, invite))
    return n, _token(lobby, invite.fight, n)


def _watcher(kept: KeptGame) -> int:
    """The chair of all who only look on, drawn up when the first of them comes."""
    with kept.owned():
        found = [chair.n for chair in kept.chairs if chair.watches]
        if not found:
            _draw_up(kept, Chair(len(kept.chairs), False, WATCHER))
        return found[0] if found else kept.chairs[-1].n


def _draw_up(kept: KeptGame, chair: Chair) -> None:
    """Nobody sees anything else by it."""
    if isinstance(kept, ToldGame):
        kept.store.add_chair(kept.id, chair)
        kept.refresh()
        return

    def work(game: Game, gm: Chair) -> None:
        game.chairs = [*game.chairs, chair]

    _carried_out(kept, GAME_MASTER, "looks-on", work, is_own=False)


def give_back(lobby: Lobby, asking: Seated) -> None:
    """Leave one's seat: it is free again, and the game master plays on for it."""
    if not asking.chair.is_player:
        raise NotYours("there is no seat of yours to give back")
    n = asking.n
    with asking.kept.owned():
        _carried_out(asking.kept, GAME_MASTER, "left", lambda game, gm: people.free(game, n))
        forget(lobby.store.database, asking.kept, n)
        lobby.end_links(asking.kept.id, n)


def _carried_out(kept: KeptGame, n: int, what: str, work: Work, is_own: bool = True) -> None:
    cmd_id = f"{what}-{secrets.token_hex(8)}"
    kept.carry_out(n, cmd_id, kept.number(n), work, is_own=is_own)


def _token(lobby: Lobby, fight: str, n: int) -> str:
    token = secrets.token_urlsafe(TOKEN_BYTES)
    lobby.store.add_link(fight, n, token)
    return token
