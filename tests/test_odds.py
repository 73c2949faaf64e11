"""Exact odds: against an independent library, against simulation, and hiding what is sealed."""

from __future__ import annotations

from fractions import Fraction
from math import sqrt
from pathlib import Path
from typing import Any, cast

import icepool
import pytest

from affray.book.encounter import Encounter, find_encounter
from affray.book.errors import BadInput
from affray.cli.common import PartyOptions
from affray.cli.odds import show_odds
from affray.fight.fight import Fight
from affray.fight.plans import Offer, find_plan, offers
from affray.fight.players import Seat
from affray.files.saves import new_save
from affray.odds.expansion import STEP, LineEnds
from affray.odds.layers import FEW, MOST_DRAWN, LinesWalked, NeverAsked, draw_lines
from affray.odds.of_plans import NotUsed, Position, odds_of, position_of
from affray.odds.result_ranges import Landings, leads_text
from affray.odds.upshot import NEVER, Odds
from affray.oracles.dice import Dice, Noted
from affray.oracles.tape import Answer, Kind, Known
from affray.oracles.tape import Question as Asked
from affray.rules.pools import D6
from affray.rulesets.skirmish.events import Event
from affray.rulesets.skirmish.state import Question, Stance

BOLD = 1
PERSON = Seat("person")
ADA, BRAN, GRIM, SNICK = range(4)


def begun(name: str, who: str, rulings: dict[str, str] | None = None) -> Position:
    """In a creature's turn of the first round, nothing rolled, no stances taken."""
    encounter = find_encounter(f"skirmish/{name}").switched(rulings or {}, start=who)
    return Position(encounter, encounter.world())


def offer(encounter: Encounter, who: int, plan: str, target: int = -1) -> Offer:
    found = find_plan(encounter, plan)
    assert found is not None
    answers = found.answers_for(encounter.world(), who, target)
    assert answers
    aim = encounter.ruleset.words.aim(plan, encounter.world(), who, target)
    return Offer(plan, plan, who, tuple(answers), target, found, aim=aim)


def odds(
    position: Position, who: int, plan: str, target: int = -1, given: dict[int, int] | None = None
) -> Odds:
    bold = [BOLD] * position.world.n
    return odds_of(position, offer(position.encounter, who, plan, target), bold, given)


def table(found: Odds) -> dict[str, Fraction]:
    assert sum((o.p for o in found.outcomes), Fraction(0)) == 1
    return {o.text: o.p for o in found.outcomes}


def hits(dice: int, against: int, tie_hits: bool = True) -> Fraction:
    """An opposed roll of six-sided dice, by icepool."""
    mine, theirs = dice @ icepool.d6, against @ icepool.d6
    won: Any = mine >= theirs if tie_hits else mine > theirs
    return Fraction(won.probability(True))


def mostly(usual: Fraction, other: Fraction) -> Fraction:
    """The bold press two times in three, and brace the third."""
    return (2 * usual + other) / 3


def reaches(pool: Any, armor: int) -> Fraction:
    return Fraction((pool >= armor).probability(True))


def strike(hit: Fraction, wound: Fraction, names: tuple[str, str, str]) -> dict[str, Fraction]:
    wounded, held, missed = names
    return {wounded: hit * wound, held: hit * (1 - wound), missed: 1 - hit}


SWORD, AXE = 2 @ icepool.d6, icepool.d12
IN_DUEL = ("hit, Grim wounded 1", "hit, armor holds", "miss")


def test_a_strike_in_the_duel() -> None:
    found = odds(begun("duel", "Ada"), ADA, "strike", 1)
    expected = strike(hits(3, 1), reaches(SWORD, 5), IN_DUEL)
    assert table(found) == expected
    assert found.expected == {"Grim": {"wounds": expected["hit, Grim wounded 1"]}}
    assert found.assumed == {}
    assert found.lines == 3


def test_a_strike_back() -> None:
    found = odds(begun("duel", "Grim"), 1, "strike", 0)
    names = ("hit, Ada wounded 2", "hit, armor holds", "miss")
    expected = strike(hits(3, 2), reaches(AXE, 7), names)
    assert table(found) == expected
    assert found.expected == {"Ada": {"wounds": 2 * expected["hit, Ada wounded 2"]}}


def test_a_strike_at_the_bridge_meets_the_helper() -> None:
    found = odds(begun("bridge", "Ada"), ADA, "strike", GRIM)
    names = ("hit, Snick steps in, Snick wounded 1", "hit, Snick steps in, armor holds", "miss")
    assert table(found) == strike(hits(3, 1), reaches(SWORD, 3), names)
    assert found.assumed == {"Snick: step-in": "yes (bold)"}


@pytest.mark.parametrize(("plan", "dice"), [("press", 4), ("brace", 3)])
def test_a_stance_is_judged_up_to_the_strike(plan: str, dice: int) -> None:
    encounter = find_encounter("skirmish/duel")
    found = odds(Position(encounter, encounter.world(), begun=False), ADA, plan)
    hit = mostly(hits(dice, 1), hits(dice, 2))
    assert table(found) == strike(hit, reaches(SWORD, 5), IN_DUEL)
    assert found.assumed == {"Grim: stance": "press or brace (bold)"}


@pytest.mark.parametrize(("plan", "guard"), [("press", 1), ("brace", 2)])
def test_a_stance_matters_when_one_is_struck_at(plan: str, guard: int) -> None:
    """Grim's stance is judged by Ada's strike at him, too."""
    encounter = find_encounter("skirmish/duel")
    found = odds(Position(encounter, encounter.world(), begun=False), 1, plan)
    wounded = mostly(hits(4, guard), hits(3, guard)) * reaches(SWORD, 5)
    assert found.expected["Grim"]["wounds"] == wounded
    struck = sum(p for text, p in table(found).items() if text.startswith("hit, Grim wounded"))
    assert struck == wounded


def test_the_stages_add_up() -> None:
    found = odds(begun("duel", "Ada"), ADA, "strike", 1)
    hit, armor = found.stages
    assert (hit.reached, hit.succeeds) == (Fraction(1), hits(3, 1))
    assert (armor.reached, armor.succeeds) == (hits(3, 1), reaches(SWORD, 5))
    assert (hit.text, armor.text) == ("3d6 against 1d6", "2d6 against 5")


# What is asked for changes what is answered


def test_rulings_change_the_odds() -> None:
    found = odds(begun("duel", "Ada", {"ties": "target"}), ADA, "strike", 1)
    assert table(found) == strike(hits(3, 1, tie_hits=False), reaches(SWORD, 5), IN_DUEL)
    met = odds(begun("bridge", "Ada", {"blow_meets": "target"}), ADA, "strike", GRIM)
    assert table(met)["hit, Snick steps in, Snick wounded 1"] == hits(3, 1) * reaches(SWORD, 5)


def test_an_answer_given_beforehand_changes_the_odds() -> None:
    encounter = find_encounter("skirmish/bridge")
    start = Position(encounter, encounter.world(), begun=False)
    usual = odds(start, ADA, "press")
    assert usual.assumed["Ada: target"] == "Grim (bold)"
    chosen = odds(start, ADA, "press", given={Question.TARGET: SNICK})
    assert "Ada: target" not in chosen.assumed
    assert table(usual)["miss"] == 1 - mostly(hits(4, 1), hits(4, 2))
    assert table(chosen)["miss"] == 1 - mostly(hits(4, 3), hits(4, 4))


def test_an_answer_nobody_asks_for_is_refused() -> None:
    encounter = find_encounter("skirmish/bridge")
    start = Position(encounter, encounter.world(), begun=False)
    with pytest.raises(NotUsed, match=r"target: legal are Grim, Snick \(SK-6\)"):
        odds(start, ADA, "press", given={Question.TARGET: BRAN})
    with pytest.raises(NotUsed, match="rest: is not asked here"):
        odds(start, ADA, "press", given={Question.TARGET: GRIM, Question.REST: 1})


def test_temperaments_change_the_odds() -> None:
    position = begun("bridge", "Ada")
    plan = offer(position.encounter, ADA, "strike", GRIM)
    random = odds_of(position, plan, [BOLD, BOLD, BOLD, 0])
    assert random.assumed == {"Snick: step-in": "no or yes (random)"}
    assert table(random)["hit, Grim wounded 1"] == hits(3, 1) * reaches(SWORD, 5) / 2


# Plans that cannot be


def test_a_plan_that_is_not_possible_names_what_is() -> None:
    with pytest.raises(NeverAsked, match=r"legal are Grim, Snick \(SK-6\)"):
        odds(begun("bridge", "Ada"), ADA, "strike", BRAN)
    with pytest.raises(NeverAsked, match="does not come to that question"):
        odds(begun("bridge", "Ada"), ADA, "rest")


def test_a_plan_that_may_never_come_up_says_so() -> None:
    """Stepping in waits for a neighbour to be hit; what is told begins with it."""
    found = table(odds(begun("bridge", "Ada"), ADA, "step-in"))
    assert 0 < found.pop(NEVER) < Fraction(1, 5)
    assert all(text.startswith("Ada steps in, ") for text in found)


def test_the_command_names_the_option(tmp_path: Path) -> None:
    with pytest.raises(BadInput, match=r"^--target: found 'Ada'; legal are Grim"):
        show_odds(
            "skirmish/duel", "Ada", "strike", "Ada", [], False, [], [], [], PartyOptions(), False
        )


# Simulation agrees


def simulated(position: Position, target: int, n: int) -> dict[str, float]:
    """How often the same strike comes to each outcome when it is rolled."""
    ruleset, names = position.encounter.ruleset, position.encounter.names
    headline = {int(e) for e in ruleset.words.events if e.told.headline}
    counts: dict[str, int] = {}
    for k in range(n):
        log: list[Noted] = []
        world = position.encounter.world()
        ruleset.step(Dice(77, k, Aim(ruleset.decide, target), [BOLD] * world.n, log), world)
        text = ", ".join(ruleset.words.headline(*e, names) for e in log if e[0] in headline)
        counts[text] = counts.get(text, 0) + 1
    return {text: count / n for text, count in counts.items()}


class Aim:
    """A policy that strikes at one target and is bold in everything else."""

    def __init__(self, decide: Any, target: int) -> None:
        self.decide = decide
        self.target = target

    def __call__(self, ask: Any, w: Any, who: int, question: int, mask: int, temper: int) -> int:
        if question == Question.TARGET:
            return self.target
        return int(self.decide(ask, w, who, question, mask, temper))


@pytest.mark.parametrize(
    ("name", "who", "target"), [("duel", ADA, 1), ("bridge", ADA, GRIM), ("bridge", BRAN, SNICK)]
)
def test_simulation_agrees_with_the_odds(name: str, who: int, target: int) -> None:
    n = 6000
    position = begun(name, ["Ada", "Bran"][who])
    exact = table(odds(position, who, "strike", target))
    found = simulated(position, target, n)
    assert set(found) <= set(exact)
    for text, p in exact.items():
        error = sqrt(float(p) * (1 - float(p)) / n)
        assert abs(found.get(text, 0.0) - float(p)) <= 4 * error + 1e-12, text


# From a fight under way


def seated(tmp_path: Path, *answers: int, seats: list[Seat] | None = None) -> Fight:
    """A fight at the bridge in which people have answered so far."""
    encounter = find_encounter("skirmish/bridge")
    game = new_save(
        encounter, seats or [PERSON] * 4, 3, tmp_path / f"{len(list(tmp_path.iterdir()))}.toml"
    )
    game.fight.run()
    for answer in answers:
        game.fight.answer(Answer(answer))
    return game.fight


def pending_odds(fight: Fight, plan: str) -> Odds:
    assert fight.pending is not None
    possible = offers(fight)
    chosen = next(o for o in possible if o.name == plan)
    return odds_of(position_of(fight, fight.pending.who), chosen, [BOLD] * 4)


@pytest.mark.parametrize("plan", ["press", "brace"])
def test_sealed_answers_of_others_are_not_known(tmp_path: Path, plan: str) -> None:
    """Whatever Ada and Bran have sealed, Grim's odds are the same."""
    seen = []
    for ada in (Stance.PRESS, Stance.BRACE):
        for bran in (Stance.PRESS, Stance.BRACE):
            found = pending_odds(seated(tmp_path, ada, bran), plan)
            assert found.assumed["Ada: stance"] == "any of 2, equally likely (sealed)"
            assert found.assumed["Bran: stance"] == "any of 2, equally likely (sealed)"
            seen.append((table(found), found.expected))
    assert all(one == seen[0] for one in seen)


def test_ones_own_side_is_sealed_too_but_not_oneself(tmp_path: Path) -> None:
    fight = seated(tmp_path, Stance.BRACE)
    position = position_of(fight, BRAN)
    assert position.answered == ()
    own = Known(Kind.CHOOSE, Question.STANCE, ADA, Stance.BRACE)
    assert position_of(fight, ADA).answered == (own,)


def test_shown_stances_are_known(tmp_path: Path) -> None:
    """Once all are shown they count: Ada braced, so she strikes with three dice."""
    for ada, dice in ((Stance.PRESS, 4), (Stance.BRACE, 3)):
        fight = seated(tmp_path, ada, Stance.PRESS, Stance.BRACE, Stance.PRESS)
        assert fight.pending is not None
        assert fight.pending.name == Question.TARGET
        assert table(pending_odds(fight, "strike"))["miss"] == 1 - hits(dice, 2)


def test_what_has_been_rolled_stands(tmp_path: Path) -> None:
    """When Snick is asked to step in, the hit has happened: only the armor is left to chance."""
    fight = seated(tmp_path, *[Stance.PRESS] * 4, GRIM)
    assert fight.pending is not None
    assert (fight.pending.name, fight.pending.who) == (Question.STEP_IN, SNICK)
    assert any(item[0] == Event.HIT for item in fight.story)
    into, out = pending_odds(fight, "step-in"), pending_odds(fight, "stay-out")
    wound = reaches(SWORD, 3)
    assert table(into) == {
        "Snick steps in, Snick wounded 1": wound, "Snick steps in, armor holds": 1 - wound
    }  # fmt: skip
    assert table(out)["Grim wounded 1"] == reaches(SWORD, 5)


# What a number leads to


def test_a_rolled_number_is_told_by_what_it_leads_to() -> None:
    """Level 2 is beaten by 6; five and ten over and under part the results."""
    encounter = find_encounter("story-mode/crypt").switched({}, start="Alex")
    position = Position(encounter, encounter.world())
    revenant = encounter.names["creatures"].index("Revenant")
    alex = encounter.names["creatures"].index("Alex")
    (stage,) = odds(position, alex, "attack", revenant).stages
    assert stage.succeeds is None
    assert leads_text(stage.leads) == (
        "11 or more: Success and, 6 to 10: Success, 3 to 5: Success but, 2: Fail but, 1: Fail and"
    )


def test_a_number_that_alone_decides_nothing_leads_nowhere() -> None:
    struck, missed = (Event.HIT, ADA, GRIM, 0), (Event.MISS, ADA, GRIM, 0)
    roll = Asked(Kind.ROLL, 0, ADA, pool=D6)
    landings = Landings()
    landings.add([(roll, 1, missed), (roll, 2, struck), (roll, 3, struck)])
    said = landings.leads(roll, lambda told: str(told[0]))
    assert [(lead.low, lead.high) for lead in said] == [(2, 3), (1, 1)]
    landings.add([(roll, 2, missed)])
    assert landings.leads(roll, str) == (), "2 was a hit and a miss"


# What it is for


def test_an_outcome_comes_off_when_the_plan_did_what_it_is_for() -> None:
    found = odds(begun("duel", "Ada"), ADA, "strike", 1)
    comes_off = {o.text: o.comes_off for o in found.outcomes}
    assert comes_off == {"hit, Grim wounded 1": True, "hit, armor holds": False, "miss": False}
    assert found.number is not None
    assert found.number.p == sum((o.p for o in found.outcomes if o.comes_off), Fraction(0))


def test_who_dies_is_grouped_as_dead_though_no_number_of_theirs_changes() -> None:
    """A guard with all the wounds it can have: one more is death, and the count stays."""
    encounter = find_encounter("dungeoneers-spotlight/narrow-bridge").switched({}, start="Freya")
    position = Position(encounter, encounter.world())
    freya, guard = (encounter.names["creatures"].index(n) for n in ("Freya", "Guard 1"))
    world = position.world
    world.creatures[guard].wounds = 2
    world.creatures[guard].x, world.creatures[guard].y = (
        world.creatures[freya].x + 1,
        world.creatures[freya].y,
    )
    found = odds(position, freya, "strike", guard)
    dead = sum((o.p for o in found.outcomes if "Guard 1 dead" in o.text), Fraction(0))
    assert 0 < dead < 1
    assert found.grouped is not None
    assert {share.grade: share.p for share in found.grouped.shares}["dead"] == dead


class Clock:
    """Time that goes by only where lines are drawn, each as long as it says."""

    def __init__(self, a_line: float) -> None:
        self.a_line, self.now, self.drawn = a_line, 0.0, [0]

    def thread_time(self) -> float:
        return self.now

    def sample(self, part: int, n: int, tick: LinesWalked) -> list[LineEnds]:
        self.now += n * self.a_line
        self.drawn.append(n)
        return []


@pytest.mark.parametrize("a_line", [1e-7, 2e-6, 1e-4, 0.002, 0.01, 0.05])
def test_as_many_lines_are_drawn_as_there_is_time_for(
    monkeypatch: pytest.MonkeyPatch, a_line: float
) -> None:
    """Where CPython draws long ones, five hundred at once took a second."""
    clock = Clock(a_line)
    monkeypatch.setattr("affray.odds.layers.time", clock)
    _, n = draw_lines(cast(Any, clock), STEP, LinesWalked(None, 1e9), 0.4)
    assert n == max(clock.drawn)
    assert clock.now <= max(0.4, FEW * a_line) + 1e-9
    assert n >= min(MOST_DRAWN, 0.2 / a_line, FEW)
    assert n == MOST_DRAWN or clock.now + 2 * n * a_line > 0.2, "no time is left unused"
