"""`new encounter` and `new scenario`: files that run as they stand, to be changed."""

from __future__ import annotations

import shlex
import tomllib
from pathlib import Path
from typing import Any

import tomli_w

from affray.book.content import Library, show
from affray.book.encounter import Encounter, encounter_from
from affray.book.entrant import Entrant
from affray.book.errors import BadInput
from affray.book.model import model_of
from affray.book.ruleset import Ruleset
from affray.book.shelf import SHELF
from affray.book.toml_tables import TomlTable
from affray.cli.common import print_json
from affray.fight.fight import Fight
from affray.fight.players import Players, Seat, usual_player
from affray.files.answers import answer_line
from affray.files.scenario import play_script
from affray.files.tapefile import inline, rows_text, table_text, write_entry
from affray.oracles.tape import Question

ENCOUNTER = """\
# An encounter of {name}. Run it:  {run}
ruleset = "{slug}"
title = "A fight of my own"
{rulings}{place}
{creatures}"""

RULINGS = """\
# rulings.{ruling} = "{reading}"  # a rule read the other way: `affray rulings {slug}` lists them
"""

SCENARIO = """\
# A scenario of {name}. Run it:  {run}
ruleset = "{slug}"
title = "The first exchange"  # what it shows, in a sentence
rules = {rules}  # by which rules
{do}{place}
{creatures}
# What must have come of it, when the next question is asked; only what is named is compared.
[expect]
events = {events}  # in this order; others may stand between
{fields}"""

MOST_STEPS = 12
"""How far a first exchange may be from the beginning of a fight."""

SEED = 1


def write_encounter(file: Path, slug: str, as_json: bool) -> None:
    ruleset = SHELF.get(slug)
    _require_free(file)
    run = command("play", str(file), *SHELF.option_of(ruleset))
    file.write_text(encounter_text(ruleset, run), encoding="utf-8", newline="\n")
    report([file], as_json, run)


def write_scenario(file: Path, slug: str, as_json: bool) -> None:
    ruleset = SHELF.get(slug)
    _require_free(file)
    run = command("scenario", str(file), *SHELF.option_of(ruleset))
    file.write_text(scenario_text(ruleset, file, run), encoding="utf-8", newline="\n")
    report([file], as_json, run)


def _require_free(file: Path) -> None:
    if file.suffix != ".toml":
        raise BadInput("expected a name that ends in .toml", file=file)
    if file.exists():
        raise BadInput("exists already", file=file)
    if not file.parent.is_dir():
        raise BadInput("no such folder", file=file.parent)


def encounter_text(ruleset: Ruleset, run: str) -> str:
    model = model_of(ruleset)
    return ENCOUNTER.format(
        name=ruleset.book.name,
        run=run,
        slug=ruleset.slug,
        rulings=_rulings(ruleset),
        place=_place(model),
        creatures="\n".join(_creatures(ruleset, model)),
    )


def scenario_text(ruleset: Ruleset, file: Path, run: str) -> str:
    """The fight a new encounter has, played as far as the first thing odds would tell."""
    words, model = ruleset.words, model_of(ruleset)
    fight = _first_exchange(tomllib.loads(encounter_text(ruleset, run)), file)
    asked = [item for item in fight.story if isinstance(item[0], Question)]
    told = [item[0] for item in fight.story if isinstance(item[0], int)]
    shown = [event for event in told if words.told[event].headline] or told
    rules = {rule for event in shown for rule in words.told[event].rules}
    lines = [answer_line(write_entry(item, fight.encounter)) for item in asked]
    return SCENARIO.format(
        name=ruleset.book.name,
        run=run,
        slug=ruleset.slug,
        rules=inline([rule for rule in ruleset.book.rules if rule in rules]),
        do=rows_text("do", lines),
        place=_place(model),
        creatures="\n".join(map(_as_it_is, _creatures(ruleset, model))),
        events=inline([words.event_name(event) for event in shown]),
        fields=_fields(fight),
    )


def _as_it_is(creature: str) -> str:
    """Without what one may change: what is expected would no longer come of it."""
    return "".join(line for line in creature.splitlines(True) if not line.startswith("# set"))


def _first_exchange(data: dict[str, Any], file: Path) -> Fight:
    """The computer plays until something is told that odds would tell, and its step is over."""
    encounter = encounter_from(TomlTable(data, str(file)), str(file))
    usual = Seat(usual_player(encounter.ruleset))
    played = Fight(encounter, Players([usual] * len(encounter.entrants), SEED))
    played.run()
    told = encounter.ruleset.words.told
    end = next(
        step.told
        for step in [*played.snapshots[1:MOST_STEPS], played.snapshots[-1]]
        if any(isinstance(i[0], int) and told[i[0]].headline for i in played.story[: step.told])
        or step is played.snapshots[-1]
    )
    said = [i for i in played.story[:end] if isinstance(i[0], Question)]
    data = {**data, "do": [write_entry(item, encounter) for item in said]}
    return play_script(encounter_from(TomlTable(data, str(file)), str(file)))


def _fields(fight: Fight) -> str:
    """What odds would tell of whoever it went badly or well for."""
    before = fight.snapshots[0].world
    fields = type(fight.world).layout.fields["creatures"].layout.fields.values()
    shown = [f for f in fields if f.headline and not f.is_list and not f.record]
    out = ""
    for name, then, now in zip(fight.names, before.creatures, fight.world.creatures, strict=True):
        changed = [f for f in shown if getattr(then, f.name) != getattr(now, f.name)]
        if changed:
            held = {f.name: show(f, getattr(now, f.name), fight.encounter.names) for f in changed}
            out += table_text({name: held})
    return out


def _rulings(ruleset: Ruleset) -> str:
    if not ruleset.book.switches:
        return ""
    switch = ruleset.book.switches[0]
    return RULINGS.format(slug=ruleset.slug, ruling=switch.name, reading=switch.reading_names[-1])


def _place(model: Encounter) -> str:
    """The model's sides, its map and what is set, and the things and places of its own."""
    own = [kind for kind in model.library.kinds if kind != "creature"]
    data = {key: model.top.data[key] for key in ("sides", "map", "set", *own) if key in model.top}
    return "\n" + tomli_w.dumps(data) if data else ""


def _creatures(ruleset: Ruleset, model: Encounter) -> list[str]:
    """The first of every side of the model."""
    library = Library(ruleset.world)
    library.add_all(ruleset.book.content)
    known = ", ".join(library.everything()["creature"])
    firsts = [next((e for e in model.entrants if e.side == side), None) for side in model.sides]
    return [_creature(ruleset, first, known) for first in firsts if first is not None]


def _creature(ruleset: Ruleset, first: Entrant, known: str) -> str:
    lines = ["[[creature]]", f"name = {inline(first.name)}  # what people call it; no two alike"]
    if first.content:
        lines.append(f"# one of {known}\nfrom = {inline(first.content)}")
    lines.append(f"side = {inline(first.side)}")
    if "at" in first.table:
        lines.append(f"at = {inline(first.table.raw('at'))}  # where it stands")
    lines.append(f"{_set(ruleset, first)}  # fields that differ from its content")
    return "\n".join(lines) + "\n"


def _set(ruleset: Ruleset, first: Entrant) -> str:
    """What makes it what it is, where no content does: an event of the world, a door."""
    if not first.content and "set" in first.table:
        return f"set = {inline(first.table.raw('set'))}"
    fields = ruleset.world.layout.fields["creatures"].layout.fields.values()
    headline = next((f.name for f in fields if f.headline), "side")
    return f"# set = {{ {headline} = 1 }}"


def command(*said: str) -> str:
    """What to type."""
    return shlex.join(["affray", *said])


def report(files: list[Path], as_json: bool, then: str) -> None:
    """What was written, and what to do with it."""
    if as_json:
        print_json({"written": [f.as_posix() for f in files], "next": then})
        return
    for file in files:
        print(f"wrote {file}")
    print(f"next: {then}")
