"""The system of a WebAssembly program: the functions of WASI preview 1, with standard input and output alone.

There are no files, no network and no clock: the time that it tells is the fuel that the program has spent, a second for
a thousand million. Its random numbers follow from the seed. Every call costs fuel, since it costs time outside.
"""

from __future__ import annotations

import random
import struct
from collections.abc import Callable, Sequence
from functools import partial
from typing import Any, Protocol

import wasmtime

MODULE = "wasi_snapshot_preview1"
CALL, ACCESS, BYTES, RANDOM, SAID = 25_000, 8_000, 4, 4, 2
"""Fuel for a call, for each time that it reads or writes memory; the bytes that cost one more; and the fuel for a
random byte, and for one of what the program writes. So much was measured; `benchmarks.budgets` shows it."""
_OK, _BAD_FILE, _FAULT, _INVALID, _NO_SYSTEM, _SEEK = 0, 8, 21, 28, 52, 70
_MOST_PARTS = 1024
_TERMINAL, _RIGHTS = 2, 2 | 64
"""A character device that can be read and written, and in which nothing can be sought: so a library writes by lines."""
_SUBSCRIPTION, _EVENT = 48, 32
_SIGNATURES = {
    "args_get": "ii", "args_sizes_get": "ii", "clock_res_get": "ii", "clock_time_get": "iIi", "environ_get": "ii",
    "environ_sizes_get": "ii", "fd_advise": "iIIi", "fd_allocate": "iII", "fd_close": "i", "fd_datasync": "i",
    "fd_fdstat_get": "ii", "fd_fdstat_set_flags": "ii", "fd_fdstat_set_rights": "iII", "fd_filestat_get": "ii",
    "fd_filestat_set_size": "iI", "fd_filestat_set_times": "iIIi", "fd_pread": "iiiIi", "fd_prestat_get": "ii",
    "fd_prestat_dir_name": "iii", "fd_pwrite": "iiiIi", "fd_read": "iiii", "fd_readdir": "iiiIi", "fd_renumber": "ii",
    "fd_seek": "iIii", "fd_sync": "i", "fd_tell": "ii", "fd_write": "iiii", "path_create_directory": "iii",
    "path_filestat_get": "iiiii", "path_filestat_set_times": "iiiiIIi", "path_link": "iiiiiii",
    "path_open": "iiiiiIIii", "path_readlink": "iiiiii", "path_remove_directory": "iii", "path_rename": "iiiiii",
    "path_symlink": "iiiii", "path_unlink_file": "iii", "poll_oneoff": "iiii", "proc_exit": "i", "proc_raise": "i",
    "random_get": "ii", "sched_yield": "", "sock_accept": "iii", "sock_recv": "iiiiii", "sock_send": "iiiii",
    "sock_shutdown": "ii",
}  # fmt: skip
"""The parameters of each function: `i` has 32 bits, `I` has 64."""


class Ended(Exception):
    """The program has ended itself."""

    def __init__(self, code: int) -> None:
        super().__init__(code)
        self.code = code


class NoFuel(Exception):
    """The program has no fuel left for a call."""


class Streams(Protocol):
    """What the program reads and writes, and the fuel that it has spent."""

    @property
    def fuel(self) -> int:
        """The fuel that was spent since the program began."""

    def read(self, size: int) -> bytes:
        """Return the next bytes of the input, at least one."""

    def write(self, said: bytes) -> None:
        """Take what the program writes."""

    def print(self, said: bytes) -> None:
        """Take what the program writes on its error stream."""


class Host:
    """The functions that do something; `memory` is set when the program starts."""

    memory: wasmtime.Memory | None = None

    def __init__(self, store: wasmtime.Store, turns: Streams, seed: int) -> None:
        self._store, self._turns, self._random = store, turns, random.Random(seed)  # noqa: S311 - a match must be repeatable

    def call(self, name: str, *arguments: int) -> int | None:
        """Carry out a function; return its error number, 0 for none."""
        self._charge(CALL)
        if name == "proc_exit":
            raise Ended(arguments[0] & 0xFF)
        own = getattr(self, f"_{name}", None)
        if own is None:
            return _BAD_FILE if name.startswith(("fd_", "path_")) else _NO_SYSTEM
        try:
            return int(own(*(argument & 0xFFFF_FFFF for argument in arguments)))
        except (IndexError, struct.error):
            return _FAULT

    def _charge(self, fuel: int) -> None:
        left = self._store.get_fuel() - fuel
        self._store.set_fuel(max(left, 0))
        if left < 0:
            raise NoFuel

    def _load(self, at: int, size: int) -> bytes:
        if self.memory is None or at + size > self.memory.data_len(self._store):
            raise IndexError(at)
        self._charge(ACCESS + size // BYTES)
        return bytes(self.memory.read(self._store, at, at + size))

    def _save(self, at: int, content: bytes) -> int:
        if self.memory is None or at + len(content) > self.memory.data_len(self._store):
            raise IndexError(at)
        self._charge(ACCESS + len(content) // BYTES)
        if content:
            self.memory.write(self._store, content, at)
        return _OK

    def _nothing(self, count: int, size: int) -> int:
        """Answer that there are no arguments, nor variables of an environment."""
        return self._save(count, bytes(4)) or self._save(size, bytes(4))

    _args_sizes_get = _environ_sizes_get = _nothing

    def _empty(self, *_: int) -> int:
        return _OK

    _args_get = _environ_get = _sched_yield = _fd_fdstat_set_flags = _empty

    def _clock_res_get(self, _: int, out: int) -> int:
        return self._save(out, struct.pack("<Q", 1))

    def _clock_time_get(self, _: int, __: int, out: int) -> int:
        return self._save(out, struct.pack("<Q", self._turns.fuel))

    def _random_get(self, at: int, size: int) -> int:
        self._load(at, size)  # checks and charges
        self._charge(RANDOM * size)
        return self._save(at, self._random.randbytes(size))

    def _fd_fdstat_get(self, file: int, out: int) -> int:
        return self._save(out, struct.pack("<BxHxxxxQQ", _TERMINAL, 0, _RIGHTS, 0)) if file <= 2 else _BAD_FILE

    def _fd_filestat_get(self, file: int, out: int) -> int:
        return self._save(out, struct.pack("<QQBxxxxxxxQQQQQ", 0, file, _TERMINAL, 1, 0, 0, 0, 0)) if file <= 2 else 8

    def _fd_seek(self, file: int, *_: int) -> int:
        return _SEEK if file <= 2 else _BAD_FILE

    def _fd_close(self, file: int) -> int:
        return _OK if file <= 2 else _BAD_FILE

    def _parts(self, at: int, count: int) -> list[tuple[int, int]]:
        """Return the places and sizes of the parts of what is read or written."""
        if count > _MOST_PARTS:
            raise IndexError(count)
        return list(struct.iter_unpack("<II", self._load(at, 8 * count)))

    def _fd_write(self, file: int, at: int, count: int, out: int) -> int:
        if file not in (1, 2):
            return _BAD_FILE
        parts = self._parts(at, count)
        self._save(out, struct.pack("<I", sum(size for _, size in parts) & 0xFFFF_FFFF))
        for part in parts:  # each is taken, or refused, before the next one is read
            said = self._load(*part)
            if file == 1:
                self._charge(SAID * len(said))
                self._turns.write(said)
            else:
                self._turns.print(said)
        return _OK

    def _fd_read(self, file: int, at: int, count: int, out: int) -> int:
        if file != 0:
            return _BAD_FILE
        parts = [(place, size) for place, size in self._parts(at, count) if size]
        self._save(out, bytes(4))
        if not parts:
            return _OK
        place, size = parts[0]
        self._load(place, min(size, 1))
        found = self._turns.read(size)
        return self._save(place, found) or self._save(out, struct.pack("<I", len(found)))

    def _poll_oneoff(self, asked: int, out: int, count: int, number: int) -> int:
        """Let a program sleep, which costs the fuel of that time, or say that a file is ready."""
        if not 0 < count <= _MOST_PARTS:
            return _INVALID
        events = bytearray()
        for place in range(count):
            user, kind, wait, flags = struct.unpack(
                "<QBxxxxxxxxxxxxxxxQxxxxxxxxHxxxxxx", self._load(asked + 48 * place, 48)
            )
            if kind == 0:
                self._charge(max(0, wait - (self._turns.fuel if flags & 1 else 0)))
            events += struct.pack("<QHBxxxxxQHxxxxxx", user, _OK, kind, 1, 0)
        return self._save(out, bytes(events)) or self._save(number, struct.pack("<I", count))


def functions(store: wasmtime.Store, module: wasmtime.Module, host: Host) -> Sequence[Any]:
    """Return what a program imports, in order.

    Raises `ValueError` for anything but functions of WASI preview 1.
    """
    return [_function(store, wanted, host) for wanted in module.imports]


def _function(store: wasmtime.Store, wanted: wasmtime.ImportType, host: Host) -> wasmtime.Func:
    name, kind = wanted.name or "", wanted.type
    called = f"{wanted.module}.{name}"[:100]
    signature = _SIGNATURES.get(name) if wanted.module == MODULE else None
    if signature is None:
        raise ValueError(f"it imports {called!r}: expected functions of {MODULE} alone")
    types = [wasmtime.ValType.i32() if letter == "i" else wasmtime.ValType.i64() for letter in signature]
    results = [] if name == "proc_exit" else [wasmtime.ValType.i32()]
    if not isinstance(kind, wasmtime.FuncType) or kind.params != types or kind.results != results:
        raise ValueError(f"it imports {called!r} as something else than WASI defines")
    carry_out: Callable[..., Any] = partial(host.call, name)
    return wasmtime.Func(store, kind, carry_out)
