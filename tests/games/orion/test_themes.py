"""The themes of positions and turns, each of which differs from the others in some theme."""

import pytest

import ludarium
from ludarium.games.orion.themes import THEMES, themes

SEEN = [
    (
        "OOO/OOOO/1OO/O3/XXX/XXXX/XXX o 8",
        "a++",
        ("one rotor decides", "half a turn", "corner rotors", "own pieces only"),
    ),
    ("OOO/OOOO/OOO/1X2/X1X/XXXX/XXX o 8", "f-e-", ("answering a threat", "threats by several rotors")),
    ("OOO/OOOO/OXO/1O2/XXX/XX1X/XXX x 11", "f+e+", ("answering a threat", "threats by several rotors")),
    ("OOO/XOOO/OOX/4/OOX/XXXX/XXX o 8", "h-g-", ("answering a threat", "a single rotor threatens", "corner rotors")),
    ("OOO/OOOO/1OO/O3/XXX/XXXX/XXX o 8", "pass", ()),
    ("OOO/OOOO/1OO/O3/XXX/XXXX/XXX o 8", "e-", ()),
]


@pytest.mark.parametrize(("position", "turn", "expected"), SEEN)
def test_a_turn_has_the_themes_whose_rules_hold(position: str, turn: str, expected: tuple[str, ...]) -> None:
    state = ludarium.load("orion(rows=3,columns=3,clicks=2)").parse_position(position)
    assert themes(state, state.parse_turn(turn)) == expected


def test_every_theme_is_seen_and_none_always() -> None:
    seen = [{*expected} for _, _, expected in SEEN]
    assert set().union(*seen) == {*THEMES}
    assert not set.intersection(*seen)


def test_a_turn_that_wins_leaves_nothing_to_threaten() -> None:
    state = ludarium.load("orion").parse_position("5/2X3/2X2/3X2/3X1/4X1/1X1X1/1XX1X1/2X2/1XX3/5 x 3")
    assert themes(state, state.parse_turn("s-")) == ("own pieces only",)
