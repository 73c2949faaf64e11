"""The player made of the rules: it knows no key and no secret, and plays better than a policy."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence, Set
from dataclasses import replace
from itertools import pairwise
from math import fsum
from typing import Any

import pytest

from affray.book.encounter import find_encounter
from affray.book.errors import BadInput
from affray.fight.fight import Fight, nobody
from affray.fight.levels import Level, is_computer, level_of
from affray.fight.plans import Offer
from affray.fight.players import Players, Seat
from affray.lab import search
from affray.lab.clever import Clever, policy_answer
from affray.lab.moves import by_turns, moves
from affray.lab.playouts import Cast, CompiledPlayouts, PlayoutEnds, PythonPlayouts
from affray.lab.search import Tried, is_better
from affray.lab.seen import seen_by
from affray.lab.simulate import simulate
from affray.lab.threads import WORTH
from affray.oracles.keyed import Key
from affray.oracles.tape import Answer, Kind, Known, Question
from affray.rules.masks import largest, smallest

ENCOUNTERS = ["skirmish/bridge", "plunder/ford-at-dusk", "rpg-hell/burning-mill"]
SOME = Level(24)
TURNS = "clever:150"
FORKED = 3
"""The fight of a seed in which moves are so alike that rounding told them apart."""


def begun(name: str, player: str = "person", side: int = 0) -> Fight:
    """A fight that stands at the first question of one side, whose seats are a person's."""
    encounter = find_encounter(name)
    seats = [Seat(player if encounter.sides.index(e.side) == side else "bold")
             for e in encounter.entrants]  # fmt: skip
    fight = Fight(encounter, Players(seats, 5))
    fight.run()
    return fight


def of_side(fight: Fight, who: int) -> set[int]:
    creatures = fight.world.creatures
    return {i for i, c in enumerate(creatures) if c.side == creatures[who].side}


def decided(fight: Fight, level: Level = SOME) -> int:
    """What a fresh thinker answers to what is pending."""
    assert fight.pending is not None
    mine = of_side(fight, fight.pending.who)
    return Clever()(fight, fight.pending, fight.world, mine, level)


@pytest.mark.compiled
@pytest.mark.parametrize("name", ENCOUNTERS)
def test_compiled_playouts_are_cpythons_to_the_die(name: str) -> None:
    fight = begun(name)
    asked = fight.pending
    assert asked is not None
    seen = seen_by(fight, asked, fight.world, of_side(fight, asked.who))
    cast = Cast(frozenset(of_side(fight, asked.who)), 2)
    ways = (CompiledPlayouts(fight.ruleset), PythonPlayouts(fight.ruleset))
    for offer in moves(fight.encounter, asked, fight.world, seen.unseen)[:4]:
        said = [Known(Kind.CHOOSE, q, asked.who, a) for q, a in offer.answers]
        ends = []
        for way in ways:
            way.begin(seen.place)
            ends.append(way.play(cast, [*seen.known, *said], 11, 3, 3))
        compiled, python = ends
        assert list(compiled.winners) == list(python.winners)
        assert list(compiled.stood) == list(python.stood)
        assert list(compiled.rounds) == list(python.rounds)


@pytest.mark.compiled
@pytest.mark.parametrize("name", ["skirmish/bridge", "dungeoneers-tactics/duel"])
def test_the_key_changes_no_decision(name: str) -> None:
    """The same answers so far, other dice to come: the same decision."""
    decisions = []
    for key in (Key(bytes(32)), Key(b"\x07" * 32), 5):
        fight = begun(name)
        fight.answerer = Players([Seat() for _ in fight.names], key)
        decisions.append(decided(fight))
    assert len(set(decisions)) == 1


def declared(name: str, pick: Callable[[int], int], before: Fight | None = None) -> Fight:
    """A fight in which the second side is asked after the first has sealed what `pick` takes."""
    encounter = find_encounter(name)
    players = Players([Seat() for _ in encounter.entrants], 5)
    fight = before.clone() if before else Fight(encounter, players)
    if before:
        fight.undo(before.step_start[0])
    else:
        fight.run()
    secret = fight.ruleset.secret_questions
    for _ in range(300):
        asked = fight.pending
        assert asked is not None
        if asked.is_chance:
            fight.answer(players.rolled(fight, asked))
            continue
        is_first = fight.world.creatures[asked.who].side == 0
        sealed = {q.who for q, _ in fight.said_in_step() if q.name in secret and not q.is_chance}
        if asked.name in secret and not is_first and sealed:
            return fight
        fight.answer(Answer(pick(asked.mask)))
    raise AssertionError("nobody was asked after others had sealed something")


@pytest.mark.compiled
@pytest.mark.parametrize("name", ["skirmish/bridge", "plunder/ford-at-dusk"])
def test_what_others_sealed_changes_no_decision(name: str) -> None:
    """Two fights that differ in sealed answers alone: what is known is the same, and the answer."""
    one = declared(name, smallest)
    other = declared(name, largest, before=one)
    sealed = [[a.value for _, a in fight.said_in_step()] for fight in (one, other)]
    assert sealed[0] != sealed[1]
    assert one.pending is not None
    assert one.pending == other.pending
    mine = of_side(one, one.pending.who)
    known = [seen_by(fight, one.pending, fight.world, mine) for fight in (one, other)]
    assert known[0].seed() == known[1].seed()
    assert known[0].known == known[1].known
    assert decided(one, Level(200)) == decided(other, Level(200))


@pytest.mark.compiled
def test_where_somebody_hides_changes_no_decision() -> None:
    """Who is hidden is not in the world one thinks about, wherever they are and however hurt."""
    decisions, seeds = [], []
    for x, health in ((3, 5), (9, 2)):
        fight = begun("rpg-hell/cold-cellar", side=0)
        asked = fight.pending
        assert asked is not None
        mine = of_side(fight, asked.who)
        unseen = seen_by(fight, asked, fight.world, mine).unseen
        assert unseen
        for world in (fight.step_start[1], fight.world):
            for i in unseen:
                world.creatures[i].x, world.creatures[i].health = x, health
        seeds.append(seen_by(fight, asked, fight.world, mine).seed())
        decisions.append(decided(fight))
    assert seeds[0] == seeds[1]
    assert decisions[0] == decisions[1]


def played(name: str, thinker: Callable[[], Clever]) -> list[int]:
    """Every answer of a fight all of whom think, asked anew for whoever answers."""
    encounter = find_encounter(name)

    def think(fight: Fight, asked: Question, world: Any, mine: Set[int], level: Level) -> int:
        return thinker()(fight, asked, world, mine, level)

    fight = Fight(encounter, Players([Seat(TURNS) for _ in encounter.entrants], 5, thinker=think))
    fight.run()
    return [item[1].value for item in fight.story if isinstance(item[0], Question)]


@pytest.mark.compiled
def test_what_a_turn_has_taught_is_kept_and_changes_no_decision() -> None:
    """One thinker, who keeps playouts, and the same one made to forget before every question."""
    keeping, forgetful = Clever(), Clever()

    def without_memory() -> Clever:
        forgetful._playouts.clear()
        return forgetful

    duel = "dungeoneers-spotlight/suori-and-the-skeleton"
    assert played(duel, lambda: keeping) == played(duel, without_memory)
    assert keeping.playouts(find_encounter(duel).ruleset).spared > 50


def test_a_policy_that_answers_what_is_none_gives_way_to_one_that_is() -> None:
    encounter = find_encounter("skirmish/duel")
    fight = Fight(encounter, nobody)
    fight.run()
    asked = fight.pending
    assert asked is not None
    for wrong in (-1, 63):
        ruleset = replace(encounter.ruleset, decide=lambda *_, wrong=wrong: wrong)
        found = policy_answer(ruleset, asked, fight.world, None, 1)
        assert found == smallest(asked.mask)


def test_few_playouts_that_agree_prove_nothing() -> None:
    usual = Tried(worth=[0.0, 0.0])
    assert not is_better(Tried(worth=[0.2, 0.2]), usual)
    assert is_better(Tried(worth=[0.2] * 20), Tried(worth=[0.0] * 20))


def test_a_level_is_playouts_or_seconds() -> None:
    assert level_of("clever") == Level()
    assert level_of("clever:40") == Level(40)
    assert level_of("clever:0.5s") == Level(0, 0.5)
    assert level_of("bold") is None
    for bad in ("clever:", "clever:0", "clever:-3", "clever:1e9", "clever:2000000", "clever:0s"):
        with pytest.raises(BadInput, match="expected clever:PLAYOUTS"):
            level_of(bad)
        assert not is_computer(find_encounter("skirmish/duel").ruleset, bad)


@pytest.mark.compiled
def test_the_same_level_is_the_same_fights() -> None:
    """Whatever else is played beside them, and in whatever order they end."""
    bridge = find_encounter("skirmish/bridge")
    seats = ["clever:40", "clever:40", "bold", "bold"]
    runs = [simulate(bridge, 6, 3, "native", seats, keep_rows=True) for _ in range(2)]
    assert runs[0].tally == runs[1].tally
    assert list(runs[0].rows().winners) == list(runs[1].rows().winners)
    assert runs[0].seats() == dict(zip(bridge.names["creatures"], seats, strict=True))


def of_other_python(numbers: Iterable[float]) -> float:
    """`sum` as it rounds there; whole numbers are whole."""
    found = list(numbers)
    return sum(found) if all(isinstance(one, int) for one in found) else fsum(found)


@pytest.mark.compiled
def test_the_same_level_is_the_same_fights_however_python_adds(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """`sum` of floats is rounded otherwise in Python 3.12, where another move was the better."""
    bridge = find_encounter("skirmish/bridge")
    players = ["clever:300" if e.side == "foes" else "careful" for e in bridge.entrants]

    def ends() -> list[tuple[int, int]]:
        rows = simulate(bridge, 1, 1, "auto", players, keep_rows=True, first=FORKED).rows()
        return list(zip(rows.winners.tolist(), rows.dice.tolist(), strict=True))

    here = ends()
    monkeypatch.setattr(search, "sum", of_other_python, raising=False)
    assert ends() == here


def test_a_win_is_worth_less_every_round_and_the_same_everywhere() -> None:
    """By multiplication alone: powers are the C library's, and their last digit is its own."""
    worths = [search._sooner(rounds) for rounds in range(2001)]
    assert worths[0] == 1
    assert all(after == before * search.SOONER for before, after in pairwise(worths))


def test_without_compiled_rules_it_thinks_less_but_thinks() -> None:
    duel = find_encounter("skirmish/duel")
    run = simulate(duel, 2, 3, "python", "clever:4")
    assert (run.engine, run.tally.fights) == ("python", 2)


@pytest.mark.compiled
def test_clever_wins_where_bold_is_lost() -> None:
    """The hexer's tower: bold heroes win none of sixteen."""
    tower = find_encounter("dungeoneers-tactics/hexers-tower")
    sides = [e.side == "heroes" for e in tower.entrants]
    bold = simulate(tower, 16, 5, "native", "bold").wins()["heroes"]
    seats = ["clever:150" if mine else "bold" for mine in sides]
    assert simulate(tower, 8, 5, "native", seats).wins()["heroes"] >= bold + 3


class Counted(CompiledPlayouts):
    """Playouts by machine code, counted."""

    played = 0

    def play(
        self, cast: Cast, known: Sequence[Known], seed: int, first: int, count: int
    ) -> PlayoutEnds:
        self.played += count
        return super().play(cast, known, seed, first, count)


@pytest.mark.compiled
@pytest.mark.parametrize("name", ["plunder/ford-at-dusk", "dungeoneers-tactics/bridge-brawl"])
@pytest.mark.parametrize("budget", [1, 2, 10, 100])
def test_a_budget_is_the_most_playouts_of_a_decision(name: str, budget: int) -> None:
    """However many moves there are; those that are not tried are not made."""
    fight = begun(name)
    asked = fight.pending
    assert asked is not None
    seen = seen_by(fight, asked, fight.world, of_side(fight, asked.who))
    assert len(moves(fight.encounter, asked, seen.now, seen.unseen)) > 10
    clever, counted = Clever(), Counted(fight.ruleset)
    clever.playouts(fight.ruleset).inner = counted
    thoughts = clever.thoughts(fight.encounter, seen, Level(budget))
    assert budget // 2 <= counted.played <= budget
    assert thoughts[0][1].playouts > 0


@pytest.mark.compiled
@pytest.mark.parametrize("name", ENCOUNTERS)
def test_however_many_threads_it_is_the_same_decision(name: str) -> None:
    """Every playout of every move, and so whatever comes of them."""
    fight = begun(name)
    asked = fight.pending
    assert asked is not None
    seen = seen_by(fight, asked, fight.world, of_side(fight, asked.who))
    thoughts = [
        Clever(threads=threads).thoughts(fight.encounter, seen, Level(1500))
        for threads in (1, 2, 5)
    ]
    alone = [(tried.answers, tried.wins, tried.worth) for _, tried in thoughts[0]]
    assert max(len(wins) for _, wins, _ in alone) > 5 * WORTH
    for others in thoughts[1:]:
        assert [(tried.answers, tried.wins, tried.worth) for _, tried in others] == alone


def test_of_many_moves_some_of_every_kind_come_first() -> None:
    """One a first answer, before a second of any; another seed is another order."""
    found = [Offer("", "", 0, ((kind, 0), (9, k))) for kind in range(3) for k in range(5)]
    turned = by_turns(found, 7)
    assert {offer.answers[0] for offer in turned[:3]} == {(kind, 0) for kind in range(3)}
    assert sorted(turned, key=found.index) == found
    assert turned != by_turns(found, 8)
