"""The themes of positions and turns, each of which differs from the others in some theme."""

import ludarium
import pytest

from connect_four.themes import THEMES, themes

SEEN = [
    (
        "6/2O3/2X1O1/2XXOO/1XOXXO x",
        "d",
        (
            "making a threat",
            "forcing a reply",
            "threats that wait",
            "lengthening a line",
            "stopping a line",
            "on one's own stone",
            "in the middle",
        ),
    ),
    (
        "6/2O3/XOO3/XOX2O/XXXO1X o",
        "a",
        ("lengthening a line", "stopping a line", "on the opponent's stone"),
    ),
    (
        "4O1/3OO1/3XXX/1X1OOX/1OXXXO o",
        "b",
        ("quiet turns", "stopping a line", "on the opponent's stone"),
    ),
    ("6/6/6/6/2X3 o", "c", ("quiet turns", "on the opponent's stone", "in the middle", "few stones")),
    ("6/6/6/6/2X3 o", "a", ("quiet turns", "opening a column", "few stones")),
    (
        "6/1O4/1X4/1O4/1X4 x",
        "b",
        ("quiet turns", "filling a column", "on the opponent's stone", "few stones"),
    ),
]


@pytest.mark.parametrize(("position", "turn", "expected"), SEEN)
def test_a_turn_has_the_themes_whose_rules_hold(position: str, turn: str, expected: tuple[str, ...]) -> None:
    state = ludarium.load("connect_four(columns=6,rows=5)").parse_position(position)
    assert themes(state, state.parse_turn(turn)) == expected


def test_every_theme_is_seen_and_none_always() -> None:
    seen = [{*expected} for _, _, expected in SEEN]
    assert set().union(*seen) == {*THEMES}
    assert not set.intersection(*seen)


@pytest.mark.parametrize(
    ("position", "turn", "expected"),
    [
        ("5/O2O1/O1XO1/XOXXX/OXOXX o", "c", {"making a threat", "threats that wait", "stopping a line"}),
        ("5/1O1X1/1O1X1/OX1O1/OXXXO x", "d", {"quiet turns", "stopping a line", "filling a column"}),
        ("5/5/5/2XOX/1XXOO o", "d", {"making a threat", "forcing a reply", "on one's own stone"}),
    ],
)
def test_themes_follow_the_lines(position: str, turn: str, expected: set[str]) -> None:
    state = ludarium.load("connect_four(columns=5,rows=5)").parse_position(position)
    assert expected <= {*themes(state, state.parse_turn(turn))}
