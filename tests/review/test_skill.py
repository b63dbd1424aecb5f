"""Skill: what decisions give away, with the interval of its mean."""

import math
from pathlib import Path
from random import Random

import pytest

from ludarium.core.kernel import CHANCE
from ludarium.core.registry import load
from ludarium.review.skill import Skill, decisions
from ludarium.solve.installed import require_table
from ludarium.solve.table import Table
from studies.skill import FEW, play_all, tau, taus
from tests.conftest import EXACT_LUDO
from tests.review.test_exact import any_course


@pytest.fixture
def table(tables: Path) -> Table:
    return require_table(load(EXACT_LUDO))


def test_every_turn_with_a_choice_is_a_decision_and_no_other_is(table: Table) -> None:
    states = any_course(4)
    chosen = [
        state for state in states[:-2] if state.actors and state.actors[0] != CHANCE and len(state.legal()) > 1
    ]  # the table leaves out the limit of turns, so the last turn tells nothing
    found = [*decisions(table, states)]
    assert [made.seat for made in found] == [state.actors[0] for state in chosen]
    assert {made.kind for made in found} <= {"moving", "bumping"}
    assert "moving" in {made.kind for made in found}


def test_the_table_gives_nothing_away_and_lot_something(table: Table) -> None:
    best, lot = ([made.loss for made in decisions(table, any_course(3, best=best))] for best in (True, False))
    assert set(best) == {0.0}
    assert sum(lot) > 0.02
    assert min(lot) == 0.0


def test_kinds_change_nothing_but_the_kind(table: Table) -> None:
    states = any_course(5)
    assert [made[:2] for made in decisions(table, states)] == [
        made[:2] for made in decisions(table, states, kinds=False)
    ]
    assert {made.kind for made in decisions(table, states, kinds=False)} == {""}


def test_skills_add_up_to_that_of_all_games() -> None:
    games = [[0.1, 0.0], [], [0.0, 0.25, 0.0], [0.5], [0.0], [0.125, 0.0]]
    parts = Skill.of(games[:3]).and_(Skill.of(games[3:]))
    assert parts == Skill.of(games)
    assert (parts.games, parts.decisions) == (5, 9)
    assert parts.mean == pytest.approx(0.975 / 9)


def test_the_interval_is_that_of_resampled_games() -> None:
    chance = Random(1)
    games = [[chance.random() ** 3 * weight for _ in range(chance.randint(1, 12))] for weight in [0.5, 2.0] * 60]
    skill = Skill.of(games)
    means = sorted(Skill.of(chance.choices(games, k=len(games))).mean for _ in range(4000))
    assert skill.half == pytest.approx((means[3900] - means[100]) / 2, rel=0.1)
    assert means[100] < skill.mean < means[3900]


def test_few_games_have_no_interval_and_none_no_mean() -> None:
    assert math.isnan(Skill.of([[0.1], [0.2], [0.3], [0.1]]).half)
    assert Skill.of([[0.1], [0.2], [0.3], [0.1], [0.4]]).half > 0
    assert math.isnan(Skill().mean)


def test_the_interval_holds_the_true_mean_about_as_often_as_it_says() -> None:
    chance, held = Random(2), 0
    for _ in range(1000):
        games = [[float(chance.random() < 0.1)] * chance.choice([1, 2, 3]) for _ in range(200)]
        skill = Skill.of(games)
        held += abs(skill.mean - 0.1) < skill.half
    assert 925 <= held <= 972


def test_bots_are_ordered_by_their_losses_after_few_games() -> None:
    """The study in small: `python -m studies.skill` plays more."""
    by_loss, by_score = taus(play_all(FEW), FEW)
    assert min(by_loss) > 0.85
    assert max(by_score) < min(by_loss)
    assert tau([0, 1, 2, 3]) == 1.0
