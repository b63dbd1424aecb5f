"""The commands of moderation, and the one table of their names, which pages, mails and programs use.

`reason` is a word of `REASONS`, `words` is what the moderator adds to it for the person, `report` the report that led
to the decision, if there is one, and `days` after how many days it ends.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Literal, NamedTuple

from ludarium.club.match.commands import Fields, chosen, form_reader, read_fields


@dataclass(frozen=True, slots=True)
class MakeReport:
    """Report a person to the moderators, perhaps because of a match, or of the `message` with this id."""

    person: str
    kind: str
    text: str
    match: str = ""
    message: str = ""


@dataclass(frozen=True, slots=True)
class AboutPerson:
    """A decision about a person."""

    person: str
    reason: str
    words: str = ""
    report: str = ""


@dataclass(frozen=True, slots=True)
class Warn(AboutPerson):
    """Warn a person."""


@dataclass(frozen=True, slots=True, kw_only=True)
class MutePerson(AboutPerson):
    """Mute a person for some days: they can write to nobody."""

    days: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Bar(AboutPerson):
    """Bar a person from rated matches for some days."""

    days: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Suspend(AboutPerson):
    """Suspend an account for some days, or until this is undone."""

    days: str = ""


@dataclass(frozen=True, slots=True)
class TakeDownName(AboutPerson):
    """Give a person a neutral name, in all their matches; they may choose another one."""


@dataclass(frozen=True, slots=True)
class AboutMatch:
    """A decision about a match."""

    match: str
    reason: str
    words: str = ""
    report: str = ""


@dataclass(frozen=True, slots=True)
class VoidMatch(AboutMatch):
    """Void a match: it counts for no rating."""


@dataclass(frozen=True, slots=True)
class RemoveMatch(AboutMatch):
    """Take a match out of all public lists."""


@dataclass(frozen=True, slots=True)
class Undo:
    """Undo a decision."""

    sanction: str
    words: str = ""


@dataclass(frozen=True, slots=True)
class DismissReport:
    """Decide that a report needs no decision about the person."""

    report: str


@dataclass(frozen=True, slots=True)
class SeeFinding:
    """Remove a finding of the site from the list, until more matches are found."""

    finding: str
    size: str


@dataclass(frozen=True, slots=True)
class Appoint:
    """Make a person with an account a moderator."""

    name: str


@dataclass(frozen=True, slots=True)
class Discharge:
    """End a person's role as a moderator."""

    name: str


Decision = AboutPerson | AboutMatch
ModeratorCommand = Decision | Undo | DismissReport | SeeFinding | Appoint | Discharge
"""The commands of moderators; only administrators appoint and discharge them."""


class ModeratorRow(NamedTuple):
    """A command: its value, the `do` of its form and of JSON, what was done, and who may ask for it."""

    command: type
    word: str
    done: str
    asker: Literal["moderator", "administrator"] = "moderator"


MODERATOR_COMMANDS = (
    ModeratorRow(Warn, "warn", "The person is warned."),
    ModeratorRow(MutePerson, "mute", "The person may not write to others."),
    ModeratorRow(Bar, "bar", "The person may begin no rated matches."),
    ModeratorRow(Suspend, "suspend", "The account is suspended."),
    ModeratorRow(TakeDownName, "rename", "The name is taken down."),
    ModeratorRow(VoidMatch, "void", "The match counts for no rating."),
    ModeratorRow(RemoveMatch, "remove", "The match is in no public list."),
    ModeratorRow(Undo, "undo", "The decision is undone."),
    ModeratorRow(DismissReport, "dismiss", "The report is dismissed."),
    ModeratorRow(SeeFinding, "seen", "It is listed again when there are more matches."),
    ModeratorRow(Appoint, "appoint", "The person is a moderator.", "administrator"),
    ModeratorRow(Discharge, "discharge", "The person is a moderator no more.", "administrator"),
)
MODERATOR_ROWS: Mapping[type, ModeratorRow] = {row.command: row for row in MODERATOR_COMMANDS}
ABOUT_PEOPLE, ABOUT_MATCHES = (
    tuple(row.word for row in MODERATOR_COMMANDS if issubclass(row.command, kind)) for kind in (AboutPerson, AboutMatch)
)
"""The words of the decisions about a person, and of those about a match."""
REPORT = "report"
"""The word by which people make a report."""
moderator_command_from_form: Callable[[Fields], ModeratorCommand] = form_reader(MODERATOR_COMMANDS)
"""Returns the command of a form."""


def report_from_form(values: Fields) -> MakeReport:
    """Return the report of a form.

    Raises `ParseError`.
    """
    chosen(values, (REPORT,))
    return read_fields(MakeReport, values)
