"""A chart of what was found, as SVG or PNG; made by Altair, drawn by vl-convert."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

from affray.charts import curve, runs, varied
from affray.charts.looks import THEMES, Theme, config, require_altair

Data = dict[str, Any]

KINDS: dict[str, Callable[[Data, Theme], Any]] = {
    "sim": runs.sim,
    "sweep": varied.sweep,
    "compare": varied.compare,
    "sensitivity": varied.sensitivity,
    "balance": varied.balance,
    "impact": varied.impact,
    "review": curve.review,
    "exactly": runs.exactly,
    "forecast": runs.forecast,
}
"""What is drawn of each kind of answer."""

SHARP = 2
"""Pixels of a PNG for each of the chart's."""


def draw(kind: str, data: Data, form: str, theme: str = "light") -> bytes:
    """The chart of an answer, from the same data that is printed as JSON."""
    require_altair()
    import vl_convert

    chart = KINDS[kind](data, THEMES[theme])
    made = {**chart.to_dict(), "config": config(THEMES[theme])}
    if form == "png":
        return bytes(vl_convert.vegalite_to_png(made, scale=SHARP))
    return _named(vl_convert.vegalite_to_svg(made)).encode()


def _named(svg: str) -> str:
    """An image's own roles say nothing to whoever cannot see it; its text says all."""
    return re.sub(r' (?:role|aria-[a-z]+)="[^"]*"', "", svg)
