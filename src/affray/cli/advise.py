"""`advise`: what the clever one would do where a saved fight stands."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from affray.cli.columns import print_table
from affray.cli.common import counted, level_said, percent, print_json
from affray.cli.progress import Progress
from affray.cli.sim import announce_thinking
from affray.fight.fight import Fight
from affray.fight.plans import target_of
from affray.files.saves import recorded
from affray.lab.advice import WHY_FIRST, AdvisedPlan, advise, asked_of
from affray.lab.clever import silent

SHOWN = 12
"""Plans that are shown; all of them stand in the JSON."""


def show_advice(file: Path, player: str, who: str, as_json: bool) -> None:
    level = level_said(player)
    fight = recorded(file)
    fight.run()
    if who:
        fight = asked_of(fight, who, fight.answerer)
    mine = {fight.pending.who} if who and fight.pending is not None else None
    announce_thinking(fight.encounter, "auto")
    with Progress(level.playouts, "playout") as progress:
        tick = silent if level.seconds else progress.show
        found = advise(fight, level, mine, tick)
    if as_json:
        print_json(_json(fight, found))
    else:
        _print(fight, found)


def _json(fight: Fight, found: list[AdvisedPlan]) -> dict[str, Any]:
    assert fight.pending is not None
    return {
        "who": fight.names[fight.pending.who],
        "question": fight.ruleset.words.question_name(fight.pending.name),
        "plans": [
            {
                "plan": one.offer.name,
                "label": one.offer.label,
                "target": _target(fight, one),
                "win": one.win,
                "error": one.error,
                "playouts": one.playouts,
            }
            for one in found
        ],
    }


def _target(fight: Fight, one: AdvisedPlan) -> str | None:
    """Whom or what a plan is for, where it is for anybody."""
    plan = one.offer.plan
    if plan is None or not plan.targets:
        return None
    return target_of(plan, one.offer.target, fight.encounter)


def _print(fight: Fight, found: list[AdvisedPlan]) -> None:
    assert fight.pending is not None
    asked, names = fight.pending, fight.encounter.called
    prompt = fight.ruleset.words.prompt(asked.name, asked.who, names, fight.world)
    print(f"{fight.names[asked.who]}: {prompt}")
    rows = [
        [one.offer.label, percent(one.win), f"± {percent(one.error)}", f"{one.playouts:,}"]
        for one in found[:SHOWN]
    ]
    print_table(["plan", "wins", "95 %", "playouts"], rows, right=(1, 2, 3))
    print(WHY_FIRST)
    if len(found) > SHOWN:
        print(f"and {counted(len(found) - SHOWN, 'plan')} more (--json)")
