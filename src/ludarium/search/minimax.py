"""Alpha-beta and expectimax, compiled: one driver for all games.

Size: a kernel, whose functions share the layout below, which takes 70 lines.

The value of a position is the payoff that the maximizer can expect, the seat that the search plays for; it is scaled,
so that 0 is the least that the game can pay and 1 the greatest. The seats of the maximizer's team choose the greatest
value, all others the least; at chance the value is the mean. A value inside
the window from alpha to beta is exact, outside it is a bound. Star1 and Star2 (Ballard, 1983) carry the window through
chance: Star2 first probes one reply to every outcome for a bound, then Star1 searches the outcomes in windows that the
bounds of the others allow. Depth counts the steps of seats, and those steps of chance that follow another of chance.

The transposition table, of N places (a power of two):

entries (N, 4) int64, one row a place:

| column     | meaning                                                                         |
| ---------- | ------------------------------------------------------------------------------- |
| KEY        | the hash of the position and the maximizer                                      |
| DEPTH      | the depth of the search; COMPLETE if it reached the end of the game everywhere  |
| BOUND      | LOWER, UPPER or EXACT: what the value is                                        |
| ACTION     | the best action; -1 if there is none                                            |

values (N,) float64: the value, or the bound of it.

The search keeps a stack with one level a step, of L levels:

| array      | shape and type                | holds                                              |
| ---------- | ----------------------------- | -------------------------------------------------- |
| states     | (L, len(v)) int64             | the positions                                      |
| ids        | (L, num_ids) int64            | the legal actions                                  |
| frames     | (L, 10) int64                 | see below                                          |
| windows    | (L, 7) float64                | see below                                          |
| chances    | (L, 3, num_ids) float64       | _CHANCE, _LOW, _HIGH: every outcome's probability  |
|            |                               | and the bounds of its value                        |

frames, one row a level:

| column         | meaning                                                                  |
| -------------- | ------------------------------------------------------------------------ |
| _DEPTH         | the depth that is left                                                   |
| _PROBE         | whether one reply is enough (Star2)                                      |
| _SEAT          | the seat that acts, -1 for chance                                        |
| _COUNT         | the number of choices                                                    |
| _NEXT          | the next choice; at chance first the probes, then the outcomes           |
| _MODE          | at chance what the search of this outcome bounds; else SEARCH_AGAIN or 0 |
| _BEST          | the best action                                                          |
| _KEY           | the hash                                                                 |
| _TABLE_ACTION  | the best action by the transposition table, -1 if it knows none          |
| _LEAVES_BEFORE | counters[LEAVES] when the position was entered                           |

windows, one row a level:

| column     | meaning                                                                         |
| ---------- | ------------------------------------------------------------------------------- |
| _FLOOR     | the lower end of the window that was asked for                                  |
| _CEILING   | its upper end                                                                   |
| _ALPHA     | the lower end of the window that is left                                        |
| _BETA      | its upper end                                                                   |
| _VALUE     | the value so far                                                                |
| _LEAST     | at chance the least possible mean; at level 0 the value of the choice           |
| _GREATEST  | at chance the greatest possible mean                                            |

counters (8,) int64, in and out:

| index      | meaning                                                                         |
| ---------- | ------------------------------------------------------------------------------- |
| NODES      | positions visited                                                               |
| LIMIT      | in: after how many the search stops                                             |
| STOP       | out: NODES when the limit was noticed, 0 if the search has ended before         |
| LEAVES     | positions that were valued by the evaluation, not by the end of the game        |
| CHOICE     | out: the best action                                                            |
| SOLVED     | out: whether its value is proved                                                |
| _ITERATION | the depth that is being searched; 0 before the search begins                    |
| _LEVEL     | the level of the stack at which the search stopped; 0 between two depths        |

history (S, num_ids) float64 is the history heuristic: it orders the actions of each seat, the best first.
"""

from typing import NamedTuple

import numpy as np

from ludarium.core.bits import single_actor
from ludarium.core.kernel import FLOATS, INTS, KERNEL, Floats, Vector, compiled, named_tuple, rule, types
from ludarium.core.payoffs import fill_payoffs, scaled
from ludarium.core.vectors import copy
from ludarium.search.network import EVALUATOR, expect

_I2, _F2 = types.int64[:, ::1], types.float64[:, ::1]
NODES, LIMIT, STOP, LEAVES, CHOICE, SOLVED, _ITERATION, _LEVEL = range(8)
KEY, DEPTH, BOUND, ACTION = range(4)
LOWER, UPPER, EXACT, SEARCH_AGAIN = 1, 2, 3, 4
DEEPEST = 100
"""The greatest number of steps below the root."""
COMPLETE = 1000
"""The depth of a search that reached the end of the game everywhere: greater than any other."""
MARGIN = 1e-6
"""Evaluations stay this far from 0 and 1, which only the end of the game is worth."""

_DEPTH, _PROBE, _SEAT, _COUNT, _NEXT, _MODE, _BEST, _KEY, _TABLE_ACTION, _LEAVES_BEFORE = range(10)
_FLOOR, _CEILING, _ALPHA, _BETA, _VALUE, _LEAST, _GREATEST = range(7)
_CHANCE, _LOW, _HIGH = 0, 1, 2
_NULL_WINDOW = 1e-9
_MINUS_INFINITY, _INFINITY, _UNKNOWN = -1.0, 2.0, -2.0
_PRIME = 6364136223846793005


class Memory(NamedTuple):
    """The tables that a search begins with, and its report.

    `entries` and `values` are the transposition table, `history` orders the actions, `counters` are in and out.
    """

    entries: Vector
    values: Floats
    history: Floats
    counters: Vector


class Goal(NamedTuple):
    """The seats for which a search plays.

    | field       | meaning                                                                                      |
    | ----------- | -------------------------------------------------------------------------------------------- |
    | `maximizer` | the seat                                                                                     |
    | `team`      | the seats that play for the maximizer, itself included, as bits like those of `actors`       |
    | `scale`     | that of the game's `PayoffRange`                                                             |
    """

    maximizer: int
    team: int
    scale: Floats


class Stack(NamedTuple):
    """The arrays of the search's levels, described above, and two for a single position.

    They keep a search that has stopped at its limit.
    """

    states: Vector
    ids: Vector
    frames: Vector
    windows: Floats
    chances: Floats
    payoffs: Floats
    chosen: Vector


_MEMORY = named_tuple(Memory, _I2, FLOATS, _F2, INTS)
_GOAL = named_tuple(Goal, types.int64, types.int64, FLOATS)
STACK = named_tuple(Stack, _I2, _I2, _I2, _F2, types.float64[:, :, ::1], FLOATS, INTS)
DEEPEN = types.float64(KERNEL, EVALUATOR, INTS, INTS, _MEMORY, _GOAL, STACK, types.int64)
"""The types of a stack and of `deepen`, for drivers that take them as arguments."""


def new_stack(words: int, num_ids: int, seats: int) -> Stack:
    """Return a stack for positions of so many words, with so many ids of actions and so many seats."""
    levels = DEEPEST + 1
    states, ids = np.empty((levels, words), np.int64), np.empty((levels, num_ids), np.int64)
    frames, windows = np.empty((levels, 10), np.int64), np.empty((levels, 7))
    chances = np.empty((levels, 3, num_ids))
    return Stack(states, ids, frames, windows, chances, np.empty(seats), np.empty(1, np.int64))


@rule()
def _hash(v, maximizer):
    """Return the key of a position in the transposition table."""
    key = maximizer + 1
    for word in v:
        key = (key ^ word) * _PRIME
        key ^= key >> 29
    return key


@rule()
def _request(stack, level, depth, floor, ceiling, probe):
    """Set the depth and the window in which the position on a level is to be searched."""
    frame, window = stack.frames[level], stack.windows[level]
    frame[_DEPTH], frame[_PROBE] = depth, probe
    window[_FLOOR], window[_CEILING] = floor, ceiling


@rule()
def _look_up(memory, frame, window, leaves):
    """Return a position's value in the transposition table, or _UNKNOWN if that does not suffice; and the leaves.

    Sets the frame's table action in any case.
    """
    entries, values = memory.entries, memory.values
    place = frame[_KEY] & (len(values) - 1)
    frame[_TABLE_ACTION] = -1
    if entries[place, KEY] != frame[_KEY]:
        return _UNKNOWN, leaves
    value, bound = values[place], entries[place, BOUND]
    frame[_TABLE_ACTION] = entries[place, ACTION]
    suffices = bound == EXACT or (value >= window[_CEILING] if bound == LOWER else value <= window[_FLOOR])
    if not suffices or entries[place, DEPTH] < frame[_DEPTH]:
        return _UNKNOWN, leaves
    return value, leaves + (entries[place, DEPTH] < COMPLETE)


@rule()
def _enter(kernel, evaluator, memory, stack, t, goal, level):
    """Return the value of the position on a level if it is known at once; else prepare its choices, return _UNKNOWN."""
    counters, payoffs, chances = memory.counters, stack.payoffs, stack.chances
    v, frame, window = stack.states[level], stack.frames[level], stack.windows[level]
    who = kernel.actors(t, v)
    counters[NODES] += 1
    if who == 0:
        fill_payoffs(kernel, t, v, payoffs)
        return scaled(payoffs[goal.maximizer], goal.scale)
    if frame[_DEPTH] <= 0 or who & (who - 1) or level == DEEPEST:
        counters[LEAVES] += 1
        expect(evaluator, t, v, payoffs)
        return min(max(scaled(payoffs[goal.maximizer], goal.scale), MARGIN), 1.0 - MARGIN)
    if counters[NODES] >= counters[LIMIT]:
        counters[STOP] = counters[NODES]
    frame[_KEY], frame[_LEAVES_BEFORE] = _hash(v, goal.maximizer), counters[LEAVES]
    known, leaves = _look_up(memory, frame, window, counters[LEAVES])
    if known != _UNKNOWN and level:
        counters[LEAVES] = leaves
        return known
    seat = single_actor(who)
    frame[_SEAT], frame[_COUNT], frame[_NEXT] = seat, kernel.legal(t, v, seat, stack.ids[level]), 0
    frame[_BEST], frame[_MODE] = -1, 0
    window[_ALPHA], window[_BETA] = window[_FLOOR], window[_CEILING]
    window[_VALUE] = _MINUS_INFINITY if goal.team >> (seat + 1) & 1 else _INFINITY
    if seat < 0:
        kernel.chance_outcomes(t, v, chances[level, _CHANCE])
        window[_LEAST], window[_GREATEST] = 0.0, 1.0
        for i in range(frame[_COUNT]):
            chances[level, _LOW, i], chances[level, _HIGH, i] = 0.0, 1.0
    return _UNKNOWN


@rule()
def _play(kernel, stack, t, level, action):
    """Write the position after an action to the next level; returns who must act there."""
    states = stack.states
    copy(states[level], states[level + 1])
    stack.chosen[0] = action
    kernel.apply(t, states[level + 1], stack.chosen)
    return kernel.actors(t, states[level + 1])


@rule()
def _next_outcome(kernel, stack, t, goal, level):
    """Go down to the next outcome of chance: first a probe of each (Star2), then the search (Star1).

    Returns whether there was an outcome left.
    """
    chances, frame, window = stack.chances, stack.frames[level], stack.windows[level]
    count = frame[_COUNT]
    while frame[_NEXT] < 2 * count:
        probe, i = int(frame[_NEXT] < count), frame[_NEXT] % count
        frame[_NEXT] += 1
        who = _play(kernel, stack, t, level, stack.ids[level, i])
        if probe and (who <= 1 or frame[_DEPTH] == 1):
            continue
        chance = chances[level, _CHANCE, i]
        floor = (window[_FLOOR] - window[_GREATEST]) / chance + chances[level, _HIGH, i]
        ceiling = (window[_CEILING] - window[_LEAST]) / chance + chances[level, _LOW, i]
        frame[_MODE] = EXACT
        if probe and who & goal.team:  # one action of the maximizer's team proves a lower bound, and no upper one
            floor, frame[_MODE] = _MINUS_INFINITY, LOWER
        elif probe and (who <= 1 or frame[_DEPTH] == 1):
            ceiling, frame[_MODE] = _INFINITY, UPPER
        _request(stack, level + 1, frame[_DEPTH] - (who == 1), floor, ceiling, probe)
        return True
    return False


@rule()
def _update_chance(stack, level, found):
    """Note the value of an outcome; skip the other outcomes if the mean must be outside the window."""
    frame, window, below = stack.frames[level], stack.windows[level], stack.windows[level + 1]
    outcomes = stack.chances[level]
    i = (frame[_NEXT] - 1) % frame[_COUNT]
    chance, low, high = outcomes[_CHANCE, i], outcomes[_LOW, i], outcomes[_HIGH, i]
    if found > below[_FLOOR] and frame[_MODE] != UPPER:
        outcomes[_LOW, i] = found
    if found < below[_CEILING] and frame[_MODE] != LOWER:
        outcomes[_HIGH, i] = found
    window[_LEAST] += chance * (outcomes[_LOW, i] - low)
    window[_GREATEST] += chance * (outcomes[_HIGH, i] - high)
    window[_VALUE] = window[_LEAST]
    if found >= below[_CEILING]:
        window[_VALUE], frame[_NEXT] = max(window[_LEAST], window[_CEILING]), 2 * frame[_COUNT]
    elif found <= below[_FLOOR]:
        window[_VALUE], frame[_NEXT] = min(window[_GREATEST], window[_FLOOR]), 2 * frame[_COUNT]


@rule()
def _order(ids, history, k, count, table_action):
    """Bring the action to try next to place k of the ids: the table's, else the best by history; returns it."""
    best = k
    for i in range(k, count):
        if ids[i] == table_action:
            best = i
            break
        if history[ids[i]] > history[ids[best]]:
            best = i
    ids[k], ids[best] = ids[best], ids[k]
    return ids[k]


@rule()
def _next_action(kernel, memory, stack, t, goal, level):
    """Go down to the position after a seat's next action; all but the first are searched in a null window.

    Returns whether there was an action left.
    """
    frame, window, ids = stack.frames[level], stack.windows[level], stack.ids[level]
    floor, ceiling = window[_ALPHA], window[_BETA]
    if frame[_MODE] == SEARCH_AGAIN:
        frame[_MODE] = 0
    elif frame[_NEXT] < (1 if frame[_PROBE] else frame[_COUNT]):
        _order(ids, memory.history[frame[_SEAT]], frame[_NEXT], frame[_COUNT], frame[_TABLE_ACTION])
        if frame[_NEXT] and goal.team >> (frame[_SEAT] + 1) & 1:
            ceiling = min(ceiling, floor + _NULL_WINDOW)
        elif frame[_NEXT]:
            floor = max(floor, ceiling - _NULL_WINDOW)
        frame[_NEXT] += 1
    else:
        return False
    _play(kernel, stack, t, level, ids[frame[_NEXT] - 1])
    _request(stack, level + 1, frame[_DEPTH] - 1, floor, ceiling, 0)
    return True


@rule()
def _update_choice(memory, stack, goal, level, found):
    """Note the value of an action; skip the others at a cutoff, search again if the null window was too small."""
    frame, window, below = stack.frames[level], stack.windows[level], stack.windows[level + 1]
    action, seat = stack.ids[level, frame[_NEXT] - 1], frame[_SEAT]
    maximizes = goal.team >> (seat + 1) & 1
    narrow = below[_CEILING] < window[_BETA] or below[_FLOOR] > window[_ALPHA]
    if narrow and window[_ALPHA] < found < window[_BETA]:
        frame[_MODE] = SEARCH_AGAIN
        return
    if (found > window[_VALUE]) if maximizes else (found < window[_VALUE]):
        frame[_BEST], window[_VALUE] = action, found
        if level == 0:
            memory.counters[CHOICE], window[_LEAST] = action, found
    if maximizes:
        window[_ALPHA] = max(window[_ALPHA], found)
    else:
        window[_BETA] = min(window[_BETA], found)
    if window[_ALPHA] >= window[_BETA]:
        memory.history[seat, action] += frame[_DEPTH] * frame[_DEPTH]
        frame[_NEXT] = frame[_COUNT]


@rule()
def _store(memory, frame, window, leaves):
    """Store the value of a position in the transposition table; returns the value."""
    entries, values = memory.entries, memory.values
    place, value = frame[_KEY] & (len(values) - 1), window[_VALUE]
    entries[place, KEY], entries[place, ACTION] = frame[_KEY], frame[_BEST]
    entries[place, DEPTH] = frame[_DEPTH] if leaves > frame[_LEAVES_BEFORE] else COMPLETE
    bound = LOWER if value >= window[_CEILING] else UPPER if value <= window[_FLOOR] else EXACT
    if bound == EXACT and frame[_PROBE]:
        bound = LOWER if window[_FLOOR] == _MINUS_INFINITY else UPPER
    entries[place, BOUND] = bound
    values[place] = value
    return value


@rule()
def _search(kernel, evaluator, memory, stack, t, goal, depth):
    """Return the value of the position on level 0, searched to a depth; begin, or go on where the search stopped."""
    frames, windows, counters = stack.frames, stack.windows, memory.counters
    level = counters[_LEVEL]
    found = windows[level, _VALUE]
    if level == 0:
        _request(stack, 0, depth, _MINUS_INFINITY, _INFINITY, 0)
        found = _enter(kernel, evaluator, memory, stack, t, goal, 0)
    while True:
        while found == _UNKNOWN:
            if frames[level, _SEAT] < 0:
                down = _next_outcome(kernel, stack, t, goal, level)
            else:
                down = _next_action(kernel, memory, stack, t, goal, level)
            if down:
                level += 1
                found = _enter(kernel, evaluator, memory, stack, t, goal, level)
            else:
                found = _store(memory, frames[level], windows[level], counters[LEAVES])
        if level == 0 or counters[STOP]:
            counters[_LEVEL], windows[level, _VALUE] = level, found
            return found
        level -= 1
        if frames[level, _SEAT] < 0:
            _update_chance(stack, level, found)
        else:
            _update_choice(memory, stack, goal, level, found)
        found = _UNKNOWN


@compiled(DEEPEN)
def deepen(kernel, evaluator, t, v, memory, goal, stack, deepest):
    """Search v with iterative deepening up to the depth `deepest`, until the limit or until it is solved.

    Returns the value of the choice, which is left in the memory's counters; all but LIMIT are 0 before the search. A
    search that has stopped at its limit goes on with the same arrays, after STOP was set to 0, and ends as it would
    have ended without the stop.
    """
    (_, _, history, counters), (maximizer, _, scale), windows = memory, goal, stack.windows
    if counters[_ITERATION] == 0:
        copy(v, stack.states[0])
        count = kernel.legal(t, v, maximizer, stack.ids[0])
        counters[CHOICE] = _order(stack.ids[0], history[maximizer], 0, count, -1)
        expect(evaluator, t, v, stack.payoffs)
        windows[0, _LEAST] = scaled(stack.payoffs[maximizer], scale)
        counters[_ITERATION] = 1
    while counters[_ITERATION] <= deepest and not counters[STOP]:
        value = _search(kernel, evaluator, memory, stack, t, goal, counters[_ITERATION])
        if counters[_LEVEL]:
            break
        root = stack.frames[0]
        counters[SOLVED] = counters[LEAVES] == root[_LEAVES_BEFORE] or not MARGIN / 2 < value < 1.0 - MARGIN / 2
        counters[_ITERATION] = deepest + 1 if counters[SOLVED] or root[_COUNT] == 1 else counters[_ITERATION] + 1
    return windows[0, _LEAST]


@compiled(types.int64(_I2, INTS, types.int64))
def table_action(entries, v, maximizer):
    """Return the best action in a position by the transposition table; -1 if it knows none."""
    key = _hash(v, maximizer)
    place = key & (len(entries) - 1)
    return entries[place, ACTION] if entries[place, KEY] == key else -1
