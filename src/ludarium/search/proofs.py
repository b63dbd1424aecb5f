"""The distance of the proved positions of a search tree from the end of the game, compiled."""

import math

import numpy as np

from ludarium.core.bits import single_actor
from ludarium.core.kernel import FLOATS, Floats, compiled, rule, types
from ludarium.search.tree import ACTION, ACTORS, CHILD, FIRST_BLOCK, NODES, TOTAL, TREE, Tree, is_solved

_EPSILON = 1e-9


@rule()
def _length(tree, node, lengths):
    """Return the steps to the end from a proved node, given those from its children.

    A seat that gets more than the least that the game can pay takes the shortest way that pays as much, and one that
    gets the least the longest; at a step of chance it is the mean.
    """
    edges, values, bounds = tree.edges, tree.values, tree.bounds
    actor, block = single_actor(tree.nodes[node, ACTORS]), tree.nodes[node, FIRST_BLOCK]
    seats = bounds.shape[1] // 2
    value = bounds[node, actor] if actor >= 0 else 0.0
    shortest, longest, mean = math.inf, -1.0, 0.0
    for e in range(block + 1, block + 1 + edges[block, ACTION]):
        child = edges[e, CHILD]
        if child < 0 or lengths[child] == math.inf:
            continue
        if actor < 0:
            mean += values[e, TOTAL] * lengths[child]
        elif abs(bounds[child, actor] - value) + abs(bounds[child, seats + actor] - value) < _EPSILON:
            shortest, longest = min(shortest, lengths[child]), max(longest, lengths[child])
    if actor < 0:
        return 1.0 + mean
    return 1.0 + (shortest if value > _EPSILON or longest < 0 else longest)


@compiled(types.void(TREE, FLOATS))
def _measure(tree, lengths):
    """Fill in the steps to the end from every proved node; children have greater numbers than their parents."""
    nodes = tree.nodes
    for node in range(tree.counters[NODES] - 1, -1, -1):
        if nodes[node, ACTORS] == 0:
            lengths[node] = 0.0
        elif nodes[node, FIRST_BLOCK] >= 0 and is_solved(tree, node, tree.bounds.shape[1] // 2):
            lengths[node] = _length(tree, node, lengths)


def proved_lengths(tree: Tree) -> Floats:
    """Return the steps to the end from every node of a tree if all seats play as is proved; infinite if not proved."""
    lengths = np.full(max(1, int(tree.counters[NODES])), math.inf)
    _measure(tree, lengths)
    return lengths
