"""Pictures as pixels: the same on every machine, whatever its fonts."""

import io
from unittest.mock import patch

import pytest
from PIL import Image, ImageChops, ImageStat
from resvg import usvg

from ludarium.core.registry import load
from ludarium.scenes.parts import disc
from ludarium.scenes.picture import draw
from ludarium.scenes.pixels import png, shrink
from ludarium.scenes.scene import Element, Scene


def test_a_picture_has_the_width_that_was_asked_for_and_is_white_around_the_board() -> None:
    image = Image.open(io.BytesIO(png(draw(load("throngs").initial()), 90))).convert("RGB")
    assert image.width == 90
    assert image.getpixel((0, 0)) == (255, 255, 255)


def test_a_picture_with_few_colours_is_much_smaller_and_looks_the_same() -> None:
    whole = png(draw(load("orion").initial()), 200)
    few = shrink(whole)
    before, after = (Image.open(io.BytesIO(file)).convert("RGB") for file in (whole, few))
    assert len(few) < len(whole) / 2
    assert max(ImageStat.Stat(ImageChops.difference(before, after)).rms) < 3  # of 255


def test_a_text_that_no_xml_can_hold_is_refused() -> None:
    with pytest.raises(ValueError, match="the picture cannot be drawn"):
        png(Scene(9, 9, (Element("a", "label", 1, 1, text="\x0b"),)), 20)


def test_letters_are_drawn_with_the_font_of_the_package_alone() -> None:
    scene = draw(load("orion").initial())
    with patch("ludarium.scenes.pixels._options", usvg.Options.default):
        without = png(scene, 120)
    assert png(scene, 120) != without


def test_letters_have_the_typeface_of_pictures_and_signs_that_it_lacks_another() -> None:
    def drawn(text: str) -> bytes:
        return png(Scene(60, 60, (Element("a", "label", 30, 30, text=text),)), 60)

    with patch("ludarium.scenes.pixels._FONTS", ("DejaVuSans-Bold.ttf",)):
        before = drawn("36")
    assert drawn("36") != before
    assert drawn("♔") != drawn("")


def test_what_could_be_touched_is_not_marked() -> None:
    ring = Element("ring", "ground", 30, 30, disc(20), look="halo")
    assert png(Scene(60, 60, (ring,)), 60) == png(Scene(60, 60, ()), 60)
