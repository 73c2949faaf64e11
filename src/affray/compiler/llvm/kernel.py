"""The entry of a device's program: which thread this is, and room for what is its own."""

from __future__ import annotations

from affray.compiler.llvm.emit import Emitter
from affray.compiler.llvm.spaces import OWN
from affray.compiler.source.kinds import Function
from affray.rules.layout import Layout

NAME = "fights"
BLOCK, BLOCKSIZE, THREAD = "ctaid.x", "ntid.x", "tid.x"
OURS = ("ask", "w", "counted")
GIVEN = ("counts", "tempers", "odds")
"""The fields of a thread's record that hold addresses."""

PROLOGUE = """\
  %thread32 = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %block32 = call i32 @llvm.nvvm.read.ptx.sreg.ctaid.x()
  %size32 = call i32 @llvm.nvvm.read.ptx.sreg.ntid.x()
  br label %next
next:
  %k = phi i32 [ %thread32, %entry ], [ %after, %copy ]
  %more = icmp ult i32 %k, FIXED
  br i1 %more, label %copy, label %ready
copy:
  %from = getelementptr inbounds i64, ptr addrspace(1) @content, i32 %k
  %to = getelementptr inbounds i64, ptr addrspace(3) @fixed, i32 %k
  %word = load i64, ptr addrspace(1) %from, align 8
  store i64 %word, ptr addrspace(3) %to, align 8
  %after = add i32 %k, %size32
  br label %next
ready:
  call void @llvm.nvvm.barrier0()
  %before = mul i32 %block32, %size32
  %here = add i32 %before, %thread32
  %thread = zext i32 %here to i64
  %skipped = mul i64 %thread, %words
  %mine = getelementptr inbounds i64, ptr %kept, i64 %skipped"""
"""What no fight changes goes where all threads of a block have it close by."""


def kernel(emitter: Emitter, function: Function, world: Layout, ask: Layout, counts: int) -> str:
    """A module with one kernel around a function that is given its record and its world first.

    It takes what the function takes after those, and behind it: how many words of `kept` are a
    thread's, where the temperaments lie, and where the chances.
    """
    symbol = emitter.emit(function)
    given = [(name, emitter.type_of(kind)) for name, kind in function.params[2:]]
    taken = [*given, ("words", "i64"), ("tempers", "i64"), ("odds", "i64")]
    passed = ", ".join(f"{kind} %{'mine' if name == 'kept' else name}" for name, kind in given)
    sizes = (-(-ask.size // 8), -(-world.state_size // 8), -(-counts // 2))
    own = [*(emitter.type_of(kind) for _, kind in function.params[:2]), f"ptr {OWN}"]
    rooms = zip(OURS, sizes, strict=True)
    lines = [
        f"define ptx_kernel void @{NAME}({', '.join(f'{t} %{name}' for name, t in taken)}) {{",
        "entry:",
        *(f"  %{name}.at = alloca [{size} x i64], align 8" for name, size in rooms),
        PROLOGUE.replace("FIXED", str(_words(emitter.content()))),
        *(_seen(name, kind) for name, kind in zip(OURS, own, strict=True)),
        f"  %counts = ptrtoint {own[2]} %counted to i64",
        *(line for name in GIVEN for line in _stored(ask, name)),
        f"  call fastcc void {symbol}({own[0]} %ask, {own[1]} %w, {passed})",
        "  ret void",
        "}",
    ]
    return "\n".join([content(emitter.content()), *DECLARED, *lines, emitter.text()])


DECLARED = (
    *(f"declare i32 @llvm.nvvm.read.ptx.sreg.{name}()" for name in (BLOCK, BLOCKSIZE, THREAD)),
    "declare void @llvm.nvvm.barrier0()",
)


def _stored(ask: Layout, name: str) -> list[str]:
    return [
        f"  %at_{name} = getelementptr inbounds i8, ptr %ask.at, i64 {ask.offsets[name]}",
        f"  store i64 %{name}, ptr %at_{name}, align 8",
    ]


def _words(data: bytes) -> int:
    return -(-len(data) // 8)


def content(data: bytes) -> str:
    n = _words(data)
    said = "".join(f"\\{byte:02x}" for byte in data.ljust(8 * n, b"\0"))
    return (
        f'@content = internal addrspace(1) constant [{8 * n} x i8] c"{said}", align 8\n'
        f"@fixed = internal addrspace(3) global [{8 * n} x i8] undef, align 8"
    )


def _seen(name: str, kind: str) -> str:
    """A thread's own room as the memory it is of."""
    how = "bitcast" if kind == "ptr" else "addrspacecast"
    return f"  %{name} = {how} ptr %{name}.at to {kind}"
