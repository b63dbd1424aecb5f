"""The rules of solving, without a database: ratings, the next puzzle, days in a row, and runs against the clock."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from datetime import datetime
from functools import lru_cache
from typing import TYPE_CHECKING
from zoneinfo import ZoneInfo

from ludarium.core.rng import generator
from ludarium.puzzles.puzzle import Puzzle
from ludarium.site.puzzles.board import puzzles_of
from ludarium.tournament.ratings import START, Rating, rate_game

if TYPE_CHECKING:
    from ludarium.site.puzzles.rows import Run

SECONDS, MISTAKES = 180.0, 3
"""A run ends after so many seconds, or with so many mistakes."""
_EPOCH = 719_163
"""The ordinal of the first day of 1970."""
_SPREAD = 3.0
"""How far the order of a run may be from that of the ratings."""
_LEVELS = ((20.0, "easy"), (26.0, "medium"))


def day_of(now: float, zone: str) -> int:
    """Return the day of a time in a time zone, counted from 1970.

    >>> day_of(0, "UTC"), day_of(0, "America/New_York"), day_of(13 * 3600, "Asia/Tokyo")
    (0, -1, 0)
    """
    return datetime.fromtimestamp(now, ZoneInfo(zone)).date().toordinal() - _EPOCH


def days_in_a_row(days: Collection[int], today: int) -> int:
    """Return how many days in a row there are up to today, or up to yesterday while today's is still to come.

    >>> days_in_a_row([3, 4, 5], 5), days_in_a_row([3, 4, 5], 6), days_in_a_row([3, 4, 5], 7)
    (3, 3, 0)
    """
    last = today if today in days else today - 1
    first = last
    while first in days:
        first -= 1
    return last - first


def longest_row(days: Iterable[int]) -> int:
    """Return the most days in a row.

    >>> longest_row([1, 2, 5, 6, 7, 9])
    3
    """
    known = {*days}
    return max((days_in_a_row(known, day) for day in known), default=0)


def rate(person: Rating, puzzle: Rating, *, is_right: bool) -> tuple[Rating, Rating]:
    """Return the ratings of a person and of a puzzle after the person's first answer to it.

    >>> after, puzzle = rate(START, START, is_right=True)
    >>> after.strength > START.strength > puzzle.strength
    True
    """
    after = rate_game([person, puzzle], (1.0, 0.0) if is_right else (0.0, 1.0))
    return after[0], after[1]


def rate_part(person: Rating, puzzle: Rating, part: float) -> tuple[Rating, Rating]:
    """Return the ratings after a first answer that counts as a part of a right one, from 0 to 1.

    They lie so far on the way from those after a wrong answer to those after a right one.

    >>> wrong, half, right = (rate_part(START, START, part)[0].strength for part in (0, 0.5, 1))
    >>> wrong < half == (wrong + right) / 2 < right
    True
    """
    lost, won = rate(person, puzzle, is_right=False), rate(person, puzzle, is_right=True)
    mine, its = (
        Rating(*(a + part * (b - a) for a, b in zip(one, other, strict=True)))
        for one, other in zip(lost, won, strict=True)
    )
    return mine, its


def difficulty(strength: float) -> str:
    """Return how hard a puzzle of a strength is, in a word.

    >>> difficulty(17.1), difficulty(25.0), difficulty(33.0)
    ('easy', 'medium', 'hard')
    """
    return next((word for most, word in _LEVELS if strength < most), "hard")


def nearest(strength: float, puzzles: Mapping[int, float], among: int = 3) -> list[int]:
    """Return the numbers of the puzzles whose strengths, by their numbers, are nearest to one, the nearest first.

    >>> nearest(25.0, {1: 17.0, 2: 27.0, 3: 24.0, 4: 40.0})
    [3, 2, 1]
    """
    return sorted(puzzles, key=lambda number: (abs(puzzles[number] - strength), number))[:among]


def first_rating(puzzle: Puzzle) -> Rating:
    """Return the rating of a puzzle that nobody has tried: that of its file, by solvers of three strengths."""
    return Rating(*puzzle.rating) if puzzle.rating[1] else START


@lru_cache(maxsize=256)
def order_of(game: str, seed: int) -> tuple[int, ...]:
    """Return the numbers of a game's puzzles in the order of a run: roughly the easiest first, by the seed."""
    puzzles = puzzles_of(game)
    offsets: Sequence[float] = generator(seed).normal(scale=_SPREAD, size=len(puzzles)).tolist()
    key = {number: puzzle.rating[0] + offsets[number - 1] for number, puzzle in enumerate(puzzles, 1)}
    return tuple(sorted(key, key=lambda number: (key[number], number)))


def place_of(run: Run) -> int:
    """Return the number of puzzles that were answered before the one at which a run stands."""
    return run.solved + run.mistakes


def answers_of(run: Run) -> tuple[bool, ...]:
    """Return whether each answer of a run was right, in their order; empty for former runs, which do not tell."""
    missed = {place for place, _ in run.missed or ()}
    return tuple(place not in missed for place in range(place_of(run))) if len(missed) == run.mistakes else ()


def ends_at(run: Run) -> float:
    """Return when the clock of a run runs out."""
    return run.started_at + SECONDS


def is_over(run: Run, now: float) -> bool:
    """Return whether a run has ended, or ends now since its clock has run out."""
    return run.ended_at is not None or now >= ends_at(run)


def after_answer(run: Run, now: float, *, is_right: bool) -> dict[str, object]:
    """Return what an answer changes in a run that goes on."""
    solved, mistakes = run.solved + is_right, run.mistakes + (not is_right)
    is_last = mistakes >= MISTAKES or solved + mistakes >= len(puzzles_of(run.game))
    return {"solved": solved, "mistakes": mistakes} | ({"ended_at": now} if is_last else {})
