"""The compiled part of alpha-beta and expectimax: one driver for all games, in which chance is weighed by its odds.

Every position is worth to the hero, the seat that the search plays for, a share of the win from 0 to 1: the hero takes
the greatest, everybody else the least, and nature the mean. Between alpha and beta a value is exact, outside it is a
bound, which is all that is asked for (Ballard's star-1 and star-2 carry the window through nature's steps).
Depth counts the steps of seats, and of nature's those that follow another of nature's.

What was found is remembered: entries (N, 4) int64 hold key · depth · bound · action, worths (N,) float64.
A line of play is a stack, a level a step: states, ids and wishes for the actions, and two rows of notes:

notes   (L, 10) int64     depth that is left · whether a glance is enough · seat · choices · next of them ·
                          what is asked of the one at hand · best · the table's key and guess · leaves valued before
reals   (L, 7) float64    window that was asked for · window that is left · worth · least and greatest mean over chance
"""

import numpy as np
from numba import types

from ludarium.core.kernel import EVALUATE_TYPE, FLOATS, INTS, KERNEL_TYPES, compiled, rule

_I2, _F2 = types.int64[:, ::1], types.float64[:, ::1]
DEEPEN = types.float64(*KERNEL_TYPES, EVALUATE_TYPE, INTS, INTS, _I2, FLOATS, _F2, INTS, types.int64, types.int64,
                       types.int64)  # fmt: skip
"""The type of `deepen`, for drivers that take it as an argument."""
NODES, LIMIT, STOP, LEAVES, CHOICE, PROVED = 0, 1, 2, 3, 4, 5
"""In `counts`: positions visited and how many may be; whether to stop; leaves that were valued, and not played out;
what the deepest search has chosen, as far as it came, and whether its value is exact."""
KEY, FOR, BOUND, ACTION = 0, 1, 2, 3
LEAST, MOST, EXACT, AGAIN = 1, 2, 3, 4
DEEPEST = 100
"""No line goes further than so many steps."""
COMPLETE = 1000
"""The depth of what was played out to the end: it holds for every depth."""
SURE = 1e-6
"""Evaluations stay so far from 0 and 1, which only the end of the game is worth."""

_LEFT, _GLANCE, _SEAT, _COUNT, _NEXT, _MODE, _BEST, _KEY, _GUESS, _BEFORE = range(10)
_FLOOR, _CEILING, _ALPHA, _BETA, _WORTH, _LEAST, _GREATEST = range(7)
_CHANCE, _LOW, _HIGH = 0, 1, 2
_TINY = 1e-9
_NOTHING, _ALL, _UNKNOWN = -1.0, 2.0, -2.0
_PRIME = 6364136223846793005


@rule()
def _key_of(v, maximizer):
    """The name of a position in the table."""
    key = maximizer + 1
    for word in v:
        key = (key ^ word) * _PRIME
        key ^= key >> 29
    return key


@rule()
def _share(results, t, v, seats, maximizer, payoffs):
    """The hero's share of the win in a game that is over."""
    winners, winning = results(t, v, payoffs), 0
    for seat in range(seats):
        winning += winners >> seat & 1
    return 1.0 / seats if winning == 0 else (winners >> maximizer & 1) / winning


@rule()
def _ask(stack, level, depth, floor, ceiling, glance):
    """Say what is to be found out of the position on a level."""
    _, _, notes, reals, _ = stack
    notes[level, _LEFT], notes[level, _GLANCE] = depth, glance
    reals[level, _FLOOR], reals[level, _CEILING] = floor, ceiling


@rule()
def _recall(memory, notes, reals, leaves):
    """What the table knows of a position, if that is enough; in any case take the table's guess."""
    entries, worths = memory
    place = notes[_KEY] & (len(worths) - 1)
    notes[_GUESS] = -1
    if entries[place, KEY] != notes[_KEY]:
        return _UNKNOWN, leaves
    worth, bound = worths[place], entries[place, BOUND]
    notes[_GUESS] = entries[place, ACTION]
    told = bound == EXACT or (worth >= reals[_CEILING] if bound == LEAST else worth <= reals[_FLOOR])
    if not told or entries[place, FOR] < notes[_LEFT]:
        return _UNKNOWN, leaves
    return worth, leaves + (entries[place, FOR] < COMPLETE)


@rule()
def _open(rules, memory, stack, work, t, maximizer, level):
    """What the position on a level is worth, if that can be said at once; else prepare to try its choices."""
    actors, legal, chance_outcomes, _, results, evaluate = rules
    states, ids, notes, reals, chances = stack
    payoffs, _, history, counts = work
    v, note, real = states[level], notes[level], reals[level]
    who = actors(t, v)
    counts[NODES] += 1
    if who == 0:
        return _share(results, t, v, len(history), maximizer, payoffs)
    if note[_LEFT] <= 0 or who & (who - 1) or level == DEEPEST:
        counts[LEAVES] += 1
        evaluate(t, v, payoffs)
        return min(max(payoffs[maximizer], SURE), 1.0 - SURE)
    if counts[NODES] >= counts[LIMIT]:
        counts[STOP] = 1
    note[_KEY], note[_BEFORE] = _key_of(v, maximizer), counts[LEAVES]
    known, leaves = _recall(memory, note, real, counts[LEAVES])
    if known != _UNKNOWN and level:
        counts[LEAVES] = leaves
        return known
    seat = -1
    while who >> (seat + 1) > 1:
        seat += 1
    note[_SEAT], note[_COUNT], note[_NEXT] = seat, legal(t, v, seat, ids[level]), 0
    note[_BEST], note[_MODE] = -1, 0
    real[_ALPHA], real[_BETA] = real[_FLOOR], real[_CEILING]
    real[_WORTH] = _NOTHING if seat == maximizer else _ALL
    if seat < 0:
        chance_outcomes(t, v, chances[level, _CHANCE])
        real[_LEAST], real[_GREATEST] = 0.0, 1.0
        for i in range(note[_COUNT]):
            chances[level, _LOW, i], chances[level, _HIGH, i] = 0.0, 1.0
    return _UNKNOWN


@rule()
def _play(rules, stack, work, t, level, action):
    """Leave on the next level what comes after an action; returns who must act there."""
    states, chosen = stack[0], work[1]
    for i in range(states.shape[1]):  # a slice would be copied twice, in case the two overlap
        states[level + 1, i] = states[level, i]
    chosen[0] = action
    rules[3](t, states[level + 1], chosen)
    return rules[0](t, states[level + 1])


@rule()
def _roll(rules, stack, work, t, maximizer, level):
    """Go down to what may come of chance: first for a glance at each (star-2), then for what the window needs (star-1).

    Returns whether there was something left to look at.
    """
    _, ids, notes, reals, chances = stack
    note, real = notes[level], reals[level]
    count = note[_COUNT]
    while note[_NEXT] < 2 * count:
        glance, i = int(note[_NEXT] < count), note[_NEXT] % count
        note[_NEXT] += 1
        who = _play(rules, stack, work, t, level, ids[level, i])
        if glance and (who <= 1 or note[_LEFT] == 1):
            continue
        chance = chances[level, _CHANCE, i]
        floor = (real[_FLOOR] - real[_GREATEST]) / chance + chances[level, _HIGH, i]
        ceiling = (real[_CEILING] - real[_LEAST]) / chance + chances[level, _LOW, i]
        note[_MODE] = EXACT
        if glance and who == 2 << maximizer:  # one good action of the hero's proves a least worth, and no greatest
            floor, note[_MODE] = _NOTHING, LEAST
        elif glance and (who <= 1 or note[_LEFT] == 1):
            ceiling, note[_MODE] = _ALL, MOST
        _ask(stack, level + 1, note[_LEFT] - (who == 1), floor, ceiling, glance)
        return True
    return False


@rule()
def _weigh(stack, level, found):
    """Take in what one outcome of chance is worth; the rest need not be looked at when the mean leaves the window."""
    _, _, notes, reals, chances = stack
    note, real, below, chance_outcomes = notes[level], reals[level], reals[level + 1], chances[level]
    i = (note[_NEXT] - 1) % note[_COUNT]
    chance, low, high = chance_outcomes[_CHANCE, i], chance_outcomes[_LOW, i], chance_outcomes[_HIGH, i]
    if found > below[_FLOOR] and note[_MODE] != MOST:
        chance_outcomes[_LOW, i] = found
    if found < below[_CEILING] and note[_MODE] != LEAST:
        chance_outcomes[_HIGH, i] = found
    real[_LEAST] += chance * (chance_outcomes[_LOW, i] - low)
    real[_GREATEST] += chance * (chance_outcomes[_HIGH, i] - high)
    real[_WORTH] = real[_LEAST]
    if found >= below[_CEILING]:
        real[_WORTH], note[_NEXT] = max(real[_LEAST], real[_CEILING]), 2 * note[_COUNT]
    elif found <= below[_FLOOR]:
        real[_WORTH], note[_NEXT] = min(real[_GREATEST], real[_FLOOR]), 2 * note[_COUNT]


@rule()
def _pull(ids, history, k, count, guess):
    """Of the ids from place k on, bring the one to try next to that place: the guess, else what has done best."""
    best = k
    for i in range(k, count):
        if ids[i] == guess:
            best = i
            break
        if history[ids[i]] > history[ids[best]]:
            best = i
    ids[k], ids[best] = ids[best], ids[k]
    return ids[k]


@rule()
def _choose(rules, stack, work, t, maximizer, level):
    """Go down to what comes of a seat's next choice: all but the first are only to be shown to be no better.

    Returns whether there was something left to try.
    """
    _, ids, notes, reals, _ = stack
    note, real, history = notes[level], reals[level], work[2]
    floor, ceiling = real[_ALPHA], real[_BETA]
    if note[_MODE] == AGAIN:
        note[_MODE] = 0
    elif note[_NEXT] < (1 if note[_GLANCE] else note[_COUNT]):
        _pull(ids[level], history[note[_SEAT]], note[_NEXT], note[_COUNT], note[_GUESS])
        if note[_NEXT] and note[_SEAT] == maximizer:
            ceiling = min(ceiling, floor + _TINY)
        elif note[_NEXT]:
            floor = max(floor, ceiling - _TINY)
        note[_NEXT] += 1
    else:
        return False
    _play(rules, stack, work, t, level, ids[level, note[_NEXT] - 1])
    _ask(stack, level + 1, note[_LEFT] - 1, floor, ceiling, 0)
    return True


@rule()
def _compare(stack, work, maximizer, level, found):
    """Take in what one choice is worth; the rest need not be tried when it is more than the window allows."""
    _, ids, notes, reals, _ = stack
    note, real, (_, _, history, counts) = notes[level], reals[level], work
    action, seat, below = ids[level, note[_NEXT] - 1], note[_SEAT], reals[level + 1]
    narrow = below[_CEILING] < real[_BETA] or below[_FLOOR] > real[_ALPHA]
    if narrow and real[_ALPHA] < found < real[_BETA]:
        note[_MODE] = AGAIN
        return
    if (found > real[_WORTH]) if seat == maximizer else (found < real[_WORTH]):
        note[_BEST], real[_WORTH] = action, found
        if level == 0:
            counts[CHOICE], reals[0, _LEAST] = action, found
    if seat == maximizer:
        real[_ALPHA] = max(real[_ALPHA], found)
    else:
        real[_BETA] = min(real[_BETA], found)
    if real[_ALPHA] >= real[_BETA]:
        history[seat, action] += note[_LEFT] * note[_LEFT]
        note[_NEXT] = note[_COUNT]


@rule()
def _close(memory, note, real, leaves):
    """Remember what was found of a position, and return it."""
    entries, worths = memory
    place, worth = note[_KEY] & (len(worths) - 1), real[_WORTH]
    entries[place, KEY], entries[place, ACTION] = note[_KEY], note[_BEST]
    entries[place, FOR] = note[_LEFT] if leaves > note[_BEFORE] else COMPLETE
    bound = LEAST if worth >= real[_CEILING] else MOST if worth <= real[_FLOOR] else EXACT
    if bound == EXACT and note[_GLANCE]:
        bound = LEAST if real[_FLOOR] == _NOTHING else MOST
    entries[place, BOUND] = bound
    worths[place] = worth
    return worth


@rule()
def _search(rules, memory, stack, work, t, maximizer, depth):
    """What the position on the lowest level is worth, as far as can be seen from so many steps on."""
    _, _, notes, reals, _ = stack
    counts, level = work[3], 0
    _ask(stack, 0, depth, _NOTHING, _ALL, 0)
    found = _open(rules, memory, stack, work, t, maximizer, 0)
    while True:
        while found == _UNKNOWN:
            if notes[level, _SEAT] < 0:
                down = _roll(rules, stack, work, t, maximizer, level)
            else:
                down = _choose(rules, stack, work, t, maximizer, level)
            if down:
                level += 1
                found = _open(rules, memory, stack, work, t, maximizer, level)
            else:
                found = _close(memory, notes[level], reals[level], counts[LEAVES])
        if level == 0 or counts[STOP]:
            return found
        level -= 1
        if notes[level, _SEAT] < 0:
            _weigh(stack, level, found)
        else:
            _compare(stack, work, maximizer, level, found)
        found = _UNKNOWN


@compiled(DEEPEN)
def deepen(
    actors, legal, chance_outcomes, apply, results, evaluate, t, v, entries, worths, history, counts, maximizer,
    num_actions, deepest,
):  # fmt: skip
    """Search deeper and deeper until told to stop; returns what the choice, which is left in `counts`, is worth."""
    levels, memory = DEEPEST + 1, (entries, worths)
    states, ids = np.empty((levels, len(v)), np.int64), np.empty((levels, num_actions), np.int64)
    notes, reals = np.empty((levels, 10), np.int64), np.empty((levels, 7))
    payoffs, chosen = np.empty(len(history)), np.empty(1, np.int64)
    rules = (actors, legal, chance_outcomes, apply, results, evaluate)
    stack = (states, ids, notes, reals, np.empty((levels, 3, num_actions)))
    work = (payoffs, chosen, history, counts)
    states[0] = v
    choices = legal(t, v, maximizer, ids[0])
    counts[CHOICE] = _pull(ids[0], history[maximizer], 0, choices, -1)
    evaluate(t, v, payoffs)
    reals[0, _LEAST] = payoffs[maximizer]
    for depth in range(1, deepest + 1):
        before = counts[LEAVES]
        worth = _search(rules, memory, stack, work, t, maximizer, depth)
        if counts[STOP]:
            break
        counts[PROVED] = counts[LEAVES] == before or not SURE / 2 < worth < 1.0 - SURE / 2
        if counts[PROVED] or choices == 1:
            break
    return reals[0, _LEAST]


@compiled(types.int64(_I2, INTS, types.int64))
def recall(entries, v, maximizer):
    """The best action in a position, as far as the table knows one; or -1."""
    key = _key_of(v, maximizer)
    place = key & (len(entries) - 1)
    return entries[place, ACTION] if entries[place, KEY] == key else -1
