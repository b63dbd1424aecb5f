"""What the tests of every game's view ask for."""

from hypothesis import strategies as st

from ludarium.core.game import State
from ludarium.scenes.scene import Element, Scene, draw


def turns(start: State, *texts: str) -> tuple[State, State, tuple[int, ...]]:
    """What `draw` takes: the state after these turns, the start, and the walk between them."""
    walk: tuple[int, ...] = ()
    for text in texts:
        walk += start.play_actions(walk).read(text)
    return start.play_actions(walk), start, walk


def played(start: State, *texts: str) -> Scene:
    """The picture after these turns, drawn from the start."""
    return draw(*turns(start, *texts))


@st.composite
def walks(draw_: st.DrawFn, start: State, longest: int) -> tuple[int, ...]:
    """Some steps from a start, taken by one after another; a turn is cut short now and then."""
    state, walk = start, ()
    for pick in draw_(st.lists(st.integers(0, 10**6), max_size=longest)):
        if state.actors:
            walk += (state.legal()[pick % len(state.legal())],)
            state = state.play(walk[-1])
    return walk


def elements(scene: Scene) -> dict[str, Element]:
    """The elements by their ids."""
    return {element.id: element for element in scene.elements}


def looking(scene: Scene, look: str, role: str = "") -> set[str]:
    """The ids of the elements that have this look, and this role if one is named."""
    return {e.id for e in scene.elements if look in e.look.split() and role in ("", e.role)}
