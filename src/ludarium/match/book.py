"""An opening book: what was played from the positions at the beginnings of games, how often, and with what result.

A position is the board, with who acts: where the game says so, what counts turns and remembers earlier positions is
left out, so that one which is reached in two ways is one.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any, NamedTuple

from ludarium.core.errors import LudariumError, ParseError
from ludarium.core.game import Game, State
from ludarium.core.kernel import CHANCE
from ludarium.core.record import Record
from ludarium.core.registry import load
from ludarium.core.text import shorten
from ludarium.search.repetition import board_of

DEPTH = 30
"""Turns of a game from its beginning, rolls among them, of which a book tells by default."""
_FORMAT = "ludarium book 1"
_KEY, _LONGEST_BOT = 32, 200


class BookTurn(NamedTuple):
    """What a book tells of a turn: how often it was played, and the sums of what each seat then got.

    What a seat gets is a part of the range of payoffs, from 0 to 1; `last_at` is when it was played the last time, in
    seconds since 1970, and 0 if that is not known.
    """

    turn: str
    games: int
    points: tuple[float, ...]
    last_at: float = 0.0

    def plus(self, other: BookTurn) -> BookTurn:
        """Return what two books tell of the same turn, together.

        >>> BookTurn("u+", 1, (1.0, 0.0)).plus(BookTurn("u+", 2, (0.5, 1.5), 7.0))
        BookTurn(turn='u+', games=3, points=(1.5, 1.5), last_at=7.0)
        """
        points = tuple(one + two for one, two in zip(self.points, other.points, strict=True))
        return BookTurn(self.turn, self.games + other.games, points, max(self.last_at, other.last_at))

    def mean(self, seat: int) -> float:
        """Return what a seat has got on average."""
        return self.points[seat] / self.games


class BookWorth(NamedTuple):
    """What the seat that chooses can expect after a turn, as a part of the range of payoffs, and who says so: a bot."""

    value: float
    by: str


def position_key(state: State) -> str:
    """Return the key of a position: 32 hexadecimal digits, the same for all states with the same board and actors.

    >>> from ludarium.core.registry import load
    >>> start = load("orion").initial()
    >>> one, other = (start.move(a).move(b).move(c) for a, b, c in (("p+", "f+", "t+"), ("t+", "f+", "p+")))
    >>> one == other, position_key(one) == position_key(other)
    (False, True)
    """
    return _hashed(f"{state.game.spec}\n{state.actors}\n", state)


def board_key(state: State) -> str:
    """Return the key of a position of a game, whichever the options are: the same for the same board and actors.

    >>> from ludarium.core.registry import load
    >>> one, other = (load(spec).initial().move("p+") for spec in ("orion", "orion(turn_limit=499)"))
    >>> position_key(one) == position_key(other), board_key(one) == board_key(other)
    (False, True)
    """
    return _hashed(f"{state.game.name}\n{state.actors}\n", state)


def _hashed(named: str, state: State) -> str:
    board = board_of(state.game)(state.game.tables, state.vector).tobytes()
    return hashlib.sha256(named.encode() + board).hexdigest()[:_KEY]


def played(
    states: Iterable[State], turns: Iterable[str], payoffs: tuple[float, ...], at: float = 0.0, depth: int = DEPTH
) -> dict[tuple[str, str], BookTurn]:
    """Return what a game adds to a book, by position and turn: each of its turns once, without rolls.

    `states` lead through the game, of which `turns` are between them; `at` is when it ended.
    """
    found = dict[tuple[str, str], BookTurn]()
    for _, state, turn in zip(range(depth), states, turns, strict=False):
        if state.actors != (CHANCE,):
            points = state.game.payoff_range.parts(payoffs)
            found[position_key(state), turn] = BookTurn(turn, 1, points, at)
    return found


@dataclass
class Book:
    """What was played in games with the same options; `positions` are the turns by position and text.

    `worths` are what bots say of turns, by position and text, where one was asked when the book was made.

    >>> from ludarium.core.entries import Entry
    >>> from ludarium.core.registry import load
    >>> book = Book(load("orion"))
    >>> book.add(Record("orion", (Entry("p+"), Entry("f+")), payoffs=(1.0, 0.0)))
    True
    >>> book.turns(book.game.initial())
    (BookTurn(turn='p+', games=1, points=(1.0, 0.0), last_at=0.0),)
    >>> Book.parse(str(book)) == book
    True
    """

    game: Game
    positions: dict[str, dict[str, BookTurn]] = field(default_factory=dict)
    worths: dict[str, dict[str, BookWorth]] = field(default_factory=dict)

    def add(self, record: Record, depth: int = DEPTH) -> bool:
        """Add the turns of a record; return False for one of other options, or without a result.

        Raises the error of the first turn that cannot be played, with its number.
        """
        if record.game != self.game.spec or record.payoffs is None:
            return False
        found = played(record.states(), (entry.text for entry in record.turns), record.payoffs, depth=depth)
        for (key, turn), one in found.items():
            self._put(key, turn, one)
        return True

    def _put(self, key: str, turn: str, one: BookTurn) -> None:
        turns = self.positions.setdefault(key, {})
        turns[turn] = turns[turn].plus(one) if turn in turns else one

    def join(self, other: Book) -> None:
        """Add all that another book of the same options tells; of two worths of a turn the other one is taken."""
        for key, turns in other.positions.items():
            for turn, one in turns.items():
                self._put(key, turn, one)
        for key, worths in other.worths.items():
            self.worths[key] = self.worths.get(key, {}) | worths

    def turns(self, state: State) -> tuple[BookTurn, ...]:
        """Return what was played in a position and is legal there, the most frequent first."""
        found = self.positions.get(position_key(state), {}).values()
        return in_order(state, found)

    def look(self, keys: Iterable[str]) -> dict[str, tuple[BookTurn, ...]]:
        """Return what was played in positions, by their keys; nothing of those that the book does not know."""
        return {key: tuple(self.positions[key].values()) for key in keys if key in self.positions}

    def __str__(self) -> str:
        listed = {key: [list(one) for _, one in sorted(turns.items())] for key, turns in sorted(self.positions.items())}
        valued = {
            key: {turn: [*one] for turn, one in sorted(each.items())} for key, each in sorted(self.worths.items())
        }
        later = {"worths": valued} if valued else {}  # which older versions do not read
        return json.dumps({"format": _FORMAT, "game": self.game.spec, "positions": listed} | later, indent=0)

    @classmethod
    def parse(cls, text: str) -> Book:
        """Parse the text of a book.

        Raises `ParseError`, or why the game is refused.
        """
        try:
            found = json.loads(text)
            if found["format"] != _FORMAT:
                raise ParseError(f"it has the format {shorten(str(found['format']))}: expected {_FORMAT}")
            book = cls(load(found["game"]))
            book.positions = {str(key): _parse_turns(book.game, turns) for key, turns in found["positions"].items()}
            worths = found.get("worths", {}).items()
            book.worths = {
                str(key): {str(turn): _parse_worth(*one) for turn, one in each.items()} for key, each in worths
            }
        except LudariumError:
            raise
        except (ValueError, TypeError, KeyError, AttributeError, RecursionError):
            raise ParseError("it is no opening book: expected what `ludarium book --out` writes") from None
        return book


def _parse_turns(game: Game, listed: list[Any]) -> dict[str, BookTurn]:  # Any: JSON
    """Return the turns of a position; raise `ValueError` for what is none."""
    found = dict[str, BookTurn]()
    for turn, games, points, last_at in listed:
        one = BookTurn(str(turn), int(games), tuple(map(float, points)), float(last_at))
        if one.games < 1 or len(one.points) != game.seats or not all(0 <= part <= one.games for part in one.points):
            raise ValueError
        found[one.turn] = one
    return found


def _parse_worth(value: Any, by: Any) -> BookWorth:  # Any: JSON
    """Return what a bot says of a turn; raise `ValueError` for what is none."""
    worth = BookWorth(float(value), str(by))
    if not (0 <= worth.value <= 1 and worth.by.isprintable() and len(worth.by) <= _LONGEST_BOT):
        raise ValueError
    return worth


def in_order(state: State, found: Iterable[BookTurn]) -> tuple[BookTurn, ...]:
    """Return turns that are legal in a state, the most frequent first, then the best for the seat that acts."""
    seat = max(0, *state.actors) if state.actors else 0
    legal = [one for one in found if _is_legal(state, one.turn)]
    return tuple(sorted(legal, key=lambda one: (-one.games, -one.mean(seat), one.turn)))


def _is_legal(state: State, turn: str) -> bool:
    try:
        return state.format_turn(state.parse_turn(turn)) == turn
    except LudariumError:
        return False


def merged(books: Iterable[Mapping[tuple[str, str], BookTurn]]) -> dict[tuple[str, str], BookTurn]:
    """Return what several games add to a book, together."""
    found = dict[tuple[str, str], BookTurn]()
    for one in books:
        for key, turn in one.items():
            found[key] = found[key].plus(turn) if key in found else turn
    return found
