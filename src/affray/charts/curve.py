"""The chart of a fight that was looked at again: how it stood after every roll and decision."""

from __future__ import annotations

from typing import Any

from affray.charts.looks import Theme
from affray.charts.parts import IN_PERCENT, WIDE, DataRows, chart, titled


def review(data: dict[str, Any], theme: Theme) -> Any:
    """The win chance as a line with its interval, its turning point by name; rounds below."""
    import altair as alt

    values = [_point(one) for one in data["curve"]]
    base = chart(values, width=WIDE, height=260)
    x = alt.X("n:Q", axis=_by_rounds(data["curve"]), scale=alt.Scale(nice=False))
    axis = alt.Axis(labelExpr=IN_PERCENT, title=None, tickCount=5, domain=False)
    y = alt.Y("win:Q", axis=axis, scale=alt.Scale(domain=[0, 1]))
    band = base.mark_area(color=theme.pale, opacity=0.45).encode(
        x=x, y=alt.Y("lo:Q", axis=axis), y2="hi:Q"
    )
    line = base.mark_line(color=theme.accent, strokeWidth=2).encode(x=x, y=y)
    turn = data["turning_point"]
    named = [_point(data["curve"][turn])] if turn is not None else []
    point = chart(named).mark_point(color=theme.harm, filled=True, size=60, opacity=1)
    made = alt.layer(band, line, *([point.encode(x=x, y=y)] if named else []))
    said = [
        f"dice or choices: {data['verdict']}; all play on by {data['played_on_by']}; 95 % intervals"
    ]
    said += [f"turning point: {one['text']}" for one in named]
    return titled(made, f"How {data['encounter']} stood for the {data['side']}", said)


def _point(one: dict[str, Any]) -> dict[str, Any]:
    win, error = one["win"] / 100, one["error"] / 100
    edges = {"lo": max(0.0, win - error), "hi": min(1.0, win + error)}
    return {"n": one["n"], "win": win, **edges, "text": one["text"]}


def _by_rounds(curve: DataRows) -> Any:
    """A mark where a round begins, by its number, as far as they stand apart; what comes before
    the first is none."""
    import altair as alt

    begins: dict[int, int] = {}
    for one in (one for one in curve if one["round"]):
        begins.setdefault(one["round"], one["n"])
    apart = max(1, len(curve) // 20)
    shown: dict[int, int] = {}
    for round_, n in begins.items():
        if not shown or n - max(shown) >= apart:
            shown[n] = round_
    named = ", ".join(f"'{n}': '{round_}'" for n, round_ in shown.items())
    label = f"{{{named}}}[format(datum.value, 'd')]"
    return alt.Axis(title="round", values=list(shown), labelExpr=label, grid=True)
