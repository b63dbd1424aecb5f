"""The rights of moderators, and which people they may decide about."""

from ludarium.core.errors import LudariumError
from ludarium.site.ground.values import Person
from ludarium.site.moderation.rows import ListedReport
from ludarium.site.repositories import Repositories


class NotModerator(LudariumError):
    """Only moderators may do this, or only administrators."""

    status = 403
    kind = "not-moderator"


class NoSuchCase(LudariumError):
    """There is no such report or decision, or not for this moderator, or it was decided before."""

    status = 404
    kind = "no-case"


def require_moderator(person: Person | None, now: float) -> Person:
    """Return a person who is a moderator or an administrator.

    Raises `NotModerator`.
    """
    if person is None or not person.moderates or person.is_suspended(now):
        raise NotModerator("only moderators may see this page")
    return person


def require_over(moderator: Person, person: Person) -> None:
    """Raise `NotModerator` unless a moderator may decide about a person.

    Nobody decides about themselves or about an administrator, and administrators alone about moderators.
    """
    if person.id == moderator.id:
        raise NotModerator("nobody decides about themselves: ask another moderator")
    if person.administrator:
        raise NotModerator("nobody decides about an administrator here: end that role first")
    if person.moderator and not moderator.administrator:
        raise NotModerator("only administrators decide about moderators")


def readable(tables: Repositories, moderator: Person, report_id: str) -> ListedReport:
    """Return a report that a moderator may see: not about oneself, and by oneself or about moderators as administrator.

    Raises `NoSuchCase`.
    """
    listed = tables.reports.load(report_id)
    about = tables.people.load(listed.report.person) if listed else None
    if listed is None or about is None or about.id == moderator.id:
        raise _none()
    if not moderator.administrator and (about.moderates or listed.report.reporter == moderator.id):
        raise _none()
    return listed


def _none() -> NoSuchCase:
    return NoSuchCase("there is no such report")
