"""Tracks: cells that say what they hold, pieces inside them, and a die that every roll renews."""

from ludarium.scenes import text
from ludarium.scenes.outline import covers, outline
from ludarium.scenes.scene import Element, Scene
from ludarium.scenes.track import Cell, Track

TRACK = Track(2, 2, {"a": Cell(0, 0, "1", "start"), "b": Cell(0, 1, "12", "cell 12", "B", "!", "×2")})


def ground(places: dict[str, str], last: tuple[str, ...] = ()) -> dict[str, Element]:
    """Return the elements of the ground by their ids."""
    return {element.id: element for element in TRACK.ground(places, last)}


def test_a_cell_says_what_stands_on_it_and_whether_the_last_turn_changed_it() -> None:
    known = ground({"A1": "a", "B2": "a"}, ("b",))
    assert (known["a"].label, known["b"].label) == ("start: A1, B2", "cell 12: empty")
    assert (known["a"].look, known["b"].look) == ("", "last")


def test_only_cells_with_an_owner_or_a_hint_show_one() -> None:
    known = ground({})
    assert known.keys() == {"board", "a", "a-number", "b", "b-number", "b-owner", "b-hint"}
    assert (known["b-owner"].text, known["b-hint"].text, known["b-hint"].look) == ("B", "×2", "hint")


def test_four_pieces_stand_apart_inside_their_cell() -> None:
    cell = ground({})["b"]
    spots = [TRACK.spot("b", corner) for corner in range(4)]
    assert len(set(spots)) == 4
    assert all(covers(outline(cell), spot) for spot in spots)


def test_in_text_a_cell_is_a_box_with_its_heading_and_its_pieces() -> None:
    pieces = tuple(
        Element(name, "piece", 0, 0, stamps=TRACK.marked("b", name, right)) for name, right in (("A1", 0), ("B2", 3))
    )
    scene = Scene(*TRACK.size, (*TRACK.ground({}), *TRACK.die(3, 4, "B", "seat-1"), *pieces))
    assert text.render(scene).splitlines() == [
        "+------+------+",
        "|1     |die  B|",
        "|      |  4   |",
        "+------+------+",
        "|12!  B|",
        "|A1 B 2|",
        "+------+",
    ]


def test_the_die_is_blank_before_a_roll_and_lies_in_the_ground_without_a_mover() -> None:
    rolled, owner = TRACK.die(3, 4, "B", "seat-1")
    assert (rolled.id, rolled.role, rolled.look, owner.text) == ("die-3", "piece", "seat-1 die", "B")
    blank, _ = TRACK.die(3, 0, "B", "seat-1")
    assert (blank.role, blank.look, blank.glyph, blank.label) == ("piece", "seat-1", "", "the die, not yet rolled")
    idle, _ = TRACK.die(3, 0, "", "")
    assert idle.role == "ground"
