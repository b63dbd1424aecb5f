"""Arguments of public functions: one out of range is refused, in words, before work begins."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence

import numpy as np

from ludarium.core.errors import InvalidOption
from ludarium.core.spec import Interval, Option
from ludarium.core.text import nearest, shorten, to_text

MOST_GAMES = 1_000_000_000
MOST_WORKERS, MOST_THREADS = 1024, 256


def check_whole(name: str, value: object, least: int, most: int | None = None) -> None:
    """Raise `InvalidOption` unless an argument is a whole number from `least` to `most`, or from `least` on.

    >>> check_whole("games", -1, 1)
    Traceback (most recent call last):
        ...
    ludarium.core.errors.InvalidOption: games is '-1': expected a whole number from 1 on
    """
    if not isinstance(value, int | np.integer) or value < least or (most is not None and value > most):
        limit = f"to {most:,}" if most is not None else "on"
        raise InvalidOption(f"{name} is {shorten(to_text(value))}: expected a whole number from {least} {limit}")


def check_number(name: str, value: object, least: float, most: float = math.inf, *, above: bool = False) -> None:
    """Raise `InvalidOption` unless an argument is a number from `least` to `most`; `above` leaves out the least.

    >>> check_number("tolerance", math.nan, 0, 0.1, above=True)
    Traceback (most recent call last):
        ...
    ludarium.core.errors.InvalidOption: tolerance is 'nan': expected a number above 0 to 0.1
    """
    if isinstance(value, int | float | np.number) and least <= value <= most and not (above and value == least):
        return
    low = f"above {least:g}" if above else f"from {least:g}"
    high = "" if most == math.inf else f" to {most:g}"
    raise InvalidOption(f"{name} is {shorten(to_text(value))}: expected a number {low}{high}")


def check_choice(name: str, value: object, choices: Sequence[str]) -> None:
    """Raise `InvalidOption` unless an argument is one of some words.

    >>> check_choice("chance", "chosn", ["drawn", "chosen"])
    Traceback (most recent call last):
        ...
    ludarium.core.errors.InvalidOption: chance is 'chosn'; did you mean chosen? (expected one of drawn, chosen)
    """
    if value not in choices:
        hint = nearest(value, choices) if isinstance(value, str) else ""
        raise InvalidOption(f"{name} is {shorten(to_text(value))}{hint} (expected one of {', '.join(choices)})")


def check_seed(seed: object) -> None:
    """Raise `InvalidOption` unless this is a seed of random numbers."""
    check_whole("the seed", seed, 0)


def check_list(name: str, value: object, expected: str) -> None:
    """Raise `InvalidOption` unless an argument is a list or the like, and no text.

    >>> check_list("players", "random", "a player for each seat")
    Traceback (most recent call last):
        ...
    ludarium.core.errors.InvalidOption: players is 'random': expected a list with a player for each seat
    """
    if isinstance(value, str) or not isinstance(value, Sequence):
        raise InvalidOption(f"{name} is {shorten(to_text(value))}: expected a list with {expected}")


def check_games(games: object, most: int = MOST_GAMES) -> None:
    """Raise `InvalidOption` unless this is a number of games to play."""
    check_whole("games", games, 1, most)


def check_workers(workers: object) -> None:
    """Raise `InvalidOption` unless so many games can be played at once."""
    check_whole("workers", workers, 1, MOST_WORKERS)


def check_options(options: Sequence[Option], given: Mapping[str, object]) -> None:
    """Raise `InvalidOption` if one of the numbers that a bot is given is not a value of its option.

    What is no number, such as an evaluation, is left to the bot.
    """
    for option in options:
        if option.name not in given:
            continue
        value, values = given[option.name], option.values
        if isinstance(values, range):
            check_whole(option.name, value, values[0], values[-1])
        elif isinstance(values, Interval):
            check_number(option.name, value, *values)
