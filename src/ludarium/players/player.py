"""External players: they receive the match, return whole turns, and lose the match if they fail."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterator
from contextlib import contextmanager

from ludarium.core.errors import LudariumError
from ludarium.core.text import shorten
from ludarium.match.match import Match
from ludarium.search.bot import Bot, SearchInfo


class BotFailed(LudariumError):
    """A player cannot go on.

    An external player raises it with a predicate, such as `exited with code 1`; `attribute_failures` puts the player's
    name before it.
    """


class OutOfTime(BotFailed):
    """A player's clock ran out before it gave a turn."""


class ExternalPlayer(ABC):
    """A player that is not one of Ludarium's bots: a function, a program or a script.

    `info` is what it last reported about its search; `remark` goes into the record, if it is not empty.
    """

    info: SearchInfo | None = None
    remark: str = ""

    def prepare(self, match: Match, seat: int) -> None:  # noqa: B027 - most players need no preparation
        """Get ready to play, before any clock runs.

        Raises `BotFailed`.
        """

    @abstractmethod
    def turn(self, match: Match, seat: int) -> str:
        """Return the turn that the seat plays now; in a simultaneous turn the name of its action.

        Raises `BotFailed`.
        """

    def close(self) -> None:  # noqa: B027 - most players hold nothing
        """Release processes and files."""


Player = Bot | ExternalPlayer


def prepare_player(player: Player, match: Match, seat: int) -> None:
    """Make a player ready to play, before any clock runs.

    Raises `BotFailed`.
    """
    if isinstance(player, ExternalPlayer):
        with attribute_failures(match.players[seat]):
            player.prepare(match, seat)


@contextmanager
def attribute_failures(player: str) -> Iterator[None]:
    """Turn every exception into a `BotFailed` that names the player.

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
    """Return how a program failed, as a predicate: `failed with ValueError: ...`."""
    message = str(error)
    return f"failed with {type(error).__name__}" + (f": {shorten(message)}" if message else "")
