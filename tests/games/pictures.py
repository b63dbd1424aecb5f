"""Helpers of the tests of views."""

from hypothesis import strategies as st

from ludarium.core.game import State
from ludarium.scenes.picture import Picture, begin, draw, follow
from ludarium.scenes.scene import Element, Scene


def carried(start: State, *texts: str) -> Picture:
    """Return the picture after these turns."""
    picture = begin(start)
    for text in texts:
        picture = follow(picture, picture.state.parse_turn(text))
    return picture


def played(start: State, *texts: str) -> Scene:
    """Draw the picture after these turns."""
    return draw(carried(start, *texts))


@st.composite
def sequences(draw_: st.DrawFn, start: State, longest: int) -> tuple[int, ...]:
    """Draw a sequence of legal actions from a start; the last turn may be incomplete."""
    state, actions = start, tuple[int, ...]()
    for pick in draw_(st.lists(st.integers(0, 10**6), max_size=longest)):
        if state.actors:
            actions += (state.legal()[pick % len(state.legal())],)
            state = state.play(actions[-1])
    return actions


def elements(scene: Scene) -> dict[str, Element]:
    """Return the elements by their ids."""
    return {element.id: element for element in scene.elements}


def looking(scene: Scene, look: str, role: str = "") -> set[str]:
    """Return the ids of the elements with this look, and with this role if one is given."""
    return {e.id for e in scene.elements if look in e.look.split() and role in ("", e.role)}
