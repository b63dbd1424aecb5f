"""A search tells boards apart by a key of the kernel, as people do by looking at the board."""

import pytest

import ludarium
from ludarium.core.game import Game, State
from ludarium.core.rng import generator
from ludarium.search.playout import random_step
from ludarium.search.repetition import board_of
from tests.tiny import STONES


def key(state: State) -> bytes:
    return board_of(state.game)(state.game.tables, state.vector).tobytes()


def boards(game: Game, seed: int, most: int = 60) -> list[State]:
    """Return the states of a random game between two turns."""
    found, state, rng = [game.initial()], game.initial(), generator(seed)
    while state.actors and len(found) < most:
        state = random_step(state, rng)
        if not state.in_turn:
            found.append(state)
    return found


@pytest.mark.parametrize(
    ("spec", "seen"),
    [("orion(clicks=1)", True), ("throngs", True), ("ludo(markers=2,goal=24)", True), ("vortex", False)],
)
def test_boards_with_one_key_look_alike_and_others_differ_if_all_is_seen(spec: str, seen: bool) -> None:
    states = [state for seed in range(3) for state in boards(ludarium.load(spec), seed)]
    pairs = {(state.text(), key(state)) for state in states}
    assert len(pairs) == len({found for _, found in pairs})
    if seen:  # the picture of Vortex does not show who rolls
        assert len(pairs) == len({text for text, _ in pairs})


def test_turns_and_the_past_are_no_part_of_the_key() -> None:
    state = ludarium.load("orion(clicks=1)").initial()
    passed = state.move("pass").move("pass")
    assert state != passed
    assert key(state) == key(passed)


def test_a_game_without_a_key_of_its_own_is_identified_by_whole_positions() -> None:
    assert key(STONES.initial()) == STONES.initial().vector.tobytes()
