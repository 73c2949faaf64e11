"""People in the terminal: the pending question in words, plans to pick from, real dice typed in."""

from __future__ import annotations

import shlex
from collections.abc import Callable, Iterable

from affray.book.errors import BadInput
from affray.book.plain import plain
from affray.book.shelf import SHELF
from affray.fight.beside import items_before
from affray.fight.fight import Fight
from affray.fight.following import Following, go_on_all, take
from affray.fight.owners import needs_by_owner
from affray.fight.plans import Offer, asked_of, settled_warning, unusable
from affray.fight.players import Players
from affray.fight.tray import throw
from affray.files.finished import mark_finished
from affray.files.party_file import carry_home, save_name
from affray.files.saves import SavedFight
from affray.oracles.tape import AGAIN, REST, Faces, Question, show_needs, show_ranges
from affray.rules.ask import Illegal
from affray.rules.masks import is_single
from affray.tell.narration import goal_text, transcript
from affray.tell.retelling import Retelling, keep_account
from affray.terminal.after import STORY, Afterwards
from affray.terminal.commands import HELP, is_plan
from affray.terminal.declaring import Declaring
from affray.terminal.glance import advice_lines, odds_lines
from affray.terminal.hand import add, edit, last_by_hand, remove
from affray.terminal.menu import Menu
from affray.terminal.own_words import in_words, spoken
from affray.terminal.rulings import rule_lines, ruling_lines, told_from
from affray.terminal.said import dropped_lines, lost_lines, refused_lines, unasked_lines
from affray.terminal.screen import Screen
from affray.terminal.showing import cards, map_text, question_lines
from affray.terminal.taking_back import taken_back
from affray.terminal.typed import read_faces, read_plan
from affray.terminal.workings import Workings

YES_OR_NO = ("y", "yes", "n", "no", "")


class Quit(Exception):
    """The person leaves; the fight is saved."""


class Terminal:
    """One fight, one keyboard."""

    def __init__(
        self,
        game: SavedFight,
        read: Callable[[str], str] = input,
        write: Callable[[str], None] = print,
        private: bool = False,
        how: bool = False,
    ) -> None:
        self.game = game
        self.fight = game.fight
        self.players = game.players
        self._read, self._write = read, write
        self.shown = 0
        self.carried = ""
        self.following: dict[int, Following] = {}
        self.menu = Menu(self.fight)
        self.workings = Workings(self.fight, how)
        self.declaring = Declaring(self.menu, self.players)
        self.screen = Screen(read, write, private or self._are_rivals())
        self.after = Afterwards(self.fight, self.write)
        self.retelling = Retelling()
        self.kept = -1

    def read(self, prompt: str) -> str:
        return self._read(plain(prompt))

    def write(self, line: str) -> None:
        """Names come from files: none of them gives a terminal orders."""
        self._write(plain(line))

    def _tell(self, lines: Iterable[str]) -> None:
        for line in lines:
            self.write(line)

    def _are_rivals(self) -> bool:
        """Whether people of different sides share this keyboard."""
        seats = zip(self.players.seats, self.fight.world.creatures, strict=False)
        return len({c.side for seat, c in seats if seat.is_person}) > 1

    def play(self) -> None:
        """Play until the fight is over and left, or the person quits."""
        self.write(f"{self.fight.encounter.title}  (saved in {self.game.path})")
        self.write("Type help for what you can do.")
        self.fight.run()
        try:
            while True:
                self._keep_account()
                self._catch_up()
                if self.fight.is_over:
                    self._over()
                elif self.fight.pending is None:
                    self.fight.run()  # a command was cut short
                elif self.fight.pending.is_chance:
                    self._ask_dice(self.fight.pending)
                else:
                    self._ask_plan(self.fight.pending)
        except Quit:
            self._leave()
        except (EOFError, KeyboardInterrupt):
            self.write("")
            self._leave()

    def _leave(self) -> None:
        again = "Tell it again" if self.fight.is_over else "Go on"
        command = "replay" if self.fight.is_over else "play"
        said = [command, str(self.game.path), *SHELF.option_of(self.fight.ruleset)]
        self.write(f"Saved. {again} with: {shlex.join(['affray', *said])}")

    def _keep_account(self) -> None:
        """What was told lies beside the save before anybody is asked more; the tape is not that."""
        if self.kept == self.game.keeper.entries:
            return
        try:
            keep_account(self.game, self.retelling)
        except BadInput as bad:
            self.write(f"{bad}: other versions of the rules will not be able to go on from here.")
        self.kept = self.game.keeper.entries

    # Telling

    def _catch_up(self) -> None:
        """Tell what happened since the last prompt, to everybody."""
        if len(self.fight.story) > self.shown or not self._is_sealed():
            self.screen.show_to_all()
        self.shown = min(self.shown, len(self.fight.story))
        self._tell(self.workings.lines(self.shown))
        self.shown = len(self.fight.story)
        for text in unasked_lines(self.fight, self.following):
            self.write(text)

    def _is_sealed(self) -> bool:
        """Whether what is asked now may be seen by its owner alone."""
        pending = self.fight.pending
        if not self.screen.private or pending is None or pending.is_chance:
            return False
        name = self.fight.ruleset.words.question_name(pending.name)
        return name in self.fight.ruleset.book.secret

    def _cards(self, wanted: str = "") -> None:
        self._tell(cards(self.fight, wanted))

    def _how(self, wanted: str) -> None:
        self._tell(self.workings.how(wanted))

    def _over(self) -> None:
        mark_finished(self.game.path, True)
        self._cards()
        self.after.tell()
        if self.fight.encounter.company is not None:
            self._carry_home()
        text = self.read(f"{self.after.possible} (Enter) > ").strip()
        if not text:
            raise Quit
        if text.lower() in (REST, AGAIN):
            self.following = {}
            self.after.then(text.lower())
        elif text.lower() == STORY:
            self.after.tell_story()
        elif not self._command(text):
            self.write(f"The fight is over; expected {self.after.possible}.")
        mark_finished(self.game.path, self.fight.is_over)

    def _carry_home(self) -> None:
        """Said once, whatever else is typed here."""
        told = carry_home(self.fight, save_name(self.game.path))
        if told != self.carried:
            self.write(told)
        self.carried = told

    # Asking

    def _ask_plan(self, pending: Question) -> None:
        go_on_all(self.fight, self.following, lambda _, who: self._is_person(who))
        if self.fight.pending is not pending:
            return
        if self._is_sealed():
            self.screen.show_to(self.fight.names[pending.who])
        self._tell(refused_lines(self.fight, self.following))
        self.menu.open()
        declared = [] if self.screen.private else self.declaring.lines()
        self._tell([*question_lines(self.fight, pending), *self.menu.lines, *declared])
        self._hear(pending, self.read("> ").strip(), bool(declared))

    def _hear(self, pending: Question, text: str, declares: bool) -> None:
        """What was typed: a command, a plan, or a plan's odds after a question mark."""
        is_question = text.startswith("?")
        if not is_question and (self._command(text) or (declares and self._declared(text))):
            return
        own = None if is_question else spoken(self.menu, text)
        if own is not None:
            self._take(own, {})
            return
        try:
            typed = text.lstrip("?").strip()
            plain, given = read_plan(typed, self.fight.encounter, pending.who)
        except BadInput as bad:
            self.write(f"  {bad}")
            return
        if is_question:
            self._tell(odds_lines(self.menu, self.players, plain, given))
        elif given.others:
            other = self.fight.names[next(iter(given.others))[0]]
            self.write(f"  {other} answers for themselves; odds can take it for granted: ? {typed}")
        else:
            self._carry_out(plain, given.mine)

    def _declared(self, text: str) -> bool:
        """Whether what was typed was meant for all who seal at once."""
        said = self.declaring.hears(text, self.following)
        self._tell(said or [])
        return said is not None

    def _carry_out(self, plain: str, extra: dict[int, int]) -> None:
        """The plan a person has typed, with what they say of its details."""
        chosen = self.menu.find(plain)
        if chosen is not None:
            self._take(chosen, extra)
        elif plain in (REST, AGAIN):
            self.write("  The fight is not over yet.")
        else:
            self.write(f"  {self.menu.refusal(plain)}")

    def _take(self, chosen: Offer, extra: dict[int, int]) -> None:
        if self._is_sure(chosen, extra):
            chosen = in_words(self.menu, chosen, self.read, self.write)
            before = self.following.get(chosen.who)
            now = take(self.fight, chosen, extra, self._is_person, before)
            self.following[chosen.who] = now
            self._tell(lost_lines(self.fight, before))

    def _is_person(self, who: int) -> bool:
        return self.players.seats[who].is_person

    def _is_sure(self, chosen: Offer, extra: dict[int, int]) -> bool:
        """Refuse what cannot be used; ask again before something a person would regret."""
        words, names = self.fight.ruleset.words, self.fight.encounter.called
        problem = unusable(self.fight, chosen, extra) if extra else ""
        if problem:
            self.write(f"  {problem}")
            return False
        asked = asked_of(self.fight, chosen, extra)
        left = {a.question.name: a for a in asked}
        warnings = [
            left[question].warnings.get(option, "")
            if question in left
            else words.warning(question, self.fight.world, chosen.who, option, names)
            for question, option in [*chosen.answers, *extra.items()]
        ]
        warning = next(filter(None, warnings), settled_warning(asked))
        if warning:
            self.write(f"  {warning}")
        return not warning or self._is_meant()

    def _is_meant(self) -> bool:
        """A command on the way is carried out; after one that changes the question all is new."""
        asked = self.fight.pending
        while (text := self.read("  do it all the same? y > ").strip()).lower() not in YES_OR_NO:
            if not self._command(text):
                self.write(f"  found {text!r}, expected y or n")
            elif self.fight.pending is not asked:
                return False
        return text.lower().startswith("y")

    def _ask_dice(self, pending: Question) -> None:
        names = self.fight.encounter.called
        words = self.fight.ruleset.words
        who = self.fight.names[pending.who]
        prompt = words.roll_prompt(pending.name, pending.who, pending.vs, names)
        rules = " ".join(words.rolls[pending.name].rules)
        self.write(f"\n{who} rolls {prompt}: {goal_text(self.fight, pending)}.  [{rules}]")
        mine, theirs = needs_by_owner(pending, words.rolls[pending.name])
        dice = self._typed(pending.who, mine)
        if dice is None:
            return
        other = words.roll_prompt(pending.name, pending.who, pending.vs, names, is_other=True)
        against = self._typed(pending.vs, theirs, f" {other}") if pending.vs >= 0 else ()
        if against is None:
            return
        self.fight.answer(self.players.rolled(self.fight, pending, dice, against))

    def _typed(self, who: int, needs: list[tuple[int, int]], what: str = "") -> Faces | None:
        """Faces typed by a person; none when the computer rolls for this creature."""
        if not needs or not self.players.types_dice(who):
            return ()
        wanted = show_needs(needs)
        asked = f"  {self.fight.names[who]}'s {wanted}{what} (Enter: the computer rolls) > "
        while True:
            text = self.read(asked).strip()
            if not text:
                return ()
            if self._command(text):
                return None
            faces = read_faces(text, needs)
            if faces is not None:
                return faces
            example = " ".join(str(k % sides + 1) for n, sides in needs for k in range(n))
            could = show_ranges(needs)
            self.write(f"  found {text!r}, expected the faces of {could}, such as {example}")

    # Commands

    def _command(self, text: str) -> bool:
        """Carry out a command that is no plan; False when it is none."""
        word, _, rest = text.partition(" ")
        commands = {
            "advise": self._advise,
            "undo": self._undo,
            "edit": self._by_hand(edit),
            "add": self._by_hand(add),
            "remove": self._by_hand(remove),
            "rule": self._rule,
            "ruling": self._ruling,
            "throw": lambda dice: self.write(self._thrown(dice)),
            "cards": self._cards,
            "how": self._how,
            "map": lambda _: self.write(map_text(self.fight)),
            "log": lambda _: self.write(transcript(self.fight, opened=True)),
            "help": self._help,
            "quit": self._quit,
            "q": self._quit,
        }
        alone = ("map", "log", "help", "quit", "q")
        if word.lower() not in commands or is_plan(self.fight, word.lower(), rest):
            return False
        try:
            if rest.strip() and word.lower() in alone:
                raise BadInput(f"found {rest.strip()!r}, expected nothing more", field=word)
            commands[word.lower()](rest.strip())
        except (BadInput, Illegal) as bad:
            self.write(f"  {bad}")
        return True

    def _thrown(self, dice: str) -> str:
        return f"  Thrown: {throw(self.fight, self.players.seed, dice).text}"

    def _advise(self, playouts: str) -> None:
        self._tell(advice_lines(self.fight, self.players, playouts))

    def _quit(self, _: str) -> None:
        raise Quit

    def _help(self, _: str) -> None:
        self.write(HELP)
        self.write(self.fight.ruleset.words.primer)

    def _rule(self, rule_id: str) -> None:
        self._tell(rule_lines(self.fight, rule_id))

    def _ruling(self, text: str) -> None:
        entries, dropped = self.game.keeper.entries, dropped_lines(self.fight, self.following)
        self._tell(ruling_lines(self.fight, text))
        if self.game.keeper.entries != entries:
            self._drop_plans(dropped)
            self.shown = told_from(self.fight)

    def _drop_plans(self, dropped: list[str]) -> None:
        """They belong to a past that is no more; what was said along with them is named."""
        self.following = {}
        self._tell(dropped)

    def _undo(self, text: str) -> None:
        back = taken_back(self.fight, self.players, text)
        dropped = dropped_lines(self.fight, self.following)
        self.fight.undo(back.keep, back.fresh)
        self.shown = min(self.shown, items_before(self.fight, back.keep))
        self.write(f"  (taken back: {back.n})")
        self._drop_plans(dropped)

    def _by_hand(self, do: Callable[[Fight, Players, str], None]) -> Callable[[str], None]:
        def done(text: str) -> None:
            sealed, said = self.declaring.typed, self.fight.said_in_step()
            dropped = dropped_lines(self.fight, self.following)
            do(self.fight, self.players, text)
            self._drop_plans(dropped)
            if any(self.players.seats[q.who].is_person for q, _ in said if not is_single(q.mask)):
                self.write("  (what was answered in this step is asked again)")
            self._tell(self.declaring.take_over(sealed))
            self.shown = last_by_hand(self.fight)

        return done
