"""`rules`: every rule of a game, or one of them whole."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from affray.book.errors import BadInput, unknown
from affray.book.ruleset import Ruleset
from affray.book.shelf import SHELF
from affray.cli.columns import print_table
from affray.cli.common import counted, print_json
from affray.files.rule_index import rules_index


def show_rules(slug: str, rule_id: str, as_json: bool) -> None:
    ruleset = SHELF.get(slug)
    index = rules_index(ruleset)
    if rule_id:
        index = [rule for rule in index if rule["id"] == rule_id.upper()]
        if not index:
            raise BadInput(unknown("rule", rule_id.upper(), list(ruleset.book.rules)), field="RULE")
    if as_json:
        print_json({"ruleset": ruleset.slug, "rules": index})
    elif rule_id:
        _print_rule(ruleset, index[0])
    else:
        _print_rules(ruleset, index)


def _print_rule(ruleset: Ruleset, rule: dict[str, Any]) -> None:
    print(f"{rule['id']}  ({ruleset.book.name}, {rule['kind']})")
    print(f"    {rule['statement']}")
    if rule["narrower"]:
        print(f"narrower: {rule['narrower']}")
    if rule["source"]:
        print(f"source: {rule['source']}")
    for place in rule["code"] or ["none"]:
        print(f"code: {place}")
    for file in rule["scenarios"] or ["none"]:
        print(f"scenario: {file}")
    for name in rule["rulings"]:
        ruling = ruleset.book.rulings[name]
        print(f"ruling: {ruling.id} {name} ({ruling.default}): {ruling.question}")


def _print_rules(ruleset: Ruleset, index: list[dict[str, Any]]) -> None:
    rows = [
        [
            f"{rule['id']}\n[{rule['source']}]" if rule["source"] else rule["id"],
            _statement(rule),
            "\n".join(_place(place) for place in rule["code"])
            or ("(left to the table)" if rule["kind"] == "table" else ""),
            "\n".join(Path(file).stem for file in rule["scenarios"]),
        ]
        for rule in index
    ]
    print_table(["rule", "statement", "code", "scenarios"], rows, folds=(3,))
    coded = sum(1 for rule in index if rule["code"])
    proven = sum(1 for rule in index if rule["scenarios"])
    state = "complete" if ruleset.book.complete else "growing"
    left = sum(1 for rule in index if rule["kind"] == "table")
    to_table = f", {left} left to the table" if left else ""
    narrower = sum(1 for rule in index if rule["narrower"])
    less = f", {narrower} narrower than the text" if narrower else ""
    said = f"{counted(len(index), 'rule')}, {coded} with code, {proven} with a scenario"
    print(f"{said}{to_table}{less} ({state})")


def _statement(rule: dict[str, Any]) -> str:
    if not rule["narrower"]:
        return str(rule["statement"])
    return f"{rule['statement']}\nNarrower: {rule['narrower']}"


def _place(code: str) -> str:
    """'rules:strike' of 'affray.rulesets.skirmish.rules:strike'."""
    module, _, name = code.partition(":")
    return f"{module.rpartition('.')[2]}:{name}"
