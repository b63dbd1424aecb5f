"""A state's picture as pixels, for videos and for whoever learns from pictures."""

import io
import re
import sys
from dataclasses import replace
from functools import cache

import numpy as np
import numpy.typing as npt

from ludarium.core.extras import extra
from ludarium.core.spec import Option
from ludarium.scenes import svg, text
from ludarium.scenes.scene import Scene

with extra("gymnasium", "this adapter"):
    import resvg_py
    from PIL import Image

Frame = npt.NDArray[np.uint8] | str
MODES = ("ansi", "human", "rgb_array")
"""The ways in which an environment renders: as text, for people in the terminal, as pixels."""

_WIDTH = 480


def pixels(scene: Scene, width: int = _WIDTH) -> npt.NDArray[np.uint8]:
    """The picture in red, green and blue: an array of rows, columns and three colours.

    >>> import ludarium
    >>> from ludarium.scenes.scene import draw
    >>> pixels(draw(ludarium.load("orion").initial()), width=100).shape
    (100, 100, 3)
    """
    drawn = svg.render(replace(scene.plain, touches=()))
    colours = _stylesheet(scene.palette)
    png = resvg_py.svg_to_bytes(svg_string=drawn, style_sheet=colours, background="white", width=width)
    return np.array(Image.open(io.BytesIO(png)).convert("RGB"))


def read_mode(render_mode: str | None) -> str | None:
    """The way in which an environment is to render, if any.

    Raises `InvalidOption` for one that there is not.
    """
    return None if render_mode is None else str(Option("render_mode", "", MODES, "").parse(render_mode))


def show(scene: Scene, render_mode: str | None) -> Frame | None:
    """A picture as an environment renders it: as text, as pixels, or shown to people in the terminal."""
    match render_mode:
        case "rgb_array":
            return pixels(scene)
        case "ansi":
            return text.render(scene)
        case "human":
            sys.stdout.write(f"{text.render(scene)}\n{scene.caption}\n\n")
    return None


@cache
def _stylesheet(palette: str) -> str:
    """The style sheet with every colour written out, by day: what paints here knows neither variables nor media."""
    css = re.sub(r"/\*.*?\*/", "", svg.stylesheet(), flags=re.DOTALL)
    css = re.sub(r"@[\w-]+[^{]*\{(?:[^{}]*\{[^{}]*\})*[^{}]*\}", "", css)
    colours: dict[str, str] = {}
    for selector, rules in re.findall(r"([^{}]+)\{([^{}]*)\}", css):
        if selector.strip() in (".scene", f".scene.{palette}"):
            colours.update(re.findall(r"(--[\w-]+):\s*([^;]+);", rules))
    written = None
    while css != written:  # a colour may be named after another
        written, css = css, re.sub(r"var\((--[\w-]+)[^()]*\)", lambda name: colours.get(name[1], "none"), css)
    return css
