"""Bad files: one line each, naming the file, the field, what was found and expected."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from affray.book.content import Library, WorldFiller
from affray.book.encounter import Encounter, find_encounter, read_encounter
from affray.book.errors import BadInput
from affray.book.toml_tables import TomlTable, parse_toml
from affray.rules.world import Record, field, int8, many, pack, record
from affray.rulesets.skirmish import RULESET
from affray.rulesets.skirmish.rulings import BlowMeets
from affray.rulesets.skirmish.state import Stance

ADA = 'name = "Ada"\nfrom = "knight"\nside = "heroes"\nat = 1\n'
GRIM = 'name = "Grim"\nfrom = "brute"\nside = "foes"\nat = 2\n'
DUEL = f'ruleset = "skirmish"\n[[creature]]\n{ADA}[[creature]]\n{GRIM}'
SHIPPED = RULESET.folder


def write(folder: Path, text: str, name: str = "fight.toml") -> Path:
    path = folder / name
    path.write_text(text, encoding="utf-8")
    return path


def problem_of(read: Callable[[], Any]) -> str:
    with pytest.raises(BadInput) as caught:
        read()
    said = str(caught.value)
    assert "\n" not in said
    return said


def problem_in(path: Path) -> str:
    """What is said of an encounter, behind the name of its file."""
    said = problem_of(lambda: read_encounter(path).world())
    assert said.startswith(f"{path}: ")
    return said.removeprefix(f"{path}: ")


def grim(more: str) -> str:
    """The duel, with more said of Grim."""
    return DUEL + more + "\n"


def test_the_duel_itself_is_sound(tmp_path: Path) -> None:
    w = read_encounter(write(tmp_path, DUEL)).world()
    assert [(c.side, c.place, c.might) for c in w.creatures] == [(0, 1, 3), (1, 2, 3)]
    assert len(pack(w)) == RULESET.world.layout.size


@pytest.mark.parametrize(
    ("text", "problem"),
    [
        (DUEL.replace("brute", "brut"), "no creature is called 'brut'; did you mean 'brute'?"),
        (DUEL.replace("brute", "xyz"), "expected brute, imp, knight, ranger"),
        (grim("weight = 3"), "creature[Grim]: no field is called 'weight'"),
        (grim("sied = 3"), "creature[Grim]: no field is called 'sied'; did you mean 'side'?"),
        (DUEL.replace("at = 2", "at = 1"), "creature[Grim].at: found 1, where Ada already stands"),
        (DUEL.replace("at = 2", 'at = "two"'), "creature[Grim].at: found 'two', expected a whole"),
        (DUEL.replace("at = 2", "at = 13"), "creature[Grim].at: found 13, expected 1 to 12"),
        (DUEL.replace("at = 2", ""), "creature[Grim].at: missing"),
        (
            DUEL.replace('"foes"', '"fose"'),
            "creature[Grim].side: no side is called 'fose'; did you",
        ),
        (DUEL.replace('"Grim"', '"Ada"'), "creature[Ada].name: 'Ada' stands twice"),
        (DUEL.replace('"Grim"', '"outcome"'), "'outcome' is a word of the file format"),
        (DUEL.replace('"Grim"', "7"), "creature[7].name: found 7, expected text"),
        ('ruleset = "skirmish"', "creature: missing; expected at least one [[creature]]"),
        ('ruleset = "skirmish"\n[creature]\nat = 1', "creature: found {'at': 1}, expected a list"),
        ('ruleset = "skirmish"\ncreature = [3]', "creature: found a whole number, expected [[cre"),
        (DUEL.replace("skirmish", "skirmsh"), "ruleset: no ruleset is called 'skirmsh'; did you m"),
        (DUEL.replace('"skirmish"', "1"), "ruleset: found 1, expected text"),
        ("", "ruleset: missing"),
        ('titel = "x"\n' + DUEL, "no field is called 'titel'; did you mean 'title'?"),
        ('start = "Bob"\n' + DUEL, "start: no creature is called 'Bob'; expected Ada, Grim, betw"),
        ('start = "Grimm"\n' + DUEL, "start: no creature is called 'Grimm'; did you mean 'Grim'?"),
        ("start = 1\n" + DUEL, "start: found 1, expected text"),
        ('sides = ["heroes", "foes", "foes"]\n' + DUEL, "expected 1 to 8 different names"),
        (f"sides = {[str(k) for k in range(9)]}\n" + DUEL, "expected 1 to 8 different names"),
        ("rules = [3]\n" + DUEL, "rules: found 3, expected a list of texts"),
    ],
)
def test_bad_encounters(tmp_path: Path, text: str, problem: str) -> None:
    assert problem in problem_in(write(tmp_path, text))


@pytest.mark.parametrize(
    ("change", "problem"),
    [
        ("might = 32768", "set.might: found 32768, expected 0 to 60 (SK-1)"),
        ("might = 2.5", "set.might: found 2.5 (a number with a point), expected a whole number"),
        ('might = "many"', "set.might: found 'many' (text), expected a whole number"),
        ("might = [1]", "set.might: found [1] (a list), expected a whole number"),
        ("mihgt = 3", "set: no field is called 'mihgt'; did you mean 'might'?"),
        ('weapon = "swrod"', "set.weapon: no weapon is called 'swrod'; did you mean 'sword'?"),
        ("weapon = 77", "set.weapon: found 77, expected the name of one of the weapons"),
        ('stance = "runs"', "set.stance: no stance is called 'runs'; expected none, press, brace"),
        ("stance = 9", "set.stance: found 9, expected one of none, press, brace"),
    ],
)
def test_bad_changes_to_a_creature(tmp_path: Path, change: str, problem: str) -> None:
    said = problem_in(write(tmp_path, grim(f"set = {{ {change} }}")))
    assert said == f"creature[Grim].{problem}"


@pytest.mark.parametrize(
    ("change", "problem"),
    [
        ("round = 40000", "set.round: found 40000, expected 0 to 9999 (SK-12)"),
        ("n = 5", "set.n: found 5 (a whole number), but no file or edit sets it"),
        ("rulings = 1", "set.rulings: found 1 (a whole number), but no file or edit sets it"),
        ("creatures = []", "set.creatures: found [] (a list), but no file or edit sets it"),
        ("roud = 1", "set: no field is called 'roud'; did you mean 'round'?"),
    ],
)
def test_bad_changes_to_the_fight(tmp_path: Path, change: str, problem: str) -> None:
    assert problem_in(write(tmp_path, DUEL + f"[set]\n{change}\n")) == problem


@pytest.mark.parametrize(
    ("ruling", "problem"),
    [
        ('tise = "target"', "rulings.tise: no ruling is called 'tise'; did you mean 'ties'?"),
        ('ties = "targte"', "rulings.ties: no reading is called 'targte'; did you mean 'target'?"),
        ('ties = "x"', "rulings.ties: no reading is called 'x'; expected striker, target"),
        ("ties = 1", "rulings.ties: found 1 (a whole number), expected one of striker, target"),
        (
            'ties = 1\nfallen_helpers = "once"',
            "rulings: ties: found 1 (a whole number), expected one of striker, target; fallen_hel",
        ),
        (
            'fallen_helpers = "once"',
            "rulings.fallen_helpers: is fixed at 'never' (SK-R3): T",
        ),
        (
            'tise = "x"\nties = "x"',
            "rulings: tise: no ruling is called 'tise'; did you mean 'ties'?; ties: no reading",
        ),
    ],
)
def test_bad_rulings(tmp_path: Path, ruling: str, problem: str) -> None:
    assert problem_in(write(tmp_path, DUEL + f"[rulings]\n{ruling}\n")).startswith(problem)


def test_one_side_alone_is_no_fight(tmp_path: Path) -> None:
    lonely = 'ruleset = "skirmish"\n[[creature]]\n' + ADA
    path = write(tmp_path, lonely)
    found = "creature: found heroes alone, expected somebody of another side to fight"
    assert problem_of(lambda: find_encounter(str(path))) == f"{path}: {found}"


def test_rulings_and_changes_reach_the_world(tmp_path: Path) -> None:
    text = grim('set = { stance = "brace", weapon = "club" }\n[rulings]\nblow_meets = "target"')
    encounter = read_encounter(write(tmp_path, text))
    w = encounter.world()
    assert w.rulings.blow_meets == BlowMeets.TARGET
    assert w.creatures[1].stance == Stance.BRACE
    assert encounter.names["weapons"][w.creatures[1].weapon] == "club"


def imps(n: int, more: str = "") -> str:
    one = '[[creature]]\nname = "imp {0}"\nfrom = "imp"\nside = "foes"\nat = {0}\n' + more
    return 'ruleset = "skirmish"\n' + "".join(one.replace("{0}", str(k + 1)) for k in range(n))


def test_too_many_creatures_or_weapons(tmp_path: Path) -> None:
    said = problem_in(write(tmp_path, imps(9)))
    assert said == "creature: found 9, expected at most 8"
    brought = "".join(f'[[weapon]]\nid = "w{k + 1}"\n' for k in range(8))
    said = problem_in(write(tmp_path, imps(8, 'set = { weapon = "w{0}" }\n') + brought))
    assert said == "creature[imp 8].set.weapon: found more than 8 weapons in one fight"


def test_a_name_with_a_line_break_still_gives_one_line(tmp_path: Path) -> None:
    said = problem_in(write(tmp_path, DUEL.replace('"Grim"', '"Gr\\nim"')))
    assert said.startswith(r"creature[Gr im].name: found 'Gr\nim', expected one line of at most")


@pytest.mark.parametrize(
    ("content", "problem"),
    [
        (b"ruleset = ", "is not TOML (Invalid value"),
        (b"\x00\x01", "is not TOML"),
        (b"x = " + b"1" * 5000, "line 1: found a number of 5,000 digits, expected at most 24"),
        (b"x = " + b"[" * 5000, "line 1: found lists or tables more than 32 deep"),
        (b'name = "Ad\xe9"', "is not text (byte 10), expected TOML in UTF-8"),
    ],
)
def test_what_is_not_toml(tmp_path: Path, content: bytes, problem: str) -> None:
    path = tmp_path / "fight.toml"
    path.write_bytes(content)
    assert problem_in(path).startswith(problem)


def test_files_that_are_not_there(tmp_path: Path) -> None:
    assert problem_in(tmp_path / "none.toml") == "no such file"
    assert problem_in(tmp_path) == "is a folder, expected a TOML file"
    (tmp_path / "file").write_text("")
    assert problem_in(tmp_path / "file" / "x.toml").startswith("cannot be read")
    assert problem_of(lambda: find_encounter(str(tmp_path / "none.toml"))).endswith("no such file")


@pytest.mark.parametrize("mark", [b"", b"\xef\xbb\xbf"])
def test_windows_line_ends_and_byte_order_marks_are_fine(tmp_path: Path, mark: bytes) -> None:
    path = tmp_path / "fight.toml"
    path.write_bytes(mark + DUEL.replace("\n", "\r\n").encode())
    assert read_encounter(path).world().n == 2


def test_encounters_by_name() -> None:
    assert find_encounter("skirmish/duel").title == "A duel at dawn"
    said = problem_of(lambda: find_encounter("skirmish/duell"))
    assert said == "no encounter is called 'skirmish/duell'; did you mean 'skirmish/duel'?"
    assert "no ruleset is called 'nowhere'" in problem_of(lambda: find_encounter("nowhere/duel"))


WHIP = 'weapon = [{ id = "whip", bite = "d4+1", wounds = 3 }]'


def whip_of(encounter: Encounter) -> tuple[int, int]:
    w = encounter.world()
    whip = w.weapons[w.creatures[1].weapon]
    return whip.bite, whip.wounds


@pytest.mark.parametrize("homebrew", ['"home.toml"', '["home.toml"]', f"{{ {WHIP} }}"])
def test_homebrew_by_path_and_in_the_file(tmp_path: Path, homebrew: str) -> None:
    write(tmp_path, WHIP, "home.toml")
    text = f"homebrew = {homebrew}\n" + grim('set = { weapon = "whip" }')
    assert whip_of(read_encounter(write(tmp_path, text))) == (1 << 7 | 1 << 51, 3)


def test_content_may_stand_in_the_file_itself(tmp_path: Path) -> None:
    text = grim('set = { weapon = "whip" }\n[[weapon]]\nid = "whip"\nbite = "d4+1"\nwounds = 3')
    assert whip_of(read_encounter(write(tmp_path, text))) == (1 << 7 | 1 << 51, 3)


def test_homebrew_hides_the_book(tmp_path: Path) -> None:
    text = 'homebrew = { creature = [{ id = "brute", might = 9 }] }\n' + DUEL
    assert read_encounter(write(tmp_path, text)).world().creatures[1].might == 9


@pytest.mark.parametrize(
    ("homebrew", "problem"),
    [
        ("3", "homebrew: found 3, expected a list"),
        ("[3]", "homebrew: found 3, expected a list of texts"),
        ("{ weapon = 3 }", "homebrew.weapon: found 3, expected a list"),
        (
            "{ wepon = [] }",
            "homebrew: no kind of content is called 'wepon'; did you mean 'weapon'?",
        ),
        ('{ weapon = [{ bite = "d4" }] }', "homebrew.weapon[1].id: missing"),
        (
            '{ weapon = [{ id = "a", bit = 1 }] }',
            "homebrew.weapon[a]: no field is called 'bit'; did",
        ),
        (
            '{ weapon = [{ id = "axe", bite = "d7" }] }',
            "weapon[axe].bite: no die has 7 sides; there",
        ),
        (
            '{ weapon = [{ id = "axe", bite = "2x6" }] }',
            "bite: '2x6' is not a pool of dice such as",
        ),
        ('{ weapon = [{ id = "axe", bite = 7 }] }', "bite: found 7, expected dice such as '2d6+3'"),
        (
            '{ weapon = [{ id = "axe", wounds = 128 }] }',
            "wounds: found 128, expected 0 to 20 (SK-10)",
        ),
    ],
)
def test_bad_homebrew(tmp_path: Path, homebrew: str, problem: str) -> None:
    assert problem in problem_in(write(tmp_path, f"homebrew = {homebrew}\n" + DUEL))


def test_bad_homebrew_files_are_named(tmp_path: Path) -> None:
    path = write(tmp_path, 'homebrew = "home.toml"\n' + DUEL)
    said = problem_of(lambda: read_encounter(path))
    assert said == f"{tmp_path / 'home.toml'}: no such file"
    home = tmp_path / "home.toml"
    home.write_text('[[weapon]]\nid = "axe"\nbite = "99d6"\n')
    said = problem_of(lambda: read_encounter(path).world())
    assert said.startswith(f"{home}: weapon[axe].bite: '99d6': a pool holds 0 to 63 dice")


@record
class Sack(Record):
    held_by: int8 = field(mask="creatures")


@record
class Bag(Record):
    """A world whose only content is its creatures, with a set of names."""

    n: int8
    creatures: list[Sack] = many(2, count="n", content="creature")


def held_by(value: Any) -> int:
    """What a file's `held_by` comes to, with Ada and Grim about."""
    sack = Sack()
    stage = WorldFiller(Library(Bag), Bag(), ["Ada", "Grim"])
    stage.fill(sack, TomlTable({"held_by": value}, "x.toml"))
    return sack.held_by


def test_a_set_of_names() -> None:
    assert held_by(["Grim"]) == 0b10
    assert held_by(["Grim", "Ada"]) == 0b11
    assert held_by(["nobody"]) == 0
    said = problem_of(lambda: held_by(["Gram"]))
    assert said == "x.toml: held_by: no creature is called 'Gram'; did you mean 'Grim'?"
    assert problem_of(lambda: held_by("Grim")).endswith("found 'Grim', expected a list of names")


def test_entrants_are_not_content() -> None:
    library = Library(Bag)
    top = parse_toml('[[creature]]\nname = "Ada"\n', "x.toml")
    library.add_all(top, [])
    assert library.everything() == {"creature": {}}


def test_tables_know_where_they_stand() -> None:
    top = parse_toml("[a.b]\nc = 1\n", "x.toml")
    inner = top.table("a").table("b")
    assert str(inner.bad("c", "odd")) == "x.toml: a.b.c: odd"
    assert problem_of(lambda: inner.text("c")) == "x.toml: a.b.c: found 1, expected text"
    assert problem_of(lambda: inner.text("d")) == "x.toml: a.b.d: missing"
