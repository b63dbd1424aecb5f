"""What a law is, and what is said where one is broken."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING

from ludarium.core.registry import definition, game_names

if TYPE_CHECKING:
    from ludarium.core.game import Game, State
    from ludarium.laws.sample import Sample


class LawBroken(Exception):
    """A game does not obey a law: what was found, and in which state."""

    def __init__(self, found: str, state: State | None = None, law: str = "a law") -> None:
        super().__init__(found)
        self.found = found
        self.state = state
        self.law = law

    def __str__(self) -> str:
        where = "" if self.state is None else f", in {_describe(self.state)}"
        return f"{self.law}: {self.found}{where}"


@dataclass(frozen=True)
class Law:
    """A law: a sentence that holds for every game, and a function that tries it on a sample of states.

    `installed` is set for a law that can be tried on installed games only, since it asks for them by their spec.
    """

    holds: Callable[[Sample], None]
    installed: bool = False

    @property
    def name(self) -> str:
        """The law in a few words."""
        return self.holds.__name__.replace("_", " ")

    @property
    def text(self) -> str:
        """The law in a sentence."""
        return (self.holds.__doc__ or "").partition("\n")[0]

    def applies(self, game: Game) -> bool:
        """Whether the law can be tried on this game."""
        return not self.installed or (game.name in game_names() and definition(game.name) is game.definition)

    def test(self, sample: Sample) -> None:
        """Try the law on a sample.

        Raises `LawBroken` where it does not hold, or where the game fails on the way.
        """
        try:
            self.holds(sample)
        except LawBroken as broken:
            broken.law = self.name
            raise
        except Exception as error:  # whatever a game that is being written may raise
            raise LawBroken(f"{type(error).__name__}: {error}", law=self.name) from error


def must(holds: object, found: str, state: State | None = None) -> None:
    """Raise `LawBroken`, with what was found, unless this holds."""
    if not holds:
        raise LawBroken(found, state)


def _describe(state: State) -> str:
    try:
        return repr(state)
    except Exception:  # noqa: BLE001  the law that is broken may be the one that positions can be written
        return f"{state.game.spec} at {state.vector.tolist()}"
