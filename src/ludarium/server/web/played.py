"""The turns of a match, played out and cached for the many pages that are requested between two turns."""

from collections.abc import Sequence
from functools import lru_cache
from typing import NamedTuple

from ludarium.core.game import State

_BLOCK = 64
"""Turns that are cached together, so that a long match consists of few blocks."""


class Played(NamedTuple):
    """The states before, between and after turns, and the actions of every turn."""

    states: tuple[State, ...]
    actions: tuple[tuple[int, ...], ...]


def play_out(start: State, texts: Sequence[str]) -> Played:
    """Play turns from a state."""
    states, actions = [start], list[tuple[int, ...]]()
    for begin in range(0, len(texts), _BLOCK):
        part = tuple(texts[begin : begin + _BLOCK])
        played = _play_block(states[-1], part) if len(part) == _BLOCK else _play_turns(states[-1], part)
        states += played.states[1:]
        actions += played.actions
    return Played(tuple(states), tuple(actions))


def _play_turns(before: State, texts: Sequence[str]) -> Played:
    states, actions = [before], list[tuple[int, ...]]()
    for text in texts:
        turn, after = _play_turn(states[-1], text)
        actions.append(turn)
        states.append(after)
    return Played(tuple(states), tuple(actions))


_play_block = lru_cache(maxsize=256)(_play_turns)


@lru_cache(maxsize=1000)
def _play_turn(before: State, text: str) -> tuple[tuple[int, ...], State]:
    """Return a turn's actions and the state after it; matches with equal turns share their states."""
    actions = before.parse_turn(text)
    return actions, before.play_actions(actions)
