"""A tournament that was played elsewhere and published: who took part, and the games whose turns are recorded.

A game has one in its module `published`, under the name `PUBLISHED`.
"""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from typing import NamedTuple

from ludarium.core.game import Game


class PublishedGame(NamedTuple):
    """A recorded game: the numbers of its players in the order of their seats, and its published scores and turns."""

    players: tuple[int, int]
    scores: tuple[int, int]
    turns: int


@dataclass(frozen=True, slots=True)
class PublishedTournament:
    """A tournament of two seats in which every pair met once, and the first entered had the first seat.

    | field      | content                                                                       |
    |------------|-------------------------------------------------------------------------------|
    | `name`     | of the tournament                                                             |
    | `about`    | what is known of it and what is not, as sentences                             |
    | `players`  | the names of those of whom something is recorded, in the order of entry       |
    | `games`    | the recorded games, by the numbers of their players                           |
    | `turns`    | returns the actions of all seats in a recorded game, turn by turn             |
    | `points`   | returns what the seats got, from their payoffs and from how the game ended    |
    """

    name: str
    about: tuple[str, ...]
    players: tuple[str, ...]
    games: Mapping[tuple[int, int], PublishedGame]
    turns: Callable[[PublishedGame], Iterable[tuple[int, ...]]]
    points: Callable[[tuple[float, ...], str], tuple[float, ...]]


def published_tournament(game: Game) -> PublishedTournament | None:
    """Return the published tournament of a game; None if there is none.

    >>> from ludarium.core.registry import load
    >>> len(published_tournament(load("grid")).players), published_tournament(load("vortex"))
    (23, None)
    """
    return getattr(game.definition.optional_module("published"), "PUBLISHED", None)
