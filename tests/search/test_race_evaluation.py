"""The endgame of a race has exact values: those of a plain value iteration over all positions."""

import numpy as np
import pytest

import ludarium
from ludarium.core.game import Game, State
from ludarium.core.kernel import CHANCE, Floats, Vector
from ludarium.core.rng import generator
from ludarium.games.ludo import kernel as ludo
from ludarium.games.vortex import kernel as vortex
from ludarium.search.bot import EvaluationWithTables, evaluation
from ludarium.search.player import make_bot
from tests.search.exact_race import exact_values, turns


def same(state: State) -> State:
    """Return the position without the number of turns, except for the turn of the round."""
    v = state.vector
    if state.game.name == "ludo":
        v[ludo.TURN] = 0
    else:
        v[vortex.TURNS] %= state.game.seats
    return State(state.game, v.tobytes())


def values(state: State) -> Floats:
    """Return every seat's value by the evaluation, or the payoffs at the end of the game."""
    found = evaluation(state.game)
    assert found is not None
    evaluate, tables = found
    out = np.array(state.payoffs or [0.0] * state.game.seats)
    if state.actors:
        evaluate(tables, state.vector, out)
    return out


@pytest.mark.parametrize(
    "spec",
    [
        "ludo(goal=24,markers=1)",
        "ludo(goal=30,markers=1,die=8)",
        "vortex(board=square3,tokens=1)",
        "vortex(board=square3,tokens=2,die=3)",
        "vortex(board=round2,tokens=1,die=3)",
    ],
)
def test_values_are_those_of_a_plain_search_through_all_positions(spec: str) -> None:
    states, expected = exact_values(ludarium.load(spec), same)
    assert len(states) > 100
    assert [values(state)[0] for state in states] == pytest.approx(expected, abs=1e-6)


def test_with_one_seat_the_value_is_the_least_number_of_turns_left() -> None:
    states, left = exact_values(ludarium.load("vortex(players=1,board=square3,tokens=2)"), same)
    assert [1 / values(state)[0] for state in states] == pytest.approx(left, rel=1e-5)


def to_roll(state: State) -> int:
    """Return the seat whose turn it is."""
    t, v = state.game.tables, state.vector
    if state.game.name == "ludo":
        return int(v[ludo.MOVER])
    return int(vortex.mover(t, v))  # type: ignore[no-untyped-call]  # Numba infers its types


def before_rolls(game: Game, games: int) -> list[State]:
    """Return the positions of random games in which the die is thrown."""
    dice = generator(1)
    found: list[State] = []
    for _ in range(games):
        state = game.initial().play(0)
        while state.actors:
            if state.actors == (CHANCE,):
                found.append(state)
            state = state.play_unchecked(int(dice.choice(state.legal())))
    return found


@pytest.mark.parametrize("spec", ["ludo(goal=24,markers=2)", "vortex(board=square3,tokens=3)"])
def test_every_value_is_the_mean_of_the_best_moves(spec: str) -> None:
    """In these games all positions are solved, and only exact values have this property."""
    for state in before_rolls(ludarium.load(spec), games=5):
        mover = to_roll(state)
        faces = [turns(state.play_unchecked(roll), same) for roll in state.legal()]
        best = np.mean([max(values(after)[mover] for after in face) for face in faces])
        assert values(state)[mover] == pytest.approx(best, abs=1e-8)


@pytest.mark.parametrize(
    "position",
    ["ludo(players={}) 120,60,10,1 1,1,1,1 B - 9", "vortex(players={}) 11,16,22,25 0,0,0,0 O 5"],
)
@pytest.mark.parametrize("players", [2, 3, 4])
def test_values_sum_to_1_and_favour_the_seat_that_is_ahead(position: str, players: int) -> None:
    spec, ahead, behind, rest = position.format(players).split(" ", 3)
    state = ludarium.load(spec).parse_position("/".join([ahead] + [behind] * (players - 1)) + f" {rest}")
    found = values(state)
    assert found.sum() == pytest.approx(1)
    assert found[0] > 1.5 * max(found[1:])


@pytest.mark.parametrize("spec", ["ludo(goal=360,die=12)", "vortex(board=square9,players=3)"])
def test_a_race_too_large_to_be_listed_is_valued_piece_by_piece(spec: str) -> None:
    game = ludarium.load(spec)
    state = game.initial().play(0)
    bot = make_bot("expectimax(depth=1)", game, seed=1)
    for _ in range(9):
        state = state.play(state.legal()[-1])
        if state.actors != (CHANCE,):
            state = state.play(bot.choose(state, state.actors[0]))
    assert values(state).sum() == pytest.approx(1)


def test_the_tables_are_computed_at_the_first_choice(monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[Game] = []
    game = ludarium.load("ludo(goal=24,markers=1)")
    original = game.definition.module("bots").evaluate

    def tables(game: Game) -> Vector:
        asked.append(game)
        made: Vector = original.tables(game)
        return made

    spy = EvaluationWithTables(original.evaluate, tables)
    monkeypatch.setattr(game.definition.module("bots"), "evaluate", spy)
    bots = [make_bot(name, game, seed=1) for name in ("expectimax(depth=1)", "mcts(simulations=10)")]
    assert asked == []
    state = game.parse_position("4/1 A 3 9")
    assert [bot.choose(state, 0) for bot in bots] == [0, 0]
    assert len(asked) == 2
