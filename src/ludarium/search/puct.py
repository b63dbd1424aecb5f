"""PUCT in batches, compiled: collect leaves that are to be valued together, and add their values to the tree.

The tree is that of `ludarium.search.tree`. A simulation adds its visits on the way down, and its payoffs when they are
known; until then it counts as a loss, so that the next simulations of the batch choose other leaves. A simulation that
reaches a leaf of the same batch nevertheless is taken back when the batch is complete. The end of a game and proved
positions are valued at once. Chance is played until a seat must act.

Size: compiled functions, with the arrays that they share described at the top.
"""

import math
from typing import NamedTuple

import numpy as np
import numpy.typing as npt
from numba import types

from ludarium.core.kernel import (
    INTS,
    KERNEL,
    OBSERVE_TYPE,
    RNG,
    Singles,
    Vector,
    compiled,
    named_tuple,
    rule,
)
from ludarium.core.payoffs import fill_payoffs, scaled
from ludarium.core.vectors import copy, fill
from ludarium.search.playout import new_scratch, play_chance
from ludarium.search.tree import (
    ACTION,
    ACTORS,
    CHILD,
    CHOICE_KEY,
    DEEPEST,
    EDGE_VISITS,
    EVALUATIONS,
    FIRST_BLOCK,
    FIRST_CHILD,
    LIMITS,
    LOWER,
    NEXT_SIBLING,
    NODES,
    SETTINGS,
    TOTAL,
    TREE,
    UPPER,
    VISITS,
    Descent,
    add_node,
    carry_bounds,
    expand,
    is_decided,
    is_solved,
    sample_chance,
)


class Leaves(NamedTuple):
    """The leaves of a batch of at most B simulations; the first rows are filled.

    | field          | shape and type               | holds                                                    |
    | -------------- | ---------------------------- | -------------------------------------------------------- |
    | `paths`        | (B, DEEPEST + 1) int64       | the nodes from the root to the leaf; -1 for want of room |
    | `picked`       | (B, DEEPEST + 1, S) int64    | the edge of every actor at each of them                  |
    | `depths`       | (B,) int64                   | the depth of the leaf                                    |
    | `positions`    | (B, len(v)) int64            | the position of the leaf                                 |
    | `to_move`      | (B,) int64                   | the seat that must act; the first of several             |
    | `observations` | (B, size) float32            | what that seat sees                                      |
    | `masks`        | (B, num_actions) int8        | 1 for every legal action of that seat                    |
    """

    paths: Vector
    picked: Vector
    depths: Vector
    positions: Vector
    to_move: Vector
    observations: Singles
    masks: npt.NDArray[np.int8]


_I2, _F2 = types.int64[:, ::1], types.float64[:, ::1]
_LEAVES = named_tuple(Leaves, _I2, types.int64[:, :, ::1], INTS, _I2, INTS, types.float32[:, ::1], types.int8[:, ::1])


@rule()
def _select(tree, block, explore, rng):
    """Return the edge with the greatest value and bonus (PUCT), of those that the proved bounds leave open."""
    edges, values = tree.edges, tree.values
    count, visits, total, best_lower = edges[block, ACTION], 0, 0.0, -1.0
    for e in range(block + 1, block + 1 + count):
        best_lower = max(best_lower, values[e, LOWER])
        visits += edges[e, EDGE_VISITS]
        total += values[e, TOTAL]
    unvisited = total / visits if visits else 0.5
    unit = 2.0 * explore * math.sqrt(visits + 1.0)
    start = int(rng.random() * count)  # a random starting place breaks ties
    best, best_bound = block + 1 + start, -1.0
    for i in range(start, start + count):
        e = block + 1 + (i if i < count else i - count)
        n = edges[e, EDGE_VISITS]
        bound = (values[e, TOTAL] / n if n else unvisited) + unit * tree.priors[e] / (n + 1.0)
        if bound > best_bound and values[e, UPPER] > best_lower:
            best, best_bound = e, bound
    return best


@rule()
def _descend(kernel, tree, settings, descent, t, w, scratch, rng):
    """Play w from the root to a leaf, count the visits, and add the leaf if there is room; returns its depth."""
    nodes, edges, path, picked, chosen = tree.nodes, tree.edges, descent.path, descent.picked, scratch.chosen
    node, depth, seats = 0, 0, len(chosen)
    while True:
        path[depth] = node
        if node < 0:  # the tree is full: the leaf is valued and not stored
            return depth
        nodes[node, VISITS] += 1
        who = nodes[node, ACTORS]
        if who == 0 or depth == DEEPEST or is_solved(tree, node, seats):
            return depth
        if nodes[node, FIRST_BLOCK] < 0 and (who != 1 or not expand(kernel, tree, t, w, node, scratch)):
            return depth
        block, key, number = nodes[node, FIRST_BLOCK], 0, 0
        for seat in range(-1, seats):
            if who >> (seat + 1) & 1:
                e = sample_chance(tree, block, rng) if seat < 0 else _select(tree, block, settings.explore, rng)
                edges[e, EDGE_VISITS] += 1
                picked[depth, number], chosen[number] = e, edges[e, ACTION]
                key = key * (edges[block, ACTION] + 1) + e - block
                block += edges[block, ACTION] + 1
                number += 1
        kernel.apply(t, w, chosen)
        node = _child(kernel, tree, t, w, node, picked[depth, 0], key if number > 1 else -1, seats)
        depth += 1


@rule()
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
def _play_chance(kernel, t, w, scratch, rng):
    """Play chance in w until a seat must act, where the tree has no room for its outcomes."""
    while kernel.actors(t, w) == 1:
        play_chance(kernel, t, w, scratch, rng)


@rule()
def _take_back(tree, descent, depth, seats):
    """Take back the visits of a simulation."""
    for d in range(depth + 1):
        node, number = descent.path[d], 0
        if node >= 0:
            tree.nodes[node, VISITS] -= 1
        for seat in range(-1, seats if d < depth else -1):
            if tree.nodes[node, ACTORS] >> (seat + 1) & 1:
                tree.edges[descent.picked[d, number], EDGE_VISITS] -= 1
                number += 1


@rule()
def _credit(tree, scale, descent, depth, payoffs, changed):
    """Add the payoffs of a leaf to the edges on its path, and carry up its bounds if they have changed."""
    seats = len(payoffs)
    for d in range(depth - 1, -1, -1):
        node, number = descent.path[d], 0
        for seat in range(-1, seats):
            if tree.nodes[node, ACTORS] >> (seat + 1) & 1:
                if seat >= 0:
                    tree.values[descent.picked[d, number], TOTAL] += payoffs[seat]
                number += 1
        if changed:
            changed = carry_bounds(tree, scale, node, descent.picked[d, 0], descent.path[d + 1], seats)


@rule()
def _describe(kernel, observe, t, w, leaves, row, scratch):
    """Fill in what an evaluation is told of the position w."""
    who, seat, ids = kernel.actors(t, w), 0, scratch.ids
    while not who >> (seat + 1) & 1:
        seat += 1
    copy(w, leaves.positions[row])
    leaves.to_move[row] = seat
    observe(t, w, seat, leaves.observations[row])
    fill(leaves.masks[row], 0)
    for k in range(kernel.legal(t, w, seat, ids)):
        leaves.masks[row, ids[k]] = 1


@rule()
def _is_pending(leaves, count, leaf):
    """Return whether one of the first leaves of a batch is this node."""
    for row in range(count):
        if leaves.paths[row, leaves.depths[row]] == leaf:
            return leaf >= 0
    return False


@rule()
def _put_aside(leaves, row, place, depth):
    """Copy the path of a simulation that is to be taken back to another row."""
    leaves.depths[place] = depth
    for d in range(depth + 1):
        leaves.paths[place, d] = leaves.paths[row, d]
    for d in range(depth):
        copy(leaves.picked[row, d], leaves.picked[place, d])


@rule()
def _value_known(kernel, tree, scale, t, w, leaf, solved, payoffs):
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


@compiled(types.UniTuple(types.int64, 2)(KERNEL, OBSERVE_TYPE, INTS, INTS, TREE, _LEAVES, SETTINGS, LIMITS,
                                         RNG))  # fmt: skip
def collect(kernel, observe, t, v, tree, leaves, settings, limits, rng):
    """Add simulations to a tree whose root is the position v, until a batch of leaves is to be valued.

    Returns the number of leaves, and that of simulations, these included. There are fewer than were asked for when the
    search is over, when simulations have come to the same leaf, or when the root is not expanded yet.
    """
    nodes, bounds, counters = tree.nodes, tree.bounds, tree.counters
    w, seats, room = v.copy(), bounds.shape[1] // 2, len(leaves.depths)
    scratch, made, count, last = new_scratch(settings.num_ids, seats), 0, 0, len(leaves.depths)
    payoffs = scratch.payoffs
    if counters[NODES] == 0:
        add_node(tree, kernel.actors(t, v), seats)
    while made < limits.simulations and count < last:
        if is_solved(tree, 0, seats) or is_decided(tree, limits.left - made):
            break
        copy(v, w)
        descent = Descent(leaves.paths[count], leaves.picked[count], w)
        depth = _descend(kernel, tree, settings, descent, t, w, scratch, rng)
        leaf = descent.path[depth]
        _play_chance(kernel, t, w, scratch, rng)
        if _is_pending(leaves, count, leaf):
            last -= 1
            _put_aside(leaves, count, last, depth)
            continue
        made += 1
        counters[EVALUATIONS] += 1
        solved = leaf >= 0 and is_solved(tree, leaf, seats)
        if not solved and kernel.actors(t, w):
            leaves.depths[count] = depth
            _describe(kernel, observe, t, w, leaves, count, scratch)
            count += 1
            if nodes[0, FIRST_BLOCK] < 0:
                break
            continue
        changed = _value_known(kernel, tree, settings.scale, t, w, leaf, solved, payoffs)
        _credit(tree, settings.scale, descent, depth, payoffs, changed)
    for row in range(last, room):
        _take_back(tree, Descent(leaves.paths[row], leaves.picked[row], w), leaves.depths[row], seats)
    return count, made


@rule()
def _set_priors(tree, node, given, seats):
    """Set the priors of a new node's edges: those of a seat that acts alone as given, else equal ones."""
    block, who = tree.nodes[node, FIRST_BLOCK], tree.nodes[node, ACTORS]
    for seat in range(seats):
        if who >> (seat + 1) & 1:
            count = tree.edges[block, ACTION]
            for e in range(block + 1, block + 1 + count):
                tree.priors[e] = given[tree.edges[e, ACTION]] if who & (who - 1) == 0 else 1.0 / count
            block += count + 1


@compiled(types.void(KERNEL, INTS, TREE, _LEAVES, SETTINGS, _F2, _F2))
def absorb(kernel, t, tree, leaves, settings, values, given):
    """Expand the leaves of a batch with the priors that were given, and add their values, which are scaled."""
    seats = values.shape[1]
    scratch = new_scratch(settings.num_ids, seats)
    for row in range(len(values)):
        depth, descent = leaves.depths[row], Descent(leaves.paths[row], leaves.picked[row], leaves.positions[row])
        leaf = descent.path[depth]
        is_new = leaf >= 0 and tree.nodes[leaf, FIRST_BLOCK] < 0 and tree.nodes[leaf, ACTORS] > 1
        if is_new and expand(kernel, tree, t, leaves.positions[row], leaf, scratch):
            _set_priors(tree, leaf, given[row], seats)
        _credit(tree, settings.scale, descent, depth, values[row], False)
