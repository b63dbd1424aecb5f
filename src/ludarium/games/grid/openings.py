"""Openings of Grid Game: fixed lists of directions, written for green and mirrored for the other seats."""

from collections.abc import Iterator
from itertools import chain, cycle, islice, permutations, repeat
from typing import NamedTuple

from ludarium.games.grid.kernel import LOST

LETTERS = "nesw"
"""A direction is the place of its letter."""
_HOLDS = (1, 2, 3, 5, 8, 13, 21, 34)
_SWINGS = (1, 2, 3, 9, 27)
"""Candidates hold one direction, or swing between two, for these numbers of turns."""


class Opening(NamedTuple):
    """Directions for green, one letter a turn: those of `first` once, then those of `then` over and over."""

    first: str
    then: str


OPENINGS: dict[str, tuple[Opening, str]] = {
    "faraday": (
        Opening("n" * 30 + "w" * 30, "s" * 27 + "e" * 27),
        "Fixed opening that builds cities in its own corner and attacks from there with walkers of 9",
    ),
    "rush": (
        Opening("e" * 45, "s" * 40 + "e" * 20),
        "Fixed opening that sends all walkers along one axis and then towards the enemy",
    ),
    "beam": (Opening("", "es"), "Fixed opening that alternates east and south, which makes a slanting front"),
    "interceptor": (
        Opening("e" * 21 + "s" * 12 + "w" * 6 + "n" * 21, "ese" * 9 + "sws" * 9),
        "Fixed opening that is timed against the other openings",
    ),
}
"""Openings by the name of their bot, with its help."""


def mirrored(letters: str, seat: int) -> str:
    """Return green's directions as another seat plays them: what leads green to the enemy leads this seat there.

    >>> mirrored("nesw", 1)
    'swne'
    """
    east_to_west, south_to_north = seat in (1, 2), seat in (1, 3)
    swapped = ("ew" if east_to_west else "") + ("ns" if south_to_north else "")
    other = swapped[1::-1] + swapped[:1:-1]
    return letters.translate(str.maketrans(swapped, other))


def directions(opening: Opening, seat: int, turn: int = 0) -> Iterator[int]:
    """Yield the seat's actions of an opening, from a turn on, without end.

    >>> list(islice(directions(Opening("n", "es"), 0), 4))
    [0, 1, 2, 1]
    """
    first, then = (mirrored(part, seat) for part in opening)
    return (LETTERS.index(letter) for letter in islice(chain(first, cycle(then)), turn, None))


def candidates(seat: int, turn: int, turns: int) -> Iterator[list[int]]:
    """Yield the actions to try for the next turns: one direction, one after another, two by turns, and all openings."""
    for direction in range(LOST):
        yield [direction] * turns
    for first, second in permutations(range(LOST), 2):
        for hold in _HOLDS:
            yield list(islice(chain(repeat(first, hold), repeat(second)), turns))
        for swing in _SWINGS:
            yield list(islice(cycle([first] * swing + [second] * swing), turns))
    for opening, _ in OPENINGS.values():
        yield list(islice(directions(opening, seat, turn), turns))
