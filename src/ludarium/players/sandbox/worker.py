"""A process that plays trials, one after another: so no script, and no search for it, takes time from the server.

It is started as a program. It reads a job as JSON, `{game, seats, seed, seconds, replay, modules}`, and a line for each
WebAssembly program in base64, whose digests are the `modules`. It writes the trial, a value a line: `{not_ready}` while
the compiler is at work, `{refused}` with the cause for a job that cannot be played. It and the programs that it starts
have the lowest priority; with the word `idle` they take only processor time that nobody else wants at all.
"""

import base64
import json
import os
import sys
from contextlib import suppress

from ludarium.core.errors import LudariumError, NotReady
from ludarium.players.sandbox.trial import TrialSeat, play_trial, with_replay
from ludarium.players.sandbox.trial_process import IDLE

_LEAST = 19
"""The lowest priority of a process."""


def main() -> None:
    """Answer every line until the input ends."""
    _give_way(idle=IDLE in sys.argv[1:])
    for line in iter(sys.stdin.readline, ""):
        job = json.loads(line)
        seats = [TrialSeat(*seat) for seat in job["seats"]]
        modules = {digest: base64.b64decode(sys.stdin.readline()) for digest in job["modules"]}
        try:
            played = play_trial(job["game"], seats, job["seed"], job["seconds"], modules)
            answer = (with_replay(played) if job["replay"] else played).to_json()
        except NotReady:
            answer = {"not_ready": True}
        except LudariumError as error:
            answer = {"refused": str(error)}
        sys.stdout.write(f"{json.dumps(answer)}\n")
        sys.stdout.flush()


def _give_way(*, idle: bool) -> None:
    """Let every other process have the processor first; a person waits for a trial, so it gets a share of it."""
    os.nice(_LEAST)
    if idle and hasattr(os, "sched_setscheduler"):  # Linux
        with suppress(OSError):  # forbidden in some containers, where the lowest priority must do
            os.sched_setscheduler(0, os.SCHED_IDLE, os.sched_param(0))


if __name__ == "__main__":
    main()
