"""Monte Carlo tree search for any game: the bot around the compiled search."""

import math
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor

import numpy as np

from ludarium.core.arguments import check_options
from ludarium.core.cached import cached_property
from ludarium.core.errors import IllegalMove, InvalidOption
from ludarium.core.game import Game, State
from ludarium.core.kernel import Floats, Vector
from ludarium.core.rng import generator
from ludarium.core.spec import Interval, Option
from ludarium.core.text import to_text
from ludarium.search import tree, uct
from ludarium.search.batched import BatchedSearch, BatchEvaluation
from ludarium.search.bot import SECONDS, ActionInfo, BotKind, SearchBot, SearchInfo, format_pv
from ludarium.search.evaluators import EVALUATE_OR_ROLL_OUT, find_evaluator, has_evaluation
from ludarium.search.learned import Learned
from ludarium.search.network import Evaluator
from ludarium.search.playout import rollout
from ludarium.search.repetition import Repetition
from ludarium.search.search_tree import SearchTree, add_votes, best_edge, shortest_edge, value_of

_UNLIMITED = 2**62
_BATCH = 16


class Mcts(SearchBot):
    """Monte Carlo tree search (UCT) with proved bounds, tree reuse and progressive widening.

    Each thread searches a tree of its own without the interpreter's lock, and their visits are added up. The part of a
    tree below the next position is reused. `simulations` or `seconds` limit a whole turn, however
    many actions it has. With `simulations` the same seed gives the same play. The bounds are
    those of score-bounded search (Cazenave and Saffidine, 2010). With `minimax` an action is worth that much of what
    its best line leads to, and only the rest of the mean of its simulations (implicit minimax backups, Lanctot and
    others, 2014).

    With a function of `ludarium.search.batched` as `evaluate` the search is PUCT: it asks the function about up to
    `batch` leaves at once, and tries actions in the order of the priors that it gives.

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
        minimax: float = 0.0,
        memory: int = 256,
        evaluate: str | Learned | BatchEvaluation = "default",
        batch: int = _BATCH,
    ) -> None:
        numbers = {
            "seconds": seconds, "simulations": simulations, "threads": threads, "explore": explore, "widen": widen,
            "minimax": minimax, "memory": memory, "batch": batch,
        }  # fmt: skip
        check_options(MCTS.options, numbers)
        super().__init__(game, simulations, seconds)
        if callable(evaluate) and (threads > 1 or widen or minimax):
            raise InvalidOption("a search with an evaluation in Python has one thread, no minimax, and does not widen")
        use_rollouts = not callable(evaluate) and not has_evaluation(game, evaluate)
        for name in ("widen", "minimax") if use_rollouts else ():
            if numbers[name]:
                raise InvalidOption(f"{name} needs an evaluation, and this search uses rollouts")
        scale = game.payoff_range.scale(game.seats)
        self._settings = tree.Settings(game.num_ids, scale, float(explore), float(widen), use_rollouts, float(minimax))
        self._evaluate = "default" if callable(evaluate) else evaluate
        self._batched = BatchedSearch(game, evaluate, batch, self._settings) if callable(evaluate) else None
        parts = {"has_priors": self._batched is not None, "has_minimax": minimax > 0}
        self._trees = [SearchTree(game.seats, memory / threads, generator(seed, i), **parts) for i in range(threads)]
        self.threads = threads
        self._rng = generator(seed, threads)
        self._root: State | None = None
        self._repetition = Repetition(game)

    def choose(self, state: State, seat: int) -> int:
        """Return the most visited action, or one that is proved to be best.

        In a simultaneous step the action is drawn with the visits as weights, so that nobody can foresee it.

        Raises `IllegalMove` for a seat that need not act.
        """
        if seat not in state.actors:
            raise IllegalMove(f"seat {to_text(seat)} need not act here")
        self._move_to(state)
        simultaneous = len(state.actors) > 1
        before = self.evaluations
        simulations, seconds = self._budget.allocate(state, seat, self.time_limit)
        self._search(simulations * self._repetition.effort, seconds)
        edges, values = self._votes(state.actors.index(seat))
        best = self._sample(edges) if simultaneous else self._finish(state, edges, values)
        self.info = self._report(edges, values, best, self.evaluations - before)
        action = int(edges[best, tree.ACTION])
        if not simultaneous:
            following = state.play_unchecked(action)
            self._budget.turn_continues_at(following)
            self._move_to(following, action)
        return action

    @property
    def evaluations(self) -> int:
        """The number of leaves that have been valued since the trees were last cleared."""
        return sum(one.evaluations for one in self._trees)

    def trim(self) -> int:
        """Free the memory that only a running search needs; return the bytes of the trees that stay."""
        return sum(one.trim() for one in self._trees)

    def _move_to(self, state: State, action: int | None = None) -> None:
        """Make a state the root of every tree, and reuse the nodes below it.

        `action` leads there from the old root, if it is known.
        """
        if self._root == state:
            return
        for one in self._trees:
            if self._root is None or one.is_empty:
                one.clear()
            elif action is not None:
                one.move_root(one.child_of(action))
            else:
                one.move_root(one.find(self._game, self._root.vector, state.vector))
        self._root = state

    def _search(self, simulations: float, seconds: float) -> None:
        """Search every tree, each in a thread; the simulations are divided among the threads."""
        each, root = max(1, math.ceil(min(simulations, _UNLIMITED) / len(self._trees))), self._root
        assert root is not None
        if self._batched:
            self._batched.search(self._trees[0], root.vector, each, seconds, self.clock)
            return
        evaluators, tables = self._evaluators  # made here, as what an evaluator remembers belongs to one thread

        def search(number: int) -> None:
            self._search_tree(self._trees[number], evaluators[number], tables, root, each, seconds)

        if len(self._trees) == 1:
            search(0)
            return
        with ThreadPoolExecutor(len(self._trees)) as pool:
            list(pool.map(search, range(len(self._trees))))

    @cached_property
    def _evaluators(self) -> tuple[list[Evaluator], Vector]:
        """An evaluator for each tree, and the tables; made at the first choice, because tables may take seconds."""
        found, tables = find_evaluator(self._game, self._evaluate)
        return [found.renewed(self._game.seats) for _ in self._trees], tables

    def _search_tree(
        self, one: SearchTree, evaluator: Evaluator, tables: Vector, root: State, left: int, seconds: float
    ) -> None:
        """Add up to `left` simulations to a tree, until the seconds are used up.

        The search is cut into slices, between which others may search; this does not change its result.
        """
        game, done = self._game, 0
        for count in self._slices(left, seconds):
            before, limits = one.evaluations, tree.Limits(count, done, left - done)
            uct.simulate(
                game.kernel,
                evaluator,
                rollout,
                tables,
                root.vector,
                one.arrays,
                self._settings,
                limits,
                one.rng,
            )
            made = one.evaluations - before
            done += made
            if made < count:  # the choice is solved or decided
                return

    def _votes(self, number: int) -> tuple[Vector, Floats]:
        """Return the edges of the root's actor of that number, added up over the trees."""
        return add_votes([one.edges_of(0, number) for one in self._trees])

    def _finish(self, state: State, edges: Vector, values: Floats) -> int:
        """Return the place of the edge to play: of those that are equally good the one that ends the game sooner."""
        best = best_edge(edges, values)
        if value_of(edges, values, best)[1]:
            return shortest_edge(values, best, np.min([one.proved_lengths() for one in self._trees], axis=0))
        return self._repetition.choose(state, edges, values, best)

    def _sample(self, edges: Vector) -> int:
        """Return the place of an edge, drawn with the visits as weights."""
        visits = edges[:, tree.EDGE_VISITS]
        return int(self._rng.choice(len(visits), p=visits / visits.sum()))

    def _report(self, edges: Vector, values: Floats, best: int, visits: int) -> SearchInfo:
        least, span, *_ = self._settings.scale.tolist()
        value, solved = value_of(edges, values, best)
        means = values[:, tree.TOTAL] / np.maximum(edges[:, tree.EDGE_VISITS], 1) * span + least
        order = (-edges[:, tree.EDGE_VISITS]).argsort(kind="stable")
        ranked = zip(edges[order, tree.ACTION], edges[order, tree.EDGE_VISITS], means[order], strict=True)
        actions = tuple(ActionInfo(int(action), int(count), float(mean)) for action, count, mean in ranked if count)
        pv = self._pv(int(edges[best, tree.ACTION]))
        return SearchInfo(value * span + least, visits, pv, solved, actions, self._root)

    def _pv(self, action: int) -> tuple[str, ...]:
        """Return the principal variation of the first tree after an action, up to chance or a simultaneous step."""
        one = self._trees[0]

        def likeliest() -> Iterator[int]:
            node, place = 0, one.place_of(action)
            while True:
                edges, _ = one.edges_of(node)
                yield int(edges[place, tree.ACTION])
                node = int(edges[place, tree.CHILD])
                if node < 0 or not one.has_choice(node):
                    return
                place = best_edge(*one.edges_of(node))

        assert self._root is not None
        actions = likeliest()
        return format_pv(self._root, lambda _: next(actions, None))


MCTS = BotKind(
    Mcts,
    "Monte Carlo tree search; for any game.",
    (
        SECONDS,
        Option("simulations", 0, range(10**9), "Number of simulations a turn; 0: limited by time."),
        Option("threads", 1, range(1, 129), "Number of threads."),
        Option("explore", 0.4, Interval(0, 10), "Exploration constant: higher values try weaker actions more often."),
        Option("widen", 0.0, Interval(0, 1000), "Progressive widening: higher values try more actions; 0: try all."),
        Option("minimax", 0.0, Interval(0, 1), "Weight of the best line beside the mean of the visits: 0 to 1."),
        Option("memory", 256, range(1, 10**6), "Megabytes for the search trees."),
        EVALUATE_OR_ROLL_OUT,
        Option("batch", _BATCH, range(1, 4097), "Positions in a call of an evaluation in Python."),
    ),
)
