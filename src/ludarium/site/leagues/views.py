"""Leagues as people see them: the divisions of a season with their tables, and the person's commands."""

from collections.abc import Sequence
from typing import NamedTuple

from ludarium.site.leagues.rows import LeagueEntry, StoredLeague
from ludarium.site.tournaments.rows.values import StoredBoard
from ludarium.site.tournaments.running.steps import average_turn
from ludarium.site.tournaments.views import TableRow, TournamentView
from ludarium.tournament.seasons import Move, move_of


class DivisionRow(NamedTuple):
    """A row of the table of a division: where its place leads, and the average seconds of a turn, None if unknown."""

    line: TableRow
    move: Move
    average: float | None
    going_on: int
    """Matches that are not over."""


class Division(NamedTuple):
    """A division of a season; `number` counts from 0, the highest."""

    number: int
    view: TournamentView
    rows: tuple[DivisionRow, ...]

    @property
    def boards(self) -> tuple[StoredBoard, ...]:
        """Its games."""
        return tuple(board for _, boards in self.view.rounds for board in boards)


class LeagueView(NamedTuple):
    """A league as a person sees it.

    | field          | content                                                                  |
    |----------------|--------------------------------------------------------------------------|
    | `entries`      | who plays in the next season, in the order of entry                      |
    | `season`       | the season of which the divisions are; 0 before the first                |
    | `divisions`    | the highest first                                                        |
    | `entry`        | the entry of the person for the next season, or None                     |
    | `do`           | the words of the commands that the person may give now                   |
    | `refusal`      | why the person may not enter; empty if they may                          |
    """

    league: StoredLeague
    entries: tuple[LeagueEntry, ...]
    season: int
    divisions: tuple[Division, ...]
    entry: LeagueEntry | None
    do: list[str]
    refusal: str

    @property
    def is_entered(self) -> bool:
        """Whether the person plays in the next season."""
        return self.entry is not None

    @property
    def stands_in(self) -> bool:
        """Whether the person has offered to play for who leaves the season that goes on."""
        return self.entry is not None and self.entry.stands_in

    @property
    def may_end(self) -> bool:
        """Whether the person may end it."""
        return "end" in self.do

    @property
    def winner(self) -> DivisionRow | None:
        """The first of the highest division of a season that is over; who stands in plays for no title."""
        if not self.divisions or self.divisions[0].view.tournament.state != "over":
            return None
        return next((row for row in self.divisions[0].rows if not row.line.entry.former), None)

    @property
    def mine(self) -> Division | None:
        """The division of the season in which the person is, or None."""
        return next((division for division in self.divisions if division.view.mine), None)


def divisions_of(views: Sequence[TournamentView]) -> tuple[Division, ...]:
    """Return the divisions of a season, which are given from the highest on."""
    found = []
    for number, view in enumerate(views):
        boards = [board for _, wave in view.rounds for board in wave]
        rows = tuple(
            DivisionRow(
                line,
                move_of(line.row.rank, len(view.table), number, len(views)),
                average_turn(boards, line.row.player),
                sum(not board.how and line.row.player in board.seating for board in boards),
            )
            for line in view.table
        )
        found.append(Division(number, view, rows))
    return tuple(found)
