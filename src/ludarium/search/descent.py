"""One simulation of a tree search, compiled: the way down to a leaf, the value of its end, and the way back up.

The tree is that of `ludarium.search.tree`. Searches differ in their `Selection`: which nodes they expand, and which
edge they follow. Visits are counted by the searches, since some count them before a leaf has a value.
"""

from collections.abc import Callable
from typing import NamedTuple

from ludarium.core.bits import single_actor
from ludarium.core.kernel import Vector, rule
from ludarium.core.payoffs import fill_payoffs, scaled
from ludarium.core.vectors import copy
from ludarium.search.network import expect
from ludarium.search.tree import (
    ACTION,
    ACTORS,
    CHILD,
    CHOICE_KEY,
    EDGE_VISITS,
    FIRST_BLOCK,
    FIRST_CHILD,
    LOWER,
    NEXT_SIBLING,
    NODES,
    TOTAL,
    VISITS,
    add_node,
    carry_bounds,
    expand,
    is_solved,
)

DEEPEST = 1000
"""The greatest depth of a simulation, in steps."""
_PRIOR_NOISE = 0.01
"""Random noise on prior values, so that actions of nearly equal value come in random order."""


class Descent(NamedTuple):
    """One simulation.

    | field      | shape and type         | holds                                                        |
    | ---------- | ---------------------- | ------------------------------------------------------------ |
    | `path`     | (DEEPEST + 1,) int64   | the nodes from the root to the leaf; -1 for want of room     |
    | `picked`   | (DEEPEST + 1, S) int64 | the edge of every actor at each of them                      |
    | `position` | (len(v),) int64        | the position of the root, then that of the leaf              |
    | `after`    | (len(v),) int64        | room for another position                                    |
    """

    path: Vector
    picked: Vector
    position: Vector
    after: Vector


class Selection(NamedTuple):
    """The method by which a search descends its tree.

    | field      | arguments                          | returns                                                  |
    | ---------- | ---------------------------------- | -------------------------------------------------------- |
    | `is_ready` | tree, node, depth                  | whether a node without edges may be expanded             |
    | `choose`   | tree, settings, node, block, rng   | the edge of a seat's block to follow                     |
    """

    is_ready: Callable[..., bool]
    choose: Callable[..., int]


@rule(forceinline=True)
def edge_totals(tree, block):
    """Return the visits of a block's edges, the expected value of one without visits, and the best lower bound.

    An action without visits is expected to be as good as the mean.
    """
    edges, values = tree.edges, tree.values
    visits, total, best_lower = 0, 0.0, -1.0
    for e in range(block + 1, block + 1 + edges[block, ACTION]):
        best_lower = max(best_lower, values[e, LOWER])
        visits += edges[e, EDGE_VISITS]
        total += values[e, TOTAL]
    return visits, total / visits if visits else 0.5, best_lower


@rule()
def sample_chance(tree, block, rng):
    """Return an edge of chance, drawn by its probability."""
    edges, values = tree.edges, tree.values
    last = block + edges[block, ACTION]
    left, e = rng.random(), block + 1
    while e < last and left >= values[e, TOTAL]:
        left -= values[e, TOTAL]
        e += 1
    return e


@rule()
def _order_edges(kernel, evaluator, tree, settings, descent, t, node, scratch, rng):
    """Sort the edges of a node by the evaluation of the positions that they lead to, the best for the seat first."""
    edges, values, chosen, payoffs = tree.edges, tree.values, scratch.chosen, scratch.payoffs
    block, seat, after = tree.nodes[node, FIRST_BLOCK], single_actor(tree.nodes[node, ACTORS]), descent.after
    for e in range(block + 1, block + 1 + edges[block, ACTION]):
        chosen[0] = action = edges[e, ACTION]
        copy(descent.position, after)
        kernel.apply(t, after, chosen)
        if kernel.actors(t, after):
            expect(evaluator, t, after, payoffs)
        else:
            fill_payoffs(kernel, t, after, payoffs)
        prior, place = scaled(payoffs[seat], settings.scale) + _PRIOR_NOISE * rng.random(), e
        while place > block + 1 and values[place - 1, TOTAL] < prior:
            edges[place, ACTION], values[place, TOTAL] = edges[place - 1, ACTION], values[place - 1, TOTAL]
            place -= 1
        edges[place, ACTION], values[place, TOTAL] = action, prior


@rule(forceinline=True)
def _child(kernel, tree, t, w, node, edge, key, seats):
    """Return the child that a step leads to, added if there is room; -1 if not. `key` is -1 if one actor acts."""
    nodes, edges = tree.nodes, tree.edges
    child = edges[edge, CHILD]
    if key >= 0:
        child = nodes[node, FIRST_CHILD]
        while child >= 0 and nodes[child, CHOICE_KEY] != key:
            child = nodes[child, NEXT_SIBLING]
    if child >= 0 or tree.counters[NODES] == len(nodes):
        return child
    child = add_node(tree, kernel.actors(t, w), seats)
    if key >= 0:
        nodes[child, CHOICE_KEY] = key
        nodes[child, NEXT_SIBLING], nodes[node, FIRST_CHILD] = nodes[node, FIRST_CHILD], child
    else:
        edges[edge, CHILD] = child
    return child


@rule()
def descend(kernel, evaluator, selection, tree, settings, descent, t, scratch, rng):
    """Play from the root to a leaf, and add the leaf if there is room; returns the depth of the leaf.

    Fills in the path and the picked edges of the descent; a leaf for which there is no room is -1. A search that
    widens orders the edges of a new node by the evaluator, one that does not may pass None.
    """
    nodes, edges, chosen = tree.nodes, tree.edges, scratch.chosen
    path, picked, w = descent.path, descent.picked, descent.position
    node, depth, seats = 0, 0, len(chosen)
    while True:
        path[depth] = node
        if node < 0:  # the tree is full: the leaf is valued and not stored
            return depth
        who = nodes[node, ACTORS]
        if who == 0 or depth == DEEPEST or is_solved(tree, node, seats):
            return depth
        if nodes[node, FIRST_BLOCK] < 0:
            if not selection.is_ready(tree, node, depth) or not expand(kernel, tree, t, w, node, scratch):
                return depth
            if evaluator is not None and settings.widen and single_actor(who) >= 0:
                _order_edges(kernel, evaluator, tree, settings, descent, t, node, scratch, rng)
        block, key, number = nodes[node, FIRST_BLOCK], 0, 0
        for seat in range(-1, seats):
            if who >> (seat + 1) & 1:
                e = sample_chance(tree, block, rng) if seat < 0 else selection.choose(tree, settings, node, block, rng)
                picked[depth, number], chosen[number] = e, edges[e, ACTION]
                key = key * (edges[block, ACTION] + 1) + e - block
                block += edges[block, ACTION] + 1
                number += 1
        kernel.apply(t, w, chosen)
        node = _child(kernel, tree, t, w, node, picked[depth, 0], key if number > 1 else -1, seats)
        depth += 1


@rule(forceinline=True)
def value_known(kernel, tree, scale, t, w, leaf, solved, payoffs):
    """Fill in the scaled payoffs of a leaf that is solved or over; returns whether the bounds of its node changed."""
    bounds, seats = tree.bounds, len(payoffs)
    if not solved:
        fill_payoffs(kernel, t, w, payoffs)
    changed = leaf >= 0 and not solved and tree.nodes[leaf, ACTORS] == 0
    for seat in range(seats):
        payoffs[seat] = bounds[leaf, seat] if solved else scaled(payoffs[seat], scale)
        if changed:
            bounds[leaf, seat] = bounds[leaf, seats + seat] = payoffs[seat]
    return changed


@rule(forceinline=True)
def backpropagate(tree, scale, descent, depth, payoffs, changed, visits):
    """Add the payoffs of a leaf and so many visits to its path above it; carry up its bounds if they have changed."""
    nodes, edges, values = tree.nodes, tree.edges, tree.values
    path, picked, seats = descent.path, descent.picked, len(payoffs)
    for d in range(depth - 1, -1, -1):
        node, number = path[d], 0
        nodes[node, VISITS] += visits
        who = nodes[node, ACTORS]
        for seat in range(-1, seats):
            if who >> (seat + 1) & 1:
                e = picked[d, number]
                if seat >= 0:  # the first visit replaces the prior value
                    values[e, TOTAL] = payoffs[seat] + (values[e, TOTAL] if edges[e, EDGE_VISITS] else 0.0)
                edges[e, EDGE_VISITS] += visits
                number += 1
        if changed:
            changed = carry_bounds(tree, scale, node, picked[d, 0], path[d + 1], seats)


@rule()
def carry_minimax(tree, settings, descent, depth, payoffs, proved):
    """Set the minimax values of a leaf to its payoffs, and carry them up its path as far as they change.

    They are held within the bounds of their nodes, so they go on to the root where bounds have been `proved`.
    """
    nodes, edges, minimax, path, seats = tree.nodes, tree.edges, tree.minimax, descent.path, len(payoffs)
    copy(payoffs, minimax[path[depth]])
    for d in range(depth - 1, -1, -1):
        node = path[d]
        seat, block, best = single_actor(nodes[node, ACTORS]), nodes[node, FIRST_BLOCK], -1
        if seat < 0:
            for other in range(seats):
                minimax[node, other] += (payoffs[other] - minimax[node, other]) / nodes[node, VISITS]
            continue
        for e in range(block + 1, block + 1 + edges[block, ACTION]):
            child = edges[e, CHILD]
            if child >= 0 and (best < 0 or minimax[child, seat] > minimax[best, seat]):
                best = child
            elif settings.widen and edges[e, EDGE_VISITS] == 0:  # the edges are ordered, so no later one is visited
                break
        changed = False
        for other in range(seats if best >= 0 else 0):
            value = min(max(minimax[best, other], tree.bounds[node, other]), tree.bounds[node, seats + other])
            changed = changed or value != minimax[node, other]
            minimax[node, other] = value
        if not changed and not proved:
            return
