"""The page of a tournament: its cross table, and its bracket."""

from collections import defaultdict
from typing import NamedTuple

from ludarium.club.tournaments.views import StoredBoard, TableRow, TournamentView
from ludarium.tournament.report.bracket_svg import draw_bracket

_MOST_COLUMNS = 12


class CrossCell(NamedTuple):
    """A game in the cross table: the opponent, the points, and the match; `number` is the opponent's place."""

    number: int
    points: float | None
    match_id: str | None
    how: str
    first: bool


class CrossRow(NamedTuple):
    """A row of the cross table: the cells of each column."""

    row: TableRow
    columns: tuple[tuple[CrossCell, ...] | None, ...]


def cross_table(view: TournamentView) -> tuple[tuple[str, ...], tuple[CrossRow, ...]]:
    """Return the heads of the columns and the rows: opponents of a round robin, or the rounds of a Swiss tournament.

    A cell is None where a player cannot meet.
    """
    places = {row.row.player: row.row.rank for row in view.table}
    by_opponent = view.tournament.kind == "round-robin"
    order = [row.row.player for row in view.table] if by_opponent else [number for number, _ in view.rounds]
    heads = tuple(str(places[player]) if by_opponent else f"round {player + 1}" for player in order)
    if view.tournament.kind == "knock-out" or len(order) > _MOST_COLUMNS:
        return (), ()
    cells = defaultdict[tuple[int, int], list[CrossCell]](list)
    for number, boards in view.rounds:
        for board in boards:
            for player, other, got in _sides(board):
                cell = CrossCell(places.get(other, 0), got, board.match_id, board.how, board.first == player)
                cells[player, other if by_opponent else number].append(cell)
    return heads, tuple(
        CrossRow(
            row,
            tuple(
                None if by_opponent and column == row.row.player else tuple(cells[row.row.player, column])
                for column in order
            ),
        )
        for row in view.table
    )


def _sides(board: StoredBoard) -> list[tuple[int, int, float | None]]:
    """Return each player of a game with the opponent, -1 for none, and the points."""
    if board.second is None:
        return [(board.first, -1, board.first_points)]
    return [(board.first, board.second, board.first_points), (board.second, board.first, board.second_points)]


def bracket(view: TournamentView) -> str:
    """Return the bracket of a knock-out as SVG; empty for others."""
    if view.tournament.kind != "knock-out" or not view.rounds:
        return ""
    boxes = defaultdict[tuple[int, int], dict[int, float]](dict)
    undecided = set[tuple[int, int]]()
    for _, boards in view.rounds:
        for board in boards:
            for player, _, got in _sides(board):
                box = boxes[board.round, board.encounter]
                box[player] = box.get(player, 0.0) + (got or 0.0)
            if not board.how:
                undecided.add((board.round, board.encounter))
    names = [f"{number} {entry.name}" for number, entry in enumerate(view.players, 1)]
    return draw_bracket(names, dict(sorted(boxes.items())), undecided=undecided)
