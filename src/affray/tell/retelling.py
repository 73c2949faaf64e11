"""A fight as it was told, kept for other rules: each line as data, cards, the board, the position.

What is written here is read by programs that come later: a roll, a card, a board is taken where
it is made of the same parts there; its sentence, its text, its drawing always stand.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Protocol, TypeVar

from affray.book.encounter import Encounter
from affray.book.ground import Ground, Patch
from affray.book.position import Positions
from affray.book.switching import switched_in
from affray.book.words import Board, Card, Place, Stat, Thing, Token
from affray.fight.beside import emblem_of
from affray.fight.between import Snapshot, came_late
from affray.fight.fight import Fight
from affray.fight.players import DiceSource, mark_of
from affray.fight.secrets import hide
from affray.files.account import Account, Standing, account_text, rest_text, write_account
from affray.files.saves import SavedFight
from affray.files.tapefile import inline
from affray.oracles.tape import Story, TakenUp
from affray.rules.ask import NOBODY, ONGOING
from affray.rules.world import clone
from affray.tell.boards import draw_board
from affray.tell.lines import is_line, kept, kept_line, line_of
from affray.tell.narration import before, outcome_text
from affray.tell.sheet import sheet
from affray.tell.unseen import is_done_by

Data = dict[str, Any]

T = TypeVar("T")


class DrawsOnce(Protocol):
    """Draws something of a world, or knows it from before."""

    def __call__(self, what: Hashable, draw: Callable[[], T], /) -> T: ...


def anew(what: Hashable, draw: Callable[[], T]) -> T:
    return draw()


@dataclass(frozen=True)
class Retold:
    """What the account of a fight has become, as JSON by its parts: how it stands, and unless its
    step is still the same the rest, and the lines from a number on."""

    standing: str
    rest: str | None = None
    first_line: int = 0
    lines: Sequence[str] = ()
    takes_back: bool = False


class Telling:
    """How far a fight has been told: what was put in words once is not put in words anew."""

    def __init__(self, write: Callable[[Data], str]) -> None:
        self._write = write
        self._steps: list[tuple[Snapshot, int]] = []
        """The start of each step that was told up to, and how many lines there were then."""

    @property
    def lines(self) -> int:
        return self._steps[-1][1] if self._steps else 0

    def go_on(self, fight: Fight) -> tuple[int, list[str]]:
        """The lines from a number on, up to where the step began."""
        self._forget(fight)
        first, new = self.lines or fight.past.lines, []
        for start, items in self._ahead(fight):
            hidden = _hidden(fight, self._steps[-1][0].world, start.world) if items else {}
            told = [item for item in items if is_line(item)]
            new += [self._line(fight.encounter, item, hidden) for item in told]
            self._steps.append((start, first + len(new)))
        return first, new

    def pass_over(self, fight: Fight) -> None:
        """All that is there was told already."""
        for start, items in self._ahead(fight):
            before = self.lines or fight.past.lines
            self._steps.append((start, before + sum(map(is_line, items))))

    def _forget(self, fight: Fight) -> None:
        """What was taken back."""
        steps, now = self._steps, fight.snapshots
        while steps and (len(steps) > len(now) or now[len(steps) - 1] is not steps[-1][0]):
            steps.pop()

    def _ahead(self, fight: Fight) -> Iterator[tuple[Snapshot, Story]]:
        for start in fight.snapshots[len(self._steps) :]:
            told = self._steps[-1][0].told if self._steps else fight.past.told
            yield start, fight.story[told : start.told]

    def _line(self, encounter: Encounter, item: Any, hidden: Mapping[int, frozenset[int]]) -> str:
        """With whom each side could not see then, and whether it was their doing."""
        line, names = kept_line(line_of(encounter, item)), encounter.names["creatures"]
        if hidden:
            line["unseen"] = [
                [side, [names[i] for i in sorted(who)], is_done_by(item, who, names)]
                for side, who in hidden.items()
            ]
        return self._write(line)


class Retelling:
    """The account of a fight as one text."""

    def __init__(self) -> None:
        self._telling = Telling(inline)
        self._positions = Positions()
        self._lines: list[str] = []
        self._world: Any = None
        self._rest = ""

    def text(self, fight: Fight, seed: DiceSource, entries: int) -> str:
        """The account of a fight, as it stood when its step began."""
        _, world = fight.step_start
        if world is not self._world:
            first, new = self._telling.go_on(fight)
            self._lines[first:] = new
            rest = _rest(fight, self._positions, lambda world: anew)
            self._world, self._rest = world, rest_text(rest, self._lines)
        return account_text(_standing(fight, seed, entries), self._rest)


class RetellingByParts:
    """The same as a store keeps it, written as JSON: what has changed with a command, and no
    more."""

    def __init__(self, as_json: Callable[[Data], str]) -> None:
        self._as_json = as_json
        self._telling = Telling(as_json)
        self._positions = Positions()
        self._world: Any = None

    @property
    def lines(self) -> int:
        return self._telling.lines

    def take_up(self, fight: Fight, lines: int) -> bool:
        """Go on from what is kept; False where that is not what would have been told."""
        self._telling.pass_over(fight)
        if self._telling.lines != lines:
            self._telling = Telling(self._as_json)
            return False
        self._world = fight.step_start[1]
        return True

    def news(
        self,
        fight: Fight,
        seed: DiceSource,
        entries: int,
        drawn_of: Callable[[Any], DrawsOnce] = lambda world: anew,
    ) -> Retold:
        standing = self._as_json(vars(_standing(fight, seed, entries)))
        _, world = fight.step_start
        if world is self._world:
            return Retold(standing)
        before = self._telling.lines
        first, new = self._telling.go_on(fight)
        self._world = world
        rest = self._as_json(_rest(fight, self._positions, drawn_of))
        return Retold(standing, rest, first, new, first < before)


def _hidden(fight: Fight, before: Any, after: Any) -> dict[int, frozenset[int]]:
    """Whom a side could see neither before a step nor after it."""
    unseen = _unseen(fight)
    if unseen is None:
        return {}
    who = range(int(before.n))
    found = {
        side: frozenset(i for i in who if unseen(before, i, side) and unseen(after, i, side))
        for side in range(len(fight.encounter.sides))
    }
    return {side: hidden for side, hidden in found.items() if hidden}


def _unseen(fight: Fight) -> Callable[[Any, int, int], bool] | None:
    hiding = fight.ruleset.words.hiding
    return hiding.unseen if hiding is not None else None


def _rest(fight: Fight, positions: Positions, drawn_of: Callable[[Any], DrawsOnce]) -> Data:
    """All that is the same as long as a step lasts, but for the lines; nobody's secrets but in
    the position, which nobody is shown."""
    _, world = fight.step_start
    shown = clone(world)
    hide(shown, set())
    drawn = drawn_of(shown)
    board = drawn("board", lambda: fight.encounter.board(shown))
    flags = {"begun": fight.has_begun, "resting": fight.is_resting}
    switched = switched_in(fight.encounter, world)
    read_so = {"rulings": switched} if switched else {}
    return {
        "map": draw_board(board, fight.names) if board else "",
        "board": _kept_board(board),
        "position": {
            **flags,
            **read_so,
            **_comings(fight),
            **positions.of(fight.encounter, world),
        },
        "creatures": [_creature(fight, shown, i, drawn) for i in range(len(fight.names))],
    }


def _comings(fight: Fight) -> Data:
    """Who came late and who left: of the file that other rules will read they are no part."""
    late = [one._asdict() for one in came_late(fight.live[: fight.step_start[0]])]
    left = [fight.names[i] for i in fight.left]
    return {**({"late": late} if late else {}), **({"left": left} if left else {})}


def _standing(fight: Fight, seed: DiceSource, entries: int) -> Standing:
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


def _kept_board(board: Board | None) -> Data:
    if board is None:
        return {}
    parts = {name: part for name, part in vars(board).items() if name != "bodies"}
    out: Data = kept(parts)  # what bodies cover is drawn in the map
    return out


def _creature(fight: Fight, world: Any, i: int, drawn: DrawsOnce) -> Data:
    encounter = fight.encounter
    draw = lambda: fight.ruleset.words.card(world, i, encounter.called)  # noqa: E731
    card = drawn(("card", i), draw)
    unseen = _unseen(fight)
    sides = range(len(fight.encounter.sides)) if unseen is not None else ()
    hidden = [side for side in sides if unseen is not None and unseen(world, i, side)]
    return {
        "name": fight.names[i],
        "side": int(world.creatures[i].side),
        "emblem": emblem_of(fight, i),
        **({"unseen_by": hidden} if hidden else {}),
        "card": card.text,
        "stats": [kept(stat) for stat in card.stats],
        "states": list(card.states),
        "sheet": drawn(("sheet", i), lambda: sheet(encounter, world, i)),
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
        return Board(**{**account.board, **made, "ground": _ground_of(account.board)})
    except (TypeError, KeyError):
        return None


def _ground_of(board: Data) -> Ground:
    """The ground that was kept; accounts of before there was any have none."""
    kept_ground = board.get("ground", {})
    patches = [Patch(**one) for one in kept_ground.get("patches", [])]
    return Ground(**{**kept_ground, "patches": patches})


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
