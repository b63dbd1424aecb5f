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
    types,
)
from ludarium.core.vectors import copy, fill
from ludarium.search.descent import Descent, Selection, backpropagate, descend, edge_totals, value_known
from ludarium.search.playout import new_scratch, play_chance
from ludarium.search.tree import (
    ACTION,
    ACTORS,
    EDGE_VISITS,
    EVALUATIONS,
    FIRST_BLOCK,
    LIMITS,
    NODES,
    SETTINGS,
    TOTAL,
    TREE,
    UPPER,
    VISITS,
    add_node,
    expand,
    is_decided,
    is_solved,
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


@rule(forceinline=True)
def _is_ready(tree, node, depth):
    """Return whether a node may be expanded on the way down: one of chance; others wait for their priors."""
    return tree.nodes[node, ACTORS] == 1


@rule(forceinline=True)
def _choose(tree, settings, node, block, rng):
    """Return the edge with the greatest value and bonus (PUCT), of those that the proved bounds leave open."""
    edges, values = tree.edges, tree.values
    visits, unvisited, best_lower = edge_totals(tree, block)
    unit, count = 2.0 * settings.explore * math.sqrt(visits + 1.0), edges[block, ACTION]
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
def _play_chance(kernel, t, w, scratch, rng):
    """Play chance in w until a seat must act, where the tree has no room for its outcomes."""
    while kernel.actors(t, w) == 1:
        play_chance(kernel, t, w, scratch, rng)


@rule()
def _count_visits(tree, descent, depth, seats, change):
    """Add a number to the visits of all nodes and edges of a simulation: 1 counts it, -1 takes it back."""
    for d in range(depth + 1):
        node, number = descent.path[d], 0
        if node >= 0:
            tree.nodes[node, VISITS] += change
        for seat in range(-1, seats if d < depth else -1):
            if tree.nodes[node, ACTORS] >> (seat + 1) & 1:
                tree.edges[descent.picked[d, number], EDGE_VISITS] += change
                number += 1


@rule()
def _describe(kernel, observe, t, w, leaves, row, scratch):
    """Fill in what an evaluation is given of the position w."""
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
    selection, payoffs = Selection(_is_ready, _choose), scratch.payoffs
    if counters[NODES] == 0:
        add_node(tree, kernel.actors(t, v), seats)
    while made < limits.simulations and count < last:
        if is_solved(tree, 0, seats) or is_decided(tree, limits.left - made):
            break
        copy(v, w)
        descent = Descent(leaves.paths[count], leaves.picked[count], w, w)
        depth = descend(kernel, None, selection, tree, settings, descent, t, scratch, rng)
        _count_visits(tree, descent, depth, seats, 1)
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
        changed = value_known(kernel, tree, settings.scale, t, w, leaf, solved, payoffs)
        backpropagate(tree, settings.scale, descent, depth, payoffs, changed, 0)
    for row in range(last, room):
        descent = Descent(leaves.paths[row], leaves.picked[row], w, w)
        _count_visits(tree, descent, leaves.depths[row], seats, -1)
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
        w = leaves.positions[row]
        depth, descent = leaves.depths[row], Descent(leaves.paths[row], leaves.picked[row], w, w)
        leaf = descent.path[depth]
        is_new = leaf >= 0 and tree.nodes[leaf, FIRST_BLOCK] < 0 and tree.nodes[leaf, ACTORS] > 1
        if is_new and expand(kernel, tree, t, w, leaf, scratch):
            _set_priors(tree, leaf, given[row], seats)
        backpropagate(tree, settings.scale, descent, depth, values[row], False, 0)
