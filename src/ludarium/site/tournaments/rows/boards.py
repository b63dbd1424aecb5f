"""The games and byes of tournaments, some of which wait for a verdict: whichever process claims one judges it."""

from collections.abc import Sequence
from typing import NamedTuple

from sqlalchemy import ColumnElement, and_, bindparam, exists, func, or_, select, update

from ludarium.site.ground.mapping import Values
from ludarium.site.ground.table import Rows
from ludarium.site.ground.tables import matches, notices, seats, tournament_boards, tournament_entries, tournaments
from ludarium.site.notices.rows.notices import BEGUN
from ludarium.site.tournaments.rows.values import StoredBoard

_row, _board = tournaments.c, tournament_boards.c


class TournamentBoardTable(
    Values[StoredBoard],
    table=tournament_boards,
    value=StoredBoard,
    computed={
        "result": func.coalesce(matches.c.result, "*"),
        "ending": func.coalesce(matches.c.ending, ""),
        "match_number": matches.c.number,
    },
    joined=tournament_boards.outerjoin(matches, matches.c.id == _board.match_id),
    order=(_board.wave, _board.board),
):
    """The games and byes of all tournaments, wave by wave, with the results of their matches."""

    def of(self, tournament_id: str) -> tuple[StoredBoard, ...]:
        """Return the games and byes of a tournament."""
        return self.find(tournament_id=tournament_id)

    def change(self, tournament_id: str, boards: Sequence[StoredBoard]) -> None:
        """Store the matches and the points of games."""
        this = update(tournament_boards).where(
            _board.tournament_id == tournament_id, _board.wave == bindparam("in_wave"), _board.board == bindparam("at")
        )
        if boards:
            with self.database.begin() as connection:
                connection.execute(this, [self.row(one) | {"in_wave": one.wave, "at": one.board} for one in boards])

    def live_match_of(self, person_id: str) -> tuple[str, str, str] | None:
        """Return the match that a person plays now in a live tournament, with its id and name.

        It is None for none, and for one that they have opened: they have seen that it has begun.
        """
        of_match = notices.c.match == matches.c.id, notices.c.person == person_id
        seen = exists().where(*of_match, notices.c.kind == BEGUN, notices.c.read_at.is_not(None))
        chosen = (
            select(_board.match_id, _row.id, _row.name)
            .join(tournaments, _row.id == _board.tournament_id)
            .join(matches, matches.c.id == _board.match_id)
            .join(seats, seats.c.match_id == matches.c.id)
            .where(_row.state == "running", _row.tempo.not_like("%/%"), _board.how == "", matches.c.result == "*")
            .where(seats.c.person == person_id, ~seen)
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


_entry = tournament_entries.c
_WAITS = and_(_board.how == "", _board.judged_turns.is_not(None))
_AT_ONCE = 10


class AskedVerdict(NamedTuple):
    """A game that waits for a verdict: on its match after some turns; `first` is who has the first turn in it.

    `tries` says how often it was begun before.
    """

    tournament: str
    wave: int
    board: int
    match_id: str
    turns: int
    first: str
    tries: int


class JudgementTable(Rows, table=tournament_boards):
    """The matches of one database that wait for a verdict."""

    def claim(self, now: float, until: float) -> AskedVerdict | None:
        """Claim a match until a time; None if none waits."""
        free = and_(_WAITS, or_(_board.judge_until.is_(None), _board.judge_until < now))
        tries = func.coalesce(_board.judge_tries, 0)
        columns = (_board.tournament_id, _board.wave, _board.board, _board.match_id, _board.judged_turns)
        chosen = select(*columns, _entry.person, tries).join(
            tournament_entries,
            and_(_entry.tournament_id == _board.tournament_id, _entry.number == _board.first),
        )
        chosen = chosen.where(free, _board.match_id.is_not(None)).order_by(_board.tournament_id, _board.board)
        with self.database.connect() as connection:
            waiting = [AskedVerdict(*row) for row in connection.execute(chosen.limit(_AT_ONCE))]
        for asked in waiting:
            values = {"judge_until": until, "judge_tries": asked.tries + 1}
            if self.set(free, _is(asked), **values) == 1:
                return asked
        return None

    def release(self, asked: AskedVerdict) -> None:
        """Release a claim; what was begun does not count as a try."""
        self.set(_WAITS, _is(asked), judge_until=None, judge_tries=asked.tries)

    def decide(self, asked: AskedVerdict, points: float, verdict: str) -> bool:
        """Write the points of the first player, and how they were found; return False if it was decided before."""
        values = {"how": "adjudicated", "first_points": points, "second_points": 1.0 - points, "verdict": verdict}
        return self.set(_WAITS, _is(asked), **values) == 1


def _is(asked: AskedVerdict) -> ColumnElement[bool]:
    return and_(_board.tournament_id == asked.tournament, _board.wave == asked.wave, _board.board == asked.board)
