"""Contrast and distance of the colours, by the formulas of WCAG 2 and of Machado et al. (2009)."""

import itertools
import re
from importlib.resources import files

import numpy as np
import pytest

from ludarium.core.kernel import Floats
from ludarium.scenes.palettes import PALETTES, colours, palette
from ludarium.scenes.svg import stylesheet

VISION = {
    "usual": np.eye(3),
    "protanopia": [[0.152286, 1.052583, -0.204868], [0.114503, 0.786281, 0.099216], [-0.003882, -0.048116, 1.051998]],
    "deuteranopia": [[0.367322, 0.860646, -0.227968], [0.280085, 0.672501, 0.047413], [-0.011820, 0.042940, 0.968881]],
    "tritanopia": [[1.255528, -0.076749, -0.178779], [-0.078411, 0.930809, 0.147602], [0.004733, 0.691367, 0.303900]],
}
NAMES = ["", *PALETTES]


def linear(colour: str) -> Floats:
    """Return red, green and blue as amounts of light."""
    digits = colour[1:] if len(colour) == 7 else "".join(digit * 2 for digit in colour[1:])
    value = np.array([int(digits[at : at + 2], 16) / 255 for at in (0, 2, 4)])
    light: Floats = np.where(value <= 0.04045, value / 12.92, ((value + 0.055) / 1.055) ** 2.4)
    return light


def contrast(one: str, other: str) -> float:
    lights = sorted(float(linear(colour) @ [0.2126, 0.7152, 0.0722]) for colour in (one, other))
    return (lights[1] + 0.05) / (lights[0] + 0.05)


def distance(one: str, other: str, vision: str) -> float:
    """Return the distance of two colours in CIELAB."""
    to_xyz = [[0.4124, 0.3576, 0.1805], [0.2126, 0.7152, 0.0722], [0.0193, 0.1192, 0.9505]]
    places = []
    for colour in (one, other):
        seen = np.clip(np.array(VISION[vision]) @ linear(colour), 0, 1)
        x, y, z = np.cbrt(np.array(to_xyz) @ seen / [0.9505, 1.0, 1.089])
        places.append(np.array([116 * y, 500 * (x - y), 200 * (y - z)]))
    return float(np.linalg.norm(places[0] - places[1]))


@pytest.mark.parametrize("dark", [False, True], ids=["light", "dark"])
@pytest.mark.parametrize("name", NAMES)
class TestColours:
    def test_a_piece_stands_out_from_its_cell_and_its_glyph_from_the_piece(self, name: str, dark: bool) -> None:
        scheme = colours(name, dark=dark)
        for seat in range(len(palette(name).seats)):
            body, edge, ink = (scheme[f"seat-{seat}{part}"] for part in ("", "-edge", "-ink"))
            assert max(contrast(body, scheme["cell"]), contrast(edge, scheme["cell"])) >= 3, seat
            assert contrast(ink, body) >= 3, seat

    @pytest.mark.parametrize("vision", VISION)
    def test_no_two_seats_look_alike_to_the_colour_blind(self, name: str, dark: bool, vision: str) -> None:
        scheme = colours(name, dark=dark)
        for one, other in itertools.combinations(range(len(palette(name).seats)), 2):
            assert distance(scheme[f"seat-{one}"], scheme[f"seat-{other}"], vision) >= 20, (one, other)

    def test_words_can_be_read_on_every_ground(self, name: str, dark: bool) -> None:
        scheme = colours(name, dark=dark)
        for ground in ("board", "ground", "ground-last", "raised"):
            assert contrast(scheme["ink"], scheme[ground]) >= 4.5
        if "cell" in palette(name).board:
            assert contrast(scheme["ink"], scheme["cell"]) >= 4.5

    def test_marks_stand_out(self, name: str, dark: bool) -> None:
        scheme = colours(name, dark=dark)
        for ground in ("board", "ground", "cell"):
            assert contrast(scheme["mark"], scheme[ground]) >= 3

    def test_the_number_of_an_action_is_read_on_a_badge_that_is_filled(self, name: str, dark: bool) -> None:
        (body,) = re.findall(r"\.label\.step \.body {.*?fill: var\(--([a-z-]+)\)", stylesheet())
        (text,) = re.findall(r"\.label\.step text {.*? fill: var\(--([a-z-]+)\)", stylesheet())
        scheme = colours(name, dark=dark)
        assert contrast(scheme[text], scheme[body]) >= 4.5
        for ground in ("board", "cell"):  # unlike what stands on the board itself, such as the count of a stone
            assert contrast(scheme[body], scheme[ground]) >= 3

    def test_the_style_sheet_has_these_colours(self, name: str, dark: bool) -> None:
        light_rules, dark_rules = stylesheet().split("@media", 2)[:2]
        found: dict[str, str] = {}
        for selector in (".scene", f".scene.{name}"):
            for rules in (light_rules, dark_rules) if dark else (light_rules,):
                for block in re.findall(rf"^{re.escape(selector)} {{ (--.*?) }}$", rules, re.MULTILINE):
                    found |= dict(re.findall(r"--([\w-]+): ([^;]+);", block))
        assert found == colours(name, dark=dark)


def test_a_black_stone_stands_out_from_a_dark_board_by_its_outline() -> None:
    """It is black on green, and so are shadows: the outline is nearly as far from the board as a white stone is."""
    scheme = colours("jade", dark=True)
    assert contrast(scheme["seat-0-edge"], scheme["cell"]) >= 4
    assert contrast(scheme["seat-0-edge"], scheme["seat-0"]) >= 10
    assert ".jade .seat-0 .body { stroke-width: 4; }" in stylesheet()


def test_the_rules_use_no_colour_that_is_not_defined() -> None:
    used = set(re.findall(r"var\(--([\w-]+)\)", stylesheet()))
    assert used <= colours().keys()
    assert not re.search(r"(fill|stroke): *#", stylesheet())


def test_the_paper_is_the_site_s() -> None:
    css = files("ludarium.site.web").joinpath("static/site.css").read_text("utf-8")
    assert f"--paper: light-dark({colours()['paper']}, {colours(dark=True)['paper']});" in css


def test_an_unknown_palette_is_the_default() -> None:
    assert colours("no such palette") == colours()
