"""The commands of moderators besides decisions: these are undone, and reports, findings and moderators looked after."""

from collections.abc import Mapping
from typing import ClassVar

from ludarium.core.errors import ParseError
from ludarium.core.text import shorten
from ludarium.site.act import commands_of
from ludarium.site.moderation.decisions import (
    DECISIONS,
    DESK,
    AskedOfModerator,
    ModeratorCommand,
    notices_of_undoing,
    page_of,
    require_others,
    subject_of,
)
from ludarium.site.moderation.reports import LONGEST_TEXT, decide
from ludarium.site.moderation.rights import NoSuchCase, readable, require_over
from ludarium.site.people.accounts import require_account
from ludarium.site.people.texts import read_text


class Undo(ModeratorCommand, tag="undo"):
    """Undo a decision."""

    done = "The decision is undone."
    sanction: str
    words: str = ""

    def carry_out(self, asked: AskedOfModerator) -> str:
        """Undo, record and log it, and notify the people concerned."""
        now, words, store, moderator = asked.now, read_text(self.words, LONGEST_TEXT), asked.store, asked.moderator
        made = store.sanctions.load(self.sanction)
        if made is None:
            raise NoSuchCase("there is no such decision")
        person = store.people.load(made.person) if made.person else None
        match = store.load(made.match) if made.match else None
        if person:
            require_over(moderator, person)
        if match:
            require_others(moderator, match)
        with store.write() as tx:
            if not tx.sanctions.undo(made.id, moderator.id, words, now):
                raise NoSuchCase("this decision was undone before")
            DECISIONS[made.kind].revert(tx, made, now)
            tx.acts.add(asked.act(f"moderation: undo {made.kind}", subject_of(made)))
            for notice in notices_of_undoing(made, match, words, now):
                tx.notices.add(notice)
        return page_of(made)


class DismissReport(ModeratorCommand, tag="dismiss"):
    """Decide that a report needs no decision about the person."""

    done = "The report is dismissed."
    report: str

    def carry_out(self, asked: AskedOfModerator) -> str:
        """Record that, and thank who has reported."""
        with asked.store.write() as tx:
            decide(tx, readable(tx, asked.moderator, self.report), "dismissed", asked.moderator, asked.now)
            tx.acts.add(asked.act("dismiss report"))
        return DESK


class SeeFinding(ModeratorCommand, tag="seen"):
    """Remove a finding of the site from the list, until more matches are found."""

    done = "It is listed again when there are more matches."
    finding: str
    size: str

    def carry_out(self, asked: AskedOfModerator) -> str:
        """Record how many matches were seen."""
        size, finding = self.size, self.finding
        if not (size.isascii() and size.isdigit() and len(size) < 6 and 0 < len(finding) <= 80):
            raise ParseError(f"{shorten(finding)} is nothing that was noticed: expected one of the list")
        known = {one.key: one for one in asked.suspicions.findings(asked.now)}
        if finding in known:
            asked.store.seen_findings.put(finding=finding, size=known[finding].size, seen_at=asked.now)
        return DESK


class RoleCommand(ModeratorCommand):
    """What makes a person with an account a moderator, or ends that."""

    asker = "administrator"
    moderates: ClassVar[bool]
    logged: ClassVar[str]
    name: str

    def carry_out(self, asked: AskedOfModerator) -> str:
        """Record whether the person is a moderator."""
        person = require_account(asked.find(self.name), "only accounts moderate")
        with asked.store.write() as tx:
            tx.sanctions.set_moderator(person.id, moderator=self.moderates)
            tx.acts.add(asked.act(self.logged, person.id))
        return DESK


class Appoint(RoleCommand, tag="appoint"):
    """Make a person with an account a moderator."""

    done = "The person is a moderator."
    moderates = True
    logged = "make moderator"


class Discharge(RoleCommand, tag="discharge"):
    """End a person's role as a moderator."""

    done = "The person is a moderator no more."
    moderates = False
    logged = "end moderator"


MODERATOR_COMMANDS: Mapping[str, type[ModeratorCommand]] = {**DECISIONS, **commands_of(ModeratorCommand)}
"""All that moderators ask for, by its word; decisions first."""
