"""A fight as sentences: what was rolled, what happened, and by which rules."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from affray.book.encounter import Encounter
from affray.book.rulebook import Ruling
from affray.fight.fight import Fight
from affray.odds.heads import NOTHING
from affray.odds.percent import percent
from affray.odds.result_ranges import leads_text
from affray.odds.upshot import NO_DICE, Odds, OddsRoll, dice_text, side_text
from affray.oracles.dice import Noted
from affray.oracles.tape import (
    REST,
    Answer,
    Before,
    Edit,
    Enter,
    Leave,
    Question,
    Story,
    Switched,
    TakenUp,
    Then,
)
from affray.rules.ask import NOBODY
from affray.tell.opening import opening
from affray.tell.rolls import Roll, roll_from, roll_of, roll_text


@dataclass(frozen=True)
class Part:
    """One number of a working: what it is for, how much it adds, and by which rules."""

    label: str
    amount: int
    rules: tuple[str, ...]


@dataclass(frozen=True)
class Sentence:
    """One sentence and the rules it cites; a story line asks the people what happens.

    `working` is what its numbers are made of; a sentence that `folds` is part of the next one's.
    Of a roll that others told (`was_roll`) there may be the sentence alone.
    """

    text: str
    rules: tuple[str, ...]
    roll: Roll | None = None
    is_story: bool = False
    working: tuple[Part, ...] = ()
    folds: bool = False
    was_roll: bool = False

    @property
    def is_roll(self) -> bool:
        return self.was_roll or self.roll is not None

    @property
    def indented(self) -> str:
        """The sentence as a transcript has it."""
        return f"{'    ' if self.is_roll else ''}{self.cited}"

    @property
    def cited(self) -> str:
        """The sentence with its rule ids behind it."""
        return f"{self.text}  [{' '.join(self.rules)}]" if self.rules else self.text


def tell(fight: Fight, start: int = 0) -> list[Sentence]:
    """The story from an item on; choices are silent, events speak for them."""
    return tell_story(fight.encounter, fight.story[start:])


def tell_story(encounter: Encounter, story: Story) -> list[Sentence]:
    """What is told lately is asked for again and again: by log, undo and account."""
    out = []
    for item in story:
        here = (id(encounter), id(item))
        known = _told_lately.get(here)
        if known is None or known[0] is not encounter or known[1] is not item:
            if len(_told_lately) >= MOST_REMEMBERED:
                _told_lately.clear()
            known = _told_lately[here] = (encounter, item, _sentence(encounter, item))
        if known[2] is not None:
            out.append(known[2])
    return out


MOST_REMEMBERED = 2000
_told_lately: dict[tuple[int, int], tuple[Encounter, Any, Sentence | None]] = {}
"""By who they are: the very same item of the very same fight's story is the same sentence."""


def _sentence(encounter: Encounter, item: Any) -> Sentence | None:
    """One item of a story; choices are silent."""
    if isinstance(item, Edit):
        return Sentence(f"By hand, {_changes(item.changes)}.", ())
    if isinstance(item, Switched):
        return switch_told(encounter, item)
    if isinstance(item, Enter):
        return Sentence(_comes(item.creature), ())
    if isinstance(item, Leave):
        return Sentence(f"{item.creature} leaves the fight.", ())
    if isinstance(item, Then):
        resting = item.what == REST
        return Sentence("A rest." if resting else "Another fight, with what lasts.", ())
    if isinstance(item, TakenUp):
        return Sentence(_from_here(item), ())
    if isinstance(item, Before):
        return before(item.line)
    if isinstance(item[0], Question):
        question, answer = item[0], item[1]
        assert isinstance(answer, Answer)
        return tell_roll(encounter, question, answer) if question.is_chance else None
    return tell_event(encounter, item)


def switch_told(encounter: Encounter, item: Switched) -> Sentence:
    """Which rulings are read otherwise from there on, and who says so."""
    rulings = encounter.ruleset.book.rulings
    since = "From the beginning" if item.anew else "From here on"
    said = [_reading(rulings[name], reading) for name, reading in item.readings.items()]
    by = f", says {item.by}" if item.by else ""
    ids = tuple(rulings[name].id for name in item.readings)
    return Sentence(f"{since}{by}: {' '.join(said)}", ids)


def _reading(ruling: Ruling, reading: str) -> str:
    """How a ruling is read, as the book says it."""
    text = ruling.readings[ruling.index(reading)].text
    return f"{ruling.question} {text[:1].upper()}{text[1:].removesuffix('.')} ({reading})."


def _comes(creature: dict[str, Any]) -> str:
    return f"{creature['name']} comes into the fight, for the {creature['side']}."


def _from_here(item: TakenUp) -> str:
    """Where other rules begin, and what they have no place for."""
    held = f"From here version {item.rules} of the rules holds"
    lost = f" No longer there: {'; '.join(item.lost)}." if item.lost else ""
    return f"{held} (the fight began under version {item.began}).{lost}"


def before(line: dict[str, Any]) -> Sentence:
    """A line as other rules told it."""
    rules = tuple(str(rule) for rule in line.get("rules", []))
    rolled = line.get("rolled")
    roll = roll_from(rolled) if isinstance(rolled, dict) else None
    is_story, was_roll = bool(line.get("story")), bool(line.get("roll"))
    return Sentence(str(line["text"]), rules, roll, is_story, was_roll=was_roll)


def _changes(changes: dict[str, Any]) -> str:
    parts = []
    for name, value in changes.items():
        if isinstance(value, dict):
            fields = [f"{field} = {_plain(one)}" for field, one in value.items()]
            parts.append(f"{name}: {', '.join(fields)}")
        else:
            parts.append(f"{name} = {_plain(value)}")
    return "; ".join(parts)


def _plain(value: Any) -> str:
    """As files write it, without their signs: true, 'body 3, mind 1', nothing of an empty list."""
    if isinstance(value, bool):
        return str(value).lower()
    if isinstance(value, dict):
        return ", ".join(f"{name} {_plain(one)}" for name, one in value.items())
    if isinstance(value, list):
        return " ".join(str(one) for one in value) or "nothing"
    return str(value)


def tell_event(encounter: Encounter, event: Noted) -> Sentence:
    words = encounter.ruleset.words
    told = words.told[event[0]]
    parts = words.working(*event, encounter.called)
    return Sentence(
        words.sentence(*event, encounter.called),
        told.rules,
        is_story=told.story,
        working=tuple(Part(label, amount, told.rules) for label, amount in parts),
        folds=told.folds,
    )


def tell_roll(encounter: Encounter, question: Question, answer: Answer) -> Sentence:
    """'Ada rolls to hit: 3d6 (2 5 1) = 8 against 1d6 (4) = 4: yes'."""
    roll = roll_of(encounter, question, answer)
    rules = encounter.ruleset.words.rolls[question.name].rules
    return Sentence(roll_text(roll), rules, roll=roll)


def goal_text(fight: Fight, question: Question, is_other: bool = False) -> str:
    """What either side is told before it rolls: '1d20+3 against 14'."""
    rolled, names = fight.ruleset.words.rolls[question.name], fight.encounter.called
    if is_other:
        own = side_text(question.vs_pool, rolled.owed, rolled.lent)
        return f"{own} against {side_text(question.pool, rolled.lent, rolled.owed)}"
    hoped = f", {rolled.needs(fight.world, question.who, names)}" if rolled.needs else ""
    return f"{dice_text(question, rolled)}{hoped}"


def outcome_text(encounter: Encounter, outcome: int) -> str:
    """Who has won, in words."""
    if outcome == NOBODY:
        return "Nobody has won."
    return f"The {encounter.sides[outcome]} have won."


def transcript(fight: Fight, how: bool = True, opened: bool = False) -> str:
    """The whole fight as text, rule ids in the margin; `how` with all that stands behind a line.

    `opened` begins with everybody's numbers: with it, all others can be worked out by hand.
    """
    lines = [fight.encounter.title, "", *(opening(fight) if opened else [])]
    lines += [line.indented for line in tell(fight) if how or not line.folds]
    lines.append("")
    for i, name in enumerate(fight.names):
        lines.append(f"{name}: {fight.card(i)}")
    if fight.is_over and not fight.encounter.is_between:
        lines.append(outcome_text(fight.encounter, fight.outcome))
    return "\n".join(lines) + "\n"


FEW = 6


def tell_number(odds: Odds) -> list[str]:
    """How likely a plan does what it is for, or the plain word in its place; then its price."""
    lines = [odds.word] if odds.word else []
    if odds.number is not None:
        said = f"{odds.number.who} {odds.number.name}".strip()
        lines = [f"{said}: {odds.word or percent(odds.number.p)}"]
    if odds.harm:
        harm = ", ".join(f"{harm.grade} {percent(harm.p)}" for harm in odds.harm)
        lines.append(f"{odds.actor} may be {harm}")
    return lines


def tell_heads(odds: Odds) -> list[str]:
    """What people ask first, a line for everybody it can happen to."""
    chances: dict[str, list[str]] = {}
    for head in odds.heads:
        chances.setdefault(head.who, []).append(f"{head.name} {percent(head.p)}")
    return [f"{who}: {', '.join(said)}" for who, said in chances.items()]


def tell_odds(odds: Odds, how: bool) -> list[str]:
    """What a plan can do, likeliest first; `how` tells all of it, and the working."""
    shown = odds.outcomes if how else odds.outcomes[:FEW]
    if odds.word == NO_DICE and [o.text for o in shown] == [NOTHING]:
        shown = []  # it does what it is called, and "100 % nothing" reads as if it did not
    lines = tell_sampled(odds) + tell_number(odds) + tell_heads(odds)
    is_exact = odds.sampled is None  # a fraction of lines drawn by dice would look exact
    lines += [
        f"{float(o.p) * 100:6.2f} %  {o.text}" + (f"  ({o.p})" if is_exact else "") for o in shown
    ]
    if len(odds.outcomes) > len(shown) > 0:
        lines.append(f"and {len(odds.outcomes) - len(shown)} more")
    if how:
        lines += [_told_stage(stage) for stage in odds.stages]
        lines += [f"assumed: {question} = {answer}" for question, answer in odds.assumed.items()]
    return lines


def tell_sampled(odds: Odds) -> list[str]:
    """That these odds are not exact, where they are not."""
    if odds.sampled is None:
        return []
    points = odds.sampled.within * 100
    return [
        f"too many: {odds.sampled.lines:,} lines drawn by dice, 95 % within {points:.1f} points"
    ]


def _told_stage(stage: OddsRoll) -> str:
    p = stage.succeeds
    chance = f": {float(p) * 100:.2f} % ({p})" if p is not None else ""
    if stage.leads:
        chance = f": {leads_text(stage.leads)}"
    return f"{stage.who} rolls {stage.what}, {stage.text}{chance}  [{' '.join(stage.rules)}]"
