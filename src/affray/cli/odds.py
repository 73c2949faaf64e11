"""`odds`: what a plan can do, exactly."""

from __future__ import annotations

import sys
from collections.abc import Callable
from fractions import Fraction
from functools import partial
from math import inf
from time import monotonic
from typing import Any, TypeVar

from affray.book.encounter import Encounter
from affray.book.errors import BadInput, meant, unknown
from affray.book.heads import Loss
from affray.book.ruleset import Ruleset
from affray.book.words import Plan
from affray.cli.at_least import print_ladders
from affray.cli.columns import print_table
from affray.cli.common import (
    PartyOptions,
    creature,
    percent,
    print_json,
    short_fraction,
    switched,
    temperaments,
)
from affray.cli.compiling import announce, require_compilable
from affray.cli.targets import legal_targets
from affray.compiler import is_available
from affray.compiler.ready import is_kept
from affray.fight.given import Given, read_given
from affray.fight.plans import Answers, Offer, find_plan, label_of, plan_names
from affray.odds.data import fraction, odds_data
from affray.odds.layers import NeverAsked, OutOfPatience, TooManyLines
from affray.odds.of_plans import NotUsed, Position, odds_of
from affray.odds.result_ranges import leads_text
from affray.odds.turns import BestTurn, best_turn
from affray.odds.upshot import Odds, OddsRoll
from affray.odds.walkers import TAPE, load_or_say_why, why_not
from affray.oracles.dice import Dice
from affray.rules.ask import ONGOING, RANDOM
from affray.tell.narration import tell_heads, tell_number, tell_sampled

MOST_SHOWN = 40

OddsAnswer = TypeVar("OddsAnswer", Odds, BestTurn)

WORTH_COMPILING = 3.0
"""Seconds of CPython's after which compiling is the shorter way."""


def show_odds(
    name: str,
    who: str,
    do: str,
    target: str,
    extra: list[str],
    how: bool,
    seats: list[str],
    rulings: list[str],
    involve: list[str],
    bring: PartyOptions,
    as_json: bool,
    patience: float = inf,
    at_least: bool = False,
) -> None:
    encounter = switched(name, rulings, bring)
    require_compilable(encounter.ruleset)
    actor = creature(encounter, who, "--who")
    offer = _offer(encounter, actor, do, target)
    tempers = temperaments(encounter, seats)
    involved = [creature(encounter, other, "--involve") for other in involve]
    found = _odds(encounter, offer, tempers, _given(encounter, extra, actor), involved, patience)
    if as_json:
        print_json(odds_json(encounter, offer, found, how))
    else:
        _print_odds(offer, encounter.entrants[actor].name, found, how)
    if at_least and not as_json:
        print_ladders(found)


def show_turn(
    name: str,
    who: str,
    target: str,
    seats: list[str],
    rulings: list[str],
    bring: PartyOptions,
    as_json: bool,
    patience: float = inf,
) -> None:
    """The best a whole turn can do to one foe: every hand of dice, the best spending of each."""
    encounter = switched(name, rulings, bring)
    require_compilable(encounter.ruleset)
    actor = creature(encounter, who, "--who")
    who = encounter.entrants[actor].name
    if encounter.ruleset.words.turn is None:
        raise BadInput(f"{encounter.ruleset.book.name} has no turns to spend", field="--turn")
    if not target:
        raise BadInput("missing; --turn is spent on somebody", field="--target")
    aim = creature(encounter, target, "--target")
    target = encounter.entrants[aim].name
    tempers = temperaments(encounter, seats)
    here = encounter.switched({}, start=who)
    spent = partial(best_turn, here, here.world(), actor, aim, tempers, patience=patience)
    try:
        found = _soonest(here.ruleset, spent)
    except OutOfPatience:
        problem = f"more ways to spend it than {patience:g} s are enough for; --patience gives more"
        raise BadInput(problem, field="--turn") from None
    if as_json:
        print_json(_turn_json(encounter.name, who, target, found))
        return
    what = encounter.ruleset.words.turn.what
    print(f"{who}: a whole turn spent on {target} as well as the dice allow; {what}")
    rows = [[str(n), percent(p), short_fraction(p)] for n, p in found.chances.items()]
    print_table(["amount", "chance", "exactly"], rows, right=(0, 1, 2))
    print(f"mean: {float(found.mean):.4f} ({short_fraction(found.mean)})")
    _print_assumed(found.assumed)


def _turn_json(name: str, who: str, target: str, found: BestTurn) -> dict[str, Any]:
    chances = [
        {"amount": n, "p": fraction(p), "percent": float(p) * 100} for n, p in found.chances.items()
    ]
    return {
        "encounter": name,
        "who": who,
        "target": target,
        "chances": chances,
        "mean": {"p": fraction(found.mean), "value": float(found.mean)},
        "assumed": found.assumed,
        "states": found.states,
        "lines": found.lines,
    }


def _offer(encounter: Encounter, actor: int, do: str, target: str) -> Offer:
    plan = _plan(encounter, do)
    if target and not plan.targets:
        raise BadInput(f"found {target!r}, but {do} takes no target", field="--target")
    name = encounter.names["creatures"][actor]
    here = encounter if encounter.start else encounter.switched({}, start=name)
    possible = _possible(here, plan, actor)
    if not possible:
        why = f": it takes {plan.takes}" if plan.takes else ""
        raise BadInput(f"{do} is not open to {name} here{why}", field="--do")
    aim = _aim(here, plan, actor, target, possible) if plan.targets else -1
    label = label_of(plan, aim, encounter)
    w = here.world()
    note = plan.note_of(w, actor, aim, encounter.called)
    meant_for = encounter.ruleset.words.aim(plan.name, w, actor, aim)
    return Offer(plan.name, label, actor, possible[aim], aim, plan, note, meant_for)


def _plan(encounter: Encounter, do: str) -> Plan:
    known = plan_names(encounter)
    if not do:
        raise BadInput(f"missing; expected one of {', '.join(known)}", field="--do")
    plan = find_plan(encounter, meant(do, known))
    if plan is None:
        raise BadInput(unknown("plan", do, known), field="--do")
    return plan


def _aim(
    encounter: Encounter, plan: Plan, actor: int, target: str, made: dict[int, Answers]
) -> int:
    """The target by name; one of those the plan can be made for, enemies named first."""
    names = encounter.names[plan.targets]
    target = meant(target, names)
    if target and target not in names:
        raise BadInput(unknown("target", target, names), field="--target")
    if target and names.index(target) in made:
        return names.index(target)
    possible = legal_targets(encounter, actor, made)
    if plan.targets == "creatures":
        mine = encounter.entrants[actor].side
        possible = sorted(possible, key=lambda k: (encounter.entrants[k].side == mine, k == actor))
    found = f"found {target!r}, expected" if target else f"missing; {plan.name} needs"
    fitting = ", ".join(names[k] for k in possible)
    raise BadInput(f"{found} one of {fitting}", field="--target")


def _possible(here: Encounter, plan: Plan, actor: int) -> dict[int, Answers]:
    """A plan's answers for everybody it can be made for; -1 where it needs nobody."""
    w = here.world()
    targets = range(len(here.names[plan.targets])) if plan.targets else [-1]
    made = {target: plan.answers_for(w, actor, target) for target in targets}
    return {target: tuple(answers) for target, answers in made.items() if answers}


def _given(encounter: Encounter, texts: list[str], actor: int) -> Given:
    try:
        return read_given(encounter, texts, actor)
    except BadInput as bad:
        raise BadInput(str(bad), field="--with") from None


class _Found(Exception):
    """The first question the actor is asked."""

    def __init__(self, question: int) -> None:
        super().__init__()
        self.question = question


class _FirstChoice(Dice):
    """Plays on until the actor is asked something."""

    __slots__ = ("actor",)
    actor: int

    def choose(self, w: Any, who: int, question: int, mask: int) -> int:
        if who == self.actor:
            raise _Found(int(question))
        return super().choose(w, who, question, mask)


def _in_its_turn(encounter: Encounter, offer: Offer) -> Encounter:
    """Begin in the actor's turn when that is where its plan is asked for."""
    if encounter.start:
        return encounter
    turned = encounter.switched({}, start=encounter.names["creatures"][offer.who])
    ask = _FirstChoice(0, 0, encounter.ruleset.decide, [RANDOM] * len(encounter.entrants))
    ask.actor = offer.who
    w = turned.world()
    try:
        while encounter.ruleset.outcome(w) == ONGOING:
            encounter.ruleset.step(ask, w)
    except _Found as first:
        if first.question == offer.answers[0][0]:
            return turned
    return encounter


def _odds(
    encounter: Encounter,
    offer: Offer,
    tempers: list[int],
    given: Given,
    involved: list[int],
    patience: float,
) -> Odds:
    here = _in_its_turn(encounter, offer)
    position = Position(here, here.world(), begun=here.start_index >= 0, resting=here.is_between)
    try:
        return _walked(position, offer, tempers, given, involved, patience)
    except NotUsed as why:
        raise BadInput(str(why), field="--with") from None
    except NeverAsked as why:
        if _is_target(encounter, offer, why.refused):
            assert offer.plan is not None
            found = encounter.names[offer.plan.targets][offer.target]
            raise BadInput(f"found {found!r}; {why}", field="--target") from None
        name = encounter.names["creatures"][offer.who]
        takes = offer.plan.takes if offer.plan else ""
        said = f"it takes {takes}; {why}" if takes else str(why)
        problem = f"{offer.name} is not open to {name} here: {said}"
        raise BadInput(problem, field="--do") from None


def _walked(
    position: Position,
    offer: Offer,
    tempers: list[int],
    given: Given,
    involved: list[int],
    patience: float,
) -> Odds:
    asked = partial(odds_of, position, offer, tempers, given.mine, involved,
                    patience=patience, others=given.others)  # fmt: skip
    return _soonest(position.encounter.ruleset, asked)


def _soonest(ruleset: Ruleset, asked: Callable[..., OddsAnswer]) -> OddsAnswer:
    """In CPython, or compiled where that is there; where it takes long, compiled first."""
    late = None if is_kept(ruleset, TAPE) or why_not(ruleset) else after(WORTH_COMPILING)
    try:
        return asked(give_up=late)
    except TooManyLines:
        compile_for_odds(ruleset)
    return asked()


def after(seconds: float) -> Callable[[], bool]:
    """Whether so much time has passed since now."""
    end = monotonic() + seconds
    return lambda: monotonic() > end


def compile_for_odds(ruleset: Ruleset) -> None:
    """Compile the tape oracle; a game that cannot be says why, and stays in CPython."""
    if is_available():
        announce(ruleset, TAPE)
        load_or_say_why(ruleset)
    if why_not(ruleset):
        print(f"odds are walked in CPython: {why_not(ruleset)}", file=sys.stderr)


def _is_target(encounter: Encounter, offer: Offer, refused: int) -> bool:
    """Whether the answer that was refused is the plan's target."""
    if offer.plan is None or refused < 0:
        return False
    return encounter.ruleset.words.questions[refused].of == offer.plan.targets


def odds_json(encounter: Encounter, offer: Offer, odds: Odds, how: bool) -> dict[str, Any]:
    who, names = encounter.names["creatures"][offer.who], encounter.names
    target = names[offer.plan.targets][offer.target] if offer.plan and offer.target >= 0 else ""
    asked = {"encounter": encounter.name, "who": who, "do": offer.name, "target": target}
    return {**asked, **odds_data(odds, how)}


def _print_odds(offer: Offer, who: str, odds: Odds, how: bool) -> None:
    print(f"{who}: {offer.label}" + (f" ({offer.note})" if offer.note else ""))
    for line in tell_sampled(odds) + tell_number(odds) + tell_heads(odds):
        print(line)
    rows = [(o.text, o.p) for o in odds.outcomes[:MOST_SHOWN]]
    rest = odds.outcomes[MOST_SHOWN:]
    if rest:
        p = sum((o.p for o in rest), Fraction(0))
        rows.append((f"({len(rest)} more; --json lists them)", p))
    _print_outcomes(rows, odds.sampled is None)
    if how:
        print_how(odds)
    for name, fields in odds.expected.items():
        for field, mean in fields.items():
            told = _told_mean(odds.losses[field], mean, odds.sampled is None)
            print(f"expected: {name} {told}")
    _print_assumed(odds.assumed)


def _print_outcomes(rows: list[tuple[str, Fraction]], is_exact: bool) -> None:
    """With their fractions; those of lines drawn by dice would look exact and are not."""
    if is_exact:
        told = [[text, percent(p), short_fraction(p)] for text, p in rows]
        print_table(["outcome", "chance", "exactly"], told, right=(1, 2))
    else:
        print_table(["outcome", "about"], [[text, percent(p)] for text, p in rows], right=(1,))


def _told_mean(loss: Loss, mean: Fraction, is_exact: bool) -> str:
    if not is_exact:
        return f"{loss.verb(mean)} about {abs(float(mean)):.2f} {loss.word}"
    number = f"{abs(float(mean)):.4f}"
    return f"{loss.verb(mean)} {number} {loss.word} ({short_fraction(abs(mean))})"


def _print_assumed(assumed: dict[str, str]) -> None:
    for question, answer in assumed.items():
        print(f"assumed: {question} = {answer}")


def print_how(odds: Odds) -> None:
    """The rolls behind the numbers, in the order they come."""
    rows = [
        [
            f"{s.who} rolls {s.what}",
            s.text,
            _leads_to(s),
            percent(s.reached),
            " ".join(s.rules),
        ]
        for s in odds.stages
    ]
    print_table(["roll", "dice", "leads to", "comes to it", "rules"], rows, right=(3,))


def _leads_to(stage: OddsRoll) -> str:
    if stage.succeeds is None:
        return leads_text(stage.leads, "\n")
    return f"success {percent(stage.succeeds)} = {short_fraction(stage.succeeds)}"
