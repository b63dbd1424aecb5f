"""Players from outside: asked for whole turns, given the match, and allowed to fail, which costs them the match."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterator
from contextlib import contextmanager

from ludarium.core.errors import LudariumError
from ludarium.core.text import shorten
from ludarium.match.match import Match
from ludarium.search.bot import Bot, SearchInfo


class BotFailed(LudariumError):
    """A player that is a program cannot go on.

    A guest says it as the rest of a sentence about itself, `prepare` and `decide` as the whole, which the record names.
    """


class OutOfTime(BotFailed):
    """A player had its clock run out before it gave a turn."""


class ExternalPlayer(ABC):
    """A player that the search does not know: a function, a program, a script.

    `remark` is what a record should say of it besides its turns.
    """

    info: SearchInfo | None = None
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


Player = Bot | ExternalPlayer


def prepare_player(player: Player, match: Match, seat: int) -> None:
    """Make a player ready to play, before any clock runs; the search always is.

    Raises `BotFailed`.
    """
    if isinstance(player, ExternalPlayer):
        with attribute_failures(match.players[seat]):
            player.prepare(match, seat)


@contextmanager
def attribute_failures(player: str) -> Iterator[None]:
    """Let whatever goes wrong be a `BotFailed` that names the player.

    >>> with attribute_failures("my_bot.py:think"):
    ...     1 / 0
    Traceback (most recent call last):
        ...
    ludarium.players.player.BotFailed: my_bot.py:think failed with ZeroDivisionError: 'division by zero'
    """
    try:
        yield
    except BotFailed as error:
        raise type(error)(f"{player} {error}") from error
    except Exception as error:  # a program may fail in any way, and the match must end
        raise BotFailed(f"{player} {describe_failure(error)}") from error


def describe_failure(error: BaseException) -> str:
    """How a program failed, as the rest of a sentence about it."""
    said = str(error)
    return f"failed with {type(error).__name__}" + (f": {shorten(said)}" if said else "")
