"""Every theme of a puzzle holds where its rule says so, and not nearby."""

import pytest

import ludarium
from ludarium.games.vortex.themes import THEMES, themes

HOLDS = {
    "bringing a token in": ("0,21/0,24 X 14 3", "0-3", "1,21/0,24 X 14 3", "1-4"),
    "bringing a token home": ("0,21/0,24 X 14 4", "21-25", "0,21/0,24 X 14 4", "0-4"),
    "catching up": ("4,17/5,25 X 15 6", "4-10", "0,17/5,25 X 15 6", "0-6"),
    "keeping a number for the centre": ("0,21/0,24 X 14 3", "0-3", "0,18/0,24 X 14 3", "0-3"),
    "another number for the centre": ("2,18/0,25 X 14 3", "18-21", "2,18/0,25 X 14 3", "2-5"),
    "taking a risk": ("2,7/2,25 X 14 4", "7-11", "2,7/4,25 X 14 4", "7-11"),
    "leaving a token in reach": ("2,11/2,25 X 14 4", "2-6", "2,11/4,25 X 14 4", "2-6"),
    "escaping a bump": ("2,11/2,25 X 14 2", "11-13", "2,11/4,25 X 14 2", "11-13"),
    "safe corners": ("2,6/0,25 X 14 3", "2-5", "2,7/0,25 X 14 4", "2-6"),
    "to bump or not": ("2,7/3,25 X 14 4", "2-6", "2,7/4,25 X 14 4", "2-6"),
    "lying in wait": ("2,7/6,25 X 14 3", "7-10", "2,7/20,25 X 14 3", "7-10"),
    "passing a rival": ("2,7/2,25 X 14 4", "7-11", "2,7/3,25 X 14 4", "7x11"),
}
"""For each theme a position and a turn with it, and a position and a turn without.

O's cells 1 to 8 are X's 9 to 16: a token of O on 2 is on X's 10.
"""


@pytest.mark.parametrize("name", THEMES)
def test_a_theme_holds_by_its_rule(name: str) -> None:
    game = ludarium.load("vortex(tokens=2)")
    position, turn, other, another = HOLDS[name]
    state, without = map(game.parse_position, (position, other))
    assert name in themes(state, state.parse_turn(turn))
    assert name not in themes(without, without.parse_turn(another))


def test_one_player_has_no_rival() -> None:
    state = ludarium.load("vortex(players=1,tokens=2)").parse_position("2,21 X 14 4")
    assert themes(state, state.parse_turn("21-25")) == ("bringing a token home",)
