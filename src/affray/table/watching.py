"""A fight of another version of the rules at the table: taken up, or watched as it was told."""

from __future__ import annotations

from collections.abc import Mapping
from contextlib import suppress
from typing import Any

from affray.book.errors import BadInput
from affray.book.words import Token
from affray.fight.beside import STRICT
from affray.fight.players import Seat
from affray.files.account import Account, read_account
from affray.files.taking_up import taken_up_fight
from affray.files.versions import OtherVersion, company_of, fit_seats, require_account
from affray.oracles.tape import Before
from affray.table.game import GAME_MASTER, Game, Refused
from affray.table.keeping import KeptGame, Work, reading
from affray.table.logs import LOG_TAIL, Line, said
from affray.table.resting import rested_game
from affray.table.store import After, Chair, Conflict, Done, Kept, Store
from affray.table.views import board_data, initials
from affray.tell.lines import told_before
from affray.tell.retelling import board_of, card_of


def open_game(store: Store, fight: str) -> KeptGame:
    """A fight to be played on; or to be watched, where these rules cannot go on with it."""
    rested = rested_game(store, fight)
    if rested is not None:
        return rested
    try:
        return KeptGame(store, fight)
    except OtherVersion as other:
        with reading(fight):
            return _open_other(store, fight, other)


def _open_other(store: Store, fight: str, other: OtherVersion) -> KeptGame:
    kept = store.load(fight)
    assert kept is not None
    found = read_account(kept.told, f"fight {fight}, as told") if kept.told else None
    account = require_account(other, found)
    if account.standing.over:
        return ToldGame(store, kept, account, other)
    try:
        _take_up(store, kept, account, other)
    except BadInput as bad:
        return ToldGame(store, kept, account, other, str(bad))
    return KeptGame(store, fight)


def _take_up(store: Store, kept: Kept, account: Account, other: OtherVersion) -> None:
    """One more entry on the tape, kept like a command of the game master's."""
    _, entry = taken_up_fight(kept.text, other.top.file, other, account)
    seen = [n + 1 for n in kept.state.get("seen", [kept.seq] * len(kept.chairs))]
    state: dict[str, Any] = {"plans": [], "typed": {}, "seen": seen}
    answer = {"seq": seen[GAME_MASTER]}
    done = Done(f"rules-{other.now}", kept.seq + 1, GAME_MASTER, answer, state)
    taken = {chair.n: chair.taken for chair in kept.chairs}
    players = fit_seats(other.top, kept.players)
    after = After([entry], kept.entries, players, False, taken, kept.told)
    with suppress(Conflict):  # another program has taken it up in the meantime
        store.keep(kept.card.id, done, after)


class _Seats(Game):
    """Those who sat at a fight; whatever else is looked for needs the rules."""

    def __init__(self, kept: Kept, why: str) -> None:
        self.id, self.card, self.chairs = kept.card.id, kept.card, kept.chairs
        self.why = why

    def __getattr__(self, name: str) -> Any:
        raise Refused(self.why)


class ToldGame(KeptGame):
    """A fight nobody changes any more: every chair sees it as it was told."""

    def __init__(
        self, store: Store, kept: Kept, account: Account, other: OtherVersion, stuck: str = ""
    ) -> None:
        self.kept, self.account = kept, account
        self.company = company_of(other.top.table("save"))
        self.system = other.game
        self.why = f"{other.needed}; {stuck}" if stuck else other.needed
        self.end = f"{other.told_by} {stuck}".strip()
        super().__init__(store, kept.card.id)

    def _load(self) -> None:
        kept = self.kept
        self.game = _Seats(kept, self.why)
        self.seq = kept.seq
        self.seen = kept.state.get("seen", [kept.seq] * len(kept.chairs))
        self.shown = [self._view(chair) for chair in kept.chairs]

    def refresh(self) -> None:
        """Nothing changes it."""

    @property
    def can_rest(self) -> bool:
        return False

    def carry_out(self, n: int, cmd_id: str, seq: int, work: Work) -> dict[str, Any]:
        raise Refused(self.why)

    def take(self, n: int) -> bool:
        return False

    def log(self, n: int, since: int) -> dict[str, Any]:
        return {"seq": self.seen[n], "log": self._lines()[since:]}

    # What is seen

    def _lines(self) -> tuple[Line, ...]:
        told = [*self.account.lines, {"text": self.end}]
        return tuple((n, said(told_before(Before(line))), None) for n, line in enumerate(told))

    def _view(self, chair: Chair) -> dict[str, Any]:
        told, lines = self.account.standing, self._lines()
        mine = self._mine(chair)
        return {
            "id": self.kept.card.id,
            "title": self.kept.card.title,
            "ruleset": told.ruleset,
            "system": self.system,
            "round": told.round,
            "phase": None,
            "order": None,
            "sides": told.sides,
            "over": True,
            "outcome_text": " ".join([*([told.end] if told.end else []), self.end]),
            "me": {
                "role": "gm" if chair.is_gm else "player",
                "name": chair.name,
                "creatures": [self._names[i] for i in mine],
                "undo": None,
            },
            "board": self._board(mine),
            "creatures": [self._creature(chair, i, i in mine) for i in range(len(self._names))],
            "pending": None,
            "log": lines[-LOG_TAIL:],
            "since": len(lines),
            "party": self._party(),
            "table": {"undo": STRICT, "seeded": False},
            **(self._for_game_master() if chair.is_gm else {}),
        }

    @property
    def _names(self) -> list[str]:
        return [str(creature["name"]) for creature in self.account.creatures]

    def _side(self, i: int) -> int:
        return int(self.account.creatures[i]["side"])

    def _mine(self, chair: Chair) -> list[int]:
        return [i for i in range(len(self._names)) if self.game.holds(chair, i)]

    def _party(self) -> dict[str, Any] | None:
        if self.company is None:
            return None
        return {"name": self.company.party, "behind": list(self.company.behind), "told": ""}

    def _for_game_master(self) -> dict[str, Any]:
        seats = [
            {"name": c.name, "taken": c.taken, "creatures": [self._names[i] for i in c.creatures]}
            for c in self.game.player_chairs
        ]
        return {"fields": {}, "temperaments": [], "can_then": [], "seats": seats}

    def _board(self, mine: list[int]) -> dict[str, Any] | None:
        board = board_of(self.account)
        return None if board is None else board_data(board, lambda t: self._token(t, mine))

    def _token(self, token: Token, mine: list[int]) -> Mapping[str, Any]:
        return {
            "name": self._names[token.who],
            "initials": initials(self._names)[token.who],
            "side": self._side(token.who),
            "mine": token.who in mine,
            "acting": False,
        }

    def _creature(self, chair: Chair, i: int, is_mine: bool) -> dict[str, Any]:
        seat: Seat = self.kept.players[i]
        held = [c for c in self.game.player_chairs if i in c.creatures]
        card = card_of(self.account.creatures[i])
        may_read = chair.is_gm or self._side(i) in {self._side(k) for k in chair.creatures}
        return {
            "who": i,
            "name": self._names[i],
            "side": self._side(i),
            "player": seat.player,
            "typed_dice": seat.typed_dice,
            "seat": held[0].name if held else "",
            "taken": any(c.taken for c in held),
            "mine": is_mine,
            "acting": False,
            "card": {"stats": [s.__dict__ for s in card.stats], "states": list(card.states)},
            "sheet": self.account.creatures[i].get("sheet", {}) if may_read else {},
        }
