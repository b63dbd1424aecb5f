"""Tournaments over days: what was played, from which follows what is paired next, as the `kinds` of tournament say.

A wave is what is begun at once: a round, the replays of a knock-out's drawn encounters, or all games of a round robin.
Players are seed numbers from 0, the best first. The same history gives the same wave, on any machine.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import combinations
from typing import Literal, NamedTuple

from ludarium.tournament.pairing import Pairing, Standings

How = Literal["", "played", "bye", "half-bye", "forfeit", "annulled", "adjudicated", "corrected", "waits", "unknown"]
"""How a game was decided; empty while it is played. One is adjudicated that goes on when a season ends.
The organiser has decided one that is corrected, after two players had met. In an arena a player waits on whom a wave
has given no opponent; of a published tournament a game is unknown of which nothing is recorded."""
UNKNOWN: How = "unknown"
HALF_BYE: How = "half-bye"
"""A round that a player did not want to play, and said so before: half the points of a win."""
IN_ORDER = "entered"
"""The first turns of a published tournament: who was entered first has the first turn, and the first seed number."""


class Former(NamedTuple):
    """A result that was corrected: the waves before the number `until` were paired by it."""

    until: int
    how: How
    points: tuple[float, ...]


class WaveGame(NamedTuple):
    """A game of a wave, or a bye, and what each of its players got for it, as a part of the range of payoffs.

    In a game of more than two seats they got points by place; `turns` are those of the match of a duplicate tournament.
    """

    pairing: Pairing
    points: tuple[float, ...] = ()
    how: How = ""
    turns: int = 0
    known: int = 0
    """In an arena the number of the first wave that was paired after its result was known."""
    before: tuple[Former, ...] = ()
    """Results that were corrected after waves had been paired by them, the first one first."""

    @property
    def counts(self) -> bool:
        """Whether it counts for the table."""
        return self.how not in ("", "annulled", "waits", UNKNOWN)

    @property
    def was_played(self) -> bool:
        """Whether two players have met."""
        return self.how in ("played", "adjudicated", "corrected")

    def as_of(self, number: int) -> WaveGame:
        """Return the game with the result by which the wave of a number was paired."""
        former = next((one for one in self.before if number < one.until), None)
        return self._replace(how=former.how, points=former.points, before=()) if former else self

    def got(self, player: int) -> float:
        """Return what a player got who is at this board."""
        return self.points[self.pairing.seating.index(player)]


Wave = Sequence[WaveGame]


@dataclass(frozen=True, slots=True)
class Format:
    """The format of a tournament: its kind by name, the numbers of players, rounds, and games of encounters, its seed.

    Only the Swiss system has a chosen number of rounds. `ties` are the tie-breaks of its table; empty are the usual.
    The tables of a game with more than two `seats` may have as few players as `fewest`. `teams` has the team of each
    player in a team match, and `first_turn` says who has it in an exhibition.
    A round robin `in_rounds` is played live: a wave has one encounter of each player, not all at once. In an arena
    `streaks` may count. `pairing` is the version of how it is paired: in the first one the bye of a Swiss round was
    chosen after the pairs, and somebody could have the first seat two times more often than another, at tables, too.
    """

    kind: str
    players: int
    rounds: int
    games: int = 1
    seed: int = 0
    ties: tuple[str, ...] = ()
    seats: int = 2
    fewest: int = 2
    teams: tuple[int, ...] = ()
    first_turn: str = ""
    in_rounds: bool = False
    streaks: bool = False
    pairing: int = 2

    @property
    def bye_points(self) -> float:
        """What a bye counts: a win, or half of one in a game of more than two seats, where two may have no place."""
        return 1.0 if self.seats == 2 else self.half

    @property
    def half(self) -> float:
        """Half of the points of a win: what each player gets for a draw."""
        return (self.seats - 1) / 2


def waves_as_of(waves: Sequence[Wave], number: int) -> list[Wave]:
    """Return the waves before the one of a number, with the results by which that one was paired."""
    return [[game.as_of(number) for game in wave] for wave in waves[:number]]


class WaveNotOver(ValueError):
    """A wave cannot be paired before the one before it is over."""


def standings_of(form: Format, waves: Sequence[Wave]) -> Standings:
    """Return the points before the next wave, the rounds won without a game, and who has met whom at the board.

    A game that was forfeited is no meeting, and who has won one has no bye before all others, as FIDE has it.
    """
    standings = Standings(form.players)
    for board in (board for wave in waves for board in wave if board.counts):
        for player, points in zip(board.pairing.seating, board.points, strict=True):
            standings.points[player] += points
            standings.byes[player] += board.how in ("bye", "forfeit") and points > 0
        if board.was_played:
            standings.met.update(combinations(sorted(board.pairing.seating), 2))
    standings.firsts = firsts_of(waves)
    return standings


def firsts_of(waves: Sequence[Wave]) -> Counter[int]:
    """Return how many times more often the players had the first seat than the second."""
    found = Counter[int]()
    for board in played(waves):
        found[board.pairing.seating[0]] += 1
        found[board.pairing.seating[1]] -= 1
    return found


def played(waves: Sequence[Wave]) -> Iterator[WaveGame]:
    """Return the games in which two players or more have met."""
    return (board for wave in waves for board in wave if board.was_played)
