"""States of any game, with seats, chance and simultaneous turns."""

import pickle
from collections.abc import Callable

import numpy as np
import pytest

import ludarium
from ludarium.core.errors import GameOver, IllegalMove, LudariumError
from ludarium.core.game import Game, State
from ludarium.core.kernel import CHANCE
from tests.tiny import PENNIES, RACE, STONES


def test_a_simultaneous_step_takes_an_action_for_each_seat() -> None:
    state = PENNIES.initial()
    assert state.actors == (0, 1)
    assert state.play(0, 0).points == (1, 0)
    assert state.play(0, 1).points == (0, 1)
    with pytest.raises(IllegalMove, match="1 actions were given, and 2 must be chosen"):
        state.play(0)


def test_chance_has_outcomes_with_probabilities() -> None:
    state = RACE.initial()
    assert state.actors == (CHANCE,)
    assert state.chance_outcomes() == {0: 0.5, 1: 0.25, 2: 0.25}
    assert state.play(1).actors == (0,)
    assert state.play(1).chance_outcomes() == {}


def test_a_turn_may_have_several_steps_by_one_seat() -> None:
    state = STONES.initial()
    actions = state.parse_turn("c2")
    assert actions == (2, 2, 3)
    within = state.play_actions(actions[:1])
    assert (within.actors, within.in_turn) == ((0,), True)
    after = state.play_actions(actions)
    assert (after.actors, after.in_turn) == ((1,), False)
    assert state.move("c2") == after


def test_a_seat_that_need_not_act_has_no_legal_actions() -> None:
    state = STONES.initial()
    assert state.legal(1) == ()
    assert state.legal() == state.legal(0) == (0, 1, 2)


def test_play_takes_whole_numbers_of_any_kind_and_nothing_else() -> None:
    state = STONES.initial()
    assert state.play(np.int64(2)) == state.play(2)
    for wrong in ("2", 2.5, 2.0, None, np.float64(2), np.array([2, 2]), (2,), 1j, "\x1b\n"):
        with pytest.raises(IllegalMove, match=r"^'.*' is not an action: expected a whole number$") as refused:
            state.play(wrong)  # type: ignore[arg-type]  # what is refused here
        assert str(refused.value).isprintable()


@pytest.mark.parametrize(
    ("digits", "what"), [(0, "-1"), (18, f"-{10**18}"), (20, "this number"), (5000, "this number")]
)
def test_play_refuses_numbers_of_any_size_in_a_sentence(digits: int, what: str) -> None:
    with pytest.raises(IllegalMove) as refused:
        STONES.initial().play(-(10**digits))
    assert str(refused.value) == f"{what} is not an action of stones: expected 0 to {STONES.num_actions - 1}"


def test_a_game_that_is_over_says_how_it_ended() -> None:
    state = STONES.parse_position("0/1/0 x").move("b1")
    assert (state.actors, state.legal(), state.chance_outcomes(), state.winners) == ((), (), {}, (0,))
    attempts: tuple[Callable[[], State], ...] = (lambda: state.play(0), lambda: state.move("a1"))
    for attempt in attempts:
        with pytest.raises(GameOver, match="the game is over: the last stone is taken"):
            attempt()


def test_the_payoffs_of_a_tie_are_equal() -> None:
    state = PENNIES.parse_position("3:2-1")
    assert state.payoffs == (1.0, 0.0)
    even = Game(PENNIES.definition, {"rounds": 2}).parse_position("2:1-1")
    assert (even.winners, even.payoffs) == ((0, 1), (0.5, 0.5))


def test_a_state_cannot_be_changed() -> None:
    state = ludarium.load("orion").initial()
    state.vector[0] = 7
    with pytest.raises(AttributeError):
        state.data = b""  # type: ignore[misc]  # what is refused here
    assert state == ludarium.load("orion").initial()


def test_text_and_pickle_are_the_identity_of_a_state() -> None:
    state = ludarium.load("orion(clicks=2)").initial().move("p+")
    assert eval(repr(state)) == state
    assert pickle.loads(pickle.dumps(state)) == state
    assert len({state, state.game.parse_position(str(state))}) == 1


def test_a_position_of_another_length_is_refused() -> None:
    game = ludarium.load("ludo")
    assert game.state(game.initial().vector) == game.initial()
    with pytest.raises(LudariumError, match="a position of ludo has 12 numbers: expected as many, not 11"):
        game.state(game.initial().vector[1:])
