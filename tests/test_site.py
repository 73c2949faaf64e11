"""The documents as a site: every link leads somewhere, and no page asks anybody else."""

from __future__ import annotations

import importlib.util
import inspect
import re
from pathlib import Path

import pytest
from shipped import GAMES

import affray
from affray.book.shelf import SHELF

mkdocs = pytest.importorskip("mkdocs", reason="requirements/docs.txt is not installed")
ROOT = Path(__file__).parents[1]
FETCHED = re.compile(r"<(?:script|img|iframe|source)[^>]*?src=\"?([^\s\">]+)|<link([^>]*)>")


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Built as `make docs` builds it; a warning ends it, and a link to nowhere is one."""
    from mkdocs.commands.build import build
    from mkdocs.config import load_config

    home = tmp_path_factory.mktemp("site")
    spec = importlib.util.spec_from_file_location("staging", ROOT / "docs" / "staging.py")
    assert spec is not None
    assert spec.loader is not None
    staging = importlib.util.module_from_spec(spec)
    with pytest.MonkeyPatch.context() as patch:
        patch.syspath_prepend(ROOT / "docs")
        spec.loader.exec_module(staging)
        staging.stage(home / "pages")
        patch.setenv("NO_MKDOCS_2_WARNING", "1")
        patch.chdir(ROOT)
        build(
            load_config(
                str(ROOT / "mkdocs.yml"),
                docs_dir=str(home / "pages"), site_dir=str(home / "site"), strict=True,
            )
        )  # fmt: skip
    return home / "site"


def test_every_document_is_a_page_in_the_menu(site: Path) -> None:
    menu = (ROOT / "mkdocs.yml").read_text(encoding="utf-8")
    for document in (ROOT / "docs").glob("*.md"):
        name = "index" if document.stem == "README" else document.stem
        assert (site / f"{name}.html").is_file()
        assert f"{name}.md" in menu, f"{name} is not in the menu of mkdocs.yml"


@pytest.mark.parametrize("slug", SHELF.slugs())
def test_every_rule_and_reading_of_a_game_is_on_its_page(site: Path, slug: str) -> None:
    book = SHELF.get(slug).book
    page = (site / "rules" / f"{slug}.html").read_text(encoding="utf-8")
    assert set(re.findall(r'id="([A-Z]+-\d+)"', page)) == set(book.rules)
    for ruling in book.rulings.values():
        assert f"{ruling.id} {ruling.name}" in page
        for reading in ruling.readings:
            assert f"<strong>{reading.name}</strong>" in page
    assert all(f">{chapter.title}<" in page for chapter in book.chapters)


@pytest.mark.parametrize("slug", GAMES)
def test_a_game_s_page_has_odds_that_are_exact(site: Path, slug: str) -> None:
    page = (site / "rules" / f"{slug}.html").read_text(encoding="utf-8")
    table = page.partition(">Odds<")[2].partition("</table>")[0]
    rows = re.findall(r"<td>([\d.]+) %</td>\s*<td>(\d+)/(\d+)</td>\s*<td>(.+?)</td>", table)
    assert rows
    for percent, of, all_of, rules in rows:
        assert 0 < int(of) < int(all_of)
        assert percent == f"{100 * int(of) / int(all_of):.2f}"
        assert set(re.findall(r'href="#([^"]+)"', rules)) <= set(SHELF.get(slug).book.rules)


def test_every_public_name_is_explained(site: Path) -> None:
    """By the first words of its docstring."""
    page = (site / "api.html").read_text(encoding="utf-8")
    text = " ".join(re.findall(r"\w+", re.sub(r"<[^>]+>", " ", page)))
    for name in affray.__all__:
        assert f"affray.{name}</code>" in page
        says = inspect.getdoc(getattr(affray, name))
        assert says, name
        assert " ".join(re.findall(r"\w+", says)[:4]) in text


def test_no_page_asks_anybody_else(site: Path) -> None:
    asked = set()
    for file in site.rglob("*.html"):
        for source, link in FETCHED.findall(file.read_text(encoding="utf-8")):
            found = re.search(r"href=\"?([^\s\">]+)", link)
            asked.add(source or (found[1] if found and "canonical" not in link else ""))
    assert len(asked) > 5
    assert [one for one in asked if one.startswith(("http:", "https:", "//"))] == []
    for sheet in site.rglob("*.css"):
        assert not re.search(r"url\(\"?(https?:)?//", sheet.read_text(encoding="utf-8")), sheet
