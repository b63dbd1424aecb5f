"""Every rule that paints a still picture reaches its elements in resvg, which skips the rules that it does not know.

Rules for what only a page does stand beside them: they have one of the words that no still picture has.
"""

import io
import random
import re
from collections.abc import Iterator

import pytest
from PIL import Image
from resvg import render, usvg

from ludarium.core.kernel import CHANCE
from ludarium.core.registry import game_names, load
from ludarium.scenes import pixels, svg
from ludarium.scenes.picture import draw
from ludarium.scenes.style import _alternatives
from tests.cases import each

OF_PAGES = {"touch", "next", "chosen", "ordered", "preview", "lit", "unread", "packed", "dense", "beyond", "overview"}
OF_PAGES |= {"telling", "refusing", "wins", "lost", "won", "finale", "hover", "focus-visible", "data-read"}
"""Words that pages give to elements, or that `finale.js` gives them; and states."""
PAINTS = re.compile(
    r"(?:fill|stroke|opacity|display|visibility|font|text-anchor|dominant-baseline|paint-order|scale|translate|transform)"
    r"(?:-\w+)*"
)
MEDIA = re.compile(
    r"@media \((?:prefers-color-scheme: dark|prefers-reduced-motion: [\w-]+|forced-colors: active|hover: hover|"
    r"scripting: none|max-width: \w+)\)(?: and \(max-width: \w+\))? |@keyframes [\w-]+ "
)
"""What a still picture is not drawn with: no rule for all media stands in one."""
KNOWN_VALUES = re.compile(r"[^()]*(?:var\([^()]*\)[^()]*)*")


SHAPES = {"path": ' d="M0 0h40v40h-40z"', "text": ' x="1" y="35" style="font: 700 40px Bricolage Grotesque"'}


def rules() -> Iterator[tuple[str, str, str]]:
    """Yield each selector outside of media, each of its alternatives, and what the rule declares."""
    css = re.sub(r"/\*.*?\*/", "", svg.stylesheet(), flags=re.DOTALL)
    css = re.sub(r"@[\w-]+[^{]*\{(?:[^{}]*\{[^{}]*\})*[^{}]*\}", "", css)
    for selectors, body in re.findall(r"([^{}]+)\{([^{}]*)\}", css):
        names = {line.partition(":")[0].strip() for line in body.split(";")}
        if any(map(PAINTS.fullmatch, names)):
            for selector in re.split(r",(?![^()]*\))", selectors):
                for one in _alternatives(selector):
                    yield selector.strip(), one, body


def is_of_pages(selector: str) -> bool:
    return bool(OF_PAGES & {*re.findall(r"[\w-]+", re.sub(r":not\([^()]*\)", "", selector))})


STILL = [rule for rule in rules() if not is_of_pages(rule[1])]


def is_reached(selector: str, alternative: str) -> bool:
    """Return whether resvg applies a rule to an element of one of its alternatives, as a browser would."""
    inner, ends = "", ""
    compounds = [one for one in alternative.split() if one != ">"]
    for number, compound in enumerate(compounds):
        last = number == len(compounds) - 1
        tag = re.match(r"[a-z]+", compound)
        name = tag[0] if tag else ("path" if last and number else "g")
        words = " ".join(re.findall(r"\.([\w-]+)", compound))
        attributes = " ".join(re.findall(r"\[([^\]]*)\]", compound))
        shape = SHAPES.get(name, "")
        inner += f'<{name} class="{words}" {attributes}{shape}>{"M" if name == "text" else ""}'
        ends = f"</{name}>{ends}"
    if not re.search(r"<(?:path|text)", inner):
        inner += '<path d="M0 0h40v40h-40z"/>'
    head = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 40 40">'
    style = f"<style>{selector.replace('>', '&gt;')} {{ fill: #f00; }}</style>"
    tree = usvg.Tree.from_str(f"{head}{style}{inner}{ends}</svg>", pixels._options())
    image = Image.open(io.BytesIO(render(tree, (1, 0, 0, 0, 1, 0)))).convert("RGBA")
    return any(colour == (255, 0, 0, 255) for _, colour in image.getcolors(9999) or [])


def test_there_are_rules_of_both_kinds() -> None:
    assert len(STILL) > 200
    assert any(is_of_pages(one) for _, one, _ in rules())


@each("selector, alternative", sorted({rule[:2] for rule in STILL}))
def test_a_rule_of_still_pictures_reaches_its_elements_in_resvg(selector: str, alternative: str) -> None:
    assert is_reached(selector, alternative)


def test_resvg_skips_what_it_does_not_know() -> None:
    assert is_reached(".scene .cell path", ".scene .cell path")
    assert not is_reached(".scene :is(.cell, .mark) path", ".scene .cell path")
    assert not is_reached(".scene .cell:not(.a) path", ".scene .cell path")
    assert not is_reached(".scene:has(g) path", ".scene path")


def test_no_rule_of_still_pictures_has_a_value_that_resvg_does_not_know() -> None:
    for selector, _, body in STILL:
        for line in body.split(";"):
            name, _, value = line.partition(":")
            assert not PAINTS.fullmatch(name.strip()) or KNOWN_VALUES.fullmatch(value), selector


def test_no_rule_is_nested_or_stands_in_media_that_hold_for_a_still_picture() -> None:
    css = re.sub(r"/\*.*?\*/", "", svg.stylesheet(), flags=re.DOTALL)
    found = re.findall(r"@[\w-]+[^{]*(?=\{)", css)
    assert found
    assert [one for one in found if not MEDIA.fullmatch(one)] == []
    depth = 0
    for part in re.findall(r"@[\w-]+[^{]*\{|\{|\}", css):
        depth += 0 if part.startswith("@") else 1 if part == "{" else -1 if depth else 0
        assert depth <= 1


@pytest.mark.parametrize("game", game_names())
def test_no_still_picture_has_a_word_of_pages(game: str) -> None:
    state, chance, seen = load(game).initial(), random.Random(game), set[str]()
    for step in range(60):
        if step % 4 == 0:
            drawn = svg.render(pixels.without_touches(draw(state)))
            seen |= {word for words in re.findall(r'class="([^"]*)"', drawn) for word in words.split()}
        if state.actors == (CHANCE,):
            state = state.play(chance.choice([*state.chance_outcomes()]))
        elif state.actors:
            state = state.play(*(chance.choice(state.legal(seat)) for seat in state.actors))
    assert {"scene", "body"} <= seen
    assert not OF_PAGES & seen
