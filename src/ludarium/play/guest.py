"""Players from outside: asked for whole turns, given the match, and allowed to fail, which costs them the match."""

from __future__ import annotations

from abc import ABC, abstractmethod

from ludarium.core.errors import LudariumError
from ludarium.core.spec import shorten
from ludarium.play.match import Match
from ludarium.search.bot import Bot, Thought


class BotFailed(LudariumError):
    """A player that is a program cannot go on; the message is the cause that the record names."""


class OutOfTime(BotFailed):
    """A player had its clock run out before it gave a turn."""


class Guest(ABC):
    """A player that the search does not know: a function, a program, a script.

    `remark` is what a record should say of it besides its turns.
    """

    thought: Thought | None = None
    remark: str = ""

    def prepare(self, match: Match, seat: int) -> None:  # noqa: B027 - what needs no preparation is prepared
        """Get ready to play, before any clock runs.

        Raises `BotFailed`.
        """

    @abstractmethod
    def turn(self, match: Match, seat: int) -> str:
        """The whole turn that the seat plays now; for a joint turn the name of its order.

        Raises `BotFailed`.
        """

    def close(self) -> None:  # noqa: B027 - what holds nothing has nothing to give back
        """End whatever was begun for this player."""


Player = Bot | Guest


def failure(error: BaseException) -> str:
    """How a program failed, as the rest of a sentence about it.

    >>> print(failure(ZeroDivisionError("division by zero")))
    failed with ZeroDivisionError: 'division by zero'
    """
    said = str(error)
    return f"failed with {type(error).__name__}" + (f": {shorten(said)}" if said else "")
