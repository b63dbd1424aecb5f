"""WebAssembly programs of the workshop: what a person may upload, and how much.

Nothing is compiled here: that a program imports only what it may, and compiles in time, shows in the worker process
that plays its test.
"""

from __future__ import annotations

from collections.abc import Iterable
from hashlib import sha256
from importlib.util import find_spec
from typing import NamedTuple

from ludarium.core.errors import ParseError
from ludarium.players.player import BotFailed
from ludarium.players.sandbox.wasm import check_module
from ludarium.site.repositories import UnitOfWork
from ludarium.site.store import Store

MOST, MOST_BYTES = 40, 32 << 20
"""WebAssembly programs that the versions of a person may name, and their bytes."""
MOST_OF_ALL = 1 << 30
"""Bytes of all programs of a site, unless its settings say otherwise."""


class Program(NamedTuple):
    """What a version plays: the source of a script, or the digest of a WebAssembly program."""

    source: str = ""
    module: str = ""


def parse_module(content: bytes) -> bytes:
    """Return the content of a file if it may be a WebAssembly program.

    Raises `ParseError`.
    """
    if find_spec("wasmtime") is None:
        raise ParseError("this site runs no WebAssembly programs: its administrator has not installed the extra `wasm`")
    if not content:
        raise ParseError("there is no file: expected a WebAssembly program that a compiler has made for WASI")
    try:
        return check_module(content)
    except BotFailed as error:
        raise ParseError(f"this file {error}") from None


def store_module(tx: UnitOfWork, person: str, content: bytes, most_of_all: int) -> str:
    """Store a program that a person uploads, unless it is there already; return its digest.

    Programs that no version names any more are deleted. Raises `ParseError` if the person has too many, or all
    programs of the site together would have more than `most_of_all` bytes.
    """
    tx.modules.lock_all()
    tx.modules.sweep()
    digest = sha256(content).hexdigest()
    used = tx.modules.used_by(person)
    used[digest] = len(content)
    if len(used) > MOST:
        raise ParseError(f"you have {MOST} WebAssembly programs: delete a bot with some of them first")
    if sum(used.values()) > MOST_BYTES:
        raise ParseError(
            f"your WebAssembly programs would have {sum(used.values()):,} bytes: expected at most {MOST_BYTES:,} "
            f"({MOST_BYTES >> 20} MiB), so delete a bot with some of them first"
        )
    if not tx.modules.size(digest) and tx.modules.bytes() + len(content) > most_of_all:
        raise ParseError(
            f"this site stores at most {most_of_all >> 20:,} MiB of WebAssembly programs, and they are full: ask an "
            "administrator for more, or delete bots of yours that nobody plays"
        )
    tx.modules.store(digest, content)
    return digest


def load_modules(store: Store, digests: Iterable[str]) -> dict[str, bytes]:
    """Return the stored ones of some programs by their digests."""
    found = {digest: store.modules.content(digest) for digest in set(digests) if digest}
    return {digest: content for digest, content in found.items() if content is not None}
