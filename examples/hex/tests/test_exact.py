"""What Hex offers to a solver changes no value, and the values are the known ones."""

import ludarium
import numpy as np
import pytest
from ludarium.authoring import generator
from ludarium.solve import CanonicalForm, ProofSolution, solve

from hex.exact import FAR, cell, missing
from hex.kernel import MOVER, WINNER


def test_the_values_of_all_openings_are_those_of_a_full_search() -> None:
    game = ludarium.load("hex(size=3,swap=off)")
    proofs, table = ProofSolution.begin(game, 1e9, lambda count: None), solve(game, whole=True).table()
    start = game.initial()
    for action in start.legal():
        after = start.play(action)
        assert proofs.value(after) == table.value(after)


def test_on_four_rows_the_short_diagonal_wins_and_nothing_else() -> None:
    game = ludarium.load("hex(size=4,swap=off)")
    proofs, start = ProofSolution.begin(game, 1e9, lambda count: None), game.initial()
    won = {start.action_name(action) for action in start.legal() if proofs.value(start.play(action)) == 1}
    assert won == {"d1", "c2", "b3", "a4"}


@pytest.mark.parametrize("spec", ["hex(size=3)", "hex(size=4,swap=off)"])
def test_a_proof_that_leaves_out_what_does_not_matter_finds_the_same_with_less(spec: str) -> None:
    game, rng = ludarium.load(spec), generator(2)
    pruned, whole = (ProofSolution.begin(game, 1e9, lambda count: None, prunes=prunes) for prunes in (True, False))
    for _ in range(4):
        state = game.initial()
        while state.actors:
            assert pruned.value(state) == whole.value(state)
            state = state.play(int(rng.choice(state.legal())))
    expanded, of_whole = (int(found.wins.positions.found.counts[1]) for found in (pruned, whole))
    assert expanded < of_whole


def test_a_best_line_of_such_a_proof_goes_on_to_the_end() -> None:
    game = ludarium.load("hex(size=4,swap=off)")
    found, state = ProofSolution.begin(game, 1e9, lambda count: None, prunes=True), game.initial()
    for turn in found.line(state):
        state = state.move(turn)
    assert state.payoffs == (1.0, 0.0)


def test_a_carrier_is_all_that_the_winner_needs() -> None:
    """The loser may have every empty cell outside of it."""
    game = ludarium.load("hex(size=3,swap=off)")
    prover = ProofSolution.begin(game, 1e9, lambda count: None, prunes=True).wins
    for action in game.initial().legal():
        prover.holds(game.initial().play(action))
    plain, seen = ProofSolution.begin(game, 1e9, lambda count: None), 0
    for number in prover.settled():
        v, won = prover.positions.vector(number), bool(prover.proofs[number, 0] == 0)
        loser = 1 if won else 0
        given = [free for free in game.state(v).legal() if not prover.carriers[number] >> free & 1]
        for free in given:
            v[MOVER] = loser
            game.kernel.apply(game.tables, v, np.array([free]))
        v[MOVER] = game.state(prover.positions.vector(number)).actors[0]
        assert v[WINNER] != loser + 1
        assert v[WINNER] or plain.value(game.state(v)) == won
        seen += bool(given)
    assert seen > 20


def test_cells_beyond_those_that_a_set_can_hold_are_not_told() -> None:
    game = ludarium.load("hex(size=8)")
    told = [int(cell(game.tables, game.initial().vector, action)) for action in (0, 62, 63, 64)]
    assert told == [0, 62, -1, -1]


def test_a_board_and_its_half_turn_have_one_form_that_plays_on() -> None:
    game, rng = ludarium.load("hex(size=5,swap=off)"), generator(1)
    form = CanonicalForm.of(game).function
    for _ in range(30):
        state = turned = game.initial()
        while state.actors:
            one, other = state.vector, turned.vector
            form(game.tables, one)
            form(game.tables, other)
            assert np.array_equal(one, other)
            assert game.state(one).actors == state.actors
            again = one.copy()
            form(game.tables, again)
            assert np.array_equal(one, again)
            action = int(rng.choice(state.legal()))
            state, turned = state.play(action), turned.play(24 - action)
        assert state.winners == turned.winners


@pytest.mark.parametrize(
    ("position", "expected"),
    [("5/5/5/5/5 x", (5, 5)), ("X4/1O3/5/5/5 x", (4, 4)), ("5/5/OOOOO/5/5 x", (FAR, 0))],
)
def test_the_missing_stones_are_counted(position: str, expected: tuple[int, int]) -> None:
    game = ludarium.load("hex(size=5,swap=off)")
    v = game.initial().vector
    if "OOOOO" in position:
        state = game.initial()
        for name in ("a1", "a3", "b1", "b3", "c1", "c3", "d1", "d3", "e1"):
            state = state.move(name)
        v = state.move("e3").vector
    elif position[0] == "X":
        v = game.parse_position(position).vector
    out = np.zeros(len(v) + 2, np.int64)
    found = tuple(int(missing(game.tables, v, seat, out)) for seat in (0, 1))
    assert found == expected
