"""The lines of a plan walked by compiled code; what comes back is numbers, Python has the words."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from affray.book.ruleset import Ruleset
from affray.compiler.build import TAPE
from affray.compiler.engine import Engine
from affray.compiler.oracles.branches import EACH, HALF, REACHED_HIGH, ROLLED
from affray.compiler.oracles.lines import NO_EVENT
from affray.compiler.oracles.tape import PLANNED
from affray.compiler.oracles.walk import (
    GIVEN,
    LEFT_OUT,
    QUESTIONS,
    SEALED,
    TEMPERED,
    USUAL,
    WALKED,
)
from affray.compiler.replay import put_known, question
from affray.odds.assumptions import GIVEN as GIVEN_WORD
from affray.odds.assumptions import LEFT_OUT as LEFT_OUT_WORD
from affray.odds.assumptions import USUAL as USUAL_WORD
from affray.odds.assumptions import Assumptions
from affray.odds.compiled.layer import CHUNK, Lines
from affray.odds.expansion import EndPlace, Expansion, Goes, LineEnds, Weight
from affray.odds.layers import Unfit
from affray.odds.result_ranges import Landings
from affray.oracles.dice import Noted
from affray.oracles.tape import Kind, Question
from affray.rules.world import pack, unpack

if TYPE_CHECKING:
    from affray.odds.walker import PythonWalker

SEED = 0x5EED
"""Lines drawn by dice are the same ones every time, and never the fight's own dice."""


class CompiledWalker:
    """Walks a plan in compiled code; a step it cannot weigh goes to CPython's walker."""

    def __init__(self, engine: Engine, slow: PythonWalker, how: bool = True) -> None:
        walk = slow.walk
        self.slow = slow
        self.engine = engine
        self.ruleset: Ruleset = engine.ruleset
        self.assumed = slow.assumed
        self.landings: Landings = slow.landings
        self.data = pack(slow.world)
        self.lines = Lines(engine, walk.temperaments, self.data)
        self._told: list[tuple[Noted, ...]] = [()]
        self._seen_assumed = self._seen_landed = 0
        self._is_first = True
        self._put_plan(how)

    def _put_plan(self, how: bool) -> None:
        ask, walk = self.lines.ask, self.slow.walk
        offer, words = walk.offer, self.ruleset.words
        if len(offer.answers) > WALKED or max(words.question_names.values()) >= QUESTIONS:
            raise Unfit("a plan of more answers than there is room for")
        ask.set("choices", PLANNED)
        ask.set("by_question", 1)
        ask.set("chance", EACH)
        ask.set("how", int(how))
        ask.set("actor", offer.who)
        plans = list(words.plans)
        ask.set("plan", plans.index(offer.plan) if offer.plan in plans else -1)
        ask.set("concerned", sum(1 << who for who in walk.concerned if who >= 0))
        ask.set("involved", sum(1 << who for who in walk.involved if who >= 0))
        ask.set("plan_length", len(offer.answers))
        ask.set("persists", int(offer.persists))
        ask.fill("plan_question", [q for q, _ in offer.answers])
        ask.fill("plan_option", [option for _, option in offer.answers])
        for (who, asked), option in walk.said.items():
            ask.set("said", option + 1, who * QUESTIONS + asked)
        for asked, said in words.questions.items():
            ask.set("aside", 0 if said.aside is None else int(said.aside) + 1, int(asked))
            ask.set("secret", int(asked in walk.guessed), int(asked))
        for event in walk.headlines:
            ask.set("headline", 1, event)

    @property
    def followed(self) -> bool:
        return self.slow.followed or bool(self.lines.ask.get("followed"))

    @property
    def refused(self) -> dict[tuple[int, int], str]:
        """What might have been answered where what was given beforehand was not legal."""
        walk = self.slow.walk
        mine = [(walk.offer.who, int(asked)) for asked in self.ruleset.words.questions]
        for who, asked in [*mine, *walk.said]:
            mask = self.lines.ask.get("refused", who * QUESTIONS + asked)
            if mask and (who, asked) not in walk.refused:
                walk.refuse(who, asked, mask)
        return self.slow.refused

    @property
    def used(self) -> set[tuple[int, int]]:
        ask, said = self.lines.ask, self.slow.walk.said
        return self.slow.used | {(i, q) for i, q in said if ask.get("used", i * QUESTIONS + q)}

    def _world(self, node: int) -> Any:
        if self._is_first:
            return self.slow.world
        state = self.lines.layer.data(self.lines.size, node * self.lines.size)
        return unpack(self.ruleset.world, state + self.data[len(state) :])

    def expand(self, part: int, tick: Callable[[int], None]) -> Expansion:
        lines = self.lines
        put_known(lines.ask, self.slow.answered if self._is_first else [])
        lines.clear("states", "ends", "lines", "reached")
        lines.run(part, tick)
        out = Expansion(lines=lines.ask.get("lines"), waiting=lines.ask.get("waiting"))
        self._read_lines(out)
        for row in lines.tables["reached"].rows():
            weight = weight_of(row[REACHED_HIGH:], row[7:9])
            out.reached.append((row[6], _question(row), weight))
        self._read_assumed()
        self._read_landed()
        if lines.unfit:
            self._add_slow(out, part, tick)
        out.given = lines.turn()
        self._is_first = False
        return out

    def _add_slow(self, out: Expansion, part: int, tick: Callable[[int], None]) -> None:
        """The nodes only CPython can weigh, walked by it."""
        unfit = set(self.lines.unfit)
        out.goes = [one for one in out.goes if one.source not in unfit]
        out.ends = [one for one in out.ends if one.source not in unfit]
        out.reached = [one for one in out.reached if one[0] not in unfit]
        givens = self.lines.givens.numbers()
        for source in self.lines.unfit:
            world, given = self._world(source), givens[source]
            found = self.slow.lines_from(source, world, given, part, out, tick)
            for (place, at, told), (after, weight) in found.items():
                if isinstance(place, EndPlace):
                    out.ends.append(LineEnds(source, place, at, told, weight))
                else:
                    target = self.lines.put_node(pack(after)[: self.lines.size], at)
                    out.goes.append(Goes(source, target, told, weight))

    def _read_lines(self, out: Expansion) -> None:
        lines = self.lines
        self._read_told()
        shown, table = lines.shown, lines.tables["ends"]
        for source, place, given, ended, told, *rest in lines.tables["lines"].rows():
            weight = weight_of(rest[2:], rest)
            if ended:
                out.ends.append(
                    LineEnds(source, shown.end(table, place), given, self._told[told], weight)
                )
            else:
                out.goes.append(Goes(source, place, self._told[told], weight))

    def _read_told(self) -> None:
        """A headline stands behind what was told before it."""
        for before, *told in self.lines.tables["told"].rows(len(self._told) - 1):
            event, who, x, y = told
            self._told.append((*self._told[before], (event, who, x, y)))

    def _read_assumed(self) -> None:
        before, self._seen_assumed = self._seen_assumed, self.lines.tables["assumed"].count
        read_assumed(self.lines, self.ruleset, self.assumed, before)
        for who, asked in self.assumed.answers:
            legal = self.lines.ask.get("legal", who * QUESTIONS + asked)
            self.assumed.add_legal(who, asked, legal)

    def _read_landed(self) -> None:
        table = self.lines.tables["landed"]
        for row in table.rows(self._seen_landed):
            told = None if row[7] == NO_EVENT else (row[7], row[8], row[9], row[10])
            self.landings.add([(_question(row), row[6], told)])
        self._seen_landed = table.count

    def sample(self, part: int, n: int, tick: Callable[[int], None]) -> list[LineEnds]:
        lines, ask = self.lines, self.lines.ask
        lines.begin(self.data[: lines.size])
        put_known(ask, self.slow.answered)
        lines.clear("ends", "lines")
        ask.set("chance", ROLLED)
        ask.set("begun_at", 0)
        ask.set("lines", 0)
        done = 0
        while done < n:
            count = min(n - done, CHUNK // 20)
            arguments = (ask, lines.world, lines.size, part, SEED, done, count)
            status = self.engine.call(TAPE, "sample", *arguments)
            lines.settle(status)
            tick(ask.get("lines") - done)
            done = ask.get("lines")
        ask.set("chance", EACH)
        out = Expansion()
        self._read_lines(out)
        self._read_assumed()
        return [one._replace(weight=(one.weight[0], n)) for one in out.ends]


def _question(row: list[int]) -> Question:
    kind, name, who, vs, a, b = row[:6]
    return question(Kind(kind), name, who, vs, a, b)


def weight_of(ways: list[int], total: list[int]) -> Weight:
    return (ways[0] << HALF) + ways[1], (total[0] << HALF) + total[1]


def read_assumed(lines: Lines, ruleset: Ruleset, assumed: Assumptions, first: int) -> None:
    """What compiled code took for granted, from one row of its table on."""
    for who, asked, single, option, why in lines.tables["assumed"].rows(first):
        if why == SEALED:
            assumed.add_sealed(who, asked, option)
            continue
        word = {USUAL: USUAL_WORD, LEFT_OUT: LEFT_OUT_WORD, GIVEN: GIVEN_WORD}.get(why)
        said = word or ruleset.temperaments[why - TEMPERED]
        assumed.add(who, asked, 1 if single else 3, option, said)
