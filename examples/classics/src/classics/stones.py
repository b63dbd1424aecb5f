"""What the games share: two seats with stones on a board, whose rules and notation follow from a few functions.

Position `v`:

    index  field   meaning
    0      MOVER   seat to move
    1      RESULT  0 while the game goes on, 1 or 2 for a win of seat 0 or 1, DRAWN
    2      STONES  the stones of seat 0, a bit for each cell
    3              the stones of seat 1
    4      OTHER   arrows, in Amazons

Constants `t` begin with FULL, the bits of all cells.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

import numpy as np
from ludarium.authoring import (
    ACTORS,
    CHANCE_OUTCOMES,
    RESULTS,
    Floats,
    Game,
    ParseError,
    Setup,
    State,
    Value,
    Vector,
    format_names,
    format_rows,
    lowest_bit,
    parse_choice,
    parse_names,
    parse_rows,
    rule,
    split_fields,
    without_lowest,
)

from classics.boards import Board

MOVER, RESULT, STONES, OTHER = 0, 1, 2, 4
FULL = 0
DRAWN = 3
NAMES = ("X", "O")
Options = Mapping[str, Value]


@rule(ACTORS)
def actors(t: Vector, v: Vector) -> int:
    """§1: the seats take turns until the game is over."""
    return 0 if v[RESULT] else 2 << v[MOVER]


@rule(CHANCE_OUTCOMES)
def chance_outcomes(t: Vector, v: Vector, out: Floats) -> int:
    """Return 0: there is no chance."""
    return 0


@rule(RESULTS)
def results(t: Vector, v: Vector, out: Floats) -> int:
    """Fill in 1 point for the winner."""
    for seat in range(2):
        out[seat] = 1.0 if v[RESULT] == seat + 1 else 0.0
    return int(v[RESULT]) if v[RESULT] < DRAWN else 0


@rule()
def reach(around: Vector, first: int, cells: int, start: int) -> int:
    """Return the cells that are connected with `start` through `cells`; `around` has neighbours from index `first`."""
    found, rest = start & cells, start & cells
    while rest:
        new = around[first + lowest_bit(rest)] & cells & ~found
        rest = without_lowest(rest)
        found |= new
        rest |= new
    return found


@dataclass(frozen=True)
class StoneGame:
    """The rules and the notation of a game of stones.

    | field     | meaning                                                                      |
    | --------- | ---------------------------------------------------------------------------- |
    | `board`   | the board, from the options                                                  |
    | `tables`  | the constants after FULL                                                     |
    | `start`   | the stones of both seats at the start, as bits                               |
    | `words`   | the name of each action of a seat; empty for one that is never legal         |
    | `judge`   | the compiled function that fills in RESULT before a seat moves               |
    | `endings` | how it ends if somebody wins, as `a line of X's` with `{}`, and if it is drawn |
    | `refuse`  | why an action is not legal                                                   |
    | `steps`   | no game takes more steps, from the board                                     |
    | `others`  | a letter for cells that are nobody's, or ""                                  |
    | `more`    | further words of the position                                                |
    """

    board: Callable[[Options], Board]
    tables: Callable[[Options, Board], Sequence[int]]
    start: Callable[[Board], tuple[int, int]]
    words: Callable[[Board, int], list[str]]
    judge: Callable[[Vector, Vector], int]
    endings: tuple[str, str]
    refuse: str
    steps: Callable[[Board], int] = lambda board: len(board.cells)
    others: str = ""
    more: int = 0

    def setup(self, options: Options) -> Setup:
        """Set up the game with these options."""
        board = self.board(options)
        tables = words([(1 << len(board.cells)) - 1, *self.tables(options, board)])
        v = words([0, 0, *self.start(board), *[0] * self.more])
        v[RESULT] = self.judge(tables, v)
        return Setup(tables, v, NAMES, num_actions=len(self.words(board, 0)), max_steps=self.steps(board))

    def in_turn(self, state: State) -> bool:
        """Return whether a turn has begun: in Amazons, before the arrow."""
        return self.more > 1 and bool(state.vector[OTHER + 1])

    def explain(self, state: State, seat: int, action: int) -> str:
        """Return why this action is not legal here."""
        return f"{self.words(self.board(state.game.options), seat)[action]} is not allowed: {self.refuse}"

    def ending(self, state: State) -> str:
        """Return how the game ended; empty while it goes on."""
        result = int(state.vector[RESULT])
        return "" if not result else self.endings[1] if result == DRAWN else self.endings[0].format(NAMES[result - 1])

    def action_name(self, state: State, seat: int, action: int) -> str:
        """Return the name of an action."""
        return self.words(self.board(state.game.options), seat)[action]

    def format_turn(self, state: State, actions: Sequence[int]) -> str:
        """Return a turn as the names of its actions."""
        return format_names(state, actions)

    def parse_turn(self, state: State, text: str) -> tuple[int, ...]:
        """Parse a turn."""
        return parse_names(state, text, words=lambda state, seat: self.words(self.board(state.game.options), seat))

    def stones(self, state: State) -> str:
        """Return a letter for every cell: `.`, `X`, `O`, or that of `others`."""
        letters = ["."] * len(self.board(state.game.options).cells)
        for word, letter in zip(state.vector[STONES:], [*NAMES, *self.others], strict=False):
            for cell in range(len(letters)):
                if int(word) >> cell & 1:
                    letters[cell] = letter
        return "".join(letters)

    def format_position(self, state: State) -> str:
        """Return the rows from the top, with numbers for empty cells, and who is to move: `2X/1O1/3 o`."""
        rows = format_rows(self.stones(state), self.board(state.game.options).widths)
        shooter = int(state.vector[OTHER + 1]) if self.more > 1 else 0
        return f"{rows} {NAMES[int(state.vector[MOVER])].lower()}" + (f" {shooter - 1}" if shooter else "")

    def parse_position(self, game: Game, text: str) -> State:
        """Parse a position; raise `ParseError` where the text is not one."""
        board = self.board(game.options)
        expected = f"rows of {', '.join(map(str, board.widths))} cells"
        counts = (2, 3) if self.more > 1 else (2,)
        rows, mover, *shooter = split_fields(text, f"{expected} and who is to move", *counts)
        letters = "".join((*NAMES, *self.others))
        cells = parse_rows(rows, board.widths, letters, expected)
        bits = [sum(1 << cell for cell, stone in enumerate(cells) if stone == name) for name in letters]
        v = words([parse_choice(mover, "a player", NAMES), 0, *bits, *[0] * (self.more - len(self.others))])
        if shooter:
            at = shooter[0]
            if not (at.isdecimal() and len(at) < 3 and int(at) < len(cells) and cells[int(at)] == NAMES[int(v[MOVER])]):
                raise ParseError(f"{at} is no stone of the player who is to shoot: expected the number of its cell")
            v[OTHER + 1] = int(at) + 1
        v[RESULT] = self.judge(game.tables, v)
        state = game.state(v)
        if state.actors and not state.legal():
            stuck = NAMES[state.actors[0]]
            raise ParseError(f"{stuck} cannot move: expected a position in which somebody can, or has won")
        return state


def words(numbers: Sequence[int]) -> Vector:
    """Return numbers as words of a vector; bit 63 is the sign."""
    return np.array([number & 0xFFFFFFFFFFFFFFFF for number in numbers], np.uint64).view(np.int64)


def cells(board: Board, seat: int) -> list[str]:
    """Return the name of each cell, for games in which a turn is a cell."""
    return board.names


def empty(board: Board) -> tuple[int, int]:
    """Return no stones."""
    return 0, 0
