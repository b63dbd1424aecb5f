"""The tree of Monte Carlo tree search in flat arrays, and what every search does with its nodes, compiled.

All payoffs in a tree are scaled: 0 is the least that the game can pay, 1 the greatest.

A tree consists of seven arrays of fixed size, which are filled from the front. For S seats, N nodes and E edges:

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

minimax (N, S) float64, or none: the payoffs of every node that follow if each seat does what is best for itself by the
evaluations of the leaves so far; at steps of chance and simultaneous ones the mean of all simulations.

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

from ludarium.core.bits import single_actor
from ludarium.core.kernel import FLOATS, INTS, Floats, Vector, compiled, named_tuple, rule, types
from ludarium.core.payoffs import GREATEST_SUM, LEAST_SUM

ACTORS, FIRST_BLOCK, VISITS, FIRST_CHILD, NEXT_SIBLING, CHOICE_KEY = range(6)
ACTION, CHILD, EDGE_VISITS = range(3)
TOTAL, LOWER, UPPER = range(3)
NODES, EDGES, EVALUATIONS = range(3)
_EPSILON = 1e-9


class Tree(NamedTuple):
    """The arrays of a tree."""

    nodes: Vector
    bounds: Floats
    edges: Vector
    values: Floats
    priors: Floats
    minimax: Floats
    counters: Vector


class Settings(NamedTuple):
    """The settings of a search.

    | field          | meaning                                                                              |
    | -------------- | ------------------------------------------------------------------------------------ |
    | `num_ids`      | that of the game                                                                     |
    | `scale`        | that of the game's `PayoffRange`                                                     |
    | `explore`      | the exploration constant                                                             |
    | `widen`        | how fast the number of allowed actions grows; 0 allows all                           |
    | `use_rollouts` | whether leaves are valued by rollouts                                                |
    | `minimax`      | the weight of the minimax value of an edge beside the mean of its visits; 0: none    |
    """

    num_ids: int
    scale: Floats
    explore: float
    widen: float
    use_rollouts: bool
    minimax: float = 0.0


class Limits(NamedTuple):
    """The numbers of simulations to add now, added before, and left, these included."""

    simulations: int
    done: int
    left: int


_I2, _F2 = types.int64[:, ::1], types.float64[:, ::1]
TREE = named_tuple(Tree, _I2, _F2, _I2, _F2, FLOATS, _F2, INTS)
SETTINGS = named_tuple(Settings, types.int64, FLOATS, types.float64, types.float64, types.boolean, types.float64)
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
def is_solved(tree, node, seats):
    """Return whether the payoff of every seat is proved."""
    bounds, unknown = tree.bounds, 0.0
    for seat in range(seats):
        unknown += bounds[node, seats + seat] - bounds[node, seat]
    return unknown < 1e-9


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
