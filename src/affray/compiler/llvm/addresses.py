"""Where things lie: fields of records, items of lists, and the names of a function."""

from __future__ import annotations

from dataclasses import dataclass, field

from affray.compiler import status as codes
from affray.compiler.llvm.arithmetic import Arithmetic
from affray.compiler.llvm.reach import is_narrow
from affray.compiler.llvm.spaces import SHARED
from affray.compiler.source.kinds import (
    NUMBER,
    Builtin,
    Expr,
    FieldOf,
    Function,
    Item,
    ListKind,
    ModuleTuple,
)
from affray.rules.layout import Storage


@dataclass
class Frame:
    """What the names of a function stand for while it is written, and where it ends."""

    function: Function
    given: dict[str, str]
    """Parameters that are never given another value: what was handed over."""
    slots: dict[str, str] = field(default_factory=dict)
    is_set: dict[str, str] = field(default_factory=dict)
    loops: list[tuple[str, str]] = field(default_factory=list)
    end: str = ""
    """Where a function that is written into another goes on, with what it came to."""
    found: list[tuple[str, str]] = field(default_factory=list)


class Addresses(Arithmetic):
    """Addresses, and numbers read from them."""

    frame: Frame

    def in_rule(self) -> bool:
        """Whether what is being written is a rule, not of the engine's own."""
        return self.frame.function.source in self.emitter.program.rules

    def place(self, node: FieldOf | Item) -> tuple[str, Storage, str]:
        """Where a number lies, how wide it is, and what it may alias."""
        if isinstance(node, FieldOf):
            assert node.field.storage is not None
            return self.field_address(node), node.field.storage, self.tag_of(node)
        kind = node.items.kind
        assert isinstance(kind, ListKind)
        assert kind.storage is not None
        return self.item_address(node), kind.storage, self.tag_of(node.items)

    def tag_of(self, place: Expr) -> str:
        match place:
            case Builtin("own_numbers", (FieldOf() as at,)):
                return self.emitter.tag(at.owner, f"{at.field.name} there")
        if not isinstance(place, FieldOf):
            return ""
        tag = self.emitter.tag(place.owner, place.field.name)
        fixed = self.emitter.program.is_fixed(place)
        most, storage = place.owner.counted.get(place.field.name), place.field.storage
        if most is not None and storage is not None:
            tag += self.emitter.range(storage, 0, most)
            fixed = True  # a list stays as long as the encounter made it
        else:
            tag += self.emitter.limits(place)
        return tag + (", !invariant.load !0" if fixed and not self.emitter.on_device else "")

    def field_address(self, node: FieldOf) -> str:
        return self.field_in(self.value(node.record), node)

    def field_in(self, record: str, node: FieldOf) -> str:
        """Where a record has a field; what no fight changes all threads of a device share."""
        if self.emitter.on_device and node.field.fixed:
            fixed = self.put_where(node.kind, SHARED + "@fixed")
            return self.address_in(fixed, node.offset - node.owner.state_size)
        return self.address_in(record, node.offset)

    def address_in(self, record: str, offset: int) -> str:
        if offset == 0:
            return record
        return self.beyond(record, "i8", str(offset))

    def element_address(self, base: str, kind: ListKind, index: str) -> str:
        return self.beyond(base, f"[{kind.size} x i8]", index)

    def item_address(self, node: Item) -> str:
        kind = node.items.kind
        assert isinstance(kind, ListKind)
        base, length = self.bounds(node.items)
        index = self.value(node.index)
        self.require_index(node, index, length)
        if is_narrow(self.reach(node.index)):
            return self.beyond(base, f"[{kind.size} x i8]", self.narrow(index), "i32")
        return self.element_address(base, kind, index)

    def require_index(self, node: Item, index: str, length: str) -> None:
        if length == "" or (index.isdigit() and length.isdigit() and int(index) < int(length)):
            return
        reach = self.reach(node.index)
        if reach and length.isdigit() and reach[0] >= 0 and reach[1] < int(length):
            return
        if is_narrow(reach):
            past = self.put(f"icmp uge i32 {self.narrow(index)}, {self.narrow(length)}")
        else:
            past = self.put(f"icmp uge i64 {index}, {length}")
        self.fail_if(past, codes.INDEX, node.line)

    def bounds(self, items: Expr) -> tuple[str, str]:
        """Where elements begin and how many there are, '' where nobody says; found only once."""
        if isinstance(items, ModuleTuple):
            return self.table(items.kind.values), str(len(items.kind.values))
        kind = items.kind
        assert isinstance(kind, ListKind)
        if isinstance(items, FieldOf) and items.field.count and kind.layout:
            record = self.value(items.record)
            return self.field_in(record, items), self._length_in(record, items)
        return self.value(items), str(kind.capacity) if kind.capacity else ""

    def _length_in(self, record: str, items: FieldOf) -> str:
        owner = items.owner
        count = owner.fields[items.field.count]
        assert count.storage is not None
        place = FieldOf(items.record, count, owner.offsets[count.name], NUMBER, owner, items.line)
        known = self.emitter.facts.of(place)
        if known is not None:
            return str(known)
        return self.read_number(self.field_in(record, place), count.storage, self.tag_of(place))

    def read_number(self, address: str, storage: Storage, tag: str) -> str:
        width = f"i{8 * storage.size}"
        found = self.put(f"load {width}, ptr {address}, align {storage.size}{tag}")
        return found if storage.size == 8 else self.put(f"sext {width} {found} to i64")

    def table(self, values: tuple[int, ...]) -> str:
        """Where a module's numbers lie."""
        if not self.emitter.on_device:
            return self.emitter.table(values)
        return self.address_in(SHARED + "@fixed", self.emitter.table_place(values))

    def table_item(self, table: ModuleTuple, index: str) -> str:
        address = self.beyond(self.table(table.kind.values), "i64", index)
        stays = "" if self.emitter.on_device else ", !invariant.load !0"
        return self.put(f"load i64, ptr {address}, align 8{stays}")
