"""The positions that were played most: a book keeps no positions, so its turns are followed from a start."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from heapq import heappop, heappush
from itertools import count, islice
from typing import NamedTuple

from ludarium.core.game import State
from ludarium.core.kernel import CHANCE
from ludarium.match.book import BookTurn, in_order, position_key

Look = Callable[[Sequence[str]], Mapping[str, Sequence[BookTurn]]]
"""Returns what a book tells of positions, by their keys; none of a position that it does not know."""
_LEVELS = 2
"""Rolls in a row, such as a draw of who begins and what is thrown then, after which positions are looked for."""
_MOST_OUTCOMES = 100
"""What follows a roll with more outcomes, such as a deal of cards, is left out,"""
_MOST_STATES = 500
"""and what there is after so many positions that follow a turn."""


class PlayedPosition(NamedTuple):
    """A position, how often turns were played from it, and those that are legal there, the most frequent first."""

    state: State
    games: int
    turns: tuple[BookTurn, ...]


def most_played(start: State, look: Look, least: int = 1) -> Iterator[PlayedPosition]:
    """Yield the positions of a book that are reached from a start by turns in it, those first that were played most.

    Each is yielded once; those from which fewer than `least` games are known are left out, with all that follows them.
    A position that is reached from several may come later than its games say.

    >>> from ludarium.core.entries import Entry
    >>> from ludarium.core.record import Record
    >>> from ludarium.core.registry import load
    >>> from ludarium.match.book import Book
    >>> book = Book(load("orion"))
    >>> for turns in ("p+ f+", "p+ g+", "t+ f+"):
    ...     _ = book.add(Record("orion", tuple(map(Entry, turns.split())), payoffs=(1.0, 0.0)))
    >>> [(one.games, one.turns[0].turn) for one in most_played(book.game.initial(), book.look)]
    [(3, 'p+'), (2, 'f+'), (1, 'f+')]
    """
    waiting, seen, number = list[tuple[int, int, PlayedPosition]](), set[str](), count()

    def add(states: Iterator[State]) -> None:
        found = {position_key(state): state for state in islice(states, _MOST_STATES)}
        fresh = [key for key in found if key not in seen]
        seen.update(fresh)
        for key, turns in look(fresh).items() if fresh else ():
            games = sum(one.games for one in turns)
            if games >= least:
                state = found[key]
                heappush(waiting, (-games, next(number), PlayedPosition(state, games, in_order(state, turns))))

    add(_choices(start))
    while waiting:
        *_, one = heappop(waiting)
        yield one
        for turn in one.turns:
            if turn.games >= least:
                add(_choices(one.state.move(turn.turn)))


def _choices(state: State, levels: int = _LEVELS) -> Iterator[State]:
    """Yield a state in which seats choose, or those after the rolls that follow; none where the game is over."""
    if state.actors == (CHANCE,):
        outcomes = state.legal(CHANCE)
        for outcome in outcomes if levels and len(outcomes) <= _MOST_OUTCOMES else ():
            yield from _choices(state.play_unchecked(outcome), levels - 1)
    elif state.actors:
        yield state
