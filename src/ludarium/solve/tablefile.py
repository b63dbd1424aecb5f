"""Files of arrays with a header: how tables of values are stored.

| bytes            | contents                                                                                    |
| ---------------- | ------------------------------------------------------------------------------------------- |
| 0 to 15          | `ludarium table` and two zeros                                                              |
| 16 to 23         | the length of the header, a little-endian number                                            |
| 24 and following | the header: a JSON object in UTF-8                                                          |
| the rest         | the arrays, little-endian, rows first, each at a multiple of 64 bytes                       |

The header's `format` is 1. Its `arrays` give the name, dtype, shape, offset and CRC-32 of each array; the other names
belong to the kind of table, which `kind` says; `rules` is a digest by which a table that was computed under other rules
is recognised.
"""

import hashlib
import json
import math
import os
import re
import struct
import zlib
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from ludarium.core.errors import LudariumError
from ludarium.core.game import Game
from ludarium.core.kernel import CHANCE
from ludarium.core.text import shorten

ENDING = ".table"
"""How the names of tables end."""
_MAGIC = b"ludarium table\0\0"
_FORMAT, _ALIGNED, _LONGEST_HEADER = 1, 64, 1 << 24
_PIECE = 1 << 26
"""Bytes that are written and summed at a time."""
_DTYPE = re.compile(r"[<|][iuf][1248]")
"""The types of numbers in tables."""
_GAMES, _STEPS = 8, 200
"""Games, and steps of each, of which the digest of rules is made."""
Array = npt.NDArray[Any]


class BadTable(LudariumError):
    """A table cannot be read or written, or does not belong to the game."""


@dataclass(frozen=True)
class TableFile:
    """An open table: its header, and its arrays, which are read from the file when they are used."""

    name: str
    header: Mapping[str, Any]
    arrays: Mapping[str, Array]

    def check(self) -> None:
        """Read the whole file and compare its arrays with their sums; raise `BadTable` where they differ."""
        for entry in self.header["arrays"]:
            if _sum(self.arrays[entry["name"]]) != entry["crc32"]:
                raise BadTable(f"{self.name}: {entry['name']} is damaged: expected the sum {entry['crc32']:08x}")


def write_table(path: Path, header: Mapping[str, Any], arrays: Mapping[str, Array]) -> None:
    """Write a table, all of it or nothing.

    Raises `BadTable` if the file exists or cannot be written.
    """
    if path.exists():
        raise BadTable(f"{path} exists already; name another file")
    entries: list[dict[str, Any]] = [
        {"name": name, "dtype": array.dtype.newbyteorder("<").str, "shape": array.shape, "crc32": _sum(array)}
        for name, array in arrays.items()
    ]
    offset = 0
    for entry, array in zip(entries, arrays.values(), strict=True):
        offset = -(-offset // _ALIGNED) * _ALIGNED
        entry["offset"] = offset
        offset += array.nbytes
    text = json.dumps({"format": _FORMAT, **header, "arrays": entries}).encode()
    part = path.with_name(f"{path.name}.part")
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        with part.open("wb") as file:
            file.write(_MAGIC + struct.pack("<Q", len(text)) + text)
            begin = -(-file.tell() // _ALIGNED) * _ALIGNED
            for entry, array in zip(entries, arrays.values(), strict=True):
                file.write(b"\0" * (begin + entry["offset"] - file.tell()))
                for piece in _pieces(array):
                    file.write(piece)
        part.replace(path)
    except OSError as error:
        raise BadTable(f"{path} cannot be written: {error.strerror or error}") from None
    finally:
        part.unlink(missing_ok=True)


def tables_folder() -> Path | None:
    """Return the folder of the installed tables, which `LUDARIUM_TABLES` names; None if it names none."""
    chosen = os.environ.get("LUDARIUM_TABLES")
    return Path(chosen) if chosen and not is_address(chosen) else None


def tables_address() -> str:
    """Return the address of tables on another machine, which `LUDARIUM_TABLES` names; empty if it names none."""
    chosen = os.environ.get("LUDARIUM_TABLES", "")
    return chosen if is_address(chosen) else ""


def is_address(name: str) -> bool:
    """Return whether a name is the address of files on another machine.

    >>> is_address("https://tables.example.org/ludo.table"), is_address("ludo.table")
    (True, False)
    """
    return name.startswith(("http://", "https://"))


def read_header(path: Path) -> tuple[dict[str, Any], int]:
    """Return the header of a table, and where its arrays begin.

    Raises `BadTable` if the file is no table, is of a newer format, or ends within the header.
    """
    try:
        with path.open("rb") as file:
            return parse_header(str(path), file.read)
    except OSError as error:
        raise BadTable(f"{path} cannot be read: {error.strerror or error}") from None


def parse_header(name: str, read: Callable[[int], bytes]) -> tuple[dict[str, Any], int]:
    """Return the header of a table, and where its arrays begin; `read` returns its next bytes, up to a number."""
    magic, size = read(len(_MAGIC)), read(8)
    if magic != _MAGIC or len(size) < 8:
        raise BadTable(f"{name} is not a table: expected a file that `ludarium solve` has written")
    text = read(min(struct.unpack("<Q", size)[0], _LONGEST_HEADER))
    begin = -(-(len(_MAGIC) + 8 + len(text)) // _ALIGNED) * _ALIGNED
    try:
        header = json.loads(text)
        found = header["format"]
        str(header["game"])
    except (ValueError, KeyError, TypeError, RecursionError):
        raise _damaged(name) from None
    if found != _FORMAT:
        raise BadTable(f"{name} has format {shorten(str(found))}: expected {_FORMAT}, so solve the game again")
    return header, begin


def read_table(path: Path) -> TableFile:
    """Open a table; raise `BadTable` if it is none, is of a newer format, or is cut short."""
    header, begin = read_header(path)
    return open_arrays(str(path), header, lambda place: _map(path, place), begin)


class Place(NamedTuple):
    """Where an array of a file is, and what it holds."""

    dtype: np.dtype[Any]
    shape: tuple[int, ...]
    offset: int

    @property
    def size(self) -> int:
        """The size of the array in bytes."""
        return self.dtype.itemsize * math.prod(self.shape)


def open_arrays(name: str, header: Mapping[str, Any], open_array: Callable[[Place], Array], begin: int) -> TableFile:
    """Return the table of a header whose arrays are opened by a function; raise `BadTable` if the header is damaged."""
    try:
        return TableFile(name, header, {entry["name"]: open_array(_place(entry, begin)) for entry in header["arrays"]})
    except (ValueError, KeyError, TypeError, OverflowError) as error:
        if isinstance(error, BadTable):
            raise
        raise _damaged(name) from None


def finite(value: float) -> float:
    """Return a value of a table; raise `BadTable` if it is not a number."""
    if not math.isfinite(value):
        raise BadTable(f"a table of exact values is damaged: it has {value} as a value")
    return value


def _damaged(name: str) -> BadTable:
    return BadTable(f"{name} is damaged or cut short: its header cannot be read")


def _place(entry: Mapping[str, Any], begin: int) -> Place:
    if not isinstance(entry["name"], str) or not _DTYPE.fullmatch(entry["dtype"]):
        raise ValueError("an array has no name, or does not hold numbers")
    place = Place(np.dtype(entry["dtype"]), tuple(map(_whole, entry["shape"])), begin + _whole(entry["offset"]))
    if place.offset % place.dtype.itemsize or _whole(entry["crc32"]) >> 32:
        raise ValueError("an array is at no multiple of its numbers, or its sum is too large")
    return place


def _map(path: Path, place: Place) -> Array:
    check_size(str(path), path.stat().st_size, place)
    try:
        if not place.size:
            return np.zeros(place.shape, place.dtype)
        return np.memmap(path, place.dtype, "r", place.offset, place.shape)
    except OSError as error:  # such as too little address space
        raise BadTable(f"{path} cannot be mapped: {error.strerror or error}") from None


def check_size(name: str, size: int, place: Place) -> None:
    """Raise `BadTable` if a file of this size ends before an array does."""
    if size < place.offset + place.size:
        raise BadTable(f"{name} is cut short: expected at least {place.offset + place.size:,} bytes, not {size:,}")


def _whole(value: object) -> int:
    """Return a whole number from 0 on; raise `ValueError` for anything else."""
    if not isinstance(value, int) or isinstance(value, bool) or value < 0:
        raise ValueError(f"{shorten(str(value))} is no whole number")
    return value


def _pieces(array: Array) -> list[memoryview]:
    whole = np.ascontiguousarray(array).reshape(-1).view(np.uint8)
    return [whole[at : at + _PIECE].data for at in range(0, len(whole), _PIECE)]


def _sum(array: Array) -> int:
    found = 0
    for piece in _pieces(array):
        found = zlib.crc32(piece, found)
    return found


def rules_digest(game: Game) -> str:
    """Return 16 letters and digits that depend on the setup, and on the positions of a few games.

    The code may change as long as it does the same, so that tables stay good.

    >>> import ludarium
    >>> rules_digest(ludarium.load("ludo")) == rules_digest(ludarium.load("ludo(goal=60)"))
    False
    """
    found = hashlib.sha256(game.spec.encode())
    for vector in (game.tables, game.setup.start):
        found.update(np.ascontiguousarray(vector, "<i8").tobytes())
    number = 1
    for _ in range(_GAMES):
        state = game.initial()
        for _ in range(_STEPS):
            actors = state.actors
            if not actors:
                found.update(repr(state.payoffs).encode())
                break
            step = []
            for actor in actors:
                legal = state.legal(actor)
                number = number * 6364136223846793005 + 1442695040888963407 & (1 << 64) - 1
                step.append(legal[(number >> 33) % len(legal)])
                found.update(repr(legal if actor == CHANCE else (actor, *legal)).encode())
            state = state.play_unchecked(*step)
            found.update(state.vector.astype("<i8").tobytes())
    return found.hexdigest()[:16]
