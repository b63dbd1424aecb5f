"""Runs against the clock: the server's time counts, and the order of the puzzles follows from a seed of the server."""

from contextlib import suppress
from secrets import randbits, token_hex

from ludarium.core.errors import LudariumError
from ludarium.match.clock import DAY
from ludarium.site.ground.database import Transaction
from ludarium.site.ground.values import Person
from ludarium.site.puzzles.board import PuzzleBoard, number_of_day, puzzles_of
from ludarium.site.puzzles.rows import Run, RunTable
from ludarium.site.puzzles.rules import SECONDS, after_answer, ends_at, is_over, order_of, place_of
from ludarium.site.puzzles.solving import counts_for, know_answer
from ludarium.site.quotas import QuotaExceeded
from ludarium.site.service import Service

MOST_BEGUN = 100
"""Runs that a person begins in a day."""
_SEED_BITS = 31


class NoSuchRun(LudariumError):
    """No run has this id, or it is another's."""

    status = 404
    kind = "no-run"


class Runs:
    """The runs of a site's people."""

    def __init__(self, service: Service) -> None:
        self._service, self._now = service, service.now
        self._table = RunTable(service.database)
        service.add_export("puzzle_runs", self.export)

    def begin(self, person: Person, game: str) -> str:
        """Begin a run in the puzzles of a game, which ends the one that goes on; return its id.

        Raises `NoSuchPuzzle`, `QuotaExceeded`, `Sanctioned`.
        """
        self._service.require_usable(person)
        if not puzzles_of(game):
            number_of_day(game, 0)
        now, run_id = self._now(), token_hex(8)
        with self._service.database.begin() as connection:
            table = RunTable(Transaction(connection))
            table.lock(person.id)
            if table.begun_since(person.id, now - DAY) >= MOST_BEGUN:
                raise QuotaExceeded(f"you have begun {MOST_BEGUN} runs within a day", DAY)
            for run in table.find(person=person.id, ended_at=None):
                table.save(run.id, run.revision, ended_at=min(now, ends_at(run)))
            table.add(Run(run_id, person.id, "", game, randbits(_SEED_BITS), now, 0, 0, None, 0))
        return run_id

    def load(self, person: Person | None, run_id: str) -> Run:
        """Return a run of a person.

        Raises `NoSuchRun` for another's, too.
        """
        run = self._table.load(run_id)
        if run is None or person is None or run.person != person.id:
            raise NoSuchRun("no run of yours has this address")
        return run

    def board(self, run: Run) -> PuzzleBoard | None:
        """Return the puzzle at which a run stands; None if it is over."""
        order, place = order_of(run.game, run.seed), place_of(run)
        if is_over(run, self._now()) or place >= len(order):
            return None
        return PuzzleBoard.of(run.game, order[place])

    def answer(self, person: Person | None, run: Run, place: int, board: PuzzleBoard) -> bool | None:
        """Count an answer, and return whether it is right; None if it comes too late, or was counted before.

        A wrong one is answered with the right turn, so that the puzzle changes the rating of an account no more.

        Raises `Sanctioned`.
        """
        verdict, now = board.verdict, self._now()
        if verdict is None or person is None or person.id != run.person:
            return None
        self._service.require_usable(person)
        if place != place_of(run) or is_over(run, now):
            return None
        changed = after_answer(run, now, is_right=verdict.is_right)
        if not verdict.is_right:
            changed["missed"] = [*(run.missed or ()), [place, verdict.answer]]
        with self._service.database.begin() as connection:
            tx = Transaction(connection)
            if not verdict.is_right and counts_for(person):
                know_answer(tx, person, board, now)
            saved = RunTable(tx).save(run.id, run.revision, **changed)
        return verdict.is_right if saved else None

    def missed(self, run: Run) -> list[PuzzleBoard]:
        """Return the puzzles that were missed in a run, each with the answer; without those that have changed since."""
        order, found = order_of(run.game, run.seed), list[PuzzleBoard]()
        for place, answer in run.missed or ():
            with suppress(LudariumError, IndexError):
                board = PuzzleBoard.of(run.game, order[place]).answered("", answer)
                if board.verdict and not board.verdict.is_right:
                    found.append(board)
        return found

    def left(self, run: Run) -> float:
        """Return how many seconds a run still has."""
        return max(0.0, ends_at(run) - self._now())

    def best(self, game: str, *, of_day: bool) -> tuple[Run, ...]:
        """Return the best runs of a game, one a person: of today (UTC), or of all days."""
        now = self._now()
        return self._table.best(game, now - now % DAY if of_day else 0.0, now - SECONDS, now)

    def of_person(self, person: Person | None, game: str) -> tuple[Run, ...]:
        """Return the best runs of a person in a game that are over."""
        return self._table.over(person.id, game, self._now() - SECONDS) if person else ()

    def export(self, person: Person) -> list[dict[str, object]]:
        """Return all runs of a person, as JSON."""
        return [one._asdict() for one in self._table.find(person=person.id)]
