"""A match as a person or a bot may see it at one moment."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Sequence
from dataclasses import dataclass, fields, replace
from operator import attrgetter

from ludarium.core.entries import NO_CREDIT
from ludarium.match.data import changed
from ludarium.match.match import Match
from ludarium.match.progress import lose, time_left
from ludarium.match.stand_ins import goes_on_without, leave
from ludarium.search.personas import bot_name
from ludarium.site.ground.values import (
    Departure,
    SeatAssignment,
    StoredMatch,
)
from ludarium.site.match.turn_clocks import credit, runs_out_at, warn_at

HIDDEN = "(sealed)"
"""Shown in place of another seat's order until all orders of a simultaneous turn are in."""

_stored = attrgetter(*(own.name for own in fields(StoredMatch)))

FURTHEST = 10.0
"""Seconds from now on that no live match may be running for; a tick postpones its end by five at most."""


def shown_name(seat: SeatAssignment, game: str) -> str:
    """Return the displayed name of the player of a seat in a game, given by its spec."""
    return bot_name(game, seat.name) if seat.is_bot else seat.name


def shown_names(seats: Sequence[SeatAssignment], game: str) -> tuple[str, ...]:
    """Return the displayed names of the players of a match; bots of one name have numbers from the second on.

    >>> easy, ann = SeatAssignment("bot", "easy"), SeatAssignment("person", "Ann")
    >>> shown_names([easy, ann, easy, easy], "orion")
    ('Ada', 'Ann', 'Ada 2', 'Ada 3')
    """
    names, counts = list[str](), Counter[str]()
    for seat in seats:
        name = shown_name(seat, game)
        counts[name] += seat.is_bot
        names.append(f"{name} {counts[name]}" if seat.is_bot and counts[name] > 1 else name)
    return tuple(names)


@dataclass(frozen=True, slots=True)
class MatchView(StoredMatch):
    """A match at one moment, with the orders hidden that its reader may not see.

    `refused` has the words of the commands that are never allowed in it; only `Acting` fills it.
    """

    refused: frozenset[str] = frozenset()

    @classmethod
    def from_row(cls, row: StoredMatch) -> MatchView:
        """Return the view of a stored match, with nothing hidden."""
        return row if isinstance(row, cls) else cls(*_stored(row))

    def to_row(self) -> MatchView:
        """Return the view to store, with the match's deadline and the seats of bots and of people that must act."""
        deadline = min(self.deadlines.values(), default=None)
        due, awaited = self._to_act("bot"), self._to_act("person")
        warnings = tuple([warn_at(self, seat) for seat in range(len(self.seats))])
        return replace(self, deadline=deadline, due=due, awaited=awaited, warn_at=warnings)

    @property
    def displayed(self) -> Match:
        """The match with the displayed names: those of bots in place of their specs."""
        return changed(self.match, players=shown_names(self.seats, self.match.game.spec))

    @property
    def people(self) -> tuple[int, ...]:
        """The seats of people."""
        return tuple(seat for seat, assignment in enumerate(self.seats) if assignment.is_person)

    @property
    def open_seats(self) -> tuple[int, ...]:
        """The seats that wait for people who have been invited."""
        return tuple([seat for seat, assignment in enumerate(self.seats) if assignment.invitation is not None])

    @property
    def thinking(self) -> tuple[int, ...]:
        """The seats whose bots must choose a turn now; none in a live match, whose ticker asks the bots."""
        return self._to_act("bot")

    def _to_act(self, kind: str) -> tuple[int, ...]:
        """Return the seats of bots, or people, that must choose a turn now; none in a live match, which they watch."""
        return () if self.live else tuple([seat for seat in self.match.to_act if self.seats[seat].kind == kind])

    @property
    def getting_ready(self) -> bool:
        """Whether the bots that must act wait for the compiler; their turn begins when they have played it."""
        return bool(self.thinking) and self.turn_started_at > self.updated_at

    @property
    def deadlines(self) -> dict[int, float]:
        """The moments at which the running clocks run out, by seat; none before every seat is taken and bots search."""
        if self.turn_clock.started_at is None:
            return {}
        found: dict[int, float] = {}
        for seat in self.match.to_act:
            if (seconds := time_left(self.match, seat)) is not None:
                found[seat] = runs_out_at(self.turn_clock, seat, seconds)
        return found

    def after_turn(self, seat: int, text: str, now: float, value: float | None = None) -> MatchView:
        """Return the view after a turn, or an order; `value` is the bot's estimate of its payoff.

        Raises the error of a turn that is not allowed.
        """
        started_at = self.turn_clock.started_at
        took = 0.0 if started_at is None else max(0.0, now - started_at)  # 0 while no clock runs
        used = credit(self.turn_clock, seat, now) if self.match.clock else NO_CREDIT
        match = self.match.submit(seat, text, took, used)
        if match.termination:  # on time, just now
            return self.without(seat, match.ending, now)
        if value is None:
            return replace(self, match=match)
        return replace(self, match=match, values=(*self.values[:seat], value, *self.values[seat + 1 :]))

    def without(self, seat: int, reason: str, now: float) -> MatchView:
        """Return the view after the player of a seat has left it, for a reason that is also an ending.

        The match ends unless it goes on without the player, among whom there must be another person.
        """
        person = self.seats[seat]
        if not (goes_on_without(self.match, seat) and person.is_person and set(self.people) - {seat}):
            return replace(self, match=lose(self.match, seat, reason))
        vacant = SeatAssignment("vacant", person.name, nonce=person.nonce)
        return replace(
            self,
            match=leave(self.match, seat, reason.partition(":")[0]),
            seats=(*self.seats[:seat], vacant, *self.seats[seat + 1 :]),
            departures=(*self.departures, Departure(person.person, now)),
        )

    def is_running(self, now: float) -> bool:
        """Return whether the live match is running at this time.

        A match that would run further than any tick allows does not: the clock of the system was set back.
        """
        return self.live is not None and now < self.live.expires_at <= now + FURTHEST and not self.match.over

    def goes_on_as(self, after: MatchView, now: float) -> bool:
        """Return whether the live match is running before and after a change, and waits for the same bots."""
        if self.live is None or after.live is None or self.live.getting_ready != after.live.getting_ready:
            return False
        return self.is_running(now) and after.is_running(now)

    def seen_from(self, seats: Collection[int]) -> MatchView:
        """Return the view with the sealed orders of all other seats hidden."""
        if not self.match.sealed:
            return self
        sealed = {seat: order if seat in seats else HIDDEN for seat, order in self.match.sealed.items()}
        return self if sealed == self.match.sealed else replace(self, match=replace(self.match, sealed=sealed))

    def seen_by(self, person_id: str | None, refused: frozenset[str] = frozenset()) -> MatchView:
        """Return the view as a person may see it; None is a stranger. What is `refused` is never allowed.

        Hidden are the sealed orders of other seats, the tokens of other people, those of open invitations from all but
        the host, and the secret from which bots and dice follow, until the match is over: all those that share it.
        """
        own = [seat for seat, assignment in enumerate(self.seats) if person_id and assignment.person == person_id]
        is_host = person_id is not None and person_id == self.host
        seats = tuple(seat if n in own else _without_tokens(seat, is_host) for n, seat in enumerate(self.seats))
        seen = replace(self, match=self.without_secret(), seats=seats, secret=None, refused=refused)
        return seen.seen_from(own)

    def without_secret(self) -> Match:
        """Return the match without the secret of its dice, unless it is published: the match is over for all."""
        match = self.match
        if match.commitment and match.commitment.secret and (not match.over or self.closed):
            return changed(match, commitment=replace(match.commitment, secret=None))
        return match


def _without_tokens(seat: SeatAssignment, is_host: bool) -> SeatAssignment:
    """Return a seat as others than its player see it: only the host sees the token of an invitation by a link."""
    invitation = seat.invitation
    if invitation and not (is_host or invitation.for_anybody):
        invitation = invitation._replace(token="")
    if invitation is seat.invitation and not seat.joined_by:
        return seat
    return replace(seat, invitation=invitation, joined_by="")
