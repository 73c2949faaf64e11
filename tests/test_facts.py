"""Rules compiled for one encounter alone: the same fights, by shorter code."""

from __future__ import annotations

import pytest
from compiler_bench import LIBRARY, NAMES, Ask, Build, Thing, World, run
from compiler_watched import strict

from affray.book.encounter import Encounter, find_encounter
from affray.compiler import build, cache
from affray.compiler.build import COLLAPSED, DICE
from affray.compiler.engine import Engine, engine_of
from affray.compiler.facts import Facts, Span, facts_of
from affray.compiler.llvm import machine
from affray.compiler.llvm.emit import Emitter
from affray.compiler.llvm.splitting import Splitting
from affray.compiler.ready import compile_oracle
from affray.compiler.source.kinds import Call, FieldOf
from affray.compiler.source.program import Program
from affray.compiler.source.sources import write_function
from affray.compiler.source.walking import nodes
from affray.lab import tailoring
from affray.lab.job import ManyFights
from affray.lab.tailoring import Fitting
from affray.rules.pools import parse
from affray.rules.world import pack, unpack

BRIDGE = "skirmish/bridge"


def known(encounter: Encounter, seats: tuple[int, ...] = ()) -> Facts:
    return engine_of(encounter.ruleset).recipe(DICE).known(encounter.world(), seats)


def test_what_is_known_of_a_world() -> None:
    bridge = find_encounter(BRIDGE)
    w, spans = bridge.world(), dict(known(bridge).spans)
    assert spans["World", "n"] == Span(4, 4, 4)
    assert spans["World", "kinds"].most == len(w.weapons)
    assert spans["Rulings", "ties"].least == w.rulings.ties
    armors = [c.armor for c in w.creatures]
    assert (spans["Creature", "armor"].least, spans["Creature", "armor"].most) == (
        min(armors), max(armors),
    )  # fmt: skip
    bits = spans["Weapon", "bite"].bits
    assert all(weapon.bite | bits == bits for weapon in w.weapons)
    assert not bits & parse("d20")


def test_nothing_is_known_of_what_a_rule_writes() -> None:
    spans = dict(known(find_encounter(BRIDGE)).spans)
    assert not {("World", "turn"), ("Creature", "wounds"), ("Creature", "stance")} & set(spans)


def test_nothing_is_known_of_a_list_that_is_handed_to_a_rule() -> None:
    """Rows of a map are written to by whoever is given them, not by their name."""
    warren = find_encounter("dungeoneers-spotlight/goblin-warren")
    program, _ = engine_of(warren.ruleset).recipe(DICE).read()
    handed = {
        (arg.owner.name, arg.field.name)
        for function in program.functions.values()
        for node, _ in nodes(function.body)
        if isinstance(node, Call)
        for arg in node.args
        if isinstance(arg, FieldOf) and arg.field.is_list and arg.field.storage
        and not program.is_fixed(arg)
    }  # fmt: skip
    assert handed
    assert handed <= program.written


def test_wounds_make_no_other_code_and_armor_does() -> None:
    """Code for one encounter serves whoever comes to it with other wounds."""
    bridge = find_encounter(BRIDGE)
    wounded, armored = bridge.world(), bridge.world()
    wounded.creatures[0].wounds = 1
    armored.creatures[0].armor += 1
    recipe = engine_of(bridge.ruleset).recipe(DICE)
    assert recipe.known(wounded) == known(bridge)
    assert recipe.known(armored) != known(bridge)


def test_another_ruling_is_another_fact() -> None:
    bridge = find_encounter(BRIDGE)
    other = bridge.switched({"ties": "target"})
    assert known(bridge) != known(other)
    assert known(bridge) == known(find_encounter(BRIDGE))


def test_what_all_have_alike_is_a_number_of_the_code() -> None:
    bridge = find_encounter(BRIDGE)
    facts = known(bridge, (1, 1, 1, 1))
    wanted = build.recipe(bridge.ruleset, DICE, facts=facts)
    program, functions = wanted.read()
    emitter = Emitter(program, facts=facts)
    for function in functions.values():
        emitter.emit(function)
    might = dict(facts.spans)["Creature", "might"]
    assert f"{{i16 {might.least}, i16 {might.most + 1}}}" in emitter.text()
    assert "DiceAsk.temperaments" not in emitter.text()


@pytest.mark.compiled
def test_code_for_one_encounter_takes_over_in_the_middle_of_a_run(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(tailoring, "A_WHILE", 0.0)
    monkeypatch.setattr(tailoring, "WORTH", 0.0001)
    bridge = find_encounter(BRIDGE)
    job = ManyFights(bridge, bridge.world(), 10**9, 7, [1] * 4, keep_rows=False)
    run = Fitting(job)
    ordinary = run.engine
    data = pack(job.world)
    run.after(ordinary.play(data, job.temperaments, 7, 0, 500, False))
    assert run.fitter is not None
    run.fitter.join()
    assert run.engine is not ordinary
    assert cache.has("skirmish.fitted", run.engine.recipe(DICE).key())
    fights = [one.play(data, [1] * 4, 7, 9000, 500, False) for one in (ordinary, run.engine)]
    assert fights[0] == fights[1]
    with pytest.raises(AssertionError, match="other temperaments"):
        run.engine.play(data, [1, 1, 2, 1], 7, 0, 1, False)


@pytest.mark.compiled
@pytest.mark.parametrize("oracle", [DICE, COLLAPSED])
@pytest.mark.parametrize("seats", [(1, 1, 1, 1), (0, 1, 2, 0)])
def test_code_for_each_of_a_few_plays_the_same_fights(oracle: str, seats: tuple[int, ...]) -> None:
    """In a small game functions are written for each creature there is."""
    bridge = find_encounter(BRIDGE)
    ordinary, data = engine_of(bridge.ruleset), pack(bridge.world())
    facts = ordinary.recipe(oracle).known(bridge.world(), seats)
    alone = Engine(bridge.ruleset, facts=facts)
    alone.keep(oracle, build.compiled(alone.recipe(oracle))[0])
    fights = [
        one.play(data, list(seats), 5, 0, 2000, False, keep_ends=True, oracle=oracle)
        for one in (ordinary, alone)
    ]
    assert fights[0] == fights[1]


def test_who_a_function_is_about() -> None:
    """A number that is given another value, or is nobody's, is not one to write it for."""
    bridge = find_encounter(BRIDGE)
    program, _ = engine_of(bridge.ruleset).recipe(DICE).read()
    splitting = Splitting(known(bridge), program.world)
    found = {f.name: splitting.elements(f) for f in program.functions.values()}
    assert found["strike"] == (0, 0, 4, 4)
    assert found["hits"] == (0, 0, 4, 4)
    assert found["wound"] == (0, 0, 4, 0)
    assert found["require_legal"] == (0, 0)


@pytest.mark.compiled
@pytest.mark.parametrize(
    "body",
    ["w.x = w.creatures[tick(w) % 3].b", "w.x = w.creatures[a].b", "w.x = 3 if w.one.b else 4",
     "if w.creatures[tick(w) % 3].b > 3:\n        w.x = 1",
     "w.x = not w.creatures[a].b or w.creatures[tick(w)].b == tick(w)",
     "w.x = 3 if w.creatures[tick(w) - a].b else 4",
     "for k in range(w.creatures[tick(w)].b):\n        w.x += k"],
)  # fmt: skip
def test_what_is_done_on_the_way_to_a_known_number_is_done(body: str) -> None:
    """A rule that was called for the index was left out, and an index past the list went by."""
    names = dict(NAMES)
    for text in LIBRARY:
        write_function(text, names, "<library>")
    text = f"def found(w: World, a: int, b: int) -> None:\n    {body}\n"
    written = write_function(text, names, "<found>")
    w = World()
    w.n, w.creatures = 3, [Thing() for _ in range(3)]
    for c in (*w.creatures, w.one):
        c.b = 5
    program = Program(World.layout, Ask.layout, {})
    function = program.function(written)
    emitter = Emitter(program, facts=facts_of(w, program.written))
    emitter.export(function, "found")
    code = Build(machine.Loaded(machine.object_code(emitter.text())), emitter.sites)
    for a in (0, 1, 2, 7):
        wanted = run(written, strict(unpack(World, pack(w)), True), a, 0)
        assert code.run("found", pack(w), a, 0) == wanted


@pytest.mark.compiled
def test_a_short_run_compiles_nothing_for_itself(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(tailoring, "A_WHILE", 0.0)
    duel = find_encounter("skirmish/duel").switched({"ties": "target"})
    job = ManyFights(duel, duel.world(), 1000, 7, [1] * 2, keep_rows=False)
    run = Fitting(job)
    before = run.engine
    run.after(before.play(pack(job.world), job.temperaments, 7, 0, 500, False))
    assert run.fitter is not None
    run.fitter.join()
    assert run.engine is before


@pytest.mark.compiled
@pytest.mark.slow
@pytest.mark.parametrize(
    "name",
    ["dungeoneers-tactics/ossuary-party", "rpg-hell/wolf-road", "plunder/ford-at-dusk",
     "story-mode/coven", "dungeoneers-spotlight/goblin-warren"],
)  # fmt: skip
def test_code_for_one_encounter_plays_the_same_fights(name: str) -> None:
    encounter = find_encounter(name)
    data, begun = pack(encounter.world()), encounter.start_index >= 0
    for temper in range(len(encounter.ruleset.temperaments)):
        seats = [temper] * len(encounter.entrants)
        alone = engine_of(encounter.ruleset, facts=known(encounter, tuple(seats)))
        if not alone.load(DICE):
            compile_oracle(alone, DICE, [encounter])
        fights = [
            one.play(data, seats, 3, 0, 400, begun, keep_ends=True)
            for one in (engine_of(encounter.ruleset), alone)
        ]
        assert fights[0] == fights[1]
