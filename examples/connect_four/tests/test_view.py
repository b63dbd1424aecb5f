"""The picture: the board in text, constant ids, marks, touches and labels."""

import ludarium
from ludarium import draw, follow
from ludarium import render_text as render
from ludarium.authoring import Element, begin

SMALL = ludarium.load("connect_four(columns=4,rows=4)")
START = SMALL.initial()
WON = SMALL.parse_position("4/4/OOO1/XXXX o")


def drawn(turns: str) -> dict[str, Element]:
    """Return the elements of the picture after these turns, by their ids."""
    picture = begin(START)
    for turn in turns:
        picture = follow(picture, picture.state.parse_turn(turn))
    return {element.id: element for element in draw(picture).elements}


def test_the_board_in_text_stands_upright() -> None:
    lines = render(draw(START.move("b").move("b"))).splitlines()
    assert lines == ["4 . . . .", "3 . . . .", "2 . O . .", "1 . X . .", "  a b c d"]


def test_a_stone_lies_on_the_one_below_it() -> None:
    below, above = drawn("bb")["stone-b1"], drawn("bb")["stone-b2"]
    assert (above.x, above.y) == (below.x, below.y - 100)


def test_the_last_stone_is_marked_and_no_other() -> None:
    looks = {name: element.look for name, element in drawn("abb").items() if element.role == "piece"}
    assert looks == {"stone-a1": "seat-0", "stone-b1": "seat-1", "stone-b2": "seat-0 last"}


def test_every_four_of_the_winner_has_a_ribbon() -> None:
    (ribbon,) = (element for element in draw(WON).elements if element.role == "mark")
    assert ribbon.glyph == "M110 410L410 410"
    assert not [element for element in draw(START).elements if element.role == "mark"]


def test_any_cell_of_a_column_plays_there_until_it_is_full() -> None:
    full = START.parse_turn("a"), START.move("a").move("a").move("a").move("a")
    touched = {(touch.action, *touch.elements) for touch in draw(full[1]).touches}
    assert touched == {
        ("abcd".index(name[0]), f"cell-{name}")
        for name in (f"{letter}{row}" for letter in "bcd" for row in (1, 2, 3, 4))
    }


def test_the_words_say_what_there_is_and_what_is_to_do() -> None:
    assert drawn("b")["cell-b1"].label == "cell b1, X"
    assert drawn("")["cell-c3"].label == "cell c3, empty"
    assert draw(START.move("b")).caption == "O to move"
    assert draw(WON).caption == "X has won with four X's in a row"
    assert draw(SMALL.parse_position("OOXX/OXOX/XOOX/XOXO x")).caption == "a draw: the board is full"
