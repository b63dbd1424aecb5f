"""The last stages of a race are valued exactly, as a plain search through all positions values them."""

import numpy as np
import pytest

import ludarium
from ludarium.core.game import Game, State
from ludarium.core.kernel import CHANCE
from ludarium.core.rng import generator
from ludarium.games.ludo import kernel as ludo
from ludarium.games.vortex import kernel as vortex
from ludarium.search.bot import evaluation
from ludarium.search.player import make_bot
from tests.search.exact import everything, turns


def same(state: State) -> State:
    """The position without the turns that it took, save whose turn of the round it is."""
    v = state.vector
    if state.game.name == "ludo":
        v[ludo.TURN] = 0
    else:
        v[vortex.TURNS] %= state.game.seats
    return State(state.game, v.tobytes())


def equal_payoffs(state: State) -> np.ndarray:
    """What the evaluation says, or how the game has ended."""
    evaluate, tables = evaluation(state.game)
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
        "vortex(board=square3,tokens=2,die=4)",
        "vortex(board=round2,tokens=1,die=3)",
    ],
)
def test_values_are_those_of_a_plain_search_through_all_positions(spec: str) -> None:
    states, worth = everything(ludarium.load(spec), same)
    assert len(states) > 100
    assert [equal_payoffs(state)[0] for state in states] == pytest.approx(worth, abs=1e-6)


def test_alone_the_turns_that_are_left_are_the_least() -> None:
    states, left = everything(ludarium.load("vortex(players=1,board=square3,tokens=2)"), same)
    assert [1 / equal_payoffs(state)[0] for state in states] == pytest.approx(left, rel=1e-5)


def to_roll(state: State) -> int:
    """Whose turn it is."""
    t, v = state.game.tables, state.vector
    return int(v[ludo.MOVER] if state.game.name == "ludo" else vortex.mover(t, v))


def thrown(game: Game, games: int) -> list[State]:
    """The positions of random games in which the die is thrown."""
    dice, found = generator(1), []
    for _ in range(games):
        state = game.initial().play(0)
        while state.actors:
            if state.actors == (CHANCE,):
                found.append(state)
            state = state.play_unchecked(int(dice.choice(state.legal())))
    return found


@pytest.mark.parametrize("spec", ["ludo(goal=24,markers=2)", "vortex(board=square3,tokens=3)"])
def test_every_value_is_that_of_the_best_moves(spec: str) -> None:
    """Where all positions of a game are valued, as in these, only the exact values are so."""
    for state in thrown(ludarium.load(spec), games=5):
        mover = to_roll(state)
        faces = [turns(state.play_unchecked(roll), same) for roll in state.legal()]
        best = np.mean([max(equal_payoffs(after)[mover] for after in face) for face in faces])
        assert equal_payoffs(state)[mover] == pytest.approx(best, abs=1e-8)


@pytest.mark.parametrize(
    "position",
    ["ludo(players={}) 120,60,10,1 1,1,1,1 B - 9", "vortex(players={}) 11,16,22,25 0,0,0,0 O 5"],
)
@pytest.mark.parametrize("players", [2, 3, 4])
def test_shares_add_up_and_favour_who_is_ahead(position: str, players) -> None:
    spec, ahead, behind, rest = position.format(players).split(" ", 3)
    state = ludarium.load(spec).parse_position("/".join([ahead] + [behind] * (players - 1)) + f" {rest}")
    found = equal_payoffs(state)
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
    assert equal_payoffs(state).sum() == pytest.approx(1)


def test_the_tables_are_made_when_the_first_turn_is_asked_for(monkeypatch: pytest.MonkeyPatch) -> None:
    asked = []
    game = ludarium.load("ludo(goal=24,markers=1)")
    original = game.definition.module("bots").evaluate
    spy = type(original)(original.evaluate, lambda game: asked.append(game) or original.tables(game))
    monkeypatch.setattr(game.definition.module("bots"), "evaluate", spy)
    bots = [make_bot(name, game, seed=1) for name in ("expectimax(depth=1)", "mcts(simulations=10)")]
    assert asked == []
    state = game.parse_position("4/1 A 3 9")
    assert [bot.choose(state, 0) for bot in bots] == [0, 0]
    assert len(asked) == 2
