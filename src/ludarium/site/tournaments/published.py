"""Tournaments that were played and published elsewhere: made, entered and begun at once, and played as recorded.

Each match is that of a recorded game, whole when it is stored; a pair of which nothing is recorded has no match, and
counts for nothing.
"""

import secrets
from collections.abc import Iterator
from dataclasses import replace

from ludarium.core.errors import ParseError
from ludarium.core.published import PublishedTournament, published_tournament
from ludarium.core.registry import load
from ludarium.match.progress import apply_turn
from ludarium.site.begin.new_match import new_match
from ludarium.site.begin.rows import USUAL_SLOW
from ludarium.site.ground.values import Person, SeatAssignment
from ludarium.site.match.views import MatchView
from ludarium.site.people.people import printable
from ludarium.site.tournaments.reading import MakeTournament
from ludarium.site.tournaments.rows.values import StoredBoard, StoredTournament, TournamentEntry
from ludarium.tournament.waves import IN_ORDER, UNKNOWN

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
