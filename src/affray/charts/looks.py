"""How charts look: the house's paper, ink, hairlines and one accent, by day and by night."""

from __future__ import annotations

from dataclasses import dataclass
from importlib.util import find_spec
from typing import Any

from affray.book.errors import BadInput

SERIF = "Iowan Old Style, Palatino Linotype, Palatino, Georgia, Liberation Serif, serif"
FIGURES = "Avenir Next, Segoe UI, Roboto, Helvetica Neue, Liberation Sans, Arial, sans-serif"


@dataclass(frozen=True)
class Theme:
    """The colours of a chart: the same names as the page has."""

    sheet: str
    ink: str
    quiet: str
    hair: str
    accent: str
    on_accent: str
    pale: str
    harm: str
    turns: float
    """The share from which the ink of a tile is that on the accent."""


THEMES = {
    "light": Theme(
        "#ffffff", "#17181b", "#5f6166", "#dcdcd6", "#24508f", "#ffffff", "#aebfd8", "#a4251b", 0.78
    ),
    "dark": Theme(
        "#1a1d22", "#e9e7e1", "#a3a29e", "#31353c", "#93baf5", "#14161a", "#45597a", "#ff9384", 0.55
    ),
}


def require_altair() -> None:
    """Refuse where nothing can be drawn, in one line."""
    if find_spec("altair") is None or find_spec("vl_convert") is None:
        problem = "Altair is not installed; pip install 'affray[charts]', or write a .json"
        raise BadInput(problem, field="--chart")


def config(theme: Theme) -> dict[str, Any]:
    """Typography and lines of every chart; nothing that carries no number."""
    return {
        "background": theme.sheet,
        "padding": 16,
        "font": FIGURES,
        "view": {"stroke": None, "continuousWidth": 560, "discreteWidth": 560},
        "title": {
            "font": SERIF, "fontSize": 19, "fontWeight": "normal", "color": theme.ink,
            "subtitleFont": FIGURES, "subtitleFontSize": 12, "subtitleColor": theme.quiet,
            "anchor": "start", "frame": "group", "offset": 12, "subtitlePadding": 5,
        },
        "axis": {
            "labelFont": FIGURES, "titleFont": FIGURES, "labelFontSize": 12, "titleFontSize": 12,
            "titleFontWeight": "normal", "labelColor": theme.quiet, "titleColor": theme.quiet,
            "domainColor": theme.hair, "tickColor": theme.hair, "gridColor": theme.hair,
            "ticks": False, "labelPadding": 6, "labelLimit": 260, "titlePadding": 8,
        },
        "legend": {
            "labelFont": FIGURES, "labelFontSize": 12, "labelColor": theme.quiet, "title": None,
            "orient": "top", "symbolType": "square", "offset": 4,
        },
        "text": {"font": FIGURES, "fontSize": 12, "color": theme.ink},
        "rule": {"color": theme.ink},
        "bar": {"color": theme.accent},
    }  # fmt: skip
