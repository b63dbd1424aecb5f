"""Tree reuse, compiled: find the position that play has reached in a search tree, and keep the part below it.

The arrays are those of `ludarium.search.tree`.
"""

import numpy as np

from ludarium.core.kernel import INTS, KERNEL, compiled, rule, types
from ludarium.core.vectors import copy, equal, fill
from ludarium.search.tree import (
    ACTION,
    ACTORS,
    CHILD,
    CHOICE_KEY,
    EDGES,
    FIRST_BLOCK,
    FIRST_CHILD,
    NEXT_SIBLING,
    NODES,
    TREE,
    VISITS,
)


@rule()
def _decode(tree, node, key, seats, chosen):
    """Fill in the actions of the simultaneous step whose combination of choices is `key`."""
    nodes, edges = tree.nodes, tree.edges
    block, number, base = nodes[node, FIRST_BLOCK], 0, 1
    for seat in range(seats):
        if nodes[node, ACTORS] >> (seat + 1) & 1:
            chosen[number] = block
            base *= edges[block, ACTION] + 1
            block += edges[block, ACTION] + 1
            number += 1
    for i in range(number):
        block = chosen[i]
        base //= edges[block, ACTION] + 1
        chosen[i] = edges[block + key // base, ACTION]
        key %= base


@compiled(types.int64(KERNEL, INTS, INTS, INTS, TREE, types.int64))
def find(kernel, t, v, target, tree, deepest):
    """Return the node of the position `target`, at most `deepest` steps below the root v; -1 if there is none."""
    nodes, bounds, edges = tree.nodes, tree.bounds, tree.edges
    seats = bounds.shape[1] // 2
    states = np.empty((deepest + 1, len(v)), np.int64)
    at, following = np.zeros(deepest + 1, np.int64), np.zeros(deepest + 1, np.int64)
    chosen = np.empty(seats, np.int64)
    copy(v, states[0])
    level = 0
    while level >= 0:
        node = at[level]
        block = nodes[node, FIRST_BLOCK]
        simultaneous = nodes[node, ACTORS] & (nodes[node, ACTORS] - 1) != 0
        if following[level] == 0:  # the first time at this node
            if equal(states[level], target):
                return node
            following[level] = nodes[node, FIRST_CHILD] if simultaneous else block + 1
        place = following[level]
        if block < 0 or level == deepest or place < 0 or (not simultaneous and place > block + edges[block, ACTION]):
            following[level] = 0
            level -= 1
            continue
        child = place if simultaneous else edges[place, CHILD]
        following[level] = nodes[place, NEXT_SIBLING] if simultaneous else place + 1
        if child < 0:
            continue
        if simultaneous:
            _decode(tree, node, nodes[child, CHOICE_KEY], seats, chosen)
        else:
            chosen[0] = edges[place, ACTION]
        copy(states[level], states[level + 1])
        kernel.apply(t, states[level + 1], chosen)
        level += 1
        at[level], following[level] = child, 0
    return -1


@compiled(types.void(types.int64, TREE, TREE))
def copy_subtree(root, tree, into):
    """Copy the part of a tree below a node into a second tree, in which that node becomes the root."""
    nodes, bounds, edges, values, priors, minimax, counters = tree
    nodes2, bounds2, edges2, values2, priors2, minimax2, counters2 = into
    seats = bounds.shape[1] // 2
    origin = np.empty(counters[NODES], np.int64)
    fill(counters2, 0)
    counters2[NODES], origin[0] = 1, root
    nodes2[0, NEXT_SIBLING] = nodes2[0, CHOICE_KEY] = -1
    new = 0
    while new < counters2[NODES]:
        old = origin[new]
        nodes2[new, ACTORS], nodes2[new, VISITS] = nodes[old, ACTORS], nodes[old, VISITS]
        nodes2[new, FIRST_CHILD], nodes2[new, FIRST_BLOCK] = -1, nodes[old, FIRST_BLOCK]
        copy(bounds[old], bounds2[new])
        if len(minimax):
            copy(minimax[old], minimax2[new])
        if nodes[old, FIRST_BLOCK] >= 0:
            nodes2[new, FIRST_BLOCK] = counters2[EDGES]
        for seat in range(-1, seats):
            if nodes[old, FIRST_BLOCK] < 0 or not nodes[old, ACTORS] >> (seat + 1) & 1:
                continue
            first = nodes[old, FIRST_BLOCK] + counters2[EDGES] - nodes2[new, FIRST_BLOCK]
            for e in range(first, first + edges[first, ACTION] + 1):
                e2 = counters2[EDGES]
                counters2[EDGES] += 1
                copy(edges[e], edges2[e2])
                copy(values[e], values2[e2])
                if len(priors):
                    priors2[e2] = priors[e]
                if e > first and edges[e, CHILD] >= 0:
                    child = counters2[NODES]
                    counters2[NODES] += 1
                    edges2[e2, CHILD], origin[child] = child, edges[e, CHILD]
                    nodes2[child, NEXT_SIBLING] = nodes2[child, CHOICE_KEY] = -1
        old_child = nodes[old, FIRST_CHILD]
        while old_child >= 0:
            child = counters2[NODES]
            counters2[NODES] += 1
            origin[child] = old_child
            nodes2[child, CHOICE_KEY] = nodes[old_child, CHOICE_KEY]
            nodes2[child, NEXT_SIBLING], nodes2[new, FIRST_CHILD] = nodes2[new, FIRST_CHILD], child
            old_child = nodes[old_child, NEXT_SIBLING]
        new += 1
