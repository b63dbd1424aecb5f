"""A learner: a network that plays a game against itself and learns from it, round by round, and its checkpoints."""

from __future__ import annotations

import json
import zipfile
import zlib
from dataclasses import asdict
from io import BytesIO
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np

from ludarium.core.game import Game
from ludarium.core.kernel import Singles
from ludarium.core.rng import generator
from ludarium.learn.experience import GAMES, POSITIONS, Experience
from ludarium.learn.inputs import find_inputs
from ludarium.learn.method import Method, require_learnable, start_positions
from ludarium.learn.self_play.greedy import Episode, Exploration, play_games
from ludarium.learn.self_play.plans import COMMITMENT, Practice, play_by_plans
from ludarium.learn.self_play.search import Lookahead, Roots, play_searching
from ludarium.learn.training import TrainingPlan, Weights, initial_weights, train
from ludarium.search.evaluators import network_evaluator
from ludarium.search.learned import About, BadPlayer, Learned, fingerprint, write_whole
from ludarium.search.matrix import new_table
from ludarium.search.network import Evaluator, fresh_memory, weight_count
from ludarium.search.playout import rollout
from ludarium.search.search_tree import SearchTree
from ludarium.search.tree import Settings

_ROUND = 2000
"""Positions that a round of self-play should give."""
_EPISODE_NUMBERS = 4_000_000
"""Numbers in the room for a game; a longer game is learnt from in parts."""
_LONGEST_EPISODE = 4000
_TREE_MEGABYTES = 8
_LEAST_VISITS = 16
"""The visits from which a node of a tree is learnt."""
_ARRAYS = ("now", "average", "mean", "square")
_MOST_EARLIER, _FIRST_APART = 6, 100
"""Earlier players that are stored, and the rounds between them in the beginning; later twice as many, and so on."""


class Earlier(NamedTuple):
    """An earlier state of a learner as a player: after so many rounds, games and positions, with these weights."""

    rounds: int
    games: int
    positions: int
    weights: Singles


class Learner:
    """A network in training, with everything that the next round depends on.

    The same game, method and number of rounds give the same weights. Raises `LudariumError` for a game that cannot be
    learnt by the method.

    >>> import ludarium
    >>> learner = Learner(ludarium.load("vortex(tokens=1)"), Method(first=8, second=4))
    >>> loss = learner.learn()
    >>> learner.games > 0, learner.player().about.game
    (True, 'vortex(tokens=1)')
    """

    def __init__(self, game: Game, method: Method) -> None:
        require_learnable(game, method)
        self.game, self.method = game, method.suited(game)
        chosen = self.method
        self._inputs = find_inputs(game, chosen.seed)
        n, size = len(self._inputs.places), int(np.prod(game.observation.shape))
        self.shape = np.array([n, chosen.first, chosen.second, size])
        self._starts = np.array([state.vector for state in start_positions(game, chosen)])
        self._rng = generator(chosen.seed, 1)
        first = initial_weights(self.shape, self._inputs.energy, generator(chosen.seed, 0))
        self.weights = Weights(first, first.copy(), np.zeros_like(first), np.zeros_like(first))
        self._experience = Experience(
            np.zeros((chosen.buffer, n), np.float32), np.zeros(chosen.buffer, np.float32), np.zeros(3, np.int64)
        )
        self.steps = self.rounds = 0
        self.earlier = list[Earlier]()
        room = max(16, min(_LONGEST_EPISODE, game.max_steps + 2, _EPISODE_NUMBERS // (n * game.seats)))
        self._episode = Episode(
            np.zeros((room, game.seats, n), np.float32), np.zeros((room, game.seats)), np.zeros(room, np.int64),
            np.zeros(room), np.zeros((room, game.seats)), np.zeros(room, np.int64),
        )  # fmt: skip
        self._table = new_table(game.seats, game.num_ids)
        if chosen.targets == "search":
            self._tree = SearchTree(2, _TREE_MEGABYTES, self._rng).arrays
            self._roots = Roots(np.zeros((room, 2, n), np.float32), np.zeros(room), np.zeros(room, np.int64))
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
        evaluator = self._evaluator._replace(weights=self.weights.now).renewed(game.seats)
        if method.targets == "plans":
            practice = Practice(games, method.epsilon or 0.0, method.trace or 0.0, 1.0, game.num_actions, game.num_ids)
            play_by_plans(game, self._starts, evaluator, practice, self._episode, self._experience, self._rng)
        else:
            self._play(games, evaluator, searching=method.targets == "search" and before >= method.before)
        steps = -(-(self.positions - before) * (method.passes or 1) // method.batch)
        loss = train(
            self.shape, self.weights, fresh_memory(self.shape, 1), self._experience, self._inputs.symmetries,
            TrainingPlan(steps, self.steps, method.batch, method.rate or 0.0, method.settled or 0), self._rng,
        )  # fmt: skip
        self.steps += steps
        self.rounds += 1
        self._keep_now_and_then()
        return float(loss)

    def _keep_now_and_then(self) -> None:
        """Store the player of this round if one is due; all stored ones are equally far apart."""
        if self.rounds % (self.earlier[0].rounds if self.earlier else _FIRST_APART):
            return
        if len(self.earlier) == _MOST_EARLIER:
            del self.earlier[::2]
        else:
            self.earlier.append(self._present(self.weights.average.copy()))

    def _present(self, weights: Singles) -> Earlier:
        return Earlier(self.rounds, self.games, self.positions, weights)

    def _play(self, games: int, evaluator: Evaluator, *, searching: bool) -> None:
        """Play games one action ahead, or with a search."""
        game, method = self.game, self.method
        exploration = Exploration(
            games, method.epsilon or 0.0, method.opening or 0, method.trace or 0.0, method.outcomes or 0, game.num_ids
        )
        if searching:
            settings = Settings(game.num_ids, evaluator.scale, method.explore, 1.0, use_rollouts=False)
            play_searching(
                game.kernel, evaluator, rollout, game.tables, self._starts, self._tree, settings, exploration,
                Lookahead(method.simulations, _LEAST_VISITS), self._roots, self._experience, self._rng,
            )  # fmt: skip
        else:
            play_games(
                game.kernel, evaluator, game.tables, self._starts, exploration, self._episode, self._experience,
                self._table, self._rng,
            )  # fmt: skip

    def player(self) -> Learned:
        """Return the current player."""
        return self._learned(self.weights.average.copy())

    def candidates(self) -> list[tuple[Earlier, Learned]]:
        """Return the stored earlier players, and last the current one."""
        past = [one for one in self.earlier if one.rounds < self.rounds]
        return [(one, self._learned(one.weights)) for one in (*past, self._present(self.player().weights))]

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
        np.savez_compressed(  # most inputs are 0: those of Grid Game take 2 megabytes in place of 242
            out,
            about=np.frombuffer(json.dumps(about).encode(), np.uint8),
            counters=self._experience.counters,
            inputs=self._experience.inputs[:filled],
            targets=self._experience.targets[:filled],
            **{name: getattr(self.weights, name) for name in _ARRAYS},
            earlier=np.array([one[:-1] for one in self.earlier], np.int64).reshape(-1, 3),
            earlier_weights=np.array([one.weights for one in self.earlier], np.float32).reshape(
                -1, len(self.weights.now)
            ),
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
            theirs = (about["game"], about["observation"], Method(**about["method"]).suited(game))
        except (OSError, ValueError, KeyError, TypeError, EOFError, zipfile.BadZipFile, zlib.error):
            raise BadPlayer(f"{path} is damaged: remove it to begin again") from None
        if theirs != (game.spec, fingerprint(game), method.suited(game)):
            raise BadPlayer(
                f"{path} is a checkpoint of {theirs[0]} with other options: give the same ones, "
                "or remove it to begin again"
            )
        learner = cls(game, method)
        learner._restore(path, about, found)
        return learner, about["more"]

    def _restore(self, path: Path, about: dict[str, Any], found: dict[str, Any]) -> None:
        filled = min(int(found["counters"][POSITIONS]), self.method.buffer)
        count, stored = weight_count(*self.shape.tolist()[:3]), len(found.get("earlier", ()))
        shapes = dict.fromkeys(_ARRAYS, (count,)) | {
            "counters": (3,), "targets": (filled,), "inputs": (filled, len(self._inputs.places)),
            "earlier": (stored, 3), "earlier_weights": (stored, count),
        }  # fmt: skip
        if any(name not in found or found[name].shape != shape for name, shape in shapes.items()):
            raise BadPlayer(f"{path} is damaged: remove it to begin again")
        for name in _ARRAYS:
            getattr(self.weights, name)[:] = found[name]
        self._experience.counters[:] = found["counters"]
        self._experience.inputs[:filled], self._experience.targets[:filled] = found["inputs"], found["targets"]
        self._rng.bit_generator.state = about["rng"]
        self.steps, self.rounds = about["steps"], about["rounds"]
        pairs = zip(found["earlier"].tolist(), found["earlier_weights"], strict=True)
        self.earlier = [Earlier(rounds, games, positions, weights) for (rounds, games, positions), weights in pairs]
