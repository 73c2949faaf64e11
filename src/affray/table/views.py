"""What one seat may see, as plain data. What is hidden from a seat is hidden here and in `sealed`.

Everybody sees everything but sealed answers. While some are sealed, the page shows the world
as it was before the first of them, and the log ends there: what nobody else is sent, nobody
else can find in the page or on the wire.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from enum import IntEnum
from functools import lru_cache
from typing import Any

from affray.book.content import written
from affray.book.ground import Patch
from affray.book.maps import as_boxes
from affray.book.words import Board, Card, Stat, Token, kebab
from affray.fight.fight import LEFT, Fight
from affray.fight.hand import fields_of_the_fight
from affray.fight.tray import screened
from affray.oracles.keyed import Key
from affray.rules.layout import Field
from affray.rules.world import clone
from affray.table.afterwards import ending_for
from affray.table.coming import coming
from affray.table.fog import Hidden, brush, hidden_from_now, in_fog, shown_fog, uncovered
from affray.table.game import Game
from affray.table.logs import log, since_answered
from affray.table.pending import pending
from affray.table.people import free_colours
from affray.table.scenery import board_of, card_of, once, sheet_of, shown_world
from affray.table.sealing import unseen_by, untold
from affray.table.seats import computers_at_table
from affray.table.standing_in import answered_for
from affray.table.store import Chair
from affray.table.undoing import requests, shown_to
from affray.tell.narration import outcome_text
from affray.tell.places import POINT, Places


@dataclass(frozen=True)
class Scene:
    """A moment of a fight: how the world stood, who was asked, what the game master hid."""

    world: Any
    asked: frozenset[int]
    hidden: Hidden
    left: frozenset[int] = frozenset()
    """Those who had left the fight."""


def view(game: Game, chair: Chair) -> dict[str, Any]:
    """The whole page of one seat, but for the number it was seen at."""
    fight = game.fight
    world = shown_world(game, set(mine_in(game, chair)))
    scene = Scene(world, frozenset(_acting(game)), hidden_from_now(game), frozenset(fight.left))
    over = fight.is_over and not fight.encounter.is_between
    shown = staged(game, chair, scene)
    if shown["board"] is not None:
        shown["board"]["sight"] = _sight(game, chair, world)
    return {
        "id": game.id,
        "title": game.card.title,
        "ruleset": game.card.ruleset,
        "system": fight.ruleset.book.name,
        **shown,
        "sides": list(fight.encounter.sides),
        "over": fight.is_over,
        "outcome_text": outcome_text(fight.encounter, fight.outcome) if over else "",
        "ending": ending_for(game, chair),
        "me": _me(game, chair),
        "pending": pending(game, chair),
        "log": log(game, chair),
        "since": since_answered(game, chair),
        "party": _party(game, chair),
        "table": _table(game),
        **(_for_game_master(game, chair, world) if chair.is_gm else {}),
    }


def staged(game: Game, chair: Chair, scene: Scene) -> dict[str, Any]:
    """What stands on the table at a moment, as a seat may see it."""
    world = scene.world
    unseen = unseen_by(game, chair, world, scene.hidden)
    seen = [i for i in range(int(world.n)) if i not in unseen]
    places = Places(game.fight, world, unseen, lambda: board_of(game, world))
    return {
        "round": int(world.round),
        "phase": _phase(game.fight, world),
        "order": _order(game.fight, world, unseen | scene.left),
        "board": _board(game, chair, scene, unseen | scene.left),
        "creatures": [_creature(game, chair, scene, i, places) for i in seen],
    }


def _table(game: Game) -> dict[str, Any]:
    is_seeded = not isinstance(game.players.seed, Key)
    about = {"undo": game.habit, "seeded": is_seeded, "patience": game.patience}
    return {**about, "advice": game.gives_advice}


def _phase(fight: Fight, world: Any) -> dict[str, Any] | None:
    """Where in the round the fight is, for a world whose `phase` is one of a few."""
    now = _phase_now(world)
    if now is None:
        return None
    shown = [one for one in type(now) if one not in fight.ruleset.words.seams]
    return {
        "all": [kebab(one) for one in shown],
        "now": shown.index(now) if now in shown else None,
    }


def _phase_now(world: Any) -> IntEnum | None:
    field = type(world).layout.fields.get("phase")
    if field is None or not (isinstance(field.of, type) and issubclass(field.of, IntEnum)):
        return None
    return field.of(int(world.phase))


def _is_somebodys(fight: Fight, world: Any) -> bool:
    """Whether the turn that is counted is somebody's: a round is on, and its order stands."""
    words = fight.ruleset.words
    return _phase_now(world) not in (*words.seams, *words.unsettled)


def _order(fight: Fight, world: Any, unseen: frozenset[int]) -> list[dict[str, Any]] | None:
    """Who acts after whom, for a world that puts its creatures in `order` and counts `turn`s."""
    fields = type(world).layout.fields
    if "order" not in fields or fields["order"].capacity != fields["creatures"].capacity:
        return None
    order = list(world.order[: world.n])
    if sorted(order) != list(range(int(world.n))):
        return None  # it is not drawn up yet
    up = int(world.turn) if _is_somebodys(fight, world) else -1
    return [
        {"who": who, "name": fight.names[who], "now": k == up, "done": k < world.turn}
        for k, who in enumerate(order)
        if who not in unseen
    ]


def _me(game: Game, chair: Chair) -> dict[str, Any]:
    return {
        "role": role_of(chair),
        "name": chair.name,
        "person": chair.person,
        "colour": chair.colour,
        "colours": free_colours(game.chairs, chair.n),
        "creatures": [game.fight.names[i] for i in mine_in(game, chair)],
        "undo": shown_to(game, chair),
        "others": [{"seat": c.n, "name": c.called} for c in _others(game, chair)],
    }


def _others(game: Game, chair: Chair) -> list[Chair]:
    """Whom one may have a word with: who sits there. Who only looks on has none with anybody."""
    sitting = [] if chair.watches else [c for c in game.chairs if c.is_gm or c.taken]
    return [c for c in sitting if c.n != chair.n and not c.watches]


def role_of(chair: Chair) -> str:
    return "gm" if chair.is_gm else "watcher" if chair.watches else "player"


def seat_data(chair: Chair) -> dict[str, Any]:
    """A player's seat as the game master sees it, but for whom it plays."""
    about = {"person": chair.person, "colour": chair.colour}
    return {"name": chair.name, "taken": chair.taken, **about}


def sits_at(chair: Chair | None) -> dict[str, Any]:
    """Who plays a creature, as everybody sees it."""
    if chair is None:
        return {"seat": "", "taken": False, "person": "", "colour": ""}
    about = seat_data(chair)
    return {"seat": about.pop("name"), **about}


def mine_in(game: Game, chair: Chair) -> list[int]:
    """Whom a chair plays."""
    return [i for i in range(len(game.fight.names)) if game.holds(chair, i)]


def _for_game_master(game: Game, chair: Chair, world: Any) -> dict[str, Any]:
    names = game.fight.names
    return {
        "fields": {name: _fields(game.fight, world, i) for i, name in enumerate(names)},
        "scene": _scene_fields(game.fight, world),
        "temperaments": computers_at_table(game.fight.ruleset),
        "can_then": game.fight.can_then,
        "seats": [
            {**seat_data(c), "creatures": [names[i] for i in c.creatures]}
            for c in game.player_chairs
        ],
        "undo_asked": requests(game, chair),
        "answered_for": answered_for(game),
        "brush": brush(game),
        "coming": coming(game),
        "screened": [{"n": n, "text": one.text} for n, one in screened(game.fight).items()],
    }


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
    return [f for f in fields if f.storage is not None and not (f.secret or f.scratch)]


def _fields(fight: Fight, world: Any, i: int) -> dict[str, Any]:
    """What the game master may change of a creature, as it stands and as one would write it."""
    names = fight.encounter.names
    return {f.name: written(f, getattr(world.creatures[i], f.name), names) for f in editable(fight)}


def _scene_fields(fight: Fight, world: Any) -> dict[str, Any]:
    """The same of the fight itself."""
    names = fight.encounter.names
    return {f.name: written(f, getattr(world, f.name), names) for f in fields_of_the_fight(fight)}


# Board and cards


def _board(game: Game, chair: Chair, scene: Scene, unseen: frozenset[int]) -> dict[str, Any] | None:
    board = board_of(game, scene.world)
    if board is None:
        return None
    fog = scene.hidden.fog
    seen = board if chair.is_gm else uncovered(board, fog)
    shown = board_data(seen, lambda token: _token(game, chair, scene, token), unseen)
    laid = game.laid
    is_kept_back = laid is not None and bool(fog) and not (chair.is_gm or laid.through_fog)
    picture = None if laid is None or is_kept_back else laid.__dict__
    return shown | {"fog": shown_fog(board, fog), "picture": picture}


def _sight(game: Game, chair: Chair, world: Any) -> dict[str, Any] | None:
    """What the map means to whoever is asked, if that is this chair's: nobody hides in it."""
    asked, words = game.fight.pending, game.fight.ruleset.words
    is_mine = asked is not None and not asked.is_chance and game.holds(chair, asked.who)
    if words.sight is None or asked is None or not is_mine:
        return None
    known, unseen = clone(world), unseen_by(game, chair, world)
    for j in unseen:
        if words.hiding is None:
            return None  # there is no world without them
        words.hiding.take_out(known, j)
    seen = words.sight(known, asked.who, game.fight.encounter.called)
    return {
        "areas": [
            {"means": a.means, "label": a.label, "rule": a.rule, "discs": list(a.discs)}
            | {"boxes": as_boxes(a.tiles), "places": list(a.places)}
            for a in seen.areas
        ],
        "notes": {str(j): said for j, said in seen.notes.items() if j not in unseen},
    }


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
        "sight": None,
        "picture": None,
        "fog": None,
        "ground": {
            "base": board.ground.base,
            "patches": [_patch(patch) for patch in board.ground.patches],
            "rules": dict(board.ground.rules),
        },
    }


def _patch(patch: Patch) -> dict[str, Any]:
    """Ground of one kind; what it does not have is not sent."""
    return {"kind": patch.kind} | {k: v for k, v in patch.__dict__.items() if v and k != "kind"}


def _tiles(board: Board, token: Token) -> list[list[int]]:
    """Those a body covers, where they are told one by one."""
    return [list(tile) for tile in board.bodies.get(token.who, ())]


def _token(game: Game, chair: Chair, scene: Scene, token: Token) -> dict[str, Any]:
    names = game.fight.names
    return {
        "name": names[token.who],
        "initials": initials(names)[token.who],
        "emblem": game.emblem(token.who),
        "picture": game.pictures.get(token.who, ""),
        "side": int(scene.world.creatures[token.who].side),
        "mine": game.holds(chair, token.who),
        "acting": token.who in scene.asked,
    }


def _acting(game: Game) -> list[int]:
    """Whoever is waited for, people or not."""
    return [*game.asked_now(), *game.thinking_now()]


def _creature(game: Game, chair: Chair, scene: Scene, i: int, places: Places) -> dict[str, Any]:
    seat, world, unseen = game.players.seats[i], scene.world, places.unseen
    held = [c for c in game.player_chairs if i in c.creatures]
    card = Card([], (LEFT,)) if i in scene.left else card_of(game, world, i)
    draw = lambda: _card(card, game.fight.names, unseen, i, places)  # noqa: E731
    return {
        "who": i,
        "name": game.fight.names[i],
        "side": int(world.creatures[i].side),
        "player": seat.player,
        "typed_dice": seat.typed_dice,
        **sits_at(held[0] if held else None),
        "mine": game.holds(chair, i),
        "acting": i in scene.asked,
        "hidden": i in scene.hidden.by_hand,
        "fogged": chair.is_gm and i in in_fog(game, chair, world, scene.hidden.fog),
        "card": once(game, world, ("shown card", i, unseen), draw),
        "sheet": sheet_of(game, world, i) if _may_read(chair, world, i) else {},
    }


def _card(
    card: Card, names: Sequence[str], unseen: frozenset[int], i: int, places: Places
) -> dict[str, Any]:
    """A card, but for what would name one who is hidden: 'threatened by Skeleton'."""
    shown = [s for s in card.stats if s.value == _told(s.value, names, unseen)]
    stats = [_by_places(s, i, places).__dict__ for s in shown]
    return {"stats": stats, "states": [s for s in card.states if untold(s, names, unseen)]}


def _by_places(stat: Stat, i: int, places: Places) -> Stat:
    """Where somebody stands, by who is near: coordinates are the board's."""
    if not isinstance(stat.value, str) or not POINT.search(stat.value):
        return stat
    value = places.said(stat.value, frozenset({i})).removeprefix("a spot ")
    return replace(stat, label="where", value=value)


def _told(value: int | str, names: Sequence[str], unseen: frozenset[int]) -> int | str:
    return untold(value, names, unseen) if isinstance(value, str) else value


def _may_read(chair: Chair, world: Any, i: int) -> bool:
    """What somebody carries and knows is for their own side, and for the game master."""
    sides = {world.creatures[who].side for who in chair.creatures if who < world.n}
    return chair.is_gm or world.creatures[i].side in sides


def initials(names: Sequence[str]) -> list[str]:
    """A letter or two for a token, different for everybody where that can be."""
    return _initials(tuple(names))


@lru_cache(1000)
def _initials(names: tuple[str, ...]) -> list[str]:
    out: list[str] = []
    for name in names:
        words = name.split()
        ways = [name[:1], "".join(word[0] for word in words)[:2], name[:2], name[:1] + name[-1:]]
        ways = [way for way in ways if way not in out] or [f"{name[:1]}{len(out) + 1}"]
        out.append(ways[0])
    return out
