"""Measure many random games side by side, beside Pgx, which compiles its games with JAX.

`python -m benchmarks.pgx_batches connect_four hex` plays 1,024 games of each installed game in one `Batch`, and 1,024
of Pgx's of the same name, in turns: a random legal action for each, its step with observations and masks, and a new
game for each that is over. Pgx does so a hundred steps at a time without Python between them (`lax.scan`), on as many
threads as it likes; a batch is stepped from Python, on one. It asserts that the games are equally long, and prints
steps of a game in a second of processor time, and of time. Needs `pip install pgx`.
"""

import argparse
import time
from collections.abc import Callable
from statistics import median
from typing import Any, NamedTuple

import numpy as np

from ludarium.core.game import Game
from ludarium.core.registry import load
from ludarium.search.batch import Batch

GAMES, SCANNED = 1024, 100
_APART = 0.1
"""By what part the lengths of games may differ: all begin at once, so short ones are over first."""


class Speed(NamedTuple):
    """Steps of a game in a second of processor time and in a second, and how many a game has on average."""

    processor: float
    wall: float
    length: float


def ours(game: Game, steps: int, seed: int) -> Speed:
    """Play games side by side for so many steps of each."""
    batch = Batch(game, np.random.default_rng(seed).spawn(GAMES), "all")
    batch.reset()

    def play() -> int:
        over = 0
        for _ in range(SCANNED):
            batch.step(batch.random_actions(), batch.terminated)
            over += int(batch.terminated.sum())
        return over

    return _timed(play, steps // SCANNED, begins=1)


def theirs(name: str, steps: int, seed: int) -> Speed:
    """Play games of Pgx side by side for so many steps of each."""
    import jax  # heavy, and no part of what is measured
    import pgx
    from pgx.experimental import auto_reset

    env = pgx.make(name)
    step = jax.vmap(auto_reset(env.step, env.init))

    def one(state: Any, key: Any) -> tuple[Any, Any]:
        choosing, rolling = jax.random.split(key)
        actions = jax.random.categorical(choosing, jax.numpy.log(state.legal_action_mask.astype("float32")), axis=-1)
        after = step(state, actions, jax.random.split(rolling, GAMES))
        return after, after.terminated.sum()

    scan = jax.jit(lambda state, key: jax.lax.scan(one, state, jax.random.split(key, SCANNED)))
    state = jax.vmap(env.init)(jax.random.split(jax.random.PRNGKey(seed), GAMES))
    keys = iter(jax.random.split(jax.random.PRNGKey(seed + 1), steps // SCANNED + 1))

    def play() -> int:
        nonlocal state
        state, over = scan(state, next(keys))
        return int(over.sum())

    return _timed(play, steps // SCANNED)


def _timed(play: Callable[[], int], times: int, begins: int = 0) -> Speed:
    """Play once to compile, and then so many times; a new game takes `begins` steps in which nobody plays."""
    play()
    wall, processor = time.perf_counter(), time.process_time()
    over = sum(play() for _ in range(times))
    processor, wall = time.process_time() - processor, time.perf_counter() - wall
    steps = GAMES * SCANNED * times - begins * over
    return Speed(steps / processor, steps / wall, steps / max(over, 1))


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else "")
    parser.add_argument("games", nargs="+")
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--steps", type=int, default=1000)
    given = parser.parse_args()
    heads = "game", "Ludarium, processor", "Pgx, processor", "times as many", "by time"
    print(f"| {' | '.join(heads)} |\n{'| --- ' * len(heads)}|")
    for name in given.games:
        pairs = [(ours(load(name), given.steps, k), theirs(name, given.steps, k)) for k in range(given.rounds)]
        for mine, other in pairs:
            assert abs(mine.length / other.length - 1) <= _APART, f"games of {name}: {mine.length}, {other.length}"
        ratios = sorted(mine.processor / other.processor for mine, other in pairs)
        by_time = median(mine.wall / other.wall for mine, other in pairs)
        fast, slow = (median(speed.processor for speed in speeds) for speeds in zip(*pairs, strict=True))
        times = f"{median(ratios):.1f} ({ratios[0]:.1f} to {ratios[-1]:.1f})"
        print(f"| `{name}` | {fast:,.0f} | {slow:,.0f} | {times} | {by_time:.1f} |", flush=True)


if __name__ == "__main__":
    main()
