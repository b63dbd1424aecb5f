"""Who has left a match with a live clock or with ticks, and when the others may claim the former.

Only what somebody was seen to do counts: a person has left when the last page that they had open was closed, and has
come back with the next one, or with whatever they do in such a match. Nobody leaves by the end of a server.
"""

from collections.abc import Collection, Mapping
from dataclasses import replace
from math import ceil
from typing import NamedTuple

from ludarium.core.errors import LudariumError
from ludarium.match.data import AGREEMENT, TIME
from ludarium.match.progress import terminate
from ludarium.site.match.transactions import Transactions
from ludarium.site.match.views import MatchView

LEAST_WAIT = 60.0
"""Seconds for which a player is away, at least, before the others may claim the match; a long clock asks for more."""
_SHARE = 0.1


class Absence(NamedTuple):
    """A player who has left: for how many seconds, and in how many the others may claim the match.

    `claim_in` is 0 from then on, and None while who has left is not to decide, or no clock of the match has begun.
    """

    seconds: float
    claim_in: float | None


class Presence:
    """Which people have pages open, for as long as they play matches with live clocks or with ticks."""

    def __init__(self, matches: Transactions) -> None:
        self._matches = matches
        self._rows = matches.store.presences

    def come(self, person_id: str) -> None:
        """Record that a person has opened a page, or has done something; the pages of their matches hear of it."""
        had_left, live = self._rows.left([person_id]), self._rows.live_matches(person_id)
        if had_left or live:
            self._rows.come(person_id, self._matches.now())
        if had_left:
            self._tell(live)

    def leave(self, person_id: str, at: float) -> None:
        """Record that the last page of a person was closed at a time, if they play such a match."""
        live = self._rows.live_matches(person_id)
        if live and self._rows.leave(person_id, at):
            self._tell(live)

    def stay(self, people: Collection[str]) -> None:
        """Correct what is known of people who have pages open: another process may have seen them leave."""
        for person_id in self._rows.left(people):
            self.come(person_id)

    def gone(self, view: MatchView) -> Mapping[int, Absence]:
        """Return who has left a match with a live clock that goes on, by seat."""
        return absences(self._matches, view)

    def shown(self, view: MatchView) -> Mapping[int, Absence]:
        """Return who has left a match, by seat, for its page: one with ticks, which nobody claims, shows it, too."""
        if view.live is None or view.match.over:
            return self.gone(view)
        now = self._matches.now()
        return {seat: Absence(now - since, None) for seat, since in _left(self._matches, view).items()}

    def _tell(self, match_ids: Collection[str]) -> None:
        """Let the open pages of matches ask again."""
        for match_id in match_ids:
            try:
                self._matches.change(match_id, None, None, lambda view: view if view.match.over else replace(view))
            except LudariumError:  # one that cannot be loaded is shown nowhere
                continue


def is_for_one_sitting(view: MatchView) -> bool:
    """Return whether a match has ticks or a live clock, so that its page says who has left."""
    return view.live is not None or has_live_clock(view)


def has_live_clock(view: MatchView) -> bool:
    """Return whether clocks run in a match that are not by correspondence, so that who waits for somebody may claim."""
    clock = view.match.clock
    return not (clock is None or clock.is_correspondence or view.live or view.match.over)


def absences(matches: Transactions, view: MatchView) -> Mapping[int, Absence]:
    """Return who has left a match with a live clock, by seat; empty in any other match."""
    clock, now = view.match.clock, matches.now()
    if clock is None or not has_live_clock(view):
        return {}
    wait, started_at = max(LEAST_WAIT, _SHARE * clock.main), view.turn_clock.started_at

    def absence(seat: int, since: float) -> Absence:
        if started_at is None or seat not in view.match.to_act:  # the clocks of a simultaneous turn stand, but it waits
            return Absence(now - since, None)
        return Absence(now - since, max(0.0, max(since, started_at) + wait - now))

    return {seat: absence(seat, since) for seat, since in _left(matches, view).items()}


def _left(matches: Transactions, view: MatchView) -> Mapping[int, float]:
    """Return since when people have been away, by their seats."""
    people = {seat: person for seat in view.people if (person := view.seats[seat].person)}
    left = matches.store.presences.left(list(people.values()))
    return {seat: left[person] for seat, person in people.items() if person in left}


def claim_refusal(view: MatchView, seat: int, gone: Mapping[int, Absence], *, draw: bool = False) -> str:
    """Return why a seat may not claim the match, or a draw, now, as a sentence without its end; empty if it may."""
    if draw and len(view.seats) > 2:
        return "a draw is claimed in matches of two: claim the match, which goes on without those who have left"
    others = [absence for other, absence in gone.items() if other != seat]
    if not others:
        return "a match with a live clock is claimed when an opponent has left, and nobody has"
    if seat in view.match.to_act:
        return "a match is claimed while the opponent who has left is to move, and it is your turn"
    waits = [absence.claim_in for absence in others if absence.claim_in is not None]
    if not waits:
        return "a match is claimed while the clock of the opponent who has left is running"
    return f"the match can be claimed in {ceil(min(waits))} seconds" if min(waits) > 0 else ""


def claimed(view: MatchView, seat: int, gone: Mapping[int, Absence], now: float, *, draw: bool) -> MatchView:
    """Return a match that a seat has claimed: who has left loses it as on time, or it is a draw for all.

    The match of three or more goes on without those who have left.
    """
    if draw:
        payoffs = view.match.game.payoff_range.after_draw(view.match.game.seats)
        return replace(view, match=terminate(view.match, AGREEMENT, payoffs))
    for other, absence in gone.items():
        if other != seat and absence.claim_in == 0.0 and not view.match.over:
            view = view.without(other, TIME, now)
    return view
