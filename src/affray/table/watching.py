"""A fight of another version of the rules at the table: taken up, or watched as it was told."""

from __future__ import annotations

from collections.abc import Mapping
from contextlib import suppress
from dataclasses import replace
from typing import Any

from affray.book.emblems import ANY, LETTERS
from affray.book.errors import BadInput
from affray.book.words import Token
from affray.fight.beside import STRICT
from affray.fight.players import Seat
from affray.files.account import Account, read_account
from affray.files.taking_up import taken_up_fight
from affray.files.versions import OtherVersion, company_of, fit_seats, require_account
from affray.oracles.tape import Before
from affray.table.damage import reading
from affray.table.fog import covered
from affray.table.game import GAME_MASTER, Game, Refused
from affray.table.half_given import read_fog
from affray.table.keeping import KeptGame, Work
from affray.table.logs import LOG_TAIL, UNSEEN, WrittenLine, said
from affray.table.looks import looks_kept
from affray.table.rows import After, Done
from affray.table.store import Chair, Conflict, Kept, Store
from affray.table.views import board_data, initials, role_of, seat_data, sits_at
from affray.tell.lines import told_before
from affray.tell.retelling import board_of, card_of
from affray.tell.unseen import SOMETHING, veiled


def open_game(store: Store, fight: str) -> KeptGame:
    """A fight to be played on; or to be watched, where these rules cannot go on with it."""
    with store.owning(fight):
        try:
            return KeptGame(store, fight)
        except OtherVersion as other:
            with reading(fight):
                return _open_other(store, fight, other)


def _open_other(store: Store, fight: str, other: OtherVersion) -> KeptGame:
    kept = store.load(fight)
    assert kept is not None
    told = store.told(fight)
    found = read_account(told, f"fight {fight}, as told") if told else None
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
    players = fit_seats(other.top, kept.players)
    after = After([entry], kept.entries, players, False, [])
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

    def _load(self, whole: bool = False, before: int | None = None) -> None:
        kept = self.kept
        self.game = _Seats(kept, self.why)
        self.seq = kept.seq
        self.looks = looks_kept(kept.state, len(kept.chairs), kept.seq)

    def refresh(self) -> None:
        """Nothing changes it but one more who looks on."""
        chairs = self.store.chairs(self.id)
        if len(chairs) > len(self.chairs):
            self.kept = replace(self.kept, chairs=chairs)
            self._load()

    def _has_seen(self, n: int, has_acted: bool = False) -> None:
        """Nobody is asked anything."""

    def fresh(self, n: int) -> int:
        return self.looks[n].number

    def carry_out(
        self, n: int, cmd_id: str, seq: int, work: Work, said: str = "", is_own: bool = True
    ) -> dict[str, Any]:
        raise Refused(self.why)

    def take(self, n: int) -> bool:
        return False

    def log(self, n: int, since: int) -> dict[str, Any]:
        return {"seq": self.number(n), "log": self._lines(self.kept.chairs[n])[since:]}

    # What is seen

    def _lines(self, chair: Chair) -> tuple[WrittenLine, ...]:
        told = [self._seen(chair, line) for line in self.account.lines] + [{"text": self.end}]
        lines = [said(told_before(Before(line))) for line in told]
        once = [line for k, line in enumerate(lines) if line != UNSEEN or lines[k - 1] != UNSEEN]
        return tuple((n, line, None) for n, line in enumerate(once))

    def _seen(self, chair: Chair, line: dict[str, Any]) -> dict[str, Any]:
        """A line as its chair could read it: not what those did whom none of its sides saw."""
        if chair.is_gm:
            return line
        sides = self._sides(chair)
        kept = {side: (set(who), done) for side, who, done in line.get("unseen", [])}
        each = [kept.get(side, (set(), False)) for side in sides]
        if each and all(done for _, done in each):
            return {"text": SOMETHING}
        hidden = set.intersection(*(who for who, _ in each)) if each else set()
        names = self._names
        unseen = frozenset(i for i, name in enumerate(names) if name in hidden)
        unseen |= self._by_hand(chair)
        unseen -= set(chair.creatures)
        text = veiled(str(line["text"]), names, unseen)
        if text == line["text"]:
            return line
        about = {"who": "", "harms": False, "headline": False}
        return {**line, "text": text, "rolled": None, **about}

    def _sides(self, chair: Chair) -> set[int]:
        return {self._side(i) for i in chair.creatures}

    def _by_hand(self, chair: Chair) -> frozenset[int]:
        """Whom the game master has hidden to the last, by hand or in fog."""
        state = self.kept.state
        by_hand = {who for who, _, until in state.get("hidden", []) if until is None}
        board, fog = board_of(self.account), read_fog(state.get("fog", []))
        in_fog = covered(board, fog[-1].cells) if board is not None and fog else frozenset()
        own = chair.creatures or [who for c in self.kept.chairs for who in c.creatures]
        sides = {self._side(i) for i in own}
        return frozenset(by_hand | {i for i in in_fog if self._side(i) not in sides})

    def _unseen(self, chair: Chair) -> frozenset[int]:
        """Who is hidden from a chair, as they were in the end."""
        if chair.is_gm:
            return frozenset()
        sides = self._sides(chair)
        by_rule = {
            i for i, one in enumerate(self.account.creatures)
            if one.get("unseen_by") and sides <= set(one["unseen_by"])
        }  # fmt: skip
        return (self._by_hand(chair) | by_rule) - set(chair.creatures)

    def _view(self, n: int) -> dict[str, Any]:
        told, chair = self.account.standing, self.kept.chairs[n]
        lines, mine, unseen = self._lines(chair), self._mine(chair), self._unseen(chair)
        seen = [i for i in range(len(self._names)) if i not in unseen]
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
            "ending": None,
            "outcome_text": " ".join([*([told.end] if told.end else []), self.end]),
            "me": {
                "role": role_of(chair),
                "name": chair.name,
                "person": chair.person,
                "colour": chair.colour,
                "colours": [],
                "creatures": [self._names[i] for i in mine],
                "undo": None,
                "others": [],
            },
            "board": self._board(mine, unseen),
            "creatures": [self._creature(chair, i, i in mine) for i in seen],
            "pending": None,
            "log": lines[-LOG_TAIL:],
            "since": len(lines),
            "party": self._party(),
            "table": {"undo": STRICT, "seeded": False, "patience": 0, "advice": False},
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
            {**seat_data(c), "creatures": [self._names[i] for i in c.creatures]}
            for c in self.game.player_chairs
        ]
        return {"fields": {}, "temperaments": [], "can_then": [], "seats": seats}

    def _board(self, mine: list[int], unseen: frozenset[int]) -> dict[str, Any] | None:
        board = board_of(self.account)
        if board is None:
            return None
        return {**board_data(board, lambda t: self._token(t, mine), unseen), "sight": None}

    def _token(self, token: Token, mine: list[int]) -> Mapping[str, Any]:
        return {
            "name": self._names[token.who],
            "initials": initials(self._names)[token.who],
            "emblem": self._emblem(token.who),
            "picture": "",
            "side": self._side(token.who),
            "mine": token.who in mine,
            "acting": False,
        }

    def _emblem(self, i: int) -> str:
        """As it was kept, if it is still drawn."""
        kept = self.account.creatures[i].get("emblem", LETTERS)
        return kept if kept in ANY else LETTERS

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
            **sits_at(held[0] if held else None),
            "mine": is_mine,
            "acting": False,
            "hidden": False,
            "fogged": False,
            "card": {"stats": [s.__dict__ for s in card.stats], "states": list(card.states)},
            "sheet": self.account.creatures[i].get("sheet", {}) if may_read else {},
        }
