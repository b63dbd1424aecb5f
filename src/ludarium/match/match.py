"""A match between players: whose turn it is, what they offer, their clocks, and its record.

A match is a value: every change returns another match. It ends by the rules, or outside them by `resignation`,
`agreement`, `time`, or `forfeit` with its cause. A seat that resigns, runs out of time or forfeits gets the least
payoff, and so does its team; the other seats win.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from ludarium.core.arguments import check_list, check_number
from ludarium.core.entries import NO_CREDIT, Credit
from ludarium.core.errors import IllegalMove, NotYourTurn, ParseError
from ludarium.core.game import Game
from ludarium.core.record import LONGEST_ENDING, Record
from ludarium.core.registry import load
from ludarium.core.text import is_printable, plain, shorten
from ludarium.match.clock import Clock, round_duration
from ludarium.match.commitment import Commitment
from ludarium.match.data import FORFEIT, RESIGNATION, TIME, MatchFields, Spent, seat_name
from ludarium.match.dice import COMMITTED, SYSTEM, turn_generator
from ludarium.match.orders import parse_order
from ludarium.match.progress import (
    apply_text,
    check_in_progress,
    check_seat,
    lose,
    play_entries,
    play_sealed,
    roll,
    terminate,
    time_left,
)
from ludarium.match.stand_ins import take_leavers
from ludarium.match.tags import HINTS, TAKEBACKS, UNNAMED, take_numbers, take_tags, write_tags

LONGEST_NAME = 80


@dataclass(frozen=True)
class Match(MatchFields):
    """A game between players. Methods return the match afterwards; an error changes nothing.

    The fields are those of `MatchFields`. Offers, orders, ticks and verification are functions in modules of their own.

    >>> match = Match.begin(load("orion"), ["Ann", "Bob"]).submit(0, "u+").submit(1, "a--")
    >>> match.to_act, match.resign(0).payoffs
    ((0,), (0.0, 1.0))
    """

    @classmethod
    def begin(
        cls,
        game: Game,
        players: Sequence[str],
        *,
        position: str | None = None,
        clock: Clock | None = None,
        dice: str = SYSTEM,
        tags: Mapping[str, str] | None = None,
        commitment: Commitment | None = None,
    ) -> Match:
        """Return a match before its first turn; `players` are names in seat order, `tags` go into the record.

        With a commitment the dice are committed.

        Raises `ParseError` for an invalid position, dice or name, and for a wrong number of players.
        """
        check_list("players", players, "a name for each seat")
        if len(players) != game.seats:
            raise ParseError(f"{game.name} has {game.seats} seats, but {len(players)} players were given")
        if commitment is None:
            turn_generator(dice, 0)
        start = game.initial() if position is None else game.parse_position(position)
        left = (clock.main,) * game.seats if clock else ()
        names, dice = tuple(map(_parse_name, players)), COMMITTED if commitment else dice
        match = cls(game, names, start, start, clock, dice, left=left, made=(0,) * game.seats)
        return replace(match, tags=dict(tags or {}), commitment=commitment)

    @classmethod
    def from_record(cls, record: Record, game: Game | None = None) -> Match:
        """Return the match of a record; `verify` also checks its clocks and its result.

        If `game` is given, it is not loaded again. Raises the error of the first turn that cannot be played, with the
        number of the turn.
        """
        game = game or load(record.game)
        tags = dict(record.tags)
        begun, takebacks, hints = take_tags(tags, game), take_numbers(tags, TAKEBACKS), take_numbers(tags, HINTS)
        leavers = take_leavers(tags, game)
        match = cls.begin(game, position=record.position, **begun, tags=tags)
        match = play_entries(replace(match, takebacks=takebacks, hints=hints, leavers=leavers), record.turns)
        if record.payoffs is None or match.over:
            return match
        return terminate(match, record.ending, record.payoffs)

    def submit(self, seat: int, text: str, took: float | None = None, credit: Credit = NO_CREDIT) -> Match:
        """Play a turn; `took` is its duration in seconds, and `credit` what of it is not charged.

        In a simultaneous turn the text is an order (`match.orders`), which stays sealed until all orders are in.
        A turn that took longer than the clock had left is not played, and the seat loses on time.

        Raises `NotYourTurn`, `GameOver`, or what `State.parse_turn` raises.
        """
        check_in_progress(self, seat)
        if seat in self.sealed:
            raise NotYourTurn(f"{seat_name(self, seat)} has already chosen: wait for the others")
        if seat not in self.to_act:
            whose = " and ".join(f"{seat_name(self, other)}'s" for other in self.to_act) or "the dice's"
            raise NotYourTurn(f"it is {whose} turn, not {seat_name(self, seat)}'s")
        if took is not None:
            check_number("took", took, -math.inf)
        kept = credit if credit is NO_CREDIT else Credit(*map(round_duration, credit))
        spent = None if took is None else Spent(round_duration(took), kept)
        left = time_left(self, seat)
        if spent and left is not None and spent.charged > left:
            return self.flag(seat)
        if len(self.state.actors) == 1:
            return apply_text(self, text, spent)
        sealed = {**self.sealed, seat: parse_order(self.state, seat, text)}
        times = {**self.spent, seat: spent} if spent and left is not None else self.spent
        return play_sealed(replace(self, sealed=sealed, spent=times))

    def roll(self) -> Match:
        """Play chance actions until a seat must act."""
        return roll(self)

    def resign(self, seat: int) -> Match:
        """Resign for a seat; it need not be its turn."""
        return lose(self, seat, RESIGNATION)

    def forfeit(self, seat: int, cause: str) -> Match:
        """End the match as lost by a seat that cannot go on, such as a program that failed."""
        return lose(self, seat, plain(" ".join(f"{FORFEIT}: {cause}".split()))[:LONGEST_ENDING])

    def flag(self, seat: int) -> Match:
        """End the match as lost on time by the seat whose clock is running.

        Raises `IllegalMove` without a clock, `NotYourTurn` if the seat's clock is not running.
        """
        check_in_progress(self, seat)
        if not self.clock:
            raise IllegalMove("this match has no clock, so nobody can lose on time")
        if self.time_left(seat) is None:
            raise NotYourTurn(f"the clock of {seat_name(self, seat)} is not running")
        return lose(self, seat, TIME)

    def time_left(self, seat: int) -> float | None:
        """Return the seconds left to a seat whose clock is running; None if it is not.

        Raises `NotYourTurn` for a seat that the game does not have.
        """
        check_seat(self, seat)
        return time_left(self, seat)

    def record(self) -> Record:
        """Return the record of the match, complete or not; it holds no sealed orders and no offers."""
        position = None if self.start == self.game.initial() else str(self.start)
        tags = {**write_tags(self), **self.tags}
        return Record(self.game.spec, self.turns, position, self.payoffs, self.ending, tags)


def _parse_name(player: str) -> str:
    """Return a player's name on one line, as a record keeps it."""
    name = " ".join(player.split())
    if len(name) > LONGEST_NAME or not is_printable(name):
        raise ParseError(f"{shorten(player)} is not a valid name: expected up to {LONGEST_NAME} printable characters")
    return name or UNNAMED
