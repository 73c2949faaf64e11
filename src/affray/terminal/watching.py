"""A fight that only other rules could go on with, watched as it was told."""

from __future__ import annotations

from collections.abc import Callable

from affray.book.errors import BadInput, meant, unknown
from affray.files.account import Account
from affray.tell.retelling import retold

PROMPT = "log, map, cards [NAME] or quit (Enter) > "


class Watching:
    """The log, the cards and the map that were kept; everything else needs the rules."""

    def __init__(
        self,
        account: Account,
        told_by: str,
        needed: str,
        read: Callable[[str], str] = input,
        write: Callable[[str], None] = print,
    ) -> None:
        self.account = account
        self.told_by = told_by
        self.needed = needed
        self.read = read
        self.write = write

    def watch(self) -> None:
        """Show it once, then what is asked for, until somebody leaves."""
        self._log("")
        self.write(self.told_by)
        try:
            while text := self.read(PROMPT).strip():
                word, _, rest = text.partition(" ")
                if word.lower() in ("quit", "q"):
                    return
                self._answer(word.lower(), rest.strip())
        except (EOFError, KeyboardInterrupt):
            self.write("")

    def _answer(self, word: str, rest: str) -> None:
        shows = {"log": self._log, "map": self._map, "cards": self._cards}
        if word not in shows:
            self.write(f"  {word}: {self.needed}")
            return
        try:
            shows[word](rest)
        except BadInput as bad:
            self.write(f"  {bad}")

    def _log(self, _: str) -> None:
        self.write(retold(self.account).rstrip("\n"))

    def _map(self, _: str) -> None:
        self.write(self.account.map or "  There is no map here; cards.")

    def _cards(self, wanted: str) -> None:
        """Everybody's card, or one with all that stood on the sheet."""
        names = [str(creature["name"]) for creature in self.account.creatures]
        name = meant(wanted, names)
        if wanted and name not in names:
            raise BadInput(unknown("creature", wanted, names), field="cards")
        for creature in self.account.creatures:
            if not wanted or creature["name"] == name:
                self.write(f"  {creature['name']}: {creature['card']}")
                for label, text in creature.get("sheet", {}).items() if wanted else ():
                    self.write(f"    {label}: {text}")
