"""Whether compiled rules are there: never said of what would be compiled once more."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest

from affray.commands.compiling import announce
from affray.errors import BadInput
from affray.oracles.native import cache
from affray.oracles.native.engine import Engine
from affray.rulesets.skirmish import RULESET


@pytest.fixture(autouse=True)
def _own_cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    monkeypatch.setenv("AFFRAY_CACHE", str(tmp_path / "cache"))
    yield
    cache.fingerprint.cache_clear()


def test_another_installs_compiled_rules_are_not_ours(tmp_path: Path) -> None:
    """The same sources elsewhere: Numba, which goes by their path, would compile them again."""
    elsewhere = tmp_path / "skirmish"
    elsewhere.mkdir()
    for file in RULESET.folder.glob("*.py"):
        (elsewhere / file.name).write_bytes(file.read_bytes())
    other = replace(RULESET, folder=elsewhere)
    cache.mark_compiled(RULESET, "dice", 1.0)
    assert cache.is_compiled(RULESET, "dice")
    assert cache.fingerprint(other) != cache.fingerprint(RULESET)


def test_compiling_is_announced_where_the_engine_lies_elsewhere(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    cache.mark_compiled(RULESET, "dice", 1.0)
    announce(RULESET, "dice")
    assert capsys.readouterr().err == ""
    moved = tmp_path / "affray"
    for path in [*cache._ENGINE.glob("*.py"), *cache._ENGINE.glob("oracles/**/*.py")]:
        copy = moved / path.relative_to(cache._ENGINE)
        copy.parent.mkdir(parents=True, exist_ok=True)
        copy.write_bytes(path.read_bytes())
    monkeypatch.setattr(cache, "_ENGINE", moved)
    cache.fingerprint.cache_clear()
    announce(RULESET, "dice")
    assert capsys.readouterr().err.startswith("compiling skirmish (dice): ")


@pytest.mark.parametrize(
    ("cut", "told"), [(KeyboardInterrupt, KeyboardInterrupt), (RuntimeError, BadInput)]
)
def test_an_interrupted_compile_leaves_no_mark(
    monkeypatch: pytest.MonkeyPatch, cut: type[BaseException], told: type[BaseException]
) -> None:
    def stop(engine: Engine, kind: str, w: object) -> None:
        raise cut("in the middle")

    monkeypatch.setattr(Engine, "_first_use", stop)
    with pytest.raises(told):
        Engine(RULESET).compile("dice", None)
    assert not cache.is_compiled(RULESET, "dice")
