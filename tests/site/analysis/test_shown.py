"""Turns that the board of a study draws when it is asked to: the first ones of the lines that a bot names."""

from random import Random

import pytest

from ludarium.core.kernel import CHANCE
from ludarium.core.registry import game_names
from ludarium.match.study import Study
from ludarium.site.analysis.board import AnalysisBoard


def board_after(game: str, turns: int, reads: int) -> AnalysisBoard:
    """Return the board after some random turns, of a position in which seats choose."""
    study, at, random = Study.begin(game), 0, Random(4)
    while turns > 0 or AnalysisBoard.parse(study, str(at)).state.actors == (CHANCE,):
        state = AnalysisBoard.parse(study, str(at)).state
        actions = [random.choice(state.legal(actor)) for actor in state.actors]
        after = state.play(*actions)
        while after.in_turn:
            actions.append(random.choice(after.legal()))
            after = after.play(actions[-1])
        study, at = study.play(at, state.format_turn(actions))
        turns -= 1
    board = AnalysisBoard.parse(study, str(at))
    return AnalysisBoard(study, at, board.states, board.turn, reads=reads)


@pytest.mark.parametrize("game", game_names())
@pytest.mark.parametrize("reads", [0, 1])
def test_a_turn_is_drawn_on_the_picture_that_the_page_shows(game: str, reads: int) -> None:
    board, found = board_after(game, 5, reads), 0
    state = board.state
    for seat in state.actors:
        for action in state.legal(seat)[:5]:
            if len(state.actors) > 1:
                text = state.action_name(action, seat)
            else:
                actions, after = [action], state.play(action)
                while after.in_turn:
                    actions.append(after.legal()[0])
                    after = after.play(actions[-1])
                text = state.format_turn(actions)
            shown = board.shown(seat, text)
            if seat == state.actors[0]:
                assert all(f'id="{name}"' in board.drawn.board for name in shown.touched.split())
            found += bool(shown.touched or shown.marks)
    assert found
