"""The plans a person picks from: each keeps its number from one question to the next."""

from __future__ import annotations

from affray.book.errors import plainly, unknown
from affray.book.whole import read_whole
from affray.fight.fight import Fight
from affray.fight.plans import Offer, details_text, faces_of, faces_typed, left_open, offers
from affray.fight.refusals import aimed_at, called, not_now

PlanKey = tuple[str, int]


class Menu:
    """The numbers of one keyboard: a plan gets the next one the first time it is offered.

    Every question counts for itself, whoever it is put to.
    """

    def __init__(self, fight: Fight) -> None:
        self.fight = fight
        self.numbers: dict[int, dict[PlanKey, int]] = {}
        self.labels: dict[tuple[int, int], str] = {}
        self.possible: list[Offer] = []
        self.question = -1
        self.is_number = False

    def open(self) -> None:
        """What is offered now, under its numbers."""
        pending = self.fight.pending
        assert pending is not None
        self.question = pending.name
        self.is_number = self.fight.ruleset.words.questions[pending.name].of == "number"
        self.possible = offers(self.fight)
        known = self.numbers.setdefault(pending.name, {})
        for offer in self.possible:
            number = known.setdefault(_key(offer), self._by_faces(offer) or len(known) + 1)
            self.labels[pending.name, number] = offer.label

    def _by_faces(self, offer: Offer) -> int:
        """Dice are called by their faces, the highest first; nothing else has such a number."""
        faces = faces_of(self.fight.encounter, self.question)
        asked, option = offer.answers[0]
        if faces is None or asked != self.question:
            return 0
        return int("".join(str(face) for face in sorted(faces(option), reverse=True)))

    @property
    def lines(self) -> list[str]:
        if self.is_number:
            first, last = self.possible[0], self.possible[-1]
            return [f"  a number, {first.name} to {last.name}{details_text(self.fight, first)}"]
        known = self.numbers[self.question]
        return [
            f"  {known[_key(offer)]}  {offer.label}{details_text(self.fight, offer)}"
            for offer in self.possible
        ]

    def number_of(self, offer: Offer) -> str:
        return str(self.numbers[self.question][_key(offer)])

    def find(self, text: str) -> Offer | None:
        """A plan by its number, or by its name where that means only one."""
        if self.is_number:
            return next((offer for offer in self.possible if offer.name == text), None)
        known = self.numbers[self.question]
        number = self._number(text)
        numbered = [o for o in self.possible if known[_key(o)] == number]
        meant = numbered or called(self.possible, text, self.fight.encounter) or self._answer(text)
        return meant[0] if len(meant) == 1 else None

    def _answer(self, text: str) -> list[Offer]:
        """The plans that begin with that answer to what is asked: 'yes' where one is 'Dodge'."""
        words, names = self.fight.ruleset.words, self.fight.encounter.called
        return [
            offer
            for offer in self.possible
            if plainly(words.option(self.question, offer.answers[0][1], names)) == plainly(text)
        ]

    def _number(self, text: str) -> int | None:
        """A number of this menu; of dice '36' and '6 3' are the same as '63'."""
        given = faces_typed(text)
        if given and faces_of(self.fight.encounter, self.question) is not None:
            return int("".join(map(str, reversed(given))))
        return read_whole(text)

    def refusal(self, text: str) -> str:
        """What to tell whoever has typed something that is no plan of this menu."""
        if not text:
            return "Type a number, or help."
        if self.is_number:
            low, high = self.possible[0].name, self.possible[-1].name
            return f"found {text!r}, expected {low} to {high}"
        meant = called(self.possible, text, self.fight.encounter)
        if meant:
            return f"{text!r} may be {' or '.join(repr(offer.label) for offer in meant)}"
        number = read_whole(text)
        before = None if number is None else self.labels.get((self.question, number))
        refused = not_now(self.fight, before or text)
        if refused is not None:
            return refused.cited
        return self._too_much(text) or unknown(
            "plan", text.lower(), [offer.label.lower() for offer in self.possible]
        )

    def _too_much(self, text: str) -> str:
        """Of a plan that is open, with words behind it that name none of its questions."""
        begun = {
            name: offer
            for offer in self.possible
            for name in self._names(offer)
            if plainly(text).startswith(f"{name} ")
        }
        if not begun:
            return ""
        longest = max(begun, key=len)
        name, rest = text[: len(longest)], text[len(longest) :].strip()
        words = self.fight.ruleset.words
        asked = [
            words.question_name(left.question.name)
            for left in left_open(self.fight, begun[longest])
        ]
        if not asked:
            return f"found {rest!r} after {name!r}, expected nothing more"
        details = " ".join(f"{one}=..." for one in asked)
        return f"found {rest!r} after {name!r}, expected {details} (what is left out is asked)"

    def _names(self, offer: Offer) -> set[str]:
        """What a plan can be called from its beginning, its target with it."""
        target = aimed_at(offer, self.fight.encounter)
        name = f"{offer.name} {target}" if target else offer.name
        return {plainly(name), plainly(offer.label).removesuffix(" ...")}


def _key(offer: Offer) -> PlanKey:
    return offer.name, offer.target
