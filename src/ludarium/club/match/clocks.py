"""The clocks of all matches: bots that begin to search, given time, and the absence of the server."""

from contextlib import suppress
from dataclasses import replace

from ludarium.club.match.transactions import Transactions
from ludarium.club.match.views import MatchView
from ludarium.core.errors import IllegalMove, LudariumError, NotYourTurn
from ludarium.match.clock import DAY
from ludarium.match.data import TIME
from ludarium.match.progress import unended

BEAT = 5.0
"""Seconds between two beats of a server that is alive; after twice as many it was absent."""
GIVEN = DAY
LONGEST_WAIT = 3600.0
"""Seconds that a bot may wait for the compiler: far more than it takes."""


class Clocks:
    """The commands about clocks."""

    def __init__(self, matches: Transactions) -> None:
        self._matches = matches
        self._has_beaten = False

    def begin_search(self, match_id: str) -> None:
        """Start the clock of a bot, which runs while it searches and not while it waits to be asked."""

        def begin(view: MatchView) -> MatchView:
            if not view.match.clock or view.getting_ready or view.match.to_act != view.thinking or not view.thinking:
                return view
            return replace(view, turn_clock=replace(view.turn_clock, started_at=self._matches.now()))

        self._matches.change(match_id, None, None, begin)

    def wait_for_compiler(self, match_id: str) -> None:
        """Show that the bots that must act are getting ready, and stop their clocks until they have played."""

        def wait(view: MatchView) -> MatchView:
            if view.getting_ready or view.match.to_act != view.thinking:
                return view
            until = self._matches.now() + LONGEST_WAIT
            return replace(view, turn_started_at=until, turn_clock=replace(view.turn_clock, started_at=None))

        self._matches.change(match_id, None, None, wait)

    def beat(self) -> float:
        """Record that a server is alive; return the seconds for which none was, which no clock is charged.

        Nothing is recorded in a database that a server of another version has migrated.
        """
        self._matches.store.database.check_version()
        gap = self._matches.store.heartbeat.beat(self._matches.now(), 2 * BEAT)
        if gap or not self._has_beaten:
            self._matches.store.presences.forget()  # nobody saw the people who came back meanwhile
        self._has_beaten = True
        if gap:
            for match_id in self._matches.store.heartbeat.moved_by_vacation():
                self.refresh(match_id)
        return gap

    def refresh(self, match_id: str) -> None:
        """Store the deadline of a match again, with the vacations of its people."""
        with suppress(LudariumError):  # a match that cannot be loaded must not stop the clocks of the others
            self._matches.change(match_id, None, None, lambda view: replace(self._matches.with_vacations(view)))

    def end_overdue(self) -> None:
        """End every match in which a clock has run out, unless its person goes on vacation."""
        for match_id in self._matches.store.overdue(self._matches.now()):
            with suppress(LudariumError):  # as above
                self._matches.current(match_id)


def may_give(view: MatchView, seat: int) -> bool:
    """Return whether a seat may give its opponent 24 hours."""
    try:
        give_time(view, seat, view.updated_at)
    except LudariumError:
        return False
    return True


def give_time(view: MatchView, seat: int, now: float) -> MatchView:
    """Return the view after a seat has given its opponent 24 hours, from now on if the clock has run out.

    A match that the opponent has lost on time goes on. Raises `IllegalMove` in other matches than those by
    correspondence between two people, and where the dice were published at the end; `NotYourTurn` if the opponent's
    clock is not running.
    """
    control, other = view.match.clock, 1 - seat
    if control is None or not control.is_correspondence or len(view.seats) != 2 or other not in view.people:
        raise IllegalMove("time can be given by correspondence between two people only")
    if view.rated:
        raise IllegalMove("no time is given in a rated match")
    waiting: tuple[int, ...] = (other,)
    clock = view.turn_clock
    if view.match.ending == TIME and seat in view.match.winners:
        if view.match.commitment:
            raise IllegalMove("the match cannot go on, since the secret of its dice was published at its end")
        view = replace(view, match=unended(view.match))
        waiting = view.match.to_act  # in a simultaneous turn the own order, too, is to be given again
    if other not in view.deadlines:
        raise NotYourTurn("the clock of your opponent is not running")
    given = {each: clock.given.get(each, 0.0) + max(0.0, now - view.deadlines[each]) + GIVEN for each in waiting}
    return replace(view, turn_clock=replace(clock, given={**clock.given, **given}))
