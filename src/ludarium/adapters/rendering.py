"""Render modes of the environments: text, printed text, and pixels for videos and for agents that learn from them."""

import io
import sys

import numpy as np
import numpy.typing as npt

from ludarium.core.extras import extra
from ludarium.core.spec import Option
from ludarium.scenes import text
from ludarium.scenes.pixels import png
from ludarium.scenes.scene import Scene

with extra("gymnasium", "this adapter"):
    import resvg  # noqa: F401 - pictures need it when they are drawn
    from PIL import Image

Frame = npt.NDArray[np.uint8] | str
RENDER_MODES = ("ansi", "human", "rgb_array")
"""Gymnasium's names: text, printed to the terminal, pixels."""

_WIDTH = 480


def pixels(scene: Scene, width: int = _WIDTH) -> npt.NDArray[np.uint8]:
    """Return a picture as pixels: an array (height, width, 3) of red, green and blue.

    >>> import ludarium
    >>> from ludarium.scenes.picture import draw
    >>> pixels(draw(ludarium.load("orion").initial()), width=100).shape
    (100, 100, 3)
    """
    return np.array(Image.open(io.BytesIO(png(scene, width))).convert("RGB"))


def parse_render_mode(render_mode: str | None, known: tuple[str, ...] = RENDER_MODES) -> str | None:
    """Return the render mode, None for none.

    Raises `InvalidOption` for an unknown one.
    """
    return None if render_mode is None else str(Option("render_mode", "", known, "").parse(render_mode))


def render(scene: Scene, render_mode: str | None) -> Frame | None:
    """Return a picture as text ("ansi") or pixels ("rgb_array"); for "human" print it, and return None."""
    match render_mode:
        case "rgb_array":
            return pixels(scene)
        case "ansi":
            return text.render(scene)
        case "human":
            sys.stdout.write(f"{text.render(scene)}\n{scene.caption}\n\n")
    return None
