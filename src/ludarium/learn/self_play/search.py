"""Self-play with a search, compiled: a network learns the values that a tree has found for its nodes.

A seat searches before each action, and plays the best one, now and then another. Every node of the tree that is proved
or has been visited often enough teaches its value in the tree: the mean of its most visited action, within the proved
bounds. So the network sees the positions that a search asks about, bad replies among them, which one-action play never
meets. The root teaches more: its value mixed with those of the later roots and the payoff at the end (a λ-return).

For games of two seats that share a fixed sum, since a tree keeps what the acting seat can expect.
"""

from typing import NamedTuple

import numpy as np

from ludarium.core.bits import single_actor
from ludarium.core.kernel import (
    FLOATS,
    INTS,
    KERNEL,
    RNG,
    Floats,
    FunctionType,
    Singles,
    Vector,
    compiled,
    named_tuple,
    rule,
    types,
)
from ludarium.core.payoffs import LEAST_SUM, fill_payoffs, scaled
from ludarium.core.vectors import copy
from ludarium.learn.experience import EXPERIENCE, GAMES, MOVES, STARTS, draw_start, next_row, store
from ludarium.learn.self_play.greedy import EXPLORATION
from ludarium.search.network import EVALUATOR, INPUTS, look, row_of
from ludarium.search.playout import ROLLOUT, new_scratch, play_chance
from ludarium.search.tree import (
    ACTION,
    ACTORS,
    CHILD,
    EDGE_VISITS,
    FIRST_BLOCK,
    LOWER,
    SETTINGS,
    TOTAL,
    TREE,
    UPPER,
    VISITS,
    Limits,
    is_solved,
)
from ludarium.search.uct import simulate

_DEEPEST = 30
"""Steps below the root from which nodes are learnt."""
_UNDECIDED = 2**40
"""So many simulations seem to be left that no search ends because its choice is decided."""


class Roots(NamedTuple):
    """Room for the roots of a game, with n inputs.

    | field    | shape and type    | holds                                                        |
    | -------- | ----------------- | ------------------------------------------------------------ |
    | `inputs` | (T, 2, n) float32 | what every seat saw                                          |
    | `values` | (T,) float64      | what the first seat can expect by the search, from 0 to 1    |
    | `kept`   | (T,) int64        | whether the best action was played                           |
    """

    inputs: Singles
    values: Floats
    kept: Vector


class Lookahead(NamedTuple):
    """The parameters of searching self-play: simulations for an action, and visits of a node for training."""

    simulations: int
    least: int


ROOTS = named_tuple(Roots, types.float32[:, :, ::1], FLOATS, INTS)
LOOKAHEAD = named_tuple(Lookahead, types.int64, types.int64)


@rule()
def _best_edge(tree, node):
    """Return the most visited edge of a node that may be the best, and what its actor can expect after it."""
    edges, values, block = tree.edges, tree.values, tree.nodes[node, FIRST_BLOCK]
    first, end = block + 1, block + 1 + edges[block, ACTION]
    best, most, proved, lower = first, -1, first, -1.0
    for e in range(first, end):
        if values[e, LOWER] > lower:
            proved, lower = e, values[e, LOWER]
    for e in range(first, end):
        if edges[e, EDGE_VISITS] > most and (values[e, UPPER] > lower or e == proved):
            best, most = e, edges[e, EDGE_VISITS]
    mean = values[best, TOTAL] / max(1, most)
    return (proved, lower) if mean <= lower else (best, min(mean, values[best, UPPER]))


@rule()
def _worth(tree, node, least, total):
    """Return what the first seat can expect in a node: what the tree knows at the end of its principal variation.

    The mean of all simulations through a node would also count those that tried bad actions.
    """
    while True:
        edge, value = _best_edge(tree, node)
        if single_actor(tree.nodes[node, ACTORS]):
            value = total - value
        node = tree.edges[edge, CHILD]
        if node < 0 or tree.nodes[node, VISITS] < least or tree.nodes[node, FIRST_BLOCK] < 0:
            return value
        if single_actor(tree.nodes[node, ACTORS]) < 0:
            return value


@rule()
def _see(evaluator, t, v, seat, out):
    """Write the inputs of a position for a seat."""
    look(evaluator, t, v, seat)
    row = row_of(evaluator.shape, seat)
    for i in range(evaluator.shape[INPUTS]):
        out[i] = evaluator.memory[row + i] * evaluator.scales[i]


# 10 arguments: a tree, the room to go through it, and what is learnt
@rule()
def _teach_tree(kernel, evaluator, t, tree, lookahead, stack, at, following, scratch, experience):
    """Write the nodes below the root that have been visited often enough, with their values for both seats.

    `stack` has the position of the root on level 0.
    """
    nodes, edges, chosen = tree.nodes, tree.edges, scratch.chosen
    total = evaluator.scale[LEAST_SUM]
    level = at[0] = following[0] = 0
    while level >= 0:
        node = at[level]
        block, actor = nodes[node, FIRST_BLOCK], single_actor(nodes[node, ACTORS])
        if following[level] == 0 and level and actor >= 0 and block >= 0:
            value = _worth(tree, node, lookahead.least, total)
            for seat in range(2):
                row = next_row(experience)
                _see(evaluator, t, stack[level], seat, experience.inputs[row])
                experience.targets[row] = total - value if seat else value
        if block < 0 or following[level] == edges[block, ACTION] or level == len(stack) - 1:
            level -= 1
            continue
        edge = block + 1 + following[level]
        following[level] += 1
        child = edges[edge, CHILD]
        known = child >= 0 and (nodes[child, VISITS] >= lookahead.least or is_solved(tree, child, 2))
        if known and nodes[child, FIRST_BLOCK] >= 0:
            copy(stack[level], stack[level + 1])
            chosen[0] = edges[edge, ACTION]
            kernel.apply(t, stack[level + 1], chosen)
            level += 1
            at[level], following[level] = child, 0


@rule()
def _teach_roots(total, roots, steps, end, trace, experience):
    """Write the roots of a game with their λ-returns; `end` is what the first seat has at its end."""
    found = end
    for step in range(steps - 1, -1, -1):
        found = (1.0 - trace) * roots.values[step] + trace * found if roots.kept[step] else roots.values[step]
        for seat in range(2):
            store(experience, roots.inputs[step, seat], total - found if seat else found)


# 12 arguments: those of `simulate`, and how games are played and learnt, which are tuples already
@compiled(types.void(KERNEL, EVALUATOR, FunctionType(ROLLOUT), INTS, STARTS, TREE, SETTINGS, EXPLORATION, LOOKAHEAD,
                     ROOTS, EXPERIENCE, RNG))  # fmt: skip
def play_searching(
    kernel, evaluator, rollout, t, starts, tree, settings, exploration, lookahead, roots, experience, rng
):
    """Play games from a start to the end with a search, and store the positions to learn from.

    Size: one loop over the steps of a game.
    """
    v, room, total = starts[0].copy(), len(roots.values), evaluator.scale[LEAST_SUM]
    scratch, counters = new_scratch(exploration.num_ids, 2), experience.counters
    stack = np.empty((_DEEPEST + 1, len(v)), np.int64)
    at, following = np.zeros(_DEEPEST + 1, np.int64), np.zeros(_DEEPEST + 1, np.int64)
    for _ in range(exploration.games):
        draw_start(starts, v, rng)
        step, decisions, opening = 0, 0, int(rng.random() * (exploration.opening + 1))
        who = kernel.actors(t, v)
        while who:
            if who == 1:
                play_chance(kernel, t, v, scratch, rng)
                who = kernel.actors(t, v)
                continue
            seat = single_actor(who)
            count = kernel.legal(t, v, seat, scratch.ids)
            pick = scratch.ids[int(rng.random() * count)]
            if decisions >= opening and count > 1:
                tree.counters[:] = 0
                limits = Limits(lookahead.simulations, 0, _UNDECIDED)
                simulate(kernel, evaluator, rollout, t, v, tree, settings, limits, rng)
                best, _ = _best_edge(tree, 0)
                copy(v, stack[0])
                _teach_tree(kernel, evaluator, t, tree, lookahead, stack, at, following, scratch, experience)
                if step == room:
                    _teach_roots(total, roots, step, roots.values[step - 1], exploration.trace, experience)
                    step = 0
                for one in range(2):
                    _see(evaluator, t, v, one, roots.inputs[step, one])
                roots.values[step] = _worth(tree, 0, lookahead.least, total)
                action = tree.edges[best, ACTION]
                pick = pick if rng.random() < exploration.epsilon else action
                roots.kept[step] = pick == action
                step += 1
            scratch.chosen[0] = pick
            kernel.apply(t, v, scratch.chosen)
            decisions += 1
            who = kernel.actors(t, v)
        counters[GAMES] += 1
        counters[MOVES] += decisions
        fill_payoffs(kernel, t, v, scratch.payoffs)
        end = scaled(scratch.payoffs[0], evaluator.scale)
        _teach_roots(total, roots, step, end, exploration.trace, experience)
