"""What people try and solve: the first answer of an account to a puzzle counts, and rates both against each other."""

import secrets
from collections import defaultdict
from collections.abc import Mapping, Sequence
from contextlib import suppress
from typing import NamedTuple

from ludarium.core.errors import IllegalMove, LudariumError, ParseError
from ludarium.core.registry import definition, game_names
from ludarium.core.text import shorten
from ludarium.puzzles.puzzle import Puzzle
from ludarium.site.act import Command
from ludarium.site.ground.database import Database, Transaction
from ludarium.site.ground.values import Person
from ludarium.site.notices.notices import next_digest
from ludarium.site.people.accounts import has_account, require_account
from ludarium.site.puzzles.board import NoSuchPuzzle, PuzzleBoard, number_of_day, numbers_of, puzzles_of
from ludarium.site.puzzles.course import Course
from ludarium.site.puzzles.rows import (
    Attempt,
    AttemptTable,
    Begun,
    DailyMail,
    DailyMailTable,
    DayTable,
    DuelTable,
    PuzzleRating,
    PuzzleRatingTable,
    Solver,
    SolverTable,
)
from ludarium.site.puzzles.rules import day_of, days_in_a_row, first_rating, longest_row, nearest, rate_part
from ludarium.site.ratings.ratings import display_rating
from ludarium.site.ratings.rows import Belief
from ludarium.site.service import Service
from ludarium.tournament.ratings import START, Rating


class Tried(NamedTuple):
    """What came of an answer: whether it was the one that counts, and the rating of the person before and after it."""

    counts: bool = False
    before: int = 0
    after: int = 0


class Theme(NamedTuple):
    """How many puzzles of a theme a person has tried, and solved with the first answer."""

    name: str
    tried: int
    solved: int


class GameProgress(NamedTuple):
    """What a person has done in the puzzles of a game; `rating` is as pages show one."""

    game: str
    tried: int
    solved: int
    shipped: int
    rating: int
    uncertainty: int
    themes: tuple[Theme, ...]


class Progress(NamedTuple):
    """What a person has done in puzzles, and days in a row with a puzzle of the day: now, and the most."""

    games: tuple[GameProgress, ...]
    row: int
    longest: int
    latest: tuple[Attempt, ...]


def puzzles_about(game: str, theme: str = "") -> dict[int, Puzzle]:
    """Return the puzzles of a game by number, from 1 on; with a `theme` those about it.

    Raises `NoSuchPuzzle` for a game that has none, or none about the theme.
    """
    number_of_day(game, 0)
    found = {n: one for n, one in enumerate(puzzles_of(game), 1) if not theme or theme in one.themes}
    if not found:
        known = sorted({theme for one in puzzles_of(game) for theme in one.themes})
        expected = f" (expected one of {', '.join(known)})" if known else ""
        raise NoSuchPuzzle(f"{definition(game).title} has no puzzles about {shorten(theme)}{expected}")
    return found


class Solving:
    """The attempts of a site's people, and who of them gets the puzzle of the day."""

    def __init__(self, service: Service) -> None:
        self.service, self._now = service, service.now
        self._database: Database = service.database
        self._attempts, self._mails = AttemptTable(self._database), DailyMailTable(self._database)
        self._duels = DuelTable(self._database)
        self._solvers, self._days = SolverTable(self._database), DayTable(self._database)
        service.add_export("puzzles", self.export)

    def today(self, person: Person | None) -> int:
        """Return the day that it is where a person lives; that of UTC for a stranger."""
        zone = self.service.notices.settings(person.id).zone if person else "UTC"
        return day_of(self._now(), zone)

    def attempt_of(self, person: Person | None, board: PuzzleBoard) -> Attempt | None:
        """Return the attempt of a person at a puzzle, or None."""
        return self._attempts.load((person.id, board.puzzle.id)) if person else None

    def solved(self, person: Person | None, puzzles: Sequence[str]) -> frozenset[str]:
        """Return which of some puzzles, by their ids, a person has solved, as far as the site keeps it."""
        if person is None or not counts_for(person):
            return frozenset()
        found = self._attempts.find(person=person.id, puzzle=[*puzzles])
        return frozenset(one.puzzle for one in found if one.solved_at is not None)

    def is_open(self, person: Person | None, board: PuzzleBoard) -> bool:
        """Return whether an answer of a person still changes something, so that it must be sent and not looked at."""
        if not counts_for(person):
            return False
        attempt = self.attempt_of(person, board)
        return attempt is None or (attempt.solved_at is None and not attempt.shown)

    def begun(self, person: Person | None, board: PuzzleBoard) -> PuzzleBoard | None:
        """Return a duel as far as an account has played it whose first answer is still to come; None where none is.

        What was played stays: who sees how the rival answers cannot choose again, as in a match.
        """
        if not board.is_duel or person is None or not counts_for(person) or self.attempt_of(person, board):
            return None
        known = self._duels.load((person.id, board.puzzle.id))
        with suppress(LudariumError):  # the rival may play otherwise in another version
            return board.anew().answered(known.actions if known else "", "")
        return board.anew()

    def go_on(self, person: Person | None, board: PuzzleBoard) -> bool:
        """Record how far a duel was played whose first answer counts; return whether it was one, and goes on.

        Raises `IllegalMove` for what takes a turn back, `Sanctioned`.
        """
        before = self.begun(person, board)
        if before is None or person is None or not isinstance(board.turn, Course):
            return False
        if not isinstance(before.turn, Course) or not board.turn.goes_on(before.turn):
            raise IllegalMove(f"you have played {before.turn.text}, and the rival has answered: go on from there")
        self.service.require_usable(person)
        if board.is_answered:
            return False
        actions = ",".join(map(str, board.turn.choices))
        with self._duels.together() as rows:
            rows.lock(person.id)
            if not rows.set((person.id, board.puzzle.id), actions=actions):
                rows.add(Begun(person.id, board.puzzle.id, actions))
        return True

    def answer(self, person: Person | None, board: PuzzleBoard) -> Tried:
        """Record the answer that a board has; of a guest, a bot or a stranger nothing is kept.

        Raises `Sanctioned`.
        """
        verdict = board.verdict
        if verdict is None or person is None or not counts_for(person):
            return Tried()
        self.service.require_usable(person)
        return self._record(person, board, is_right=verdict.is_right, shown=False, part=verdict.part)

    def give_up(self, person: Person | None, board: PuzzleBoard) -> None:
        """Record that a person looks the answer up, which counts as a wrong one if it is the first.

        Raises `NeedsAccount` for a guest, `Sanctioned`.
        """
        person = require_account(person, "without an account nothing is counted, and the answer is on the page")
        self.service.require_usable(person)
        if counts_for(person):
            self._record(person, board, is_right=False, shown=True, part=0.0)

    def begin_again(self, person: Person | None, board: PuzzleBoard) -> None:
        """Record the turns of a duel that an account has played as a wrong answer, so that it can be tried freely.

        Raises `Sanctioned`.
        """
        begun = self.begun(person, board)
        if person and begun and begun.turn.actions:
            self.service.require_usable(person)
            self._record(person, board, is_right=False, shown=False, part=0.0)

    def _record(self, person: Person, board: PuzzleBoard, *, is_right: bool, shown: bool, part: float) -> Tried:
        now, puzzle, day = self._now(), board.puzzle.id, self.today(person)
        solved_at = now if is_right else None
        with self._database.begin() as connection:
            tx = Transaction(connection)
            attempts = AttemptTable(tx)
            attempts.lock(puzzle)  # always before the person, so that no two wait for each other
            attempts.lock(person.id)
            known = attempts.load((person.id, puzzle))
            if known is None:
                attempts.add(Attempt(person.id, puzzle, board.game, is_right, now, solved_at, shown))
                DuelTable(tx).remove((person.id, puzzle))
                tried = _rate(tx, person, board, part, is_right=is_right)
            else:
                tried = Tried()
                if known.solved_at is None and not known.shown:
                    attempts.set((person.id, puzzle), solved_at=solved_at, shown=shown)
            is_of_day = board.number == number_of_day(board.game, day)
            if is_right and is_of_day and not (known and known.shown):
                DayTable(tx).insert_once(person=person.id, day=day)
        return tried

    def next_number(self, person: Person | None, game: str, after: int = 0, theme: str = "") -> int:
        """Return the number of the next puzzle: for an account one that it has not tried, near its rating.

        When all were tried, one that was not solved comes again, then that which was tried longest ago. With a `theme`
        it is one of those about it. Raises `NoSuchPuzzle` for a game that has none, or none about the theme.
        """
        puzzles = puzzles_about(game, theme)
        numbers = {puzzle.id: number for number, puzzle in puzzles.items()}
        following = next((number for number in puzzles if number > after), next(iter(puzzles)))
        if person is None or not counts_for(person):
            return following
        known = {one.puzzle: one for one in self._attempts.find(person=person.id, game=game)}
        new = {number: puzzle for number, puzzle in puzzles.items() if puzzle.id not in known}
        if not new:
            again = sorted((one for one in known.values() if one.puzzle in numbers), key=_again)
            return next((n for one in again if (n := numbers[one.puzzle]) != after), following)
        rated = {one.puzzle: one.strength for one in PuzzleRatingTable(self._database).find(puzzle=[*numbers])}
        strengths = {n: rated.get(puzzle.id, first_rating(puzzle).strength) for n, puzzle in new.items() if n != after}
        solver = self._solvers.load((person.id, game))
        return secrets.choice(nearest(solver.strength if solver else START.strength, strengths) or [*new])

    def rating(self, person: Person | None, game: str) -> int | None:
        """Return the rating of a person by the puzzles of a game, as pages show it; None while there is none."""
        found = self._solvers.load((person.id, game)) if person else None
        return _shown(found) if found else None

    def progress(self, person: Person) -> Progress:
        """Return what a person has done."""
        attempts = self._attempts.find(person=person.id)
        by_game = defaultdict[str, list[Attempt]](list)
        for one in attempts:
            by_game[one.game].append(one)
        installed = {*game_names()}
        games = [_progress(one, by_game[one.game]) for one in self._solvers.find(person=person.id)]
        days = {*self._days.of_person(person.id)}
        row = days_in_a_row(days, self.today(person))
        return Progress(tuple(one for one in games if one.game in installed), row, longest_row(days), attempts)

    def mails(self, person: Person) -> Mapping[str, DailyMail]:
        """Return by its name of which games a person gets the puzzle of the day, and how."""
        return {one.game: one for one in self._mails.find(person=person.id)}

    def choose_mail(self, person: Person, game: str, *, by_mail: bool, by_push: bool) -> None:
        """Send a person the puzzle of the day of a game, or no more.

        Raises `NeedsAccount`, `NoSuchPuzzle`, `Sanctioned`.
        """
        require_account(person, "the puzzle of the day is sent to accounts")
        self.service.require_usable(person)
        if not puzzles_of(game):
            raise NoSuchPuzzle(f"{game} has no puzzles")
        if not (by_mail or by_push):
            self._mails.remove((person.id, game))
            return
        next_at = next_digest(self.service.notices.settings(person.id), self._now())
        with self._mails.together() as rows:
            rows.lock(person.id)
            if not rows.set((person.id, game), by_mail=by_mail, by_push=by_push):
                rows.add(DailyMail(person.id, game, by_mail, by_push, next_at))

    def end_mails(self, person_id: str) -> None:
        """Send a person no more puzzles by mail."""
        self._mails.end(person_id)

    def export(self, person: Person) -> dict[str, object]:
        """Return all that is kept of a person, as JSON."""
        return {
            "attempts": [one._asdict() for one in self._attempts.find(person=person.id)],
            "ratings": [one._asdict() for one in self._solvers.find(person=person.id)],
            "duels": [one._asdict() for one in self._duels.find(person=person.id)],
            "days": [*self._days.of_person(person.id)],
            "mails": [one._asdict() for one in self.mails(person).values()],
        }


ANSWERED = "answered"
"""In an address: the answer was sent, so that what is said of it may be shown."""


class AskedOfPuzzle(NamedTuple):
    """A person, or a stranger, who solves a puzzle."""

    solving: Solving
    person: Person | None
    board: PuzzleBoard


class PuzzleCommand(Command):
    """What is asked for about a puzzle; `carry_out` returns the address to go on with."""


class GiveAnswer(PuzzleCommand, tag="answer"):
    """Answer a puzzle with a turn, as text or as the numbers of its actions; of a duel with the next turn of it."""

    answer: str = ""
    draft: str = ""

    def carry_out(self, asked: AskedOfPuzzle) -> str:
        """Record the answer: the first one of an account counts."""
        board = asked.board.answered(self.draft, self.answer)
        if asked.solving.go_on(asked.person, board):
            return board.path
        if board.verdict is None:
            raise ParseError("the answer is no whole turn: expected one, as text, or the numbers of its actions")
        tried = asked.solving.answer(asked.person, board)
        changed = f"&from={tried.before}" if tried.counts else ""
        return f"{board.answered_path}&{ANSWERED}=yes{changed}"


class BeginAgain(PuzzleCommand, tag="again"):
    """Take back all turns of a duel that were played, which counts as a wrong answer."""

    def carry_out(self, asked: AskedOfPuzzle) -> str:
        """Record the answer; the puzzle can be tried freely from then on."""
        asked.solving.begin_again(asked.person, asked.board)
        return asked.board.path


class ShowAnswer(PuzzleCommand, tag="show"):
    """Show the answer, which counts as a wrong one."""

    def carry_out(self, asked: AskedOfPuzzle) -> str:
        """Record that it was shown."""
        asked.solving.give_up(asked.person, asked.board)
        return asked.board.solved_path


def counts_for(person: Person | None) -> bool:
    """Return whether the answers of a person are kept: those of accounts of people."""
    return person is not None and has_account(person) and not person.is_bot


def know_answer(tx: Transaction, person: Person, board: PuzzleBoard, now: float) -> None:
    """Record that an account has been shown the answer to a puzzle elsewhere: it rates neither of them any more."""
    puzzle, attempts = board.puzzle.id, AttemptTable(tx)
    attempts.lock(puzzle)  # before the person, as in every attempt
    attempts.lock(person.id)
    known = attempts.load((person.id, puzzle))
    if known is None:
        attempts.add(Attempt(person.id, puzzle, board.game, False, now, None, True))
    elif known.solved_at is None:
        attempts.set((person.id, puzzle), shown=True)


def _rate(tx: Transaction, person: Person, board: PuzzleBoard, part: float, *, is_right: bool) -> Tried:
    """Rate a person and a puzzle after the answer that counts, as a part of a right one."""
    solvers, ratings = SolverTable(tx), PuzzleRatingTable(tx)
    solver = solvers.load((person.id, board.game)) or Solver(person.id, board.game, *START, 0, 0)
    known = ratings.load(board.puzzle.id) or PuzzleRating(board.puzzle.id, *first_rating(board.puzzle), 0, 0)
    mine, its = rate_part(Rating(solver.strength, solver.error), Rating(known.strength, known.error), part)
    after = Solver(person.id, board.game, *mine, solver.tried + 1, solver.solved + is_right)
    solvers.put(**solvers.row(after))
    ratings.put(**ratings.row(PuzzleRating(board.puzzle.id, *its, known.tried + 1, known.solved + is_right)))
    return Tried(True, _shown(solver), _shown(after))


def _progress(solver: Solver, attempts: list[Attempt]) -> GameProgress:
    puzzles, numbers = puzzles_of(solver.game), numbers_of(solver.game)
    tried, solved = defaultdict[str, int](int), defaultdict[str, int](int)
    for one in attempts:
        for theme in puzzles[numbers[one.puzzle] - 1].themes if one.puzzle in numbers else ():
            tried[theme] += 1
            solved[theme] += one.is_right
    themes = tuple(Theme(name, tried[name], solved[name]) for name in sorted(tried))
    shown = display_rating(Belief(solver.strength, solver.error))
    return GameProgress(solver.game, solver.tried, solver.solved, len(puzzles), *shown, themes)


def _shown(solver: Solver) -> int:
    return display_rating(Belief(solver.strength, solver.error)).number


def _again(attempt: Attempt) -> tuple[bool, float]:
    """Return the order in which puzzles come again: those that were not solved first, then by time."""
    return attempt.solved_at is not None, attempt.at
