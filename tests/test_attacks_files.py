"""Hostile files: refused in one line, within a second and a fixed memory, whatever reads them."""

from __future__ import annotations

import os
import time
import tracemalloc
from collections.abc import Callable
from pathlib import Path

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st
from picture_helpers import png

from affray.book.encounter import find_encounter
from affray.book.errors import BadInput
from affray.book.my_library import entry_in
from affray.book.plain import plain
from affray.book.rulebook import read_book
from affray.book.shelf import SHELF
from affray.book.toml_limits import too_much
from affray.book.toml_tables import parse_toml, read_text, read_toml, read_value
from affray.cli.main import run
from affray.fight.fight import Fight, nobody
from affray.fight.players import Seat
from affray.files.account import MOST_LETTERS, read_account
from affray.files.finished import title_of
from affray.files.party import find_party, folder, path_of, read_party
from affray.files.party_file import carry_home
from affray.files.pictures import read_picture_file
from affray.files.roster import RosterColumn, read_roster
from affray.files.save_text import parse_save
from affray.files.saves import header_text, load_save, new_save
from affray.files.scenario import run_scenario
from affray.files.uvtt import read_uvtt, uvtt_text
from affray.tell.retelling import Retelling

Capture = pytest.CaptureFixture[str]

ENCOUNTER = """
ruleset = "skirmish"
title = "A duel"
[rulings]
ties = "target"
[set]
round = 1
[[creature]]
name = "Ada"
from = "knight"
side = "heroes"
at = 2
set = { wounds = 1 }
[[creature]]
name = "Grim"
from = "brute"
side = "foes"
at = 3
"""
PARTY = """
ruleset = "skirmish"
title = "The watch"
[[creature]]
name = "Ada"
from = "knight"
set = { wounds = 1 }
[[fight]]
title = "A duel"
outcome = "won"
save = "a.toml"
"""
SCENARIO = ENCOUNTER + 'do = ["Ada: stance press"]\n[expect]\nasks = "stance"\n'
TAPE = '\n[[tape]]\nwho = "Ada"\nchoose = "stance"\nanswer = "press"\n'


def _save() -> str:
    return header_text(find_encounter("skirmish/duel"), [Seat(), Seat("bold")], 8) + TAPE


def _read_save(path: Path) -> object:
    game = load_save(path)
    game.fight.run()
    return title_of(path)


def _read_homebrew(path: Path) -> object:
    named = path.with_name("named.toml")
    named.write_text(f'homebrew = "{path.name}"\n{ENCOUNTER}', encoding="utf-8")
    return find_encounter(str(named)).world()


def _read_cast(path: Path) -> object:
    casts = path.parent / "_casts"
    casts.mkdir(exist_ok=True)
    (casts / "one.toml").write_bytes(path.read_bytes())
    named = path.with_name("named.toml")
    named.write_text('ruleset = "skirmish"\ncast = "one"\n', encoding="utf-8")
    return find_encounter(str(named)).world()


def _read_book(path: Path) -> object:
    (path.parent / "rulebook.toml").write_bytes(path.read_bytes())
    return read_book(path.parent)


HOMEBREW = '[[weapon]]\nid = "whip"\nname = "whip"\n'
BOOK = (
    'name = "Mine"\nslug = "mine"\nprefix = "MI"\nversion = 1\nsummary = "x"\nsource = "x"\n'
    '[[rule]]\nid = "MI-1"\nstatement = "Strike."\n'
)
READERS: dict[str, tuple[Callable[[Path], object], str]] = {
    "encounter": (lambda path: find_encounter(str(path)).world(), ENCOUNTER),
    "scenario": (run_scenario, SCENARIO),
    "party": (read_party, PARTY),
    "save": (_read_save, ""),
    "homebrew": (_read_homebrew, HOMEBREW),
    "cast": (_read_cast, ENCOUNTER),
    "rulebook": (_read_book, BOOK),
}
"""Whatever reads a file that somebody else may have written, and a file it reads."""


def _read_told(path: Path) -> object:
    return read_account(read_text(path, MOST_LETTERS), path)


def _read_entry(path: Path) -> object:
    return entry_in(read_toml(path), "skirmish", "weapon", "whip")


OTHERS: dict[str, tuple[Callable[[Path], object], str]] = {
    "map": (
        lambda path: read_uvtt(_letters(path), SHELF.get("dungeoneers-spotlight")),
        uvtt_text((8, 6), [(1, 1), (2, 1)], [(3, 1)]),
    ),
    "roster": (
        lambda path: read_roster(
            _letters(path), {"wounds": RosterColumn(), "side": RosterColumn(["foes"])}
        ),
        "name,from,side,x,y,wounds\nAda,knight,heroes,1,2,0\nGrim,brute,foes,3,2,1\n",
    ),
    "library": (_read_entry, f'ruleset = "skirmish"\n{HOMEBREW}'),
    "account": (_read_told, ""),
    "picture": (read_picture_file, png().decode("latin-1")),
}
"""Those that read no encounter: what is fuzzed too."""


def _letters(path: Path) -> str:
    """As the builder reads what was dropped there."""
    return path.read_bytes().decode("utf-8", "replace")


def _account() -> str:
    fight = Fight(find_encounter("skirmish/duel"), nobody)
    fight.run()
    return Retelling().text(fight, 8, 0)


def text_for(reader: str) -> str:
    made = {"save": _save, "account": _account}
    return made[reader]() if reader in made else (READERS | OTHERS)[reader][1]


BOMBS = {
    "a key of 20,000 parts": "a" + ".a" * 20_000 + " = 1\n",
    "the same with quotes": '"a"' + '."a"' * 20_000 + " = 1\n",
    "the same with blanks": "a" + " . a" * 20_000 + " = 1\n",
    "a table of 20,000 parts": "[a" + ".a" * 20_000 + "]\n",
    "100,000 keys": "".join(f"a.b{k} = 1\n" for k in range(60_000)),
    "5,000 digits": "a = " + "9" * 5_000 + "\n",
    "5,000 digits of hex": "a = 0x" + "f" * 5_000 + "\n",
    "digits with lines between": "a = " + "1_" * 5_000 + "1\n",
    "a fraction of 5,000 digits": "a = 1." + "9" * 5_000 + "\n",
    "lists in lists": "a = " + "[" * 100_000 + "\n",
    "tables in tables": "a = " + "{a = " * 50_000 + "\n",
    "a long list": "a = [" + "1," * 300_000 + "]\n",
    "many tables": "[[a]]\n" * 150_000,
    "brackets that close nothing": "]" * 1_000_000 + "\n",
    "points alone": ".\n" * 500_000,
    "comments alone": "#\n" * 500_000 + "=",
    "many creatures": "".join(f'[[creature]]\nname = "n{k}"\n' for k in range(30_000)),
    "a text that never ends": 'a = "' + "\\" * 900_001,
    "texts that never end": 'a = """' + '\\"""\\"' * 150_000,
    "quotes alone": "a = " + "'" * 900_001 + "\n",
    "a word of a million letters": "a" * 1_000_000 + " = 1\n",
    "a terminal's orders": 'title = "\\u001b]0;owned\\u0007\\u001b[2J"\n',
    "the same, newer": 'title = "\\u009b2J"\n',
    "a line turned round": 'title = "\\u202egnp.exe"\n',
    "a key that gives orders": '"\\u001b[2J" = 1\n',
    "a NUL": 'title = "a\\u0000b"\n',
    "half a character": 'title = "\\ud800"\n',
    "not UTF-8": "",
    "too many letters": "# " + "x" * (33 << 20) + "\n",
}


@pytest.mark.parametrize("bomb", BOMBS)
@pytest.mark.parametrize("reader", READERS)
def test_a_hostile_file_is_refused_in_one_line(reader: str, bomb: str, tmp_path: Path) -> None:
    """In a second of this process's own time: how busy the machine is does not matter."""
    read = READERS[reader][0]
    path = tmp_path / "hostile.toml"
    text = BOMBS[bomb] + text_for(reader)
    path.write_bytes(text.encode() if bomb != "not UTF-8" else b'title = "\xff\xfe"\n')
    started = time.process_time()
    with pytest.raises(BadInput) as bad:
        read(path)
    took = time.process_time() - started
    said = str(bad.value)
    assert took < 1.0, f"{took:.2f} s: {said[:200]}"
    assert "\n" not in said
    assert ".toml" in said
    assert len(said) < 4_000
    assert said == plain(said), "and the line itself gives no orders"


@pytest.mark.parametrize("bomb", ["100,000 keys", "many tables", "a long list", "many creatures"])
def test_a_hostile_file_takes_a_fixed_memory(bomb: str) -> None:
    text = BOMBS[bomb]
    tracemalloc.start()
    try:
        with pytest.raises(BadInput):
            parse_toml(text, "hostile.toml")
        _, peak = tracemalloc.get_traced_memory()
    finally:
        tracemalloc.stop()
    assert peak < 32 << 20


def test_what_people_write_is_within_the_limits() -> None:
    """A long fight, long texts, deep tables: none of them is a bomb."""
    assert len(parse_save(_save() + TAPE * 100_000, "long.toml")[1]) == 100_001
    whole = 'text = """\n' + "A long story, with [brackets] and a.b.c.d. " * 2_000 + '"""\n'
    assert too_much(whole + "x = [[[[1, 2], [3]], []], {a.b.c = 1.5e3}]\n# a.b" + ".c" * 99) == ""
    assert parse_toml('x = "a\\nb\\tc é"', "").data == {"x": "a\nb\tc é"}
    assert read_value("9" * 5_000) == "9" * 5_000, "what is typed is a text then"


@pytest.mark.skipif(os.name == "nt", reason="there are no such files there")
def test_what_is_no_file_is_not_read(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe.toml")
    for path in (tmp_path / "pipe.toml", Path("/dev/zero")):
        with pytest.raises(BadInput, match="is no file, expected a TOML file"):
            read_party(path)
    (tmp_path / "folder.toml").mkdir()
    with pytest.raises(BadInput, match=r"is a folder|is no file"):
        read_party(tmp_path / "folder.toml")


# Paths that lead elsewhere


@pytest.mark.parametrize(
    "name", ["../secret.toml", "/etc/passwd", "a/../../secret.toml", "link.toml", "NUL", "aux.toml"]
)
def test_homebrew_lies_beside_its_file(name: str, tmp_path: Path) -> None:
    (tmp_path / "secret.toml").write_text(HOMEBREW, encoding="utf-8")
    here = tmp_path / "here"
    (here / "a").mkdir(parents=True)
    if os.name != "nt":
        (here / "link.toml").symlink_to(tmp_path / "secret.toml")
    path = here / "fight.toml"
    path.write_text(f'homebrew = "{name}"\n{ENCOUNTER}', encoding="utf-8")
    with pytest.raises(BadInput, match=r"homebrew: found .* expected a file in the same folder"):
        find_encounter(str(path))


@pytest.mark.parametrize("name", ["../watch", "/etc/passwd", "a/b", "..", "", "a\0b", "c:d", "NUL"])
def test_the_name_of_a_party_leads_nowhere(name: str) -> None:
    with pytest.raises(BadInput):
        path_of(name)
    with pytest.raises(BadInput):
        find_party(name)


def test_a_party_a_save_names_costs_no_file(tmp_path: Path) -> None:
    """Before, beside whatever it named a file was made and removed, with what was in it."""
    game = new_save(find_encounter("skirmish/duel"), [Seat("bold"), Seat("bold")], 8)
    game.fight.run()
    precious = tmp_path / "precious.toml"
    beside = [precious, tmp_path / "precious.toml.new", tmp_path / ".precious.toml.affray-lock"]
    for path in beside[:2]:
        path.write_text("mine", encoding="utf-8")
    from affray.book.encounter import Company

    for named in (str(precious), str(tmp_path / "precious"), "../precious", "gone", "aux"):
        game.fight.encounter.company = Company(named, 0)
        assert "What lasts is written" not in carry_home(game.fight, "a.toml")
    assert [path.read_text() for path in beside[:2]] == ["mine", "mine"]
    assert not beside[2].exists()
    assert not folder().exists()


# What a terminal is sent


def test_a_line_on_the_terminal_gives_no_orders(capsys: Capture, tmp_path: Path) -> None:
    path = tmp_path / "\x1b]0;owned\x07.toml"
    try:
        path.write_text("ruleset = 3", encoding="utf-8")
    except OSError:
        pytest.skip("no such name here")
    assert run(["sim", str(path)]) == 2
    said = capsys.readouterr().err
    assert "\x1b" not in said
    assert "\\x1b]0;owned\\x07.toml" in said
    assert plain("Zoë\tand 'Ада'\n") == "Zoë\tand 'Ада'\n"


# Whatever is in a file: read, or one line


PIECES = st.one_of(
    st.sampled_from(
        ["=", "[", "]", "[[creature]]\n", "[set]\n", "[save]\n", "[[tape]]\n", "{", "}", '"', "'",
         '"""', "'''", "\n", "\\", ",", ".", "-1", "1e400", "nan", "true", "0x" + "f" * 30,
         "9" * 30, "1979-05-27", "undo = 99999\n", "edit = { Ada = { wounds = -9 } }\n",
         "\\u001b", "\\ud800", "a" + ".a" * 20, "[" * 40, "²", "٣", "é", "\r", "\0", "\ufeff",
         'then = "rest"\n', 'homebrew = "../x"\n', 'cast = "../x"\n', "dice = { d6 = [7] }\n",
         "seed = -1\n", "version = 0\n", 'result = "x"\n', "d² = 1\n"]
    ),
    st.text(max_size=8),
)  # fmt: skip
EDITS = st.lists(
    st.tuples(st.integers(0, 2000), st.integers(0, 60), PIECES), min_size=1, max_size=5
)


def fuzzed(reader: str, edits: list[tuple[int, int, str]], path: Path) -> None:
    text = text_for(reader)
    for at, gone, piece in edits:
        at %= len(text) + 1
        text = text[:at] + piece + text[at + gone :]
    path.write_bytes(text.encode("utf-8", "surrogatepass"))
    said = ""
    try:
        (READERS | OTHERS)[reader][0](path)
    except BadInput as bad:
        said = str(bad)
    assert "\n" not in said
    assert said == plain(said)


@pytest.fixture(scope="module")
def place(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("fuzzed") / "file.toml"


@pytest.mark.parametrize("reader", READERS | OTHERS)
@settings(max_examples=60)
@given(edits=EDITS)
@example(edits=[(0, 0, "{")])
def test_any_file_is_read_or_refused(
    reader: str, place: Path, edits: list[tuple[int, int, str]]
) -> None:
    fuzzed(reader, edits, place)


@pytest.mark.slow
@pytest.mark.parametrize("reader", READERS | OTHERS)
@settings(max_examples=5_000)
@given(edits=EDITS)
def test_any_file_is_read_or_refused_in_depth(
    reader: str, place: Path, edits: list[tuple[int, int, str]]
) -> None:
    fuzzed(reader, edits, place)
