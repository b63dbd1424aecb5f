"""The worker process of a server: started at the first trial, ended if it does not answer in time."""

from __future__ import annotations

import base64
import json
import sys
import time
from collections.abc import Mapping, Sequence
from contextlib import suppress

from ludarium.core.errors import LudariumError, NotReady
from ludarium.players.player import BotFailed
from ludarium.players.sandbox.line_process import LineProcess
from ludarium.players.sandbox.trial import Trial, TrialSeat

WORKER, IDLE = "ludarium.players.sandbox.worker", "idle"
_STARTING = 60.0
"""Seconds in which the process starts and imports what it needs."""
_SLACK = 60.0
"""Seconds after the end of a trial in which it is drawn, and its answer must come, even from a busy machine."""
_LONGEST = 8 << 20
"""Bytes of an answer."""


class TrialFailed(LudariumError):
    """A trial has ended without a result."""


class TrialProcess:
    """One worker process, which plays one trial at a time; an `idle` one takes only time that nobody else wants."""

    def __init__(self, *, idle: bool = False) -> None:
        self._words = [IDLE] if idle else []
        self._process: LineProcess | None = None

    def play(
        self,
        game: str,
        seats: Sequence[TrialSeat],
        seed: int,
        seconds: float,
        modules: Mapping[str, bytes] | None = None,
        *,
        drawn: bool = False,
    ) -> Trial:
        """Return a trial, `drawn` with its replay; `modules` are the WebAssembly programs, by their digests.

        Raises `NotReady` while the compiler is at work, `TrialFailed`.
        """
        fresh = self._process is None
        try:
            process = self._process or LineProcess([sys.executable, "-m", WORKER, *self._words])
            self._process = process
            until = time.monotonic() + seconds + _SLACK + fresh * _STARTING
            job = {"game": game, "seats": [list(seat) for seat in seats], "seed": seed, "seconds": seconds}
            job |= {"replay": drawn, "modules": list(modules or ())}
            process.send(json.dumps(job), until)
            for content in (modules or {}).values():  # as lines of their own, which cost the server least
                process.send(base64.b64encode(content).decode(), until)
            answer = json.loads(process.receive(until, _LONGEST))
        except (BotFailed, OSError, ValueError) as error:  # also an answer cut off, or `close` in another thread
            self.close()
            raise TrialFailed(f"the trial could not be played: its process {error}") from error
        if "not_ready" in answer:
            raise NotReady("the rules are being compiled for this machine")
        if "refused" in answer:
            raise TrialFailed(answer["refused"])
        return Trial.from_json(answer)

    def close(self) -> None:
        """End the process."""
        process, self._process = self._process, None
        if process:
            with suppress(OSError):
                process.close()
