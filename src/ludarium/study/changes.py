"""What options change: games with one of them changed, and whether they differ beyond chance from the game as it is."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import partial
from statistics import NormalDist
from typing import Any

import numpy as np

from ludarium.analysis.measuring.courses import observe_game
from ludarium.analysis.measuring.effects import Variant, variants
from ludarium.analysis.measuring.estimates import Estimate, amount_of, score_of
from ludarium.core.game import Game
from ludarium.core.registry import load
from ludarium.core.rng import derive
from ludarium.study.counts import option_bot
from ludarium.study.journal import Runner

MEASURES = {
    "turns": "turns", "first": "score of the first seat", "drawn": "draws", "lead_changes": "lead changes",
    "behind": "how far the winner was behind", "branching": "legal actions",
}  # fmt: skip
"""What is compared, with its name: means over games between searches."""
PARTS = ("first", "drawn")
"""Those that are parts of 1, which are shown as games of 100."""
_USUAL = "usual"
LEAST = 4
"""The values from which a difference is inferred at all."""
ENOUGH = 20
"""The games of each value from which a page says that an option changes nothing that can be measured."""
_ERROR = 0.05
"""The probability of any difference where there is none, over all comparisons of a study together."""


def compare_options(game: Game, games: int, seed: int, runner: Runner) -> Any:
    """Return what each value of each option changes, as JSON has it; the first row is the game as it is.

    `usual` is the row of the game with its usual options, None if it has them. The games are those of a search with few
    simulations with itself. A difference counts if `differ` finds it at an error of 5 % for all comparisons together
    (Bonferroni).
    """
    if not games or not game.definition.options:
        return None
    is_usual = game.spec == game.name
    known = [*variants(game), *([] if is_usual else [Variant(_USUAL, "", load(game.name))])]
    found = [_played(variant, games, seed, runner) for variant in known]
    base, compared = found[0], 0
    for variant in known[1:]:
        compared += sum(_comparable(name, game, variant.game) for name in MEASURES)
    limit = NormalDist().inv_cdf(1 - _ERROR / (2 * max(1, compared)))
    rows = []
    for variant, values in zip(known, found, strict=True):
        estimates = {name: _estimate(name, values[name]) for name in MEASURES}
        differs = [
            name
            for name in MEASURES
            if variant.option and _comparable(name, game, variant.game) and differ(base[name], values[name], limit)
        ]
        rows.append(
            {
                "option": variant.option, "value": str(variant.value), "spec": variant.game.spec,
                "seats": variant.game.seats, "measures": {name: _rounded(one) for name, one in estimates.items()},
                "differs": differs,
            }
        )  # fmt: skip
    usual = None if is_usual else rows.pop()
    return {"games": games, "player": option_bot(), "compared": compared, "rows": rows, "usual": usual}


def _comparable(name: str, game: Game, other: Game) -> bool:
    """Return whether a measure means the same in two games; the score of a seat depends on how many there are."""
    return name != "first" or game.seats == other.seats


def differ(one: Sequence[float | None], other: Sequence[float | None], limit: float) -> bool:
    """Return whether the means of two samples are further apart than so many standard errors.

    That is Welch's test, whose limit is greater for few values; for values that are all 0 or 1 the error is that of two
    samples with the same mean, so that few equal ones prove nothing.

    >>> differ([1.0, 2.0, 1.0, 2.0], [9.0, 8.0, 9.0, 8.0], 2.0), differ([0.0, 2.0], [9.0, 9.1], 2.0)
    (True, False)
    """
    known = [np.array([value for value in values if value is not None], float) for values in (one, other)]
    counts = np.array([len(values) for values in known])
    if counts.min() < LEAST:
        return False
    apart, whole = abs(float(known[0].mean() - known[1].mean())), np.concatenate(known)
    if ((whole == 0) | (whole == 1)).all():
        error = float(whole.std()) * float((1 / counts).sum()) ** 0.5
        return bool(apart > limit * error) and error > 0
    errors = np.array([values.var(ddof=1) for values in known]) / counts
    if not errors.any():  # nothing ever varies: so many equal games that a difference is none of chance
        return apart > 0 and bool(counts.min() > limit**2)
    freedom = float(errors.sum() ** 2 / (errors**2 / (counts - 1)).sum())
    return bool(apart > _of_few(limit, freedom) * float(errors.sum()) ** 0.5)


def _of_few(limit: float, freedom: float) -> float:
    """Return the quantile of Student's distribution that is as probable as this one of the normal distribution.

    Its expansion by the degrees of freedom: Abramowitz and Stegun, Handbook of Mathematical Functions, 26.7.5.

    >>> round(_of_few(1.96, 10), 2), round(_of_few(3.0, 4), 1)
    (2.23, 6.4)
    """
    z = limit
    first = (z**3 + z) / 4
    second = (5 * z**5 + 16 * z**3 + 3 * z) / 96
    third = (3 * z**7 + 19 * z**5 + 17 * z**3 - 15 * z) / 384
    return z + first / freedom + second / freedom**2 + third / freedom**3


def _played(variant: Variant, games: int, seed: int, runner: Runner) -> Mapping[str, list[float | None]]:
    jobs = [(variant.game.spec, number) for number in range(games)]
    found = runner.run("options", partial(_observe, variant.game, seed), jobs)
    return {name: [one[name] for one in found] for name in MEASURES}


def _observe(game: Game, seed: int, job: tuple[str, int]) -> dict[str, float | None]:
    """Play a game between searches, and return what is compared; None for what it does not have."""
    (_, number), offered = job, list[int]()

    def seen(state: Any, step: tuple[int, ...]) -> None:
        offered.extend(len(state.legal(seat)) for seat in state.actors)

    course = observe_game(game, option_bot(), derive(seed, 6, number), seen)
    rivals = len(set(game.teams)) > 1
    drama = course.greatest_drama**2 if rivals else float("nan")
    return {
        "turns": float(course.turns),
        "first": float(course.final[course.first]) if rivals and course.first >= 0 else None,
        "drawn": float(not course.won),
        "lead_changes": float(course.lead_changes) if rivals else None,
        "behind": None if drama != drama else round(drama, 6),
        "branching": round(float(np.mean(offered)), 6) if offered else None,
    }


def _estimate(name: str, values: Sequence[float | None]) -> Estimate:
    known = np.array([value for value in values if value is not None], float)
    return score_of(known) if name in PARTS else amount_of(known)


def _rounded(estimate: Estimate) -> list[float] | None:
    finite = all(abs(bound) < float("inf") for bound in estimate)
    return [round(bound, 6) for bound in estimate] if estimate.known and finite else None
