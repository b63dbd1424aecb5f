"""How near a player of a dice race comes to perfect play, in more games than a series between bots could play.

`python -m studies.races ludo --games 20000 --seed 1` plays the race between players that look a different number of
moves ahead, changing seats from game to game; and, on a set-up that is small enough to be known exactly, the exact
player against one that is told nothing exactly.
"""

import argparse

import numpy as np
from numba import types

import ludarium
from ludarium.core.game import Game
from ludarium.core.kernel import EVALUATE_TYPE, FLOATS, INTS, KERNEL_TYPES, RNG, Vector, compiled
from ludarium.core.rng import generator
from ludarium.play.series import Standing
from ludarium.search.bot import evaluation
from ludarium.search.racing import forget

_ROWS = types.int64[:, ::1]
_LONGEST = 12


@compiled(types.float64(*KERNEL_TYPES, EVALUATE_TYPE, INTS, _ROWS, INTS, FLOATS, types.int64, types.int64,
                        types.int64, types.int64))  # fmt: skip
def foresee(actors, legal, odds, apply, scores, evaluate, t, rows, chosen, shares, level, seat, depth, ask):
    """What the position on a row is worth to a seat, so many moves on; with `ask` the action that is worth most."""
    v, out = rows[level], 0.0
    who = actors(t, v)
    if who == 0:
        winners, winning = scores(t, v, shares), 0
        for s in range(len(shares)):
            winning += winners >> s & 1
        return 1.0 / len(shares) if winning == 0 else (winners >> seat & 1) / winning
    if depth <= 0 or level + 1 == len(rows):
        evaluate(t, v, shares)
        return shares[seat]
    ids, chances = np.empty(128, np.int64), np.empty(128, np.float64)
    mover = -1
    while who >> (mover + 1) > 1:
        mover += 1
    count, best, choice = legal(t, v, mover, ids), -1.0, 0
    if mover < 0:
        odds(t, v, chances)
    for i in range(count):
        rows[level + 1] = v
        chosen[0] = ids[i]
        apply(t, rows[level + 1], chosen)
        again = mover < 0 and actors(t, rows[level + 1]) == 1
        left = depth - (mover >= 0) - again
        found = foresee(
            actors, legal, odds, apply, scores, evaluate, t, rows, chosen, shares, level + 1, seat, left, 0
        )  # fmt: skip
        if mover < 0:
            out += chances[i] * found
        elif best < 0.0 or (found > best if mover == seat else found < best):
            best, choice = found, ids[i]
    return float(choice) if ask else out if mover < 0 else best


@compiled(types.float64(*KERNEL_TYPES, EVALUATE_TYPE, INTS, INTS, INTS, INTS, types.int64, RNG))
def duel(actors, legal, odds, apply, scores, evaluate, first, second, depths, v, games, rng):
    """The points of the first player, which knows its tables and looks so far ahead, against the second."""
    rows, chosen, shares = np.empty((_LONGEST, len(v)), np.int64), np.empty(1, np.int64), np.empty(2)
    ids, now, points = np.empty(128, np.int64), np.empty(len(v), np.int64), 0.0
    for game in range(games):
        now[:] = v
        who = actors(first, now)
        while who:
            if who == 1:
                chosen[0] = ids[int(rng.random() * legal(first, now, -1, ids))]
            else:
                seat = who >> 2
                count = legal(first, now, seat, ids)
                chosen[0] = ids[0]
                if count > 1:
                    player, rows[0] = (seat + game) & 1, now
                    t = second if player else first
                    chosen[0] = int(foresee(
                        actors, legal, odds, apply, scores, evaluate, t, rows, chosen, shares, 0, seat,
                        depths[player], 1,
                    ))  # fmt: skip
            apply(first, now, chosen)
            who = actors(first, now)
        winners = scores(first, now, shares)
        points += 0.5 if winners == 0 or winners == 3 else float(winners >> (game & 1) & 1)
    return points


def standing(game: Game, first: Vector, second: Vector, depths: tuple[int, int], games: int, seed: int) -> Standing:
    """What the first player makes of its games."""
    found = evaluation(game)
    assert found is not None
    points = duel(
        *game.kernel, found[0], first, second, np.array(depths), game.initial().vector, games, generator(seed)
    )  # fmt: skip
    return Standing("", won=games, points=points)


def main() -> None:
    """Play, and print the table."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else "")
    parser.add_argument("game")
    parser.add_argument("--small", help="a set-up that is known exactly")
    parser.add_argument("--games", type=int, default=20_000)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--depths", type=int, nargs="*", default=[2, 3])
    given = parser.parse_args()
    rows = [(given.game, f"{depth} moves ahead v 1", (depth, 1), False) for depth in given.depths]
    if given.small:
        rows += [(given.small, f"exact v 1 move ahead{', told nothing exactly'}", (1, 1), True)]
    print("| game | match | games | share | 95 % interval |\n| --- | --- | --- | --- | --- |")
    for spec, match, depths, ignorant in rows:
        game = ludarium.load(spec)
        found = evaluation(game)
        assert found is not None
        second = forget(found[1]) if ignorant else found[1]
        made = standing(game, found[1], second, depths, given.games, given.seed)
        low, high = made.interval
        share = made.points / given.games
        print(f"| {spec} | {match} | {given.games:,} | {share:.2%} | {low:.2%} to {high:.2%} |", flush=True)


if __name__ == "__main__":
    main()
