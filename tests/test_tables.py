"""Tables in the terminal: what must be typed or read as a number is never broken in two."""

from __future__ import annotations

import pytest

from affray.book.shelf import SHELF
from affray.cli.columns import print_table
from affray.cli.main import run

Capture = pytest.CaptureFixture[str]
ROWS = [["skirmish/a-very-long-name", "Two at the bridge", "1,234", "67.03 % to 67.61 %"]]
HEADERS = ["encounter", "", "wins", "95 % interval"]


def drawn(capture: Capture, monkeypatch: pytest.MonkeyPatch, width: int) -> list[str]:
    monkeypatch.setenv("COLUMNS", str(width))
    print_table(HEADERS, ROWS, right=(2, 3))
    return capture.readouterr().out.splitlines()


def test_columns_shrink_where_words_end(capsys: Capture, monkeypatch: pytest.MonkeyPatch) -> None:
    lines = drawn(capsys, monkeypatch, 70)
    assert [line.split()[0] for line in lines if line.split()][-2:] == [ROWS[0][0], "bridge"]
    assert "   1,234   67.03 % to 67.61 %" in "\n".join(lines)
    assert max(len(line) for line in lines) <= 70


def test_what_does_not_fit_is_a_list(capsys: Capture, monkeypatch: pytest.MonkeyPatch) -> None:
    assert drawn(capsys, monkeypatch, 40) == [
        "",
        "skirmish/a-very-long-name",
        "  Two at the bridge",
        "  wins: 1,234",
        "  95 % interval: 67.03 % to 67.61 %",
        "",
    ]


@pytest.mark.parametrize("width", ["", "40", "80", "200"])
def test_encounters_can_be_copied(
    capsys: Capture, monkeypatch: pytest.MonkeyPatch, width: str
) -> None:
    monkeypatch.setenv("COLUMNS", width)
    assert run(["encounters"]) == 0
    lines = capsys.readouterr().out.splitlines()
    words = {word for line in lines for word in line.split()}
    names = {name for ruleset in SHELF.all() for name in ruleset.encounter_files()}
    assert names <= words
    assert max(len(line) for line in lines) <= max(int(width or "120"), *map(len, names))
