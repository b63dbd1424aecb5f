"""The themes of positions and turns, each of which differs from the others in some theme."""

import ludarium
import pytest

from hex.themes import THEMES, themes

SEEN = [
    (
        "OO2/XO2/2X1/1X1X o",
        "d1",
        ("bridges", "blocking at a distance", "away from all stones", "at the opponent's edge"),
    ),
    ("2X1/3X/4/O3 o", "c2", ("blocking closely", "between two stones")),
    ("4/4/XX2/O3 o", "c2", ("blocking closely",)),
    ("2X1/4/2OX/4 o", "c2", ("steps", "beside stones of both")),
]


@pytest.mark.parametrize(("position", "turn", "expected"), SEEN)
def test_a_turn_has_the_themes_whose_rules_hold(position: str, turn: str, expected: tuple[str, ...]) -> None:
    state = ludarium.load("hex(size=4,swap=off)").parse_position(position)
    assert themes(state, state.parse_turn(turn)) == expected


def test_every_theme_is_seen_and_none_always() -> None:
    seen = [{*expected} for _, _, expected in SEEN]
    assert set().union(*seen) == {*THEMES}
    assert not set.intersection(*seen)


def test_a_swap_has_no_theme() -> None:
    state = ludarium.load("hex(size=4)").parse_position("1X2/4/4/4 o")
    assert themes(state, state.parse_turn("swap")) == ()
