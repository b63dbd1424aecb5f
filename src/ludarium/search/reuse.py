"""What stays of a search tree when play goes on: the part below the position that came about."""

import numpy as np
from numba import types

from ludarium.core.kernel import APPLY, INTS, compiled, rule
from ludarium.search.tree import ACTION, CHILD, EDGES, FIRST, JOINT, KEY, NEXT, NODES, TREE, VISITS, WHO


@rule()
def _decode(tree, node, key, seats, chosen):
    """The actions of a joint step whose combination of choices is `key`."""
    nodes, _, edges, _, _ = tree
    block, number, base = nodes[node, FIRST], 0, 1
    for seat in range(seats):
        if nodes[node, WHO] >> (seat + 1) & 1:
            chosen[number] = block
            base *= edges[block, ACTION] + 1
            block += edges[block, ACTION] + 1
            number += 1
    for i in range(number):
        block = chosen[i]
        base //= edges[block, ACTION] + 1
        chosen[i] = edges[block + key // base, ACTION]
        key %= base


@compiled(types.int64(types.FunctionType(APPLY), INTS, INTS, INTS, *TREE, types.int64, types.int64))
def find(apply, t, v, target, nodes, bounds, edges, worth, used, seats, deepest):
    """The node of the tree below v that stands for the position `target`, at most so many steps down; or -1."""
    tree = (nodes, bounds, edges, worth, used)
    states = np.empty((deepest + 1, len(v)), np.int64)
    at, following = np.zeros(deepest + 1, np.int64), np.zeros(deepest + 1, np.int64)
    chosen = np.empty(seats, np.int64)
    states[0] = v
    level = 0
    while level >= 0:
        node = at[level]
        block = nodes[node, FIRST]
        joint = nodes[node, WHO] & (nodes[node, WHO] - 1) != 0
        if following[level] == 0:  # the first time here
            if np.array_equal(states[level], target):
                return node
            following[level] = nodes[node, JOINT] if joint else block + 1
        place = following[level]
        if block < 0 or level == deepest or place < 0 or (not joint and place > block + edges[block, ACTION]):
            following[level] = 0
            level -= 1
            continue
        child = place if joint else edges[place, CHILD]
        following[level] = nodes[place, NEXT] if joint else place + 1
        if child < 0:
            continue
        if joint:
            _decode(tree, node, nodes[child, KEY], seats, chosen)
        else:
            chosen[0] = edges[place, ACTION]
        states[level + 1] = states[level]
        apply(t, states[level + 1], chosen)
        level += 1
        at[level], following[level] = child, 0
    return -1


@compiled(types.void(types.int64, *TREE, *TREE, types.int64))
def keep(root, nodes, bounds, edges, worth, used, nodes2, bounds2, edges2, worth2, used2, seats):
    """Copy the part of a tree below a node into another, empty one, whose root that node becomes."""
    origin = np.empty(used[NODES], np.int64)
    used2[:] = 0
    used2[NODES], origin[0] = 1, root
    nodes2[0, NEXT] = nodes2[0, KEY] = -1
    new = 0
    while new < used2[NODES]:
        old = origin[new]
        nodes2[new, WHO], nodes2[new, VISITS] = nodes[old, WHO], nodes[old, VISITS]
        nodes2[new, JOINT], nodes2[new, FIRST] = -1, nodes[old, FIRST]
        bounds2[new] = bounds[old]
        if nodes[old, FIRST] >= 0:
            nodes2[new, FIRST] = used2[EDGES]
        for seat in range(-1, seats):
            if nodes[old, FIRST] < 0 or not nodes[old, WHO] >> (seat + 1) & 1:
                continue
            first = nodes[old, FIRST] + used2[EDGES] - nodes2[new, FIRST]
            for e in range(first, first + edges[first, ACTION] + 1):
                e2 = used2[EDGES]
                used2[EDGES] += 1
                edges2[e2], worth2[e2] = edges[e], worth[e]
                if e > first and edges[e, CHILD] >= 0:
                    child = used2[NODES]
                    used2[NODES] += 1
                    edges2[e2, CHILD], origin[child] = child, edges[e, CHILD]
                    nodes2[child, NEXT] = nodes2[child, KEY] = -1
        old_child = nodes[old, JOINT]
        while old_child >= 0:
            child = used2[NODES]
            used2[NODES] += 1
            origin[child] = old_child
            nodes2[child, KEY], nodes2[child, NEXT], nodes2[new, JOINT] = (
                nodes[old_child, KEY],
                nodes2[new, JOINT],
                child,
            )
            old_child = nodes[old_child, NEXT]
        new += 1
