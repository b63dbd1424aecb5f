"""What a page shows as a row of boards: matches that are played, puzzles of today, and finished matches."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import NamedTuple

from ludarium.club.match.views import MatchSummary
from ludarium.core.registry import definition, game_names
from ludarium.server.web.lobby.worth import to_watch, worth_seeing
from ludarium.site.puzzles.board import PuzzleBoard, number_of_day, puzzles_of


class Puzzle(NamedTuple):
    """A puzzle of today: its game's title, its address, and what it asks for."""

    title: str
    path: str
    task: str


class Tiles(NamedTuple):
    """A row of boards: at first matches in progress, then puzzles, then finished matches."""

    playing: tuple[MatchSummary, ...]
    puzzles: tuple[Puzzle, ...]
    over: tuple[MatchSummary, ...]

    @classmethod
    def of(cls, latest: Sequence[MatchSummary], day: int, most: int) -> Tiles:
        """Return at most so many boards; half of them are matches in progress where there are enough of other ones."""
        playing, over = to_watch(latest, most), worth_seeing(latest, most)
        puzzles = puzzles_of_day(day)[: max(1, most - len(playing) - len(over[:1]))]
        playing = playing[: max(0, most - len(puzzles))]
        return cls(tuple(playing), puzzles, tuple(over[: max(0, most - len(playing) - len(puzzles))]))


@lru_cache(maxsize=2)
def puzzles_of_day(day: int) -> tuple[Puzzle, ...]:
    """Return the puzzles of a day since 1970, a game each; another game is the first each day."""
    names = [name for name in game_names() if puzzles_of(name)]
    first = day % len(names) if names else 0
    return tuple(_puzzle(name, day) for name in (*names[first:], *names[:first]))


def _puzzle(name: str, day: int) -> Puzzle:
    board = PuzzleBoard.parse(name, str(number_of_day(name, day)))
    return Puzzle(definition(name).title, board.path, board.puzzle.task)
