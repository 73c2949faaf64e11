"""A fight as it was told, kept for other rules: each line as data, cards, the board, the position.

What is written here is read by programs that come later: a roll, a card, a board is taken where
it is made of the same parts there; its sentence, its text, its drawing always stand.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import asdict
from typing import Any

from affray.book.encounter import Encounter
from affray.book.position import position_of
from affray.book.words import Board, Card, Place, Stat, Thing, Token
from affray.fight.fight import Fight
from affray.fight.players import Seed, mark_of
from affray.files.account import Account, Standing, account_text, rest_text, write_account
from affray.files.saves import SavedFight
from affray.files.tapefile import inline
from affray.oracles.tape import TakenUp
from affray.rules.ask import NOBODY, ONGOING
from affray.rules.world import clone
from affray.tell.boards import draw_board
from affray.tell.lines import is_line, kept, kept_line, line_of
from affray.tell.narration import before, outcome_text
from affray.tell.secrets import hide
from affray.tell.sheet import sheet

Data = dict[str, Any]


class Retelling:
    """What is told of a fight; what was put in words once is not put in words anew."""

    def __init__(self) -> None:
        self._items: list[Any] = []
        self._lines: list[str] = []
        self._world: Any = None
        self._rest = ""

    def text(self, fight: Fight, seed: Seed, entries: int) -> str:
        """The account of a fight, as it stood when its step began."""
        _, world = fight.step_start
        if world is not self._world:
            self._world, self._rest = world, rest_text(_rest(fight), self._told(fight))
        return account_text(_standing(fight, seed, entries), self._rest)

    def _told(self, fight: Fight) -> list[str]:
        told = len(fight.story) - len(fight.told_in_step())
        items = fight.story[:told]
        pairs = enumerate(zip(items, self._items, strict=False))
        same = next((k for k, (new, old) in pairs if new != old), min(told, len(self._items)))
        lines = [self._line(fight.encounter, item) for item in items[same:]]
        self._items, self._lines = items, self._lines[:same] + lines
        return [line for line in self._lines if line]

    def _line(self, encounter: Encounter, item: Any) -> str:
        return inline(kept_line(line_of(encounter, item))) if is_line(item) else ""


def _rest(fight: Fight) -> Data:
    """All that is the same as long as a step lasts, but for the lines; nobody's secrets but in
    the position, which nobody is shown."""
    _, world = fight.step_start
    shown = clone(world)
    hide(shown, set())
    board = _board(fight, shown)
    flags = {"begun": fight.has_begun, "resting": fight.is_resting}
    return {
        "map": draw_board(board, fight.names) if board else "",
        "board": _kept_board(board),
        "position": {**flags, **position_of(fight.encounter, world)},
        "creatures": [_creature(fight, shown, i) for i in range(len(fight.names))],
    }


def _standing(fight: Fight, seed: Seed, entries: int) -> Standing:
    encounter, version = fight.encounter, fight.ruleset.book.version
    ended = fight.is_over and not encounter.is_between
    first = fight.live[0] if fight.live else None
    return Standing(
        title=encounter.title,
        ruleset=fight.ruleset.slug,
        version=version,
        began=first.began if isinstance(first, TakenUp) else version,
        seed=mark_of(seed),
        entries=entries,
        answers=len(fight.live),
        sides=list(encounter.sides),
        round=int(fight.step_start[1].round),
        over=fight.is_over,
        outcome=outcome_name(encounter, fight.outcome),
        end=outcome_text(encounter, fight.outcome) if ended else "",
    )


def outcome_name(encounter: Encounter, outcome: int) -> str:
    """How a fight stands, in a word: a side, nobody, or going on."""
    return {ONGOING: "going-on", NOBODY: "nobody"}.get(outcome) or encounter.sides[outcome]


def _board(fight: Fight, world: Any) -> Board | None:
    draw: Callable[..., Board] | None = fight.ruleset.words.board
    return draw(world, fight.encounter.names) if draw else None


def _kept_board(board: Board | None) -> Data:
    if board is None:
        return {}
    data = asdict(board)
    del data["bodies"]  # what they cover is drawn in the map
    out: Data = kept(data)
    return out


def _creature(fight: Fight, world: Any, i: int) -> Data:
    card = fight.ruleset.words.card(world, i, fight.encounter.names)
    return {
        "name": fight.names[i],
        "side": int(world.creatures[i].side),
        "card": card.text,
        "stats": [kept(asdict(stat)) for stat in card.stats],
        "states": list(card.states),
        "sheet": sheet(fight.encounter, world, i),
    }


def card_of(creature: Data) -> Card:
    """A card that was kept; its text alone where cards are made of other parts today."""
    try:
        stats = [Stat(**stat) for stat in creature["stats"]]
        return Card(stats, tuple(creature["states"]))
    except (TypeError, KeyError):
        return Card([], (str(creature.get("card", "")),))


def board_of(account: Account) -> Board | None:
    """The board that was kept, where there was one and boards are still made of the same parts."""
    parts = {"tokens": Token, "things": Thing, "places": Place}
    try:
        made = {key: [kind(**one) for one in account.board[key]] for key, kind in parts.items()}
        return Board(**{**account.board, **made})
    except (TypeError, KeyError):
        return None


def keep_account(game: SavedFight, retelling: Retelling) -> None:
    """Write what was told so far beside a save."""
    text = retelling.text(game.fight, game.players.seed, game.keeper.entries)
    write_account(game.path, text)


def retold(account: Account) -> str:
    """A fight as it was told, in the form of a transcript."""
    lines = [account.standing.title, "", *(before(line).indented for line in account.lines), ""]
    lines += [f"{creature['name']}: {creature['card']}" for creature in account.creatures]
    lines += [account.standing.end] if account.standing.end else []
    return "\n".join(lines) + "\n"
