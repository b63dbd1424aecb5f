"""Players: what every caller may ask of a bot, a program, a function, a script, or a person at the terminal."""

from __future__ import annotations

import math
from abc import ABC, abstractmethod
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from types import TracebackType
from typing import Self

from ludarium.core.errors import LudariumError, NotReady
from ludarium.core.text import shorten
from ludarium.match.match import Match
from ludarium.search.bot import SearchInfo


class BotFailed(LudariumError):
    """A player cannot go on.

    A player raises it with a predicate, such as `exited with code 1`; `attribute_failures` puts the player's name
    before it.
    """


class OutOfTime(BotFailed):
    """A player's clock ran out before it gave a turn."""


class Interruption(Exception):
    """A person does something other than play a turn; it is not a failure, and the caller handles it."""


@dataclass(frozen=True, slots=True)
class Limit:
    """The time that a player has for a turn.

    | field       | content                                                                |
    | ----------- | ---------------------------------------------------------------------- |
    | `seconds`   | the most that the turn may take; with a clock, what the clock has left |
    | `increment` | seconds that the clock gains after the turn; None without a clock      |
    | `clocks`    | seconds left on the clock of each seat; empty without a clock          |
    """

    seconds: float = math.inf
    increment: float | None = None
    clocks: tuple[float, ...] = ()

    @classmethod
    def of(cls, match: Match, seat: int) -> Limit:
        """Return the limit that the clock of a match sets for a seat's turn; by correspondence it sets none."""
        left = match.time_left(seat)
        if match.clock is None or left is None or match.clock.is_correspondence:
            return cls()
        return cls(left, match.clock.increment, match.left)

    @property
    def budget(self) -> float:
        """The seconds that a search should spend, so that a clock lasts for a game of any length.

        >>> Limit(600, increment=5).budget, Limit(2.5).budget
        (24.0, 2.5)
        """
        if self.increment is None:
            return self.seconds
        return min(self.seconds / 30 + 0.8 * self.increment, 0.8 * self.seconds)


@dataclass(frozen=True, slots=True)
class PlayResult:
    """The answer of a player.

    | field    | content                                                                                     |
    | -------- | ------------------------------------------------------------------------------------------- |
    | `turn`   | the turn as text, not yet checked by the rules; in a simultaneous turn the name of an action |
    | `info`   | the report of the player's search; None if it reports nothing                               |
    | `remark` | what the record should say of this player after the turn; empty for nothing                 |
    """

    turn: str
    info: SearchInfo | None = None
    remark: str = ""


class Player(ABC):
    """A player of one seat in one match. As a context manager it is closed at the end."""

    def prepare(self, match: Match, seat: int) -> None:  # noqa: B027 - most players need no preparation
        """Get ready to play, before any clock runs; does nothing if the player is ready.

        Raises `BotFailed`.
        """

    @abstractmethod
    def play(self, match: Match, seat: int, limit: Limit) -> PlayResult:
        """Return the turn that the seat plays now; the player has been prepared.

        Raises `BotFailed`.
        """

    def close(self) -> None:  # noqa: B027 - most players hold nothing
        """Release processes and files."""

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()


def prepare_player(player: Player, match: Match, seat: int) -> None:
    """Make a player ready to play, before any clock runs.

    Raises `BotFailed` for every kind of failure.
    """
    with attribute_failures(match.players[seat]):
        player.prepare(match, seat)


@contextmanager
def attribute_failures(player: str) -> Iterator[None]:
    """Turn every exception but `Interruption` and `NotReady` into a `BotFailed` that names the player.

    >>> with attribute_failures("my_bot.py:think"):
    ...     1 / 0
    Traceback (most recent call last):
        ...
    ludarium.players.player.BotFailed: my_bot.py:think failed with ZeroDivisionError: 'division by zero'
    """
    try:
        yield
    except (Interruption, NotReady):
        raise
    except BotFailed as error:
        raise type(error)(f"{player} {error}") from error
    except Exception as error:  # a program may fail in any way, and the match must end
        raise BotFailed(f"{player} {describe_failure(error)}") from error


def describe_failure(error: BaseException) -> str:
    """Return how a program failed, as a predicate: `failed with ValueError: ...`."""
    message = str(error)
    return f"failed with {type(error).__name__}" + (f": {shorten(message)}" if message else "")
