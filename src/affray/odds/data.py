"""Odds for other programs: probabilities as exact fractions and as numbers."""

from __future__ import annotations

from dataclasses import asdict
from fractions import Fraction
from typing import Any

from affray.book.words import Loss
from affray.odds.result_ranges import Lead, numbers
from affray.odds.upshot import Odds, OddsRoll, Outcome


def odds_data(odds: Odds, how: bool) -> dict[str, Any]:
    data: dict[str, Any] = {
        "heads": [
            {"name": head.name, "who": head.who, **chance(head.p), "tells": head.tells}
            for head in odds.heads
        ],
        "outcomes": [_outcome_data(outcome) for outcome in odds.outcomes],
        "expected": {
            creature: {f: _mean_data(m, odds.losses[f]) for f, m in fields.items()}
            for creature, fields in odds.expected.items()
        },
        "assumed": odds.assumed,
        "lines": odds.lines,
    }
    if odds.sampled is not None:
        data["sampled"] = {"lines": odds.sampled.lines, "within": odds.sampled.within}
    return {**data, "how": [_stage_data(stage) for stage in odds.stages]} if how else data


def _outcome_data(outcome: Outcome) -> dict[str, Any]:
    """As one line and as a list: a name or a headline may hold a comma itself."""
    said = {"outcome": outcome.text, "headlines": list(outcome.headlines)}
    return {**said, **chance(outcome.p), "tells": outcome.tells}


def _mean_data(mean: Fraction, loss: Loss) -> dict[str, Any]:
    """What is lost on average; below 0 it is won back."""
    said = {"verb": loss.verb(mean), "word": loss.word}
    return {"mean": fraction(mean), "value": float(mean), **said}


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
