"""The turns of a match, played out and cached for the many pages that are requested between two turns."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache

from ludarium.core.game import State
from ludarium.scenes.picture import Picture, begin, follow

_BLOCK = 64
"""Turns that are cached together, so that a long match consists of few blocks."""


@dataclass(frozen=True, eq=False)
class Moment:
    """The picture after a turn, and the turn's actions; the identity stands for all turns that led here."""

    picture: Picture
    actions: tuple[int, ...] = ()


@dataclass(frozen=True, eq=False)
class TurnStates:
    """The states before, between and after turns, the actions of every turn, and a moment for every block."""

    states: tuple[State, ...]
    actions: tuple[tuple[int, ...], ...]
    moments: tuple[Moment, ...]

    def before(self, number: int) -> tuple[Moment, tuple[int, ...]]:
        """Return the latest moment within this number of turns, and the actions that follow it up to that number."""
        if number == len(self.actions):
            return self.moments[-1], ()
        block = number // _BLOCK
        turns = self.actions[block * _BLOCK : number]
        return self.moments[block], tuple(action for turn in turns for action in turn)

    def picture(self, number: int) -> Picture:
        """Return the picture after this number of turns; it is carried forward from the latest moment before it."""
        moment, actions = self.before(number)
        return follow(moment.picture, actions)


def play_out(start: State, texts: Sequence[str]) -> TurnStates:
    """Play the turns of a match from its first state."""
    states, actions = [start], list[tuple[int, ...]]()
    moment, moments = _first(start), list[Moment]()
    for first in range(0, len(texts), _BLOCK):
        moments.append(moment)
        part = tuple(texts[first : first + _BLOCK])
        played, turns, moment = _play_block(moment, part) if len(part) == _BLOCK else _play_turns(moment, part)
        states += played
        actions += turns
    return TurnStates(tuple(states), tuple(actions), (*moments, moment))


def _play_turns(moment: Moment, texts: Sequence[str]) -> tuple[tuple[State, ...], tuple[tuple[int, ...], ...], Moment]:
    moments = []
    for text in texts:
        moment = _play_turn(moment, text)
        moments.append(moment)
    return tuple(one.picture.state for one in moments), tuple(one.actions for one in moments), moment


_play_block = lru_cache(maxsize=256)(_play_turns)


@lru_cache(maxsize=1000)
def _play_turn(before: Moment, text: str) -> Moment:
    """Return the moment after a turn; the pages of a match share the moments of its latest turns."""
    actions = before.picture.state.parse_turn(text)
    return Moment(follow(before.picture, actions), actions)


@lru_cache(maxsize=256)
def _first(start: State) -> Moment:
    return Moment(begin(start))
