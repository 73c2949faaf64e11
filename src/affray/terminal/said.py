"""What was said along with a plan and came to nothing: not legal, or never asked for."""

from __future__ import annotations

from affray.fight.fight import Fight
from affray.fight.following import Following, dropped_words, refused_words, unasked_words


def refused_lines(fight: Fight, followings: dict[int, Following]) -> list[str]:
    """What was said along with a plan, and is not legal now that it is asked."""
    return [f"  {text}" for text in refused_words(fight, followings)]


def unasked_lines(fight: Fight, followings: dict[int, Following]) -> list[str]:
    """What was said along with a plan that is over, and that nobody asked for."""
    out = []
    for following in followings.values():
        if following.is_done(fight):
            out += lost_lines(fight, following)
    return out


def dropped_lines(fight: Fight, followings: dict[int, Following]) -> list[str]:
    """What was said along with plans that are no more: taken back, or asked anew."""
    return [f"  {text}" for one in followings.values() for text in dropped_words(fight, one)]


def lost_lines(fight: Fight, following: Following | None) -> list[str]:
    """The same of one that does not go on, because another has taken its place."""
    return [f"  {text}" for text in unasked_words(fight, following)] if following else []
