"""What one seat may see, as plain data. What is hidden from a seat is hidden here and in `sealed`.

Everybody sees everything but sealed answers. While some are sealed, the page shows the world
as it was before the first of them, and the log ends there: what nobody else is sent, nobody
else can find in the page or on the wire.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from enum import IntEnum
from typing import Any

from affray.book.content import written
from affray.book.words import Board, Card, Token, kebab
from affray.fight.fight import Fight
from affray.oracles.keyed import Key
from affray.rules.layout import Field
from affray.table.game import Game
from affray.table.logs import log, since_answered
from affray.table.pending import asked_now, pending
from affray.table.sealing import shown_world, unseen_by
from affray.table.store import Chair
from affray.table.undoing import requests, shown_to
from affray.tell.narration import outcome_text
from affray.tell.sheet import sheet

SEAMS = ("round", "end")
"""Members of a world's phase that lie between rounds, not in them."""


def view(game: Game, chair: Chair) -> dict[str, Any]:
    """The whole page of one seat, but for the number it was seen at."""
    fight = game.fight
    world = shown_world(fight, set(_mine(game, chair)))
    unseen = unseen_by(game, chair, world)
    seen = [i for i in range(len(fight.names)) if i not in unseen]
    over = fight.is_over and not fight.encounter.is_between
    return {
        "id": game.id,
        "title": game.card.title,
        "ruleset": game.card.ruleset,
        "system": fight.ruleset.book.name,
        "round": int(world.round),
        "phase": _phase(world),
        "order": _order(fight, world, unseen),
        "sides": list(fight.encounter.sides),
        "over": fight.is_over,
        "outcome_text": outcome_text(fight.encounter, fight.outcome) if over else "",
        "me": _me(game, chair),
        "board": _board(game, chair, world, unseen),
        "creatures": [_creature(game, chair, world, i) for i in seen],
        "pending": pending(game, chair),
        "log": log(game, chair),
        "since": since_answered(game, chair),
        "party": _party(game, chair),
        "table": {"undo": game.habit, "seeded": not isinstance(game.players.seed, Key)},
        **(_for_game_master(game, chair, world) if chair.is_gm else {}),
    }


def _phase(world: Any) -> dict[str, Any] | None:
    """Where in the round the fight is, for a world whose `phase` is one of a few."""
    field = type(world).layout.fields.get("phase")
    if field is None or not (isinstance(field.of, type) and issubclass(field.of, IntEnum)):
        return None
    names = {int(member): kebab(member) for member in field.of}
    shown = {k: name for k, name in names.items() if name not in SEAMS}
    now = int(world.phase)
    return {"all": list(shown.values()), "now": list(shown).index(now) if now in shown else None}


def _order(fight: Fight, world: Any, unseen: frozenset[int]) -> list[dict[str, Any]] | None:
    """Who acts after whom, for a world that puts its creatures in `order` and counts `turn`s."""
    fields = type(world).layout.fields
    if "order" not in fields or fields["order"].capacity != fields["creatures"].capacity:
        return None
    order = list(world.order[: len(fight.names)])
    if sorted(order) != list(range(len(fight.names))):
        return None  # it is not drawn up yet
    return [
        {"who": who, "name": fight.names[who], "now": k == world.turn, "done": k < world.turn}
        for k, who in enumerate(order)
        if who not in unseen
    ]


def _me(game: Game, chair: Chair) -> dict[str, Any]:
    return {
        "role": "gm" if chair.is_gm else "player",
        "name": chair.name,
        "creatures": [game.fight.names[i] for i in _mine(game, chair)],
        "undo": shown_to(game, chair),
    }


def _mine(game: Game, chair: Chair) -> list[int]:
    return [i for i in range(len(game.fight.names)) if game.holds(chair, i)]


def _for_game_master(game: Game, chair: Chair, world: Any) -> dict[str, Any]:
    names = game.fight.names
    return {
        "fields": {name: _fields(game.fight, world, i) for i, name in enumerate(names)},
        "temperaments": list(game.fight.ruleset.temperaments),
        "can_then": _can_then(game.fight),
        "seats": [
            {"name": c.name, "taken": c.taken, "creatures": [names[i] for i in c.creatures]}
            for c in game.player_chairs
        ],
        "undo_asked": requests(game, chair),
    }


def _can_then(fight: Fight) -> list[str]:
    """What may follow when it is over; after a rest alone there is no fight to fight again."""
    if not fight.is_over:
        return []
    return ["rest"] if fight.encounter.is_between else ["rest", "again"]


def _party(game: Game, chair: Chair) -> dict[str, Any] | None:
    """Whose fight it is; what was told to the party's file is the game master's to read."""
    company = game.fight.encounter.company
    if company is None:
        return None
    told = game.carried if chair.is_gm else ""
    return {"name": company.party, "behind": list(company.behind), "told": told}


def editable(fight: Fight) -> list[Field]:
    """The fields of a creature the game master may change; a sealed answer is not one."""
    fields = type(fight.world).layout.fields["creatures"].layout.fields.values()
    return [f for f in fields if f.storage is not None and not f.secret]


def _fields(fight: Fight, world: Any, i: int) -> dict[str, Any]:
    """What the game master may change of a creature, as it stands and as one would write it."""
    names = fight.encounter.names
    return {f.name: written(f, getattr(world.creatures[i], f.name), names) for f in editable(fight)}


# Board and cards


def _board(game: Game, chair: Chair, world: Any, unseen: frozenset[int]) -> dict[str, Any] | None:
    draw = game.fight.ruleset.words.board
    if draw is None:
        return None
    board: Board = draw(world, game.fight.encounter.names)
    return board_data(board, lambda token: _token(game, chair, world, token), unseen)


def board_data(
    board: Board,
    about: Callable[[Token], Mapping[str, Any]],
    unseen: frozenset[int] = frozenset(),
) -> dict[str, Any]:
    """A board as it is sent, with what is known of whom a token stands for."""
    return {
        "unit": board.unit,
        "width": board.width,
        "height": board.height,
        "walls": [list(wall) for wall in board.walls],
        "floors": [list(floor) for floor in board.floors],
        "things": [{"label": t.label, "x": t.x, "y": t.y} for t in board.things],
        "places": [
            {"label": p.label, "links": list(p.links), "note": p.note} for p in board.places
        ],
        "tokens": [
            {**token.__dict__, "tiles": _tiles(board, token), **about(token)}
            for token in board.tokens
            if token.who not in unseen
        ],
    }


def _tiles(board: Board, token: Token) -> list[list[int]]:
    """Those a body covers, where they are told one by one."""
    return [list(tile) for tile in board.bodies.get(token.who, ())]


def _token(game: Game, chair: Chair, world: Any, token: Token) -> dict[str, Any]:
    names = game.fight.names
    return {
        "name": names[token.who],
        "initials": initials(names)[token.who],
        "side": int(world.creatures[token.who].side),
        "mine": game.holds(chair, token.who),
        "acting": token.who in asked_now(game),
    }


def _creature(game: Game, chair: Chair, world: Any, i: int) -> dict[str, Any]:
    seat = game.players.seats[i]
    held = [c for c in game.player_chairs if i in c.creatures]
    card: Card = game.fight.ruleset.words.card(world, i, game.fight.encounter.names)
    return {
        "who": i,
        "name": game.fight.names[i],
        "side": int(world.creatures[i].side),
        "player": seat.player,
        "typed_dice": seat.typed_dice,
        "seat": held[0].name if held else "",
        "taken": any(c.taken for c in held),
        "mine": game.holds(chair, i),
        "acting": i in asked_now(game),
        "card": {"stats": [s.__dict__ for s in card.stats], "states": list(card.states)},
        "sheet": sheet(game.fight.encounter, world, i) if _may_read(chair, world, i) else {},
    }


def _may_read(chair: Chair, world: Any, i: int) -> bool:
    """What somebody carries and knows is for their own side, and for the game master."""
    sides = {world.creatures[who].side for who in chair.creatures}
    return chair.is_gm or world.creatures[i].side in sides


def initials(names: Sequence[str]) -> list[str]:
    """A letter or two for a token, different for everybody where that can be."""
    out: list[str] = []
    for name in names:
        words = name.split()
        ways = [name[:1], "".join(word[0] for word in words)[:2], name[:2], name[:1] + name[-1:]]
        ways = [way for way in ways if way not in out] or [f"{name[:1]}{len(out) + 1}"]
        out.append(ways[0])
    return out
