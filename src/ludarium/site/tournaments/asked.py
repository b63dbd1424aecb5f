"""The class of the commands in a tournament, and what each is given."""

from typing import ClassVar, NamedTuple

from ludarium.site.act import Command, Refusal
from ludarium.site.ground.values import Person
from ludarium.site.people.standing import require_talk
from ludarium.site.people.texts import read_text
from ludarium.site.repositories import UnitOfWork
from ludarium.site.talk.rules import LONGEST, check_links
from ludarium.site.tournaments.rows.tournaments import NewsKind, NewsLine
from ludarium.site.tournaments.rows.values import State, StoredTournament, TournamentEntry

GOING_ON: tuple[State, ...] = ("open", "running")


class Asked(NamedTuple):
    """A person who asks for a command in a tournament, which is held by the transaction `tx`; `entries` are by id."""

    tx: UnitOfWork
    tournament: StoredTournament
    entries: dict[str, TournamentEntry]
    person: Person
    now: float

    @property
    def entry(self) -> TournamentEntry | None:
        """The entry of the person, or None."""
        return self.entries.get(self.person.id)

    @property
    def listening(self) -> tuple[str, ...]:
        """The ids of the people among the players who get notices."""
        return tuple(entry.person for entry in self.entries.values() if entry.gets_notices)


class TournamentCommand(Command):
    """What is asked for in a tournament that is there; `TournamentView.do` says who may ask for it now.

    | class attribute  | content                                                                     |
    |------------------|-----------------------------------------------------------------------------|
    | `organiser`      | whether it is for the organiser                                             |
    | `administrators` | whether administrators may do it, too                                       |
    | `in_duplicates`  | whether a duplicate takes it: nobody plays on for another there             |
    | `in_published`   | whether a published tournament takes it, in which nobody plays              |
    | `goes_on`        | whether what follows from it is done at once                                |
    """

    organiser: ClassVar[bool] = False
    administrators: ClassVar[bool] = False
    in_duplicates: ClassVar[bool] = True
    in_published: ClassVar[bool] = False
    goes_on: ClassVar[bool] = False

    @classmethod
    def never_in(cls, tournament: StoredTournament) -> str:
        """Return why a tournament never takes it, as a sentence without its end; empty if it may at some time."""
        if tournament.of_kind.alone and not cls.in_duplicates:
            return "with the same dice for all nobody plays on for another, and no result is corrected"
        if tournament.published and not cls.in_published:
            return "a published tournament is played again as it was recorded: nobody enters, and nothing changes in it"
        return ""

    @classmethod
    def is_for(cls, person: Person, tournament: StoredTournament) -> bool:
        """Return whether a person may ask for it: anybody, or the organiser, or an administrator in their place."""
        if not cls.organiser or person.id == tournament.organiser:
            return True
        return cls.administrators and person.administrator

    def refusal(self, asked: Asked) -> str:
        """Return why it is never done in this tournament."""
        return self.never_in(asked.tournament)


def require_open(tournament: StoredTournament) -> None:
    """Raise `Refusal` for a tournament that has begun or is cancelled."""
    if tournament.state != "open":
        raise Refusal("the tournament has begun, or was cancelled")


def write_news(
    asked: Asked, kind: NewsKind, text: str = "", about: str | None = None, until: float | None = None
) -> int:
    """Write a line of news by the person who asks; return its number, from 1 on."""
    line = NewsLine(asked.now, kind, asked.person.id, "", text, about, until=until)
    return asked.tx.tournament_news.write(asked.tournament.id, line)


def said_within_limits(asked: Asked, text: str) -> str:
    """Return what a person writes, within the limits of talk; empty for nothing.

    Raises what talk raises.
    """
    require_talk(asked.tx, asked.person.id, asked.now)
    said = read_text(text, LONGEST)
    check_links(asked.person, said, asked.tx.talk.count_finished(asked.person.id))
    return said
