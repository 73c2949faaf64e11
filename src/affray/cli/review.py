"""`review`: was a fight decided by dice or by choices?"""

from __future__ import annotations

import sys
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from affray.book.errors import BadInput, meant, unknown
from affray.cli.columns import print_table
from affray.cli.common import counted, percent, print_json
from affray.cli.drawing import Drawing
from affray.cli.progress import Progress
from affray.cli.sim import announce_thinking
from affray.fight.fight import Fight
from affray.files.saves import recorded
from affray.lab.frames import require_frame_file, write_columns
from affray.lab.review import UNSAID, Review
from affray.tell.reviewing import review_data

CUT_SHORT = 130


@dataclass(frozen=True)
class ReviewOptions:
    """Who plays on from every moment, how often, and the files it goes into."""

    player: str
    budget: int
    rows: Path | None
    drawing: Drawing


def show_review(file: Path, asked: ReviewOptions, as_json: bool) -> int:
    """The exit status: other than 0 where it was cut short, and what there is was shown."""
    if asked.rows:
        require_frame_file(asked.rows)
    asked.drawing.require()
    fight = recorded(file)
    fight.run()
    review = Review(fight, _temperament(fight, asked.player))
    if len(review.moments) < 2:
        raise BadInput("nothing has happened yet, expected a fight that was begun", file=file)
    announce_thinking(fight.encounter, "auto")
    is_whole = _work(review, asked.budget)
    found = {**review_data(review), "stopped": not is_whole}
    if asked.rows:
        _write(asked.rows, found["curve"])
    asked.drawing.draw("review", found)
    if as_json:
        print_json(found)
    else:
        _print(found)
    if not is_whole:
        print("stopped before all was looked at", file=sys.stderr)
    return 0 if is_whole else CUT_SHORT


def _temperament(fight: Fight, player: str) -> int:
    known = list(fight.ruleset.temperaments)
    if not player:
        return UNSAID
    player = meant(player, known)
    if player not in known:
        raise BadInput(unknown("temperament", player, known), field="--as")
    return known.index(player)


def _work(review: Review, budget: int) -> bool:
    """All of it, or as far as somebody waits for it."""
    parts = review.slices(budget)
    total = sum(len(part.items) * part.each for part in parts)
    done = 0
    try:
        with Progress(total, "playout") as progress:
            progress.show(0)
            for part in parts:
                review.take(part, review.do(part))
                done += len(part.items) * part.each
                progress.show(done)
    except KeyboardInterrupt:
        return False
    return True


def _write(path: Path, curve: list[dict[str, Any]]) -> None:
    names = ["n", "at", "round", "sort", "who", "text", "win", "error", "swing", "playouts",
             "cost", "cost_error", "better"]  # fmt: skip
    write_columns(path, {name: [moment.get(name) for moment in curve] for name in names})


def _print(found: dict[str, Any]) -> None:
    side, curve = found["side"], found["curve"]
    playouts = max(point["playouts"] for point in curve)
    by = f"all play on by {found['played_on_by']}, {counted(playouts, 'playout')} each, sampled"
    print(f"{found['encounter']}: {counted(len(curve), 'moment')}; {by}")
    print(f"{side} win: {_chance(found['start'])} at the beginning, {_end(found)}\n")
    rows = [["the dice", *_points(found["luck"])], ["the choices", *_points(found["choices"])]]
    rows += [[f"  of the {of}", *_points(one)] for of, one in found["choices_of"].items()]
    if found["by_hand"]["points"]:
        rows.append(["by hand", *_points(found["by_hand"])])
    print_table([f"moved for the {side}", "points", "95 %"], rows, right=(1, 2))
    turn = found["turning_point"]
    if turn is not None:
        print(f"turning point, round {curve[turn]['round']}: {curve[turn]['text']}\n")
    swings = [[one["text"], *_points(one)] for one in found["swings"]]
    print_table(["largest swings", "points", "95 %"], swings, right=(1, 2))
    if found["costliest"]:
        costs = [
            [one["text"], f"{one['cost']:.1f}", _within(one["cost_error"]), one["better"]]
            for one in found["costliest"]
        ]
        print_table(["costliest decisions", "points", "95 %", "better"], costs, right=(1, 2))
    print(f"Was it the dice or the choices? {found['verdict'].capitalize()}.")


def _chance(one: dict[str, float]) -> str:
    return f"{percent(one['win'] / 100, 1, not one['error'])} {_within(one['error'])}"


def _end(found: dict[str, Any]) -> str:
    if not found["over"]:
        return f"{_chance(found['end'])} now"
    return "and did" if found["end"]["win"] else "and did not"


def _points(one: dict[str, float]) -> list[str]:
    return [f"{one['points']:+.1f}", _within(one["error"])]


def _within(error: float) -> str:
    """Beyond a hundred points an interval says nothing."""
    return f"± {error:.1f}" if error <= 100 else "(too few)"
