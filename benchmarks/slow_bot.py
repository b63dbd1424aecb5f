"""Measure how long the site's `easy` takes to answer while a published bot thinks as long as it may.

`python -m benchmarks.slow_bot` serves a site on which two guests play a bot that spends its whole budget in each turn,
in many matches, and a third person begins matches against `easy`, one after another. It asserts that `easy` has played
in each of them, that the slow bot thinks all the time and plays, too, and prints the times beside those without the
slow bot.
"""

import argparse
import asyncio
import json
import tempfile
import time
from pathlib import Path

from benchmarks.http import Connection, percentile
from ludarium.site.ground.values import SeatAssignment
from ludarium.site.programs.rows import WorkshopBot
from ludarium.site.service import Service
from ludarium.site.store import Store
from tools.local_site import open_site

GAME = "orion"
_BOT = "f" * 16
_SLOW = "let n = 0; for (let i = 0; i < 1.2e6; i++) n += i; api.play(api.legal()[n % 1]);"
_LOOK = 0.02
_PATIENCE = 300.0


def fill(store: Store, matches: int) -> tuple[list[str], str]:
    """Publish the slow bot and begin matches of two guests with it; return their ids, and the cookie of a third."""
    service = Service(store)
    author = service.people.create_guest()
    store.workshop.add(WorkshopBot(_BOT, author.id, GAME, "Slow", 0.0))
    store.workshop_versions.insert_next(_BOT, _SLOW, 0.0)
    store.workshop.set(_BOT, published=1)
    slow, ids = SeatAssignment("bot", f"script {_BOT}/1 Slow"), []
    guests = [service.people.create_guest() for _ in range(2)]
    for number in range(matches):
        guest = guests[number % 2]
        ids.append(service.create(GAME, [slow, SeatAssignment("person", guest.name, guest.id)], host=guest.id).id)
    third = service.people.create_guest()
    return ids, f"session={service.people.begin_session(third, 'benchmark')}"


async def turns_of(connection: Connection, match_id: str, cookie: str) -> int:
    """Return the number of turns that have been played in a match."""
    answer = await connection.get(f"/matches/{match_id}", cookie=cookie, Accept="application/json")
    assert answer.status == 200, answer.body[:300]
    return int(json.loads(answer.body)["turn_count"])


async def answer_of_easy(connection: Connection, cookie: str) -> float:
    """Begin a match in which `easy` plays first, and return the seconds until it has."""
    began = time.perf_counter()
    form = {"seat-0": "easy", "seat-1": "here"}
    answer = await connection.post(f"/games/{GAME}/new", form, cookie=cookie)
    assert answer.status == 303, f"{answer.status}: {answer.body[:500]!r}"
    match_id = answer.headers["location"].rpartition("/")[2]
    while not await turns_of(connection, match_id, cookie):
        assert time.perf_counter() < began + _PATIENCE, "easy has not answered"
        await asyncio.sleep(_LOOK)
    return time.perf_counter() - began


async def measure(port: int, slow: list[str], cookie: str, times: int) -> list[float]:
    """Return the seconds in which `easy` answers, one match after another."""
    connection = await Connection.open(port)
    await answer_of_easy(connection, cookie)  # which compiles, or reads what is compiled
    found = [await answer_of_easy(connection, cookie) for _ in range(times)]
    began, played = time.perf_counter(), 0
    while slow and not played:
        assert time.perf_counter() < began + _PATIENCE, "the slow bot has not played"
        played = sum([await turns_of(connection, one, cookie) for one in slow])
    assert not slow or played < len(slow), "the slow bot has played everywhere, and may have rested"
    connection.close()
    return found


def run(folder: Path, matches: int, times: int) -> list[float]:
    """Serve a site with so many matches of the slow bot, and return the seconds in which `easy` answers."""
    url = f"sqlite:///{folder}/ludarium.sqlite"
    store = Store(url)
    slow, cookie = fill(store, matches)
    store.close()
    with open_site(folder / "data", {"LUDARIUM_DATABASE": url}) as site:
        return asyncio.run(measure(site.port, slow, cookie, times))  # noqa: TID251  a program of its own


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else "")
    parser.add_argument("--matches", type=int, default=40, help="with the slow bot")
    parser.add_argument("--times", type=int, default=15, help="that easy answers")
    given = parser.parse_args()
    print("| matches with the slow bot | easy answers, median | at most |\n| --- | --- | --- |")
    for matches in (0, given.matches):
        with tempfile.TemporaryDirectory() as folder:
            found = run(Path(folder), matches, given.times)
        print(f"| {matches} | {percentile(found, 0.5) / 1000:.2f} s | {max(found):.2f} s |")


if __name__ == "__main__":
    main()
