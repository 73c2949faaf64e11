"""The wheel: built, installed elsewhere, run; and nothing in it that only one system has."""

from __future__ import annotations

import ast
import json
import os
import subprocess
import sys
import sysconfig
import tomllib
import venv
import zipfile
from pathlib import Path
from typing import Any

import pytest
from shipped import GAMES
from waiting import PATIENCE

from affray.book.home import CACHE, cache_home
from affray.book.proofs import unpacked
from affray.cli import manual

COMPILING = 1500
"""For a whole suite of one game, its rules compiled on a machine that others use as well."""

ROOT = Path(__file__).parents[1]
SOURCE = ROOT / "src" / "affray"
PARTS = (
    "pyproject.toml", "setup.py", "MANIFEST.in", "README.md", "LICENSE", "src", "man",
    "tests/scenarios", "tests/golden",
)  # fmt: skip


def by_name(folder: Path) -> str:
    return folder.name


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("wheel")
    build = ["-m", "build", "--wheel", "--outdir", str(folder)]
    if int(_version("setuptools").partition(".")[0]) >= 77:
        build.append("--no-isolation")
    done = subprocess.run(
        [sys.executable, *build, str(_copy(folder / "source"))],
        capture_output=True, text=True, timeout=PATIENCE,
    )  # fmt: skip
    assert done.returncode == 0, done.stdout[-2000:] + done.stderr[-2000:]
    (built,) = folder.glob("*.whl")
    return built


def _version(package: str) -> str:
    from importlib.metadata import PackageNotFoundError, version

    try:
        return version(package)
    except PackageNotFoundError:
        return "0"


def _copy(to: Path) -> Path:
    """The files a build needs; building leaves its traces there and not in the checkout."""
    for name in PARTS:
        for file in [ROOT / name, *(ROOT / name).rglob("*")]:
            if file.is_file() and "__pycache__" not in file.parts:
                goal = to / file.relative_to(ROOT)
                if "egg-info" not in str(goal):
                    goal.parent.mkdir(parents=True, exist_ok=True)
                    goal.write_bytes(file.read_bytes())
    return to


@pytest.mark.program
def test_what_is_in_it(wheel: Path) -> None:
    names = set(zipfile.ZipFile(wheel).namelist())
    wanted = [*SOURCE.rglob("*.toml"), *(SOURCE / "table" / "web").glob("[ps]*/*.*")]
    inside = {f"affray/{f.relative_to(SOURCE).as_posix()}" for f in wanted}
    assert "affray/table/web/pages/fight.html" in inside
    assert "affray/rulesets/skirmish/encounters/duel.toml" in inside
    assert inside <= names
    assert "affray/rulesets/skirmish/rules.py" in names
    tops = {name.partition("/")[0] for name in names}
    assert {top for top in tops if not top.endswith((".dist-info", ".data"))} == {"affray"}
    assert any(name.endswith(".data/data/share/man/man1/affray.1") for name in names)
    for told in (ROOT / "tests" / "golden").rglob("*.*"):
        game, *rest = told.relative_to(ROOT / "tests" / "golden").parts
        assert "/".join(["affray/rulesets", game.replace("-", "_"), "golden", *rest]) in names
    (entry,) = [name for name in names if name.endswith("entry_points.txt")]
    text = zipfile.ZipFile(wheel).read(entry).decode()
    assert "affray = affray.cli.main:main" in text
    assert "skirmish = affray.rulesets.skirmish:RULESET" in text


@pytest.mark.program
@pytest.mark.parametrize("folder", sorted((ROOT / "tests" / "scenarios").iterdir()), ids=by_name)
def test_every_scenario_is_in_it(wheel: Path, folder: Path) -> None:
    packed = f"affray/rulesets/{folder.name.replace('-', '_')}/scenarios.zip"
    with zipfile.ZipFile(wheel) as whole, zipfile.ZipFile(whole.open(packed)) as archive:
        inside = {name: archive.read(name) for name in archive.namelist()}
    files = [file for file in folder.rglob("*") if file.is_file()]
    assert inside == {file.relative_to(folder).as_posix(): file.read_bytes() for file in files}


@pytest.fixture(scope="module")
def installed(wheel: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The wheel in an environment of its own; what it depends on is borrowed from this one."""
    home = tmp_path_factory.mktemp("elsewhere")
    venv.create(home / "env", with_pip=False)
    paths = {"base": str(home / "env"), "platbase": str(home / "env")}
    scheme = "nt" if os.name == "nt" else "posix_prefix"
    packages = Path(sysconfig.get_path("purelib", scheme, vars=paths))
    target = ["--target", str(packages), "--no-deps", "--no-index", "--quiet", str(wheel)]
    subprocess.run([sys.executable, "-m", "pip", "install", *target], check=True, timeout=PATIENCE)
    (packages / "borrowed.pth").write_text(sysconfig.get_path("purelib") + "\n")
    return home


@pytest.fixture(scope="module")
def clean(wheel: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The wheel in an environment that borrows nothing: what it names comes with it, or lacks."""
    home = tmp_path_factory.mktemp("clean")
    venv.create(home / "env", with_pip=True)
    install = ("-m", "pip", "install", "--quiet", "--disable-pip-version-check", str(wheel))
    done = started(home, *install, patience=COMPILING)
    assert done.returncode == 0, done.stderr[-2000:]
    return home


def run(home: Path, *arguments: str) -> str:
    """The installed program's output."""
    done = started(home, *arguments)
    assert (done.returncode, done.stderr) == (0, ""), done.stderr
    return done.stdout


def started(
    home: Path, *arguments: str, patience: float = PATIENCE, env: dict[str, str] | None = None
) -> subprocess.CompletedProcess[str]:
    """The installed program, run far from the checkout."""
    folder = "Scripts" if os.name == "nt" else "bin"
    python = home / "env" / folder / "python"
    mine = {k: v for k, v in os.environ.items() if k not in ("PYTHONPATH", "PYTHONHOME")}
    mine |= {"AFFRAY_HOME": str(home / "saves"), "AFFRAY_CACHE": str(home / "cache")}
    mine |= env or {}
    return subprocess.run(
        [str(python), *arguments],
        capture_output=True,
        text=True,
        timeout=patience,
        cwd=home,
        env=mine,
    )


def data(home: Path, *arguments: str) -> dict[str, Any]:
    found = json.loads(run(home, "-m", "affray", *arguments, "--json"))
    assert isinstance(found, dict)
    return found


@pytest.mark.program
def test_it_is_the_wheel_that_runs(installed: Path) -> None:
    where = run(installed, "-c", "import affray; print(affray.__file__)").strip()
    assert Path(where).is_relative_to(installed / "env")
    told = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    assert run(installed, "-m", "affray", "--version") == f"affray {told['project']['version']}\n"


@pytest.mark.program
def test_listing_odds_and_simulation(installed: Path) -> None:
    names = [e["name"] for e in data(installed, "encounters")["encounters"]]
    assert {"skirmish/duel", "skirmish/bridge"} <= set(names)
    strike = ["--who", "Ada", "--do", "strike", "--target", "Grim"]
    odds = data(installed, "odds", "skirmish/duel", *strike)
    assert odds["outcomes"][2] == {
        "outcome": "miss", "headlines": ["miss"], "p": "5/432", "percent": 500 / 432,
        "comes_off": False,
    }  # fmt: skip
    sim = data(installed, "sim", "skirmish/bridge", "-n", "100", "--engine", "python")
    assert sum(sim["wins"].values()) == 100


@pytest.mark.program
def test_a_ruleset_begun_from_the_wheel(installed: Path) -> None:
    data(installed, "new", "ruleset", "my-game", "--folder", "games")
    sim = data(installed, "sim", "my-game/duel", "-n", "20", "--rulesets", "games")
    assert sim["n"] == 20
    scenario = "games/my_game/scenarios/the-first-exchange.toml"
    assert data(installed, "scenario", scenario, "--rulesets", "games")["passed"] == 1


@pytest.mark.program
def test_a_game_keeps_its_promises_where_it_is_installed(installed: Path) -> None:
    """Its scenarios and golden transcripts came along; nothing of the checkout is looked at."""
    found = promises(installed, "skirmish", shared_cache=False)
    assert (found["broken"], found["to_come"]) == ([], {})
    shown = data(installed, "rules", "skirmish")["rules"][6]["scenarios"]
    assert shown
    assert data(installed, "scenario", *shown)["passed"] == len(shown)


@pytest.mark.parametrize("cache", ["cache", "a file"])
def test_scenarios_are_unpacked_where_they_can_be(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, cache: str
) -> None:
    (tmp_path / "a file").write_text("no folder can be made in here", encoding="utf-8")
    monkeypatch.setenv(CACHE, str(tmp_path / cache))
    with zipfile.ZipFile(tmp_path / "scenarios.zip", "w") as archive:
        archive.writestr("_casts/two.toml", "title = 'two'")
    folder = unpacked(tmp_path / "scenarios.zip")
    assert (folder / "_casts" / "two.toml").read_text(encoding="utf-8") == "title = 'two'"
    assert folder.is_relative_to(tmp_path / "cache") == (cache == "cache")
    assert unpacked(tmp_path / "scenarios.zip") == folder
    assert not list(tmp_path.rglob(".part-*"))


def test_another_archive_is_another_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A new version of a game under the same name never shows the old one's scenarios."""
    monkeypatch.setenv(CACHE, str(tmp_path / "cache"))
    found = []
    for version in ("1", "2"):
        unpacked.cache_clear()
        with zipfile.ZipFile(tmp_path / "scenarios.zip", "w") as archive:
            archive.writestr(f"{version}.toml", "")
        found.append([file.name for file in unpacked(tmp_path / "scenarios.zip").iterdir()])
    assert found == [["1.toml"], ["2.toml"]]


@pytest.mark.slow
@pytest.mark.program
@pytest.mark.parametrize("slug", GAMES)
def test_every_game_keeps_its_promises_in_a_clean_environment(clean: Path, slug: str) -> None:
    found = promises(clean, slug, shared_cache=True)
    assert (found["broken"], found["to_come"]) == ([], {})


def promises(home: Path, slug: str, shared_cache: bool) -> dict[str, Any]:
    """What `check` finds; how far it is stands on stderr meanwhile."""
    given: dict[str, Any] = {"AFFRAY_CACHE": str(cache_home())} if shared_cache else {}
    arguments = ("-m", "affray", "check", slug, "--fights", "2", "--json")
    done = started(home, *arguments, patience=COMPILING, env=given)
    found = json.loads(done.stdout)["rulesets"][0]
    assert isinstance(found, dict)
    return found


@pytest.mark.program
def test_a_shell_completes_commands_and_names(installed: Path) -> None:
    for words, completed in (
        ("affray che", ["check"]),
        ("affray sim skirmish/d", ["skirmish/duel"]),
        ("affray new sc", ["scenario"]),
        ("affray nothing wh", []),
    ):
        asked = {"COMP_WORDS": words, "COMP_CWORD": str(len(words.split()) - 1)}
        asked["_AFFRAY_COMPLETE"] = "complete_bash"
        done = started(installed, "-m", "affray", env=asked)
        assert (done.stdout.split(), done.stderr) == (completed, "")


def test_the_man_page_is_what_the_commands_say() -> None:
    written = (ROOT / "man" / "affray.1").read_text(encoding="utf-8")
    assert written == manual.page(), "write it anew: make man"


# Windows


NOT_EVERYWHERE = {
    "fcntl", "termios", "tty", "pty", "pwd", "grp", "resource", "syslog", "crypt", "readline",
    "curses", "posix", "os.fork", "os.forkpty", "os.getuid", "os.geteuid", "os.getgid",
    "os.getpgid", "os.getpgrp", "os.setsid", "os.setpgid", "os.killpg", "os.wait", "os.waitpid",
    "os.mkfifo", "os.chown", "os.chroot", "os.nice", "os.getloadavg", "os.sched_getaffinity",
    "os.uname", "os.pread", "os.pwrite", "os.sendfile", "os.posix_spawn", "os.O_DIRECTORY",
    "os.O_NOFOLLOW", "signal.SIGKILL", "signal.SIGHUP", "signal.SIGUSR1", "signal.SIGUSR2",
    "signal.SIGALRM", "signal.SIGCHLD", "signal.SIGPIPE", "signal.SIGQUIT", "signal.alarm",
    "signal.setitimer", "signal.pause", "signal.pthread_kill", "time.tzset", "socket.AF_UNIX",
    "select.poll", "select.epoll",
}  # fmt: skip


def used(tree: ast.Module) -> set[str]:
    """Modules imported and 'module.name's used."""
    found: set[str] = set()
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            found |= {name.name.partition(".")[0] for name in node.names}
        elif isinstance(node, ast.ImportFrom) and node.module and not node.level:
            found |= {f"{node.module}.{name.name}" for name in node.names}
            found.add(node.module.partition(".")[0])
        elif isinstance(node, ast.Attribute) and isinstance(node.value, ast.Name):
            found.add(f"{node.value.id}.{node.attr}")
    return found


SOMEWHERE_ELSE_TOO = {"files/lock.py": {"fcntl"}, "cli/table.py": {"resource"}}
"""What is used where it is, with something else or nothing in its place on Windows."""


@pytest.mark.parametrize(
    "path", sorted(SOURCE.rglob("*.py")), ids=lambda p: p.relative_to(SOURCE).as_posix()
)
def test_nothing_that_only_posix_has(path: Path) -> None:
    found = used(ast.parse(path.read_text(encoding="utf-8"))) & NOT_EVERYWHERE
    assert found == SOMEWHERE_ELSE_TOO.get(path.relative_to(SOURCE).as_posix(), set())


def test_the_search_finds_what_it_looks_for() -> None:
    text = "import fcntl\nfrom os import fork\nimport os\nos.getuid()\n"
    assert used(ast.parse(text)) & NOT_EVERYWHERE == {"fcntl", "os.fork", "os.getuid"}
