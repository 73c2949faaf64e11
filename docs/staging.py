"""The pages of the site: these documents, every game's rules from its book, every public name.

python docs/staging.py build/pages
"""

from __future__ import annotations

import re
import sys
from collections.abc import Iterator
from pathlib import Path
from shutil import copytree, rmtree

from odds_of_plans import odds_table

import affray
from affray.book.chapters import Chapter
from affray.book.rulebook import Rule, Ruling
from affray.book.ruleset import Ruleset
from affray.book.shelf import SHELF

DOCS = Path(__file__).parent
ROOT = DOCS.parent
TOPS = ("README", "SECURITY", "CONTRIBUTING", "CHANGELOG")
LINK = re.compile(r"\]\(([^)#:\s]+)(#[^)\s]*)?\)")


def stage(pages: Path) -> None:
    """Write every page anew."""
    if pages.exists():
        rmtree(pages)
    (pages / "rules").mkdir(parents=True)
    copytree(DOCS / "images", pages / "images")
    for document in sorted(DOCS.glob("*.md")):
        name = "index.md" if document.stem == "README" else document.name
        _write(pages / name, led(document.read_text(encoding="utf-8"), document))
    for top in TOPS:
        document = ROOT / f"{top}.md"
        _write(pages / f"{top.lower()}.md", led(document.read_text(encoding="utf-8"), document))
    for slug in SHELF.slugs():
        _write(pages / "rules" / f"{slug}.md", "\n".join(rules_page(SHELF.get(slug))))
    _write(pages / "api.md", "\n".join(api_page()))


def _write(path: Path, text: str) -> None:
    path.write_text(text, encoding="utf-8", newline="\n")


def led(text: str, document: Path) -> str:
    """A document with its links led to pages; what is no page stays as its name."""

    def to(found: re.Match[str]) -> str:
        goal = (document.parent / found[1]).resolve()
        page = _page(goal)
        return f"]({page}{found[2] or ''})" if page else "](#)"

    return re.sub(r"\[([^\]]*)\]\(#\)", r"\1", LINK.sub(to, text))


def _page(goal: Path) -> str:
    if goal.parent == DOCS:
        return "index.md" if goal.stem == "README" else goal.name
    if goal.parent == DOCS / "images":
        return f"images/{goal.name}"
    if goal.parent == ROOT and goal.stem in TOPS:
        return f"{goal.stem.lower()}.md"
    if goal.name == "rulebook.toml":
        return f"rules/{goal.parent.name.replace('_', '-')}.md"
    return ""


# A game's rules


def rules_page(ruleset: Ruleset) -> Iterator[str]:
    """Every rule by chapter, under it in which ways it can be read; and what plans lead to."""
    book = ruleset.book
    yield f"# {book.name}: the rules\n\n{book.summary}\n"
    yield f"{len(book.rules)} rules, {len(book.switches)} of whose readings can be switched; "
    yield f"version {book.version}. Written from the game's rulebook.\n"
    shown: set[str] = set()
    for chapter in book.chapters:
        yield f"## {chapter.title}\n"
        for rule in _rules(ruleset, chapter):
            yield from _rule(rule)
            for ruling in book.rulings_of(rule.id):
                if ruling.id not in shown:
                    yield from _ruling(ruling)
                shown.add(ruling.id)
    yield from odds_table(ruleset)


def _rules(ruleset: Ruleset, chapter: Chapter) -> list[Rule]:
    return [ruleset.book.rules[rule] for rule in chapter.rules]


def _rule(rule: Rule) -> Iterator[str]:
    yield f'<a id="{rule.id}"></a>**{rule.id}** {rule.statement}\n'
    if rule.is_left_to_the_table:
        yield "*Left to the people at the table.*\n"
    if rule.narrower:
        yield f"*The code does less: {rule.narrower}*\n"


def _ruling(ruling: Ruling) -> Iterator[str]:
    kind = "note" if ruling.fixed else "question"
    yield f'!!! {kind} "{ruling.id} {ruling.name}: {_quoted(ruling.question)}"'
    for reading in ruling.readings:
        mark = " (the default)" if reading.name == ruling.default else ""
        yield f"    - **{reading.name}**{mark}: {reading.text}"
    yield f"\n    {ruling.reason}\n" if ruling.reason else ""


def _quoted(text: str) -> str:
    return text.replace('"', "'")


# Every public name


def api_page() -> Iterator[str]:
    yield "# Every name of `affray`\n"
    yield "From their docstrings; [python](python.md) shows them at work.\n"
    for name in affray.__all__:
        found = getattr(affray, name)
        module = getattr(found, "__module__", None) or "affray.book.shelf"
        called = getattr(found, "__qualname__", name)
        if name == "SHELF":
            module, called = "affray.book.shelf", "Shelf"
        yield f"## `affray.{name}`\n\n::: {module}.{called}\n    options:\n      heading_level: 3\n"


if __name__ == "__main__":
    stage(Path(sys.argv[1]))
