"""How long Orion takes at least: the turns in which a seat can make a chain if the other seat only passes.

`python -m studies.chains` writes a line for each option `clicks`. Who passes cannot be made to lose in fewer turns, so
with a lower limit of turns the game is a draw. The search deepens turn by turn. It prunes by the heights of the pieces:
a chain has a piece between each two neighbouring rows of points, a click moves a piece up or down by half a row, and at
most two pieces of a rotor go up.
"""

import argparse

import numpy as np

import ludarium
from ludarium.core.game import Game
from ludarium.core.kernel import INTS, Vector, compiled, rule, types
from ludarium.games.orion.kernel import CLICKS, END, ROTOR, O, X, allowance, chained, turned

_WHEEL = 1 | 1 << 5 | 1 << 6 | 1 << 11
_SLOTS = 22
"""The logarithm of the positions that a search keeps."""
_ROWS = 11
"""Heights of slots, from the top: those of a level row and an upright one follow one another."""


@rule()
def clicks_up(slots, down):
    """Return the clicks that a chain needs at least, from the heights of the pieces; `down` counts from the bottom."""
    ranks, ups = 0, 0
    for row in range(_ROWS):
        height = _ROWS - 1 - row if down else row
        first, slots_of_row = (5, 63) if height & 1 else (0, 31)
        here = slots >> (11 * (height >> 1) + first) & slots_of_row
        while here and ranks < 5:
            here &= here - 1
            ups += max(0, row - (2 * ranks + 1))
            ranks += 1
    return (ups + 1) // 2


@compiled(types.boolean(INTS, types.boolean, INTS, types.int64, types.int64, types.int64, types.int64,
                        types.int64[:, ::1], INTS))  # fmt: skip
def can_chain(t, down, allowed, turn, slots, carried, left, seen, count):
    """Return whether a chain can be made in the clicks left in this turn and in the turns that are allowed after it."""
    count[0] += 1
    if chained(t, slots):
        return True
    clicks = left
    for later in range(turn + 1, len(allowed)):
        clicks += allowed[later]
    if clicks_up(slots, down) > clicks:
        return False
    place = (slots * 0x2545F4914F6CDD1D ^ carried * 0x9E3779B97F4A7C1 ^ (turn << 3 | left) * 0x632BE59BD9B4E019) >> 20
    row = seen[place & (len(seen) - 1)]
    if row[0] == slots and row[1] == carried and row[2] == (turn << 3 | left) + 1:
        return False
    if left:
        for r in range(t[END] >> 1):
            north = t[ROTOR + r]
            if carried & _WHEEL << north:
                for back in range(2):
                    moved = turned(slots, north, back)
                    if can_chain(t, down, allowed, turn, moved, turned(carried & _WHEEL << north, north, back),
                                 left - 1, seen, count):  # fmt: skip
                        return True
    if turn + 1 < len(allowed) and can_chain(t, down, allowed, turn + 1, slots, slots, allowed[turn + 1], seen, count):
        return True
    row[0], row[1], row[2] = slots, carried, (turn << 3 | left) + 1
    return False


def allowed(game: Game, seat: int, turns: int) -> Vector:
    """Return the clicks of the first turns of a seat."""
    return np.array([allowance(game.tables, 2 * number + seat) for number in range(turns)], np.int64)


def turns_needed(game: Game, seat: int, most: int, positions: Vector) -> int | None:
    """Return the turn, counting those of both seats, in which a seat can first have a chain; None if there is none."""
    slots = int(game.initial().vector[(X, O)[seat]])
    for number in range(1, most + 1):
        seen, given = np.zeros((1 << _SLOTS, 3), np.int64), allowed(game, seat, number)
        if can_chain(game.tables, seat == 1, given, 0, slots, slots, given[0], seen, positions):
            return 2 * number - 1 + seat
    return None


def main() -> None:
    """Print how long a chain takes for several options."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--clicks", type=int, nargs="+", default=[1, 2, 3])
    parser.add_argument("--most", type=int, default=12, help="turns of a seat to look at")
    given = parser.parse_args()
    print("| clicks | first turn with a chain, X | O | positions | a draw with |\n| --- | --- | --- | --- | --- |")
    for clicks in given.clicks:
        game, positions = ludarium.load(f"orion(clicks={clicks})"), np.zeros(1, np.int64)
        assert game.tables[CLICKS] == clicks
        found = [turns_needed(game, seat, given.most, positions) for seat in (0, 1)]
        first = min(turn for turn in (*found, 2 * given.most + 1) if turn)
        x, o = (turn or f"over {2 * given.most}" for turn in found)
        print(f"| {clicks} | {x} | {o} | {positions[0]:,} | `turn_limit` to {first - 1} |", flush=True)


if __name__ == "__main__":
    main()
