"""Tables of exact values: what every seat can expect in every position, read from a file."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from itertools import chain
from pathlib import Path
from typing import Protocol

import numpy as np

from ludarium.core.game import Game, State
from ludarium.core.kernel import CHANCE, INTS, compiled, types
from ludarium.solve.canonical import CanonicalForm
from ludarium.solve.positions import hashed, pack, unpack
from ludarium.solve.race.table import RACE, RaceTable, race_layout
from ludarium.solve.remote import Unreachable, open_remote
from ludarium.solve.sides import Sides
from ludarium.solve.tablefile import BadTable, TableFile, finite, read_table, rules_digest

_HASHES = types.uint64[::1]
_KEYS = types.uint8[:, ::1]
_WORD = 8
"""Bytes of a word of a vector."""
_AT_ONCE, _AHEAD = 8, 512
"""Values that are fetched from another machine at a time, and before a position is looked up."""
POSITIONS = "positions"
"""The kind of a table that holds positions with their values."""


class Source(Protocol):
    """The source of the values of some positions."""

    def value(self, state: State) -> float | None:
        """Return what seat 0 can expect; None where this is not known."""


@compiled(types.void(_KEYS, INTS, INTS, _HASHES))
def fill_hashes(keys, widths, v, out):
    """Fill in the hash of every position."""
    for number in range(len(keys)):
        unpack(keys[number], widths, v)
        out[number] = hashed(v)


class PositionTable:
    """The values of positions that are stored one by one, in the order of their hashes."""

    def __init__(self, game: Game, file: TableFile) -> None:
        self._hashes, self._keys = file.arrays["hashes"], file.arrays["keys"]
        self._widths, self._values = np.array(file.arrays["widths"], np.int64), file.arrays["values"]
        words, count = len(game.initial().vector), len(self._hashes)
        if (
            (self._hashes.dtype, self._hashes.shape) != (np.dtype(np.uint64), (count,))
            or (self._values.dtype.kind, self._values.shape) != ("f", (count,))
            or self._widths.shape != (words,)
            or not ((self._widths >= 0) & (self._widths <= _WORD)).all()
            or (self._keys.dtype, self._keys.shape) != (np.dtype(np.uint8), (count, int(self._widths.sum())))
        ):
            raise ValueError("the arrays do not fit together")
        self._canonical, self._game = CanonicalForm.of(game, whole=not file.header["left_out"]).function, game

    def value(self, state: State) -> float | None:
        """Return what seat 0 can expect; None where the position is not in the table."""
        v, key = state.vector, np.empty(self._keys.shape[1], np.uint8)  # several threads may ask
        self._canonical(self._game.tables, v)
        if pack(v, self._widths, key) >= 0:
            return None
        wanted = hash_of(v)
        at = int(self._hashes.searchsorted(np.uint64(wanted)))
        while at < len(self._hashes) and self._hashes[at] == wanted:
            if np.array_equal(self._keys[at], key):
                return finite(float(self._values[at]))
            at += 1
        return None

    @property
    def count(self) -> int:
        """The number of positions."""
        return len(self._values)

    def positions(self, game: Game) -> Iterator[tuple[State, float]]:
        """Yield every position, and what seat 0 can expect."""
        v = np.empty(len(self._widths), np.int64)
        for key, value in zip(self._keys, self._values, strict=True):
            unpack_key(np.array(key), self._widths, v)
            yield game.state(v), float(value)


def open_source(file: TableFile, game: Game) -> PositionTable | RaceTable:
    """Return the values of a file; raise `BadTable` if it is of an unknown kind."""
    kind = file.header.get("kind")
    if kind == POSITIONS:
        return PositionTable(game, file)
    if kind == RACE and (layout := race_layout(game)):
        return RaceTable.read(layout, file)
    raise BadTable(f"{file.name} is of a kind that this version cannot read: {kind}")


@compiled(types.void(types.uint8[::1], INTS, INTS))
def unpack_key(key, widths, v):
    """Read a vector from its bytes."""
    unpack(key, widths, v)


@compiled(types.uint64(INTS))
def hash_of(v):
    """Return the hash of a vector."""
    return hashed(v)


def _followers(state: State) -> list[State]:
    """Return the positions after each action of the one who acts, or each outcome of chance."""
    if len(state.actors) != 1:
        return []
    actions = state.chance_outcomes() if state.actors == (CHANCE,) else state.legal()
    return [state.play_unchecked(action) for action in actions]


class Table:
    """Exact values of a game, from a file or just computed.

    `payoffs(state)` looks a position up. Where it is not stored, but those that may follow it are, its value is theirs.

    | field       | meaning                                                                               |
    | ----------- | ------------------------------------------------------------------------------------- |
    | `gap`       | the error that no value exceeds if they are proved, else the last change and rounding |
    | `left_out`  | the rule that the values leave out, such as a limit of turns; empty if there is none  |
    | `is_proved` | whether the values lie between proved bounds                                          |
    """

    def __init__(
        self,
        game: Game,
        source: Source,
        gap: float,
        left_out: str = "",
        *,
        is_proved: bool = True,
        is_remote: bool = False,
    ) -> None:
        self.game, self.gap, self.left_out, self.is_proved = game, gap, left_out, is_proved
        self._source, self._sides, self._is_remote = source, Sides.of(game), is_remote

    @classmethod
    def open(cls, path: Path | str, game: Game) -> Table:
        """Open the table of a game, by its path or its address on another machine.

        Raises `BadTable` if it is not one of this game with these options, `Unreachable` if no server sends it.
        """
        is_remote = not isinstance(path, Path)
        file = read_table(path) if isinstance(path, Path) else open_remote(path)
        header = file.header
        if header.get("game") != game.spec:
            raise BadTable(f"{path} is a table of {header.get('game')}: expected one of {game.spec}")
        if header.get("rules") != rules_digest(game):
            raise BadTable(f"{path} was computed under other rules of {game.spec}: solve the game again")
        try:
            gap, left_out, is_proved = (
                finite(float(header["gap"])),
                str(header["left_out"]),
                bool(header.get("proved", True)),
            )
            source = open_source(file, game)
            return cls(game, source, gap, left_out, is_proved=is_proved, is_remote=is_remote)
        except BadTable:
            raise
        except (KeyError, TypeError, ValueError, OverflowError):
            raise BadTable(f"{path} is damaged: its parts do not fit together") from None

    def fetch_ahead(self, state: State) -> None:
        """Fetch what is soon asked about a position and what may follow it, many parts at a time.

        Each part of a file on another machine takes a round trip; a file on this one needs nothing.
        """
        if not self._is_remote:
            return
        states = [state, *_followers(state)]
        with ThreadPoolExecutor(_AT_ONCE) as threads:
            for _ in range(3):  # as deep as `value` looks
                found = threads.map(self._stored, states[:_AHEAD])
                unknown = (state for state, value in zip(states, found, strict=False) if value is None)
                states = [*chain.from_iterable(map(_followers, unknown))]

    def payoffs(self, state: State) -> tuple[float, ...] | None:
        """Return what every seat can expect; None where the table does not tell."""
        value = self.value(state)
        return None if value is None else self._sides.payoffs(value)

    def value(self, state: State, depth: int = 2) -> float | None:
        """Return what seat 0 can expect; looks `depth` steps ahead where a position is not stored."""
        actors = state.actors
        if not actors:
            assert state.payoffs is not None
            return state.payoffs[0]
        found = self._stored(state)
        if found is not None or not depth or len(actors) > 1:
            return found
        if actors == (CHANCE,):
            chances = state.chance_outcomes()
            values = [self.value(state.play_unchecked(action), depth - 1) for action in chances]
            if None in values:
                return None
            return sum(weight * (value or 0.0) for weight, value in zip(chances.values(), values, strict=True))
        known = [value for _, value in self.actions(state, depth - 1) if value is not None]
        return self._sides.best(actors[0], known) if len(known) == len(state.legal()) else None

    def _stored(self, state: State) -> float | None:
        """Return the stored value; None where there is none, or where it cannot be fetched now."""
        try:
            return self._source.value(state)
        except Unreachable:
            return None

    def best(self, seat: int, values: Sequence[float]) -> float:
        """Return the value that is best for a seat, of what seat 0 gets."""
        return self._sides.best(seat, values)

    def actions(self, state: State, depth: int = 1) -> list[tuple[int, float | None]]:
        """Return every legal action of the seat to move, with what seat 0 can expect after it."""
        return [(action, self.value(state.play_unchecked(action), depth)) for action in state.legal()]

    def best_action(self, state: State, seat: int) -> tuple[int, float] | None:
        """Return the first of the best actions, and what the seat can expect; None where the table does not tell."""
        self.fetch_ahead(state)
        known = [(action, value) for action, value in self.actions(state) if value is not None]
        whole = self.value(state)
        if whole is not None and self._sides.is_lost(seat, whole):
            return state.legal()[0], self._sides.payoffs(whole)[seat]
        if not known:
            return None
        best = self._sides.best(seat, [value for _, value in known])
        if len(known) < len(state.legal()) and not self._sides.is_won(seat, best):
            return None
        return next(action for action, value in known if value == best), self._sides.payoffs(best)[seat]
