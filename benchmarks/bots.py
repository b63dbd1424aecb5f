"""Measure how long a bot makes a person wait while another visitor's bots play 100 matches.

`python -m benchmarks.bots` starts a site of its own and prints the times from a person's request to the answer of the
bot `easy`, before and while 100 matches of champions are played, and the memory of the server. It asserts that every
answer is a legal turn, that the champions go on meanwhile, and the two limits that it names.
"""

import argparse
import sqlite3
import statistics
import time
import urllib.error
import urllib.request
from contextlib import closing
from http import HTTPStatus
from http.cookiejar import CookieJar
from pathlib import Path
from typing import NamedTuple
from urllib.parse import urlencode

from ludarium.core.record import Record
from ludarium.match.verify import verify
from tools.local_site import LocalSite, open_site

LONGEST = 2.0
"""How many times its quiet time a bot may take."""
MEGABYTES = 600
_POLL = 0.005
WITHOUT_QUOTAS = {f"LUDARIUM_QUOTA_{name}": "0/0" for name in ("BEGUN", "RUNNING", "LIVE", "SEARCHES")}


def megabytes(site: LocalSite) -> int:
    """Return the most memory that the process of a site has used."""
    lines = Path(f"/proc/{site.pid}/status").read_text().splitlines()
    return next(int(line.split()[1]) for line in lines if line.startswith("VmHWM")) // 1000


def turns_played(site: LocalSite) -> int:
    """Return the number of turns of all matches of a site."""
    with closing(sqlite3.connect(site.database.removeprefix("sqlite:///"))) as connection:
        return int(connection.execute("SELECT count(*) FROM turns").fetchone()[0])


class Visitor:
    """A browser with its cookies."""

    def __init__(self, site: LocalSite) -> None:
        self._site = site
        self._opener = urllib.request.build_opener(urllib.request.HTTPCookieProcessor(CookieJar()), _NoRedirects)

    def begin(self, first: str, second: str) -> str:
        """Begin a match of Orion, and return its address."""
        fields = urlencode({"seat-0": first, "seat-1": second}).encode()
        try:
            self._opener.open(f"{self._site.url}/games/orion/new", fields, timeout=60)
        except urllib.error.HTTPError as answer:
            assert answer.code == HTTPStatus.SEE_OTHER, answer.read().decode()
            return f"{self._site.url}{answer.headers['Location']}"
        raise AssertionError("no match has begun")

    def record(self, match: str) -> Record:
        """Return the record of a match."""
        with self._opener.open(f"{match}/record", timeout=60) as answer:
            return Record.parse(answer.read().decode())

    def waits_for_easy(self) -> float:
        """Begin a match against `easy`, and return the seconds until it has played its first turn."""
        started_at = time.perf_counter()
        match = self.begin("easy", "here")
        while not (record := self.record(match)).turns:
            time.sleep(_POLL)
        took = time.perf_counter() - started_at
        assert len(verify(record).turns) == 1, "a bot has played what the rules do not allow"
        return took


class _NoRedirects(urllib.request.HTTPRedirectHandler):
    def redirect_request(self, *_: object) -> None:
        """Return nothing, so that the address of the match can be read."""


class Measured(NamedTuple):
    """The seconds until `easy` answered, and the memory and turns of the site."""

    quiet: list[float]
    loaded: list[float]
    megabytes: int
    turns: int


def measure(matches: int, samples: int, bot: str = "champion") -> Measured:
    """Measure a site that is quiet, and then plays this many matches between two bots of a level."""
    with open_site(settings=WITHOUT_QUOTAS) as site:
        ann, bob = Visitor(site), Visitor(site)
        for _ in range(3):  # until everything is loaded
            ann.waits_for_easy()
        quiet = [ann.waits_for_easy() for _ in range(samples)]
        for _ in range(matches):
            bob.begin(bot, bot)
        before, loaded = turns_played(site), list[float]()
        for _ in range(samples):
            time.sleep(0.5)  # so that the champions are in the middle of a turn
            loaded.append(ann.waits_for_easy())
        turns = turns_played(site) - before - samples
        assert turns > 0, "the other matches stand still"
        return Measured(quiet, loaded, megabytes(site), turns)


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else "")
    parser.add_argument("--matches", type=int, default=100)
    parser.add_argument("--samples", type=int, default=30)
    options = parser.parse_args()
    found = measure(options.matches, options.samples)
    quiet, loaded = statistics.median(found.quiet), statistics.median(found.loaded)
    print(f"easy answers in {1000 * quiet:.0f} ms on a quiet site (worst {1000 * max(found.quiet):.0f})")
    print(
        f"during {options.matches} matches of champions in {1000 * loaded:.0f} (worst {1000 * max(found.loaded):.0f})"
    )
    print(f"the server used at most {found.megabytes} MB; the champions played {found.turns} turns meanwhile")
    assert loaded <= LONGEST * quiet, f"easy took more than {LONGEST:g} times its quiet time"
    assert found.megabytes < MEGABYTES, f"the server used more than {MEGABYTES} MB"


if __name__ == "__main__":
    main()
