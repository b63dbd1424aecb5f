"""Appointments: live matches for which two people have agreed on a time, and which then begin by themselves.

A challenge may propose up to three times, of which the other person accepts one. Both are reminded before, and at the
time the match begins, once, whichever process does it. Who is not there loses by the rule of first turns: a first turn
that has not come a quarter of an hour after it was due ends the match without a rating, and is counted as an absence.
"""

import logging
from collections.abc import Callable, Sequence
from datetime import UTC, datetime
from zoneinfo import ZoneInfo

from ludarium.core.errors import LudariumError, ParseError
from ludarium.core.text import nearest, plain, shorten, time_zones
from ludarium.match.clock import DAY, HOUR
from ludarium.site.begin.new_match import describe_game
from ludarium.site.begin.rows import Challenge, NoSuchChallenge, Party, Terms, challenge_path
from ludarium.site.ground.values import Person
from ludarium.site.match.closed import WAIT, absent_seats, without_gone
from ludarium.site.match.transactions import Stale, Transactions
from ludarium.site.match.views import MatchView
from ludarium.site.moderation.abandoning import note_absent
from ludarium.site.notices.changes import match_path
from ludarium.site.notices.notices import AT
from ludarium.site.notices.rows.notices import ANSWER, APPOINTMENT, BEGUN, Notice
from ludarium.site.quotas import QuotaExceeded
from ludarium.site.repositories import UnitOfWork
from ludarium.site.worker import AT_ONCE, carry_out

MOST_TIMES, MOST_AGREED = 3, 20
"""Times that a challenge may propose, and appointments that a person may have at once."""
SOONEST, LATEST = 300.0, 90 * DAY
"""Seconds from now between which a time must lie that is proposed."""
REMINDED = HOUR / 2
"""Seconds before the beginning at which both are reminded."""
_LOOK = 60.0
"""The least number of seconds until a match is looked at again in which a first turn may still come."""
_log = logging.getLogger(__name__)


class Appointments:
    """The appointments of a site; `begin` returns the match of a challenge that its challenged person has accepted."""

    def __init__(self, matches: Transactions, begin: Callable[[Challenge], MatchView]) -> None:
        self._matches, self._store, self._begin_match = matches, matches.store, begin

    def work(self) -> int:
        """Remind people of what begins soon, begin what is due, and end what nobody has begun; return the steps."""
        return carry_out(
            lambda: self._store.challenges.due(self._matches.now(), AT_ONCE), self.step, _log, "appointment"
        )

    def step(self, challenge_id: str) -> bool:
        """Do what follows for an appointment now; return False if another process does it."""
        challenge, now = self._store.challenges.load(challenge_id), self._matches.now()
        if challenge is None or challenge.due_at is None or challenge.due_at > now:
            return False
        if challenge.state == "cancelled":
            return self._announce_end(challenge, now)
        if challenge.match_id:
            return self._end_absent(challenge, challenge.match_id, now)
        assert challenge.starts_at is not None
        return self._remind(challenge, now) if now < challenge.starts_at else self._begin(challenge, now)

    def cancel(self, challenge: Challenge, person: Person) -> None:
        """Cancel an appointment of a person, of which the other one hears.

        Raises `NoSuchChallenge` if there is none, or it has begun.
        """
        now = self._matches.now()
        other = challenge.challenger if person.id == challenge.challenged.id else challenge.challenged
        text = f"{person.name} has cancelled your match of {describe_game(challenge.terms.game)} on"
        with self._store.write() as tx:
            changes = {"state": "cancelled", "answered_at": now, "due_at": None, "answer": person.name}
            if challenge.state != "agreed" or not tx.challenges.step(challenge, **changes):
                raise NoSuchChallenge("there is no appointment to cancel any more")
            tx.notices.end_path(challenge_path(challenge.id), now)
            tx.notices.add(_notice(challenge, other, ANSWER, text, now, by=person.id))

    def _remind(self, challenge: Challenge, now: float) -> bool:
        with self._store.write() as tx:
            if not tx.challenges.step(challenge, due_at=challenge.starts_at):
                return False
            for one, other in _both(challenge):
                text = f"Your match of {describe_game(challenge.terms.game)} against {other.name} begins on"
                tx.notices.add(_notice(challenge, one, APPOINTMENT, text, now))
        return True

    def _begin(self, challenge: Challenge, now: float) -> bool:
        """Begin the match; cancel it if it cannot begin, as after a block."""
        try:
            view = self._begin_match(challenge)
            with self._store.write() as tx:
                if not tx.challenges.step(challenge, state="accepted", answered_at=now, due_at=now + WAIT):
                    return False
                view = self._matches.insert(tx, view, None, challenge.terms.reminder_days)
                tx.challenges.begun(challenge.id, view.id)
                tx.notices.end_path(challenge_path(challenge.id), now)
                for one, _ in _both(challenge):
                    tx.notices.add(Notice(one.id, BEGUN, match_path(view.id), now, view.id))
        except LudariumError as error:
            with self._store.write() as tx:
                return tx.challenges.step(challenge, state="cancelled", due_at=now, answer=plain(str(error)))
        return True

    def _announce_end(self, challenge: Challenge, now: float) -> bool:
        with self._store.write() as tx:
            if not tx.challenges.step(challenge, due_at=None):
                return False
            tx.notices.end_path(challenge_path(challenge.id), now)
            for one, other in _both(challenge):
                text = (
                    f"Your match of {describe_game(challenge.terms.game)} against {other.name} is cancelled. It was on"
                )
                person = self._store.people.load(one.id)
                if person and person.closed_at is None:
                    tx.notices.add(_notice(challenge, one, ANSWER, text, now))
        return True

    def _end_absent(self, challenge: Challenge, match_id: str, now: float) -> bool:
        """End the match if somebody is not there; look again later while a first turn may still come.

        Who was absent is decided, written and counted in one transaction: if somebody has come meanwhile, nothing is
        written, and the match is looked at again soon.
        """
        view = self._matches.current(match_id)
        absent, again = absent_seats(view, now), None
        ends = bool(absent) and not view.match.over
        if not ends and not view.match.over and view.live is None and not all(view.match.made):
            again = max(view.turn_started_at + WAIT, now + _LOOK)  # the other player may have several turns before
        try:
            with self._store.write() as tx:
                if not tx.challenges.step(challenge, due_at=again):
                    return False
                if ends and self._matches.save(tx, view, without_gone(view, absent, now)) is None:
                    raise Stale("somebody has come meanwhile")
                for seat in absent if view.live else ():  # those with a clock are counted as its time runs out
                    person = view.seats[seat].person
                    if person:
                        note_absent(tx, match_id, person, now)
        except Stale:
            return False
        return True


def agree(tx: UnitOfWork, challenge: Challenge, now: float) -> None:
    """Tell the challenger of a time that was agreed on; raise `QuotaExceeded` if one of the two has too many.

    Of several that are agreed on at once, each sees those before it.
    """
    for person_id in sorted(one.id for one, _ in _both(challenge)):  # in one order, so that nobody waits in a circle
        tx.challenges.lock(f"{person_id}, appointments")
    for one, _ in _both(challenge):
        if tx.challenges.agreed(one.id) > MOST_AGREED:
            raise QuotaExceeded(f"{one.name} has {MOST_AGREED} appointments already", DAY)
    text = f"{challenge.challenged.name} plays {describe_game(challenge.terms.game)} with you on"
    tx.notices.add(_notice(challenge, challenge.challenger, ANSWER, text, now, by=challenge.challenged.id))


def due_at(starts_at: float, now: float) -> float:
    """Return when something follows first for an appointment: the reminder, or its beginning."""
    return starts_at - REMINDED if now < starts_at - REMINDED else starts_at


def check_times(terms: Terms, now: float) -> None:
    """Raise `ParseError` unless a match may be proposed for these times: it is live, and they are to come."""
    if not terms.times:
        return
    if len(terms.times) > MOST_TIMES or len(set(terms.times)) < len(terms.times):
        raise ParseError(f"a challenge proposes up to {MOST_TIMES} different times")
    if not terms.is_live:
        raise ParseError("a match that begins at a time is live: expected a live pace, or no times")
    if min(terms.times) < now + SOONEST or max(terms.times) > now + LATEST:
        soonest, latest = f"{SOONEST / 60:.0f} minutes", f"{LATEST / DAY:.0f} days"
        raise ParseError(f"a match may begin from {soonest} to {latest} from now: expected times between")


def chosen_time(challenge: Challenge, text: str, now: float) -> float:
    """Return the time of a challenge that somebody accepts; a text may be empty where one time is left.

    Raises `ParseError`.
    """
    left = [time for time in challenge.terms.times if time > now]
    if not left:
        raise ParseError("the times of this challenge are over: make a counter-offer with others")
    if not text and len(left) == 1:
        return left[0]
    try:
        found = [time for time in left if time == float(text[:30])]
    except ValueError:
        found = []
    if not found:
        raise ParseError(f"the time {shorten(text)} is not proposed: expected one of those of the challenge")
    return found[0]


def parse_times(texts: Sequence[str], zone: str) -> tuple[float, ...]:
    """Return the times of a form, in seconds since 1970; those without an offset are times of a time zone.

    >>> parse_times(["2027-01-15T09:00", "", "2027-01-15T09:00+00:00"], "Europe/Berlin")
    (1800000000.0, 1800003600.0)

    Raises `ParseError`, also for a time that the clocks of the zone skip.
    """
    return tuple(dict.fromkeys(_parse_time(text.strip(), zone) for text in texts if text.strip()))


def _parse_time(text: str, zone: str) -> float:
    if zone not in time_zones():
        raise ParseError(f"{shorten(zone)} is no time zone{nearest(zone, time_zones())}")
    try:
        read = datetime.fromisoformat(text[:40])
        moment = read if read.tzinfo else read.replace(tzinfo=ZoneInfo(zone))
        seconds = moment.timestamp()
        again = datetime.fromtimestamp(seconds, UTC).astimezone(moment.tzinfo)
    except (ValueError, OverflowError) as error:
        raise ParseError(f"{shorten(text)} is no time: expected one as in 2027-01-15T20:00") from error
    if again.replace(tzinfo=None) != moment.replace(tzinfo=None):
        raise ParseError(f"the clocks skip {shorten(text)} in {zone}: expected another time")
    return seconds


def _both(challenge: Challenge) -> tuple[tuple[Party, Party], tuple[Party, Party]]:
    """Return each of the two people with the other."""
    one, other = challenge.challenger, challenge.challenged
    return (one, other), (other, one)


def _notice(challenge: Challenge, person: Party, kind: str, text: str, now: float, by: str | None = None) -> Notice:
    data = {"title": "Appointment", "text": text, AT: f"{challenge.starts_at:.0f}"}
    return Notice(person.id, kind, challenge_path(challenge.id), now, by=by, data=data)
