"""The output of a bot: a log that a person can read, and a table of its matches that refreshes in a terminal."""

import time
from collections.abc import Callable
from contextlib import AbstractContextManager, nullcontext
from dataclasses import dataclass
from pathlib import Path
from threading import Lock

from rich.console import Console
from rich.live import Live
from rich.table import Table

from ludarium.core.text import plain

_SHOWN = 20
_LINES = 6


@dataclass
class BotMatch:
    """A match in the table."""

    number: int
    game: str
    against: str
    turns: int = 0
    doing: str = ""


class BotReport:
    """Writes the log to a file, or to the console where there is no table, and shows the table in a terminal."""

    def __init__(self, console: Console, log: Path | None, now: Callable[[], float] = time.time) -> None:
        self._console, self._log, self._now = console, log, now
        self._rows: dict[str, BotMatch] = {}
        self._lines: list[str] = []
        self._lock = Lock()
        self._live = (
            Live(get_renderable=self._table, console=console, refresh_per_second=4) if console.is_terminal else None
        )
        self.played = self.failed = 0

    def open(self) -> AbstractContextManager[object]:
        """Show the table until the block ends."""
        return self._live or nullcontext()

    def say(self, text: str) -> None:
        """Write a line to the log, with the time."""
        line = plain(f"{time.strftime('%Y-%m-%d %H:%M:%S', time.localtime(self._now()))}  {text}")
        with self._lock:
            self._lines = [*self._lines, line][-_LINES:]
            if self._log:
                with self._log.open("a", encoding="utf-8") as file:
                    file.write(f"{line}\n")
            if self._live is None:
                self._console.print(line, soft_wrap=True)

    def show(self, match_id: str, row: BotMatch) -> None:
        """Show what happens in a match."""
        with self._lock:
            self._rows.pop(match_id, None)
            self._rows[match_id] = row

    def hide(self, match_id: str) -> None:
        """Remove a match from the table."""
        with self._lock:
            self._rows.pop(match_id, None)

    def _table(self) -> Table:
        with self._lock:
            rows, lines = list(self._rows.values())[-_SHOWN:], list(self._lines)
        table = Table("Match", "Game", "Against", "Turns", "", caption="\n".join(lines), caption_justify="left")
        for row in rows:
            table.add_row(str(row.number), *map(plain, (row.game, row.against, str(row.turns), row.doing)))
        return table
