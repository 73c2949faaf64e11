"""Places joined by links: how many steps lie between any two.

Links do not change during a fight, so this is worked out once, when it is set up.
"""

from collections.abc import Sequence

from affray.rules.masks import contains


def steps_from(start: int, links: Sequence[int], no_way: int) -> list[int]:
    """The steps from one place to every place, itself 0; `no_way` where none leads there.

    `links` holds a mask for every place: those that are one step on.
    """
    steps = [no_way] * len(links)
    reached, edge, far = 0, 1 << start, 0
    while edge:
        here = [z for z in range(len(links)) if contains(edge, z)]
        for z in here:
            steps[z] = far
        reached |= edge
        edge, far = _onward(links, here) & ~reached, far + 1
    return steps


def _onward(links: Sequence[int], places: list[int]) -> int:
    mask = 0
    for z in places:
        mask |= links[z]
    return mask


def linked_both_ways(links: Sequence[int]) -> list[int]:
    """The same links, each leading back too, and none from a place to itself."""
    places = range(len(links))
    return [
        sum(1 << b for b in places if a != b and (links[a] >> b | links[b] >> a) & 1)
        for a in places
    ]
