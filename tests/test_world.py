"""Records: one declaration, and objects, bytes, NumPy records and JSON that agree."""

import json
from enum import IntEnum
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from affray.rules.pools import D6, HIGH, PLUS
from affray.rules.world import (
    OutOfRange,
    Pool,
    Record,
    clone,
    field,
    from_json,
    int8,
    int16,
    int32,
    int64,
    key,
    many,
    pack,
    record,
    to_json,
    unpack,
)


class Mood(IntEnum):
    CALM = 0
    ANGRY = 3


@record
class Sword(Record):
    weight: int8 = field(2)
    bite: Pool


@record
class Fighter(Record):
    """A record whose fields do not lie in the order of their sizes."""

    side: int8
    gold: int64
    wounds: int16 = field(rule="XX-1", headline=True)
    mood: int8 = field(Mood.ANGRY, of=Mood)
    seen: int16 = field(clock=True)
    marks: list[int8] = many(3)


@record
class Spot(Record):
    x: int8 = 4
    y: int8


@record
class Arena(Record):
    round: int16 = field(clock=True)
    n: int8
    fighters: list[Fighter] = many(4, count="n")
    turn: int8 = field(-1)
    doors: list[int32] = many(3)
    center: Spot
    corners: list[Spot] = many(2)
    kinds: int8 = field(fixed=True)
    swords: list[Sword] = many(3, count="kinds", fixed=True)
    seed: int64 = field(fixed=True)


def whole(bits: int) -> st.SearchStrategy[int]:
    return st.integers(-(2 ** (bits - 1)), 2 ** (bits - 1) - 1)


BITS = {"b": 8, "h": 16, "i": 32, "q": 64}


@st.composite
def records(draw: st.DrawFn, cls: type[Record], smallest: bool = False) -> Any:
    """Any record of this class, every number anywhere in its field's range."""
    out: Any = cls()
    for f in cls.layout.fields.values():
        counted = f.count or any(g.count == f.name for g in cls.layout.fields.values())
        if f.storage and not counted:
            numbers = st.integers(0, 1) if smallest else whole(BITS[f.storage.code])
            value: Any = [draw(numbers) for _ in range(f.capacity)] if f.is_list else draw(numbers)
            setattr(out, f.name, value)
        elif f.record:
            inner = records(f.record, smallest)
            size = draw(st.integers(0, f.capacity)) if f.count else max(1, f.capacity)
            parts = [draw(inner) for _ in range(size)]
            setattr(out, f.name, parts if f.is_list else parts[0])
            if f.count:
                setattr(out, f.count, size)
    return out


arenas = records(Arena)
tiny_arenas = records(Arena, smallest=True)


def arena(*wounds: int) -> Arena:
    w = Arena()
    w.n = len(wounds)
    w.fighters = [Fighter() for _ in wounds]
    for fighter, n in zip(w.fighters, wounds, strict=True):
        fighter.wounds = n
    return w


def test_records_have_slots_and_nothing_else() -> None:
    w = Arena()
    assert not hasattr(w, "__dict__")
    assert not hasattr(Fighter(), "__dict__")
    with pytest.raises(AttributeError):
        w.rounds = 1  # type: ignore[attr-defined]


def test_a_record_keeps_its_name_and_text() -> None:
    assert Fighter.__name__ == "Fighter"
    assert Fighter.__doc__ == "A record whose fields do not lie in the order of their sizes."


def test_defaults() -> None:
    w = Arena()
    assert (w.round, w.turn, w.n, w.doors, w.fighters) == (0, -1, 0, [0, 0, 0], [])
    assert (w.center.x, w.center.y) == (4, 0)
    assert [(c.x, c.y) for c in w.corners] == [(4, 0), (4, 0)]
    assert Fighter().mood == Mood.ANGRY
    assert Fighter().marks == [0, 0, 0]
    assert type(Fighter().mood) is int


def test_defaults_are_not_shared() -> None:
    a, b = Arena(), Arena()
    a.doors[0] = 7
    a.corners[0].x = 7
    a.center.y = 7
    assert b.doors == [0, 0, 0]
    assert (a.corners[1].x, b.corners[0].x, b.center.y) == (4, 4, 0)


def test_what_was_said_of_a_field_is_kept() -> None:
    f = Fighter.layout.fields["wounds"]
    assert (f.name, f.rule, f.headline, f.clock) == ("wounds", "XX-1", True, False)
    assert list(Fighter.layout.fields) == ["side", "gold", "wounds", "mood", "seen", "marks"]


def test_a_clone_shares_only_what_is_fixed() -> None:
    w = arena(1, 2)
    w.swords, w.kinds = [Sword()], 1
    before = pack(w)
    copy = clone(w)
    assert pack(copy) == before
    copy.fighters[0].wounds = 9
    copy.fighters[1].marks[2] = 9
    copy.doors[0] = 9
    copy.center.x = 9
    copy.corners[1].y = 9
    copy.turn = 9
    copy.fighters.append(Fighter())
    assert pack(w) == before
    assert copy.swords is w.swords


@given(arenas)
def test_bytes_and_back(w: Arena) -> None:
    data = pack(w)
    assert len(data) == Arena.layout.size
    assert to_json(unpack(Arena, data)) == to_json(w)
    assert pack(unpack(Arena, data)) == data


@given(arenas)
def test_json_and_back(w: Arena) -> None:
    again = from_json(Arena, json.loads(json.dumps(to_json(w))))
    assert pack(again) == pack(w)
    assert to_json(again) == to_json(w)


def test_json_is_in_the_order_of_declaration() -> None:
    assert list(to_json(Arena())) == list(Arena.layout.fields)


def assert_same(w: Any, seen: Any, cls: type[Record]) -> None:
    """Every field of an object and of its NumPy record."""
    for f in cls.layout.fields.values():
        value = getattr(w, f.name)
        for k, one in enumerate(value if f.is_list else [value]):
            other = seen[f.name][k] if f.is_list else seen[f.name]
            if f.record:
                assert_same(one, other, f.record)
            else:
                assert int(other) == one, f.name


@given(arenas)
def test_numpy_sees_the_same_fields(w: Arena) -> None:
    seen = np.frombuffer(pack(w), Arena.layout.dtype())[0]
    assert_same(w, seen, Arena)
    assert seen.tobytes() == pack(w)


@given(arenas)
def test_bytes_numpy_wrote_are_the_bytes_of_the_object(w: Arena) -> None:
    made = np.zeros(1, Arena.layout.dtype())
    copy_into(made[0], w, Arena)
    assert made.tobytes() == pack(w)


def copy_into(target: Any, w: Any, cls: type[Record]) -> None:
    for f in cls.layout.fields.values():
        value = getattr(w, f.name)
        if not f.record:
            target[f.name] = value
            continue
        for k, one in enumerate(value if f.is_list else [value]):
            copy_into(target[f.name][k] if f.is_list else target[f.name], one, f.record)


@pytest.mark.parametrize("cls", [Sword, Fighter, Spot, Arena])
def test_dtype_is_aligned_and_as_long_as_the_bytes(cls: type[Record]) -> None:
    dtype = cls.layout.dtype()
    assert dtype.itemsize == cls.layout.size == len(pack(cls()))
    assert dtype.isalignedstruct
    assert dtype.itemsize % dtype.alignment == 0


def test_a_tag_makes_another_type_with_the_same_front() -> None:
    plain, tagged = Arena.layout.dtype(), Arena.layout.dtype("one")
    assert plain != tagged
    assert tagged != Arena.layout.dtype("two")
    assert tagged.fields is not None
    assert plain.fields is not None
    assert {name: tagged.fields[name][1] for name in plain.fields} == Arena.layout.offsets


def test_fixed_fields_lie_behind_everything_that_changes() -> None:
    layout = Arena.layout
    fixed = {"kinds", "swords", "seed"}
    assert min(layout.offsets[name] for name in fixed) >= layout.state_size
    moving = layout.fields.keys() - fixed
    assert max(layout.offsets[n] + layout.fields[n].size for n in moving) <= layout.state_size


def test_key_ignores_clocks_and_fixed_fields() -> None:
    a, b = arena(1), arena(1)
    b.round = 12
    b.fighters[0].seen = 5
    b.seed = 99
    b.swords, b.kinds = [Sword()], 1
    assert key(a) == key(b)
    assert pack(a) != pack(b)


@pytest.mark.parametrize("change", ["wounds", "mood", "gold", "marks", "turn", "doors", "corners"])
def test_key_sees_everything_else(change: str) -> None:
    a, b = arena(1), arena(1)
    if change in Fighter.layout.fields:
        value: Any = [0, 0, 1] if change == "marks" else 7
        setattr(b.fighters[0], change, value)
    elif change == "corners":
        b.corners[1].y = 1
    else:
        setattr(b, change, [0, 0, 1] if change == "doors" else 7)
    assert key(a) != key(b)


def masked(w: Record) -> bytes:
    layout = type(w).layout
    front = pack(w)[: layout.state_size]
    return bytes(byte & m for byte, m in zip(front, layout.identity_mask(), strict=True))


@given(tiny_arenas, tiny_arenas)
def test_equal_keys_are_equal_masked_bytes(a: Arena, b: Arena) -> None:
    assert (key(a) == key(b)) == (masked(a) == masked(b))


@given(arenas, st.data())
def test_one_changed_byte_changes_key_and_mask_alike(w: Arena, data: st.DataObject) -> None:
    raw = bytearray(pack(w))
    counts = {Arena.layout.offsets[name] for name in ("n", "kinds")}
    at = data.draw(st.sampled_from([k for k in range(len(raw)) if k not in counts]))
    raw[at] ^= 0x55
    other = unpack(Arena, bytes(raw))
    assert (key(w) == key(other)) == (masked(w) == masked(other))


def test_the_mask_covers_the_identity_and_nothing_more() -> None:
    mask = Fighter.layout.identity_mask()
    seen = Fighter.layout.offsets["seen"]
    assert mask[seen : seen + 2] == b"\0\0"
    assert mask.count(255) == 1 + 8 + 2 + 1 + 3
    assert set(mask) == {0, 255}


@pytest.mark.parametrize("write", [pack, key])
def test_a_number_too_large_is_named(write: Any) -> None:
    w = arena(0, 0)
    w.fighters[1].wounds = 32768
    with pytest.raises(OutOfRange) as caught:
        write(w)
    assert str(caught.value) == "fighters[1].wounds = 32768, expected -32768 to 32767"


def test_a_number_too_large_in_a_list_or_at_the_top_is_named() -> None:
    w = arena(0)
    w.fighters[0].marks[2] = -129
    with pytest.raises(OutOfRange, match=r"fighters\[0\]\.marks\[2\] = -129, expected -128 to 127"):
        pack(w)
    other = Arena()
    other.turn = 128
    with pytest.raises(OutOfRange, match=r"^turn = 128, expected -128 to 127$"):
        pack(other)


def test_more_records_than_there_is_room_for_are_refused() -> None:
    w = arena(0, 0, 0, 0, 0)
    with pytest.raises(OutOfRange, match="5 fighters, expected 4"):
        pack(w)


def test_a_pool_fills_its_field() -> None:
    sword = Sword()
    sword.bite = 63 * D6 - 4096 * PLUS | HIGH
    assert unpack(Sword, pack(sword)).bite == sword.bite


def test_only_the_world_may_have_fixed_fields() -> None:
    @record
    class Stone(Record):
        weight: int8 = field(fixed=True)

    with pytest.raises(TypeError, match=r"Heap\.stone: only a world's own fields may be fixed"):

        @record
        class Heap(Record):
            stone: Stone


def test_a_field_of_unknown_type_is_named() -> None:
    with pytest.raises(TypeError, match=r"Odd\.size: expected int8 to int64, Pool or a record"):

        @record
        class Odd(Record):
            size: int

    with pytest.raises(TypeError, match=r"Text\.name"):

        @record
        class Text(Record):
            name: str


def test_a_list_needs_its_room() -> None:
    with pytest.raises(TypeError, match=r"Row\.spots: a list needs many"):

        @record
        class Row(Record):
            spots: list[Spot]

    with pytest.raises(TypeError, match=r"Line\.marks: a list needs many"):

        @record
        class Line(Record):
            marks: list[int8]


@pytest.mark.parametrize(
    ("default", "said"),
    [(300, "300"), (-129, "-129"), (1 << 70, str(1 << 70)), (0.5, "0.5"), ("x", "'x'")],
)
def test_what_a_field_begins_as_fits_it(default: Any, said: str) -> None:
    for made in (field(default), many(2, default=default)):
        of = list[int8] if made.is_list else int8
        body = {"luck": made, "__annotations__": {"luck": of}}
        with pytest.raises(TypeError, match=rf"^Some\.luck: begins as {said}, expected -128 to 12"):
            record(type("Some", (Record,), body))


def test_a_list_is_counted_by_a_field_there_is() -> None:
    with pytest.raises(TypeError, match=r"^Many\.marks: found 'm', expected the name of a field"):

        @record
        class Many(Record):
            n: int8
            marks: list[int8] = many(2, count="m")


def test_a_record_keeps_its_layout() -> None:
    body = {"__annotations__": {"layout": int8}}
    with pytest.raises(TypeError, match=r"^Some\.layout: a record has its layout there"):
        record(type("Some", (Record,), body))
