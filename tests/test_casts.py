"""Casts and answers on one line: what they stand for, and what of them is refused."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from affray.book.encounter import read_encounter, whole
from affray.book.errors import BadInput
from affray.book.toml_tables import TomlTable, parse_toml, read_toml
from affray.files.answers import answers
from affray.files.scenario import run_scenario

CAST = """\
ruleset = "skirmish"
rulings = { ties = "target" }
creature = [
  { name = "Ada", from = "knight", side = "heroes", at = 1 },
  { name = "Grim", from = "brute", side = "foes", at = 2, set = { wounds = 1 } },
]
set = { round = 2 }
"""
HEAD = 'cast = "two"\ntitle = "A tie"\nstart = "Ada"\n'
READ = 'rulings.ties = "striker"\n'
CHANGES = "set.round = 3\nset.Ada = { at = 4, wounds = 2 }\nset.Grim = { guard = 3 }\n"
LINES = """\
do = [
  "Ada: target Grim",
  "Ada rolls hit: d6 4 4 1 against d6 6 1 1",
  "Ada rolls armor: total 6",
]
"""
EXPECT = '[expect]\nevents = ["hit"]\nround = 3\nGrim = { wounds = 2 }\n'


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    (tmp_path / "_casts").mkdir()
    (tmp_path / "_casts" / "two.toml").write_text(CAST)
    monkeypatch.chdir(tmp_path)
    return tmp_path


def written(text: str) -> Path:
    Path("s.toml").write_text(text)
    return Path("s.toml")


@pytest.mark.usefixtures("folder")
def test_a_file_has_the_last_word_over_its_cast() -> None:
    found = whole(read_toml(written(HEAD + READ + CHANGES + LINES + EXPECT)))
    assert {k: v for k, v in found.data.items() if k not in ("do", "expect")} == {
        "ruleset": "skirmish",
        "title": "A tie",
        "start": "Ada",
        "rulings": {"ties": "striker"},
        "set": {"round": 3},
        "creature": [
            {"name": "Ada", "from": "knight", "side": "heroes", "at": 4, "set": {"wounds": 2}},
            {"name": "Grim", "from": "brute", "side": "foes", "at": 2,
             "set": {"wounds": 1, "guard": 3}},
        ],
    }  # fmt: skip
    assert run_scenario(Path("s.toml")).ok


@pytest.mark.usefixtures("folder")
def test_creatures_are_added_and_a_save_needs_no_cast() -> None:
    more = '[[creature]]\nname = "Bo"\nfrom = "ranger"\nside = "heroes"\nat = 3\n'
    encounter = read_encounter(written(HEAD + more))
    assert [entrant.name for entrant in encounter.entrants] == ["Ada", "Grim", "Bo"]
    assert encounter.world().round == 2
    assert "cast" not in encounter.to_toml()


@pytest.mark.usefixtures("folder")
def test_set_changes_creatures_of_the_file_itself() -> None:
    text = CAST.replace("set = { round = 2 }", "set.round = 2\nset.Ada = { at = 5 }")
    encounter = read_encounter(written(text))
    assert encounter.entrants[0].table.raw("at") == 5


@pytest.mark.parametrize(
    ("text", "problem"),
    [
        ('cast = "twoo"\n', "s.toml: cast: no cast is called 'twoo'; did you mean 'two'?"),
        ('cast = "../two"\n', "s.toml: cast: no cast is called '../two'"),
        ("cast = 2\n", "s.toml: cast: found 2, expected text"),
        (HEAD + 'ruleset = "plunder"\n', "s.toml: ruleset: found 'plunder', expected 'skirmish' a"),
        (HEAD + "set.Adda = { at = 2 }\n", "s.toml: set: no creature or field is called 'Adda'; d"),
        (HEAD + "set.Ada = { wound = 2 }\n", "s.toml: set.Ada: no field is called 'wound'; did yo"),
        (HEAD + "set.Ada = 2\n", "s.toml: set.Ada: found 2, expected a table"),
        (HEAD + "set.Ada = { name = 'Eve' }\n", "s.toml: set.Ada: no field is called 'name'; "),
        (HEAD + "set.rond = 2\n", "s.toml: set: no field is called 'rond'; did you mean 'round'?"),
        (HEAD + 'set.Ada = { from = "kniht" }\n', "s.toml: creature[Ada].from: no creature is cal"),
        (HEAD + "set.Ada = { at = 2 }\n", "s.toml: creature[Grim].at: found 2, where Ada already"),
        (HEAD + "rulings.tis = 'striker'\n", "s.toml: rulings.tis: no ruling is called 'tis'; "),
        (HEAD + "[[creature]]\nname = 'Ada'\nside = 'foes'\n", "creature[Ada].name: 'Ada' stands "),
    ],
)  # fmt: skip
@pytest.mark.usefixtures("folder")
def test_what_is_wrong_in_a_file_is_said_of_the_file(text: str, problem: str) -> None:
    with pytest.raises(BadInput) as refused:
        read_encounter(written(text)).world()
    assert problem in str(refused.value)


@pytest.mark.parametrize(
    ("cast", "problem"),
    [
        (CAST + 'title = "Two"\n', "title: is no part of a cast; expected it in the files that na"),
        (CAST.replace("\nset = ", "\nsett = "), "no field is called 'sett'; did you mean 'set'?"),
        (CAST.replace('"brute"', '"bruto"'), "creature[Grim].from: no creature is called 'bruto';"),
        (CAST.replace("wounds = 1", "wounds = 99999"), "creature[Grim].set.wounds: found 99999, e"),
        (CAST.replace('ruleset = "skirmish"', ""), "ruleset: missing; expected one of "),
        ("ruleset =", "is not TOML"),
    ],
)  # fmt: skip
@pytest.mark.usefixtures("folder")
def test_what_is_wrong_in_a_cast_is_said_of_the_cast(cast: str, problem: str) -> None:
    Path("_casts/two.toml").write_text(cast)
    with pytest.raises(BadInput) as refused:
        read_encounter(written(HEAD + "set.Grim = { from = 'brute', wounds = 0 }\n"))
    assert str(refused.value).startswith(f"_casts/two.toml: {problem}")


def test_without_casts_the_folder_is_named(tmp_path: Path) -> None:
    (tmp_path / "s.toml").write_text(HEAD)
    with pytest.raises(BadInput, match="cast: found 'two', but there is no folder "):
        read_encounter(tmp_path / "s.toml")


def test_the_example_of_the_docs_holds(tmp_path: Path) -> None:
    shown = (Path(__file__).parents[1] / "docs" / "scenarios.md").read_text(encoding="utf-8")
    scenario, cast = re.findall(r"```toml\n(.*?)```", shown, re.DOTALL)
    (tmp_path / "_casts").mkdir()
    (tmp_path / "_casts" / "ada-and-grim.toml").write_text(cast)
    (tmp_path / "s.toml").write_text(scenario)
    assert run_scenario(tmp_path / "s.toml").why == ""


# Answers


def test_a_line_is_what_the_long_form_says() -> None:
    text = """do = [
        "Ada: action attack, target Orc 2",
        "Orc 2 rolls hit: d4 3 1 d8 5 against no dice",
        "Ada rolls save: result true",
        "Ada rolls save: total 5 against -4",
        { who = "Ada", choose = "weapon", answer = "sword, long" },
    ]"""
    found = answers(parse_toml(text, "s.toml"), "do")
    assert [(table.where, table.data) for table in found] == [
        ("do[1][1]", {"who": "Ada", "choose": "action", "answer": "attack"}),
        ("do[1][2]", {"who": "Ada", "choose": "target", "answer": "Orc 2"}),
        ("do[2]", {"who": "Orc 2", "roll": "hit",
         "dice": {"d4": [3, 1], "d8": [5]}, "against": {}}),
        ("do[3]", {"who": "Ada", "roll": "save", "result": True}),
        ("do[4]", {"who": "Ada", "roll": "save", "total": 5, "against_total": -4}),
        ("do[5]", {"who": "Ada", "choose": "weapon", "answer": "sword, long"}),
    ]  # fmt: skip


@pytest.mark.parametrize(
    "line",
    [
        "", "Ada", "Ada:", "Ada: ", ": target Grim", "Ada: target",
        "Ada: target Grim, Bo", "Ada: target Grim,  x", "Ada rolls hit: ", "Ada rolls hit: 4",
        "Ada rolls hit: d6", "Ada rolls hit: d6 2 d6 3", "Ada rolls hit: d6  2",
        "Ada rolls hit: d6 x",
        "Ada rolls hit: d6 2, 3", "Ada rolls hit: d6 2 against ", "Ada rolls hit: 2d6 3 4",
        "Ada rolls hit: total", "Ada rolls hit: total five", "Ada rolls hit: result 1 against 2",
        "Ada rolls hit: d6 -1", "Ada rolls hit: no dice 3",
    ],
)  # fmt: skip
def test_a_line_that_is_not_whole_is_refused(line: str) -> None:
    with pytest.raises(BadInput, match=r"^s.toml: do\[1\](\[\d\])?: found .* expected "):
        answers(TomlTable({"do": [line]}, "s.toml"), "do")


def test_a_list_holds_lines_and_tables_only() -> None:
    with pytest.raises(BadInput, match=r"do\[1\]: found a whole number, expected a line such as"):
        answers(TomlTable({"do": [3]}, "s.toml"), "do")
    with pytest.raises(BadInput, match=r"do: found text, expected a list of answers"):
        answers(TomlTable({"do": "Ada: target Grim"}, "s.toml"), "do")


@pytest.mark.parametrize(
    ("old", "new", "problem"),
    [
        ('  "Ada: target Grim",\n', "", "do[1]: found 'hit' of Ada, but the rules ask 'target' of"),
        ("target Grim", "target Ada", "do[1].answer: found 'Ada', legal are Grim"),
        ("target Grim", "target Grim, target Grim", "do[1][2]: found 'target' of Ada, but the rul"),
        ('"Ada: target', '"Grim: target', "do[1]: found 'target' of Grim, but the rules ask"),
        ("d6 4 4 1 ", "d6 4 4 7 ", "do[2].dice: found a 7 on a d6, expected 1 to 6"),
        (" against d6 6 1 1", "", "do[2].against: found no dice, expected 3d6"),
        ("total 6", "total 13", "do[3].total: found 13, expected 2 to 12"),
        ('  "Ada rolls armor: total 6",\n', "", "do[3]: missing; the rules ask 'armor' of Ada"),
    ],
)  # fmt: skip
@pytest.mark.usefixtures("folder")
def test_a_line_is_held_to_what_is_asked(old: str, new: str, problem: str) -> None:
    text = HEAD + READ + CHANGES + LINES + EXPECT
    assert old in text
    with pytest.raises(BadInput) as refused:
        run_scenario(written(text.replace(old, new)))
    assert f"s.toml: {problem}" in str(refused.value)
