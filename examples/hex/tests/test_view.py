"""The picture: the board in text, constant ids, marks, touches and labels."""

import ludarium
from ludarium import draw, follow
from ludarium import render_text as render
from ludarium.authoring import Element, begin

HEX = ludarium.load("hex(size=3)")
START = HEX.initial()
WON = HEX.parse_position("1XO/1XO/1X1 o")


def drawn(*turns: str) -> dict[str, Element]:
    """Return the elements of the picture after these turns, by their ids."""
    picture = begin(START)
    for turn in turns:
        picture = follow(picture, picture.state.parse_turn(turn))
    return {element.id: element for element in draw(picture).elements}


def test_the_board_in_text_leans_to_the_right() -> None:
    lines = render(draw(START.move("b2"))).splitlines()
    assert lines == ["   a b c", " 1  . . .", "  2  . X .", "   3  . . ."]


def test_a_cell_lies_half_a_step_to_the_right_of_the_one_above() -> None:
    assert drawn()["cell-a2"].x - drawn()["cell-a1"].x == 50


def test_every_edge_has_the_sign_of_its_seat_s_stones() -> None:
    signs = [element for name, element in drawn().items() if name.startswith("sign-")]
    by_height = sorted(signs, key=lambda sign: sign.y)
    assert [sign.look for sign in by_height] == ["seat-0", "seat-1", "seat-1", "seat-0"]
    assert by_height[0].glyph == by_height[3].glyph != by_height[1].glyph == by_height[2].glyph


def test_the_last_stone_is_marked_and_no_other() -> None:
    looks = {name: element.look for name, element in drawn("a1", "b2").items() if element.role == "piece"}
    assert looks == {"turn-1": "seat-0", "turn-2": "seat-1 last"}


def test_a_swapped_stone_keeps_its_id_on_its_way_across() -> None:
    before, after = drawn("b1")["turn-1"], drawn("b1", "swap")["turn-1"]
    assert (before.look, after.look) == ("seat-0 last", "seat-1 last")
    assert (after.x, after.y) == (drawn()["cell-a2"].x, drawn()["cell-a2"].y)
    assert {"turn-1", "turn-3"} <= drawn("b1", "swap", "b1").keys()


def test_the_chain_that_has_won_is_marked() -> None:
    ribbons = [element for element in draw(WON).elements if element.role == "mark"]
    assert [ribbon.glyph.count("M") for ribbon in ribbons] == [2]
    assert not [element for element in draw(START).elements if element.role == "mark"]


def test_a_cell_is_touched_and_the_swap_has_a_button() -> None:
    scene = draw(START.move("b2"))
    assert {touch.elements for touch in scene.touches} == {
        (f"cell-{name}",) for name in ("a1", "b1", "c1", "a2", "c2", "a3", "b3", "c3")
    }
    assert [button.label for button in scene.buttons] == ["swap"]


def test_the_words_say_what_there_is_and_what_is_to_do() -> None:
    assert drawn("b2")["cell-b2"].label == "cell b2, X"
    assert drawn()["cell-c3"].label == "cell c3, empty"
    assert draw(START).caption == "X to move"
    assert draw(START.move("b2")).caption == "O to move, or to swap"
    assert draw(WON).caption == "X has won by a chain of X's from top to bottom"
