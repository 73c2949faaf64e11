"""What a sweep keeps on the disk: Parquet, a file a cell, from which one that was ended goes on."""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import Any

import pyarrow
import pytest
from pyarrow import parquet

from affray.book.encounter import Encounter
from affray.cli.main import run
from affray.lab.simulate import simulate

Capture = pytest.CaptureFixture[str]
DUEL = "skirmish/duel"


def test_a_sweep_that_was_ended_goes_on(
    capsys: Capture, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    kept = tmp_path / "kept"
    sweeping = ["sweep", DUEL, "--over", "Ada.armor=0..3", "--keep", str(kept), "-n", "40"]
    assert run([*sweeping, "--json"]) == 0
    whole = json.loads(capsys.readouterr().out)
    files = sorted(kept.iterdir())
    before = [file.read_bytes() for file in files]
    files[1].unlink()
    files[3].rename(kept / ".cell-000003.parquet.part")  # killed before it had its name
    played: list[int] = []

    def counted(encounter: Encounter, *given: Any, **more: Any) -> Any:
        played.append(1)
        return simulate(encounter, *given, **more)

    monkeypatch.setattr("affray.lab.variations.simulate", counted)
    assert run([*sweeping, "--json"]) == 0
    assert json.loads(capsys.readouterr().out) == whole
    assert len(played) == 2
    assert [file.read_bytes() for file in files] == before
    table = parquet.read_table(kept).to_pydict()  # all of it at once, as other programs read it
    assert table["Ada.armor"] == ["0", "1", "2", "3"]
    assert table["share"] == [cell["win_rate"]["p"] for cell in whole["cells"]]


def test_what_was_kept_of_another_sweep_is_refused(
    capsys: Capture, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    kept = tmp_path / "kept"
    sweeping = ["sweep", DUEL, "--over", "Ada.armor=0..1", "--keep", str(kept), "-n", "40"]

    def refused(said: str, *asked: str) -> None:
        assert run(list(asked) or sweeping) == 2
        assert said in capsys.readouterr().err

    assert run(sweeping) == 0
    refused("is of another sweep", *sweeping[:-1], "41")
    (kept / "cell-000001.parquet").write_text("nonsense\n")
    refused("is no cell of a sweep")
    parquet.write_table(pyarrow.table({"Ada.armor": ["0", "1"]}), kept / "cell-000001.parquet")
    refused("is no cell of a sweep")
    file = tmp_path / "file"
    file.write_text("")
    refused("is a file, expected a folder", *sweeping[:-3], str(file))
    monkeypatch.setitem(sys.modules, "pyarrow", None)
    refused("pip install 'affray[frames]'")
