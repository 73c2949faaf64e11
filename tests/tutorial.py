"""The files a document writes: a block that names one, ```python title="rules.py", is added to it.

What is there already under its name takes the old one's place, a class gets its new members, and
what is new stands where the block has it: before what comes next.
"""

from __future__ import annotations

import ast
import re
from pathlib import Path

BLOCK = re.compile(r"```(\w+)(?: title=\"([^\"]+)\")?\n(.*?)```", re.S)


def blocks(text: str) -> list[tuple[str, str, str]]:
    """Every block of a document: its kind, the file it names, what it holds."""
    return BLOCK.findall(text)


def write(folder: Path, file: str, block: str) -> None:
    path = folder / file
    path.parent.mkdir(parents=True, exist_ok=True)
    old = path.read_text(encoding="utf-8") if path.is_file() else ""
    grown = added(old, block) if old and path.suffix == ".py" else old + "\n" * bool(old) + block
    path.write_text(grown, encoding="utf-8")


def added(old: str, block: str) -> str:
    """A module with the statements of a block in it."""
    parts = _parts(old)
    at = len(parts)
    for name, text in reversed(_parts(block)):
        places = [k for k, (known, _) in enumerate(parts) if known == name]
        if places:
            at = places[0]
            parts[at] = (name, _grown(parts[at][1], text))
        elif name.startswith("from "):
            last = max(k for k, (known, _) in enumerate(parts) if known.startswith("from "))
            parts.insert(last + 1, (name, text))
            at += 1
        else:
            parts.insert(at, (name, text))
    return "".join(text for _, text in parts)


def _parts(source: str) -> list[tuple[str, str]]:
    """(name, text) of every statement at the top, with the blank lines before it."""
    lines = source.splitlines(keepends=True)
    out, begun = [], 0
    for node in ast.parse(source).body:
        assert node.end_lineno is not None
        out.append((_name(node), "".join(lines[begun : node.end_lineno])))
        begun = node.end_lineno
    return out


def _name(node: ast.stmt) -> str:
    if isinstance(node, ast.ImportFrom):
        return f"from {'.' * node.level}{node.module}"
    if isinstance(node, ast.Assign | ast.AnnAssign):
        return ast.unparse(node.targets[0] if isinstance(node, ast.Assign) else node.target)
    return getattr(node, "name", "") or f"line {ast.unparse(node)[:40]}"


def _grown(old: str, new: str) -> str:
    """A class with its new members; everything else as the block has it."""
    before, after = ast.parse(old).body[-1], ast.parse(new).body[-1]
    if not (isinstance(before, ast.ClassDef) and isinstance(after, ast.ClassDef)):
        return "\n" * (len(old) - len(old.lstrip("\n"))) + new.lstrip("\n")
    known = {_name(member) for member in before.body}
    assert not known & {_name(member) for member in after.body}, "a member is given twice"
    first = min(member.lineno for member in after.body)
    return old.rstrip("\n") + "\n" + "".join(new.splitlines(keepends=True)[first - 1 :])
