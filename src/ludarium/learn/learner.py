"""A learner: a network that plays a game against itself and learns from it, round by round, and its checkpoints."""

from __future__ import annotations

import json
import zipfile
from dataclasses import asdict, dataclass
from io import BytesIO
from math import prod
from pathlib import Path
from typing import Any

import numpy as np

from ludarium.core.game import Game
from ludarium.core.kernel import CHANCE
from ludarium.core.rng import generator
from ludarium.learn.experience import GAMES, POSITIONS, Episode, Experience, Exploration, play_games
from ludarium.learn.inputs import find_inputs
from ludarium.learn.together import COMMITMENT, Practice, play_by_plans
from ludarium.learn.training import Plan, Weights, initial_weights, train
from ludarium.search.evaluators import network_evaluator
from ludarium.search.learned import About, BadPlayer, Learned, fingerprint, write_whole
from ludarium.search.matrix import MOST_COMBINATIONS, new_table
from ludarium.search.network import fresh_memory, weight_count
from ludarium.search.playout import random_action, random_outcome

_ROUND = 2000
"""Positions that a round of self-play should give."""
_EPISODE_NUMBERS = 4_000_000
"""Numbers in the room for a game; a longer game is learnt from in parts."""
_LONGEST_EPISODE = 4000
_LONG, _SAMPLED = 100, 1000
"""Steps from which a game with simultaneous turns is long, and the steps of a random game that are looked at."""
_ARRAYS = ("now", "average", "mean", "square")


@dataclass(frozen=True)
class Method:
    """How to learn; None is what suits the game.

    | field     | meaning                                                                                     |
    | --------- | ------------------------------------------------------------------------------------------- |
    | `seed`    | random seed                                                                                 |
    | `first`   | units of the first layer                                                                    |
    | `second`  | units of the second layer                                                                   |
    | `trace`   | λ: how much of what a position teaches comes from later ones than the next                  |
    | `epsilon` | how often self-play takes a random action                                                   |
    | `opening` | self-play begins with up to so many random actions                                          |
    | `rate`    | the rate of learning                                                                        |
    | `buffer`  | the latest positions, from which training draws                                             |
    | `batch`   | positions in a step of training                                                             |
    """

    seed: int = 0
    first: int = 64
    second: int = 16
    trace: float | None = None
    epsilon: float | None = None
    opening: int | None = None
    rate: float = 1e-3
    buffer: int = 50_000
    batch: int = 32
    passes: int | None = None
    targets: str | None = None

    def suited(self, game: Game) -> Method:
        """Return the method with everything that suits the game: dice explore a part by themselves.

        >>> import ludarium
        >>> Method().suited(ludarium.load("ludo")).trace, Method().suited(ludarium.load("orion")).trace
        (0.7, 0.85)
        """
        if needs_plans(game):
            suits: dict[str, Any] = {"targets": "plans", "trace": 0.9, "epsilon": 0.1, "opening": 0, "passes": 4}
        elif has_dice(game):
            suits = {"targets": "play", "trace": 0.7, "epsilon": 0.03, "opening": 0, "passes": 1}
        else:
            suits = {"targets": "play", "trace": 0.85, "epsilon": 0.04, "opening": 6, "passes": 1}
        given = {name: number for name, number in asdict(self).items() if number is not None}
        return Method(**(suits | given))


class Learner:
    """A network in training, with everything that the next round depends on.

    The same game, method and number of rounds give the same weights.

    >>> import ludarium
    >>> learner = Learner(ludarium.load("vortex(tokens=1)"), Method(first=8, second=4))
    >>> loss = learner.learn()
    >>> learner.games > 0, learner.player().about.game
    (True, 'vortex(tokens=1)')
    """

    def __init__(self, game: Game, method: Method) -> None:
        self.game, self.method = game, method.suited(game)
        chosen = self.method
        self._inputs = find_inputs(game, chosen.seed)
        n, size = len(self._inputs.places), int(np.prod(game.observation.shape))
        self.shape = np.array([n, chosen.first, chosen.second, size])
        self._rng = generator(chosen.seed, 1)
        first = initial_weights(self.shape, self._inputs.energy, generator(chosen.seed, 0))
        self.weights = Weights(first, first.copy(), np.zeros_like(first), np.zeros_like(first))
        self._experience = Experience(
            np.zeros((chosen.buffer, n), np.float32), np.zeros(chosen.buffer, np.float32), np.zeros(3, np.int64)
        )
        self.steps = self.rounds = 0
        room = max(16, min(_LONGEST_EPISODE, game.max_steps + 2, _EPISODE_NUMBERS // (n * game.seats)))
        self._episode = Episode(
            np.zeros((room, game.seats, n), np.float32), np.zeros((room, game.seats)), np.zeros(room, np.int64),
            np.zeros(room),
        )  # fmt: skip
        self._table = new_table(game.seats, game.num_ids)
        self._evaluator = network_evaluator(game, self._learned(self.weights.now))

    @property
    def games(self) -> int:
        """The number of games that it has played against itself."""
        return int(self._experience.counters[GAMES])

    @property
    def positions(self) -> int:
        """The number of positions that it has seen, each from one seat."""
        return int(self._experience.counters[POSITIONS])

    @property
    def length(self) -> float:
        """The mean number of choices in a game that it has played, of all seats."""
        games, moves, _ = self._experience.counters.tolist()
        each = self.game.seats * COMMITMENT if self.method.targets == "plans" else 1
        return float(moves * each / max(1, games))

    def learn(self) -> float:
        """Play a round of games and train on as many positions as they have given; returns the mean loss."""
        game, method = self.game, self.method
        before = self.positions
        games = max(1, _ROUND * self.games // before) if before else 1
        evaluator = self._evaluator._replace(
            weights=self.weights.now, memory=fresh_memory(self.shape, game.seats)
        )  # fmt: skip
        if method.targets == "plans":
            practice = Practice(games, method.epsilon or 0.0, method.trace or 0.0, 1.0, game.num_actions, game.num_ids)
            play_by_plans(game, evaluator, practice, self._episode, self._experience, self._rng)
        else:
            exploration = Exploration(
                games, method.epsilon or 0.0, method.opening or 0, method.trace or 0.0, game.num_ids
            )  # fmt: skip
            play_games(
                game.kernel, evaluator, game.tables, game.setup.start, exploration, self._episode, self._experience,
                self._table, self._rng,
            )  # fmt: skip
        steps = -(-(self.positions - before) * (method.passes or 1) // method.batch)
        loss = train(
            self.shape, self.weights, fresh_memory(self.shape, 1), self._experience, self._inputs.symmetries,
            Plan(steps, self.steps, method.batch, method.rate), self._rng,
        )  # fmt: skip
        self.steps += steps
        self.rounds += 1
        return float(loss)

    def player(self) -> Learned:
        """Return the player that it is now."""
        return self._learned(self.weights.average.copy())

    def _learned(self, weights: Any) -> Learned:
        about = About(self.game.spec, fingerprint(self.game))
        return Learned(about, self.shape, self._inputs.places, self._inputs.scales, weights)

    def save(self, path: Path, more: dict[str, Any]) -> None:
        """Write a checkpoint, with more that the caller wants back.

        Raises `BadPlayer` if it cannot be written; then the one before is still there.
        """
        about = {
            "game": self.game.spec, "observation": fingerprint(self.game), "method": asdict(self.method),
            "rng": self._rng.bit_generator.state, "steps": self.steps, "rounds": self.rounds, "more": more,
        }  # fmt: skip
        filled = min(self.positions, self.method.buffer)
        out = BytesIO()
        np.savez(
            out,
            about=np.frombuffer(json.dumps(about).encode(), np.uint8),
            counters=self._experience.counters,
            inputs=self._experience.inputs[:filled],
            targets=self._experience.targets[:filled],
            **{name: getattr(self.weights, name) for name in _ARRAYS},
        )
        write_whole(path, out.getvalue())

    @classmethod
    def resume(cls, path: Path, game: Game, method: Method) -> tuple[Learner, dict[str, Any]]:
        """Return the learner of a checkpoint, and what the caller wanted back.

        Raises `BadPlayer` if the file is damaged, or if the checkpoint is of another game or method.
        """
        try:
            with np.load(BytesIO(path.read_bytes()), allow_pickle=False) as stored:
                found = {name: np.ascontiguousarray(stored[name]) for name in stored.files}
            about = json.loads(found["about"].tobytes())
            theirs = (about["game"], about["observation"], about["method"])
        except (OSError, ValueError, KeyError, TypeError, EOFError, zipfile.BadZipFile):
            raise BadPlayer(f"{path} is damaged: remove it to begin again") from None
        if theirs != (game.spec, fingerprint(game), asdict(method.suited(game))):
            raise BadPlayer(
                f"{path} is a checkpoint of {theirs[0]} with other options: give the same ones, "
                "or remove it to begin again"
            )
        learner = cls(game, method)
        learner._restore(path, about, found)
        return learner, about["more"]

    def _restore(self, path: Path, about: dict[str, Any], found: dict[str, Any]) -> None:
        filled = min(int(found["counters"][POSITIONS]), self.method.buffer)
        count = weight_count(*self.shape.tolist()[:3])
        shapes = dict.fromkeys(_ARRAYS, (count,)) | {
            "counters": (3,), "targets": (filled,), "inputs": (filled, len(self._inputs.places))
        }  # fmt: skip
        if any(name not in found or found[name].shape != shape for name, shape in shapes.items()):
            raise BadPlayer(f"{path} is damaged: remove it to begin again")
        for name in _ARRAYS:
            getattr(self.weights, name)[:] = found[name]
        self._experience.counters[:] = found["counters"]
        self._experience.inputs[:filled], self._experience.targets[:filled] = found["inputs"], found["targets"]
        self._rng.bit_generator.state = about["rng"]
        self.steps, self.rounds = about["steps"], about["rounds"]


def has_dice(game: Game) -> bool:
    """Return whether chance acts again and again in a random game, and not only before it begins."""
    steps = _random_game(game)
    return steps.count(0) > len(steps) / 10


def needs_plans(game: Game) -> bool:
    """Return whether looking at all choices of one turn would show too little, or take too long.

    It is so where most turns of a long game are simultaneous, and where a turn has very many combinations of choices.

    >>> import ludarium
    >>> needs_plans(ludarium.load("grid")), needs_plans(ludarium.load("orion"))
    (True, False)
    """
    steps = _random_game(game)
    together = sum(combinations > 1 for combinations in steps)
    return max(steps) > MOST_COMBINATIONS or (together > len(steps) / 2 and len(steps) > _LONG)


def _random_game(game: Game) -> list[int]:
    """Return the steps of a random game: 0 for chance, 1 for one seat, else the combinations of the seats' choices."""
    state, rng, steps = game.initial(), generator(0), list[int]()
    while state.actors and len(steps) < _SAMPLED:
        if state.actors == (CHANCE,):
            state = state.play_unchecked(random_outcome(state, rng))
            steps.append(0)
            continue
        steps.append(prod(len(state.legal(seat)) for seat in state.actors) if len(state.actors) > 1 else 1)
        state = state.play_unchecked(*(random_action(state, seat, rng) for seat in state.actors))
    return steps
