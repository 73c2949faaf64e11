"""`rulings`: where a text can be read differently, and what each reading does to a fight."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import typer

from affray.book.encounter import whole
from affray.book.errors import BadInput, unknown
from affray.book.rulebook import Book, Ruling, read_book
from affray.book.ruleset import Ruleset
from affray.book.rulings import wrong_ruling
from affray.book.rulings_module import FILE, rulings_module
from affray.book.shelf import SHELF
from affray.book.toml_tables import read_text, read_toml
from affray.cli.columns import print_table
from affray.cli.common import PartyOptions, counted, percent, print_json, sure_said, switched
from affray.cli.compiling import announce
from affray.cli.drawing import AnswerFiles
from affray.cli.progress import Progress
from affray.cli.sim import announce_thinking
from affray.files.atomic import put_in_place
from affray.files.rule_index import short_path
from affray.lab.changes import vary
from affray.lab.data import impact_data
from affray.lab.simulate import thinkers
from affray.lab.variations import Playing, impacts, other_readings


@dataclass(frozen=True)
class ImpactOptions:
    """The fight every other reading is tried in, and how; none, where no encounter is named."""

    encounter: str
    n: int
    seed: int
    seats: Sequence[str]
    bring: PartyOptions
    files: AnswerFiles

    def require(self) -> None:
        """Refuse what is of a fight where none is named."""
        self.files.require()
        given = {
            "--chart": self.files.drawing.file,
            "--rows": self.files.rows,
            "--party": self.bring.party,
            "--member": self.bring.members,
            "--seat": self.seats,
        }
        for option in [option for option, said in given.items() if said and not self.encounter]:
            raise BadInput("needs --impact ENCOUNTER, in which readings are tried", field=option)


def write_rulings(slug: str, as_json: bool) -> None:
    """The enums of all switches, from the book; the ruleset itself need not load."""
    folder = SHELF.folder(slug)
    book = read_book(folder)
    path, text = folder / FILE, rulings_module(book.slug, book.switches)
    is_new = not path.is_file() or read_text(path) != text
    if is_new:
        put_in_place(path, text, mode=0o644)  # source, for whoever may read the rest of it
    if as_json:
        print_json({"file": str(path), "switches": len(book.switches), "written": is_new})
    else:
        done = "written" if is_new else "as it was"
        print(f"{short_path(path)}: {counted(len(book.switches), 'ruling')}, {done}")


def show_rulings(slug: str, name: str, wanted: ImpactOptions, as_json: bool) -> None:
    wanted.require()
    ruleset = SHELF.get(slug)
    shown = [_find(ruleset.book, name)] if name else list(ruleset.book.rulings.values())
    shown_in = _scenarios(ruleset)
    listed = [{**_ruling(r), "scenarios": shown_in.get(r.name, [])} for r in shown]
    data: dict[str, Any] = {"ruleset": ruleset.slug, "rulings": listed}
    if wanted.encounter:
        switches = [ruling for ruling in shown if not ruling.fixed]
        if name and not switches:
            problem = wrong_ruling(ruleset, shown[0].name, shown[0].default)
            raise BadInput(f"{shown[0].name} {problem}", field="RULING")
        data["impact"] = _impact(ruleset, switches, wanted)
        wanted.files.write("impact", data["impact"])
    if as_json:
        print_json(data)
    else:
        _print(ruleset, shown, name, data)
    if wanted.encounter and data["impact"]["stopped"]:
        print(
            f"stopped after {counted(len(data['impact']['readings']), 'reading')}", file=sys.stderr
        )
        raise typer.Exit(130)


def _print(ruleset: Ruleset, shown: list[Ruling], name: str, data: dict[str, Any]) -> None:
    impact = data.get("impact")
    for ruling in shown if name or not impact else []:
        _print_ruling(ruling)
    if name:
        _print_about(ruleset, data["rulings"][0])
    if impact:
        _print_impact(impact)


def _find(book: Book, name: str) -> Ruling:
    """A ruling by its name or its id."""
    for ruling in book.rulings.values():
        if name.lower().replace("-", "_") == ruling.name or name.upper() == ruling.id:
            return ruling
    ids = [ruling.id for ruling in book.rulings.values()]
    known = ids if name.upper().startswith(f"{book.prefix}-") else list(book.rulings)
    raise BadInput(unknown("ruling", name, known), field="RULING")


def _scenarios(ruleset: Ruleset) -> dict[str, list[str]]:
    """For every ruling, the scenarios that read it in a way they name."""
    found: dict[str, list[str]] = {}
    for path in ruleset.scenario_files():
        for name in whole(read_toml(path)).table("rulings"):
            found.setdefault(name, []).append(short_path(path))
    return found


def _print_about(ruleset: Ruleset, ruling: dict[str, Any]) -> None:
    for rule_id in ruling["rules"]:
        print(f"{rule_id}: {ruleset.book.rules[rule_id].statement}")
    for file in ruling["scenarios"] or ["none"]:
        print(f"scenario: {file}")


def _print_ruling(ruling: Ruling) -> None:
    fixed = ", fixed" if ruling.fixed else ""
    print(f"{ruling.id}  {ruling.name}{fixed}  ({', '.join(ruling.rules)})")
    print(f"    {ruling.question}")
    for reading in ruling.readings:
        mark = "*" if reading.name == ruling.default else " "
        print(f"  {mark} {reading.name}: {reading.text}")
    if ruling.reason:
        print(f"    Why: {ruling.reason}")
    print()


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


def _impact(ruleset: Ruleset, switches: list[Ruling], wanted: ImpactOptions) -> dict[str, Any]:
    """The same seeds under every other reading of these switches, the greatest effect first."""
    encounter = switched(wanted.encounter, [], wanted.bring)
    n, seed, seats = wanted.n, wanted.seed, wanted.seats
    if encounter.ruleset is not ruleset:
        raise BadInput(f"{wanted.encounter} is no encounter of {ruleset.slug}", field="--impact")
    plain = vary(encounter, seats, [])
    readings = len(other_readings(switches))
    playing = Playing(n, seed, encounter.sides[0]).chosen(plain, 1 + readings)
    if thinkers(encounter, plain.players):
        announce_thinking(encounter, "auto")
    elif playing.engine == "native":
        announce(ruleset, "dice")
    found, stopped = [], False
    try:
        base = playing.play(plain)
    except KeyboardInterrupt:
        print("stopped before the usual reading was played: nothing to compare", file=sys.stderr)
        raise typer.Exit(130) from None
    try:
        with Progress(readings, "reading") as progress:
            progress.show(0)
            for read in impacts(encounter, seats, switches, playing, base):
                found.append(read)
                progress.show(len(found))
    except KeyboardInterrupt:
        stopped = True
    about = {"encounter": encounter.name, "n": n, "seed": seed, "stopped": stopped}
    return {**about, **impact_data(base, found, playing)}


def _print_impact(impact: dict[str, Any]) -> None:
    base = impact["default"]
    rows = [["(default)", "", percent(base["win_rate"]["p"]), "", "", f"{base['rounds']:.2f}", ""]]
    moved = [one for one in impact["readings"] if one["difference"]]
    for one in moved or impact["readings"]:
        rows.append(
            [
                one["ruling"],
                one["reading"],
                percent(one["win_rate"]["p"]),
                f"{one['difference'] * 100:+.2f}",
                f"{one['interval']['lo'] * 100:+.2f} to {one['interval']['hi'] * 100:+.2f}",
                f"{one['rounds']:.2f}",
                "sure" if one["sure"] else "",
            ]
        )
    print(f"{impact['encounter']}, {counted(impact['n'], 'fight')} each, seed {impact['seed']}")
    headers = ["ruling", "reading", f"{base['side']} win", "points", "95 % interval", "rounds", ""]
    print_table(headers, rows, right=(2, 3, 4, 5))
    still = len(impact["readings"]) - len(moved)
    if moved and still:
        print(f"{counted(still, 'reading')} more won and lost as many fights as the usual one")
    if moved:
        print(sure_said([one["sure"] for one in impact["readings"]]))
