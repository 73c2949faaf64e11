"""Fights of another version of the rules: watched as they were told, or taken up where they stood.

The saves in tests/saves were written by version 1 of Skirmish; each test opens them with rules
that are another version, with other fields and another rule.
"""

from __future__ import annotations

import io
import json
import shutil
import tomllib
from pathlib import Path

import pytest
from next_version import FRAIL, NEXT, NO_SUCH_RULING, Upgrade, upgrade
from party_helpers import Play, play, refused

from affray.book.encounter import find_encounter
from affray.book.errors import BadInput
from affray.book.shelf import SHELF
from affray.book.switching import readings_in
from affray.cli.main import run
from affray.fight.fight import Fight
from affray.fight.players import Seat
from affray.files.account import account_path, read_account
from affray.files.saves import load_save, new_save, recorded
from affray.oracles.tape import TakenUp
from affray.tell.narration import transcript
from affray.terminal.people import Terminal

__all__ = ["play", "refused", "upgrade"]

SAVES = Path(__file__).parent / "saves"
TOLD_BY = "Told by version 1 of Skirmish; version {} is here now."
FROM_HERE = (
    "From here version {} of the rules holds (the fight began under version 1). "
    "No longer there: Snick: stepped_in = 1."
)


def copy_of(name: str, folder: Path) -> Path:
    for suffix in (".toml", ".told"):
        shutil.copy(SAVES / f"{name}{suffix}", folder / f"old{suffix}")
    return folder / "old.toml"


@pytest.fixture
def over(tmp_path: Path) -> Path:
    return copy_of("skirmish-1", tmp_path)


@pytest.fixture
def half(tmp_path: Path) -> Path:
    """In the middle of Grim's step: he has hit Ada, and Bran is asked whether he steps in."""
    return copy_of("skirmish-1-half", tmp_path)


def account_lines(path: Path) -> list[str]:
    account = read_account(account_path(path).read_text(encoding="utf-8"), path)
    return [line["text"] for line in account.lines]


# Over


def test_a_finished_fight_is_told_as_it_was(over: Path, play: Play, upgrade: Upgrade) -> None:
    before, as_told = over.read_bytes(), transcript(finished(over))
    now = upgrade(*NEXT).book.version
    said = play("replay", str(over))
    assert said == as_told + TOLD_BY.format(now) + "\n"
    data = json.loads(play("replay", str(over), "--json"))
    assert (data["outcome"], data["told_by"], data["world"]) == ("heroes", 1, None)
    assert data["transcript"] == as_told.splitlines()
    assert over.read_bytes() == before


def finished(path: Path) -> Fight:
    fight = recorded(path)
    fight.run()
    assert fight.is_over
    return fight


def test_what_needs_the_rules_is_refused_with_the_reason(
    over: Path,
    play: Play,
    refused: Play,
    upgrade: Upgrade,
) -> None:
    now = upgrade(*NEXT).book.version
    reason = f"this fight was told by version 1 of Skirmish, and version {now} is here now"
    said = play("play", str(over), typed="undo\n?\nedit Ada wounds=1\nagain\ncards ada\nmap\n")
    for word in ("undo", "?", "edit", "again"):
        assert f"{word}: {reason}: it can be watched as it was told, not changed" in said
    assert "Ada: wounds " in said.partition("again: ")[2], "a card as it was"
    assert "  A  Ada" in said, "the map as it was"
    seats = refused("play", str(over), "--seat", "Ada=bold")
    assert reason in seats


# Not over


def test_an_unfinished_fight_goes_on_from_the_position_it_had(
    half: Path,
    play: Play,
    upgrade: Upgrade,
) -> None:
    old, told = half.read_bytes(), account_lines(half)
    now = upgrade(*NEXT).book.version
    answers = "1\n2\n1\n2\n" * 30
    said = play("play", str(half), typed=answers)
    assert " have won." in said
    assert half.read_bytes().startswith(old), "nothing of the old tape is lost"
    game = load_save(half)
    game.fight.run()
    assert game.fight.is_over
    lines = transcript(game.fight).splitlines()[2:]
    plain = [line.strip().partition("  [")[0] for line in lines]
    assert plain[: len(told)] == told, "what was told before stands as it was told"
    assert plain[len(told)] == FROM_HERE.format(now)
    assert plain[len(told) + 1] == "Grim strikes at Bran.", "his step is played anew"
    assert plain[len(told) + 2].startswith("Grim rolls to hit: 5d6 ("), "by the new rule"
    entry = game.fight.live[0]
    assert isinstance(entry, TakenUp)
    assert (entry.began, entry.rules, entry.lost) == (1, now, ["Snick: stepped_in = 1"])


def test_what_is_new_begins_as_it_is_set_up(half: Path, upgrade: Upgrade) -> None:
    upgrade(*NEXT)
    assert taken_up(half) == 0
    world = load_save(half).fight.world
    assert [(c.luck, c.helped, c.wounds) for c in world.creatures] == [
        (3, 0, 0), (3, 0, 0), (3, 0, 1), (3, 0, 1),
    ]  # fmt: skip


def taken_up(path: Path) -> int:
    """Taken up and left at the first question."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("sys.stdin", io.StringIO("quit\n"))
        return run(["play", str(path)])


def test_what_other_rules_told_is_never_taken_back(
    half: Path,
    play: Play,
    upgrade: Upgrade,
) -> None:
    upgrade(*NEXT)
    said = play("play", str(half), typed="undo\n2\nundo all fresh\nundo all fresh\nquit\n")
    assert "you have decided nothing yet" in said
    assert said.count("(taken back: ") == 2
    game = load_save(half)
    assert isinstance(game.fight.live[0], TakenUp)
    with pytest.raises(BadInput, match="what another version of the rules told is not taken back"):
        game.fight.undo(0)


def test_a_version_after_the_next(half: Path, play: Play, upgrade: Upgrade) -> None:
    """Everything told before comes along, each change of the rules with its line."""
    now = upgrade(*NEXT).book.version
    play("play", str(half), typed="quit\n")
    upgrade(*NEXT, version=now + 1)
    said = play("play", str(half), typed="quit\n")
    begun = f"From here version {now} of the rules holds (the fight began under version 1)."
    again = f"From here version {now + 1} of the rules holds (the fight began under version 1)."
    assert said.index("Round 1.") < said.index(begun) < said.index(again)
    assert said.count("Round 1.") == 1


def test_other_people_may_take_it_up(half: Path, play: Play, upgrade: Upgrade) -> None:
    upgrade(*NEXT)
    assert " have won." in play("play", str(half), "--seat", "heroes=bold")
    assert load_save(half).players.seats == [Seat("bold")] * 4


def test_a_ruling_that_is_no_more_is_told(tmp_path: Path, play: Play, upgrade: Upgrade) -> None:
    path = tmp_path / "ruled.toml"
    encounter = find_encounter("skirmish/duel").switched({"ties": "target"})
    Terminal(new_save(encounter, [Seat(), Seat("bold")], 3, path), quitting, ignored).play()
    upgrade(NO_SUCH_RULING, ("rulings.py", "ties", "draws"), ("rules.py", ".ties", ".draws"))
    assert "No longer there: ruling ties = target." in play("play", str(path), typed="quit\n")


def test_a_ruling_that_was_switched_at_the_table_stays_so(
    tmp_path: Path, play: Play, upgrade: Upgrade
) -> None:
    path = tmp_path / "switched.toml"
    play("play", "skirmish/duel", "--save", str(path), typed="ruling ties=target\nquit\n")
    upgrade(*NEXT)
    play("play", str(path), typed="quit\n")
    fight = load_save(path).fight
    assert isinstance(fight.live[0], TakenUp)
    assert readings_in(fight.encounter, fight.world)["ties"] == "target"


def quitting(prompt: str) -> str:
    return "quit"


def ignored(line: str) -> None:
    pass


# What cannot go on


def test_a_position_the_rules_call_impossible_is_refused(
    half: Path,
    refused: Play,
    upgrade: Upgrade,
) -> None:
    before = half.read_bytes(), account_path(half).read_bytes()
    upgrade(*NEXT, FRAIL)
    said = refused("play", str(half))
    assert f"{half}: position.creatures.Grim.wounds: found 1, expected 0 to 0 (SK-10)" in said
    assert (half.read_bytes(), account_path(half).read_bytes()) == before


def test_a_name_the_rules_do_not_know_is_refused(
    half: Path,
    refused: Play,
    upgrade: Upgrade,
) -> None:
    upgrade(*NEXT, ("state.py", "BRACE", "GUARD"), ("rules.py", "BRACE", "GUARD"),
            ("policy.py", "BRACE", "GUARD"), ("words.py", "BRACE", "GUARD"))  # fmt: skip
    said = refused("play", str(half))
    assert "position.creatures.Bran.stance: no stance is called 'brace'" in said


def test_a_save_without_a_position_says_what_it_needs(
    half: Path,
    play: Play,
    refused: Play,
    upgrade: Upgrade,
) -> None:
    account_path(half).unlink()
    now = upgrade(*NEXT).book.version
    for command in ("play", "replay"):
        assert refused(command, str(half)) == (
            f"affray: {half}: save.version: found 1, but Skirmish is version {now} now, and no "
            "position of it was kept; 'Two at the bridge' (13 entries) needs version 1 to go on "
            "or to be told\n"
        )


def test_what_was_told_of_another_fight_is_not_taken_for_this_one(
    half: Path,
    refused: Play,
    upgrade: Upgrade,
) -> None:
    shutil.copy(SAVES / "skirmish-1.told", account_path(half))
    upgrade(*NEXT)
    assert "and what is kept as told is of another fight" in refused("play", str(half))


def test_torn_files_are_refused_and_stay_as_they_are(
    half: Path,
    refused: Play,
    upgrade: Upgrade,
) -> None:
    """Whatever of the account is there, it is the whole of it or it is not used."""
    whole = account_path(half).read_bytes()
    upgrade(*NEXT)
    for at in range(0, len(whole) - 3, 97):
        account_path(half).write_bytes(whole[:at])
        assert f"affray: {account_path(half)}: " in refused("play", str(half))
        assert account_path(half).read_bytes() == whole[:at]


def test_a_torn_taking_up_is_refused(half: Path, tmp_path: Path, upgrade: Upgrade) -> None:
    old = half.read_bytes()
    upgrade(*NEXT)
    assert taken_up(half) == 0
    new = half.read_bytes()
    cut = tmp_path / "cut.toml"
    end = new.index(b"\nrules = ")
    for at in range(len(old) + 2, end, 53):
        cut.write_bytes(new[:at])
        with pytest.raises(BadInput):
            load_save(cut)
    cut.write_bytes(new[: end + 1])
    with pytest.raises(BadInput, match=r"tape\[14\]: is not whole; delete it to go on"):
        load_save(cut)


def test_an_account_that_lags_says_how_far(half: Path, play: Play, upgrade: Upgrade) -> None:
    """A program that died between an answer and the account: that much is played anew."""
    path = account_path(half)
    text = path.read_text(encoding="utf-8")
    path.write_text(text.replace("\nentries = 13\n", "\nentries = 11\n"), encoding="utf-8")
    upgrade(*NEXT)
    said = play("play", str(half), typed="quit\n")
    assert "2 entries of the tape after this position was kept." in said


# While the version is the same


def test_the_account_of_a_fight_under_way(tmp_path: Path) -> None:
    """It is on the disk before anybody is asked, and is the fight when the step began."""
    path = tmp_path / "s.toml"
    game = new_save(
        find_encounter("skirmish/bridge"), [Seat(), Seat(), *[Seat("bold")] * 2], 8, path
    )
    answers = iter(["press", "brace", "undo", "press", "1", "1", "edit Grim wounds=1"])
    seen = []

    def read(prompt: str) -> str:
        account = read_account(account_path(path).read_text(encoding="utf-8"), "told")
        seen.append(account.standing.answers == len(game.fight.live))
        _, world = game.fight.step_start
        assert account.position["world"]["round"] == world.round
        story = len(game.fight.story) - len(game.fight.told_in_step())
        spoken = [line for line in transcript(game.fight).splitlines() if line][1:]
        assert [line["text"] for line in account.lines] == [
            line.strip().partition("  [")[0] for line in spoken[: len(account.lines)]
        ]
        assert (story == 0) == (not account.lines)
        return next(answers, "quit")

    Terminal(game, read, ignored).play()
    assert len(seen) == 8
    assert all(seen)


def test_a_save_without_an_account_is_read_as_ever(half: Path, play: Play) -> None:
    version = SHELF.get("skirmish").book.version
    if version != 1:
        pytest.skip("these saves are really old by now")
    account_path(half).unlink()
    assert "Does Bran step in" in play("play", str(half), typed="quit\n")
    assert account_lines(half), "and there is one from now on"


def test_the_saves_are_what_is_written_today() -> None:
    """Read as TOML by anybody: names, sentences and rolls as data, no number of a layout."""
    found = tomllib.loads((SAVES / "skirmish-1-half.told").read_text(encoding="utf-8"))
    assert found["position"]["creatures"]["Bran"]["stance"] == "brace"
    assert found["position"]["creatures"]["Bran"]["weapon"] == "spear"
    rolled = next(line["rolled"] for line in found["lines"] if "rolled" in line)
    assert rolled["dice"]["hands"] == [{"owner": "Ada", "sides": 6, "faces": [1, 6, 5, 3]}]


def test_who_came_late_and_who_left_go_on_under_other_rules(
    tmp_path: Path, play: Play, upgrade: Upgrade
) -> None:
    path = tmp_path / "late.toml"
    game = new_save(
        find_encounter("skirmish/bridge"), [Seat(), Seat(), *[Seat("bold")] * 2], 3, path
    )
    kind = game.fight.encounter.entrants[-1].content
    typed = iter([f"add {kind} name=Late player=bold", "remove Ada", "quit"])
    Terminal(game, lambda _: next(typed), lambda _: None).play()
    upgrade(*NEXT)
    play("play", str(path), typed="quit\n")
    again = load_save(path)
    again.fight.run()
    assert again.fight.names[-1] == "Late"
    assert again.players.seats[-1].player == "bold"
    assert again.fight.card(again.fight.names.index("Ada")) == "left the fight"


def test_a_fight_of_plunder_3_goes_on_under_5(play: Play, tmp_path: Path) -> None:
    """No rules made up for a test: what was played before taunts were kept by each taunter."""
    path = copy_of("plunder-3-half", tmp_path)
    said = play("play", str(path), typed="hold\nquit\n")
    assert "From here version 5 of the rules holds (the fight began under version 3). " in said
    assert "No longer there: Orc: taunted_by = Regdar; Orc: taunted_until = 9." in said
    assert said.index("Phase: ranged.") < said.index("From here") < said.index("Phase: melee.")
