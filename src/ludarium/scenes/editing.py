"""The pictures on which positions are set up by touching."""

from ludarium.scenes.editor import Arranged, editor_of
from ludarium.scenes.picture import begin, draw
from ludarium.scenes.rows import Draft
from ludarium.scenes.scene import Scene


def editing_scene(state: Arranged) -> Scene:
    """Return the picture of a position in which every place that the game's editor knows has an element.

    >>> import ludarium
    >>> state = ludarium.load("grid").initial()
    >>> {"cell-0-0"} <= {element.id for element in editing_scene(state).elements}
    True
    """
    if isinstance(state, Draft):
        return state.editor.sketch(state)
    scene, editor = draw(begin(state)).plain, editor_of(state.game)
    found: Scene = editor.drawn(scene, state) if editor and hasattr(editor, "drawn") else scene
    return found
