"""Every command shown in the README and in docs/ is run, and what is shown is what it prints."""

from __future__ import annotations

import doctest
import glob
import io
import os
import re
import shlex
import subprocess
import sys
import threading
from contextlib import redirect_stderr, redirect_stdout
from importlib import import_module
from pathlib import Path
from types import FrameType
from typing import Any

import pytest
import tutorial
from table_helpers import Table

import affray.oracles
from affray.book.shelf import SHELF
from affray.cli.main import run

ROOT = Path(__file__).parents[1]
DOCUMENTS = [*sorted(ROOT.glob("*.md")), *sorted((ROOT / "docs").glob("*.md"))]


def _name(document: Path) -> str:
    """There is a README here and one in docs/."""
    return document.name if document.parent == ROOT else f"docs/{document.name}"


def _blocks(kind: str) -> list[tuple[str, str]]:
    found = []
    for path in DOCUMENTS:
        for k, block in enumerate(re.findall(rf"```{kind}\n(.*?)```", path.read_text(), re.S)):
            found.append((f"{_name(path)}-{k + 1}", block))
    return found


def _param(name: str, given: Any, commands: str) -> Any:
    """A document or a block; one that compiles rules is marked by what stands in it."""
    compiles = re.search(r"affray compile|affray sim .*-n \d{5}|\bStepping\(", commands)
    return pytest.param(given, id=name, marks=[pytest.mark.compiled] if compiles else [])


def _of(document: Path, kind: str) -> list[str]:
    return [block for name, block in _blocks(kind) if name.startswith(f"{_name(document)}-")]


def _documents(kind: str) -> list[Any]:
    """The documents with blocks of this kind."""
    return [_param(_name(p), p, "\n".join(_of(p, kind))) for p in DOCUMENTS if _of(p, kind)]


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Where a reader types: `affray` and `pytest` are those of this test run, nobody answers."""
    for name in ("tests", "src"):
        (tmp_path / name).symlink_to(ROOT / name)
    bin_folder = Path(sys.executable).parent
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("PATH", f"{bin_folder}{os.pathsep}{os.environ['PATH']}")
    monkeypatch.setenv("COLUMNS", "120")
    return tmp_path


def _run(command: str) -> str:
    """Here where it can be: starting Python anew for each would take longer than the commands."""
    program, *given = shlex.split(command)
    if program != "affray" or "--rulesets" in given:  # those are found in one process too long
        return _run_apart(command)
    arguments = [path for one in given for path in sorted(glob.glob(one)) or [one]]
    out, err = io.StringIO(), io.StringIO()
    with open(os.devnull, encoding="utf-8") as nobody, pytest.MonkeyPatch.context() as patch:
        patch.setattr(sys, "stdin", nobody)
        with redirect_stdout(out), redirect_stderr(err):
            status = run(arguments)
    assert status == 0, f"{command}\n{out.getvalue()}\n{err.getvalue()}"
    return out.getvalue()


def _run_apart(command: str) -> str:
    done = subprocess.run(
        command, shell=True, stdin=subprocess.DEVNULL, capture_output=True, text=True
    )
    assert done.returncode == 0, f"{command}\n{done.stdout}\n{done.stderr}"
    return done.stdout


@pytest.mark.program
@pytest.mark.usefixtures("folder")
@pytest.mark.parametrize("document", _documents("sh"))
def test_commands_run(document: Path) -> None:
    """The commands of one document, and the files it writes, in order, in one folder."""
    ran = 0
    for kind, file, block in tutorial.blocks(document.read_text(encoding="utf-8")):
        if file:
            tutorial.write(Path(), file, block)
        for command in block.splitlines() if kind == "sh" else []:
            if command.strip():
                assert _run(command).strip(), f"{command} printed nothing"
                ran += 1
    assert ran


@pytest.mark.usefixtures("folder")
@pytest.mark.parametrize("block", [_param(n, b, b) for n, b in _blocks("console")])
def test_output_is_what_is_shown(block: str) -> None:
    command, *shown = block.splitlines()
    assert command.startswith("$ ")
    printed = _run(command[2:])
    assert _matches([line.rstrip() for line in printed.splitlines()], shown), printed


@pytest.mark.parametrize("document", _documents("pycon"))
def test_sessions_run(document: Path) -> None:
    """The Python of one document, in order, as one session."""
    blocks = _of(document, "pycon")
    session = doctest.DocTestParser().get_doctest(
        "\n".join(blocks), {}, document.name, str(document), 0
    )
    said: list[str] = []
    doctest.DocTestRunner().run(session, out=said.append)
    assert not said, "".join(said)


def _matches(printed: list[str], shown: list[str]) -> bool:
    """Whether lines agree, '...' standing for any number of them, blank lines aside."""
    left = [line for line in printed if line]
    parts: list[list[str]] = [[]]
    for line in (line.rstrip() for line in shown if line.strip()):
        if line == "...":
            parts.append([])
        else:
            parts[-1].append(line)
    first, *rest = parts
    if left[: len(first)] != first:
        return False
    left = left[len(first) :]
    for part in rest[:-1]:
        at = next((k for k in range(len(left)) if left[k : k + len(part)] == part), None)
        if at is None:
            return False
        left = left[at + len(part) :]
    return (not rest and not left) or (bool(rest) and left[len(left) - len(rest[-1]) :] == rest[-1])


def test_what_is_shown_is_found() -> None:
    """Games and parties by their commands, Python by a session, the README by both kinds."""
    with_commands = {param.id for param in _documents("sh")}
    games = {f"docs/{slug}.md" for slug in SHELF.slugs()} & {_name(path) for path in DOCUMENTS}
    others = {"README.md", "CONTRIBUTING.md", "docs/parties.md", "docs/scenarios.md"}
    assert games | others <= with_commands
    assert "docs/python.md" in {param.id for param in _documents("pycon")}
    assert len(_blocks("console")) >= 3


def test_documents_link_to_what_is_there() -> None:
    for path in DOCUMENTS:
        for link in re.findall(r"\]\(([^)#:]+)\)", path.read_text()):
            assert (path.parent / link).exists(), f"{path.name} links to {link}"


def test_the_readme_names_both_commands_first() -> None:
    text = (ROOT / "README.md").read_text()
    assert text.index("make run") < text.index("make test") < text.index("## ")


def test_documents_name_encounters_that_are_there() -> None:
    known = {name for slug in SHELF.slugs() for name in SHELF.get(slug).encounter_files()}
    slugs = "|".join({name.partition("/")[0] for name in known})
    for path in DOCUMENTS:
        for named in re.findall(
            rf"(?<![\w/.-])(?:{slugs})/[a-z][\w-]*(?![\w/.])", path.read_text()
        ):
            assert named in known, f"{path.name} names {named}"


def test_documents_name_what_is_there() -> None:
    """Targets of make, files of tests and of the source; every page of docs/ is on its map."""
    targets = re.findall(r"^([\w-]+):", (ROOT / "Makefile").read_text(), re.MULTILINE)
    for path in DOCUMENTS:
        text = path.read_text()
        for target in re.findall(r"`make ([\w-]+)", text):
            assert target in targets, f"{path.name} names make {target}"
        for named in re.findall(r"`((?:tests|src/affray)/[\w/]+(?:\.py|\.js|/))`", text):
            assert (ROOT / named).exists(), f"{path.name} names {named}"
    pages = {path.name for path in (ROOT / "docs").glob("*.md")} - {"README.md"}
    assert pages <= set(re.findall(r"\]\(([\w-]+\.md)", (ROOT / "docs/README.md").read_text()))


def test_the_house_is_drawn_as_it_stands() -> None:
    """Every module the plan of the house names is there."""
    source = ROOT / "src"
    there = [f"/{path.relative_to(source).as_posix()}" for path in source.rglob("*.*")]
    plans = [
        (ROOT / "docs" / name).read_text() for name in ("architecture.md", "inside-the-table.md")
    ]
    named = re.findall(r"`([\w/]+\.(?:py|js|html))`", "".join(plans))
    assert len(named) > 100
    for name in named:
        is_proof = name.startswith("tests/") and (ROOT / name).exists()
        assert is_proof or any(path.endswith(f"/{name}") for path in there), name
    table = {path.name for path in (source / "affray" / "table").glob("*.py")} - {"__init__.py"}
    assert table <= set(named), "a module of the table has its place in docs/inside-the-table.md"


def test_every_oracle_is_in_the_table_of_oracles() -> None:
    text = (ROOT / "docs/architecture.md").read_text()
    told = set(re.findall(r"^\| .*`(\w+)`.* \| `oracles/", text, re.MULTILINE))
    there: set[str] = set()
    for path in Path(affray.oracles.__file__).parent.glob("*.py"):
        module = import_module(f"affray.oracles.{path.stem}")
        there |= {
            name
            for name, one in vars(module).items()
            if isinstance(one, type)
            and one.__module__ == module.__name__
            and hasattr(one, "choose")
        }
    assert len(there) > 3
    assert there <= told, "who answers has a line in docs/architecture.md"


def test_a_blow_goes_through_a_dozen_modules() -> None:
    assert [line.partition(".")[0] for line in way_of_a_blow()] == [str(k + 1) for k in range(12)]


def way_of_a_blow() -> list[str]:
    text = (ROOT / "docs/architecture.md").read_text()
    return text[text.index("**The way of a blow**") :].split("\n\n")[1].splitlines()


def test_a_click_goes_the_way_that_is_drawn() -> None:
    """In the page: each of these files holds what the one before it calls."""
    drawn = [one for line in way_of_a_blow() for one in re.findall(r"^\d+\. `(static/.*?)`", line)]
    assert [Path(one).stem for one in drawn] == ["plans", "choosing", "net", "log"]
    pages = [(ROOT / "src/affray/table/web" / one).read_text(encoding="utf-8") for one in drawn]
    for text, said in zip(pages, ("ctx.choose(", "ctx.send(command)", "command("), strict=False):
        assert said in text


def test_a_blow_goes_the_way_that_is_drawn(tmp_path: Path) -> None:
    """On the server: by the files whose functions are called for it, in their order."""
    entered: dict[str, None] = {}

    def enter(frame: FrameType, event: str, _: object) -> None:
        if event == "call" and "/affray/" in frame.f_code.co_filename:
            entered.setdefault(frame.f_code.co_filename.rpartition("/affray/")[2], None)

    threading.setprofile(enter)  # before there is a thread to carry out commands
    try:
        gm = Table(tmp_path, "skirmish/bridge", seed=7).gm
        while (view := gm.view())["pending"]["offers"][0]["name"] != "strike":
            gm.must("plan", name=view["pending"]["offers"][0]["name"])
        offer, command = view["pending"]["offers"][0], {"cmd_id": "a-blow-at-the-bridge"}
        entered.clear()
        struck = gm.post(
            **command, seq=view["seq"], do="plan", name="strike", target=offer["target"]
        )
    finally:
        threading.setprofile(None)
    assert struck.status_code == 200
    said = [line.replace("the game's rules", "`skirmish/rules.py`") for line in way_of_a_blow()]
    drawn = [one for line in said for one in re.findall(r"^\d+\. `([\w/]+\.py)`", line)]
    found = [one for path in entered for one in drawn if f"/{path}".endswith(f"/{one}")]
    assert found == drawn


def test_documents_count_the_rules_there_are() -> None:
    readme, table = (ROOT / "README.md").read_text(), (ROOT / "docs/rulesets.md").read_text()
    order = ("dungeoneers-tactics", "dungeoneers-spotlight", "rpg-hell", "plunder", "story-mode")
    books = [SHELF.get(slug).book for slug in order]
    counts = [f"{len(book.rules)}, {len(book.switches)}" for book in books]
    assert f"| rules, switches | {' | '.join(counts)} |" in table
    said = re.findall(r"(\d+) rules, (\d+) of (?:its )?(\d+)", readme)
    found = [(len(book.rules), len(book.switches), len(book.rulings)) for book in books]
    assert sorted(tuple(map(int, one)) for one in said) == sorted(found)
