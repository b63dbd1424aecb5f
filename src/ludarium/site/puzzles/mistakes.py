"""One's own mistakes: turns of finished games that a review names, as puzzles where it is proved what is right.

They are seen by their person alone. Where nothing is proved, the turn is tried again as a bot judges it.
"""

from __future__ import annotations

from contextlib import suppress
from functools import lru_cache
from typing import NamedTuple

from ludarium.core.errors import LudariumError
from ludarium.core.game import Game, State
from ludarium.core.rolls import listed_turn, number_turns, turn_of
from ludarium.match.match import Match
from ludarium.match.progress import all_states
from ludarium.puzzles import tables, wins
from ludarium.puzzles.proofs import kind_of, themes_of
from ludarium.puzzles.puzzle import Puzzle, Source, TooMany, whole_turns
from ludarium.review.review import Review
from ludarium.site.analysis.unfinished import Unfinished
from ludarium.site.ground.values import Person
from ludarium.site.puzzles.board import PuzzleBoard
from ludarium.site.puzzles.rows import ReviewRow, ReviewTable
from ludarium.site.service import Service
from ludarium.site.words import match_address
from ludarium.solve.installed import installed_table

MISTAKES = "/me/mistakes"
_REVIEWS, _OF_A_GAME = 20, 5
_MOST_TURNS, _MOST_SEARCHED = 60, 500
"""What the proof of a win may take: turns of the position, and positions for the value of each."""


class NoSuchMistake(LudariumError):
    """No review of a match of the person names such a turn."""

    status = 404
    kind = "no-mistake"


class Mistake(NamedTuple):
    """A turn of a match that gave something away; `played` lines of the record come before it.

    `listed` is the turn as its seat reads it in lists, and `grade` what such a turn is called.
    """

    match: str
    number: int
    game: str
    title: str
    played: int
    seat: int
    turn: int
    given: str
    loss: float
    grade: str
    is_exact: bool
    may_be_proved: bool
    answer: str
    listed: str

    @property
    def match_path(self) -> str:
        """The address of the match."""
        return match_address(self.match)

    @property
    def picture(self) -> str:
        """The address of the picture of the position before the turn."""
        return f"{self.match_path}/at/{self.played}/board.svg"

    @property
    def path(self) -> str:
        """Where it is solved: as a puzzle, or as a bot judges it."""
        return f"{MISTAKES}/{self.match}/{self.played}" if self.may_be_proved else self.again

    @property
    def again(self) -> str:
        """The address of the position before the turn alone, which leads to where it is tried again."""
        return f"/analysis/board?match={self.match}&at={self.played}&alone=yes"


class Mistakes:
    """The mistakes of a site's people."""

    def __init__(self, service: Service) -> None:
        self._service, self._table = service, ReviewTable(service.database)

    def of_person(self, person: Person) -> tuple[Mistake, ...]:
        """Return the mistakes of a person's latest reviews, the worst first; none where the match cannot be seen."""
        found = list[Mistake]()
        for row in self._table.of_person(person.id, _REVIEWS):
            with suppress(LudariumError, LookupError, StopIteration, TypeError, ValueError):  # of former versions
                found += _mistakes(row, self._service.view(person, row.match).match)
        return tuple(sorted(found, key=lambda mistake: -mistake.loss))

    def board(self, person: Person, match_id: str, played: str) -> tuple[Mistake, PuzzleBoard | None]:
        """Return a mistake of a person, and as a puzzle if something is proved of it.

        Raises `NoSuchMistake` for another's, and `IllegalMove` while the person plays a rated match of such a position.
        """
        found = next(
            (one for one in self.of_person(person) if (one.match, str(one.played)) == (match_id, played)), None
        )
        if found is None:
            raise NoSuchMistake("no review of your games names a turn of this address")
        match = self._service.view(person, found.match).match
        states = all_states(match)[: found.played + 1]
        is_set_up = match.start != match.game.initial()
        self._service.check_position(person.id, match.game.name, states, is_set_up=is_set_up)
        puzzle = puzzle_of(states[-1], found.seat)
        if puzzle is None:
            return found, None
        path = f"{MISTAKES}/{found.match}/{found.played}"
        board = PuzzleBoard(match.game.name, 0, puzzle, Unfinished(states[-1]), base=path)
        return found, board


def _mistakes(row: ReviewRow, match: Match) -> list[Mistake]:
    """Return the mistakes of a person in a match."""
    game, texts = match.game, [entry.text for entry in match.turns]
    states = all_states(match)
    turns = number_turns(states, texts)
    return [
        Mistake(
            row.match,
            row.number,
            game.name,
            game.definition.title,
            played,
            said.seat,
            turn_of(turns, played).number,
            said.given,
            said.loss or 0.0,
            said.grade,
            said.exact,
            said.exact or _may_prove(game),
            texts[played],
            listed_turn(states[played], texts[played], said.seat),
        )
        for played, said in Review.from_json(game, dict(row.content)).errors(_OF_A_GAME)
        if said.seat in row.seats
    ]


def _may_prove(game: Game) -> bool:
    try:
        return kind_of(game) == "win"
    except LudariumError:
        return False


@lru_cache(maxsize=256)
def puzzle_of(state: State, seat: int) -> Puzzle | None:
    """Return a position as a puzzle if a table that is installed, or a proof, says what is right there; else None."""
    if state.actors != (seat,):
        return None
    table = installed_table(state.game)
    found: tables.Found | wins.Found | None = None
    if table is not None and table.is_proved:
        found = tables.examine(state, seat, table, least=0.0)
    elif _may_prove(state.game):
        found = _proved(state, seat)
    if found is None:
        return None
    themes = themes_of(state, seat, found.accept[0], found.proof)
    return Puzzle(state.game.spec, str(state), seat, found.accept, found.proof, themes, Source(played=0))


def _proved(state: State, seat: int) -> wins.Found | None:
    try:
        if len(whole_turns(state)) > _MOST_TURNS:
            return None
        return wins.examine(state, seat, wins.Prover(state.game, _MOST_SEARCHED), 0)
    except TooMany:
        return None
