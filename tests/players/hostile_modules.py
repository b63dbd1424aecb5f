"""Hostile and broken WebAssembly programs, as text from which the tests compile them, or as bytes.

Each has a name, its content, and words of the cause that the record must name.
"""

from typing import NamedTuple

import wasmtime

_WASI = "wasi_snapshot_preview1"
_TYPES = {
    "fd_read": "(param i32 i32 i32 i32) (result i32)",
    "fd_write": "(param i32 i32 i32 i32) (result i32)",
    "random_get": "(param i32 i32) (result i32)",
    "sched_yield": "(result i32)",
    "clock_time_get": "(param i32 i64 i32) (result i32)",
    "path_open": "(param i32 i32 i32 i32 i32 i64 i64 i32 i32) (result i32)",
    "sock_accept": "(param i32 i32 i32) (result i32)",
    "poll_oneoff": "(param i32 i32 i32 i32) (result i32)",
    "proc_exit": "(param i32)",
}
LARGEST = 4 << 20


class Hostile(NamedTuple):
    """A program, and what the record must say of it."""

    content: bytes
    cause: str


def program(body: str, *more: str, memory: str = "1", functions: str = "", data: str = "") -> bytes:
    """Return a program whose main function has this body; `$say` writes a text of the data, `$hear` reads a line."""
    imports = "".join(f'(import "{_WASI}" "{name}" (func ${name} {kind}))' for name, kind in _TYPES.items())
    text = f"""(module {imports} {"".join(more)} (memory (export "memory") {memory})
      (data (i32.const 1024) "ready 1 legal\\0apong game\\0a")
      (data (i32.const 1100) "bestturn ?\\0a") {data}
      (func $say (param i32 i32)
        (i32.store (i32.const 0) (local.get 0)) (i32.store (i32.const 4) (local.get 1))
        (drop (call $fd_write (i32.const 1) (i32.const 0) (i32.const 1) (i32.const 8))))
      (func $hear
        (i32.store (i32.const 0) (i32.const 2048)) (i32.store (i32.const 4) (i32.const 4096))
        (drop (call $fd_read (i32.const 0) (i32.const 0) (i32.const 1) (i32.const 8))))
      (func $greet (call $hear) (call $say (i32.const 1024) (i32.const 14))
        (call $hear) (call $say (i32.const 1038) (i32.const 10)) (call $hear))
      {functions}
      (func $main (export "_start") {body}))"""
    return bytes(wasmtime.wat2wasm(text))


_COPY = """(data (i32.const 1200) "action ") (func $copy (local $at i32) (local $to i32)
    ;; say the first legal action of what was read: the line after the first "legal "
    (local $legal i64) (local.set $legal (i64.const 0x206c6167656c))
    (local.set $at (i32.const 2048)) (local.set $to (i32.const 1207))
    (block $found (loop $look
      (br_if $found (i64.eq (i64.and (i64.load (local.get $at)) (i64.const 0xffffffffffff)) (local.get $legal)))
      (local.set $at (i32.add (local.get $at) (i32.const 1)))
      (br_if $look (i32.lt_u (local.get $at) (i32.const 6100)))))
    (local.set $at (i32.add (local.get $at) (i32.const 6)))
    (block $end (loop $copy
      (i32.store8 (local.get $to) (i32.load8_u (local.get $at)))
      (local.set $to (i32.add (local.get $to) (i32.const 1)))
      (br_if $end (i32.eq (i32.load8_u (local.get $at)) (i32.const 10)))
      (local.set $at (i32.add (local.get $at) (i32.const 1)))
      (br_if $copy (i32.lt_u (local.get $to) (i32.const 1300)))))
    (call $say (i32.const 1200) (i32.sub (local.get $to) (i32.const 1200))))"""
_PLAY = "(loop $next (call $copy) (call $hear) (br $next))"
FIRST = program(f"(call $greet) {_PLAY}", functions=_COPY)
"""It plays the first legal action."""


def sometimes(body: str, memory: str = "1") -> bytes:
    """Return a program that does something in two matches of three, and plays as `FIRST` does in the others."""
    drawn = "(drop (call $random_get (i32.const 3000) (i32.const 1)))"
    hostile = f"(if (i32.gt_u (i32.load8_u (i32.const 3000)) (i32.const 85)) (then {body}))"
    return program(f"(call $greet) {drawn} {hostile} {_PLAY}", functions=_COPY, memory=memory)


def _plain(text: str) -> bytes:
    return bytes(wasmtime.wat2wasm(text))


_OURS = "(call $greet)"
_LOOP = "(loop $l (br $l))"
_CALLS = "(loop $l (drop (call $sched_yield)) (br $l))"
_ANSWER = "(call $say (i32.const 1100) (i32.const 11))"
_MAIN = '(memory (export "memory") 1) (func (export "_start"))'
_FUEL = "units of fuel for a turn"
_SECTION = b"\0asm\1\0\0\0"
_GROW = "(loop $l (br_if $l (i32.ne (memory.grow (i32.const 16)) (i32.const -1)))) unreachable"
_BIG_LINE = (
    "(memory.fill (i32.const 65536) (i32.const 97) (i32.const 131072)) (call $say (i32.const 65536) (i32.const 131072))"
)


def fill(memory_bytes: int, sign: str) -> str:
    """Return code that fills so many bytes from 64 KiB on with a sign, and writes them at once."""
    return (
        f"(memory.fill (i32.const 65536) (i32.const {ord(sign)}) (i32.const {memory_bytes}))"
        f"(call $say (i32.const 65536) (i32.const {memory_bytes}))"
    )


HOSTILE = {
    # loops
    "loops": Hostile(program(_OURS + _LOOP), _FUEL),
    "loops before it is ready": Hostile(program(_LOOP), _FUEL),
    "loops in calls of the system": Hostile(program(_OURS + _CALLS), _FUEL),
    "waits for a clock that stands": Hostile(
        program(_OURS + "(loop $l (drop (call $clock_time_get (i32.const 1) (i64.const 0) (i32.const 16))) (br $l))"),
        _FUEL,
    ),
    "sleeps for ever": Hostile(
        program(
            _OURS + "(i64.store (i32.const 3024) (i64.const 0x7fffffffffff))"
            "(drop (call $poll_oneoff (i32.const 3000) (i32.const 4000) (i32.const 1) (i32.const 8)))"
        ),
        _FUEL,
    ),
    "fills its memory again and again": Hostile(
        program(
            _OURS + "(loop $l (memory.fill (i32.const 0) (i32.const 1) (i32.const 60000000)) (br $l))", memory="1000"
        ),
        _FUEL,
    ),
    # allocation
    "allocates until there is no memory": Hostile(program(_OURS + _GROW), "unreachable"),
    "wants a GiB to begin with": Hostile(program(_OURS, memory="16384"), "memory"),
    "wants more memory than there can be": Hostile(program(_OURS, memory="65536"), "memory"),
    "a huge table": Hostile(program(_OURS, "(table 10000000 funcref)"), "table"),
    "grows a table without end": Hostile(
        program(
            _OURS + "(loop $l (br_if $l (i32.ne (table.grow (ref.null func) (i32.const 9999)) (i32.const -1))))"
            "unreachable",
            "(table 1 funcref)",
        ),
        "unreachable",
    ),
    "five tables": Hostile(program(_OURS, *["(table 1 funcref)"] * 5), "table"),
    # recursion
    "recursion": Hostile(program(_OURS + "(call $f)", functions="(func $f (call $f) (call $f))"), "stack"),
    "recursion through a table": Hostile(
        program(
            _OURS + "(call $f)",
            "(table 1 funcref) (elem (i32.const 0) $f)",
            functions="(func $f (call_indirect (i32.const 0)) (call_indirect (i32.const 0)))",
        ),
        "stack",
    ),
    # printing
    "prints without end": Hostile(program(_OURS + f"(loop $l {_ANSWER} (br $l))"), "wrote more than 1,000 lines"),
    "prints a line without end": Hostile(
        program(_OURS + "(loop $l (call $say (i32.const 1100) (i32.const 8)) (br $l))"),
        "units of fuel|wrote more|a line of more"
    ),
    "prints a line that is too long": Hostile(
        program(_OURS + _BIG_LINE + _ANSWER, memory="4"), "a line of more than 65,536 bytes"
    ),
    "fills its error stream": Hostile(
        program(
            _OURS + "(i32.store (i32.const 0) (i32.const 1024)) (i32.store (i32.const 4) (i32.const 60000))"
            "(loop $l (drop (call $fd_write (i32.const 2) (i32.const 0) (i32.const 1) (i32.const 8))) (br $l))"
        ),
        _FUEL,
    ),
    # the system
    "imports fork": Hostile(
        _plain(f'(module (import "env" "fork" (func (result i32))) {_MAIN})'), "imports 'env.fork'"
    ),
    "imports exec": Hostile(
        _plain(f'(module (import "{_WASI}" "proc_exec" (func (param i32))) {_MAIN})'), "proc_exec"
    ),
    "imports threads": Hostile(
        _plain(f'(module (import "wasi" "thread-spawn" (func (param i32) (result i32))) {_MAIN})'), "thread-spawn"
    ),
    "imports a memory": Hostile(
        _plain('(module (import "env" "memory" (memory 1)) (func (export "_start")))'), "imports 'env.memory'"
    ),
    "imports a function as another": Hostile(
        _plain(f'(module (import "{_WASI}" "fd_write" (func (param i64))) {_MAIN})'), "something else than WASI"
    ),
    "imports a function as a number": Hostile(
        _plain(f'(module (import "{_WASI}" "fd_write" (global i32)) {_MAIN})'), "something else than WASI"
    ),
    "opens files until one opens": Hostile(
        program(
            _OURS + "(loop $l (br_if $l (call $path_open (i32.const 3) (i32.const 0) (i32.const 1024) (i32.const 5)"
            "(i32.const 0) (i64.const 0) (i64.const 0) (i32.const 0) (i32.const 8))))"
        ),
        _FUEL,
    ),
    "waits for a connection": Hostile(
        program(_OURS + "(loop $l (br_if $l (call $sock_accept (i32.const 3) (i32.const 0) (i32.const 8))))"), _FUEL
    ),
    "points beyond its memory": Hostile(
        program(
            _OURS + "(loop $l (br_if $l (call $fd_write (i32.const 1) (i32.const -8) (i32.const -1) (i32.const -1))))"
        ),
        _FUEL,
    ),
    "wants random bytes without end": Hostile(
        program(_OURS + "(loop $l (drop (call $random_get (i32.const 0) (i32.const 65536))) (br $l))"), _FUEL
    ),
    # files that are no programs
    "4 MiB and a byte": Hostile(_SECTION + bytes(LARGEST - 7), "is too large"),
    "empty": Hostile(b"", "the file is empty"),
    "a program for this machine": Hostile(b"\x7fELF" + bytes(100), "is not a WebAssembly program"),
    "a section whose size lies": Hostile(_SECTION + b"\x01\xff\xff\xff\xff\x0f\x60", "unexpected|section|size"),
    "a section that ends too early": Hostile(program("nop")[:-9], "unexpected|end|section"),
    "a later version": Hostile(b"\0asm\2\0\0\0", "version"),
    "no main function": Hostile(_plain('(module (memory (export "memory") 1))'), "exports no function _start"),
    "no memory": Hostile(_plain('(module (func (export "_start")))'), "exports no memory"),
    "data beyond its memory": Hostile(
        program(_OURS, data='(data (i32.const 65530) "beyond the end")'), "out of bounds"
    ),
    "a start function that traps": Hostile(
        program(_OURS, functions="(func $s unreachable) (start $s)"), "unreachable"
    ),
    "a start function that loops": Hostile(
        program(_OURS, functions="(func $s (loop $l (br $l))) (start $s)"), _FUEL
    ),
    "a million locals": Hostile(
        program(_OURS, functions=f"(func {'(local i64 i64 i64 i64 i64 i64 i64 i64 i64 i64)' * 6000})"), "locals"
    ),
    # the protocol
    "ends at once": Hostile(program("nop"), "exited with code 0"),
    "dies in its turn": Hostile(program(_OURS + "(call $proc_exit (i32.const 7))"), "exited with code 7"),
    "divides by zero": Hostile(program(_OURS + "(drop (i32.div_s (i32.const 1) (i32.const 0)))"), "divide by zero"),
    "reads on without an answer": Hostile(program(_OURS + "(loop $l (call $hear) (br $l))"), "before it has answered"),
    "answers with no turn": Hostile(program(_OURS + _ANSWER + "(call $hear)"), "illegal|not|expected"),
    "answers twice": Hostile(program(_OURS + _ANSWER + _ANSWER + "(call $hear)"), "after its answer"),
    "answers without the end of a line": Hostile(
        program(_OURS + "(call $say (i32.const 1100) (i32.const 10)) (call $hear)"), "without the end of a line"
    ),
    "begins another line after its answer": Hostile(
        program(_OURS + _ANSWER + "(call $say (i32.const 1100) (i32.const 4)) (call $hear)"), "'best' without the end"
    ),
    "answers before it is asked": Hostile(
        program("(call $hear) (call $say (i32.const 1024) (i32.const 14))" + _ANSWER + "(call $hear)"),
        "after its answer",
    ),
    "says that it is somebody else": Hostile(
        program("(call $hear)" + _ANSWER + "(call $hear)"), "where ready was expected"
    ),
}  # fmt: skip

PUBLISHED = {
    "loops": Hostile(sometimes(_LOOP), _FUEL),
    "prints without end": Hostile(sometimes(f"(loop $l {_ANSWER} (br $l))"), HOSTILE["prints without end"].cause),
    "allocates until there is no memory": Hostile(sometimes(_GROW), "unreachable"),
    "dies in its turn": Hostile(sometimes("(call $proc_exit (i32.const 7))"), "exited with code 7"),
    "answers with no turn": Hostile(sometimes(_ANSWER + "(call $hear)"), "illegal|not|expected"),
}
"""Programs that can pass a test, and so be published, since they are hostile in two matches of three."""
