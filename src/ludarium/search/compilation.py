"""A process that compiles all games and searches into the cache, beside others that do the same.

It runs as `python -m ludarium.search.compilation NICENESS`. At most `processes()` of them work at once with one cache;
the others wait, and take over when one dies. On standard input it reads modules that are needed first, one a line. When
that is closed it ends, but first it finishes and keeps the function at hand: so all is compiled in the end even if its
parent is killed again and again. It prints `BEGUN` when it finds the first function that is not compiled, and each unit
when it is complete, by the work of this process or another.
"""

import fcntl
import importlib
import logging
import os
import pkgutil
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from threading import Event, Lock, Thread

from ludarium import search, solve
from ludarium.core.compiling import cache_folder
from ludarium.core.compiling.lazy import pending
from ludarium.core.registry import definition, game_names
from ludarium.solve import race

BEGUN = "-"
"""What is printed when something is to be compiled; it is no unit."""
_log = logging.getLogger(__name__)
_OURS = f"{search.__name__}.compilation"
"""This module, whose own name is another when it runs."""
_PAUSE = 0.2
"""Seconds until a lock of another process is tried again."""
_FIRST = ("bot", "playout", "uct", "reuse")
"""The modules of `mcts`, which plays most levels of most games."""
_CORE = ("ludarium.core.kernel", "ludarium.core.observation")
_COMMANDS_ONLY = {
    *(
        f"{solve.__name__}.{name}"
        for name in ("alphabeta", "components", "iteration", "positions", "proof", "race.certificate")
    ),
    *(f"{search.__name__}.{name}" for name in ("batch_kernel", "counts", "profile", "puct", "survey")),
}
"""The modules whose compiled functions no bot of a site and no page calls: `solve`, `perft`, `measure`, `simulate`,
`bench`, evaluations in Python, and environments that step many games at once compile them."""
_MODULES = ("kernel", "bots", "observation", "view", "exact")
"""The modules of a game that may have compiled functions, in the order in which a match needs them."""


def processes() -> int:
    """Return how many processes compile at once: memory, not time, forbids more than two."""
    return min(2, os.cpu_count() or 1)


def units() -> list[str]:
    """Return what is compiled by one process at a time, in order: modules of the search, and packages of games.

    The modules of the solver that bots need come last; what only some commands need is compiled when it is used.
    """
    first = [f"{search.__name__}.{name}" for name in _FIRST]
    packages = (search, solve, race)
    found = (m for part in packages for m in pkgutil.iter_modules(part.__path__, f"{part.__name__}."))
    others = [module.name for module in found if not module.ispkg]
    games = (definition(name).package for name in game_names())
    return [*_CORE, *first, *games, *(name for name in others if name not in {*first, _OURS, *_COMMANDS_ONLY})]


@contextmanager
def lock(name: str) -> Iterator[bool]:
    """Lock a name among all processes with this cache, unless another has; yield whether that succeeded.

    The operating system releases the lock when the process ends.
    """
    folder = cache_folder.folder() / "locks"
    folder.mkdir(parents=True, exist_ok=True)
    with (folder / name).open("w") as file:
        try:
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError:
            yield False
        else:
            yield True


class Compilation:
    """The work of one process: the units that are left, and the modules that are needed first, the latest last."""

    def __init__(self) -> None:
        self._left, self._wanted = units(), list[str]()
        self._ending, self._function, self._begun = Event(), Lock(), False

    def listen(self) -> None:
        """Read the modules that are needed first, and end the process when its parent has closed the pipe."""
        for line in sys.stdin:
            self.want(line.strip())
        self.end()
        with self._function:
            os._exit(1)

    def end(self) -> None:
        """Begin no more functions."""
        self._ending.set()

    def run(self) -> None:
        """Compile everything, or wait until other processes have.

        Raises `SystemExit` if the process is to end.
        """
        while self._left:
            if not any(map(self._try, self.order())):
                time.sleep(_PAUSE)

    def want(self, module: str) -> None:
        """Note that a module is needed first."""
        self._wanted.append(module)

    def order(self) -> list[str]:
        """Return the units that are left, the most urgent first."""
        return sorted(self._left, key=self._urgency)

    def _urgency(self, unit: str) -> int:
        """Return a number that is the lower, the later a module of the unit was called for."""
        together = [f"{search.__name__}.{name}" for name in _FIRST]  # a bot that needs one of them needs all
        prefixes = tuple(f"{name}." for name in (together if unit in together else [unit]))
        places = [place for place, module in enumerate(self._wanted, 1) if f"{module}.".startswith(prefixes)]
        return -max(places, default=0)

    def _try(self, unit: str) -> bool:
        """Compile a unit unless another process is doing that; return whether it is complete."""
        with lock(unit) as ours:
            if not ours:
                return False
            self._left.remove(unit)
            self._compile(unit)
        _say(unit)
        return True

    def _compile(self, unit: str) -> None:
        """Compile what is not in the cache, and between two functions what has become more urgent."""
        module = unit in _CORE or unit.startswith((f"{search.__name__}.", f"{solve.__name__}."))
        names = [unit] if module else [f"{unit}.{name}" for name in _MODULES]
        for name in names:
            if importlib.util.find_spec(name):
                importlib.import_module(name)
            for function in pending(unit):
                for other in self.order():
                    if other in self._left and self._urgency(other) < self._urgency(unit):
                        self._try(other)
                try:
                    with self._function:
                        if not function.is_cached():
                            self._tell_begun()
                            function.ensure_compiled()
                except Exception:  # noqa: BLE001  the function of a new game may be wrong in any way
                    _log.exception("%s cannot be compiled", function)
                if self._ending.is_set():
                    raise SystemExit(1)

    def _tell_begun(self) -> None:
        """Notify the parent once that there is something to compile, since other processes may help."""
        if not self._begun:
            self._begun = True
            _say(BEGUN)


def _say(text: str) -> None:
    with suppress(OSError):  # the parent has died
        print(text, flush=True)  # noqa: T201  the parent reads it


def main(niceness: int) -> None:
    """Wait until fewer than `processes()` others work, and compile everything."""
    os.nice(niceness)
    compilation = Compilation()
    Thread(target=compilation.listen, daemon=True).start()
    while True:
        for number in range(processes()):
            with lock(f"process-{number}") as ours:
                if ours:
                    compilation.run()
                    return
        time.sleep(_PAUSE)


if __name__ == "__main__":
    main(int(sys.argv[1]))
