"""What a value can be in compiled code, and the typed tree a function is read into."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

from affray.rules.layout import Field, Layout, Storage


@dataclass(frozen=True)
class Plain:
    """A value in a register: a whole number, an unsigned word, or nothing at all."""

    name: str


NUMBER = Plain("a number")
WORD = Plain("a word of 64 bits")
NOTHING = Plain("nothing")


@dataclass(frozen=True)
class RecordKind:
    """A record, known by its address."""

    layout: Layout

    @property
    def name(self) -> str:
        return f"a {self.layout.name}"


@dataclass(frozen=True)
class ListKind:
    """A list in a record, of numbers or of records; `capacity` 0 where nobody says how long."""

    storage: Storage | None
    layout: Layout | None
    capacity: int
    fixed: bool = False

    @property
    def name(self) -> str:
        fixed = "fixed " if self.fixed else ""
        return f"a {fixed}list of numbers" if self.storage else f"a {fixed}list of records"

    @property
    def size(self) -> int:
        """Bytes from one element to the next."""
        if self.storage:
            return self.storage.size
        assert self.layout is not None
        return self.layout.size

    @property
    def element(self) -> ValueKind:
        if self.storage:
            return kind_of_storage(self.storage)
        assert self.layout is not None
        return RecordKind(self.layout)


@dataclass(frozen=True)
class TupleKind:
    """Numbers that stand in a module and never change."""

    values: tuple[int, ...]
    name: str = "a tuple"


ValueKind = Plain | RecordKind | ListKind | TupleKind


def is_address(kind: ValueKind) -> bool:
    return isinstance(kind, RecordKind | ListKind)


def kind_of_storage(storage: Storage) -> Plain:
    return WORD if storage.is_word else NUMBER


@dataclass(frozen=True, slots=True)
class Const:
    value: int
    kind: ValueKind = NUMBER


@dataclass(frozen=True, slots=True)
class ModuleTuple:
    """A tuple of the module."""

    kind: TupleKind


@dataclass(frozen=True, slots=True)
class Local:
    """A name of the function; `may_be_unset` where not every way here has given it a value."""

    name: str
    kind: ValueKind
    may_be_unset: bool = False
    line: int = 0


@dataclass(frozen=True, slots=True)
class FieldOf:
    """A field of a record: its value, or the record or list that lies there."""

    record: Expr
    field: Field
    offset: int
    kind: ValueKind
    owner: Layout
    line: int


@dataclass(frozen=True, slots=True)
class Item:
    """An element of a list or a tuple."""

    items: Expr
    index: Expr
    kind: ValueKind
    line: int


@dataclass(frozen=True, slots=True)
class Unary:
    op: str
    operand: Expr
    kind: ValueKind
    line: int


@dataclass(frozen=True, slots=True)
class Binary:
    """`wraps` under `& M64`: what leaves 64 bits is meant to be lost."""

    op: str
    left: Expr
    right: Expr
    kind: ValueKind
    line: int
    wraps: bool = False


@dataclass(frozen=True, slots=True)
class Compare:
    left: Expr
    rest: tuple[tuple[str, Expr], ...]
    kind: ValueKind = NUMBER


@dataclass(frozen=True, slots=True)
class Logic:
    """`and` or `or`: the first value that decides, the others not looked at."""

    is_and: bool
    values: tuple[Expr, ...]
    kind: ValueKind = NUMBER


@dataclass(frozen=True, slots=True)
class Choice:
    test: Expr
    yes: Expr
    no: Expr
    kind: ValueKind


@dataclass(frozen=True, slots=True)
class Call:
    function: Function
    args: tuple[Expr, ...]
    kind: ValueKind


@dataclass(frozen=True, slots=True)
class Builtin:
    """What the compiler itself knows how to do: min, how_many, attempt, ..."""

    name: str
    args: tuple[Expr, ...]
    kind: ValueKind
    line: int = 0


@dataclass(frozen=True, slots=True)
class Length:
    """How long a list is: its count where it has one."""

    items: Expr
    kind: ValueKind = NUMBER


@dataclass(frozen=True, slots=True)
class Gather:
    """`those(j for j in range(n) if ...)` and the like: what is found on one walk over many.

    `over` is the walk, with no body of its own; `value` is what `least` and `most` compare.
    """

    op: str
    over: Loop
    fits: Expr | None
    element: Expr
    value: Expr | None
    default: Expr | None
    line: int
    kind: ValueKind = NUMBER


Expr = (
    Const
    | ModuleTuple
    | Local
    | FieldOf
    | Item
    | Unary
    | Binary
    | Compare
    | Logic
    | Choice
    | Call
    | Builtin
    | Length
    | Gather
)


@dataclass(frozen=True, slots=True)
class Assign:
    target: Local | FieldOf | Item
    value: Expr
    line: int


@dataclass(frozen=True, slots=True)
class Augment:
    """`x.f += y`: the place is found and read before y is worked out."""

    target: Local | FieldOf | Item
    op: str
    value: Expr
    line: int


@dataclass(frozen=True, slots=True)
class Do:
    value: Expr


@dataclass(frozen=True, slots=True)
class If:
    test: Expr
    then: list[Stmt]
    other: list[Stmt]


@dataclass(frozen=True, slots=True)
class While:
    test: Expr
    body: list[Stmt]
    other: list[Stmt]


@dataclass(frozen=True, slots=True)
class Count:
    """`for k in range(start, stop, step)`."""

    target: Local
    start: Expr
    stop: Expr
    step: int
    body: list[Stmt]
    other: list[Stmt]


@dataclass(frozen=True, slots=True)
class Each:
    """`for c in w.creatures`, `for k in ORDER`."""

    target: Local
    items: Expr
    body: list[Stmt]
    other: list[Stmt]
    line: int


@dataclass(frozen=True, slots=True)
class Bits:
    """`for j in members(mask)`: as the mask was when the loop began."""

    target: Local
    mask: Expr
    body: list[Stmt]
    other: list[Stmt]


Loop = Count | Each | Bits


@dataclass(frozen=True, slots=True)
class Return:
    value: Expr | None


@dataclass(frozen=True, slots=True)
class Raise:
    """`raise`: the step is left in the middle, every caller hands the status on."""

    error: int
    line: int


@dataclass(frozen=True, slots=True)
class Jump:
    """`break` or `continue`."""

    is_break: bool


def storage_of(place: FieldOf | Item) -> Storage:
    """How a number is kept where it is written to."""
    kind = place.items.kind if isinstance(place, Item) else None
    storage = kind.storage if isinstance(kind, ListKind) else None
    if isinstance(place, FieldOf):
        storage = place.field.storage
    assert storage is not None
    return storage


Stmt = Assign | Augment | Do | If | While | Count | Each | Bits | Return | Raise | Jump


@dataclass(eq=False, slots=True)
class Function:
    """A function read and checked: what it takes, what it gives, what it does."""

    source: Callable[..., Any]
    name: str
    file: str
    params: list[tuple[str, ValueKind]]
    returns: ValueKind
    body: list[Stmt] = field(default_factory=list)
    locals: dict[str, ValueKind] = field(default_factory=dict)
    unset: set[str] = field(default_factory=set)
    calls: list[Function] = field(default_factory=list)
    size: int = 0
    """How many statements and expressions it is made of."""
    fails: bool = False
    """Whether it may hand a status back: it asks, raises, or looks at a place it might not find."""
