"""What makes a fight even, in a sentence, as sure as the fights are that were played for it."""

from __future__ import annotations

from typing import Any


def balance_said(data: dict[str, Any]) -> str:
    """Which value comes nearest to what was wanted, and where the wins may cross it."""
    wanted = f"{data['target'] * 100:g} %"
    if data["nearest"] is None:
        return f"{wanted}: not found yet"
    best = f"{data['over']}={data['nearest']}"
    if not data["reached"]:
        shares = [cell["win_rate"]["p"] * 100 for cell in data["cells"] if "problem" not in cell]
        won = f"the {data['side']} win {min(shares):.1f} to {max(shares):.1f} %"
        return f"{wanted} is never reached: {won}; nearest is {best}"
    between = _between(*data["between"])
    return f"nearest to {wanted}: {best}; with so many fights it is crossed {between}"


def _between(first: str | None, last: str | None) -> str:
    if first is None:
        return "anywhere" if last is None else f"at {last} or before"
    return f"at {first} or past it" if last is None else f"between {first} and {last}"
