"""Where machine code is kept: whole or not at all, trusted or compiled again, a few a game."""

from __future__ import annotations

import hashlib
import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest
from waiting import PATIENCE

from affray.book.home import CACHE
from affray.compiler import cache

FACTS = {"entries": {"step": "pp"}, "sites": [["rules.py", 3]], "seconds": 0.5}
CODE = b"\x7fELF\n\0machine code\n"

POSIX = pytest.mark.skipif(not hasattr(os, "getuid"), reason="Windows keeps folders by user")


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The folder of the game that is stored here."""
    monkeypatch.setenv(CACHE, str(tmp_path / "cache"))
    return tmp_path / "cache" / "game"


def entry(folder: Path) -> Path:
    cache.store("game", "key", FACTS, CODE)
    return folder / "key.bin"


def test_what_was_stored_is_loaded(folder: Path) -> None:
    assert cache.load("game", "key") is None
    assert not cache.has("game", "key")
    assert entry(folder).is_file()
    assert cache.load("game", "key") == (FACTS, CODE)
    assert cache.has("game", "key")
    assert cache.load("game", "other") is None
    assert cache.load("other", "key") is None
    assert sorted(path.name for path in folder.iterdir()) == ["key.bin"]


def test_an_entry_with_any_byte_altered_is_not_loaded(folder: Path) -> None:
    path = entry(folder)
    whole = path.read_bytes()
    for at in range(len(whole)):
        for bit in (0x01, 0x80):
            path.write_bytes(whole[:at] + bytes([whole[at] ^ bit]) + whole[at + 1 :])
            assert cache.load("game", "key") is None, at
    path.write_bytes(whole)
    assert cache.load("game", "key") == (FACTS, CODE)


def test_an_entry_cut_off_or_grown_is_not_loaded(folder: Path) -> None:
    path = entry(folder)
    whole = path.read_bytes()
    for length in range(len(whole)):
        path.write_bytes(whole[:length])
        assert cache.load("game", "key") is None, length
    path.write_bytes(whole + b"\0")
    assert cache.load("game", "key") is None


def test_an_entry_of_another_time_is_not_loaded(folder: Path) -> None:
    """Its checksum is right, but it says that it is something else."""
    path = entry(folder)
    whole = path.read_bytes()
    assert whole.startswith(cache.MAGIC)
    assert whole[8:40] == hashlib.sha256(whole[40:]).digest()
    path.write_bytes(b"affray-0" + whole[8:])
    assert cache.load("game", "key") is None


def test_an_altered_entry_is_written_over(folder: Path) -> None:
    path = entry(folder)
    path.write_bytes(b"rubbish")
    entry(folder)
    assert cache.load("game", "key") == (FACTS, CODE)


@POSIX
def test_only_its_owner_can_write_to_it(folder: Path) -> None:
    path = entry(folder)
    assert folder.stat().st_mode & 0o777 == 0o700
    assert path.stat().st_mode & 0o077 == 0


@POSIX
@pytest.mark.parametrize("mode", [0o777, 0o720, 0o702])
def test_what_others_could_have_written_is_thrown_away(folder: Path, mode: int) -> None:
    """A checksum is no signature: whoever can write there can write one too."""
    path = entry(folder)
    folder.chmod(mode)
    assert cache.load("game", "key") is None
    assert folder.stat().st_mode & 0o022 == 0
    assert not path.exists()
    assert cache.load("game", "key") is None
    entry(folder)
    assert cache.load("game", "key") == (FACTS, CODE)


@POSIX
def test_a_folder_others_could_write_to_is_tightened_before_it_is_used(folder: Path) -> None:
    folder.mkdir(parents=True)
    folder.chmod(0o777)
    planted = folder / "planted.bin"
    planted.write_bytes(b"")
    entry(folder)
    assert folder.stat().st_mode & 0o777 == 0o700
    assert not planted.exists()
    assert cache.load("game", "key") == (FACTS, CODE)


@POSIX
@pytest.mark.skipif(getattr(os, "getuid", int)() != 0, reason="only root can give a folder away")
def test_another_users_folder_is_not_used(folder: Path) -> None:
    path = entry(folder)
    before = path.read_bytes()
    os.chown(folder, 12345, 12345)
    assert cache.load("game", "key") is None
    cache.store("game", "key", FACTS, b"something else")
    cache.store("game", "new", FACTS, CODE)
    assert path.read_bytes() == before
    assert not (folder / "new.bin").exists()


def test_a_game_keeps_the_entries_it_used_last(folder: Path) -> None:
    for k in range(cache.KEPT):
        cache.store("game", f"key{k}", FACTS, CODE)
        os.utime(folder / f"key{k}.bin", (1000 + k, 1000 + k))
    assert cache.load("game", "key0") is not None  # used again, and so the newest
    cache.store("game", "more", FACTS, CODE)
    kept = {path.stem for path in folder.glob("*.bin")}
    assert kept == {"more", "key0", *(f"key{k}" for k in range(2, cache.KEPT))}


def test_a_game_evicts_no_other_games_entries(folder: Path) -> None:
    for k in range(cache.KEPT):
        cache.store("other", f"key{k}", FACTS, CODE)
    for k in range(3 * cache.KEPT):
        cache.store("game", f"key{k}", FACTS, CODE)
    assert len(list(folder.glob("*.bin"))) == cache.KEPT
    assert all(cache.load("other", f"key{k}") for k in range(cache.KEPT))


@pytest.mark.parametrize("which", ["a file in its place", "a file above it"])
def test_a_cache_that_cannot_be_written_is_no_error(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, which: str
) -> None:
    blocked = tmp_path / "blocked"
    blocked.write_text("no folder")
    root = blocked if which == "a file in its place" else blocked / "below"
    monkeypatch.setenv(CACHE, str(root))
    cache.store("game", "key", FACTS, CODE)
    assert cache.load("game", "key") is None
    assert not cache.has("game", "key")
    assert blocked.read_text() == "no folder"


def test_a_full_disk_leaves_nothing_behind(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def full(*_: object) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(os, "replace", full)
    cache.store("game", "key", FACTS, CODE)
    assert list(folder.iterdir()) == []


KILLED = f"""
import os, signal
from affray.compiler import cache

def end(*_):
    os.kill(os.getpid(), signal.SIGKILL)

os.replace = end
cache.store("game", "key", {FACTS!r}, {CODE!r})
"""


@POSIX
@pytest.mark.program
def test_whoever_is_killed_while_writing_leaves_no_entry(folder: Path) -> None:
    done = subprocess.run([sys.executable, "-c", KILLED], timeout=PATIENCE, env=dict(os.environ))
    assert done.returncode == -signal.SIGKILL
    left = list(folder.iterdir())
    assert [path.suffix for path in left] == [".part"]
    assert cache.load("game", "key") is None
    entry(folder)
    assert cache.load("game", "key") == (FACTS, CODE)
    assert left[0].exists()  # whoever wrote it might still be at it
    os.utime(left[0], (1000, 1000))
    cache.store("game", "later", FACTS, CODE)
    assert not left[0].exists()


WRITING = """
import sys
from affray.compiler import cache

code = bytes([int(sys.argv[1])]) * 200_000
for k in range(100):
    cache.store("game", f"key{k % 3}", {"by": sys.argv[1]}, code)
    for key in ("key0", "key1", "key2"):
        found = cache.load("game", key)
        if found is not None and set(found[1]) != {int(found[0]["by"])}:
            sys.exit("a torn entry was loaded")
"""


@pytest.mark.program
def test_two_who_write_at_once_do_each_other_no_harm(folder: Path) -> None:
    command = [sys.executable, "-c", WRITING]
    writers = [subprocess.Popen([*command, str(k)], stderr=subprocess.PIPE) for k in (1, 2)]
    for writer in writers:
        _, said = writer.communicate(timeout=PATIENCE)
        assert (writer.returncode, said) == (0, b"")
    assert sorted(path.name for path in folder.iterdir()) == ["key0.bin", "key1.bin", "key2.bin"]


NOTHING_COMPILED = """
import sys
from affray.book.shelf import SHELF
from affray.odds.walkers import WITHOUT_COMPILING, patience_with

assert patience_with(SHELF.get("skirmish")) == WITHOUT_COMPILING
assert "llvmlite" not in sys.modules
"""


@pytest.mark.program
def test_where_nothing_is_compiled_llvm_is_not_loaded_to_find_that_out(tmp_path: Path) -> None:
    """A table's worker would hold its 50 MB for nothing."""
    alone = {**os.environ, "AFFRAY_CACHE": str(tmp_path)}
    subprocess.run(
        [sys.executable, "-c", NOTHING_COMPILED], timeout=PATIENCE, env=alone, check=True
    )
