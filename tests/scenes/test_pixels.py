"""Pictures as pixels: the same on every machine, whatever its fonts."""

import io
from unittest.mock import patch

from PIL import Image

from ludarium.core.registry import load
from ludarium.scenes.picture import draw
from ludarium.scenes.pixels import png


def test_a_picture_has_the_width_and_the_background_that_were_asked_for() -> None:
    image = Image.open(io.BytesIO(png(draw(load("throngs").initial()), 90, background="#010203"))).convert("RGB")
    assert image.width == 90
    assert image.getpixel((0, 0)) == (1, 2, 3)


def test_letters_are_drawn_with_the_font_of_the_package_alone() -> None:
    scene = draw(load("orion").initial())
    with patch("ludarium.scenes.pixels._font", lambda: "/nowhere"):
        without = png(scene, 120)
    assert png(scene, 120) != without
