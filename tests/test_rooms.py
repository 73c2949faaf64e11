"""The house keeps to its rooms: arrows between folders go one way (docs/architecture.md)."""

from __future__ import annotations

import ast
import re
import subprocess
from pathlib import Path

import pytest
from importlinter.cli import lint_imports

import affray
from affray.book.ruleset import Ruleset

SOURCE = Path(affray.__file__).parent
ROOT = Path(__file__).parents[1]
ROOMS = {
    "rules", "book", "oracles", "fight", "compiler", "odds", "lab", "charts", "files", "tell",
    "terminal", "table", "env", "cli", "rulesets", "conformance",
}  # fmt: skip
TALKS = {
    "__init__.py", "setup.py", "events.py", "words.py", "phrases.py", "plans.py", "notes.py",
    "sheets.py", "spending.py", "aims.py", "looking.py", "reaction_words.py",
}  # fmt: skip
"""What of a game may know its book: setting up, and what is said; everything else is rules."""

AT_THE_TOP = {"__init__.py", "__main__.py", "py.typed"}
LOADING = {"affray.rules.homemade", "affray.rules.from_front"}
"""How rules of one's own are loaded: in this room, because records come back from there."""

A_DOZEN = 12
LONGEST_FILE, LONGEST_FUNCTION = 400, 40
WRITTEN = {"rulings.py", "protocol.d.ts"}
"""Files that a command writes."""

AT_HOME = {
    ("fastapi", "starlette", "uvicorn", "jinja2", "pydantic", "segno"): (
        "table/web/", "cli/table.py",
    ),
    ("sqlalchemy", "alembic"): (
        "table/chairs.py", "table/database.py", "table/in_file.py", "table/in_postgres.py",
        "table/migrations/", "table/moving.py", "table/store.py", "table/tables.py",
        "table/web/guard.py",
    ),
    ("psycopg",): ("table/hearing.py", "table/in_postgres.py"),
    ("typer", "rich"): ("cli/",),
    ("llvmlite",): ("compiler/llvm/machine.py",),
    ("cuda",): ("compiler/card.py",),
    ("altair", "vl_convert"): ("charts/",),
    ("pyarrow",): ("lab/frames.py", "lab/rows.py", "cli/kept_cells.py"),
    ("distributed",): ("lab/cluster.py", "lab/scheduler.py", "table/afar.py"),
    ("pettingzoo",): ("env/",),
}  # fmt: skip
"""What is somebody else's, and who alone may know of it."""


def imports_of(path: Path) -> set[str]:
    """What a file imports from elsewhere; of the house itself a room, never all of it at once."""
    found: set[str] = set()
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            found |= {name.name for name in node.names}
        elif isinstance(node, ast.ImportFrom) and not node.level:
            found.add(node.module or "")
    return found


def test_ls_shows_the_design() -> None:
    found = {f.name for f in SOURCE.iterdir() if f.is_dir() and f.name != "__pycache__"}
    assert found == ROOMS, "a new room goes into docs/architecture.md and the layers too"
    beside = {f.name for f in SOURCE.iterdir() if f.is_file()} - AT_THE_TOP
    assert not beside, f"{beside} beside the rooms: put it into the one it belongs to"


def test_the_public_face_is_there_and_in_the_docs() -> None:
    shown = (ROOT / "docs" / "python.md").read_text(encoding="utf-8")
    for name in affray.__all__:
        assert getattr(affray, name).__doc__, name
        assert name in shown, f"docs/python.md does not show affray.{name}"
    with pytest.raises(AttributeError, match="no attribute 'simulat'"):
        affray.simulat  # type: ignore[attr-defined]  # noqa: B018


@pytest.mark.program
def test_arrows_go_one_way(capsys: pytest.CaptureFixture[str]) -> None:
    broken = lint_imports(config_filename=str(ROOT / "pyproject.toml"), no_cache=True)
    told = capsys.readouterr().out
    assert not broken, f"an import goes up; docs/architecture.md has the order.\n{told}"


def test_a_rule_imports_the_rules_room_and_its_own_game(ruleset: Ruleset) -> None:
    for path in sorted(ruleset.folder.rglob("*.py")):
        if path.name not in TALKS:
            outside = {name for name in imports_of(path) if name.partition(".")[0] == "affray"}
            wrong = {n for n in outside if not n.startswith("affray.rules.") or n in LOADING}
            assert not wrong, f"{path.name} is rules: it may import affray.rules, found {wrong}"


def test_no_two_games_share_more_than_a_dozen_lines() -> None:
    found: dict[tuple[str, ...], Path] = {}
    for path in sorted((SOURCE / "rulesets").glob("*/*.py")):
        lines = code_lines(path)
        for k in range(len(lines) - A_DOZEN):
            run = tuple(lines[k : k + A_DOZEN + 1])
            first = found.setdefault(run, path)
            assert first.parent == path.parent, f"{first} and {path} share {run}"
    assert found


def code_lines(path: Path) -> list[str]:
    """Line by line as it was written, without what says nothing: imports, brackets, remarks."""
    text = re.sub(
        r"^from [^(]*?\([^)]*\)$", "", path.read_text(encoding="utf-8"), flags=re.MULTILINE
    )
    lines = [line.strip() for line in text.splitlines()]
    return [
        one
        for one in lines
        if re.search(r"\w", one) and not one.startswith(("#", "from ", "import "))
    ]


def sources() -> list[Path]:
    found = subprocess.run(
        ["git", "ls-files", "--cached", "--others", "--exclude-standard", "*.py", "*.js", "*.css"],
        cwd=ROOT, capture_output=True, text=True, check=False,
    ).stdout.split()  # fmt: skip
    paths = [ROOT / name for name in found] or [*SOURCE.rglob("*.py"), *SOURCE.rglob("*.css")]
    return [path for path in paths if path.exists() and path.name not in WRITTEN]


@pytest.mark.program
def test_files_are_short_enough_to_be_read_at_once() -> None:
    lengths = {path: len(path.read_text(encoding="utf-8").splitlines()) for path in sources()}
    assert len(lengths) > 500
    long = {str(path): n for path, n in lengths.items() if n > LONGEST_FILE}
    assert long == {}, f"more than {LONGEST_FILE} lines: split it by subject"


@pytest.mark.program
def test_functions_say_one_thing() -> None:
    long = [
        f"{path}:{node.lineno} {node.name}"
        for path in sources()
        if path.suffix == ".py"
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8")))
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef)
        and (node.end_lineno or 0) - node.lineno >= LONGEST_FUNCTION
    ]
    assert long == [], f"more than {LONGEST_FUNCTION} lines: it says more than one thing"


def test_what_is_elses_is_known_where_it_is_used_and_nowhere_else() -> None:
    met: set[str] = set()
    for path in SOURCE.rglob("*.py"):
        name = path.relative_to(SOURCE).as_posix()
        found = {one.partition(".")[0] for one in imports_of(path)}
        for theirs, homes in AT_HOME.items():
            here = found & set(theirs)
            met |= here
            assert not here or name.startswith(homes), (
                f"{name} imports {', '.join(here)}, which only {', '.join(homes)} may know of"
            )
    assert met == {one for theirs in AT_HOME for one in theirs}


NAME_OF_A_TYPE = re.compile(r"_?[A-Z][a-z]|NOBODY$")
"""And one number that was a second thing in another room."""


def names_in(path: Path) -> dict[str, str]:
    """The types a module defines: its classes, each one of its own, and other names for types,
    which are the same where they say the same."""
    found: dict[str, str] = {}
    for node in ast.parse(path.read_text(encoding="utf-8")).body:
        if isinstance(node, ast.ClassDef):
            found[node.name] = path.as_posix()
        elif isinstance(node, ast.Assign):
            for name in (ast.unparse(target) for target in node.targets):
                if NAME_OF_A_TYPE.match(name):
                    found[name] = ast.unparse(node.value)
    return found


def test_names_say_one_thing() -> None:
    """A game's words are its own, and what is sent to a page is called as it is elsewhere; all
    other types have a name to themselves."""
    for room in (SOURCE, SOURCE / "table" / "web"):
        meanings: dict[str, dict[str, str]] = {}
        for path in room.rglob("*.py"):
            inside = path.relative_to(SOURCE).as_posix()
            if inside.startswith("rulesets/") or (room is SOURCE and "table/web/" in inside):
                continue
            for name, meaning in names_in(path).items():
                if room is SOURCE or meaning == path.as_posix():
                    meanings.setdefault(name, {})[meaning] = inside
        assert len(meanings) > 100
        several = {
            name: sorted(found.values()) for name, found in meanings.items() if len(found) > 1
        }
        assert several == {}, "one name, several meanings: give each a name of its own"
