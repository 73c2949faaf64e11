"""Bad rulebooks: one line each, naming the file, the field, what was found and expected."""

from __future__ import annotations

import re
from dataclasses import replace
from pathlib import Path

import pytest
from test_files import SHIPPED, problem_of, write

from affray.book.rulebook import read_book
from affray.rulesets.skirmish import RULESET

RULEBOOK = (SHIPPED / "rulebook.toml").read_text(encoding="utf-8")


def problem_in_book(tmp_path: Path, text: str) -> str:
    path = write(tmp_path, text, "rulebook.toml")
    (tmp_path / "content.toml").write_bytes((SHIPPED / "content.toml").read_bytes())
    said = problem_of(lambda: replace(RULESET, folder=tmp_path).book)
    assert said.startswith(f"{path}: ")
    return said.removeprefix(f"{path}: ")


@pytest.mark.parametrize(
    ("old", "new", "problem"),
    [
        ('id = "SK-2"', 'id = "SK-1"', "rule[SK-1].id: SK-1 stands twice"),
        ('id = "SK-2"', 'id = "XX-2"', "rule[XX-2].id: found 'XX-2', expected an id such as SK-1"),
        ('id = "SK-2"', "id = 2", "rule[2].id: found 2, expected text"),
        ('id = "SK-R2"', 'id = "SK-R1"', "ruling[SK-R1].id: SK-R1 stands twice"),
        (
            'id = "SK-R2"',
            'id = "SK-2"',
            "ruling[SK-2].id: found 'SK-2', expected an id such as SK-R",
        ),
        ('name = "blow_meets"', 'name = "ties"', "ruling[SK-R2].name: 'ties' stands twice"),
        ('rules = ["SK-7"]', 'rules = ["SK-77"]', "rules: cites SK-77, which is not in this book"),
        (
            'default = "striker"',
            'default = "x"',
            "default: no reading is called 'x'; expected strik",
        ),
        (
            'kind = "definition"',
            'kind = "defintion"',
            "no kind is called 'defintion'; did you mean",
        ),
        ('text = "A tie hits."', "txt = 1", "ruling[SK-R1].reading[striker].text: missing"),
        ('text = "A tie hits."', 'text = "A"\nx = 1', "reading[striker]: no field is called 'x'"),
        ('id = "SK-2"', 'id = "SK-2"\nnarrower = 1', "rule[SK-2].narrower: found 1, expected text"),
        ('from = "SK-3"', 'from = "SK-33"', "chapter[2].from: cites SK-33, which is not in this"),
        ('from = "SK-3"', 'from = "SK-1"', "from: SK-1 does not come after the chapter before it"),
        ('from = "SK-1"', 'from = "SK-2"', "chapter: found none that begins with SK-1, expected"),
        ("version = 1", "version = 0", "version: found 0, expected 1 to"),
        ("version = 1", "verison = 1", "version: missing"),
        ("complete = true", 'complete = "yes"', "complete: found 'yes', expected true or false"),
        ("complete = true", "complet = true", "no field is called 'complet'; did you mean 'comple"),
        ('slug = "skirmish"', 'slug = "My Game"', "slug: found 'My Game', expected kebab-case"),
        ('name = "target"\ntext = "A tie', 'name = "striker"\ntext = "A tie', "a name of its own"),
    ],
)
def test_bad_rulebooks(tmp_path: Path, old: str, new: str, problem: str) -> None:
    assert old in RULEBOOK
    assert problem in problem_in_book(tmp_path, RULEBOOK.replace(old, new, 1))


def test_a_ruling_that_is_fixed_says_why(tmp_path: Path) -> None:
    why = re.compile(r"(fixed = true\nrules = .*\n)reason = .*\n")
    assert why.search(RULEBOOK)
    said = problem_in_book(tmp_path, why.sub(r"\1", RULEBOOK))
    assert said == "ruling[SK-R3].reason: missing; a ruling that is fixed says why"


def test_a_ruling_needs_two_readings(tmp_path: Path) -> None:
    second = '[[ruling.reading]]\nname = "target"\ntext = "A tie misses."\n'
    assert second in RULEBOOK
    said = problem_in_book(tmp_path, RULEBOOK.replace(second, ""))
    assert said == "ruling[SK-R1].reading: a ruling needs at least two [[ruling.reading]]"


def test_rulings_must_be_the_switches_of_the_world(tmp_path: Path) -> None:
    said = problem_in_book(tmp_path, RULEBOOK.replace('"ties"', '"draws"'))
    assert "must stand both here and in rulings.py; write that anew: affray rulings" in said
    said = problem_in_book(tmp_path, RULEBOOK.replace("fixed = true\n", "", 1))
    assert said.startswith("the switch 'fallen_helpers' must stand both")
    said = problem_in_book(tmp_path, RULEBOOK.replace('= "striker"', '= "hitter"'))
    found = "ties: readings ['hitter', 'target'] in the book, ['striker', 'target'] in rulings.py"
    assert said == f"{found}; write that anew: affray rulings skirmish --write"


def test_a_book_needs_its_content(tmp_path: Path) -> None:
    write(tmp_path, RULEBOOK, "rulebook.toml")
    said = problem_of(lambda: read_book(tmp_path))
    assert said == f"{tmp_path / 'content.toml'}: no such file"


def test_the_shipped_book_reads() -> None:
    book = read_book(SHIPPED)
    assert (book.slug, book.version, book.complete) == ("skirmish", 1, True)
    assert [r.name for r in book.switches] == ["ties", "blow_meets"]
    assert [book.rules[r].is_definition for r in ("SK-2", "SK-3")] == [True, False]
