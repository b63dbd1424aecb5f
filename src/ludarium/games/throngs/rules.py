"""Throngs' rules that need no compiling: the setup, facts about sites, and messages to players."""

from collections.abc import Iterable, Mapping
from functools import cache

import numpy as np

from ludarium.boards.triangular import TriangularGrid
from ludarium.core.definition import Setup
from ludarium.core.game import State
from ludarium.core.kernel import Vector
from ludarium.core.spec import Value
from ludarium.core.text import counted
from ludarium.games.throngs import kernel
from ludarium.games.throngs.kernel import BITS, SETS, WIDTH

NAMES = ("Black", "White")

BOARDS = {
    63: TriangularGrid("c-e b-g a-h a-h b-i b-i c-j d-j f-j h-i"),
    87: TriangularGrid("d-f c-h b-i a-i a-j b-j b-k c-k d-l f-l h-l j-k"),
    93: TriangularGrid("a-b,f-g a-h b-h b-i a-k a-l b-l d-k e-k f-k f-l g-h,k-l"),
    153: TriangularGrid("e-g d-i c-k b-l a-l a-m b-m b-n c-n c-o d-o e-p g-p i-p k-o m-n"),
}
FIRST_STONES = {
    63: (("e3",), ("d6", "h7")),
    87: (("j9",), ("f3", "d7")),
    93: (("i11",), ("c2", "f2")),
    153: (("h5",), ("f9", "l11")),
}
"""The first stones of black and of white, for each board."""

_GOAL = "the goal of {} points was reached"
_ENDINGS = (
    "",
    _GOAL,
    "every space counted for one or the other",
    "four passes in a row",
    "the turn limit",
)


def setup(options: Mapping[str, Value]) -> Setup:
    """Set up Throngs with these options."""
    sites, limit = int(options["board"]), int(options["turn_limit"])
    board = BOARDS[sites]
    chosen = [limit, int(options["rules"] == "page"), int(options["setup"] == "pie")]
    tables = np.array([sites, _words(sites), *chosen, *_masks(board), *_rectangle(board)], np.int64)
    start = blank(tables)
    if options["setup"] == "standard":
        start[kernel.STAGE] = kernel.PLAY
        for seat, names in enumerate(FIRST_STONES[sites]):
            for name in names:
                kernel.put(tables, start, seat, board.numbers[name])
        kernel.count_points(tables, start)
    pie_steps, steps_a_turn = kernel.PLAY, 4
    return Setup(tables, start, NAMES, num_actions=sites + 3, max_steps=pie_steps + steps_a_turn * limit)


def blank(t: Vector) -> Vector:
    """Return the position with no stones, before the first move."""
    v = np.zeros(SETS + WIDTH * int(t[kernel.WORDS]), np.int64)
    v[kernel.HAND] = v[kernel.COUNTER] = v[kernel.COUNTER + 1] = -1
    return v


@cache
def _masks(board: TriangularGrid) -> tuple[int, ...]:
    """Return the kernel's constants that depend on the board."""
    degrees = [len(near) for near in board.neighbours]
    assert set(degrees) <= {3, 4, 5, 6}, "the kernel counts points for these degrees only"
    kinds = [
        range(board.sites),
        [site for site, degree in enumerate(degrees) if degree < 5],
        *([site for site, degree in enumerate(degrees) if degree >> bit & 1] for bit in range(3)),
    ]
    by_kind = [_set(kind, board.sites) for kind in kinds]
    masks = [words[w] for w in range(_words(board.sites)) for words in by_kind]
    for lines in board.lines:
        for k in range(kernel.FURTHEST):
            masks += _set((line[k] for line in lines if len(line) > k), board.sites)
    return tuple(masks)


def _rectangle(board: TriangularGrid) -> list[int]:
    """Return the numbers of rows and columns of the board, and the place of each site in that rectangle."""
    columns = 1 + max(column for column, _ in board.points)
    return [len(board.widths), columns, *(columns * row + column for column, row in board.points)]


def _words(sites: int) -> int:
    return -(-sites // BITS)


def _set(members: Iterable[int], sites: int) -> list[int]:
    words = [0] * _words(sites)
    for site in members:
        words[site // BITS] |= 1 << site % BITS
    return words


def stones(t: Vector, v: Vector) -> str:
    """Return a letter for every site: `.`, `b` or `w`."""
    bits = v[SETS:].reshape(-1, WIDTH)[:, :2, np.newaxis] >> np.arange(BITS) & 1
    letters = np.frombuffer(b".bw", np.uint8)[bits[:, 0] + 2 * bits[:, 1]]
    return letters.tobytes()[: int(t[kernel.SITES])].decode("ascii")


def pie_order(t: Vector) -> str:
    """§8: return the colours of the three stones of the pie, in the order in which they are placed."""
    return "bww" if t[kernel.PAGE] else "bwb"


def in_turn(state: State) -> bool:
    """Return whether the turn has begun and is not complete."""
    v = state.vector
    if v[kernel.RESULT]:
        return False
    begun = v[kernel.SECOND] or v[kernel.HAND] >= 0
    return bool(begun or 0 < v[kernel.STAGE] < kernel.REPLY)


def influence(t: Vector, v: Vector, seat: int, site: int) -> int:
    """§2: return the number of the seat's stones less the other's, on the site and its neighbours."""
    here = {"b": 1, "w": -1, ".": 0}[stones(t, v)[site]]
    return int(kernel.lead(v, seat, site)) + (-here if seat else here)


def counts(holds: str, seat: int, sites: Iterable[int]) -> tuple[int, int]:
    """Return how many stones of a seat and of the other one are on some sites."""
    there = [holds[site] for site in sites]
    return there.count("bw"[seat]), there.count("bw"[1 - seat])


def travel(t: Vector, v: Vector, seat: int, site: int) -> int:
    """§3: return how far a stone that begins a move on this site may travel."""
    cost = {".": 1, "bw"[seat]: 0, "bw"[1 - seat]: 2}[stones(t, v)[site]]
    return max(0, influence(t, v, seat, site) - cost)


def territory(t: Vector, v: Vector, seat: int) -> set[int]:
    """§6: return the sites that count for a seat."""
    words = [int(kernel.territory(t, v, w, seat)) for w in range(int(t[kernel.WORDS]))]
    return {BITS * w + bit for w, word in enumerate(words) for bit in range(BITS) if word >> bit & 1}


def goal(sites: int) -> int:
    """§7: return the points that win on a board of so many sites.

    >>> goal(63), goal(153)
    (35, 80)
    """
    return sites // 2 + 4


def explain(state: State, seat: int, action: int) -> str:
    """Explain in a sentence why this action is not legal here."""
    t, v = state.game.tables, state.vector
    sites = int(t[kernel.SITES])
    name = BOARDS[sites].names[action] if action < sites else ("pass", "accept", "swap")[action - sites]
    if v[kernel.STAGE] == kernel.REPLY:
        return f"the first stones are placed: expected accept or swap, not {name}"
    if action > sites or (v[kernel.STAGE] < kernel.REPLY and action == sites):
        return f"{name} is not possible now"
    holds = stones(t, v)[action : action + 1]
    if v[kernel.STAGE] < kernel.REPLY:
        return f"{name} already holds a stone"
    if v[kernel.HAND] >= 0:
        return _explain_destination(t, v, action, name, holds)
    if action < sites and holds not in (".", "bw"[1 - seat]):
        return _explain_move(t, v, seat, action, name)
    if action == sites:
        return _stale(seat)
    power = influence(t, v, seat, action)
    if holds == ".":
        waived = ", or 0 with no empty space beside it" if power == 0 else ""
        return f"{_said(power, seat, name)}, and adding needs 1{waived}"
    return f"{_said(power, seat, name)}, and capturing needs 2"


def _said(power: int, seat: int, name: str) -> str:
    """Return a seat's influence, and what the word means, for players who have not read the rules."""
    around = f"{NAMES[seat]}'s stones there and beside it, less {NAMES[1 - seat]}'s"
    return f"{NAMES[seat]} has influence {power} at {name} ({around})"


def _stale(seat: int) -> str:
    return f"{NAMES[seat]} must add or capture: none of the last {kernel.STALE - 1} moves was an addition"


def _explain_destination(t: Vector, v: Vector, action: int, name: str, holds: str) -> str:
    if action == t[kernel.SITES]:
        return "the stone that travels must come to rest first"
    if action == v[kernel.HAND]:
        return f"a stone that moves must end on a space other than {name}"
    if holds != ".":
        return f"{name} holds a stone"
    left = int(v[kernel.TRAVEL])
    return f"{name} is out of reach: the stone may travel {counted(left, 'step')}"


def _explain_move(t: Vector, v: Vector, seat: int, action: int, name: str) -> str:
    power = influence(t, v, seat, action)
    if v[kernel.COUNTER + seat] >= kernel.STALE:
        return _stale(seat)
    if power < 1:
        return f"{_said(power, seat, name)}, and moving needs 1"
    return f"the stone on {name} reaches no empty space within {counted(power, 'step')}"


def ending(state: State) -> str:
    """Return how the game ended; empty while it goes on."""
    v = state.vector
    phrase = _ENDINGS[v[kernel.RESULT]]
    if not phrase:
        return ""
    return _counted(state, phrase.format(goal(int(state.game.tables[kernel.SITES]))))


def _counted(state: State, phrase: str) -> str:
    black, white = int(state.vector[kernel.POINTS]), int(state.vector[kernel.POINTS + 1])
    return f"{phrase}, {black} to {white}" if black != white else f"a draw: {phrase}, {black} to {white}"
