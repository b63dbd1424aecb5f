"""The progress display and the standings of `match` and `tournament`."""

import time
import warnings
from collections import Counter
from collections.abc import Callable, Hashable, Mapping, Sequence
from contextlib import nullcontext
from typing import TypeVar

from rich.console import Group
from rich.live import Live
from rich.table import Table

from ludarium.cli.terminal.output import errors, progress, say
from ludarium.core.text import counted
from ludarium.players.table import ForfeitWarning
from ludarium.tournament.executors import Workers
from ludarium.tournament.series import Score
from ludarium.tournament.side_by_side import GameResult
from ludarium.tournament.tournament import Tournament

_Player = TypeVar("_Player", bound=Hashable)

_SHOWN = 12
"""The maximum number of lines of the standings during play, and of the causes of forfeits."""
_PAUSE = 0.3
"""The minimum number of seconds between two updates of the standings."""
_SHARE = 20
"""Updates of the standings take at most this fraction of the time: 1 / `_SHARE`."""


def play_out(cup: Tournament, workers: Workers, save: Callable[[Sequence[GameResult]], object] | None = None) -> None:
    """Play a tournament to its end; meanwhile a terminal shows the games played, the time left and the standings.

    Players that fail are no warnings here: `print_forfeits` tells of them.
    """
    bar = progress()
    expected = cup.config.length()
    task = bar.add_task(cup.config.game, total=expected, completed=len(cup.results))
    live = Live(bar, console=errors, transient=True) if errors.is_terminal else None
    due = 0.0
    with live or nullcontext(), warnings.catch_warnings():
        warnings.simplefilter("ignore", ForfeitWarning)
        for _ in cup.play(workers.executor, workers.number, save):
            bar.update(task, completed=len(cup.results), total=max(expected, len(cup.results)))
            started = time.monotonic()
            if live and started >= due:
                live.update(Group(bar, standings_table(cup.standings()[:_SHOWN])))
                now = time.monotonic()
                due = now + max(_PAUSE, _SHARE * (now - started))


def print_forfeits(forfeits: Mapping[tuple[_Player, str], int]) -> None:
    """Print why games were lost outside the rules, by player and cause; the most common causes first."""
    found = Counter(dict(forfeits)).most_common()
    for (_, why), count in found[:_SHOWN]:
        say(f"{counted(count, 'game')} lost: {why}", "red")
    if len(found) > _SHOWN:
        say(f"and for {len(found) - _SHOWN} more causes", "red")


def standings_table(standings: Sequence[Score], more: Mapping[str, Sequence[str]] | None = None) -> Table:
    """Return the table of standings, best player first; `more` are further columns by heading."""
    table = Table("player", box=None, header_style="bold", padding=(0, 2, 0, 0))
    for heading in ("games", "won", "drawn", "lost", "score", "95 % interval", *(more or ())):
        table.add_column(heading, justify="right")
    for number, one in enumerate(standings):
        low, high = one.interval
        counts = map(str, (one.games, one.won, one.drawn, one.lost))
        score = f"{one.points / one.games:.1%}" if one.games else ""
        added = (texts[number] for texts in (more or {}).values())
        table.add_row(one.player, *counts, score, f"{low:.1%} to {high:.1%}", *added)
    return table
