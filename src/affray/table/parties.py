"""Parties in the browser: made of those who fight somewhere, and their sheets."""

from __future__ import annotations

from typing import Any

from affray.book.errors import BadInput
from affray.files import party as parties
from affray.files.party import PLACE_STATS, Party
from affray.files.party_file import new_party, require_name, title_of
from affray.table.lobby import Lobby
from affray.tell.sheet import sheet

MOST = 200
"""How many one may make here."""


def make(lobby: Lobby, ref: str, name: str) -> str:
    """A party of an encounter's first side; nothing is written over."""
    require_name(name)
    if len(parties.files()) >= MOST:
        raise BadInput(f"found {MOST} parties, expected no more", field="parties")
    path = parties.path_of(name)
    new_party(lobby.encounter(ref), path, title_of(path))
    return path.stem


def sheets(lobby: Lobby, name: str) -> dict[str, Any]:
    """A party as its sheets: each member with its numbers, what it carries and knows."""
    party = lobby.party(name)
    ruleset = party.ruleset
    return {
        "name": name,
        "title": party.title,
        "ruleset": ruleset.slug,
        "system": ruleset.book.name,
        "note": party.note,
        "has_camp": (ruleset.folder / parties.CAMP).is_file(),
        "members": _members(party),
        "fights": party.fights,
    }


def _members(party: Party) -> list[dict[str, Any]]:
    ground = parties.ground(party.ruleset)
    if ground is None:
        return [{"name": one.name, "stats": [], "sheet": {}} for one in party.roster.entrants]
    out = []
    for member in party.roster.entrants:
        alone = party.alone(member, ground)
        w = alone.world()
        card = party.ruleset.words.card(w, 0, alone.called)
        stats = [stat for stat in card.stats if stat.label not in PLACE_STATS]
        stands = bool(party.ruleset.standing(w, 0))
        about = {"name": member.name, "stands": stands, "stats": stats}
        out.append({**about, "sheet": sheet(alone, w, 0)})
    return out
