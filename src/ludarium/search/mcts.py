"""Monte Carlo tree search for any game: the player around the compiled tree."""

import math
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor

import numpy as np

from ludarium.core.errors import InvalidOption
from ludarium.core.game import Game, State
from ludarium.core.kernel import Floats, Vector
from ludarium.core.rng import generator
from ludarium.core.spec import Interval, Option
from ludarium.search import reuse, tree
from ludarium.search.bot import SECONDS, BotKind, Search, SearchInfo, own, tell
from ludarium.search.playout import finish

_SLICE = 0.02
"""Seconds that a thread searches before it looks at the clock."""
_EDGES_A_NODE = 8
_FURTHEST = 24
"""Steps below the last position in which the next one is looked for."""
_EPSILON = 1e-9
_NO_END = 2**62
_Arrays = tuple[Vector, Floats, Vector, Floats, Vector]


class _Tree:
    """The arrays of one thread's tree, their like to copy into, and the thread's dice."""

    def __init__(self, seats: int, megabytes: float, dice: np.random.Generator) -> None:
        nodes = max(1000, int(megabytes * 1e6 / 2 / (48 + 16 * seats + 48 * _EDGES_A_NODE)))
        self.arrays, self._spare = (_allocate(nodes, seats) for _ in range(2))
        self.seats, self.dice = seats, dice

    def clear(self) -> None:
        """Forget everything."""
        self.arrays[4][:] = 0

    def advance(self, node: int) -> None:
        """Make a node the root, and forget what is not below it."""
        if node < 0:
            self.clear()
        else:
            reuse.keep(node, *self.arrays, *self._spare, self.seats)
            self.arrays, self._spare = self._spare, self.arrays

    def edges_of(self, node: int, number: int = 0) -> tuple[Vector, Floats]:
        """The edges from which a node's actor of that number chooses, as views: (n, 3) int64 and (n, 3) float64."""
        nodes, _, edges, worth, _ = self.arrays
        block = int(nodes[node, tree.FIRST])
        for _ in range(number):
            block += int(edges[block, tree.ACTION]) + 1
        span = slice(block + 1, block + 1 + edges[block, tree.ACTION])
        return edges[span], worth[span]

    def place_of(self, action: int) -> int:
        """Which of the root's edges has an action."""
        return int((self.edges_of(0)[0][:, tree.ACTION] == action).argmax())


def _allocate(nodes: int, seats: int) -> _Arrays:
    edges = nodes * _EDGES_A_NODE
    ints = np.empty((nodes, 6), np.int64), np.empty((edges, 3), np.int64)
    floats = np.empty((nodes, 2 * seats)), np.empty((edges, 3))
    return ints[0], floats[0], ints[1], floats[1], np.zeros(3, np.int64)


class Mcts(Search):
    """Searches the tree of what may come, further where it looks better.

    Each thread grows a tree of its own without the interpreter's lock, and their visits are added up; what the next
    position shares with the last is kept. `playouts` or `seconds` are for a whole turn, however many actions it takes.
    With `playouts` the same seed gives the same play.

    >>> import ludarium
    >>> state = ludarium.load("orion").initial()
    >>> bot = Mcts(state.game, seed=1, simulations=200)
    >>> state.action_name(bot.choose(state, 0)) in {state.action_name(action) for action in state.legal()}
    True
    """

    def __init__(
        self,
        game: Game,
        seed: int,
        *,
        seconds: float = 1.0,
        simulations: int = 0,
        threads: int = 1,
        explore: float = 0.4,
        widen: float = 0.0,
        memory: int = 256,
        evaluate: str = "default",
    ) -> None:
        super().__init__(game, simulations, seconds)
        known = own(game, "evaluate") is not None
        if evaluate == "heuristic" and not known:
            raise InvalidOption(f"{game.name} has no evaluation: evaluate is default or rollout here")
        self._to_the_end = evaluate == "rollout" or not known
        if widen and self._to_the_end:
            raise InvalidOption(f"widen goes by an evaluation, and here {game.name} has none")
        self._explore, self._widen = explore, widen
        self._trees = [_Tree(game.seats, memory / threads, generator(seed, i)) for i in range(threads)]
        self._dice = generator(seed, threads)
        self._root: State | None = None

    def choose(self, state: State, seat: int) -> int:
        """The action that was tried most, or one that is proved to be best."""
        self._move_to(state)
        joint = len(state.actors) > 1
        before = self.evaluations
        self._search(*self._purse.spend(state, seat, self.within))
        edges, worth = self._votes(state.actors.index(seat))
        best = self._sample(edges) if joint else best_edge(edges, worth)
        self.info = self._think(edges, worth, best, self.evaluations - before)
        action = int(edges[best, tree.ACTION])
        if not joint:
            following = state.play_unchecked(action)
            self._purse.goes_on(following)
            self._move_to(following, action)
        return action

    @property
    def evaluations(self) -> int:
        """How many leaves have been valued since the trees were last cleared."""
        return sum(int(one.arrays[4][tree.EVALUATIONS]) for one in self._trees)

    def _move_to(self, state: State, action: int | None = None) -> None:
        """Make a state the root of every tree, keeping what they know of it."""
        if self._root == state:
            return
        for one in self._trees:
            if self._root is None or not one.arrays[4][tree.NODES]:
                one.clear()
            elif action is not None:
                one.advance(int(one.edges_of(0)[0][one.place_of(action), tree.CHILD]))
            else:
                game, root = self._game, self._root.vector
                found = reuse.find(
                    game.kernel.apply, game.tables, root, state.vector, *one.arrays, game.seats, _FURTHEST
                )
                one.advance(found)
        self._root = state

    def _search(self, playouts: float, seconds: float) -> None:
        """Grow every tree, each in a thread."""
        payoff = max(1, math.ceil(min(playouts, _NO_END) / len(self._trees)))
        if len(self._trees) == 1:
            self._grow(self._trees[0], payoff, seconds)
            return
        with ThreadPoolExecutor(len(self._trees)) as pool:
            list(pool.map(lambda one: self._grow(one, payoff, seconds), self._trees))

    def _grow(self, one: _Tree, left: int, seconds: float) -> None:
        """Add so many playouts to a tree, or as many of them as there are seconds for."""
        game, root = self._game, self._root
        assert root is not None
        evaluate, tables = self._informed
        deadline = time.perf_counter() + seconds
        playouts = left if seconds == math.inf else min(left, 100)
        while True:
            begun, before = time.perf_counter(), int(one.arrays[4][tree.EVALUATIONS])
            tree.grow(
                *game.kernel, evaluate, finish, tables, root.vector, *one.arrays,
                playouts, game.seats, game.num_actions, self._explore, self._widen, self._to_the_end,
                left, one.dice,
            )  # fmt: skip
            now, made = time.perf_counter(), int(one.arrays[4][tree.EVALUATIONS]) - before
            left -= made
            if left <= 0 or now >= deadline or made < playouts:  # fewer than asked for: there is no more to find
                return
            playouts = min(left, max(1, int(playouts * min(_SLICE, deadline - now) / (now - begun))))

    def _votes(self, number: int) -> tuple[Vector, Floats]:
        """The root's edges by their actions, summed over the trees: (n, 3) int64 and (n, 3) float64, as in `tree`."""
        blocks = [one.edges_of(0, number) for one in self._trees]
        orders = [edges[:, tree.ACTION].argsort() for edges, _ in blocks]  # each tree ranks its edges by itself
        edges, worth = blocks[0][0][orders[0]], blocks[0][1][orders[0]]
        for (more, other), order in zip(blocks[1:], orders[1:], strict=True):
            more, other = more[order], other[order]
            edges[:, tree.TRIED] += more[:, tree.TRIED]
            worth[:, tree.SUM] += other[:, tree.SUM]
            worth[:, tree.LEAST] = np.maximum(worth[:, tree.LEAST], other[:, tree.LEAST])
            worth[:, tree.MOST] = np.minimum(worth[:, tree.MOST], other[:, tree.MOST])
        return edges, worth

    def _sample(self, edges: Vector) -> int:
        """A choice at a joint step: mixed as the search mixed it, so that nobody can foresee it."""
        tried = edges[:, tree.TRIED]
        return int(self._dice.choice(len(tried), p=tried / tried.sum()))

    def _think(self, edges: Vector, worth: Floats, best: int, playouts: int) -> SearchInfo:
        least, most = worth[best, tree.LEAST], worth[best, tree.MOST]
        solved = bool(most - least < _EPSILON)
        value = least if solved else worth[best, tree.SUM] / max(1, edges[best, tree.TRIED])
        return SearchInfo(float(value), playouts, self._line(int(edges[best, tree.ACTION])), solved)

    def _line(self, action: int) -> tuple[str, ...]:
        """The turns that the first tree expects, as text, until chance or several seats decide."""
        one = self._trees[0]

        def likely() -> Iterator[int]:
            node, place = 0, one.place_of(action)
            while True:
                edges, _ = one.edges_of(node)
                yield int(edges[place, tree.ACTION])
                node = int(edges[place, tree.CHILD])
                if node < 0 or one.arrays[0][node, tree.FIRST] < 0 or one.arrays[0][node, tree.WHO] <= 1:
                    return
                place = best_edge(*one.edges_of(node))

        assert self._root is not None
        actions = likely()
        return tell(self._root, lambda _: next(actions, None))


def best_edge(edges: Vector, worth: Floats) -> int:
    """The place of the edge to play: a proved win, else the most tried of those that proof leaves open.

    >>> import numpy as np
    >>> edges, worth = np.array([[7, -1, 90], [8, -1, 10]]), np.array([[50.0, 0.0, 1.0], [9.0, 1.0, 1.0]])
    >>> best_edge(edges, worth)  # the second wins by force
    1
    """
    tried, least = edges[:, tree.TRIED], worth[:, tree.LEAST]
    best_least = least.max()
    sure = np.where(least >= best_least - _EPSILON, tried, -1).argmax()
    hopeful = np.where(worth[:, tree.MOST] > best_least + _EPSILON, tried, -1)
    most_tried = hopeful.argmax()
    if hopeful[most_tried] <= 0 or worth[most_tried, tree.SUM] / tried[most_tried] < best_least:
        return int(sure)
    return int(most_tried)


MCTS = BotKind(
    Mcts,
    "Monte Carlo tree search: looks at what may come, further where it looks better",
    (
        SECONDS,
        Option(
            "simulations", 0, range(10**9), "how many positions it looks at for a turn, whatever the time; 0: by time"
        ),
        Option("threads", 1, range(1, 129), "how many processors it uses"),
        Option("explore", 0.4, Interval(0, 10), "how much it tries what looks worse"),
        Option("widen", 0.0, Interval(0, 1000), "how many actions it tries at first, the likeliest; 0: all of them"),
        Option("memory", 256, range(1, 10**6), "megabytes for its trees"),
        Option(
            "evaluate",
            "default",
            ("default", "heuristic", "rollout"),
            "what tells a new position's worth: the game's evaluation or a random game; default: the former, if any",
        ),
    ),
)
