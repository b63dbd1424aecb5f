"""Games without chance: exact values by alpha-beta with a table that replaces the cheapest entries when it is full.

Each search asks one thing, whether seat 0 gets at least so much, and so its window is empty. Before it goes on from a
position it looks at all that may follow: an end, or what the table knows, often answers at once. Actions that have
answered before are tried first. Positions of the table are compared bit by bit, so that none is taken for another.

Size: the search and the class that gives it room and asks it.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from ludarium.core.bits import single_actor
from ludarium.core.errors import LudariumError
from ludarium.core.game import Game, State
from ludarium.core.kernel import CHANCE, INTS, KERNEL, Vector, compiled, named_tuple, rule, types
from ludarium.solve.canonical import CANONICAL_TYPE, CanonicalForm
from ludarium.solve.positions import DONE, SIMULTANEOUS, WIDER
from ludarium.solve.sides import Sides

REPEATS, CHANCE_ACTS = 20, 21
"""Why `ask` returns, besides the reasons of `positions`."""
OPEN, NO, YES = -1, 0, 1
"""The answer of a position: not found yet, seat 0 gets less than is asked, or it gets so much."""
_QUOTA = 1 << 18
_PRAISE, _BLAME = 1024, 32
"""What an action gains by answering a position, and the part of what it has that it loses by being tried in vain."""
_BUCKET, _LINE = 4, 8
"""Slots of a bucket, and words in a line of the processor's cache."""
_FIRST, _GROWTH, _FILLED = 1 << 20, 8, 0.25
"""Slots of the first table, how much larger the next one is, and the part that is filled before."""
_STATUS, _COST = 10, 4
"""Bits of what is known of a position, and those before what it cost."""
_DRAWN, _WON = 1, 2
"""What seat 0 gets, in halves of a win."""


class Known(NamedTuple):
    """The table: buckets of slots, as long as a line of the processor's cache where positions are short.

    A slot is a few words of 64 bits: what is known of a position, and then its own words, each in as many bits as it
    has needed so far.

    | field    | meaning                                                                                          |
    | -------- | ------------------------------------------------------------------------------------------------ |
    | `slots`  | from the lowest bit: two bits for what seat 0 gets at least, in halves of a win; two for what it |
    |          | gets at most; six for the logarithm of the positions searched for it, 0 in an empty slot; then   |
    |          | the position: (slots, words)                                                                     |
    | `widths` | bits of each word of a vector                                                                    |
    | `counts` | positions searched, slots filled, slots filled anew; the word that does not fit, and its bits    |
    """

    slots: npt.NDArray[np.uint64]
    widths: Vector
    counts: Vector


KNOWN = named_tuple(Known, types.uint64[:, ::1], INTS, INTS)


class Path(NamedTuple):
    """The positions from the one that is asked for to the present one, and what is still to be tried at each.

    | field       | meaning                                                                          |
    | ----------- | -------------------------------------------------------------------------------- |
    | `following` | the positions that may follow each, in the order of actions                      |
    | `actions`   | the actions that lead there, the most promising first                            |
    | `places`    | where these positions are in `following`                                         |
    | `counts`    | how many there are                                                               |
    | `tried`     | how many of them have been tried                                                 |
    | `began`     | the positions that had been searched before                                      |
    | `maximizes` | 1 where seat 0's side is to move                                                 |
    | `vectors`   | the positions themselves                                                         |
    | `now`       | the index of the present position, and its answer                                |
    """

    following: npt.NDArray[np.int64]
    actions: npt.NDArray[np.int64]
    places: npt.NDArray[np.int64]
    counts: Vector
    tried: Vector
    began: Vector
    maximizes: Vector
    vectors: npt.NDArray[np.int64]
    now: Vector


_TABLE = types.int64[:, ::1]
PATH = named_tuple(Path, types.int64[:, :, ::1], _TABLE, _TABLE, INTS, INTS, INTS, INTS, _TABLE, INTS)


@rule()
def pack_bits(known, v, key):
    """Write a position into the words of a slot; returns whether every word of it fits."""
    at = _STATUS
    key[:] = 0
    for word in range(len(v)):
        bits = known.widths[word]
        value = np.uint64(v[word] << 1 ^ v[word] >> 63)  # the sign in the lowest bit, so that -1 is short
        if bits < 64 and value >> np.uint64(bits):
            needed = bits
            while needed < 64 and value >> np.uint64(needed):
                needed += 1
            known.counts[3], known.counts[4] = word, needed
            return False
        offset = at & 63
        key[at >> 6] |= value << np.uint64(offset)
        if offset + bits > 64:
            key[(at >> 6) + 1] |= value >> np.uint64(64 - offset)
        at += bits
    return True


@rule()
def bucket(known, key):
    """Return the first slot of the bucket of a position."""
    found = np.uint64(0x9E3779B97F4A7C15)
    for word in key:
        found = (found ^ word) * np.uint64(0xBF58476D1CE4E5B9)
        found ^= found >> np.uint64(29)
    return np.int64(found) & (len(known.slots) - _BUCKET)


@rule()
def status_of(known, slot):
    """Return what is known of the position of a slot: see `Known`."""
    return np.int64(known.slots[slot, 0] & np.uint64((1 << _STATUS) - 1))


@rule()
def holds_key(known, slot, key):
    """Return whether a slot has this position."""
    slots = known.slots
    same = (slots[slot, 0] ^ key[0]) >> np.uint64(_STATUS) == 0 and status_of(known, slot) >= 1 << _COST
    for word in range(1, len(key)):
        same = same and slots[slot, word] == key[word]
    return same


@rule()
def recall(known, v, key, asked):
    """Return the answer of a position as far as the table knows it; -2 if a word does not fit."""
    if not pack_bits(known, v, key):
        return -2
    first = bucket(known, key)
    for slot in range(first, first + _BUCKET):
        if holds_key(known, slot, key):
            status = status_of(known, slot)
            return YES if status & 3 >= asked else NO if status >> 2 & 3 < asked else OPEN
    return OPEN


@rule()
def note(known, v, key, asked, answer, searched):
    """Store the answer of a position; it replaces the cheapest entry of its bucket."""
    pack_bits(known, v, key)
    first, cost = bucket(known, key), 1
    while searched >> cost:
        cost += 1
    slot, least, most = first, 0, 2
    for one in range(first, first + _BUCKET):
        status = status_of(known, one)
        if holds_key(known, one, key):
            slot, least, most, cost = one, status & 3, status >> 2 & 3, max(cost, status >> _COST)
            break
        if status >> _COST < status_of(known, slot) >> _COST:
            slot = one
    if not holds_key(known, slot, key):
        known.counts[2 if status_of(known, slot) else 1] += 1
    if answer == YES:
        least = max(least, asked)
    else:
        most = min(most, asked - 1)
    for word in range(len(key)):
        known.slots[slot, word] = key[word]
    known.slots[slot, 0] |= np.uint64(least | most << 2 | cost << _COST)


@compiled(types.void(KNOWN, KNOWN))
def move(known, into):
    """Copy what a table knows to a larger one, in which each bucket has parted into several, so that all have room."""
    key = np.empty(known.slots.shape[1], np.uint64)
    for one in range(len(known.slots)):
        status = status_of(known, one)
        if status >> _COST:
            for word in range(len(key)):
                key[word] = known.slots[one, word]
            key[0] -= np.uint64(status)
            slot = bucket(into, key)
            while status_of(into, slot) >> _COST:
                slot += 1
            for word in range(len(key)):
                into.slots[slot, word] = known.slots[one, word]


@rule()
def learn(path, history, at):
    """Move the action that has just answered a position forward among those of its step, and those before it back."""
    last = path.tried[at] - 1
    history[at, path.actions[at, last]] += _PRAISE
    for k in range(last):
        history[at, path.actions[at, k]] -= history[at, path.actions[at, k]] // _BLAME


@compiled()
def enter(kernel, canonical, t, sides, known, path, history, asked, room):
    """Find what may follow the present position, and its answer where that tells; returns why not, or DONE."""
    at, (key, chosen, ids, points) = path.now[0], room
    v = path.vectors[at]
    path.began[at] = known.counts[0]
    known.counts[0] += 1
    seat = single_actor(kernel.actors(t, v))
    if seat < 0:
        return CHANCE_ACTS if seat == CHANCE else SIMULTANEOUS
    path.maximizes[at] = sides[seat] > 0
    wanted, open_ = (YES if sides[seat] > 0 else NO), 0
    for k in range(kernel.legal(t, v, seat, ids)):
        following = path.following[at, k]
        following[:] = v
        chosen[0] = ids[k]
        kernel.apply(t, following, chosen)
        canonical(t, following)
        if kernel.actors(t, following) == 0:
            kernel.payoffs(t, following, kernel.results(t, following, points), points)
            answer = YES if 2 * points[0] >= asked else NO
        else:
            answer = recall(known, following, key, asked)
            if answer < OPEN:
                return WIDER
        if answer == wanted:
            path.now[1] = wanted
            return DONE
        if answer == OPEN:
            place = open_
            while place > 0 and history[at, path.actions[at, place - 1]] < history[at, ids[k]]:
                path.actions[at, place], path.places[at, place] = (
                    path.actions[at, place - 1], path.places[at, place - 1]
                )  # fmt: skip
                place -= 1
            path.actions[at, place], path.places[at, place] = ids[k], k
            open_ += 1
    path.counts[at], path.tried[at] = open_, 0
    path.now[1] = OPEN if open_ else 1 - wanted
    return DONE


@compiled(types.int64(KERNEL, CANONICAL_TYPE, INTS, INTS, KNOWN, PATH, _TABLE, types.int64, types.int64))
def ask(kernel, canonical, t, sides, known, path, history, asked, quota):
    """Go on with a search, until it is answered or `quota` positions have been searched.

    `path.now` holds the index of the present position, -1 at the end, and its answer. What is `asked` is counted in
    halves of a win.
    """
    room = (
        np.empty(known.slots.shape[1], np.uint64), np.empty(1, np.int64), np.empty(path.actions.shape[1], np.int64),
        np.empty(len(sides), np.float64),
    )  # fmt: skip
    key, now = room[0], path.now
    while now[0] >= 0 and quota > 0:
        at = now[0]
        if path.counts[at] < 0:
            quota -= 1
            status = enter(kernel, canonical, t, sides, known, path, history, asked, room)
            if status != DONE:
                return status
        wanted = YES if path.maximizes[at] else NO
        while now[1] == OPEN:
            number = path.tried[at]
            if number == path.counts[at]:
                now[1] = 1 - wanted
                break
            path.tried[at] = number + 1
            following = path.following[at, path.places[at, number]]
            answer = recall(known, following, key, asked) if number else OPEN
            if answer == wanted:
                now[1] = wanted
            elif answer == OPEN:
                if at + 1 == len(path.counts):
                    return REPEATS
                path.vectors[at + 1] = following
                path.counts[at + 1] = -1
                now[0] = at + 1
                break
        if now[1] == OPEN:
            continue
        answer = now[1]
        note(known, path.vectors[at], key, asked, answer, known.counts[0] - path.began[at])
        now[0] -= 1
        if now[0] >= 0:
            above = now[0]
            if answer == path.maximizes[above]:
                learn(path, history, above)
            else:
                now[1] = OPEN
    return DONE


@dataclass
class AlphaBeta:
    """Exact values of a game that is won, drawn or lost, in a table that grows as far as its memory.

    | field      | meaning                                                                  |
    | ---------- | ------------------------------------------------------------------------ |
    | `memory`   | the bytes that the table may take, and up to half as many more while it  |
    |            | grows; it has a power of 2 of slots                                      |
    | `progress` | called with the number of positions searched                             |
    | `quota`    | how many positions are searched between two of these calls               |
    """

    game: Game
    canonical: CanonicalForm
    memory: float
    progress: Callable[[int], None] = lambda searched: None
    quota: int = _QUOTA
    known: Known = field(init=False)
    sides: Sides = field(init=False)

    def __post_init__(self) -> None:
        game = self.game
        if game.max_chance_outcomes:
            raise LudariumError(f"{game.spec} has chance: expected a game without, or another method")
        if game.setup.payoff_range is not None:
            raise LudariumError(f"{game.spec} has payoffs of its own: expected a game that is won, drawn or lost")
        if self.canonical.left_out:
            raise LudariumError(
                f"positions of {game.spec} repeat without {self.canonical.left_out}: expected another method"
            )
        self.sides = Sides.of(game)
        if 0 in self.sides.of_seats or -1 not in self.sides.of_seats:
            raise LudariumError(f"{game.spec} is not a game of two sides: expected one for alpha-beta")
        self._history = np.zeros((game.max_steps + 2, game.num_ids), np.int64)
        self._path = _empty_path(*self._history.shape, len(game.setup.start))
        self._make_table(np.ones(len(game.setup.start), np.int64), 0)

    @property
    def searched(self) -> int:
        """The positions searched."""
        return int(self.known.counts[0])

    def value(self, state: State) -> float:
        """Return what seat 0 gets from a state if all play perfectly.

        Raises `LudariumError` if the game is not of this kind.
        """
        if state.payoffs is not None:
            return state.payoffs[0]
        return next((asked / 2 for asked in (_WON, _DRAWN) if self._gets(state, asked)), 0.0)

    def is_won(self, state: State, seat: int) -> bool:
        """Return whether a seat wins from a state by force: one question, where `value` may take two.

        Raises `LudariumError` if the game is not of this kind.
        """
        if state.payoffs is not None:
            return state.payoffs[seat] == 1
        return self._gets(state, _WON) if self.sides.of_seats[seat] > 0 else not self._gets(state, _DRAWN)

    def line(self, state: State) -> tuple[str, ...]:
        """Return turns from a state to the end of the game that keep its value."""
        value, turns, actions, begin = self.value(state), list[str](), list[int](), state
        while state.actors:
            following = ((action, state.play_unchecked(action)) for action in state.legal())
            action, state = next(pair for pair in following if self.value(pair[1]) == value)
            actions.append(action)
            if not state.in_turn:
                turns.append(begin.format_turn(actions))
                actions, begin = [], state
        return tuple(turns)

    def _make_table(self, widths: Vector, searched: int, least: int = _FIRST) -> None:
        """Begin with an empty table for words of these widths, of so many slots if there is memory for them."""
        words = -(-(_STATUS + int(widths.sum())) // 64)
        size = min(least, self._most_slots(words))
        room = np.zeros(size * words + _LINE, np.uint64)
        begin = -room.ctypes.data // 8 % _LINE
        slots = room[begin : begin + size * words].reshape(size, words)
        self.known = Known(slots, widths, np.array([searched, 0, 0, 0, 0], np.int64))

    def _most_slots(self, words: int) -> int:
        """Return how many slots of so many words the memory has room for: a power of 2."""
        return 1 << max(10, int(self.memory / (8 * words)).bit_length() - 1)

    def _grow(self) -> None:
        """Go on with a larger table, which knows the same, if much of this one is filled and there is memory for it.

        The system zeroes what is touched by pages of up to 2 MB, and positions lie everywhere in a table.
        """
        before = self.known
        size, words = before.slots.shape
        if before.counts[1] > _FILLED * size and size < self._most_slots(words):
            self._make_table(before.widths, 0, _GROWTH * size)
            self.known.counts[:] = before.counts
            move(before, self.known)

    def _gets(self, state: State, asked: int) -> bool:
        """Return whether seat 0 gets so much, in halves of a win."""
        game, path = self.game, self._begin(state)
        while path.now[0] >= 0:
            status = ask(
                game.kernel, self.canonical.function, game.tables, self.sides.vector, self.known, path, self._history,
                asked, self.quota,
            )  # fmt: skip
            self.progress(self.searched)
            if status == WIDER:
                widths = self.known.widths.copy()
                widths[self.known.counts[3]] = self.known.counts[4]
                self._make_table(widths, self.searched)
                path = self._begin(state)
            elif status != DONE:
                raise LudariumError(_REFUSED[status].format(self.game.spec))
            else:
                self._grow()
        return bool(path.now[1] == YES)

    def _begin(self, state: State) -> Path:
        """Return the beginning of a search in the room of the last one, of which it reads nothing.

        The table gets room for every word of the state at once, where each would else begin the search again.
        """
        path = self._path
        path.vectors[0], path.counts[0], path.now[:] = state.vector, -1, (0, OPEN)
        self.canonical.function(self.game.tables, path.vectors[0])
        widths = np.maximum(self.known.widths, _bits_of(path.vectors[0]))
        if (widths > self.known.widths).any():
            self._make_table(widths, self.searched)
        return path


def _bits_of(v: Vector) -> Vector:
    """Return how many bits each word takes, with its sign in the lowest one, as `pack_bits` writes it."""
    return np.array([(word << 1 ^ word >> 63).bit_length() for word in v.tolist()], np.int64)


def _empty_path(deepest: int, most: int, words: int) -> Path:
    """Return the room of searches, which is large: to ask for it again takes longer than a short search."""
    following, vectors = np.empty((deepest, most, words), np.int64), np.empty((deepest, words), np.int64)
    actions, places = (np.empty((deepest, most), np.int64) for _ in range(2))
    counts, tried, began, maximizes = (np.zeros(deepest, np.int64) for _ in range(4))
    return Path(following, actions, places, counts, tried, began, maximizes, vectors, np.zeros(2, np.int64))


_REFUSED = {
    REPEATS: "positions of {} can be repeated without end: solve it by positions",
    CHANCE_ACTS: "{} has chance: solve it by positions",
    SIMULTANEOUS: "{} has simultaneous turns: expected a game in which one seat chooses at a time",
}
