"""An actor: it plays a game against itself with given weights, in this process or, block by block, on any executor.

A block of games depends on what it is sent alone: the weights, the learner's counters, and its number, from which its
random numbers follow. So it is the same wherever it is played, and how often.
"""

from __future__ import annotations

import os
import platform
import threading
import time
import zlib
from typing import NamedTuple

import numpy as np

from ludarium.core.game import Game
from ludarium.core.kernel import Singles, Vector
from ludarium.core.registry import load
from ludarium.core.rng import generator
from ludarium.learn.experience import GAMES, POSITIONS, Experience
from ludarium.learn.inputs import Inputs, find_inputs
from ludarium.learn.method import Method, start_positions
from ludarium.learn.self_play.greedy import Episode, Exploration, play_games
from ludarium.learn.self_play.plans import Practice, play_by_plans
from ludarium.learn.self_play.search import Lookahead, Roots, play_searching
from ludarium.search.evaluators import network_evaluator
from ludarium.search.learned import About, Learned, fingerprint
from ludarium.search.matrix import new_table
from ludarium.search.network import Evaluator, weight_count
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
_BLOCKS = 2
"""The branch of the seed for the random numbers of blocks."""
_FAST = 1
"""The level of compression: most inputs are 0."""


class Actor:
    """Plays a game against itself by a suited method, and stores the positions to learn from."""

    def __init__(self, game: Game, method: Method) -> None:
        self.game, self.method = game, method
        self.inputs: Inputs = find_inputs(game, method.seed)
        n, size = len(self.inputs.places), int(np.prod(game.observation.shape))
        self.shape = np.array([n, method.first, method.second, size])
        self._starts = np.array([state.vector for state in start_positions(game, method)])
        room = max(16, min(_LONGEST_EPISODE, game.max_steps + 2, _EPISODE_NUMBERS // (n * game.seats)))
        self._episode = Episode(
            np.zeros((room, game.seats, n), np.float32), np.zeros((room, game.seats)), np.zeros(room, np.int64),
            np.zeros(room), np.zeros((room, game.seats)), np.zeros(room, np.int64),
        )  # fmt: skip
        self._table = new_table(game.seats, game.num_ids)
        if method.targets == "search":
            self._tree = SearchTree(2, _TREE_MEGABYTES, generator(0)).arrays
            self._roots = Roots(np.zeros((room, 2, n), np.float32), np.zeros(room), np.zeros(room, np.int64))
        count = weight_count(*self.shape.tolist()[:3])
        self._evaluator = network_evaluator(game, self.learned(np.zeros(count, np.float32)))

    def learned(self, weights: Singles) -> Learned:
        """Return the player with these weights."""
        about = About(self.game.spec, fingerprint(self.game))
        return Learned(about, self.shape, self.inputs.places, self.inputs.scales, weights)

    def experience(self) -> Experience:
        """Return room for the latest positions, without any."""
        size = self.method.buffer
        return Experience(
            np.zeros((size, len(self.inputs.places)), np.float32), np.zeros(size, np.float32), np.zeros(3, np.int64)
        )

    def play(self, weights: Singles, experience: Experience, rng: np.random.Generator) -> None:
        """Play a round of games; how many, and how, follows from what was played before."""
        game, method, before = self.game, self.method, int(experience.counters[POSITIONS])
        games = max(1, _ROUND * int(experience.counters[GAMES]) // before) if before else 1
        evaluator = self._evaluator._replace(weights=weights).renewed(game.seats)
        if method.targets == "plans":
            practice = Practice(games, method.epsilon or 0.0, method.trace or 0.0, 1.0, game.num_actions, game.num_ids)
            play_by_plans(game, self._starts, evaluator, practice, self._episode, experience, rng)
        else:
            searching = method.targets == "search" and before >= method.before
            self._play(games, evaluator, experience, rng, searching=searching)

    def _play(
        self, games: int, evaluator: Evaluator, experience: Experience, rng: np.random.Generator, *, searching: bool
    ) -> None:
        """Play games one action ahead, or with a search."""
        game, method = self.game, self.method
        exploration = Exploration(
            games, method.epsilon or 0.0, method.opening or 0, method.trace or 0.0, method.outcomes or 0, game.num_ids
        )
        if searching:
            settings = Settings(game.num_ids, evaluator.scale, method.explore, 1.0, use_rollouts=False)
            play_searching(
                game.kernel, evaluator, rollout, game.tables, self._starts, self._tree, settings, exploration,
                Lookahead(method.simulations, _LEAST_VISITS), self._roots, experience, rng,
            )  # fmt: skip
        else:
            play_games(
                game.kernel, evaluator, game.tables, self._starts, exploration, self._episode, experience, self._table,
                rng,
            )  # fmt: skip


class Block(NamedTuple):
    """A round of self-play to be played elsewhere.

    | field      | meaning                                                              |
    | ---------- | -------------------------------------------------------------------- |
    | `game`     | spec of the game                                                     |
    | `method`   | the suited method                                                    |
    | `number`   | the number of the round, from which its random numbers follow        |
    | `counters` | those of the learner when the block was sent                         |
    | `weights`  | the learner's weights then                                           |
    """

    game: str
    method: Method
    number: int
    counters: Vector
    weights: Singles


class Harvest(NamedTuple):
    """What a block has given.

    | field      | meaning                                                              |
    | ---------- | -------------------------------------------------------------------- |
    | `inputs`   | what seats saw, compressed                                           |
    | `targets`  | what the network should expect                                       |
    | `counters` | what the block adds to those of the learner                          |
    | `seconds`  | processor seconds that it took                                       |
    | `process`  | the machine and the process that played it                           |
    """

    inputs: bytes
    targets: Singles
    counters: Vector
    seconds: float
    process: tuple[str, int]

    @property
    def elsewhere(self) -> float:
        """The processor seconds that another process has taken."""
        return 0.0 if self.process == _process() else self.seconds


def play_block(block: Block) -> Harvest:
    """Return the positions of a block of self-play."""
    began = time.thread_time()
    actor, room = _actor(block.game, block.method)
    room.counters[:] = block.counters
    actor.play(np.array(block.weights), room, generator(block.method.seed, _BLOCKS, block.number))
    rows = _latest(int(block.counters[POSITIONS]), int(room.counters[POSITIONS]), len(room.targets))
    inputs = zlib.compress(room.inputs[rows].tobytes(), _FAST)
    seconds = time.thread_time() - began
    return Harvest(inputs, room.targets[rows], room.counters - block.counters, seconds, _process())


def _process() -> tuple[str, int]:
    return platform.node(), os.getpid()


def add(harvest: Harvest, experience: Experience) -> None:
    """Write the positions of a block over the oldest ones."""
    before, counters = int(experience.counters[POSITIONS]), harvest.counters
    rows = _latest(before, before + int(counters[POSITIONS]), len(experience.targets))
    experience.inputs[rows] = np.frombuffer(zlib.decompress(harvest.inputs), np.float32).reshape(len(rows), -1)
    experience.targets[rows] = harvest.targets
    experience.counters[:] += counters


def _latest(before: int, after: int, size: int) -> Vector:
    """Return the rows of the positions from one count to another that a ring still has, in their order."""
    return np.arange(max(before, after - size), after) % size


_OF_THREAD = threading.local()


def _actor(spec: str, method: Method) -> tuple[Actor, Experience]:
    """Return this thread's actor, and its room for positions; the latest of each thread is stored."""
    if getattr(_OF_THREAD, "key", None) != (spec, method):
        actor = Actor(load(spec), method)
        _OF_THREAD.key, _OF_THREAD.found = (spec, method), (actor, actor.experience())
    found: tuple[Actor, Experience] = _OF_THREAD.found
    return found
