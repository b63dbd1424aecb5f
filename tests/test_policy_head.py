"""The study of a policy head, at a size that tests can afford."""

import numpy as np
import pytest

import ludarium
from ludarium.learn.meeting import opened
from ludarium.search.evaluators import find_evaluator
from ludarium.search.learned import shipped_player
from ludarium.search.network import values_of
from studies.policy_head import Head, Seen, Trial, Values, meet, train, watch

SEARCH = "mcts(explore=0.1,widen=1)"
THRONGS = ludarium.load("throngs")


@pytest.fixture(scope="module")
def seen() -> Seen:
    return watch(THRONGS, "mcts(explore=0.1,widen=1,simulations=60)", 600, 1)


def test_values_are_those_of_the_champion() -> None:
    learned, out = shipped_player(THRONGS), np.zeros(2)
    assert learned
    values, (evaluator, tables) = Values(learned), find_evaluator(THRONGS, learned)
    for steps in range(4, 24, 4):
        state = opened(THRONGS, steps, steps)
        values_of(evaluator.renewed(2), tables, state.vector, out)
        inputs = values.inputs(np.asarray(ludarium.observe(state, 0), np.float32)[None])
        assert values.values(inputs)[0] == pytest.approx(out[0], abs=1e-5)


def test_visits_are_of_legal_actions_and_a_head_learns_to_foresee_them(seen: Seen) -> None:
    assert seen.visits.sum(1) == pytest.approx(1, abs=1e-5)
    assert not seen.visits[~seen.legal].any()
    assert (seen.legal.sum(1) > 1).all()
    few = seen.some(np.tile(np.arange(60), 20))  # so that what is kept for the check is also learnt
    fresh = Head.fresh(seen.inputs.shape[1], 16, seen.legal.shape[1], 2)
    head, error = train(few, 16, 2, epochs=40)
    assert head.error(few) == pytest.approx(error, abs=1e-5)
    assert error < fresh.error(few) - 0.5


def test_gradients_are_slopes_of_the_error(seen: Seen) -> None:
    some, head = seen.some(slice(8)), Head.fresh(seen.inputs.shape[1], 8, seen.legal.shape[1], 3)
    head.parts, step = [part.astype(np.float64) for part in head.parts], 1e-5
    for place, found in enumerate(head.gradients(some)):
        where = np.unravel_index(np.abs(found).argmax(), found.shape)
        errors = []
        for change in (step, -2 * step):
            head.parts[place][where] += change
            errors.append(head.error(some))
        head.parts[place][where] += step
        assert (errors[0] - errors[1]) / (2 * step) == pytest.approx(found[where], rel=1e-3)


def test_a_search_with_equal_priors_loses_to_the_champion_and_the_table_says_so() -> None:
    trial = Trial(THRONGS, SEARCH, Head.fresh(200, 8, THRONGS.num_actions, 1))
    met = meet(THRONGS, (trial.puct(20, 0.2, has_head=False), trial.champion(200)), 5, 3)
    assert met.rounds == 3
    assert met.mean < 0.3
    assert met.row("one", "other").startswith(f"| one | other | 3 | {met.mean:.3f} ±")
