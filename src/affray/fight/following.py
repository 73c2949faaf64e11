"""A plan being carried out, past what others say, until it is done or has nothing to say."""

from __future__ import annotations

from collections.abc import Callable

from affray.book.errors import BadInput
from affray.fight.fight import Fight
from affray.fight.plans import Offer
from affray.oracles.tape import Answer, Question
from affray.rules.masks import contains, is_single


class Following:
    """A plan being carried out: its answers as they are asked for, the usual ones between.

    What was said along with it and is not legal where it is asked is `refused`: its owner is
    asked instead.
    """

    def __init__(self, offer: Offer, extra: dict[int, int] | None = None) -> None:
        self.offer = offer
        self.extra = extra or {}
        self.left = list(offer.answers)
        self.at = -1
        self.seen: int | None = None
        self.used: set[int] = set()
        self.refused: Question | None = None

    @property
    def unused(self) -> dict[int, int]:
        """What was said along with the plan, and nobody has asked for yet."""
        return {asked: option for asked, option in self.extra.items() if asked not in self.used}

    def is_over(self, fight: Fight) -> bool:
        """Whether nothing that was said along with the plan can be asked for any more."""
        if self.left or self.is_in_step(fight):
            return fight.is_over
        return self.offer.is_over(fight.world) or fight.is_over

    def waits_for(self, fight: Fight, asked: Question) -> bool:
        """Whether something is asked in the middle of the plan that it leaves to its owner."""
        is_new = asked.name == self.offer.answers[0][0]
        return self.offer.who == asked.who and self.is_in_step(fight) and not is_new

    def is_in_step(self, fight: Fight) -> bool:
        return fight.step_start[0] <= self.at

    def go_on(self, fight: Fight) -> None:
        """Answer for the plan's owner until it is done, or has nothing to say."""
        while fight.pending is not None and not fight.pending.is_chance:
            asked = fight.pending
            self.catch_up(fight)
            option = self._answer(fight, asked) if asked.who == self.offer.who else None
            if option is None:
                return
            said = self.offer.said if (asked.name, option) == self.offer.answers[0] else ""
            self.at = len(fight.live)
            fight.answer(Answer(option, said=said))

    def catch_up(self, fight: Fight) -> None:
        """What the plan was to say and has been said is done, also where there was no choice."""
        told = len(fight.story)
        for item in fight.story[told if self.seen is None else self.seen :]:
            if not isinstance(item[0], Question) or item[0].who != self.offer.who:
                continue
            if self.left and (item[0].name, item[1].value) == self.left[0]:
                self.left.pop(0)
            elif self.extra.get(item[0].name) == item[1].value:
                self.used.add(item[0].name)  # there was no choice, and it is as was said
        self.seen = told

    def _answer(self, fight: Fight, asked: Question) -> int | None:
        if self.left and asked.name == self.left[0][0]:
            return self.left[0][1] if contains(asked.mask, self.left[0][1]) else None
        goes_on = self.left or self.is_in_step(fight) or self._outlasts(fight, asked)
        if not goes_on or self.at < 0:
            return None
        said = self.extra.get(asked.name)
        if said is not None and contains(asked.mask, said):
            self.used.add(asked.name)
            return said
        if asked.name in self.unused:
            self.used.add(asked.name)
            self.refused = asked
            return None
        return fight.ruleset.words.usual(asked.name, fight.world, asked.who, asked.mask)

    def _outlasts(self, fight: Fight, asked: Question) -> bool:
        """Only others have spoken since, and no die has fallen: it goes on, each thing once."""
        if not self.offer.persists or self.offer.is_over(fight.world):
            return False
        begins, who = self.offer.answers[0], self.offer.who
        since: list[Question] = []
        for item in reversed(fight.story):
            if isinstance(item[0], Question):
                since.append(item[0])
                if item[0].who == who and (item[0].name, item[1].value) == begins:
                    break
        mine = {question.name for question in since if question.who == who}
        told = (q for q in since if q.is_chance or not is_single(q.mask))
        is_interrupted = next(told, asked).who != who
        return is_interrupted and asked.name not in mine and not any(q.is_chance for q in since)


def take(
    fight: Fight,
    offer: Offer,
    extra: dict[int, int] | None = None,
    mine: Callable[[int], bool] | None = None,
    before: Following | None = None,
) -> Following:
    """Carry a plan out as far as it goes now; `mine` are those the same person speaks for.

    An answer in the middle of the plan `before` it goes on with what that has yet to say. A plan
    that is not open here is refused.
    """
    asked, told = fight.pending, len(fight.story)
    following = Following(offer, extra)
    if before is not None and asked is not None and before.waits_for(fight, asked):
        following.left += before.left
        following.extra = before.unused | following.extra
    following.go_on(fight)
    if following.at < 0:
        raise BadInput(_not_open(fight, offer), field="take")
    if asked is not None and mine is not None:
        _say_for_all(fight, asked, told, mine)
    return following


def set_out(fight: Fight, offer: Offer, extra: dict[int, int] | None = None) -> Following:
    """Carry a plan out where it may not be open any more: then it says nothing."""
    following = Following(offer, extra)
    following.go_on(fight)
    return following


def _not_open(fight: Fight, offer: Offer) -> str:
    """Why a plan says nothing where the fight stands."""
    asked = fight.pending
    if asked is None:
        return f"{offer.label!r} is not open: nobody is asked anything"
    what = "to roll" if asked.is_chance else "something else"
    whose = f"{fight.names[offer.who]}'s {offer.label!r}"
    return f"{whose} is not open: {fight.names[asked.who]} is asked {what}"


def _say_for_all(fight: Fight, asked: Question, told: int, mine: Callable[[int], bool]) -> None:
    """The same answer for all of one's own whom the group's question is put to next."""
    if not fight.ruleset.words.questions[asked.name].together:
        return
    option = next(item[1].value for item in fight.story[told:] if isinstance(item[0], Question))
    while (pending := fight.pending) is not None and not pending.is_chance:
        is_told = any(not isinstance(item[0], Question) for item in fight.story[told:])
        if is_told or pending.name != asked.name or not mine(pending.who):
            return
        if not contains(pending.mask, option):
            return
        fight.answer(Answer(option))
