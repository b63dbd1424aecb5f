"""Measure how near a bot's play of a dice race is to perfect play.

`python -m studies.races ludo --games 20000 --seed 1` plays the race between bots that look a different number of moves
ahead; they change seats from game to game. With `--small SPEC`, a race that is small enough to be solved, the bot with
exact values also plays against one without them. The games are compiled, so that there can be many.
"""

import argparse
from typing import Any

import numpy as np

import ludarium
from ludarium.core.game import Game
from ludarium.core.kernel import INTS, KERNEL, RNG, Vector, compiled, types
from ludarium.core.rng import generator
from ludarium.search.bot import evaluation
from ludarium.search.evaluators import plain_evaluator
from ludarium.search.minimax import CHOICE, DEEPEN, LIMIT, STACK, Goal, Memory, Stack, deepen, new_stack
from ludarium.search.network import EVALUATOR
from ludarium.search.race_evaluation import without_exact_values
from ludarium.tournament.series import Score

_UNLIMITED = 2**62


_COUNTS = types.UniTuple(types.int64, 2)  # type: ignore[no-untyped-call]  # Numba has no types


@compiled(_COUNTS(types.FunctionType(DEEPEN), KERNEL, EVALUATOR, INTS, INTS, INTS, INTS, STACK,
                  types.int64, types.int64, RNG))  # fmt: skip
def duel(
    search: Any, kernel: Any, evaluator: Any,  # compiled
    first: Vector, second: Vector, depths: Vector, v: Vector, stack: Stack, num_ids: int, games: int,
    rng: np.random.Generator,
) -> tuple[int, int]:  # fmt: skip
    """Play games between two alpha-beta players; returns how many the first wins and how many are draws.

    `first` and `second` are the tables of the players, `depths` their depths. All outcomes of chance are equally
    likely.
    """
    entries, values = np.zeros((1 << 12, 4), np.int64), np.zeros(1 << 12)
    scale = np.array([0.0, 1.0, 1.0, 1.0])
    ids, chosen, counters = np.empty(num_ids, np.int64), np.empty(1, np.int64), np.zeros(8, np.int64)
    now, points, history, won, drawn = np.empty(len(v), np.int64), np.empty(2), np.empty((2, num_ids)), 0, 0
    for game in range(games):
        now[:] = v
        who = kernel.actors(first, now)
        while who:
            seat = (who >> 2) & 1
            count = kernel.legal(first, now, seat if who > 1 else -1, ids)
            chosen[0] = ids[int(rng.random() * count)]
            if who > 1 and count > 1:
                for i in range(num_ids):
                    history[0, i], history[1, i] = rng.random(), rng.random()
                player = (seat + game) & 1
                entries[:], counters[:], counters[LIMIT] = 0, 0, _UNLIMITED
                search(
                    kernel, evaluator, second if player else first, now, Memory(entries, values, history, counters),
                    Goal(seat, 2 << seat, scale), stack, depths[player],
                )  # fmt: skip
                chosen[0] = counters[CHOICE]
            kernel.apply(first, now, chosen)
            who = kernel.actors(first, now)
        winners = kernel.results(first, now, points)
        if winners == 0 or winners == 3:
            drawn += 1
        else:
            won += winners >> (game & 1) & 1
    return won, drawn


def score(game: Game, first: Vector, second: Vector, depths: tuple[int, int], games: int, seed: int) -> Score:
    """Return the score of the first player after games against the second."""
    found = evaluation(game)
    assert found is not None
    stack = new_stack(len(game.initial().vector), game.num_ids, game.seats)
    won, drawn = duel(
        deepen, game.kernel, plain_evaluator(game, found[0]), first, second, np.array(depths), game.initial().vector,
        stack, game.num_ids, games, generator(seed),
    )  # fmt: skip
    return Score("", won, drawn, games - won - drawn, won + drawn / 2)


def main() -> None:
    """Play the games and print the table."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else "")
    parser.add_argument("game")
    parser.add_argument("--small", help="a race that is small enough to be solved")
    parser.add_argument("--games", type=int, default=20_000)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--depths", type=int, nargs="*", default=[2, 3])
    given = parser.parse_args()
    rows = [(given.game, f"{depth} moves ahead v 1", (depth, 1), False) for depth in given.depths]
    if given.small:
        rows += [
            (given.small, f"exact v {depth} moves ahead without exact values", (1, depth), True)
            for depth in (1, *given.depths)
        ]
    print("| game | match | games | payoff | 95 % interval |\n| --- | --- | --- | --- | --- |")
    for spec, match, depths, ignorant in rows:
        game = ludarium.load(spec)
        found = evaluation(game)
        assert found is not None
        second = without_exact_values(found[1]) if ignorant else found[1]
        made = score(game, found[1], second, depths, given.games, given.seed)
        low, high = made.interval
        payoff = made.points / made.games
        print(f"| {spec} | {match} | {given.games:,} | {payoff:.2%} | {low:.2%} to {high:.2%} |", flush=True)


if __name__ == "__main__":
    main()
