"""UCT, compiled: simulations one after another, each valued by a rollout or by an evaluation.

The tree is that of `ludarium.search.tree`. A node is expanded at its second visit.
"""

import math

import numpy as np

from ludarium.core.bits import single_actor
from ludarium.core.elementary import log
from ludarium.core.kernel import INTS, KERNEL, RNG, FunctionType, compiled, rule, types
from ludarium.core.payoffs import scaled
from ludarium.core.vectors import copy
from ludarium.search.descent import (
    DEEPEST,
    Descent,
    Selection,
    backpropagate,
    carry_minimax,
    descend,
    edge_totals,
    value_known,
)
from ludarium.search.network import EVALUATOR, expect
from ludarium.search.playout import ROLLOUT, new_scratch
from ludarium.search.tree import (
    ACTION,
    ACTORS,
    CHILD,
    EDGE_VISITS,
    EVALUATIONS,
    LIMITS,
    NODES,
    SETTINGS,
    TOTAL,
    TREE,
    UPPER,
    VISITS,
    add_node,
    is_decided,
    is_solved,
)

_CHECK_INTERVAL = 32
"""Simulations between two checks whether the choice is decided."""


@rule(forceinline=True)
def _is_ready(tree, node, depth):
    """Return whether a node may be expanded: the root, and any other at its second visit."""
    return depth == 0 or tree.nodes[node, VISITS] > 0


@rule(forceinline=True)
def _choose(tree, settings, node, block, rng):
    """Return the edge with the greatest upper confidence bound, of those that the proved bounds leave open.

    If the search widens, the edges of a seat that acts alone are ordered, and only the first of them are allowed: more
    with every visit. Beside the mean of an edge its minimax value counts as much as the settings say.
    """
    edges, values = tree.edges, tree.values
    visits, unvisited, best_lower = edge_totals(tree, block)
    seat, share = single_actor(tree.nodes[node, ACTORS]), settings.minimax
    widen = 0.0 if seat == -2 else settings.widen
    unit, count = settings.explore * math.sqrt(log(visits + 1.0)), edges[block, ACTION]
    allowed = min(count, 1 + int(widen * math.sqrt(visits))) if widen else count
    start = int(rng.random() * allowed)  # a random starting place breaks ties
    best, best_bound = block + 1 + start, -1.0
    for i in range(start, start + allowed):
        e = block + 1 + (i if i < allowed else i - allowed)
        n = edges[e, EDGE_VISITS]
        mean = values[e, TOTAL] / n if n else values[e, TOTAL] if widen else unvisited
        if share and n and seat >= 0 and edges[e, CHILD] >= 0:
            mean += share * (tree.minimax[edges[e, CHILD], seat] - mean)
        bound = mean + unit / math.sqrt(n + 1.0)
        if bound > best_bound and values[e, UPPER] > best_lower:
            best, best_bound = e, bound
    e = block + 1 + allowed
    while best_bound < 0.0 and e <= block + count:  # the proved bounds exclude all edges that are allowed
        if values[e, UPPER] > best_lower:
            return e
        e += 1
    return best


@compiled(types.void(KERNEL, EVALUATOR, FunctionType(ROLLOUT), INTS, INTS, TREE, SETTINGS, LIMITS, RNG))
def simulate(kernel, evaluator, rollout, t, v, tree, settings, limits, rng):
    """Add simulations to a tree whose root, node 0, is the position v.

    Stops early when the root is solved, or when all that are left of the search could not change the choice.
    """
    w, seats = v.copy(), tree.bounds.shape[1] // 2
    scratch, selection = new_scratch(settings.num_ids, seats), Selection(_is_ready, _choose)
    path, picked = np.empty(DEEPEST + 1, np.int64), np.empty((DEEPEST + 1, seats), np.int64)
    descent, payoffs = Descent(path, picked, w, v.copy()), scratch.payoffs
    if tree.counters[NODES] == 0:
        add_node(tree, kernel.actors(t, v), seats)
    for made in range(limits.simulations):
        is_time_to_look = (limits.done + made) % _CHECK_INTERVAL == 0
        if is_solved(tree, 0, seats) or (is_time_to_look and is_decided(tree, limits.left - made)):
            break
        copy(v, w)
        depth = descend(kernel, evaluator, selection, tree, settings, descent, t, scratch, rng)
        leaf, changed = path[depth], False
        solved = leaf >= 0 and is_solved(tree, leaf, seats)
        if solved or kernel.actors(t, w) == 0:
            changed = value_known(kernel, tree, settings.scale, t, w, leaf, solved, payoffs)
        else:
            if settings.use_rollouts:
                rollout(kernel, t, w, scratch, rng)
            else:
                expect(evaluator, t, w, payoffs)
            for seat in range(seats):
                payoffs[seat] = scaled(payoffs[seat], settings.scale)
        tree.counters[EVALUATIONS] += 1
        if leaf >= 0:
            tree.nodes[leaf, VISITS] += 1
        backpropagate(tree, settings.scale, descent, depth, payoffs, changed, 1)
        if settings.minimax and leaf >= 0:
            carry_minimax(tree, settings, descent, depth, payoffs, changed)
