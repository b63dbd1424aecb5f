"""The pictures that a front page shows of a game: a position in mid-game, and some turns that are played from it.

They come from `showcase.txt` in the game's package, which has the form of an example on a rules page: a position in the
first line, a turn in every other. A game without the file shows the longest example of its rules page.
"""

from functools import cache
from importlib.resources import files

from ludarium.core.definition import GameDefinition
from ludarium.core.registry import load
from ludarium.core.rules_page import readme
from ludarium.scenes.example import Example, examples
from ludarium.scenes.picture import begin, draw
from ludarium.scenes.scene import Element, Scene

_LEFT_OUT = {"ghost", "hint", "link", "overlay", "strike"}
"""Looks of elements that help a player who is to move."""
_KEPT = "chosen-way"
"""The look of a handle that also says what was chosen before."""


@cache
def showcase(definition: GameDefinition) -> tuple[Scene, ...]:
    """Return the pictures one after another, with nothing to touch; that of the initial position where there is none.

    >>> len(showcase(load("orion").definition)) > 5
    True

    Raises the error of a position or turn that the rules refuse.
    """
    example = _example(definition)
    pictures = [step.picture for step in example.steps] if example else [begin(load(definition.name).initial())]
    return tuple(_plain(draw(picture)) for picture in pictures)


def _example(definition: GameDefinition) -> Example | None:
    try:
        folder = files(definition.package)
    except TypeError:  # a game that is a module alone, with no files of its own
        return None
    if (file := folder.joinpath("showcase.txt")).is_file():
        return Example.parse(definition.name, file.read_text("utf-8"))
    page = readme(definition) if folder.joinpath("README.md").is_file() else ""
    known = (one for one in examples(page) if one.game.definition is definition)
    return max(known, key=lambda one: len(one.steps), default=None)


def _plain(scene: Scene) -> Scene:
    """Return a picture without what only a player needs."""
    elements = tuple(element for element in scene.elements if not _is_help(element))
    return Scene(scene.width, scene.height, elements, caption=scene.caption, palette=scene.palette)


def _is_help(element: Element) -> bool:
    look = element.look.split()
    return (element.role == "handle" and _KEPT not in look) or bool(_LEFT_OUT.intersection(look))
