"""Reports to the moderators: who may report another person, how a report is decided, and what their pages ask."""

import secrets
from collections.abc import Callable, Iterable
from typing import NamedTuple

from ludarium.core.errors import IllegalMove, ParseError
from ludarium.core.text import counted
from ludarium.match.clock import DAY, HOUR
from ludarium.site.act import Command, act
from ludarium.site.ground.values import MatchSummary, Person, StoredMatch
from ludarium.site.match.closed import without_state
from ludarium.site.match.views import MatchView
from ludarium.site.moderation.rights import NoSuchCase, NotModerator, require_moderator
from ludarium.site.moderation.rows import ListedReport, Report, ReportState, Sanction, SanctionKind
from ludarium.site.notices.rows.notices import MODERATION, Notice
from ludarium.site.people.accounts import NeedsAccount, NoSuchPerson, has_account
from ludarium.site.people.reasons import parse_reason
from ludarium.site.people.standing import MONTH, REST, resting_until
from ludarium.site.people.texts import read_text
from ludarium.site.quotas import QuotaExceeded
from ludarium.site.repositories import UnitOfWork
from ludarium.site.store import Store
from ludarium.site.talk.rows import TalkMessage
from ludarium.site.talk.rules import GREETINGS, rooms_of

OWN = "/me/moderation"
"""The page on which people see decisions about them, and what became of their reports."""
LONGEST_TEXT = 2000
MOST_A_DAY = 10
_LISTED = 100


class Reports:
    """The reports of a site; `find` returns the account of a name or an id, `now` the time in seconds since 1970."""

    def __init__(self, store: Store, find: Callable[[str], Person], now: Callable[[], float]) -> None:
        self._store, self._find, self._now = store, find, now

    def subject(self, reporter: Person | None, name: str, match_id: str) -> tuple[Person, StoredMatch | None]:
        """Return the person and the match of a report, if this reporter may make it.

        Raises `NeedsAccount` for strangers, and for guests who have no seat in the match; `NoSuchPerson` and
        `ParseError` for others than the players of the match, and for oneself.
        """
        if reporter is None or reporter.closed_at is not None:
            raise NeedsAccount("only guests and people with an account report others: sign in, or write to the contact")
        found = self._store.load(match_id) if match_id else None
        if match_id and found is None:
            raise ParseError("there is no such match: expected one that you have seen")
        people = found.took_part if found else frozenset[str]()
        if not has_account(reporter) and reporter.id not in people:
            raise NeedsAccount("guests report what happened in their own matches: make an account for all else")
        person = self._person(name)
        if person.id == reporter.id:
            raise ParseError("this is you: expected somebody else")
        if found and person.id not in people:
            raise ParseError(f"{person.name} has no part in this match: expected one of its players")
        return person, found

    def message(self, reporter: Person | None, message_id: str) -> TalkMessage:
        """Return a message that somebody may report: one of others that they may hear.

        Raises `ParseError`.
        """
        found = self._store.talk.load(message_id)
        match = self._store.load(found.match) if found else None
        if found is None or match is None or found.room not in rooms_of(reporter, MatchView.from_row(match)):
            raise ParseError("there is no such message: expected one that you have heard")
        return found

    def make(self, reporter: Person | None, command: "MakeReport") -> str:
        """Report a person, and return the id; the text of a message is stored with the report.

        Raises what `subject` and `message` raise, `ParseError` for a kind or a text that is none, `IllegalMove` for
        what was reported before, and `QuotaExceeded`.
        """
        made: str = act(command, AskedToReport(self, self._store, reporter, self._now()))
        return made

    def made_by(self, person: Person) -> tuple[ListedReport, ...]:
        """Return the reports that a person has made, the latest first."""
        return self._store.reports.find(reporter=person.id, limit=_LISTED)

    def _person(self, name: str) -> Person:
        try:
            return self._find(name)
        except NoSuchPerson:
            found = self._store.people.load(name)
            if found is None or found.closed_at is not None:
                raise
            return found


class AskedToReport(NamedTuple):
    """A person, or a stranger, who reports somebody."""

    reports: Reports
    store: Store
    reporter: Person | None
    now: float


class MakeReport(Command, tag="report"):
    """Report a person to the moderators, perhaps because of a match, or of the `message` with this id."""

    person: str
    kind: str
    text: str
    match: str = ""
    message: str = ""

    def carry_out(self, asked: AskedToReport) -> str:
        """Store the report with the text of its message, and return its id."""
        person, match = asked.reports.subject(asked.reporter, self.person, self.match)
        assert asked.reporter
        reporter, now = asked.reporter.id, asked.now
        said = self._said(asked, person, match) if self.message else None
        kind, text = parse_reason(self.kind), read_text(self.text, LONGEST_TEXT)
        if not text:
            raise ParseError("the report has no text: expected what has happened, in some words")
        about = match.id if match else None
        report = Report(secrets.token_urlsafe(12), kind, reporter, person.id, about, text, now, said)
        with asked.store.write() as tx:
            tx.reports.lock(reporter)
            if tx.reports.is_there(reporter, person.id, about):
                raise IllegalMove("you have reported this before: you hear when a moderator has decided")
            if tx.reports.made_since(reporter, now - DAY) >= MOST_A_DAY:
                raise QuotaExceeded(f"you have made {counted(MOST_A_DAY, 'report')} within a day", HOUR)
            tx.reports.add(ListedReport(report, person.name, asked.reporter.name))
        return report.id

    def _said(self, asked: AskedToReport, person: Person, match: StoredMatch | None) -> str:
        """Return the text of a message of a person in a match."""
        message = asked.reports.message(asked.reporter, self.message)
        if message.person != person.id or match is None or message.match != match.id:
            raise ParseError(f"{person.name} has not said this in the match: expected a message of theirs")
        return message.text or GREETINGS.get(message.greeting, message.greeting)


def decide(tx: UnitOfWork, listed: ListedReport, state: ReportState, moderator: Person, now: float) -> None:
    """Record the decision of a moderator about a report, and notify the reporter in general words.

    Raises `NoSuchCase` if it was decided before.
    """
    report = listed.report
    if not tx.reports.decide(report.id, state, moderator.id, now):
        raise NoSuchCase("this report was decided before")
    if report.reporter is None:
        return
    did = "has acted on it" if state == "upheld" else "found no reason for a decision"
    text = f"Your report about {listed.person} was looked at: a moderator {did}. Thank you."
    data = {"title": "Your report", "text": text}
    tx.notices.add(Notice(report.reporter, MODERATION, f"{OWN}#report-{report.id}", now, data=data))


MOST_COUNTED = 100
"""Open reports that are counted: there may be more."""
_OF_MATCHES: tuple[SanctionKind, ...] = ("void", "remove")


class MatchCase(NamedTuple):
    """A match as a moderator sees it: the people who have or had a seat, and the decision in force about it."""

    match: MatchSummary
    people: tuple[Person, ...]
    sanctions: tuple[Sanction, ...]


class ModeratorQueries:
    """Queries of moderation; `now` returns the time in seconds since 1970."""

    def __init__(self, store: Store, now: Callable[[], float]) -> None:
        self._store, self._now = store, now

    def require(self, person: Person | None) -> Person:
        """Return a moderator; raise `NotModerator` for others."""
        return require_moderator(person, self._now())

    def waiting(self, person: Person | None) -> int:
        """Return how many open reports a person may see, at most `MOST_COUNTED`; none for others than moderators."""
        if person is None or not person.moderates or person.is_suspended(self._now()):
            return 0
        return self._store.reports.count_open(person.id, all_people=person.administrator, limit=MOST_COUNTED)

    def moderators(self) -> tuple[Person, ...]:
        """Return the moderators, by name."""
        people = self._store.people.load_all(self._store.sanctions.moderators())
        return tuple(sorted(people.values(), key=lambda person: person.name))

    def matches(self, decisions: Iterable[Sanction], reports: Iterable[ListedReport] = ()) -> dict[str, MatchSummary]:
        """Return the matches that decisions and reports are about, by their ids."""
        ids = {one.match for one in decisions} | {one.report.match for one in reports}
        return {match.id: without_state(match) for match in self._store.summaries(sorted(filter(None, ids)))}

    def match(self, person: Person | None, match_id: str) -> MatchCase:
        """Return a match as a moderator sees it.

        Raises `NotModerator`, also for one's own matches, and `NoSuchCase`.
        """
        moderator, now = self.require(person), self._now()
        view = self._store.load(match_id)
        if view is None:
            raise NoSuchCase("there is no such match to decide about")
        if moderator.id in view.seated:
            raise NotModerator("nobody decides about their own matches: ask another moderator")
        found = (self._store.sanctions.of_match_in_force(view.id, kind, now) for kind in _OF_MATCHES)
        people = sorted(self._store.people.load_all(view.took_part).values(), key=lambda one: one.name)
        (summary,) = self._store.summaries([view.id])
        return MatchCase(without_state(summary), tuple(people), tuple(sanction for sanction in found if sanction))

    def resting(self, person: Person) -> float | None:
        """Return until when the offers of a person rest, because matches never began; None if they do not."""
        now = self._now()
        return resting_until(self._store.evidence.never_begun(person.id, now - MONTH - REST), now)
