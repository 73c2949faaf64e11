"""What was said along with a plan and came to nothing: not legal, or never asked for."""

from __future__ import annotations

from affray.fight.fight import Fight
from affray.fight.following import Following
from affray.oracles.tape import Question


def refused_lines(fight: Fight, following: Following | None, pending: Question) -> list[str]:
    """What was said along with a plan, and is not legal now that it is asked."""
    if following is None or following.refused is not pending:
        return []
    words, names = fight.ruleset.words, fight.encounter.names
    said = words.option(pending.name, following.extra[pending.name], names)
    return [f"  {words.question_name(pending.name)}={said} is not legal here"]


def unasked_lines(fight: Fight, followings: dict[int, Following]) -> list[str]:
    """What was said along with a plan that is over, and that nobody asked for."""
    words, names, out = fight.ruleset.words, fight.encounter.names, []
    for who, following in followings.items():
        following.catch_up(fight)
        if following.is_over(fight):
            for asked, option in following.unused.items():
                said = f"{words.question_name(asked)}={words.option(asked, option, names)}"
                out.append(f"  {fight.names[who]}: {said} was not asked for")
            following.used.update(following.unused)
    return out
