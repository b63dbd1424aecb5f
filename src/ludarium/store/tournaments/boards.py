"""The games and byes of the tournaments of a database."""

from collections.abc import Sequence

from sqlalchemy import bindparam, insert, select, update

from ludarium.store.database import Repository
from ludarium.store.tables import matches, seats, tournament_boards, tournaments
from ludarium.store.tournaments.rows import StoredBoard

_row, _board = tournaments.c, tournament_boards.c
_BOARD = (
    "wave", "board", "round", "encounter", "first", "second", "match_id", "first_points", "second_points", "how",
    "first_seconds", "first_turns", "second_seconds", "second_turns", "judged_turns", "verdict", "section",
    "third", "third_points", "third_seconds", "third_turns",
    "fourth", "fourth_points", "fourth_seconds", "fourth_turns",
    "known", "before",
)  # fmt: skip


class TournamentBoardTable(Repository):
    """The games and byes of all tournaments."""

    def of(self, tournament_id: str) -> tuple[StoredBoard, ...]:
        """Return the games and byes of a tournament, wave by wave, with the results of their matches."""
        columns = [_board[name] for name in _BOARD]
        chosen = select(*columns, matches.c.result, matches.c.ending, matches.c.number).outerjoin(
            matches, matches.c.id == _board.match_id
        )
        chosen = chosen.where(_board.tournament_id == tournament_id).order_by(_board.wave, _board.board)
        with self.database.connect() as connection:
            return tuple(
                StoredBoard(
                    result=row["result"] or "*",
                    ending=row["ending"] or "",
                    match_number=row["number"],
                    **{name: row[name] for name in _BOARD},
                )
                for row in connection.execute(chosen).mappings()
            )

    def add(self, tournament_id: str, boards: Sequence[StoredBoard]) -> None:
        """Insert the games and byes of a wave."""
        with self.database.begin() as connection:
            connection.execute(
                insert(tournament_boards), [_values(board) | {"tournament_id": tournament_id} for board in boards]
            )

    def set(self, tournament_id: str, boards: Sequence[StoredBoard]) -> None:
        """Store the matches and the points of games."""
        this = update(tournament_boards).where(
            _board.tournament_id == tournament_id, _board.wave == bindparam("in_wave"), _board.board == bindparam("at")
        )
        if boards:
            with self.database.begin() as connection:
                connection.execute(this, [_values(one) | {"in_wave": one.wave, "at": one.board} for one in boards])

    def live_match_of(self, person_id: str) -> tuple[str, str, str] | None:
        """Return the match that a person plays now in a live tournament, with its id and name; None for none."""
        chosen = (
            select(_board.match_id, _row.id, _row.name)
            .join(tournaments, _row.id == _board.tournament_id)
            .join(matches, matches.c.id == _board.match_id)
            .join(seats, seats.c.match_id == matches.c.id)
            .where(_row.state == "running", _row.tempo.not_like("%/%"), _board.how == "", matches.c.result == "*")
            .where(seats.c.person_id == person_id)
            .order_by(matches.c.created_at.desc())
        )
        with self.database.connect() as connection:
            row = connection.execute(chosen.limit(1)).first()
            return (row[0], row[1], row[2]) if row else None

    def of_match(self, match_id: str) -> tuple[str, str] | None:
        """Return the id and the name of the tournament to which a match belongs, or None."""
        chosen = select(_row.id, _row.name).join(tournament_boards, _board.tournament_id == _row.id)
        with self.database.connect() as connection:
            row = connection.execute(chosen.where(_board.match_id == match_id)).first()
            return (row[0], row[1]) if row else None


def _values(board: StoredBoard) -> dict[str, object]:
    return {name: getattr(board, name) for name in _BOARD}
