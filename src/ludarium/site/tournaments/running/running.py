"""Tournaments begin and go on by themselves: any process finds due steps in the database.

A step reads a tournament, decides, and writes all that follows in one transaction, which first raises the revision that
was read: of two processes that decide the same, one writes. So a round is there with its matches, or not at all; of a
large round the first matches, and the others come in the steps that follow at once.
"""

import logging
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import replace

from ludarium.core.errors import LudariumError, NotReady
from ludarium.site.ground.failures import DatabaseBusy, log_failure
from ludarium.site.match.transactions import Transactions
from ludarium.site.tournaments.asked import GOING_ON
from ludarium.site.tournaments.pace import is_live
from ludarium.site.tournaments.rows.values import StoredBoard, StoredTournament, TournamentEntry
from ludarium.site.tournaments.running.arenas import go_on_arena
from ludarium.site.tournaments.running.deadlines import stuck, time_is_up
from ludarium.site.tournaments.running.resigning import end_absent, resign, unrate
from ludarium.site.tournaments.running.rounds import begin, go_on
from ludarium.site.tournaments.running.steps import TournamentStep, write
from ludarium.site.tournaments.running.substitutes import seat_substitutes
from ludarium.site.worker import AT_ONCE, carry_out

_log = logging.getLogger(__name__)


class RunningTournaments:
    """Carries out the due steps of the tournaments of a store."""

    def __init__(self, matches: Transactions) -> None:
        self._matches = matches
        self._store = matches.store

    def work(self) -> int:
        """Carry out all that is due; return the number of steps that this process has made."""
        table = self._store.tournaments
        return carry_out(lambda: table.due(self._matches.now(), AT_ONCE), self.step, _log, "tournament")

    def step(self, tournament_id: str) -> bool:
        """Carry out the next step of a tournament; return whether this process has changed something."""
        tournament = self._store.tournaments.load(tournament_id)
        if tournament is None:
            return False
        entries = self._store.tournament_entries.of(tournament_id)
        boards = self._store.tournament_boards.of(tournament_id)
        try:
            return self._step(tournament, entries, boards)
        except (DatabaseBusy, NotReady):
            raise
        except Exception as error:
            if tournament.state not in GOING_ON:
                raise
            return self._failed(tournament, entries, error)

    def _step(
        self, tournament: StoredTournament, entries: Sequence[TournamentEntry], boards: Sequence[StoredBoard]
    ) -> bool:
        tournament_id = tournament.id
        if self._looks_at_live(tournament):
            end_absent(self._matches, boards)
            boards = self._store.tournament_boards.of(tournament_id)
        if time_is_up(tournament, self._matches.now()) and unrate(self._matches, boards):
            boards = self._store.tournament_boards.of(tournament_id)  # some may have ended meanwhile
        seated = seat_substitutes(self._matches, tournament, entries, boards)
        if tournament.state not in GOING_ON:
            return resign(self._matches, tournament, entries, boards) or seated
        if tournament.state == "running" and self._is_rested(tournament, boards):
            step = TournamentStep({"rests_until": None, "due_at": self._matches.now()})
        else:
            step = self._next(tournament, entries, boards)
        if not write(self._matches, tournament, step):
            return seated  # who has left may have been substituted meanwhile
        if not step.replaced:
            resign(self._matches, tournament, entries, boards)
        return True

    def _next(
        self, tournament: StoredTournament, entries: Sequence[TournamentEntry], boards: Sequence[StoredBoard]
    ) -> TournamentStep:
        """Return the next step."""
        if tournament.state == "open":
            step = begin(self._matches, tournament, entries)
        else:
            steps = go_on_arena if tournament.of_kind.at_any_time else go_on
            step = steps(self._matches, tournament, entries, boards)
        if tournament.failing_since is not None:
            step.values.setdefault("failing_since", None)
        return step

    def _failed(self, read: StoredTournament, entries: Sequence[TournamentEntry], error: Exception) -> bool:
        """Write what follows from a failure of a step; return whether something does.

        Whatever a game raises, its tournament must not wait for ever. A part of the step may be written: it is read
        again, and has been failing since the time that was read before.
        """
        if read.failing_since is None:
            log_failure(_log, f"tournament {read.id} cannot go on", error)
        later = self._store.tournaments.load(read.id)
        if later is None or later.state not in GOING_ON:
            return False
        later = replace(later, failing_since=read.failing_since, due_at=read.due_at)
        boards = self._store.tournament_boards.of(read.id)
        step = stuck(later, entries, boards, error, self._matches.now())
        return step is not None and write(self._matches, later, step)

    def _looks_at_live(self, tournament: StoredTournament) -> bool:
        """Return whether it is time to look for people who do not come to live matches."""
        due = tournament.due_at is not None and tournament.due_at <= self._matches.now()
        return due and tournament.state == "running" and is_live(tournament.tempo)

    def _is_rested(self, tournament: StoredTournament, boards: Sequence[StoredBoard]) -> bool:
        """Copy the end of an adjournment into the matches that go on; return whether it has come."""
        if tournament.rests_until is None:
            return False
        for board in boards:
            if board.match_id and board.result == "*":
                with suppress(LudariumError):  # a match that cannot be loaded must not stop the clocks of the others
                    self._matches.change(board.match_id, None, None, self._matches.with_vacations)
        return tournament.rests_until <= self._matches.now()
