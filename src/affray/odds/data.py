"""Odds for other programs: probabilities as exact fractions and as numbers."""

from __future__ import annotations

from dataclasses import asdict
from fractions import Fraction
from typing import Any

from affray.book.heads import Loss
from affray.odds.heads import Chance, Grouped, Number
from affray.odds.result_ranges import Lead, numbers
from affray.odds.upshot import Amounts, Odds, OddsRoll, Outcome


def odds_data(odds: Odds, how: bool) -> dict[str, Any]:
    data: dict[str, Any] = {
        "actor": odds.actor,
        "number": _number_data(odds.number),
        "word": odds.word,
        "harm": [{"grade": harm.grade, **chance(harm.p)} for harm in odds.harm],
        "grouped": _grouped_data(odds.grouped),
        "heads": [_head_data(head) for head in odds.heads],
        "outcomes": [_outcome_data(outcome) for outcome in odds.outcomes],
        "expected": {
            creature: {
                f: _loss_data(mean, odds.losses[f], odds.amounts[creature][f])
                for f, mean in fields.items()
            }
            for creature, fields in odds.expected.items()
        },
        "assumed": odds.assumed,
        "others": [asdict(one) for one in odds.others],
        "lines": odds.lines,
    }
    if odds.sampled is not None:
        data["sampled"] = {"lines": odds.sampled.lines, "within": odds.sampled.within}
    return {**data, "how": [_stage_data(stage) for stage in odds.stages]} if how else data


def _number_data(number: Number | None) -> dict[str, Any] | None:
    if number is None:
        return None
    return {"name": number.name, "who": number.who, **chance(number.p)}


def _head_data(head: Chance) -> dict[str, Any]:
    return {"name": head.name, "who": head.who, **chance(head.p), "implied": head.implied}


def _grouped_data(grouped: Grouped | None) -> dict[str, Any] | None:
    if grouped is None:
        return None
    shares = [{"name": s.name, "grade": s.grade, **chance(s.p)} for s in grouped.shares]
    return {"who": grouped.who, "shares": shares}


def _outcome_data(outcome: Outcome) -> dict[str, Any]:
    """As one line and as a list: a name or a headline may hold a comma itself."""
    said = {"outcome": outcome.text, "headlines": list(outcome.headlines)}
    return {**said, **chance(outcome.p), "comes_off": outcome.comes_off}


def _loss_data(mean: Fraction, loss: Loss, amounts: Amounts) -> dict[str, Any]:
    """What is lost on average, and how often how much; below 0 it is won back."""
    said = {"verb": loss.verb(mean), "word": loss.word}
    how_often = [{"amount": n, **chance(p)} for n, p in amounts.items()]
    return {"mean": fraction(mean), "value": float(mean), **said, "amounts": how_often}


def _stage_data(stage: OddsRoll) -> dict[str, Any]:
    return {
        "who": stage.who,
        "what": stage.what,
        "dice": stage.text,
        "rules": list(stage.rules),
        "reached": fraction(stage.reached),
        "succeeds": fraction(stage.succeeds) if stage.succeeds is not None else None,
        "leads": [_lead_data(lead, stage) for lead in stage.leads],
    }


def _lead_data(lead: Lead, stage: OddsRoll) -> dict[str, Any]:
    return {**asdict(lead), "numbers": numbers(lead, stage.leads)}


def chance(p: Fraction) -> dict[str, Any]:
    return {"p": fraction(p), "percent": float(p) * 100}


def fraction(p: Fraction) -> str:
    return f"{p.numerator}/{p.denominator}"
