"""The ladder of skill: from random play up, each rung beats the one below in two of three games.

B. Robertie has compared games by how many such steps lie between a beginner and the best ("complexity number").
"""

from __future__ import annotations

from functools import partial
from math import ceil
from typing import Any

import numpy as np

from ludarium.analysis.measuring.duels import duel, has_duels, ladder_bot
from ludarium.analysis.measuring.estimates import score_of
from ludarium.core.game import Game
from ludarium.core.kernel import Floats
from ludarium.core.rng import derive
from ludarium.study.journal import Runner

STEP = 2 / 3
"""The score of a rung against the one below, on a scale where equal players score 1/2."""
_Z = 1.645
"""The standard errors of a match beyond which 5 of 100 lie on one side."""
_RANDOM = 0
"""The rung of random play; others are called by their simulations a turn."""


def player_of(rung: int) -> str:
    """Return the spec of the player of a rung.

    >>> player_of(0), player_of(8)
    ('random', 'mcts(simulations=8)')
    """
    return ladder_bot(rung) if rung else "random"


def climb(game: Game, games: int, top: int, seed: int, runner: Runner) -> Any:
    """Return the rungs of the ladder, and every pair that has met, as JSON has it; None for a game without rivals.

    Above each rung the next is the weakest search that scores `STEP` against it, of those whose simulations are
    doubled again and again, up to `top`. With three or four seats the stronger player has one and the weaker one all
    others, and the step is as far from an even score as with two.
    """
    if not has_duels(game) or not games:
        return None
    even = sum(game.payoff_range.parts(game.payoff_range.after_draw(game.seats))) / game.seats
    needed = even + (STEP - 0.5) / 0.5 * (1 - even)
    rungs, met, below = [_RANDOM], list[dict[str, Any]](), _RANDOM
    for above in (2**power for power in range(top.bit_length())):
        if above > top:
            break
        jobs = [(above, below, number) for number in range(games)]
        parts = np.array(runner.run("ladder", partial(_meet, game, seed), jobs))
        found = score_of(parts)
        score = [round(bound, 6) for bound in found]
        met.append({"above": above, "below": below, "score": score, "enough": enough(parts, even)})
        if found.value >= needed:
            rungs.append(above)
            below = above
    return {"rungs": rungs, "met": met, "games": games, "even": round(even, 6), "needed": round(needed, 6), "top": top}


def enough(parts: Floats, even: float) -> int | None:
    """Return how many games a match must have so that who is stronger is ahead in 95 of 100 matches.

    So much is left to luck, of dice and of opponents' errors. None where the games show nobody to be stronger, and
    where all end alike.

    >>> enough(np.array([1.0, 1.0, 0.0] * 9), 0.5), enough(np.array([0.0, 1.0]), 0.5)
    (22, None)
    """
    ahead, spread = float(parts.mean()) - even, float(parts.std())
    if ahead * len(parts) ** 0.5 < _Z * spread or not spread:
        return None if ahead <= 0 or spread else 1
    return ceil((_Z * spread / ahead) ** 2)


def _meet(game: Game, seed: int, job: tuple[int, int, int]) -> float:
    above, below, number = job
    return duel(game, player_of(above), player_of(below), derive(seed, 5, above, below), number)
