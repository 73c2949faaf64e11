"""A plan being carried out, past what others say, until it is done or has nothing to say."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from affray.book.errors import BadInput
from affray.fight.fight import Fight
from affray.fight.plans import Offer
from affray.oracles.tape import Answer, Question
from affray.rules.masks import contains, is_single

Speaks = Callable[[int], bool]
"""For whom the same person speaks."""


def _for_nobody(who: int) -> bool:
    return False


class Following:
    """A plan being carried out: its answers as they are asked for, the usual ones between.

    What was said along with it is the answer of whoever is asked for it in the plan's own step:
    its owner, or a friend the same person speaks for. Where it is not legal it is `refused`:
    whoever is asked answers instead.
    """

    def __init__(self, offer: Offer, extra: dict[int, int] | None = None) -> None:
        self.offer = offer
        self.extra = extra or {}
        self.left = list(offer.answers)
        self.at = -1
        self.seen: int | None = None
        self.used: set[int] = set()
        self.silent: frozenset[int] = frozenset()
        """What of `extra` nobody has said, but was filled in."""
        self.refused_at = -1

    @property
    def unused(self) -> dict[int, int]:
        """What was said along with the plan, and nobody has asked for yet."""
        return {asked: option for asked, option in self.extra.items() if asked not in self.used}

    def is_done(self, fight: Fight) -> bool:
        """Whether it is over, with all that was said before taken note of."""
        self.catch_up(fight)
        return self.is_over(fight)

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

    def is_refused(self, fight: Fight) -> bool:
        """Whether what was said along is not legal in answer to what is asked now."""
        return fight.pending is not None and self.refused_at == len(fight.live)

    def go_on(self, fight: Fight, speaks: Speaks = _for_nobody) -> None:
        """Answer for the plan's owner until it is done, or has nothing to say."""
        while fight.pending is not None and not fight.pending.is_chance:
            asked = fight.pending
            self.catch_up(fight)
            if self.is_refused(fight):
                return
            is_own = asked.who == self.offer.who
            option = self._answer(fight, asked) if is_own else None
            if not is_own and self._speaks_for(fight, asked) and speaks(asked.who):
                option = self._as_said(fight, asked)
            if option is None:
                return
            said = self.offer.said if (asked.name, option) == self.offer.answers[0] else ""
            self.at = len(fight.live)
            fight.answer(Answer(option, said=said))

    def catch_up(self, fight: Fight) -> None:
        """What the plan was to say and has been said is done, also where there was no choice."""
        told = len(fight.story)
        for item in fight.story[told if self.seen is None else self.seen :]:
            if not isinstance(item[0], Question):
                continue
            is_own = item[0].who == self.offer.who
            is_by_itself = is_single(item[0].mask) and self._is_friend(fight, item[0].who)
            if is_own and self.left and (item[0].name, item[1].value) == self.left[0]:
                self.left.pop(0)
            elif (is_own or is_by_itself) and self.extra.get(item[0].name) == item[1].value:
                self.used.add(item[0].name)  # there was no choice, and it is as was said
        self.seen = told

    def _answer(self, fight: Fight, asked: Question) -> int | None:
        if self.left and asked.name == self.left[0][0]:
            return self.left[0][1] if contains(asked.mask, self.left[0][1]) else None
        goes_on = self.left or self.is_in_step(fight) or self._outlasts(fight, asked)
        if not goes_on or self.at < 0:
            return None
        said = self._as_said(fight, asked)
        if said is not None or self.is_refused(fight):
            return said
        return fight.ruleset.words.usual(asked.name, fight.world, asked.who, asked.mask)

    def _as_said(self, fight: Fight, asked: Question) -> int | None:
        """The answer that was said along with the plan; one that is not legal here is refused."""
        said = self.extra.get(asked.name)
        if said is None:
            return None
        if contains(asked.mask, said):
            self.used.add(asked.name)
            return said
        if asked.name not in self.used:
            self.used.add(asked.name)
            self.refused_at = len(fight.live)
        return None

    def _speaks_for(self, fight: Fight, asked: Question) -> bool:
        """Whether a friend is asked because of this plan, not for a plan of their own."""
        begins, said = self.offer.answers[0][0], [one for one, _ in fight.said_in_step()]
        since = [*said[self._begun(said) + 1 :], asked]
        is_anew = any(one.name == begins and one.who != self.offer.who for one in since)
        return self.is_in_step(fight) and self._is_friend(fight, asked.who) and not is_anew

    def _begun(self, said: list[Question]) -> int:
        """Where in a step the plan's owner gave its first answer."""
        who, begins = self.offer.who, self.offer.answers[0][0]
        found = [k for k, one in enumerate(said) if (one.who, one.name) == (who, begins)]
        return found[-1] if found else len(said)

    def _is_friend(self, fight: Fight, other: int) -> bool:
        """Whether somebody is of the owner's side: a foe is never spoken for in passing."""
        mine, theirs = (fight.world.creatures[who].side for who in (self.offer.who, other))
        return bool(mine == theirs)

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
    mine: Speaks | None = None,
    before: Following | None = None,
) -> Following:
    """Carry a plan out as far as it goes now; `mine` are those the same person speaks for.

    An answer in the middle of the plan `before` it goes on with what that has yet to say. A plan
    that is not open here is refused.
    """
    asked, told = fight.pending, len(fight.story)
    following = _after(before, fight, offer, extra)
    following.go_on(fight, mine or _for_nobody)
    if following.at < 0:
        raise BadInput(_not_open(fight, offer), field="take")
    if asked is not None and mine is not None:
        _say_for_all(fight, asked, told, mine)
    return following


def _after(
    before: Following | None, fight: Fight, offer: Offer, extra: dict[int, int] | None
) -> Following:
    """A plan that is begun, with what the one `before` has yet to say where this is its middle."""
    following, asked = Following(offer, extra), fight.pending
    if before is not None and asked is not None and before.waits_for(fight, asked):
        following.left += before.left
        following.silent = before.silent - following.extra.keys()
        following.extra = before.unused | following.extra
        before.used.update(before.unused)
    return following


def set_out(
    fight: Fight,
    offer: Offer,
    extra: dict[int, int] | None = None,
    before: Following | None = None,
) -> Following:
    """Carry a plan out where it may not be open any more: then it says nothing."""
    following = _after(before, fight, offer, extra)
    following.go_on(fight)
    return following


def go_on_all(
    fight: Fight, followings: dict[int, Following], speaks: Callable[[int, int], bool]
) -> None:
    """Let the plans that are under way say what they have to say to what is asked: that of
    whoever is asked first. `speaks` is whether the same person speaks for both."""
    while (asked := fight.pending) is not None and not asked.is_chance:
        who = asked.who
        for owner in sorted(followings, key=lambda one: one != who):
            followings[owner].go_on(fight, partial(speaks, owner))
            if fight.pending is not asked:
                break
        else:
            return


def refused_words(fight: Fight, followings: dict[int, Following]) -> list[str]:
    """What was said along with a plan, and is not legal now that it is asked."""
    asked, words, names = fight.pending, fight.ruleset.words, fight.encounter.names
    return [
        f"{words.question_name(asked.name)}={words.option(asked.name, said, names)}"
        " is not legal here"
        for one in followings.values()
        if asked is not None and one.is_refused(fight) and asked.name not in one.silent
        for said in [one.extra[asked.name]]
    ]


def unasked_words(fight: Fight, following: Following) -> list[str]:
    """What was said along with a plan that does not go on, and that nobody asked for."""
    lost = [f"{said} was not asked for" for said in _still_to_say(fight, following)]
    following.used.update(following.unused)
    return lost


def dropped_words(fight: Fight, following: Following) -> list[str]:
    """What was said along with a plan, and goes where that is taken back or asked anew."""
    said = _still_to_say(fight, following)
    return [f"{one}, said with the plan, is dropped" for one in said]


def _still_to_say(fight: Fight, following: Following) -> list[str]:
    """'Ann: wound=second', of what its owner has said and nobody has asked for yet."""
    words, names = fight.ruleset.words, fight.encounter.names
    return [
        f"{fight.names[following.offer.who]}:"
        f" {words.question_name(asked)}={words.option(asked, option, names)}"
        for asked, option in following.unused.items()
        if asked not in following.silent
    ]


def _not_open(fight: Fight, offer: Offer) -> str:
    """Why a plan says nothing where the fight stands."""
    asked = fight.pending
    if asked is None:
        return f"{offer.label!r} is not open: nobody is asked anything"
    what = "to roll" if asked.is_chance else "something else"
    whose = f"{fight.names[offer.who]}'s {offer.label!r}"
    return f"{whose} is not open: {fight.names[asked.who]} is asked {what}"


def _say_for_all(fight: Fight, asked: Question, told: int, mine: Speaks) -> None:
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
