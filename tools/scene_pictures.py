"""The pictures of docs/reference/scenes.md: an example for every role and every look of the style sheet.

The documentation's build draws them, so they are what pages show; MkDocs calls `on_files` and `on_page_markdown`.
"""

import re
from collections.abc import Iterator
from dataclasses import replace

from mkdocs.config.defaults import MkDocsConfig
from mkdocs.structure.files import File, Files
from mkdocs.structure.pages import Page

from ludarium.scenes import svg
from ludarium.scenes.parts import board, die, disc, rounded
from ludarium.scenes.scene import Element, Scene

_CROSS = "M-14-14L14 14M14-14L-14 14"
_ARROW = "M0 18V-18M-12-6L0-18L12-6"
_SIZE, _STEP = 120, 100
_CELL = Element("cell", "cell", 60, 60, rounded(92, 92, 6))
_PIECE = Element("piece", "piece", 60, 60, disc(30), _CROSS, look="seat-0")
_HANDLE = Element("handle", "handle", 60, 60, disc(40), _ARROW)
_GROUND = Element("ground", "ground", 60, 60, rounded(92, 92, 6))

ROW = re.compile(r"^(\| `([\w-]+)` \| .*\S \|) \|$", re.MULTILINE)
"""A row of a table whose last cell is for the picture of the first."""
ROLES: dict[str, tuple[Element, ...]] = {
    "ground": (_GROUND,),
    "cell": (_CELL,),
    "piece": (_CELL, replace(_PIECE, look="")),
    "handle": (_HANDLE,),
    "mark": (_CELL, _PIECE, Element("mark", "mark", 60, 60, glyph="M-45 0H45")),
    "label": (Element("label", "label", 60, 60, text="A1"),),
}
"""An example for each role, without any look."""

LOOKS: dict[str, tuple[Element, ...]] = {
    "board": (),
    **{f"seat-{seat}": (_CELL, replace(_PIECE, look=f"seat-{seat}")) for seat in range(6)},
    "last": (replace(_CELL, look="last"), replace(_PIECE, look="seat-0 last")),
    "dim": (replace(_GROUND, look="dim"),),
    "quiet": (Element("label", "label", 60, 60, text="A1", look="quiet"),),
    **{f"deep-{depth}": (replace(_GROUND, look=f"deep-{depth}"),) for depth in range(1, 5)},
    "ribbon": (_GROUND, Element("ribbon", "ground", 60, 60, glyph="M-40 0H40", look="ribbon seat-0")),
    "curve": (_GROUND, Element("curve", "mark", 60, 60, glyph="M-40 20L-10 0L40-20", look="curve seat-0")),
    "fine": (replace(_GROUND, glyph="M-15-46V46M15-46V46M-46-15H46M-46 15H46", look="fine"),),
    "narrow": (_CELL, replace(_PIECE, glyph="", text="100", look="seat-0 narrow")),
    "own": (replace(_HANDLE, look="touch own"),),
    "link": (_GROUND, Element("link", "ground", 60, 60, glyph="M-40 10Q0-30 40 10", look="link")),
    "ghost": (_CELL, replace(_HANDLE, path=disc(30), glyph=_CROSS, look="seat-0 ghost")),
    "strike": (_CELL, _PIECE, replace(_HANDLE, glyph="", look="strike")),
    "halo": (_CELL, Element("halo", "ground", 60, 60, disc(38), look="halo"), _PIECE),
    "pointed": (_CELL, Element("way", "ground", 60, 60, disc(30), look="pointed lit")),
    "drawn": (_CELL, Element("ring", "mark", 60, 60, glyph=disc(30), look="drawn")),
    "advised": (replace(_CELL, look="advised"),),
    "step": (_CELL, Element("step", "label", 60, 60, disc(16), look="step", text="1")),
    "unpointed": (Element("open", "label", 60, 60, text="?", look="unpointed"),),
    "carried": (_CELL, replace(_PIECE, look="seat-0 carried")),
    "reach": (replace(_CELL, look="reach"),),
    "die": (die("die-1", (60, 60), 5, look="seat-1", label="a die"),),
    "pips": (replace(die("die-1", (60, 60), 5, look="seat-1", label="a die"), look="seat-1 pips"),),
    "win": (_CELL, Element("way", "mark", 60, 60, glyph="M-45 0H45", look="win seat-0")),
    "hint": (_CELL, Element("hint", "label", 60, 60, text="2/6", look="hint")),
    "coordinate": (_CELL, Element("name", "label", 60, 60, text="a1", look="coordinate")),
    "overlay": (_CELL, Element("shade", "mark", 60, 60, rounded(92, 92, 6), look="seat-0 overlay")),
    "touch": (replace(_HANDLE, look="touch"),),
    "next": (replace(_CELL, look="next"),),
    "preview": (replace(_CELL, look="preview"),),
    "lit": (replace(_CELL, look="lit"),),
    "chosen": (_CELL, replace(_PIECE, look="seat-0 chosen")),
    "ordered": (replace(_HANDLE, look="touch ordered"),),
}
"""An example for each look; the last five are the words that a page adds."""


def pictures() -> Iterator[tuple[str, str]]:
    """Yield the name of every picture, and the picture as a file of SVG."""
    for name, elements in {**ROLES, **LOOKS}.items():
        scene = Scene(_SIZE, _SIZE, (board(_SIZE, _SIZE), *elements), caption=f"an example of {name}")
        drawn = svg.render(scene, standalone=True)
        hidden = name in ("overlay", "halo", "pointed")
        shown = drawn.replace("display: none", "display: inline") if hidden else drawn
        yield name, shown.replace("<svg", f'<svg width="{_STEP}" height="{_STEP}"', 1)


def on_files(files: Files, config: MkDocsConfig) -> Files:
    """Add the pictures."""
    for name, drawing in pictures():
        files.append(File.generated(config, f"reference/scenes/{name}.svg", content=drawing))
    return files


def on_page_markdown(markdown: str, page: Page, config: MkDocsConfig, files: Files) -> str:
    """Show each picture on the page of scenes, in the empty last cell of the row that begins with its name."""
    if page.file.src_uri != "reference/scenes.md":
        return markdown
    return ROW.sub(r"\1 ![\2](scenes/\2.svg) |", markdown)
