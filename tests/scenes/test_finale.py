"""The winning moment: what each game names, what is usual for a game that names nothing, and what a page gets."""

import json
import re
from dataclasses import replace
from html import unescape
from itertools import pairwise

import pytest

from ludarium import load
from ludarium.core.game import State
from ludarium.scenes import svg
from ludarium.scenes.finale import finale
from ludarium.scenes.picture import begin, draw, follow
from ludarium.scenes.scene import Element, Finale, Scene
from tests.browser.steps import ALMOST_WON

ENDS = {
    "orion": ("orion", ALMOST_WON, "s-"),
    "vortex": ("vortex(tokens=2)", "24,25/1,7 X 64 1", "24-25"),
    "ludo": ("ludo(markers=2,goal=60)", "12,60/1,4 A 5 23", "A1"),
    "throngs": (
        "throngs",
        "bbb/bbbbbb/bbbbbbbb/bbbbbbbb/wbwbbbbb/wwwwbbww/wwwwwwww/wwwwwww/wwwww/ww b 41.1 3:3 2",
        "pass pass",
    ),
    "grid": ("grid", "g5r3/////////// n/n 7", "n/n"),
}


def ended(name: str) -> tuple[State, Scene, Finale]:
    """Return the last state of a match, its picture, and its winning moment."""
    spec, position, turn = ENDS[name]
    state = load(spec).parse_position(position)
    picture = follow(begin(state), state.parse_turn(turn))
    scene = draw(picture)
    found = finale(picture, scene)
    assert found
    return picture.state, scene, found


@pytest.mark.parametrize("name", ENDS)
def test_every_game_names_elements_of_its_picture(name: str) -> None:
    state, scene, shown = ended(name)
    ids = {element.id for element in scene.elements}
    assert shown.winners == state.winners
    assert shown.pieces
    assert {*shown.pieces, *shown.kept} <= ids
    assert shown.below in ids | {""}
    assert shown.notes


def test_the_chain_of_orion_rises_from_edge_to_edge() -> None:
    _, scene, shown = ended("orion")
    places = {element.id: (element.x, element.y) for element in scene.elements}
    way = [places[name] for name in shown.pieces]
    assert {*shown.pieces} == {
        element.id for element in scene.elements if "win" in element.look and element.role == "piece"
    }
    assert (way[0][1], way[-1][1]) == (90, 490)  # from the upper edge to the lower one
    assert all(abs(complex(*one) - complex(*other)) <= 101 for one, other in pairwise(way))
    assert "won-edge" in shown.notes[0].look


def test_the_road_of_ludo_leads_from_1_to_the_goal() -> None:
    _, scene, shown = ended("ludo")
    assert shown.pieces == ("marker-A1", "marker-A2")
    road = next(note for note in shown.notes if "won-way" in note.look)
    assert road.glyph.count("L") == 4  # 60 = 2 x 2 x 3 x 5
    summit = next(element for element in scene.elements if element.id == "summit")
    assert road.glyph.endswith(f"L{summit.x:.1f} {summit.y:.1f}")


def test_the_way_of_vortex_is_one_line_in_the_winners_colour() -> None:
    _, _, shown = ended("vortex")
    way = next(note for note in shown.notes if "won-way" in note.look)
    assert way.glyph.count("M") == 1
    assert "seat-0" in way.look.split()


def test_the_land_of_the_last_army_covers_the_field() -> None:
    state, _, shown = ended("grid")
    cells = sum(note.path.count("M") for note in shown.notes)
    assert cells == 20 * 12
    assert {look for note in shown.notes for look in note.look.split() if "seat" in look} == {"seat-0"}
    assert state.winners == (0,)


def test_the_territory_of_throngs_fills_and_the_points_stay() -> None:
    state, scene, shown = ended("throngs")
    assert shown.winners == (0,)
    assert len(shown.notes) == 33 == state.points[0]
    stones = {element.id for element in scene.elements if element.id.startswith("stone-") and "seat-0" in element.look}
    assert {*shown.pieces} == stones
    assert "points-0" in shown.kept
    assert "points-1" not in shown.kept


def test_a_game_that_names_nothing_lets_its_pieces_with_the_look_win_rise_or_else_the_winners() -> None:
    state = load("orion").parse_position(ALMOST_WON)
    picture = begin(state)
    pieces = (
        Element("far", "piece", 90, 0, look="seat-0"),
        Element("last", "piece", 0, 0, look="seat-0 last"),
        Element("near", "piece", 10, 0, look="seat-0"),
        Element("other", "piece", 5, 0, look="seat-1"),
        Element("die-1", "piece", 5, 0, look="seat-0 die"),
    )
    assert finale(picture, Scene(9, 9, pieces)) is None  # nobody has won yet
    resigned = finale(picture, Scene(9, 9, pieces), [0])
    assert resigned == Finale((0,), ("last", "near", "far"))
    won = Element("chain", "piece", 0, 0, look="seat-0 win")
    assert finale(picture, Scene(9, 9, (*pieces, won)), [0]) == Finale((0,), ("chain",))


def test_in_a_draw_nothing_rises() -> None:
    state = load("orion").parse_position(ALMOST_WON)
    assert finale(begin(state), draw(begin(state)), []) == Finale(())
    assert finale(begin(state), draw(begin(state)), [0, 1]) == Finale(())


def test_a_page_gets_it_as_json() -> None:
    _, scene, shown = ended("vortex")
    assert "data-finale" not in svg.render(scene)
    drawn = svg.render(replace(scene, finale=shown))
    found = re.search('data-finale="([^"]*)"', drawn) or re.search("data-finale='([^']*)'", drawn)
    assert found
    data = json.loads(unescape(found[1]))
    assert data["winners"] == [0]
    assert data["pieces"] == [*shown.pieces]
    looks, transform, shape = data["notes"][0]
    assert looks.split()[:2] == ["mark", "won-way"]
    assert transform.startswith("translate(")
    assert shape.startswith("<path")
