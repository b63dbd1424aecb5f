"""A match's turns, played out once for the many pages that are asked for between two of them."""

from functools import lru_cache
from typing import NamedTuple

from ludarium.core.state import State


class Played(NamedTuple):
    """A match's turns played out: the states between them, and every turn as a walk."""

    states: tuple[State, ...]
    walks: tuple[tuple[int, ...], ...]


@lru_cache(maxsize=128)
def play_out(start: State, texts: tuple[str, ...]) -> Played:
    """Play turns out; kept for a while, because a page is asked for many times a turn."""
    states, walks = [start], []
    for text in texts:
        walks.append(states[-1].read(text))
        states.append(states[-1].walk(walks[-1]))
    return Played(tuple(states), tuple(walks))
