"""Notices to people about their matches, on the site at once, and by mail as each of them prefers.

A mail waits a minute, in which a person who is looking at the match sees the notice there; then it waits for the end of
the quiet hours, or for the daily mail. What was read, or does not matter any more, is not mailed.
"""

from collections.abc import Callable, Sequence
from dataclasses import replace
from datetime import datetime, timedelta
from itertools import groupby
from typing import NamedTuple
from zoneinfo import ZoneInfo

from ludarium.core.errors import ParseError
from ludarium.core.text import Times, nearest, shorten, time_zones
from ludarium.match.clock import DAY, HOUR
from ludarium.site.act import Command
from ludarium.site.ground.values import MatchSummary, OutboxMessage, Person, ShortTime
from ludarium.site.match.views import MatchView
from ludarium.site.notices.changes import invitation_path, is_slow, match_of, match_path
from ludarium.site.notices.push import Push
from ludarium.site.notices.rows.notices import (  # fmt: skip
    ANSWER,
    OFFER_ENDED,
    REMINDER,
    REMINDER_DAYS,
    SHORT,
    TURN,
    Notice,
    NoticeSettings,
)
from ludarium.site.store import Store

NOTICE, DIGEST = "notice", "digest"
"""The kinds of messages in the outbox."""
AT = "at"
"""In the data of a notice: the time, in seconds since 1970, with which its sentence ends."""
DIGEST_HOUR = 8
"""The hour of the day at which the daily mail is sent."""
OF_OTHERS = "?of=others"
"""The end of the address of the page that ends mails to all, and mails about watched matches."""
MOST_REMINDER_DAYS = 60
_FOR_ADMINISTRATORS = "/me/notices"
_KEPT = 90 * DAY
"""Seconds for which a notice that was read is listed."""
_AT_ONCE = 500


class Listed(NamedTuple):
    """A notice with its match, and the name of who has caused it."""

    notice: Notice
    match: MatchSummary | None
    by: str


class Notices:
    """The notices of a store; `now` returns the time in seconds since 1970."""

    def __init__(self, store: Store, now: Callable[[], float]) -> None:
        self._store = store
        self.push = Push(store, now)
        self._table = store.notices
        self._now = now
        self._reminded_at = 0.0

    def recent(self, person_id: str, limit: int = 100) -> tuple[Listed, ...]:
        """Return the notices of a person, the unread ones first, then the newest."""
        return self._with_matches(self._table.of_person(person_id, limit))

    def of_message(self, message: OutboxMessage) -> tuple[Listed, ...]:
        """Return the notices of a mail, without those that were read meanwhile."""
        return self._with_matches(self._table.of_ids(message.data["notices"].split()))

    def tells_first(self, notice: Notice) -> bool:
        """Return whether no earlier mail has said to the person of a notice that its match has begun."""
        return self._table.tells_first(notice)

    def asked(self, view: MatchView) -> frozenset[int]:
        """Return the open seats of a rematch whose people have a notice that the host asks for it."""
        return frozenset(requests_of(self._store, view))

    def rematches(self, person_id: str) -> tuple[Notice, ...]:
        """Return the notices that others ask a person for a rematch, if a seat is still reserved for the person."""
        found = {notice.path: notice for notice in self._table.rematches(person_id)}
        matches = self._store.summaries([*{match_of(path) for path in found}]) if found else ()
        reserved_seats = {
            invitation_path(match.id, seat.invitation.token)
            for match in matches
            for seat in match.seats
            if seat.invitation
        }
        return tuple(notice for path, notice in found.items() if path in reserved_seats)

    def offer_lapsed(self, person_id: str | None, view: MatchView, lines: int) -> bool:
        """Return whether an offer of a person has lapsed since a match had so many lines.

        Of a match that is played without waiting no notices tell: who looks sees every change.
        """
        if person_id is None or not is_slow(view):
            return person_id is not None
        ended = (listed.notice for listed in self.recent(person_id) if listed.notice.kind == OFFER_ENDED)
        return any(one.match == view.id and one.turns > lines and one.data["how"] == "lapsed" for one in ended)

    def see(self, person_id: str, path: str | None = None) -> None:
        """Record that a person has seen what leads to a page of the site, or everything."""
        self._table.see(person_id, self._now(), path)

    def settings(self, person_id: str) -> NoticeSettings:
        """Return the notification settings of a person."""
        return self._store.notice_settings.of_person(person_id)

    def times_of(self, person_id: str) -> Times:
        """Return what says times in the zone of a person."""
        return self._store.times_of(person_id)

    def save_settings(self, person_id: str, settings: NoticeSettings) -> None:
        """Store the notification settings of a person.

        Raises `ParseError` for an unknown time zone, and for numbers out of their ranges.
        """
        if settings.zone not in time_zones():
            known = nearest(settings.zone, time_zones())
            raise ParseError(f"{shorten(settings.zone)} is no time zone{known} (expected one as in Europe/Berlin)")
        check_reminder_days(settings.reminder_days)
        if settings.quiet and not all(0 <= hour < 24 for hour in settings.quiet):
            raise ParseError("quiet hours begin and end at an hour from 0 to 23")
        self._store.notice_settings.save(person_id, settings)

    def refusal(self, address: str) -> str | None:
        """Return what a mail server said when it refused mail to an address for good; None if it did not."""
        return self._store.refusing_addresses.refusal(address)

    def refuse(self, address: str, said: str) -> None:
        """Record that an address refuses mail for good; no notices are mailed to it."""
        self._store.refusing_addresses.refuse(address, said, self._now())

    def accept(self, address: str) -> None:
        """Send mail again to an address that has refused it."""
        self._store.refusing_addresses.accept(address)

    def tell_administrators(self, text: str) -> None:
        """Send a notice to all administrators; it replaces their unread one."""
        now = self._now()
        with self._store.write() as tx:
            for person in tx.accounts.administrators():
                tx.notices.add(Notice(person.id, ANSWER, _FOR_ADMINISTRATORS, now, data={"text": text}))

    def mail_allowed_at(self, person_id: str) -> float:
        """Return when a mail may be sent to a person: now, or at the end of the quiet hours."""
        return next_allowed(self.settings(person_id), self._now())

    def unsubscribe_path(self, person_id: str, *, of_others: bool = False) -> str:
        """Return the page that ends a person's mail without signing in: about their matches, or those of others."""
        return f"/unsubscribe/{self._store.notice_settings.token(person_id)}{OF_OTHERS if of_others else ''}"

    def of_token(self, token: str) -> str | None:
        """Return the id of the person whose mail the page of a token ends, or None."""
        return self._store.notice_settings.of_token(token)

    def end_mail(self, person_id: str) -> None:
        """Unsubscribe a person from the mails of notices."""
        self._store.notice_settings.end_mail(person_id)

    def warn(self) -> list[ShortTime]:
        """Notify people whose time for a turn is short, the most urgent first, each once; return their times."""
        now, taken = self._now(), []
        for short in self._store.short_times.due(now, _AT_ONCE):
            with self._store.write() as tx:
                if tx.short_times.mark(short):  # no other process has
                    tx.notices.add(_short_notice(short, now))
                    taken.append(short)
        return taken

    def plan(self) -> bool:
        """Write the reminders that are due, and put due messages into the outbox; return whether any notice was due."""
        now = self._now()
        if not 0 <= now - self._reminded_at < HOUR:
            self._remind(now)
            self._reminded_at = now
        due = sorted(self._table.due(now, _AT_ONCE), key=_person)
        by_person = groupby(due, key=_person)
        if mails := [mail for person_id, found in by_person for mail in self._plan_of(person_id, [*found], now)]:
            self._post(mails, now)
        return bool(due)

    def _post(self, mails: Sequence[OutboxMessage], now: float) -> None:
        """Put mails into the outbox, each with those of its notices that no other process mails.

        Several may have the same notices, for several addresses of a person.
        """
        taken: dict[str, str] = {}
        with self._store.write() as tx:
            for mail in mails:
                ids = mail.data["notices"]
                if ids not in taken:
                    taken[ids] = " ".join(tx.notices.take_mails(ids.split(), now))
                if taken[ids]:
                    tx.outbox.send(replace(mail, data={**mail.data, "notices": taken[ids]}))

    def _remind(self, now: float) -> None:
        for match_id, person_id, turns, since in self._table.idle(now, REMINDER_DAYS, _AT_ONCE):
            data = {"since": f"{since:.0f}"}
            with self._store.write() as tx:
                tx.notices.add(Notice(person_id, REMINDER, match_path(match_id), now, match_id, turns, data=data))
        self._table.forget(now - _KEPT)

    def _plan_of(self, person_id: str, found: Sequence[Notice], now: float) -> list[OutboxMessage]:
        """Return the mails for a person that are due, and let the others wait."""
        person, settings = self._store.people.load(person_id), self.settings(person_id)
        turns = {notice.match for notice in found if notice.kind == TURN}
        included = [notice.id for notice in found if notice.kind == OFFER_ENDED and notice.match in turns]
        if included:  # in the mail of the turn
            self._table.postpone(included, None)
            found = [notice for notice in found if notice.id not in included]
        if browsers := self.push.of_person(person_id):
            if (allowed := next_allowed(settings, now)) > now:
                self._table.postpone([notice.id for notice in found], allowed)
                return []
            self.push.plan(browsers, found)
        addresses, ids = self._addresses(person) if person else [], [notice.id for notice in found]
        if not addresses or settings.mail == "never":
            self._table.postpone(ids, None)
            return []
        allowed = next_allowed(settings, now)
        if allowed > now:
            self._table.postpone(ids, allowed)
            return []
        mails, digest = list[OutboxMessage](), list[str]()
        for notice in found:
            later = next_digest(settings, notice.created_at)
            if settings.mail == "each" or _is_urgent(notice, later):
                data = {"notices": notice.id}
                mails += [OutboxMessage("", NOTICE, person_id, address, data, now) for address in addresses]
            elif later > now:
                self._table.postpone([notice.id], later)
            else:
                digest.append(notice.id)
        if digest:
            data = {"notices": " ".join(digest)}
            mails += [OutboxMessage("", DIGEST, person_id, address, data, now) for address in addresses]
        return mails

    def _addresses(self, person: Person) -> list[str]:
        """Return the addresses of a person that take mail."""
        further = self._store.further_addresses.of_person(person.id) if person.email else ()
        return [each for each in (person.email, *further) if each and self.refusal(each) is None]

    def _with_matches(self, found: Sequence[Notice]) -> tuple[Listed, ...]:
        ids = {notice.match for notice in found if notice.match}
        matches = {match.id: match for match in self._store.summaries([*ids])} if ids else {}
        names = self._store.people.names({notice.by for notice in found if notice.by})
        return tuple(
            Listed(notice, match, names.get(notice.by or "", ""))
            for notice in found
            if (match := matches.get(notice.match or "")) or notice.match is None
        )


def requests_of(store: Store, view: MatchView) -> dict[int, Notice]:
    """Return the notices by which the host of a match has asked people for it, by the open seats reserved for them."""
    paths = {
        invitation_path(view.id, seat.invitation.token): number
        for number, seat in enumerate(view.seats)
        if seat.invitation
    }
    found = store.notices.asked(view.host, paths.keys()) if view.host and paths else ()
    return {paths[notice.path]: notice for notice in found}


class AskedOfNotices(NamedTuple):
    """A person, given by id, who asks for something about their notices."""

    notices: Notices
    person: str


class ReadNotices(Command, tag="read"):
    """Mark all notices as read."""

    def carry_out(self, asked: AskedOfNotices) -> None:
        """Mark them."""
        asked.notices.see(asked.person)


def check_reminder_days(days: int) -> None:
    """Raise `ParseError` unless a reminder may come after so many days."""
    if not 0 <= days <= MOST_REMINDER_DAYS:
        raise ParseError(f"a reminder comes after 1 to {MOST_REMINDER_DAYS} days, or 0 for never, not {days}")


def _short_notice(short: ShortTime, now: float) -> Notice:
    """Return the notice that somebody's time for a turn is short."""
    path, data = match_path(short.match_id), {"deadline": f"{short.deadline:.0f}"}
    return Notice(short.person, SHORT, path, now, short.match_id, short.turns, data=data)


def next_allowed(settings: NoticeSettings, at: float) -> float:
    """Return when a mail may be sent that is due at a time: then, or at the end of the quiet hours.

    >>> quiet = NoticeSettings(quiet=(22, 7), zone="Europe/Berlin")
    >>> [next_allowed(quiet, hour * 3600) / 3600 for hour in (0, 5.5, 6, 20, 21, 23)]
    [6.0, 6.0, 6.0, 20.0, 30.0, 30.0]
    """
    if settings.quiet is None or settings.quiet[0] == settings.quiet[1]:
        return at
    begin, end = settings.quiet
    local = datetime.fromtimestamp(at, ZoneInfo(settings.zone))
    since_begin = (local.hour - begin) % 24
    if since_begin >= (end - begin) % 24:
        return at
    return _next_hour(local, end)


def next_digest(settings: NoticeSettings, at: float) -> float:
    """Return when the daily mail is sent that has the notices of a time.

    >>> next_digest(NoticeSettings("daily", zone="Asia/Tokyo"), 0.0) / 3600
    23.0
    """
    local = datetime.fromtimestamp(at, ZoneInfo(settings.zone))
    return next_allowed(settings, _next_hour(local, DIGEST_HOUR))


def _next_hour(local: datetime, hour: int) -> float:
    """Return when the clock shows a full hour the next time, in a time zone that may change its clocks."""
    then = local.replace(hour=hour, minute=0, second=0, microsecond=0)
    if then <= local:
        then += timedelta(days=1)
    return then.timestamp()


def _is_urgent(notice: Notice, digest_at: float) -> bool:
    """Return whether a notice would come too late with the daily mail."""
    ends = notice.data.get("deadline") if notice.kind == SHORT else notice.data.get(AT)
    return ends is not None and float(ends) <= digest_at


def _person(notice: Notice) -> str:
    return notice.person
