"""Every theme of a puzzle holds where its rule says so, and not nearby."""

import pytest

import ludarium
from ludarium.games.ludo.themes import THEMES, themes

HOLDS = {
    "escaping a bump": ("6,1,8/1,5,1 A 6 4", "6x6", "6,1,8/5,5,5 A 6 4"),  # B's 1 reaches 6 with a 6
    "escaping several bumps": ("6,1,8/1,2,1 A 6 4", "6x6", "6,1,8/1,5,1 A 6 4"),  # so does the 2, with a 3
    "leaving a marker in reach": ("6,4,12/1,24,15 A 3 20", "12x3", "6,4,12/25,24,15 A 3 20"),
    "nothing in reach": ("6,9,12/25,24,15 A 3 20", "12x3", "6,9,12/25,24,3 A 3 20"),
    "keeping a penultimate marker": ("12,6,4/1,1,1 A 3 20", "12x3", "12,8,4/1,1,1 A 3 20"),
    "from 1 to a penultimate position": ("6,1,8/25,5,5 A 6 4", "6x6", "6,2,8/25,5,5 A 6 4"),
    "over the goal": ("12,15,2/1,1,1 A 3 20", "12x3", "12,4,2/1,1,1 A 3 20"),
    "stranded markers": ("12,5,2/1,1,1 A 3 20", "12x3", "12,4,2/1,1,1 A 3 20"),
    "hunting a rival": ("12,4,2/24,1,1 A 3 20", "12x3", "12,4,2/25,1,1 A 3 20"),  # 4x3=12, from which 24 is in reach
}
"""For each theme a position, the turn, and a position in which the theme does not hold with the same turn."""


@pytest.mark.parametrize("name", THEMES)
def test_a_theme_holds_by_its_rule(name: str) -> None:
    game = ludarium.load("ludo(markers=3,goal=36)")
    holds, turn, fails = HOLDS[name]
    found, other = (themes(state, state.parse_turn(turn)) for state in map(game.parse_position, (holds, fails)))
    assert name in found
    assert name not in other


def test_a_bump_is_a_hunt_whether_it_is_made_or_not() -> None:
    state = ludarium.load("ludo").parse_position("1,4,60,120/10,15,20,9 A 5 23")
    assert "hunting a rival" in themes(state, state.parse_turn("4x5"))
    assert "hunting a rival" in themes(state, state.parse_turn("1x5"))


def test_markers_of_all_rivals_count() -> None:
    state = ludarium.load("ludo(players=3,markers=2)").parse_position("20,24/120,25/4,120 A 5 8")
    assert {"escaping a bump", "leaving a marker in reach"} < {*themes(state, state.parse_turn("24x5"))}  # by C's 4
