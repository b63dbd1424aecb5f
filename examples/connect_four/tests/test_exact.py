"""What Connect Four offers to a solver changes no value, and values and counts are the published ones."""

import ludarium
import numpy as np
from click.testing import CliRunner
from ludarium.authoring import generator
from ludarium.cli.main import app
from ludarium.solve import AlphaBeta, CanonicalForm, Positions, ProofSolution, Sides, expand, solve

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


def test_four_columns_of_four_are_a_draw_by_three_methods() -> None:
    proofs, table = ProofSolution.begin(SMALL, 1e9, lambda count: None), solve(SMALL).table()
    search, start = AlphaBeta(SMALL, CanonicalForm.of(SMALL), 1e5), SMALL.initial()
    for action in start.legal():
        after = start.play(action)
        assert proofs.value(after) == table.value(after) == search.value(after) == 0.5


def test_on_five_columns_of_four_the_outer_openings_lose() -> None:
    game = ludarium.load("connect_four(columns=5,rows=4)")
    search, start = AlphaBeta(game, CanonicalForm.of(game), 1e7), game.initial()
    assert [search.value(start.play(action)) for action in start.legal()] == [0, 0.5, 0.5, 0.5, 0]
    assert search.value(start) == 0.5


def test_the_command_says_the_value_and_a_best_line() -> None:
    words = ["solve", SMALL.spec, "--method", "alphabeta", "--memory", "0.01"]
    said = CliRunner().invoke(app, words).stdout
    assert "a draw after a, b, c, d\n" in said
    assert f"{SMALL.spec}: a draw; " in said
    state = SMALL.initial()
    for turn in said.rpartition("a best line: ")[2].split():
        state = state.move(turn)
    assert state.payoffs == (0.5, 0.5)


def test_the_positions_of_the_smallest_board_are_as_many_as_published() -> None:
    graph = Positions.explore(SMALL, CanonicalForm(), Sides.of(SMALL).vector)
    assert graph.count == 161_029


def test_the_positions_after_each_turn_are_as_many_as_published() -> None:
    game, ends = ludarium.load("connect_four"), [1]
    graph = Positions.empty(game, CanonicalForm(), Sides.of(game).vector, 1e9)
    while len(ends) < 9:  # positions are expanded in the order in which they are found: one turn after another
        graph.make_room(expand(
            game.kernel, graph.canonical.function, game.tables, game.setup.start, graph.sides, graph.found,
            ends[-1] - int(graph.found.counts[1]),
        ))  # fmt: skip
        if graph.found.counts[1] == ends[-1]:
            ends.append(graph.count)
    assert list(np.diff([0, *ends])) == [1, 7, 49, 238, 1120, 4263, 16422, 54859, 184275]
