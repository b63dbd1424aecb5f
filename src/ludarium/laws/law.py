"""A law that games must obey."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING

from ludarium.core.error_places import describe_error
from ludarium.core.registry import definition, game_names
from ludarium.laws.broken import LawBroken

if TYPE_CHECKING:
    from ludarium.core.game import Game, State
    from ludarium.laws.sample import Sample


@dataclass(frozen=True)
class Law:
    """A law: a function that tests it on a sample of games, whose docstring states it in a sentence.

    `installed` marks a law that finds the game by its spec, and so can only be tested on installed games.
    """

    holds: Callable[[Sample], None]
    installed: bool = False

    @property
    def name(self) -> str:
        """The law in a few words: the name of the function."""
        return self.holds.__name__.replace("_", " ")

    @property
    def text(self) -> str:
        """The law in a sentence: the first line of the docstring."""
        return (self.holds.__doc__ or "").partition("\n")[0]

    def applies(self, game: Game) -> bool:
        """Return whether the law can be tested on this game."""
        return not self.installed or (game.name in game_names() and definition(game.name) is game.definition)

    def test(self, sample: Sample) -> None:
        """Test the law on a sample.

        Raises `LawBroken` if it does not hold, or if the game raises anything else, with the place in its files.
        """
        try:
            self.holds(sample)
        except LawBroken as broken:
            broken.law = self.name
            raise
        except Exception as error:  # an unfinished game may raise anything
            raise LawBroken(describe_error(error, sample.game.definition.package), law=self.name) from error


def must(condition: object, found: str, state: State | None = None) -> None:
    """Raise `LawBroken` with a description of the violation, unless the condition holds."""
    if not condition:
        raise LawBroken(found, state)
