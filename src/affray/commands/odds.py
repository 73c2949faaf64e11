"""`odds`: what a plan can do, exactly."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

from affray.ask import ONGOING, RANDOM
from affray.commands.common import (
    Bring,
    creature,
    percent,
    print_json,
    print_table,
    short_fraction,
    switched,
    temperaments,
)
from affray.encounter import Encounter
from affray.errors import BadInput, unknown
from affray.landing import leads_text
from affray.odds import NeverAsked, NotUsed, Odds, Position, Stage, odds_of
from affray.odds_data import fraction, odds_data
from affray.oracles.dice import Dice
from affray.plans import Offer, find_plan, option_names, option_of, plan_names
from affray.turns import BestTurn, best_turn

MOST_SHOWN = 40


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
    bring: Bring,
    as_json: bool,
) -> None:
    encounter = switched(name, rulings, bring)
    actor = creature(encounter, who, "--who")
    offer = _offer(encounter, actor, do, target)
    tempers = temperaments(encounter, seats)
    involved = [creature(encounter, other, "--involve") for other in involve]
    found = _odds(encounter, offer, tempers, _extra(encounter, extra), involved)
    if as_json:
        print_json(odds_json(name, who, do, target, found, how))
    else:
        _print_odds(offer, who, found, how)


def show_turn(
    name: str,
    who: str,
    target: str,
    seats: list[str],
    rulings: list[str],
    bring: Bring,
    as_json: bool,
) -> None:
    """The best a whole turn can do to one foe: every hand of dice, the best spending of each."""
    encounter = switched(name, rulings, bring)
    actor = creature(encounter, who, "--who")
    if encounter.ruleset.words.turn is None:
        raise BadInput(f"{encounter.ruleset.book.name} has no turns to spend", field="--turn")
    if not target:
        raise BadInput("missing; --turn is spent on somebody", field="--target")
    aim = creature(encounter, target, "--target")
    tempers = temperaments(encounter, seats)
    here = encounter.switched({}, start=who)
    found = best_turn(here, here.world(), actor, aim, tempers)
    if as_json:
        print_json(_turn_json(name, who, target, found))
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
    if not do:
        raise BadInput(f"missing; expected one of {', '.join(plan_names(encounter))}", field="--do")
    plan = find_plan(encounter, do)
    if plan is None:
        raise BadInput(unknown("plan", do, plan_names(encounter)), field="--do")
    if plan.targets and not target:
        known = ", ".join(encounter.names[plan.targets])
        raise BadInput(f"missing; {do} needs one of {known}", field="--target")
    if target and not plan.targets:
        raise BadInput(f"found {target!r}, but {do} takes no target", field="--target")
    aim = -1
    if target:
        known_targets = encounter.names[plan.targets]
        if target not in known_targets:
            raise BadInput(unknown("target", target, known_targets), field="--target")
        aim = known_targets.index(target)
    name = encounter.names["creatures"][actor]
    here = encounter if encounter.start else encounter.switched({}, start=name)
    answers = plan.answers_for(here.world(), actor, aim)
    if not answers:
        raise BadInput(f"{encounter.names['creatures'][actor]} cannot do that here", field="--do")
    label = plan.label.format(target=target)
    note = plan.note(here.world(), actor, aim, encounter.names) if plan.note else ""
    return Offer(do, label, actor, tuple(answers), aim, plan, note)


def _extra(encounter: Encounter, given: list[str]) -> dict[int, int]:
    words = encounter.ruleset.words
    out = {}
    for text in given:
        name, equals, answer = text.partition("=")
        if not equals:
            raise BadInput(f"found {text!r}, expected QUESTION=ANSWER", field="--with")
        if name not in words.question_names:
            problem = unknown("question", name, list(words.question_names))
            raise BadInput(problem, field="--with")
        question = words.question_names[name]
        option = option_of(encounter, question, answer)
        if option < 0:
            known = option_names(encounter, question)
            raise BadInput(unknown(f"answer to {name}", answer, known), field="--with")
        out[question] = option
    return out


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
    extra: dict[int, int],
    involved: list[int],
) -> Odds:
    here = _in_its_turn(encounter, offer)
    position = Position(here, here.world(), begun=here.start_index >= 0, resting=here.is_between)
    try:
        return odds_of(position, offer, tempers, extra, involved)
    except NotUsed as why:
        raise BadInput(str(why), field="--with") from None
    except NeverAsked as why:
        name = encounter.names["creatures"][offer.who]
        problem = f"{offer.name} is not open to {name} here: {why}"
        raise BadInput(problem, field="--do") from None


def odds_json(name: str, who: str, do: str, target: str, odds: Odds, how: bool) -> dict[str, Any]:
    asked = {"encounter": name, "who": who, "do": do, "target": target}
    return {**asked, **odds_data(odds, how)}


def _print_odds(offer: Offer, who: str, odds: Odds, how: bool) -> None:
    print(f"{who}: {offer.label}" + (f" ({offer.note})" if offer.note else ""))
    rows = [[o.text, percent(o.p), short_fraction(o.p)] for o in odds.outcomes[:MOST_SHOWN]]
    rest = odds.outcomes[MOST_SHOWN:]
    if rest:
        p = sum((o.p for o in rest), Fraction(0))
        rows.append([f"({len(rest)} more; --json lists them)", percent(p), short_fraction(p)])
    print_table(["outcome", "chance", "exactly"], rows, right=(1, 2))
    if how:
        print_how(odds)
    for name, fields in odds.expected.items():
        for field, mean in fields.items():
            print(f"expected: {name} {field} {float(mean):+.4f} ({short_fraction(mean)})")
    _print_assumed(odds.assumed)


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


def _leads_to(stage: Stage) -> str:
    if stage.succeeds is None:
        return leads_text(stage.leads, "\n")
    return f"success {percent(stage.succeeds)} = {short_fraction(stage.succeeds)}"
