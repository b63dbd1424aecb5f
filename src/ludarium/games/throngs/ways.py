"""The ways of stones in Throngs: the cost of each end, and the hops by which a stone gets there."""

from collections.abc import Sequence
from heapq import heappop, heappush
from typing import NamedTuple

from ludarium.boards.triangular import TriangularGrid


class Way(NamedTuple):
    """A cheapest way of a stone: its cost, and the sites where it lands, from the first one to its end."""

    cost: int
    sites: tuple[int, ...]


def ways(board: TriangularGrid, holds: Sequence[str], start: int, steps: int) -> dict[int, Way]:
    """§4: return a cheapest way to every site where a travel of so many steps can end, with as few hops as possible.

    `holds` has a dot for every empty site.

    >>> board = TriangularGrid("a-e")
    >>> ways(board, ".bb..", 0, 3)
    {3: Way(cost=3, sites=(0, 3))}
    """
    found: dict[int, Way] = {}
    queue: list[tuple[int, int, tuple[int, ...]]] = [(0, 1, (start,))]
    while queue:
        cost, _, sites = heappop(queue)
        if sites[-1] in found:
            continue
        found[sites[-1]] = Way(cost, sites)
        for line in board.lines[sites[-1]]:
            for far, end in enumerate(line[: steps - cost], 1):
                if holds[end] == "." and end not in found:
                    heappush(queue, (cost + far, len(sites) + 1, (*sites, end)))
    del found[start]
    return found
