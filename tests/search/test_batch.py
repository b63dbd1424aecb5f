"""Games in a batch are the games that states play."""

import numpy as np
import pytest

import ludarium
from ludarium.adapters import rewards
from ludarium.analysis.bench import play_on
from ludarium.core.errors import GameOver, IllegalMove, LudariumError
from ludarium.core.game import Game, State
from ludarium.core.observe import observe
from ludarium.core.rng import generator
from ludarium.search.batch import Batch
from tests.tiny import TINY

SHORT = {
    "grid": "grid(turn_limit=20,players=3,rocks=2)",
    "orion": "orion(turn_limit=20)",
    "ludo": "ludo(goal=24,markers=1)",
}
GAMES = [
    *TINY,
    *(ludarium.load(SHORT.get(name, name)) for name in ludarium.game_names()),
    ludarium.load("vortex(players=1)"),
]


@pytest.mark.parametrize("seat", [0, None])
@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.spec)
def test_a_batch_plays_the_games_that_states_play(game: Game, seat: int | None) -> None:
    batch, dice, choice = Batch(game, 3, seat, generator(5)), generator(5), generator(6)
    states: list[State] = [game.initial()] * 3
    seats, begin = [0] * 3, np.ones(3, np.bool_)
    ended = 0
    for _ in range(60):
        actions = [
            0 if over else int(choice.choice(state.legal(who)))
            for over, state, who in zip(begin, states, seats, strict=True)
        ]
        batch.step(np.array(actions), begin)
        for i in range(3):
            if begin[i]:
                seats[i] = int(dice.random() * game.seats) if seat is None else seat
                states[i] = play_on(game.initial(), dice, seats[i])[0]
            else:
                states[i] = play_on(states[i], dice, seats[i], actions[i])[0]
            assert batch.state(i) == states[i]
            assert batch.seats[i] == seats[i]
            assert (batch.observations[i] == observe(states[i], seats[i])).all()
            assert tuple(batch.masks[i].nonzero()[0]) == states[i].legal(seats[i])
            assert batch.terminated[i] == (not states[i].actors)
            assert batch.rewards[i] == rewards(states[i])[seats[i]]
        begin = batch.terminated.copy()
        ended += begin.sum()
    assert ended or game.name in ("throngs", "vortex")
    assert dice.random() == batch.rng.random()


@pytest.mark.parametrize("action", [-1, 4, 5, 6, 2**40])
def test_an_illegal_action_raises_and_changes_nothing(action: int) -> None:
    batch = Batch(ludarium.load("ludo"), 3, 0, generator(1))
    batch.reset()
    before = [batch.state(i) for i in range(3)], batch.observations.copy()
    with pytest.raises(IllegalMove, match=r"game 1: .*(A has no marker|is not an action of ludo)"):
        batch.step(np.array([0, action, 0]))
    assert [batch.state(i) for i in range(3)] == before[0]
    assert (batch.observations == before[1]).all()


@pytest.mark.parametrize("many", [0, 2, 4])
def test_a_list_of_the_wrong_length_is_refused(many: int) -> None:
    batch = Batch(ludarium.load("ludo"), 3, 0, generator(1))
    with pytest.raises(LudariumError, match="expected a list of 3, one for each game"):
        batch.reset(np.ones(many, np.bool_))
    batch.reset()
    with pytest.raises(LudariumError, match=rf"expected a list of 3, one for each game, not \({many},\)"):
        batch.step(np.zeros(many, np.int64))


def test_a_game_that_has_not_begun_is_not_stepped() -> None:
    batch = Batch(ludarium.load("orion"), 2, 0, generator(1))
    with pytest.raises(GameOver, match="game 0 has not begun: call reset first"):
        batch.step(np.zeros(2, np.int64))


def test_a_game_that_is_over_waits_until_it_is_reset() -> None:
    batch = Batch(ludarium.load("orion(turn_limit=10)"), 2, 0, generator(1))
    batch.reset()
    while not batch.terminated.any():
        batch.step(batch.masks.argmax(axis=1))
    with pytest.raises(GameOver, match=r"game \d is over: a draw: the turn limit was reached"):
        batch.step(np.zeros(2, np.int64))
    untouched = batch.state(1)
    batch.reset(np.array([True, False]))
    assert batch.state(0) == batch.game.initial()
    assert batch.state(1) == untouched
