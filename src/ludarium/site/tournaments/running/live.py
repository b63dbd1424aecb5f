"""What is particular to live tournaments: a pause before each round, and players who do not come to a game."""

from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from typing import Any

from ludarium.core.errors import LudariumError
from ludarium.match.data import ABSENCE, TIME
from ludarium.match.progress import all_states
from ludarium.site.match.closed import WAIT
from ludarium.site.match.transactions import Transactions
from ludarium.site.match.views import MatchView
from ludarium.site.notices.rows.notices import BEGUN
from ludarium.site.offers.reading import clock_and_tick
from ludarium.site.tournaments.history import forfeited
from ludarium.site.tournaments.pace import PAUSE, is_live
from ludarium.site.tournaments.rows.values import StoredBoard, StoredTournament, TournamentEntry

_ENDED = ("played", "forfeit")
LOOK = 60.0
"""Seconds between two looks for players who do not come to a game."""


def pause(tournament: StoredTournament, boards: Sequence[StoredBoard], now: float) -> dict[str, Any]:  # Any: columns
    """Return what changes in a tournament whose games are all over and that goes on: the pause begins, lasts or ends.

    Its first round, and a tournament over days, has no pause.
    """
    if not is_live(tournament.tempo) or not boards:
        return {}
    if tournament.resumes_at is None:
        return {"resumes_at": now + PAUSE}
    return {"resumes_at": None if now >= tournament.resumes_at else tournament.resumes_at}


def next_look(later: StoredTournament, begins: bool, now: float) -> float:
    """Return when the next step of a live tournament is due, beside taking results; `begins` if games begin now."""
    if later.resumes_at is not None:
        return later.resumes_at
    if begins:
        return now + WAIT
    return later.due_at if later.due_at is not None and later.due_at > now else now + LOOK


def unattended(
    matches: Transactions, tournament: StoredTournament, players: Mapping[int, TournamentEntry], board: StoredBoard
) -> StoredBoard:
    """Return a live game that was lost on time before any turn, lost by both if the other player was not there either.

    Who waits for a first turn cannot act: they were there if they have looked at the match before it ended. Programs
    look at no page, so they count as there.
    """
    lost_on_time = board.how == "played" and board.ending.partition(":")[0] == TIME
    has_ticks = clock_and_tick(tournament.tempo)[1] is not None  # there people say that they are ready
    if not (lost_on_time and is_live(tournament.tempo)) or has_ticks or len(board.seating) > 2:
        return board
    others = [players[player] for player in board.seating if board.got(player)]
    if any(board.spent(player)[1] for player in board.seating) or any(other.is_bot for other in others):
        return board
    with suppress(LudariumError):  # one that cannot be loaded stays as it is
        view = matches.look(board.match_id or "")
        unseen = matches.store.notices.unseen(view.id, BEGUN, view.updated_at)
        if unseen.issuperset(other.person for other in others):
            return forfeited(board, frozenset(board.seating))
    return board


def absentees(
    tournament: StoredTournament,
    players: Mapping[int, TournamentEntry],
    before: Sequence[StoredBoard],
    after: Sequence[StoredBoard],
    look: Callable[[str], MatchView],
) -> list[int]:
    """Return the players who count as having left: they have missed as many live games running as their kind says.

    The last of them has just ended.
    They were not there in a game that has no turn of theirs, or has ticks, and that they have lost on time; or to which
    nobody came, so that all have lost it. `look` returns a match.
    """
    if not is_live(tournament.tempo):
        return []
    ended = [new for old, new in zip(before, after, strict=True) if new.how in _ENDED and not old.how]
    missed = {player for board in ended for player in _missing(tournament, players, board, look)}
    most, found = tournament.of_kind.most_missed, list[int]()
    for number in sorted(missed):
        last = [board for board in after if number in board.seating and board.how in _ENDED][-most:]
        if len(last) == most and all(number in _missing(tournament, players, board, look) for board in last):
            found.append(number)
    return [number for number in found if not players[number].is_absent and not players[number].bot]


def _missing(
    tournament: StoredTournament,
    players: Mapping[int, TournamentEntry],
    board: StoredBoard,
    look: Callable[[str], MatchView],
) -> set[int]:
    """Return the players who were not there in a live game that has ended."""
    gone = _left_a_table(board, look) if len(board.seating) > 2 else frozenset[str]()
    return {
        player for player in board.seating if players[player].person in gone or was_absent(tournament, board, player)
    }


def was_absent(tournament: StoredTournament, board: StoredBoard, player: int) -> bool:
    """Return whether a player was not there in a live game of two, and has lost it."""
    if board.ending == ABSENCE:
        return True
    has_ticks = clock_and_tick(tournament.tempo)[1] is not None
    on_time = board.ending.partition(":")[0] == TIME and not board.got(player)
    return on_time and (has_ticks or not board.spent(player)[1])


def _left_a_table(board: StoredBoard, look: Callable[[str], MatchView]) -> frozenset[str]:
    """Return the people whose seats at a table others or nobody played, as their first turn did not come."""
    with suppress(LudariumError):  # one that cannot be loaded keeps nobody out
        view = look(board.match_id or "")
        states = all_states(view.match)
        left = zip(view.match.leavers, view.departures, strict=False)
        return frozenset(
            departure.person
            for leaver, departure in left
            if departure.person and leaver.reason == TIME
            if not any(leaver.seat in state.actors for state in states[: leaver.turns])
        )
    return frozenset()
