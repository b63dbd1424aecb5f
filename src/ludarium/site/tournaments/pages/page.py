"""The page of a tournament: its cross table, and its bracket."""

from collections import defaultdict
from collections.abc import Collection
from typing import NamedTuple

from ludarium.site.tournaments.pace import is_live
from ludarium.site.tournaments.rows.values import StoredBoard, TournamentEntry
from ludarium.site.tournaments.views import TableRow, TournamentView
from ludarium.tournament.elimination import FINAL, LOSERS, WINNERS
from ludarium.tournament.kinds.team_match import boards_of_teams, reserves_of
from ludarium.tournament.report.bracket_svg import draw_bracket

_MOST_COLUMNS = 12
_PODIUM = 3
_SECTIONS = {"": "", WINNERS: "Without a defeat", LOSERS: "After one defeat", FINAL: "Final"}
"""The heads of the parts of a bracket."""


SHOTS = 8
"""Games that the page of a live tournament shows side by side."""


FEW = 12
"""Matches that the page of a tournament that is over lists without being asked."""


def follows(view: TournamentView) -> bool:
    """Return whether the page follows a live tournament: it goes on, or waits for players."""
    return view.tournament.state in ("open", "running") and is_live(view.tournament.tempo)


def listed_rounds(view: TournamentView, shown: Collection[str]) -> list[tuple[int, tuple[StoredBoard, ...]]]:
    """Return the rounds whose matches a page lists; none if the only one is `shown` as a picture.

    An arena has none, and no list while it goes on; when it is over all its matches are one.
    """
    if _only_one_is_in(view, shown):
        return []
    if not view.tournament.of_kind.at_any_time:
        return [*view.rounds]
    boards = tuple(board for board in view.boards if board.how != "waits")
    return [(0, boards)] if boards and view.tournament.state == "over" else []


def listed_own(view: TournamentView, shown: Collection[str], *, in_rounds: bool) -> tuple[StoredBoard, ...]:
    """Return the games that a page lists as the person's: none where they are all there are, and stand there anyway."""
    are_all = len(view.own_boards) == len(view.boards)
    return () if are_all and (in_rounds or _only_one_is_in(view, shown)) else view.own_boards


def _only_one_is_in(view: TournamentView, shown: Collection[str]) -> bool:
    return len(view.boards) == 1 and view.boards[0].match_id in shown


def listed_rows(view: TournamentView) -> tuple[TableRow, ...]:
    """Return the rows of the table as a page lists them: who has left stands last while the tournament goes on.

    In an arena people pause and come back, so everybody stays in their place.
    """
    if view.tournament.of_kind.at_any_time:
        return view.table
    there = tuple(row for row in view.table if not row.entry.is_absent)
    if view.tournament.state != "running" or len(there) == len(view.table):
        return view.table
    return (*there, *(row for row in view.table if row.entry.is_absent))


def deciding_match(view: TournamentView) -> str:
    """Return the match that a tournament which is over is remembered by; empty for none.

    It is the last that who has won played against who is second, or else the last that they have won.
    """
    kind = view.tournament.of_kind
    rows = [row.row for row in view.table if not (view.tournament.of_kind.at_any_time and row.entry.bot)]
    if view.tournament.state != "over" or kind.has_teams or kind.has_exhibitor or not rows or not rows[0].points:
        return ""
    winner, second = rows[0].player, rows[1].player if rows[1:] else None
    own = [board for board in view.boards if winner in board.seating and board.match_id and board.how == "played"]
    best = max(
        own,
        key=lambda board: (second in board.seating, board.got(winner) == max(board.points), board.wave, board.board),
        default=None,
    )
    return (best and best.match_id) or ""


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

    A cell is None where a player cannot meet. The only round of a game with tables has none, as the table says it all.
    """
    places = {row.row.player: row.row.rank for row in view.table}
    by_opponent = view.tournament.of_kind.cross == "opponents" and view.tournament.seats == 2
    order = [row.row.player for row in view.table] if by_opponent else [number for number, _ in view.rounds]
    heads = tuple(str(places[player]) if by_opponent else f"round {player + 1}" for player in order)
    says_all = view.tournament.seats > 2 and len(order) == 1
    if not view.tournament.of_kind.cross or len(order) > _MOST_COLUMNS or says_all:
        return (), ()
    cells = defaultdict[tuple[int, int], list[CrossCell]](list)
    for number, boards in view.rounds:
        for board in boards:
            for player, got in _sides(board):
                others = [each for each in board.seating if each != player]
                other = others[0] if others and view.tournament.seats == 2 else -1
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


class TeamBoard(NamedTuple):
    """A board of a team match: who meets, the games with what the first has got, and the points of both."""

    first: TournamentEntry
    second: TournamentEntry
    games: tuple[CrossCell, ...]
    points: tuple[float, float]


def team_boards(view: TournamentView) -> list[TeamBoard]:
    """Return the boards of a team match, the best first; none for other tournaments."""
    found = []
    boards = [board for _, boards in view.rounds for board in boards]
    for first, second in boards_of_teams(view.form.teams):
        own = [board for board in boards if first in board.seating]
        games = tuple(
            CrossCell(second, board.got(first), board.match_id, board.how, board.first == first) for board in own
        )
        points = tuple(sum(board.got(player) or 0.0 for board in own) for player in (first, second))
        found.append(TeamBoard(view.players[first], view.players[second], games, (points[0], points[1])))
    return found


def reserves(view: TournamentView) -> list[TournamentEntry]:
    """Return the players of a team match for whom there is no opponent."""
    return [view.players[player] for player in reserves_of(view.form.teams)]


def _sides(board: StoredBoard) -> list[tuple[int, float | None]]:
    """Return each player of a game with the points."""
    return [(player, board.got(player)) for player in board.seating]


def winners_of(view: TournamentView) -> list[str]:
    """Return the name of who has won a tournament that is over, or of a team; of teams with equal points, both."""
    one = view.tournament
    if one.state != "over" or one.of_kind.has_exhibitor or not any(row.row.points for row in view.table):
        return []
    if one.team_names:
        teams = zip(one.team_names, view.team_points, strict=True)
        return [name for name, points in teams if points == max(view.team_points)]
    people = [row for row in view.table if not (one.of_kind.at_any_time and row.entry.bot)]
    return [row.entry.name for row in people if row.row.rank == people[0].row.rank and row.row.points]


def podium_of(view: TournamentView) -> tuple[TableRow, ...]:
    """Return the first three of a tournament that is over and has one winner; none for others, nor by few players."""
    if len(winners_of(view)) != 1 or view.tournament.team_names or len(view.table) <= _PODIUM:
        return ()
    return tuple(row for row in view.table if row.row.points)[:_PODIUM]


def brackets(view: TournamentView) -> list[tuple[str, str]]:
    """Return the parts of the bracket of a knock-out, each with its head, as SVG; empty for other tournaments."""
    if not view.tournament.of_kind.is_bracket:
        return []
    names = [f"{number} {entry.name}" for number, entry in enumerate(view.players, 1)]
    found = []
    for section, head in _SECTIONS.items():
        boxes = defaultdict[tuple[int, int], dict[int, float]](dict)
        undecided = set[tuple[int, int]]()
        for board in (board for _, boards in view.rounds for board in boards if board.section == section):
            for player, got in _sides(board):
                box = boxes[board.round, board.encounter]
                box[player] = box.get(player, 0.0) + (got or 0.0)
            if not board.how:
                undecided.add((board.round, board.encounter))
        if boxes:
            found.append((head, draw_bracket(names, dict(sorted(boxes.items())), section, undecided)))
    return found
