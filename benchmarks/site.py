"""Measure the web site: requests a second, and what a turn costs while many pages are open.

`python -m benchmarks.site` fills a database, starts `ludarium serve` on it, asks it from this process, asserts every
answer, and prints the times beside what they are to be. `--database URL` is an empty PostgreSQL database; without it
there is an SQLite file. Pin it to the processors that are free, as in `taskset -c 2,3`.

Size: one benchmark, a function for each row of its table.
"""

import argparse
import asyncio
import gzip
import json
import os
import tempfile
import time
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from itertools import cycle
from pathlib import Path
from random import Random
from typing import NamedTuple

from sqlalchemy import insert, text

from benchmarks.http import Answer, Connection, Stopwatch, percentile, processor_seconds
from benchmarks.programs import Program, fill_programs, measure_programs
from ludarium.core.registry import load
from ludarium.players.table import play_match
from ludarium.site.ground.tables import matches, seats
from ludarium.site.ground.values import SeatAssignment
from ludarium.site.service import Service
from ludarium.site.store import Store
from tools.local_site import open_site

GAME, SCORED = "orion", "vortex"
"""The game that is played, and one whose page shows high scores."""
_CONNECTIONS = 8
_WATCHED = 100
"""Matches whose pages are asked for again and again, as by all who watch them."""


class Size(NamedTuple):
    """How much is measured: matches, people, open pages, seconds of each measurement, stored matches, programs.

    `a_second` are the turns that are played in a second while the pages are open.
    """

    matches: int = 500
    people: int = 50
    pages: int = 2000
    seconds: float = 5.0
    stored: int = 100_000
    programs: int = 1000
    a_second: float = 5.0


@dataclass
class Played:
    """A match of the benchmark: its id, the cookie of the person who has both seats, and the turns played so far."""

    id: str
    cookie: str
    turns: int = 0

    @property
    def path(self) -> str:
        """The address of the match."""
        return f"/matches/{self.id}"


def script(seed: int = 1) -> list[str]:
    """Return the turns that are played in all matches."""
    game = load(GAME)
    return [entry.text for entry in play_match(game, ["random"] * game.seats, seed).turns]


def fill(store: Store, size: Size) -> list[Played]:
    """Store people with their matches, and the finished matches of other people."""
    service, played = Service(store), []
    for number in range(size.people):
        person = service.people.create_guest()
        cookie = f"session={service.people.begin_session(person, 'benchmark')}"
        both = [SeatAssignment("person", f"Guest {number}", person.id) for _ in range(2)]
        begun = (service.create(GAME, both, host=person.id).id for _ in range(size.matches // size.people))
        played += [Played(match_id, cookie) for match_id in begun]
    _store_finished(store, size.stored)
    with store.database.begin() as connection:
        connection.execute(text("ANALYZE"))  # as a database does by itself in time
    return played


def _store_finished(store: Store, number: int) -> None:
    """Store finished matches of the game with high scores, as rows without turns."""
    chance, now = Random(1), time.time()  # noqa: S311  nothing here is a secret
    row = {
        "revision": 1, "answerable_since": 1, "dice": "system", "sealed": {}, "result": "1 0", "ending": "the end",
        "turns": 0, "turn_started_at": 0.0,
    }  # fmt: skip
    seat = {"kind": "person", "due": False, "claim_expires_at": 0.0, "awaited": False}
    for first in range(0, number, 5000):
        ids = [f"stored-{n}" for n in range(first, min(first + 5000, number))]
        specs = [f"{SCORED}(die={4 + n % 3})" if n % 4 else SCORED for n in range(len(ids))]
        at = [now - 1000 - chance.random() * 1e7 for _ in ids]
        with store.database.begin() as connection:
            times = zip(ids, specs, at, strict=True)
            connection.execute(
                insert(matches),
                [{**row, "id": i, "game": spec, "created_at": when, "updated_at": when} for i, spec, when in times],
            )
            rows = []
            for match_id, spec, when in zip(ids, specs, at, strict=True):
                won = {"points": chance.randrange(1, 1000), "won_in": spec, "won_at": when}
                rows.append({**seat, "match_id": match_id, "seat": 0, "name": "Ann", **won})
                rows.append({**seat, "match_id": match_id, "seat": 1, "name": "Bob", **dict.fromkeys(won)})
            connection.execute(insert(seats), rows)


class Rate(NamedTuple):
    """How many requests a second were answered, how long one took, and how long the server computed for it, in ms."""

    a_second: float
    p50: float
    p99: float
    processor: float


async def rate(port: int, process: int, seconds: float, ask: Callable[[Connection], Awaitable[None]]) -> Rate:
    """Ask over several connections at once; `ask` sends one request and checks its answer."""
    watch = Stopwatch()
    connections = [await Connection.open(port) for _ in range(_CONNECTIONS)]

    async def ask_again(connection: Connection) -> None:
        one = Stopwatch()
        while time.perf_counter() < until:
            with one:
                await ask(connection)
        watch.times += one.times

    for connection in connections:
        await ask(connection)  # which fills caches and connections, as every site has them
    until, before = time.perf_counter() + seconds, processor_seconds(process)
    await asyncio.gather(*map(ask_again, connections))
    spent = processor_seconds(process) - before
    for connection in connections:
        connection.close()
    number = len(watch.times)
    return Rate(number / seconds, percentile(watch.times, 0.5), percentile(watch.times, 0.99), 1000 * spent / number)


def check_page(answer: Answer, text: bytes) -> None:
    """Assert that an answer is a page that contains a text."""
    body = gzip.decompress(answer.body) if answer.headers.get("content-encoding") == "gzip" else answer.body
    assert answer.status == 200, f"{answer.status}: {body[:500]!r}"
    assert text in body, f"{text!r} is not in the page"


async def play_turn(connection: Connection, match: Played, turns: list[str]) -> None:
    """Play the next turn of a match."""
    number = match.turns
    match.turns += 1
    form = {"do": "turn", "seat": number % 2, "text": turns[number], "revision": number}
    answer = await connection.post(match.path, form, cookie=match.cookie)
    assert answer.status == 303, f"{match.path}, turn {number}: {answer.status} {answer.body[:500]!r}"


class Heard(NamedTuple):
    """The times of turns, and of the pages that hear of them, and the part of a processor that the server uses.

    It is `idle` while nothing happens, and `busy` while turns are played.
    """

    turns: list[float]
    pages: list[float]
    idle: float
    busy: float


async def listen(port: int, process: int, played: list[Played], turns: list[str], size: Size) -> Heard:
    """Open pages, let them rest, and then play turns; every page must hear of every turn of its match."""
    began: dict[tuple[str, int], float] = {}
    heard: list[float] = []
    listening: list[Played] = []

    async def open_page(reader: int, match: Played, opened: asyncio.Semaphore) -> None:
        async with opened:
            connection = await Connection.open(port)
            address = f"10.{reader >> 16}.{reader >> 8 & 255}.{reader & 255}"  # a network may open 20 streams
            await connection.listen(f"/events?watch={match.id}:{match.turns}", X_Forwarded_For=address)
        listening.append(match)
        try:
            async for kind, data in connection.events():
                if kind == "changed":
                    heard.append(time.perf_counter() - began[match.id, json.loads(data)["revision"]])
        finally:
            connection.close()

    watched = [match for match, _ in zip(cycle(played), range(size.pages), strict=False)]
    opened = asyncio.Semaphore(50)
    pages = [asyncio.create_task(open_page(reader, match, opened)) for reader, match in enumerate(watched)]
    await _wait_until(lambda: len(listening) == len(pages) or any(page.done() for page in pages), seconds=120)
    await asyncio.sleep(min(2.0, size.seconds))
    before = processor_seconds(process)
    await asyncio.sleep(size.seconds)
    idle = (processor_seconds(process) - before) / size.seconds
    connection, watch, expected = await Connection.open(port), Stopwatch(), 0
    before, since = processor_seconds(process), time.perf_counter()
    for number in range(int(size.a_second * size.seconds)):
        match = played[number % len(played)]
        began[match.id, match.turns + 1] = time.perf_counter()
        with watch:
            await play_turn(connection, match, turns)
        expected += watched.count(match)
        await asyncio.sleep(max(0.0, 1 / size.a_second - watch.times[-1]))
    busy = (processor_seconds(process) - before) / (time.perf_counter() - since)
    connection.close()
    await _wait_until(lambda: len(heard) == expected or any(page.done() for page in pages))
    for page in pages:
        page.cancel()
    ended = await asyncio.gather(*pages, return_exceptions=True)
    failures = [end for end in ended if not isinstance(end, asyncio.CancelledError)]
    assert not failures, f"streams have ended: {failures[:3]}"
    assert len(heard) == expected, f"{len(heard)} of {expected} events were heard"
    return Heard(watch.times, heard, idle, busy)


async def _wait_until(condition: Callable[[], bool], seconds: float = 30) -> None:
    until = time.perf_counter() + seconds
    while not condition() and time.perf_counter() < until:
        await asyncio.sleep(0.01)


async def measure(
    port: int, process: int, played: list[Played], programs: list[Program], size: Size
) -> list[tuple[str, float, float, str]]:
    """Return the rows of the result: what was measured, the number, what it is to be, and the unit."""
    turns, pages, drawn = script(), cycle(played[:_WATCHED]), cycle(played)
    resting: asyncio.Queue[Played] = asyncio.Queue()  # whose next turn nobody is playing
    for one in played:
        resting.put_nowait(one)

    async def front(connection: Connection) -> None:
        check_page(await connection.get("/"), b'<h2 id="games">Games</h2>')

    async def game(connection: Connection) -> None:
        check_page(await connection.get(f"/games/{GAME}"), b"Play now")

    async def scores(connection: Connection) -> None:
        check_page(await connection.get(f"/games/{SCORED}"), b"stored-")

    async def match(connection: Connection) -> None:
        chosen = next(pages)
        check_page(await connection.get(chosen.path, cookie=chosen.cookie), f'data-match="{chosen.id}"'.encode())

    async def drawn_anew(connection: Connection) -> None:
        chosen = next(drawn)
        check_page(await connection.get(chosen.path, cookie=chosen.cookie), f'data-match="{chosen.id}"'.encode())

    async def turn(connection: Connection) -> None:
        chosen = await resting.get()
        await play_turn(connection, chosen, turns)
        resting.put_nowait(chosen)

    rows = list[tuple[str, float, float, str]]()
    connection = await Connection.open(port)
    cold = Stopwatch()
    await scores(connection)  # the first page compiles its template
    for number in range(5):
        await play_turn(connection, played[number], turns)  # so that nothing is fresh
        with cold:
            await scores(connection)
    connection.close()
    rows.append((f"a game's page with {size.stored:,} matches stored", max(cold.times) * 1000, 20, "ms at most"))
    for what, ask, goal in (
        ("front page", front, 500), ("a game's page", game, 500), ("a match", match, 300),
        ("a match, of more pages than are kept", drawn_anew, 300), ("a turn", turn, 400),
    ):  # fmt: skip
        measured = await rate(port, process, size.seconds, ask)
        times = f"{measured.p50:.1f} / {measured.p99:.1f} ms, {measured.processor:.2f} ms of a processor each"
        rows.append((what, measured.a_second, goal, f"a second ({times})"))
    heard = await listen(port, process, played, turns, size)
    rows += [
        (
            f"{size.pages:,} open pages, {size.a_second:g} turns a second: turn p50",
            percentile(heard.turns, 0.5),
            10,
            "ms",
        ),
        ("the same: turn p99", percentile(heard.turns, 0.99), 50, "ms"),
        ("the same: a page hears, p99", percentile(heard.pages, 0.99), 150, "ms"),
        ("the same: processor while nothing happens", heard.idle, 0.1, "of a core"),
        ("the same: processor while turns are played", heard.busy, 1, "of a core"),
    ]
    return rows + await measure_programs(port, process, programs, turns, size.seconds)


def run(folder: Path, size: Size, database: str = "") -> list[tuple[str, float, float, str]]:
    """Fill a database, serve it, and return what was measured."""
    url = database or f"sqlite:///{folder}/ludarium.sqlite"
    store = Store(url)
    played, programs = fill(store, size), fill_programs(store, GAME, size.programs)
    store.close()
    settings = {"LUDARIUM_DATABASE": url, "LUDARIUM_PROXIES": "127.0.0.1"}  # the benchmark forwards many readers
    with open_site(folder / "data", settings) as site:
        return asyncio.run(measure(site.port, site.pid, played, programs, size))  # noqa: TID251  its test gives it its own thread


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else "")
    parser.add_argument("--database", default="")
    parser.add_argument("--pages", type=int, default=Size().pages)
    parser.add_argument("--stored", type=int, default=Size().stored)
    parser.add_argument("--turns", type=float, default=Size().a_second, help="a second, while the pages are open")
    given = parser.parse_args()
    size = Size(pages=given.pages, stored=given.stored, a_second=given.turns)
    print(f"load average {os.getloadavg()[0]:.1f}, processors {sorted(os.sched_getaffinity(0))}")
    with tempfile.TemporaryDirectory() as folder:
        rows = run(Path(folder), size, given.database)
    print("| what | measured | to be |\n| --- | --- | --- |")
    for what, number, goal, unit in rows:
        print(f"| {what} | {number:,.2f} {unit} | {goal} |")


if __name__ == "__main__":
    main()
