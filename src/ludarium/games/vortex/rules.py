"""Vortex's rules, the part that needs no speed: the setting-up, points, and what is said to players."""

from collections.abc import Callable, Mapping, Sequence
from typing import Literal

import numpy as np

from ludarium.boards.spirals import QUARTERS, Spiral
from ludarium.core.definition import Setup
from ludarium.core.kernel import CHANCE, Vector
from ludarium.core.spec import Value
from ludarium.games.vortex import kernel
from ludarium.games.vortex.options import BOARDS

NAMES = "XOVH"
"""The players, in the order in which their starts follow each other along the ring."""
CORNERS = ((), (0,), (0, 2), (0, 1, 2), (0, 1, 2, 3))
"""Which quarters are taken, by the number of players."""


def setup(options: Mapping[str, Value]) -> Setup:
    """Vortex with these options."""
    seats, die, tokens, limit = (int(options[name]) for name in ("players", "die", "tokens", "turn_limit"))
    board, corners = BOARDS[str(options["board"])], CORNERS[seats]
    tables = np.zeros(kernel.SEEN + 2 * QUARTERS * kernel.WIDTH, np.int64)
    tables[: kernel.AHEAD] = board.last, die, seats, tokens, limit
    for seat, corner in enumerate(corners):
        for rival, other in enumerate(corners):
            tables[kernel.AHEAD + 4 * seat + rival] = (other - corner) % QUARTERS
    tables[[kernel.SHELTER + cell for cell in (0, *board.safe, board.last)]] = 1
    for ahead in range(QUARTERS):
        for rows, number in ((kernel.REAL, board.seen), (kernel.CONSTANT, _constant(board))):
            at = kernel.SEEN + kernel.WIDTH * (rows + ahead)
            tables[at + 1 : at + board.last] = [number(cell, ahead) for cell in range(1, board.last)]
    start = np.zeros(kernel.TOKENS + seats * tokens, np.int64)
    start[kernel.FIRST] = -1
    num_actions = max(board.last, die + 1, seats)
    return Setup(tables, start, tuple(NAMES[:seats]), num_actions, max_steps=1 + 2 * seats * limit)


def _constant(board: Spiral) -> Callable[[int, int], int]:
    """§8: the numbers that rivals have for cells as the source counts: the outer ring's offset, however far in."""

    def number(cell: int, ahead: int) -> int:
        offset = ahead * board.rings[0] // QUARTERS
        return cell - offset if cell > offset else cell - offset + board.rings[0]

    return number


def scores(t: Vector, v: Vector, offset: Literal["real", "constant"] = "real") -> tuple[int, ...]:
    """Every seat's score; `offset="constant"` counts threats as the source does.

    >>> import ludarium
    >>> state = ludarium.load("vortex(tokens=1)").parse_position("18/5 X 1")
    >>> scores(state.game.tables, state.vector), scores(state.game.tables, state.vector, offset="constant")
    ((180, 50), (150, 50))
    """
    rows = kernel.CONSTANT if offset == "constant" else kernel.REAL
    return tuple(int(kernel.worth(t, v, seat, rows)) for seat in range(t[kernel.SEATS]))


def prize(scores: Sequence[int], winner: int) -> int:
    """§9: the points that a winner earns: ten times what the score is ahead of every other, summed.

    >>> prize((90, 70, 40, 50), winner=0)
    1100
    """
    return 10 * sum(scores[winner] - score for score in scores)


def winner_points(t: Vector, v: Vector) -> dict[int, int]:
    """The winners and the points that each has earned; nobody while the game goes on."""
    won = int(kernel.at_home(t, v)) if kernel.over(t, v) else 0
    counted = scores(t, v)
    return {seat: prize(counted, seat) for seat in range(len(counted)) if won >> seat & 1}


def in_turn(t: Vector, v: Vector) -> bool:
    """Never: a draw, a roll and a move are turns by themselves."""
    return False


def tokens(t: Vector, v: Vector, seat: int) -> list[int]:
    """Where the seat's tokens stand on its path, in ascending order."""
    first = kernel.TOKENS + seat * int(t[kernel.EACH])
    return [int(cell) for cell in v[first : first + int(t[kernel.EACH])]]


def bumped(t: Vector, v: Vector, seat: int, cell: int) -> int | None:
    """The rival whose token the seat's token on this cell would bump, moved by the roll."""
    rival = int(kernel.facing(t, v, seat, cell + v[kernel.ROLL]))
    return rival if rival >= 0 else None


def explain(t: Vector, v: Vector, seat: int, action: int) -> str:
    """Why this action is not legal here."""
    if seat == CHANCE:
        if v[kernel.FIRST] < 0:
            return f"{action} is no seat: they are 0 to {t[kernel.SEATS] - 1}"
        return f"a die with {t[kernel.DIE]} sides does not roll {action}"
    last, target = int(t[kernel.LAST]), action + int(v[kernel.ROLL])
    if action not in tokens(t, v, seat):
        return f"{NAMES[seat]} has no token {'at the start' if action == 0 else f'on {action}'}"
    if action == last:
        return "a token in the centre stays there"
    if target > last:
        return f"a token on {action} needs exactly {last - action} for the centre, not {v[kernel.ROLL]}"
    return f"another token of {NAMES[seat]}'s stands on {target}"


def ending(t: Vector, v: Vector) -> str:
    """How the game ended."""
    if not kernel.over(t, v):
        return ""
    points = [f"{NAMES[seat]} with {prize:,} points" for seat, prize in winner_points(t, v).items()]
    if not points:
        return "the turn limit was reached before anybody had all tokens in the centre"
    return f"all tokens in the centre: {' and '.join(points)}"
