"""The compiled part of Monte Carlo tree search: one driver for all games, over a tree in flat arrays.

A tree is five arrays, filled from the front and never grown:

nodes   (N, 6) int64      who must act · first block of edges, -1 before it is expanded · visits ·
                          first child of a joint step · next sibling there · the sibling's combined choice
bounds  (N, 2S) float64   for every seat the least share of the win that is proved, then the greatest
edges   (E, 3) int64      action · child, -1 before it is visited · visits
worth   (E, 3) float64    summed share of the acting seat · its proved least · its proved greatest
                          (first, nature's edges have the probability; ranked ones, until they are tried, the
                          share that the position seems to be worth)
used    (3,) int64        nodes in use · edges in use · evaluations made

A node's edges lie in one block for each actor, and a block begins with an edge that holds its length.
Where several seats choose at once each keeps statistics of its own choice, and the child hangs on the combination.
Bounds are carried up from positions that are over, so a forced win is found as such and is searched no more; a node of
chance carries the mean of its bounds up, a joint one none.
"""

import math

import numpy as np
from numba import types

from ludarium.core.kernel import EVALUATE_TYPE, INTS, KERNEL_TYPES, RNG, compiled, rule
from ludarium.search.playout import FINISH

WHO, FIRST, VISITS, JOINT, NEXT, KEY = 0, 1, 2, 3, 4, 5
ACTION, CHILD, TRIED = 0, 1, 2
SUM, LEAST, MOST = 0, 1, 2
NODES, EDGES, EVALUATIONS = 0, 1, 2
DEEPEST = 1000
"""No simulation goes further down than so many steps."""
_A_FEW = 32
"""After so many playouts it is asked again whether more are needed."""
_NEARLY = 0.01
"""What differs by less of the share is as good at first sight, and chance decides."""

_I2, _F2 = types.int64[:, ::1], types.float64[:, ::1]
TREE = (_I2, _F2, _I2, _F2, INTS)
_FINISH = types.FunctionType(FINISH)


@rule()
def _add_node(tree, who, seats):
    """A new node, of which nothing is known."""
    nodes, bounds, _, _, used = tree
    node = used[NODES]
    used[NODES] += 1
    nodes[node, WHO], nodes[node, VISITS] = who, 0
    nodes[node, FIRST] = nodes[node, JOINT] = nodes[node, NEXT] = nodes[node, KEY] = -1
    for seat in range(seats):
        bounds[node, seat], bounds[node, seats + seat] = 0.0, 1.0
    return node


@rule()
def _actor(who):
    """The seat that acts alone, -1 for nature, -2 where several act."""
    if who & (who - 1):
        return -2
    seat = -1
    while who >> (seat + 1) > 1:
        seat += 1
    return seat


@rule()
def _expand(rules, tree, t, w, node, seats, ids, chances):
    """Give a node its edges; returns whether there was room."""
    _, legal, chance_outcomes, _, _ = rules
    nodes, _, edges, worth, used = tree
    who, room = nodes[node, WHO], len(edges) - used[EDGES]
    for seat in range(-1, seats):
        if who >> (seat + 1) & 1:
            room -= legal(t, w, seat, ids) + 1
    if room < 0:
        return False
    nodes[node, FIRST] = used[EDGES]
    for seat in range(-1, seats):
        if who >> (seat + 1) & 1:
            count, block = legal(t, w, seat, ids), used[EDGES]
            edges[block, ACTION], edges[block, CHILD] = count, -1
            used[EDGES] += count + 1
            for i in range(count):
                e = block + 1 + i
                edges[e, ACTION], edges[e, CHILD], edges[e, TRIED] = ids[i], -1, 0
                worth[e, SUM], worth[e, LEAST], worth[e, MOST] = 0.0, 0.0, 1.0
            if seat < 0:
                chance_outcomes(t, w, chances)
                for i in range(count):
                    worth[block + 1 + i, SUM] = chances[i]
    return True


@rule()
def _settle(results, t, w, seats, payoffs):
    """Every seat's share of the win in a game that is over."""
    winners, winning = results(t, w, payoffs), 0
    for seat in range(seats):
        winning += winners >> seat & 1
    for seat in range(seats):
        payoffs[seat] = 1.0 / seats if winning == 0 else (winners >> seat & 1) / winning


@rule()
def _rank(rules, evaluate, tree, t, w, block, seat, payoffs, chosen, after, rng):
    """Put the edges of a block in order: first the one after which the seat seems to stand best, or as good as best."""
    _, _, edges, worth, _ = tree
    for e in range(block + 1, block + 1 + edges[block, ACTION]):
        chosen[0] = action = edges[e, ACTION]
        for i in range(len(w)):
            after[i] = w[i]
        rules[3](t, after, chosen)
        if rules[0](t, after):
            evaluate(t, after, payoffs)
        else:
            _settle(rules[4], t, after, len(payoffs), payoffs)
        sight, place = payoffs[seat] + _NEARLY * rng.random(), e
        while place > block + 1 and worth[place - 1, SUM] < sight:
            edges[place, ACTION], worth[place, SUM] = edges[place - 1, ACTION], worth[place - 1, SUM]
            place -= 1
        edges[place, ACTION], worth[place, SUM] = action, sight


@rule()
def _pick(tree, block, explore, widen, rng):
    """The edge to try next: the greatest upper confidence bound, among those that proof has not ruled out.

    Where edges are ranked, only so many of the first as `widen` allows, and more with every visit.
    """
    _, _, edges, worth, _ = tree
    count, visits, total, best_least = edges[block, ACTION], 0, 0.0, -1.0
    for e in range(block + 1, block + 1 + count):
        best_least = max(best_least, worth[e, LEAST])
        visits += edges[e, TRIED]
        total += worth[e, SUM]
    untried = total / visits if visits else 0.5  # an action not yet tried is hoped to be as good as the others
    unit = explore * math.sqrt(math.log(visits + 1.0))
    allowed = min(count, 1 + int(widen * math.sqrt(visits))) if widen else count
    start = int(rng.random() * allowed)  # ties go to whichever comes first from a random place
    best, best_bound = block + 1 + start, -1.0
    for i in range(start, start + allowed):
        e = block + 1 + (i if i < allowed else i - allowed)
        n = edges[e, TRIED]
        hope = worth[e, SUM] / n if n else worth[e, SUM] if widen else untried
        bound = hope + unit / math.sqrt(n + 1.0)
        if bound > best_bound and worth[e, MOST] > best_least:
            best, best_bound = e, bound
    e = block + 1 + allowed
    while best_bound < 0.0 and e <= block + count:  # proof has ruled out all that were allowed
        if worth[e, MOST] > best_least:
            return e
        e += 1
    return best


@rule()
def _roll(tree, block, rng):
    """Nature's edge, drawn by its odds."""
    _, _, edges, worth, _ = tree
    last = block + edges[block, ACTION]
    left, e = rng.random(), block + 1
    while e < last and left >= worth[e, SUM]:
        left -= worth[e, SUM]
        e += 1
    return e


@rule()
def _proved(tree, node, seats):
    """Whether every seat's share is known."""
    bounds = tree[1]
    unknown = 0.0
    for seat in range(seats):
        unknown += bounds[node, seats + seat] - bounds[node, seat]
    return unknown < 1e-9


@rule()
def _descend(rules, evaluate, tree, path, picked, t, w, explore, widen, rng, ids, chances, payoffs, chosen, after):
    """Play w from the root to a leaf, which is added where there is room; returns the depth."""
    actors, _, _, apply, _ = rules
    nodes, _, edges, _, used = tree
    node, depth, seats = 0, 0, len(payoffs)
    while True:
        path[depth] = node
        who = nodes[node, WHO]
        if who == 0 or depth == DEEPEST or _proved(tree, node, seats):
            return depth
        if nodes[node, FIRST] < 0:
            waits = nodes[node, VISITS] == 0 and depth  # a node is expanded when it is visited for the second time
            if waits or not _expand(rules, tree, t, w, node, seats, ids, chances):
                return depth
            if widen and _actor(who) >= 0:
                _rank(rules, evaluate, tree, t, w, nodes[node, FIRST], _actor(who), payoffs, chosen, after, rng)
        block, key, number, ranked = nodes[node, FIRST], 0, 0, 0.0 if _actor(who) == -2 else widen
        for seat in range(-1, seats):
            if who >> (seat + 1) & 1:
                e = _roll(tree, block, rng) if seat < 0 else _pick(tree, block, explore, ranked, rng)
                picked[depth, number], chosen[number] = e, edges[e, ACTION]
                key = key * (edges[block, ACTION] + 1) + e - block
                block += edges[block, ACTION] + 1
                number += 1
        apply(t, w, chosen)
        child = edges[picked[depth, 0], CHILD]
        if number > 1:
            child = nodes[node, JOINT]
            while child >= 0 and nodes[child, KEY] != key:
                child = nodes[child, NEXT]
        if child < 0 and used[NODES] < len(nodes):
            child = _add_node(tree, actors(t, w), seats)
            if number > 1:
                nodes[child, KEY], nodes[child, NEXT], nodes[node, JOINT] = key, nodes[node, JOINT], child
            else:
                edges[picked[depth, 0], CHILD] = child
        depth += 1
        node = child
        if node < 0:  # the tree is full: the leaf is valued and not kept
            path[depth] = -1
            return depth


@rule()
def _prove(tree, node, seats):
    """Carry the bounds of a node's children up to it; returns whether that told anything new."""
    nodes, bounds, edges, worth, _ = tree
    block, actor, changed = nodes[node, FIRST], _actor(nodes[node, WHO]), False
    if actor == -2:
        return False
    first, end, best_least = block + 1, block + 1 + edges[block, ACTION], -1.0
    for e in range(first, end if actor >= 0 else first):
        best_least = max(best_least, worth[e, LEAST])
    all_least, all_most = 0.0, 0.0
    for turn in range(2):  # first sum what the children prove, then use that the shares sum to one
        for seat in range(seats):
            least, most = (0.0 if actor in (-1, seat) else 1.0), 0.0
            for e in range(first, end):
                child = edges[e, CHILD]
                low = bounds[child, seat] if child >= 0 else 0.0
                high = bounds[child, seats + seat] if child >= 0 else 1.0
                if actor < 0:
                    least, most = least + worth[e, SUM] * low, most + worth[e, SUM] * high
                elif worth[e, MOST] >= best_least:  # the actor does not choose what is proved to be worse
                    least = max(least, low) if seat == actor else min(least, low)
                    most = max(most, high)
            if turn == 0:
                all_least, all_most = all_least + least, all_most + most
                continue
            low = max(bounds[node, seat], least, 1.0 - (all_most - most))
            high = min(bounds[node, seats + seat], most, 1.0 - (all_least - least))
            changed = changed or low > bounds[node, seat] + 1e-9 or high < bounds[node, seats + seat] - 1e-9
            bounds[node, seat], bounds[node, seats + seat] = low, high
    return changed


@rule()
def _credit(tree, path, picked, depth, payoffs, seats, news):
    """Add what the leaf was worth to every node and edge of the path, and carry up what it proved."""
    nodes, bounds, edges, worth, _ = tree
    for d in range(depth - 1, -1, -1):
        node, number = path[d], 0
        nodes[node, VISITS] += 1
        who = nodes[node, WHO]
        for seat in range(-1, seats):
            if who >> (seat + 1) & 1:
                e = picked[d, number]
                if seat >= 0:
                    worth[e, SUM] = payoffs[seat] + (worth[e, SUM] if edges[e, TRIED] else 0.0)
                edges[e, TRIED] += 1
                number += 1
        if news:
            actor = _actor(who)
            if actor >= 0:
                worth[picked[d, 0], LEAST] = bounds[path[d + 1], actor]
                worth[picked[d, 0], MOST] = bounds[path[d + 1], seats + actor]
            news = _prove(tree, node, seats)


@rule()
def _settled(tree, left):
    """Whether so many more playouts cannot change which of the root's choices is the most tried."""
    nodes, _, edges, _, _ = tree
    block, most, second = nodes[0, FIRST], 0, 0
    if block < 0 or _actor(nodes[0, WHO]) == -2:
        return False
    for e in range(block + 1, block + 1 + edges[block, ACTION]):
        n = edges[e, TRIED]
        if n > most:
            most, second = n, most
        else:
            second = max(second, n)
    return most - second > left or edges[block, ACTION] == 1


@compiled(types.void(*KERNEL_TYPES, EVALUATE_TYPE, _FINISH, INTS, INTS, *TREE, types.int64, types.int64, types.int64,
                     types.float64, types.float64, types.boolean, types.int64, RNG))  # fmt: skip
def grow(
    actors, legal, chance_outcomes, apply, results, evaluate, finish, t, v, nodes, bounds, edges, worth, used,
    playouts, seats, num_actions, explore, widen, to_the_end, left, rng,
):  # fmt: skip
    """Add playouts to the tree whose root, node 0, is the position v, until it is proved.

    It also stops where all that are `left` of the search, these among them, could not change the choice any more.
    A leaf is worth what `evaluate` says, or, `to_the_end`, what comes of a random game.
    """
    rules, tree = (actors, legal, chance_outcomes, apply, results), (nodes, bounds, edges, worth, used)
    w, after, ids, chances = v.copy(), v.copy(), np.empty(num_actions, np.int64), np.empty(num_actions, np.float64)
    payoffs, chosen = np.empty(seats, np.float64), np.empty(seats, np.int64)
    path, picked = np.empty(DEEPEST + 1, np.int64), np.empty((DEEPEST + 1, seats), np.int64)
    if used[NODES] == 0:
        _add_node(tree, actors(t, v), seats)
    for made in range(playouts):
        if _proved(tree, 0, seats) or (made % _A_FEW == 0 and _settled(tree, left - made)):
            break
        w[:] = v
        depth = _descend(
            rules, evaluate, tree, path, picked, t, w, explore, widen, rng, ids, chances, payoffs, chosen, after
        )
        leaf, news = path[depth], False
        if actors(t, w) == 0:
            _settle(results, t, w, seats, payoffs)
            if leaf >= 0:
                news = nodes[leaf, VISITS] == 0
                bounds[leaf, :seats] = payoffs
                bounds[leaf, seats:] = payoffs
        elif leaf >= 0 and _proved(tree, leaf, seats):
            payoffs[:] = bounds[leaf, :seats]
        elif to_the_end:
            finish(actors, legal, chance_outcomes, apply, results, t, w, seats, ids, chances, chosen, rng, payoffs)
        else:
            evaluate(t, w, payoffs)
        used[EVALUATIONS] += 1
        if leaf >= 0:
            nodes[leaf, VISITS] += 1
        _credit(tree, path, picked, depth, payoffs, seats, news)
