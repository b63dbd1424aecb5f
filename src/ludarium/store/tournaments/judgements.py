"""Matches of tournaments that wait for a verdict: whichever process claims one judges it."""

from typing import NamedTuple

from sqlalchemy import ColumnElement, and_, func, or_, select, update

from ludarium.store.database import Repository
from ludarium.store.tables import tournament_boards, tournament_entries

_board, _entry = tournament_boards.c, tournament_entries.c
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


class JudgementTable(Repository):
    """The matches of one database that wait for a verdict."""

    def claim(self, now: float, until: float) -> AskedVerdict | None:
        """Claim a match until a time; None if none waits."""
        free = and_(_WAITS, or_(_board.judge_until.is_(None), _board.judge_until < now))
        tries = func.coalesce(_board.judge_tries, 0)
        columns = (_board.tournament_id, _board.wave, _board.board, _board.match_id, _board.judged_turns)
        chosen = select(*columns, _entry.person_id, tries).join(
            tournament_entries,
            and_(_entry.tournament_id == _board.tournament_id, _entry.number == _board.first),
        )
        chosen = chosen.where(free, _board.match_id.is_not(None)).order_by(_board.tournament_id, _board.board)
        with self.database.connect() as connection:
            waiting = [AskedVerdict(*row) for row in connection.execute(chosen.limit(_AT_ONCE))]
        for asked in waiting:
            values = {"judge_until": until, "judge_tries": asked.tries + 1}
            with self.database.begin() as connection:
                claimed = update(tournament_boards).where(free, _is(asked)).values(**values)
                if connection.execute(claimed).rowcount == 1:
                    return asked
        return None

    def release(self, asked: AskedVerdict) -> None:
        """Release a claim; what was begun does not count as a try."""
        with self.database.begin() as connection:
            values = {"judge_until": None, "judge_tries": asked.tries}
            connection.execute(update(tournament_boards).where(_WAITS, _is(asked)).values(**values))

    def decide(self, asked: AskedVerdict, points: float, verdict: str) -> bool:
        """Write the points of the first player, and how they were found; return False if it was decided before."""
        values = {"how": "adjudicated", "first_points": points, "second_points": 1.0 - points, "verdict": verdict}
        with self.database.begin() as connection:
            decided = update(tournament_boards).where(_WAITS, _is(asked)).values(**values)
            return connection.execute(decided).rowcount == 1


def _is(asked: AskedVerdict) -> ColumnElement[bool]:
    return and_(_board.tournament_id == asked.tournament, _board.wave == asked.wave, _board.board == asked.board)
