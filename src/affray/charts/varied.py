"""Charts of the same fights with something changed."""

from __future__ import annotations

from typing import Any

from affray.book.whole import read_whole
from affray.charts.looks import Theme
from affray.charts.parts import IN_PERCENT, WIDE, chart, differences, percent, share_axis, titled

MOST_BARS = 20
SURE = "; strong: sure among all that were tried"


def _found_by(data: dict[str, Any]) -> str:
    each = f"{data['n']:,} fights each, seed {data['seed']}"
    changed = f"with {', '.join(data['changes'])}; " if data.get("changes") else ""
    return f"{changed}fights won by the {data['side']}; {each}; 95 % intervals"


# Over one axis, or two


def sweep(data: dict[str, Any], theme: Theme) -> Any:
    names = [axis["what"] for axis in data["over"]]
    cells = [cell for cell in data["cells"] if "problem" not in cell]
    if len(names) == 2:
        return titled(_map(names, cells, theme), _over(data, names), _found_by(data))
    values = [_point(cell, names[0]) for cell in cells]
    return titled(_line(values, names[0], theme), _over(data, names), _found_by(data))


def _over(data: dict[str, Any], names: list[str]) -> str:
    return f"{data['encounter']} by {' and '.join(names)}"


def _point(cell: dict[str, Any], name: str) -> dict[str, Any]:
    won = cell["win_rate"]
    return {"at": cell["values"][name], **won, "label": percent(won["p"])}


def _line(values: list[dict[str, Any]], name: str, theme: Theme, *more: Any) -> Any:
    """The share at every value with its interval, and the number where there is room for it."""
    import altair as alt

    base = chart(values, width=WIDE, height=260)
    x = _along(values, name)
    y = share_axis("p", None).scale(alt.Scale(domain=[0, 1]))
    band = base.mark_area(color=theme.pale, opacity=0.45).encode(
        x=x, y=share_axis("lo", None), y2="hi:Q"
    )
    line = base.mark_line(color=theme.accent, strokeWidth=2).encode(x=x, y=y)
    spans = base.mark_rule(color=theme.accent).encode(x=x, y="lo:Q", y2="hi:Q")
    points = base.mark_point(color=theme.accent, filled=True, size=44, opacity=1).encode(x=x, y=y)
    few = len(values) <= 14
    labels = base.mark_text(dy=-9, fontSize=11).encode(x=x, y="hi:Q", text="label:N")
    return alt.layer(band, line, spans, points, *([labels] if few else []), *more)


def _along(values: list[dict[str, Any]], name: str) -> Any:
    """Numbers as far apart as they are, anything else one beside the other."""
    import altair as alt

    said = [one["at"] for one in values]
    whole = [read_whole(text.lstrip("+-")) for text in said]
    if None in whole or not whole:
        return alt.X("at:O", sort=None, axis=alt.Axis(title=name, labelAngle=0))
    sign = "+d" if any(text[0] in "+-" for text in said) else "d"
    for one, text in zip(values, said, strict=True):
        one["at"] = int(text)
    at = [one["at"] for one in values]
    pad = (max(at) - min(at)) * 0.05 or 0.5
    scale = alt.Scale(domain=[min(at) - pad, max(at) + pad], nice=False, zero=False)
    axis = alt.Axis(title=name, format=sign, values=at, grid=False)
    return alt.X("at:Q", scale=scale, axis=axis)


def _map(names: list[str], cells: list[dict[str, Any]], theme: Theme) -> Any:
    """A heat map with the number in every cell."""
    import altair as alt

    values = [{**_point(cell, names[1]), "down": cell["values"][names[0]]} for cell in cells]
    across, down = ({one[key] for one in values} for key in ("at", "down"))
    wide, high = (max(34, min(72, 560 // max(1, len(one)))) for one in (across, down))
    base = chart(values, width=wide * len(across), height=min(44, high) * len(down))
    x = alt.X("at:O", sort=None, axis=alt.Axis(title=names[1], labelAngle=0, domain=False))
    y = alt.Y("down:O", sort=None, axis=alt.Axis(title=names[0], domain=False))
    scale = alt.Scale(domain=[0, 1], range=[theme.sheet, theme.accent], interpolate="rgb")
    tiles = base.mark_rect(stroke=theme.hair).encode(
        x=x, y=y, color=alt.Color("p:Q", scale=scale, legend=None)
    )
    is_dark = f"datum.p > {theme.turns}"
    ink = alt.condition(is_dark, alt.value(theme.on_accent), alt.value(theme.ink))
    numbers = base.mark_text().encode(x=x, y=y, text="label:N", color=ink)
    return alt.layer(tiles, numbers)


def balance(data: dict[str, Any], theme: Theme) -> Any:
    """The values that were tried, what was wanted, and what comes nearest to it."""
    import altair as alt

    cells = [cell for cell in data["cells"] if "problem" not in cell]
    values = [_point(cell, data["over"]) for cell in cells]
    wanted = [{"p": data["target"], "text": f"wanted: {percent(data['target'])}"}]
    rule = chart(wanted).mark_rule(color=theme.harm, strokeDash=[4, 3]).encode(y="p:Q")
    said = chart(wanted).mark_text(align="right", dy=-8, color=theme.harm, fontSize=11).encode(
        y="p:Q", x=alt.value(WIDE), text="text:N"
    )  # fmt: skip
    made = _line(values, data["over"], theme, rule, said)
    best = f"{data['over']}={data['nearest']} comes nearest"
    said = best if data["nearest"] is not None else f"wins by {data['over']}, as far as was tried"
    return titled(made, f"{data['encounter']}: {said}", _found_by(data))


# Two, or one more of everything


def compare(data: dict[str, Any], theme: Theme) -> Any:
    import altair as alt

    values = [
        {"what": what, **data[which]["win_rate"], "label": percent(data[which]["win_rate"]["p"], 1)}
        for what, which in ((data["encounter"], "first"), (_changed(data), "second"))
    ]
    base = chart(values, width=420, height=70)
    y = alt.Y("what:N", sort=None, axis=alt.Axis(title=None, domain=False, labelColor=theme.ink))
    x = alt.X("p:Q", axis=alt.Axis(labelExpr=IN_PERCENT, title=None, tickCount=5, domain=False))
    spans = base.mark_rule(color=theme.accent, strokeWidth=2).encode(
        x=alt.X("lo:Q", scale=alt.Scale(zero=False)), x2="hi:Q", y=y
    )
    points = base.mark_point(filled=True, size=70, color=theme.accent, opacity=1).encode(
        x=x.scale(alt.Scale(zero=False)), y=y
    )
    labels = base.mark_text(dy=-12, fontSize=11).encode(x="p:Q", y=y, text="label:N")
    of = data["difference"]
    said = f"{of['p'] * 100:+.1f} points ({of['lo'] * 100:+.1f} to {of['hi'] * 100:+.1f})"
    title = f"{_changed(data)}: {said}"
    return titled(alt.layer(spans, points, labels), title, _found_by({**data, "changes": []}))


def _changed(data: dict[str, Any]) -> str:
    other = [data["other"]] if data["other"] != data["encounter"] else []
    return ", ".join([*other, *data["changes"]])


def sensitivity(data: dict[str, Any], theme: Theme) -> Any:
    values = [
        _difference(f"{one['what']} ({one['was']})", one["difference"], one["sure"])
        for one in data["numbers"][:MOST_BARS]
    ]
    made = differences(values, theme, "points of the win chance")
    return titled(
        made, f"What one more of each number does to {data['encounter']}", _found_by(data) + SURE
    )


def impact(data: dict[str, Any], theme: Theme) -> Any:
    """Which ambiguous sentence matters."""
    values = [
        _difference(
            f"{one['ruling']} = {one['reading']}",
            {"p": one["difference"], **one["interval"]},
            one["sure"],
        )
        for one in data["readings"][:MOST_BARS]
    ]
    side = data["default"]["side"]
    made = differences(values, theme, "points of the win chance")
    title = f"Which reading changes {data['encounter']} most"
    return titled(made, title, _found_by({**data, "side": side}) + SURE)


def _difference(what: str, of: dict[str, float], sure: bool) -> dict[str, Any]:
    points, low, high = of["p"] * 100, of["lo"] * 100, of["hi"] * 100
    edge = max(points, high, 0)
    return {"what": what, "points": points, "lo": low, "hi": high, "sure": sure, "edge": edge}
