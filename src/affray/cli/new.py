"""`new ruleset`: a game of one's own, begun from another, that reads as its own from the start."""

from __future__ import annotations

import re
import shutil
from collections.abc import Iterator
from pathlib import Path

from affray.book.errors import BadInput
from affray.book.ruleset import Ruleset
from affray.book.shelf import SHELF
from affray.cli.new_files import command, report, scenario_text
from affray.cli.trust import let_in

PROOFS = ("__pycache__", "scenarios", "scenarios.zip", "golden")
"""What stays behind: its new owner writes other ones."""

SUMMARY = "A game of our own; say here in a sentence what it is like."
SCENARIO = "the-first-exchange.toml"


def write_ruleset(name: str, folder: Path, as_json: bool, begun_from: str = "skirmish") -> None:
    """Copy a game under another name, with a scenario of its own to begin the proofs."""
    if not re.fullmatch(r"[a-z][a-z0-9]*(-[a-z0-9]+)*", name):
        raise BadInput(f"found {name!r}, expected kebab-case such as 'my-game'", field="NAME")
    if name in SHELF.slugs():
        raise BadInput(f"there is a ruleset {name!r} already", field="NAME")
    target = folder / name.replace("-", "_")
    if target.exists():
        raise BadInput("exists already", file=target)
    model = SHELF.get(begun_from)
    shutil.copytree(model.folder, target, ignore=shutil.ignore_patterns(*PROOFS))
    (target / "scenarios").mkdir()
    proof, own = target / "scenarios" / SCENARIO, ("--rulesets", str(folder))
    shown = scenario_text(model, proof, command("scenario", str(proof), *own))
    proof.write_text(shown, encoding="utf-8", newline="\n")
    written = sorted(f for f in target.rglob("*") if f.is_file())
    for file in written:
        text = _renamed(file.read_text(encoding="utf-8"), model, name)
        file.write_text(text, encoding="utf-8", newline="\n")
    let_in(target)
    first = min(f.stem for f in (target / "encounters").glob("*.toml"))
    first = "duel" if (target / "encounters" / "duel.toml").is_file() else first
    report(written, as_json, command("play", f"{name}/{first}", *own))


def _renamed(text: str, model: Ruleset, name: str) -> str:
    """A file of the model as the new game's own: other names, nothing of where it came from."""
    title = name.replace("-", " ").title()
    book, prefix = model.book, _prefix(name)
    text = re.sub(rf"\b{book.prefix}-(?=R?\d)", f"{prefix}-", text)
    text = text.replace(f'prefix = "{book.prefix}"', f'prefix = "{prefix}"')
    text = text.replace(book.slug, name).replace(book.name, title)
    for pattern, own in _own_lines(title):
        text = re.sub(pattern, own, text, flags=re.MULTILINE)
    return text


def _own_lines(title: str) -> Iterator[tuple[str, str]]:
    """What a book says of itself."""
    yield rf'^"""{re.escape(title)}: .*"""$', f'"""{title}, a game of our own."""'
    yield r"^summary = .*$", f'summary = "{SUMMARY}"'
    yield r"^version = .*$", "version = 1"
    yield r"^complete = true$", "complete = false"
    yield r'^source = ".*"\n', ""


def _prefix(name: str) -> str:
    """Initials of the name, two to four letters: my-game is MG, duel is DU."""
    initials = "".join(word[0] for word in name.split("-") if word[0].isalpha())
    letters = initials if len(initials) > 1 else "".join(c for c in name if c.isalpha())[:2]
    return letters.upper()[:4].ljust(2, "X")
