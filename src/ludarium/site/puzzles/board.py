"""A puzzle as one browser sees it: the position, the turn that is begun, and what is said of an answer."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import NamedTuple
from urllib.parse import urlencode

from ludarium.core.cached import cached_property
from ludarium.core.definition import HasBegun
from ludarium.core.errors import LudariumError, ParseError
from ludarium.core.game import State
from ludarium.core.registry import definition
from ludarium.core.text import shorten
from ludarium.match.study import Study
from ludarium.match.telling import advise_seat
from ludarium.puzzles import duels, wins
from ludarium.puzzles.file import shipped
from ludarium.puzzles.puzzle import DuelProof, Puzzle, TableProof, TooMany, WinProof
from ludarium.scenes import svg
from ludarium.scenes.picture import Picture, begin, draw, follow, highlight, seen_by
from ludarium.scenes.scene import Scene
from ludarium.scenes.turns import SeatTurn, marks_of_turn, with_turn
from ludarium.search.personas import name_with_level
from ludarium.site.analysis.board import BOARD, Shown
from ludarium.site.analysis.links import to_link
from ludarium.site.analysis.unfinished import Unfinished
from ludarium.site.board import BoardView, keys_of
from ludarium.site.puzzles.course import Course
from ludarium.site.words import sentence

LONGEST_ANSWER = 400
PUZZLES, SOLVED = "/puzzles", "shown"
"""The address of the puzzles, and the word in that of a puzzle which puts the answer on its board."""
_MOST_SEARCHED = 2000
"""Positions that may be searched for the value of each reply to a wrong turn."""
_STEP = 61
"""How far the puzzles of two days are apart in the list, so that neighbours of one game do not follow each other."""


class NoSuchPuzzle(LudariumError):
    """A game has no puzzle of this number."""

    status = 404
    kind = "no-puzzle"


@lru_cache(maxsize=64)
def puzzles_of(game: str) -> tuple[Puzzle, ...]:
    """Return the puzzles that come with a game, by its name; empty if it has none.

    Raises `UnknownGame`.
    """
    return shipped(definition(game))


@lru_cache(maxsize=64)
def numbers_of(game: str) -> Mapping[str, int]:
    """Return the numbers of a game's puzzles by their ids.

    Raises `UnknownGame`.
    """
    return {puzzle.id: number for number, puzzle in enumerate(puzzles_of(game), 1)}


def number_of_day(game: str, day: int) -> int:
    """Return the number, from 1 on, of a game's puzzle of a day, which is counted from any first one.

    Raises `NoSuchPuzzle` for a game that has none.
    """
    count = len(puzzles_of(game))
    if not count:
        raise NoSuchPuzzle(f"{definition(game).title} has no puzzles yet")
    return (day * _STEP) % count + 1


@lru_cache(maxsize=1024)
def _refuted(after: State, seat: int) -> str:
    """Return why a wrong turn is no forced win, as a phrase; empty where finding it takes too long."""
    if not after.actors:
        return "it ends the game without a win"
    try:
        return f"after {wins.Prover(after.game, _MOST_SEARCHED).refute(after, seat)} there is no forced win"
    except TooMany:
        return ""


def _several(count: int) -> str:
    """Return a number of bots, from two on, in a word where it has a short one."""
    words = ("two", "three", "four", "five", "six", "seven", "eight", "nine")
    return words[count - 2] if count - 2 < len(words) else str(count)


def _who_found(found: list[str], missed: list[str]) -> str:
    """Return who has found a puzzle and who has not, the weakest first: the fewer by name, the others by number.

    >>> _who_found(["Cleo"], ["Ada", "Ben"]), _who_found([], ["Ada", "Ben", "Cleo"])
    ('found by Cleo; missed by two other bots', 'missed by all three bots up to Cleo')
    """
    sides = [(found, "found by"), (missed, "missed by")]
    (few, how), (many, otherwise) = sorted(sides, key=lambda side: len(side[0]))
    if few:
        others = f"{_several(len(many))} other bots" if len(many) > len(few) else " and ".join(many)
        return f"{how} {' and '.join(few)}; {otherwise} {others}"
    if len(many) == 1:
        return f"{otherwise} {many[0]}"
    all_of = "both" if len(many) == len(sides) else f"all {_several(len(many))}"
    return f"{otherwise} {all_of} bots {f'up to {many[-1]}' if many is missed else f'from {many[0]} on'}"


class Verdict(NamedTuple):
    """What is said of an answer: whether it is right, the answer, and why it fails or what it gives away.

    `part` is what part of a right answer it counts as in ratings, from 0 to 1.
    """

    is_right: bool
    answer: str
    why: str
    part: float

    @property
    def counted(self) -> str:
        """How a rating counts the answer, as a sentence, where that is neither right nor wrong."""
        hundredths = round(100 * self.part)
        return f"It counts as {hundredths / 100:.2f} of a right answer." if 0 < hundredths < 100 else ""


@dataclass(frozen=True)
class PuzzleBoard:
    """A puzzle of a game, with a turn that is begun, or the text of an answer."""

    game: str
    number: int
    puzzle: Puzzle
    turn: Unfinished | Course
    typed: str = ""
    base: str = ""
    """The address of its page, if that is not its own one."""
    is_solved: bool = False
    """Whether the board shows the answer: drawn on the position, or of a duel played out."""

    @classmethod
    def of(cls, game: str, number: int) -> PuzzleBoard:
        """Return the puzzle of a number.

        Raises `NoSuchPuzzle`.
        """
        return cls.parse(game, str(number))

    @classmethod
    def parse(cls, game: str, number: str) -> PuzzleBoard:
        """Return the puzzle of a number, as text.

        Raises `NoSuchPuzzle`.
        """
        puzzles = puzzles_of(game)
        place = int(number) if number.isascii() and number.isdigit() and len(number) < 6 else 0
        if not 1 <= place <= len(puzzles):
            raise NoSuchPuzzle(
                f"{definition(game).title} has no puzzle {shorten(number)}: expected 1 to {len(puzzles)}"
            )
        puzzle = puzzles[place - 1]
        start, proof = puzzle.state(), puzzle.proof
        turn = Course.begin(start, puzzle.seat, proof) if isinstance(proof, DuelProof) else Unfinished(start)
        return cls(game, place, puzzle, turn)

    def answered(self, draft: str, answer: str) -> PuzzleBoard:
        """Return the puzzle with a turn that is begun, or with an answer as text.

        Raises why it is refused.
        """
        state, typed = self.turn.start, answer.strip()
        if len(answer) > LONGEST_ANSWER:
            raise ParseError(f"the answer has {len(answer)} characters: expected at most {LONGEST_ANSWER}")
        if isinstance(self.turn, Course):
            return replace(self, turn=self.turn.ordered(typed) if typed else self.turn.begun(draft), typed=typed)
        turn = Unfinished(state, state.parse_turn(typed)) if typed else Unfinished.parse(state, draft)
        return replace(self, turn=turn, typed=typed)

    def anew(self) -> PuzzleBoard:
        """Return the puzzle without an answer."""
        return replace(self.of(self.game, self.number), base=self.base)

    def beyond(self, begun: PuzzleBoard) -> str:
        """Return the turns of a duel as text if they go on after those that were begun; empty if they do not."""
        if not isinstance(self.turn, Course) or not isinstance(begun.turn, Course):
            return ""
        goes_on = self.turn.goes_on(begun.turn) and self.turn.played != begun.turn.played
        return (self.typed or self.turn.text) if goes_on else ""

    def solved(self) -> PuzzleBoard:
        """Return the puzzle with the first right answer on its board."""
        turn = self.turn.ordered(self.puzzle.accept[0]) if isinstance(self.turn, Course) else self.turn
        return replace(self, turn=turn, is_solved=True)

    @property
    def task(self) -> str:
        """What is asked, in words; of a duel with what the rival does, and what of the turn is played."""
        task = duels.task_of(self.puzzle)
        if not self.turn.start.in_turn:
            return task
        begun = self.puzzle.source.begun
        notation = self.turn.start.game.notation
        words = notation.tell_begun(begun) if begun and isinstance(notation, HasBegun) else ""
        said = f"You have {words}" if words else "A part of this turn is played"
        return f"{task} {said}: finish the turn."

    @property
    def is_duel(self) -> bool:
        """Whether the answer is a list of directions, which is played out."""
        return isinstance(self.puzzle.proof, DuelProof)

    @property
    def counts_in_part(self) -> bool:
        """Whether a turn that is not right counts as a part of a right answer: where a table tells what it gives away.

        Of two turns the other is the worst one, and counts nothing.
        """
        proof = self.puzzle.proof
        return isinstance(proof, TableProof) and len({*proof.losses.values()}) > len(("right", "worst"))

    @property
    def count(self) -> int:
        """The number of puzzles of the game."""
        return len(puzzles_of(self.game))

    @property
    def is_answered(self) -> bool:
        """Whether there is an answer, right or wrong."""
        return self.turn.complete

    @property
    def answer(self) -> str:
        """The answer as text; empty while there is none."""
        return ((self.is_duel and self.typed) or self.turn.text) if self.is_answered else ""

    @cached_property
    def verdict(self) -> Verdict | None:
        """What is said of the answer; None while there is none."""
        if not self.is_answered:
            return None
        proof = self.puzzle.proof
        if isinstance(self.turn, Course):
            played = self.turn.played
            is_won = played.is_won_by(self.puzzle.seat)
            return Verdict(is_won, self.answer, "" if is_won else duels.describe_end(played), float(is_won))
        is_right, why = self.puzzle.is_right(self.turn.actions), self.puzzle.why(self.turn.text)
        if isinstance(proof, WinProof) and not is_right and not why:
            why = _refuted(self.turn.state, self.puzzle.seat)
        return Verdict(is_right, self.turn.text, why, self.puzzle.part(self.turn.actions))

    @property
    def explanation(self) -> str:
        """What the right answer achieves, as a sentence."""
        proof = self.puzzle.proof
        if isinstance(proof, TableProof):
            second = min((lost for lost in proof.losses.values() if lost), default=0.0)
            return f"By a table of all positions every other turn gives away at least {100 * second:.2f} of 100 games."
        if isinstance(proof, DuelProof):
            return f"By the rules it wins within {proof.turns} turns: every answer is played out."
        return "The win is proved: no answer of the other side prevents it."

    def in_words(self, turn: str) -> str:
        """Return what a turn from the position does, in words of the game; empty where it has no others."""
        start = self.turn.start
        words = "" if self.is_duel else advise_seat(start, self.puzzle.seat, start.parse_turn(turn))
        return "" if words == turn else words

    def said(self, turn: str) -> str:
        """Return a turn from the position as text, with what it does."""
        return ", ".join(filter(None, (turn, self.in_words(turn))))

    @property
    def start(self) -> Scene:
        """The drawing of the position as who solves it sees it, whose numbers of places the turns have."""
        return draw(self._begun)

    @property
    def _begun(self) -> Picture:
        """The picture of the position as who solves it sees it."""
        return seen_by(begin(self.turn.start), [self.puzzle.seat])

    @property
    def _right(self) -> SeatTurn:
        """The first right turn; of no duel."""
        return SeatTurn(self.puzzle.seat, self.turn.start.parse_turn(self.puzzle.accept[0]))

    @property
    def marks(self) -> Shown | None:
        """What draws the answer on the position, for the page that has it; None of a duel, and on any other board."""
        if self.is_duel or self.turn.actions or self.is_solved:
            return None
        marks = marks_of_turn(self._begun, self._right)
        return Shown(" ".join(sorted(marks.touched)), "".join(map(svg.group, marks.drawn)))

    @property
    def tried(self) -> str:
        """Which bots find a right turn and which do not, as a sentence; empty if none has tried."""
        sides: dict[bool, list[str]] = {True: [], False: []}
        for level, is_found in self.puzzle.tried.items():
            sides[is_found].append(name_with_level(self.game, level))
        return sentence(_who_found(sides[True], sides[False])) if self.puzzle.tried else ""

    @cached_property
    def view(self) -> BoardView:
        """The picture, on which the turn can be chosen until it is complete."""
        if self.is_solved and not self.is_duel:
            return BoardView(with_turn(self.start, self._begun, self._right), {})
        turn, start = self.turn, begin(self.turn.start)
        picture = turn.follow(start) if isinstance(turn, Course) else follow(start, turn.actions)
        picture = seen_by(picture, [self.puzzle.seat])
        if self.turn.complete or self.turn.seat is None:
            return BoardView(draw(picture), {})
        seat = self.turn.seat
        return BoardView(highlight(picture, draw(picture)), {seat: self.turn.state.legal(seat)})

    @property
    def picture_of_answer(self) -> str:
        """The position with the answer, as SVG beside another board."""
        return svg.render(self.solved().view.scene, prefix=f"missed{self.number}-")

    @property
    def path(self) -> str:
        """The address of the puzzle."""
        return self.base or f"{PUZZLES}/{self.game}/{self.number}"

    def address(self, draft: str) -> str:
        """Return the address with a turn that is begun."""
        return f"{self.path}{'&' if '?' in self.path else '?'}draft={draft}"

    @property
    def answered_path(self) -> str:
        """The address with the answer."""
        answer = urlencode({"answer": self.typed}) if self.typed else ""
        draft = ",".join(map(str, self.turn.actions))
        return f"{self.path}?{answer}" if answer else self.address(draft)

    @property
    def solved_path(self) -> str:
        """The address with the answer on the board."""
        return f"{self.path}?{SOLVED}=yes"

    @property
    def next_path(self) -> str:
        """The address of the next puzzle, which the site chooses for who asks."""
        return f"{PUZZLES}/{self.game}/next?after={self.number}"

    @property
    def next_action(self) -> str:
        """The address of the turn with one more action, without the action's number; empty if none may follow."""
        return self.address(self.turn.then(0))[:-1] if self.turn.seat is not None else ""

    @property
    def keys(self) -> str:
        """The actions that keys choose now, as in matches."""
        return keys_of(self.turn.start.game, self.view.orders.get(self.puzzle.seat, ()))

    @property
    def undone(self) -> str:
        """The address without the last action; empty if there is none."""
        return self.address(self.turn.undone) if self.turn.actions else ""

    @property
    def analysed(self) -> str:
        """The address of the board on which the position is analysed, with the line of an answer that is shown."""
        if self.is_solved or self.steps_to_win:
            return f"{BOARD}?{urlencode({'s': to_link(self._line)})}"
        return f"/analysis/board?{urlencode({'game': self.puzzle.game, 'position': self.puzzle.position})}"

    @cached_property
    def steps_to_win(self) -> tuple[tuple[int, ...], ...]:
        """The turns of a proved win to its end, once the answer is shown or found; empty of others."""
        proof = self.puzzle.proof
        if not isinstance(proof, WinProof):
            return ()
        is_found = self.verdict is not None and self.verdict.is_right
        if not (self.is_solved or is_found):
            return ()
        right, own = self._right.actions, self.turn.actions
        first = own if is_found and not proof.answers else right
        rest = wins.won_line(self.turn.start.play_actions(first), self.puzzle.seat, proof.answers)
        return (first, *rest) if rest else ()

    @property
    def _line(self) -> Study:
        """A study of the position with the answer, turn by turn."""
        study, at, state = Study.begin(self.puzzle.game, self.puzzle.position), 0, self.turn.start
        steps = self.turn.played.steps if isinstance(self.turn, Course) else self.steps_to_win or (self._right.actions,)
        for step in steps:
            study, at = study.play(at, state.format_turn(step))
            state = study.state(at)
        return study
