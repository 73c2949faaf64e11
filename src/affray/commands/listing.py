"""`encounters`, `rules`, `rulings`: what there is."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Any

from affray.book import Ruling
from affray.commands.common import percent, print_json, print_table, switched, temperaments
from affray.commands.compiling import announce
from affray.encounter import read_encounter
from affray.errors import BadInput
from affray.reading import read_toml
from affray.ruleset import SHELF, Ruleset
from affray.simulate import Simulation, choose_engine, simulate


def show_encounters(as_json: bool) -> None:
    found: list[dict[str, Any]] = []
    for ruleset in SHELF.all():
        for name, path in ruleset.encounter_files().items():
            encounter = read_encounter(path, name)
            sides = {
                side: [e.name for e in encounter.entrants if e.side == side]
                for side in encounter.sides
            }
            found.append(
                {"name": name, "ruleset": ruleset.slug, "title": encounter.title, "sides": sides}
            )
    if as_json:
        print_json({"encounters": found})
        return
    rows = [
        [
            e["name"],
            e["title"],
            " against ".join(", ".join(who) for who in e["sides"].values() if who),
        ]
        for e in found
    ]
    print_table(["encounter", "", "who fights"], rows)


def rules_index(ruleset: Ruleset) -> list[dict[str, Any]]:
    """Every rule with the code that carries it out and the scenarios that show it."""
    code = ruleset.rules_in_code()
    shown = scenarios_by_rule(ruleset)
    return [
        {
            "id": rule.id,
            "statement": rule.statement,
            "source": rule.source,
            "kind": rule.kind,
            "code": code.get(rule.id, []),
            "scenarios": shown.get(rule.id, []),
        }
        for rule in ruleset.book.rules.values()
    ]


def scenarios_by_rule(ruleset: Ruleset) -> dict[str, list[str]]:
    shown: dict[str, list[str]] = {}
    for path in ruleset.scenario_files():
        for rule_id in read_toml(path).texts("rules", []):
            shown.setdefault(rule_id, []).append(_short(path))
    return shown


def _short(path: Path) -> str:
    try:
        return path.resolve().relative_to(Path.cwd()).as_posix()
    except ValueError:
        return path.as_posix()


def show_rules(slug: str, as_json: bool) -> None:
    ruleset = SHELF.get(slug)
    index = rules_index(ruleset)
    if as_json:
        print_json({"ruleset": slug, "rules": index})
        return
    rows = [
        [
            rule["id"],
            rule["statement"],
            "\n".join(_place(place) for place in rule["code"])
            or ("(left to the table)" if rule["kind"] == "table" else ""),
            "\n".join(Path(file).stem for file in rule["scenarios"]),
        ]
        for rule in index
    ]
    print_table(["rule", "statement", "code", "scenarios"], rows)
    coded = sum(1 for rule in index if rule["code"])
    proven = sum(1 for rule in index if rule["scenarios"])
    state = "complete" if ruleset.book.complete else "growing"
    left = sum(1 for rule in index if rule["kind"] == "table")
    to_table = f", {left} left to the table" if left else ""
    print(f"{len(index)} rules, {coded} with code, {proven} with a scenario{to_table} ({state})")


def _place(code: str) -> str:
    """'rules:strike' of 'affray.rulesets.skirmish.rules:strike'."""
    module, _, name = code.partition(":")
    return f"{module.rpartition('.')[2]}:{name}"


def show_rulings(slug: str, impact: str, n: int, seed: int, as_json: bool) -> None:
    ruleset = SHELF.get(slug)
    data: dict[str, Any] = {
        "ruleset": slug,
        "rulings": [_ruling(r) for r in ruleset.book.rulings.values()],
    }
    if impact:
        data["impact"] = _impact(ruleset, impact, n, seed)
    if as_json:
        print_json(data)
        return
    for ruling in ruleset.book.rulings.values():
        fixed = ", fixed" if ruling.fixed else ""
        print(f"{ruling.id}  {ruling.name}{fixed}  ({', '.join(ruling.rules)})")
        print(f"    {ruling.question}")
        for reading in ruling.readings:
            mark = "*" if reading.name == ruling.default else " "
            print(f"  {mark} {reading.name}: {reading.text}")
        if ruling.reason:
            print(f"    Why: {ruling.reason}")
        print()
    if impact:
        _print_impact(data["impact"])


def _ruling(ruling: Ruling) -> dict[str, Any]:
    return {
        "id": ruling.id,
        "name": ruling.name,
        "question": ruling.question,
        "readings": [{"name": r.name, "text": r.text} for r in ruling.readings],
        "default": ruling.default,
        "fixed": ruling.fixed,
        "reason": ruling.reason,
        "rules": list(ruling.rules),
    }


def _impact(ruleset: Ruleset, name: str, n: int, seed: int) -> dict[str, Any]:
    """The same seeds under every other reading of every switch."""
    base = _played(name, [], n, seed)
    if base.encounter.ruleset is not ruleset:
        raise BadInput(f"{name} is no encounter of {ruleset.slug}", field="--impact")
    first = base.encounter.sides[0]
    share = base.win_rates()[first][0]
    readings = []
    for ruling in ruleset.book.switches:
        for reading in ruling.reading_names:
            if reading == ruling.default:
                continue
            print(f"playing {ruling.name}={reading} ...", file=sys.stderr)
            run = _played(name, [f"{ruling.name}={reading}"], n, seed)
            p, low, high = run.win_rates()[first]
            readings.append(
                {
                    "ruling": ruling.name,
                    "reading": reading,
                    "side": first,
                    "win_rate": {"p": p, "lo": low, "hi": high},
                    "difference": p - share,
                    "rounds": run.rounds()["mean"],
                }
            )
    low, high = base.win_rates()[first][1:]
    return {
        "encounter": name,
        "n": n,
        "seed": seed,
        "default": {
            "side": first,
            "win_rate": {"p": share, "lo": low, "hi": high},
            "rounds": base.rounds()["mean"],
        },
        "readings": readings,
    }


def _played(name: str, rulings: list[str], n: int, seed: int) -> Simulation:
    encounter = switched(name, rulings)
    engine = choose_engine(encounter, n, "auto")
    if engine == "native":
        announce(encounter.ruleset, "dice")
    return simulate(encounter, n, seed, engine, temperaments(encounter, []))


def _print_impact(impact: dict[str, Any]) -> None:
    base = impact["default"]
    rows = [["(default)", "", percent(base["win_rate"]["p"]), "", f"{base['rounds']:.2f}"]]
    for one in impact["readings"]:
        rows.append(
            [
                one["ruling"],
                one["reading"],
                percent(one["win_rate"]["p"]),
                f"{one['difference'] * 100:+.2f}",
                f"{one['rounds']:.2f}",
            ]
        )
    print(f"{impact['encounter']}, {impact['n']} fights each, seed {impact['seed']}")
    headers = ["ruling", "reading", f"{base['side']} win", "points", "rounds"]
    print_table(headers, rows, right=(2, 3, 4))
