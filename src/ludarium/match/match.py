"""A match between players: whose turn it is, what they offer, their clocks, and its record.

A match is a value: every change returns another match. It ends by the rules, or outside them by `resignation`,
`agreement`, `time`, or `forfeit` with its cause. A seat that resigns, runs out of time or forfeits gets the least
payoff, and so does its team; the other seats win.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Literal, NamedTuple

from ludarium.core.errors import IllegalMove, NotYourTurn, ParseError
from ludarium.core.game import Game, State
from ludarium.core.kernel import CHANCE
from ludarium.core.record import LONGEST_ENDING, NO_CREDIT, Credit, Entry, Record
from ludarium.core.registry import load
from ludarium.core.text import plain, shorten
from ludarium.match.clock import Clock, round_duration
from ludarium.match.commitment import Commitment
from ludarium.match.dice import COMMITTED, SYSTEM, throw_turn, turn_generator
from ludarium.match.orders import parse_order
from ludarium.match.progress import (
    Spent,
    Termination,
    apply_turn,
    check_in_progress,
    lose,
    play_entries,
    play_sealed,
    seat_name,
    terminate,
    time_left,
)
from ludarium.match.stand_ins import Leaver, take_leavers
from ludarium.match.tags import HINTS, TAKEBACKS, UNNAMED, take_numbers, take_tags, write_tags

LONGEST_NAME = 80
RESIGNATION, AGREEMENT, TIME, FORFEIT = "resignation", "agreement", "time", "forfeit"
"""Endings outside the rules."""
_LEAST_TURNS = 2


class Offer(NamedTuple):
    """An offer of a seat to all others, and the seats that have accepted it; of a stand-in, also seat and bot."""

    kind: Literal["draw", "takeback", "stand-in"]
    seat: int
    accepted: tuple[int, ...] = ()
    vacant: int = -1
    bot: str = ""


@dataclass(frozen=True)
class Match:
    """A game between players. Methods return the match afterwards; an error changes nothing.

    Size: 35 public members, because a match is one value: 18 fields, the questions about its result and whose turn it
    is, and the commands of its seats. Offers, orders, ticks and verification are functions in modules of their own.

    | field | content |
    | --- | --- |
    | `game`, `players` | the game, and a name for each seat |
    | `start`, `state` | the first and the current state |
    | `clock`, `dice` | time control, if there is one; name of the dice |
    | `turns` | the turns played, as the record keeps them |
    | `left` | seconds left on each seat's clock; empty without a clock |
    | `made` | the number of turns that each seat has made |
    | `sealed` | orders of a simultaneous turn that is not complete; hidden from the other seats |
    | `spent` | by seat with a sealed order: the time that it took |
    | `offer` | the open draw or takeback offer (`match.offers`) |
    | `termination` | the end outside the rules |
    | `tags` | more tags for the record |
    | `commitment` | what committed dice follow from |
    | `leavers` | players who left their seats, and their stand-ins (`match.stand_ins`) |
    | `takebacks` | for each takeback the number of the first turn that it took back |
    | `hints` | the numbers of the turns, as lines of the record, for which hints were given |

    >>> match = Match.begin(load("orion"), ["Ann", "Bob"]).submit(0, "u+").submit(1, "a--")
    >>> match.to_act, match.resign(0).payoffs
    ((0,), (0.0, 1.0))
    """

    game: Game
    players: tuple[str, ...]
    start: State
    state: State
    clock: Clock | None = None
    dice: str = SYSTEM
    turns: tuple[Entry, ...] = ()
    left: tuple[float, ...] = ()
    made: tuple[int, ...] = ()
    sealed: Mapping[int, str] = field(default_factory=dict, hash=False)
    spent: Mapping[int, Spent] = field(default_factory=dict, hash=False)
    offer: Offer | None = None
    termination: Termination | None = None
    tags: Mapping[str, str] = field(default_factory=dict, hash=False)
    commitment: Commitment | None = None
    takebacks: tuple[int, ...] = ()
    hints: tuple[int, ...] = ()
    leavers: tuple[Leaver, ...] = ()

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

    @property
    def payoffs(self) -> tuple[float, ...] | None:
        """Each seat's payoff; None while the match goes on."""
        return self.termination.payoffs if self.termination else self.state.payoffs

    @property
    def winners(self) -> tuple[int, ...]:
        """The seats that have won; several in a tie or a team, none in a draw or while the match goes on."""
        if self.termination is None:
            return self.state.winners
        if self.termination.ending == AGREEMENT:
            return ()
        least = self.game.payoff_range.least
        return tuple(seat for seat, payoff in enumerate(self.termination.payoffs) if payoff > least)

    @property
    def winner_points(self) -> dict[int, int]:
        """The points that each winner has earned; none after an end outside the rules."""
        return {} if self.termination else self.state.winner_points

    @property
    def ending(self) -> str:
        """How the match ended, as a phrase; empty while it goes on."""
        return self.termination.ending if self.termination else self.state.ending

    @property
    def over(self) -> bool:
        """Whether the match has ended."""
        return self.termination is not None or not self.state.actors

    @property
    def to_act(self) -> tuple[int, ...]:
        """The seats that must decide; none when the match is over or a chance action comes next."""
        if self.over:
            return ()
        return tuple(seat for seat in self.state.actors if seat != CHANCE and seat not in self.sealed)

    @property
    def is_void(self) -> bool:
        """Whether the match counts for no rating and no table: it ended outside the rules before a seat's second turn.

        >>> Match.begin(load("orion"), ["Ann", "Bob"]).resign(0).is_void
        True
        """
        return self.termination is not None and min(self.made) < _LEAST_TURNS

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
        spent = None if took is None else Spent(round_duration(took), Credit(*map(round_duration, credit)))
        left = self.time_left(seat)
        if spent and left is not None and spent.charged > left:
            return self.flag(seat)
        if len(self.state.actors) == 1:
            return apply_turn(self, self.state.parse_turn(text), spent)
        sealed = {**self.sealed, seat: parse_order(self.state, seat, text)}
        times = {**self.spent, seat: spent} if spent and left is not None else self.spent
        return play_sealed(replace(self, sealed=sealed, spent=times))

    def roll(self) -> Match:
        """Play chance actions until a seat must act."""
        match = self
        while not match.over and match.state.actors == (CHANCE,):
            actions = throw_turn(match.dice, match.commitment, match.state, len(match.turns))
            match = play_sealed(replace(apply_turn(match, actions), sealed=match.sealed))
        return match

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
        """Return the seconds left to a seat whose clock is running; None if it is not."""
        return time_left(self, seat)

    def display_name(self, seat: int) -> str:
        """Return a player's name with its seat, as in `Ann (X)`."""
        return f"{self.players[seat]} ({seat_name(self, seat)})"

    def record(self) -> Record:
        """Return the record of the match, complete or not; it holds no sealed orders and no offers."""
        position = None if self.start == self.game.initial() else str(self.start)
        tags = {**write_tags(self), **self.tags}
        return Record(self.game.spec, self.turns, position, self.payoffs, self.ending, tags)


def _parse_name(player: str) -> str:
    """Return a player's name on one line, as a record keeps it."""
    name = " ".join(player.split())
    if len(name) > LONGEST_NAME or not name.isprintable():
        raise ParseError(f"{shorten(player)} is not a valid name: expected up to {LONGEST_NAME} printable characters")
    return name or UNNAMED
