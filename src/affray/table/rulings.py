"""How a table reads the rules: switched by its game master while the fight is on, told to all."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any

from affray.book.switching import readings_in
from affray.fight.fight import Fight
from affray.fight.switching import (
    entries_of,
    from_the_beginning,
    last_replayed,
    otherwise,
    switch,
    take_back,
)
from affray.oracles.tape import Switched
from affray.table.game import Game, NotYours
from affray.table.keeping import KeptGame
from affray.table.store import Chair
from affray.tell.otherwise import otherwise_data


def read_so(game: Game, chair: Chair, ruling: str, reading: str, is_anew: bool) -> None:
    """Have a ruling read so, from this step on or from the beginning of the fight."""
    readings = {ruling: reading}
    if is_anew:
        _do(game, chair, lambda fight: from_the_beginning(fight, readings, chair.name))
    else:
        _do(game, chair, lambda fight: switch(fight, readings, chair.name))


def as_before(game: Game, chair: Chair) -> None:
    """Take back what was switched from the beginning, with all that was answered before it."""
    _do(game, chair, lambda fight: take_back(fight, chair.name))


def _do(game: Game, chair: Chair, does: Callable[[Fight], object]) -> None:
    _require_game_master(chair)
    sealed, fight = dict(game.sealed), game.fight
    switches, is_anew = _switches(fight), _is_anew(fight)
    game.drop_plans()
    does(fight)
    game.envelopes.put_back(sealed)
    fewer = max(0, switches - _switches(fight)) + (is_anew and not _is_anew(fight))
    _move_hidden(game, fewer, _is_anew(fight) and not is_anew)


def _switches(fight: Fight) -> int:
    return sum(1 for entry in fight.live if isinstance(entry, Switched) and not entry.anew)


def _is_anew(fight: Fight) -> bool:
    return bool(fight.live) and isinstance(fight.live[0], Switched) and fight.live[0].anew


def _move_hidden(game: Game, fewer: int, more: int) -> None:
    """Places on the tape have moved by a few: rather too much stays hidden than too little."""
    game.hidden = [
        replace(
            one,
            since=max(0, one.since - fewer),
            until=None if one.until is None else one.until + more,
        )
        for one in game.hidden
    ]
    game.fog = [replace(one, since=max(0, one.since - fewer)) for one in game.fog]


def _require_game_master(chair: Chair) -> None:
    if not chair.is_gm:
        raise NotYours("only the game master may do that")


# What is shown of it


def would(kept: KeptGame, n: int, ruling: str, reading: str) -> dict[str, Any]:
    """What would have been different, for the game master alone: nothing is changed by it."""
    with kept.whole() as game:
        _require_game_master(game.chairs[n])
        fight = game.fight.clone()
    readings = {ruling: reading}
    return otherwise_data(fight, readings, otherwise(fight, readings))


def readings_of(kept: KeptGame) -> dict[str, Any]:
    """Every ruling of the game, how it is read here, and by which rules."""
    with kept.lock:
        kept.refresh()
        fight = kept.game.fight
        now = readings_in(fight.encounter, fight.world)
        back = last_replayed(fight) is not None
        has_past = bool(entries_of(fight))
    book = fight.ruleset.book
    return {
        "title": kept.card.title,
        "book": book,
        "rulings": [_about(book, one, now[one.name]) for one in book.switches],
        "back": back,
        "has_past": has_past,
    }


def _about(book: Any, one: Any, now: str) -> dict[str, Any]:
    texts = {reading.name: reading.text for reading in one.readings}
    return {
        "id": one.id,
        "name": one.name,
        "question": one.question,
        "default": one.default,
        "now": now,
        "readings": [{"name": name, "text": text} for name, text in texts.items()],
        "said": texts[now],
        "usual": texts[one.default],
        "rules": [(rule, book.rules[rule].statement) for rule in one.rules],
    }
