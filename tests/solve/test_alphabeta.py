"""Alpha-beta: the values of theory and of proofs, also with a table that forgets almost everything."""

import pytest

import ludarium
from ludarium.core.errors import LudariumError
from ludarium.core.rng import generator
from ludarium.solve.alphabeta import AlphaBeta, move
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


def test_a_small_game_takes_a_small_table_however_much_memory_there_is() -> None:
    found = begin(memory=8e9)
    found.value(STONES.initial())
    assert found.known.slots.nbytes < 1e8


def test_a_larger_table_knows_what_the_small_one_did() -> None:
    found = begin(memory=1)
    found.value(STONES.initial())
    before, larger = found.known, begin(memory=1e6)
    larger._make_table(before.widths, 0)
    move(before, larger.known)  # type: ignore[no-untyped-call]  # Numba infers its types
    assert len(larger.known.slots) > 4 * len(before.slots)
    assert sorted(row.tobytes() for row in larger.known.slots if row[0]) == sorted(
        row.tobytes() for row in before.slots if row[0]
    )
    searched = larger.searched
    assert larger.value(STONES.initial()) == found.value(STONES.initial())
    assert larger.searched <= searched + 2


@REFUSED
def test_what_cannot_be_searched_is_refused(game: ludarium.Game, sentence: str) -> None:
    with pytest.raises(LudariumError, match=sentence):
        begin(game).value(game.initial())
