"""Measure how fast a site answers what a table of exact values says of a position: `/tables/GAME?position=`.

`python -m benchmarks.tables` writes a file with the size and the arrays of the table of a dice race, such as the 18 GB
of Ludo, without solving it: a value is made from its place, and only the parts that are asked for are written, so that
the rest of the file is a hole and takes no disk. Each position of random games is asked once, of the file and through
a server of static files that sends ranges; every answer must be the one that the made values give. The system's memory
of the file is given up before. A disk that is slow to find a part is not measured: what is asked for was just written.
"""

import argparse
import asyncio
import gzip
import json
import os
import re
import struct
import tempfile
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from threading import Thread
from typing import Any, NamedTuple
from urllib.parse import urlencode

import numpy as np
from msgspec.json import encode

from benchmarks.http import Connection, Stopwatch, percentile, processor_seconds
from ludarium.core.game import Game, State
from ludarium.core.registry import load
from ludarium.core.rng import generator
from ludarium.search.playout import random_step
from ludarium.site.tables.pages import look_up
from ludarium.solve.race.folder import name_of
from ludarium.solve.race.groups import Groups, Layer
from ludarium.solve.race.race import RaceLayout
from ludarium.solve.race.table import RACE, RaceTable, race_layout
from ludarium.solve.table import Table
from ludarium.solve.tablefile import rules_digest
from tools.local_site import open_site

_ALIGNED, _GAP = 64, 0.001
_RANGE = re.compile(r"bytes=(\d+)-(\d+)")


def made_value(layer: Layer, at: int) -> float:
    """Return the value that stands at a place of a layer, as a float of 32 bits has it."""
    word = (2_654_435_761 * (at + 1) + 40_503 * (4 * layer.mine + layer.theirs)) % (1 << 32)
    return (word >> 8) / (1 << 24)


class MadeTable(RaceTable):
    """A table of made values, which notes the places that were asked for."""

    def __init__(self, layout: RaceLayout) -> None:
        groups = Groups(layout.race)
        layers = [layer for pair in groups.pairs for layer in pair]
        starts = {layer: groups.starts(layer) for layer in layers}
        self.sizes = {layer: int(starts[layer][-1]) for layer in layers}
        self.starts, self.asked = starts, set[tuple[Layer, int]]()
        none = np.empty(0, np.float32)
        super().__init__(layout, groups, dict.fromkeys(layers, none), starts)

    def _payoff(self, layer: Layer, at: int) -> float:
        assert 0 <= at < self.sizes[layer], f"{layer} has no value {at}"
        self.asked.add((layer, at))
        return made_value(layer, at)

    def write(self, path: Path, game: Game) -> int:
        """Write a file that has the values that were asked for; return its size."""
        entries, offset = list[dict[str, Any]](), 0
        for layer, size in self.sizes.items():
            for name, kind, count in ((name_of(layer), "<f4", size), (f"starts-{name_of(layer)}", "<i8", None)):
                shape = (count if count is not None else len(self.starts[layer]),)
                offset = -(-offset // _ALIGNED) * _ALIGNED
                entries.append({"name": name, "dtype": kind, "shape": shape, "crc32": 0, "offset": offset})
                offset += np.dtype(kind).itemsize * shape[0]
        left_out = game.definition.module("exact").LEFT_OUT
        header = {"format": 1, "kind": RACE, "game": game.spec, "rules": rules_digest(game), "left_out": left_out}
        text = json.dumps({**header, "gap": _GAP, "proved": True, "arrays": entries}).encode()
        begin = -(-(24 + len(text)) // _ALIGNED) * _ALIGNED
        places = {entry["name"]: begin + entry["offset"] for entry in entries}
        with path.open("wb") as file:
            file.write(b"ludarium table\0\0" + struct.pack("<Q", len(text)) + text)
            file.truncate(begin + offset)
            for layer, starts in self.starts.items():
                file.seek(places[f"starts-{name_of(layer)}"])
                file.write(starts.astype("<i8").tobytes())
            for layer, at in sorted(self.asked):
                file.seek(places[name_of(layer)] + 4 * at)
                file.write(struct.pack("<f", made_value(layer, at)))
            file.flush()
            os.fsync(file.fileno())
            os.posix_fadvise(file.fileno(), 0, 0, os.POSIX_FADV_DONTNEED)
        return begin + offset


def positions(game: Game, count: int, seed: int) -> list[State]:
    """Return different positions of random games, in which a seat or chance acts."""
    rng, found, state = generator(seed), dict[str, State](), game.initial()
    while len(found) < count:
        if state.actors:
            found[str(state)] = state
        state = random_step(state, rng) if state.actors else game.initial()
    return [found[text] for text in rng.permutation([*found])]


@contextmanager
def ranges_of(folder: Path, latency: float) -> Iterator[str]:
    """Serve the files of a folder with ranges of bytes, each so many seconds later; gives the address."""

    class Handler(BaseHTTPRequestHandler):
        protocol_version, disable_nagle_algorithm = "HTTP/1.1", True  # as servers of static files have it

        def do_GET(self) -> None:
            time.sleep(latency)
            with (folder / Path(self.path).name).open("rb") as file:
                size, wanted = os.fstat(file.fileno()).st_size, _RANGE.fullmatch(self.headers.get("Range", ""))
                begin, end = (int(wanted[1]), min(int(wanted[2]) + 1, size)) if wanted else (0, size)
                body = os.pread(file.fileno(), end - begin, begin)
            self.send_response(206 if wanted else 200)
            self.send_header("Content-Range", f"bytes {begin}-{end - 1}/{size}")
            self.send_header("Content-Length", str(len(body)))
            self.end_headers()
            self.wfile.write(body)

        def log_message(self, *args: object) -> None:
            pass

    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    server.daemon_threads = True
    thread = Thread(target=server.serve_forever)
    thread.start()
    try:
        yield f"http://127.0.0.1:{server.server_port}"
    finally:
        server.shutdown()
        server.server_close()
        thread.join()


class Asked(NamedTuple):
    """What was measured: the seconds of the first answer, of each other one, and of the processor for one of these."""

    first: float
    times: list[float]
    processor: float


async def ask(port: int, process: int, game: Game, expected: Sequence[tuple[State, bytes]]) -> Asked:
    """Ask for each position once.

    Raises `AssertionError` for an answer with other values.
    """
    connection, first, others, before = await Connection.open(port), Stopwatch(), Stopwatch(), 0.0
    for number, (state, answer) in enumerate(expected):
        path = f"/tables/{game.spec}?{urlencode({'position': str(state)})}"
        if number == 1:
            before = processor_seconds(process)
        with others if number else first:
            found = await connection.get(path, Accept="application/json")
        assert found.status == 200, f"{path}: {found.status} {found.body[:300]!r}"
        packed = found.headers.get("content-encoding") == "gzip"
        body = gzip.decompress(found.body) if packed else found.body
        assert json.loads(body) == json.loads(answer), f"{path} has other values"
    connection.close()
    return Asked(first.times[0], others.times, (processor_seconds(process) - before) / len(others.times))


def measure(spec: str, count: int, folder: Path, latency: float = 0.0) -> Iterator[tuple[str, int, Asked]]:
    """Yield for the file and for the server what was asked, the size of the file, and what was measured."""
    game = load(spec)
    layout = race_layout(game)
    assert layout, f"{spec} is no race between two sides"
    made = MadeTable(layout)
    table = Table(game, made, _GAP, game.definition.module("exact").LEFT_OUT)
    expected = [(state, encode(look_up(table, state))) for state in positions(game, count, 1)]
    (folder / "tables").mkdir()
    size = made.write(folder / "tables" / "made.table", game)
    (folder / "tables" / "tables.txt").write_text("made.table\n", "utf-8")
    with ranges_of(folder / "tables", latency) as address:
        for name, where in (("the file", str(folder / "tables")), ("ranges by HTTP", address)):
            settings = {"LUDARIUM_TABLES": where, "LUDARIUM_LADDER": "0"}
            with open_site(folder / name.replace(" ", "-"), settings) as site:
                yield name, size, asyncio.run(ask(site.port, site.pid, game, expected))  # noqa: TID251  as in site


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else "")
    parser.add_argument("game", nargs="?", default="ludo")
    parser.add_argument("--positions", type=int, default=1000)
    parser.add_argument("--latency", type=float, default=0.0, help="seconds before each range is sent")
    given = parser.parse_args()
    print(f"load average {os.getloadavg()[0]:.1f}")
    heads = "table", "bytes", "answers", "p50, ms", "p99, ms", "most, ms", "processor, ms", "the first, ms"
    print(f"| {' | '.join(heads)} |\n{'| --- ' * len(heads)}|")
    with tempfile.TemporaryDirectory() as folder:
        for name, size, found in measure(given.game, given.positions, Path(folder), given.latency):
            p50, p99 = percentile(found.times, 0.5), percentile(found.times, 0.99)
            rest = (1000 * seconds for seconds in (max(found.times), found.processor, found.first))
            numbers = " | ".join(f"{one:.1f}" for one in (p50, p99, *rest))
            print(f"| {name} | {size:,} | {len(found.times)} | {numbers} |", flush=True)


if __name__ == "__main__":
    main()
