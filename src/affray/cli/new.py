"""`new`: commented starting points."""

from __future__ import annotations

import re
import shutil
from pathlib import Path

import tomli_w

from affray.book.content import Library
from affray.book.encounter import Encounter, Entrant, read_encounter
from affray.book.errors import BadInput
from affray.book.ruleset import Ruleset
from affray.book.shelf import SHELF
from affray.cli.common import print_json
from affray.files.tapefile import inline

ENCOUNTER = """\
# An encounter of {name}. Run it:  affray play {file}
ruleset = "{slug}"
title = "A fight of my own"
{rulings}{place}
{creatures}"""

RULINGS = """
# [rulings]  # read a rule the other way: `affray rulings {slug}` lists them
# {ruling} = "{reading}"
"""

CREATURE = """\
[[creature]]
name = "{name}"  # what people call it; no two alike
{content}  # its content: {known}
side = "{side}"
at = {at}  # where it stands
{set}  # fields that differ from its content
"""

SCENARIO = """\
ruleset = "{slug}"
title = "A strike that hits and beats the armor wounds"
rules = ["{prefix}-6", "{prefix}-7", "{prefix}-9", "{prefix}-10"]
start = "Ada"                    # begin in Ada's turn, nothing rolled
creature = [                     # several scenarios with the same creatures: cast = "..."
  {{ name = "Ada", from = "knight", side = "heroes", at = 1 }},
  {{ name = "Grim", from = "brute", side = "foes", at = 4 }},
]
do = [                           # answers, in the order they are asked
  "Ada: target Grim",
  "Ada rolls hit: d6 4 4 1 against d6 6",
  "Ada rolls armor: d6 2 3",
]

[expect]
events = ["hit", "wound"]
Grim = {{ wounds = 1 }}
"""


def write_encounter(file: Path, slug: str, as_json: bool) -> None:
    ruleset = SHELF.get(slug)
    if file.suffix != ".toml":
        raise BadInput("expected a name that ends in .toml", file=file)
    if file.exists():
        raise BadInput("exists already", file=file)
    if not file.parent.is_dir():
        raise BadInput("no such folder", file=file.parent)
    model = _model(ruleset)
    text = ENCOUNTER.format(
        name=ruleset.book.name,
        file=file,
        slug=ruleset.slug,
        rulings=_rulings(ruleset),
        place=_place(model),
        creatures="\n".join(_creatures(ruleset, model)),
    )
    file.write_text(text, encoding="utf-8", newline="\n")
    _report([file], as_json, f"affray play {file}")


def _model(ruleset: Ruleset) -> Encounter:
    """The smallest fight that comes with the game: of it one of each side is kept."""
    files = ruleset.encounter_files()
    if not files:
        raise BadInput("no encounter to begin from", file=ruleset.folder / "encounters")
    known = [read_encounter(path, name) for name, path in files.items()]
    return min(known, key=lambda encounter: len(encounter.entrants))


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
    known = list(library.everything()["creature"])
    fields = ruleset.world.layout.fields["creatures"].layout.fields.values()
    headline = next((f.name for f in fields if f.headline), "side")
    firsts = [next((e for e in model.entrants if e.side == side), None) for side in model.sides]
    made = [
        CREATURE.format(
            name=first.name, content=f'from = "{first.content}"' if first.content else "# from =",
            known=", ".join(known), side=first.side, at=inline(first.table.raw("at", None)),
            set=_set(first, headline),
        )
        for first in firsts if first is not None
    ]  # fmt: skip
    return [text.replace("at = null", "# at =") for text in made]


def _set(first: Entrant, headline: str) -> str:
    """What makes it what it is, where no content does: an event of the world, a door."""
    if first.content or "set" not in first.table:
        return f"# set = {{ {headline} = 1 }}"
    return f"set = {inline(first.table.raw('set'))}"


def write_ruleset(name: str, folder: Path, as_json: bool) -> None:
    """Copy Skirmish under another name; its proofs are for its new owner to write."""
    if not re.fullmatch(r"[a-z][a-z0-9]*(-[a-z0-9]+)*", name):
        raise BadInput(f"found {name!r}, expected kebab-case such as 'my-game'", field="NAME")
    if name in SHELF.slugs():
        raise BadInput(f"there is a ruleset {name!r} already", field="NAME")
    target = folder / name.replace("-", "_")
    if target.exists():
        raise BadInput("exists already", file=target)
    source = SHELF.get("skirmish").folder
    shutil.copytree(source, target, ignore=shutil.ignore_patterns("__pycache__"))
    prefix = _prefix(name)
    written = sorted(f for f in target.rglob("*") if f.is_file())
    for file in written:
        text = file.read_text(encoding="utf-8").replace("SK-", f"{prefix}-")
        text = text.replace('prefix = "SK"', f'prefix = "{prefix}"')
        text = text.replace("skirmish", name).replace("Skirmish", name.replace("-", " ").title())
        text = text.replace("complete = true", "complete = false")
        file.write_text(text, encoding="utf-8", newline="\n")
    scenario = target / "scenarios" / "a-strike-wounds.toml"
    scenario.parent.mkdir()
    text = SCENARIO.format(slug=name, prefix=prefix)
    scenario.write_text(text, encoding="utf-8", newline="\n")
    _report([*written, scenario], as_json, f"affray play {name}/duel --rulesets {folder}")


def _prefix(name: str) -> str:
    """Initials of the name, two to four letters: my-game is MG, duel is DU."""
    initials = "".join(word[0] for word in name.split("-") if word[0].isalpha())
    letters = initials if len(initials) > 1 else "".join(c for c in name if c.isalpha())[:2]
    return letters.upper()[:4].ljust(2, "X")


def _report(files: list[Path], as_json: bool, then: str) -> None:
    if as_json:
        print_json({"written": [f.as_posix() for f in files], "next": then})
        return
    for file in files:
        print(f"wrote {file}")
    print(f"next: {then}")
