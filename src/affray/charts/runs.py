"""Charts of a run: who wins, how long it takes, who is left standing."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from affray.charts.looks import Theme
from affray.charts.parts import WIDE, chart, columns, headed, percent, titled

MOST_COLUMNS = 30
UNSEEN = 0.0005
"""The share below which a column cannot be seen."""

ROOM = 0.07
"""The share below which no number fits into its bar."""


def sim(data: dict[str, Any], theme: Theme) -> Any:
    """Four questions of one run, one below the other."""
    import altair as alt

    found = data["histograms"]
    spread = [columns(_shares(found["rounds"]), theme, 165, "rounds")]
    for side, one in list(found["standing"].items())[:1]:
        spread.append(columns(_shares(one), theme, 165, f"{side} still standing"))
    spread.append(columns(_shares(found["minutes"]), theme, 165, "minutes at the table"))
    made = alt.vconcat(
        headed(_wins({"win_rate": _sampled(data)}, theme), "who wins", theme),
        alt.hconcat(*spread, spacing=32).resolve_scale(y="independent", x="independent"),
        headed(_fates(data["creatures"], theme), "at the end", theme),
        spacing=22,
    ).resolve_scale(color="independent", x="independent", y="independent")
    said = f"{data['n']:,} fights, seed {data['seed']}; lines are 95 % intervals"
    return titled(made, f"How {data['encounter']} ends", said)


def _sampled(data: dict[str, Any]) -> dict[str, dict[str, float]]:
    """The share of every side, and of the fights that nobody won, where there are any."""
    p = data["wins"]["none"] / data["n"]
    nobody = {"nobody": {"p": p, "lo": p, "hi": p}} if p else {}
    return {**data["win_rate"], **nobody}


def exactly(data: dict[str, Any], theme: Theme) -> Any:
    """A fight that was solved; one that was sampled instead is drawn as such."""
    import altair as alt

    if data["why"]:
        return sim(data, theme)
    won = data["wins"].items()
    sides = {"nobody" if side == "none" else side: _known(one) for side, one in won}
    stands = data["survivors"].items()
    who = [{"name": name, "fates": {"stands": _known(one)}} for name, one in stands]
    told = {at: one["percent"] / 100 for at, one in data["rounds"].items()}
    rounds = [{"at": at, "share": share} for at, share in told.items() if share > UNSEEN]
    made = alt.vconcat(
        headed(_wins({"win_rate": sides}, theme), "who wins", theme),
        columns(rounds, theme, WIDE - 60, "rounds"),
        headed(_fates(who, theme), "at the end", theme),
        spacing=22,
    ).resolve_scale(color="independent", x="independent", y="independent")
    best = f"; as well as can be played: {', '.join(data['best'])}" if data["best"] else ""
    said = f"solved, not sampled: {data['states']:,} states{best}"
    return titled(made, f"How {data['encounter']} ends, exactly", said)


def forecast(data: dict[str, Any], theme: Theme) -> Any:
    """Who wins and who is likely to fall, once for every way of playing."""
    import altair as alt

    parts = []
    for one in data["forecasts"]:
        side, share = next(iter(one["win_rate"].items()))
        falls = {f"{who} falls": share for who, share in one["falls"].items()}
        played = ", ".join(f"{who} {player}" for who, player in one["players"].items())
        made = _wins({"win_rate": {f"{side} win": share, **falls}}, theme)
        parts.append(headed(made, f"{played}: {one['fights']:,} fights", theme))
    said = f"seed {data['seed']}; lines are 95 % intervals"
    return titled(alt.vconcat(*parts, spacing=22), f"How deadly {data['encounter']} is", said)


def _known(one: dict[str, Any]) -> dict[str, float]:
    """A chance without an interval, as shares have one."""
    p = one["percent"] / 100
    return {"p": p, "lo": p, "hi": p}


def _wins(data: dict[str, Any], theme: Theme) -> Any:
    import altair as alt

    values = [
        {"side": side, **share, "label": percent(share["p"], 1)}
        for side, share in data["win_rate"].items()
    ]
    base = chart(values, width=WIDE - 60, height=26 * len(values))
    y = alt.Y("side:N", sort=None, axis=alt.Axis(title=None, domain=False, labelColor=theme.ink))
    x = alt.X("p:Q", scale=alt.Scale(domain=[0, 1]), axis=None)
    bars = base.mark_bar(height=13).encode(x=x, y=y)
    spans = base.mark_rule(strokeWidth=1.5, color=theme.ink).encode(
        x=alt.X("lo:Q", axis=None), x2="hi:Q", y=y
    )
    labels = base.mark_text(align="left", dx=8).encode(
        x=alt.X("hi:Q", axis=None), y=y, text="label:N"
    )
    return alt.layer(bars, spans, labels)


def _fates(creatures: list[dict[str, Any]], theme: Theme) -> Any:
    """Who stands, is down or dead; shares that are wide enough say how much they are."""
    import altair as alt

    order = {"stands": 0, "down": 1, "dead": 2}
    values = [
        {
            "who": one["name"],
            "fate": fate,
            "share": share["p"],
            "order": order[fate],
            "label": percent(share["p"]) if share["p"] > ROOM else "",
        }
        for one in creatures
        for fate, share in one["fates"].items()
    ]
    fates = [fate for fate in order if any(one["fate"] == fate for one in values)]
    fills = {"stands": theme.accent, "down": theme.pale, "dead": theme.harm}
    base = chart(values, width=WIDE - 60, height=22 * len(creatures))
    y = alt.Y("who:N", sort=None, axis=alt.Axis(title=None, domain=False, labelColor=theme.ink))
    scale = alt.Scale(domain=fates, range=[fills[fate] for fate in fates])
    x = alt.X("share:Q", stack="zero", axis=None, scale=alt.Scale(domain=[0, 1]))
    bars = base.mark_bar(height=14).encode(
        x=x, y=y, order="order:Q", color=alt.Color("fate:N", scale=scale)
    )
    inks = {"stands": theme.on_accent, "down": theme.ink, "dead": theme.on_accent}
    ink = alt.Scale(domain=fates, range=[inks[fate] for fate in fates])
    labels = base.mark_text(fontSize=11).encode(
        x=alt.X("share:Q", stack="zero", bandPosition=0.5), y=y, order="order:Q",
        text="label:N", detail="fate:N",
        color=alt.Color("fate:N", scale=ink, legend=None),
    )  # fmt: skip
    return alt.layer(bars, labels).resolve_scale(color="independent")


def _shares(histogram: Sequence[Sequence[int]]) -> list[dict[str, Any]]:
    """(value, count) as shares; where there are many values, neighbours stand together."""
    total = sum(count for _, count in histogram)
    low, high = histogram[0][0], histogram[-1][0]
    width = -(-(high - low + 1) // MOST_COLUMNS)
    sums: dict[int, int] = dict.fromkeys(range(low, high + 1, width), 0)
    for value, count in histogram:
        sums[low + (value - low) // width * width] += count
    return [{"at": _named(at, width), "share": n / total} for at, n in sums.items()]


def _named(at: int, width: int) -> str:
    return str(at) if width == 1 else f"{at}\u2013{at + width - 1}"
