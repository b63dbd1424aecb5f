"""The decisions of moderators: what each is asked for with, what it does, and what the people concerned hear of it.

`reason` is a word of `REASONS`, `words` is what the moderator adds to it for the person, `report` the report that led
to the decision, if there is one, and `days` after how many days it ends.
"""

import secrets
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, replace
from typing import Any, ClassVar, Literal, cast

from ludarium.core.errors import IllegalMove, ParseError
from ludarium.core.text import shorten, time_mark
from ludarium.match.clock import DAY
from ludarium.site.act import Command, commands_of
from ludarium.site.ground.values import Act, Person, StoredMatch
from ludarium.site.moderation.reports import LONGEST_TEXT, OWN, decide
from ludarium.site.moderation.rights import NoSuchCase, NotModerator, readable, require_over
from ludarium.site.moderation.rows import Sanction, SanctionKind
from ludarium.site.moderation.suspicions import Suspicions
from ludarium.site.notices.rows.notices import MODERATION, Notice
from ludarium.site.people.names import name_key
from ludarium.site.people.reasons import REASONS, parse_reason
from ludarium.site.people.rows.people import PeopleTable
from ludarium.site.people.standing import FOREVER, until_words
from ludarium.site.people.texts import read_text
from ludarium.site.ratings.ratings import rate_again
from ludarium.site.repositories import UnitOfWork
from ludarium.site.store import Store

MOST_DAYS = 3650
DESK = "/moderation"
_PUBLIC_NAME = "Player"


@dataclass(frozen=True)
class AskedOfModerator:
    """A moderator who asks for something; `find` returns the account of a name, `objection` how to object."""

    store: Store
    moderator: Person
    find: Callable[[str], Person]
    objection: Callable[[], str]
    suspicions: Suspicions
    now: float

    def act(self, what: str, about: str = "", detail: str = "") -> Act:
        """Return a line of the log."""
        return Act(self.now, self.moderator.id, what, about, detail)


class ModeratorCommand(Command):
    """What is asked for by moderators; only administrators appoint and discharge them.

    `carry_out` returns the page to go on with.
    """

    asker: ClassVar[Literal["moderator", "administrator"]] = "moderator"


class Decision(ModeratorCommand):
    """A decision, which has effects while it is in force: its title, and the sentences of it and of its undoing."""

    title: ClassVar[str]
    statement: ClassVar[str]
    undone: ClassVar[str]

    def about(self, asked: AskedOfModerator, made: Sanction) -> Sanction:
        """Return the decision with what it is about, or raise why this moderator may not decide so."""
        raise NotImplementedError

    @staticmethod
    def apply(tx: UnitOfWork, made: Sanction, now: float) -> None:
        """Carry out the effects of a decision."""

    @staticmethod
    def revert(tx: UnitOfWork, made: Sanction, now: float) -> None:
        """Undo the effects of a decision, which is recorded as undone already."""

    def carry_out(self, asked: AskedOfModerator) -> str:
        """Carry out, record and log the decision, and notify the people concerned."""
        store, moderator, now = asked.store, asked.moderator, asked.now
        made = self.about(asked, replace(self._made(now), decided_by=moderator.id))
        match = store.load(made.match) if made.match else None
        with store.write() as tx:
            if made.match and tx.sanctions.of_match_in_force(made.match, made.kind, now):
                raise NoSuchCase("this was decided about the match before")
            if made.report:
                decide(tx, readable(tx, moderator, made.report), "upheld", moderator, now)
            tx.sanctions.add(made)
            self.apply(tx, made, now)
            tx.acts.add(asked.act(f"moderation: {made.kind}", subject_of(made), made.reason))
            for notice in _notices_of(made, match, asked.objection(), now):
                tx.notices.add(notice)
        return f"{DESK}/reports/{made.report}" if made.report else page_of(made)

    def _made(self, now: float) -> Sanction:
        given: Any = self  # its fields are those of the classes below
        reason, words = parse_reason(given.reason), read_text(given.words, LONGEST_TEXT)
        if reason == "other" and not words:
            raise ParseError("this reason needs words: expected what the person should know")
        kind = cast(SanctionKind, type(self).word)  # the word of a decision
        return Sanction(secrets.token_urlsafe(12), kind, reason, words, now, report=given.report or None)


class AboutPerson(Decision):
    """A decision about a person."""

    person: str
    reason: str
    words: str = ""
    report: str = ""

    def about(self, asked: AskedOfModerator, made: Sanction) -> Sanction:
        """Return the decision about the person."""
        person = asked.store.people.load(self.person)
        if person is None or person.closed_at is not None:
            raise NoSuchCase("there is no such person to decide about")
        require_over(asked.moderator, person)
        return replace(self.of(person, made), person=person.id)

    def of(self, person: Person, made: Sanction) -> Sanction:
        """Return the decision with what this kind of it has besides, such as when it ends."""
        return made


class ForDays(AboutPerson, kw_only=True):
    """A decision about a person that ends after some days."""

    days: str

    def of(self, person: Person, made: Sanction) -> Sanction:
        """Return the decision with its end."""
        return _for_days(made, self.days)


class Warn(AboutPerson, tag="warn"):
    """Warn a person."""

    done = "The person is warned."
    title = "Warning"
    statement = "A moderator warns you."
    undone = "The warning is withdrawn."


class MutePerson(ForDays, tag="mute"):
    """Mute a person for some days: they can write to nobody, and what their page says about them is removed."""

    done = "The person may not write to others."
    title = "May not write to others"
    statement = "You may not write to others{until}."
    undone = "You may write to others again."

    @staticmethod
    def apply(tx: UnitOfWork, made: Sanction, now: float) -> None:
        """Remove what the person says about themselves, for good."""
        if made.person:
            tx.people.set(made.person, about=None)


class Bar(ForDays, tag="bar"):
    """Bar a person from rated matches for some days."""

    done = "The person may begin no rated matches."
    title = "Barred from rated play"
    statement = "You may not begin rated matches{until}."
    undone = "You may begin rated matches again."


class Suspend(AboutPerson, tag="suspend", kw_only=True):
    """Suspend an account for some days, or until this is undone."""

    done = "The account is suspended."
    title = "Account suspended"
    statement = "Your account is suspended{until}."
    undone = "Your account can be used again."
    days: str = ""

    def of(self, person: Person, made: Sanction) -> Sanction:
        """Return the decision with its end, if it has one."""
        return _for_days(made, self.days) if self.days else made

    @staticmethod
    def apply(tx: UnitOfWork, made: Sanction, now: float) -> None:
        """Suspend the account, and end its offers."""
        if made.person:
            Suspend.revert(tx, made, now)
            tx.offers.touch()
            tx.offers.end(made.person, None, now)

    @staticmethod
    def revert(tx: UnitOfWork, made: Sanction, now: float) -> None:
        """Store until when an account is suspended by all that is in force."""
        if made.person:
            found = tx.sanctions.in_force([made.person], "suspend", now).get(made.person)
            tx.sanctions.set_suspended(made.person, (found.ends_at or FOREVER) if found else None)


class TakeDownName(AboutPerson, tag="rename"):
    """Give a person a neutral name, in all their matches; they may choose another one."""

    done = "The name is taken down."
    title = "Name taken down"
    statement = "Your name was taken down on this site. Choose another one in your settings."
    undone = "The decision about your name is undone."

    def of(self, person: Person, made: Sanction) -> Sanction:
        """Return the decision with the name that is taken down."""
        return replace(made, former_name=person.name, name_key=name_key(person.name))

    @staticmethod
    def apply(tx: UnitOfWork, made: Sanction, now: float) -> None:
        """Give the person a neutral name."""
        if made.person:
            name = neutral_name(tx.people)
            tx.accounts.rename_everywhere(made.person, name, name_key(name), named=False)

    @staticmethod
    def revert(tx: UnitOfWork, made: Sanction, now: float) -> None:
        """Give the former name back, unless somebody has it, or another was chosen."""
        if made.person and made.former_name and made.name_key:
            person, holder = tx.people.load(made.person), tx.people.name_holder(made.name_key, now)
            if person and not person.named and holder is None:
                tx.accounts.rename_everywhere(made.person, made.former_name, made.name_key, named=True)


class AboutMatch(Decision):
    """A decision about a match."""

    match: str
    reason: str
    words: str = ""
    report: str = ""

    def about(self, asked: AskedOfModerator, made: Sanction) -> Sanction:
        """Return the decision about the match."""
        found = asked.store.load(self.match)
        if found is None:
            raise NoSuchCase("there is no such match to decide about")
        require_others(asked.moderator, found)
        self.check(found)
        return replace(made, match=found.id, was_private=found.private)

    def check(self, match: StoredMatch) -> None:
        """Raise `ParseError` for a match about which this cannot be decided."""


class VoidMatch(AboutMatch, tag="void"):
    """Void a match: it counts for no rating."""

    done = "The match counts for no rating."
    title = "Counts for no rating"
    statement = "Game {number} counts for no rating any more."
    undone = "Game {number} counts for the ratings again."

    def check(self, match: StoredMatch) -> None:
        """Raise `ParseError` for a match that is not rated."""
        if not match.rated:
            raise ParseError(f"game {match.number} is not rated: expected a rated one")

    @staticmethod
    def apply(tx: UnitOfWork, made: Sanction, now: float) -> None:
        """Count the ratings again without the match."""
        if made.match:
            tx.sanctions.set_voided(made.match, voided=True)
            rate_again(tx, made.match)

    @staticmethod
    def revert(tx: UnitOfWork, made: Sanction, now: float) -> None:
        """Count the ratings again with the match."""
        if made.match and tx.sanctions.of_match_in_force(made.match, "void", now) is None:
            tx.sanctions.set_voided(made.match, voided=False)
            rate_again(tx, made.match)


class RemoveMatch(AboutMatch, tag="remove"):
    """Take a match out of all public lists."""

    done = "The match is in no public list."
    title = "Removed from the lists"
    statement = "Game {number} is in no public list any more. It stays among your games."
    undone = "Game {number} is in the public lists again."

    @staticmethod
    def apply(tx: UnitOfWork, made: Sanction, now: float) -> None:
        """Take the match out of the lists."""
        if made.match:
            tx.sanctions.set_private(made.match, private=True)

    @staticmethod
    def revert(tx: UnitOfWork, made: Sanction, now: float) -> None:
        """Put the match back, unless it was in none before."""
        if made.match and not made.was_private:
            tx.sanctions.set_private(made.match, private=False)


DECISIONS: Mapping[str, type[Decision]] = commands_of(Decision)
"""The kinds of decisions by their words."""
ABOUT_PEOPLE, ABOUT_MATCHES = (tuple(commands_of(kind)) for kind in (AboutPerson, AboutMatch))
"""The words of the decisions about a person, and of those about a match."""


def neutral_name(people: PeopleTable) -> str:
    """Return a name that says nothing, and that nobody has."""
    for _ in range(20):
        name = f"{_PUBLIC_NAME} {secrets.randbelow(16**6):06X}"
        if people.name_holder(name_key(name), 0.0) is None:
            return name
    raise IllegalMove("no neutral name is free: try again")


def _notices_of(made: Sanction, match: StoredMatch | None, objection: str, now: float) -> list[Notice]:
    """Return the notices of a decision to the people concerned: what it is, why, and how to object."""
    kind, until = DECISIONS[made.kind], until_words(made.ends_at, time_mark)
    statement = kind.statement.format(until=until, number=match.number if match else 0)
    parts = (statement, f"The reason: {REASONS[made.reason].stated}", made.words, objection)
    return _notices(made, match, kind.title, parts, now)


def notices_of_undoing(made: Sanction, match: StoredMatch | None, words: str, now: float) -> list[Notice]:
    """Return the notices that a decision is undone."""
    statement = DECISIONS[made.kind].undone.format(number=match.number if match else 0)
    return _notices(made, match, "A decision is undone", (f"A decision is undone. {statement}", words), now)


def _notices(made: Sanction, match: StoredMatch | None, title: str, parts: Iterable[str], now: float) -> list[Notice]:
    """Return notices to the person of a decision, or to the players of its match."""
    concerned = [made.person] if made.person else sorted(match.took_part) if match else []
    path, data = f"{OWN}#{made.id}", {"title": title, "text": " ".join(filter(None, parts))}
    return [Notice(person, MODERATION, path, now, data=data) for person in concerned]


def require_others(moderator: Person, match: StoredMatch) -> None:
    """Raise `NotModerator` for a match in which a moderator has a seat."""
    if any(seat.person == moderator.id for seat in match.seats):
        raise NotModerator("nobody decides about their own matches: ask another moderator")


def subject_of(made: Sanction) -> str:
    """Return the id of the person, or of the match, that a decision is about."""
    return made.person or made.match or ""


def page_of(made: Sanction) -> str:
    """Return the page of moderators to go on with after a decision."""
    return f"{DESK}/people/{made.person}" if made.person else DESK


def _for_days(made: Sanction, text: str) -> Sanction:
    if not (text.isascii() and text.isdigit() and len(text) < 6 and 1 <= int(text) <= MOST_DAYS):
        what = f"{shorten(text)} is no number of days" if text else "this decision needs a number of days"
        raise ParseError(f"{what}: expected one from 1 to {MOST_DAYS}")
    return replace(made, ends_at=made.created_at + int(text) * DAY)
