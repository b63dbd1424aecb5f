"""The colours of all pictures; the style sheet is generated from them, and plots and other renderers read them, too.

Every colour has a value for light and one for dark pages. Seats differ in hue and in lightness for every kind of colour
vision, and pieces stand out from the cells below them (`tests/scenes/test_colours.py`).
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import NamedTuple


class Colour(NamedTuple):
    """A colour on light and on dark pages."""

    light: str
    dark: str


@dataclass(frozen=True, slots=True)
class SeatColours:
    """The colours of a seat's pieces: the body, its edge, the glyph or text upon it (ink), and its side if it is thick.

    Without a side of their own, that is the edge, and on dark pages a darker body.
    """

    body: Colour
    edge: Colour
    ink: Colour
    side: Colour | None = None


@dataclass(frozen=True, slots=True)
class Palette:
    """The colours of the seats in order; `board` replaces colours of `BOARD` where a game has a ground of its own."""

    seats: tuple[SeatColours, ...]
    board: Mapping[str, Colour] = field(default_factory=dict)


BOARD = {
    "paper": Colour("#f7f4ee", "#15181b"),
    "board": Colour("#e6dccb", "#262a31"),
    "rim": Colour("#c9bba3", "#3a404a"),
    "ground": Colour("#f6f0e5", "#353b45"),
    "ground-last": Colour("#f3d9a2", "#5b5235"),
    "deep-1": Colour("#ece4d6", "#30353f"),
    "deep-2": Colour("#e4dbcb", "#2b3039"),
    "deep-3": Colour("#ded3c1", "#272b33"),
    "deep-4": Colour("#d8cdb9", "#23272e"),
    "cell": Colour("#d3c7b2", "#171a1f"),
    "ink": Colour("#453d31", "#d9dde4"),
    "raised": Colour("#fffdf9", "#46505e"),
    "mark": Colour("#b0125b", "#ff8fbf"),
    "gold": Colour("#ffd23f", "#ffe08a"),
    "edge": Colour("#b3a489", "#0f1316"),
    "line": Colour("#c9bba3", "#4a505a"),
    "foam": Colour("#fff", "#93adba"),
    "islet": Colour("#fbf6ea", "#4a4a46"),
    "trail": Colour("#ffe3a0", "#d8b45c"),
    "shade": Colour("#2b2419", "#000"),
}
"""The colours of everything but pieces.

`paper` is the page around a picture, `gold` what can be touched, `mark` what would happen; `edge` is the side of what
is thick, `line` divides the ground, `foam` is drawn upon it, and `islet` is a safe place; `trail` is around pieces of
the last turn, and `shade` below solid ones.
"""

DEFAULT = Palette(
    (
        SeatColours(Colour("#1f5591", "#6fb1f5"), Colour("#0d2f57", "#b7d9ff"), Colour("#fff", "#06213f")),
        SeatColours(Colour("#f0982b", "#e08a1c"), Colour("#8a4a00", "#ffc985"), Colour("#3a2000", "#2b1700")),
        SeatColours(Colour("#2f9e78", "#239069"), Colour("#0b5239", "#a5ecd2"), Colour("#00251a", "#00251a")),
        SeatColours(Colour("#d78bb8", "#e8aed0"), Colour("#7d2f5e", "#f7cbe4"), Colour("#3d0f2b", "#3d0f2b")),
        SeatColours(Colour("#8c1c13", "#a02018"), Colour("#4d0b06", "#ffb3ab"), Colour("#fff", "#fff")),
        SeatColours(Colour("#fdf6a3", "#f7f2c4"), Colour("#6e6200", "#fffbe0"), Colour("#332d00", "#332d00")),
    )
)

PALETTES = {
    # for games whose seats are called black and white
    "stones": Palette(
        (
            SeatColours(Colour("#33353b", "#05070a"), Colour("#000", "#8e98a6"), Colour("#fff", "#f0f3f7")),
            SeatColours(Colour("#fdfcf8", "#e9e5da"), Colour("#6b6152", "#fff"), Colour("#2d261b", "#22201b")),
        ),
        board={"cell": Colour("#d3c7b2", "#3b4350")},
    ),
    # for a board of jade, on which stones lie
    "jade": Palette(
        (
            SeatColours(Colour("#363a42", "#232a31"), Colour("#000", "#dcefe6"), Colour("#fff", "#f3f6f8")),
            SeatColours(
                Colour("#fffcf3", "#f3eee1"),
                Colour("#6b6152", "#fff"),
                Colour("#23262a", "#22201b"),
                Colour("#c4b99f", "#a79f8c"),
            ),
        ),
        board={
            "board": Colour("#aacdbc", "#4b7566"),
            "rim": Colour("#9bc1af", "#54806f"),
            "ground": Colour("#aacdbc", "#4b7566"),
            "cell": Colour("#aacdbc", "#4b7566"),
            "ink": Colour("#23302b", "#f6f8f9"),
            "raised": Colour("#fffdf9", "#22302b"),
            "mark": Colour("#a30f55", "#ffb8d7"),
            "edge": Colour("#5f8a79", "#2a463f"),
            "line": Colour("#7ea895", "#689686"),
            "shade": Colour("#1d2b27", "#000"),
        },
    ),
    # for boards of water that is deeper towards the centre
    "water": Palette(
        DEFAULT.seats,
        board={
            "board": Colour("#e6dccb", "#262a31"),
            "rim": Colour("#c9bba3", "#3a404a"),
            "ground": Colour("#e6f0ee", "#465963"),
            "ground-last": Colour("#f6e2ae", "#6a6243"),
            "deep-1": Colour("#c2dde3", "#30454f"),
            "deep-2": Colour("#9bc7d3", "#20333d"),
            "deep-3": Colour("#7ab2c3", "#16262f"),
            "deep-4": Colour("#1d4e63", "#070c10"),
            "cell": Colour("#c2dde3", "#30454f"),
            "ink": Colour("#2b4148", "#dde5e8"),
            "raised": Colour("#fffdf9", "#1d2227"),
            "edge": Colour("#8db9c5", "#0f161b"),
            "line": Colour("#8db9c5", "#6a8794"),
        },
    ),
    # for an island in the sea
    "island": Palette(
        DEFAULT.seats,
        board={
            "board": Colour("#c8dfe3", "#16262e"),
            "rim": Colour("#8a7a5c", "#5d6a70"),
            "ground": Colour("#fffdf9", "#2b3138"),
            "ground-last": Colour("#ffe3a0", "#7a6223"),
            "cell": Colour("#e3e0b6", "#344133"),
            "ink": Colour("#3a3226", "#e6e8e4"),
            "raised": Colour("#fffdf9", "#20262c"),
            "edge": Colour("#a5977b", "#10161a"),
            "line": Colour("#5f868f", "#6d94a0"),
            "foam": Colour("#fffaf0", "#737a70"),
            "deep-1": Colour("#b7d3d9", "#1b2e37"),
            "deep-2": Colour("#dbe9eb", "#1b2f38"),
            "deep-3": Colour("#c9d6a6", "#24352b"),
            "deep-4": Colour("#fbf5ea", "#6b6558"),
            "islet": Colour("#f7e3ad", "#57492a"),
        },
    ),
    # for games whose seats are called green, red, yellow and blue
    "armies": Palette(
        (
            SeatColours(Colour("#2f9e62", "#4fbf84"), Colour("#0b4a2a", "#b5f0cf"), Colour("#00200f", "#00200f")),
            SeatColours(Colour("#b3261e", "#b8352c"), Colour("#5c0d08", "#ffb3ab"), Colour("#fff", "#fff")),
            SeatColours(Colour("#f4cf4a", "#f6d96b"), Colour("#7a5a00", "#fff3c4"), Colour("#3a2a00", "#3a2a00")),
            SeatColours(Colour("#22408f", "#6f8ef0"), Colour("#0c1f55", "#cbd8ff"), Colour("#fff", "#06143f")),
        ),
        board={
            "board": Colour("#b4c2c7", "#46545d"),
            "rim": Colour("#a3b4ba", "#53626b"),
            "ground": Colour("#d9e1e3", "#2d383f"),
            "deep-1": Colour("#cfd9dc", "#27323a"),
            "cell": Colour("#d9e1e3", "#2d383f"),
            "ink": Colour("#23262a", "#e8e6e1"),
            "raised": Colour("#fffdf9", "#1b2328"),
            "mark": Colour("#a30f55", "#ffb0d2"),
            "edge": Colour("#8ea1a8", "#0d1215"),
            "line": Colour("#7d8a90", "#707d84"),
            "shade": Colour("#1f2a2f", "#000"),
        },
    ),
}
"""The palettes that a game's definition may name, besides the default."""


def palette(name: str) -> Palette:
    """Return the palette that a game's definition names; the default for an empty or unknown name."""
    return PALETTES.get(name, DEFAULT)


def colours(name: str = "", *, dark: bool = False) -> dict[str, str]:
    """Return every colour of a picture with this palette by its name in the style sheet.

    >>> colours("stones")["seat-0"], colours("stones", dark=True)["seat-0-edge"], colours()["board"]
    ('#33353b', '#8e98a6', '#e6dccb')
    """
    both = BOARD | _of_seats(DEFAULT) | _of_seats(palette(name))
    return {key: colour.dark if dark else colour.light for key, colour in both.items()}


def css() -> str:
    """Return the style sheet's custom properties: `--board` and so on, of every palette, for light and dark pages."""
    return "".join([*_rules(dark=False), "@media (prefers-color-scheme: dark) {\n", *_rules(dark=True), "}\n"])


def chosen_css() -> str:
    """Return the same properties for pages whose reader has chosen colours, whatever those of the device are.

    Their root has the attribute `data-colours`.
    """
    return "".join(
        rule
        for name in ("light", "dark")
        for rule in _rules(dark=name == "dark", within=f':root[data-colours="{name}"] ')
    )


def _rules(*, dark: bool, within: str = "") -> list[str]:
    """Return a rule for each palette: the first has all colours, the others those that differ."""
    blocks = {".scene": BOARD | _of_seats(DEFAULT)}
    common = blocks[".scene"]
    for name, chosen in PALETTES.items():
        own = _of_seats(chosen)
        blocks[f".scene.{name}"] = {key: colour for key, colour in own.items() if colour != common[key]}
    return [
        _block(within + selector, {key: c.dark if dark else c.light for key, c in block.items()})
        for selector, block in blocks.items()
    ]


def seat_rules() -> str:
    """Return the rules of the looks `seat-0` and so on, for as many seats as the default palette has."""
    parts = {
        "under": "fill: var(--seat-{0}-side); stroke: var(--seat-{0}-side);",
        "body": "fill: var(--seat-{0}); stroke: var(--seat-{0}-edge);",
        "glyph": "stroke: var(--seat-{0}-ink);",
    }
    rules = [(f" .{part}", rule) for part, rule in parts.items()] + [(" text", "fill: var(--seat-{0}-ink);")]
    seats = range(len(DEFAULT.seats))
    rules += [
        (".ribbon .glyph", "stroke: var(--seat-{0});"),
        (".curve .glyph", "stroke: var(--seat-{0});"),
        (".mark.win .glyph", "stroke: var(--seat-{0});"),
        (".handle.ghost .body", "fill: var(--seat-{0});"),
        (".handle.ghost .glyph", "stroke: var(--seat-{0}-edge);"),
    ]
    # what follows a space lies within the group, the rest are words of the group itself
    return "".join(f".scene .seat-{seat}{part} {{ {rule.format(seat)} }}\n" for part, rule in rules for seat in seats)


def _of_seats(chosen: Palette) -> dict[str, Colour]:
    found = dict(chosen.board)
    for seat, its in enumerate(chosen.seats):
        found |= {f"seat-{seat}": its.body, f"seat-{seat}-edge": its.edge, f"seat-{seat}-ink": its.ink}
        found[f"seat-{seat}-side"] = its.side or Colour(its.edge.light, _shade(its.body.dark))
    return found


def _shade(colour: str) -> str:
    """Return a darker colour: the side of a piece that has it, on dark pages, where edges are bright.

    >>> _shade("#6fb1f5"), _shade("#fff")
    ('#3d6186', '#8c8c8c')
    """
    digits = colour[1:] if len(colour) == 7 else "".join(2 * digit for digit in colour[1:])
    return "#" + "".join(f"{int(digits[at : at + 2], 16) * 55 // 100:02x}" for at in (0, 2, 4))


def _block(selector: str, values: dict[str, str]) -> str:
    return f"{selector} {{ {' '.join(f'--{key}: {value};' for key, value in values.items())} }}\n"
