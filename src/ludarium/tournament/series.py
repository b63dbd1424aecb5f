"""Series of games between the same players, who take turns in the seats; and their scores."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from concurrent.futures import Executor
from dataclasses import dataclass

from ludarium.core.arguments import check_number
from ludarium.core.record import Record
from ludarium.core.rng import derive
from ludarium.tournament.pairing import seating
from ludarium.tournament.side_by_side import GameJob, play_jobs

_ROUNDING = 1e-6
"""By how much a mean of parts may be above 1."""
Z = 1.96
"""Standard errors on each side of a 95 % confidence interval."""


def play_series(
    game: str, players: Sequence[str], games: int, seed: int = 0, *, executor: Executor | None = None, workers: int = 2
) -> Iterator[Record]:
    """Play games between bots and yield their records in order; the players rotate through the seats.

    Every game has its own seed, derived from `seed` and stored in the record's tags. `workers` is the number of games
    that the executor plays at once.

    >>> [record.tags["X"] for record in play_series("orion(turn_limit=10)", ["random", "easy"], 3)]
    ['random', 'easy', 'random']

    Raises what `play_match` raises.
    """
    jobs = [GameJob(number, game, seating(players, number), derive(seed, number)) for number in range(games)]
    records: dict[int, str] = {}
    following = 0
    for results in play_jobs(jobs, executor, workers):
        records |= {result.number: result.record for result in results}
        while following in records:
            yield Record.parse(records.pop(following))
            following += 1


@dataclass(frozen=True, slots=True)
class Score:
    """A player's score: games won, drawn and lost, and the sum of payoffs (`points`), as parts of their range."""

    player: str
    won: int = 0
    drawn: int = 0
    lost: int = 0
    points: float = 0.0

    @property
    def games(self) -> int:
        """The number of finished games."""
        return self.won + self.drawn + self.lost

    def add(self, payoff: float, verdict: int | None = None) -> Score:
        """Return the score after one more game.

        `payoff` is a part of the range of payoffs, from 0 to 1. `verdict` is 1 for a game that is won, 0 for one
        that is drawn, -1 for one that is lost; None to tell it from the payoff.

        Raises `InvalidOption` for another payoff.
        """
        check_number("payoff", payoff, -_ROUNDING, 1 + _ROUNDING)
        won, lost = (payoff == 1.0, payoff == 0.0) if verdict is None else (verdict > 0, verdict < 0)
        return Score(
            self.player,
            self.won + won,
            self.drawn + (not won and not lost),
            self.lost + lost,
            self.points + payoff,
        )

    @property
    def interval(self) -> tuple[float, float]:
        """The 95 % confidence interval of the expected payoff (Wilson's score interval).

        >>> [round(bound, 2) for bound in Score("Ann", won=8, lost=2, points=8.0).interval]
        [0.49, 0.94]
        """
        return wilson(self.points / self.games, self.games) if self.games else (0.0, 1.0)


def wilson(mean: float, n: int, z: float = Z) -> tuple[float, float]:
    """Return Wilson's score interval of a mean of n numbers from 0 to 1, so many standard errors on each side.

    >>> [round(bound, 2) for bound in wilson(0.8, 10)]
    [0.49, 0.94]

    Raises `InvalidOption` for a number out of range.
    """
    check_number("mean", mean, -_ROUNDING, 1 + _ROUNDING)
    check_number("n", n, 0, above=True)
    check_number("z", z, 0)
    mean = min(max(mean, 0.0), 1.0)
    spread = z * z / n
    middle = (mean + spread / 2) / (1 + spread)
    half = z / (1 + spread) * math.sqrt(mean * (1 - mean) / n + spread / (4 * n))
    return max(0.0, middle - half), min(1.0, middle + half)
