"""A small HTTP client for benchmarks: one connection that is kept open, and streams of events.

It decodes nothing and checks little, so that the client costs little beside the server.
"""

import asyncio
import time
from collections.abc import AsyncIterator, Mapping
from typing import NamedTuple, Self
from urllib.parse import urlencode


class Answer(NamedTuple):
    """A response; the names of `headers` are in lower case."""

    status: int
    headers: Mapping[str, str]
    body: bytes


class Connection:
    """A connection to a port of this machine, over which requests follow each other."""

    def __init__(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        self._reader = reader
        self._writer = writer

    @classmethod
    async def open(cls, port: int) -> Self:
        """Connect to a port."""
        return cls(*await asyncio.open_connection("127.0.0.1", port, limit=2**20))

    async def get(self, path: str, **headers: str) -> Answer:
        """Send a request, and return its answer; `_` in the names of headers stands for `-`."""
        self._send("GET", path, b"", headers)
        return await self._answer()

    async def post(self, path: str, form: Mapping[str, object], **headers: str) -> Answer:
        """Send a form, and return its answer."""
        self._send("POST", path, urlencode(form).encode(), headers)
        return await self._answer()

    async def listen(self, path: str, **headers: str) -> None:
        """Open a stream of events, or of lines."""
        self._send("GET", path, b"", headers)
        status, _ = await self._head()
        assert status == 200, f"the stream is refused: {status}"

    async def lines(self) -> AsyncIterator[str]:
        """Yield the lines of the stream that is open, each of which is an object in JSON."""
        while True:
            line = (await self._reader.readline()).decode().strip()
            if line.startswith("{"):
                yield line

    async def events(self) -> AsyncIterator[tuple[str, str]]:
        """Yield the kind and the data of each event of the stream that is open."""
        kind = ""
        while True:
            line = (await self._reader.readline()).decode().rstrip("\r\n")
            if line.startswith("event: "):
                kind = line.removeprefix("event: ")
            elif line.startswith("data: "):
                yield kind, line.removeprefix("data: ")

    def close(self) -> None:
        """Close the connection."""
        self._writer.close()

    def _send(self, method: str, path: str, body: bytes, headers: Mapping[str, str]) -> None:
        lines = [f"{method} {path} HTTP/1.1", "Host: 127.0.0.1", "Accept-Encoding: gzip"]
        lines += [f"{name.replace('_', '-')}: {value}" for name, value in headers.items()]
        if body:
            lines += ["Content-Type: application/x-www-form-urlencoded", f"Content-Length: {len(body)}"]
        self._writer.write("\r\n".join(lines).encode() + b"\r\n\r\n" + body)

    async def _head(self) -> tuple[int, dict[str, str]]:
        lines = (await self._reader.readuntil(b"\r\n\r\n")).decode("latin-1").split("\r\n")
        headers = (line.partition(": ") for line in lines[1:] if line)
        return int(lines[0].split()[1]), {name.lower(): value for name, _, value in headers}

    async def _answer(self) -> Answer:
        status, headers = await self._head()
        return Answer(status, headers, await self._reader.readexactly(int(headers.get("content-length", 0))))


def processor_seconds(process: int) -> float:
    """Return the processor time that a process of this machine has used."""
    with open(f"/proc/{process}/stat", encoding="ascii") as file:  # noqa: PTH123  no file of a folder
        fields = file.read().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / 100


def percentile(times: list[float], part: float) -> float:
    """Return the time in milliseconds below which this part of the times lie."""
    return 1000 * sorted(times)[min(len(times) - 1, int(part * len(times)))]


class Stopwatch:
    """Collects the times of what is done within its blocks, of which one is open at a time."""

    def __init__(self, times: list[float] | None = None) -> None:
        self.times: list[float] = [] if times is None else times

    def __enter__(self) -> None:
        self._since = time.perf_counter()

    def __exit__(self, *failure: object) -> None:
        self.times.append(time.perf_counter() - self._since)
