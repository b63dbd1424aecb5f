"""The page of a tournament: its cross table and its bracket, and its data for programs."""

from collections import defaultdict
from collections.abc import Mapping
from typing import NamedTuple

from ludarium.site.tournaments.rows.values import StoredBoard, StoredTournament, TournamentEntry
from ludarium.site.tournaments.table_games import is_live
from ludarium.site.tournaments.views import ListedTournaments, TableRow, TournamentView
from ludarium.site.tournaments.words import news_text
from ludarium.site.web.answers import (
    TournamentBot,
    TournamentData,
    TournamentFormer,
    TournamentGame,
    TournamentList,
    TournamentNews,
    TournamentPlayer,
    TournamentRow,
    TournamentSummary,
    TournamentWaiting,
)
from ludarium.site.web.data import data_of
from ludarium.tournament.elimination import FINAL, LOSERS, WINNERS
from ludarium.tournament.kinds.team_match import boards_of_teams, reserves_of
from ludarium.tournament.report.bracket_svg import draw_bracket

_MOST_COLUMNS = 12
_SECTIONS = {"": "", WINNERS: "Without a defeat", LOSERS: "After one defeat", FINAL: "Final"}
"""The heads of the parts of a bracket."""


SHOTS = 8
"""Games that the page of a live tournament shows side by side."""


def follows(view: TournamentView) -> bool:
    """Return whether the page follows a live tournament: it goes on, or waits for players."""
    return view.tournament.state in ("open", "running") and is_live(view.tournament.tempo)


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
    by_opponent = view.tournament.of_kind.cross == "opponents" and view.tournament.seats == 2
    order = [row.row.player for row in view.table] if by_opponent else [number for number, _ in view.rounds]
    heads = tuple(str(places[player]) if by_opponent else f"round {player + 1}" for player in order)
    if not view.tournament.of_kind.cross or len(order) > _MOST_COLUMNS:
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
    people = [row for row in view.table if not (one.by_site and row.entry.bot)]
    return [row.entry.name for row in people if row.row.rank == people[0].row.rank and row.row.points]


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


_ABOUT = (
    "name", "state", "kind", "game", "tempo", "rounds", "games", "rated", "computers", "most", "seed", "seats",
    "fewest", "exhibitor", "first_turn", "opponent", "begins_at", "begun_at", "ends_at", "ended_at", "resumes_at",
    "minutes", "streaks", "published", "pairing",
)  # fmt: skip
_OF_NEWS = ("at", "kind", "person", "name", "about", "until")
_IN_LIST = ("name", "state", "kind", "game", "tempo", "rated", "computers", "entered", "most", "begins_at")


@data_of("tournaments")
def tournament_list(values: Mapping[str, object]) -> TournamentList:
    """Return the data of the list of tournaments."""
    listed = values["listed"]
    assert isinstance(listed, ListedTournaments)
    return TournamentList(
        [_summary(one, one.id in listed.mine) for one in (*listed.open, *listed.running, *listed.over)]
    )


def _summary(one: StoredTournament, is_mine: bool) -> TournamentSummary:
    return TournamentSummary(tournament=one.id, is_mine=is_mine, **{name: getattr(one, name) for name in _IN_LIST})


@data_of("tournament")
def tournament_data(values: Mapping[str, object]) -> TournamentData:
    """Return the data of the page of a tournament."""
    view = values["view"]
    assert isinstance(view, TournamentView)
    one = view.tournament
    table = [TournamentRow(**line.row._asdict()) for line in view.table]
    about = {name: getattr(one, name) for name in _ABOUT}
    return TournamentData(
        tournament=one.id,
        organiser=one.organiser_name,
        players=[_player(view, each) for each in view.players],
        waves=_waves(view),
        table=table,
        do=view.do,
        rests_until=one.rests_until,
        news=[
            TournamentNews(text=news_text(line), **{name: getattr(line, name) for name in _OF_NEWS})
            for line in view.news
        ],
        waiting=[TournamentWaiting(each.person, each.name, each.at, each.asked) for each in view.waiting],
        asked_for=view.asked_for.person if view.asked_for else None,
        teams=[*one.team_names],
        team_points=[*view.team_points],
        ties=[*one.of_kind.ties_of(view.form)],
        in_rounds=view.form.in_rounds,
        bots=[TournamentBot(spec, name) for spec, name in view.bots.items()],
        **about,
    )


def _waves(view: TournamentView) -> list[list[TournamentGame]]:
    rows = {(b.wave, b.board): b for _, boards in view.rounds for b in boards}
    return [
        [
            TournamentGame(
                round=board.pairing.round,
                encounter=board.pairing.encounter,
                players=list(board.pairing.seating),
                points=list(board.points),
                how=board.how,
                section=board.pairing.section,
                match=rows[number, at].match_id or None,
                verdict=rows[number, at].verdict,
                known=rows[number, at].known,
                before=[TournamentFormer(one.until, one.how, [*one.points]) for one in board.before],
                turns=board.turns if view.tournament.of_kind.alone and board.how else None,
                ended=bool(board.how or rows[number, at].ending),
            )
            for at, board in enumerate(wave)
        ]
        for number, wave in enumerate(view.waves)
    ]


def _player(view: TournamentView, each: TournamentEntry) -> TournamentPlayer:
    return TournamentPlayer(
        each.person,
        each.name,
        each.place,
        each.rating,
        each.is_bot,
        each.is_absent,
        each.former_name or None,
        each.team,
        each.entered_at,
        each.person in view.disqualified,
        each.bot or None,
    )
