"""Tournaments that were played and published elsewhere: made, entered and begun at once, and played as recorded.

Each match is that of a recorded game, whole when it is stored; a pair of which nothing is recorded has no match, and
counts for nothing.
"""

import secrets
from collections.abc import Iterator
from dataclasses import replace
from typing import ClassVar, NamedTuple

from ludarium.core.errors import ParseError
from ludarium.core.published import PublishedTournament, published_tournament
from ludarium.core.registry import load
from ludarium.match.progress import apply_turn
from ludarium.site.act import Command, Refusal
from ludarium.site.begin.new_match import new_match
from ludarium.site.ground.values import Person, SeatAssignment
from ludarium.site.match.views import MatchView
from ludarium.site.offers.reading import USUAL_SLOW
from ludarium.site.people.people import printable
from ludarium.site.people.standing import require_talk
from ludarium.site.people.texts import read_text
from ludarium.site.repositories import UnitOfWork
from ludarium.site.talk.rules import LONGEST, check_links
from ludarium.site.tournaments.reading import MakeTournament
from ludarium.site.tournaments.rows.tournaments import NewsKind, NewsLine
from ludarium.site.tournaments.rows.values import State, StoredBoard, StoredTournament, TournamentEntry
from ludarium.tournament.waves import IN_ORDER, UNKNOWN

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


AT_ONCE = 2
"""Recorded games that one step plays again."""


def new_published(person: Person, command: MakeTournament, now: float) -> StoredTournament:
    """Return the published tournament of a game, which a person organises.

    Raises `ParseError` for a game that has none.
    """
    game = load(command.game)
    published = published_tournament(game)
    if published is None or game != load(game.name):
        raise ParseError(f"{game.spec} has no published tournament")
    return StoredTournament(
        secrets.token_urlsafe(9),
        " ".join(printable(command.name).split())[:60] or published.name,
        game.spec,
        USUAL_SLOW,
        "round-robin",
        person.id,
        person.name,
        now,
        now,
        computers=True,
        most=len(published.players),
        due_at=now,
        ties="wins",
        first_turn=IN_ORDER,
        published=True,
    )


def published_of(tournament: StoredTournament) -> PublishedTournament:
    """Return the published tournament that a tournament plays again."""
    published = published_tournament(load(tournament.game))
    assert published
    return published


def published_entries(tournament: StoredTournament) -> Iterator[TournamentEntry]:
    """Yield the entries of all programs of a published tournament."""
    for place, name in enumerate(published_of(tournament).players):
        yield TournamentEntry(f"bot:published {place}", name, place, tournament.created_at, is_bot=True, bot=name)


def without_unknown(tournament: StoredTournament, boards: list[StoredBoard]) -> list[StoredBoard]:
    """Return games in which those count for nothing that are not recorded."""
    games = published_of(tournament).games if tournament.published else {}
    return [
        board.decided(UNKNOWN, (0.0, 0.0)) if tournament.published and board.seating not in games else board
        for board in boards
    ]


def recorded_match(tournament: StoredTournament, board: StoredBoard, now: float) -> MatchView:
    """Return the match of a recorded game, which is over."""
    published = published_of(tournament)
    names = [published.players[player] for player in board.seating]
    seats = [SeatAssignment("bot", name) for name in names]
    view = new_match(now, tournament.game, seats, written=names, computers=True)
    match = view.match
    for actions in published.turns(published.games[board.first, board.second or 0]):
        if match.over:
            break
        match = apply_turn(match, actions)
    return replace(view, match=match)
