"""A keyboard for the terminal's tests: scripted lines, and the screen they are answered on."""

from __future__ import annotations

import re
from collections.abc import Iterable

from affray.book.encounter import find_encounter
from affray.fight.players import Seat
from affray.files.saves import SavedFight, new_save
from affray.tell.narration import transcript
from affray.terminal.people import Terminal

PERSON, TYPING, BOLD = Seat("person"), Seat("person", True), Seat("bold")
PROMPT = re.compile(r"^(What stance|Whom|Does) ")


class Keyboard:
    """Lines to type, and the screen they are answered on."""

    def __init__(self, lines: Iterable[str]) -> None:
        self.lines = iter(lines)
        self.screen: list[str] = []

    def read(self, prompt: str) -> str:
        try:
            line = next(self.lines)
        except StopIteration:
            raise EOFError from None
        self.screen.append(f"{prompt}{line}")
        return line

    @property
    def text(self) -> str:
        return "\n".join(self.screen)

    def asked(self) -> list[str]:
        """The questions put, in order."""
        return [line for line in self.screen if PROMPT.match(line)]


def begin(name: str, seats: list[Seat], seed: int = 5) -> SavedFight:
    return new_save(find_encounter(f"skirmish/{name}"), seats, seed)


def play(game: SavedFight, *lines: str, private: bool = False, how: bool = False) -> Keyboard:
    keyboard = Keyboard(lines)
    Terminal(
        game, keyboard.read, lambda text: keyboard.screen.extend(text.split("\n")), private, how
    ).play()
    return keyboard


def duel(*lines: str, seats: tuple[Seat, Seat] = (PERSON, BOLD), seed: int = 5) -> Keyboard:
    return play(begin("duel", list(seats), seed), *lines)


def rolls(game: SavedFight) -> list[str]:
    return [line for line in transcript(game.fight).splitlines() if " rolls " in line]
