"""How often each state of a closed graph is visited, exactly, component by component."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Mapping, Sequence
from fractions import Fraction

Ways = Mapping[int, Sequence[tuple[int, Fraction]]]
"""What each state leads to; a state that is not here ends it."""


def visits(
    ways: Ways,
    entering: Mapping[int, Fraction],
    kept: Callable[[Fraction], Fraction] = lambda x: x,
) -> dict[int, Fraction]:
    """How often each state is visited by what enters the graph, the ends too.

    `kept` is what is kept of a number of any size: all of it, unless that grows too large.
    """
    inflow: dict[int, Fraction] = defaultdict(Fraction, entering)
    out: dict[int, Fraction] = {}
    for component in reversed(components(ways, list(entering))):
        found = _within(ways, component, inflow)
        inside = set(component)
        for node, exactly in found.items():
            times = out[node] = kept(exactly)
            for to, p in ways.get(node, ()):
                if to not in inside:
                    inflow[to] += times * p
    return {node: times for node, times in out.items() if times}


def _within(
    ways: Ways, component: list[int], inflow: Mapping[int, Fraction]
) -> dict[int, Fraction]:
    """Visits inside one component, which is a loop unless it is a single state."""
    place = {node: k for k, node in enumerate(component)}
    size = len(component)
    rows = [[Fraction(int(i == j)) for j in range(size)] for i in range(size)]
    for node in component:
        for to, p in ways.get(node, ()):
            if to in place:
                rows[place[to]][place[node]] -= p
    given = [inflow.get(node, Fraction(0)) for node in component]
    return dict(zip(component, eliminated(rows, given), strict=True))


def eliminated(rows: list[list[Fraction]], given: list[Fraction]) -> list[Fraction]:
    """The solution of a system of equations, by Gauss and Jordan."""
    n = len(rows)
    for k in range(n):
        pivot = next(i for i in range(k, n) if rows[i][k])
        rows[k], rows[pivot] = rows[pivot], rows[k]
        given[k], given[pivot] = given[pivot], given[k]
        scale = rows[k][k]
        rows[k] = [x / scale for x in rows[k]]
        given[k] /= scale
        for i in range(n):
            factor = rows[i][k]
            if i != k and factor:
                rows[i] = [x - factor * y for x, y in zip(rows[i], rows[k], strict=True)]
                given[i] -= factor * given[k]
    return given


def components(ways: Ways, starts: list[int]) -> list[list[int]]:
    """Strongly connected components that can be reached, each after all it leads to (Tarjan's)."""
    index: dict[int, int] = {}
    low: dict[int, int] = {}
    stack: list[int] = []
    on_stack: set[int] = set()
    out: list[list[int]] = []
    for start in starts:
        if start in index:
            continue
        work = [(start, 0)]
        while work:
            node, at = work.pop()
            if at == 0:
                index[node] = low[node] = len(index)
                stack.append(node)
                on_stack.add(node)
            leads = ways.get(node, ())
            for k in range(at, len(leads)):
                to = leads[k][0]
                if to not in index:
                    work += [(node, k + 1), (to, 0)]
                    break
                if to in on_stack:
                    low[node] = min(low[node], index[to])
            else:
                if low[node] == index[node]:
                    out.append(_cut(stack, on_stack, node))
                if work:
                    parent = work[-1][0]
                    low[parent] = min(low[parent], low[node])
    return out


def _cut(stack: list[int], on_stack: set[int], node: int) -> list[int]:
    """Take a component off the stack, down to the state it was entered by."""
    component = stack[stack.index(node) :]
    del stack[len(stack) - len(component) :]
    on_stack.difference_update(component)
    return component
