"""Where puzzles come from: the games of records, and of self-play that a seed repeats."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import lru_cache
from typing import NamedTuple

import msgspec

from ludarium.core.errors import InvalidOption
from ludarium.core.game import Game, State
from ludarium.core.kernel import CHANCE
from ludarium.core.record import Record
from ludarium.core.registry import load
from ludarium.core.rng import derive, generator
from ludarium.players.table import play_match
from ludarium.puzzles.puzzle import Source


class Played(NamedTuple):
    """A game of which positions are taken: its source, all states between turns, the turns, and the players."""

    source: Source
    states: tuple[State, ...]
    turns: tuple[str, ...]
    players: tuple[str, ...]

    def at(self, played: int) -> Source:
        """Return the source of the position after so many turns."""
        return msgspec.structs.replace(self.source, played=played)

    def choices(self) -> Iterator[tuple[int, State]]:
        """Yield the positions in which a seat must choose, each with the turns before it."""
        for played, state in enumerate(self.states):
            if state.actors and CHANCE not in state.actors and not state.in_turn:
                yield played, state


def from_record(record: Record, name: str) -> Played:
    """Return the game of a record; `name` is that of its file.

    Raises the error of the first turn that cannot be played.
    """
    states = tuple(record.states())
    seats = states[0].game.setup.seat_names
    players = tuple(record.tags.get(seat, "") for seat in seats)
    return Played(Source(0, states[0].game.spec, record=name), states, tuple(turn.text for turn in record.turns), players)


def self_play(game: Game, players: Sequence[str], seed: int, number: int) -> Played:
    """Return a game of self-play: the first player against others that are drawn from the rest; all by the seed.

    >>> found = self_play(load("orion(turn_limit=10)"), ["random"], seed=1, number=3)
    >>> found.source.number, len(found.states) == len(found.turns) + 1
    (3, True)

    Raises `InvalidOption` if nobody is named, and what `play_match` raises.
    """
    if not players:
        raise InvalidOption("nobody plays: expected a bot")
    return _played(game.spec, tuple(players), seed, number)


@lru_cache(maxsize=64)
def _played(spec: str, players: tuple[str, ...], seed: int, number: int) -> Played:
    game, rng = load(spec), generator(seed, number)
    rest = players[1:] or players
    chosen = [players[0], *(rest[int(rng.integers(len(rest)))] for _ in range(game.seats - 1))]
    chosen = [chosen[place] for place in rng.permutation(game.seats)]
    record = play_match(game, chosen, derive(seed, number))
    found = from_record(record, "")
    return found._replace(source=Source(0, spec, players, seed, number), players=tuple(chosen))
