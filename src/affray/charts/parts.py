"""What charts are made of: points with their interval, columns of a histogram, labels."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from affray.charts.looks import Theme
from affray.odds.percent import percent as as_percent

DataRows = Sequence[dict[str, Any]]

WIDE = 560
IN_PERCENT = "format(datum.value * 100, '.0f') + ' %'"
"""An axis of shares, in Vega's own language."""


def percent(share: float, digits: int = 0) -> str:
    """As the house writes it; whole, where there is little room."""
    return as_percent(share, digits)


def chart(values: DataRows, **size: Any) -> Any:
    import altair as alt

    return alt.Chart(alt.InlineData(values=list(values))).properties(**size)


def titled(made: Any, text: str, below: str | list[str]) -> Any:
    """The question a chart answers, and what it was found by."""
    import altair as alt

    return made.properties(title=alt.TitleParams(text, subtitle=below))


def headed(made: Any, text: str, theme: Theme) -> Any:
    """A part of a chart that has several."""
    import altair as alt

    return made.properties(title=alt.TitleParams(text, fontSize=13, color=theme.quiet, offset=6))


def share_axis(field: str, title: str | None, **more: Any) -> Any:
    """Shares of fights, in percent."""
    import altair as alt

    axis = alt.Axis(labelExpr=IN_PERCENT, title=title, tickCount=5, domain=False, **more)
    return alt.Y(f"{field}:Q", axis=axis)


def columns(values: DataRows, theme: Theme, width: int, title: str) -> Any:
    """A histogram: (at, share), a column each; where it is wide, only some are named."""
    import altair as alt

    step = max(1, -(-len(values) // max(4, width // 34)))
    named = [one["at"] for one in values][::step]
    base = chart(values, width=width, height=110)
    x = alt.X(
        "at:O", sort=None,
        axis=alt.Axis(title=title, labelAngle=0, values=named, domainColor=theme.hair),
        scale=alt.Scale(paddingInner=0.15, paddingOuter=0.05),
    )  # fmt: skip
    y = alt.Y("share:Q", axis=None)
    bars = base.mark_bar(color=theme.accent).encode(x=x, y=y)
    most = max((one["share"] for one in values), default=0)
    peaks = [one for one in values if one["share"] == most][:1]
    peak = [{**one, "label": percent(one["share"])} for one in peaks]
    label = chart(peak).mark_text(dy=-7, color=theme.ink).encode(
        x=alt.X("at:O", sort=None), y=y, text="label:N"
    )  # fmt: skip
    return alt.layer(bars, label)


def differences(values: DataRows, theme: Theme, title: str) -> Any:
    """(what, points, lo, hi) as bars from nothing on, with their intervals; unsure ones pale."""
    import altair as alt

    names = [one["what"] for one in values]
    base = chart(values, width=420, height=max(40, 24 * len(values)))
    y = alt.Y("what:N", sort=names, axis=alt.Axis(title=None, domain=False))
    axis = alt.Axis(title=title, format="+.0f", domain=False, tickCount=6)
    colour = alt.condition("datum.sure", alt.value(theme.accent), alt.value(theme.pale))
    bars = base.mark_bar(height=11).encode(x=alt.X("points:Q", axis=axis), y=y, color=colour)
    spans = base.mark_rule(color=theme.ink).encode(x="lo:Q", x2="hi:Q", y=y)
    zero = chart([{"at": 0}]).mark_rule(color=theme.quiet).encode(x="at:Q")
    labels = chart(values).mark_text(align="left", dx=6, color=theme.ink).encode(
        x="edge:Q", y=y, text=alt.Text("points:Q", format="+.1f")
    )  # fmt: skip
    return alt.layer(bars, zero, spans, labels)
