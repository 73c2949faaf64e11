"""docs/subset.md: what it says is refused is refused in those words, and the other is not."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest
import tutorial

from affray.compiler.check import problems
from affray.compiler.source.sources import write_function
from affray.rules.ask import RULES
from affray.rules.world import clear
from affray.rulesets.skirmish import RULESET, rules

PAGE = Path(__file__).parents[1] / "docs" / "subset.md"
REFUSED = re.compile(r"^(.*?)  # refused: (.*)$", re.M)
HEAD = "def tried(ask: Ask, w: World, i: int, j: int) -> None:\n"


def shown() -> list[tuple[str, str]]:
    """A block that is refused, and the one below it."""
    found = [block for kind, _, block in tutorial.blocks(PAGE.read_text()) if kind == "python"]
    return list(zip(found[::2], found[1::2], strict=True))


def said_of(block: str) -> list[str]:
    """What is wrong with Skirmish when a rule of it holds this."""
    text = HEAD + "".join(f"    {line}\n" for line in block.splitlines())
    made: Any = write_function(text, {**vars(rules), "clear": clear}, "rules.py")
    with pytest.MonkeyPatch.context() as patch:
        patch.setitem(RULES, made, ())
        return [str(problem) for problem in problems(RULESET)]


@pytest.mark.parametrize("pair", shown(), ids=lambda pair: pair[0].partition("  #")[0])
def test_what_is_refused_and_what_is_not(pair: tuple[str, str]) -> None:
    marked = REFUSED.search(pair[0])
    assert marked is not None
    (found,) = said_of(REFUSED.sub(r"\1", pair[0]))
    line = pair[0][: marked.start()].count("\n") + 2
    assert found == f"rules.py:{line}: found {marked[2]}"
    assert said_of(pair[1]) == []
