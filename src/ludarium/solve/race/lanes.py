"""Layers of a race, read and written for a block of configurations of the other side at a time, one in each lane.

A layer holds the values of all positions in which the side about to roll (the mover) has `mine` pieces under way and
the other side `theirs`; a piece on the start is under way, one in the goal is not. The table of a layer has a row for
each configuration of the mover, in ascending order; a row has a value for each configuration of the other side that can
stand on the board at the same time, ascending too. Two sides cannot stand on one place, so many pairs need no memory: a
third of all in Multiplication Ludo.

After a turn the other side rolls, so the tables that are read have a row for each configuration of the other side and
a value for each of the mover. All configurations of the mover are computed for a block of the others at once, and
gathering turns rows into columns: the buffer has a column for each configuration that the mover may reach, and in it a
value for each configuration of the block, side by side in the lanes 0, 1, ..., so that one load of the processor serves
many positions. Where the mover has landed on a piece, no table has that pair; its place in the buffer is taken by the
value after the piece has gone back to its start. So a turn is read in one way, whether it strikes or not.

Size: reading, writing and the order of the lanes depend on each other, and are explained best in one place.
"""

from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from ludarium.core.kernel import INTS, compiled, named_tuple, types
from ludarium.core.vectors import fill

Small = npt.NDArray[np.int32]
Masks = npt.NDArray[np.uint64]
Table = npt.NDArray[Any]

_CACHE_LINE = 64
"""Bytes that a processor fetches from memory at once."""
LANES = 32
"""Configurations of the other side in a block; each is a lane, and has its index in the block as its number."""
_RUNS = 48
"""Runs that are gathered at a time for all lanes: what they fill stays in the processor's nearest cache."""
BATCH = 32
"""Rows of movers whose next places in memory are fetched at a time, before they are written."""
BITS = 64
"""The places that a mask has bits for. A board with more of them has masks without bits: no pair is left out there, and
the values of impossible pairs are computed, which nobody reads."""


class Group(NamedTuple):
    """The possible configurations with one number of pieces under way, in ascending order.

    A run is a series of them that differ in their lowest piece alone, which stands on 0, 1, 2, ... Two configurations,
    one of each side, can stand beside each other if `stands` of one and `closes` of the other share no bit.

    | field     | meaning                                                                                  |
    | --------- | ---------------------------------------------------------------------------------------- |
    | `numbers` | their numbers                                                                            |
    | `stands`  | the places of their pieces, as bits; start and goal have none                            |
    | `closes`  | those places on which pieces strike, as the other side numbers them, as bits             |
    | `places`  | the places of their pieces: (configurations, pieces)                                     |
    | `struck`  | the row in this group after the pieces on a place have gone back: (configurations, places) |
    | `meets`   | the number that a place has for the other side, if pieces strike there; else -1          |
    | `moves`   | for each face on which something can move, and each move: the column after it in a       |
    |           | buffer, where the group with one piece less under way comes first; the first move is     |
    |           | repeated where there are fewer, and a configuration that cannot move has its own column: |
    |           | (configurations, faces x `most`)                                                         |
    | `most`    | the entries of a face in `moves`                                                         |
    | `idle`    | faces on which no configuration of the group can move                                    |
    | `runs`    | the first configuration of each run, and at the end the number of configurations         |
    | `uppers`  | the places of the other pieces of each run, as bits                                      |
    """

    numbers: npt.NDArray[np.int64]
    stands: Masks
    closes: Masks
    places: Small
    struck: Small
    meets: Small
    moves: npt.NDArray[np.uint32]
    most: int
    idle: int
    runs: npt.NDArray[np.int64]
    uppers: Masks


_MASKS = types.uint64[::1]
_TABLE2 = types.int32[:, ::1]
GROUP = named_tuple(Group, INTS, _MASKS, _MASKS, _TABLE2, _TABLE2, types.int32[::1], types.uint32[:, ::1], types.int64,
                    types.int64, INTS, _MASKS)  # fmt: skip


class Rows(NamedTuple):
    """The rows of a layer that is read.

    | field    | meaning                                                                                   |
    | -------- | ----------------------------------------------------------------------------------------- |
    | `values` | the table, row after row                                                                  |
    | `starts` | the index of the first value of each row                                                  |
    | `fixed`  | the value of every position where there is no table; else negative                        |
    """

    values: Table
    starts: npt.NDArray[np.int64]
    fixed: float


class Reading(NamedTuple):
    """The arrays from which the values of a layer are computed.

    | field    | meaning                                                                                   |
    | -------- | ----------------------------------------------------------------------------------------- |
    | `movers` | the configurations of the side about to roll                                              |
    | `others` | those of the other side                                                                   |
    | `few`    | those of the mover after one more piece has reached the goal                              |
    | `near`   | the values of the other side when no piece has reached the goal                           |
    | `far`    | the same when a piece has                                                                 |
    | `buffer` | room for what all movers read against a block of others, as `buffer_for` returns it: the  |
    |          | index is `column * LANES + lane`, the columns of `few` come first, then those of `movers` |
    """

    movers: Group
    others: Group
    few: Group
    near: Rows
    far: Rows
    buffer: Table


class Writing(NamedTuple):
    """The places for the values of a layer: those of the others from `first` to before `last`.

    `cursors` has for each mover the index in `table` of the value that its row gets next. Rows are written from their
    ends, so computing n values lowers the cursor by n.
    """

    table: Table
    cursors: npt.NDArray[np.int64]
    first: int
    last: int


def reading_type(table: types.Type) -> types.Type:
    """Return the type of `Reading` for tables of a type."""
    rows = named_tuple(Rows, table, INTS, types.float64)
    return named_tuple(Reading, GROUP, GROUP, GROUP, rows, rows, table)


def writing_type(table: types.Type) -> types.Type:
    """Return the type of `Writing` for tables of a type."""
    return named_tuple(Writing, table, INTS, types.int64, types.int64)


def buffer_for(movers: Group, few: Group, dtype: np.dtype[Any]) -> Table:
    """Return a buffer for what the configurations of a group read, `few` being the group with one piece less."""
    return np.zeros((len(few.numbers) + len(movers.numbers)) * LANES, dtype)


@compiled(types.void(_MASKS, _MASKS, types.int64, types.int64, INTS))
def count_pairs(rows, columns, first, last, counts):
    """Fill in, for each of the rows, how many of the columns from first to before last can stand beside it."""
    for row in range(len(rows)):
        mask, count = rows[row], 0
        for column in range(first, last):
            count += (mask & columns[column]) == 0
        counts[row] = count


@compiled()
def _open(mask, opens, below):
    """List the places that a mask leaves open, and for each place how many of them are lower."""
    count = 0
    for place in range(len(opens)):
        below[place] = count
        if place >= BITS or not (mask >> np.uint64(place)) & np.uint64(1):
            opens[count] = place
            count += 1
    below[len(opens)] = count


# 10 arguments: numbers of the inner loop, which the compiler keeps in registers
@compiled()
def _copy_runs(table, at, mask, columns, first, last, opens, below, lane, buffer):
    """Copy a row of a table, from an index on, into a lane of some runs; return the index after the last value read.

    A configuration of a run has its lowest piece on the place of its number, so a row has values for the open places
    alone: the n-th value is that of the n-th open place.
    """
    for run in range(first, last):
        if (columns.uppers[run] & mask) == 0:
            count = below[columns.runs[run + 1] - columns.runs[run]]
            to = columns.runs[run] * LANES + lane
            for nth in range(count):
                buffer[to + opens[nth] * LANES] = table[at + nth]
            at += count
    return at


# 11 arguments: numbers of the inner loop, which the compiler keeps in registers
@compiled()
def _copy_struck(table, at, mask, place, columns, first, last, opens, below, lane, buffer):
    """Copy a row as `_copy_runs` does, but only for the configurations that have a piece on a place."""
    bit = np.uint64(1) << np.uint64(place) if len(columns.meets) <= BITS else np.uint64(0)
    for run in range(first, last):
        if (columns.uppers[run] & mask) == 0:
            length = columns.runs[run + 1] - columns.runs[run]
            to = columns.runs[run] * LANES + lane
            if (columns.uppers[run] & bit) != 0:  # a piece other than the lowest stands there: the whole run
                for nth in range(below[length]):
                    buffer[to + opens[nth] * LANES] = table[at + nth]
            elif bit != 0:  # only the lowest piece can stand there: one configuration
                if place < length:
                    buffer[to + place * LANES] = table[at + below[place]]
            else:  # masks have no bits: look at every piece
                for k in range(length):
                    for piece in columns.places[columns.runs[run] + k]:
                        if piece == place:
                            buffer[to + k * LANES] = table[at + k]
            at += below[length]
    return at


@compiled()
def _gather(table, starts, others, columns, strikes, first, last, buffer):
    """Copy the rows of others from first to before last into the lanes of a buffer, and those after a piece is struck.

    `strikes` is 1 for moves that may land on a piece, and 0 for moves into the goal, which cannot.
    """
    goal = len(columns.meets) - 1
    slots = (
        1 + strikes * others.places.shape[1]
    )  # the row of the other itself, and those after a piece of it was struck
    used, rows = np.zeros(LANES, np.int64), np.zeros((LANES, slots), np.int64)
    at, places = np.zeros((LANES, slots), np.int64), np.zeros((LANES, slots), np.int64)
    opens, below = np.zeros((LANES, slots, goal), np.int64), np.zeros((LANES, slots, goal + 1), np.int64)
    for lane in range(last - first):
        other, count = first + lane, 1
        rows[lane, 0] = other
        for k in range(slots - 1):
            place = others.places[other, k]
            if 0 < others.meets[place] < goal and 0 < place < goal and (k == 0 or place != others.places[other, k - 1]):
                rows[lane, count], places[lane, count] = others.struck[other, place], others.meets[place]
                count += 1
        used[lane] = count
        for k in range(count):
            at[lane, k] = starts[rows[lane, k]]
            _open(others.closes[rows[lane, k]], opens[lane, k], below[lane, k])
    for begin_run in range(0, len(columns.uppers), _RUNS):
        end_run = min(begin_run + _RUNS, len(columns.uppers))
        for lane in range(last - first):
            for k in range(used[lane]):
                mask, begin = others.closes[rows[lane, k]], at[lane, k]
                if k == 0:
                    at[lane, k] = _copy_runs(table, begin, mask, columns, begin_run, end_run, opens[lane, k],
                                             below[lane, k], lane, buffer)  # fmt: skip
                else:
                    at[lane, k] = _copy_struck(table, begin, mask, places[lane, k], columns, begin_run, end_run,
                                               opens[lane, k], below[lane, k], lane, buffer)  # fmt: skip


@compiled()
def gather(reading, first, last):
    """Fill the buffer with all that movers read against the others from first to before last."""
    others, few, near, far = reading.others, reading.few, reading.near, reading.far
    cut = len(few.numbers) * LANES
    if far.fixed >= 0:
        fill(reading.buffer[:cut], far.fixed)
    else:
        _gather(far.values, far.starts, others, few, 0, first, last, reading.buffer[:cut])
    if near.fixed >= 0:
        fill(reading.buffer[cut:], near.fixed)
    else:
        _gather(near.values, near.starts, others, reading.movers, 1, first, last, reading.buffer[cut:])


@compiled()
def mark_standing(others, first, last, standing):
    """Fill in, for each place of the mover, which lanes have a piece there, as bits; return all lanes in use.

    Start, goal and places that both sides may share get no bits.
    """
    goal, every = len(standing) - 1, np.uint64(0)
    closing = goal < BITS
    standing[:] = np.uint64(0)
    for lane in range(last - first):
        bit = np.uint64(1) << np.uint64(lane)
        every |= bit
        for place in others.places[first + lane]:
            if closing and 0 < place < goal and 0 < others.meets[place] < goal:
                standing[others.meets[place]] |= bit
    return every


@compiled()
def fetch(table, cursors, first, last, sink):
    """Read what some movers will write next, all of it at once: the processor waits for memory once, not for each."""
    total = 0.0
    for row in range(first, last):
        for back in range(0, LANES, _CACHE_LINE // table.itemsize):
            total += table[max(cursors[row] - back, 0)]
    sink[0] = total  # or the compiler would leave it out


@compiled()
def closed(movers, row, standing):
    """Return the lanes whose configurations share a place with a mover, so that both cannot stand there, as bits."""
    found = np.uint64(0)
    for place in movers.places[row]:
        found |= standing[place]
    return found


_CHOSEN = np.zeros((256, 8), np.int64)
"""For each byte the numbers of its bits that are 1, ascending; the rest of a row is not used."""
_CHOSEN_COUNT = np.zeros(256, np.int64)
"""For each byte the number of its bits that are 1."""
for _byte in range(256):
    _bits = [bit for bit in range(8) if _byte >> bit & 1]
    _CHOSEN[_byte, : len(_bits)], _CHOSEN_COUNT[_byte] = _bits, len(_bits)


@compiled()
def pack(lanes, chosen, packed):
    """Write the values of the chosen lanes side by side; return how many they are.

    Up to eight places behind them are written, too.
    """
    count = 0
    for first in range(0, LANES, 8):
        byte = np.int64((chosen >> np.uint64(first)) & np.uint64(255))
        for k in range(8):
            packed[count + k] = lanes[first + _CHOSEN[byte, k]]
        count += _CHOSEN_COUNT[byte]
    return count


@compiled()
def each_mover(work, rule, room, reading, writing, counts):
    """Compute the values of all movers against blocks of the other side, the last block first.

    `work` gets the group of the movers and the row of one of them, the buffer and the first column of the movers' own
    group in it, the lanes that can stand beside the mover, the table, and the index of the last value to write; it
    writes the values of these lanes, which end there, and returns how many they are. `rule`, `room` and `counts` are
    passed on to `work` as they are. Lanes after the last of a block have old values, which are computed but not chosen.
    """
    movers, others, table, cursors = reading.movers, reading.others, writing.table, writing.cursors
    buffer, own = reading.buffer, len(reading.few.numbers)
    standing, sink = np.zeros(len(movers.meets), np.uint64), np.zeros(1)
    for end in range(writing.last, writing.first, -LANES):
        begin = max(writing.first, end - LANES)
        gather(reading, begin, end)
        every = mark_standing(others, begin, end, standing)
        for row in range(len(movers.numbers)):
            if row % BATCH == 0:
                fetch(table, cursors, row, min(row + BATCH, len(movers.numbers)), sink)
            lanes = every & ~closed(movers, row, standing)
            if lanes != 0:
                cursors[row] -= work(movers, row, buffer, own, lanes, table, cursors[row], rule, room, counts)
