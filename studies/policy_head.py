"""Try a policy head beside the network of a champion, to see whether a search that is shown where to look plays better.

`python -m studies.policy_head throngs --keep FOLDER` does it in four steps, each of which FOLDER keeps:

1. the champion's search plays against itself, and for each decision the visits of its root are written down;
2. a network of one hidden layer, as wide as the champion's, learns to foresee these visits from what the champion sees;
3. the search with priors (PUCT) tries some constants of exploration against the champion;
4. with the best one it meets the champion in a sequential test: first with as many simulations, so that only what they
   are worth counts, then with as much processor time. The same search with equal priors shows what the head adds.

All searches value leaves with the champion's network: those with priors as the seat to move sees them, the champion's
as the first does. Numbers of simulations and seeds are arguments. A game needs a shipped player whose inputs are
numbers, and two seats that share a fixed sum.
"""

import argparse
from collections import Counter
from collections.abc import Callable, Sequence
from concurrent.futures import ProcessPoolExecutor
from functools import partial
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

import ludarium
from ludarium.core.game import Game
from ludarium.core.rng import derive, generator
from ludarium.learn.meeting import OPENING, opened, play_game
from ludarium.learn.sprt import SequentialTest, Verdict
from ludarium.search.batched import EvaluationBatch
from ludarium.search.bot import Bot
from ludarium.search.learned import Learned, shipped_player
from ludarium.search.mcts import Mcts
from ludarium.search.network import FIRST, INPUTS, NUMBER, SECOND
from ludarium.search.player import make_bot
from studies.learned import Timed, with_simulations

Array = npt.NDArray[np.float32]
EXPLORING, RANDOM = 0.1, 12
"""The part of decisions played at random in self-play, and the most random steps before it."""
BATCH, EPOCHS, RATE, DECAY = 256, 30, 1e-3, (0.9, 0.999)
CONSTANTS = (0.0125, 0.025, 0.05, 0.1, 0.2)
MARGIN, LEAST, MOST = 0.1, 8, 60
"""The margin of the test, and the rounds after which it may and must end."""
_APART = 10**6


class Seen(NamedTuple):
    """Decisions of self-play: inputs (n, inputs), legal actions (n, actions), and parts of the visits (n, actions)."""

    inputs: Array
    legal: npt.NDArray[np.bool_]
    visits: Array

    def some(self, rows: slice | npt.NDArray[np.int64]) -> "Seen":
        """Return some of the decisions."""
        return Seen(self.inputs[rows], self.legal[rows], self.visits[rows])


class Values:
    """The champion's network in NumPy: what the seats of a batch can expect."""

    def __init__(self, learned: Learned) -> None:
        inputs, first, second = (int(learned.shape[place]) for place in (INPUTS, FIRST, SECOND))
        sizes = inputs * first, first, second * first, second, second, 1
        parts = np.split(learned.weights, np.cumsum(sizes)[:-1])
        self._places, self._scales = learned.inputs[:, 0], learned.scales
        if (learned.inputs[:, 1] != NUMBER).any():
            raise SystemExit("this study reads inputs that are numbers alone")
        self._first, self._second = parts[0].reshape(inputs, first), parts[2].reshape(second, first).T.copy()
        self._bias, self._other, self._last, self._end = parts[1], parts[3], parts[4], parts[5]

    def inputs(self, observations: Array) -> Array:
        """Return what the network reads of observations (n, ...): float32 (n, inputs)."""
        found: Array = observations.reshape(len(observations), -1)[:, self._places] * self._scales
        return found

    def values(self, inputs: Array) -> Array:
        """Return what the seat to move can expect, from 0 to 1: float32 (n,)."""
        low = np.maximum(inputs @ self._first + self._bias, 0)
        high = np.maximum(low @ self._second + self._other, 0)
        found: Array = 1 / (1 + np.exp(-(high @ self._last + self._end)))
        return found


class Head:
    """A network of one hidden layer that foresees where a search looks; its weights are in `parts`."""

    def __init__(self, parts: Sequence[Array]) -> None:
        self.parts = [*parts]

    @classmethod
    def fresh(cls, inputs: int, hidden: int, actions: int, seed: int) -> "Head":
        """Return a head that has learnt nothing."""
        rng = generator(seed)
        shapes = (inputs, hidden), (hidden, actions)
        one, two = (rng.normal(0, (2 / shape[0]) ** 0.5, shape).astype(np.float32) for shape in shapes)
        return cls([one, np.zeros(hidden, np.float32), two, np.zeros(actions, np.float32)])

    def priors(self, inputs: Array, legal: npt.NDArray[np.bool_]) -> tuple[Array, Array]:
        """Return the priors of the legal actions (n, actions), and the hidden units (n, hidden)."""
        one, bias, two, other = self.parts
        hidden = np.maximum(inputs @ one + bias, 0)
        logits = np.where(legal, hidden @ two + other, -np.inf)
        found = np.exp(logits - logits.max(1, keepdims=True))
        return found / found.sum(1, keepdims=True), hidden

    def error(self, seen: Seen) -> float:
        """Return the mean cross-entropy of the visits, in nats."""
        found = self.priors(seen.inputs, seen.legal)[0]
        return float(-(seen.visits * np.log(np.maximum(found, 1e-9))).sum(1).mean())

    def gradients(self, seen: Seen) -> list[Array]:
        """Return the gradients of the mean cross-entropy."""
        found, hidden = self.priors(seen.inputs, seen.legal)
        away = (found - seen.visits) / len(found)
        back = np.where(hidden > 0, away @ self.parts[2].T, 0)
        return [seen.inputs.T @ back, back.sum(0), hidden.T @ away, away.sum(0)]


def watch(game: Game, spec: str, count: int, seed: int) -> Seen:
    """Return so many decisions with a choice of games of a search against itself.

    Games begin after up to `RANDOM` random steps, and some decisions are random.
    """
    learned = _champion(game)
    values, rows, number = Values(learned), list[tuple[Array, npt.NDArray[np.bool_], Array]](), 0
    while len(rows) < count:
        rng = generator(seed, number)
        state = opened(game, int(rng.integers(RANDOM)), derive(seed, number, _APART))
        bot, number = make_bot(spec, game, derive(seed, number), learned=learned), number + 1
        while state.actors and len(rows) < count:
            seat, legal = state.actors[0], state.legal()
            action = bot.choose(state, seat)
            if len(legal) > 1:
                seen = np.asarray(ludarium.observe(state, seat), np.float32)
                rows.append((values.inputs(seen[None])[0], *_visits(game, bot, legal)))
            state = state.play_unchecked(int(rng.choice(legal)) if rng.random() < EXPLORING else action)
    inputs, allowed, visits = zip(*rows, strict=True)
    return Seen(np.stack(inputs), np.stack(allowed), np.stack(visits))


def _visits(game: Game, bot: Bot, legal: Sequence[int]) -> tuple[npt.NDArray[np.bool_], Array]:
    """Return the legal actions, and the parts of the visits that they had in the last search."""
    allowed, found = np.zeros(game.num_actions, np.bool_), np.zeros(game.num_actions, np.float32)
    allowed[[*legal]] = True
    assert bot.info is not None
    for each in bot.info.actions:
        found[each.action] = each.visits
    return allowed, found / found.sum()


def train(seen: Seen, hidden: int, seed: int, epochs: int = EPOCHS) -> tuple[Head, float]:
    """Return the head that was best at the tenth of the decisions that is kept for a check, and its error there."""
    kept = len(seen.inputs) // 10
    check, learnt = seen.some(slice(kept)), seen.some(slice(kept, None))
    head, rng, step = Head.fresh(seen.inputs.shape[1], hidden, seen.legal.shape[1], seed), generator(seed, 1), 0
    means, squares = ([np.zeros_like(part) for part in head.parts] for _ in range(2))
    best, least = head.parts, head.error(check)
    for _ in range(epochs):
        order = rng.permutation(len(learnt.inputs))
        for start in range(0, len(order) - BATCH + 1, BATCH):
            step += 1
            rows = order[start : start + BATCH]
            for place, found in enumerate(head.gradients(learnt.some(rows))):
                means[place] = DECAY[0] * means[place] + (1 - DECAY[0]) * found
                squares[place] = DECAY[1] * squares[place] + (1 - DECAY[1]) * found**2
                mean, square = means[place] / (1 - DECAY[0] ** step), squares[place] / (1 - DECAY[1] ** step)
                head.parts[place] = head.parts[place] - RATE * mean / (np.sqrt(square) + 1e-8)
        if (error := head.error(check)) < least:
            best, least = [*head.parts], error
    return Head(best), least


class Evaluation:
    """The values of the champion's network with the priors of a head, or with equal ones."""

    def __init__(self, values: Values, head: Head | None) -> None:
        self._values, self._head = values, head

    def __call__(self, batch: EvaluationBatch) -> tuple[Any, Any]:
        """Return the values and the priors of a batch."""
        inputs, legal = self._values.inputs(batch.observations), batch.masks != 0
        mine, every = self._values.values(inputs), np.arange(len(batch))
        found = np.empty((len(batch), 2))
        found[every, batch.to_move], found[every, 1 - batch.to_move] = mine, 1 - mine
        return found, legal if self._head is None else self._head.priors(inputs, legal)[0]


Maker = Callable[[int], Bot]
"""Returns a new bot from a seed."""


class Met(NamedTuple):
    """What a meeting found: the answer, the rounds, the mean of a round and its error, and the ratio of times."""

    verdict: Verdict
    rounds: int
    mean: float
    error: float
    time: float

    def row(self, one: str, other: str) -> str:
        """Return a line of the table."""
        answer, mean = self.verdict or "no answer", f"{self.mean:.3f} ± {2 * self.error:.3f}"
        return f"| {one} | {other} | {self.rounds} | {mean} | {answer} | {self.time:.2f} |"


def meet(game: Game, makers: tuple[Maker, Maker], seed: int, most: int = MOST) -> Met:
    """Play rounds of two games with the seats exchanged until the test has an answer or the most are played."""
    test, counts, spent = SequentialTest(margin=MARGIN), Counter[float](), [0.0, 1e-9]
    verdict: Verdict = ""
    while not verdict and counts.total() < most:
        number, points = counts.total(), 0.0
        start = opened(game, OPENING * game.seats, derive(seed, number, _APART))
        for mine in range(2):
            bots = list[Bot]()
            for seat in range(2):
                other = int(seat != mine)
                bots.append(Timed(makers[other](derive(seed, number, seat)), spent, other))
            points += game.payoff_range.parts(play_game(start, bots, derive(seed, number)))[mine] / 2
        counts[points] += 1
        if counts.total() >= LEAST:
            verdict = test.verdict(counts)
    played = np.array([*counts.elements()])
    error = float(played.std(ddof=1) / len(played) ** 0.5)
    return Met(verdict, len(played), float(played.mean()), error, spent[0] / spent[1])


class Trial:
    """The champion's search, and those with priors, with their numbers of simulations a turn."""

    def __init__(self, game: Game, spec: str, head: Head) -> None:
        self._game, self._spec, self._learned = game, spec, _champion(game)
        self._values, self._head = Values(self._learned), head

    def champion(self, simulations: int) -> Maker:
        """Return the maker of the champion's search with so many simulations."""
        spec = with_simulations(self._spec, simulations)
        return lambda seed: make_bot(spec, self._game, seed, learned=self._learned)

    def puct(self, simulations: int, explore: float, *, has_head: bool = True) -> Maker:
        """Return the maker of the search with the priors of the head, or with equal ones."""
        evaluate = Evaluation(self._values, self._head if has_head else None)
        return lambda seed: Mcts(self._game, seed, simulations=simulations, explore=explore, evaluate=evaluate)

    def best(self, simulations: int, seed: int, rounds: int, *, has_head: bool = True) -> tuple[float, list[float]]:
        """Return the constant of exploration with the best mean against the champion, and the means of all."""
        found = [
            meet(
                self._game,
                (self.puct(simulations, explore, has_head=has_head), self.champion(simulations)),
                derive(seed, _APART),
                rounds,
            ).mean
            for explore in CONSTANTS
        ]
        return CONSTANTS[int(np.argmax(found))], found

    def rows(self, simulations: int, seed: int, tried: int = LEAST, most: int = MOST) -> list[str]:
        """Return the lines of the table."""
        lines, champion = list[str](), self.champion(simulations)
        for name, has_head in (("priors of the head", True), ("equal priors", False)):
            explore, means = self.best(simulations, seed, tried, has_head=has_head)
            said = ", ".join(f"{one:g}: {mean:.2f}" for one, mean in zip(CONSTANTS, means, strict=True))
            print(f"{name}, constants of exploration ({said})", flush=True)
            met = meet(self._game, (self.puct(simulations, explore, has_head=has_head), champion), seed, most)
            lines.append(met.row(f"{name}, {simulations} simulations, explore={explore:g}", "as many"))
            print(lines[-1], flush=True)
            if has_head:
                fewer = max(1, round(simulations / met.time))
                met = meet(self._game, (self.puct(fewer, explore), champion), derive(seed, 1), most)
                lines.append(met.row(f"{name}, {fewer} simulations, explore={explore:g}", f"{simulations}: equal time"))
                print(lines[-1], flush=True)
        return lines


def _champion(game: Game) -> Learned:
    learned = shipped_player(game)
    if learned is None:
        raise SystemExit(f"{game.spec} comes with no learnt player")
    return learned


def main(words: Sequence[str] | None = None) -> None:
    """Watch, learn, and play the meetings."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else "")
    parser.add_argument("game")
    parser.add_argument("--search", default="mcts(explore=0.1,widen=1)", help="the champion's, without simulations")
    parser.add_argument("--decisions", type=int, default=100_000)
    parser.add_argument("--watched", type=int, default=800, help="simulations a turn of self-play")
    parser.add_argument("--simulations", type=int, default=1600, help="simulations a turn of the meetings")
    parser.add_argument("--hidden", type=int, default=128)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--workers", type=int, default=2)
    parser.add_argument("--keep", type=Path, required=True, help="the folder for decisions and the head")
    given = parser.parse_args(words)
    game = ludarium.load(given.game)
    given.keep.mkdir(exist_ok=True)
    decisions, weights = given.keep / "decisions.npz", given.keep / "head.npz"
    if not decisions.exists():
        spec, parts = with_simulations(given.search, given.watched), 4 * given.workers
        watching = partial(_watch, given.game, spec, given.decisions // parts)
        with ProcessPoolExecutor(given.workers) as pool:
            found = [*pool.map(watching, (derive(given.seed, part) for part in range(parts)))]
        np.savez(decisions, *(np.concatenate(each) for each in zip(*found, strict=True)))
    if not weights.exists():
        with np.load(decisions) as kept:
            seen = Seen(*kept.values())
        head, error = train(seen, given.hidden, given.seed)
        equal = float(np.log(seen.legal.sum(1)).mean())
        print(f"cross-entropy {error:.3f} where equal priors have {equal:.3f}", flush=True)
        np.savez(weights, *head.parts)
    with np.load(weights) as kept:
        Trial(game, given.search, Head([*kept.values()])).rows(given.simulations, given.seed)


def _watch(name: str, spec: str, count: int, seed: int) -> Seen:
    return watch(ludarium.load(name), spec, count, seed)


if __name__ == "__main__":
    main()
