import json
from dataclasses import replace
from xml.etree import ElementTree as ET

from hypothesis import given
from hypothesis import strategies as st

from ludarium.scenes.scene import Element, Highlight, Refusal, Scene, Touch
from ludarium.scenes.svg import frame, render, stylesheet

SVG = "{http://www.w3.org/2000/svg}"
CELL = Element("c1", "cell", 50, 25.5, "M0 0H9", angle=360, label="the cell, empty")
PIECE = Element("p1", "piece", 1 / 3, 0, "M0 0H9", glyph="M1 1V9", look="seat-0 last", text="K")
SCENE = Scene(200, 100, (CELL, PIECE), (Touch(0, 4, ("c1",)), Touch(0, 5, ("c1", "p1"))), caption="X to move")


def groups(scene: Scene, *, standalone: bool = False, prefix: str = "") -> dict[str, ET.Element]:
    root = ET.fromstring(render(scene, standalone=standalone, prefix=prefix))
    return {group.attrib["id"]: group for group in root.iter(f"{SVG}g")}


def test_an_element_is_a_group_with_its_role_and_looks_as_classes() -> None:
    assert groups(SCENE)["p1"].attrib["class"].split() == ["piece", "seat-0", "last"]


def test_elements_are_drawn_from_the_bottom_to_the_top() -> None:
    assert list(groups(SCENE)) == ["c1", "p1"]


def test_a_place_is_an_attribute_and_a_full_turn_differs_from_no_turn() -> None:
    assert groups(SCENE)["c1"].attrib["transform"] == "translate(50 25.5) rotate(360)"
    assert groups(SCENE)["p1"].attrib["transform"] == "translate(0.33 0) rotate(0)"


def test_a_page_s_picture_has_no_style_of_its_own_so_that_a_strict_policy_allows_it() -> None:
    assert "<style" not in render(SCENE)
    assert "style=" not in render(SCENE)
    assert "<script" not in render(SCENE)


def test_an_element_that_can_be_touched_is_a_button_with_a_label() -> None:
    cell = groups(SCENE)["c1"].attrib
    assert (cell["role"], cell["aria-label"]) == ("button", "the cell, empty")
    assert "touch" in cell["class"].split()


def test_an_element_that_is_touched_second_does_not_begin_a_touch() -> None:
    piece = groups(SCENE)["p1"].attrib
    assert piece["role"] == "button"
    assert "touch" not in piece["class"].split()


def test_the_root_lists_every_touch_for_scripts() -> None:
    root = ET.fromstring(render(SCENE, prefix="a-"))
    assert json.loads(root.attrib["data-touches"]) == [[0, 4, ["a-c1"]], [0, 5, ["a-c1", "a-p1"]]]


def test_a_prefix_goes_before_every_id() -> None:
    assert list(groups(SCENE, prefix="small-")) == ["small-c1", "small-p1"]


def test_highlights_are_listed_by_the_element_that_shows_them() -> None:
    root = ET.fromstring(render(replace(SCENE, highlights=(Highlight("a", ("b", "c")),)), prefix="p-"))
    assert json.loads(root.attrib["data-highlights"]) == {"p-a": "p-b p-c"}
    assert "data-highlights" not in ET.fromstring(render(SCENE)).attrib


def test_refusals_are_listed_by_the_element_that_stands_for_them() -> None:
    root = ET.fromstring(render(replace(SCENE, refusals=(Refusal(0, "p1", "it is pinned"),)), prefix="p-"))
    assert json.loads(root.attrib["data-refusals"]) == {"p-p1": "it is pinned"}
    assert "data-refusals" not in ET.fromstring(render(SCENE)).attrib


def test_what_lies_below_the_body_is_drawn_first() -> None:
    drawn = groups(Scene(9, 9, (replace(PIECE, under="M0 2H9"),)))["p1"]
    assert [path.attrib["class"] for path in drawn.iter(f"{SVG}path")] == ["under", "body", "glyph"]


def test_what_shows_only_when_pointed_at_is_left_out_where_nothing_can_be_pointed_at() -> None:
    shown = replace(SCENE, elements=(*SCENE.elements, Element("way", "ground", 0, 0, "M0 0H9", look="pointed")))
    assert "way" not in groups(shown)
    assert "way" not in {element.id for element in shown.plain.elements}
    assert "way" in groups(replace(shown, highlights=(Highlight("c1", ("way",)),)))


def test_a_picture_without_touches_is_an_image_with_its_caption() -> None:
    root = ET.fromstring(render(replace(SCENE, touches=())))
    assert (root.attrib["role"], root.attrib["aria-label"]) == ("img", "X to move")
    assert "data-touches" not in root.attrib


def test_only_elements_with_labels_are_spoken() -> None:
    still = groups(replace(SCENE, touches=()))
    assert still["p1"].attrib["aria-hidden"] == "true"
    assert (still["c1"].attrib["role"], still["c1"].attrib["aria-label"]) == ("img", "the cell, empty")


def test_a_standalone_picture_has_its_title_and_colours_and_nothing_to_touch() -> None:
    root = ET.fromstring(render(SCENE, standalone=True))
    assert root.findtext(f"{SVG}title") == "X to move"
    face, _, rest = (root.findtext(f"{SVG}style") or "").partition("\n")
    own, _, _ = rest.partition("@media (max-width: 160px)")  # without text where it is tiny
    assert face.startswith("@font-face")
    assert "url(data:font/woff2;base64," in face
    assert own == stylesheet()
    assert "data-touches" not in root.attrib
    assert "touch" not in groups(SCENE, standalone=True)["c1"].attrib["class"]


words = st.text(st.characters(exclude_categories=("Cc", "Cs", "Cn")))


@given(words, words, words)
def test_any_text_is_escaped(caption: str, label: str, text: str) -> None:
    root = ET.fromstring(render(Scene(1, 1, (Element("e", "cell", 0, 0, label=label, text=text),), caption=caption)))
    group = next(root.iter(f"{SVG}g"))
    assert (root.get("aria-label", ""), group.get("aria-label", "")) == (caption, label)
    assert (group.findtext(f"{SVG}text") or "") == text


def test_a_frame_has_each_kind_once_and_what_can_change_of_every_element() -> None:
    ground = Element("board", "ground", 0, 0, "M0 0H9")
    one = Element("one", "piece", 1, 2, "M0 0H9", angle=90, look="seat-0", text="<3>", label="three")
    picture = frame(Scene(9, 9, (ground, one, replace(one, id="two", x=5, text="")), caption="two pieces"))
    assert picture == {
        "caption": "two pieces",
        "kinds": [("piece seat-0", '<path class="body" d="M0 0H9"/>')],
        "elements": [
            ("one", 0, "translate(1 2) rotate(90)", "<3>", "three"),
            ("two", 0, "translate(5 2) rotate(90)", "", "three"),
        ],
    }
