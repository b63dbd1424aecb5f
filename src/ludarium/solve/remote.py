"""Tables on another machine: any server of static files that answers requests for ranges of bytes (RFC 9110, 14).

A value is a few bytes of a file of gigabytes, so blocks are fetched as they are needed, and the last ones are kept.
"""

from __future__ import annotations

import http.client
import logging
import math
import operator
import re
import time
from bisect import bisect_left
from collections import OrderedDict
from collections.abc import Iterator
from concurrent.futures import Future
from contextlib import contextmanager, suppress
from threading import Lock
from typing import Any, cast
from urllib.parse import SplitResult, urlsplit

import numpy as np
import numpy.typing as npt

from ludarium.core.text import shorten
from ludarium.solve.tablefile import Array, BadTable, Place, TableFile, check_size, open_arrays, parse_header

BLOCK = 1 << 14
"""Bytes that are fetched at a time."""
_KEPT = 1024
"""Blocks that are kept of a file."""
_SECONDS = 10.0
"""Seconds in which a server must answer."""
_LONGEST = 1 << 20
"""Bytes of a small file that are read at most."""
_RANGE = re.compile(r"bytes (\d+)-(\d+)/(\d+)")


_WAIT = 60.0
"""Seconds after which a server is asked again that has failed."""
asked_again: dict[str, float] = {}
"""When files whose servers have failed may be asked for again, by their addresses."""
_log = logging.getLogger(__name__)


class Unreachable(BadTable):
    """A server of tables does not answer, or not as expected; it may do so later."""


def fetch_text(address: str) -> str:
    """Return a small text; raise `Unreachable` if the server does not send it."""
    with _answering(address):
        response, body = _Line(urlsplit(address)).get({}, _LONGEST + 1)
        if response.status != http.client.OK or len(body) > _LONGEST:
            raise Unreachable(f"{address} cannot be read: the server answers {response.status} {response.reason}")
        return body.decode("utf-8", "replace")


@contextmanager
def _answering(address: str) -> Iterator[None]:
    """Let nobody wait for a server that has just failed: it is asked again after a minute."""
    if asked_again.get(address, 0.0) > time.monotonic():
        raise Unreachable(f"{address} did not answer a moment ago")
    try:
        yield
    except Unreachable as error:
        asked_again[address] = time.monotonic() + _WAIT
        _log.warning("a table is not used for a minute: %s", error)
        raise


class RemoteFile:
    """A file on another machine, read in blocks; threads may share it.

    Opening it fetches its first block. Raises `Unreachable` if the server does not answer, sends no ranges, or has
    another file now than when this one was opened.
    """

    def __init__(self, address: str) -> None:
        self.address, self.size, self._version = address, 0, ""
        self._lines, self._lock = [_Line(urlsplit(address))], Lock()
        self._blocks: OrderedDict[int, bytes] = OrderedDict()
        self._fetching = dict[int, Future[bytes]]()
        self._block(0)

    def read(self, begin: int, count: int) -> bytes:
        """Return the bytes of a range; fewer at the end of the file."""
        end = min(begin + count, self.size)
        first, last = begin // BLOCK, max(begin, end - 1) // BLOCK
        if last - first > 1:  # many at once, such as a whole array, which would drive all others out
            return self._fetch(begin, end)
        whole = b"".join(map(self._block, range(first, last + 1)))
        return whole[begin - first * BLOCK : max(begin, end) - first * BLOCK]

    def _block(self, number: int) -> bytes:
        """Return a block; threads that want the same one wait for who fetches it."""
        with self._lock:
            found = self._blocks.get(number)
            if found is not None:
                self._blocks.move_to_end(number)
                return found
            fetching = self._fetching.get(number)
            mine = fetching is None
            if fetching is None:
                fetching = self._fetching[number] = Future()
        if mine:
            self._fetch_block(number, fetching)
        return fetching.result()

    def _fetch_block(self, number: int, fetching: Future[bytes]) -> None:
        """Fetch a block, keep it, and give it to all who wait for it."""
        try:
            fetching.set_result(self._fetch(number * BLOCK, (number + 1) * BLOCK))
        except Unreachable as error:
            fetching.set_exception(error)
        finally:
            fetching.cancel()  # whatever happened, nobody waits any longer
            self._keep(number, fetching)

    def _keep(self, number: int, fetched: Future[bytes]) -> None:
        with self._lock:
            del self._fetching[number]
            if not fetched.cancelled() and not fetched.exception():
                self._blocks[number] = fetched.result()
            if len(self._blocks) > _KEPT:
                self._blocks.popitem(last=False)

    def _fetch(self, begin: int, end: int) -> bytes:
        """Fetch a range, by a connection that no other thread uses."""
        with _answering(self.address):
            response, body = self._ask(begin, end)
            found = _RANGE.fullmatch(response.headers.get("Content-Range", ""))
            if response.status != http.client.PARTIAL_CONTENT or not found:
                raise Unreachable(
                    f"{self.address} cannot be read in parts: the server answers {response.status} {response.reason}, "
                    "expected 206 Partial Content"
                )
            started, last, size = map(int, found.groups())
            version = response.headers.get("ETag") or response.headers.get("Last-Modified") or ""
            if started != begin or len(body) != last + 1 - begin or last + 1 != min(end, size):
                raise Unreachable(f"{self.address} is cut short by its server: expected {end - begin:,} bytes")
            if self.size and (size, version) != (self.size, self._version):
                raise Unreachable(f"{self.address} has changed since it was opened: start again to use the new table")
            self.size, self._version = size, version
            return body

    def _ask(self, begin: int, end: int) -> tuple[http.client.HTTPResponse, bytes]:
        with self._lock:
            line = self._lines.pop() if self._lines else _Line(urlsplit(self.address))
        try:
            return line.get({"Range": f"bytes={begin}-{end - 1}"}, end - begin)
        finally:
            with self._lock:
                self._lines.append(line)


class RemoteArray:
    """An array in a file on another machine, of which rows and parts are read, as of an array of NumPy."""

    def __init__(self, file: RemoteFile, place: Place) -> None:
        self._file, self._offset, self.dtype, self.shape = file, place.offset, place.dtype, place.shape
        self.ndim, self._row = len(place.shape), place.dtype.itemsize * math.prod(place.shape[1:])

    def __len__(self) -> int:
        return self.shape[0]

    def __getitem__(self, part: int | slice) -> Any:  # Any: a number, or an array
        if not isinstance(part, slice):
            at = operator.index(part)
            if not 0 <= at < len(self):
                raise IndexError(f"there is no row {at}: expected one from 0 to {len(self) - 1}")
            return self._rows(at, 1)[0]
        begin, end, step = part.indices(len(self))
        if step != 1:
            raise ValueError(f"a step of {step}: expected a part without gaps")
        return self._rows(begin, max(0, end - begin))

    def __array__(self, dtype: np.dtype[Any] | None = None, copy: bool | None = None) -> npt.NDArray[Any]:
        return self._rows(0, len(self)).astype(dtype or self.dtype)

    def searchsorted(self, value: float) -> int:
        """Return where a value belongs in an array that is sorted, before all that equal it."""
        return bisect_left(self, value)

    def _rows(self, begin: int, count: int) -> npt.NDArray[Any]:
        found = self._file.read(self._offset + begin * self._row, count * self._row)
        return np.frombuffer(found, self.dtype).reshape(count, *self.shape[1:])


def open_remote(address: str) -> TableFile:
    """Open a table on another machine; raise `BadTable` if it is none, `Unreachable` if its server does not send it."""
    file = RemoteFile(address)
    done = 0

    def read(count: int) -> bytes:
        nonlocal done
        found = file.read(done, count)
        done += len(found)
        return found

    def open_array(place: Place) -> Array:
        check_size(address, file.size, place)
        if len(place.shape) != 1 and not math.prod(place.shape[1:]):
            return np.zeros(place.shape, place.dtype)
        return cast("Array", RemoteArray(file, place))  # it has what readers of values use

    header, begin = parse_header(address, read)
    return open_arrays(address, header, open_array, begin)


class _Line:
    """A connection that is kept open, and opened again when the server has closed it."""

    def __init__(self, address: SplitResult) -> None:
        self._address = address
        self._connection: http.client.HTTPConnection | None = None

    def get(self, headers: dict[str, str], most: int) -> tuple[http.client.HTTPResponse, bytes]:
        """Return the answer and the first `most` bytes of its body; raise `Unreachable` if none comes."""
        where = self._address.geturl()
        path = (self._address.path or "/") + (f"?{self._address.query}" if self._address.query else "")
        for is_last in (False, True):  # a connection that was kept may be closed by now
            try:
                self._connection = self._connection or self._open()
                self._connection.request("GET", path, headers={"Accept-Encoding": "identity", **headers})
                response = self._connection.getresponse()
                body = response.read(most)
            except (OSError, http.client.HTTPException, ValueError) as error:
                self.close()
                if is_last:
                    reason = shorten(str(error) or type(error).__name__)
                    raise Unreachable(f"{where} does not answer: {reason}") from None
            else:
                if not response.isclosed():  # longer than asked for, such as a server that knows no ranges
                    self.close()
                return response, body
        raise AssertionError("the last try returns or raises")

    def _open(self) -> http.client.HTTPConnection:
        kind = http.client.HTTPSConnection if self._address.scheme == "https" else http.client.HTTPConnection
        return kind(self._address.hostname or "", self._address.port, timeout=_SECONDS)

    def close(self) -> None:
        """Close the connection."""
        with suppress(OSError):
            if self._connection:
                self._connection.close()
        self._connection = None

    def __del__(self) -> None:
        self.close()  # tables are kept as long as somebody uses them, and nobody closes them
