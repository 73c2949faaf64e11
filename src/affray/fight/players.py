"""Who plays whom: a person, a temperament, one who thinks, a person who types their dice."""

from __future__ import annotations

from collections.abc import Callable, Sequence, Set
from dataclasses import dataclass
from importlib import import_module
from typing import Any

from affray.book.errors import BadInput, meant, unknown
from affray.book.ruleset import Ruleset
from affray.fight.between import came_late
from affray.fight.fight import Fight
from affray.fight.levels import CLEVER, Level, computers, is_computer, level_of
from affray.fight.owners import from_owners, to_owners
from affray.oracles.dice import M64, Draws, Generator, decision
from affray.oracles.keyed import Key, KeyedDice, KeyedDraws
from affray.oracles.tape import Answer, Faces, Kind, Pending, Question, value_of
from affray.rules.ask import RANDOM, any_of
from affray.rules.masks import is_single, smallest
from affray.rules.pools import HIGH, LOW

PERSON = "person"

THINKER = ("affray.lab.clever", "Clever")
"""Who thinks for the clever, found when somebody is: a fight stands below whoever plays it out."""

Thinker = Callable[[Fight, Question, Any, Set[int], Level], int]
"""The answer of whoever plays some creatures, from what they may know, as long as they think."""


def elsewhere(fight: Fight, question: Question, world: Any, mine: Set[int], level: Level) -> int:
    """Somebody else thinks, in their own time: the question waits as a person's does."""
    raise Pending(question, world)


DiceSource = int | Key
"""What dice come from: a number somebody has named, or a key that nobody knows."""


def mark_of(seed: DiceSource) -> int:
    """What tells a fight from others of its encounter, and may be told of it."""
    return seed.mark if isinstance(seed, Key) else seed


@dataclass(frozen=True)
class Seat:
    """A creature's player, and whether that player's dice are real."""

    player: str = PERSON
    typed_dice: bool = False

    @property
    def is_person(self) -> bool:
        return self.player == PERSON

    @property
    def thinks(self) -> bool:
        """Whether whoever sits there takes their time, as a person does."""
        return self.player.partition(":")[0] == CLEVER


def usual_player(ruleset: Ruleset) -> str:
    """The first temperament that decides anything."""
    return [*ruleset.temperaments, "random"][1]


def default_seats(fight_sides: list[int], computer: str) -> list[Seat]:
    """People play the first side, the computer the others."""
    return [Seat(PERSON if side == 0 else computer) for side in fight_sides]


def parse_seats(
    given: list[str], names: list[str], sides: list[str], of_side: list[int], ruleset: Ruleset
) -> dict[int, str]:
    """'Ada=bold', or 'foes=careful' for all of a side who are not named themselves."""
    said: dict[str, str] = {}
    for text in given:
        who, equals, player = text.rpartition("=")
        players = [PERSON, *computers(ruleset)]
        who, player = meant(who, [*names, *sides]), meant(player, players)
        if not equals or not (player == PERSON or is_computer(ruleset, player)):
            raise BadInput(_not_a_player(text, player, players), field="--seat")
        _creatures(who, names, sides, of_side, "--seat")
        if who in said:
            problem = f"{who} is given twice: {said[who]} and {player}"
            raise BadInput(problem, field="--seat")
        said[who] = player
    of_sides = [(who, player) for who, player in said.items() if who not in names]
    ones = [(who, player) for who, player in said.items() if who in names]
    return {
        i: player
        for who, player in of_sides + ones
        for i in _creatures(who, names, sides, of_side, "--seat")
    }


def _not_a_player(text: str, player: str, players: list[str]) -> str:
    """What is wrong with a seat: a level nobody can think at, or no player at all."""
    try:
        level_of(player)
    except BadInput as bad:
        return str(bad)
    return f"found {text!r}, expected NAME=" + "|".join(players)


def computer_players(given: list[str], names: list[str], sides: list[str], of_side: list[int],
                     ruleset: Ruleset) -> list[str]:  # fmt: skip
    """Who plays every creature where no person takes part."""
    said = parse_seats(given, names, sides, of_side, ruleset)
    if PERSON in said.values():
        raise BadInput("no person takes part in this; expected a temperament", field="--seat")
    return [said.get(i, usual_player(ruleset)) for i in range(len(names))]


def parse_names(
    given: list[str], names: list[str], sides: list[str], of_side: list[int]
) -> set[int]:
    """Creatures and sides by name."""
    return {i for who in given for i in _creatures(who, names, sides, of_side, "--dice")}


def _creatures(
    who: str, names: list[str], sides: list[str], of_side: list[int], option: str
) -> list[int]:
    who = meant(who, [*names, *sides])
    if who in names:
        return [names.index(who)]
    if who in sides:
        return [i for i, side in enumerate(of_side) if side == sides.index(who)]
    raise BadInput(unknown("creature or side", who, [*names, *sides]), field=option)


def require_seed(seed: object, most: int) -> None:
    """A key, or a number of so many at most; a key is quoted nowhere."""
    is_number = isinstance(seed, int) and not isinstance(seed, bool) and 0 <= seed <= most
    if not (is_number or isinstance(seed, Key)):
        raise BadInput(f"found {seed!r}, expected a whole number from 0 to {most}", field="seed")


def require_seats(seats: Sequence[Seat], names: Sequence[str]) -> None:
    """Nobody may be without a player, and no player without anybody."""
    if len(seats) != len(names):
        problem = f"found {len(seats)}, expected {len(names)}: {', '.join(names)}"
        raise BadInput(problem, field="seats")


class Players:
    """Answers for the computer's seats and the computer's dice; stops for people.

    Where others look on (`are_watched`), somebody who has but one thing to answer in secret is
    asked all the same: that they had no choice is for nobody to see.
    """

    def __init__(
        self,
        seats: list[Seat],
        seed: DiceSource,
        are_watched: bool = False,
        thinker: Thinker | None = None,
    ) -> None:
        for one in seats:
            if not (isinstance(one, Seat) and isinstance(one.player, str)):
                raise BadInput(f"found {one!r}, expected Seat(PLAYER)", field="seats")
        require_seed(seed, M64)
        self.seats = seats
        self.seed = seed
        self.are_watched = are_watched
        self._thinker = thinker
        self._has_sat = False
        """Whether seats have been fitted to a fight since they were given."""

    def _require_everybody(self, fight: Fight) -> None:
        """A seat each; more there may be of those who came late and were taken back."""
        if len(self.seats) < len(fight.names):
            self.sit(fight)
        if len(self.seats) < len(fight.names) or not (self._has_sat or fight.story):
            require_seats(self.seats, fight.names)

    def sit(self, fight: Fight) -> None:
        """A seat for everybody who is there: whoever came late has the player the tape names."""
        late = [Seat(one.player, one.typed_dice) for one in came_late(fight.live)]
        begun = fight.encounter.begun
        self._has_sat = True
        self.seats = [*self.seats, *late[max(0, len(self.seats) - begun) :]][: begun + len(late)]

    def let_think(self, thinker: Thinker) -> None:
        """Whoever thinks from now on for the seats that do."""
        self._thinker = thinker

    def __getstate__(self) -> dict[str, Any]:
        """Whatever was thought of so far stays here."""
        return {**self.__dict__, "_thinker": None}

    def with_dice(self, seed: DiceSource) -> Players:
        """The same people with other dice, for a clone say."""
        same = Players(self.seats, seed, self.are_watched)
        same._has_sat = self._has_sat
        return same

    def __call__(self, fight: Fight, question: Question, world: Any) -> Answer:
        if len(self.seats) != len(fight.names):
            self._require_everybody(fight)
        if not question.is_chance:
            return self._choose(fight, question, world)
        again = fight.remembered(question)
        if again is not None:
            return Answer(
                value_of(question, again.dice, again.against),
                again.dice,
                again.against,
                again.typed,
            )
        if self.types_dice(question.who) or (question.vs >= 0 and self.types_dice(question.vs)):
            raise Pending(question, world)
        return self.rolled(fight, question)

    def types_dice(self, who: int) -> bool:
        return self.seats[who].typed_dice

    def temperaments(self, ruleset: Ruleset) -> list[int]:
        """For odds: temperaments as they are; others are assumed to be of the usual sort."""
        usual = usual_player(ruleset)
        known = ruleset.temperaments
        players = [seat.player if seat.player in known else usual for seat in self.seats]
        return [ruleset.temperament(player) for player in players]

    def _choose(self, fight: Fight, question: Question, world: Any) -> Answer:
        seat = self.seats[question.who]
        if is_single(question.mask) and not self._looks_asked(fight, question):
            return Answer(smallest(question.mask))  # nothing to decide
        if seat.is_person:
            raise Pending(question, world)
        if seat.player not in fight.ruleset.temperaments:
            return Answer(self._thought(fight, seat.player, question, world))
        return Answer(self.policy(fight, seat.player, question, world))

    def _thought(self, fight: Fight, player: str, question: Question, world: Any) -> int:
        """What a seat that thinks answers; it is told what it may know, and nothing of dice."""
        level = level_of(player)
        if level is None:
            known = [PERSON, *computers(fight.ruleset)]
            raise BadInput(unknown("player", player, known), field="seats")
        if fight.is_resting:  # there is nothing to win
            return self.policy(fight, usual_player(fight.ruleset), question, world)
        if self._thinker is None:
            module, name = THINKER
            self._thinker = getattr(import_module(module), name)()
        return self._thinker(fight, question, world, self.thinks_for(fight, question.who), level)

    def thinks_for(self, fight: Fight, who: int) -> set[int]:
        """Whose secrets are one's own: those of the same side and the same player."""
        side, player = fight.world.creatures[who].side, self.seats[who].player
        both = enumerate(zip(fight.world.creatures, self.seats, strict=False))
        return {i for i, (c, seat) in both if c.side == side and seat.player == player}

    def _looks_asked(self, fight: Fight, question: Question) -> bool:
        """Whether this is the first that somebody is to answer in secret here, and seen to."""
        secret = fight.ruleset.secret_questions
        if not self.are_watched or question.name not in secret:
            return False
        if not (self.seats[question.who].is_person or self.seats[question.who].thinks):
            return False
        before = [q for q, _ in fight.said_so_far() if q.who == question.who]
        return not any(q.name in secret and not q.is_chance for q in before)

    def policy(self, fight: Fight, player: str, question: Question, world: Any) -> int:
        """What somebody of that temperament would answer here."""
        ruleset = fight.ruleset
        temperament = ruleset.temperament(player)
        draws = self._draws(fight, question)
        if temperament == RANDOM:
            return any_of(draws, question.mask)  # type: ignore[arg-type]
        q = question
        answer = ruleset.decide(draws, world, q.who, q.name, q.mask, temperament)
        return decision(int(answer), q.who, q.name, q.mask)

    def _draws(self, fight: Fight, question: Question) -> Draws | KeyedDraws:
        """Numbers for a policy, which hold nothing the dice come from."""
        if isinstance(self.seed, Key):
            return self.seed.draws(_place(fight, question))
        return Draws(self.seed, _number(fight))

    def _dice(self, fight: Fight, question: Question) -> Generator | KeyedDice:
        """Dice that depend only on what they come from and the place on the tape."""
        if isinstance(self.seed, Key):
            return self.seed.dice(_place(fight, question))
        return Generator(self.seed, _number(fight))

    def rolled(
        self, fight: Fight, question: Question, dice: Faces = (), against: Faces = ()
    ) -> Answer:
        """Dice by the computer, for every hand that has rolled none yet."""
        owner = fight.ruleset.words.rolls[question.name]
        typed = bool(dice or against)
        generator = self._dice(fight, question)
        mine = roll_faces(generator, question.needs, rolls_of(question, question.pool))
        theirs = roll_faces(generator, question.vs_needs, rolls_of(question, question.vs_pool))
        mine, theirs = to_owners(owner, mine, theirs)
        dice, against = from_owners(owner, dice or mine, against or theirs)
        return Answer(value_of(question, dice, against), dice, against, typed)


def _number(fight: Fight) -> int:
    """The place on the tape, as a generator counts fights."""
    return len(fight.live) + (fight.fresh << 32)


def _place(fight: Fight, question: Question) -> list[int]:
    """The place on the tape, and what is asked there.

    After an undo something else may be asked in the same place: what was rolled there before
    must tell nothing of it.
    """
    asked = [*question.identity, question.mask, question.n, question.sides]
    pools = [question.pool, question.target, question.vs_pool]
    return [len(fight.live), fight.fresh, *asked, *pools]


def rolls_of(question: Question, pool: int) -> int:
    """How often the pool is rolled: twice under HIGH or LOW."""
    return 2 if question.kind is not Kind.DICE and pool & (HIGH | LOW) else 1


def roll_faces(generator: Generator | KeyedDice, needs: list[tuple[int, int]], rolls: int) -> Faces:
    """Faces in the order a generator draws them: the whole pool, then the whole pool again."""
    shown: dict[int, list[int]] = {sides: [] for _, sides in needs}
    for _ in range(rolls):
        for n, sides in needs:
            shown[sides] += [generator.face(sides) for _ in range(n // rolls)]
    return tuple((sides, tuple(faces)) for sides, faces in shown.items())
