"""Measure whether the memory of the web site stays level while many people do what people do, at random.

`python -m benchmarks.traffic` starts `ludarium serve` on a database of many matches, and lets people read pages, play
turns, begin matches with each other and with bots, and watch matches, some requests a second together. Each minute it
prints the memory of the server and of the processes below it, and at the end by how much the server's has grown since
the middle. Every answer is asserted.
"""

import argparse
import asyncio
import tempfile
from collections import Counter
from contextlib import closing, suppress
from dataclasses import dataclass, field
from pathlib import Path
from random import Random
from typing import NamedTuple

from benchmarks.bots import WITHOUT_QUOTAS
from benchmarks.http import Connection, processor_seconds
from benchmarks.site import GAME, SCORED, Played, Size, check_page, fill, script
from ludarium.site.store import Store
from tools.local_site import open_site

_PAGES = (
    "/",
    "/play",
    "/me",
    "/leagues",
    "/tournaments",
    f"/games/{GAME}",
    f"/games/{SCORED}",
    f"/games/{GAME}/ladder",
)


class Minute(NamedTuple):
    """What a minute has shown: the requests so far, megabytes, and the part of a core that the server used."""

    minute: int
    requests: int
    server: float
    below: float
    core: float


class Load(NamedTuple):
    """How much is asked: people, requests a second of all together, minutes and seconds of each, stored matches.

    A minute goes on until `least` requests of it are answered.
    """

    people: int = 200
    a_second: float = 20.0
    minutes: int = 60
    minute: float = 60.0
    stored: int = 20_000
    least: int = 0


@dataclass
class Crowd:
    """All people, whose matches are played by `script`, and what they have done."""

    port: int
    turns: list[str]
    load: Load
    done: Counter[str] = field(default_factory=Counter)

    async def live(self, number: int, own: list[Played]) -> None:
        """Let one person do one thing after another; a stream of events is open meanwhile."""
        chance = Random(number)  # noqa: S311  nothing here is a secret
        cookie, address = own[0].cookie, f"10.0.{number >> 8}.{number & 255}"
        with closing(await Connection.open(self.port)) as stream:
            await stream.listen(f"/events?watch={own[0].id}:0", cookie=cookie, X_Forwarded_For=address)
            async with asyncio.TaskGroup() as together:
                together.create_task(_drain(stream))
                while True:
                    await asyncio.sleep(chance.random() * 2 * self.load.people / self.load.a_second)
                    with closing(await Connection.open(self.port)) as connection:  # the server closes one that rests
                        await self._do(connection, chance, own)

    async def _do(self, connection: Connection, chance: Random, own: list[Played]) -> None:
        match, cookie = chance.choice(own), own[0].cookie
        what = chance.choices(("page", "match", "earlier", "data", "turn", "bot"), (4, 4, 1, 1, 4, 0.2))[0]
        if what == "page":
            await self._read(connection, chance.choice(_PAGES), cookie, b"<main")
        elif what == "match":
            await self._read(connection, match.path, cookie, f'data-match="{match.id}"'.encode())
        elif what == "earlier":
            at = chance.randint(0, match.turns)
            await self._read(connection, f"{match.path}/at/{at}", cookie, b"data-match")
        elif what == "data":
            await self._read(connection, match.path, cookie, b'"revision"', Accept="application/json")
        elif what == "turn" and match.turns < len(self.turns):
            await self._play(connection, match)
        else:
            bot = "easy" if what == "bot" else "here"
            begun = await connection.post(f"/games/{GAME}/new", {"seat-0": "here", "seat-1": bot}, cookie=cookie)
            assert begun.status in (303, 503), f"no match begins: {begun.status}"
            if begun.status == 303 and bot == "here":
                own[own.index(match)] = Played(begun.headers["location"].rpartition("/")[2].partition("?")[0], cookie)
        self.done[what] += 1

    async def _play(self, connection: Connection, match: Played) -> None:
        """Play the next turn, unless the site is busy, as it may be on a busy machine."""
        form = {"do": "turn", "seat": match.turns % 2, "text": self.turns[match.turns], "revision": match.turns}
        answer = await connection.post(match.path, form, cookie=match.cookie)
        assert answer.status in (303, 503), f"{match.path} is answered by {answer.status}"
        match.turns += answer.status == 303
        self.done["busy"] += answer.status == 503

    async def _read(self, connection: Connection, path: str, cookie: str, text: bytes, **headers: str) -> None:
        answer = await connection.get(path, cookie=cookie, **headers)
        assert answer.status == 200, f"{path} is answered by {answer.status}"
        check_page(answer, text)


async def _drain(stream: Connection) -> None:
    async for _ in stream.events():
        pass


def memory(process: int) -> tuple[float, float]:
    """Return the megabytes that a process holds alone, and those of all processes below it."""
    status = Path(f"/proc/{process}/status").read_text("ascii")
    told = (int(line.split()[1]) for line in status.splitlines() if line.startswith("RssAnon"))
    own = next(told, 0) / 1024  # none of one that has just ended
    below = 0.0
    for children in Path(f"/proc/{process}/task").glob("*/children"):
        with suppress(OSError):  # it has just ended
            below += sum(sum(memory(int(child))) for child in children.read_text("ascii").split())
    return own, below


async def measure(port: int, process: int, played: list[Played], load: Load) -> list[Minute]:
    """Let people do things, and return what was found after each minute."""
    crowd, found = Crowd(port, script(), load), list[Minute]()
    each = len(played) // load.people
    people = [
        asyncio.create_task(crowd.live(number, played[number * each : (number + 1) * each]))
        for number in range(load.people)
    ]
    for minute in range(1, load.minutes + 1):
        before = processor_seconds(process)
        answered, is_over = crowd.done.total(), False
        while not is_over:
            ended, _ = await asyncio.wait(people, timeout=load.minute, return_when=asyncio.FIRST_EXCEPTION)
            for one in ended:
                one.result()  # raises what a person found
            is_over = crowd.done.total() >= answered + load.least
        core = (processor_seconds(process) - before) / load.minute
        found.append(Minute(minute, crowd.done.total(), *memory(process), core))
        print("| {:d} | {:,d} | {:.1f} | {:.1f} | {:.2f} |".format(*found[-1]), flush=True)
    for one in people:
        one.cancel()
    await asyncio.gather(*people, return_exceptions=True)
    print(", ".join(f"{what}: {number:,}" for what, number in sorted(crowd.done.items())))
    return found


def run(folder: Path, load: Load) -> list[Minute]:
    """Fill a database, serve it, and return what was measured."""
    url = f"sqlite:///{folder}/ludarium.sqlite"
    store = Store(url)
    played = fill(store, Size(matches=3 * load.people, people=load.people, stored=load.stored))
    store.close()
    settings = {"LUDARIUM_DATABASE": url, "LUDARIUM_PROXIES": "127.0.0.1", **WITHOUT_QUOTAS}
    with open_site(folder / "data", settings) as site:
        return asyncio.run(measure(site.port, site.pid, played, load))  # noqa: TID251  its test gives it its own thread


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else "")
    parser.add_argument("--people", type=int, default=Load().people)
    parser.add_argument("--requests", type=float, default=Load().a_second, help="a second, of all together")
    parser.add_argument("--minutes", type=int, default=Load().minutes)
    parser.add_argument("--stored", type=int, default=Load().stored)
    given = parser.parse_args()
    print("| minute | requests | server, MB | below it, MB | core |\n| --- | --- | --- | --- | --- |")
    with tempfile.TemporaryDirectory() as folder:
        load = Load(given.people, given.requests, given.minutes, stored=given.stored)
        found = run(Path(folder), load)
    middle, last = found[len(found) // 2], found[-1]
    print(f"from minute {middle.minute} to {last.minute} the server has grown by {last.server - middle.server:.1f} MB")


if __name__ == "__main__":
    main()
