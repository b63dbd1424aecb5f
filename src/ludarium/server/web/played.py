"""A match's turns, played out once for the many pages that are asked for between two of them."""

from collections.abc import Sequence
from functools import lru_cache
from typing import NamedTuple

from ludarium.core.game import State

_STRETCH = 64
"""Turns that are kept together: a long match is put together from few pieces."""


class Played(NamedTuple):
    """A match's turns played out: the states between them, and every turn as a walk."""

    states: tuple[State, ...]
    walks: tuple[tuple[int, ...], ...]


def play_out(start: State, texts: Sequence[str]) -> Played:
    """Play turns out."""
    states, walks = [start], list[tuple[int, ...]]()
    for begin in range(0, len(texts), _STRETCH):
        part = tuple(texts[begin : begin + _STRETCH])
        played = _stretch(states[-1], part) if len(part) == _STRETCH else _turns(states[-1], part)
        states += played.states[1:]
        walks += played.walks
    return Played(tuple(states), tuple(walks))


def _turns(before: State, texts: Sequence[str]) -> Played:
    states, walks = [before], list[tuple[int, ...]]()
    for text in texts:
        walk, after = _turn(states[-1], text)
        walks.append(walk)
        states.append(after)
    return Played(tuple(states), tuple(walks))


_stretch = lru_cache(maxsize=256)(_turns)


@lru_cache(maxsize=1000)
def _turn(before: State, text: str) -> tuple[tuple[int, ...], State]:
    """A turn's walk and the state after it; kept by turn, so that a match and what comes of it share their states."""
    walk = before.parse_turn(text)
    return walk, before.play_actions(walk)
