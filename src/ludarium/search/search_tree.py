"""A search tree as an object: allocate its arrays, move its root, read its edges."""

import math
import mmap
from functools import partial
from typing import Any, TypeVar

import numpy as np

from ludarium.core.game import Game
from ludarium.core.kernel import Floats, Vector
from ludarium.search import reuse, tree
from ludarium.search.tree import proved_lengths

_EDGES_PER_NODE = 8
_REUSE_DEPTH = 24
"""The maximum number of steps below the old root at which the new root is searched for."""
_EPSILON = 1e-9
_Number = TypeVar("_Number", np.int64, np.float64)


class SearchTree:
    """The arrays of one thread's tree (see `ludarium.search.tree`) and the random generator of the thread.

    `megabytes` is the memory for the tree and for a second set of arrays, into which the tree is copied when its root
    moves.
    """

    def __init__(
        self,
        seats: int,
        megabytes: float,
        rng: np.random.Generator,
        *,
        has_priors: bool = False,
        has_minimax: bool = False,
    ) -> None:
        size = 48 + (16 + 8 * has_minimax) * seats + (48 + 8 * has_priors) * _EDGES_PER_NODE  # bytes for each node
        nodes = max(1000, int(megabytes * 1e6 / 2 / size))
        self._allocate = partial(_allocate, nodes, seats, has_priors=has_priors, has_minimax=has_minimax)
        self.arrays, self._spare = self._allocate(), self._allocate()
        self.rng = rng

    @property
    def evaluations(self) -> int:
        """The number of leaves that have been valued since the tree was last cleared or its root moved."""
        return int(self.arrays.counters[tree.EVALUATIONS])

    @property
    def is_empty(self) -> bool:
        """Whether the tree has no nodes."""
        return not self.arrays.counters[tree.NODES]

    def clear(self) -> None:
        """Remove all nodes."""
        self.arrays.counters[:] = 0

    def find(self, game: Game, root: Vector, position: Vector) -> int:
        """Return the node of a position that may be reached from the root, -1 if it is not in the tree."""
        return int(reuse.find(game.kernel, game.tables, root, position, self.arrays, _REUSE_DEPTH))

    def move_root(self, node: int) -> None:
        """Make a node the root and remove all nodes that are not below it; for -1 remove all nodes."""
        if node < 0:
            self.clear()
        else:
            reuse.copy_subtree(node, self.arrays, self._spare)
            self.arrays, self._spare = self._spare, self.arrays

    def trim(self) -> int:
        """Give back the memory that the tree does not use now; return the bytes that it uses.

        The system provides memory when it is first written to, so new arrays take none.
        """
        nodes, edges = (int(self.arrays.counters[count]) for count in (tree.NODES, tree.EDGES))
        used = (nodes, nodes, edges, edges, edges, nodes, len(self.arrays.counters))  # rows of each array
        self._spare, before = self._allocate(), self.arrays
        self.arrays = self._allocate()
        for new, old, rows in zip(self.arrays, before, used, strict=True):
            new[:rows] = old[:rows]
        return sum(old[:rows].nbytes for old, rows in zip(before, used, strict=True))

    def edges_of(self, node: int, number: int = 0) -> tuple[Vector, Floats]:
        """Return views of the edges of a node's actor of that number: (n, 3) int64 and (n, 3) float64."""
        edges, values = self.arrays.edges, self.arrays.values
        block = int(self.arrays.nodes[node, tree.FIRST_BLOCK])
        for _ in range(number):
            block += int(edges[block, tree.ACTION]) + 1
        span = slice(block + 1, block + 1 + edges[block, tree.ACTION])
        return edges[span], values[span]

    def place_of(self, action: int) -> int:
        """Return the place of an action among the edges of the root's first actor."""
        return int((self.edges_of(0)[0][:, tree.ACTION] == action).argmax())

    def child_of(self, action: int) -> int:
        """Return the node that an action of the root's only actor leads to, -1 if there is none yet."""
        return int(self.edges_of(0)[0][self.place_of(action), tree.CHILD])

    def proved_lengths(self) -> Floats:
        """Return the steps to the end after each action of the root, in ascending order; infinite if not proved."""
        found = proved_lengths(self.arrays)
        edges, _ = self.edges_of(0)
        ordered = edges[edges[:, tree.ACTION].argsort()]
        return np.where(ordered[:, tree.CHILD] >= 0, found[ordered[:, tree.CHILD]], math.inf)

    def has_choice(self, node: int) -> bool:
        """Whether a node exists, is expanded, and seats act there, not chance."""
        nodes = self.arrays.nodes
        return bool(not self.is_empty and nodes[node, tree.FIRST_BLOCK] >= 0 and nodes[node, tree.ACTORS] > 1)


def _allocate(nodes: int, seats: int, *, has_priors: bool, has_minimax: bool) -> tree.Tree:
    edges = nodes * _EDGES_PER_NODE
    ints = _mapped((nodes, 6), np.int64), _mapped((edges, 3), np.int64)
    floats = _mapped((nodes, 2 * seats), np.float64), _mapped((edges, 3), np.float64)
    priors = _mapped((edges,), np.float64) if has_priors else np.empty(0)
    minimax = _mapped((nodes, seats), np.float64) if has_minimax else np.empty((0, seats))
    return tree.Tree(ints[0], floats[0], ints[1], floats[1], priors, minimax, np.zeros(3, np.int64))


def _mapped(shape: tuple[int, ...], kind: type[_Number]) -> np.ndarray[Any, np.dtype[_Number]]:
    """Return an array of zeros in memory of its own, which goes back to the system with the array.

    What NumPy allocates stays with the process when many threads make and drop large arrays.
    """
    size = math.prod(shape) * np.dtype(kind).itemsize
    memory = mmap.mmap(-1, size, flags=mmap.MAP_PRIVATE | mmap.MAP_ANONYMOUS)
    return np.frombuffer(memory, kind).reshape(shape)


def add_votes(blocks: list[tuple[Vector, Floats]]) -> tuple[Vector, Floats]:
    """Add up the edges of several trees by their actions: visits and totals are summed, bounds intersected.

    Takes and returns edges as `SearchTree.edges_of` does, the result ordered by action.
    """
    orders = [edges[:, tree.ACTION].argsort() for edges, _ in blocks]  # each tree has an order of its own
    edges, values = blocks[0][0][orders[0]], blocks[0][1][orders[0]]
    for (more, other), order in zip(blocks[1:], orders[1:], strict=True):
        more, other = more[order], other[order]
        edges[:, tree.EDGE_VISITS] += more[:, tree.EDGE_VISITS]
        values[:, tree.TOTAL] += other[:, tree.TOTAL]
        values[:, tree.LOWER] = np.maximum(values[:, tree.LOWER], other[:, tree.LOWER])
        values[:, tree.UPPER] = np.minimum(values[:, tree.UPPER], other[:, tree.UPPER])
    return edges, values


def best_edge(edges: Vector, values: Floats) -> int:
    """Return the place of the edge to play: a proved win, else the most visited edge that may be the best.

    >>> import numpy as np
    >>> edges, values = np.array([[7, -1, 90], [8, -1, 10]]), np.array([[50.0, 0.0, 1.0], [9.0, 1.0, 1.0]])
    >>> best_edge(edges, values)  # the second is a proved win
    1
    """
    visits, lower = edges[:, tree.EDGE_VISITS], values[:, tree.LOWER]
    best_lower = lower.max()
    proved = np.where(lower >= best_lower - _EPSILON, visits, -1).argmax()
    open_visits = np.where(values[:, tree.UPPER] > best_lower + _EPSILON, visits, -1)
    most_visited = open_visits.argmax()
    if open_visits[most_visited] <= 0 or values[most_visited, tree.TOTAL] / visits[most_visited] < best_lower:
        return int(proved)
    return int(most_visited)


def shortest_edge(values: Floats, best: int, lengths: Floats) -> int:
    """Return the place of the edge to play of those that are proved to be as good as the best.

    `lengths` are the steps to the end after each edge. It is the shortest, or the longest where the seat gets the least
    that the game can pay.
    """
    value = values[best, tree.LOWER]
    as_good = (values[:, tree.LOWER] > value - _EPSILON) & (values[:, tree.UPPER] < value + _EPSILON)
    if value > _EPSILON:
        return int(np.where(as_good, lengths, math.inf).argmin())
    return int(np.where(as_good & np.isfinite(lengths), lengths, -1.0).argmax())


def value_of(edges: Vector, values: Floats, place: int) -> tuple[float, bool]:
    """Return the value of the edge at a place for the acting seat, and whether it is proved."""
    lower, upper = values[place, tree.LOWER], values[place, tree.UPPER]
    if upper - lower < _EPSILON:
        return float(lower), True
    return float(values[place, tree.TOTAL] / max(1, edges[place, tree.EDGE_VISITS])), False
