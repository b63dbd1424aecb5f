"""What the streams of programs cost a site: rows of `benchmarks.site`."""

import asyncio
import json
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from itertools import cycle

from benchmarks.http import Connection, Stopwatch, percentile, processor_seconds
from ludarium.site.ground.values import SeatAssignment
from ludarium.site.service import Service
from ludarium.site.store import Store


@dataclass
class Program:
    """A program of the benchmark: its token, the match in which its person has both seats, and the turns so far."""

    token: str
    match: str
    turns: int = 0


def fill_programs(store: Store, game: str, number: int) -> list[Program]:
    """Store people with a token and a match each."""
    service, found = Service(store), []
    for _ in range(number):
        person = service.people.create_guest()
        both = [SeatAssignment("person", "Guest", person.id) for _ in range(2)]
        token = service.tokens.make(person, "benchmark", ["play"])
        found.append(Program(token, service.create(game, both, host=person.id).id))
    return found


async def measure_programs(
    port: int, process: int, programs: Sequence[Program], turns: Sequence[str], seconds: float
) -> list[tuple[str, float, float, str]]:
    """Open a stream for each program, let them rest, and play five turns a second, of which every stream must hear."""
    began: dict[tuple[str, int], float] = {}
    heard: list[float] = []
    ready: list[str] = []

    async def listen(program: Program, opened: asyncio.Semaphore) -> None:
        async with opened:
            connection = await Connection.open(port)
            await connection.listen("/events/me?record=no", authorization=f"Bearer {program.token}")
            first = json.loads(await anext(lines := connection.lines()))
            assert (first["event"], first["match"]) == ("turn", program.match), first
        ready.append(program.match)
        try:
            async for line in lines:
                event = json.loads(line)
                if event["event"] == "turn":
                    heard.append(time.perf_counter() - began[event["match"], event["revision"]])
        finally:
            connection.close()

    opened = asyncio.Semaphore(50)
    streams = [asyncio.create_task(listen(program, opened)) for program in programs]
    await _until(lambda: len(ready) == len(streams) or any(stream.done() for stream in streams), 300)
    before = processor_seconds(process)
    await asyncio.sleep(seconds)
    idle = (processor_seconds(process) - before) / seconds
    connection, watch, expected = await Connection.open(port), Stopwatch(), 0
    for _, program in zip(range(int(5 * seconds)), cycle(programs), strict=False):
        form = {"do": "turn", "seat": program.turns % 2, "text": turns[program.turns], "revision": program.turns}
        program.turns += 1
        began[program.match, program.turns] = time.perf_counter()
        with watch:
            answer = await connection.post(f"/matches/{program.match}", form, authorization=f"Bearer {program.token}")
        assert answer.status == 200, answer.body
        expected += 1
        await asyncio.sleep(max(0.0, 0.2 - watch.times[-1]))
    await _until(lambda: len(heard) == expected or any(stream.done() for stream in streams), 60)
    connection.close()
    for stream in streams:
        stream.cancel()
    ended = await asyncio.gather(*streams, return_exceptions=True)
    failures = [end for end in ended if not isinstance(end, asyncio.CancelledError)]
    assert not failures, f"streams have ended: {failures[:3]}"
    assert len(heard) == expected, f"{len(heard)} of {expected} turns were heard"
    return [
        (f"{len(programs):,} streams of programs, 5 turns a second: turn p50", percentile(watch.times, 0.5), 10, "ms"),
        ("the same: turn p99", percentile(watch.times, 0.99), 50, "ms"),
        ("the same: a program hears, p99", percentile(heard, 0.99), 150, "ms"),
        ("the same: processor while nothing happens", idle, 0.1, "of a core"),
    ]


async def _until(condition: Callable[[], bool], seconds: float) -> None:
    end = time.perf_counter() + seconds
    while not condition() and time.perf_counter() < end:
        await asyncio.sleep(0.01)
