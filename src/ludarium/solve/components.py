"""The strong components of a graph: the layers in which positions that can repeat are solved together."""

import numpy as np
import numpy.typing as npt

from ludarium.core.kernel import INTS, Vector, compiled, types

_SMALL = types.int32[::1]


@compiled(types.int64(INTS, _SMALL, types.int64, _SMALL, INTS))
def fill_components(firsts, edges, count, order, ends):
    """Write the positions in the order of their components, and where each component ends; returns their number.

    Tarjan's algorithm with a stack of its own: a component comes after all that can be reached from it. In a component
    a position comes after those that a search in depth leaves before it, so that most of its successors come first.
    """
    low, index = np.zeros(count, np.int32), np.zeros(count, np.int32)
    stack, path, following = np.empty(count, np.int32), np.empty(count, np.int32), np.empty(count, np.int64)
    left, component = np.empty(count, np.int32), np.empty(count, np.int32)
    height, depth, clock, done, components, leaving = 0, 0, 0, 0, 0, 0
    finished = np.int32(count + 1)
    for root in range(count):
        if index[root]:
            continue
        path[0], depth = root, 1
        while depth:
            here = path[depth - 1]
            if index[here] == 0:
                clock += 1
                index[here], low[here], following[here] = clock, clock, firsts[here]
                stack[height] = here
                height += 1
            deeper = False
            while following[here] < firsts[here + 1]:
                there = edges[following[here]]
                following[here] += 1
                if index[there] == 0:
                    path[depth] = there
                    depth += 1
                    deeper = True
                    break
                if low[there] != finished:
                    low[here] = min(low[here], index[there])
            if deeper:
                continue
            depth -= 1
            left[leaving] = here
            leaving += 1
            if depth and low[here] < low[path[depth - 1]]:
                low[path[depth - 1]] = low[here]
            if low[here] == index[here]:
                while True:
                    height -= 1
                    member = stack[height]
                    low[member] = finished
                    component[member] = components
                    done += 1
                    if member == here:
                        break
                ends[components] = done
                components += 1
    places = np.zeros(components, np.int64)
    places[1:] = ends[: components - 1]
    for number in left:
        order[places[component[number]]] = number
        places[component[number]] += 1
    return components


def components(firsts: Vector, edges: npt.NDArray[np.int32], count: int) -> tuple[npt.NDArray[np.int32], Vector]:
    """Return the positions in the order of their components, and where each component ends.

    >>> order, ends = components(np.array([0, 1, 3, 3]), np.array([1, 0, 2], np.int32), 3)
    >>> [sorted(part.tolist()) for part in np.split(order, ends[:-1])]
    [[2], [0, 1]]
    """
    order, ends = np.empty(count, np.int32), np.empty(count, np.int64)
    found = fill_components(firsts, edges, count, order, ends)
    return order, ends[:found].copy()
