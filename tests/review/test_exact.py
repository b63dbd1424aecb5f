"""What a table tells of the turns and rolls of a match."""

from collections import defaultdict
from pathlib import Path
from random import Random

import pytest

from ludarium.core.game import State
from ludarium.core.kernel import CHANCE
from ludarium.core.registry import load
from ludarium.review.adviser import Adviser
from ludarium.review.exact import exact_changes
from ludarium.review.review import review
from ludarium.solve.installed import require_table
from ludarium.solve.table import Table
from tests.conftest import EXACT_LUDO


@pytest.fixture
def table(tables: Path) -> Table:
    return require_table(load(EXACT_LUDO))


def any_course(seed: int, *, best: bool = False) -> list[State]:
    """Play a whole match by lot, or by the table; return the states between the turns."""
    game, chance = load(EXACT_LUDO), Random(seed)
    exact = require_table(game)
    found = [game.initial()]
    while (state := found[-1]).actors:
        seat = state.actors[0]
        if seat == CHANCE:
            shares = state.chance_outcomes()
            state = state.play(chance.choices([*shares], [*shares.values()])[0])
        else:
            while state.actors == (seat,) and (state is found[-1] or state.in_turn):
                known = exact.best_action(state, seat) if best else None
                state = state.play(known[0] if known else chance.choice(state.legal(seat)))
        found.append(state)
    return found


@pytest.mark.parametrize("seed", range(5))
def test_losses_and_luck_of_both_add_up_to_what_has_changed(table: Table, seed: int) -> None:
    states = any_course(seed)
    gained: dict[int, float] = defaultdict(float)
    for change in exact_changes(table, states):
        gained[change.seat] += (change.luck or 0.0) - (change.loss or 0.0)
    before, after = (table.payoffs(state) for state in (states[1], states[-2]))  # after the draw of who begins
    assert before
    assert after
    assert gained[0] - gained[1] == pytest.approx(after[0] - before[0], abs=1e-4 * len(states))


def test_the_best_turns_give_away_nothing_and_others_something(table: Table) -> None:
    best, lot = (
        [each.loss for each in exact_changes(table, any_course(3, best=best)) if each.loss is not None]
        for best in (True, False)
    )
    assert best
    assert not any(best)
    assert any(lot)
    assert min(lot) == 0.0


def test_they_are_those_of_a_review(table: Table) -> None:
    states = any_course(4)
    reviewed = [
        said.loss for advice in review(Adviser(table.game, 1, lambda: None), states, 0.01) for said in advice.seats
    ]
    found = [each.loss for each in exact_changes(table, states) if each.loss is not None]
    assert found == pytest.approx(reviewed[: len(found)], abs=1e-6)
    assert len(reviewed) - len(found) <= 1


def test_a_line_that_a_rule_may_have_ended_that_the_table_leaves_out_counts_for_nobody(table: Table) -> None:
    states = any_course(5)
    whole, shorter = (len([*exact_changes(table, chosen)]) for chosen in (states, states[:-1]))
    assert table.left_out
    assert whole == shorter
