"""The state of a match at one moment: its fields, and queries about them.

`Match` adds what can be done. The functions that move a match on (`progress`, `stand_ins`) take and return this value,
so that they need not know the class that calls them.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, fields
from typing import Literal, NamedTuple, TypeVar

from ludarium.core.cached import cached_property
from ludarium.core.entries import NO_CREDIT, Credit, Entry
from ludarium.core.game import Game, State
from ludarium.core.kernel import CHANCE
from ludarium.core.rolls import TurnCount
from ludarium.match.clock import Clock, round_duration
from ludarium.match.commitment import Commitment
from ludarium.match.dice import SYSTEM

RESIGNATION, AGREEMENT, TIME, FORFEIT, ABSENCE = "resignation", "agreement", "time", "forfeit", "absence"
"""Endings outside the rules; one by absence is a draw: nobody who plays was there."""
LEFT_TOURNAMENT = f"{FORFEIT}: left the tournament"
"""The ending of a match that a player has lost by leaving its tournament."""
CALLED_OFF = "called off"
"""The ending of a match whose seats were never all taken: nobody has won it, and no list shows it."""
_LEAST_TURNS = 2
_SURELY_MADE = 20
"""For each seat: with so many lines in its record, every seat has certainly made its two turns, whatever the dice."""


class SeatOffer(NamedTuple):
    """An offer of a seat to all others, and the seats that have accepted it; of a stand-in, also seat and bot.

    `sealed` are the seats whose orders of the running simultaneous turn were sealed when it was made.
    """

    kind: Literal["draw", "takeback", "stand-in"]
    seat: int
    accepted: tuple[int, ...] = ()
    vacant: int = -1
    bot: str = ""
    sealed: tuple[int, ...] = ()


class Spent(NamedTuple):
    """The seconds that a seat took for a turn, and what it is not charged for."""

    took: float
    credit: Credit = NO_CREDIT

    @property
    def charged(self) -> float:
        """The seconds that the clock loses; below zero if more was given."""
        return round(round_duration(self.took) - self.credit.vacation - self.credit.given, 3)


class Termination(NamedTuple):
    """An end outside the rules: how the match ended, and each seat's payoff."""

    ending: str
    payoffs: tuple[float, ...]


class Leaver(NamedTuple):
    """A player who left a seat, and who took it over.

    | field         | content                                                                    |
    |---------------|----------------------------------------------------------------------------|
    | `seat`        | the seat                                                                   |
    | `turns`       | the number of turns that had been played                                   |
    | `reason`      | `resignation`, `time`, `forfeit` (a tournament was left) or `closed` (an account) |
    | `name`        | who left                                                                   |
    | `replaced_by` | the name of the stand-in; empty while the seat plays its default actions   |
    | `replaced_at` | the number of turns that had been played when the stand-in came            |
    """

    seat: int
    turns: int
    reason: str
    name: str
    replaced_by: str = ""
    replaced_at: int = 0


@dataclass(frozen=True)
class MatchFields:
    """A match at one moment.

    | field | content |
    | --- | --- |
    | `game`, `players` | the game, and a name for each seat |
    | `start`, `state` | the first and the current state |
    | `clock`, `dice` | time control, if there is one; name of the dice |
    | `turns` | the turns played, as the record keeps them |
    | `left` | seconds left on each seat's clock; empty without a clock |
    | `made` | the number of turns that each seat has made |
    | `throws` | the number of turns of chance |
    | `count` | the number of turns as people count them, who see a roll and what follows as one |
    | `sealed` | orders of a simultaneous turn that is not complete; hidden from the other seats |
    | `spent` | by seat with a sealed order: the time that it took |
    | `offer` | the open draw or takeback offer (`match.offers`) |
    | `termination` | the end outside the rules |
    | `tags` | more tags for the record |
    | `commitment` | what committed dice follow from |
    | `leavers` | players who left their seats, and their stand-ins (`match.stand_ins`) |
    | `takebacks` | for each takeback the number of the first turn that it took back |
    | `hints` | the numbers of the turns, as lines of the record, for which hints were given |

    """

    # Size: 29 public members, because a match is one value: 19 fields, and what they say of its result and whose turn
    # it is.

    game: Game
    players: tuple[str, ...]
    start: State
    state: State
    clock: Clock | None = None
    dice: str = SYSTEM
    turns: tuple[Entry, ...] = ()
    left: tuple[float, ...] = ()
    made: tuple[int, ...] = ()
    throws: int = 0
    count: TurnCount = field(default_factory=TurnCount)
    sealed: Mapping[int, str] = field(default_factory=dict, hash=False)
    spent: Mapping[int, Spent] = field(default_factory=dict, hash=False)
    offer: SeatOffer | None = None
    termination: Termination | None = None
    tags: Mapping[str, str] = field(default_factory=dict, hash=False)
    commitment: Commitment | None = None
    takebacks: tuple[int, ...] = ()
    hints: tuple[int, ...] = ()
    leavers: tuple[Leaver, ...] = ()

    @property
    def payoffs(self) -> tuple[float, ...] | None:
        """Each seat's payoff; None while the match goes on."""
        return self.termination.payoffs if self.termination else self.state.payoffs

    @property
    def winners(self) -> tuple[int, ...]:
        """The seats that have won; several in a tie or a team, none in a draw or while the match goes on."""
        if self.termination is None:
            return self.state.winners
        if self.termination.ending in (AGREEMENT, ABSENCE, CALLED_OFF):
            return ()
        least = self.game.payoff_range.least
        return tuple(seat for seat, payoff in enumerate(self.termination.payoffs) if payoff > least)

    @property
    def winner_points(self) -> dict[int, int]:
        """The points that each winner has earned; none after an end outside the rules."""
        return {} if self.termination else self.state.winner_points

    @property
    def ending(self) -> str:
        """The end of the match, as a phrase; empty while it goes on."""
        return self.termination.ending if self.termination else self.state.ending

    @cached_property
    def over(self) -> bool:
        """Whether the match has ended."""
        return self.termination is not None or not self.state.actors

    @cached_property
    def to_act(self) -> tuple[int, ...]:
        """The seats that must decide; none when the match is over or a chance action comes next."""
        if self.over:
            return ()
        return tuple([seat for seat in self.state.actors if seat != CHANCE and seat not in self.sealed])

    @property
    def is_void(self) -> bool:
        """Whether the match counts for no rating and no table: it ended outside the rules before a seat's second turn.

        A turn that was taken back was made, by all who have agreed: nobody escapes a loss by it.

        >>> from ludarium.core.registry import load
        >>> from ludarium.match.match import Match
        >>> Match.begin(load("orion"), ["Ann", "Bob"]).resign(0).is_void
        True
        """
        return self.termination is not None and self._is_short

    @property
    def may_be_broken_off(self) -> bool:
        """Whether nobody wins if it ends now outside the rules: not every seat has made two turns."""
        return not self.over and len(self.made) > 1 and self._is_short

    @property
    def _is_short(self) -> bool:
        return min(self.made) + len(self.takebacks) < _LEAST_TURNS

    @property
    def is_broken_off(self) -> bool:
        """Whether nobody has won, whatever the payoffs of the record: it is void, was no draw, and had begun.

        >>> from ludarium.core.registry import load
        >>> from ludarium.match.match import Match
        >>> match = Match.begin(load("orion"), ["Ann", "Bob"]).resign(0)
        >>> match.is_broken_off, match.payoffs
        (True, (0.0, 1.0))
        """
        return self.is_void and len(self.made) > 1 and self.ending not in (AGREEMENT, ABSENCE, CALLED_OFF)

    @property
    def is_unplayed(self) -> bool:
        """Whether it was broken off before anybody had made a turn."""
        return self.is_broken_off and not any(self.made)

    def display_name(self, seat: int) -> str:
        """Return a player's name with its seat, as in `Ann (X)`."""
        return f"{self.players[seat]} ({seat_name(self, seat)})"


def may_be_void(ending: str, lines: int, seats: int) -> bool:
    """Return whether a match may be void, given how it ended and the number of lines of its record, without its turns.

    >>> may_be_void("resignation", 3, 2), may_be_void("resignation", 40, 2), may_be_void("no turns left", 3, 2)
    (True, False, False)
    """
    outside = ending.partition(":")[0] in (RESIGNATION, AGREEMENT, TIME, FORFEIT, ABSENCE, CALLED_OFF)
    return outside and lines < _SURELY_MADE * seats


MatchT = TypeVar("MatchT", bound=MatchFields)
"""The class of a match, which a function that moves it on keeps."""


_FIELDS = tuple(own.name for own in fields(MatchFields))


def changed(match: MatchT, **values: object) -> MatchT:
    """Return a match with other values of some fields, which are not checked: `replace` takes ten times as long."""
    copy = object.__new__(type(match))
    known = match.__dict__
    copy.__dict__.update({name: known[name] for name in _FIELDS}, **values)  # without what is cached
    return copy


def seat_name(match: MatchFields, seat: int) -> str:
    """Return the name of a seat, as in `X`."""
    return match.game.setup.seat_names[seat]
