"""Scenario files: a fight in miniature with every answer forced, and what must come of it."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Any

from affray.book.content import WorldFiller, show
from affray.book.encounter import Encounter, read_encounter
from affray.book.errors import unknown
from affray.book.toml_tables import TomlTable
from affray.fight.fight import Fight
from affray.fight.plans import option_names
from affray.files.answers import answers
from affray.files.tapefile import Script, describe, options
from affray.rules.ask import NOBODY, ONGOING
from affray.rules.world import Record

GOING_ON = "going-on"
EXPECTED = ("events", "asks", "offers", "lacks", "outcome")
"""What a scenario may expect besides the fields of creatures and of the fight."""


@dataclass(frozen=True)
class Verdict:
    """Whether a scenario held, and if not, why."""

    file: str
    ok: bool
    why: str
    title: str = ""


class Differs(Exception):
    """What came is not what the scenario expects."""


def run_scenario(path: Path) -> Verdict:
    """Play one scenario file; a bad file raises, a difference is a verdict."""
    encounter = read_encounter(path)
    _expected(encounter)
    return judged(play_script(encounter))


def judged(fight: Fight) -> Verdict:
    """Whether what came of a scenario is what it expects."""
    encounter = fight.encounter
    path = str(encounter.file)
    try:
        _compare(fight, _expected(encounter))
    except Differs as why:
        cited = f" ({', '.join(encounter.rules)})" if encounter.rules else ""
        return Verdict(path, False, f"{why}{cited}", encounter.title)
    return Verdict(path, True, "", encounter.title)


def _expected(encounter: Encounter) -> TomlTable:
    if "expect" not in encounter.top:
        raise encounter.top.bad("expect", "missing; a scenario says what it expects")
    return encounter.top.table("expect")


def play_script(encounter: Encounter) -> Fight:
    """Run an encounter's `do` answers; every one must be used."""
    for cited in encounter.rules:
        if cited not in encounter.ruleset.book.rules:
            raise encounter.top.bad("rules", f"cites {cited}, which is not in the rulebook")
    script = Script(answers(encounter.top, "do"), encounter)
    fight = Fight(encounter, script)
    fight.run()
    left = script.left_over()
    if left is not None:
        raise left.bad("", "is left over: the fight was over before it was asked for")
    return fight


def _compare(fight: Fight, expect: TomlTable) -> None:
    _compare_events(fight, expect)
    _compare_asks(fight, expect)
    _compare_options(fight, expect)
    _compare_outcome(fight, expect)
    encounter = fight.encounter
    stage = encounter.stage(fight.world)
    for key in expect:
        if key in EXPECTED:
            continue
        if key in fight.names:
            creature = fight.world.creatures[fight.names.index(key)]
            _compare_fields(stage, creature, expect.table(key), key, encounter)
        elif key in type(fight.world).layout.fields:
            one = TomlTable({key: expect.raw(key)}, expect.file, expect.where)
            _compare_fields(stage, fight.world, one, "the fight", encounter)
        else:
            known = [*fight.names, *EXPECTED, *type(fight.world).layout.fields]
            raise expect.bad("", unknown("creature or field", key, known))


def _compare_fields(
    stage: WorldFiller, found: Record, wanted: TomlTable, who: str, encounter: Encounter
) -> None:
    fields = type(found).layout.fields
    for key in wanted:
        if key not in fields:
            raise wanted.bad("", unknown("field", key, list(fields)))
        expected: Any = stage.read(fields[key], wanted, key)
        value = getattr(found, key)
        if value != expected:
            shown = show(fields[key], value, encounter.names)
            raise Differs(f"{who}.{key}: expected {wanted.raw(key)!r}, found {shown!r}")


def _compare_events(fight: Fight, expect: TomlTable) -> None:
    words = fight.ruleset.words
    wanted = expect.texts("events", [])
    for name in wanted:
        if name not in words.event_names:
            raise expect.bad("events", unknown("event", name, list(words.event_names)))
    told = [words.event_name(item[0]) for item in fight.story if isinstance(item[0], int)]
    rest = iter(told)
    for name in wanted:
        if name not in rest:
            raise Differs(f"events: expected {name!r} in its place, found {', '.join(told)}")


def _compare_asks(fight: Fight, expect: TomlTable) -> None:
    pending = fight.pending
    if "asks" not in expect:
        if pending is not None and _mid_step(fight):
            asked = describe(pending, fight.encounter)
            where = f"do[{len(fight.encounter.top.raw('do', [])) + 1}]"
            raise fight.encounter.top.bad(where, f"missing; the rules ask {asked}")
        return
    words = fight.ruleset.words
    wanted = expect.text("asks")
    known = [*words.question_names, *words.roll_names]
    if wanted not in known:
        raise expect.bad("asks", unknown("question", wanted, known))
    found = "nothing"
    if pending is not None:
        named = words.roll_name if pending.is_chance else words.question_name
        found = named(pending.name)
    if found != wanted:
        raise Differs(f"asks: expected {wanted!r}, found {found!r}")


def _compare_options(fight: Fight, expect: TomlTable) -> None:
    """Options that must be legal answers to what is pending, and those that must not."""
    offers, lacks = expect.texts("offers", []), expect.texts("lacks", [])
    if not offers and not lacks:
        return
    if fight.pending is None or fight.pending.is_chance:
        raise Differs("offers: expected a choice to be pending, found none")
    known = option_names(fight.encounter, fight.pending.name)
    for name in [*offers, *lacks]:
        if name not in known and known != ["a whole number"]:
            raise expect.bad("offers", unknown("option", name, known))
    legal = options(fight.pending, fight.encounter)
    for name in offers:
        if name not in legal:
            raise Differs(f"offers: expected {name!r} among {', '.join(legal)}")
    for name in lacks:
        if name in legal:
            raise Differs(f"lacks: expected no {name!r} among {', '.join(legal)}")


def _mid_step(fight: Fight) -> bool:
    """Whether the answers stop in the middle of a step."""
    return len(fight.live) > fight.step_start[0]


def _compare_outcome(fight: Fight, expect: TomlTable) -> None:
    if "outcome" not in expect:
        return
    sides = fight.encounter.sides
    wanted = expect.choice("outcome", [*sides, "nobody", GOING_ON], "outcome")
    result = fight.outcome
    found = {ONGOING: GOING_ON, NOBODY: "nobody"}.get(result) or sides[result]
    if found != wanted:
        raise Differs(f"outcome: expected {wanted!r}, found {found!r}")
