"""Pictures for mails and learners, which resvg draws, look as Chromium draws them."""

import io
import random
from base64 import b64encode
from collections.abc import Iterator
from unittest.mock import patch

import pytest
from PIL import Image, ImageChops
from playwright.sync_api import Browser, Page

from ludarium.core.game import State
from ludarium.core.kernel import CHANCE
from ludarium.core.registry import load
from ludarium.scenes import palettes, pixels, svg
from ludarium.scenes.picture import draw
from ludarium.scenes.scene import Scene

WIDTH = 480
MOST = 0.003
"""Share of the pixels that may differ when two pictures without letters are a little smaller."""
MOST_OF_LETTERS = 0.02
"""The same with letters, whose places the two round differently, in small pictures, and of large differences."""
NO_LETTERS = ".scene.scene text { display: none; }"
SPECS = (
    "grid", "grid(players=3,rocks=20)", "grid(players=4,width=30)", "ludo", "ludo(players=4,die=8)", "ludo(goal=60)",
    "orion", "orion(rows=4,columns=3,clicks=2)", "throngs", "throngs(board=87)", "throngs(board=153)", "vortex",
    "vortex(players=3,tokens=2)", "vortex(board=square3)",
)  # fmt: skip


@pytest.fixture(scope="module")
def page(chromium: Browser) -> Iterator[Page]:
    context = chromium.new_context(viewport={"width": 1000, "height": 900}, reduced_motion="reduce")
    yield context.new_page()
    context.close()


def in_chromium(page: Page, scene: Scene, *, dark: bool = False, more: str = "") -> Image.Image:
    page.emulate_media(color_scheme="dark" if dark else "light")
    drawn = svg.render(pixels.without_touches(scene), standalone=True)
    page.set_content(
        f'<body style="margin: 0; background: #fff"><div style="width: {WIDTH}px">{drawn}</div><style>{more}</style>'
    )
    page.evaluate("document.fonts.ready.then(() => null)")
    return Image.open(io.BytesIO(page.locator("svg").screenshot())).convert("RGB")


def by_resvg(scene: Scene, *, dark: bool = False, more: str = "") -> Image.Image:
    colours, style = palettes.colours, svg.stylesheet()
    pixels._stylesheet.cache_clear()
    with (
        patch.object(palettes, "colours", lambda palette: colours(palette, dark=dark)),
        patch.object(svg, "stylesheet", lambda: style + more),
    ):
        drawn = pixels.png(scene, WIDTH)
    pixels._stylesheet.cache_clear()
    return Image.open(io.BytesIO(drawn)).convert("RGB")


def difference(one: Image.Image, other: Image.Image, width: int = 240, seen: int = 20) -> float:
    """Return the share of the pixels that differ by so much, of 255, when both pictures have this width."""
    size = (width, round(width * one.height / one.width))
    small = (picture.resize(size, Image.Resampling.BOX) for picture in (one, other))
    bands = ImageChops.difference(*small).split()
    most = ImageChops.lighter(ImageChops.lighter(bands[0], bands[1]), bands[2])
    return sum(most.histogram()[seen:]) / (size[0] * size[1])


def positions(spec: str) -> Iterator[State]:
    """Yield the first position of a game, and later ones."""
    state, chance = load(spec).initial(), random.Random(spec)
    yield state
    for steps in (9, 40):
        for _ in range(steps):
            if state.actors == (CHANCE,):
                state = state.play(chance.choice([*state.chance_outcomes()]))
            elif state.actors:
                state = state.play(*(chance.choice(state.legal(seat)) for seat in state.actors))
        yield state


@pytest.mark.parametrize("spec", SPECS)
def test_resvg_draws_what_chromium_draws(page: Page, spec: str) -> None:
    for number, state in enumerate(positions(spec)):
        scene = draw(state)
        assert difference(by_resvg(scene), in_chromium(page, scene), 160, 40) < MOST_OF_LETTERS, number
        for dark in (False, True):
            one = by_resvg(scene, dark=dark, more=NO_LETTERS)
            assert difference(one, in_chromium(page, scene, dark=dark, more=NO_LETTERS)) < MOST, (number, dark)
    assert difference(by_resvg(scene), by_resvg(scene, dark=True)) > 0.3


def test_the_comparison_sees_a_rule_that_is_skipped(page: Page) -> None:
    """Without the rule of the points of a net these are discs that cover the lines."""
    scene, plain = draw(load("throngs").initial()), svg.stylesheet()
    rule = ".scene .cell.point .body, .scene .cell.point .under { fill: transparent; }"
    assert rule in plain
    shown = in_chromium(page, scene, more=NO_LETTERS)
    assert difference(by_resvg(scene, more=NO_LETTERS), shown) < MOST
    with patch.object(svg, "stylesheet", lambda: plain.replace(rule, "")):
        assert difference(by_resvg(scene, more=NO_LETTERS), shown) > 5 * MOST


def test_tiny_pictures_have_no_text(page: Page) -> None:
    drawn = svg.render(draw(load("ludo").initial()), standalone=True)

    def looks(width: int, more: str = "") -> bytes:
        source = b64encode(drawn.replace("</style>", f"{more}</style>").encode()).decode()
        page.set_content(f'<img src="data:image/svg+xml;base64,{source}" width="{width}">')
        page.locator("img").evaluate("image => image.decode()")
        return page.locator("img").screenshot()

    assert looks(150) == looks(150, NO_LETTERS)
    assert looks(320) != looks(320, NO_LETTERS)
