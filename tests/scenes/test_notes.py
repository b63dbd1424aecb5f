"""What a page shows of an element that is pointed at or touched: notes, and why it is refused."""

import json
import re
from dataclasses import replace
from importlib.resources import files
from xml.etree import ElementTree as ET

from ludarium.scenes.outline import outline
from ludarium.scenes.parts import disc
from ludarium.scenes.scene import Element, Focus, Highlight, Refusal, Scene
from ludarium.scenes.svg import frame, render, stylesheet

CELL = Element("c1", "cell", 50, 25, disc(9))
COST = Element("", "label", 10, 20, disc(5), look="note", text="2")
SCENE = Scene(100, 50, (CELL,), highlights=(Highlight("c1", (), (COST, replace(COST, x=30, text="<"))),))


def test_notes_are_listed_with_each_kind_once() -> None:
    root = ET.fromstring(render(SCENE, prefix="p-"))
    assert json.loads(root.attrib["data-notes"]) == {
        "kinds": [["label note", f'<path class="body" d="{disc(5)}"/>']],
        "notes": {"p-c1": [[0, "translate(10 20) rotate(0)", "2"], [0, "translate(30 20) rotate(0)", "<"]]},
    }
    assert "data-notes" not in ET.fromstring(render(replace(SCENE, highlights=()))).attrib


def test_refusals_are_listed_by_their_elements() -> None:
    root = ET.fromstring(render(replace(SCENE, refusals=(Refusal(0, "c1", "c1 holds a piece"),)), prefix="p-"))
    assert json.loads(root.attrib["data-refusals"]) == {"p-c1": "c1 holds a piece"}
    assert "data-refusals" not in ET.fromstring(render(SCENE)).attrib


def test_a_solid_piece_has_a_shadow_a_side_and_a_face() -> None:
    piece = Element("p", "piece", 0, 0, disc(40), look="seat-0 solid")
    root = ET.fromstring(render(Scene(9, 9, (piece,))))
    paths = [path.attrib for path in root.iter("{http://www.w3.org/2000/svg}path")]
    assert [path["class"] for path in paths] == ["shade", "body", "face"]
    assert {path["d"] for path in paths} == {disc(40)}


def test_the_focus_is_that_of_every_seat_and_a_larger_element_says_so() -> None:
    focus = Focus(16, 80, 50, 20, 12, ((0, 0, 12, 7.2), None), (560, 700, 400, 230))
    root = ET.fromstring(render(replace(SCENE, elements=(replace(CELL, scale=1.5),), focus=focus)))
    told = {"field": [16, 80, 50, 20, 12], "boxes": [[0, 0, 12, 7.2], None], "room": [560, 700, 400, 230]}
    assert json.loads(root.attrib["data-focus"]) == told
    assert root[0].attrib["transform"] == "translate(50 25) rotate(0) scale(1.5)"
    assert max(x for x, _ in outline(replace(CELL, scale=1.5))) == 50 + 1.5 * 9
    assert frame(replace(SCENE, focus=focus))["focus"] == json.loads(root.attrib["data-focus"])
    assert "focus" not in frame(SCENE)


def test_no_look_of_a_picture_has_a_rule_of_the_page_s_own() -> None:
    """A page's rules for a class such as `steps` would lay out a piece with a look of that name."""
    site = files("ludarium.site.web").joinpath("static/site.css").read_text("utf-8")
    own = set(re.findall(r"^\s*\.([\w-]+)(?=[ ,:{])", re.sub(r"\{[^}]*\}", "{}", site), re.MULTILINE))
    looks = set(re.findall(r"\.([a-z][\w-]*)", re.sub(r"\{[^}]*\}", "{}", stylesheet())))
    assert own & looks <= {"board", "curve", "hint", "quiet", "points"}  # whose rules change no picture
