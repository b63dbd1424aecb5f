"""Vortex's rules that need no compiling: the setup, points, and messages to players."""

from collections.abc import Callable, Mapping, Sequence
from typing import Literal, get_args

import numpy as np

from ludarium.boards.spirals import QUARTERS, Spiral
from ludarium.core.definition import Setup
from ludarium.core.game import State
from ludarium.core.kernel import CHANCE, Vector
from ludarium.core.payoffs import PayoffRange
from ludarium.core.spec import Value
from ludarium.games.vortex import kernel
from ludarium.games.vortex.options import BOARDS

NAMES = "XOVH"
"""The names of the seats, in the order of their starts along the ring."""
CORNERS = ((), (0,), (0, 2), (0, 1, 2), (0, 1, 2, 3))
"""The quarters in which the seats start, by the number of players."""
Offset = Literal["real", "constant"]
"""How threats are counted: on the real cells, or as the source does (ruling 8)."""
OFFSETS: tuple[Offset, ...] = get_args(Offset)


def setup(options: Mapping[str, Value]) -> Setup:
    """Set up Vortex with these options."""
    seats, die, tokens, limit = (int(options[name]) for name in ("players", "die", "tokens", "turn_limit"))
    board, corners = BOARDS[str(options["board"])], CORNERS[seats]
    tables = np.zeros(kernel.SEEN + 2 * QUARTERS * kernel.WIDTH, np.int64)
    for_points = seats > 1 and options["objective"] == "points"
    tables[: kernel.AHEAD] = board.last, die, seats, tokens, limit, for_points
    for seat, corner in enumerate(corners):
        for rival, other in enumerate(corners):
            tables[kernel.AHEAD + 4 * seat + rival] = (other - corner) % QUARTERS
    tables[[kernel.SHELTER + cell for cell in (0, *board.safe, board.last)]] = 1
    for ahead in range(QUARTERS):
        for rows, number in ((kernel.REAL, board.seen), (kernel.CONSTANT, _constant(board))):
            at = kernel.SEEN + kernel.WIDTH * (rows + ahead)
            tables[at + 1 : at + board.last] = [number(cell, ahead) for cell in range(1, board.last)]
    most = float(lead_points((10 * board.last * tokens, *[0] * (seats - 1)), winner=0))
    start = np.zeros(kernel.TOKENS + seats * tokens, np.int64)
    start[kernel.FIRST] = -1
    return Setup(
        tables,
        start,
        tuple(NAMES[:seats]),
        num_actions=board.last,
        max_steps=1 + 2 * seats * limit,
        max_chance_outcomes=max(die + 1, seats),
        payoff_range=PayoffRange(-most, most, total=0) if for_points else None,
    )


def _constant(board: Spiral) -> Callable[[int, int], int]:
    """Ruling 8: return the source's numbers that rivals have for cells, with the outer ring's offset in all rings."""

    def number(cell: int, ahead: int) -> int:
        offset = ahead * board.rings[0] // QUARTERS
        return cell - offset if cell > offset else cell - offset + board.rings[0]

    return number


def points(t: Vector, v: Vector, offset: Offset = "real") -> tuple[int, ...]:
    """§7, §8: return every seat's points; `offset="constant"` counts threats as the source does (ruling 8).

    >>> import ludarium
    >>> state = ludarium.load("vortex(tokens=1)").parse_position("18/5 X 1")
    >>> points(state.game.tables, state.vector), points(state.game.tables, state.vector, offset="constant")
    ((180, 50), (150, 50))
    """
    rows = kernel.CONSTANT if offset == "constant" else kernel.REAL
    return tuple(int(kernel.count_points(t, v, seat, rows)) for seat in range(t[kernel.SEATS]))


def lead_points(points: Sequence[int], winner: int) -> int:
    """§9: return the winner's score: ten times the sum of the leads over every other player.

    >>> lead_points((90, 70, 40, 50), winner=0)
    1100
    """
    return 10 * sum(points[winner] - other for other in points)


def winner_points(state: State) -> dict[int, int]:
    """§9: return the score of every winner; empty while the game goes on."""
    t, v = state.game.tables, state.vector
    won = int(kernel.at_home(t, v)) if kernel.over(t, v) else 0
    counted = points(t, v)
    return {seat: lead_points(counted, seat) for seat in range(len(counted)) if won >> seat & 1}


def in_turn(state: State) -> bool:
    """Return False: the draw, a roll and a move are turns of one step each."""
    return False


def tokens(t: Vector, v: Vector, seat: int) -> list[int]:
    """Return the cells of the seat's tokens on its path, in ascending order."""
    first = kernel.TOKENS + seat * int(t[kernel.EACH])
    return [int(cell) for cell in v[first : first + int(t[kernel.EACH])]]


def bumped(t: Vector, v: Vector, seat: int, cell: int) -> int | None:
    """§4: return the rival whose token would be bumped by moving the seat's token on this cell; None if none is."""
    rival = int(kernel.facing(t, v, seat, cell + v[kernel.ROLL]))
    return rival if rival >= 0 else None


def explain(state: State, seat: int, action: int) -> str:
    """Explain in a sentence why this action is not legal here."""
    t, v = state.game.tables, state.vector
    if seat == CHANCE:
        if v[kernel.FIRST] < 0:
            return f"{action} is not a seat: expected 0 to {t[kernel.SEATS] - 1}"
        return f"{action} is not a roll: the die has the sides 1 to {t[kernel.DIE]}"
    last, target = int(t[kernel.LAST]), action + int(v[kernel.ROLL])
    if action not in tokens(t, v, seat):
        *others, one = (_where(seat, cell, last) for cell in sorted(set(tokens(t, v, seat))))
        own = f"{', '.join(others)} and {one}" if others else one
        return f"{NAMES[seat]} has no token {_where(seat, action, last)}: its tokens are {own}"
    if action == last:
        return "a token in the centre does not move again"
    if target > last:
        exactly = f"exactly {last - action} for the centre, not {v[kernel.ROLL]}"
        return f"a token on {_place(seat, action, last)} needs {exactly}"
    return f"another token of {NAMES[seat]} is on {_place(seat, target, last)}"


def _where(seat: int, number: int, last: int) -> str:
    return "at the start" if number == 0 else f"on {_place(seat, number, last)}"


def _place(seat: int, number: int, last: int) -> str:
    """Return a cell of a seat's path for a sentence, whose reader may number it differently."""
    return f"{{{seat}@{number}}}" if 0 < number < last else str(number)


def ending(state: State) -> str:
    """Return how the game ended; empty while it goes on."""
    t, v = state.game.tables, state.vector
    if not kernel.over(t, v):
        return ""
    winners = [NAMES[seat] for seat in winner_points(state)]
    if not winners:
        return "the turn limit was reached before anybody had all tokens in the centre"
    return f"{' and '.join(winners)} {'has' if len(winners) == 1 else 'have'} all tokens in the centre"
