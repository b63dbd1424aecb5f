"""What is particular to live tournaments: a pause before each round, and players who do not come to a game."""

from collections.abc import Mapping, Sequence
from typing import Any

from ludarium.club.match.absence import WAIT
from ludarium.club.tournaments.pace import PAUSE, is_live
from ludarium.match.data import TIME
from ludarium.store.tournaments.rows import StoredBoard, StoredTournament, TournamentEntry

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


def absentees(
    tournament: StoredTournament,
    players: Mapping[int, TournamentEntry],
    before: Sequence[StoredBoard],
    after: Sequence[StoredBoard],
) -> list[int]:
    """Return the players who have just lost a live game by time and without a turn: they count as having left."""
    if not is_live(tournament.tempo):
        return []
    ended = [new for old, new in zip(before, after, strict=True) if new.how == "played" and not old.how]
    lost = set[int]()
    for board in ended:
        if board.ending.partition(":")[0] == TIME and board.second is not None:
            lost |= {board.first} if not board.first_points and not board.first_turns else set()
            lost |= {board.second} if not board.second_points and not board.second_turns else set()
    return sorted(number for number in lost if not players[number].is_absent and not players[number].bot)
