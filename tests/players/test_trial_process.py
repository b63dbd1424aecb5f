"""The worker process of trials and of the ladder, when it is closed while it plays."""

import threading
import time

from ludarium.players.sandbox.trial import TrialSeat
from ludarium.players.sandbox.trial_process import TrialFailed, TrialProcess


def test_a_trial_whose_process_is_closed_in_another_thread_has_failed() -> None:
    process = TrialProcess()
    found: list[Exception] = []

    def play() -> None:
        try:
            process.play("vortex", [TrialSeat("Ada", bot="hard")] * 2, 1, 60.0)
        except Exception as error:  # noqa: BLE001 - whatever it is, the test names it
            found.append(error)

    thread = threading.Thread(target=play)
    thread.start()
    while process._process is None:
        time.sleep(0.01)
    process.close()
    thread.join(30.0)
    assert [type(error) for error in found] == [TrialFailed]
