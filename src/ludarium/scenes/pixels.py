"""Scenes as pixels, for mail, for videos, and for agents that learn from them; this needs resvg."""

import math
import re
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import replace
from functools import cache
from importlib.resources import files
from importlib.util import find_spec
from io import BytesIO
from threading import Lock
from typing import TYPE_CHECKING
from xml.sax.saxutils import escape

from ludarium.scenes import palettes, svg
from ludarium.scenes.scene import Scene

if TYPE_CHECKING:
    from resvg import usvg

RENDERING = Lock()
"""Held while resvg draws, for some hundredths of a second in which no other thread of the process can run.

A thread that must not be held up between two steps takes it for them.
"""
_FONTS = "BricolageGrotesque-Bold.ttf", "DejaVuSans-Bold.ttf"
"""The typeface of pictures, and one for the signs that it lacks."""
_TOUCHED = frozenset({"ghost", "halo", "strike"})
"""The looks of what shows where a player could move, which nobody can do on a picture."""
_WHITE = (255, 255, 255, 255)


def png(scene: Scene, width: int) -> bytes:
    """Return a picture in its light colours on white, without hints, as a PNG file of this width.

    >>> import ludarium
    >>> from ludarium.scenes.picture import draw
    >>> png(draw(ludarium.load("orion").initial()), width=100)[1:4]
    b'PNG'

    Raises `ModuleNotFoundError` if resvg is not installed, `ValueError` for texts that no XML can hold.
    """
    from resvg import render, usvg  # here, because it belongs to extras

    drawn, scale = svg.render(without_touches(scene)), width / scene.width
    root, inside = drawn.split(">", 1)
    styled = f"{root}><style>{escape(_stylesheet(scene.palette))}</style>{inside}"
    size = (width, math.ceil(scene.height * scale))
    try:
        with RENDERING:
            tree = usvg.Tree.from_str(styled, _options())
            return render(tree, (scale, 0, 0, 0, scale, 0), bg_size=size, bg_color=_WHITE)
    except BaseException as error:
        if type(error).__name__ == "PanicException":  # of Rust, and no `Exception`, which would end the thread
            raise ValueError(f"the picture cannot be drawn: {error}") from error
        raise


@cache
def makes_gif() -> bool:
    """Return whether the libraries are installed that `gif` needs."""
    return all(find_spec(library) for library in ("resvg", "PIL"))


def gif(scenes: Sequence[Scene], width: int, seconds: Sequence[float]) -> bytes:
    """Return scenes of one size as a GIF file that plays them in a loop, each for so many seconds.

    Raises `ModuleNotFoundError` if resvg or Pillow is not installed.
    """
    from PIL import Image  # here, because it belongs to extras

    frames = []
    for scene in scenes:
        with Image.open(BytesIO(png(scene, width))) as image:
            frames.append(image.convert("RGB").quantize(128, Image.Quantize.FASTOCTREE, dither=Image.Dither.NONE))
    with BytesIO() as file:
        times = [round(1000 * each) for each in seconds]
        frames[0].save(file, "GIF", save_all=True, append_images=frames[1:], duration=times, loop=0)
        return file.getvalue()


def without_touches(scene: Scene) -> Scene:
    """Return a scene without hints, and without what shows where a player could move."""
    elements = (one for one in scene.plain.elements if not _TOUCHED & set(one.look.split()))
    return replace(scene, elements=tuple(elements), touches=(), highlights=())


def shrink(picture: bytes) -> bytes:
    """Return a PNG file with a palette of 256 colours, which is a third as long and looks the same.

    It is returned as it is where Pillow is not installed.
    """
    with suppress(ModuleNotFoundError):
        from PIL import Image  # here, because it belongs to extras

        with Image.open(BytesIO(picture)) as image, BytesIO() as file:
            few = image.convert("RGB").quantize(256, Image.Quantize.FASTOCTREE, dither=Image.Dither.NONE)
            few.save(file, "PNG")
            return file.getvalue()
    return picture


def _options() -> "usvg.Options":
    """Return options with the fonts of the package alone, so that a picture is the same on every machine.

    Only the thread that has made them can use them; that takes no time.
    """
    from resvg import usvg

    options = usvg.Options.default()
    for name in _FONTS:
        options.load_font_file(_font(name))
    return options


@cache
def _font(name: str) -> str:
    return str(files(__package__).joinpath(f"fonts/{name}"))


@cache
def _stylesheet(palette: str) -> str:
    """Return the light style sheet with its variables replaced by colours: resvg knows neither variables nor media."""
    css = re.sub(r"/\*.*?\*/", "", svg.stylesheet(), flags=re.DOTALL)
    css = re.sub(r"@[\w-]+[^{]*\{(?:[^{}]*\{[^{}]*\})*[^{}]*\}", "", css)
    colours = palettes.colours(palette)
    return re.sub(r"var\(--([\w-]+)[^()]*\)", lambda name: colours.get(name[1], "none"), css)
