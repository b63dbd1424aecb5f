"""The files of the ladders that a site publishes each night, and of which it keeps the last ones.

A file is written beside its place and moved there, so nobody reads half of one; of two processes that write the same
one, the later wins, with the same matches. Files with code that its author does not show any more are deleted.
"""

from __future__ import annotations

import gzip
import logging
import re
import secrets
from collections.abc import Callable
from datetime import UTC, datetime
from pathlib import Path
from typing import NamedTuple

import msgspec

from ludarium.club.due_work import carry_out
from ludarium.club.ladder.ladder_file import LadderFiles
from ludarium.club.ladder.marks import ranked_games
from ludarium.club.ladder.views import NoSuchLadder
from ludarium.core.game import Game
from ludarium.core.registry import load
from ludarium.match.clock import DAY
from ludarium.store.match.repository import Store

KEPT = 7
"""Files that are kept of each game."""
HOUR = 2
"""The hour (UTC) from which on the file of a day is written."""
_NAME = re.compile(r"([0-9]{4}-[0-9]{2}-[0-9]{2})\.ndjson\.gz")
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
        """Return the files of a game, the latest first."""
        folder = self._folder / game.name if self._folder else None
        named = [
            (_NAME.fullmatch(path.name), path) for path in (folder.iterdir() if folder and folder.is_dir() else ())
        ]
        return tuple(sorted((NightlyFile(found[1], path) for found, path in named if found), reverse=True))

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
        part = folder / f"{secrets.token_hex(8)}.part"
        try:
            with gzip.open(part, "wb", compresslevel=6) as file:
                for line in self._files.whole(game):
                    file.write(msgspec.json.encode(line) + b"\n")
            part.replace(folder / f"{today}.ndjson.gz")
        except FileNotFoundError:  # `delete` was called meanwhile: the next look writes another one
            return False
        finally:
            part.unlink(missing_ok=True)
        for old in self.of(game)[KEPT:]:
            old.path.unlink(missing_ok=True)
        return True

    def delete(self, name: str) -> None:
        """Delete the files of a game, also one that is being written; the next look writes that of today again."""
        for file in self.of(load(name)):
            file.path.unlink(missing_ok=True)
        for part in (self._folder / name).glob("*.part") if self._folder else ():
            part.unlink(missing_ok=True)

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
