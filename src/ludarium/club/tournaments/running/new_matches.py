"""The matches that begin for the games of a tournament."""

from collections.abc import Mapping, Sequence
from dataclasses import replace

from ludarium.club.begin.new_match import in_turn_order, new_match
from ludarium.club.match.transactions import Transactions
from ludarium.club.match.views import MatchView, SeatAssignment
from ludarium.club.moderation.standing import barred
from ludarium.club.tournaments.table_games import game_for
from ludarium.match.clock import Clock
from ludarium.store.tournaments.rows import StoredBoard, StoredTournament, TournamentEntry

BATCH = 16
"""Matches that one transaction begins, so that others need not wait for long."""


def waits_for_match(board: StoredBoard) -> bool:
    """Return whether a game has to be played, and has no match yet."""
    return not board.how and not board.match_id and board.second is not None


def with_matches(
    matches: Transactions,
    tournament: StoredTournament,
    players: Mapping[int, TournamentEntry],
    boards: Sequence[StoredBoard],
    left: int = BATCH,
) -> tuple[list[StoredBoard], list[MatchView]]:
    """Return games with the matches that begin for them now, `left` at most, and these."""
    found, begun = [], list[MatchView]()
    waits = [waits_for_match(board) for board in boards]
    people = [entry.person for entry in players.values()] if tournament.rated and any(waits) else []
    unrated = barred(matches.store, people, matches.now())
    for board, begins in zip(boards, waits, strict=True):
        if len(begun) < left and begins:
            seated = [players[number] for number in board.seating]
            rated = unrated.isdisjoint(entry.person for entry in seated)
            begun.append(_match(tournament, seated, now=matches.now(), rated=rated))
            board = board._replace(match_id=begun[-1].id)
        found.append(board)
    return found, begun


def _match(tournament: StoredTournament, seated: Sequence[TournamentEntry], *, now: float, rated: bool) -> MatchView:
    people = [SeatAssignment("person", entry.name, entry.person) for entry in seated]
    game = game_for(tournament.game, len(people))
    assert game
    view = new_match(
        now,
        game.spec,
        in_turn_order(game.initial(), people),
        clock=Clock.parse(tournament.tempo),
        rated=tournament.rated and rated,
    )
    return replace(view, computers=tournament.computers)
