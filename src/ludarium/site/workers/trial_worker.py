"""The trial worker of one server process: a thread that lets another process play one trial after another.

What waits is in the database, as with analyses: a claim lasts a while, and another server takes over what a stopped one
has left.
"""

import logging
import secrets
import time
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

import numpy as np

from ludarium.core.errors import NotReady
from ludarium.core.payoffs import verdicts
from ludarium.core.registry import load
from ludarium.players.sandbox.trial import Trial, TrialSeat
from ludarium.players.sandbox.trial_process import TrialFailed, TrialProcess
from ludarium.site.programs.rows import AskedTrial, TrialTable
from ludarium.site.programs.trials import passes
from ludarium.site.service import Service
from ludarium.site.worker import Worker

_log = logging.getLogger(__name__)
SECONDS, ALL_SECONDS, TEST_SECONDS = 10.0, 120.0, 120.0
"""Seconds of real time for a trial, for all matches of a comparison, and for all matches of a test: guards, since
budgets are counted."""
_SIMULATIONS = 40
"""The most simulations of a search that a test meets."""
_LEASE = 300.0
_TRIES = 3
"""How often a trial is begun before it is given up."""


@dataclass
class TrialWorker:
    """Plays the trials that wait; `pause` is the seconds between two polls, if none is asked for in this process."""

    service: Service
    table: TrialTable
    pause: float = 1.0
    process: TrialProcess = field(default_factory=TrialProcess)
    now: Callable[[], float] = time.time
    _name: str = field(default_factory=lambda: secrets.token_hex(8), init=False)
    _worker: Worker = field(init=False)

    def __post_init__(self) -> None:
        asked = self.service.trials.asked
        self._worker = Worker("trials", self.work, self.pause, "looking for trials failed", asked=asked)

    def start(self) -> None:
        """Begin to look for trials, also for what stopped servers have left."""
        self._worker.start()

    def close(self) -> None:
        """Stop; the next server begins the trial again."""
        self._worker.end()
        self.process.close()
        self._worker.close()

    def work(self) -> bool:
        """Play the next trial; return whether there was one."""
        now = self.now()
        trial = self.table.claim(self._name, now, now + _LEASE)
        if trial is None:
            return False
        content: dict[str, Any] | None = None
        try:
            if trial.tries < _TRIES:
                play = {"compare": self._compared, "test": self._tested}.get(trial.kind, self._tried)
                content = play(trial)
        except NotReady:  # the compiler is at work
            self.table.release(trial)
            self._worker.closing.wait(self.pause)
            return True
        except TrialFailed as error:
            if self._worker.closing.is_set():
                self.table.release(trial)
                return True
            content = {"problem": str(error)}
        self.service.workshop.finish(trial, self.now(), content)
        return True

    def _tried(self, trial: AskedTrial) -> dict[str, Any]:
        seats = [TrialSeat(*seat) for seat in trial.job["seats"]]
        return self._played(trial, seats, trial.job["seed"], SECONDS).to_json()

    def _tested(self, trial: AskedTrial) -> dict[str, Any]:
        """Return the first match that a program has failed, or the last one.

        It plays every seat, with dice and against bots that are drawn now: nobody could write a program for them.
        """
        mine, until = TrialSeat(*trial.job["seats"][trial.job["seat"]]), time.monotonic() + TEST_SECONDS
        content: dict[str, Any] = {}
        for own in range(load(trial.game).seats):
            drawn = [_opponent() for _ in range(load(trial.game).seats)]
            seats = [mine if seat == own else TrialSeat(bot, None, bot) for seat, bot in enumerate(drawn)]
            left = max(0.0, until - time.monotonic())
            played = self._played(trial, seats, secrets.randbits(31), left)
            opponent = " and ".join(dict.fromkeys(seat.name for seat in seats if seat is not mine)) or mine.name
            content = played.to_json() | {"seat": own, "opponent": opponent}
            if not passes(content):
                break
        return content

    def _played(self, trial: AskedTrial, seats: list[TrialSeat], seed: int, seconds: float) -> Trial:
        modules = self.service.workshop.modules(seats)
        played = self.process.play(trial.game, seats, seed, seconds, modules, drawn=True)
        if _began_too_late(played):  # the machine was busy; what had to be loaded is there now
            played = self.process.play(trial.game, seats, seed, seconds, modules, drawn=True)
        return played

    def _compared(self, trial: AskedTrial) -> dict[str, Any]:
        """Return the score of the first program of a comparison; the two begin in turn, with the same dice."""
        game, job = load(trial.game), trial.job
        pairs = zip(job["scripts"], job.get("modules") or ["", ""], strict=True)
        both = [("" if digest else text, digest) for text, digest in pairs]
        until = time.monotonic() + ALL_SECONDS
        tally, stopped = Counter[int](), 0
        for number in range(job["matches"]):
            left = min(SECONDS, until - time.monotonic())
            own = number % 2
            seats = [
                TrialSeat("first" if seat == own else "second", both[seat != own][0] or None, "", both[seat != own][1])
                for seat in range(game.seats)
            ]
            modules, seed = self.service.workshop.modules(seats), job["seed"] + number // 2
            played = self.process.play(trial.game, seats, seed, left, modules) if left > 0 else None
            if played is None or played.payoffs is None:
                stopped += 1
                continue
            found = verdicts(np.array([played.payoffs]), game.teams, game.payoff_range)[0].tolist()
            tally[found[own]] += 1
        return {"won": tally[1], "drawn": tally[0], "lost": tally[-1], "stopped": stopped}


def _opponent() -> str:
    """Return a bot that plays every game, drawn so that nobody knows it."""
    simulations = secrets.randbelow(_SIMULATIONS)
    return f"mcts(simulations={simulations})" if simulations else "random"


def _began_too_late(played: Trial) -> bool:
    """Return whether a limit of time has ended a match before the program of the last turn made its first step."""
    return played.by_machine and bool(played.turns) and played.turns[-1].steps == 0
