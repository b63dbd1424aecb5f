"""Marks on a board."""

import pytest

import ludarium
from ludarium.scenes.marks import marked
from ludarium.scenes.picture import draw


@pytest.mark.parametrize(("game", "mark"), [("grid", "south-0"), ("orion", "u+")])
def test_what_is_there_to_be_pressed_is_outlined_and_grows_with_it_on_a_phone(game: str, mark: str) -> None:
    """All quarters of a compass have one place, around which a ring would say nothing."""
    scene = draw(ludarium.load(game).initial())
    [handle] = (one for one in scene.elements if one.id == mark)
    drawn = marked(scene, [mark]).elements[-1]
    assert (drawn.id, drawn.role, drawn.glyph, drawn.path) == (f"mark-{mark}", "mark", handle.path, "")
    assert (drawn.x, drawn.y, drawn.angle, drawn.scale) == (handle.x, handle.y, handle.angle, handle.scale)
    assert ("thumb" in drawn.look.split()) is ("thumb" in handle.look.split()) is (game == "grid")


def test_other_elements_have_a_ring_and_unknown_ones_none() -> None:
    scene = draw(ludarium.load("throngs").initial())
    drawn = marked(scene, ["site-d3", "site-z9"]).elements[len(scene.elements) :]
    assert [one.id for one in drawn] == ["mark-site-d3"]
    assert "A30" in drawn[0].glyph
