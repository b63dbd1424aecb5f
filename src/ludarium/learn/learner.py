"""A learner: a network that plays a game against itself and learns from it, round by round, and its checkpoints."""

from __future__ import annotations

import json
import zipfile
import zlib
from collections import deque
from concurrent.futures import Executor, Future
from dataclasses import asdict
from io import BytesIO
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np

from ludarium.core.game import Game
from ludarium.core.kernel import Singles
from ludarium.core.rng import generator
from ludarium.learn.experience import GAMES, POSITIONS
from ludarium.learn.method import Method, require_learnable
from ludarium.learn.self_play.actor import Actor, Block, Harvest, add, play_block
from ludarium.learn.self_play.plans import COMMITMENT
from ludarium.learn.training import TrainingPlan, Weights, initial_weights, train
from ludarium.search.learned import BadPlayer, Learned, fingerprint, write_whole
from ludarium.search.network import fresh_memory, weight_count
from ludarium.tournament.executors import Inline

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

    The same game, method and number of rounds give the same weights. If the method plays rounds `ahead`, the executor
    plays them, and makes no difference: round n is played with the weights after round n - ahead.
    Raises `LudariumError` for a game that cannot be learnt by the method.

    >>> import ludarium
    >>> learner = Learner(ludarium.load("vortex(tokens=1)"), Method(first=8, second=4))
    >>> loss = learner.learn()
    >>> learner.games > 0, learner.player().about.game
    (True, 'vortex(tokens=1)')
    """

    def __init__(self, game: Game, method: Method, executor: Executor | None = None) -> None:
        require_learnable(game, method)
        self.game, self.method = game, method.suited(game)
        chosen = self.method
        self._actor = Actor(game, chosen)
        self.shape = self._actor.shape
        self._rng = generator(chosen.seed, 1)
        first = initial_weights(self.shape, self._actor.inputs.energy, generator(chosen.seed, 0))
        self.weights = Weights(first, first.copy(), np.zeros_like(first), np.zeros_like(first))
        self._experience = self._actor.experience()
        self._executor, self._sent = executor or Inline(), deque[Block]()
        self._under_way = deque[Future[Harvest]]()
        self.elsewhere = 0.0
        self.steps = self.rounds = 0
        self.earlier = list[Earlier]()

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
        method, before = self.method, self.positions
        if method.ahead:
            self._gather()
        else:
            self._actor.play(self.weights.now, self._experience, self._rng)
        steps = -(-(self.positions - before) * (method.passes or 1) // method.batch)
        loss = train(
            self.shape, self.weights, fresh_memory(self.shape, 1), self._experience, self._actor.inputs.symmetries,
            TrainingPlan(steps, self.steps, method.batch, method.rate or 0.0, method.settled or 0), self._rng,
        )  # fmt: skip
        self.steps += steps
        self.rounds += 1
        self._keep_now_and_then()
        return float(loss)

    def _gather(self) -> None:
        """Take in the next round, and send for others until enough are under way."""
        while len(self._sent) < self.method.ahead:
            number, counters = self.rounds + len(self._sent), self._experience.counters.copy()
            self._sent.append(Block(self.game.spec, self.method, number, counters, self.weights.now.copy()))
        while len(self._under_way) < len(self._sent):
            self._under_way.append(self._executor.submit(play_block, self._sent[len(self._under_way)]))
        harvest = self._under_way[0].result()
        self._sent.popleft()
        self._under_way.popleft()
        add(harvest, self._experience)
        self.elsewhere += harvest.elsewhere

    def stop(self) -> None:
        """Let no round begin that is under way; the next one sends for them again."""
        for future in self._under_way:
            future.cancel()
        self._under_way.clear()

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

    def player(self) -> Learned:
        """Return the current player."""
        return self._actor.learned(self.weights.average.copy())

    def candidates(self) -> list[tuple[Earlier, Learned]]:
        """Return the stored earlier players, and last the current one."""
        past = [one for one in self.earlier if one.rounds < self.rounds]
        return [(one, self._actor.learned(one.weights)) for one in (*past, self._present(self.player().weights))]

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
            **self._stored_blocks(),
        )
        write_whole(path, out.getvalue())

    def _stored_blocks(self) -> dict[str, Any]:
        """Return what the rounds under way are played with; nothing without any."""
        if not self._sent:
            return {}
        return {
            "sent": np.array([block.counters for block in self._sent]),
            "sent_weights": np.array([block.weights for block in self._sent]),
        }

    @classmethod
    def resume(
        cls, path: Path, game: Game, method: Method, executor: Executor | None = None
    ) -> tuple[Learner, dict[str, Any]]:
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
        learner = cls(game, method, executor)
        learner._restore(path, about, found)
        return learner, about["more"]

    def _restore(self, path: Path, about: dict[str, Any], found: dict[str, Any]) -> None:
        filled = min(int(found["counters"][POSITIONS]), self.method.buffer)
        count, stored = weight_count(*self.shape.tolist()[:3]), len(found.get("earlier", ()))
        shapes = dict.fromkeys(_ARRAYS, (count,)) | {
            "counters": (3,), "targets": (filled,), "inputs": (filled, len(self._actor.inputs.places)),
            "earlier": (stored, 3), "earlier_weights": (stored, count),
        }  # fmt: skip
        if "sent" in found:
            sent = min(len(found["sent"]), self.method.ahead)
            shapes |= {"sent": (sent, 3), "sent_weights": (sent, count)}
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
        under_way = zip(found.get("sent", ()), found.get("sent_weights", ()), strict=True)
        for number, (counters, weights) in enumerate(under_way, self.rounds):
            self._sent.append(Block(self.game.spec, self.method, number, counters, weights))
