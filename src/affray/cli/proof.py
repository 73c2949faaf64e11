"""`scenario` and `replay`: what was said is what happens."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Any

import typer

from affray.book.errors import BadInput
from affray.cli.common import counted, print_json, readings_of
from affray.fight.fight import Fight
from affray.fight.switching import otherwise
from affray.files.saves import recorded
from affray.files.scenario import Verdict, run_scenario
from affray.files.taking_up import account_of
from affray.files.versions import OtherVersion
from affray.rules.world import to_json
from affray.tell.ending import ending, ending_data
from affray.tell.narration import transcript
from affray.tell.otherwise import otherwise_data, told_otherwise
from affray.tell.retelling import outcome_name, retold


def run_scenarios(files: list[Path], as_json: bool) -> None:
    verdicts, bad = [], []
    for path in files:
        try:
            verdicts.append(run_scenario(path))
        except BadInput as wrong:
            bad.append(wrong)
    if bad and not verdicts:
        raise bad[0]
    failed = [v for v in verdicts if not v.ok]
    if as_json:
        print_json(
            {
                "passed": len(verdicts) - len(failed),
                "failed": len(failed),
                "scenarios": [{"file": v.file, "ok": v.ok, "why": v.why} for v in verdicts],
            }
        )
    else:
        _print_verdicts(verdicts)
    for problem in bad:
        print(f"affray: {problem}", file=sys.stderr)
    if bad or failed:
        raise typer.Exit(2 if bad else 1)


def _print_verdicts(verdicts: list[Verdict]) -> None:
    for v in verdicts:
        print(f"{'holds ' if v.ok else 'FAILS '} {v.title}  [{v.file}]")
        if not v.ok:
            print(f"        {v.why}")
    passed = sum(1 for v in verdicts if v.ok)
    print(f"{passed} of {len(verdicts)} hold")


def show_replay(file: Path, how: bool, as_json: bool) -> None:
    """Running the tape checks every answer against the question it was given for."""
    try:
        fight = recorded(file)
    except OtherVersion as other:
        _show_retold(file, other, as_json)
        return
    fight.run()
    if as_json:
        print_json({"file": str(file), **fight_data(fight)})
        return
    print(transcript(fight, how, opened=how), end="")
    state = "over" if fight.is_over else "going on"
    print(f"{counted(len(fight.live), 'answer')} replayed, nothing changed; the fight is {state}")


def fight_data(fight: Fight) -> dict[str, Any]:
    """One fight, told for other programs."""
    return {
        "ruleset": fight.ruleset.slug,
        "answers": len(fight.live),
        "outcome": outcome_name(fight.encounter, fight.outcome),
        "transcript": transcript(fight).splitlines(),
        "ending": ending_data(ending(fight)),
        "world": to_json(fight.world),
    }


def show_otherwise(file: Path, rulings: list[str], as_json: bool) -> None:
    """What would have been different under other readings, with the same answers and dice."""
    fight = recorded(file)
    fight.run()
    readings = readings_of(fight.encounter, rulings)
    found = otherwise(fight, readings)
    if as_json:
        print_json({"file": str(file), **otherwise_data(fight, readings, found)})
        return
    for line in told_otherwise(fight, readings, found):
        print(line)


def _show_retold(file: Path, other: OtherVersion, as_json: bool) -> None:
    """What another version told of a fight; its tape cannot be run by this one."""
    account = account_of(other, file)
    told = account.standing
    if as_json:
        print_json(
            {
                "file": str(file),
                "ruleset": told.ruleset,
                "answers": told.answers,
                "outcome": told.outcome,
                "transcript": retold(account).splitlines(),
                "ending": None,
                "world": None,
                "told_by": told.version,
            }
        )
        return
    print(retold(account), end="")
    print(other.told_by)
    if not told.over:
        print(f"It is not over: affray play {file} goes on from here under version {other.now}.")
