"""An answer of the lab as it stands on a page: a sentence, and tables of words."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from affray.lab.report import DEAD, DOWN, STANDS
from affray.odds.percent import percent as as_percent
from affray.tell.balancing import balance_said

Data = dict[str, Any]


@dataclass(frozen=True)
class LabTable:
    """Cells as people read them; the first column names the row, the others are numbers."""

    caption: str
    headers: list[str]
    rows: list[list[str]]


def said_of(kind: str, data: Data) -> str:
    """The answer in one sentence."""
    return SAID[kind](data)


def tables_of(kind: str, data: Data) -> list[LabTable]:
    return TABLES[kind](data)


def percent(p: float) -> str:
    return as_percent(p, digits=1)


def _span(of: dict[str, float]) -> str:
    return f"{percent(of['lo'])} to {percent(of['hi'])}"


def _points(of: float) -> str:
    return f"{of * 100:+.1f}"


def _between(of: dict[str, float]) -> str:
    return f"{_points(of['lo'])} to {_points(of['hi'])}"


# How it ends


def _ends_said(data: Data) -> str:
    side, won = next(iter(data["win_rate"].items()))
    n = f"{data['n']:,} fights"
    return f"The {side} win {percent(won['p'])} ({_span(won)}, {n}), in {_rounds(data)} rounds."


def _rounds(data: Data) -> str:
    return f"{data['rounds']['mean']:.1f}"


def _ends_tables(data: Data) -> list[LabTable]:
    wins = [
        [side, percent(share["p"]), _span(share), f"{data['wins'][side]:,}"]
        for side, share in data["win_rate"].items()
    ]
    if nobody := data["wins"]["none"]:
        wins.append(["nobody", percent(nobody / data["n"]), "", f"{nobody:,}"])
    creatures = data["creatures"]
    fates = [fate for fate in (STANDS, DOWN, DEAD) if any(fate in c["fates"] for c in creatures)]
    rows = [
        [c["name"], *(percent(c["fates"][fate]["p"]) for fate in fates)]
        for c in creatures
    ]  # fmt: skip
    spread = [
        [name, *_quantiles(histogram)]
        for name, histogram in (
            ("rounds", data["histograms"]["rounds"]),
            ("decisions", data["histograms"]["decisions"]),
            ("minutes at the table", data["histograms"]["minutes"]),
        )
    ]
    watched = [
        [one["what"], f"{one['winner'] or 'nobody'} in round {one['rounds']}", one["command"]]
        for one in data["to_watch"]
        if "command" in one
    ]
    worth = (
        [LabTable("Fights to watch", ["what", "won by", "in a terminal"], watched)]
        if watched
        else []
    )
    return [
        LabTable("Who wins", ["side", "share", "95 % interval", "fights"], wins),
        LabTable("At the end", ["who", *fates], rows),
        LabTable(
            "How long it takes", ["what", "mean", "half within", "nine in ten within"], spread
        ),
        *worth,
    ]


def _quantiles(histogram: list[list[int]]) -> list[str]:
    total = sum(n for _, n in histogram)
    mean = sum(value * n for value, n in histogram) / total
    return [f"{mean:.1f}", *(str(_within(histogram, total * q)) for q in (0.5, 0.9))]


def _within(histogram: list[list[int]], wanted: float) -> int:
    seen = 0
    for value, n in histogram:
        seen += n
        if seen >= wanted:
            return value
    return histogram[-1][0]


# Variations


def _sweep_said(data: Data) -> str:
    sound = [cell for cell in data["cells"] if "problem" not in cell]
    if not sound:
        return "None of these can be."
    shares = [cell["win_rate"]["p"] for cell in sound]
    low, high = percent(min(shares)), percent(max(shares))
    return f"The {data['side']} win {low} to {high}, {data['n']:,} fights each."


def _cells(data: Data) -> list[LabTable]:
    names = list(data["cells"][0]["values"]) if data["cells"] else []
    rows = [
        [*cell["values"].values(), percent(cell["win_rate"]["p"]), _span(cell["win_rate"]),
         f"{cell['rounds']:.1f}"]
        if "problem" not in cell
        else [*cell["values"].values(), "cannot be", cell["problem"], ""]
        for cell in data["cells"]
    ]  # fmt: skip
    return [LabTable("Wins", [*names, "share", "95 % interval", "rounds"], rows)]


def _balance_said(data: Data) -> str:
    said = balance_said(data)
    return f"{said[0].upper()}{said[1:]}."


def _compare_said(data: Data) -> str:
    of, changed = data["difference"], _changed(data)
    sure = of["lo"] > 0 or of["hi"] < 0
    seen = "" if sure else "; with so many fights that may be chance"
    return f"{changed}: {_points(of['p'])} points ({_between(of)}) for the {data['side']}{seen}."


def _changed(data: Data) -> str:
    other = [data["other"]] if data["other"] != data["encounter"] else []
    return ", ".join([*other, *data["changes"]])


def _compare_tables(data: Data) -> list[LabTable]:
    names = {"first": "as it is", "second": _changed(data)}
    rows = [
        [name, percent(data[key]["win_rate"]["p"]), _span(data[key]["win_rate"]),
         f"{data[key]['rounds']:.1f}"]
        for key, name in names.items()
    ]  # fmt: skip
    return [LabTable("Wins", ["what", "share", "95 % interval", "rounds"], rows)]


def _sensitivity_said(data: Data) -> str:
    first = data["numbers"][0] if data["numbers"] else None
    if first is None:
        return "No number of this fight can be one more alone."
    of = first["difference"]
    return (
        f"Most so far: one more {first['what']} is {_points(of['p'])} points "
        f"({_between(of)}) for the {data['side']}{_among(first, data['numbers'])}."
    )


def _sensitivity_tables(data: Data) -> list[LabTable]:
    rows = [
        [one["what"], one["was"], _points(one["difference"]["p"]), _between(one["difference"]),
         _yes(one)]
        for one in data["numbers"]
    ]  # fmt: skip
    headers = ["one more of", "now", "points", "95 % interval", "sure among all"]
    return [LabTable("One more of each", headers, rows)]


def _yes(one: Data) -> str:
    return "yes" if one["sure"] else ""


def _among(first: Data, tried: list[Data]) -> str:
    """The greatest of many may be so by luck where the same of one alone could hardly be."""
    return "" if first["sure"] else f"; among {len(tried)} tried that may be luck"


def _impact_said(data: Data) -> str:
    side = data["default"]["side"]
    usual = percent(data["default"]["win_rate"]["p"])
    if not data["readings"]:
        return f"As usually read the {side} win {usual}."
    first = data["readings"][0]
    return (
        f"{first['ruling']} read as {first['reading']} changes most: "
        f"{_points(first['difference'])} points ({_between(first['interval'])}) for the {side}, "
        f"who win {usual} as usually read{_among(first, data['readings'])}."
    )


def _impact_tables(data: Data) -> list[LabTable]:
    rows = [
        [f"{one['ruling']}={one['reading']}", percent(one["win_rate"]["p"]),
         _points(one["difference"]), _between(one["interval"]), _yes(one)]
        for one in data["readings"]
    ]  # fmt: skip
    headers = ["reading", "share", "points", "95 % interval", "sure among all"]
    return [LabTable("Read another way", headers, rows)]


# Solved


def _exactly_said(data: Data) -> str:
    if data["why"]:
        return f"{data['why'].capitalize()}: sampled instead. {_ends_said(data)}"
    won = ", ".join(f"{side} {_exact(one)}" for side, one in data["wins"].items() if side != "none")
    best = f"; as well as can be played: {', '.join(data['best'])}" if data["best"] else ""
    held = "Exactly" if data["exact"] else f"To within {max(data['off'], data['left']):.1g}"
    return f"{held}: {won} ({data['states']:,} states{best})."


def _exact(one: Data) -> str:
    return as_percent(Fraction(one["p"]))


def _exactly_tables(data: Data) -> list[LabTable]:
    if data["why"]:
        return _ends_tables(data)
    told = [
        ("Who wins", "side", data["wins"]),
        ("Who stands at the end", "who", data["survivors"]),
        ("In which round", "round", _seen(data["rounds"])),
    ]
    return [
        LabTable(caption, [header, "chance", "exactly"], _chances(of))
        for caption, header, of in told
    ]


def _seen(rounds: dict[str, Data]) -> dict[str, Data]:
    """Those that are not 0.00 %: the last rounds there are are hardly ever come to."""
    return {round_: one for round_, one in rounds.items() if one["percent"] >= 0.005}


def _chances(of: dict[str, Data]) -> list[list[str]]:
    named = {"none": "nobody"}
    return [[named.get(name, name), _exact(one), _short(one["p"])] for name, one in of.items()]


def _short(fraction: str) -> str:
    """The whole of it is in the data where it is long."""
    return fraction if len(fraction) < 24 else "…"


SAID: dict[str, Callable[[Data], str]] = {
    "ends": _ends_said,
    "sweep": _sweep_said,
    "balance": _balance_said,
    "compare": _compare_said,
    "sensitivity": _sensitivity_said,
    "impact": _impact_said,
    "exactly": _exactly_said,
}
TABLES: dict[str, Callable[[Data], list[LabTable]]] = {
    "ends": _ends_tables,
    "sweep": _cells,
    "balance": _cells,
    "compare": _compare_tables,
    "sensitivity": _sensitivity_tables,
    "impact": _impact_tables,
    "exactly": _exactly_tables,
}
