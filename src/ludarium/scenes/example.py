"""Examples on rules pages: a position and turns as text, which a page draws one after another.

An example is a block in a game's `README.md`:

    ```example vortex(tokens=2)
    0,10/4,7 X 31 5  # X rolled 5.
    10x15  # The token on 10 bumps O's token back to its start.
    ```

The first line is a position, or `start` for the initial one; every other line is a turn.
What stands behind ` # ` is said beside the picture; a line without it has the caption of its picture.
A turn of several actions has a picture for each of them.
The picture of an example without turns, in which a seat is to move, can be tried: touching it plays the turn.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from typing import NamedTuple

from ludarium.core.cached import cached_property
from ludarium.core.errors import LudariumError, ParseError
from ludarium.core.game import Game, State
from ludarium.core.kernel import CHANCE
from ludarium.core.registry import load
from ludarium.scenes import text as text_picture
from ludarium.scenes.picture import Picture, begin, draw, follow

_BLOCK = re.compile(r"^```example (.+)\n((?:(?!```).*\n)*)```\n", re.MULTILINE)
_SAYS = re.compile(r"\s+# ")


class ExampleStep(NamedTuple):
    """A picture of an example, the turn that leads to it as far as it is played, and a sentence about the turn."""

    turn: str
    says: str
    picture: Picture


@dataclass(frozen=True)
class Example:
    r"""A position of a game, the turns that are played from it, and a sentence about each.

    >>> example = Example.parse("orion", "start  # X begins.\nq-  # A piece goes from the south of q to its east.\n")
    >>> [(step.turn, step.says) for step in example.steps]
    [('', 'X begins.'), ('q-', 'A piece goes from the south of q to its east.')]
    """

    game: Game
    position: str
    lines: tuple[tuple[str, str], ...]

    @classmethod
    def parse(cls, spec: str, text: str) -> Example:
        """Parse the lines of an example.

        Raises `ParseError` if there is none, and the error of a spec that no game has.
        """
        lines = [_SAYS.split(line.strip(), 1) for line in text.splitlines() if line.strip()]
        if not lines:
            raise ParseError(f"the example of {spec} is empty: expected a position, or start")
        (position, *said), *turns = lines
        first = ("", said[0] if said else "")
        return cls(load(spec), position, (first, *((turn, says[0] if says else "") for turn, *says in turns)))

    @cached_property
    def start(self) -> State:
        """The first position."""
        return self.game.initial() if self.position == "start" else self.game.parse_position(self.position)

    @cached_property
    def steps(self) -> tuple[ExampleStep, ...]:
        """The pictures, carried forward from the first.

        Raises the error of a position or turn that the rules refuse.
        """
        (_, says), *turns = self.lines
        picture = begin(self.start)
        steps = [ExampleStep("", says or _sentence(draw(picture).caption), picture)]
        for turn, says in turns:
            before, actions, played = picture.state, picture.state.parse_turn(turn), 0
            while played < len(actions):
                step = actions[played : played + len(picture.state.actors)]
                picture, played = follow(picture, step), played + len(step)
                so_far = before.format_turn(actions[:played])
                if played > len(step) and steps[-1].turn == so_far:  # an action that only says that the turn is over
                    steps.pop()
                steps.append(ExampleStep(so_far, says or _sentence(draw(picture).caption), picture))
        return tuple(steps)

    @property
    def can_be_tried(self) -> bool:
        """Whether the picture is one in which a person may play a turn."""
        return len(self.lines) == 1 and len(self.start.actors) == 1 and self.start.actors != (CHANCE,)

    @property
    def text(self) -> str:
        """The example in Markdown, with the first and the last board as text."""
        first, last, (_, *turns) = self.steps[0], self.steps[-1], self.lines
        board = "```text\n{}\n```\n".format
        parts = [f"{first.says}\n\n{board(text_picture.render(draw(first.picture)))}"]
        if turns:
            parts += ["".join(f"- `{turn}`: {says}\n" if says else f"- `{turn}`\n" for turn, says in turns)]
            parts += [board(text_picture.render(draw(last.picture)))]
        return "\n".join(parts)


@cache
def examples(page: str) -> tuple[Example, ...]:
    """Return the examples of a page in Markdown, in order.

    Raises `ParseError` as `pieces` does.
    """
    return tuple(piece for piece in pieces(page) if isinstance(piece, Example))


def pieces(page: str) -> Iterator[str | Example]:
    """Yield a page piece by piece: its Markdown, and the examples between.

    Raises `ParseError`, with the first line of the example, for one that cannot be read.
    """
    markdown, *rest = _BLOCK.split(page)
    yield markdown
    for spec, lines, after in zip(rest[::3], rest[1::3], rest[2::3], strict=True):
        try:
            example = Example.parse(spec, lines)
            _ = example.steps  # so that an error names the example
        except LudariumError as error:
            raise ParseError(
                f"the example of {spec} that begins with {lines.partition(chr(10))[0]}: {error}"
            ) from error
        yield example
        yield after


def _sentence(caption: str) -> str:
    return caption[:1].upper() + caption[1:] + ("" if caption.endswith((".", "!", "?")) else ".")
