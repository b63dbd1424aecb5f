"""The disk cache of compiled functions: an entry is found by the fingerprint of its function, so it is never stale.

Numba's own cache is keyed by the source file's time, and does not notice a change of a constant or of a helper in
another file. Entries lie in `NUMBA_CACHE_DIR`, or in the user's cache folder, or where `LUDARIUM_CACHE` says.
"""

from __future__ import annotations

import logging
import os
import sys
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from typing import Any, cast

from numba.core.caching import IndexDataCacheFile, NullCache
from numba.core.compiler import CompileResult
from numba.core.compiler_lock import global_compiler_lock
from numba.core.dispatcher import Dispatcher
from numba.core.types import NamedTuple, NamedUniTuple
from numba.core.types.functions import WeakType
from numba.core.typing.templates import Signature

from ludarium.core.cached import cached_property
from ludarium.core.compiling.cache_folder import folder as folder
from ludarium.core.compiling.fingerprint import NoFingerprint, fingerprint

_log = logging.getLogger(__name__)
_VERSIONS_KEPT = 4
"""The number of entries stored for each function, since a developer switches between a few branches."""


def enable(dispatcher: Dispatcher) -> None:
    """Let a compiled function be loaded from disk and saved there."""
    if hasattr(dispatcher, "_cache"):  # private to Numba: where a version has it no longer, nothing is cached
        dispatcher._cache = FingerprintCache(dispatcher)


class FingerprintCache(NullCache):
    """The cache of one function, in the form that Numba's dispatcher expects.

    The fingerprint is computed when the function is first compiled, since its callees may be defined after it.
    """

    def __init__(self, dispatcher: Dispatcher) -> None:
        self._dispatcher = dispatcher

    @property
    def cache_path(self) -> str:
        """The folder, for Numba's statistics."""
        return str(folder())

    @cached_property
    def _name(self) -> str:
        """The beginning of the names of all entries of this function."""
        function = self._dispatcher.py_func
        readable = f"{function.__module__}.{function.__qualname__}".replace("<locals>.", "")
        return f"{readable}.{sys.implementation.cache_tag}"

    @cached_property
    def _file(self) -> IndexDataCacheFile | None:
        """The entry's file, or None where the function has no fingerprint."""
        try:
            key = fingerprint(self._dispatcher)
        except NoFingerprint as error:
            _log.warning("%s is compiled in every process: it reads %s", self._name, error)
            return None
        return IndexDataCacheFile(str(folder()), f"{self._name}-{key[:20]}", key)

    def has(self, sig: Any, target_context: Any) -> bool:
        """Return whether a signature has an entry, without loading it; True also where there can never be one."""
        if self._file is None:
            return True
        with global_compiler_lock:  # two threads that refresh at once disturb each other
            target_context.refresh()
        data = self._read_index().get(_key(sig, target_context.codegen()))
        return data is not None and (folder() / data).exists()  # the index is written before the data

    def load_overload(self, sig: Any, target_context: Any) -> Any:
        """Return the machine code for a signature, or None where it must be compiled."""
        if self._file is None:
            return None
        target_context.refresh()
        try:
            data = self._file.load(_key(sig, target_context.codegen()))
            if data is None:
                return None
            self._touch()
            return CompileResult._rebuild(target_context, *data)
        except Exception:  # noqa: BLE001  a damaged file can raise anything, and compiling again is always right
            _log.info("an entry of %s is damaged and is written again", self._name)
            return None

    def save_overload(self, sig: Any, data: Any) -> None:
        """Keep the machine code for a signature; on a full or read-only disk it is compiled again next time.

        Code for an argument that is one certain function is not stored: no other process has that function.
        """
        if self._file is None or data.lifted or _names_an_object(sig):
            return
        if data.library.has_dynamic_globals:
            _log.warning("%s is compiled in every process: its code has an address of this one", self._name)
            return
        with suppress(OSError):
            folder().mkdir(parents=True, exist_ok=True)
            self._read_index()
            self._file.save(_key(sig, data.codegen), data._reduce())
            self._remove_old_entries()

    def _read_index(self) -> dict[Any, str]:
        """Return the entries of this function; remove an index that is damaged, or names a class that has moved."""
        assert self._file is not None
        try:
            return cast(dict[Any, str], self._file._load_index())
        except Exception:  # noqa: BLE001  what is unpickled can raise anything, and compiling again is always right
            Path(self._file._index_path).unlink(missing_ok=True)
            return {}

    def _touch(self) -> None:
        """Mark the entry as used, so that entries that are not used are removed first."""
        assert self._file is not None
        with suppress(OSError):
            os.utime(self._file._index_path)

    def _remove_old_entries(self) -> None:
        """Remove all entries of this function except those that were used last."""
        indexes = sorted(folder().glob(f"{self._name}-*.nbi"), key=lambda path: path.stat().st_mtime)
        for index in indexes[:-_VERSIONS_KEPT]:
            for file in folder().glob(f"{index.stem}.*"):
                file.unlink(missing_ok=True)


def _names_an_object(sig: Any) -> bool:
    """Return whether the type of an argument is an object of this process, as that of a compiled function is.

    The type `FunctionType` is none of these: it stands for every function of one signature.
    """
    return any(isinstance(kind, WeakType) for kind in _parts(sig))


def _key(sig: Any, codegen: Any) -> tuple[Any, ...]:
    """Return what identifies a version of a function: its signature, the processor, and the layout of its arguments.

    The type of a named tuple does not say in which order its fields are, and a function reads them by their places.
    """
    layouts = tuple(kind.fields for kind in _parts(sig) if isinstance(kind, NamedTuple | NamedUniTuple))
    return sig, codegen.magic_tuple(), layouts


def _parts(kind: Any) -> Iterator[Any]:
    """Yield a type, or the types of a signature, and all types within them."""
    if isinstance(kind, Signature):
        yield from _parts((kind.return_type, *kind.args))
    elif isinstance(kind, tuple):
        for part in kind:
            yield from _parts(part)
    else:
        yield kind
        yield from _parts(getattr(kind, "signature", ()))  # of a function
        yield from _parts(tuple(getattr(kind, "types", ())))  # of a tuple
