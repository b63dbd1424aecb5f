"""A game between players: whose turn it is, what they agree on, their clocks, and the record of it all.

A match is a value: whatever happens, the match after it is another one, and the first still stands. It ends as the
rules say, or as the players do; the endings outside the rules are `resignation`, `agreement`, `time`, and `forfeit`
with its cause. Whoever resigns, runs out of time or forfeits has no share of the win; all the other seats share it.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Literal, NamedTuple

from ludarium.core.errors import GameOver, IllegalMove, LudariumError, NotYourTurn, ParseError
from ludarium.core.game import Game, State
from ludarium.core.kernel import CHANCE
from ludarium.core.payoffs import equal_payoffs
from ludarium.core.record import Entry, Record
from ludarium.core.registry import load
from ludarium.core.text import shorten
from ludarium.match.clock import Clock, measured
from ludarium.match.dice import SYSTEM, source, throw
from ludarium.match.orders import first_of, parse_order

LONGEST_NAME = 80
UNNAMED = "?"
RESIGNATION, AGREEMENT, TIME, FORFEIT = "resignation", "agreement", "time", "forfeit"
"""Endings outside the rules."""


class Offer(NamedTuple):
    """What a seat has offered, and the seats that have accepted it; it is settled once all others have."""

    kind: Literal["draw", "takeback"]
    seat: int
    accepted: tuple[int, ...] = ()


class Settlement(NamedTuple):
    """An end outside the rules: its name, and every seat's share of the win."""

    ending: str
    payoffs: tuple[float, ...]


@dataclass(frozen=True)
class Match:
    """A game being played; every method returns the match as it is afterwards.

    `players` are names by seat, `left` the seconds on every seat's clock (empty without a clock), `sealed` the orders
    of a joint turn that is not complete, to be kept from the other seats.

    >>> match = Match.begin(load("orion"), ["Ann", "Bob"]).submit(0, "u+").submit(1, "a--")
    >>> match.to_act, match.resign(0).payoffs
    ((0,), (0.0, 1.0))

    Whatever cannot be done raises a `LudariumError`, and nothing changes.
    """

    game: Game
    players: tuple[str, ...]
    start: State
    state: State
    clock: Clock | None = None
    dice: str = SYSTEM
    turns: tuple[Entry, ...] = ()
    left: tuple[float, ...] = ()
    sealed: Mapping[int, str] = field(default_factory=dict, hash=False)
    offer: Offer | None = None
    settlement: Settlement | None = None
    tags: Mapping[str, str] = field(default_factory=dict, hash=False)

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
    ) -> Match:
        """A match before its first turn; `players` in the order of the seats, `tags` more to be kept in the record.

        Raises `ParseError` for a position or dice that are none, and for names that do not fit the seats.
        """
        if len(players) != game.seats:
            raise ParseError(f"{game.name} has {game.seats} seats, and {len(players)} players are named")
        source(dice, 0)
        start = game.initial() if position is None else game.parse_position(position)
        left = (clock.main,) * game.seats if clock else ()
        return cls(game, tuple(map(_name, players)), start, start, clock, dice, left=left, tags=dict(tags or {}))

    @classmethod
    def from_record(cls, record: Record, game: Game | None = None) -> Match:
        """The match that a record tells of, as far as it went; `verify` checks its clocks and its result, too.

        Raises the error of the first turn that cannot be played, with its number; `game` saves loading it.
        """
        game = game or load(record.game)
        tags = dict(record.tags)
        clock, dice = tags.pop("Clock", None), tags.pop("Dice", SYSTEM)
        players = [tags.pop(name, UNNAMED) for name in game.setup.seat_names]
        at = Clock.parse(clock) if clock is not None else None
        match = cls.begin(game, players, position=record.position, clock=at, dice=dice, tags=tags)
        for number, entry in enumerate(record.turns, 1):
            try:
                match = match._played(match.state.parse_turn(entry.text), entry.took)
            except LudariumError as error:
                raise type(error)(f"turn {number}: {error}") from error
        if record.payoffs is None or match.over:
            return match
        return match._settled(record.ending, record.payoffs)

    @property
    def payoffs(self) -> tuple[float, ...] | None:
        """Every seat's share of the win; None while the match goes on."""
        return self.settlement.payoffs if self.settlement else self.state.payoffs

    @property
    def winner_points(self) -> dict[int, int]:
        """The points that each winner has earned; an end outside the rules earns none."""
        return {} if self.settlement else self.state.winner_points

    @property
    def ending(self) -> str:
        """How the match ended, as a phrase; empty while it goes on."""
        return self.settlement.ending if self.settlement else self.state.ending

    @property
    def over(self) -> bool:
        """Whether the match has ended."""
        return self.settlement is not None or not self.state.actors

    @property
    def to_act(self) -> tuple[int, ...]:
        """The seats that are still to decide; nobody when the match is over or dice are to be rolled."""
        if self.over:
            return ()
        return tuple(seat for seat in self.state.actors if seat != CHANCE and seat not in self.sealed)

    def states(self) -> tuple[State, ...]:
        """The states between the turns, the first and the last included."""
        states = [self.start]
        for entry in self.turns:
            states.append(states[-1].move(entry.text))
        return tuple(states)

    def submit(self, seat: int, text: str, took: float | None = None) -> Match:
        """Play a whole turn; `took` is how many seconds it took.

        Where several seats decide at once the text is the name of one action, or a plan for some turns, and is sealed
        until all are in.
        A turn that took more than the clock had left is not played: it loses on time.
        """
        self._going_on(seat)
        if seat in self.sealed:
            raise NotYourTurn(f"{self._seat(seat)} has decided already; the others have not")
        if seat not in self.to_act:
            raise NotYourTurn(f"it is {self._whose()} turn, not {self._seat(seat)}'s")
        if len(self.state.actors) > 1:
            return self._seal(seat, text)
        if self.left and took is not None and measured(took) > self.left[seat]:
            return self.flag(seat)
        return self._played(self.state.parse_turn(text), took)

    def roll(self) -> Match:
        """Throw the dice until a seat must act; a match that waits for none stays as it is."""
        match = self
        while not match.over and match.state.actors == (CHANCE,):
            walk: list[int] = []
            dice, state = source(match.dice, len(match.turns)), match.state
            while state.actors == (CHANCE,) and (state.in_turn or not walk):
                walk.append(throw(state, dice))
                state = state.play(walk[-1])
            match = replace(match._played(walk), sealed=match.sealed)._unsealed()
        return match

    def order(self, seat: int, text: str) -> Match:
        """Say what a seat does at the next tick and at all that follow, until it says something else."""
        self._going_on(seat)
        if seat not in self.state.actors:
            raise NotYourTurn(f"{self._seat(seat)} has nothing to decide any more")
        return replace(self, sealed={**self.sealed, seat: parse_order(self.state, seat, text)})

    def tick(self) -> Match:
        """Play a turn now: by the orders as they stand; without one that is allowed here a seat goes on as before."""
        self._going_on(0)
        state, walk = self.state, list[int]()
        while state.actors and (state.in_turn or not walk):
            step = [self._by_order(state, seat) for seat in state.actors]
            walk, state = [*walk, *step], state.play(*step)
        return replace(self._played(walk), sealed=self.sealed if state.actors else {})

    def _by_order(self, state: State, seat: int) -> int:
        action, _ = first_of(state, seat, self.sealed[seat]) if seat in self.sealed else (None, "")
        return state.default_action(seat) if action is None else action

    def resign(self, seat: int) -> Match:
        """Give the match up, whoever's turn it is."""
        return self._lost(seat, RESIGNATION)

    def forfeit(self, seat: int, cause: str) -> Match:
        """End the match because a seat cannot go on, as when its program has failed."""
        return self._lost(seat, " ".join(f"{FORFEIT}: {cause}".split())[:200])

    def flag(self, seat: int) -> Match:
        """End the match because the clock of the seat, which is to move, has run out."""
        self._going_on(seat)
        if not self.clock:
            raise IllegalMove("this match has no clock, so nobody can lose on time")
        if self.state.actors != (seat,):
            raise NotYourTurn(f"the clock of {self._seat(seat)} is not running")
        return self._lost(seat, TIME)

    def running(self, seat: int) -> float | None:
        """The seconds left to a seat whose clock runs now; None where it does not, as in a joint turn."""
        return self.left[seat] if self.clock and self.state.actors == (seat,) else None

    def offer_draw(self, seat: int) -> Match:
        """Offer a draw to all other seats; it stands until the next turn is played."""
        return self._offered(Offer("draw", seat))

    def ask_takeback(self, seat: int) -> Match:
        """Ask to go back to the position before the seat's last turn, dice and all."""
        self._going_on(seat)
        self._before_last_turn_of(seat)
        return self._offered(Offer("takeback", seat))

    def accept(self, seat: int) -> Match:
        """Accept what another seat has offered; it happens once all other seats have."""
        offer = self._standing_offer(seat)
        if seat == offer.seat or seat in offer.accepted:
            raise IllegalMove(f"{self._seat(seat)} has agreed already; the others have not")
        offer = offer._replace(accepted=(*offer.accepted, seat))
        if len(offer.accepted) + 1 < self.game.seats:
            return replace(self, offer=offer)
        if offer.kind == "draw":
            return self._settled(AGREEMENT, equal_payoffs((), self.game.seats))
        return self._back_to(self._before_last_turn_of(offer.seat))

    def decline(self, seat: int) -> Match:
        """Decline what another seat has offered, or withdraw one's own offer."""
        self._standing_offer(seat)
        return replace(self, offer=None)

    def called(self, seat: int) -> str:
        """A player as people are told of it: by its name, and by its seat's."""
        return f"{self.players[seat]} ({self._seat(seat)})"

    def record(self) -> Record:
        """The match as a record, complete or not; sealed orders and offers are not part of it."""
        tags = dict(zip(self.game.setup.seat_names, self.players, strict=True))
        if self.clock:
            tags["Clock"] = str(self.clock)
        if self.dice != SYSTEM:
            tags["Dice"] = self.dice
        position = None if self.start == self.game.initial() else str(self.start)
        return Record(self.game.spec, self.turns, position, self.payoffs, self.ending, {**tags, **self.tags})

    def _played(self, walk: Sequence[int], took: float | None = None) -> Match:
        """The match after a turn; a clock runs where one seat decides alone and its time was measured."""
        actors, after = self.state.actors, self.state.play_actions(walk)
        text = self.state.format_turn(walk)
        if after.in_turn and after.actors:
            raise IllegalMove(f"{text} is only the beginning of a turn")
        entry, left = Entry(text, None if took is None else measured(took)), self.left
        if self.clock and entry.took is not None and len(actors) == 1 and actors != (CHANCE,):
            seat = actors[0]
            now = self.clock.after(left[seat], entry.took)
            entry, left = entry._replace(left=now), (*left[:seat], now, *left[seat + 1 :])
        return replace(self, state=after, turns=(*self.turns, entry), left=left, sealed={}, offer=None)

    def _seal(self, seat: int, text: str) -> Match:
        """Keep a seat's order of a joint turn; the last one plays the turn."""
        return replace(self, sealed={**self.sealed, seat: parse_order(self.state, seat, text)})._unsealed()

    def _unsealed(self) -> Match:
        """The match after the turns for which all orders are in; the rest of a plan that reaches further is kept."""
        match = self
        while len(match.state.actors) > 1:
            state, sealed = match.state, match.sealed
            orders = {seat: first_of(state, seat, sealed[seat]) for seat in state.actors if seat in sealed}
            walk = [action for action, _ in orders.values() if action is not None]
            if len(walk) < len(state.actors):
                kept = {seat: sealed[seat] for seat, (action, _) in orders.items() if action is not None}
                return replace(match, sealed=kept)
            match = replace(match._played(walk), sealed={seat: rest for seat, (_, rest) in orders.items() if rest})
        return match if match.state.actors == (CHANCE,) else replace(match, sealed={})

    def _before_last_turn_of(self, seat: int) -> int:
        """How many turns had been played before the seat's last one."""
        own = [number for number, state in enumerate(self.states()[:-1]) if seat in state.actors]
        if not own:
            raise IllegalMove(f"{self._seat(seat)} has played no turn that could be taken back")
        return own[-1]

    def _back_to(self, number: int) -> Match:
        """The match as it was after so many turns."""
        left = (self.clock.main,) * self.game.seats if self.clock else ()
        match = replace(self, state=self.start, turns=(), left=left, sealed={}, offer=None)
        for entry in self.turns[:number]:
            match = match._played(match.state.parse_turn(entry.text), entry.took)
        return match

    def _offered(self, offer: Offer) -> Match:
        self._going_on(offer.seat)
        if self.offer:
            raise IllegalMove(f"{self._seat(self.offer.seat)} has made an offer that nobody has answered yet")
        return replace(self, offer=offer)

    def _standing_offer(self, seat: int) -> Offer:
        self._going_on(seat)
        if self.offer is None:
            raise IllegalMove("no offer stands: it lapsed, or there was none")
        return self.offer

    def _lost(self, seat: int, ending: str) -> Match:
        self._going_on(seat)
        others = [other for other in range(self.game.seats) if other != seat]
        return self._settled(ending, equal_payoffs(others, self.game.seats))

    def _settled(self, ending: str, payoffs: tuple[float, ...]) -> Match:
        return replace(self, settlement=Settlement(ending, payoffs), sealed={}, offer=None)

    def _going_on(self, seat: int) -> None:
        if not 0 <= seat < self.game.seats:
            raise NotYourTurn(f"{self.game.name} has no seat {seat}: they are 0 to {self.game.seats - 1}")
        if self.over:
            raise GameOver(f"the match is over: {self.ending}")

    def _seat(self, seat: int) -> str:
        return self.game.setup.seat_names[seat]

    def _whose(self) -> str:
        return " and ".join(f"{self._seat(seat)}'s" for seat in self.to_act) or "the dice's"


def _name(player: str) -> str:
    """A player's name on one line, as a record can keep it."""
    name = " ".join(player.split())
    if len(name) > LONGEST_NAME or not name.isprintable():
        raise ParseError(f"{shorten(player)} is no name: it takes up to {LONGEST_NAME} printable characters")
    return name or UNNAMED
