"""Reading a game's rules without compiling them: everything that would be refused, at once."""

from __future__ import annotations

import ast

from affray.book.errors import BadInput
from affray.book.ruleset import Ruleset
from affray.compiler import build
from affray.compiler.source.sources import OutsideSubset, tree_of


def problems(ruleset: Ruleset) -> list[BadInput]:
    """What the compiler refuses in a game's rules, each with its file and line."""
    wanted = build.recipe(ruleset, build.TAPE)
    program = wanted.program()
    found: dict[str, BadInput] = {}
    for function in [*wanted.entries.values(), *wanted.meaning.values(), *ruleset.functions()]:
        try:
            if not _takes_lists(tree_of(function)[0]):
                program.function(function)
        except BadInput as refused:
            found.setdefault(str(refused), refused)
    return list(found.values())


def require_subset(ruleset: Ruleset) -> None:
    """Refuse at once what could not be compiled, before anybody waits for it."""
    for problem in problems(ruleset):
        raise problem


def _takes_lists(tree: ast.FunctionDef) -> bool:
    """A function that is given a list is read with the list it is given."""
    said = [ast.unparse(arg.annotation) for arg in tree.args.args if arg.annotation]
    return "list[int]" in said


__all__ = ["OutsideSubset", "problems", "require_subset"]
