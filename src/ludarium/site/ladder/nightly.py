"""The files of the ladders that a site publishes each night, and of which it keeps the last ones.

A file is written beside its place and moved there, so nobody reads half of one, and its name is its own, so that of two
processes that write the file of a day neither changes what the other has written.

Beside each file stands, from before it is there, which bots it has code of; one without this list is not published
before the ladder worker has read it, since a request must not take so long. Whether their authors show it still is
asked in the database whenever files are listed: no process publishes one with code that was hidden, and each deletes
those of its own machine.
"""

from __future__ import annotations

import gzip
import logging
import re
import secrets
from collections.abc import Callable
from contextlib import suppress
from datetime import UTC, datetime
from pathlib import Path
from typing import BinaryIO, NamedTuple

import msgspec

from ludarium.core.game import Game
from ludarium.core.registry import load
from ludarium.match.clock import DAY
from ludarium.site.ladder.ladder_file import FileLine, LadderFiles, LadderPlayerLine
from ludarium.site.ladder.ladders import ranked_games
from ludarium.site.ladder.views import NoSuchLadder
from ludarium.site.store import Store
from ludarium.site.worker import carry_out

KEPT = 7
"""Files that are kept of each game."""
HOUR = 2
"""The hour (UTC) from which on the file of a day is written."""
_END = ".ndjson.gz"
_NAME = re.compile(r"([0-9]{4}-[0-9]{2}-[0-9]{2})\.[0-9a-f]{16}\.ndjson\.gz")
_log = logging.getLogger(__name__)


class NightlyFile(NamedTuple):
    """A file of a ladder: the day on which it was written, and where it is."""

    day: str
    path: Path


class NightlyFiles:
    """Writes the files of the ladders into a folder, one for each game; None for none."""

    def __init__(self, store: Store, files: LadderFiles, folder: Path | None, now: Callable[[], float]) -> None:
        self._store, self._files, self._folder, self._now = store, files, folder, now

    def work(self) -> int:
        """Write all files that are due; return how many."""
        return carry_out(self._due, self.write, _log, "the ladder of")

    def of(self, game: Game) -> tuple[NightlyFile, ...]:
        """Return the files of a game, one a day, the latest first; one with code that is shown no more is deleted."""
        bots = {file: named for file in self._stored(game) if (named := _bots(file)) is not None}
        shown = self._store.workshop.shown(set[str]().union(*bots.values()))
        for file, named in bots.items():
            if not named <= shown:
                _delete(file)
        days = {file.day: file for file in sorted(file for file, named in bots.items() if named <= shown)}
        return tuple(days[day] for day in sorted(days, reverse=True))

    def _stored(self, game: Game) -> list[NightlyFile]:
        folder = self._folder / game.name if self._folder else None
        paths = folder.iterdir() if folder and folder.is_dir() else ()
        return [NightlyFile(found[1], path) for path in paths if (found := _NAME.fullmatch(path.name))]

    def open(self, game: Game, day: str = "") -> tuple[NightlyFile, BinaryIO]:
        """Return the file of a day, by default the latest, opened: it can be read although it is deleted meanwhile.

        Raises `NoSuchLadder` if there is none.
        """
        file = self.find(game, day)
        with suppress(FileNotFoundError):
            return file, file.path.open("rb")
        raise NoSuchLadder(f"the file of {file.day} has just been deleted: a player shows the code no more")

    def find(self, game: Game, day: str = "") -> NightlyFile:
        """Return the file of a day, by default the latest.

        Raises `NoSuchLadder` if there is none.
        """
        for file in self.of(game):
            if day in ("", file.day):
                return file
        raise NoSuchLadder(f"there is no file of the ladder of {game.name} of this day: the site writes one each night")

    def write(self, name: str) -> bool:
        """Write the file of today for a game, and delete those that are too old; return whether it was due."""
        game, today = load(name), self._today()
        if self._folder is None or today is None or any(file.day == today for file in self.of(game)):
            return False
        folder = self._folder / game.name
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        for left in folder.glob("*.part"):  # by a process that was killed
            if left.stat().st_mtime < self._now() - DAY:
                left.unlink(missing_ok=True)
        token, bots = secrets.token_hex(8), set[str]()
        part, written = folder / f"{token}.part", NightlyFile(today, folder / f"{today}.{token}{_END}")
        try:
            with gzip.open(part, "wb", compresslevel=6) as file:
                for line in self._files.whole(game):
                    bots |= _bot_of(line)
                    file.write(msgspec.json.encode(line) + b"\n")
            _write_list(written.path, bots)
            part.replace(written.path)
        finally:
            part.unlink(missing_ok=True)
        stored = self._stored(game)
        kept = sorted({file.day for file in stored})[-KEPT:]
        for old in stored:
            if old.day not in kept:
                _delete(old)
        return True

    def _due(self) -> list[str]:
        today = self._today()
        if self._folder is None or today is None:
            return []
        return [
            game.name
            for game in ranked_games()
            if not any(file.day == today for file in self.of(game)) and self._store.ladder_matches.last_rated(game.name)
        ]

    def _today(self) -> str | None:
        """Return the day whose file is to be there, None before its hour."""
        now = datetime.fromtimestamp(self._now(), UTC)
        return f"{now:%Y-%m-%d}" if now.hour >= HOUR else None


def _bot_of(line: FileLine) -> set[str]:
    """Return the bot whose code a line has."""
    has_code = isinstance(line, LadderPlayerLine) and (line.source is not None or line.module is not None)
    return {line.bot} if has_code and isinstance(line, LadderPlayerLine) and line.bot else set()


def _list(file: Path) -> Path:
    """Return where it is written which bots a file has code of."""
    return file.with_name(f"{file.name.removesuffix(_END)}.bots")


def _bots(file: NightlyFile) -> set[str] | None:
    """Return the bots that a file has code of; None for one that is being deleted."""
    try:
        return set(_list(file.path).read_text("ascii").split())
    except FileNotFoundError:
        return None


def _write_list(file: Path, bots: set[str]) -> None:
    part = file.with_name(f"{secrets.token_hex(8)}.part")
    part.write_text("\n".join(sorted(bots)), "ascii")
    part.replace(_list(file))


def _delete(file: NightlyFile) -> None:
    file.path.unlink(missing_ok=True)
    _list(file.path).unlink(missing_ok=True)
