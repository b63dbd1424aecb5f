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
from ludarium.core.rng import derive, generator
from ludarium.players.table import play_match
from ludarium.puzzles.puzzle import Source
from ludarium.search.player import make_bot


class Played(NamedTuple):
    """A game of which positions are taken: its source, all states between turns, and the turns."""

    source: Source
    states: tuple[State, ...]
    turns: tuple[str, ...]

    def after(self, played: int, steps: int) -> State | None:
        """Return the state after so many turns and steps of the next one; None if the game has none."""
        if not 0 <= played < len(self.states):
            return None
        state, actions = self.states[played], self._next(played) if steps else ()
        return state.play_actions(actions[:steps]) if 0 <= steps < max(1, len(actions)) else None

    def begun(self, played: int, steps: int) -> str:
        """Return so many steps of the turn after so many others, as the game writes them; empty without steps."""
        return self.states[played].format_turn(self._next(played)[:steps]) if steps else ""

    def _next(self, played: int) -> tuple[int, ...]:
        """Return the actions of the turn after so many others; none at the end, or of several seats."""
        state, following = self.states[played], self.turns[played : played + 1]
        return state.parse_turn(following[0]) if following and len(state.actors) == 1 else ()

    def choices(self, last: int, *, inside: bool = False) -> Iterator[tuple[Source, State]]:
        """Yield the positions in which a seat must choose, with their sources, in the last so many turns.

        With `inside` those within a turn count, too.
        """
        for played in range(max(0, len(self.states) - 1 - last), len(self.states) - 1):
            steps, state = 0, self.after(played, 0)
            while state is not None and state.actors and CHANCE not in state.actors:
                begun = self.begun(played, steps)
                yield msgspec.structs.replace(self.source, played=played, steps=steps, begun=begun), state
                steps += 1
                state = self.after(played, steps) if inside else None


def from_record(record: Record, name: str) -> Played:
    """Return the game of a record; `name` is that of its file.

    Raises the error of the first turn that cannot be played.
    """
    states = tuple(record.states())
    seats = states[0].game.setup.seat_names
    players = tuple(record.tags.get(seat, "") for seat in seats)
    source = Source(played=0, game=states[0].game.spec, players=players, record=name)
    return Played(source, states, tuple(turn.text for turn in record.turns))


def self_play(game: Game, players: Sequence[str], seed: int, number: int) -> Played:
    """Return a game of self-play: the first player against others that are drawn from the rest; all by the seed.

    >>> from ludarium.core.registry import load
    >>> found = self_play(load("orion(turn_limit=10)"), ["random"], seed=1, number=3)
    >>> found.source.number, len(found.states) == len(found.turns) + 1
    (3, True)

    Raises `InvalidOption` if nobody is named, and what `play_match` raises.
    """
    if not players:
        raise InvalidOption("nobody plays: expected a bot")
    rng, rest = generator(seed, number), players[1:] or players
    chosen = [players[0], *(rest[int(rng.integers(len(rest)))] for _ in range(game.seats - 1))]
    return replay(game, tuple(chosen[place] for place in rng.permutation(game.seats)), seed, number)


@lru_cache(maxsize=16)
def replay(game: Game, players: tuple[str, ...], seed: int, number: int) -> Played:
    """Return the game of self-play with this number, whose players are known, in the order of their seats.

    Raises `ParseError` for a player that is no bot of the game: a file of puzzles may name no program and no file. Else
    raises what `play_match` raises.
    """
    for player in players:
        make_bot(player, game, 0)
    found = from_record(play_match(game, players, derive(seed, number)), "")
    source = Source(played=0, game=game.spec, players=players, seed=seed, number=number)
    return found._replace(source=source)
