"""How far everybody is with what is sealed, as one seat may see it: who, and never what."""

from __future__ import annotations

from typing import Any

from affray.book.encounter import Encounter
from affray.fight.plans import Offer, target_of
from affray.table import people
from affray.table.envelopes import COMPUTER, Envelope
from affray.table.game import GAME_MASTER, Game
from affray.table.scenery import board_of, shown_world
from affray.table.sealing import open_offers, unseen_now
from affray.table.store import Chair
from affray.tell.places import Places
from affray.tell.unseen import SOMEBODY

THE_GAME_MASTER, THE_COMPUTER = "the game master", "the computer"


def sealing(game: Game, chair: Chair) -> dict[str, Any] | None:
    """Who has sealed and who is waited for; one's own as it stands."""
    envelopes = game.envelopes
    if not envelopes.is_open:
        return None
    waited = list(dict.fromkeys(game.holder(who).n for who in envelopes.outstanding))
    asked = {game.holder(who).n for who in envelopes.sealing}
    mine = [who for who in envelopes.sealing if game.holds(chair, who)]
    return {
        "of": len(asked),
        "sealed": len(asked.difference(waited)),
        "waiting": [_called(game, chair, n) for n in waited if n != chair.n],
        "mine": [_own(game, chair, who, is_one_of=len(mine) > 1) for who in mine],
        "lost": [game.fight.names[who] for who in _lost(game, chair)],
    }


def _called(game: Game, chair: Chair, n: int) -> str:
    """Whoever is waited for, by their name and the seat they sit in."""
    other = game.chairs[n]
    if other.is_gm:
        return THE_GAME_MASTER
    if set(other.creatures) <= unseen_now(game, chair):
        return SOMEBODY
    return people.called(game, other.creatures[0])


def _lost(game: Game, chair: Chair) -> list[int]:
    """Whose answers a change by hand has made impossible: the game master is told whose."""
    return [who for who, one in game.sealed.items() if one.lost] if chair.is_gm else []


def _own(game: Game, chair: Chair, who: int, is_one_of: bool) -> dict[str, Any]:
    """An envelope of one's own; who answers for several gets all their plans at a glance."""
    found = game.envelopes.of(who, owner(game, who))
    reads = may_read(chair, who, found)
    return {
        "who": who,
        "name": game.fight.names[who],
        "sealed": game.envelopes.is_shut(who),
        "choice": choice_of(game, chair, who, found) if reads else "",
        "lost": found.lost if reads else "",
        "by": _put_in_by(chair, found),
        **(_glance(game, chair, who) if is_one_of else {"plans": [], "suggested": -1}),
    }


def places_for(game: Game, chair: Chair) -> Places:
    """How points of the map are said to a chair: by those it sees, where it sees them."""
    mine = {i for i in range(len(game.fight.names)) if game.holds(chair, i)}
    world = shown_world(game, mine)
    return Places(game.fight, world, unseen_now(game, chair), lambda: board_of(game, world))


def choice_of(game: Game, chair: Chair, who: int, envelope: Envelope) -> str:
    """A sealed choice as one reads it: the plan, and what was said of its details."""
    details = envelope.details
    if not details:
        return envelope.label
    said = places_for(game, chair).chosen(who, details)
    leads = said[0][:1].isdigit() or said[0].startswith("to ")  # "Go 7 ft east", "Step to a spot"
    return f"{envelope.label}{' ' if leads else ', '}{', '.join(said)}"


def owner(game: Game, who: int) -> int:
    """The chair a creature is played from, whether or not somebody sits there now."""
    return next((c.n for c in game.player_chairs if who in c.creatures), GAME_MASTER)


def may_read(chair: Chair, who: int, envelope: Envelope) -> bool:
    """What is in an envelope is for whoever plays the creature, and for who has put it in."""
    return who in chair.creatures or envelope.by == chair.n


def _put_in_by(chair: Chair, envelope: Envelope) -> str:
    """Who has answered in one's stead."""
    if not envelope.orders or envelope.by == chair.n:
        return ""
    return THE_COMPUTER if envelope.by == COMPUTER else THE_GAME_MASTER if not chair.is_gm else ""


def _glance(game: Game, chair: Chair, who: int) -> dict[str, Any]:
    """The plans of one of several, by name, and the one the computer would choose."""
    offers, encounter = open_offers(game, chair, game.envelopes.fresh(who)), game.fight.encounter
    wanted = game.envelopes.suggested(who)[0].offer
    alike = [k for k, o in enumerate(offers) if (o.name, o.target) == (wanted.name, wanted.target)]
    return {
        "plans": [
            {"name": o.name, "target": target_name(encounter, o), "label": o.label} for o in offers
        ],
        "suggested": alike[0] if alike else -1,
    }


def target_name(encounter: Encounter, offer: Offer) -> str | None:
    if offer.plan is None or not offer.plan.targets:
        return None
    return target_of(offer.plan, offer.target, encounter)
