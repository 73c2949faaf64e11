"""What the constants in a program come to: the compiler refuses what is past 64 bits."""

from __future__ import annotations

import ast
import operator
from collections.abc import Callable

from compiler_bench import HUGE, LOST, M64, ORDER, Suit, Written
from compiler_watched import LARGEST

NAMES = {"HUGE": HUGE, "LOST": LOST, "M64": M64}
LENGTHS = {"ORDER": 6, "Suit": 5, "w.nums": 6, "w.bits": 5, "w.halves": 3, "w.charms": 2}
TWO: dict[type[ast.operator], Callable[[int, int], int]] = {
    ast.Add: operator.add,
    ast.Sub: operator.sub,
    ast.Mult: operator.mul,
    ast.FloorDiv: operator.floordiv,
    ast.Mod: operator.mod,
    ast.LShift: operator.lshift,
    ast.RShift: operator.rshift,
    ast.BitAnd: operator.and_,
    ast.BitOr: operator.or_,
    ast.BitXor: operator.xor,
}
ONE: dict[type[ast.unaryop], Callable[[int], int]] = {
    ast.USub: operator.neg,
    ast.UAdd: operator.pos,
    ast.Invert: operator.invert,
    ast.Not: lambda value: int(not value),
}
RING = (ast.Add, ast.Sub, ast.Mult)


def is_past(program: Written) -> bool:
    """Whether constants in what it runs come to a number that 64 bits do not hold."""
    nodes = (node for tree in _run(program) for node in ast.walk(tree))
    return any(_is_past(node) for node in nodes if isinstance(node, ast.BinOp | ast.UnaryOp))


def _run(program: Written) -> list[ast.FunctionDef]:
    """Its last function and those it calls: what nobody calls is not compiled."""
    trees = [node for text in program.functions for node in ast.parse(text).body]
    own = {tree.name: tree for tree in trees if isinstance(tree, ast.FunctionDef)}
    found = [list(own.values())[-1]]
    for tree in found:
        named = {node.id for node in ast.walk(tree) if isinstance(node, ast.Name)}
        found += [own[name] for name in sorted(named & set(own)) if own[name] not in found]
    return found


def _is_past(node: ast.expr) -> bool:
    value = constant(node)
    return value is not None and not -LARGEST - 1 <= value <= LARGEST and not _is_word(node)


def _is_word(node: ast.expr) -> bool:
    return isinstance(node, ast.BinOp) and ast.unparse(node.right) == "M64"


def constant(node: ast.expr) -> int | None:
    """What an expression always comes to; None where the compiler leaves that open."""
    match node:
        case ast.Constant(int(value)):
            return value
        case ast.Name(name):
            return NAMES.get(name)
        case ast.Attribute(ast.Name("Suit"), name):
            return int(Suit[name])
        case ast.Subscript(ast.Name("ORDER"), ast.Constant(int(k))):
            return int(ORDER[k])
        case ast.Call(ast.Name("len"), [items]):
            return LENGTHS.get(ast.unparse(items))
        case ast.Call(ast.Name("int"), [value]):
            return constant(value)
        case ast.UnaryOp(op, operand):
            held = constant(operand)
            return None if held is None else ONE[type(op)](held)
        case ast.BinOp(left, op, right):
            return _of_two(left, op, right)
    return None


def _of_two(left: ast.expr, op: ast.operator, right: ast.expr) -> int | None:
    a, b = constant(left), constant(right)
    if b == M64 and isinstance(left, ast.BinOp) and isinstance(left.op, RING):
        return None  # what leaves 64 bits there is meant to
    if a is None or b is None:
        return None
    if isinstance(op, ast.FloorDiv | ast.Mod) and b == 0:
        return None
    if isinstance(op, ast.LShift | ast.RShift) and b < 0:
        return None
    return TWO[type(op)](a, b)
