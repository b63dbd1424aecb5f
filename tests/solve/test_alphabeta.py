"""Alpha-beta: the values of theory and of proofs, also with a table that forgets almost everything."""

import pytest

import ludarium
from ludarium.core.errors import LudariumError
from ludarium.core.rng import generator
from ludarium.solve.alphabeta import AlphaBeta
from ludarium.solve.canonical import CanonicalForm
from tests.solve.refused import REFUSED
from tests.tiny import STONES


def begin(game: ludarium.Game = STONES, memory: float = 1e6) -> AlphaBeta:
    """Return a search with an empty table."""
    return AlphaBeta(game, CanonicalForm.of(game), memory)


@pytest.mark.parametrize("memory", [1, 1e6])
def test_values_are_those_of_the_theory_of_nim(memory: float) -> None:
    found, rng = begin(memory=memory), generator(3)
    for _ in range(20):
        state = STONES.initial()
        while state.actors:
            if not state.in_turn:
                a, b, c = state.vector[:3].tolist()
                assert found.value(state) == (bool(a ^ b ^ c) == (state.actors == (0,)))
            state = state.play(int(rng.choice(state.legal())))


def test_a_best_line_keeps_the_value_to_the_end() -> None:
    found, state = begin(), STONES.initial()
    for turn in found.line(state):
        assert found.value(state) == found.value(STONES.initial())
        state = state.move(turn)
    assert state.payoffs is not None
    assert state.payoffs[0] == found.value(STONES.initial())


def test_what_was_searched_is_not_searched_again() -> None:
    found = begin()
    value, searched = found.value(STONES.initial()), found.searched
    assert found.value(STONES.initial()) == value
    assert searched < found.searched <= searched + 2  # the position itself, once for each question


@REFUSED
def test_what_cannot_be_searched_is_refused(game: ludarium.Game, sentence: str) -> None:
    with pytest.raises(LudariumError, match=sentence):
        begin(game).value(game.initial())
