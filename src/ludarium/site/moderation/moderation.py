"""Decisions of moderators: each has a reason, is logged, notifies the people concerned, and can be undone.

A machine punishes nobody: what the site notices by itself is listed, and people decide.
"""

import secrets
from collections.abc import Callable
from dataclasses import replace
from typing import NamedTuple, cast

from ludarium.core.errors import ParseError
from ludarium.core.text import shorten
from ludarium.match.clock import DAY, HOUR
from ludarium.site.ground.values import Act, MatchSummary, Person
from ludarium.site.match.closed import open_matches
from ludarium.site.moderation import effects
from ludarium.site.moderation.commands import (
    AboutMatch,
    AboutPerson,
    Appoint,
    Bar,
    Decision,
    Discharge,
    DismissReport,
    ModeratorCommand,
    MutePerson,
    SeeFinding,
    Suspend,
    TakeDownName,
    Undo,
    VoidMatch,
)
from ludarium.site.moderation.reports import LONGEST_TEXT, decide
from ludarium.site.moderation.rights import NoSuchCase, NotModerator, readable, require_moderator, require_over
from ludarium.site.moderation.rows import ListedReport, Sanction, SanctionKind
from ludarium.site.moderation.suspicions import Finding, Suspicions
from ludarium.site.people.accounts import require_account
from ludarium.site.people.names import name_key
from ludarium.site.people.reasons import parse_reason
from ludarium.site.people.standing import muted, require_listed, require_not_suspended, require_talk
from ludarium.site.people.texts import read_text
from ludarium.site.store import Store

REPORTS_KEPT, SANCTIONS_KEPT, EVIDENCE_KEPT = 180, 730, 90
"""Days for which decided reports, decisions that have ended, and what the site has noticed are stored."""
MOST_DAYS = 3650
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
        now = self._now()
        moderator = require_moderator(person, now)
        if command.asker == "administrator" and not moderator.administrator:
            raise NotModerator("only administrators appoint and discharge moderators")
        page = "/moderation"
        match command:
            case Appoint(name) | Discharge(name):
                self._appoint(moderator, self._find(name), moderator=isinstance(command, Appoint))
            case SeeFinding(finding, size):
                self._see(finding, size)
            case DismissReport(report):
                with self._store.write() as tx:
                    decide(tx, readable(tx, moderator, report), "dismissed", moderator, now)
                    tx.acts.add(Act(now, moderator.id, "dismiss report"))
            case Undo():
                page = self._undo(moderator, command)
            case AboutPerson() | AboutMatch():
                kind = cast(SanctionKind, type(command).word)  # the word of a decision
                page = self._decide(moderator, command, kind)
        return ModerationDone(command.done, page)

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

    def _decide(self, moderator: Person, command: Decision, kind: SanctionKind) -> str:
        """Carry out, record and log a decision, and notify the people concerned; return the page to go on with."""
        now = self._now()
        sanction = replace(self._new(moderator, command, kind, now), decided_by=moderator.id)
        match = self._store.load(sanction.match) if sanction.match else None
        with self._store.write() as tx:
            if sanction.match and tx.sanctions.of_match_in_force(sanction.match, sanction.kind, now):
                raise NoSuchCase("this was decided about the match before")
            if sanction.report:
                decide(tx, readable(tx, moderator, sanction.report), "upheld", moderator, now)
            tx.sanctions.add(sanction)
            effects.apply(tx, sanction, now)
            tx.acts.add(Act(now, moderator.id, f"moderation: {kind}", _subject(sanction), sanction.reason))
            for notice in effects.notices_of(sanction, match, self._objection(), now):
                tx.notices.add(notice)
        if sanction.report:
            return f"/moderation/reports/{sanction.report}"
        return f"/moderation/people/{sanction.person}" if sanction.person else "/moderation"

    def _new(self, moderator: Person, command: Decision, kind: SanctionKind, now: float) -> Sanction:
        reason, words = parse_reason(command.reason), read_text(command.words, LONGEST_TEXT)
        if reason == "other" and not words:
            raise ParseError("this reason needs words: expected what the person should know")
        made = Sanction(secrets.token_urlsafe(12), kind, reason, words, now, report=command.report or None)
        if isinstance(command, AboutMatch):
            return self._about_match(moderator, command, made)
        person = self._store.people.load(command.person)
        if person is None or person.closed_at is not None:
            raise NoSuchCase("there is no such person to decide about")
        require_over(moderator, person)
        if isinstance(command, TakeDownName):
            made = replace(made, former_name=person.name, name_key=name_key(person.name))
        if isinstance(command, MutePerson | Bar) or (isinstance(command, Suspend) and command.days):
            made = replace(made, ends_at=now + _days(command.days) * DAY)
        return replace(made, person=person.id)

    def _about_match(self, moderator: Person, command: AboutMatch, made: Sanction) -> Sanction:
        view = self._store.load(command.match)
        if view is None:
            raise NoSuchCase("there is no such match to decide about")
        if any(seat.person == moderator.id for seat in view.seats):
            raise NotModerator("nobody decides about their own matches: ask another moderator")
        if isinstance(command, VoidMatch) and not view.rated:
            raise ParseError(f"game {view.number} is not rated: expected a rated one")
        return replace(made, match=view.id, was_private=view.private)

    def _undo(self, moderator: Person, command: Undo) -> str:
        now, words = self._now(), read_text(command.words, LONGEST_TEXT)
        sanction = self._store.sanctions.load(command.sanction)
        if sanction is None:
            raise NoSuchCase("there is no such decision")
        person = self._store.people.load(sanction.person) if sanction.person else None
        match = self._store.load(sanction.match) if sanction.match else None
        if person:
            require_over(moderator, person)
        if match and any(seat.person == moderator.id for seat in match.seats):
            raise NotModerator("nobody decides about their own matches: ask another moderator")
        with self._store.write() as tx:
            if not tx.sanctions.undo(sanction.id, moderator.id, words, now):
                raise NoSuchCase("this decision was undone before")
            effects.revert(tx, sanction, now)
            tx.acts.add(Act(now, moderator.id, f"moderation: undo {sanction.kind}", _subject(sanction)))
            for notice in effects.notices_of_undoing(sanction, match, words, now):
                tx.notices.add(notice)
        return f"/moderation/people/{sanction.person}" if sanction.person else "/moderation"

    def _appoint(self, administrator: Person, person: Person, *, moderator: bool) -> None:
        with self._store.write() as tx:
            tx.sanctions.set_moderator(require_account(person, "only accounts moderate").id, moderator=moderator)
            word = "make moderator" if moderator else "end moderator"
            tx.acts.add(Act(self._now(), administrator.id, word, person.id))

    def _see(self, finding: str, size: str) -> None:
        if not (size.isascii() and size.isdigit() and len(size) < 6 and 0 < len(finding) <= 80):
            raise ParseError(f"{shorten(finding)} is nothing that was noticed: expected one of the list")
        known = {one.key: one for one in self._suspicions.findings(self._now())}
        if finding in known:
            self._store.seen_findings.put(finding=finding, size=known[finding].size, seen_at=self._now())


def _subject(sanction: Sanction) -> str:
    return sanction.person or sanction.match or ""


def _days(text: str) -> int:
    if not (text.isascii() and text.isdigit() and len(text) < 6 and 1 <= int(text) <= MOST_DAYS):
        what = f"{shorten(text)} is no number of days" if text else "this decision needs a number of days"
        raise ParseError(f"{what}: expected one from 1 to {MOST_DAYS}")
    return int(text)
