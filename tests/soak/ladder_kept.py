"""What a stopped run of the soak program of ladders has left, so that the next one goes on with it.

The ladder itself is in the site's database. Beside it stand the bots that were published, a line of JSON each, and how
many ranked matches were played again.
"""

from __future__ import annotations

import gzip
import json
import subprocess
import sys
import time
from pathlib import Path
from typing import NamedTuple

import msgspec

from ludarium.core.registry import load
from ludarium.site.service import Service
from ludarium.site.store import Store
from tests.soak.ladder_people import Author, Fault
from tests.soak.one_game import GAME

_PART = 100
"""Matches that are played again by one command."""


class Published(NamedTuple):
    """A bot on the ladder: its author, its id, and what its failures must say; empty if it must not fail."""

    author: Author
    bot: str
    cause: str


class Kept:
    """The folder of a run, whose bots are of some authors."""

    def __init__(self, folder: Path) -> None:
        self._bots, self._again = folder / "published.ndjson", folder / "again.txt"
        self._file = folder / "ladder.ndjson.gz"

    def published(self, authors: list[Author]) -> list[Published]:
        """Return the bots that were published."""
        lines = self._bots.read_text("utf-8").splitlines() if self._bots.exists() else []
        return [Published(authors[author], bot, cause) for author, bot, cause in map(json.loads, lines)]

    def add(self, one: Published, authors: list[Author]) -> None:
        """Note a bot that was published."""
        with self._bots.open("a", encoding="utf-8") as file:
            file.write(f"{json.dumps([authors.index(one.author), one.bot, one.cause])}\n")

    def verify(self, database: str, workers: int, until: float) -> list[str]:
        """Play what was not played again yet, in parts, until a time of `time.monotonic`; return what was verified.

        Raises `Fault`.
        """
        rated, said = self._write(database), ""
        done = int(self._again.read_text("ascii")) if self._again.exists() else 0
        while done < rated and time.monotonic() < until:
            last = min(done + _PART, rated)
            said = self._part(done + 1, last, workers)
            done = last
            self._again.write_text(f"{done}\n", "ascii")
        return [f"{done} of {rated} ranked matches played again with the same record", *said.splitlines()[1:]]

    def _part(self, first: int, last: int, workers: int) -> str:
        command = ["ladder", "--verify", str(self._file), "--matches", f"{first}-{last}", "--workers", str(workers)]
        done = subprocess.run([sys.executable, "-m", "ludarium", *command], capture_output=True, text=True, check=False)
        asked = last - first + 1
        if done.returncode or f"; {asked:,} played again with the same record" not in done.stdout:
            raise Fault(done.stdout + done.stderr)
        print(f"matches {first} to {last}: {asked} played again with the same record", flush=True)
        return done.stdout.strip()

    def _write(self, database: str) -> int:
        """Write the file of the ladder, as the site publishes it; return how many matches it has."""
        store = Store(database)
        try:
            with gzip.open(self._file, "wb") as file:
                for line in Service(store).ladder_files.whole(load(GAME)):
                    file.write(msgspec.json.encode(line) + b"\n")
            return store.ladder_matches.last_rated(GAME)
        finally:
            store.close()
