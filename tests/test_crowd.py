"""Fights for the many threads of a device: the loop they go through, played on this machine.

The kernel that a device has is compiled for this machine too, with what only a device has put in
its place, and its threads go one after the other. What only a device can say is in
`benchmarks/on_device.py`.
"""

from __future__ import annotations

import importlib.util
import re
import sys
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from affray.book.encounter import find_encounter
from affray.cli.main import run
from affray.compiler import card
from affray.compiler.build import COLLAPSED, DICE
from affray.compiler.compare import EnginesDiffer
from affray.compiler.crowd import Crowd, spans_of, start_of
from affray.compiler.engine import engine_of
from affray.compiler.llvm import machine
from affray.compiler.memory import Memory
from affray.compiler.oracles.crowd import ENDS
from affray.compiler.ptx import FIGHTS, USUAL, KernelSpec, Shape, code_of, module_of, text_of
from affray.lab.crowds import crowd_parts, require_same
from affray.lab.job import ManyFights
from affray.lab.simulate import simulate
from affray.lab.tally import Tally
from affray.rules.world import pack

BRIDGE = "skirmish/bridge"
LARGEST = 700_000
"""Characters of PTX a game may come to: the driver compiles it before the first fight."""


class Here:
    """This machine as a device: its threads one after the other, by the kernel a device has."""

    threads = 5

    def __init__(self, job: ManyFights, shape: Shape = USUAL) -> None:
        seats = tuple(job.temperaments)
        wanted = KernelSpec(job.ruleset, job.oracle, job.world, "sm_90", seats, shape)
        made = module_of(wanted)
        taken = made.text.partition("@fights(")[2].partition(")")[0]
        text = as_here(made.text) + ON_DEVICE.replace("TAKEN", taken)
        self.loaded = machine.Loaded(machine.object_code(text, 0))
        kinds = "".join("ip"["ptr" in one] for one in taken.split(","))
        self.entry = self.loaded.entry("play", kinds)
        self.go_to = self.loaded.entry("go_to", "i")
        self.launches = 0

    def room(self, size: int) -> Memory:
        return Memory(size, b"\xab" * size)

    def clear(self, room: Memory, size: int) -> None:
        room.put(bytes(size))

    def put(self, room: Memory, data: bytes) -> None:
        room.put(data)

    def get(self, room: Memory, size: int) -> bytes:
        return room.data(size)

    def launch(self, threads: int, given: Sequence[Memory | int]) -> None:
        self.launches += 1
        for thread in range(threads):
            self.go_to(thread)
            self.entry(*(a.address if isinstance(a, Memory) else a for a in given))


ON_DEVICE = """
@thread = internal global i32 0
@back = internal global [64 x i64] zeroinitializer, align 16
declare i32 @_setjmp(ptr) returns_twice
declare void @longjmp(ptr, i32) noreturn
define i64 @play(TAKEN) {
  %came = call i32 @_setjmp(ptr @back) returns_twice
  %straight = icmp eq i32 %came, 0
  br i1 %straight, label %go, label %end
go:
  call void @fights(TAKEN)
  br label %end
end:
  ret i64 0
}
define internal void @exit.thread() noreturn {
  call void @longjmp(ptr @back, i32 1)
  unreachable
}
define void @go_to(i64 %t) {
  %k = trunc i64 %t to i32
  store i32 %k, ptr @thread
  ret void
}
define internal i32 @ctaid.x() {
  %k = load volatile i32, ptr @thread
  ret i32 %k
}
define internal i32 @tid.x() {
  ret i32 0
}
define internal i32 @ntid.x() {
  ret i32 1
}
define internal void @wait() {
  ret void
}
define internal void @wait.sync(i32 %all) {
  ret void
}
define internal i32 @least(i32 %mine, i32 %all) {
  ret i32 %mine
}
"""
"""What a device has and this machine has not, for a thread that is alone and may end anywhere."""


def as_here(text: str) -> str:
    """A kernel in the one memory there is here."""
    text = re.sub(r"^declare .*@llvm\.nvvm.*$", "", text, flags=re.MULTILINE)
    text = re.sub(r"addrspace\(\d\)", "", text).replace("addrspacecast", "bitcast")
    text = text.replace("ptx_kernel ", "").replace("llvm.nvvm.read.ptx.sreg.", "")
    text = text.replace("@llvm.nvvm.barrier0", "@wait").replace("@llvm.nvvm.bar.warp.", "@wait.")
    text = text.replace('asm sideeffect "exit;", ""()', "@exit.thread()")
    return text.replace("@llvm.nvvm.redux.sync.min", "@least")


def job_of(n: int, dice: str = "rolled", name: str = BRIDGE, **given: Any) -> ManyFights:
    encounter = find_encounter(name)
    bold = list(encounter.ruleset.temperaments).index("bold")
    tempers = [bold] * len(encounter.entrants)
    return replace(
        ManyFights(encounter, encounter.world(), n, 7, tempers, False, dice=dice), **given
    )


def crowd_here(job: ManyFights) -> Crowd:
    start = start_of(job.world, job.temperaments, job.begun)
    return Crowd(Here(job), start)


@pytest.mark.parametrize(
    "shape",
    [Shape(together=FIGHTS), Shape(together=""), Shape(shared=False), Shape(alone=False)],
)
def test_however_its_code_is_made_it_counts_the_same(shape: Shape) -> None:
    job = job_of(40)
    playing = Crowd(Here(job, shape), start_of(job.world, job.temperaments, job.begun))
    native = simulate(job.encounter, 40, 7, "native", "bold")
    assert summed(crowd_parts(job, playing)) == native.tally


def summed(parts: Any) -> Tally:
    return sum((tally for tally, _ in parts), Tally())


@pytest.mark.parametrize("dice", ["rolled", "collapsed"])
def test_a_device_counts_what_this_machine_counts(dice: str) -> None:
    job = job_of(700, dice, first=3)
    native = simulate(job.encounter, 700, 7, "native", "bold", first=3, dice=dice)
    assert summed(crowd_parts(job, crowd_here(job))) == native.tally


def test_fights_go_on_in_the_next_launch() -> None:
    job = job_of(60)
    playing = crowd_here(job)
    playing._pace = lambda spent: None  # type: ignore[method-assign]
    playing.steps = 3
    assert summed(crowd_parts(job, playing)).fights == 60
    device = playing.device
    assert isinstance(device, Here)
    assert device.launches > 20
    native = simulate(job.encounter, 60, 7, "native", "bold")
    assert summed(crowd_parts(job, playing)) == native.tally


def test_a_launch_is_no_longer_than_it_should_be() -> None:
    playing = crowd_here(job_of(1))
    playing.steps = 1000
    playing._pace(0.4)
    assert playing.steps == 250
    playing._pace(0.001)
    assert playing.steps == 1000  # at most four times as many at once
    playing._pace(1e9)
    assert playing.steps == 1


def test_every_single_fight_is_the_same_to_its_last_byte() -> None:
    job = job_of(300, keep_rows=True)
    parts = [ends for _, ends in crowd_parts(job, crowd_here(job)) if ends is not None]
    engine = engine_of(job.ruleset)
    block = engine.play(pack(job.world), job.temperaments, 7, 0, 300, job.begun, keep_ends=True)
    assert b"".join(ends.states.tobytes() for ends in parts) == block.ends
    for name, column in (
        ("winners", block.winners),
        ("rounds", block.rounds),
        ("standing", block.stood),
        ("decisions", block.decisions),
        ("dice", block.dice),
    ):
        assert [x for ends in parts for x in getattr(ends, name).tolist()] == column.tolist()


def test_what_a_device_misses_is_played_here() -> None:
    """Collapsed dice whose chances nobody has worked out yet: threads end, and their shares are
    played here, by which the chances are known."""
    job = job_of(200, "collapsed", keep_rows=True)
    playing = crowd_here(job)
    nothing = playing.play(7, 0, 200, 4)
    assert nothing.fights < 200
    assert sum(map(len, nothing.missed)) == 200 - nothing.fights
    from affray.lab.crowds import Here as Instead
    from affray.lab.crowds import counted

    instead = Instead(job, playing)
    nothing = playing.play(7, 0, 200, 4, 2)
    again = [(part, instead.play(part[0], len(part))) for part in nothing.missed]
    tally, ends = counted(job, nothing, again)
    native = simulate(job.encounter, 200, 7, "native", "bold", dice="collapsed", keep_rows=True)
    assert tally == native.tally
    assert ends is not None
    assert ends.winners.tolist() == native.rows().winners.tolist()
    assert playing.play(7, 0, 200, 4).fights == 200  # what was missing is known by now


def test_another_winner_than_here_ends_the_run() -> None:
    job = job_of(100)
    playing = crowd_here(job)
    found = playing.play(7, 0, 100, 4, 1)
    engine = engine_of(job.ruleset)
    block = engine.play(pack(job.world), job.temperaments, 7, 0, 100, job.begun)
    require_same(job, block, found)
    assert found.each is not None
    found.each.winners[41] = 5
    with pytest.raises(
        EnginesDiffer, match=r"fight 41 of seed 7: the winner is [01] here and 5 on the"
    ):
        require_same(job, block, found)


def test_a_list_is_copied_as_far_as_it_goes() -> None:
    w = find_encounter(BRIDGE).world()
    words, n, *bounds = spans_of(w)
    layout = type(w).layout
    assert words == layout.state_size // 8
    assert len(bounds) == 2 * n
    used = {k for a, b in zip(bounds[::2], bounds[1::2], strict=True) for k in range(a, b)}
    at = layout.offsets["creatures"]
    creature = layout.fields["creatures"].layout.size
    assert (at + creature * w.n - 1) // 8 in used
    assert (at + creature * (w.n + 1)) // 8 not in used


# -- its code


LARGE = (
    "dungeoneers-tactics/bridge-brawl",
    "plunder/ford-at-dusk",
    "story-mode/coven",
    "rpg-hell/wolf-road",
    "dungeoneers-spotlight/narrow-bridge",
)


@pytest.mark.parametrize("name", LARGE)
def test_a_large_game_is_the_same_to_its_last_byte(name: str) -> None:
    job = job_of(12, name=name)
    found = crowd_here(job).play(7, 0, 12, 2, ENDS)
    engine = engine_of(job.ruleset)
    block = engine.play(pack(job.world), job.temperaments, 7, 0, 12, job.begun, keep_ends=True)
    assert found.each is not None
    assert found.each.ends == block.ends
    assert (found.survivors, found.events) == (block.survivors, block.events)


@pytest.mark.parametrize("name", [BRIDGE, *LARGE])
def test_ptx_is_made_for_every_game(name: str) -> None:
    encounter = find_encounter(name)
    text = text_of(KernelSpec(encounter.ruleset, DICE, encounter.world(), "sm_90"))
    assert len(text) < LARGEST
    assert ".target sm_90" in text
    assert text.count(".entry ") == 1
    assert ".extern" not in text  # nothing is called that is not there
    assert "generic" not in re.sub(r"cvta\S*", "", text)
    names = re.findall(r"^\.func .*?(\w+)\($", text, re.MULTILINE)
    assert all(name.isascii() for name in names)


def test_ptx_is_for_the_kind_of_device_and_the_world_it_is_for() -> None:
    encounter = find_encounter(BRIDGE)
    wanted = KernelSpec(encounter.ruleset, DICE, encounter.world(), "sm_75")
    assert ".target sm_75" in text_of(wanted)
    assert "redux" not in text_of(wanted)  # which came with sm_80
    assert "redux" in text_of(replace(wanted, kind="sm_90"))
    keys = {
        wanted.recipe().key(),
        replace(wanted, kind="sm_90").recipe().key(),
        replace(wanted, oracle=COLLAPSED).recipe().key(),
        replace(wanted, world=find_encounter("skirmish/duel").world()).recipe().key(),
        replace(wanted, shape=Shape(registers=32)).recipe().key(),
    }
    assert len(keys) == 5
    assert ".maxnreg 32" in text_of(replace(wanted, shape=Shape(registers=32)))


def test_ptx_is_kept(tmp_path: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("AFFRAY_CACHE", str(tmp_path))
    encounter = find_encounter(BRIDGE)
    wanted = KernelSpec(encounter.ruleset, DICE, encounter.world(), "sm_90")
    first = code_of(wanted)
    monkeypatch.setattr("affray.compiler.ptx.text_of", lambda wanted: pytest.fail("made again"))
    assert code_of(wanted) == first


# -- without a device


def said_of(capsys: pytest.CaptureFixture[str], *asked: str) -> str:
    card._core.cache_clear()
    assert run(["sim", BRIDGE, "-n", "10", "--engine", "cuda", *asked]) == 2
    told = capsys.readouterr()
    assert told.out == ""
    assert told.err.count("\n") == 1
    return told.err


def test_without_the_extra_one_line_says_so(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(importlib.util, "find_spec", lambda name: None)
    assert "no cuda-core here" in said_of(capsys)


def test_without_a_driver_one_line_says_so(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    """The extra as it is where there is no driver: it is imported, and has no device."""
    (tmp_path / "cuda" / "core").mkdir(parents=True)
    (tmp_path / "cuda" / "__init__.py").write_text("")
    none = "def Device(n):\n    raise RuntimeError('none\\nat all')\n"
    (tmp_path / "cuda" / "core" / "__init__.py").write_text(none)
    monkeypatch.syspath_prepend(tmp_path)
    for name in [name for name in sys.modules if name.partition(".")[0] == "cuda"]:
        monkeypatch.delitem(sys.modules, name)
    said = said_of(capsys)
    assert said.endswith("no NVIDIA device or driver here, expected one for cuda: none\n")
    for name in ("cuda.core", "cuda"):
        del sys.modules[name]


def test_who_thinks_is_played_elsewhere(capsys: pytest.CaptureFixture[str]) -> None:
    assert "somebody here thinks" in said_of(capsys, "--seat", "Ada=clever:5")
