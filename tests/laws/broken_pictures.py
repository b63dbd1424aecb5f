"""Changes of Orion's picture that break a law, each in one way."""

from collections.abc import Callable
from dataclasses import replace
from typing import Any

from ludarium.scenes.scene import Role, Scene, Stamp, Touch


def of_role(scene: Scene, which: Role, **changes: Any) -> Scene:
    """Return the picture with changed elements of one role."""
    elements = (replace(element, **changes) if element.role == which else element for element in scene.elements)
    return replace(scene, elements=tuple(elements))


BROKEN_PICTURES: dict[str, tuple[str, Callable[[Scene], Scene]]] = {
    "no caption": ("every state has a picture", lambda scene: replace(scene, caption="")),
    "ids twice": ("every state has a picture", lambda scene: replace(scene, elements=scene.elements * 2)),
    "too narrow": ("every state has a picture", lambda scene: replace(scene, width=1)),
    "an overlay of nothing": (
        "every state has a picture",
        lambda scene: replace(scene, elements=tuple(replace(element, look="overlay") for element in scene.elements)),
    ),
    "hints of nothing": (
        "every state has a picture",
        lambda scene: replace(scene, elements=tuple(replace(element, look="hint") for element in scene.elements)),
    ),
    "touching air": ("every action can be touched", lambda scene: replace(scene, touches=(Touch(0, 0, ("no",)),))),
    "touching for none": (
        "every action can be touched",
        lambda scene: replace(scene, touches=(Touch(0, 51, ()),)),
    ),
    "arrows that are not drawn": (
        "everything to touch is seen and lights up",
        lambda scene: of_role(scene, "handle", glyph=""),
    ),
    "pieces that are not drawn": (
        "everything to touch is seen and lights up",
        lambda scene: of_role(scene, "piece", path="", glyph=""),
    ),
    "places in the colour of the ground": (
        "everything to touch is seen and lights up",
        lambda scene: of_role(scene, "handle", role="ground", glyph=""),
    ),
    "pieces that are shown on request": (
        "everything to touch is seen and lights up",
        lambda scene: of_role(scene, "piece", look="overlay"),
    ),
    "words that do not light up": (
        "everything to touch is seen and lights up",
        lambda scene: of_role(scene, "handle", path="", glyph="", text="click"),
    ),
    "a stamp in another order": (
        "every state has a picture",
        lambda scene: of_role(scene, "piece", stamps=(Stamp("x", 1, 2),)),  # type: ignore[arg-type]  # the mistake
    ),
    "nothing to see": ("every turn has a picture", lambda scene: replace(scene, elements=())),
}
