from ludarium.scenes.scene import Element, Scene, Stamp
from ludarium.scenes.text import render


def picture(*stamps: Stamp) -> str:
    return render(Scene(100, 100, tuple(Element(f"e{n}", "cell", 0, 0, stamps=(s,)) for n, s in enumerate(stamps))))


def test_a_later_element_covers_an_earlier_one() -> None:
    assert picture(Stamp(0, 0, "-----"), Stamp(0, 1, "XXX")) == "-XXX-"


def test_rows_and_columns_that_nothing_fills_are_blank() -> None:
    assert picture(Stamp(2, 3, "o")) == "\n\n   o"


def test_spaces_at_the_ends_of_lines_are_left_out() -> None:
    assert picture(Stamp(0, 0, "a   "), Stamp(1, 0, "   ")) == "a\n"


def test_a_scene_without_stamps_is_empty() -> None:
    assert picture() == ""
