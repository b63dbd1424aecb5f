"""The values of the measures of a game, each from what was seen in its games; `core.measures` has their meanings."""

from __future__ import annotations

import math
from collections.abc import Sequence

import numpy as np

from ludarium.analysis.measuring.courses import Course
from ludarium.analysis.measuring.duels import skill_of
from ludarium.analysis.measuring.estimates import (
    UNKNOWN,
    Estimate,
    amount_of,
    at_least,
    deviation_of,
    logarithm,
    mean_of,
    part_of,
    ratio_of,
    score_of,
)
from ludarium.analysis.measuring.traits import Place
from ludarium.core.game import Game
from ludarium.core.kernel import Floats
from ludarium.search.profile import Profile
from ludarium.solve.race.table import count_positions

_OF_RIVALS = (
    "first", "drama", "greatest_drama", "killer", "lead_changes", "uncertainty", "late", "threshold", "decisiveness",
    "margin", "mean_margin",
)  # fmt: skip
"""The measures that a game without rivals has not."""
_LATE = 0.75
"""The part of a game after which its uncertainty is called late."""


def of_tree(game: Game, random: Profile) -> dict[str, Estimate]:
    """Return the measures of the tree.

    The entropy of random games is a lower bound of the logarithm of their number.
    """
    counted = count_positions(game)
    positions = Estimate(counted, counted, counted) if counted else at_least(random.positions)
    counts, actions, forced = random.choices.T
    return {
        "branching": ratio_of(actions, counts),
        "forced": ratio_of(forced, counts),
        "tree": Estimate(*(bound / math.log(10) for bound in mean_of(random.surprise))),
        "positions": logarithm(positions),
    }


def of_courses(game: Game, courses: Sequence[Course]) -> dict[str, Estimate]:
    """Return the measures of the courses of games between equal players."""
    won = np.array([course.won for course in courses], float)
    turns = np.array([course.turns for course in courses])
    traits = [course.traits for course in courses]
    limited = np.array([one.timed_out for one in traits], float)
    found = {
        "turns": amount_of(turns),
        "deviation": deviation_of(turns),
        "first": score_of(np.array([course.final[course.first] for course in courses if course.first >= 0])),
        "completion": score_of(won),
        "drawn": score_of((1 - won) * (1 - limited)),
        "timeouts": score_of(limited) if "turn_limit" in game.options else UNKNOWN,
        "drama": amount_of(np.array([course.drama for course in courses])),
        "greatest_drama": amount_of(np.array([course.greatest_drama for course in courses])),
        "lead_changes": amount_of(np.array([course.lead_changes for course in courses])),
        "killer": part_of(np.array([course.killer for course in courses])),
        "stability": amount_of(np.array([course.stability for course in courses])),
        "uncertainty": part_of(np.array([course.mean_uncertainty for course in courses])),
        "late": part_of(np.array([course.uncertainty(_LATE) for course in courses])),
        "threshold": part_of(np.array([course.threshold for course in courses])),
        "decisiveness": part_of(np.array([course.decisiveness for course in courses])),
        "settled": part_of(np.array([course.settled for course in courses])),
        "narrowness": part_of(np.array([one.narrow for one in traits])),
        "spread": amount_of(np.array([one.spread for one in traits])),
        "repetition": part_of(np.array([one.repeated for one in traits])),
        "coverage": part_of(_coverage([one.places for one in traits])),
        "margin": amount_of(np.array([one.margin for one in traits])),
        "mean_margin": amount_of(np.array([one.mean_margin for one in traits])),
    }
    has_rivals = len(set(game.teams)) > 1
    return found if has_rivals else found | dict.fromkeys(_OF_RIVALS, UNKNOWN)


def _coverage(places: Sequence[tuple[Place, ...]]) -> Floats:
    """Return the part of each game's places of those of all games."""
    everywhere = {place for found in places for place in found}
    return np.array([len(found) / len(everywhere) if everywhere else math.nan for found in places])


def of_skill(game: Game, skill: Floats, doublings: dict[int, Floats]) -> dict[str, Estimate]:
    """Return the measures of games between players that think for different times."""
    found = skill_of(skill, game)
    by_chance = game.max_chance_outcomes > 0 and found.known
    return {
        "skill": found,
        "luck": Estimate(*(min(1.0, 1 - bound) for bound in (found.value, found.high, found.low)))
        if by_chance
        else UNKNOWN,
        "doubling": score_of(np.concatenate([*doublings.values()])) if doublings else UNKNOWN,
    }
