"""Parts of scenes: shapes that cover what they should, dice, carried ids, and touches of moves."""

import pytest

from ludarium.scenes import parts
from ludarium.scenes.outline import covers, outline
from ludarium.scenes.scene import Element


@pytest.mark.parametrize(
    ("path", "inside", "outside"),
    [
        (parts.disc(20), (13, 13), (15, 15)),
        (parts.rounded(40, 20, 5), (19, 0), (19.5, 9.5)),
        (parts.rounded(40, 20, 5, 100, 50), (119, 50), (79, 50)),
        (parts.polygon(parts.polygon_corners(20, 6)), (19, 0), (0, 19)),
        (parts.polygon(parts.polygon_corners(20, 6, 0.5)), (0, 19), (19, 0)),
    ],
)
def test_a_shape_covers_what_it_should(path: str, inside: tuple[float, float], outside: tuple[float, float]) -> None:
    corners = outline(Element("e", "cell", 0, 0, path))
    assert covers(corners, inside)
    assert not covers(corners, outside)


@pytest.mark.parametrize(("roll", "dots", "text"), [(0, 0, ""), (1, 1, ""), (6, 6, ""), (7, 0, "7")])
def test_a_die_shows_pips_up_to_six_and_only_a_rolled_one_rolls(roll: int, dots: int, text: str) -> None:
    die = parts.die("die-3", (5, 6), roll, look="seat-1", label="the die")
    assert (die.glyph.count("M"), die.text) == (dots, text)
    assert ("die" in die.look.split()) == bool(roll)
    assert not parts.die("die", (0, 0), 4, look="", label="", pips=False).glyph


def test_four_pieces_on_one_place_stand_apart() -> None:
    assert len({parts.quadrant(number, 10, 10) for number in range(4)}) == 4


def test_pieces_keep_their_ids_when_they_move_and_when_others_are_taken() -> None:
    pieces = parts.moved({"a": 1, "b": 1, "c": 2}, 1, 2)
    assert pieces == {"a": 2, "b": 1, "c": 2}
    assert parts.removed(pieces, 2) == {"b": 1}
    assert parts.moved(pieces, 9, 3) == pieces


def test_a_place_stands_for_the_first_move_that_leaves_it_or_else_for_the_first_that_goes_there() -> None:
    moves = {0: ("p", "x", "y"), 1: ("q", "y", "z"), 2: ("r", "x", "z"), 3: ("s", "w", "")}
    touches = list(parts.move_touches(1, moves))
    assert {touch.seat for touch in touches} == {1}
    found = {touch.elements[0]: touch.action for touch in touches}
    assert found == {"p": 0, "q": 1, "r": 2, "s": 3, "x": 0, "y": 1, "w": 3, "z": 1}
    assert len(touches) == len(found)
