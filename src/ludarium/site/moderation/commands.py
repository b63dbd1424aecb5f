"""The commands of moderation.

`reason` is a word of `REASONS`, `words` is what the moderator adds to it for the person, `report` the report that led
to the decision, if there is one, and `days` after how many days it ends.
"""

from typing import ClassVar, Literal

from ludarium.site.act import Command, commands_of


class MakeReport(Command, tag="report"):
    """Report a person to the moderators, perhaps because of a match, or of the `message` with this id."""

    person: str
    kind: str
    text: str
    match: str = ""
    message: str = ""


class ModeratorCommand(Command):
    """What is asked for by moderators; only administrators appoint and discharge them."""

    asker: ClassVar[Literal["moderator", "administrator"]] = "moderator"


class AboutPerson(ModeratorCommand):
    """A decision about a person."""

    person: str
    reason: str
    words: str = ""
    report: str = ""


class Warn(AboutPerson, tag="warn"):
    """Warn a person."""

    done = "The person is warned."


class MutePerson(AboutPerson, tag="mute", kw_only=True):
    """Mute a person for some days: they can write to nobody."""

    done = "The person may not write to others."
    days: str


class Bar(AboutPerson, tag="bar", kw_only=True):
    """Bar a person from rated matches for some days."""

    done = "The person may begin no rated matches."
    days: str


class Suspend(AboutPerson, tag="suspend", kw_only=True):
    """Suspend an account for some days, or until this is undone."""

    done = "The account is suspended."
    days: str = ""


class TakeDownName(AboutPerson, tag="rename"):
    """Give a person a neutral name, in all their matches; they may choose another one."""

    done = "The name is taken down."


class AboutMatch(ModeratorCommand):
    """A decision about a match."""

    match: str
    reason: str
    words: str = ""
    report: str = ""


class VoidMatch(AboutMatch, tag="void"):
    """Void a match: it counts for no rating."""

    done = "The match counts for no rating."


class RemoveMatch(AboutMatch, tag="remove"):
    """Take a match out of all public lists."""

    done = "The match is in no public list."


class Undo(ModeratorCommand, tag="undo"):
    """Undo a decision."""

    done = "The decision is undone."
    sanction: str
    words: str = ""


class DismissReport(ModeratorCommand, tag="dismiss"):
    """Decide that a report needs no decision about the person."""

    done = "The report is dismissed."
    report: str


class SeeFinding(ModeratorCommand, tag="seen"):
    """Remove a finding of the site from the list, until more matches are found."""

    done = "It is listed again when there are more matches."
    finding: str
    size: str


class Appoint(ModeratorCommand, tag="appoint"):
    """Make a person with an account a moderator."""

    done = "The person is a moderator."
    asker = "administrator"
    name: str


class Discharge(ModeratorCommand, tag="discharge"):
    """End a person's role as a moderator."""

    done = "The person is a moderator no more."
    asker = "administrator"
    name: str


Decision = AboutPerson | AboutMatch
ABOUT_PEOPLE, ABOUT_MATCHES = (tuple(commands_of(kind)) for kind in (AboutPerson, AboutMatch))
"""The words of the decisions about a person, and of those about a match."""
