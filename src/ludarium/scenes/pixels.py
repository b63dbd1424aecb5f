"""Scenes as pixels, for mail, for videos, and for agents that learn from them; this needs resvg."""

import re
from dataclasses import replace
from functools import cache
from importlib.resources import files
from threading import Lock

from ludarium.scenes import palettes, svg
from ludarium.scenes.scene import Scene

RENDERING = Lock()
"""Held while resvg draws, for some hundredths of a second in which no other thread of the process can run.

A thread that must not be held up between two steps takes it for them.
"""


def png(scene: Scene, width: int, background: str = "white") -> bytes:
    """Return a picture in its light colours, without hints, as a PNG file of this width.

    >>> import ludarium
    >>> from ludarium.scenes.picture import draw
    >>> png(draw(ludarium.load("orion").initial()), width=100)[1:4]
    b'PNG'

    Raises `ModuleNotFoundError` if resvg is not installed.
    """
    import resvg_py  # here, because it belongs to extras

    drawn = svg.render(replace(scene.plain, touches=()))
    style, font = _stylesheet(scene.palette), _font()
    with RENDERING:
        return bytes(
            resvg_py.svg_to_bytes(
                svg_string=drawn,
                style_sheet=style,
                background=background,
                width=width,
                skip_system_fonts=True,  # so that a picture is the same on every machine
                font_files=[font],
            )
        )


@cache
def _font() -> str:
    return str(files(__package__).joinpath("fonts/DejaVuSans-Bold.ttf"))


@cache
def _stylesheet(palette: str) -> str:
    """Return the light style sheet with its variables replaced by colours: resvg knows neither variables nor media."""
    css = re.sub(r"/\*.*?\*/", "", svg.stylesheet(), flags=re.DOTALL)
    css = re.sub(r"@[\w-]+[^{]*\{(?:[^{}]*\{[^{}]*\})*[^{}]*\}", "", css)
    colours = palettes.colours(palette)
    return re.sub(r"var\(--([\w-]+)[^()]*\)", lambda name: colours.get(name[1], "none"), css)
