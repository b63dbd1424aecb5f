"""How the style sheet paints an element, so that a law can tell what players see.

Widths and movements are left out, and so are rules for what else is in the picture.
"""

import re
from collections.abc import Iterator, Mapping
from functools import cache
from itertools import product
from typing import NamedTuple

from ludarium.scenes import palettes, svg
from ludarium.scenes.scene import Element

_PAINTS = ("fill", "stroke", "stroke-dasharray", "opacity", "display")


class _Rule(NamedTuple):
    """The words that a group must have, the parts that the rule paints, its weight, and its paints."""

    words: frozenset[str]
    parts: frozenset[str]
    weight: tuple[int, int]
    paints: Mapping[str, str]


def paint(element: Element, *more: str) -> dict[str, dict[str, str]]:
    """Return the paints of every part that an element has: `under`, `body`, `glyph`, `text`.

    `more` are further words: `touch`, `next`, `chosen` and `ordered`, which a page adds, and the states `hover` and
    `focus-visible`. Colours are variables of the style sheet, as in `var(--cell)`.
    """
    words = frozenset({element.role, *element.look.split(), *more})
    drawn = {"under": element.under, "body": element.path, "glyph": element.glyph, "text": element.text}
    return {part: _paint(words, part) for part, shape in drawn.items() if shape}


def colour(value: str, palette: str, *, dark: bool) -> str:
    """Return a colour of a paint as `#rrggbb`; empty where nothing is painted."""
    named = re.fullmatch(r"var\(--([\w-]+)\)", value)
    found = palettes.colours(palette, dark=dark)[named[1]] if named else ""
    return "#" + "".join(2 * digit for digit in found[1:]) if len(found) == 4 else found


@cache
def _paint(words: frozenset[str], part: str) -> dict[str, str]:
    found: dict[str, str] = {}
    for rule in _rules():
        if rule.words <= words and part in rule.parts:
            found |= rule.paints
    return found


@cache
def _rules() -> tuple[_Rule, ...]:
    """Return the rules of the style sheet that paint elements, from the weakest to the strongest."""
    css = re.sub(r"/\*.*?\*/", "", svg.stylesheet(), flags=re.DOTALL)
    css = re.sub(r"@media \(hover: hover\) \{((?:[^{}]*\{[^{}]*\})*)[^{}]*\}", r"\1", css)
    css = re.sub(r"@[\w-]+[^{]*\{(?:[^{}]*\{[^{}]*\})*[^{}]*\}", "", css)
    rules: list[_Rule] = []
    for number, (selectors, body) in enumerate(re.findall(r"([^{}]+)\{([^{}]*)\}", css)):
        declared = (line.split(":", 1) for line in body.split(";") if ":" in line)
        paints = {name.strip(): value.strip() for name, value in declared if name.strip() in _PAINTS}
        for selector in _alternatives(selectors) if paints else ():
            rules += _rule(selector, number, paints)
    return tuple(sorted(rules, key=lambda rule: rule.weight))


def _alternatives(selectors: str) -> Iterator[str]:
    """Yield the selectors of a list, with one alternative of every `:is()` each."""
    for selector in re.split(r",(?![^()]*\))", selectors):
        parts = re.split(r":is\(([^()]*)\)", selector.strip())
        options = [part.replace(" ", "").split(",") if number % 2 else [part] for number, part in enumerate(parts)]
        yield from map("".join, product(*options))


def _rule(selector: str, number: int, paints: Mapping[str, str]) -> Iterator[_Rule]:
    """Yield the rule of a selector such as `.scene .piece.last .body`; none where it looks elsewhere in the picture."""
    scene, *rest = selector.split()
    if scene != ".scene" or not rest or ":has" in selector or ":not" in selector:
        return
    last = rest[-1].removeprefix(".")
    known = {"path": {"under", "body", "glyph"}} | {part: {part} for part in ("under", "body", "glyph", "text")}
    parts = known.get(last, {"under", "body", "glyph", "text"})
    groups = rest[:-1] if last in known else rest
    words = frozenset(re.findall(r"[.:]([\w-]+)", " ".join(groups)))
    weight = 1 + len(words) + (last in ("under", "body", "glyph"))
    yield _Rule(words, frozenset(parts), (weight, number), paints)
