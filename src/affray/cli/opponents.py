"""`opponents`: how strong the computer's players are, game by game."""

from __future__ import annotations

import re
import sys
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import typer

from affray.book.encounter import Encounter, find_encounter
from affray.book.errors import BadInput
from affray.book.shelf import SHELF
from affray.cli.columns import print_table
from affray.cli.common import counted, level_said, print_json
from affray.cli.compiling import announce
from affray.files.atomic import put_in_place
from affray.lab.ladder import AllAlike, Ladder, Rung, ShareInterval, all_alike, ladders, samples
from affray.odds.percent import percent

HEADING = (
    "# How strong is each?\n\n"
    "Who wins how often, from each side of a sample encounter: each game's temperaments, and "
    "`clever`, which tries its plans by so many playouts a decision ([lab.md](lab.md)). The "
    "others are played by that temperament of theirs against which the side's own win least. "
    "Temperaments have {policy} fights each, `clever` as many as is said, with Wilson's 95 % "
    "interval; `perfect` is the side as well as can be played, exactly, where the fight can be "
    "solved. *Stronger* is said of the one that thinks longest, where the 95 % interval of its "
    "lead over the side's best temperament (Newcombe's) lies above nothing; *won* and "
    "*lost either way* of a side of which both win, or neither wins, all but 2 % of their fights."
    "\n\n"
    "Under each table: how often each side wins when everybody is `clever` for as long. Past 98 % "
    "a fight is decided before it begins.\n\n"
    "Every section is made by the command in its first line; the same without an encounter makes "
    "them all, and goes on where it was ended.\n"
)


@dataclass(frozen=True)
class LadderOptions:
    """How the ladder is climbed, as the command line says it."""

    what: str
    levels: list[str]
    fights: int
    policy_fights: int
    seed: int
    write: Path | None = None

    @property
    def command(self) -> str:
        said = " ".join(f"--level {level}" for level in self.levels)
        fights = f"-n {self.fights} --policy-fights {self.policy_fights} --seed {self.seed}"
        written = f" --write {self.write.as_posix()}" if self.write is not None else ""
        what = f"{self.what} " if self.what else ""
        return f"affray opponents {what}{said} {fights}{written}"


def show_opponents(asked: LadderOptions, as_json: bool) -> None:
    """The ladder of every game, of one, or of one encounter."""
    for level in asked.levels:
        level_said(level)
    write = asked.write
    if write is not None and (write.is_dir() or not write.absolute().parent.is_dir()):
        raise BadInput("found no place for a file, expected a document's name", file=write)
    found: list[LadderFindings] = []
    wanted, stopped = _wanted(asked.what), False
    try:
        for encounter in wanted:
            if one := _measured(encounter, asked):
                found.append(one)
    except KeyboardInterrupt:
        stopped = True
    if as_json:
        print_json({"command": asked.command, **_joined(found)})
    elif found:
        print_table(*_table([ladder for one in found for ladder in one.ladders]))
        for one in found:
            print(one.encounter.name + ": " + _all_alike(one.alike))
    if stopped:
        _tell(f"stopped after {len(found)} of {counted(len(wanted), 'encounter')}")
        raise typer.Exit(130)


def _wanted(what: str) -> list[Encounter]:
    """The encounters that are meant: one, a game's, or all there are."""
    if "/" in what or what.endswith(".toml"):
        return [find_encounter(what)]
    games = [SHELF.get(what)] if what else SHELF.all()
    return [encounter for game in games for encounter in samples(game)]


@dataclass(frozen=True)
class LadderFindings:
    """All that was found out about one encounter."""

    encounter: Encounter
    ladders: list[Ladder]
    alike: AllAlike


def _measured(encounter: Encounter, asked: LadderOptions) -> LadderFindings | None:
    """Its ladders, written down at once; None where just this is in the document already."""
    if "/" not in asked.what and not asked.what.endswith(".toml"):
        asked = replace(asked, what=encounter.name)
    if asked.write is not None and _is_written(asked.write, asked):
        _tell(f"{encounter.name}: is in {asked.write} already")
        return None
    for oracle in ("dice", "tape"):
        announce(encounter.ruleset, oracle)
    levels, n, seed = asked.levels, asked.fights, asked.seed
    climbed = list(ladders([encounter], levels, n, seed, asked.policy_fights, _tell))
    found = LadderFindings(encounter, climbed, all_alike(encounter, levels[-1], n, seed))
    if asked.write is not None:
        put_in_place(asked.write, _with(asked.write, asked, _section(found, asked)), 0o644)
    return found


def _tell(line: str) -> None:
    print(line, file=sys.stderr, flush=True)


def _json(ladder: Ladder) -> dict[str, Any]:
    return {
        "encounter": ladder.encounter,
        "side": ladder.side,
        "against": ladder.against,
        "players": [
            {
                "player": rung.player,
                "wins": rung.wins,
                "fights": rung.fights,
                "p": rung.rate[0],
                "lo": rung.rate[1],
                "hi": rung.rate[2],
                "seconds_a_fight": rung.seconds,
                "exact": rung.exactly is not None,
                **({"verdict": ladder.verdict(rung)} if rung.thinks else {}),
            }
            for rung in ladder.rungs
        ],
    }


def _joined(found: list[LadderFindings]) -> dict[str, Any]:
    told = [_json(ladder) for one in found for ladder in one.ladders]
    return {"ladders": told, "all_alike": [_alike_json(one) for one in found]}


def _alike_json(one: LadderFindings) -> dict[str, Any]:
    shares = {
        side: {"p": p, "lo": low, "hi": high} for side, (p, low, high) in one.alike.shares.items()
    }
    named = {"encounter": one.encounter.name, "level": one.alike.level}
    return {**named, "sides": shares, "decided": one.alike.is_decided}


def _all_alike(alike: AllAlike) -> str:
    shares = [f"{side} {share_text(share)}" for side, share in alike.shares.items()]
    decided = ": decided before it begins" if alike.is_decided else ""
    return f"with {alike.level} on all sides {', '.join(shares)}{decided}"


def _table(held: list[Ladder]) -> tuple[list[str], list[list[str]]]:
    players = list(dict.fromkeys(rung.player for one in held for rung in one.rungs))
    heads = ["encounter", "side", "against", *players, ""]
    rows = []
    for one in held:
        cells = {rung.player: cell_text(rung) for rung in one.rungs}
        named = [one.encounter.partition("/")[2], one.side, one.against]
        rows.append([*named, *(cells.get(player, "") for player in players), _verdict(one)])
    return heads, rows


def cell_text(rung: Rung) -> str:
    if rung.thinks:
        return share_text(rung.rate)
    share = rung.rate[0] if rung.exactly is None else rung.exactly
    return percent(share, 1, certain=rung.exactly in (0, 1))


def share_text(share: ShareInterval) -> str:
    """'> 99 % (98 to 100)': however all of them went, fights that were played make none certain."""
    p, low, high = share
    least, most = min(99, round(100 * low)), max(1, round(100 * high))
    return f"{percent(p, 0, certain=False)} ({least} to {most})"


def _verdict(ladder: Ladder) -> str:
    """Of whoever thinks longest."""
    thinking = [rung for rung in ladder.rungs if rung.thinks]
    return ladder.verdict(thinking[-1]) if thinking else ""


def _section(found: LadderFindings, asked: LadderOptions) -> str:
    """A ladder as Markdown, with the command that makes it."""
    held = found.ladders
    heads, rows = _table(held)
    lines = [f"## {asked.what}", "", f"`{asked.command}`", "", _row(heads)]
    lines += [_row(["---"] * len(heads)), *map(_row, rows), ""]
    slowest = max((r for one in held for r in one.rungs if r.fights), key=lambda rung: rung.seconds)
    took = f"the slowest took {slowest.seconds:.1f} s each."
    alike = _all_alike(found.alike).replace(found.alike.level, f"`{found.alike.level}`", 1)
    return "\n".join([*lines, f"{asked.fights} fights of each `clever`; {alike}; {took}", ""])


def _row(cells: list[str]) -> str:
    return f"| {' | '.join(cells)} |"


def _is_written(path: Path, asked: LadderOptions) -> bool:
    """Whether just this was measured before: a run that was ended goes on where it was."""
    return path.exists() and f"`{asked.command}`" in path.read_text(encoding="utf-8")


def _with(path: Path, asked: LadderOptions, section: str) -> str:
    """The document with this section in its place, or at its end."""
    heading = HEADING.format(policy=asked.policy_fights)
    text = path.read_text(encoding="utf-8") if path.exists() else heading
    old = re.compile(rf"^## {re.escape(asked.what)}\n.*?(?=^## |\Z)", re.M | re.S)
    if old.search(text):
        return old.sub(lambda _: section + "\n", text).rstrip() + "\n"
    return f"{text.rstrip()}\n\n{section}"
