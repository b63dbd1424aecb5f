"""The claims that the style sheet makes of its colours, by the formulas of WCAG 2 and of Machado et al. (2009)."""

import itertools
import re

import numpy as np
import pytest

from ludarium.scenes.svg import stylesheet

VISION = {
    "usual": np.eye(3),
    "protanopia": [[0.152286, 1.052583, -0.204868], [0.114503, 0.786281, 0.099216], [-0.003882, -0.048116, 1.051998]],
    "deuteranopia": [[0.367322, 0.860646, -0.227968], [0.280085, 0.672501, 0.047413], [-0.011820, 0.042940, 0.968881]],
    "tritanopia": [[1.255528, -0.076749, -0.178779], [-0.078411, 0.930809, 0.147602], [0.004733, 0.691367, 0.303900]],
}
LIGHT, DARK = (
    dict(re.findall(r"--([\w-]+): (#[0-9a-f]{3,6})", block))
    for block in (stylesheet().split("@media")[0], stylesheet().split("@media")[1])
)


def linear(colour: str) -> np.ndarray:
    """Red, green and blue as amounts of light."""
    digits = colour[1:] if len(colour) == 7 else "".join(digit * 2 for digit in colour[1:])
    value = np.array([int(digits[at : at + 2], 16) / 255 for at in (0, 2, 4)])
    return np.where(value <= 0.04045, value / 12.92, ((value + 0.055) / 1.055) ** 2.4)


def contrast(one: str, other: str) -> float:
    lights = sorted(float(linear(colour) @ [0.2126, 0.7152, 0.0722]) for colour in (one, other))
    return (lights[1] + 0.05) / (lights[0] + 0.05)


def distance(one: str, other: str, vision: str) -> float:
    """How far apart two colours look, in CIELAB."""
    to_xyz = [[0.4124, 0.3576, 0.1805], [0.2126, 0.7152, 0.0722], [0.0193, 0.1192, 0.9505]]
    places = []
    for colour in (one, other):
        seen = np.clip(np.array(VISION[vision]) @ linear(colour), 0, 1)
        x, y, z = np.cbrt(np.array(to_xyz) @ seen / [0.9505, 1.0, 1.089])
        places.append(np.array([116 * y, 500 * (x - y), 200 * (y - z)]))
    return float(np.linalg.norm(places[0] - places[1]))


STONES = ["stone-0", "stone-1"]


@pytest.mark.parametrize("scheme", [LIGHT, DARK], ids=["light", "dark"])
class TestColours:
    @pytest.mark.parametrize("piece", [f"{kind}-{seat}" for kind in ("seat", "army") for seat in range(4)] + STONES)
    def test_a_piece_stands_out_from_its_cell_and_its_glyph_from_the_piece(self, scheme, piece) -> None:
        body, edge, ink = (scheme[piece + part] for part in ("", "-edge", "-ink"))
        cell = scheme["stone-cell" if piece.startswith("stone") else "cell"]
        assert max(contrast(body, cell), contrast(edge, cell)) >= 3
        assert contrast(ink, body) >= 3

    @pytest.mark.parametrize("vision", VISION)
    def test_no_two_seats_look_alike_to_the_colour_blind(self, scheme, vision) -> None:
        for kind, (one, other) in itertools.product(("seat", "army"), itertools.combinations(range(4), 2)):
            assert distance(scheme[f"{kind}-{one}"], scheme[f"{kind}-{other}"], vision) >= 20, (kind, one, other)
        assert distance(scheme["stone-0"], scheme["stone-1"], vision) >= 20

    def test_words_can_be_read_on_every_ground(self, scheme) -> None:
        for ground in ("board", "ground", "ground-last", "raised", "stone-cell"):
            assert contrast(scheme["ink"], scheme[ground]) >= 4.5

    def test_what_is_marked_stands_out(self, scheme) -> None:
        for ground in ("board", "ground", "cell", "stone-cell"):
            assert contrast(scheme["mark"], scheme[ground]) >= 3


def test_both_schemes_have_the_same_names() -> None:
    assert LIGHT.keys() == DARK.keys()
