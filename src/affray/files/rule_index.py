"""Every rule of a game with what proves it: the code, the scenarios, the rulings that touch it."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Any

from affray.book.errors import BadInput
from affray.book.ruleset import Ruleset
from affray.book.toml_tables import TomlTable, read_toml


def rules_index(ruleset: Ruleset) -> list[dict[str, Any]]:
    """Every rule: the code that carries it out, scenarios that show it, rulings that touch it."""
    code = ruleset.rules_in_code()
    shown = scenarios_by_rule(ruleset)
    return [
        {
            "id": rule.id,
            "statement": rule.statement,
            "source": rule.source,
            "kind": rule.kind,
            "narrower": rule.narrower,
            "code": code.get(rule.id, []),
            "scenarios": [short_path(path) for path in shown.get(rule.id, [])],
            "rulings": [ruling.name for ruling in ruleset.book.rulings_of(rule.id)],
        }
        for rule in ruleset.book.rules.values()
    ]


def scenarios_by_rule(ruleset: Ruleset) -> dict[str, list[Path]]:
    shown: dict[str, list[Path]] = {}
    for path in ruleset.scenario_files():
        for rule_id in _cited(path):
            shown.setdefault(rule_id, []).append(path)
    return shown


_cited_in: dict[Path, tuple[float, list[str]]] = {}


def _cited(path: Path) -> list[str]:
    """The rules a scenario cites, read again when its file has changed."""
    changed = path.stat().st_mtime
    if _cited_in.get(path, (0.0, []))[0] != changed:
        _cited_in[path] = (changed, read_toml(path).texts("rules", []))
    return _cited_in[path][1]


def short_path(path: Path) -> str:
    try:
        return path.resolve().relative_to(Path.cwd()).as_posix()
    except ValueError:
        return path.as_posix()


@dataclass(frozen=True)
class ShownScenario:
    """A scenario to be read: what it forces, what it expects, and its file."""

    name: str
    title: str
    forces: list[str]
    expects: list[str]
    text: str


def scenarios_of(ruleset: Ruleset, rule_id: str) -> list[ShownScenario]:
    """The scenarios that show a rule; a file that cannot be read is its test's trouble."""
    try:
        paths = scenarios_by_rule(ruleset).get(rule_id, [])
        return [_shown(path) for path in paths]
    except (BadInput, OSError):
        return []


def _shown(path: Path) -> ShownScenario:
    top = read_toml(path)
    expect = top.table("expect") if "expect" in top else None
    return ShownScenario(
        name=path.stem,
        title=top.text("title", path.stem),
        forces=[_said(one) for one in top.raw("do", [])],
        expects=_flat(expect, "") if expect else [],
        text=path.read_text(encoding="utf-8"),
    )


def _flat(table: TomlTable, within: str) -> list[str]:
    """A table line by line: 'Ada.wounds: 2'."""
    out: list[str] = []
    for key in table:
        value = table.raw(key)
        if isinstance(value, dict):
            out += _flat(table.table(key), f"{within}{key}.")
        else:
            out.append(f"{within}{key}: {_said(value)}")
    return out


def _said(value: Any) -> str:
    if isinstance(value, dict):
        return ", ".join(f"{key} {_said(one)}" for key, one in value.items())
    if isinstance(value, list):
        return ", ".join(_said(one) for one in value) or "none"
    return ("yes" if value else "no") if isinstance(value, bool) else str(value)
