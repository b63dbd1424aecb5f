"""Monte Carlo tree search, compiled: one driver for all games, over a tree in flat arrays.

All payoffs in a tree are scaled: 0 is the least that the game can pay, 1 the greatest.

A tree consists of six arrays of fixed size, which are filled from the front. For S seats, N nodes and E edges:

nodes (N, 6) int64, one row a node:

| column       | meaning                                                                       |
| ------------ | ----------------------------------------------------------------------------- |
| ACTORS       | who must act, as the bits that the kernel's `actors` returns                  |
| FIRST_BLOCK  | the first block of edges; -1 before the node is expanded                      |
| VISITS       | simulations that came through the node                                        |
| FIRST_CHILD  | the first child of a simultaneous step; -1 where there is none                |
| NEXT_SIBLING | the next child of the same simultaneous step; -1 where there is none          |
| CHOICE_KEY   | the combination of choices that leads to this child of a simultaneous step    |

bounds (N, 2 * S) float64, one row a node:

| columns      | meaning                                                                       |
| ------------ | ----------------------------------------------------------------------------- |
| s            | the proved lower bound of the payoff of seat s                                |
| S + s        | its proved upper bound                                                        |

edges (E, 3) int64, one row an edge:

| column       | meaning                                                                       |
| ------------ | ----------------------------------------------------------------------------- |
| ACTION       | the action                                                                    |
| CHILD        | the node that it leads to; -1 before the first visit or if several seats act  |
| EDGE_VISITS  | simulations that chose the edge                                               |

values (E, 3) float64, one row an edge:

| column       | meaning                                                                       |
| ------------ | ----------------------------------------------------------------------------- |
| TOTAL        | the sum of the acting seat's payoffs; of an edge of chance the probability;   |
|              | of an ordered edge without visits the prior value                             |
| LOWER        | the proved lower bound of the acting seat's payoff                            |
| UPPER        | its proved upper bound                                                        |

priors (E,) float64, or none: the prior of every edge of a seat, for `ludarium.search.puct`.

counters (3,) int64:

| index        | meaning                                                                       |
| ------------ | ----------------------------------------------------------------------------- |
| NODES        | nodes in use                                                                  |
| EDGES        | edges in use                                                                  |
| EVALUATIONS  | leaves that have been valued                                                  |

The edges of a node lie in one block for each actor. A block begins with a header, whose ACTION is the number of edges
that follow. In a simultaneous step every seat has statistics of its own choice, and the children hang in a list under
the node, each with its combination of choices. Bounds are carried up from finished games, so that a forced win is
proved and its part of the tree is not searched again. A chance node carries up the mean of its bounds, a node of a
simultaneous step carries up nothing.
"""

import math
from typing import NamedTuple

import numpy as np
from numba import types

from ludarium.core.bits import single_actor
from ludarium.core.elementary import log
from ludarium.core.kernel import FLOATS, INTS, KERNEL, RNG, Floats, FunctionType, Vector, compiled, named_tuple, rule
from ludarium.core.payoffs import GREATEST_SUM, LEAST_SUM, fill_payoffs, scaled
from ludarium.core.vectors import copy
from ludarium.search.network import EVALUATOR, expect
from ludarium.search.playout import ROLLOUT, new_scratch

ACTORS, FIRST_BLOCK, VISITS, FIRST_CHILD, NEXT_SIBLING, CHOICE_KEY = range(6)
ACTION, CHILD, EDGE_VISITS = range(3)
TOTAL, LOWER, UPPER = range(3)
NODES, EDGES, EVALUATIONS = range(3)

DEEPEST = 1000
"""The greatest depth of a simulation, in steps."""
_CHECK_INTERVAL = 32
"""Simulations between two checks whether the choice is decided."""
_PRIOR_NOISE = 0.01
"""Random noise on prior values, so that actions of nearly equal value come in random order."""


class Tree(NamedTuple):
    """The arrays of a tree."""

    nodes: Vector
    bounds: Floats
    edges: Vector
    values: Floats
    priors: Floats
    counters: Vector


class Settings(NamedTuple):
    """What a search does.

    | field          | meaning                                                                              |
    | -------------- | ------------------------------------------------------------------------------------ |
    | `num_ids`      | that of the game                                                                     |
    | `scale`        | that of the game's `PayoffRange`                                                     |
    | `explore`      | the exploration constant                                                             |
    | `widen`        | how fast the number of allowed actions grows; 0 allows all                           |
    | `use_rollouts` | whether leaves are valued by rollouts                                                |
    """

    num_ids: int
    scale: Floats
    explore: float
    widen: float
    use_rollouts: bool


class Limits(NamedTuple):
    """How many simulations to add now, how many have been added before, and how many are left, these included."""

    simulations: int
    done: int
    left: int


class Descent(NamedTuple):
    """One simulation: the nodes on its path, the edge that every actor picked at each, and a scratch position."""

    path: Vector
    picked: Vector
    after: Vector


_I2, _F2 = types.int64[:, ::1], types.float64[:, ::1]
TREE = named_tuple(Tree, _I2, _F2, _I2, _F2, FLOATS, INTS)
SETTINGS = named_tuple(Settings, types.int64, FLOATS, types.float64, types.float64, types.boolean)
LIMITS = named_tuple(Limits, types.int64, types.int64, types.int64)


@rule()
def add_node(tree, who, seats):
    """Add a node without edges or proved bounds; returns its number."""
    nodes, bounds = tree.nodes, tree.bounds
    node = tree.counters[NODES]
    tree.counters[NODES] += 1
    nodes[node, ACTORS], nodes[node, VISITS] = who, 0
    nodes[node, FIRST_BLOCK] = nodes[node, FIRST_CHILD] = nodes[node, NEXT_SIBLING] = nodes[node, CHOICE_KEY] = -1
    for seat in range(seats):
        bounds[node, seat], bounds[node, seats + seat] = 0.0, 1.0
    return node


@rule()
def expand(kernel, tree, t, w, node, scratch):
    """Add the edges of a node; returns whether there was room for them."""
    edges, values, counters, ids = tree.edges, tree.values, tree.counters, scratch.ids
    who, room, seats = tree.nodes[node, ACTORS], len(edges) - counters[EDGES], len(scratch.payoffs)
    for seat in range(-1, seats):
        if who >> (seat + 1) & 1:
            room -= kernel.legal(t, w, seat, ids) + 1
    if room < 0:
        return False
    tree.nodes[node, FIRST_BLOCK] = counters[EDGES]
    for seat in range(-1, seats):
        if who >> (seat + 1) & 1:
            count, block = kernel.legal(t, w, seat, ids), counters[EDGES]
            edges[block, ACTION], edges[block, CHILD] = count, -1
            counters[EDGES] += count + 1
            for i in range(count):
                e = block + 1 + i
                edges[e, ACTION], edges[e, CHILD], edges[e, EDGE_VISITS] = ids[i], -1, 0
                values[e, TOTAL], values[e, LOWER], values[e, UPPER] = 0.0, 0.0, 1.0
            if seat < 0:
                kernel.chance_outcomes(t, w, scratch.chances)
                for i in range(count):
                    values[block + 1 + i, TOTAL] = scratch.chances[i]
    return True


@rule()
def _order_edges(kernel, evaluator, tree, scale, t, w, block, seat, after, scratch, rng):
    """Sort the edges of a block by the evaluation of the positions that they lead to, the best for the seat first."""
    edges, values, chosen, payoffs = tree.edges, tree.values, scratch.chosen, scratch.payoffs
    for e in range(block + 1, block + 1 + edges[block, ACTION]):
        chosen[0] = action = edges[e, ACTION]
        copy(w, after)
        kernel.apply(t, after, chosen)
        if kernel.actors(t, after):
            expect(evaluator, t, after, payoffs)
        else:
            fill_payoffs(kernel, t, after, payoffs)
        prior, place = scaled(payoffs[seat], scale) + _PRIOR_NOISE * rng.random(), e
        while place > block + 1 and values[place - 1, TOTAL] < prior:
            edges[place, ACTION], values[place, TOTAL] = edges[place - 1, ACTION], values[place - 1, TOTAL]
            place -= 1
        edges[place, ACTION], values[place, TOTAL] = action, prior


@rule()
def _select(tree, block, explore, widen, rng):
    """Return the edge with the greatest upper confidence bound, of those that the proved bounds leave open.

    With `widen` the edges are ordered, and only the first of them are allowed: more with every visit.
    """
    edges, values = tree.edges, tree.values
    count, visits, total, best_lower = edges[block, ACTION], 0, 0.0, -1.0
    for e in range(block + 1, block + 1 + count):
        best_lower = max(best_lower, values[e, LOWER])
        visits += edges[e, EDGE_VISITS]
        total += values[e, TOTAL]
    unvisited = total / visits if visits else 0.5  # an action without visits is expected to be as good as the mean
    unit = explore * math.sqrt(log(visits + 1.0))
    allowed = min(count, 1 + int(widen * math.sqrt(visits))) if widen else count
    start = int(rng.random() * allowed)  # a random starting place breaks ties
    best, best_bound = block + 1 + start, -1.0
    for i in range(start, start + allowed):
        e = block + 1 + (i if i < allowed else i - allowed)
        n = edges[e, EDGE_VISITS]
        mean = values[e, TOTAL] / n if n else values[e, TOTAL] if widen else unvisited
        bound = mean + unit / math.sqrt(n + 1.0)
        if bound > best_bound and values[e, UPPER] > best_lower:
            best, best_bound = e, bound
    e = block + 1 + allowed
    while best_bound < 0.0 and e <= block + count:  # the proved bounds exclude all edges that are allowed
        if values[e, UPPER] > best_lower:
            return e
        e += 1
    return best


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
def is_solved(tree, node, seats):
    """Return whether the payoff of every seat is proved."""
    bounds, unknown = tree.bounds, 0.0
    for seat in range(seats):
        unknown += bounds[node, seats + seat] - bounds[node, seat]
    return unknown < 1e-9


@rule()
def _descend(kernel, evaluator, tree, settings, descent, t, w, scratch, rng):
    """Play w from the root to a leaf, and add the leaf if there is room; returns the depth of the leaf.

    Fills in the path and the picked edges of the descent; a leaf for which there is no room is -1.

    Size: one loop, on which the speed of the search depends.
    """
    nodes, edges, path, picked, chosen = tree.nodes, tree.edges, descent.path, descent.picked, scratch.chosen
    explore, widen = settings.explore, settings.widen
    node, depth, seats = 0, 0, len(chosen)
    while True:
        path[depth] = node
        who = nodes[node, ACTORS]
        if who == 0 or depth == DEEPEST or is_solved(tree, node, seats):
            return depth
        if nodes[node, FIRST_BLOCK] < 0:
            waits = nodes[node, VISITS] == 0 and depth  # a node is expanded at its second visit
            if waits or not expand(kernel, tree, t, w, node, scratch):
                return depth
            if widen and single_actor(who) >= 0:
                _order_edges(
                    kernel, evaluator, tree, settings.scale, t, w, nodes[node, FIRST_BLOCK], single_actor(who),
                    descent.after, scratch, rng,
                )  # fmt: skip
        block, key, number = nodes[node, FIRST_BLOCK], 0, 0
        widening = 0.0 if single_actor(who) == -2 else widen
        for seat in range(-1, seats):
            if who >> (seat + 1) & 1:
                e = sample_chance(tree, block, rng) if seat < 0 else _select(tree, block, explore, widening, rng)
                picked[depth, number], chosen[number] = e, edges[e, ACTION]
                key = key * (edges[block, ACTION] + 1) + e - block
                block += edges[block, ACTION] + 1
                number += 1
        kernel.apply(t, w, chosen)
        child = edges[picked[depth, 0], CHILD]
        if number > 1:
            child = nodes[node, FIRST_CHILD]
            while child >= 0 and nodes[child, CHOICE_KEY] != key:
                child = nodes[child, NEXT_SIBLING]
        if child < 0 and tree.counters[NODES] < len(nodes):
            child = add_node(tree, kernel.actors(t, w), seats)
            if number > 1:
                nodes[child, CHOICE_KEY] = key
                nodes[child, NEXT_SIBLING], nodes[node, FIRST_CHILD] = nodes[node, FIRST_CHILD], child
            else:
                edges[picked[depth, 0], CHILD] = child
        depth += 1
        node = child
        if node < 0:  # the tree is full: the leaf is valued and not stored
            path[depth] = -1
            return depth


@rule()
def _tighten_bounds(tree, node, seats, scale):
    """Carry the bounds of a node's children up to the node; returns whether a bound changed."""
    bounds, edges, values = tree.bounds, tree.edges, tree.values
    block, actor, changed = tree.nodes[node, FIRST_BLOCK], single_actor(tree.nodes[node, ACTORS]), False
    if actor == -2:
        return False
    first, end, best_lower = block + 1, block + 1 + edges[block, ACTION], -1.0
    for e in range(first, end if actor >= 0 else first):
        best_lower = max(best_lower, values[e, LOWER])
    all_lower, all_upper = 0.0, 0.0
    for turn in range(2):  # first sum the bounds of all seats, then use what the payoffs can sum to
        for seat in range(seats):
            lower, upper = (0.0 if actor in (-1, seat) else 1.0), 0.0
            for e in range(first, end):
                child = edges[e, CHILD]
                low = bounds[child, seat] if child >= 0 else 0.0
                high = bounds[child, seats + seat] if child >= 0 else 1.0
                if actor < 0:
                    lower, upper = lower + values[e, TOTAL] * low, upper + values[e, TOTAL] * high
                elif values[e, UPPER] >= best_lower:  # the actor does not choose an action that is proved to be worse
                    lower = max(lower, low) if seat == actor else min(lower, low)
                    upper = max(upper, high)
            if turn == 0:
                all_lower, all_upper = all_lower + lower, all_upper + upper
                continue
            low = max(bounds[node, seat], lower, scale[LEAST_SUM] - (all_upper - upper))
            high = min(bounds[node, seats + seat], upper, scale[GREATEST_SUM] - (all_lower - lower))
            changed = changed or low > bounds[node, seat] + 1e-9 or high < bounds[node, seats + seat] - 1e-9
            bounds[node, seat], bounds[node, seats + seat] = low, high
    return changed


@rule()
def carry_bounds(tree, scale, node, edge, child, seats):
    """Carry the bounds of a child up to its edge and its parent node; returns whether a bound of the node changed."""
    actor = single_actor(tree.nodes[node, ACTORS])
    if actor >= 0:
        tree.values[edge, LOWER] = tree.bounds[child, actor]
        tree.values[edge, UPPER] = tree.bounds[child, seats + actor]
    return _tighten_bounds(tree, node, seats, scale)


@rule()
def _backpropagate(tree, scale, descent, depth, payoffs, changed):
    """Add the payoffs of a leaf to all nodes and edges of the path, and carry up its bounds if they have changed."""
    nodes, edges, values = tree.nodes, tree.edges, tree.values
    path, picked, seats = descent.path, descent.picked, len(payoffs)
    for d in range(depth - 1, -1, -1):
        node, number = path[d], 0
        nodes[node, VISITS] += 1
        who = nodes[node, ACTORS]
        for seat in range(-1, seats):
            if who >> (seat + 1) & 1:
                e = picked[d, number]
                if seat >= 0:  # the first visit replaces the prior value
                    values[e, TOTAL] = payoffs[seat] + (values[e, TOTAL] if edges[e, EDGE_VISITS] else 0.0)
                edges[e, EDGE_VISITS] += 1
                number += 1
        if changed:
            changed = carry_bounds(tree, scale, node, picked[d, 0], path[d + 1], seats)


@rule()
def is_decided(tree, left):
    """Return whether `left` more simulations cannot change which action of the root has the most visits."""
    edges, block, most, second = tree.edges, tree.nodes[0, FIRST_BLOCK], 0, 0
    if block < 0 or single_actor(tree.nodes[0, ACTORS]) == -2:
        return False
    for e in range(block + 1, block + 1 + edges[block, ACTION]):
        n = edges[e, EDGE_VISITS]
        if n > most:
            most, second = n, most
        else:
            second = max(second, n)
    return most - second > left or edges[block, ACTION] == 1


@compiled(types.void(KERNEL, EVALUATOR, FunctionType(ROLLOUT), INTS, INTS, TREE, SETTINGS, LIMITS, RNG))
def simulate(kernel, evaluator, rollout, t, v, tree, settings, limits, rng):
    """Add simulations to a tree whose root, node 0, is the position v.

    Stops early when the root is solved, or when all that are left of the search could not change the choice.
    """
    nodes, bounds, counters = tree.nodes, tree.bounds, tree.counters
    w, seats, scale = v.copy(), bounds.shape[1] // 2, settings.scale
    scratch = new_scratch(settings.num_ids, seats)
    path, picked = np.empty(DEEPEST + 1, np.int64), np.empty((DEEPEST + 1, seats), np.int64)
    descent, payoffs = Descent(path, picked, v.copy()), scratch.payoffs
    if counters[NODES] == 0:
        add_node(tree, kernel.actors(t, v), seats)
    for made in range(limits.simulations):
        is_time_to_look = (limits.done + made) % _CHECK_INTERVAL == 0
        if is_solved(tree, 0, seats) or (is_time_to_look and is_decided(tree, limits.left - made)):
            break
        copy(v, w)
        depth = _descend(kernel, evaluator, tree, settings, descent, t, w, scratch, rng)
        leaf, changed = path[depth], False
        if leaf >= 0 and is_solved(tree, leaf, seats):
            for seat in range(seats):
                payoffs[seat] = bounds[leaf, seat]
        else:
            over = kernel.actors(t, w) == 0
            if over:
                fill_payoffs(kernel, t, w, payoffs)
            elif settings.use_rollouts:
                rollout(kernel, t, w, scratch, rng)
            else:
                expect(evaluator, t, w, payoffs)
            changed = over and leaf >= 0
            for seat in range(seats):
                payoffs[seat] = scaled(payoffs[seat], scale)
                if changed:
                    bounds[leaf, seat] = bounds[leaf, seats + seat] = payoffs[seat]
        counters[EVALUATIONS] += 1
        if leaf >= 0:
            nodes[leaf, VISITS] += 1
        _backpropagate(tree, scale, descent, depth, payoffs, changed)
