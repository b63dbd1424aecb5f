"""The picture that other sites show beside a link: a board, and words beside it, nearly twice as wide as high."""

import textwrap
from collections.abc import Sequence
from dataclasses import replace

from ludarium.scenes.scene import Element, Scene

WIDTH = 1200
"""Pixels of a card."""
_ACROSS, _HIGH = 1200.0, 630.0
"""The size of a card, in which the texts are measured."""
_BOARD, _MARGIN = 0.62, 30.0
"""The part of the width that a board has at most, and what is left free around it."""
_LETTER, _LARGE, _SMALL, _MOST = 16.5, 2.4, 1.2, 7
"""The width of a letter of the look `size-28`, the scales of title and lines, and how many lines there are at most."""


def card(scene: Scene, title: str, lines: Sequence[str]) -> Scene:
    """Return a card with a drawing, a title and lines of text, which are broken where they are too long.

    >>> import ludarium
    >>> from ludarium.scenes.picture import draw
    >>> made = card(draw(ludarium.load("orion").initial()), "Orion: Hydra", ["Ann and Bob"])
    >>> round(made.width / made.height, 2), [one.text for one in made.elements][-2:]
    (1.9, ['Orion: Hydra', 'Ann and Bob'])
    """
    room = _BOARD * _ACROSS - 2 * _MARGIN, _HIGH - 2 * _MARGIN
    unit = max(scene.width / room[0], scene.height / room[1])
    left = _ACROSS - _MARGIN - scene.width / unit
    right, down = left * unit, (_HIGH * unit - scene.height) / 2
    board = tuple(replace(one, x=one.x + right, y=one.y + down) for one in scene.elements)
    words = _texts(title, lines, left)
    texts = tuple(replace(one, x=one.x * unit, y=one.y * unit, scale=one.scale * unit) for one in words)
    return replace(
        scene, width=_ACROSS * unit, height=_HIGH * unit, elements=(*board, *texts), touches=(), buttons=(), finale=None
    )


def _texts(title: str, lines: Sequence[str], across: float) -> list[Element]:
    """Return the words in the middle of what a board leaves free, as they stand on a card."""
    room = across - 2 * _MARGIN
    large = [(part, _LARGE) for part in textwrap.wrap(title, max(6, int(room / _LETTER / _LARGE)))]
    small = [(part, _SMALL) for line in lines for part in textwrap.wrap(line, max(10, int(room / _LETTER / _SMALL)))]
    rows = [*large, *small][:_MOST]
    heights = [44 * scale for _, scale in rows]
    y, found = (_HIGH - sum(heights)) / 2, []
    for number, ((text, scale), height) in enumerate(zip(rows, heights, strict=True)):
        fits = min(scale, room / (_LETTER * len(text)))
        middle = y + height / 2
        found.append(Element(f"card-{number}", "label", across / 2, middle, look="size-28", text=text, scale=fits))
        y += height
    return found
