"""A process that plays trials, one after another: so no script, and no search for it, takes time from the server.

It is started as a program. It reads a job as JSON, `{game, seats, seed, seconds, replay}`, and writes the trial,
a value a line: `{not_ready}` while the compiler is at work, `{refused}` with the cause for a job that cannot be played.
"""

import json
import sys

from ludarium.core.errors import LudariumError, NotReady
from ludarium.players.sandbox.trial import TrialSeat, play_trial, with_replay


def main() -> None:
    """Answer every line until the input ends."""
    for line in iter(sys.stdin.readline, ""):
        job = json.loads(line)
        seats = [TrialSeat(*seat) for seat in job["seats"]]
        try:
            played = play_trial(job["game"], seats, job["seed"], job["seconds"])
            answer = (with_replay(played) if job["replay"] else played).to_json()
        except NotReady:
            answer = {"not_ready": True}
        except LudariumError as error:
            answer = {"refused": str(error)}
        sys.stdout.write(f"{json.dumps(answer)}\n")
        sys.stdout.flush()


if __name__ == "__main__":
    main()
