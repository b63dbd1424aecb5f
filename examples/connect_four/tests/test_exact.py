"""What Connect Four offers to a solver changes no value, and values and counts are the published ones."""

import ludarium
import numpy as np
from ludarium.core.rng import generator
from ludarium.solve.canonical import CanonicalForm
from ludarium.solve.proof_solution import ProofSolution
from ludarium.solve.solution import solve

SMALL = ludarium.load("connect_four(columns=4,rows=4)")


def test_a_board_and_its_mirror_image_have_one_form_that_plays_on() -> None:
    for spec in ("connect_four", "connect_four(columns=8,rows=8)", "connect_four(columns=4,rows=5)"):
        game, rng = ludarium.load(spec), generator(1)
        form = CanonicalForm.of(game).function
        for _ in range(20):
            state = mirrored = game.initial()
            while state.actors:
                one, other = state.vector, mirrored.vector
                form(game.tables, one)
                form(game.tables, other)
                assert np.array_equal(one, other)
                assert game.state(one) in (state, mirrored)
                action = int(rng.choice(state.legal()))
                state, mirrored = state.play(action), mirrored.play(game.num_actions - 1 - action)
            assert state.winners == mirrored.winners


def test_four_columns_of_four_are_a_draw_by_two_methods() -> None:
    proofs, table = ProofSolution.begin(SMALL, 1e9, lambda count: None), solve(SMALL).table()
    start = SMALL.initial()
    for action in start.legal():
        after = start.play(action)
        assert proofs.value(after) == table.value(after) == 0.5
