"""What an organiser may change: a tournament before it begins, and results of its games."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

from ludarium.club.people.people import Person, printable
from ludarium.club.tournaments.commands import ChangeTournament, CorrectResult
from ludarium.club.tournaments.notices import tournament_notice
from ludarium.club.tournaments.reading import DAYS, FEWEST, LONGEST_NAME, MOST, MOST_DAYS, read_number
from ludarium.core.errors import ParseError
from ludarium.core.text import fraction, shorten, utc_time
from ludarium.match.clock import DAY
from ludarium.store.repositories import UnitOfWork
from ludarium.store.rows import Act
from ludarium.store.tournaments.tournaments import StoredBoard, StoredTournament, TournamentEntry

RESULTS: Mapping[str, float] = {"1": 1.0, "0.5": 0.5, "0": 0.0}
"""What the player with the first turn gets by a corrected result."""


def changed_values(
    tournament: StoredTournament, entered: int, command: ChangeTournament, now: float
) -> dict[str, Any]:  # Any: the columns that change
    """Return the values that change in a tournament that has not begun; an empty field changes nothing.

    Raises `ParseError`.
    """
    found = dict[str, Any]()
    if name := " ".join(printable(command.name).split())[:LONGEST_NAME]:
        found["name"] = name
    if command.days.strip():
        found["begins_at"] = now + read_number(command.days, "days until the start", 1, DAYS, MOST_DAYS) * DAY
    if command.most.strip():
        least = max(FEWEST[tournament.kind], entered)
        found["most"] = read_number(command.most, "most players", least, tournament.most, MOST[tournament.kind])
    if not found:
        raise ParseError("nothing was changed: expected a name, the days until the start, or the most players")
    return {field: value for field, value in found.items() if value != getattr(tournament, field)}


def change(
    tx: UnitOfWork, tournament: StoredTournament, entered: Sequence[str], command: ChangeTournament, now: float
) -> None:
    """Change a tournament that has not begun, and notify those who have entered of another time.

    Raises `ParseError`.
    """
    values = changed_values(tournament, len(entered), command, now)
    later = replace(tournament, **values)
    tx.tournaments.set_due(tournament.id, later.begins_at, **values)
    if "begins_at" in values:
        text = f"{later.name} begins at another time: {utc_time(later.begins_at)}."
        for person_id in {*entered} - {tournament.organiser}:
            tx.notices.add(tournament_notice(tournament, person_id, text, now))


def correctable(tournament: StoredTournament, boards: Sequence[StoredBoard]) -> tuple[StoredBoard, ...]:
    """Return the games with a result that may be corrected, so that all pairings still follow from the results.

    In a round robin these are all games that were played; otherwise those of the last round, from which nothing was
    paired yet. In a division they are corrected while it goes on, since the next season follows from its table.
    """
    states = ("running", "over") if tournament.kind in ("round-robin", "swiss") else ("running",)
    if tournament.state not in (("running",) if tournament.league_id else states):
        return ()
    last = max((board.wave for board in boards), default=0)
    return tuple(
        board
        for board in boards
        if board.how in ("played", "adjudicated", "corrected")
        and board.match_id
        and (tournament.kind == "round-robin" or board.wave == last)
    )


def corrected(board: StoredBoard, command: CorrectResult) -> StoredBoard:
    """Return a game with another result.

    Raises `ParseError`.
    """
    points = RESULTS.get(command.points.strip())
    if points is None:
        raise ParseError(f"the points are {shorten(command.points)}: expected one of {', '.join(RESULTS)}")
    return board._replace(how="corrected", first_points=points, second_points=1.0 - points, verdict=None)


def correct(
    tx: UnitOfWork,
    tournament: StoredTournament,
    board: StoredBoard,
    entries: Sequence[TournamentEntry],
    person: Person,
    command: CorrectResult,
    now: float,
) -> None:
    """Correct the result of a game, log it, and notify both players; the match and the ratings stay as they are.

    Raises `ParseError`.
    """
    later = corrected(board, command)
    tx.tournaments.set_boards(tournament.id, [later])
    if tournament.state == "running":
        tx.tournaments.set_due(tournament.id, now)
    pair = [entry for number in (board.first, board.second) for entry in entries if entry.number == number]
    before, after = (
        f"{fraction(one.first_points or 0.0)}:{fraction(one.second_points or 0.0)}" for one in (board, later)
    )
    names = " against ".join(entry.name for entry in pair)
    detail = f"{tournament.name}: {names}, {after}, before {before}"
    tx.acts.add(Act(now, person.id, "correct result", board.match_id or "", detail))
    for entry in pair:
        if entry.closed_at is None:
            text = f"{person.name} has corrected a result in {tournament.name}: {names} ended {after}."
            tx.notices.add(tournament_notice(tournament, entry.person, text, now))
