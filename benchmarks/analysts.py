"""Measure what a posted turn takes while many people analyse positions, and a bot is asked at each of them.

`python -m benchmarks.analysts` starts `ludarium serve`, and plays turns in matches of people, with nobody on the board
to analyse on and with `--people` there, in turns of some seconds. Each of those steps to another position every two
seconds, has the bot asked by itself, and asks for the answer, as the page does. In a third part of the time as many
people ask for as many of these pages and for no bot, so that what the bot costs others is told from what pages cost.
Every answer is asserted.

Nobody goes on like this: it is what fifty people do who press a key every two seconds and never look. The quota of a
site, which is switched off here, allows a person an eighth of it: `--step 15` is fifty people who use it up.
"""

import argparse
import asyncio
import tempfile
from contextlib import closing, suppress
from itertools import count, cycle
from pathlib import Path
from typing import NamedTuple

from benchmarks.http import Connection, Stopwatch, percentile
from benchmarks.site import GAME, Played, Size, fill, play_turn, script
from ludarium.match.study import Study
from ludarium.site.analysis.links import to_link
from ludarium.site.store import Store
from tools.local_site import open_site

STEP = 2.0
"""Seconds that a person stays at a position; after half of them the page asks for the answer."""
_SETTINGS = {"LUDARIUM_QUOTA_POSITIONS": "0/0", "LUDARIUM_QUOTA_ANALYSES": "0/0", "LUDARIUM_LADDER": "0"}


class Turns(NamedTuple):
    """What posted turns took, in milliseconds, and how many there were; and the pages of analysis beside them."""

    number: int
    p50: float
    p99: float
    pages: int
    page_p50: float
    page_p99: float

    @classmethod
    def of(cls, times: list[float], pages: list[float]) -> "Turns":
        """Return it of times in seconds."""
        page_p50, page_p99 = (percentile(pages, part) if pages else 0.0 for part in (0.5, 0.99))
        return cls(len(times), percentile(times, 0.5), percentile(times, 0.99), len(pages), page_p50, page_p99)


async def analyse(
    port: int,
    number: int,
    delay: float,
    studies: list[str],
    cookie: str,
    asks: bool,
    times: list[float],
    step: float = STEP,
) -> None:
    """After a delay, step through positions, and ask about each or only look at it twice, until it is cancelled.

    What each page took is added to the `times`.
    """
    look, sent = step / 2, {"at": "0", "do": "ask", "by_itself": "yes"}
    await asyncio.sleep(delay)  # as people do, who do not press all at once
    for place in count(7 * number):
        study = studies[place % len(studies)]
        path = f"/analysis/board?s={study}"
        if asks:
            with closing(await Connection.open(port)) as connection:
                asked = await connection.post("/analysis/board", {**sent, "s": study}, cookie=cookie)
            assert asked.status in (303, 503), asked.status
            if asked.status == 503:  # the site is busy, and says so; turns may not hear that
                await asyncio.sleep(step)
                continue
            path = asked.headers["location"]
        await open_page(port, path, cookie, times)
        await asyncio.sleep(look)
        await open_page(port, f"{path}&part=said" if asks else path, cookie, times)
        await asyncio.sleep(step - look)


async def open_page(port: int, path: str, cookie: str, times: list[float]) -> None:
    """Ask for a page over a new connection, as the site closes those that are silent; add what it took."""
    with closing(await Connection.open(port)) as connection, Stopwatch(times):
        page = await connection.get(path, cookie=cookie)
    assert page.status == 200, page.status


async def post_turns(
    port: int, matches: "cycle[Played]", turns: list[str], seconds: float, a_second: float
) -> list[float]:
    """Post turns for some seconds; return what each took."""
    watch = Stopwatch()
    with closing(await Connection.open(port)) as connection:
        for _ in range(int(seconds * a_second)):
            match = next(matches)
            with watch:
                await play_turn(connection, match, turns)
            await asyncio.sleep(1 / a_second)
    return watch.times


async def measure(
    port: int,
    played: list[Played],
    studies: list[str],
    people: int,
    rounds: int,
    seconds: float,
    a_second: float,
    step: float = STEP,
) -> tuple[Turns, ...]:
    """Return what turns take while nobody, readers and people who ask a bot are on the board, measured in turn."""
    matches, turns = cycle(played), script()
    times, pages = [list[float]() for _ in range(3)], [list[float]() for _ in range(3)]
    for _ in range(rounds):
        for place, asks in enumerate((None, False, True)):
            crowd = [
                asyncio.create_task(
                    analyse(port, number, step * number / people, studies, one.cookie, asks, pages[place], step)
                )
                for number, one in zip(range(people), cycle(played), strict=False)
                if asks is not None
            ]
            await asyncio.sleep(step if crowd else 0)
            times[place] += await post_turns(port, matches, turns, seconds, a_second)
            for one in crowd:
                failed = one.done() and one.exception()
                assert not failed, failed
                one.cancel()
                with suppress(asyncio.CancelledError):
                    await one
    return tuple(Turns.of(*one) for one in zip(times, pages, strict=True))


def positions(number: int) -> list[str]:
    """Return studies of so many positions, each as a part of an address."""
    found, study, at = list[str](), Study.begin(GAME), 0
    for seed in count():
        study, at = Study.begin(GAME), 0
        for turn in script(seed)[:12]:
            study, at = study.play(at, turn)
            if study.state(at).actors:
                found.append(to_link(Study.begin(GAME, str(study.state(at)))))
            if len(found) == number:
                return found
    raise AssertionError


def run(people: int, rounds: int, seconds: float, a_second: float, asked: int, step: float = STEP) -> tuple[Turns, ...]:
    """Fill a database, serve it, and return what turns take beside nobody, readers, and people who ask a bot.

    The positions are `asked` ones.
    """
    with tempfile.TemporaryDirectory() as folder:
        url = f"sqlite:///{Path(folder) / 'ludarium.sqlite'}"
        store = Store(url)
        played = fill(store, Size(matches=10 * people, people=people, stored=0))
        store.close()
        with open_site(Path(folder) / "data", {**_SETTINGS, "LUDARIUM_DATABASE": url}) as site:
            measured = measure(site.port, played, positions(asked), people, rounds, seconds, a_second, step)
            return asyncio.run(measured)  # noqa: TID251  its test gives it its own thread


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else "")
    parser.add_argument("--people", type=int, default=50)
    parser.add_argument("--rounds", type=int, default=4)
    parser.add_argument("--seconds", type=float, default=15.0)
    parser.add_argument("--a-second", type=float, default=10.0)
    parser.add_argument("--step", type=float, default=STEP, help="seconds at a position")
    given = parser.parse_args()
    found = run(given.people, given.rounds, given.seconds, given.a_second, 600, given.step)
    names = ("nobody on the board", f"{given.people} people read", f"{given.people} people ask a bot")
    for name, one in zip(names, found, strict=True):
        print(f"{name:>20}: {one.number} turns, p50 {one.p50:.1f} ms, p99 {one.p99:.1f} ms", end="")
        print(f"; {one.pages} pages, p50 {one.page_p50:.1f} ms, p99 {one.page_p99:.1f} ms" if one.pages else "")


if __name__ == "__main__":
    main()
