"""`play`: a fight in the terminal, and the menu of fights."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from affray.book.encounter import Encounter, read_encounter
from affray.book.errors import BadInput
from affray.book.shelf import SHELF
from affray.book.whole import read_whole
from affray.cli.common import PartyOptions, switched
from affray.cli.progress import how_far
from affray.fight.players import (
    DiceSource,
    Seat,
    default_seats,
    parse_names,
    parse_seats,
    usual_player,
)
from affray.files.finished import title_of, unfinished
from affray.files.saves import (
    SavedFight,
    alone_with,
    hand_over,
    is_save,
    load_save,
    new_save,
)
from affray.files.taking_up import account_of, take_up_save
from affray.files.versions import OtherVersion
from affray.oracles.keyed import new_key
from affray.terminal.people import Terminal
from affray.terminal.watching import Watching


@dataclass(frozen=True)
class ScreenOptions:
    """How a fight is shown: sealed choices to their owners alone, every working with its line."""

    private: bool = False
    how: bool = False

    def play(self, game: SavedFight) -> None:
        Terminal(game, private=self.private, how=self.how).play()


PLAINLY = ScreenOptions()


def play_encounter(
    name: str,
    seats: list[str],
    dice: list[str],
    rulings: list[str],
    seed: int | None,
    save: Path | None,
    screened: ScreenOptions = PLAINLY,
    bring: PartyOptions | None = None,
) -> None:
    path = Path(name)
    if is_save(path):
        if rulings or seed is not None or save is not None:
            raise BadInput("is a saved fight; its rulings and seed stand", file=path)
        if bring and (bring.party or bring.members):
            raise BadInput("is a saved fight; whoever fights in it stands", file=path)
        go_on(path, seats, dice, screened)
    else:
        play_new(begin_game(switched(name, rulings, bring), seats, dice, seed, save), screened)


def play_new(game: SavedFight, screened: ScreenOptions = PLAINLY) -> None:
    """A fight that was just begun, and nobody else's while it is played."""
    with alone_with(game.path):
        _announce_thinkers(game)
        screened.play(game)


def _announce_thinkers(game: SavedFight) -> None:
    """Say what a seat that thinks takes first; without one nothing of that is loaded."""
    ruleset = game.fight.ruleset
    seats = game.players.seats
    if any(not seat.is_person and seat.player not in ruleset.temperaments for seat in seats):
        from affray.cli.sim import announce_thinking

        announce_thinking(game.fight.encounter, "auto")


def go_on(path: Path, seats: list[str], dice: list[str], screened: ScreenOptions = PLAINLY) -> None:
    """A saved fight, taken up by one at a time: it is read when it is held.

    One that other rules have ended is only watched.
    """
    with alone_with(path):
        try:
            game = load_save(path, how_far())
        except OtherVersion as other:
            account = account_of(other, path)
            if account.standing.over:
                if seats or dice:
                    raise BadInput(other.needed, file=path) from None
                Watching(account, other.told_by, other.needed).watch()
                return
            game = take_up_save(path, other, account)
        if seats or dice:
            game = hand_over(game, _seats(game.fight.encounter, seats, dice, game.players.seats))
        _announce_thinkers(game)
        screened.play(game)


def begin_game(
    encounter: Encounter, seats: list[str], dice: list[str], seed: int | None, save: Path | None
) -> SavedFight:
    """A new fight under the options of the command line."""
    return new_save(encounter, _seats(encounter, seats, dice), _seed(seed), _new(save))


def _new(save: Path | None) -> Path | None:
    if save is not None and save.exists():
        raise BadInput("exists already; name it as the encounter to go on with it", file=save)
    return save


def _seed(seed: int | None) -> DiceSource:
    return new_key() if seed is None else seed


def _seats(
    encounter: Encounter, seats: list[str], dice: list[str], now: list[Seat] | None = None
) -> list[Seat]:
    """Who plays whom: as a person says, else as it is now or usually."""
    of_side = [encounter.sides.index(e.side) for e in encounter.entrants]
    names = [e.name for e in encounter.entrants]
    ruleset = encounter.ruleset
    players = parse_seats(seats, names, encounter.sides, of_side, ruleset)
    typed = parse_names(dice, names, encounter.sides, of_side)
    held = now or default_seats(of_side, usual_player(ruleset))
    return [
        Seat(players.get(i, seat.player), i in typed or (seat.typed_dice and i not in players))
        for i, seat in enumerate(held)
    ]


def menu() -> None:
    """Offer unfinished fights first, then every encounter there is."""
    saves = unfinished()
    fights = [item for r in SHELF.all() for item in r.encounter_files().items()]
    print("Affray runs tabletop combat by the book. What shall it be?")
    for k, path in enumerate(saves):
        print(f"  {k + 1}  go on with {path.stem}: {title_of(path)}")
    for k, (name, file) in enumerate(fights, start=len(saves) + 1):
        print(f"  {k}  {name}: {read_encounter(file, name).title}")
    while (chosen := _pick(len(saves) + len(fights))) is not None:
        try:
            if chosen < len(saves):
                go_on(saves[chosen], [], [])
            else:
                play_encounter(fights[chosen - len(saves)][0], [], [], [], None, None)
            return
        except BadInput as bad:  # one bad save must not shut the menu
            print(f"  {bad}")


def _pick(count: int) -> int | None:
    while True:
        try:
            text = input("number, or Enter to leave > ").strip()
        except EOFError:
            return None
        if not text or text in ("q", "quit"):
            return None
        number = read_whole(text)
        if number is not None and 1 <= number <= count:
            return number - 1
        print(f"found {text!r}, expected 1 to {count}")
