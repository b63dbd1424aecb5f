"""Decisions of moderators: each has a reason, is logged, notifies the people concerned, and can be undone.

A machine punishes nobody: what the site notices by itself is listed, and people decide.
"""

from collections.abc import Callable
from typing import NamedTuple

from ludarium.match.clock import DAY, HOUR
from ludarium.site.act import act
from ludarium.site.ground.values import MatchSummary, Person
from ludarium.site.match.closed import open_matches
from ludarium.site.moderation.decisions import AskedOfModerator, ModeratorCommand
from ludarium.site.moderation.rights import NoSuchCase, NotModerator, readable, require_moderator
from ludarium.site.moderation.rows import ListedReport, Sanction
from ludarium.site.moderation.suspicions import Finding, Suspicions
from ludarium.site.people.reasons import parse_reason
from ludarium.site.people.standing import barred, muted, require_listed, require_not_suspended, require_talk
from ludarium.site.store import Store

REPORTS_KEPT, SANCTIONS_KEPT, EVIDENCE_KEPT = 180, 730, 90
"""Days for which decided reports, decisions that have ended, and what the site has noticed are stored."""
_LISTED = 100


class ModerationDone(NamedTuple):
    """The result of a command: a sentence, and the page to go on with."""

    said: str
    page: str


class Case(NamedTuple):
    """A person as a moderator sees them: the reports and decisions about them, and their recent matches."""

    person: Person
    reports: tuple[ListedReport, ...]
    sanctions: tuple[Sanction, ...]
    matches: tuple[MatchSummary, ...]


class Queue(NamedTuple):
    """The open reports, the latest decisions, and the findings of the site, for moderators."""

    reports: tuple[ListedReport, ...]
    sanctions: tuple[Sanction, ...]
    findings: tuple[Finding, ...]
    moderators: tuple[Person, ...]
    names: dict[str, str]


class Moderation:
    """The decisions of a site; `objection` says how to object, `find` returns the account of a name or an id."""

    def __init__(
        self, store: Store, find: Callable[[str], Person], objection: Callable[[], str], now: Callable[[], float]
    ) -> None:
        self._store, self._find, self._objection, self._now = store, find, objection, now
        self._suspicions, self._swept_at = Suspicions(store), 0.0

    def act(self, person: Person | None, command: ModeratorCommand) -> ModerationDone:
        """Carry out a moderator's command.

        Raises `NotModerator`, `NoSuchCase`, `NoSuchPerson`, or `ParseError` for a reason, days or a text that is none.
        """
        moderator = require_moderator(person, self._now())
        if command.asker == "administrator" and not moderator.administrator:
            raise NotModerator("only administrators appoint and discharge moderators")
        asked = AskedOfModerator(self._store, moderator, self._find, self._objection, self._suspicions, self._now())
        return ModerationDone(command.done, act(command, asked))

    def queue(self, person: Person | None, *, decided: bool = False, kind: str = "") -> Queue:
        """Return the queue of a moderator: open reports, or `decided` ones, of a kind or of all.

        Raises `NotModerator`, and `ParseError` for a kind that is none.
        """
        now = self._now()
        moderator = require_moderator(person, now)
        kind = parse_reason(kind) if kind else ""
        reports = self._store.reports.in_state(
            is_open=not decided,
            kind=kind,
            reader=moderator.id,
            all_people=moderator.administrator,
            limit=_LISTED,
        )
        latest = self._store.sanctions.find(limit=_LISTED if decided else 20)
        noticed = self._suspicions.findings(now)
        people = self._store.people.load_all(self._store.sanctions.moderators())
        ids = {one.person for one in latest if one.person} | {each for one in noticed for each in one.people}
        return Queue(reports, latest, noticed, tuple(people.values()), self._store.people.names(ids))

    def report(self, person: Person | None, report_id: str) -> tuple[ListedReport, Case]:
        """Return a report with all that a moderator needs to decide it.

        Raises `NotModerator`, `NoSuchCase`.
        """
        moderator = require_moderator(person, self._now())
        listed = readable(self._store, moderator, report_id)
        return listed, self._case(moderator, listed.report.person)

    def case(self, person: Person | None, person_id: str) -> Case:
        """Return a person as a moderator sees them.

        Raises `NotModerator`, `NoSuchCase`.
        """
        moderator = require_moderator(person, self._now())
        return self._case(moderator, person_id)

    def decisions_about(self, person: Person) -> tuple[Sanction, ...]:
        """Return the decisions about a person, and about their matches."""
        return self._store.sanctions.of_person(person.id, _LISTED)

    def in_force(self, sanction: Sanction) -> bool:
        """Return whether a decision has an effect now."""
        return sanction.is_in_force(self._now())

    def may_talk(self, person: Person) -> bool:
        """Return whether a person may write to others now."""
        return muted(self._store, person.id, self._now()) is None

    def require_talk(self, person: Person) -> None:
        """Raise `Sanctioned` unless a person may write to others now."""
        require_talk(self._store, person.id, self._now())

    def require_listed(self, match_id: str) -> None:
        """Raise `Sanctioned` if a moderator has removed a match from the lists."""
        require_listed(self._store, match_id, self._now())

    def may_rate(self, person: Person) -> bool:
        """Return whether a person may play rated matches now: one with an account, to whom no decision forbids it."""
        return person.is_account and not barred(self._store, [person.id], self._now())

    def require_usable(self, person: Person) -> None:
        """Raise `Sanctioned`, with the reason and how to object, if the account of a person is suspended now."""
        require_not_suspended(self._store, person, self._now(), self._objection)

    def sweep(self) -> None:
        """Delete reports, decisions and evidence that are older than they are stored; at most once an hour."""
        now = self._now()
        if not 0 <= now - self._swept_at < HOUR:
            self._swept_at = now
            self._store.sanctions.forget(now - SANCTIONS_KEPT * DAY)
            self._store.reports.forget(now - REPORTS_KEPT * DAY)
            self._store.evidence.forget(now - EVIDENCE_KEPT * DAY)
            self._store.seen_findings.forget(now - EVIDENCE_KEPT * DAY)

    def _case(self, moderator: Person, person_id: str) -> Case:
        found = self._store.people.load(person_id)
        if found is None or found.id == moderator.id:
            raise NoSuchCase("there is no such person to decide about")
        hidden = found.moderates and not moderator.administrator
        about = () if hidden else self._store.reports.find(person=found.id, limit=_LISTED)
        if not moderator.administrator:
            about = tuple(one for one in about if one.report.reporter != moderator.id)
        matches = open_matches(self._store.of_person(found.id, 30), moderator.id)
        return Case(found, about, self._store.sanctions.of_person(found.id, _LISTED), matches)
