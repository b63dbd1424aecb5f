"""The hunt for faults: tests run in stages until one fails, for several faults at a time."""

import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack
from dataclasses import dataclass, field

from tests.planted.faults import Fault
from tests.planted.runs import Outcome, Run, start
from tests.planted.trees import Tree

_LIMIT = 3600.0


@dataclass(eq=False)
class Hunt:
    """The search for a test that finds one fault."""

    fault: Fault
    stages: Sequence[tuple[str, ...]]
    finder: str = ""
    """The test that found it."""
    stale: bool = False
    hangs: bool = False
    ran: list[int] = field(default_factory=list)
    """The number of tests that passed in each stage."""

    def line(self) -> str:
        """Return what became of it, as the command prints it."""
        place = f"{self.fault.number:3} {self.fault.file} {self.fault.function}"
        if self.stale:
            return f"{place}: STALE, its original lines are no longer there"
        if not self.finder:
            return f"{place}: NOT FOUND by {sum(self.ran)} tests{', one of which hangs' if self.hangs else ''}"
        wider = f", in stage {len(self.ran)}" if len(self.ran) > 1 else ""
        return f"{place}: found by {self.finder}{wider}"


class Hunter:
    """Hunts several faults at a time, each in a tree of its own."""

    def __init__(
        self,
        trees: Sequence[Tree],
        seed: int,
        tell: Callable[[Hunt], None],
        *,
        limit: float = _LIMIT,
        servers: bool = True,
    ) -> None:
        self._trees = list(trees)
        self._seed = seed
        self._tell = tell
        self._limit = limit
        self._servers = servers

    def run(self, hunts: Sequence[Hunt]) -> None:
        """Hunt each fault, and tell of it when that is done."""
        waiting = list(reversed(hunts))
        going: dict[int, tuple[Hunt, Iterator[None]]] = {}
        while waiting or going:
            for place, tree in enumerate(self._trees):
                if place not in going and waiting:
                    hunt = waiting.pop()
                    going[place] = hunt, self._steps(tree, hunt)
            for place, (hunt, steps) in list(going.items()):
                try:
                    next(steps)
                except StopIteration:
                    del going[place]
                    self._tell(hunt)
            time.sleep(0.05)

    def _steps(self, tree: Tree, hunt: Hunt) -> Iterator[None]:
        """Hunt one fault in small steps, after each of which it may wait."""
        with ExitStack() as stack:
            hunt.stale = not stack.enter_context(tree.planted(hunt.fault))
            for stage in [] if hunt.stale else hunt.stages:
                run = start(tree, stage, seed=self._seed, limit=self._limit, fault=hunt.fault, servers=self._servers)
                stack.callback(run.end)
                while (outcome := run.outcome()) is None:
                    yield
                hunt.ran.append(outcome.passed)
                hunt.hangs |= outcome.hangs
                if outcome.failed:
                    hunt.finder = outcome.failed[0]
                    return


def still_pass(tree: Tree, hunts: Sequence[Hunt], seed: int) -> list[Hunt]:
    """Return the hunts whose finders fail without the fault, too."""
    finders = sorted({hunt.finder for hunt in hunts if hunt.finder})
    if not finders:
        return []
    outcome = finish(start(tree, finders, seed=seed, limit=_LIMIT, first=False))
    return [hunt for hunt in hunts if hunt.finder in outcome.failed]


def finish(run: Run) -> Outcome:
    """Return how a run ended, when it has."""
    while (outcome := run.outcome()) is None:
        time.sleep(0.05)
    return outcome
