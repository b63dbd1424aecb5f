"""The process in which a WebAssembly program runs: without files, network, clock or threads, with counted limits.

It is started as a program. It reads and writes JSON, a value a line:

| it reads | it answers |
| --- | --- |
| `{seed, memory, seconds, compiling, steps, all_steps}`, and a line with the program in base64, once | `{}` |
| `{text}`, lines for the program | `{lines, rest, printed, steps, seconds}`: what it wrote before it read on |
| either, if the program cannot go on | the same with `failed`, `exceeded` or `ended`, its exit code |

The program starts at the first text, and stands still while it waits for the next one. `rest` is the beginning of a
line that it has not ended.
"""

from __future__ import annotations

import base64
import json
import os
import resource
import signal
import sys
import time
from typing import Any

import wasmtime

from ludarium.players.sandbox import _wall
from ludarium.players.sandbox._wasi import Ended, Host, NoFuel, functions

_STACK = 1 << 20
_ENGINE = 512 << 20
"""Bytes for the compiler and the interpreter around it."""
_COMPILING = 256 << 20
"""Bytes while a program is compiled."""
_IMAGE = 64 << 20
"""Bytes of the file in memory from which the program's own is filled: without it, Go takes 30 seconds to compile."""
MOST_TABLE = 100_000
"""Entries of the tables of a program."""
MOST_LINES, MOST_WRITTEN, MOST_PRINTED = 1000, 1 << 20, 2000
"""Lines of an answer, bytes of it, and characters of a turn's error stream that are stored."""
LONGEST, _MOST_NAMED = 65_536, 200
"""Bytes of a line, and characters of one without an end that an error names."""


def main() -> None:
    """Put up the wall, and run one program until it ends, or until the input ends."""
    _wall.stand()
    given, module = json.loads(sys.stdin.readline()), sys.stdin.readline()
    most = given["memory"] + _ENGINE
    resource.setrlimit(resource.RLIMIT_DATA, (_COMPILING, most))
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
    resource.setrlimit(resource.RLIMIT_FSIZE, (_IMAGE, _IMAGE))
    os.nice(given["niceness"])
    guard(given["compiling"])
    store = _store(given["memory"])
    turns = Turns(store, given)
    try:
        start = _start(store, base64.b64decode(module), Host(store, turns, given["seed"]))
    except (wasmtime.WasmtimeError, ValueError) as error:
        turns.finish(failed=_first_line(error))
        return
    resource.setrlimit(resource.RLIMIT_DATA, (most, most))
    turns.finish()
    turns.next()
    try:
        start()
        turns.finish(ended=0)
    except Ended as error:
        turns.finish(ended=error.code)
    except NoFuel:
        turns.finish(exceeded=turns.limit)
    except TooMuchWritten as error:
        turns.finish(failed=str(error))
    except wasmtime.Trap as error:
        code = error.trap_code
        if code == wasmtime.TrapCode.OUT_OF_FUEL:
            turns.finish(exceeded=turns.limit)
        elif code == wasmtime.TrapCode.STACK_OVERFLOW:
            turns.finish(exceeded="stack")
        else:
            turns.finish(failed=_trap(error))
    except wasmtime.WasmtimeError as error:
        turns.finish(failed=_first_line(error))


def guard(seconds: float) -> None:
    """Let the system end this process by SIGPROF after so many seconds of processor time; 0 for never."""
    signal.setitimer(signal.ITIMER_PROF, seconds)


def _store(memory: int) -> wasmtime.Store:
    config = wasmtime.Config()
    config.consume_fuel = True
    config.cranelift_nan_canonicalization = True
    config.parallel_compilation = False
    config.max_wasm_stack = _STACK
    for name in ("threads", "relaxed_simd", "memory64", "multi_memory", "gc", "function_references", "exceptions"):
        setattr(config, f"wasm_{name}", False)
    store = wasmtime.Store(wasmtime.Engine(config))
    store.set_limits(memory_size=memory, table_elements=MOST_TABLE, instances=1, tables=4, memories=1)
    return store


def _start(store: wasmtime.Store, content: bytes, host: Host) -> Any:
    """Compile a program; return the call that runs it.

    Raises `ValueError` and `WasmtimeError` for what is no program of ours.
    """
    module = wasmtime.Module(store.engine, content)
    linked = functions(store, module, host)
    kinds = {export.name: export.type for export in module.exports}
    entry = kinds.get("_start")
    if not isinstance(entry, wasmtime.FuncType) or entry.params or entry.results:
        raise ValueError("it exports no function _start: expected a program for WASI, with a main function")
    if not isinstance(kinds.get("memory"), wasmtime.MemoryType):
        raise ValueError("it exports no memory: expected a program for WASI")

    def run() -> None:
        instance = wasmtime.Instance(store, module, linked)  # may run a start function, which is counted, too
        resource.setrlimit(resource.RLIMIT_FSIZE, (0, 0))
        exports = instance.exports(store)
        host.memory = exports["memory"]  # type: ignore[assignment]  # its kind was checked
        exports["_start"](store)  # type: ignore[operator]  # its kind was checked

    return run


class TooMuchWritten(Exception):
    """The program wrote more than an answer may have."""


class Turns:
    """What the program reads and writes, and the fuel that it has: some for a turn, some for all turns."""

    def __init__(self, store: wasmtime.Store, given: dict[str, Any]) -> None:
        self._store, self._most, self._left = store, given["steps"], given["all_steps"]
        self._seconds = given["seconds"]
        self._given = self._spent = self._written = 0
        self._began_at = time.process_time()
        self._partial = bytearray()
        self._lines: list[str] = []
        self._printed = bytearray()
        self.limit = "steps"

    def next(self) -> None:
        """Begin a turn: read what the program is to read."""
        line = sys.stdin.readline()
        if not line:
            os._exit(0)
        self.input = bytearray(json.loads(line)["text"].encode())
        self.limit = "steps" if self._most <= self._left else "all_steps"
        self._given = min(self._most, self._left)
        self._store.set_fuel(self._given)
        self._began_at = time.process_time()
        guard(self._seconds)

    def read(self, size: int) -> bytes:
        """Return the next bytes of the input; if there are none, end the turn and wait for the next one."""
        if not self.input:
            self.finish()
            self.next()
        found = bytes(self.input[:size])
        del self.input[:size]
        return found

    def write(self, said: bytes) -> None:
        """Take what the program writes; its sizes are checked before anything is made of it.

        Raises `TooMuchWritten`.
        """
        self._written += len(said)
        if self._written > MOST_WRITTEN or len(self._lines) + said.count(b"\n") > MOST_LINES:
            raise TooMuchWritten(f"it wrote more than {MOST_LINES:,} lines or {MOST_WRITTEN >> 20} MiB in a turn")
        first, *more = said.split(b"\n")
        self._partial += first  # in place, so that many short writes cost no more than a long one
        for part in more:
            self._check_line()
            self._lines.append(self._partial.decode("utf-8", "replace"))
            self._partial = bytearray(part)
        self._check_line()

    def _check_line(self) -> None:
        if len(self._partial) > LONGEST:
            raise TooMuchWritten(f"it wrote a line of more than {LONGEST:,} bytes")

    def print(self, said: bytes) -> None:
        """Take what the program writes on its error stream."""
        self._printed += said[: 4 * MOST_PRINTED - len(self._printed)]

    @property
    def fuel(self) -> int:
        """The fuel that was spent since the program began."""
        return int(self._spent + self._given - self._store.get_fuel())

    def finish(self, **more: object) -> None:
        """End a turn, and write its answer."""
        guard(0)
        took = self._given - self._store.get_fuel()
        self._spent += took
        self._left -= took
        rest = self._partial[: 4 * _MOST_NAMED].decode("utf-8", "replace")[:_MOST_NAMED]
        printed = self._printed.decode("utf-8", "replace")[:MOST_PRINTED]  # whole characters, of at most four bytes
        answer = {"lines": self._lines, "rest": rest, "printed": printed, "steps": took, **more}
        answer["seconds"] = time.process_time() - self._began_at
        sys.stdout.write(f"{json.dumps(answer)}\n")
        sys.stdout.flush()
        self._lines, self._printed, self._written = [], bytearray(), 0


def _first_line(error: Exception) -> str:
    """Return the cause of an error on one line, without what every error of the library says."""
    lines = [line.strip() for line in str(error).splitlines() if line.strip()]
    causes = [line.partition(": ")[2] if line[:1].isdigit() else line for line in lines]
    return (causes[-1] if "Caused by:" in lines else causes[0] if causes else "no cause is known")[:500]


def _trap(error: wasmtime.Trap) -> str:
    """Return what a program was stopped by, and in which of its functions, if it names them."""
    said = next((line for line in reversed(str(error).splitlines()) if "wasm trap:" in line), "it was stopped")
    names = [frame.func_name for frame in error.frames if frame.func_name]
    return f"{said.rpartition('wasm trap: ')[2].strip()[:200]}{f' in {names[0][:100]}' if names else ''}"


if __name__ == "__main__":
    main()
