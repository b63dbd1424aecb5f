"""Measure what a turn costs while a Swiss tournament of 64 goes on beside it, and while it rests.

`python -m benchmarks.beside` serves a site with matches and a tournament by correspondence, whose rounds follow each
other at once. Before each round turns are timed for some seconds, and then while all games of the round are resigned,
until the next round is paired and its matches have begun; so both are timed at the same load of the machine. Five games
end within a second, many more than in any real round, and chance says who resigns.
"""

import argparse
import asyncio
import gzip
import json
import os
import random
import tempfile
import time
from collections.abc import Callable, Sequence
from itertools import cycle
from pathlib import Path
from typing import Any, NamedTuple

from benchmarks.http import Answer, Connection, Stopwatch, percentile, processor_seconds
from benchmarks.site import GAME, Played, Size, fill, script
from ludarium.site.people.names import name_key
from ludarium.site.service import Service
from ludarium.site.store import Store
from ludarium.site.tournaments.entering import EnterTournament
from ludarium.site.tournaments.organising import BeginTournament
from ludarium.site.tournaments.reading import MakeTournament
from tools.local_site import open_site

TEMPO = "2d+1d/2d"
_LOOK = 0.2
_BETWEEN_ENDS = 0.2
"""Seconds between two looks whether the next round has begun, and between two games that end."""


class Cup(NamedTuple):
    """A tournament with the cookies of its players, by their ids."""

    id: str
    cookies: dict[str, str]


class Turns(NamedTuple):
    """The times of turns, and the part of a processor that the server used meanwhile."""

    times: list[float]
    processor: float


def fill_cup(store: Store, players: int, rounds: int) -> Cup:
    """Let a tournament begin, whose games the site begins when it is served."""
    service, cookies, people = Service(store), dict[str, str](), []
    for number in range(players):
        name = f"Player {number}"
        person = service.people.rename(service.people.create_guest(), name)
        store.accounts.set_email(person.id, f"player{number}@example.com", name_key(name), 0.0)
        cookies[person.id] = f"session={service.people.begin_session(person, 'benchmark')}"
        people.append(service.accounts.find(name))
    made = service.tournaments.make(
        people[0], MakeTournament(GAME, "swiss", TEMPO, rounds=str(rounds), most=str(players))
    ).target
    for person in people:
        service.tournaments.act(person, made, EnterTournament())
    service.tournaments.act(people[0], made, BeginTournament())
    return Cup(made, cookies)


async def time_turns(
    port: int, process: int, played: Sequence[Played], a_second: float, over: Callable[[], bool]
) -> Turns:
    """Play turns at a pace until it is over, at least one."""
    connection, watch, turns = await Connection.open(port), Stopwatch(), script()
    before, since = processor_seconds(process), time.perf_counter()
    for match in cycle(played):
        with watch:
            await _play_turn(connection, match, turns)
        if over():
            break
        await asyncio.sleep(max(0.0, 1 / a_second - watch.times[-1]))
    connection.close()
    return Turns(watch.times, (processor_seconds(process) - before) / (time.perf_counter() - since))


async def _play_turn(connection: Connection, match: Played, turns: Sequence[str]) -> None:
    form = {"do": "turn", "seat": match.turns % 2, "text": turns[match.turns], "revision": match.turns}
    answer = await _post(connection, match.path, form, match.cookie)
    assert answer.status == 303, f"{match.path}, turn {match.turns}: {answer.status} {answer.body[:500]!r}"
    match.turns += 1


async def _post(connection: Connection, path: str, form: dict[str, object], cookie: str) -> Answer:
    """Send a form, again while the site is too busy, as pages do."""
    while (answer := await connection.post(path, form, cookie=cookie)).status == 503:
        await asyncio.sleep(_LOOK / 4)
    return answer


async def play_round(port: int, cup: Cup, wave: int) -> None:
    """Let a player of each game of a round resign, and wait for what follows from it."""
    chance = random.Random(wave)  # noqa: S311  # results by chance
    connection = await Connection.open(port)
    data = await _round(connection, cup, lambda data: len(data["waves"]) > wave)
    for game in data["waves"][wave]:
        cookie = cup.cookies[data["players"][chance.choice(game["players"])]["person"]]
        answers = [
            await _post(connection, f"/matches/{game['match']}", {"do": "resign", "seat": seat, "revision": 0}, cookie)
            for seat in (0, 1)
        ]
        assert 303 in {answer.status for answer in answers}, f"nobody could resign {game['match']}"
        await asyncio.sleep(_BETWEEN_ENDS)
    await _round(connection, cup, lambda data: data["state"] == "over" or len(data["waves"]) > wave + 1)
    connection.close()


async def _round(connection: Connection, cup: Cup, is_there: Callable[[Any], bool]) -> Any:  # Any: JSON
    while True:
        answer = await connection.get(f"/tournaments/{cup.id}", Accept="application/json")
        packed = answer.headers.get("content-encoding") == "gzip"
        data = json.loads(gzip.decompress(answer.body) if packed else answer.body)
        games = [game for wave in data["waves"] for game in wave]
        if is_there(data) and all(game["match"] for game in games):
            return data
        await asyncio.sleep(_LOOK)


async def measure(
    port: int, process: int, played: Sequence[Played], cup: Cup, rounds: int, size: Size
) -> tuple[list[Turns], list[Turns]]:
    """Return the turns of each time without the tournament, and of each of its rounds."""
    connection, rests, busy = await Connection.open(port), list[Turns](), list[Turns]()
    await _round(connection, cup, lambda data: bool(data["waves"]))  # the first round, whose matches begin
    connection.close()
    each = len(played) // (2 * rounds)
    for wave in range(rounds):
        ends_at = time.perf_counter() + size.seconds

        def is_over(at: float = ends_at) -> bool:
            return time.perf_counter() > at

        own = [played[(2 * wave + part) * each : (2 * wave + part + 1) * each] for part in range(2)]
        rests.append(await time_turns(port, process, own[0], size.a_second, is_over))
        playing = asyncio.create_task(play_round(port, cup, wave))
        busy.append(await time_turns(port, process, own[1], size.a_second, playing.done))
        await playing
    return rests, busy


def run(folder: Path, players: int, rounds: int, size: Size) -> tuple[list[Turns], list[Turns]]:
    """Fill a database, serve it, and return what was measured."""
    url = f"sqlite:///{folder}/ludarium.sqlite"
    store = Store(url)
    played, cup = fill(store, size), fill_cup(store, players, rounds)
    store.close()
    with open_site(folder / "data", {"LUDARIUM_DATABASE": url}) as site:
        return asyncio.run(measure(site.port, site.pid, played, cup, rounds, size))  # noqa: TID251  as in site


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else "")
    parser.add_argument("--players", type=int, default=64)
    parser.add_argument("--rounds", type=int, default=7)
    parser.add_argument("--seconds", type=float, default=8.0, help="without the tournament, before each round")
    given = parser.parse_args()
    print(f"load average {os.getloadavg()[0]:.1f}, processors {sorted(os.sched_getaffinity(0))}")
    size = Size(matches=1400, stored=1000, seconds=given.seconds)
    with tempfile.TemporaryDirectory() as folder:
        found = run(Path(folder), given.players, given.rounds, size)
    print("| turns | p50, ms | p99, ms | processor of the server | number |\n| --- | --- | --- | --- | --- |")
    for what, parts in zip(("while the tournament rests", "beside a round of it"), found, strict=True):
        times = [one for part in parts for one in part.times]
        processor = sum(part.processor for part in parts) / len(parts)
        p50, p99 = percentile(times, 0.5), percentile(times, 0.99)
        print(f"| {what} | {p50:.1f} | {p99:.1f} | {processor:.2f} | {len(times)} |")


if __name__ == "__main__":
    main()
