"""The score of a player in a trial, with its confidence interval, and whether it shows who is stronger."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass, replace

from ludarium.tournament.series import Z, wilson

_SURE = 3.3
"""Standard errors from an even score with which a match ends early; so many, since it is asked again and again."""
_LEAST_ROUNDS = 4


@dataclass(frozen=True, slots=True)
class TrialScore:
    """A player's score against an opponent, round by round.

    In a round a player has every seat once, after the same opening.

    | field     | meaning                                                                       |
    | --------- | ----------------------------------------------------------------------------- |
    | `player`  | the opponent                                                                  |
    | `even`    | the score of a player that is as strong                                       |
    | `dice`    | whether the points are those of games with dice, less what is owed to luck    |
    | `games`   | finished games                                                                |
    | `rounds`  | finished rounds                                                               |
    | `points`  | the sum of the games' points, each from 0 to 1 if luck is not taken out       |
    | `squares` | the sum of the squares of the rounds' means                                   |
    """

    player: str
    even: float
    dice: bool = False
    games: int = 0
    rounds: int = 0
    points: float = 0.0
    squares: float = 0.0

    def add(self, points: Sequence[float]) -> TrialScore:
        """Return the score after one more round, of which these are the points of every game."""
        mean = sum(points) / len(points)
        return replace(
            self, games=self.games + len(points), rounds=self.rounds + 1, points=self.points + sum(points),
            squares=self.squares + mean * mean,
        )  # fmt: skip

    @property
    def mean(self) -> float:
        """The score."""
        return self.points / self.games

    def within(self, z: float) -> tuple[float, float]:
        """Return the score's interval, so many standard errors on each side.

        With dice these are computed from how much the rounds differ, since without luck they differ little; else it is
        Wilson's interval, which is right for games that are all won, too.

        >>> score = TrialScore("hard", 0.5, dice=True)
        >>> for round_ in [(0.54, 0.52), (0.51, 0.51), (0.52, 0.52), (0.49, 0.51), (0.53, 0.55)]:
        ...     score = score.add(round_)
        >>> [round(bound, 2) for bound in score.within(2.0)]
        [0.5, 0.54]
        """
        n, mean = self.rounds, self.mean if self.games else 0.0
        if not self.dice and self.games:
            return wilson(mean, self.games, z)
        if n < _LEAST_ROUNDS:
            return 0.0, 1.0
        variance = max(0.0, self.squares - n * mean * mean) / (n - 1)
        half = z * math.sqrt(variance / n * (n - 1) / (n - 3))  # the last factor is the variance of Student's t
        return max(0.0, mean - half), min(1.0, mean + half)

    @property
    def interval(self) -> tuple[float, float]:
        """The 95 % confidence interval."""
        return self.within(Z)

    @property
    def is_weaker(self) -> bool:
        """Whether the games show that the player is weaker than its opponent."""
        return self.interval[1] < self.even

    @property
    def is_stronger(self) -> bool:
        """Whether the games show that the player is stronger than its opponent."""
        return self.interval[0] > self.even

    @property
    def is_clear(self) -> bool:
        """Whether no further game is needed to tell which is stronger."""
        low, high = self.within(_SURE)
        return low > self.even or high < self.even
