"""Vacation: hours of a person in which their clocks wait, in all of their correspondence matches at once.

A year has a number of days, which come back evenly. Vacation is announced, or taken by the hour when a clock has run
out. It is stored first and then copied into the person's matches, whose deadlines it moves; what a crash prevents is
copied when a clock runs out.
"""

from __future__ import annotations

import math
import time
from collections.abc import Callable
from datetime import datetime, timedelta, tzinfo
from typing import NamedTuple

from ludarium.core.errors import ParseError
from ludarium.match.clock import DAY, HOUR
from ludarium.site.act import Command
from ludarium.site.ground.values import Interval
from ludarium.site.people.rows.people import Balance, VacationTable

YEAR = 365 * DAY
VACATION_DAYS = 30
FURTHEST = YEAR
"""Seconds from now until the latest day on which an announced vacation may begin."""


class Vacation:
    """The vacations of all people; `days` are the days a year, `on_change` gets the people whose vacations change."""

    def __init__(
        self,
        table: VacationTable,
        on_change: Callable[[str], object],
        now: Callable[[], float] = time.time,
        days: int = VACATION_DAYS,
    ) -> None:
        self._table = table
        self._on_change = on_change
        self._now = now
        self._most = days * DAY

    def left(self, person_id: str) -> float:
        """Return the seconds of vacation that a person has."""
        return self._balance(person_id)[1].seconds

    def planned(self, person_id: str) -> tuple[Interval, ...]:
        """Return the vacations of a person that have not ended, as times of beginning and end, in order."""
        return self._table.intervals([person_id], self._now()).get(person_id, ())

    def announce_days(self, person_id: str, first: str, last: str, zone: tzinfo) -> None:
        """Announce a vacation of whole days of a time zone, as in 2026-08-01; it begins now if the first is today.

        Raises `ParseError`, also as `announce` does.
        """
        begins_at, now = parse_day(first, zone), self._now()
        is_today = begins_at <= now < parse_day(first, zone, end=True)
        self.announce(person_id, now if is_today else begins_at, parse_day(last, zone, end=True))

    def announce(self, person_id: str, begins_at: float, ends_at: float) -> None:
        """Announce a vacation, which costs its whole hours at once.

        Raises `ParseError` if it is in the past, too far away, overlaps another, or is longer than what is left.
        """
        now = self._now()
        while True:
            stored, balance = self._balance(person_id)
            hours = math.ceil((ends_at - begins_at) / HOUR)
            if not now - HOUR <= begins_at < now + FURTHEST or hours < 1:
                raise ParseError("a vacation begins now or within a year, and ends later than it begins")
            if hours * HOUR > balance.seconds:
                left = f"{balance.seconds / DAY:.1f} days"
                raise ParseError(f"this vacation has {hours / 24:.1f} days, but you have {left} left")
            if any(begin < ends_at and begins_at < end for begin, end in self.planned(person_id)):
                raise ParseError("you already have a vacation at that time: cancel it first, or choose other days")
            spent = balance._replace(seconds=balance.seconds - hours * HOUR)
            if self._table.take(person_id, stored, spent, (begins_at, ends_at)):
                self._on_change(person_id)
                return

    def cancel(self, person_id: str, begins_at: float) -> None:
        """End a vacation now, or cancel one that has not begun; whole hours that were not used come back.

        Raises `ParseError` if there is no such vacation.
        """
        now = self._now()
        while True:
            found = next((own for own in self.planned(person_id) if own[0] == begins_at), None)
            if found is None:
                raise ParseError("there is no such vacation: it has ended, or was cancelled")
            stored, balance = self._balance(person_id)
            used = HOUR * math.ceil(max(0.0, now - found[0]) / HOUR)
            ends_at = min(found[1], found[0] + used)
            back = HOUR * math.floor((found[1] - ends_at) / HOUR)
            more = balance._replace(seconds=min(self._most, balance.seconds + back))
            if self._table.shorten(person_id, stored, more, found, ends_at):
                self._on_change(person_id)
                return

    def extend(self, person_id: str, ran_out_at: float) -> bool:
        """Take vacation by the hour from the time at which a clock ran out until now; return False without enough."""
        now = self._now()
        while True:
            stored, balance = self._balance(person_id)
            hours = max(1, math.ceil((now - ran_out_at) / HOUR))
            if hours * HOUR > balance.seconds:
                return False
            planned = self._table.intervals([person_id], ran_out_at).get(person_id, ())
            if any(begin <= ran_out_at < end for begin, end in planned):
                return True  # another process has seen it, too, and has taken the vacation
            end = min([ran_out_at + hours * HOUR, *(begin for begin, _ in planned if begin > ran_out_at)])
            spent = balance._replace(seconds=balance.seconds - (end - ran_out_at))
            if self._table.take(person_id, stored, spent, (ran_out_at, end)):
                self._on_change(person_id)
                return True

    def _balance(self, person_id: str) -> tuple[Balance | None, Balance]:
        """Return the balance as it is stored, and as it is now."""
        now, stored = self._now(), self._table.balance(person_id)
        if stored is None:
            return None, Balance(self._most, now)
        gained = self._most * max(0.0, now - stored.counted_at) / YEAR
        return stored, Balance(min(self._most, stored.seconds + gained), now)


class AskedOfVacation(NamedTuple):
    """A person, given by id, who asks for something about their vacations, and whose days are those of a zone."""

    vacation: Vacation
    person: str
    zone: tzinfo


class VacationCommand(Command):
    """What is asked for about vacations."""


class AnnounceVacation(VacationCommand, tag="announce"):
    """Announce a vacation of whole days."""

    begins: str
    ends: str

    def carry_out(self, asked: AskedOfVacation) -> None:
        """Announce it; one that begins today begins now."""
        asked.vacation.announce_days(asked.person, self.begins, self.ends, asked.zone)


class CancelVacation(VacationCommand, tag="cancel"):
    """Cancel the vacation that begins at this second since 1970."""

    begins_at: str

    def carry_out(self, asked: AskedOfVacation) -> None:
        """Cancel it."""
        planned = {str(int(begins_at)): begins_at for begins_at, _ in asked.vacation.planned(asked.person)}
        asked.vacation.cancel(asked.person, planned.get(self.begins_at, 0.0))


def parse_day(text: str, zone: tzinfo, *, end: bool = False) -> float:
    """Return the beginning of a day of a time zone, written as in 2026-08-01, or its end.

    >>> from zoneinfo import ZoneInfo
    >>> [parse_day("2026-10-25", ZoneInfo("Europe/Berlin"), end=end) / 3600 % 24 for end in (False, True)]
    [22.0, 23.0]

    Raises `ParseError`.
    """
    try:
        day = datetime.strptime(text.strip(), "%Y-%m-%d").replace(tzinfo=zone)
        return (day + timedelta(days=end)).timestamp()
    except (ValueError, OverflowError):
        raise ParseError(f"{text[:20]!r} is not a day: expected year, month and day, as in 2026-08-01") from None
