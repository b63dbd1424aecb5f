"""What a page shows as a row of boards: matches that are played, then finished ones; and the puzzles of today."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from ludarium.site.ground.values import MatchSummary
from ludarium.site.match.worth_watching import played_now, worth_seeing
from ludarium.site.puzzles.pages import Daily, daily_puzzles
from ludarium.site.puzzles.rules import SECONDS

RUN_MINUTES = int(SECONDS // 60)
"""How long a run of puzzles against the clock takes."""


class Tiles(NamedTuple):
    """A row of boards: at first matches that are being played now, then finished matches."""

    playing: tuple[MatchSummary, ...]
    over: tuple[MatchSummary, ...]

    @classmethod
    def of(cls, latest: Sequence[MatchSummary], most: int, now: float) -> Tiles:
        """Return at most so many boards."""
        playing = played_now(latest, now, most)
        return cls(tuple(playing), tuple(worth_seeing(latest, most - len(playing))))


def puzzles_of_day(day: int) -> tuple[Daily, ...]:
    """Return the puzzles of a day since 1970, a game each; another game is the first each day."""
    daily = daily_puzzles(day)
    first = day % len(daily) if daily else 0
    return (*daily[first:], *daily[:first])
