"""People in the terminal: the pending question in words, plans to pick from, real dice typed in."""

from __future__ import annotations

from collections.abc import Callable

from affray.book.errors import BadInput, meant, unknown
from affray.book.plain import plain
from affray.book.shelf import SHELF
from affray.book.toml_tables import read_value
from affray.fight.beside import items_before
from affray.fight.decisions import decisions
from affray.fight.following import Following, take
from affray.fight.owners import needs_by_owner
from affray.fight.plans import Offer, asked_of, unusable
from affray.files.party_file import carry_home, save_name
from affray.files.saves import SavedFight, mark_finished
from affray.oracles.tape import AGAIN, REST, Edit, Faces, Question, show_needs
from affray.rules.ask import Illegal
from affray.rules.whole import read_whole
from affray.tell.boards import draw_board
from affray.tell.narration import goal_text, outcome_text, tell, transcript
from affray.tell.retelling import Retelling, keep_account
from affray.tell.sheet import sheet
from affray.terminal.glance import odds_lines
from affray.terminal.menu import Menu
from affray.terminal.screen import Screen
from affray.terminal.typed import read_changes, read_faces, read_plan

HELP = """\
  NUMBER or name   carry that plan out; add answers to what it leaves open: 1 target=Orc
  ?                exact odds of every plan;  ? NUMBER  the working behind one
  ? 1 Orc.action=shove   the same, taking for granted what somebody else answers
  undo [N] [fresh] take back your last N decisions; fresh asks for new dice
  undo all fresh   start over with new dice, those before your first decision too
  edit NAME FIELD=VALUE ...   change a creature by hand, as the game master may
  rest  again      when the fight is over: rest, or fight on with what lasts
  map  cards [NAME]  log  rule ID  help  quit   (every answer is saved as it is given)"""


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
    ) -> None:
        self.game = game
        self.fight = game.fight
        self.players = game.players
        self._read, self._write = read, write
        self.shown = 0
        self.carried = ""
        self.following: dict[int, Following] = {}
        self.menu = Menu(self.fight)
        self.screen = Screen(read, write, private or self._are_rivals())
        self.retelling = Retelling()
        self.kept = -1

    def read(self, prompt: str) -> str:
        return self._read(plain(prompt))

    def write(self, line: str) -> None:
        """Names come from files: none of them gives a terminal orders."""
        self._write(plain(line))

    def _are_rivals(self) -> bool:
        """Whether people of different sides share this keyboard."""
        creatures = self.fight.world.creatures
        seats = zip(self.players.seats, creatures, strict=True)
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
        path = f'"{self.game.path}"' if " " in str(self.game.path) else self.game.path
        folder = SHELF.folder_of(self.fight.ruleset)
        where = f" --rulesets {folder}" if folder else ""
        self.write(f"Saved. {again} with: affray {command} {path}{where}")

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
        for line in tell(self.fight, self.shown):
            indent = "    " if line.is_roll else "  "
            self.write(f"{indent}{line.cited}")
        self.shown = len(self.fight.story)
        self._tell_unasked()

    def _is_sealed(self) -> bool:
        """Whether what is asked now may be seen by its owner alone."""
        pending = self.fight.pending
        if not self.screen.private or pending is None or pending.is_chance:
            return False
        name = self.fight.ruleset.words.question_name(pending.name)
        return name in self.fight.ruleset.book.secret

    def _cards(self, wanted: str = "") -> None:
        """Everybody's card, or one with all that stands on the sheet."""
        names = self.fight.names
        shown = [self._creature(wanted, "cards")] if wanted else names
        for name in shown:
            self.write(f"  {name}: {self.fight.card(names.index(name))}")
        if wanted:
            stands = sheet(self.fight.encounter, self.fight.world, names.index(shown[0]))
            for label, text in stands.items():
                self.write(f"    {label}: {text}")

    def _creature(self, typed: str, command: str) -> str:
        name = meant(typed, self.fight.names)
        if name not in self.fight.names:
            raise BadInput(unknown("creature", typed, self.fight.names), field=command)
        return name

    def _map(self, _: str) -> None:
        board = self.fight.ruleset.words.board
        if board is None:
            self.write("  There is no map here; cards.")
        else:
            drawn = board(self.fight.world, self.fight.encounter.names)
            self.write(draw_board(drawn, self.fight.names))

    def _over(self) -> None:
        mark_finished(self.game.path, True)
        self._cards()
        if not self.fight.encounter.is_between:
            self.write(outcome_text(self.fight.encounter, self.fight.outcome))
        if self.fight.encounter.company is not None:
            self._carry_home()
        text = self.read("rest, again, undo, log, edit or quit (Enter) > ").strip()
        if not text:
            raise Quit
        if text.lower() in (REST, AGAIN):
            self._then(text.lower())
        elif not self._command(text):
            self.write("The fight is over; rest, fight again, undo, log, edit or quit.")
        mark_finished(self.game.path, self.fight.is_over)

    def _carry_home(self) -> None:
        """Said once, whatever else is typed here."""
        told = carry_home(self.fight, save_name(self.game.path))
        if told != self.carried:
            self.write(told)
        self.carried = told

    def _then(self, what: str) -> None:
        self.following = {}
        try:
            self.fight.then(what)
        except BadInput as bad:
            self.write(f"  {bad}")

    # Asking

    def _ask_plan(self, pending: Question) -> None:
        words = self.fight.ruleset.words
        if pending.who in self.following:
            self.following[pending.who].go_on(self.fight)
            if self.fight.pending is not pending:
                return
        if self._is_sealed():
            self.screen.show_to(self.fight.names[pending.who])
        self._tell_refused(pending)
        self.menu.open()
        names = self.fight.encounter.names
        rules = " ".join(words.questions[pending.name].rules)
        card = self.fight.card(pending.who)
        self.write(f"\n{self.fight.names[pending.who]}: {card}")
        self.write(f"{words.prompt(pending.name, pending.who, names, self.fight.world)}  [{rules}]")
        for line in self.menu.lines:
            self.write(line)
        text = self.read("> ").strip()
        is_question = text.startswith("?")
        if not is_question and self._command(text):
            return
        try:
            typed = text.lstrip("?").strip()
            plain, given = read_plan(typed, self.fight.encounter, pending.who)
        except BadInput as bad:
            self.write(f"  {bad}")
            return
        if is_question:
            for line in odds_lines(self.menu, self.players, plain, given):
                self.write(line)
        elif given.others:
            other = self.fight.names[next(iter(given.others))[0]]
            self.write(f"  {other} answers for themselves; odds can take it for granted: ? {typed}")
        else:
            self._carry_out(plain, given.mine)

    def _tell_refused(self, pending: Question) -> None:
        """What was said along with a plan, and is not legal now that it is asked."""
        following = self.following.get(pending.who)
        if following is None or following.refused is not pending:
            return
        words, names = self.fight.ruleset.words, self.fight.encounter.names
        said = words.option(pending.name, following.extra[pending.name], names)
        self.write(f"  {words.question_name(pending.name)}={said} is not legal here")

    def _tell_unasked(self) -> None:
        """What was said along with a plan that is over, and that nobody asked for."""
        words, names = self.fight.ruleset.words, self.fight.encounter.names
        for who, following in self.following.items():
            if following.is_over(self.fight):
                for asked, option in following.unused.items():
                    said = f"{words.question_name(asked)}={words.option(asked, option, names)}"
                    self.write(f"  {self.fight.names[who]}: {said} was not asked for")
                following.used.update(following.unused)

    def _carry_out(self, plain: str, extra: dict[int, int]) -> None:
        """The plan a person has typed, with what they say of its details."""
        chosen = self.menu.find(plain)
        if chosen is not None:
            if self._is_sure(chosen, extra):
                seats, before = self.players.seats, self.following.get(chosen.who)
                taken = take(self.fight, chosen, extra, lambda i: seats[i].is_person, before)
                self.following[chosen.who] = taken
        elif plain in (REST, AGAIN):
            self.write("  The fight is not over yet.")
        else:
            self.write(f"  {self.menu.refusal(plain)}")

    def _is_sure(self, chosen: Offer, extra: dict[int, int]) -> bool:
        """Refuse what cannot be used; ask again before something a person would regret."""
        words, names = self.fight.ruleset.words, self.fight.encounter.names
        problem = unusable(self.fight, chosen, extra) if extra else ""
        if problem:
            self.write(f"  {problem}")
            return False
        left = {a.question.name: a for a in asked_of(self.fight, chosen, extra)} if extra else {}
        for question, option in [*chosen.answers, *extra.items()]:
            warning = words.warning(question, self.fight.world, chosen.who, option, names)
            if question in left:
                warning = left[question].warnings.get(option, "")
            if warning:
                self.write(f"  {warning}")
                return self._is_meant()
        return True

    def _is_meant(self) -> bool:
        while True:
            text = self.read("  do it all the same? y > ").strip()
            if text.lower() in ("y", "yes", "n", "no", ""):
                return text.lower() in ("y", "yes")
            self.write(f"  found {text!r}, expected y or n")

    def _ask_dice(self, pending: Question) -> None:
        names = self.fight.encounter.names
        words = self.fight.ruleset.words
        who = self.fight.names[pending.who]
        prompt = words.roll_prompt(pending.name, pending.who, pending.vs, names)
        rules = " ".join(words.rolls[pending.name].rules)
        self.write(f"\n{who} rolls {prompt}: {goal_text(self.fight, pending)}.  [{rules}]")
        mine, theirs = needs_by_owner(pending, words.rolls[pending.name])
        dice = self._typed(pending.who, mine)
        if dice is None:
            return
        against = self._typed(pending.vs, theirs) if pending.vs >= 0 else ()
        if against is None:
            return
        self.fight.answer(self.players.rolled(self.fight, pending, dice, against))

    def _typed(self, who: int, needs: list[tuple[int, int]]) -> Faces | None:
        """Faces typed by a person; none when the computer rolls for this creature."""
        if not needs or not self.players.types_dice(who):
            return ()
        wanted = show_needs(needs)
        while True:
            text = self.read(f"  {self.fight.names[who]}'s {wanted} (Enter: the computer rolls) > ")
            text = text.strip()
            if not text:
                return ()
            if self._command(text):
                return None
            faces = read_faces(text, needs)
            if faces is not None:
                return faces
            example = " ".join(str(k % sides + 1) for n, sides in needs for k in range(n))
            self.write(f"  found {text!r}, expected the faces of {wanted}, such as {example}")

    # Commands

    def _command(self, text: str) -> bool:
        """Carry out a command that is no plan; False when it is none."""
        word, _, rest = text.partition(" ")
        commands = {
            "undo": self._undo,
            "edit": self._edit,
            "rule": self._rule,
            "cards": self._cards,
            "map": self._map,
            "log": self._log,
            "help": self._help,
            "quit": self._quit,
            "q": self._quit,
        }
        alone = ("map", "log", "help", "quit", "q")
        if word.lower() not in commands:
            return False
        try:
            if rest.strip() and word.lower() in alone:
                raise BadInput(f"found {rest.strip()!r}, expected nothing more", field=word)
            commands[word.lower()](rest.strip())
        except (BadInput, Illegal) as bad:
            self.write(f"  {bad}")
        return True

    def _log(self, _: str) -> None:
        self.write(transcript(self.fight))

    def _quit(self, _: str) -> None:
        raise Quit

    def _help(self, _: str) -> None:
        self.write(HELP)
        self.write(self.fight.ruleset.words.primer)

    def _rule(self, rule_id: str) -> None:
        rules = self.fight.ruleset.book.rules
        found = rules.get(rule_id.upper())
        if found is None:
            raise BadInput(unknown("rule", rule_id.upper(), list(rules)))
        self.write(f"  {found.id}: {found.statement}")
        if found.narrower:
            self.write(f"  narrower: {found.narrower}")

    def _undo(self, text: str) -> None:
        fresh = text.endswith("fresh")
        count = text.removesuffix("fresh").strip() or "1"
        places = [decision.at for decision in decisions(self.fight, self.players.seats)]
        number = read_whole(count)
        if count != "all" and number is None:
            raise BadInput(f"found {count!r}, expected a number, 'all' or 'fresh'", field="undo")
        if fresh and (count == "all" or not places):
            first = self.fight.first
            places = [first, *(place for place in places if place > first)]
            count = "all"
        back = len(places) if number is None else number
        if not places:
            raise BadInput("you have decided nothing yet", field="undo")
        if not 1 <= back <= len(places):
            raise BadInput(f"found {back}, expected 1 to {len(places)}", field="undo")
        keep = places[-back]
        self.following = {}
        self.fight.undo(keep, fresh)
        self.shown = min(self.shown, items_before(self.fight, keep))
        self.write(f"  (taken back: {back})")

    def _edit(self, text: str) -> None:
        typed, changes = read_changes(text)
        name = self._creature(typed, "edit")
        self.following = {}
        self.fight.edit({name: {field: read_value(value) for field, value in changes.items()}})
        edits = [k for k, item in enumerate(self.fight.story) if isinstance(item, Edit)]
        self.shown = edits[-1]
