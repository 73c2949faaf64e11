"""Tables of a game's own functions: what is usually answered, and when a plan is settled.

The words name these functions one by one; here they become one function each that compiled
code can call, written out and read like any other.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from typing import Any

from affray.book.errors import BadInput
from affray.book.ruleset import Ruleset
from affray.compiler.source.sources import require_function, write_function
from affray.rules.masks import contains


def _table(name: str, head: str, lines: list[str], end: str, used: dict[str, Any]) -> Any:
    body = [*lines, end]
    used["__name__"] = __name__
    text = f"def {name}({head}) -> int:\n" + "\n".join(f"    {line}" for line in body) + "\n"
    return write_function(text, used, f"<{name}>")


def _said(ruleset: Ruleset, where: str, found: object) -> Callable[..., Any]:
    """What the words name as a function: refused by their name for it, for it stands in no line
    of its own where it is something else."""
    if not callable(found):
        problem = f"found {found!r}, which is no function; write one with def"
        raise BadInput(problem, file=ruleset.folder / "words.py", field=where)
    return require_function(found)


@cache
def usual_of(ruleset: Ruleset) -> Callable[..., int]:
    """`usual(w, who, question, mask)` of a game: the usual option where it is legal, or -1."""
    used: dict[str, Any] = {"World": ruleset.world, "contains": contains}
    lines: list[str] = []
    for question, asked in ruleset.words.questions.items():
        if asked.usual is None:
            continue
        option = str(int(asked.usual)) if isinstance(asked.usual, int) else "option"
        lines.append(f"if question == {int(question)}:")
        if not isinstance(asked.usual, int):
            name = f"usual_{int(question)}"
            where = f"{ruleset.words.question_name(question)}: usual"
            used[name] = _said(ruleset, where, asked.usual)
            lines.append(f"    option = {name}(w, who, mask)")
        lines.append(f"    return {option} if 0 <= {option} and contains(mask, {option}) else -1")
    return _table("usual", "w: World, who: int, question: int, mask: int", lines, "return -1", used)  # type: ignore[no-any-return]


@cache
def settled_of(ruleset: Ruleset) -> Callable[..., int]:
    """`is_settled(w, who, plan)` of a game, its plans by their number."""
    used: dict[str, Any] = {"World": ruleset.world}
    lines: list[str] = []
    for number, plan in enumerate(ruleset.words.plans):
        if plan.until is not None:
            name = f"until_{number}"
            used[name] = _said(ruleset, f"{plan.name}: until", plan.until)
            lines += [f"if plan == {number}:", f"    return {name}(w, who)"]
    return _table("is_settled", "w: World, who: int, plan: int", lines, "return 1", used)  # type: ignore[no-any-return]


@cache
def considered_of(ruleset: Ruleset) -> Callable[..., int]:
    """`considered(w, who, question, target, mask)` of a game whose turns are dice to be spent."""
    used: dict[str, Any] = {"World": ruleset.world}
    lines: list[str] = []
    turn = ruleset.words.turn
    for question, how in turn.considers.items() if turn else ():
        if callable(how):
            name = f"considered_{int(question)}"
            used[name] = how
            lines += [
                f"if question == {int(question)}:",
                f"    return {name}(w, who, target, mask)",
            ]
    head = "w: World, who: int, question: int, target: int, mask: int"
    return _table("considered", head, lines, "return -1", used)  # type: ignore[no-any-return]


@cache
def between_of(ruleset: Ruleset) -> Callable[..., int]:
    """`between(ask, w)` of a game: whether more may follow, also where it never says so."""
    used: dict[str, Any] = {"World": ruleset.world, "between_fights": ruleset.between}
    says = ruleset.between.__annotations__.get("return") not in (None, "None")
    lines = [] if says else ["between_fights(ask, w)"]
    end = "return between_fights(ask, w)" if says else "return 0"
    return _table("between", "ask: Ask, w: World", lines, end, used)  # type: ignore[no-any-return]
