"""What is Python and not of the subset: what it is called, and what to write instead."""

from __future__ import annotations

import ast

FOREIGN: dict[type[ast.AST], tuple[str, str]] = {
    ast.NamedExpr: ("a walrus", "give the name its value on a line of its own"),
    ast.GeneratorExp: ("a generator", "give it to any, all, sum, those, first, least or most"),
    ast.ListComp: ("a list of its own", "write a loop, or those(...) for a mask"),
    ast.DictComp: ("a comprehension", "write a loop, or a mask"),
    ast.SetComp: ("a comprehension", "write a loop, or a mask"),
    ast.Lambda: ("a lambda", "write a function at the top of the module"),
    ast.List: ("a list", "use a mask, or a list of the world"),
    ast.Dict: ("a dictionary", "use a tuple of the module, by number"),
    ast.Set: ("a set", "use a mask"),
    ast.Tuple: ("a tuple made on the way", "write it as a constant of the module"),
    ast.JoinedStr: ("English", "rules hold none; words.py does"),
    ast.Starred: ("a starred argument", "write the arguments one by one"),
    ast.Yield: ("a yield", "ask instead"),
    ast.YieldFrom: ("a yield", "ask instead"),
    ast.Await: ("an await", "ask instead"),
    ast.Slice: ("a slice", "write a loop"),
    ast.Try: ("a try", "ask what is legal before doing it"),
    ast.TryStar: ("a try", "ask what is legal before doing it"),
    ast.With: ("a with", "write what it does"),
    ast.Global: ("a global statement", "keep what changes in the world"),
    ast.Nonlocal: ("a nonlocal statement", "keep what changes in the world"),
    ast.Import: ("an import", "write it at the top of the module"),
    ast.ImportFrom: ("an import", "write it at the top of the module"),
    ast.AsyncFunctionDef: ("an async function", "write a function at the top of the module"),
    ast.FunctionDef: ("a function inside another", "write it at the top of the module"),
    ast.ClassDef: ("a class inside a function", "write it at the top of the module"),
    ast.Delete: ("a del", "give it another value"),
    ast.Assert: ("an assert", "the invariant of the ruleset is the place for it"),
    ast.Match: ("a match", "write if and elif"),
}


OTHERWISE = "write names, numbers, fields, if, while and for"


def foreign(node: ast.AST) -> tuple[str, str]:
    """(what was found, what to write instead)."""
    return FOREIGN.get(type(node), (called(node), OTHERWISE))


def called(node: ast.AST) -> str:
    """'an if', 'a try'."""
    name = type(node).__name__.lower()
    return f"{'an' if name[0] in 'aeiou' else 'a'} {name}"
